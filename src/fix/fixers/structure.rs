//! Faults of structure: what may stand where.

use serde_json::json;

use super::{called, code, is_same_word, removal, removing};
use crate::fix::site::{Site, must_not_be_empty};
use crate::fix::surgery::{
    At, Piece, insert, quote, remove, remove_with_holders, rename, set_string, set_value, unquote,
    wrap,
};
use crate::fix::{Candidate, Effect};
use crate::rules::suggest::nearest;
use crate::source::{Format, Kind, Path, Value};
use crate::structure::Expected;

/// The schema of this version (§15.7).
const SCHEMA: &str = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";

/// An empty collection says nothing: it goes.
pub(super) fn empty(site: &Site<'_>) -> Vec<Candidate> {
    let Some(value) = site.value.filter(|_| site.is_optional()) else {
        return Vec::new();
    };
    let edits = remove_with_holders(value, |it| must_not_be_empty(site.document, it));
    let title = format!("Remove the empty {}", called(value));
    Candidate::safe(title, edits)
        .map(|it| it.safe_if(says_nothing(site)))
        .into_iter()
        .collect()
}

/// Whether leaving the member out says the same as leaving it without content. An element may be
/// left over from an unfinished entry, and an entry of people's own maps is one of theirs.
fn says_nothing(site: &Site<'_>) -> bool {
    /// Without these, what is around them holds (§4.9, §7.4): nobody knows whether that is meant.
    const INHERITED: [&str; 2] = ["protocolVersions", "security"];
    let is_known = |key| {
        site.holder_nodes
            .iter()
            .any(|it| it.property(key).is_some())
    };
    site.key()
        .is_some_and(|key| is_known(key) && !INHERITED.contains(&key))
}

/// A member that does not exist: a slip of the pen, or one too many.
pub(super) fn unknown(site: &Site<'_>) -> Vec<Candidate> {
    let (Some(value), Some(holder), Some(key)) = (site.value, site.holder, site.key()) else {
        return Vec::new();
    };
    let free = site.known_names().filter(|it| holder.get(it).is_none());
    let renamed = nearest(key, free).and_then(|name| {
        let title = format!("Rename {} to {}", code(key), code(name));
        let candidate = Candidate::safe(title, rename(value, name))?;
        let path = site.holder_path().join(name);
        Some(sure_if(is_same_word(key, name), candidate, path))
    });
    renamed.into_iter().chain(removing(site, value)).collect()
}

/// What comes to light below `path` counts against a guess only.
fn sure_if(is_sure: bool, candidate: Candidate, path: Path) -> Candidate {
    match is_sure {
        true => candidate.with(Effect::Reveals(path)),
        false => candidate.safe_if(false),
    }
}

/// What stands beside a reference.
pub(super) fn siblings(site: &Site<'_>) -> Vec<Candidate> {
    let Some(holder) = site.holder else {
        return Vec::new();
    };
    let others: Option<Vec<_>> = holder
        .members()
        .filter(|it| it.key != "$componentRef")
        .map(|it| remove(it.value))
        .collect();
    let edits = others.map(|edits| edits.into_iter().flatten().collect());
    let others = Candidate::offered("Remove what stands beside `$componentRef`", edits);
    let reference = holder.get("$componentRef").and_then(remove);
    let reference = Candidate::offered("Remove `$componentRef`", reference);
    others.into_iter().chain(reference).collect()
}

/// A reference where the value itself has to stand.
pub(super) fn inline_reference(site: &Site<'_>) -> Vec<Candidate> {
    let whole = site.holder.and_then(|holder| {
        let edits = crate::fix::refactor::inline(site.document, holder)?;
        Candidate::offered("Write the component out here", Some(edits))
    });
    let holder = site.holder.and_then(|holder| removing(site, holder));
    whole.into_iter().chain(holder).collect()
}

