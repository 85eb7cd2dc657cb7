//! Declarations that do not suit all revisions they apply to: two disjoint variants in their place.

use super::declarations::{Declaration, declaration, places, set_scope};
use super::{called, code, removing};
use crate::document::{Cursor, Namespace};
use crate::fix::edit::{Edit, are_compatible};
use crate::fix::owner::{Owner, owner};
use crate::fix::site::{Site, must_not_be_empty};
use crate::fix::surgery::{At, Piece, insert, remove, remove_all, remove_with_holders, repeat};
use crate::fix::{Candidate, Effect, wanted};
use crate::mcp::{self, Member, ObjectType, Revision, Revisions};
use crate::samples;
use crate::source::{Kind, Segment, Value};

/// Two declarations in the place of one, or the member goes.
pub(super) fn split_or_remove(site: &Site<'_>) -> Vec<Candidate> {
    let own = site.value.filter(|_| !site.is_shared);
    split(site)
        .into_iter()
        .chain(own.and_then(|it| removing(site, it)))
        .collect()
}

/// One declaration for the revisions that have what the finding is about, and one without it for the
/// others. Each loses what its revisions do not define, and gets what they demand.
pub(super) fn split(site: &Site<'_>) -> Option<Candidate> {
    let Declaration { value, scope } = declaration(site.document, written_at(site))?;
    let parts = parts(value);
    let (key, with) = subject(site, value, &parts)?;
    let with = scope.and(with);
    let without = scope.minus(with);
    if with.is_empty() || without.is_empty() {
        return None;
    }
    let mut edits = variant(site, value, &parts, with)?;
    edits.extend(repeat(value, &variant(site, value, &parts, without)?)?);
    let key = code(key);
    let title = match site.key() {
        Some("result") => format!("Declare it for {with} and for {without}, each with {key}"),
        _ => format!("Declare it with {key} for {with}, and without for {without}"),
    };
    let candidate = Candidate::offered(title, Some(edits))?;
    Some(candidate.with(Effect::Repeats(value.path())))
}

/// For an example or elicitation that some revisions of its declaration cannot have as it is, nobody
/// knows which of them: one declaration with it for the later or the earlier ones, and one without it
/// for the others.
pub(super) fn split_off(site: &Site<'_>) -> Vec<Candidate> {
    let at = written_at(site);
    let Some(Declaration { value, scope }) = declaration(site.document, at) else {
        return Vec::new();
    };
    let parents = std::iter::successors(Some(at), |it| it.parent());
    let outer: Vec<_> = parents.take_while(|it| it.id() != value.id()).collect();
    let [.., entry, map] = &outer[..] else {
        return Vec::new();
    };
    const MAPS: [&str; 4] = [
        "examples",
        "completionExamples",
        "interactionExamples",
        "elicitations",
    ];
    if !map.key().is_some_and(|(key, _)| MAPS.contains(&key)) {
        return Vec::new();
    }
    let title = format!("Declare it twice, once without {}", called(*entry));
    let split = |with: Revisions| {
        let with = scope.and(with);
        let without = scope.minus(with);
        if with.is_empty() || without.is_empty() {
            return None;
        }
        let gone = remove_with_holders(*entry, |it| must_not_be_empty(site.document, it))?;
        let mut edits = scoped(value, with, &[])?;
        edits.extend(repeat(value, &scoped(value, without, &gone)?)?);
        let candidate = Candidate::offered(&*title, Some(edits))?;
        Some(candidate.with(Effect::Repeats(value.path())))
    };
    let later = Revision::ALL.map(Revisions::since).into_iter();
    let earlier = Revision::ALL.map(Revisions::before).into_iter().rev();
    later
        .chain(earlier)
        .filter_map(split)
        .chain(removing(site, *entry))
        .collect()
}

