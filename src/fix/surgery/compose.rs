//! New text for new values.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::source::{self, Draft, Format};

/// What is to stand in a container.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// A member.
    Member(String, Json),
    /// An element.
    Element(Json),
}

/// The piece as block-style YAML: lines of which all but the first are indented by `indent`.
pub(super) fn block(piece: &Piece, indent: &str, line_break: &str) -> String {
    let draft = match piece {
        Piece::Member(key, value) => Draft::Object(vec![(key.as_str().into(), draft(value))]),
        Piece::Element(value) => Draft::Array(vec![draft(value)]),
    };
    let text = source::write(&draft, Format::Yaml);
    indented(text.trim_end_matches('\n'), indent, line_break)
}

/// The piece for a flow collection of one line.
pub(super) fn inline(piece: &Piece, format: Format) -> String {
    match piece {
        Piece::Member(key, value) => format!("{}: {}", key_text(key, format), flow(value, format)),
        Piece::Element(value) => flow(value, format),
    }
}

/// The piece as lines for a flow collection that has a line for each of its entries.
pub(super) fn spread(piece: &Piece, format: Format, indent: &str, line_break: &str) -> String {
    let value = match piece {
        Piece::Member(_, value) | Piece::Element(value) => value,
    };
    if format == Format::Yaml || value.as_array().is_some_and(|it| it.iter().all(is_scalar)) {
        return inline(piece, format);
    }
    let text = source::write(&draft(value), Format::Json);
    let text = indented(text.trim_end_matches('\n'), indent, line_break);
    match piece {
        Piece::Member(key, _) => format!("{}: {text}", key_text(key, format)),
        Piece::Element(_) => text,
    }
}

fn is_scalar(value: &Json) -> bool {
    !value.is_array() && !value.is_object()
}

fn indented(text: &str, indent: &str, line_break: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            result.push_str(line_break);
            if !line.is_empty() {
                result.push_str(indent);
            }
        }
        result.push_str(line);
    }
    result
}

/// A value on one line.
pub(super) fn flow(value: &Json, format: Format) -> String {
    match value {
        Json::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(|it| flow(it, format)).collect();
            format!("[{}]", elements.join(", "))
        }
        Json::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", key_text(key, format), flow(value, format)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Json::String(text) => scalar(text, format),
        other => other.to_string(),
    }
}

/// A string that may be a key, or stand anywhere in a line.
fn key_text(key: &str, format: Format) -> String {
    scalar(key, format)
}

/// A string on one line, quoted where it has to be, also inside brackets.
pub(super) fn scalar(text: &str, format: Format) -> String {
    if format == Format::Json || text.contains(|it| "\n,[]{}#".contains(it)) {
        return quoted(text);
    }
    let draft = Draft::String(Cow::Borrowed(text));
    source::write(&draft, format).trim_end_matches('\n').to_owned()
}

/// A string in double quotes, as JSON and YAML both read it.
pub(super) fn quoted(text: &str) -> String {
    let draft = Draft::String(Cow::Borrowed(text));
    source::write(&draft, Format::Json).trim_end_matches('\n').to_owned()
}

/// A string for a place where `old` stood, in the same quotes where it had some.
pub(super) fn like(old: &str, text: &str, format: Format) -> String {
    let is_simple = !text.contains(|it: char| it.is_control() || it == '\'' || it == '\\');
    match old.as_bytes().first() {
        Some(b'"') => quoted(text),
        Some(b'\'') if is_simple => format!("'{text}'"),
        _ => scalar(text, format),
    }
}

/// A new value as a draft.
fn draft(value: &Json) -> Draft<'_> {
    match value {
        Json::Null => Draft::Number("null".into()),
        Json::Bool(value) => Draft::Bool(*value),
        Json::Number(number) => Draft::Number(number.to_string().into()),
        Json::String(text) => Draft::string(text.as_str()),
        Json::Array(elements) => Draft::Array(elements.iter().map(draft).collect()),
        Json::Object(members) => Draft::Object(
            members
                .iter()
                .map(|(key, value)| (key.as_str().into(), draft(value)))
                .collect(),
        ),
    }
}

