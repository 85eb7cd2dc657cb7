//! Going on behind broken syntax: what is broken is left out, and the text is read once more.
//!
//! A text with blanks in place of the lines that the parser cannot read has everything else where
//! it was. What is left out takes the lines with it that are indented below it.

use std::borrow::Cow;
use std::ops::Range;

use super::syntax::{line_end, line_start};
use crate::diagnostic::Diagnostic;

/// How often a text is read at most.
const READINGS: usize = 50;

/// How much is read again at most, in bytes: a large text is not read so often. Once it always is.
const BYTES: usize = 8 << 20;

/// What ended the reading of a text.
pub(super) struct Broken {
    pub(super) diagnostic: Diagnostic,
    /// Where what is wrong begins.
    pub(super) from: usize,
    /// Where the last scalar begins that was understood before.
    pub(super) read: usize,
    /// Whether the value that was read last is a part of it.
    pub(super) spoils_last: bool,
}

/// A part of the text that is left out.
pub(super) struct Gap {
    pub(super) range: Range<usize>,
    /// Whether the value before it is a part of what is wrong.
    pub(super) spoils_last: bool,
    /// Whether it begins with the dash of a list entry, so that what follows may be an entry.
    pub(super) hides_entry: bool,
    /// How often it was made larger.
    grown: usize,
}

/// What is left out of a text.
pub(super) struct Gaps<'t> {
    /// In the order of the text.
    pub(super) all: Vec<Gap>,
    /// What is wrong in them.
    pub(super) reported: Vec<Diagnostic>,
    /// The text with blanks in their place.
    pub(super) text: Cow<'t, str>,
    readings: usize,
}

impl<'t> Gaps<'t> {
    /// Nothing is left out of `text` yet, which was read once.
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            all: Vec::new(),
            reported: Vec::new(),
            text: text.into(),
            readings: 1,
        }
    }

    /// Whether nothing new was understood between the last gap and what is wrong now: then it follows
    /// from the same fault.
    pub(super) fn lead_to(&self, broken: &Broken) -> bool {
        let last = self.all.last();
        last.is_some_and(|gap| broken.read <= gap.range.start)
    }

    /// Leaves out what is broken too; false where nothing is gained by that.
    pub(super) fn add(&mut self, broken: &Broken) -> bool {
        let goes_back = self.end().is_some_and(|end| broken.from < end);
        self.readings += 1;
        let is_too_much = self.readings.saturating_mul(self.text.len()) > BYTES;
        if goes_back || self.readings > READINGS || (is_too_much && self.readings > 2) {
            return false;
        }
        let follows = self.lead_to(broken);
        let last = self.all.last_mut().filter(|_| follows);
        let range = match &last {
            // The dash before it is at fault.
            Some(gap) if broken.from == gap.range.end => {
                let line = line_start(&self.text, gap.range.start);
                extent(&self.text, line + Line::at(&self.text, line).indent, false)
            }
            Some(gap) => extent(&self.text, broken.from, gap.grown > 0),
            None => extent(&self.text, broken.from, false),
        };
        let hides_more = last.as_ref().is_none_or(|gap| range != gap.range);
        if !hides_more || self.text.get(range.end..).is_none_or(is_void) {
            return false;
        }
        let hidden = self.text.get(range.clone()).unwrap_or_default();
        let hides_entry = hidden.trim_start().starts_with("- ");
        match last {
            Some(gap) => {
                gap.hides_entry |= hides_entry;
                gap.range = gap.range.start.min(range.start)..range.end;
                gap.grown += 1;
            }
            None => {
                self.reported.push(broken.diagnostic.clone());
                self.all.push(Gap {
                    range: range.clone(),
                    spoils_last: broken.spoils_last,
                    hides_entry,
                    grown: 0,
                });
            }
        }
        self.text = blanked(&self.text, &range).into();
        true
    }

    fn end(&self) -> Option<usize> {
        Some(self.all.last()?.range.end)
    }
}

/// Where what is wrong begins, which the parser noticed at `noticed`, behind the scalar `last`.
///
/// A key without a colon is taken for a text that goes on in the next line.
pub(super) fn beginning(text: &str, noticed: usize, last: &Range<usize>) -> usize {
    let goes_on = last.start < line_start(text, noticed) && line_start(text, noticed) < last.end;
    if goes_on && content_start(text, last.start) == last.start {
        last.start
    } else {
        noticed
    }
}