/// What is written in the document on the way to the finding, as far as no reference leads away.
fn written_at<'d>(site: &Site<'d>) -> Value<'d> {
    let mut at = site.document.root().value();
    for segment in site.diagnostic.path.segments() {
        let next = match segment {
            Segment::Index(index) => at.elements().nth(*index),
            Segment::Key(key) => at.get(key),
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// An object of a declaration, and what MCP says of it.
struct Part<'d> {
    value: Value<'d>,
    object: &'static ObjectType,
}

/// The schemas of Tools, as far as revisions differ.
static TOOL_SCHEMA: ObjectType = ObjectType {
    name: "Tool schema",
    members: &[Member {
        name: "$schema",
        defined: Revisions::since(Revision::V2025_11_25),
        required: Revisions::NONE,
    }],
};

/// The declaration itself, and what it holds.
fn parts(declaration: Value<'_>) -> Vec<Part<'_>> {
    let collection = declaration.parent().and_then(Value::key);
    let (own, result) = match collection.map(|(key, _)| key) {
        Some("tools") => (&mcp::TOOL, &mcp::CALL_TOOL_RESULT),
        Some("resources") => (&mcp::RESOURCE, &mcp::READ_RESOURCE_RESULT),
        Some("resourceTemplates") => (&mcp::RESOURCE_TEMPLATE, &mcp::READ_RESOURCE_RESULT),
        Some("prompts") => (&mcp::PROMPT, &mcp::GET_PROMPT_RESULT),
        Some("capabilities") => return vec![part(declaration, &mcp::SERVER_CAPABILITIES)],
        _ => return Vec::new(),
    };
    let member = |key| declaration.get(key).into_iter();
    let results = |key, object| {
        let examples = member(key).flat_map(Value::members);
        examples
            .filter_map(|it| it.value.get("result"))
            .map(move |it| part(it, object))
    };
    let mut parts = vec![part(declaration, own)];
    if own == &mcp::TOOL {
        let schemas = member("inputSchema").chain(member("outputSchema"));
        parts.extend(schemas.map(|it| part(it, &TOOL_SCHEMA)));
    } else {
        let arguments = member("arguments").flat_map(Value::elements);
        parts.extend(member("annotations").map(|it| part(it, &mcp::ANNOTATIONS)));
        parts.extend(arguments.map(|it| part(it, &mcp::PROMPT_ARGUMENT)));
    }
    parts.extend(results("examples", result));
    parts.extend(results("interactionExamples", result));
    parts.extend(results("completionExamples", &mcp::COMPLETE_RESULT));
    parts
}

fn part<'d>(value: Value<'d>, object: &'static ObjectType) -> Part<'d> {
    Part { value, object }
}

/// What the finding is about, as a title names it, and the revisions that have it.
fn subject<'d>(
    site: &Site<'d>,
    declaration: Value<'d>,
    parts: &[Part<'d>],
) -> Option<(&'d str, Revisions)> {
    let key = site.key()?;
    let output = declaration.get("outputSchema").map(Value::path);
    if key == "type" && output.is_some_and(|it| it == site.holder_path()) {
        return Some(("outputSchema", mcp::STRUCTURED_CONTENT_OF_ANY_KIND));
    }
    if key == "result" {
        // All kinds of results differ in this way.
        return Some((key, mcp::CALL_TOOL_RESULT.member("resultType")?.defined));
    }
    let holder = site.holder?;
    let part = parts.iter().find(|it| it.value.id() == holder.id())?;
    Some((key, part.object.member(key)?.defined))
}

/// Makes of a declaration the variant for these revisions.
fn variant(
    site: &Site<'_>,
    declaration: Value<'_>,
    parts: &[Part<'_>],
    revisions: Revisions,
) -> Option<Vec<Edit>> {
    scoped(
        declaration,
        revisions,
        &suited(site, declaration, parts, revisions)?,
    )
}

/// These changes of a declaration, and a scope for it.
fn scoped(declaration: Value<'_>, revisions: Revisions, changes: &[Edit]) -> Option<Vec<Edit>> {
    // The scope must not go where a member was.
    places(declaration).into_iter().find_map(|at| {
        let mut edits = set_scope(declaration, revisions, at)?;
        edits.extend_from_slice(changes);
        are_compatible(&edits.iter().collect::<Vec<_>>()).then_some(edits)
    })
}

/// Takes out of a declaration what none of the revisions defines, and puts in what all demand.
fn suited(
    site: &Site<'_>,
    declaration: Value<'_>,
    parts: &[Part<'_>],
    revisions: Revisions,
) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut gone: Vec<Value<'_>> = Vec::new();
    for Part { value, object } in parts {
        if gone.iter().any(|it| is_within(*value, *it)) {
            continue;
        }
        let members = value.members().map(|it| it.value);
        let foreign: Vec<_> = members
            .filter(|it| is_foreign(site, *it, object, revisions))
            .collect();
        let is_all = foreign.len() == value.len() && value.id() != declaration.id();
        edits.extend(if is_all && must_not_be_empty(site.document, *value) {
            remove(*value)?
        } else {
            remove_all(&foreign)?
        });
        gone.extend(foreign);
        let lacking: Vec<_> = object
            .members
            .iter()
            .filter(|it| revisions.is_subset_of(it.required) && value.get(it.name).is_none())
            .filter_map(|it| Some((it.name, samples::demanded(it.name)?)))
            .collect();
        if value.is_object() && !lacking.is_empty() {
            edits.extend(insert(*value, &Piece::members(&lacking), At::First)?);
        }
    }
    for (example, of_completion) in without_result(declaration) {
        let owner = owner(site.document, &declaration.path())?;
        let owner = Owner {
            scope: revisions,
            ..owner
        };
        let uri = example
            .get("uri")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let result = wanted::result(site.document, owner, of_completion, uri)?;
        edits.extend(insert(
            example,
            &Piece::member("result", &result),
            At::Last,
        )?);
    }
    Some(edits)
}

/// Examples that lack their result, and whether each is of a completion.
fn without_result(declaration: Value<'_>) -> impl Iterator<Item = (Value<'_>, bool)> {
    let maps = ["examples", "interactionExamples", "completionExamples"];
    let maps = maps.map(|key| (key, declaration.get(key)));
    maps.into_iter().flat_map(|(key, map)| {
        let examples = map.into_iter().flat_map(Value::members).map(|it| it.value);
        let is_open = |it: &Value<'_>| {
            let is_inline = it.is_object() && it.get("$componentRef").is_none();
            is_inline && it.get("result").is_none()
        };
        let of_completion = key == "completionExamples";
        examples.filter(is_open).map(move |it| (it, of_completion))
    })
}

/// Whether none of the revisions lets an object of this type have the member as it is.
fn is_foreign(
    site: &Site<'_>,
    member: Value<'_>,
    object: &'static ObjectType,
    revisions: Revisions,
) -> bool {
    let key = member.key().map_or("", |(key, _)| key);
    let is_undefined = object
        .member(key)
        .is_some_and(|it| it.defined.and(revisions).is_empty());
    let takes_any = !revisions
        .and(mcp::STRUCTURED_CONTENT_OF_ANY_KIND)
        .is_empty();
    let is_of_other_kind = || match key {
        "outputSchema" => {
            let schema = site
                .document
                .resolve(Cursor::new(member), Namespace::Schemas);
            schema
                .value()
                .is_some_and(|it| it.str("type") != Some("object"))
        }
        "structuredContent" => member.kind() != Kind::Object,
        _ => false,
    };
    is_undefined || (!takes_any && object.member(key).is_some() && is_of_other_kind())
}

/// Whether a value is another one, or lies in it.
fn is_within(value: Value<'_>, outer: Value<'_>) -> bool {
    let mut around = Some(value);
    while let Some(it) = around {
        if it.id() == outer.id() {
            return true;
        }
        around = it.parent();
    }
    false
}
