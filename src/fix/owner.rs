//! The primitive whose example a value is part of, and the revisions that it is for.

use crate::document::{DeclaredScope, Document, Namespace, PrimitiveKind};
use crate::mcp::{Revision, Revisions};
use crate::source::{Path, Segment, Value};

/// What an example, or a part of one, is an example of.
#[derive(Clone, Copy)]
pub(super) struct Owner<'d> {
    pub kind: PrimitiveKind,
    /// The primitive; `None` for a component that none refers to.
    pub primitive: Option<Value<'d>>,
    /// The revisions that have to agree with it.
    pub scope: Revisions,
}

/// The owner of what is at `path`, in a primitive or in a component.
pub(super) fn owner<'d>(document: &'d Document, path: &Path) -> Option<Owner<'d>> {
    match path.segments() {
        [Segment::Key(collection), Segment::Index(index), ..] => {
            let kind = PrimitiveKind::ALL
                .into_iter()
                .find(|it| it.collection() == &**collection)?;
            let list = document.root().get(collection)?;
            let primitive = list.elements().nth(*index)?;
            let own = DeclaredScope::of(primitive);
            Some(Owner {
                kind,
                primitive: Some(primitive.value()),
                scope: own.map_or_else(|| document.scope(), |own| Some(own.revisions))?,
            })
        }
        [
            Segment::Key(components),
            Segment::Key(namespace),
            Segment::Key(name),
            ..,
        ] if &**components == "components" => user(document, Namespace::parse(namespace)?, name),
        _ => None,
    }
}

/// The first primitive that refers to an example component, with the scope of all that do.
pub(super) fn user<'d>(
    document: &'d Document,
    namespace: Namespace,
    name: &str,
) -> Option<Owner<'d>> {
    let kind = PrimitiveKind::ALL
        .into_iter()
        .find(|it| it.examples() == namespace)?;
    let pointer = format!("#/components/{}/{name}", namespace.as_str());
    let mut users = document.primitives_of(kind).filter(|it| {
        let mut examples = it.map("examples");
        examples.any(|(_, example)| example.str("$componentRef") == Some(&pointer))
    });
    let Some(first) = users.next() else {
        // Nobody decides, so that any part of the scope will do whose revisions agree.
        let scope = document.scope()?;
        let older = scope.and(Revisions::before(Revision::V2026_07_28));
        return Some(Owner {
            kind,
            primitive: None,
            scope: if older.is_empty() { scope } else { older },
        });
    };
    let scope = users.fold(first.scope, |scope, it| Some(scope?.or(it.scope?)))?;
    Some(Owner {
        kind,
        primitive: Some(first.cursor.value()),
        scope,
    })
}
