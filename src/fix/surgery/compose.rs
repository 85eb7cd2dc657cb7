//! New text for new values.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::layout::{Layout, Style, end, keeps_breaks, style, trailing_block_scalar};
use crate::source::{self, Draft, Format, Kind, Value};

/// What is to stand in a container.
#[derive(Debug, Clone)]
pub(crate) enum Piece<'t> {
    /// Members, at least one.
    Members(Vec<(String, Draft<'t>)>),
    /// An element.
    Element(Draft<'t>),
    /// A value of the document under these keys, outermost first; its comments come along where
    /// both places are in block style.
    Moved(Vec<String>, Value<'t>),
}

impl Piece<'static> {
    /// A new member.
    pub(crate) fn member(key: &str, value: &Json) -> Self {
        Self::Members(vec![(key.to_owned(), draft(value))])
    }

    /// New members, at least one.
    pub(crate) fn members(members: &[(&str, Json)]) -> Self {
        let owned = |(key, value): &(&str, Json)| ((*key).to_owned(), draft(value));
        Self::Members(members.iter().map(owned).collect())
    }

    /// A new element.
    pub(crate) fn element(value: &Json) -> Self {
        Self::Element(draft(value))
    }
}

impl<'t> Piece<'t> {
    /// The entries of the piece: a key, where it is a member, and a value.
    fn parts(&self) -> Vec<(Option<&str>, Cow<'_, Draft<'t>>)> {
        match self {
            Self::Members(members) => members
                .iter()
                .map(|(key, value)| (Some(&**key), Cow::Borrowed(value)))
                .collect(),
            Self::Element(value) => vec![(None, Cow::Borrowed(value))],
            Self::Moved(keys, value) => {
                let inner = keys.iter().skip(1).rev();
                let value = inner.fold(Draft::Copy(*value), |value, key| {
                    Draft::Object(vec![(key.clone().into(), value)])
                });
                vec![(keys.first().map(String::as_str), Cow::Owned(value))]
            }
        }
    }

    /// The piece as a collection of its own.
    fn draft(&self) -> Draft<'t> {
        match self {
            Self::Element(value) => Draft::Array(vec![value.clone()]),
            _ => Draft::Object(
                self.parts()
                    .into_iter()
                    .map(|(key, value)| {
                        let key = key.unwrap_or_default().to_owned();
                        (key.into(), value.into_owned())
                    })
                    .collect(),
            ),
        }
    }
}

/// The piece as block-style YAML: lines of which all but the first are indented by `indent`.
pub(super) fn block(piece: &Piece<'_>, layout: Layout<'_>, indent: &str) -> String {
    if let Piece::Moved(keys, value) = piece
        && style(*value) == Some(Style::Block)
        && let Some(text) = moved(keys, *value, indent)
    {
        return text;
    }
    written(&piece.draft(), layout, indent)
}

/// A value as lines, as the text is laid out, of which all but the first are indented by `indent`.
pub(super) fn written(value: &Draft<'_>, layout: Layout<'_>, indent: &str) -> String {
    let text = source::write_indented(value, layout.format, &layout.step());
    indented(text.trim_end_matches('\n'), indent, layout.line_break())
}

/// The lines of a value in block style, moved below `keys`.
fn moved(keys: &[String], value: Value<'_>, indent: &str) -> Option<String> {
    let layout = Layout::of(value);
    let step = layout.step();
    let mut text = String::new();
    let mut depth = indent.to_owned();
    for (at, key) in keys.iter().enumerate() {
        if at > 0 {
            text.push_str(&depth);
        }
        text.push_str(&scalar(key, Format::Yaml));
        text.push(':');
        text.push_str(layout.line_break());
        depth.push_str(&step);
    }
    text.push_str(&depth);
    text.push_str(&shifted(value, &depth)?);
    Some(text)
}

/// The lines of a value in block style, with all but the first indented anew. `None` where the blank
/// lines behind it are part of it: elsewhere, others follow.
pub(super) fn shifted(value: Value<'_>, indent: &str) -> Option<String> {
    let layout = Layout::of(value);
    if trailing_block_scalar(value).is_some_and(keeps_breaks) {
        return None;
    }
    let line_break = layout.line_break();
    let start = value.span().range().start;
    let old = layout.column(start);
    let end = end(value)?;
    let comment_end = layout.rest_of_line(end).unwrap_or(end);
    let mut text = String::new();
    for (at, line) in layout.slice(start, comment_end).lines().enumerate() {
        if at > 0 {
            text.push_str(line_break);
            let blank = line.len() - line.trim_start_matches(' ').len();
            let inner = line.get(old.min(blank)..).unwrap_or_default();
            if !inner.is_empty() {
                text.push_str(indent);
                text.push_str(inner);
            }
        } else {
            text.push_str(line);
        }
    }
    Some(text)
}

/// The piece for a flow collection of one line.
pub(super) fn inline(piece: &Piece<'_>, format: Format) -> String {
    let entries = piece.parts().into_iter();
    let entries: Vec<_> = entries
        .map(|(key, value)| entry(key, &flow(&value, format), format))
        .collect();
    entries.join(", ")
}

/// An entry of a flow collection, by the text of its value.
fn entry(key: Option<&str>, value: &str, format: Format) -> String {
    match key {
        Some(key) => format!("{}: {value}", scalar(key, format)),
        None => value.to_owned(),
    }
}

/// The piece as lines for a flow collection that has a line for each of its entries.
pub(super) fn spread(piece: &Piece<'_>, layout: Layout<'_>, indent: &str) -> String {
    let format = layout.format;
    let text = |value: &Draft<'_>| {
        let is_short = matches!(value, Draft::Array(elements) if elements.iter().all(is_scalar));
        if format == Format::Yaml || is_short {
            return flow(value, format);
        }
        written(value, layout, indent)
    };
    let entries = piece.parts().into_iter();
    let entries: Vec<_> = entries
        .map(|(key, value)| entry(key, &text(&value), format))
        .collect();
    entries.join(&format!(",{}{indent}", layout.line_break()))
}

