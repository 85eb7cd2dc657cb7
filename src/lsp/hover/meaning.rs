//! What the keys and values of a document mean.

use super::prose::Prose;
use super::{capabilities, references};
use crate::document::{Cursor, DeclaredScope};
use crate::lsp::completion::keywords::{self, Part};
use crate::lsp::completion::offers::{capitalized, kind_in_words};
use crate::lsp::completion::{availability, site};
use crate::lsp::locate::Spot;
use crate::mcp::Revisions;
use crate::names::Names;
use crate::source::{Span, Value};
use crate::structure::{Offer, Place};

/// What a key or value means, and where it is written.
pub(super) fn meaning(names: Names<'_>, spot: Spot<'_>) -> Option<(Span, Prose)> {
    let Some(member) = spot.key else {
        let span = spot.value.span();
        return value(names, spot.value).map(|text| (span, text));
    };
    let own = match schema_part(member.value) {
        Some(Part::Data) => None,
        Some(_) if !is_root_of_schema(member.value) => keyword(member.key, spot.value),
        _ => capabilities::explain(spot.value, member.key)
            .or_else(|| property(spot.value, member.key, member.value)),
    };
    let target = references::reference(names, member.key, member.value)
        .or_else(|| references::key(names, member.value));
    let text = match (own, target) {
        (Some(own), Some(target)) => own.join("\n\n", target),
        (own, target) => own.or(target)?,
    };
    Some((member.key_span, text))
}

/// What `value` is within an embedded schema; `None` outside of all of them.
fn schema_part(value: Value<'_>) -> Option<Part> {
    site::schema_around(value).map(|root| keywords::part(value, root))
}

fn is_root_of_schema(value: Value<'_>) -> bool {
    site::schema_around(value).is_some_and(|root| root.id() == value.id())
}

fn keyword(name: &str, object: Value<'_>) -> Option<Prose> {
    if !matches!(schema_part(object)?, Part::Schema) {
        return None;
    }
    let keyword = keywords::find(name)?;
    let text = format!(": JSON Schema keyword (§9.2)\n\n{}", keyword.description);
    Some(Prose::about(name).then(text))
}

/// What the member `key` of an object means.
fn property(object: Value<'_>, key: &str, value: Value<'_>) -> Option<Prose> {
    let place = Place::of(object);
    let Some(offer) = place.member(key) else {
        return entry(&place, key, value);
    };
    let mut facts = vec![kind_in_words(&offer)];
    if offer.required {
        facts.push("required".to_owned());
    }
    let availability = availability::of(&offer).map(|it| it.defined);
    let is_unscoped = availability.is_some() && is_in_info(object);
    if let Some(defined) = availability.filter(|_| !is_unscoped) {
        let when = availability::in_words(defined);
        facts.push(when.unwrap_or_else(|| "in every MCP revision".to_owned()));
    }
    let mut text = format!(": {}\n\n{}", facts.join(", "), offer.description);
    if is_unscoped {
        text.push_str(&unscoped(availability.and_then(availability::in_words)));
    }
    text.push_str(&allowed(value));
    text.push_str(&section(&offer));
    if key == "protocolVersions" {
        text.push_str("\n\n");
        text.push_str(&effective_scope(object));
    }
    Some(Prose::about(offer.name).then(text))
}

/// Whether an object is the document's Info Object or in it.
fn is_in_info(object: Value<'_>) -> bool {
    site::around(object).any(|it| Place::of(it).is("Info Object"))
}

/// That no revision has a say in what Info holds (§5), and since when servers say it themselves.
fn unscoped(when: Option<String>) -> String {
    let mut text = "\n\nMay be given in every MCP revision (§5).".to_owned();
    if let Some(when) = when {
        text.push_str(&format!(
            " Servers can tell it about themselves {when}, which does not limit its use here."
        ));
    }
    text
}

fn section(offer: &Offer) -> String {
    let owner = offer.owner;
    format!("\n\n{}, {}", capitalized(owner.title), owner.section)
}

/// The strings that a value may be where it stands, what it is now among them.
fn allowed(value: Value<'_>) -> String {
    let mut values = Vec::new();
    for text in Place::of(value).values() {
        // What tells kinds of objects apart is listed again by the kind that it has chosen.
        let text = format!("`{text}`");
        if !values.contains(&text) {
            values.push(text);
        }
    }
    match values.is_empty() {
        true => String::new(),
        false => format!("\n\nAllowed: {}", values.join(", ")),
    }
}

/// What the member of a map is, which has a name of the document's own.
fn entry(map: &Place, key: &str, value: Value<'_>) -> Option<Prose> {
    let node = Place::of(value).owner()?;
    map.owner()?;
    let (title, section) = (capitalized(node.title), node.section);
    let text = format!(": {title} ({section})\n\n{}", node.description);
    Some(Prose::about_name(key).then(text))
}

/// What a value means; nothing for most, which say so themselves.
fn value(names: Names<'_>, value: Value<'_>) -> Option<Prose> {
    let scope = site::around(value)
        .take(2)
        .find(|it| it.key().is_some_and(|(key, _)| key == "protocolVersions"));
    if let Some(holder) = scope.and_then(Value::parent) {
        let text = effective_scope(holder);
        return (!text.is_empty()).then(|| Prose::own(text));
    }
    let key = value.key().map_or("", |(key, _)| key);
    references::reference(names, key, value)
        .or_else(|| references::string(names, value))
        .or_else(|| choice(value))
}

/// What one of the strings that are allowed at a place stands for.
fn choice(value: Value<'_>) -> Option<Prose> {
    let text = value.as_str()?;
    let (key, _) = value.key()?;
    let place = Place::of(value.parent()?);
    if !Place::of(value).values().contains(&text) {
        return None;
    }
    let offer = place.member(key)?;
    let node = place.owner()?;
    let owner = format!("{}, {}", capitalized(node.title), node.section);
    Some(Prose::about(text).then(format!(
        "\n\n{}\n\n{owner}: {}",
        offer.description, node.description
    )))
}

/// The effective scope of `holder` (§4.10), which has a `protocolVersions`.
fn effective_scope(holder: Value<'_>) -> String {
    let Some(own) = DeclaredScope::of(Cursor::new(holder)) else {
        return String::new();
    };
    let named = |scope: Revisions| match scope.is_empty() {
        true => "no revision that is known".to_owned(),
        false => format!("MCP {scope}"),
    };
    let mut text = format!("Effective scope (§4.10): {}.", named(own.revisions));
    match holder.parent().and_then(site::scope) {
        Some(outer) => {
            let outside = own.revisions.minus(outer);
            if !outside.is_empty() {
                text.push_str(&format!(
                    " The root does not have {outside}: it applies to MCP {outer}."
                ));
            }
        }
        None => text.push_str(" It holds for every declaration without a scope of its own."),
    }
    text
}
