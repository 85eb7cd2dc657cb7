//! What can be written at a site, in the order in which it is offered.

use std::collections::HashSet;

use serde_json::Value as Json;

use super::availability;
use super::instances;
use super::names::{self, Name};
use super::requirements;
use super::schemas;
use super::site::{self, Site};
use super::slot::{Role, Slot};
use super::templates::{self, Template};
use super::usual;
use super::write::{Insert, Writer};
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
    Literal(String),
    /// A key with a whole value: an empty collection, or `true`.
    Entry(Empty),
    /// A whole value, perhaps with its key.
    Template {
        key: Option<String>,
        value: Json,
        form: Form,
    },
}

/// What a template is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As it is.
    Whole,
    /// As the only element of a list.
    InList,
    /// Its members, for an object whose brackets are there.
    Members,
}

/// The value of a new member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Empty {
    /// An object.
    Object,
    /// A list, which `fill` says is there to be filled.
    List { fill: bool },
    /// `true`.
    True,
}

/// The ranks: what is needed, what is usual, and what not every revision allows.
pub(super) const NEEDED: u8 = 0;
pub(super) const USUAL: u8 = 1;
const WHOLE: u8 = 2;
pub(super) const DOUBTFUL: u8 = 3;

impl Choice {
    pub(super) fn new(label: impl Into<String>, offered: Offered) -> Self {
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

    pub(super) fn text(text: &str) -> Self {
        let offered = Offered::Text {
            is_name: false,
            in_list: false,
        };
        Self::new(text, offered)
    }

    /// A string as the only element of a list.
    pub(super) fn in_list(mut self) -> Self {
        if let Offered::Text { in_list, .. } = &mut self.offered {
            *in_list = true;
        }
        self
    }

    pub(super) fn template(template: Template, form: Form) -> Self {
        let Template {
            label,
            description,
            key,
            value,
        } = template;
        let offered = Offered::Template { key, value, form };
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
            Offered::Entry(value) => writer.entry(&self.label, *value),
            Offered::Template { key, value, form } => match form {
                Form::Whole => writer.template(key.as_deref(), value, &self.label),
                Form::InList => {
                    let list = Json::from(vec![value.clone()]);
                    writer.template(key.as_deref(), &list, &self.label)
                }
                Form::Members => writer.members(value, &self.label),
            },
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
        return schemas::at(site, slot, root);
    }
    let place = Place::of(site.value);
    if !site.is_key {
        let mut choices = values(site, &place);
        let is_object = choices.is_empty() && place.kinds() == [Expected::Object];
        if is_object && slot.can_go_below(site.text) {
            choices.extend(keys(site, &place));
        }
        return choices;
    }
    let is_alone = site.written().is_empty() && slot.role == Role::Either && !slot.has_colon;
    let mut choices = Vec::new();
    if !is_alone || admits(&place, Expected::Object) {
        choices = keys(site, &place);
    }
    if !slot.has_colon {
        let templates = templates::members(site).into_iter();
        choices.extend(templates.map(|it| Choice::template(it, Form::Whole)));
    }
    if is_alone {
        choices.extend(values(site, &place));
    } else if slot.role == Role::Key && is_empty(site, slot) {
        let form = match slot.is_block() {
            true => Form::Whole,
            false => Form::Members,
        };
        let templates = templates::values(site, &place, site.value).into_iter();
        choices.extend(templates.map(|it| Choice::template(it, form)));
    }
    choices
}

/// What can be written where there is nothing yet.
pub(super) fn in_blank() -> Vec<Choice> {
    vec![Choice::template(templates::description(), Form::Whole)]
}

/// Whether nothing else is written in the object whose key is.
fn is_empty(site: &Site<'_>, slot: &Slot) -> bool {
    site.written().is_empty() && !slot.has_colon
}

fn admits(place: &Place, kind: Expected) -> bool {
    let kinds = place.kinds();
    kinds.is_empty() || kinds.contains(&kind)
}

/// The keys of an object.
fn keys(site: &Site<'_>, place: &Place) -> Vec<Choice> {
    let are_extensions = place.is("map of MCP extensions");
    if let Some(choices) = requirements::keys(site).filter(|_| !are_extensions) {
        return choices;
    }
    let written = site.written();
    let offers = place.members(&written).into_iter();
    let mut choices: Vec<_> = offers
        .filter(|offer| !written.contains(&offer.name))
        .filter_map(|offer| key(site.scope(), &offer))
        .collect();
    let names = names::keys(site, place).into_iter();
    let written: HashSet<_> = written.into_iter().collect();
    let names = names.filter(|name| !written.contains(name.text.as_str()));
    let is_requirement = place.is("Security Requirement Object");
    choices.extend(names.map(|name| {
        let offered = if is_requirement {
            let fill = names::has_scopes(site, &name.text);
            Offered::Entry(Empty::List { fill })
        } else if are_extensions {
            Offered::Entry(Empty::Object)
        } else {
            Offered::Key(Vec::new())
        };
        Choice::name(name, offered)
    }));
    choices
}

/// A key that an object may have, unless none of its revisions defines it.
pub(super) fn key(scope: Option<Revisions>, offer: &Offer) -> Option<Choice> {
    let availability = availability::of(offer);
    let mut rank = if offer.required { NEEDED } else { USUAL };
    let mut detail = vec![kind_in_words(offer)];
    if offer.required {
        detail.push("required".to_owned());
    }
    let mut documentation = vec![offer.description.to_owned()];
    if let Some(availability) = availability {
        detail.extend(availability::in_words(availability.defined));
        match availability::lacking(scope, availability.defined) {
            None if availability.binding => return None,
            Some(lacking) if lacking.is_empty() => {}
            lacking => {
                let lacking = lacking.or(scope).unwrap_or_default();
                rank = if availability.binding { DOUBTFUL } else { rank };
                documentation.push(availability::caution(lacking));
            }
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

/// The values that can stand at `place`, that of the site.
fn values(site: &Site<'_>, place: &Place) -> Vec<Choice> {
    let value = site.value;
    let mut choices = strings(site, place, value);
    choices.extend(instances::at(site));
    let flag = place.kinds().contains(&Expected::Bool) || requirements::is_flag(value);
    if flag && choices.is_empty() {
        choices.extend(literals(&["true", "false"]));
    }
    choices.extend(named(names::values(site), &site.listed()));
    if admits(place, Expected::Object) {
        let templates = templates::values(site, place, value).into_iter();
        choices.extend(templates.map(|it| Choice::template(it, Form::Whole)));
    }
    if let Some(items) = place.items().filter(|_| place.kinds() == [Expected::Array]) {
        choices.extend(elements(site, &items, value));
    }
    choices
}

/// The elements that a list can begin with.
fn elements<'t>(site: &Site<'t>, items: &Place, list: Value<'t>) -> Vec<Choice> {
    let strings = strings(site, items, list).into_iter();
    let names = named(names::elements(site, list), &[]).into_iter();
    let templates = templates::values(site, items, list).into_iter();
    strings
        .chain(names)
        .map(Choice::in_list)
        .chain(templates.map(|it| Choice::template(it, Form::InList)))
        .collect()
}

/// The strings that a place lists.
fn strings(site: &Site<'_>, place: &Place, value: Value<'_>) -> Vec<Choice> {
    let listed = site.listed();
    let title = value.parent().and_then(|it| Place::of(it).owner());
    let title = title.map_or("", |it| it.title);
    let key = value.key().map_or("", |(key, _)| key);
    let allowed = allowed_revisions(value);
    let mut values = place.values();
    if values.is_empty() {
        values = usual::strings(title, key).to_vec();
    }
    values
        .into_iter()
        .filter(|text| !listed.contains(text))
        .filter(|text| match (crate::mcp::Revision::parse(text), allowed) {
            (Some(revision), Some(allowed)) => allowed.contains(revision),
            _ => true,
        })
        .filter_map(|text| {
            let object = value.parent();
            let defined = object.and_then(|it| availability::of_value(it, title, key, text));
            text_in(site.scope(), defined, text)
        })
        .collect()
}

/// A string that only the revisions `defined` have, if any are named; none where the scope has none
/// of those.
pub(super) fn text_in(
    scope: Option<Revisions>,
    defined: Option<Revisions>,
    text: &str,
) -> Option<Choice> {
    let choice = Choice::text(text);
    let Some(defined) = defined else {
        return Some(choice);
    };
    let lacking = availability::lacking(scope, defined)?;
    let doubtful = !lacking.is_empty();
    Some(Choice {
        detail: availability::in_words(defined),
        documentation: doubtful.then(|| availability::caution(lacking)),
        rank: if doubtful { DOUBTFUL } else { USUAL },
        ..choice
    })
}

/// The revisions that a `protocolVersions` at `value` may name (§4.10), below the root: those of what
/// is around the object that has it, as far as they define such an object.
fn allowed_revisions(value: Value<'_>) -> Option<Revisions> {
    let list =
        site::around(value).find(|it| it.key().is_some_and(|it| it.0 == "protocolVersions"))?;
    let holder = list.parent()?;
    let outer = site::scope(holder.parent()?)?;
    let place = Place::of(holder);
    let kinds = [
        ("Transport Object", "type"),
        ("Elicitation Declaration", "mode"),
    ];
    let mut kinds = kinds.into_iter().filter(|(title, _)| place.is(title));
    let defined = kinds.find_map(|(title, key)| {
        let text = holder.get(key)?.as_str()?;
        availability::of_value(holder, title, key, text)
    });
    Some(outer.and(defined.unwrap_or(Revisions::ALL)))
}

pub(super) fn literals(texts: &[&str]) -> Vec<Choice> {
    let choice = |&text: &&str| Choice::new(text, Offered::Literal(text.to_owned()));
    texts.iter().map(choice).collect()
}

pub(super) fn named(names: Vec<Name>, listed: &[&str]) -> Vec<Choice> {
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
