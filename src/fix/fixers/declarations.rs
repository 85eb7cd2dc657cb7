//! Declarations of root collections, and the revisions that they apply to.

use serde_json::json;

use super::removing;
use crate::document::{Cursor, DeclaredScope, Document, PrimitiveKind};
use crate::fix::Candidate;
use crate::fix::edit::Edit;
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert, remove_all, set_value};
use crate::mcp::{Revision, Revisions};
use crate::rules::transports::STREAMABLE_HTTP;
use crate::source::Value;

/// A declaration of a root collection, with its scope.
pub(super) struct Declaration<'d> {
    pub value: Value<'d>,
    pub scope: Revisions,
}

/// The declaration that a value is part of.
pub(super) fn declaration<'d>(
    document: &'d Document,
    inside: Value<'d>,
) -> Option<Declaration<'d>> {
    let root = document.root().value();
    let mut at = inside;
    let mut around = inside.parent()?;
    while around.parent().is_none_or(|it| it.id() != root.id()) {
        at = around;
        around = around.parent()?;
    }
    let (key, _) = around.key()?;
    let is_scoped = key == "transports"
        || key == "capabilities"
        || PrimitiveKind::ALL.iter().any(|it| it.collection() == key);
    at.index().filter(|_| is_scoped)?;
    let own = DeclaredScope::of(Cursor::new(at));
    let scope = own.map_or_else(|| document.scope(), |own| Some(own.revisions))?;
    Some(Declaration { value: at, scope })
}

/// Where in a declaration its scope may stand, the best place first.
pub(super) fn places(declaration: Value<'_>) -> Vec<At<'_>> {
    let name = ["name", "uri", "uriTemplate", "type"]
        .into_iter()
        .find_map(|key| declaration.get(key))
        .filter(|it| !it.is_empty_plain());
    let behind = name.map(At::Behind);
    behind.into_iter().chain([At::First, At::Last]).collect()
}

/// Gives a declaration a scope of its own, at this place where it has none.
pub(super) fn set_scope(declaration: Value<'_>, scope: Revisions, at: At<'_>) -> Option<Vec<Edit>> {
    let revisions = json!(scope.iter().map(Revision::as_str).collect::<Vec<_>>());
    match declaration.get("protocolVersions") {
        Some(own) => without_others(own, scope).or_else(|| set_value(own, &revisions)),
        None => insert(
            declaration,
            &Piece::member("protocolVersions", &revisions),
            at,
        ),
    }
}

/// Takes the revisions out of a list that are not in `scope`, which keeps its layout.
fn without_others(list: Value<'_>, scope: Revisions) -> Option<Vec<Edit>> {
    let is_other = |it: &Value<'_>| {
        let revision = it.as_str().and_then(Revision::parse);
        !revision.is_some_and(|it| scope.contains(it))
    };
    remove_all(&list.elements().filter(is_other).collect::<Vec<_>>())
}

/// Streamable HTTP for the revisions that know it.
pub(super) fn narrow(site: &Site<'_>) -> Vec<Candidate> {
    let inside = site.value.or(site.holder);
    let narrowed = inside.and_then(|inside| {
        let Declaration { value, scope } = declaration(site.document, inside)?;
        let rest = scope.and(Revisions::since(STREAMABLE_HTTP));
        let edits = places(value)
            .into_iter()
            .find_map(|at| set_scope(value, rest, at))
            .filter(|_| !rest.is_empty());
        Candidate::offered(format!("Narrow it to {rest}"), edits)
    });
    let removed = inside
        .and_then(|inside| declaration(site.document, inside))
        .and_then(|it| removing(site, it.value));
    narrowed.into_iter().chain(removed).collect()
}
