//! Whole values to begin with: valid as they are inserted.

mod examples;
mod interactions;
mod primitives;

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use self::primitives::{prompt, resource, resource_template, tool, transports};
use super::names;
use super::site::Site;
use crate::mcp::Revision;
use crate::source::Value;
use crate::structure::Place;

/// A value to insert.
#[derive(Debug, Clone)]
pub(super) struct Template {
    pub label: String,
    pub description: &'static str,
    /// The key that belongs to it, where it is a member.
    pub key: Option<String>,
    pub value: Json,
}

impl Template {
    fn new(label: impl Into<String>, description: &'static str, value: Json) -> Self {
        Self {
            label: label.into(),
            description,
            key: None,
            value,
        }
    }

    /// A map with this as its only member.
    fn into_only_member(self) -> Self {
        Self {
            value: json!({ "example": self.value }),
            ..self
        }
    }
}

/// The values that can stand at `place`, the place of `value`.
pub(super) fn values<'t>(site: &Site<'t>, place: &Place, value: Value<'t>) -> Vec<Template> {
    let Some(node) = place.owner() else {
        return Vec::new();
    };
    // Whatever such an object may hold, samples that fit together are more than its members.
    let map = value.parent().zip(value.key());
    let entry = map.and_then(|(map, (name, _))| examples::of_map(site, map, Some(name)));
    if let Some(examples) = entry {
        return examples;
    }
    if let Some(examples) = examples::of_map(site, value, None) {
        // Where a key can be written, each is offered as a member already.
        let examples = if site.is_key { Vec::new() } else { examples };
        return examples
            .into_iter()
            .map(Template::into_only_member)
            .collect();
    }
    let new = |label, description, json| vec![Template::new(label, description, json)];
    match node.title {
        "root object" => vec![description()],
        "Tool" => new("Tool", "A Tool without parameters.", tool(site)),
        "Resource" => new("Resource", "A Resource under a fixed URI.", resource(site)),
        "Resource Template" => new(
            "Resource Template",
            "A family of Resources under a URI template.",
            resource_template(site),
        ),
        "Prompt" => new("Prompt", "A Prompt with one argument.", prompt(site)),
        "Transport Object" => transports(value),
        "Tool Interaction Step Object" => interactions::steps(value),
        "content block" => new("text block", "A piece of text.", examples::text_block()),
        "Prompt message" | "sampling message" => {
            let message = json!({ "role": "user", "content": examples::text_block() });
            new("message", "A message of the user.", message)
        }
        "Prompt Argument Object" => {
            let name = fresh(site.text, "new-argument");
            let argument = json!({ "name": name, "description": "What it is for." });
            new("argument", "An argument that may be left out.", argument)
        }
        "Elicitation Declaration" => primitives::elicitations(site, value),
        // Where the first key of one can be written, the schemes are offered as keys.
        "Security Requirement Object" if site.is_key && is_element(value) => Vec::new(),
        "Security Requirement Object" => requirements(site),
        "Tag Object" => {
            let name = fresh(site.text, "new-tag");
            new(
                "Tag",
                "An entry of the tag catalogue.",
                json!({ "name": name }),
            )
        }
        _ => Vec::new(),
    }
}

fn is_element(value: Value<'_>) -> bool {
    value.parent().is_some_and(Value::is_array)
}

/// Security requirements of one scheme each.
fn requirements(site: &Site<'_>) -> Vec<Template> {
    let requirement = |name: names::Name| {
        let value = json!({ (name.text.as_str()): [] });
        Template::new(
            name.text,
            "A requirement of this security scheme alone.",
            value,
        )
    };
    names::schemes(site).into_iter().map(requirement).collect()
}

/// The members that can be added to the object at the site, a map of examples.
pub(super) fn members(site: &Site<'_>) -> Vec<Template> {
    let written = site.written().join("\n");
    let name = fresh(&written, "example");
    let templates = examples::of_map(site, site.value, None).unwrap_or_default();
    let templates = templates.into_iter().map(|template| Template {
        key: Some(name.clone()),
        ..template
    });
    templates.collect()
}

/// A whole document to begin with.
pub(super) fn description() -> Template {
    let newest = Revision::ALL.into_iter().next_back();
    let value = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "new-server", "version": "1.0.0" },
        "protocolVersions": newest.map(Revision::as_str).into_iter().collect::<Vec<_>>(),
    });
    let text = "A description of a server that offers nothing yet.";
    Template::new("MCP Description", text, value)
}

/// An embedded schema to begin with.
pub(super) fn schema() -> Template {
    let value = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    Template::new("object schema", "An object without properties yet.", value)
}

/// `base`, or `base-2` and so on where the names before it are in use: whatever the text mentions
/// may be a name.
fn fresh(text: &str, base: &str) -> String {
    // One pass: a large document may have thousands of such names.
    let numbers: HashSet<usize> = text
        .match_indices(base)
        .map(|(at, _)| {
            let rest = text.get(at + base.len()..).unwrap_or_default();
            let rest = rest.strip_prefix('-').unwrap_or_default();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.get(..digits)
                .and_then(|it| it.parse().ok())
                .unwrap_or(1)
        })
        .collect();
    if numbers.is_empty() {
        return base.to_owned();
    }
    let number = (2usize..).find(|number| !numbers.contains(number));
    format!("{base}-{}", number.unwrap_or_default())
}
