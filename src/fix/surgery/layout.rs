//! Where things stand in the text, as far as the tree does not say it: lines, indicators, commas.

use std::collections::VecDeque;
use std::ops::Range;

use crate::source::{Format, Kind, Tree, Value};

/// Columns of one step of indentation at most.
const WIDEST: usize = 8;

/// White space and line breaks.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

/// The text around the values of a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout<'t> {
    pub text: &'t str,
    pub format: Format,
    tree: &'t Tree,
}

/// An entry of a container, with its key or dash, without separators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub start: usize,
    pub end: usize,
}

impl<'t> Layout<'t> {
    pub(super) fn of(value: Value<'t>) -> Self {
        Self {
            text: value.tree().source().as_str(),
            format: value.tree().format(),
            tree: value.tree(),
        }
    }

    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The line break that the text uses.
    pub(super) fn line_break(self) -> &'static str {
        match self.text.find(['\n', '\r']) {
            Some(at) if self.text.get(at..).is_some_and(|it| it.starts_with("\r\n")) => "\r\n",
            Some(at) if self.byte(at) == Some(b'\r') => "\r",
            _ => "\n",
        }
    }

    /// By what the text indents one step.
    pub(super) fn step(self) -> String {
        const USUAL: &str = "  ";
        let root = self.tree.root();
        let step = root.and_then(|root| match self.format {
            Format::Json => self.step_of_json(root),
            Format::Yaml => self.step_of_yaml(root),
        });
        step.unwrap_or_else(|| USUAL.to_owned())
    }

    /// What the first member stands behind, where it has a line of its own.
    fn step_of_json(self, root: Value<'_>) -> Option<String> {
        let start = extent(nth(root, 0)?, Style::Flow)?.start;
        let step = self.indentation(start);
        let is_step = self.is_first_in_line(start) && (1..=WIDEST).contains(&step.len());
        is_step.then(|| step.to_owned())
    }

    /// How far the first key below another one stands behind it, else the first dash.
    fn step_of_yaml(self, root: Value<'_>) -> Option<String> {
        /// The first entries of a document are enough to see how it is written.
        const LOOKED_AT: usize = 200;
        let mut dash = None;
        let mut waiting = VecDeque::from([root]);
        for _ in 0..LOOKED_AT {
            let Some(outer) = waiting.pop_front() else {
                break;
            };
            let entries = outer.members().map(|it| it.value).chain(outer.elements());
            for inner in entries.take(LOOKED_AT) {
                match (inner.kind(), self.step_to(inner)) {
                    (Kind::Object, Some(step)) => return Some(" ".repeat(step)),
                    (_, Some(step)) => dash = dash.or(Some(step)),
                    (_, None) => {}
                }
                waiting.push_back(inner);
            }
        }
        dash.map(|step| " ".repeat(step))
    }

    /// How far a collection in block style stands behind its key.
    fn step_to(self, value: Value<'_>) -> Option<usize> {
        let (_, key) = value.key()?;
        let from = self.column(key.range().start);
        let to = self.column(value.span().range().start);
        let step = to.checked_sub(from)?;
        let is_block = style(value) == Some(Style::Block);
        (is_block && (1..=WIDEST).contains(&step)).then_some(step)
    }

    /// Where the line of `at` starts; a byte-order mark is before the first line.
    pub(super) fn line_start(self, at: usize) -> usize {
        let before = self.slice(0, at);
        match before.rfind(['\n', '\r']) {
            Some(found) => found + 1,
            None if before.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
            None => 0,
        }
    }

    /// Where the line of `at` ends, its line break excluded.
    pub(super) fn line_end(self, at: usize) -> usize {
        let rest = self.slice(at, self.text.len());
        at + rest.find(['\n', '\r']).unwrap_or(rest.len())
    }

    /// Behind the line break at `at`; `at` itself where none stands there.
    pub(super) fn behind_break(self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => at + 2,
            (Some(b'\r' | b'\n'), _) => at + 1,
            _ => at,
        }
    }

    /// The white space that the line of `at` begins with.
    pub(super) fn indentation(self, at: usize) -> &'t str {
        let start = self.line_start(at);
        let line = self.slice(start, self.line_end(start));
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..blank).unwrap_or_default()
    }

    /// Whether only white space stands before `at` in its line. Looks at no more than that: a
    /// document may be one long line.
    pub(super) fn is_first_in_line(self, at: usize) -> bool {
        let before = self.slice(0, self.before_spaces(at));
        before.is_empty() || before.ends_with(['\n', '\r', '\u{feff}'])
    }

    /// Bytes between the start of the line and `at`.
    pub(super) fn column(self, at: usize) -> usize {
        at - self.line_start(at).min(at)
    }

    /// Whether a YAML comment starts at `at`.
    fn is_comment(self, at: usize) -> bool {
        self.format == Format::Yaml
            && self.byte(at) == Some(b'#')
            && (at == 0 || self.byte(at - 1).is_none_or(|it| b" \t\n\r".contains(&it)))
    }

    /// Behind white space, line breaks and comments.
    pub(super) fn skip_blank(self, mut at: usize) -> usize {
        loop {
            match self.byte(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                Some(b'#') if self.is_comment(at) => at = self.line_end(at),
                _ => return at,
            }
        }
    }

    /// Behind spaces and tabs.
    pub(super) fn skip_spaces(self, at: usize) -> usize {
        let rest = self.slice(at, self.text.len());
        at + rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    /// Before spaces and tabs that end at `at`.
    pub(super) fn before_spaces(self, at: usize) -> usize {
        self.slice(0, at).trim_end_matches([' ', '\t']).len()
    }

    /// The end of the line of `at` where nothing but a comment follows in it.
    pub(super) fn rest_of_line(self, at: usize) -> Option<usize> {
        let next = self.skip_spaces(at);
        match self.byte(next) {
            None | Some(b'\n' | b'\r') => Some(next),
            Some(_) => self.is_comment(next).then(|| self.line_end(next)),
        }
    }

    /// A line break, and spaces up to the column of `at`.
    pub(super) fn line_break_at(self, at: usize) -> String {
        format!("{}{}", self.line_break(), " ".repeat(self.column(at)))
    }

    /// Where the comments of YAML stand between the two, where `values` are written.
    pub(super) fn comments(
        self,
        values: &[Value<'t>],
        start: usize,
        end: usize,
    ) -> Vec<Range<usize>> {
        let mut comments = Vec::new();
        if self.format == Format::Json || !self.slice(start, end).contains('#') {
            return comments;
        }
        let texts = texts(values);
        let mut at = start;
        while let Some(found) = self.slice(at, end).find('#') {
            let sign = at + found;
            let before = texts.partition_point(|it| it.start <= sign);
            let text = texts.get(..before).and_then(<[_]>::last);
            at = match text.filter(|it| it.contains(&sign)) {
                Some(text) => text.end,
                None if self.is_comment(sign) => {
                    let line_end = self.line_end(sign);
                    comments.push(sign..line_end);
                    line_end
                }
                None => sign + 1,
            };
        }
        comments
    }

    /// Whether nothing but white space stands between the two.
    pub(super) fn is_blank(self, start: usize, end: usize) -> bool {
        self.slice(start, end).chars().all(|it| BLANK.contains(&it))
    }

    /// Whether the two are in one line.
    pub(super) fn is_one_line(self, start: usize, end: usize) -> bool {
        !self.slice(start, end).contains(['\n', '\r'])
    }

    /// The colon behind a key that ends at `end`.
    pub(super) fn colon(self, end: usize) -> Option<usize> {
        let at = self.skip_spaces(end);
        (self.byte(at) == Some(b':')).then_some(at)
    }

    /// The comma behind an entry of a flow collection that ends at `end`.
    pub(super) fn comma(self, end: usize) -> Option<usize> {
        let at = self.skip_blank(end);
        (self.byte(at) == Some(b',')).then_some(at)
    }
}

/// How the entries of a container are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// In brackets, with commas.
    Flow,
    /// By lines and indentation.
    Block,
}

