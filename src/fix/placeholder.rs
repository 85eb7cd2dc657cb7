//! Values for members that have to be there, to be filled in by people.

use serde_json::{Map, Value as Json, json};

use super::site::discriminators;
use crate::structure::{Expected, Grammar, MODEL, ModelId, Node, TextFormat};

/// Objects inside each other that are made up.
const DEPTH: usize = 6;

/// A value that the structure accepts for a member `name` of which the model says `nodes`.
pub(super) fn placeholder(name: &str, nodes: &[&'static Node]) -> Option<Json> {
    nodes
        .iter()
        .find_map(|node| made_up(name, node, DEPTH))
        .or_else(|| by_name(name))
}

fn of(name: &str, id: ModelId, depth: usize) -> Json {
    made_up(name, &MODEL[id], depth)
        .or_else(|| by_name(name))
        .unwrap_or_else(|| Json::from(name))
}

/// What a member of this name usually holds.
fn by_name(name: &str) -> Option<Json> {
    Some(match name {
        "protocolVersions" => json!(["2025-11-25"]),
        "inputSchema" | "outputSchema" => json!({"type": "object"}),
        "requestedSchema" => json!({"type": "object", "properties": {"value": {"type": "string"}}}),
        "uri" => json!("https://example.com/resource"),
        "uriTemplate" => json!("https://example.com/{name}"),
        "version" => json!("1.0.0"),
        "mimeType" => json!("text/plain"),
        "data" | "blob" => json!(""),
        "result" => json!({}),
        _ => return None,
    })
}

fn made_up(name: &str, node: &'static Node, depth: usize) -> Option<Json> {
    if let Some(value) = node.values.first() {
        return Some(json!(value));
    }
    match node.kind? {
        Expected::String => Some(text(name, node)),
        Expected::Bool => Some(json!(false)),
        Expected::Number | Expected::Integer => {
            Some(json!(node.minimum.map_or(0, |least| least.ceil() as i64)))
        }
        Expected::Array => Some(match node.items {
            Some(items) if node.non_empty && by_name(name).is_none() && depth > 0 => {
                json!([of(name, items, depth - 1)])
            }
            _ => by_name(name).unwrap_or_else(|| json!([])),
        }),
        Expected::Object => Some(by_name(name).unwrap_or_else(|| object(node, depth))),
    }
}

fn text(name: &str, node: &Node) -> Json {
    match (node.format, node.grammar) {
        (Some(TextFormat::Email), _) => json!("name@example.com"),
        (Some(TextFormat::Uri), _) => {
            by_name(name).unwrap_or_else(|| json!("https://example.com/"))
        }
        (None, Some(Grammar::ExtensionId)) => json!("vendor.example/name"),
        _ => by_name(name).unwrap_or_else(|| json!(name)),
    }
}

/// An object with the members that it must have, of the first kind where there are several.
fn object(node: &'static Node, depth: usize) -> Json {
    let mut members = Map::new();
    if depth == 0 {
        return members.into();
    }
    if let Some((key, value)) = discriminators(node).next() {
        members.insert(key.to_owned(), json!(value));
    }
    let selected = node.cases.first().and_then(|case| case.then);
    for node in [Some(node), selected.map(|id| &MODEL[id])]
        .into_iter()
        .flatten()
    {
        for &name in &node.required {
            if members.contains_key(name) {
                continue;
            }
            let value = match node.property(name) {
                Some(id) => of(name, id, depth - 1),
                None => by_name(name).unwrap_or_else(|| json!(name)),
            };
            members.insert(name.to_owned(), value);
        }
    }
    members.into()
}
