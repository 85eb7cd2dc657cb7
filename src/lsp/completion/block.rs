//! Slots in YAML.

use std::ops::{ControlFlow, Range};

use super::flow::{Flow, Reached};
use super::slot::{Layout, Role, Slot};
use super::token::{closing_below, closing_quote, line_end, next_line, typed_end};

/// The slot at `cursor` of a YAML text; `None` where nothing can be completed.
pub(super) fn slot(text: &str, cursor: usize) -> Option<Slot> {
    let start = content_start(text);
    if text.get(start..)?.starts_with(['{', '[']) && cursor > start {
        return match Flow::new(text, start, false, None).read_to(cursor) {
            Reached::Cursor(slot) => slot,
            Reached::End(_) | Reached::Broken(..) => None,
        };
    }
    let mut block = Block {
        text,
        cursor,
        levels: Vec::new(),
        opener: None,
        brackets: Vec::new(),
    };
    let mut at = section_start(text, cursor);
    loop {
        match block.line(at) {
            ControlFlow::Continue(next) => at = next,
            ControlFlow::Break(slot) => {
                return slot.map(|mut slot| {
                    slot.brackets.extend(block.brackets);
                    slot
                });
            }
        }
    }
}

/// Where the first value begins, behind comments and `---`.
fn content_start(text: &str) -> usize {
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if !rest.starts_with('#') && !is_marker(rest) {
            return at + blanks;
        }
        at = line_end(text, at + blanks);
    }
}

/// Whether a line parts documents.
fn is_marker(line: &str) -> bool {
    line.starts_with("---") || line.starts_with('%')
}

/// The start of the last line before the one of `cursor` that can only be a key of the root.
fn section_start(text: &str, cursor: usize) -> usize {
    let before = text.get(..cursor).unwrap_or_default();
    let mut end = line_start(before, cursor);
    while end > 0 {
        let start = line_start(text, end - 1);
        let first = text.as_bytes().get(start).copied().unwrap_or(b' ');
        if first.is_ascii_alphanumeric() || matches!(first, b'_' | b'$' | b'"' | b'\'') {
            return start;
        }
        end = start;
    }
    if text.starts_with('\u{feff}') { 3 } else { 0 }
}

/// The start of the line that `at` is on, or of the line whose break is there.
fn line_start(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes().get(..at).unwrap_or_default();
    let found = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    found.map_or(0, |at| at + 1)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    List,
}

/// YAML in lines, read up to the cursor.
struct Block<'s> {
    text: &'s str,
    cursor: usize,
    /// The maps and lists that are open, and the columns of their entries.
    levels: Vec<(Kind, usize)>,
    /// The column of the key or dash whose value is still to come.
    opener: Option<usize>,
    /// What broken brackets before the cursor lack.
    brackets: Vec<(usize, String)>,
}

/// Goes on at an offset, or ends with the slot.
type Flowing = ControlFlow<Option<Slot>, usize>;

