//! What can be written at a site, in the order in which it is offered.

use std::collections::HashSet;

use serde_json::Value as Json;

use super::availability;
use super::keywords::{self, FORMATS, Holds, Part, TYPES};
use super::names::{self, Name};
use super::site::{self, Site};
use super::slot::{Role, Slot};
use super::templates::{self, Template};
use super::write::{Insert, Writer};
use crate::document::{Cursor, DeclaredScope};
use crate::mcp::Revisions;
use crate::source::Value;
use crate::structure::{Expected, Offer, Place};

/// Something that can be chosen.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub label: String,
    pub detail: Option<String>,
    pub documentation: Option<String>,
    /// Lower ones come first.
    pub rank: u8,
    pub offered: Offered,
}

/// What is written where it is chosen.
#[derive(Debug, Clone)]
pub(super) enum Offered {
    /// A key, and the kinds of values it may have.
    Key(Vec<Expected>),
    /// A string; in a list of its own where the place asks for one.
    Text { is_name: bool, in_list: bool },
    /// `true`, a number and the like.
    Literal(&'static str),
    /// A whole value, perhaps with its key; in a list where the place asks for one.
    Template {
        key: Option<String>,
        value: Json,
        in_list: bool,
    },
}

/// The ranks: what is needed, what is usual, and what not every revision allows.
const NEEDED: u8 = 0;
const USUAL: u8 = 1;
const WHOLE: u8 = 2;
const DOUBTFUL: u8 = 3;

impl Choice {
    fn new(label: impl Into<String>, offered: Offered) -> Self {
        Self {
            label: label.into(),
            detail: None,
            documentation: None,
            rank: USUAL,
            offered,
        }
    }

    fn name(name: Name, offered: Offered) -> Self {
        Self {
            detail: Some(name.detail.to_owned()),
            documentation: name.description,
            ..Self::new(name.text, offered)
        }
    }

    fn text(text: &str) -> Self {
        let offered = Offered::Text {
            is_name: false,
            in_list: false,
        };
        Self::new(text, offered)
    }

    fn template(template: Template, in_list: bool) -> Self {
        let Template {
            label,
            description,
            key,
            value,
        } = template;
        let offered = Offered::Template {
            key,
            value,
            in_list,
        };
        Self {
            detail: Some("snippet".to_owned()),
            documentation: Some(description.to_owned()),
            rank: WHOLE,
            ..Self::new(label, offered)
        }
    }

