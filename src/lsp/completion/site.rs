//! The slot in the document: what is around it.

use super::slot::MARKER;
use crate::document::{Cursor, DeclaredScope, Document, Namespace, PrimitiveKind};
use crate::mcp::Revisions;
use crate::source::Value;
use crate::structure::Place;

/// A slot in the tree of a repaired text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site<'t> {
    /// The part of the document that matters here.
    pub document: &'t Document,
    /// The whole text.
    pub text: &'t str,
    /// The object whose key is written, or the value that is written.
    pub value: Value<'t>,
    /// Whether a key is written.
    pub is_key: bool,
}

/// A Tool, Resource, Resource Template or Prompt around a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'t> {
    pub kind: PrimitiveKind,
    pub object: Value<'t>,
}

impl<'t> Site<'t> {
    /// The site of the marker that was put at `offset`.
    pub(super) fn find(document: &'t Document, text: &'t str, offset: usize) -> Option<Self> {
        let mut value = document.root().value();
        loop {
            let holds = |inner: Value<'_>| inner.span().range().contains(&offset);
            let members = value.members();
            if let Some(member) = members
                .clone()
                .find(|it| it.key_span.start as usize == offset)
            {
                let is_key = member.key == MARKER;
                return is_key.then_some(Self {
                    document,
                    text,
                    value,
                    is_key,
                });
            }
            let mut inner = members.map(|it| it.value).chain(value.elements());
            match inner.find(|&inner| holds(inner)) {
                Some(inner) => value = inner,
                None => break,
            }
        }
        let is_marker = value.as_str() == Some(MARKER);
        is_marker.then_some(Self {
            document,
            text,
            value,
            is_key: false,
        })
    }

    /// The names of the members beside the one that is written.
    pub(super) fn written(&self) -> Vec<&'t str> {
        written(self.value)
    }

    /// The strings beside the one that is written, in its list.
    pub(super) fn listed(&self) -> Vec<&'t str> {
        let list = self.value.parent().filter(|it| it.is_array());
        let elements = list.into_iter().flat_map(Value::elements);
        elements.filter_map(Value::as_str).collect()
    }

    /// Whether what is written is the whole value of the member `key`, rather than an element of it.
    pub(super) fn is_list_value(&self, key: &str) -> bool {
        self.value.key().is_some_and(|(name, _)| name == key)
    }

    /// Whether it is among the components, whose meaning depends on what refers to them.
    pub(super) fn is_in_components(&self) -> bool {
        around(self.value).any(|at| {
            let is_outermost = at.parent().is_some_and(|it| it.parent().is_none());
            is_outermost && at.key().is_some_and(|(key, _)| key == "components")
        })
    }

    /// The root object.
    pub(super) fn root(&self) -> Value<'t> {
        self.document.root().value()
    }

    /// The effective scope here; `None` where it cannot be known.
    pub(super) fn scope(&self) -> Option<Revisions> {
        scope(self.value)
    }

    /// What follows a reference from `value`, or the value itself.
    pub(super) fn resolve(&self, value: Value<'t>, namespace: Namespace) -> Option<Value<'t>> {
        let resolved = self.document.resolve(Cursor::new(value), namespace);
        resolved.value().map(Cursor::value)
    }
}

/// The names of the members of an object, without the one that is being written.
pub(super) fn written(object: Value<'_>) -> Vec<&str> {
    let names = object.members().map(|member| member.key);
    names.filter(|&name| name != MARKER).collect()
}

/// The values around `value`, itself first and the root last.
pub(in crate::lsp) fn around<'t>(value: Value<'t>) -> impl Iterator<Item = Value<'t>> {
    std::iter::successors(Some(value), |at| at.parent())
}

/// The scope that holds for what stands at `value` (§4.10): the nearest one that is declared.
pub(in crate::lsp) fn scope(value: Value<'_>) -> Option<Revisions> {
    let declared = around(value).find_map(|at| DeclaredScope::of(Cursor::new(at)))?;
    Some(declared.revisions).filter(|it| !it.is_empty())
}

/// The primitive that holds `value`.
pub(super) fn owner(value: Value<'_>) -> Option<Owner<'_>> {
    let mut way: Vec<_> = around(value).collect();
    way.pop();
    let collection = way.pop()?.key()?.0;
    let object = way.pop()?;
    let mut kinds = PrimitiveKind::ALL.into_iter();
    let kind = kinds.find(|kind| kind.collection() == collection)?;
    Some(Owner { kind, object })
}

/// The keys and indices, if any, that lead from the primitive to `value`; elements are `*`.
pub(super) fn way_from<'t>(value: Value<'t>, from: Value<'t>) -> Vec<&'t str> {
    let inner = around(value).take_while(|at| at.id() != from.id());
    let mut way: Vec<_> = inner
        .map(|at| at.key().map_or("*", |(key, _)| key))
        .collect();
    way.reverse();
    way
}

/// The innermost embedded JSON Schema around `value`, as a whole.
pub(in crate::lsp) fn schema_around(value: Value<'_>) -> Option<Value<'_>> {
    // The outermost place that is a schema is its root: everything inside is part of it.
    let mut way: Vec<_> = around(value).collect();
    way.reverse();
    way.into_iter().find(|&at| is_schema(at))
}

/// Whether an embedded JSON Schema (§9.2) may stand at the place of `value`.
fn is_schema(value: Value<'_>) -> bool {
    let may_be = match value.key() {
        Some(("inputSchema" | "outputSchema", _)) => true,
        Some(_) => value
            .parent()
            .and_then(Value::key)
            .is_some_and(|it| it.0 == "schemas"),
        None => false,
    };
    may_be && is_schema_place(&Place::of(value))
}

/// Whether an embedded JSON Schema may stand at a place.
pub(super) fn is_schema_place(place: &Place) -> bool {
    place.is("JSON Schema") || place.is("input schema")
}