impl Block<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// Whether a key or value may end at `at`.
    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r')
    }

    fn skip_blanks(&self, mut at: usize, end: usize) -> usize {
        while at < end && matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        at
    }

    /// Whether nothing but a comment stands from `at` on.
    fn is_void(&self, at: usize, end: usize) -> bool {
        at >= end || self.byte(at) == b'#'
    }

    /// Goes on behind the line that ends at `end`.
    fn go_on(&self, end: usize) -> Flowing {
        if self.cursor <= end {
            return ControlFlow::Break(None);
        }
        ControlFlow::Continue(next_line(self.text, end))
    }

    fn line(&mut self, start: usize) -> Flowing {
        let end = line_end(self.text, start);
        let mut at = start;
        while self.byte(at) == b' ' {
            at += 1;
        }
        let rest = self.text.get(at..end).unwrap_or_default();
        if rest.trim().is_empty() && (start..=end).contains(&self.cursor) {
            return ControlFlow::Break(self.blank_line(start, self.cursor..end));
        }
        if rest.trim().is_empty() || rest.starts_with('#') || (at == start && is_marker(rest)) {
            return self.go_on(end);
        }
        // A tab indents nothing: whatever follows it has no place yet.
        if self.byte(at) == b'\t' {
            return self.go_on(end);
        }
        if self.cursor < at {
            return ControlFlow::Break(None);
        }
        self.node(start, at, end)
    }

    /// A slot on a line that has only blanks; `rest` is what is behind the cursor.
    fn blank_line(&self, start: usize, rest: Range<usize>) -> Option<Slot> {
        let before = self.text.get(start..rest.start).unwrap_or_default();
        let column = Some(before.len()).filter(|_| !before.contains('\t'))?;
        let role = self.role_at(column)?;
        let dash = self.wants_dash(column, rest.end);
        let layout = Layout::Block { column, dash };
        let role = if dash { Role::Either } else { role };
        Some(Slot::new(rest.start..rest.start, role, layout))
    }

    /// What may begin at a column; `None` where nothing may.
    fn role_at(&self, column: usize) -> Option<Role> {
        let fits = |&(_, at): &(Kind, usize)| at == column;
        if self
            .levels
            .iter()
            .any(|level| fits(level) && level.0 == Kind::Map)
        {
            return Some(Role::Key);
        }
        if self.levels.iter().any(fits) || self.opener.is_some_and(|opener| opener < column) {
            return Some(Role::Either);
        }
        (self.levels.is_empty() && column == 0).then_some(Role::Key)
    }

    /// Whether only an element of a list may begin at a column of the line that ends at `end`.
    fn wants_dash(&self, column: usize, end: usize) -> bool {
        let is = |kind| self.levels.contains(&(kind, column));
        if is(Kind::List) && !is(Kind::Map) {
            return true;
        }
        let mut start = next_line(self.text, end);
        while start < self.text.len() {
            let end = line_end(self.text, start);
            let line = self.text.get(start..end).unwrap_or_default();
            let content = line.trim_start_matches(' ');
            if !content.trim().is_empty() && !content.starts_with('#') {
                let follows = line.len() - content.len() == column;
                return follows && (content == "-" || content.starts_with("- "));
            }
            start = next_line(self.text, end);
        }
        false
    }

    /// Notes that an entry begins at a column.
    fn enter(&mut self, kind: Kind, column: usize) {
        while let Some(&(last, at)) = self.levels.last() {
            let stays = at < column || (at == column && (last == kind || last == Kind::Map));
            if stays {
                break;
            }
            self.levels.pop();
        }
        if self.levels.last() != Some(&(kind, column)) {
            self.levels.push((kind, column));
        }
    }

    /// Reads what begins at `at` on the line from `line` to `end`.
    fn node(&mut self, line: usize, mut at: usize, end: usize) -> Flowing {
        let mut after_dash = false;
        while self.byte(at) == b'-' && (at + 1 >= end || self.is_blank(at + 1)) {
            self.enter(Kind::List, at - line);
            self.opener = Some(at - line);
            after_dash = true;
            let next = self.skip_blanks(at + 1, end);
            if self.is_void(next, end) {
                return self.after_dash(line, at, next, end);
            }
            if self.cursor < next {
                return ControlFlow::Break(None);
            }
            at = next;
        }
        let column = at - line;
        if let Some((key_end, colon)) = self.key(at, end) {
            self.enter(Kind::Map, column);
            self.opener = None;
            if self.cursor <= key_end {
                let layout = Layout::Block {
                    column,
                    dash: false,
                };
                let mut slot = Slot::new(at..key_end, Role::Key, layout);
                slot.has_colon = true;
                slot.quote = self.quote(at);
                return ControlFlow::Break(Some(slot));
            }
            if self.cursor <= colon {
                return ControlFlow::Break(None);
            }
            return self.value(line, column, colon + 1, end);
        }
        let in_scalar = self.is_scalar_start(at);
        if in_scalar && self.cursor <= self.scalar_end(at, end) {
            return ControlFlow::Break(self.bare_word(column, at, end, after_dash));
        }
        self.opener = None;
        self.content(line, column, at, end)
    }

    /// Behind a dash that nothing follows.
    fn after_dash(&mut self, line: usize, dash: usize, next: usize, end: usize) -> Flowing {
        if self.cursor > end {
            return self.go_on(end);
        }
        if self.cursor <= dash || (next < end && self.cursor > next) {
            return ControlFlow::Break(None);
        }
        let layout = Layout::Block {
            column: (self.cursor - line).max(dash + 2 - line),
            dash: false,
        };
        let mut slot = Slot::new(self.cursor..self.cursor, Role::Either, layout);
        slot.space_before = self.cursor == dash + 1;
        ControlFlow::Break(Some(slot))
    }

    /// A word that is no key yet and perhaps never will be.
    fn bare_word(&self, column: usize, at: usize, end: usize, after_dash: bool) -> Option<Slot> {
        let (role, dash) = if after_dash {
            (Role::Either, false)
        } else {
            let dash = self.wants_dash(column, end);
            let role = self.role_at(column)?;
            (if dash { Role::Either } else { role }, dash)
        };
        let layout = Layout::Block { column, dash };
        let mut slot = Slot::new(at..self.scalar_end(at, end), role, layout);
        slot.quote = self.quote(at);
        Some(slot)
    }

    /// Reads the value behind a colon; `column` is that of its key.
    fn value(&mut self, line: usize, column: usize, from: usize, end: usize) -> Flowing {
        let at = self.skip_blanks(from, end);
        let layout = Layout::Block {
            column,
            dash: false,
        };
        if self.is_void(at, end) {
            self.opener = Some(column);
            if self.cursor > end {
                return self.go_on(end);
            }
            if at < end && self.cursor >= at {
                return ControlFlow::Break(None);
            }
            let mut slot = Slot::new(self.cursor..self.cursor, Role::Value, layout);
            slot.space_before = self.cursor == from;
            return ControlFlow::Break(Some(slot));
        }
        if self.cursor < at {
            return ControlFlow::Break(None);
        }
        let scalar_end = self.scalar_end(at, end);
        if self.is_scalar_start(at) && self.cursor <= scalar_end {
            let mut slot = Slot::new(at..scalar_end, Role::Value, layout);
            slot.quote = self.quote(at);
            return ControlFlow::Break(Some(slot));
        }
        self.content(line, column, at, end)
    }

    /// Passes over a value that begins at `at` and belongs to the entry at `column`.
    fn content(&mut self, line: usize, column: usize, mut at: usize, end: usize) -> Flowing {
        while matches!(self.byte(at), b'&' | b'!') {
            while at < end && !self.is_blank(at) {
                at += 1;
            }
            at = self.skip_blanks(at, end);
            if self.is_void(at, end) {
                self.opener = Some(column);
                return self.go_on(end);
            }
        }
        match self.byte(at) {
            b'{' | b'[' => {
                let indent = self.indent(line);
                let flow = Flow::new(self.text, at, false, Some(indent));
                match flow.read_to(self.cursor) {
                    Reached::Cursor(slot) => ControlFlow::Break(slot),
                    Reached::End(end) => self.go_on(line_end(self.text, end)),
                    Reached::Broken(at, closers) => {
                        self.brackets.push((at, closers));
                        self.go_on(line_end(self.text, at))
                    }
                }
            }
            b'|' | b'>' => self.block_scalar(column, end),
            quote @ (b'"' | b'\'') => self.long_text(line, at, end, char::from(quote)),
            _ => self.go_on(end),
        }
    }

    /// Passes over quoted text, which may take several lines.
    fn long_text(&self, line: usize, at: usize, end: usize, quote: char) -> Flowing {
        if closing_quote(self.text, at, end, quote).is_some() {
            return self.go_on(end);
        }
        let close = closing_below(self.text, end, quote, Some(self.indent(line)));
        self.go_on(close.map_or(end, |close| line_end(self.text, close)))
    }

    /// Passes over a block scalar, whose lines are deeper than `column`.
    fn block_scalar(&self, column: usize, end: usize) -> Flowing {
        let mut last = end;
        while last < self.text.len() {
            let next = next_line(self.text, last);
            let next_end = line_end(self.text, next);
            let line = self.text.get(next..next_end).unwrap_or_default();
            let is_blank = line.trim().is_empty();
            let cursor_left = (next..=next_end).contains(&self.cursor)
                && is_blank
                && self.cursor - next <= column;
            if cursor_left || (!is_blank && self.indent(next) <= column) {
                break;
            }
            last = next_end;
        }
        self.go_on(last)
    }

    fn indent(&self, line: usize) -> usize {
        let rest = self.text.as_bytes().get(line..).unwrap_or_default();
        rest.iter().take_while(|&&byte| byte == b' ').count()
    }

    /// The end of the key that begins at `at`, and its colon.
    fn key(&self, at: usize, end: usize) -> Option<(usize, usize)> {
        let is_colon =
            |at: usize| self.byte(at) == b':' && (at + 1 >= end || self.is_blank(at + 1));
        if let Some(quote) = self.quote(at) {
            let key_end = closing_quote(self.text, at, end, quote)? + 1;
            let colon = self.skip_blanks(key_end, end);
            return (colon < end && is_colon(colon)).then_some((key_end, colon));
        }
        if !self.is_scalar_start(at) {
            return None;
        }
        let scalar_end = self.plain_end(at, end);
        let colon = (at..scalar_end).find(|&at| is_colon(at))?;
        let key = self.text.get(at..colon).unwrap_or_default();
        Some((at + key.trim_end().len(), colon))
    }

    fn quote(&self, at: usize) -> Option<char> {
        Some(char::from(self.byte(at))).filter(|quote| matches!(quote, '"' | '\''))
    }

    /// Whether a string begins at `at`, rather than something with a sign of its own.
    fn is_scalar_start(&self, at: usize) -> bool {
        !matches!(
            self.byte(at),
            b'{' | b'[' | b'|' | b'>' | b'&' | b'!' | b'*' | b'?' | b'#'
        )
    }

    fn scalar_end(&self, at: usize, end: usize) -> usize {
        match self.quote(at) {
            Some(quote) if (at..=end).contains(&self.cursor) => {
                typed_end(self.text, at, self.cursor.max(at + 1), quote)
            }
            Some(quote) => closing_quote(self.text, at, end, quote).map_or(end, |at| at + 1),
            None => self.plain_end(at, end),
        }
    }

    /// The end of a plain string: that of the line, or of what comes before a comment.
    fn plain_end(&self, at: usize, end: usize) -> usize {
        let line = self.text.get(at..end).unwrap_or_default();
        let line = line.split_once(" #").map_or(line, |(before, _)| before);
        at + line.trim_end().len()
    }
}

/// The slot at `cursor` of a JSON text.
pub(super) fn json_slot(text: &str, cursor: usize) -> Option<Slot> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    match Flow::new(text, start, true, None).read_to(cursor.max(start)) {
        Reached::Cursor(slot) => slot,
        Reached::End(_) | Reached::Broken(..) => None,
    }
}