fn is_scalar(value: &Draft<'_>) -> bool {
    match value {
        Draft::Copy(value) => !value.is_array() && !value.is_object(),
        Draft::Array(_) | Draft::Object(_) => false,
        _ => true,
    }
}

pub(super) fn indented(text: &str, indent: &str, line_break: &str) -> String {
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
pub(super) fn flow(value: &Draft<'_>, format: Format) -> String {
    match value {
        Draft::Copy(value) => flow_copy(*value, format),
        Draft::Array(elements) => list(elements.iter().map(|it| flow(it, format))),
        Draft::Object(members) => map(members
            .iter()
            .map(|(key, value)| (scalar(key, format), flow(value, format)))),
        Draft::String(text) => scalar(text, format),
        Draft::Number(lexeme) => lexeme.clone().into_owned(),
        Draft::Bool(value) => value.to_string(),
    }
}

fn flow_copy(value: Value<'_>, format: Format) -> String {
    match value.kind() {
        Kind::Array => list(value.elements().map(|it| flow_copy(it, format))),
        Kind::Object => map(value
            .members()
            .map(|it| (scalar(it.key, format), flow_copy(it.value, format)))),
        Kind::String => scalar(value.as_str().unwrap_or_default(), format),
        Kind::Number => value.as_number().map_or("0", |it| it.lexeme()).to_owned(),
        Kind::Bool => (value.as_bool() == Some(true)).to_string(),
        Kind::Null => "null".to_owned(),
        // Nobody knows what it means, but it can be kept.
        Kind::Unknown => value.tree().source().slice(value.span()).to_owned(),
    }
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

fn map(members: impl Iterator<Item = (String, String)>) -> String {
    let members: Vec<_> = members
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    format!("{{{}}}", members.join(", "))
}

/// A string on one line, quoted where it has to be, also inside brackets.
pub(super) fn scalar(text: &str, format: Format) -> String {
    if format == Format::Json || text.contains(|it| "\n,[]{}#".contains(it)) {
        return quoted(text);
    }
    let draft = Draft::String(Cow::Borrowed(text));
    source::write(&draft, format)
        .trim_end_matches('\n')
        .to_owned()
}

/// A string in double quotes, as JSON and YAML both read it.
pub(super) fn quoted(text: &str) -> String {
    let draft = Draft::String(Cow::Borrowed(text));
    source::write(&draft, Format::Json)
        .trim_end_matches('\n')
        .to_owned()
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

/// A new value as a draft. What is made up here is never null.
pub(super) fn draft(value: &Json) -> Draft<'static> {
    match value {
        Json::Null => Draft::string("null"),
        Json::Bool(value) => Draft::Bool(*value),
        Json::Number(number) => Draft::Number(number.to_string().into()),
        Json::String(text) => Draft::string(text.clone()),
        Json::Array(elements) => Draft::Array(elements.iter().map(draft).collect()),
        Json::Object(members) => Draft::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone().into(), draft(value)))
                .collect(),
        ),
    }
}
