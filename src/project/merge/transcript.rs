//! Parts of an input as they stand in the merged document: with the scopes and the component names
//! they have there.

use std::borrow::Cow;

use super::components::Renames;
use crate::document::{Cursor, DeclaredScope};
use crate::mcp::Revisions;
use crate::project::canonical::Sense;
use crate::project::shape::{Role, Shape};
use crate::source::{Draft, Kind};

/// Copies parts of one input.
#[derive(Clone, Copy)]
pub(super) struct Transcript<'r> {
    pub input: usize,
    pub renames: &'r Renames<'r>,
}

/// The scope of a declaration: where its parts apply as they are written, what to write for itself,
/// and what it would inherit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub of_parts: Revisions,
    pub written: Revisions,
    pub inherited: Revisions,
}

impl Transcript<'_> {
    /// A declaration with another scope.
    pub(super) fn declaration<'t>(
        self,
        shape: &'static Shape,
        at: Cursor<'t>,
        scope: Scope,
    ) -> Draft<'t> {
        let written = (scope.written != scope.inherited).then_some(scope.written);
        self.object(Sense::Object(shape), at, scope.of_parts, written)
    }

    /// A component, a reference to another one included.
    pub(super) fn component<'t>(self, sense: Sense, at: Cursor<'t>) -> Draft<'t> {
        self.value(sense, at, Revisions::ALL)
            .unwrap_or(Draft::Copy(at.value()))
    }

    /// A value within a declaration that applies to `scope`; `None` where nothing is left of it.
    fn value<'t>(self, sense: Sense, at: Cursor<'t>, scope: Revisions) -> Option<Draft<'t>> {
        match sense {
            Sense::Collection(_) => self.collection(sense, at, scope),
            Sense::Entry(holds) => {
                if holds.reference.is_some()
                    && let Some(reference) = self.reference(at)
                {
                    return Some(reference);
                }
                match holds.shape {
                    Some(shape) if shape.role != Role::Part => self.part(shape, at, scope),
                    Some(shape) if at.kind() == Kind::Object => {
                        Some(self.object(Sense::Object(shape), at, scope, None))
                    }
                    _ => Some(Draft::Copy(at.value())),
                }
            }
            _ => Some(Draft::Copy(at.value())),
        }
    }

    fn collection<'t>(self, sense: Sense, at: Cursor<'t>, scope: Revisions) -> Option<Draft<'t>> {
        let draft = if at.kind() == Kind::Array {
            let elements = at.elements();
            Draft::Array(
                elements
                    .filter_map(|it| self.value(sense.element(), it, scope))
                    .collect(),
            )
        } else {
            self.object(sense, at, scope, None)
        };
        (!draft.is_empty_collection()).then_some(draft)
    }

    /// A declaration within another one, cut down to what is left of its scope.
    fn part<'t>(
        self,
        shape: &'static Shape,
        at: Cursor<'t>,
        scope: Revisions,
    ) -> Option<Draft<'t>> {
        let declared = DeclaredScope::of(at).map_or(scope, |it| it.revisions.and(scope));
        let scope = Scope {
            of_parts: declared,
            written: declared,
            inherited: scope,
        };
        (!declared.is_empty()).then(|| self.declaration(shape, at, scope))
    }

    /// An object; `written` becomes its `protocolVersions`.
    fn object<'t>(
        self,
        sense: Sense,
        at: Cursor<'t>,
        scope: Revisions,
        written: Option<Revisions>,
    ) -> Draft<'t> {
        let is_scoped = matches!(sense, Sense::Object(shape) if shape.role != Role::Part);
        let mut members = Vec::with_capacity(at.members().len() + 1);
        let mut written = written.map(versions);
        for (key, member) in at.members() {
            let draft = if is_scoped && key == "protocolVersions" {
                written.take()
            } else {
                self.value(sense.member(key), member, scope)
            };
            members.extend(draft.map(|draft| (Cow::Borrowed(key), draft)));
        }
        if let Some(draft) = written {
            // Where it has no place yet: behind the name that a declaration begins with.
            let begins_with_name = at
                .members()
                .next()
                .is_some_and(|(_, it)| it.kind() == Kind::String);
            let place = usize::from(begins_with_name).min(members.len());
            members.insert(place, (Cow::Borrowed("protocolVersions"), draft));
        }
        Draft::Object(members)
    }

    /// A Reference Object to a component that has a new name.
    fn reference<'t>(self, at: Cursor<'t>) -> Option<Draft<'t>> {
        let pointer = at.str("$componentRef")?;
        let (namespace, name) = crate::document::parse_pointer(pointer)?;
        let name = self.renames.get(self.input, namespace, name)?;
        let pointer = format!("#/components/{}/{name}", namespace.as_str());
        Some(Draft::Object(vec![(
            Cow::Borrowed("$componentRef"),
            Draft::string(pointer),
        )]))
    }
}

/// A `protocolVersions` array.
pub(super) fn versions<'t>(revisions: Revisions) -> Draft<'t> {
    let revisions = revisions.iter();
    Draft::Array(revisions.map(|it| Draft::string(it.as_str())).collect())
}
