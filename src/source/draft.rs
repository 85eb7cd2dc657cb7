//! Documents in the making: parts of trees, kept as they were written, between new parts.

use std::borrow::Cow;

use super::{Kind, Value};

/// A value to be written. What is copied from a tree keeps its member order, its number lexemes
/// and every character of its strings.
#[derive(Debug, Clone)]
pub enum Draft<'t> {
    /// A value of a tree, as it is.
    Copy(Value<'t>),
    /// A new boolean.
    Bool(bool),
    /// A new number, in JSON syntax.
    Number(Cow<'t, str>),
    /// A new string.
    String(Cow<'t, str>),
    /// A new array.
    Array(Vec<Draft<'t>>),
    /// A new object; no two keys are equal.
    Object(Vec<(Cow<'t, str>, Draft<'t>)>),
}

/// A part of a draft, whether copied or new; cheap to copy.
#[derive(Clone, Copy)]
pub(super) enum Part<'d> {
    New(&'d Draft<'d>),
    Old(Value<'d>),
}

/// What a part is, wherever it comes from.
pub(super) enum Shape<'d> {
    Null,
    Bool(bool),
    Number(&'d str),
    String(&'d str),
    Array(Vec<Part<'d>>),
    Object(Vec<(&'d str, Part<'d>)>),
}

impl<'t> Draft<'t> {
    /// A new string.
    pub fn string(text: impl Into<Cow<'t, str>>) -> Self {
        Self::String(text.into())
    }

    /// The member `key` of an object.
    pub fn get(&self, key: &str) -> Option<Cow<'_, Draft<'t>>> {
        match self {
            Self::Copy(value) => value.get(key).map(|value| Cow::Owned(Self::Copy(value))),
            Self::Object(members) => members
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, draft)| Cow::Borrowed(draft)),
            _ => None,
        }
    }

    /// Whether it is an array or object without entries.
    pub fn is_empty_collection(&self) -> bool {
        match self {
            Self::Copy(value) => {
                matches!(value.kind(), Kind::Array | Kind::Object) && value.is_empty()
            }
            Self::Array(elements) => elements.is_empty(),
            Self::Object(members) => members.is_empty(),
            _ => false,
        }
    }
}

impl<'d> From<&'d Draft<'d>> for Part<'d> {
    fn from(draft: &'d Draft<'d>) -> Self {
        match draft {
            Draft::Copy(value) => Self::Old(*value),
            draft => Self::New(draft),
        }
    }
}

impl<'d> Part<'d> {
    pub(super) fn shape(self) -> Shape<'d> {
        match self {
            Self::Old(value) => shape_of(value),
            Self::New(Draft::Copy(value)) => shape_of(*value),
            Self::New(Draft::Bool(value)) => Shape::Bool(*value),
            Self::New(Draft::Number(lexeme)) => Shape::Number(lexeme),
            Self::New(Draft::String(text)) => Shape::String(text),
            Self::New(Draft::Array(elements)) => {
                Shape::Array(elements.iter().map(Part::from).collect())
            }
            Self::New(Draft::Object(members)) => Shape::Object(
                members
                    .iter()
                    .map(|(key, draft)| (&**key, Part::from(draft)))
                    .collect(),
            ),
        }
    }
}

fn shape_of(value: Value<'_>) -> Shape<'_> {
    match value.kind() {
        Kind::Unknown | Kind::Null => Shape::Null,
        Kind::Bool => Shape::Bool(value.as_bool() == Some(true)),
        Kind::Number => Shape::Number(value.as_number().map_or("0", |number| number.lexeme())),
        Kind::String => Shape::String(value.as_str().unwrap_or_default()),
        Kind::Array => Shape::Array(value.elements().map(Part::Old).collect()),
        Kind::Object => Shape::Object(
            value
                .members()
                .map(|it| (it.key, Part::Old(it.value)))
                .collect(),
        ),
    }
}
