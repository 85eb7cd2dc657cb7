//! Whole values to begin with: valid as they are inserted.

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use super::site::{Owner, Site, owner, scope, way_from};
use crate::document::{Namespace, PrimitiveKind};
use crate::formats::uri_template::UriTemplate;
use crate::mcp::{Member, ObjectType, Revisions};
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
    fn new(label: &str, description: &'static str, value: Json) -> Self {
        Self {
            label: label.to_owned(),
            description,
            key: None,
            value,
        }
    }
}

/// The values that can stand at `place`, the place of `value`.
pub(super) fn values(site: &Site<'_>, place: &Place, value: Value<'_>) -> Vec<Template> {
    let Some(node) = place.owner() else {
        return Vec::new();
    };
    if let Some(example) = example_of(site, value) {
        return example.into_iter().collect();
    }
    let new = |label, description, json| vec![Template::new(label, description, json)];
    match node.title {
        "Tool" => new("Tool", "A Tool without parameters.", tool(site)),
        "Resource" => new("Resource", "A Resource under a fixed URI.", resource(site)),
        "Resource Template" => new(
            "Resource Template",
            "A family of Resources under a URI template.",
            resource_template(site),
        ),
        "Prompt" => new("Prompt", "A Prompt with one argument.", prompt(site)),
        "Transport Object" => transports(value),
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

/// The members that can be added to the object at the site, a map of examples.
pub(super) fn members(site: &Site<'_>, place: &Place) -> Vec<Template> {
    let Some(node) = place.owner() else {
        return Vec::new();
    };
    if !node.title.starts_with("map of") {
        return Vec::new();
    }
    let written = site.written().join("\n");
    let name = fresh(&written, "example");
    let mut templates: Vec<_> = example_in(site, site.value).into_iter().collect();
    for template in &mut templates {
        template.key = Some(name.clone());
    }
    templates
}

/// An example where `value` is an entry of a map of examples; `None` where it is none.
fn example_of(site: &Site<'_>, value: Value<'_>) -> Option<Option<Template>> {
    let map = value.parent().filter(|it| it.is_object())?;
    let title = Place::of(map).owner()?.title;
    (title.starts_with("map of") && title.ends_with("xamples")).then(|| example_in(site, map))
}

/// An example for a map of them; `None` where no certain one is known.
fn example_in(site: &Site<'_>, map: Value<'_>) -> Option<Template> {
    let owner = owner(map)?;
    let scope = scope(map)?;
    let way = way_from(map, owner.object);
    let (label, value) = match (owner.kind, way.as_slice()) {
        (PrimitiveKind::Tool, ["examples"]) => ("Tool example", tool_example(site, owner, scope)?),
        (PrimitiveKind::Resource, ["examples"]) => {
            let uri = owner.object.get("uri")?.as_str()?;
            (
                "Resource example",
                json!({ "result": read_result(owner, uri, scope)? }),
            )
        }
        (PrimitiveKind::ResourceTemplate, ["examples"]) => {
            let uri = expand(owner)?;
            let result = read_result(owner, &uri, scope)?;
            (
                "Resource Template example",
                json!({ "uri": uri, "result": result }),
            )
        }
        (PrimitiveKind::Prompt, ["examples"]) => ("Prompt example", prompt_example(owner, scope)?),
        (_, ["completionExamples"]) => ("Completion example", completion_example(owner, scope)?),
        _ => return None,
    };
    Some(Template::new(
        label,
        "A whole example; replace the sample values.",
        value,
    ))
}

/// An embedded schema to begin with.
pub(super) fn schema() -> Template {
    let value = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    Template::new("object schema", "An object without properties yet.", value)
}

fn tool(site: &Site<'_>) -> Json {
    json!({
        "name": fresh(site.text, "new-tool"),
        "description": "What the Tool does.",
        "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
    })
}

fn resource(site: &Site<'_>) -> Json {
    let name = fresh(site.text, "new-resource");
    let uri = format!("https://example.com/{name}");
    json!({ "uri": uri, "name": name, "description": "What the Resource holds." })
}

fn resource_template(site: &Site<'_>) -> Json {
    let name = fresh(site.text, "new-template");
    let template = format!("https://example.com/{name}/{{id}}");
    json!({ "uriTemplate": template, "name": name, "description": "What its Resources hold." })
}

fn prompt(site: &Site<'_>) -> Json {
    json!({
        "name": fresh(site.text, "new-prompt"),
        "description": "What the Prompt is good for.",
        "arguments": [
            { "name": "topic", "description": "What to write about.", "required": true },
        ],
    })
}

fn transports(value: Value<'_>) -> Vec<Template> {
    let modern = Revisions::since(crate::mcp::Revision::V2025_03_26);
    let mut http = json!({ "type": "streamable-http", "url": "https://example.com/mcp" });
    if let Some(scope) = scope(value).filter(|scope| !scope.is_subset_of(modern)) {
        let revisions: Vec<_> = scope.and(modern).iter().map(|it| it.as_str()).collect();
        if revisions.is_empty() {
            http = Json::Null;
        } else if let Some(members) = http.as_object_mut() {
            members.insert("protocolVersions".to_owned(), revisions.into());
        }
    }
    let stdio = json!({ "type": "stdio", "command": "server-command" });
    let all = [
        Template::new("Streamable HTTP transport", "A connection over HTTP.", http),
        Template::new("stdio transport", "A program that is started.", stdio),
    ];
    all.into_iter().filter(|it| !it.value.is_null()).collect()
}

fn tool_example(site: &Site<'_>, owner: Owner<'_>, scope: Revisions) -> Option<Json> {
    let schema = site.resolve(owner.object.get("inputSchema")?, Namespace::Schemas)?;
    // What an output schema demands of the result is more than a sample can promise.
    if owner.object.get("outputSchema").is_some() {
        return None;
    }
    let mut result = json!({ "content": [{ "type": "text", "text": "What the Tool answers." }] });
    demand(&mut result, &crate::mcp::CALL_TOOL_RESULT, scope)?;
    Some(json!({ "input": sample(schema, 0)?, "result": result }))
}

fn prompt_example(owner: Owner<'_>, scope: Revisions) -> Option<Json> {
    let mut result = json!({
        "messages": [
            { "role": "user", "content": { "type": "text", "text": "What the Prompt says." } },
        ],
    });
    demand(&mut result, &crate::mcp::GET_PROMPT_RESULT, scope)?;
    let arguments = owner
        .object
        .get("arguments")
        .into_iter()
        .flat_map(Value::elements);
    let required = arguments.filter(|it| it.get("required").and_then(Value::as_bool) == Some(true));
    let filled: Map<_, _> = required
        .filter_map(|it| Some((it.get("name")?.as_str()?.to_owned(), json!("sample"))))
        .collect();
    Some(if filled.is_empty() {
        json!({ "result": result })
    } else {
        json!({ "arguments": filled, "result": result })
    })
}

fn completion_example(owner: Owner<'_>, scope: Revisions) -> Option<Json> {
    if !scope.is_subset_of(crate::mcp::SERVER_COMPLETIONS) {
        return None;
    }
    let name = super::names::first_argument(owner)?;
    let mut result = json!({ "completion": { "values": ["sample"] } });
    demand(&mut result, &crate::mcp::COMPLETE_RESULT, scope)?;
    Some(json!({ "argument": { "name": name, "value": "s" }, "result": result }))
}

fn read_result(owner: Owner<'_>, uri: &str, scope: Revisions) -> Option<Json> {
    let mut contents = json!({ "uri": uri });
    let members = contents.as_object_mut()?;
    if let Some(media_type) = owner.object.get("mimeType").and_then(Value::as_str) {
        members.insert("mimeType".to_owned(), media_type.into());
    }
    members.insert("text".to_owned(), "What is read.".into());
    let mut result = json!({ "contents": [contents] });
    demand(&mut result, &crate::mcp::READ_RESOURCE_RESULT, scope)?;
    Some(result)
}

/// Adds what the revisions of `scope` demand of a result; `None` where they contradict each other.
fn demand(result: &mut Json, object: &ObjectType, scope: Revisions) -> Option<()> {
    let members = result.as_object_mut()?;
    for Member {
        name,
        defined,
        required,
    } in object.members
    {
        if members.contains_key(*name) || scope.and(*required).is_empty() {
            continue;
        }
        if !scope.is_subset_of(*defined) {
            return None;
        }
        let value = match *name {
            "resultType" => json!("complete"),
            "ttlMs" => json!(0),
            "cacheScope" => json!("private"),
            _ => return None,
        };
        members.insert((*name).to_owned(), value);
    }
    Some(())
}

/// A URI of a Resource Template with a sample for each variable.
fn expand(owner: Owner<'_>) -> Option<String> {
    let written = owner.object.get("uriTemplate")?.as_str()?;
    let template = UriTemplate::parse(written).ok()?;
    let mut uri = String::new();
    let mut rest = written;
    while let Some((literal, more)) = rest.split_once('{') {
        let (expression, more) = more.split_once('}')?;
        // Operators other than these put signs of their own between the values.
        let name = expression.trim_start_matches(['+', '#', '/', '.']);
        let plain = !name.contains([',', '*', ':', '?', '&', ';']);
        let sign = match expression.chars().next()? {
            '#' => "#",
            '/' => "/",
            '.' => ".",
            _ => "",
        };
        uri.push_str(literal);
        uri.push_str(sign);
        uri.push_str(if plain { "1" } else { return None });
        rest = more;
    }
    uri.push_str(rest);
    let fits = template.matches(&uri) == crate::formats::uri_template::Match::Yes;
    fits.then_some(uri)
}

/// How deep samples nest: recursive schemas have no end of their own.
const DEEPEST: usize = 16;

/// A value that a simple schema admits; `None` where the schema is not simple.
fn sample(schema: Value<'_>, depth: usize) -> Option<Json> {
    if depth > DEEPEST {
        return None;
    }
    const OTHER: &[&str] = &[
        "$ref", "allOf", "anyOf", "oneOf", "not", "if", "pattern", "format",
    ];
    let demands = |it: &&str| schema.get(it).is_some();
    if OTHER.iter().any(demands) {
        return None;
    }
    if let Some(value) = schema.get("const") {
        return Some(value.to_json());
    }
    if let Some(value) = schema.get("enum").and_then(|it| it.elements().next()) {
        return Some(value.to_json());
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") | None => sample_object(schema, depth),
        Some("array") => match schema.get("minItems").and_then(Value::as_number) {
            Some(_) => None,
            None => Some(json!([])),
        },
        Some("string") => {
            let bounded = ["minLength", "maxLength"].iter().any(demands);
            (!bounded).then(|| json!("sample"))
        }
        Some("integer" | "number") => match schema.get("minimum") {
            _ if schema.get("maximum").is_some() => None,
            Some(least) => Some(least.to_json()),
            None if schema.get("exclusiveMinimum").is_some() => None,
            None => Some(json!(0)),
        },
        Some("boolean") => Some(json!(true)),
        Some("null") => Some(Json::Null),
        Some(_) => None,
    }
}

fn sample_object(schema: Value<'_>, depth: usize) -> Option<Json> {
    const OTHER: &[&str] = &["minProperties", "dependentRequired", "propertyNames"];
    if OTHER.iter().any(|key| schema.get(key).is_some()) {
        return None;
    }
    let properties = schema.get("properties");
    let required = schema.get("required").into_iter().flat_map(Value::elements);
    let mut sampled = Map::new();
    for name in required.filter_map(Value::as_str) {
        let property = properties.and_then(|it| it.get(name))?;
        sampled.insert(name.to_owned(), sample(property, depth + 1)?);
    }
    Some(sampled.into())
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
