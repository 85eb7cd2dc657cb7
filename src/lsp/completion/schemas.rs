//! What can be written inside an embedded JSON Schema (§9.2).

use super::availability;
use super::instances;
use super::keywords::{self, FORMATS, Holds, Part, TYPES};
use super::names;
use super::offers::{self, Choice, DOUBTFUL, Form, NEEDED, Offered, USUAL, literals, named};
use super::site::{self, Site};
use super::slot::{Role, Slot};
use super::templates;
use crate::mcp::{Revision, Revisions};
use crate::source::Value;
use crate::structure::{Expected, Place};

/// The keyword that maps an input to an HTTP header, and the revisions that define it.
const HEADER: (&str, Revisions) = ("x-mcp-header", Revisions::since(Revision::V2026_07_28));

/// The keyword that names the dialect, and the revisions that let the root of a schema have it.
const DIALECT: (&str, Revisions) = ("$schema", Revisions::since(Revision::V2025_11_25));

/// The revisions that take any JSON Schema for the output of a Tool; before, it describes an object,
/// and each of its properties by an object (§9.2).
const ANY_SCHEMA: Revisions = Revisions::since(Revision::V2026_07_28);

/// Everything that can be written at a site inside the embedded schema `root`.
pub(super) fn at(site: &Site<'_>, slot: &Slot, root: Value<'_>) -> Vec<Choice> {
    let part = keywords::part(site.value, root);
    if site.is_key {
        return match part {
            Part::Schema => keys(site, root),
            Part::Value(keyword) if slot.role == Role::Either => values(site, keyword.name, root),
            _ => Vec::new(),
        };
    }
    match part {
        Part::Value(keyword) => values(site, keyword.name, root),
        Part::Schema if site.value.id() == root.id() => {
            vec![Choice::template(templates::schema(), Form::Whole)]
        }
        Part::Schema => {
            let needs_object = site::scope(root)
                .filter(|_| is_property_of(site.value, root))
                .is_some_and(|scope| !scope.is_subset_of(ANY_SCHEMA));
            let mut choices = match needs_object {
                true => Vec::new(),
                false => literals(&["true", "false"]),
            };
            choices.push(Choice::template(templates::schema(), Form::Whole));
            choices
        }
        Part::Data => instances::at(site),
        _ => Vec::new(),
    }
}

fn keys(site: &Site<'_>, root: Value<'_>) -> Vec<Choice> {
    let written = site.written();
    let of_type = site.value.get("type").and_then(Value::as_str);
    let is_root = site.value.id() == root.id();
    let offered = keywords::offered(&written, of_type.filter(|it| TYPES.contains(it)));
    let mut choices: Vec<_> = offered
        .filter_map(|keyword| {
            let (name, dialect) = DIALECT;
            let defined = (is_root && keyword.name == name).then_some(dialect);
            let defined = defined.unwrap_or(Revisions::ALL);
            let lacking = availability::lacking(site.scope(), defined)?;
            let kinds = match keyword.holds {
                Holds::Map | Holds::Object => vec![Expected::Object],
                Holds::Schemas | Holds::List => vec![Expected::Array],
                Holds::Text => vec![Expected::String],
                _ => Vec::new(),
            };
            let detail = ["JSON Schema keyword".to_owned()].into_iter();
            let detail: Vec<_> = detail.chain(availability::in_words(defined)).collect();
            let mut documentation = vec![keyword.description.to_owned()];
            documentation.extend((!lacking.is_empty()).then(|| availability::caution(lacking)));
            Some(Choice {
                detail: Some(detail.join(", ")),
                documentation: Some(documentation.join("\n\n")),
                rank: match keyword.name {
                    "type" => NEEDED,
                    _ if lacking.is_empty() => USUAL,
                    _ => DOUBTFUL,
                },
                ..Choice::new(keyword.name, Offered::Key(kinds))
            })
        })
        .collect();
    choices.extend(header(site, root).filter(|it| !written.contains(&it.label.as_str())));
    if is_root && written.is_empty() {
        let place = Place::of(site.value);
        let reference = place.member("$componentRef");
        choices.extend(reference.and_then(|offer| offers::key(site.scope(), &offer)));
    }
    choices
}

/// `x-mcp-header`, where the schema at the site is that of an input which clients may repeat in a
/// header.
fn header(site: &Site<'_>, root: Value<'_>) -> Option<Choice> {
    let (name, defined) = HEADER;
    let scope = site.scope()?;
    if scope.and(defined).is_empty() || !Place::of(root).is("input schema") {
        return None;
    }
    if !keywords::is_plain_property(site.value, root) {
        return None;
    }
    let kind = site.value.get("type");
    let suits = |it: Value<'_>| matches!(it.as_str(), Some("string" | "integer" | "boolean"));
    kind.is_none_or(suits).then(|| Choice {
        detail: Some(format!("a string, since MCP {}", Revision::V2026_07_28)),
        documentation: Some(
            "The HTTP header in which clients repeat this input; no two inputs share one (§9.2)."
                .to_owned(),
        ),
        rank: if scope.is_subset_of(defined) {
            USUAL
        } else {
            DOUBTFUL
        },
        ..Choice::new(name, Offered::Key(vec![Expected::String]))
    })
}

/// Whether a schema is that of a property of the root.
fn is_property_of(value: Value<'_>, root: Value<'_>) -> bool {
    let map = value.parent();
    map.is_some_and(|it| {
        it.key().is_some_and(|(key, _)| key == "properties")
            && it.parent().is_some_and(|it| it.id() == root.id())
    })
}

/// Whether what is written is the value of a keyword of the schema's root, or in a list that is.
fn is_keyword_of(value: Value<'_>, root: Value<'_>) -> bool {
    let list = value.parent().filter(|it| it.is_array());
    let holder = list.unwrap_or(value).parent();
    holder.is_some_and(|it| it.id() == root.id())
}

/// The types that the root of a schema can have: those of an input are always `object` alone, and
/// so are those of every schema in older revisions.
fn root_types(site: &Site<'_>, root: Value<'_>) -> Vec<Choice> {
    let is_input = Place::of(root).is("input schema");
    let is_listed = !site.is_list_value("type");
    let listed = site.listed();
    let new = TYPES.into_iter().filter(|text| !listed.contains(text));
    new.filter_map(|text| match text == "object" && !is_listed {
        true => Some(Choice::text(text)),
        false if is_input => None,
        false => offers::text_in(site.scope(), Some(ANY_SCHEMA), text),
    })
    .collect()
}

fn values(site: &Site<'_>, keyword: &str, root: Value<'_>) -> Vec<Choice> {
    let listed = site.listed();
    let texts = |all: &[&str]| {
        let new = all.iter().filter(|text| !listed.contains(text));
        new.map(|text| Choice::text(text)).collect()
    };
    match keyword {
        "type" if is_keyword_of(site.value, root) => root_types(site, root),
        "type" => texts(&TYPES),
        "format" => texts(&FORMATS),
        "$schema" => {
            let dialects = crate::schema::Dialect::ALL.map(crate::schema::Dialect::uri);
            texts(&dialects)
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => literals(&["true", "false"]),
        "required" if site.is_list_value("required") => {
            let names = named(names::elements(site, site.value), &[]);
            names.into_iter().map(Choice::in_list).collect()
        }
        "required" => named(names::values(site), &listed),
        "$ref" => named(names::definitions(root), &[]),
        "default" | "const" | "examples" => instances::at(site),
        _ => Vec::new(),
    }
}
