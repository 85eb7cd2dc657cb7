//! Slots in JSON, and between the brackets of YAML.

use std::ops::Range;

use super::slot::{Layout, Role, Slot};
use super::token::{self, Token, TokenKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Object,
    Array,
}

/// How many brackets a document nests at most; more are not looked through for a match.
const DEEPEST: usize = 128;

/// How far the entry of a collection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// It may begin.
    Due,
    /// Its key is there.
    Key,
    /// Its colon is there.
    Colon,
    /// It is whole.
    Whole,
}

/// Bracketed text, read up to some place.
pub(super) struct Flow<'s> {
    text: &'s str,
    is_json: bool,
    /// Lines that begin at this column or before it are outside: block style goes on there.
    outside: Option<usize>,
    open: Vec<(Bracket, Entry)>,
    at: usize,
    last_end: usize,
}

/// Where reading came to.
pub(super) enum Reached {
    /// The brackets are closed before the cursor: this is the end of them.
    End(usize),
    /// The cursor is inside; there may be something to write.
    Cursor(Option<Slot>),
    /// The brackets lack their ends, which belong here: these.
    Broken(usize, String),
}

/// What stands behind a cursor where a value is due.
enum Behind {
    /// The value right there, which can be replaced.
    Word(Token),
    /// No value.
    Nothing,
    /// A value that is no word, or not right there.
    Other,
}

impl<'s> Flow<'s> {
    /// Bracketed text that begins at `start`.
    pub(super) fn new(text: &'s str, start: usize, is_json: bool, outside: Option<usize>) -> Self {
        Self {
            text,
            is_json,
            outside,
            open: Vec::new(),
            at: start,
            last_end: start,
        }
    }

    /// Reads on to the end of the brackets or to `cursor`.
    pub(super) fn read_to(mut self, cursor: usize) -> Reached {
        loop {
            let token = self.next(self.at);
            let Some(token) = token.filter(|token| token.range.start < cursor) else {
                return Reached::Cursor(self.slot(cursor, None));
            };
            if self.is_outside(&token) {
                return Reached::Broken(self.last_end, closers(&self.open));
            }
            if token.range.end >= cursor {
                match token.kind {
                    TokenKind::Sign(_) => {}
                    TokenKind::Comment => return Reached::Cursor(None),
                    _ if self.has_lines(&token) => return Reached::Cursor(None),
                    TokenKind::Plain | TokenKind::Quoted(_) => {
                        return Reached::Cursor(self.slot(cursor, Some(token)));
                    }
                }
            }
            self.take(&token);
            if self.open.is_empty() {
                return Reached::End(token.range.end);
            }
        }
    }

    /// The token at or after `at`, however many lines it has.
    fn next(&self, at: usize) -> Option<Token> {
        token::next(self.text, at, self.is_json).map(|token| self.whole(token))
    }

    /// A token with the further lines of quoted text in YAML. A quote further on ends it only if what
    /// follows could follow a text: otherwise the first one is not closed yet.
    fn whole(&self, mut token: Token) -> Token {
        let TokenKind::Quoted(quote) = token.kind else {
            return token;
        };
        let Range { start, end } = token.range;
        if self.is_json || token::closing_quote(self.text, start, end, quote).is_some() {
            return token;
        }
        let close = token::closing_below(self.text, end, quote, self.outside);
        if let Some(end) = close.map(|at| at + 1).filter(|&at| self.may_end(at)) {
            token.range.end = end;
        }
        token
    }

