//! A place where a name is written.

use super::{Kind, Name};
use crate::document::Cursor;
use crate::source::{Span, Value, written, written_key};

/// What a place does with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It says what the name means.
    Declaration,
    /// It means what the name stands for.
    Use,
}

/// A place where a name is written.
#[derive(Debug, Clone, Copy)]
pub struct Occurrence<'t> {
    /// The name.
    pub name: Name<'t>,
    /// What the place does with it.
    pub role: Role,
    pub(super) at: Value<'t>,
    pub(super) form: Form,
    label: &'t str,
}

/// How a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As the key of the value.
    Key,
    /// As these bytes of the string that the value is, spelled as they mean the name.
    Text { start: usize, len: usize },
    /// The same, as a token of a JSON Pointer.
    Token { start: usize, len: usize },
    /// As a string that means the same in another way.
    Alias,
    /// Not at all, or not as a name that is chosen here.
    Unwritten,
}

impl<'t> Occurrence<'t> {
    /// The key of `at`, where it has one.
    pub(super) fn key(kind: Kind<'t>, role: Role, at: Value<'t>) -> Self {
        match at.key() {
            Some((key, _)) => Self::new(kind, role, at, Form::Key, key),
            None => Self::unwritten(kind, role, at),
        }
    }

    /// The value `at`, whatever its key.
    pub(super) fn unwritten(kind: Kind<'t>, role: Role, at: Value<'t>) -> Self {
        Self::new(kind, role, at, Form::Unwritten, "")
    }

    /// The string `at`, which means it by something other than its name.
    pub(super) fn alias(kind: Kind<'t>, at: Value<'t>) -> Self {
        let text = at.as_str().unwrap_or_default();
        Self::new(kind, Role::Use, at, Form::Alias, text)
    }

    /// All of the string `at`.
    pub(super) fn text(kind: Kind<'t>, role: Role, at: Value<'t>) -> Self {
        let len = at.as_str().unwrap_or_default().len();
        Self::part(kind, role, at, (0, len))
    }

    /// Bytes of the string `at`.
    pub(super) fn part(
        kind: Kind<'t>,
        role: Role,
        at: Value<'t>,
        (start, len): (usize, usize),
    ) -> Self {
        let label = at.as_str().and_then(|it| it.get(start..start + len));
        let form = Form::Text { start, len };
        Self::new(kind, role, at, form, label.unwrap_or_default())
    }

    /// A token of the pointer `at`, which leads to a member with the key `label`.
    pub(super) fn token(
        kind: Kind<'t>,
        at: Value<'t>,
        (start, len): (usize, usize),
        label: &'t str,
    ) -> Self {
        Self::new(kind, Role::Use, at, Form::Token { start, len }, label)
    }

    fn new(kind: Kind<'t>, role: Role, at: Value<'t>, form: Form, label: &'t str) -> Self {
        Self {
            name: Name(kind),
            role,
            at,
            form,
            label,
        }
    }

    /// The name itself, as people say it.
    pub fn label(&self) -> &'t str {
        self.label
    }

    /// Where the name is written, quotes aside; where the value is, if it has none.
    pub fn span(&self) -> Span {
        let written = match self.form {
            Form::Key => written_key(self.at),
            Form::Text { start, len } | Form::Token { start, len } => written(self.at, start, len),
            Form::Alias => written(self.at, 0, self.label.len()),
            Form::Unwritten => {
                written_key(self.at).or_else(|| Some(Cursor::new(self.at).name_place().span))
            }
        };
        written.unwrap_or_else(|| self.scalar_span())
    }

    /// Where the key or string is written that the name is, or is a part of, quotes aside.
    pub fn text_span(&self) -> Span {
        match self.form {
            Form::Text { .. } | Form::Token { .. } => {
                let len = self.scalar().len();
                written(self.at, 0, len).unwrap_or_else(|| self.scalar_span())
            }
            Form::Key | Form::Alias | Form::Unwritten => self.span(),
        }
    }

    /// What is declared here: the value under the name, or the object that has it in a member.
    pub fn declared(&self) -> Value<'t> {
        match (self.form, self.at.parent()) {
            (Form::Text { .. } | Form::Token { .. }, Some(object)) if object.is_object() => object,
            _ => self.at,
        }
    }

    /// Where all of what is declared here is written.
    pub fn declared_span(&self) -> Span {
        let declared = self.declared();
        match declared.id() == self.at.id() {
            true => with_key(self.at),
            false => declared.span(),
        }
    }

    /// Whether the name is written at a byte offset, ends included.
    pub fn touches(&self, offset: usize) -> bool {
        self.form != Form::Unwritten && touches(self.span(), offset)
    }

    /// The whole key or string.
    pub(super) fn scalar(&self) -> &'t str {
        let text = match self.form {
            Form::Key => self.at.key().map(|(key, _)| key),
            _ => self.at.as_str(),
        };
        text.unwrap_or_default()
    }

    /// Where the whole key or string is written.
    pub(super) fn scalar_span(&self) -> Span {
        match self.form {
            Form::Key => self.at.key().map_or(self.at.span(), |(_, span)| span),
            _ => self.at.span(),
        }
    }

    /// Whether a place at a byte offset, ends included, can mean the name: on the key or string
    /// that it is, or anywhere on a reference that goes by it. A string that declares several
    /// names, such as a template, means none of them where it does not say one.
    pub(super) fn text_touches(&self, offset: usize) -> bool {
        match (self.form, self.role) {
            (Form::Unwritten, _) => false,
            (Form::Text { len, .. }, Role::Declaration) if len < self.scalar().len() => {
                self.touches(offset)
            }
            _ => touches(self.scalar_span(), offset),
        }
    }

    /// Whether both are, or are parts of, the same key or string.
    pub(super) fn is_same_text(&self, other: &Self) -> bool {
        self.at.id() == other.at.id() && (self.form == Form::Key) == (other.form == Form::Key)
    }

    /// What sorts places by the text.
    pub(super) fn order(&self) -> (Span, usize) {
        let start = match self.form {
            Form::Text { start, .. } | Form::Token { start, .. } => start,
            Form::Key | Form::Alias | Form::Unwritten => 0,
        };
        (self.scalar_span(), start)
    }
}

/// A value with its key.
pub(super) fn with_key(value: Value<'_>) -> Span {
    let span = value.span();
    value.key().map_or(span, |(_, key)| Span {
        start: key.start.min(span.start),
        end: span.end.max(key.end),
    })
}

/// Whether `span` reaches a byte offset, ends included.
pub(super) fn touches(span: Span, offset: usize) -> bool {
    let range = span.range();
    range.start <= offset && offset <= range.end
}
