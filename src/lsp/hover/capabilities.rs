//! What the client capabilities mean that a primitive can require (§8.5).

use super::prose::Prose;
use crate::lsp::completion::{availability, site};
use crate::mcp::{CapabilityValue, client_capability};
use crate::source::Value;
use crate::structure::{Expected, Place};

/// What the capability `key` in `object` means; `None` where it is none that MCP defines.
pub(super) fn explain(object: Value<'_>, key: &str) -> Option<Prose> {
    let mut around = way(object)?;
    around.push(key);
    let capability = client_capability(&around)?;
    let expected = match capability.value {
        CapabilityValue::Flag => Expected::Bool,
        CapabilityValue::Object { .. } => Expected::Object,
    };
    let when = availability::in_words(capability.revisions);
    let facts = [
        expected.with_article().to_owned(),
        when.unwrap_or_else(|| "in every MCP revision".to_owned()),
    ];
    let mut text = format!(": {}", facts.join(", "));
    if !capability.deprecated.is_empty() {
        text.push_str(&format!("\n\nDeprecated in MCP {}.", capability.deprecated));
    }
    if let Some(offer) = Place::of(object).member(key) {
        text.push_str(&format!("\n\n{}", offer.description));
    }
    around.pop();
    text.push_str("\n\n");
    text.push_str(&match around.is_empty() {
        true => "A client capability, §8.5".to_owned(),
        false => format!("Part of the client capability `{}`, §8.5", around.join(".")),
    });
    Some(Prose::about(key).then(text))
}

/// The keys that lead from a primitive's `clientRequirements` to `object`.
fn way(object: Value<'_>) -> Option<Vec<&str>> {
    let mut keys = Vec::new();
    for at in site::around(object) {
        let (key, _) = at.key()?;
        let is_requirements = key == "clientRequirements";
        if is_requirements && Place::of(at).is("Client Capability Requirements Object") {
            keys.reverse();
            return Some(keys);
        }
        keys.push(key);
    }
    None
}
