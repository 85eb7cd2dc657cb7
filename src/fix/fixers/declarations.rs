//! Declarations that apply to revisions which do not define what they say.

use serde_json::json;

use super::{code, removing};
use crate::document::{Cursor, DeclaredScope, Document, PrimitiveKind};
use crate::fix::edit::{Edit, are_compatible};
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert, remove, repeat, set_value};
use crate::fix::{Candidate, Effect};
use crate::mcp::{self, Revision, Revisions};
use crate::rules::transports::STREAMABLE_HTTP;
use crate::source::{Segment, Value};

/// Two declarations in the place of one, or the member goes.
pub(super) fn split_or_remove(site: &Site<'_>) -> Vec<Candidate> {
    let Some(value) = site.value.filter(|_| !site.is_shared) else {
        return Vec::new();
    };
    split(site, value)
        .into_iter()
        .chain(removing(site, value))
        .collect()
}

/// A declaration of a root collection, with its scope.
struct Declaration<'d> {
    value: Value<'d>,
    scope: Revisions,
}

fn declaration<'d>(document: &'d Document, inside: Value<'d>) -> Option<Declaration<'d>> {
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

/// One declaration for the revisions that have the member, and one without it for the others.
fn split(site: &Site<'_>, member: Value<'_>) -> Option<Candidate> {
    let Declaration { value, scope } = declaration(site.document, member)?;
    let (collection, _) = value.parent()?.key()?;
    let with = scope.and(defined(
        collection,
        member.path_below(Some(value.id())).segments(),
    )?);
    let without = scope.minus(with);
    if with.is_empty() || without.is_empty() {
        return None;
    }
    let removal = remove(member)?;
    let mut edits = places(value)
        .into_iter()
        .find_map(|at| set_scope(value, with, at))?;
    // The scope must not go where the member was.
    let copy = places(value).into_iter().find_map(|at| {
        let mut changes = set_scope(value, without, at)?;
        changes.extend_from_slice(&removal);
        repeat(value, &changes)
    });
    edits.extend(copy?);
    let key = site.key().unwrap_or_default();
    let title = format!(
        "Declare it with {} for {with}, and without for {without}",
        code(key)
    );
    let candidate = Candidate::offered(title, Some(edits))?;
    Some(candidate.with(Effect::Repeats(value.path())))
}

/// The revisions that define a member inside a declaration of `collection`, by the way to it.
fn defined(collection: &str, way: &[Segment]) -> Option<Revisions> {
    let keys: Vec<&str> = way
        .iter()
        .map(|it| match it {
            Segment::Key(key) => &**key,
            Segment::Index(_) => "",
        })
        .collect();
    let object = match (collection, &keys[..]) {
        ("tools", [_]) => &mcp::TOOL,
        ("resources", [_]) => &mcp::RESOURCE,
        ("resourceTemplates", [_]) => &mcp::RESOURCE_TEMPLATE,
        ("prompts", [_]) => &mcp::PROMPT,
        ("capabilities", [_]) => &mcp::SERVER_CAPABILITIES,
        ("resources" | "resourceTemplates", ["annotations", _]) => &mcp::ANNOTATIONS,
        ("prompts", ["arguments", _, _]) => &mcp::PROMPT_ARGUMENT,
        (_, ["completionExamples", _, "result", _]) => &mcp::COMPLETE_RESULT,
        ("tools", [.., "result", _]) => &mcp::CALL_TOOL_RESULT,
        ("resources" | "resourceTemplates", [.., "result", _]) => &mcp::READ_RESOURCE_RESULT,
        ("prompts", [.., "result", _]) => &mcp::GET_PROMPT_RESULT,
        _ => return None,
    };
    object.member(keys.last()?).map(|it| it.defined)
}

/// Where in a declaration its scope may stand, the best place first.
fn places(declaration: Value<'_>) -> Vec<At<'_>> {
    let name = ["name", "uri", "uriTemplate", "type"]
        .into_iter()
        .find_map(|key| declaration.get(key))
        .filter(|it| !it.is_empty_plain());
    let behind = name.map(At::Behind);
    behind.into_iter().chain([At::First, At::Last]).collect()
}

/// Gives a declaration a scope of its own, at this place where it has none.
fn set_scope(declaration: Value<'_>, scope: Revisions, at: At<'_>) -> Option<Vec<Edit>> {
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
    let edits: Option<Vec<_>> = list.elements().filter(is_other).map(remove).collect();
    let edits: Vec<Edit> = edits?.into_iter().flatten().collect();
    are_compatible(&edits.iter().collect::<Vec<_>>()).then_some(edits)
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