/// The lines of what is broken at `from`: without the dashes before it, which are those of list
/// entries around it, but with what is indented below it; where that is `wide`, with all that
/// stands beside it too.
fn extent(text: &str, from: usize, wide: bool) -> Range<usize> {
    let start = content_start(text, from);
    let line = line_start(text, from);
    // Where a tab stands no column is known.
    let is_tab = text.as_bytes().get(start) == Some(&b'\t');
    let column = if is_tab { usize::MAX } else { start - line };
    let mut end = line_end(text, from);
    let written = text.get(start..end).unwrap_or_default();
    let opens = written.ends_with(':');
    let mut first = None;
    let mut next = next_line(text, end);
    while let Some(at) = next {
        next = next_line(text, at);
        let line = Line::at(text, at);
        if line.is_void {
            continue;
        }
        if first.is_none() && is_stray(written) && line.goes_on_behind(text, start) {
            break;
        }
        let first = *first.get_or_insert(line);
        let is_below = line.indent > column || (line.indent == column && (line.is_entry || wide));
        let belongs = is_below || (opens && line.goes_on_with(first, column));
        if !belongs {
            break;
        }
        end = line_end(text, at);
    }
    start..end
}

/// Whether a broken line looks like no key, so that what is indented below it is not its own.
fn is_stray(line: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "$_-./".contains(c);
    !line.contains(':') && !line.chars().all(is_plain)
}

/// What counts of a line.
#[derive(Clone, Copy)]
struct Line {
    indent: usize,
    /// It begins with a dash.
    is_entry: bool,
    is_void: bool,
}

impl Line {
    fn at(text: &str, start: usize) -> Self {
        let line = text.get(start..line_end(text, start)).unwrap_or_default();
        let content = line.trim_start_matches(' ');
        Self {
            indent: line.len() - content.len(),
            is_entry: content == "-" || content.starts_with("- "),
            is_void: is_void(content),
        }
    }

    /// Whether it belongs to the value that begins with the line `first`, of a key that got into
    /// a line whose content stands in `column`.
    fn goes_on_with(self, first: Self, column: usize) -> bool {
        let is_beside = (self.indent, self.is_entry) == (first.indent, first.is_entry);
        match first.is_entry {
            true => is_beside || self.indent > first.indent,
            false => self.indent >= first.indent && 0 < first.indent && first.indent <= column,
        }
    }

    /// Whether this line goes on with a collection that is open before `at`.
    fn goes_on_behind(self, text: &str, at: usize) -> bool {
        let mut end = line_start(text, at);
        while end > 0 {
            let start = line_start(text, end - 1);
            let before = Self::at(text, start);
            let column = content_start(text, line_end(text, start)) - start;
            if !before.is_void {
                if self.is_entry && before.is_entry && before.indent == self.indent {
                    return true;
                }
                if !self.is_entry && column == self.indent {
                    return true;
                }
                if before.indent < self.indent {
                    return false;
                }
            }
            end = start;
        }
        false
    }
}

/// Where the content of the line that `at` stands in begins, behind the dashes of list entries; `at`
/// where that comes before.
fn content_start(text: &str, at: usize) -> usize {
    let line = line_start(text, at);
    let mut start = line;
    for (offset, byte) in text.bytes().enumerate().take(at).skip(line) {
        let behind = text.as_bytes().get(offset + 1);
        match byte {
            b' ' => start = offset + 1,
            b'-' if behind == Some(&b' ') => start = offset + 1,
            _ => break,
        }
    }
    start
}

/// Where the line behind the one begins that `at` stands in.
fn next_line(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let offset = rest.find(['\n', '\r'])?;
    let is_double = rest.get(offset..)?.starts_with("\r\n");
    let next = at + offset + if is_double { 2 } else { 1 };
    (next < text.len()).then_some(next)
}

/// Whether there are only blank lines and comments.
pub(super) fn is_void(text: &str) -> bool {
    let mut lines = text.split(['\n', '\r']).map(str::trim_start);
    lines.all(|line| line.is_empty() || line.starts_with('#'))
}

/// The text with blanks for everything in `range` but line breaks.
fn blanked(text: &str, range: &Range<usize>) -> String {
    let [before, within, behind] = [0..range.start, range.clone(), range.end..text.len()]
        .map(|part| text.get(part).unwrap_or_default());
    let mut out = String::with_capacity(text.len());
    out.push_str(before);
    for character in within.chars() {
        match character {
            '\n' | '\r' => out.push(character),
            other => out.extend(std::iter::repeat_n(' ', other.len_utf8())),
        }
    }
    out.push_str(behind);
    out
}
