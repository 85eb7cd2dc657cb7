//! What a schema is applied to: a value, or the name of a member.

use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::source::{Kind, NodeId, Number, Value};

/// A value of the document, or the name it is a member under, which `propertyNames` treats as a
/// string.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instance<'t> {
    cursor: Cursor<'t>,
    is_name: bool,
}

impl<'t> Instance<'t> {
    pub(super) fn value(cursor: Cursor<'t>) -> Self {
        Self {
            cursor,
            is_name: false,
        }
    }

    /// The name that this member has.
    pub(super) fn name(self) -> Self {
        Self {
            cursor: self.cursor,
            is_name: true,
        }
    }

    pub(super) fn cursor(self) -> Cursor<'t> {
        self.cursor
    }

    /// Tells instances apart.
    pub(super) fn id(self) -> (NodeId, bool) {
        (self.cursor.id(), self.is_name)
    }

    pub(super) fn node(self) -> NodeId {
        self.cursor.id()
    }

    /// The value, unless it is a name.
    pub(super) fn as_value(self) -> Option<Value<'t>> {
        (!self.is_name).then(|| self.cursor.value())
    }

    pub(super) fn kind(self) -> Kind {
        self.as_value().map_or(Kind::String, Value::kind)
    }

    pub(super) fn as_str(self) -> Option<&'t str> {
        match self.as_value() {
            Some(value) => value.as_str(),
            None => self.cursor.value().key().map(|(name, _)| name),
        }
    }

    pub(super) fn as_number(self) -> Option<Number<'t>> {
        self.as_value()?.as_number()
    }

    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.as_value()?;
        self.cursor.get(key).map(Self::value)
    }

    pub(super) fn members(self) -> impl Iterator<Item = (&'t str, Self)> {
        let members = self.as_value().map(|_| self.cursor.members());
        let members = members.into_iter().flatten();
        members.map(|(name, cursor)| (name, Self::value(cursor)))
    }

    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let elements = self.as_value().map(|_| self.cursor.elements());
        elements.into_iter().flatten().map(Self::value)
    }

    /// Number of members or elements.
    pub(super) fn len(self) -> usize {
        self.as_value().map_or(0, Value::len)
    }

    /// Whether it is the same data as `other`.
    pub(super) fn equals(self, other: Value<'_>) -> bool {
        match self.as_value() {
            Some(value) => value.equals(other),
            None => other.as_str().is_some() && other.as_str() == self.as_str(),
        }
    }

    /// Whether a syntax error may have hidden parts of it.
    pub(super) fn is_cut(self) -> bool {
        self.cursor.is_cut()
    }

    /// Its place: a name's is the key.
    pub(super) fn place(self) -> Place {
        if self.is_name {
            self.cursor.key_place()
        } else {
            self.cursor.place()
        }
    }

    /// Where it is named, for a member that should not be there.
    pub(super) fn key_place(self) -> Place {
        self.cursor.key_place()
    }

    /// The place of a member that it lacks.
    pub(super) fn missing(self, name: &str) -> Place {
        self.cursor.missing(name)
    }

    /// What a message calls it.
    pub(super) fn label(self) -> String {
        let value = self.cursor.value();
        match (self.is_name, value.key(), value.index()) {
            (true, Some((name, _)), _) => format!("the name `{name}`"),
            (_, Some((name, _)), _) => format!("`{name}`"),
            (_, None, Some(index)) => format!("element {index}"),
            _ => "the value".to_owned(),
        }
    }

    /// The value itself, short enough for a message.
    pub(super) fn shown(self) -> String {
        match self.as_value() {
            Some(value) => shown(value),
            None => format!("\"{}\"", self.as_str().unwrap_or_default()),
        }
    }
}

/// A value, short enough for a message.
pub(super) fn shown(value: Value<'_>) -> String {
    const MOST: usize = 60;
    let text = match value.kind() {
        Kind::Object => return "an object".to_owned(),
        Kind::Array => return "an array".to_owned(),
        Kind::String => format!("\"{}\"", value.as_str().unwrap_or_default()),
        Kind::Number => value
            .as_number()
            .map_or_else(String::new, |it| it.lexeme().to_owned()),
        Kind::Bool => (value.as_bool() == Some(true)).to_string(),
        kind @ (Kind::Null | Kind::Unknown) => kind.with_article().to_owned(),
    };
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{short}`")
}