    /// How it is written.
    pub(super) fn write(&self, writer: &Writer<'_>) -> Insert {
        match &self.offered {
            Offered::Key(kinds) => writer.key(&self.label, kinds),
            Offered::Text { in_list: false, .. } => writer.text(&self.label),
            Offered::Text { in_list: true, .. } => {
                let list = Json::from(vec![self.label.clone()]);
                writer.template(None, &list, &self.label)
            }
            Offered::Literal(text) => writer.value(text),
            Offered::Template {
                key,
                value,
                in_list,
            } => {
                let list = in_list.then(|| Json::from(vec![value.clone()]));
                writer.template(key.as_deref(), list.as_ref().unwrap_or(value), &self.label)
            }
        }
    }
}

/// Everything that can be written at a site.
pub(super) fn at(site: &Site<'_>, slot: &Slot) -> Vec<Choice> {
    if let Some(root) = site::schema_around(site.value)
        && root.get("$componentRef").is_none()
        && site
            .value
            .key()
            .is_none_or(|(key, _)| key != "$componentRef")
    {
        return in_schema(site, slot, root);
    }
    let place = Place::of(site.value);
    if !site.is_key {
        return values(site, &place, site.value);
    }
    let is_alone = site.written().is_empty() && slot.role == Role::Either && !slot.has_colon;
    let mut choices = Vec::new();
    if !is_alone || admits(&place, Expected::Object) {
        choices = keys(site, &place);
    }
    if !slot.has_colon {
        let templates = templates::members(site, &place).into_iter();
        choices.extend(templates.map(|it| Choice::template(it, false)));
    }
    if is_alone {
        choices.extend(values(site, &place, site.value));
    }
    choices
}

fn admits(place: &Place, kind: Expected) -> bool {
    let kinds = place.kinds();
    kinds.is_empty() || kinds.contains(&kind)
}

/// The keys of an object.
fn keys(site: &Site<'_>, place: &Place) -> Vec<Choice> {
    let written = site.written();
    let offers = place.members(&written).into_iter();
    let mut choices: Vec<_> = offers
        .filter(|offer| !written.contains(&offer.name))
        .filter_map(|offer| key(site.scope(), &offer))
        .collect();
    let names = names::keys(site, place).into_iter();
    let written: HashSet<_> = written.into_iter().collect();
    choices.extend(
        names
            .filter(|name| !written.contains(name.text.as_str()))
            .map(|name| Choice::name(name, Offered::Key(Vec::new()))),
    );
    choices
}

/// A key that an object may have, unless none of its revisions defines it.
fn key(scope: Option<Revisions>, offer: &Offer) -> Option<Choice> {
    let availability = availability::of(offer);
    let mut rank = if offer.required { NEEDED } else { USUAL };
    let mut detail = vec![kind_in_words(offer)];
    if offer.required {
        detail.push("required".to_owned());
    }
    let mut documentation = vec![offer.description.to_owned()];
    if let Some(availability) = availability {
        detail.extend(availability::in_words(availability.defined));
        let outside = scope.map(|it| it.minus(availability.defined));
        if let (Some(scope), Some(outside)) = (scope, outside.filter(|it| !it.is_empty())) {
            if availability.binding && scope == outside {
                return None;
            }
            rank = if availability.binding { DOUBTFUL } else { rank };
            documentation.push(format!(
                "MCP {outside}, which this also applies to, does not define it."
            ));
        }
    }
    if !offer.owner.title.is_empty() {
        documentation.push(format!(
            "{} ({})",
            capitalized(offer.owner.title),
            offer.owner.section
        ));
    }
    Some(Choice {
        detail: Some(detail.join(", ")),
        documentation: Some(documentation.join("\n\n")),
        rank,
        ..Choice::new(offer.name, Offered::Key(Place::alone(offer.node).kinds()))
    })
}

/// The kind of a member's value: `an array`.
pub(in crate::lsp) fn kind_in_words(offer: &Offer) -> String {
    let kinds = Place::alone(offer.node).kinds();
    match kinds.as_slice() {
        [] => "any value".to_owned(),
        kinds => {
            let names = kinds.iter().map(|kind| kind.with_article());
            names.collect::<Vec<_>>().join(" or ").replace('`', "")
        }
    }
}

/// With a capital letter at the front.
pub(in crate::lsp) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// The values that can stand at `place`, the place of `value`.
fn values(site: &Site<'_>, place: &Place, value: Value<'_>) -> Vec<Choice> {
    let mut choices = strings(site, place, value);
    if place.kinds().contains(&Expected::Bool) {
        choices.extend(literals(&["true", "false"]));
    }
    choices.extend(named(names::values(site), &site.listed()));
    if admits(place, Expected::Object) {
        let templates = templates::values(site, place, value).into_iter();
        choices.extend(templates.map(|it| Choice::template(it, false)));
    }
    if let Some(items) = place.items().filter(|_| place.kinds() == [Expected::Array]) {
        choices.extend(elements(site, &items, value));
    }
    choices
}

/// The elements that a list can begin with.
fn elements(site: &Site<'_>, items: &Place, list: Value<'_>) -> Vec<Choice> {
    let strings = strings(site, items, list).into_iter().map(|choice| Choice {
        offered: Offered::Text {
            is_name: false,
            in_list: true,
        },
        ..choice
    });
    let templates = templates::values(site, items, list).into_iter();
    strings
        .chain(templates.map(|it| Choice::template(it, true)))
        .collect()
}

/// The strings that a place lists.
fn strings(site: &Site<'_>, place: &Place, value: Value<'_>) -> Vec<Choice> {
    let listed = site.listed();
    let (title, key) = (
        value
            .parent()
            .and_then(|it| Place::of(it).owner())
            .map_or("", |it| it.title),
        value.key().map_or("", |(key, _)| key),
    );
    let allowed = allowed_revisions(value);
    let scope = site.scope();
    let values = place.values().into_iter();
    values
        .filter(|text| !listed.contains(text))
        .filter(|text| match (crate::mcp::Revision::parse(text), allowed) {
            (Some(revision), Some(allowed)) => allowed.contains(revision),
            _ => true,
        })
        .filter_map(|text| {
            let defined = availability::of_value(title, key, text);
            let outside = scope
                .zip(defined)
                .map(|(scope, defined)| scope.minus(defined));
            if outside.is_some_and(|outside| !outside.is_empty() && Some(outside) == scope) {
                return None;
            }
            let doubtful = outside.is_some_and(|outside| !outside.is_empty());
            Some(Choice {
                detail: defined.and_then(availability::in_words),
                rank: if doubtful { DOUBTFUL } else { USUAL },
                ..Choice::text(text)
            })
        })
        .collect()
}

/// The revisions that a `protocolVersions` at `value` may name (§4.10): those of the root, below
/// it.
fn allowed_revisions(value: Value<'_>) -> Option<Revisions> {
    let list =
        site::around(value).find(|it| it.key().is_some_and(|it| it.0 == "protocolVersions"))?;
    let holder = list.parent()?;
    let root = site::around(value).last()?;
    if holder.id() == root.id() {
        return None;
    }
    let scope = DeclaredScope::of(Cursor::new(root))?.revisions;
    Some(scope).filter(|it| !it.is_empty())
}

fn literals(texts: &[&'static str]) -> Vec<Choice> {
    let choice = |&text| Choice::new(text, Offered::Literal(text));
    texts.iter().map(choice).collect()
}

/// What can be written inside an embedded schema.
fn in_schema(site: &Site<'_>, slot: &Slot, root: Value<'_>) -> Vec<Choice> {
    let part = keywords::part(site.value, root);
    if site.is_key {
        return match part {
            Part::Schema => schema_keys(site, root),
            Part::Value(keyword) if slot.role == Role::Either => {
                schema_values(site, keyword.name, root)
            }
            _ => Vec::new(),
        };
    }
    match part {
        Part::Value(keyword) => schema_values(site, keyword.name, root),
        Part::Schema if site.value.id() == root.id() => {
            vec![Choice::template(templates::schema(), false)]
        }
        Part::Schema => {
            let mut choices = literals(&["true", "false"]);
            choices.push(Choice::template(templates::schema(), false));
            choices
        }
        _ => Vec::new(),
    }
}

fn schema_keys(site: &Site<'_>, root: Value<'_>) -> Vec<Choice> {
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
    if is_root && written.is_empty() {
        let place = Place::of(site.value);
        let reference = place.member("$componentRef");
        choices.extend(reference.and_then(|offer| key(site.scope(), &offer)));
    }
    choices
}

fn schema_values(site: &Site<'_>, keyword: &str, root: Value<'_>) -> Vec<Choice> {
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
        "required" => named(names::values(site), &listed),
        "$ref" => named(names::definitions(root), &[]),
        _ => Vec::new(),
    }
}

fn named(names: Vec<Name>, listed: &[&str]) -> Vec<Choice> {
    // Both may be many.
    let listed: HashSet<_> = listed.iter().copied().collect();
    let new = names
        .into_iter()
        .filter(|name| !listed.contains(name.text.as_str()));
    let offered = Offered::Text {
        is_name: true,
        in_list: false,
    };
    new.map(|name| Choice::name(name, offered.clone()))
        .collect()
}
