//! What can be written inside an embedded JSON Schema (§9.2).

use super::instances;
use super::keywords::{self, FORMATS, Holds, Part, TYPES};
use super::names;
use super::offers::{self, Choice, DOUBTFUL, Form, NEEDED, Offered, USUAL, literals, named};
use super::site::Site;
use super::slot::{Role, Slot};
use super::templates;
use crate::mcp::{Revision, Revisions};
use crate::source::Value;
use crate::structure::{Expected, Place};

/// The keyword that maps an input to an HTTP header, and the revisions that define it.
const HEADER: (&str, Revisions) = ("x-mcp-header", Revisions::since(Revision::V2026_07_28));

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
            let mut choices = literals(&["true", "false"]);
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
        .map(|keyword| {
            let kinds = match keyword.holds {
                Holds::Map | Holds::Object => vec![Expected::Object],
                Holds::Schemas | Holds::List => vec![Expected::Array],
                Holds::Text => vec![Expected::String],
                _ => Vec::new(),
            };
            Choice {
                detail: Some("JSON Schema keyword".to_owned()),
                documentation: Some(keyword.description.to_owned()),
                rank: if keyword.name == "type" {
                    NEEDED
                } else {
                    USUAL
                },
                ..Choice::new(keyword.name, Offered::Key(kinds))
            }
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

fn values(site: &Site<'_>, keyword: &str, root: Value<'_>) -> Vec<Choice> {
    let listed = site.listed();
    let texts = |all: &[&str]| {
        let new = all.iter().filter(|text| !listed.contains(text));
        new.map(|text| Choice::text(text)).collect()
    };
    let is_root = site.value.parent().is_some_and(|it| it.id() == root.id());
    match keyword {
        // The input of a Tool is always an object (§9.2).
        "type" if is_root && Place::of(root).is("input schema") => texts(&["object"]),
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
