//! The client capabilities that a primitive can require (§8.5).

use super::availability;
use super::offers::{Choice, DOUBTFUL, Empty, Offered, USUAL};
use super::site::{Site, owner, way_from};
use crate::mcp::{CLIENT_CAPABILITIES, Capability, CapabilityValue, client_capability};
use crate::source::Value;
use crate::structure::{Expected, Place};

/// The capabilities that can be written as a key at the site; `None` where it is no place for them.
pub(super) fn keys(site: &Site<'_>) -> Option<Vec<Choice>> {
    let members = members(site.value)?;
    let written = site.written();
    let new = members.iter().filter(|it| !written.contains(&it.name));
    Some(new.filter_map(|it| choice(site, it)).collect())
}

/// Whether `value` is that of a capability which is on or off.
pub(super) fn is_flag(value: Value<'_>) -> bool {
    let holder = value.parent().and_then(members);
    let capability = holder
        .zip(value.key())
        .and_then(|(members, (key, _))| members.iter().find(|it| it.name == key));
    capability.is_some_and(|it| matches!(it.value, CapabilityValue::Flag))
}

/// What the object at `value` can hold; `None` where it is no requirements or part of them.
fn members(value: Value<'_>) -> Option<&'static [Capability]> {
    let owner = owner(value)?;
    let way = way_from(value, owner.object);
    let (&"clientRequirements", way) = way.split_first()? else {
        return None;
    };
    if way.is_empty() {
        return Some(CLIENT_CAPABILITIES);
    }
    let capability = client_capability(way)?;
    let is_object = matches!(capability.value, CapabilityValue::Object { .. });
    is_object.then(|| capability.members())
}

fn choice(site: &Site<'_>, capability: &Capability) -> Option<Choice> {
    let defined = capability.revisions;
    let scope = site.scope();
    let mut rank = USUAL;
    let mut documentation = Vec::new();
    let offer = Place::of(site.value).member(capability.name);
    documentation.extend(offer.map(|it| it.description.to_owned()));
    if let Some(scope) = scope {
        let lacking = availability::lacking(Some(scope), defined)?;
        if !lacking.is_empty() {
            rank = DOUBTFUL;
            documentation.push(availability::caution(lacking));
        }
        let deprecated = scope.and(capability.deprecated);
        if !deprecated.is_empty() {
            rank = DOUBTFUL;
            documentation.push(format!("Deprecated in MCP {deprecated}."));
        }
    }
    documentation.push("A client capability (§8.5)".to_owned());
    let offered = match capability.value {
        CapabilityValue::Flag => Offered::Entry(Empty::True),
        // Extensions are named, or left out.
        CapabilityValue::Object { .. } if capability.name == "extensions" => {
            Offered::Key(vec![Expected::Object])
        }
        CapabilityValue::Object { .. } => Offered::Entry(Empty::Object),
    };
    let detail = ["client capability".to_owned()].into_iter();
    let detail: Vec<_> = detail.chain(availability::in_words(defined)).collect();
    Some(Choice {
        detail: Some(detail.join(", ")),
        documentation: Some(documentation.join("\n\n")),
        rank,
        ..Choice::new(capability.name, offered)
    })
}