/// A value of the wrong kind that says clearly what it means.
pub(super) fn retype(site: &Site<'_>) -> Vec<Candidate> {
    let Some(value) = site.value else {
        return Vec::new();
    };
    let wants = |kind: Expected| site.nodes.iter().any(|it| it.kind == Some(kind));
    let written = site.loaded.source().slice(value.span());
    let mut candidates = Vec::new();
    match value.kind() {
        Kind::Number | Kind::Bool if wants(Expected::String) && repeats(site, written) => {
            let title = format!("Remove the second {}", code(written));
            let removed = Candidate::safe(title, remove(value));
            candidates.extend(removed.map(|it| it.safe_if(site.format() == Format::Yaml)));
        }
        Kind::Number | Kind::Bool if wants(Expected::String) => {
            let title = format!("Quote {}", code(written));
            let quoted = Candidate::safe(title, quote(value));
            // In JSON somebody chose to write a number.
            candidates.extend(quoted.map(|it| it.safe_if(site.format() == Format::Yaml)));
        }
        Kind::String if value.is_empty_plain() => {}
        Kind::String if wants(Expected::Bool) => {
            let is_bool = matches!(value.as_str(), Some("true" | "false"));
            let edits = unquote(value).filter(|_| is_bool);
            candidates.extend(Candidate::offered("Remove the quotes", edits));
        }
        Kind::String if wants(Expected::Number) || wants(Expected::Integer) => {
            candidates.extend(Candidate::offered("Remove the quotes", unquote(value)));
        }
        _ => {}
    }
    if wants(Expected::Array) && value.kind() != Kind::Null && !value.is_empty_plain() {
        candidates.extend(Candidate::offered(
            "Write it as the only entry of a list",
            wrap(value),
        ));
    }
    if site.is_optional() {
        let is_sure = value.kind() == Kind::Null && says_nothing(site);
        candidates.extend(removing(site, value).map(|it| it.safe_if(is_sure)));
    }
    candidates
}

/// Whether the value, in quotes, would repeat what stands before it in a list without repetitions.
fn repeats(site: &Site<'_>, written: &str) -> bool {
    let Some((list, value)) = site.holder.zip(site.value) else {
        return false;
    };
    let is_written = |it: Value<'_>| site.loaded.source().slice(it.span()) == written;
    let mut before = list.elements().take_while(|it| it.id() != value.id());
    site.holder_nodes.iter().any(|it| it.unique)
        && (list.elements().any(|it| it.as_str() == Some(written))
            || before.any(|it| matches!(it.kind(), Kind::Number | Kind::Bool) && is_written(it)))
}

/// A string that is not one of those allowed.
pub(super) fn revalue(site: &Site<'_>) -> Vec<Candidate> {
    const MOST: usize = 8;
    let Some(value) = site.value else {
        return Vec::new();
    };
    let text = value.as_str().unwrap_or_default();
    let allowed: Vec<&str> = site
        .nodes
        .iter()
        .flat_map(|it| it.values.iter().copied())
        .collect();
    let set = |new: &str| {
        let title = format!("Change {} to {}", code(text), code(new));
        let candidate = Candidate::safe(title, set_string(value, new))?;
        // Of which kind an object is decides what is checked in it.
        let path = site.holder_path();
        let is_version = site.key() == Some("mcpdesc");
        let is_sure = is_same_word(text, new) && !is_version;
        Some(sure_if(is_sure, candidate, path))
    };
    match nearest(text, allowed.iter().copied()) {
        Some(near) => set(near).into_iter().collect(),
        // An entry of a list need not become one of the others.
        None if value.key().is_none() => removal(site),
        None => allowed.iter().take(MOST).filter_map(|it| set(it)).collect(),
    }
}

/// An entry that stands twice.
pub(super) fn repeated(site: &Site<'_>) -> Vec<Candidate> {
    let edits = site.value.and_then(remove);
    let title = site
        .value
        .map(|it| format!("Remove the second {}", called(it)));
    title
        .and_then(|title| Candidate::safe(title, edits))
        .into_iter()
        .collect()
}

/// A tag that the catalogue lists twice.
pub(super) fn repeated_tag(site: &Site<'_>) -> Vec<Candidate> {
    let tag = match site.value {
        Some(value) if value.key().is_some() => site.holder,
        value => value,
    };
    let Some(tag) = tag else {
        return Vec::new();
    };
    let name = |tag: Value<'_>| tag.get("name").and_then(Value::as_str).map(str::to_owned);
    let first = tag.parent().and_then(|list| {
        list.elements()
            .find(|it| name(*it) == name(tag) && it.id() != tag.id())
    });
    let says_the_same = first.is_some_and(|first| first.equals(tag));
    let removed = Candidate::safe("Remove the second entry", remove(tag));
    removed
        .map(|it| it.safe_if(says_the_same))
        .into_iter()
        .collect()
}