/// The style of a container; `None` where it has none of its own, as the pair in `[a: 1]`.
pub(super) fn style(container: Value<'_>) -> Option<Style> {
    let layout = Layout::of(container);
    if opens(container) {
        return Some(Style::Flow);
    }
    let mut around = container.parent();
    while let Some(outer) = around {
        if opens(outer) {
            return None;
        }
        around = outer.parent();
    }
    let is_block = layout.format == Format::Yaml && !container.is_empty();
    is_block.then_some(Style::Block)
}

fn opens(container: Value<'_>) -> bool {
    let first = Layout::of(container).byte(container.span().range().start);
    match container.kind() {
        Kind::Object => first == Some(b'{'),
        Kind::Array => first == Some(b'['),
        _ => false,
    }
}

/// The entry that `value` is, of a container of this style.
pub(super) fn extent(value: Value<'_>, style: Style) -> Option<Extent> {
    let layout = Layout::of(value);
    let start = match (value.key(), style) {
        (Some((_, key)), _) => {
            let start = key.range().start;
            // An explicit key, a tag or an anchor before the key are left to people.
            let is_plain = match style {
                Style::Flow => {
                    let before = layout.before_spaces(start);
                    layout.is_first_in_line(start)
                        || layout.slice(0, before).ends_with(['{', ',', '['])
                }
                Style::Block => layout
                    .slice(layout.line_start(start), start)
                    .chars()
                    .all(|it| it == '-' || it == ' '),
            };
            layout.colon(key.range().end)?;
            is_plain.then_some(start)?
        }
        (None, Style::Block) => dash(value)?,
        (None, Style::Flow) => {
            let container = value.parent()?;
            let from = match sibling(value, -1) {
                Some(previous) => layout.comma(end(previous)?)? + 1,
                None => container.span().range().start + 1,
            };
            layout.skip_blank(from)
        }
    };
    Some(Extent {
        start,
        end: end(value)?,
    })
}

