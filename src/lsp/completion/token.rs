//! The words and signs of JSON and of YAML between brackets, read forgivingly.

use std::ops::Range;

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
    let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    at + length.unwrap_or(rest.len())
}

/// One past the quote that closes the text which begins at `start`; the end of the line where none
/// does.
fn quoted_end(text: &str, start: usize, quote: char) -> usize {
    let end = line_end(text, start);
    closing_quote(text, start, end, quote).map_or(end, |at| at + 1)
}

/// Where the text that begins with a quote at `start` is closed, before `end`.
pub(super) fn closing_quote(text: &str, start: usize, end: usize, quote: char) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while at < end {
        let byte = *bytes.get(at)?;
        match byte {
            b'\\' if quote == '"' => at += 1,
            b'\'' if quote == '\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            _ if char::from(byte) == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn plain_end(text: &str, start: usize, is_json: bool) -> usize {
    let limit = line_end(text, start);
    let bytes = text.as_bytes();
    let mut end = start + 1;
    let mut at = start;
    while at < limit {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let ends = match byte {
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
