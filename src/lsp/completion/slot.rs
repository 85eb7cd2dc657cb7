//! Where something is about to be written: what the text around the cursor says, however unfinished
//! it is.

use std::ops::Range;

/// What may be written in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The key of a member.
    Key,
    /// A value.
    Value,
    /// A value; in block style, the first key of an object too.
    Either,
}

/// How it is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Layout {
    /// JSON.
    Json,
    /// Between YAML's brackets.
    Flow,
    /// YAML's lines; the numbers are columns from 0.
    Block {
        /// Where a key begins that is written here, or where the key of a value does.
        column: usize,
        /// Whether an element of a list begins here and its `- ` is missing.
        dash: bool,
    },
}

/// A place in a text where something is about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// What is there already and is replaced, its quotes included.
    pub word: Range<usize>,
    /// The quote the word begins with.
    pub quote: Option<char>,
    pub role: Role,
    pub layout: Layout,
    /// Whether the colon behind a key is there.
    pub has_colon: bool,
    /// Whether a space is missing before it.
    pub space_before: bool,
    /// Where a comma is missing before it.
    pub comma_before: Option<usize>,
    /// Whether a comma is missing behind it.
    pub comma_after: bool,
    /// Brackets that the text lacks elsewhere, and where.
    pub brackets: Vec<(usize, String)>,
}

/// What stands in the slot of a repaired text. Nobody writes it by hand.
pub(super) const MARKER: &str = "mcpdesc-marks-this-place";

impl Slot {
    /// A slot with nothing missing around it.
    pub(super) fn new(word: Range<usize>, role: Role, layout: Layout) -> Self {
        Self {
            word,
            quote: None,
            role,
            layout,
            has_colon: false,
            space_before: false,
            comma_before: None,
            comma_after: false,
            brackets: Vec::new(),
        }
    }

    /// Whether it is in the lines of YAML, not between brackets.
    pub(super) fn is_block(&self) -> bool {
        matches!(self.layout, Layout::Block { .. })
    }

    /// Whether the value of a key in YAML's lines can be an object whose keys are on the next ones.
    pub(super) fn can_go_below(&self, text: &str) -> bool {
        let Layout::Block { column, .. } = self.layout else {
            return false;
        };
        let rest = text.get(self.word.end..).unwrap_or_default();
        let mut below = rest.split(['\n', '\r']).skip(1).filter(|line| {
            let content = line.trim_start();
            !content.is_empty() && !content.starts_with('#')
        });
        let is_inside = |line: &str| line.len() - line.trim_start().len() > column;
        self.role == Role::Value && self.quote.is_none() && !below.next().is_some_and(is_inside)
    }

    /// The text as it would be with something written here, and where that stands in it.
    pub(super) fn repaired(&self, text: &str) -> (String, usize) {
        let part = |range: Range<usize>| text.get(range).unwrap_or_default();
        let mut repaired = String::with_capacity(text.len() + 64);
        let mut copied = 0;
        let brackets = self.brackets.iter().cloned();
        let (mut before, mut after): (Vec<_>, Vec<_>) =
            brackets.partition(|(at, _)| *at < self.word.start);
        before.extend(self.comma_before.map(|at| (at, ",".to_owned())));
        before.sort_by_key(|(at, _)| *at);
        after.sort_by_key(|(at, _)| *at);
        for (at, addition) in before {
            repaired.push_str(part(copied..at));
            repaired.push_str(&addition);
            copied = at;
        }
        repaired.push_str(part(copied..self.word.start));
        if self.space_before {
            repaired.push(' ');
        }
        if let Layout::Block { dash: true, .. } = self.layout {
            repaired.push_str("- ");
        }
        let place = repaired.len();
        repaired.push('"');
        repaired.push_str(MARKER);
        repaired.push('"');
        let is_key = match self.layout {
            Layout::Block { .. } => self.role != Role::Value,
            Layout::Json | Layout::Flow => self.role == Role::Key,
        };
        if is_key && !self.has_colon {
            repaired.push_str(": null");
        }
        if self.comma_after {
            repaired.push(',');
        }
        copied = self.word.end;
        for (at, addition) in after {
            let at = at.max(copied);
            repaired.push_str(part(copied..at));
            repaired.push_str(&addition);
            copied = at;
        }
        repaired.push_str(part(copied..text.len()));
        (repaired, place)
    }
}