/// Where the last character of a value is written; behind its colon or dash where there is none.
pub(super) fn end(value: Value<'_>) -> Option<usize> {
    let layout = Layout::of(value);
    let mut at = value;
    while style(at) == Some(Style::Block) {
        at = last(at)?;
    }
    if !at.is_empty_plain() {
        return Some(range(at).end);
    }
    match at.key() {
        Some((_, key)) => layout.colon(key.range().end).map(|it| it + 1),
        None => {
            let end = at.span().range().end;
            (end > 0 && layout.byte(end - 1) == Some(b'-')).then_some(end)
        }
    }
}

/// The bytes that a value is written in. To a block scalar the reader counts the line breaks behind
/// its last line, and the indentation of what follows; they are no part of this.
pub(super) fn range(value: Value<'_>) -> Range<usize> {
    let layout = Layout::of(value);
    let Range { start, end } = value.span().range();
    if !is_block_scalar(value) {
        return start..end;
    }
    let text = layout.slice(start, end).trim_end_matches(BLANK);
    start..layout.line_end(start + text.len()).min(end)
}

/// The dash of an element of a block sequence.
fn dash(value: Value<'_>) -> Option<usize> {
    let layout = Layout::of(value);
    let at = match sibling(value, -1) {
        Some(previous) => layout.skip_blank(end(previous)?),
        None => value.parent()?.span().range().start,
    };
    let is_dash = layout.byte(at) == Some(b'-') && at < value.span().range().end.max(at + 1);
    is_dash.then_some(at)
}

/// Where keys and texts are written in the values, in the order of the text.
fn texts(values: &[Value<'_>]) -> Vec<Range<usize>> {
    let mut texts = Vec::new();
    let mut waiting = values.to_vec();
    while let Some(value) = waiting.pop() {
        let layout = Layout::of(value);
        let Range { start, end } = range(value);
        waiting.extend(value.members().map(|it| it.value).chain(value.elements()));
        texts.extend(value.key().map(|(_, key)| key.range()));
        if is_block_scalar(value) {
            // A comment may stand behind its sign.
            texts.push(layout.line_end(start)..end);
        } else if value.as_str().is_some() {
            texts.push(start..end);
        }
    }
    texts.sort_by_key(|it| it.start);
    texts
}

/// The last entry of a container.
pub(super) fn last(container: Value<'_>) -> Option<Value<'_>> {
    nth(container, container.len().checked_sub(1)?)
}

/// The entry at `index`.
pub(super) fn nth(container: Value<'_>, index: usize) -> Option<Value<'_>> {
    match container.kind() {
        Kind::Object => container.members().nth(index).map(|it| it.value),
        _ => container.elements().nth(index),
    }
}

/// The entry `offset` places behind `value` in its container.
pub(super) fn sibling(value: Value<'_>, offset: isize) -> Option<Value<'_>> {
    let container = value.parent()?;
    let position = match container.kind() {
        Kind::Object => container
            .members()
            .position(|it| it.value.id() == value.id())?,
        _ => value.index()?,
    };
    nth(container, position.checked_add_signed(offset)?)
}

/// The block scalar that a value ends with: what follows it in the text may become part of it.
pub(super) fn trailing_block_scalar(value: Value<'_>) -> Option<Value<'_>> {
    let mut at = value;
    while style(at) == Some(Style::Block) {
        at = last(at)?;
    }
    is_block_scalar(at).then_some(at)
}

/// Whether a value is a text in lines of its own behind `|` or `>`.
fn is_block_scalar(value: Value<'_>) -> bool {
    let layout = Layout::of(value);
    let first = layout.byte(value.span().range().start);
    layout.format == Format::Yaml && value.as_str().is_some() && matches!(first, Some(b'|' | b'>'))
}

/// Whether the line breaks behind a block scalar belong to it.
pub(super) fn keeps_breaks(scalar: Value<'_>) -> bool {
    let layout = Layout::of(scalar);
    let start = scalar.span().range().start;
    let header = layout.slice(start, layout.line_end(start));
    header
        .split([' ', '\t'])
        .next()
        .is_some_and(|it| it.contains('+'))
}