    /// Whether quoted text may end at `at`.
    fn may_end(&self, at: usize) -> bool {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let blanks = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b' ' | b'\t'));
        let blanks = blanks.count();
        match rest.get(blanks) {
            None | Some(b'\n' | b'\r' | b',' | b':' | b']' | b'}') => true,
            Some(b'#') => blanks > 0,
            Some(_) => false,
        }
    }

    /// Whether a token has more than one line: such texts are not for completion.
    fn has_lines(&self, token: &Token) -> bool {
        let text = self.text.get(token.range.clone()).unwrap_or_default();
        text.contains(['\n', '\r'])
    }

    fn take(&mut self, token: &Token) {
        self.at = token.range.end;
        match token.kind {
            TokenKind::Comment => return,
            TokenKind::Sign(b'{') => self.open.push((Bracket::Object, Entry::Due)),
            TokenKind::Sign(b'[') => self.open.push((Bracket::Array, Entry::Due)),
            TokenKind::Sign(b'}' | b']') => {
                self.open.pop();
                self.set(Entry::Whole);
            }
            TokenKind::Sign(b',') => self.set(Entry::Due),
            TokenKind::Sign(_) => self.set(Entry::Colon),
            TokenKind::Plain | TokenKind::Quoted(_) => match self.open.last() {
                Some((Bracket::Object, Entry::Due | Entry::Whole)) => self.set(Entry::Key),
                _ => self.set(Entry::Whole),
            },
        }
        self.last_end = token.range.end;
    }

    fn set(&mut self, entry: Entry) {
        if let Some((_, last)) = self.open.last_mut() {
            *last = entry;
        }
    }

    fn is_outside(&self, token: &Token) -> bool {
        let TokenKind::Sign(b'}' | b']' | b',') = token.kind else {
            let Some(outside) = self.outside else {
                return false;
            };
            let between = self.text.get(self.last_end..token.range.start);
            let break_at = between.and_then(|it| it.rfind(['\n', '\r']));
            let column = break_at.map(|at| token.range.start - self.last_end - at - 1);
            return column.is_some_and(|column| column <= outside);
        };
        false
    }

    fn slot(mut self, cursor: usize, word: Option<Token>) -> Option<Slot> {
        let (bracket, entry) = *self.open.last().unwrap_or(&(Bracket::Array, Entry::Due));
        let role = match (bracket, entry) {
            (Bracket::Array, Entry::Colon) | (Bracket::Object, Entry::Key) => return None,
            (Bracket::Object, Entry::Due | Entry::Whole) => Role::Key,
            _ => Role::Value,
        };
        let word = match word {
            None if entry == Entry::Colon => match self.value_behind(cursor) {
                Behind::Word(word) => Some(word),
                Behind::Nothing => None,
                Behind::Other => return None,
            },
            word => word,
        };
        let (range, quote) = match word {
            None => (cursor..cursor, None),
            Some(token) => match token.kind {
                TokenKind::Quoted(quote) => {
                    let start = token.range.start;
                    let end = token::typed_end(self.text, start, cursor.max(start + 1), quote);
                    (start..end.max(cursor), Some(quote))
                }
                _ if role == Role::Key => (self.first_word(token.range, cursor), None),
                _ => (token.range, None),
            },
        };
        let layout = if self.is_json {
            Layout::Json
        } else {
            Layout::Flow
        };
        let mut slot = Slot::new(range, role, layout);
        slot.quote = quote;
        slot.comma_before = (entry == Entry::Whole).then_some(self.last_end);
        slot.space_before =
            entry == Entry::Colon && self.last_end == slot.word.start && !self.is_json;
        self.at = slot.word.end;
        self.last_end = slot.word.end;
        let next = self.peek();
        slot.has_colon = role == Role::Key && next == Some(b':');
        let is_closed = slot.has_colon || matches!(next, None | Some(b',' | b'}' | b']'));
        slot.comma_after = !self.open.is_empty() && !is_closed;
        slot.brackets = self.missing();
        Some(slot)
    }

    /// The value of a member whose colon is before the cursor.
    fn value_behind(&self, cursor: usize) -> Behind {
        let next = self.next(cursor);
        let Some(next) = next.filter(|next| !self.is_outside(next)) else {
            return Behind::Nothing;
        };
        let follower = self.next(next.range.end);
        let is_key = follower.is_some_and(|it| it.kind == TokenKind::Sign(b':'));
        match next.kind {
            TokenKind::Sign(b'{' | b'[') => Behind::Other,
            TokenKind::Sign(_) | TokenKind::Comment => Behind::Nothing,
            _ if next.range.start == cursor && !self.has_lines(&next) => Behind::Word(next),
            _ if is_key => Behind::Nothing,
            _ => Behind::Other,
        }
    }

    /// The part of a plain key up to the blank behind the cursor: what follows may be the next key,
    /// before the comma between them is written.
    fn first_word(&self, word: Range<usize>, cursor: usize) -> Range<usize> {
        let rest = self.text.get(cursor..word.end).unwrap_or_default();
        let end = rest.find(' ').map_or(word.end, |at| cursor + at);
        word.start..end
    }

    /// The first byte of the next token inside.
    fn peek(&self) -> Option<u8> {
        let mut at = self.at;
        loop {
            let token = self.next(at)?;
            if token.kind != TokenKind::Comment {
                let inside = !self.is_outside(&token);
                return self
                    .text
                    .as_bytes()
                    .get(token.range.start)
                    .copied()
                    .filter(|_| inside);
            }
            at = token.range.end;
        }
    }

    /// The brackets that are never closed, and where they should be. JSON is read first as it is.
    fn missing(self) -> Vec<(usize, String)> {
        match self.is_json {
            true => Vec::new(),
            false => self.unclosed(),
        }
    }

    /// The brackets that lack their ends from here on, and where those should be.
    fn unclosed(mut self) -> Vec<(usize, String)> {
        let mut unclosed = Vec::new();
        while !self.open.is_empty() {
            let token = self.next(self.at).filter(|token| !self.is_outside(token));
            let Some(token) = token else {
                unclosed.push((self.last_end, closers(&self.open)));
                break;
            };
            if let Some((at, inner)) = self.skipped(&token) {
                unclosed.push((at, closers(self.open.get(inner..).unwrap_or_default())));
                self.open.truncate(inner);
                self.set(Entry::Whole);
                // An entry that begins here has a comma before it already.
                if at < self.last_end {
                    self.set(Entry::Due);
                }
            }
            self.take(&token);
        }
        unclosed
    }

    /// Where brackets should have been closed before one, and how many stay open: it closes an outer
    /// one, or begins an entry that the innermost object cannot have.
    fn skipped(&self, token: &Token) -> Option<(usize, usize)> {
        let closed = match token.kind {
            TokenKind::Sign(b'}') => Bracket::Object,
            TokenKind::Sign(b']') => Bracket::Array,
            TokenKind::Sign(b'{' | b'[') => {
                let is_out_of_place = self.open.last() == Some(&(Bracket::Object, Entry::Due));
                // The comma belongs to what is around the object.
                let comma = self.last_end.checked_sub(1).filter(|_| is_out_of_place)?;
                let is_comma = self.text.as_bytes().get(comma) == Some(&b',');
                return is_comma.then_some((comma, self.open.len().saturating_sub(1)));
            }
            _ => return None,
        };
        let mut open = self.open.iter().rev().take(DEEPEST);
        let inner = open.position(|(open, _)| *open == closed)?;
        (inner > 0).then(|| (self.last_end, self.open.len() - inner))
    }
}

/// A JSON text whose brackets are all closed, and where `place` is in it; `None` where they are.
pub(super) fn balanced(text: &str, place: usize) -> Option<(String, usize)> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut flow = Flow::new(text, start, true, None);
    let first = flow.next(start)?;
    flow.take(&first);
    let unclosed = flow.unclosed();
    let mut balanced = String::with_capacity(text.len() + 64);
    let (mut copied, mut moved) = (0, place);
    for (at, closers) in &unclosed {
        balanced.push_str(text.get(copied..*at)?);
        balanced.push_str(closers);
        copied = *at;
        if *at <= place {
            moved += closers.len();
        }
    }
    balanced.push_str(text.get(copied..)?);
    (!unclosed.is_empty()).then_some((balanced, moved))
}

/// The brackets that would close these.
fn closers(open: &[(Bracket, Entry)]) -> String {
    let open = open.iter().rev();
    open.map(|(bracket, _)| match bracket {
        Bracket::Object => '}',
        Bracket::Array => ']',
    })
    .collect()
}
