//! RFC 8259 out.

use crate::source::Draft;
use crate::source::draft::Shape;

pub(super) fn write(draft: &Draft<'_>) -> String {
    let mut text = String::new();
    value(&mut text, draft, 0);
    text
}

fn value(text: &mut String, draft: &Draft<'_>, indent: usize) {
    match draft.shape() {
        Shape::Null => text.push_str("null"),
        Shape::Bool(value) => text.push_str(if value { "true" } else { "false" }),
        Shape::Number(lexeme) => text.push_str(lexeme),
        Shape::String(string) => quoted(text, string),
        Shape::Array(elements) => {
            collection(text, ['[', ']'], &elements, indent, |text, element| {
                value(text, element, indent + 1);
            });
        }
        Shape::Object(members) => {
            collection(text, ['{', '}'], &members, indent, |text, (key, member)| {
                quoted(text, key);
                text.push_str(": ");
                value(text, member, indent + 1);
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
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        (0..=indent).for_each(|_| text.push_str("  "));
        entry(text, it);
    }
    if !entries.is_empty() {
        text.push('\n');
        (0..indent).for_each(|_| text.push_str("  "));
    }
    text.push(close);
}

/// A string in double quotes; only what must be escaped is, by escapes that YAML shares.
pub(super) fn quoted(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => text.push_str(&format!("\\u{:04x}", c as u32)),
            c => text.push(c),
        }
    }
    text.push('"');
}
