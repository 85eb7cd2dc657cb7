//! What the indentation of a text says about its brackets, where these do not fit.

use super::token::string_end;

/// What the lines say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// All is on one line.
    Silent,
    /// Every line is indented as its brackets ask for.
    Regular,
    /// The line that starts at `at` is not: the bracket at `open` should be closed before it.
    Odd { open: usize, at: usize },
}

struct Opened {
    at: usize,
    /// Of the line it stands in.
    indent: usize,
    /// Of the first line inside it.
    inner: Option<usize>,
}

impl Layout {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut open: Vec<Opened> = Vec::new();
        let mut layout = Self::Silent;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            let first = start + indent;
            match (bytes.get(first), open.last_mut()) {
                (None | Some(b'\n' | b'\r'), _) | (_, None) => {}
                (Some(byte), Some(top)) => {
                    layout = Self::Regular;
                    let is_end = b"}]".contains(byte);
                    let fits = if is_end {
                        indent == top.indent
                    } else {
                        indent > top.indent && indent == *top.inner.get_or_insert(indent)
                    };
                    if !fits {
                        let (open, at) = (top.at, first);
                        return Self::Odd { open, at };
                    }
                }
            }
            brackets(bytes, first, start + line.len(), indent, &mut open);
            start += line.len();
        }
        layout
    }
}

/// Follows the brackets between two offsets of one line.
fn brackets(bytes: &[u8], from: usize, to: usize, indent: usize, open: &mut Vec<Opened>) {
    let mut at = from;
    while at < to {
        match bytes.get(at) {
            Some(b'"') => at = string_end(bytes, at + 1).unwrap_or(to),
            Some(b'{' | b'[') => open.push(Opened {
                at,
                indent,
                inner: None,
            }),
            Some(b'}' | b']') => {
                open.pop();
            }
            _ => {}
        }
        at += 1;
    }
}