/// A Tool without parameters says so.
pub(super) fn close(site: &Site<'_>) -> Vec<Candidate> {
    let schema = site.value.map(|value| match value.get("$componentRef") {
        Some(_) => reached(site, value),
        None => value,
    });
    let piece = Piece::member("additionalProperties", &json!(false));
    let edits = schema.and_then(|it| insert(it, &piece, At::Last));
    Candidate::safe("Add `additionalProperties: false`", edits)
        .into_iter()
        .collect()
}

fn reached<'d>(site: &Site<'d>, reference: Value<'d>) -> Value<'d> {
    use crate::document::{Cursor, Namespace};
    let cursor = Cursor::new(reference);
    let target = site.document.resolve(cursor, Namespace::Schemas).value();
    target.map_or(reference, Cursor::value)
}

/// The document names the schema of its version.
pub(super) fn name_schema(site: &Site<'_>) -> Vec<Candidate> {
    let root = site.document.root().value();
    let edits = match root.get("$schema") {
        Some(old) => set_string(old, SCHEMA),
        None => insert(root, &Piece::member("$schema", &json!(SCHEMA)), At::First),
    };
    let is_new = root.get("$schema").is_none();
    let title = if is_new {
        "Add `$schema`"
    } else {
        "Name the schema of this version"
    };
    Candidate::safe(title, edits)
        .map(|it| it.safe_if(is_new))
        .into_iter()
        .collect()
}

/// A key with nothing behind it.
pub(super) fn unwritten(site: &Site<'_>) -> Vec<Candidate> {
    let Some(value) = site.value.filter(|it| it.is_empty_plain()) else {
        return Vec::new();
    };
    let written = Candidate::offered("Write the empty string", set_value(value, &json!("")));
    let removed = removing(site, value).filter(|_| site.is_optional());
    written.into_iter().chain(removed).collect()
}

/// A number beyond its bounds.
pub(super) fn bound(site: &Site<'_>) -> Vec<Candidate> {
    let Some((value, number)) = site
        .value
        .and_then(|it| Some((it, it.as_number()?.as_f64())))
    else {
        return Vec::new();
    };
    let least = site
        .nodes
        .iter()
        .filter_map(|it| it.minimum)
        .find(|least| number < *least);
    let most = site
        .nodes
        .iter()
        .filter_map(|it| it.maximum)
        .find(|most| number > *most);
    let Some(bound) = least.or(most) else {
        return Vec::new();
    };
    let whole = (bound.fract() == 0.0).then(|| json!(bound as i64));
    let new = whole.unwrap_or_else(|| json!(bound));
    Candidate::offered(format!("Change it to `{new}`"), set_value(value, &new))
        .into_iter()
        .collect()
}

/// A version of the specification that is not this one.
pub(super) fn version(site: &Site<'_>) -> Vec<Candidate> {
    let edits = site.value.and_then(|it| set_string(it, "0.8.0"));
    Candidate::offered("Write `0.8.0`", edits)
        .map(|it| it.with(Effect::Uncovers))
        .into_iter()
        .collect()
}

/// A requirement that says more than that it is one.
pub(super) fn require(site: &Site<'_>) -> Vec<Candidate> {
    let edits = site.value.and_then(|it| set_value(it, &json!({})));
    Candidate::offered("Write `{}`", edits)
        .into_iter()
        .chain(site.value.and_then(|it| removing(site, it)))
        .collect()
}

/// An entry whose name another entry has.
pub(super) fn repeated_holder(site: &Site<'_>) -> Vec<Candidate> {
    let entry = match site.value {
        Some(value) if value.key().is_some() => site.holder,
        value => value,
    };
    Candidate::offered("Remove the second entry", entry.and_then(remove))
        .into_iter()
        .collect()
}
