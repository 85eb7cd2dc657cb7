//! The words and signs of JSON and of YAML between brackets, read forgivingly.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

/// A word or sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// One of `{}[],:`.
    Sign(u8),
    /// Text that begins with this quote.
    Quoted(char),
    /// Text without quotes.
    Plain,
    /// A comment of YAML.
    Comment,
}

/// The token at or after `at`.
pub(super) fn next(text: &str, at: usize, is_json: bool) -> Option<Token> {
    let bytes = text.as_bytes();
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let start = at + bytes.get(at..)?.iter().position(|byte| !blank(byte))?;
    let first = *bytes.get(start)?;
    let after_blank = start == 0 || bytes.get(start - 1).is_some_and(blank);
    let (kind, end) = match first {
        b'{' | b'}' | b'[' | b']' | b',' | b':' => (TokenKind::Sign(first), start + 1),
        b'"' => (TokenKind::Quoted('"'), quoted_end(text, start, '"')),
        b'\'' if !is_json => (TokenKind::Quoted('\''), quoted_end(text, start, '\'')),
        b'#' if !is_json && after_blank => (TokenKind::Comment, line_end(text, start)),
        _ => (TokenKind::Plain, plain_end(text, start, is_json)),
    };
    let range = start..end;
    Some(Token { kind, range })
}

/// The end of the line that `at` is on, its break left out.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// One past the quote that closes the text which begins at `start`; the end of the line where none
/// does.
fn quoted_end(text: &str, start: usize, quote: char) -> usize {
    match quote_in_line(text, start + 1, quote) {
        Closed::Yes(at) => at + 1,
        Closed::No { line_end } => line_end,
    }
}

/// Where quoted text that began before is closed.
enum Closed {
    /// By the quote there.
    Yes(usize),
    /// Not in its line.
    No { line_end: usize },
}

/// Looks for the end of quoted text no further than it or the line goes: lines can be long, and
/// have many such texts.
fn quote_in_line(text: &str, mut at: usize, quote: char) -> Closed {
    let bytes = text.as_bytes();
    while let Some((stop, byte)) = next_stop(bytes, at, quote) {
        let next = bytes.get(stop + 1);
        let passed = match byte {
            b'\n' | b'\r' => return Closed::No { line_end: stop },
            b'\\' => !matches!(next, None | Some(b'\n' | b'\r')),
            _ if quote == '\'' && next == Some(&b'\'') => true,
            _ => return Closed::Yes(stop),
        };
        at = stop + if passed { 2 } else { 1 };
    }
    Closed::No {
        line_end: bytes.len(),
    }
}

/// The next byte, from `at` on, that means something in text with these quotes: most of a document
/// is text, and all of it before a cursor is read for each completion.
fn next_stop(bytes: &[u8], at: usize, quote: char) -> Option<(usize, u8)> {
    let rest = bytes.get(at..)?;
    let found = match quote {
        '"' => memchr3(b'"', b'\\', b'\n', rest),
        _ => memchr2(b'\'', b'\n', rest),
    };
    let before = rest.get(..found.unwrap_or(rest.len()))?;
    let stop = memchr(b'\r', before).or(found)?;
    Some((at + stop, *rest.get(stop)?))
}

/// Where the text that begins with a quote at `start` is closed, before `end` and on its line.
pub(super) fn closing_quote(text: &str, start: usize, end: usize, quote: char) -> Option<usize> {
    match quote_in_line(text, start + 1, quote) {
        Closed::Yes(at) => Some(at).filter(|&at| at < end),
        Closed::No { .. } => None,
    }
}

/// Where quoted text of YAML that goes on behind the line which ends at `end` is closed. Its lines
/// are blank or begin behind the column `outside`.
pub(super) fn closing_below(
    text: &str,
    mut end: usize,
    quote: char,
    outside: Option<usize>,
) -> Option<usize> {
    loop {
        let start = next_line(text, end);
        let line = text.get(start..).filter(|rest| !rest.is_empty())?;
        let column = line.len() - line.trim_start_matches(' ').len();
        let is_blank = matches!(
            line.as_bytes().get(column),
            None | Some(b'\n' | b'\r' | b'\t')
        );
        if !is_blank && outside.is_some_and(|outside| column <= outside) {
            return None;
        }
        match quote_in_line(text, start, quote) {
            Closed::Yes(at) => return Some(at),
            Closed::No { line_end } => end = line_end,
        }
    }
}

/// The start of the line behind the one that ends at `end`.
pub(super) fn next_line(text: &str, end: usize) -> usize {
    match text.as_bytes().get(end..end + 2) {
        Some(b"\r\n") => end + 2,
        _ => end + 1,
    }
}

fn plain_end(text: &str, start: usize, is_json: bool) -> usize {
    let bytes = text.as_bytes();
    let mut end = start + 1;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let ends = match byte {
            b'\n' | b'\r' => true,
            b',' | b'[' | b']' | b'{' | b'}' => at > start,
            b':' => {
                is_json
                    || matches!(
                        next,
                        b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'{' | b'}'
                    )
            }
            b'"' | b' ' | b'\t' => is_json && at > start,
            b'#' => !is_json && at > start && bytes.get(at - 1) == Some(&b' '),
            _ => false,
        };
        if ends {
            break;
        }
        at += 1;
        if !matches!(byte, b' ' | b'\t') {
            end = at;
        }
    }
    end.max(start + 1)
}

/// Where a quoted word that begins at `start` and holds `cursor` ends. A quote further on closes it
/// only if what follows could follow a word: otherwise it opens the next one, and this one is
/// unfinished.
pub(super) fn typed_end(text: &str, start: usize, cursor: usize, quote: char) -> usize {
    let end = line_end(text, cursor);
    if let Some(at) = closing_quote(text, start, end, quote)
        && (at < cursor || follows_word(text, at + 1))
    {
        return at + 1;
    }
    let rest = text.get(cursor..end).unwrap_or_default();
    let belongs = |c: char| c.is_alphanumeric() || "_-$./".contains(c);
    let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    cursor + length
}

fn follows_word(text: &str, at: usize) -> bool {
    let rest = text.get(at..line_end(text, at)).unwrap_or_default();
    let next = rest.trim_start().chars().next();
    next.is_none_or(|next| ",:]}#".contains(next))
}
