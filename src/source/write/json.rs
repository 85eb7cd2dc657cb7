//! RFC 8259 out.

use std::fmt::Write as _;

use crate::source::draft::{Part, Shape};

pub(super) fn write(part: Part<'_>) -> String {
    let mut text = String::new();
    value(&mut text, part, 0);
    text
}

fn value(text: &mut String, part: Part<'_>, indent: usize) {
    match part.shape() {
        Shape::Null => text.push_str("null"),
        Shape::Bool(value) => text.push_str(if value { "true" } else { "false" }),
        Shape::Number(lexeme) => text.push_str(lexeme),
        Shape::String(string) => quoted(text, string),
        Shape::Array(elements) => {
            collection(text, ['[', ']'], &elements, indent, |text, element| {
                value(text, *element, indent + 1);
            });
        }
        Shape::Object(members) => {
            collection(text, ['{', '}'], &members, indent, |text, (key, member)| {
                quoted(text, key);
                text.push_str(": ");
                value(text, *member, indent + 1);
            });
        }
    }
}

fn collection<T>(
    text: &mut String,
    [open, close]: [char; 2],
    entries: &[T],
    indent: usize,
    mut entry: impl FnMut(&mut String, &T),
) {
    text.push(open);
    for (at, it) in entries.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        line(text, indent + 1);
        entry(text, it);
    }
    if !entries.is_empty() {
        line(text, indent);
    }
    text.push(close);
}

/// Begins a line.
fn line(text: &mut String, indent: usize) {
    /// As deep as most lines are.
    const LINE: &str = "\n                                                                ";
    text.push_str(LINE.get(..=2 * indent).unwrap_or(LINE));
    (LINE.len()..=2 * indent).for_each(|_| text.push(' '));
}

/// A string in double quotes; only what must be escaped is, by escapes that YAML shares.
pub(super) fn quoted(text: &mut String, string: &str) {
    text.push('"');
    let mut rest = string;
    while let Some(at) = rest
        .bytes()
        .position(|it| it < b' ' || it == b'"' || it == b'\\')
    {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('\n') => text.push_str("\\n"),
            Some('\r') => text.push_str("\\r"),
            Some('\t') => text.push_str("\\t"),
            Some(c @ ('"' | '\\')) => text.extend(['\\', c]),
            // Writing to a string cannot fail.
            Some(c) => _ = write!(text, "\\u{:04x}", u32::from(c)),
            None => {}
        }
        rest = characters.as_str();
    }
    text.push_str(rest);
    text.push('"');
}
