//! RFC 8259 out.

use std::fmt::Write as _;

use crate::source::draft::{Part, Shape};

pub(super) fn write(part: Part<'_>, unit: &str) -> String {
    let mut text = String::new();
    value(&mut text, part, Indent { unit, depth: 0 });
    text
}

/// How far a line is indented.
#[derive(Clone, Copy)]
struct Indent<'u> {
    unit: &'u str,
    depth: usize,
}

impl Indent<'_> {
    fn deeper(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }
}

fn value(text: &mut String, part: Part<'_>, indent: Indent<'_>) {
    match part.shape() {
        Shape::Null => text.push_str("null"),
        Shape::Bool(value) => text.push_str(if value { "true" } else { "false" }),
        Shape::Number(lexeme) => text.push_str(lexeme),
        Shape::String(string) => quoted(text, string),
        Shape::Array(elements) => {
            collection(text, ['[', ']'], &elements, indent, |text, element| {
                value(text, *element, indent.deeper());
            });
        }
        Shape::Object(members) => {
            collection(text, ['{', '}'], &members, indent, |text, (key, member)| {
                quoted(text, key);
                text.push_str(": ");
                value(text, *member, indent.deeper());
            });
        }
    }
}

fn collection<T>(
    text: &mut String,
    [open, close]: [char; 2],
    entries: &[T],
    indent: Indent<'_>,
    mut entry: impl FnMut(&mut String, &T),
) {
    text.push(open);
    for (at, it) in entries.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        line(text, indent.deeper());
        entry(text, it);
    }
    if !entries.is_empty() {
        line(text, indent);
    }
    text.push(close);
}

/// Begins a line.
fn line(text: &mut String, indent: Indent<'_>) {
    text.push('\n');
    (0..indent.depth).for_each(|_| text.push_str(indent.unit));
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
