//! Named examples (§9.3, §10.4, §11.3, §11.4), in primitives and as components.

use serde_json::{Map, Value as Json, json};

use super::Template;
use super::expansion::expand;
use super::interactions;
use super::sample::sample;
use crate::document::{Namespace, Primitive};
use crate::formats::uri::is_uri;
use crate::lsp::completion::names::first_argument;
use crate::lsp::completion::site::{Owner, Site, owner, scope};
use crate::mcp::{
    CALL_TOOL_RESULT, COMPLETE_RESULT, GET_PROMPT_RESULT, Member, ObjectType, READ_RESOURCE_RESULT,
    Revision, Revisions, SERVER_COMPLETIONS,
};
use crate::source::Value;
use crate::structure::Place;

/// What an example says of itself until its values are replaced.
const DESCRIPTION: &str = "A whole example; replace the sample values.";

/// Examples for `map`, a map of them, where `name` would be their key; none where no certain one is
/// known, and `None` where the map is of something else.
pub(super) fn of_map<'t>(
    site: &Site<'t>,
    map: Value<'t>,
    name: Option<&str>,
) -> Option<Vec<Template>> {
    let title = Place::of(map).owner()?.title;
    let make = match title {
        "map of Tool examples" => tool_examples,
        "map of Resource examples" => resource_example,
        "map of Resource Template examples" => resource_template_example,
        "map of Prompt examples" => prompt_example,
        "map of completion examples" => completion_example,
        "map of Tool Interaction Examples" => interactions::examples,
        _ => return None,
    };
    let mut owner = owner(map);
    let mut known = scope(map);
    if let (None, Some(name)) = (owner, name)
        && let Some((user, scope)) = user_of_component(site, map, name)
    {
        (owner, known) = (Some(user), scope);
    }
    let Some(scope) = known else {
        return Some(Vec::new());
    };
    // What uses a component decides which revisions it is for, and that may be any of these.
    let parts = match owner {
        Some(_) => vec![scope],
        None => kindred(scope),
    };
    let is_split = parts.len() > 1;
    let mut templates = Vec::new();
    for scope in parts {
        for (label, value) in make(site, owner, scope).unwrap_or_default() {
            let label = match is_split {
                true => format!("{label} for MCP {scope}"),
                false => label.to_owned(),
            };
            templates.push(Template::new(label, DESCRIPTION, value));
        }
    }
    Some(templates)
}

/// The first primitive that refers to the component `name` of a namespace, and the scope of all
/// that do.
fn user_of_component<'t>(
    site: &Site<'t>,
    namespace: Value<'t>,
    name: &str,
) -> Option<(Owner<'t>, Option<Revisions>)> {
    let pointer = format!("#/components/{}/{name}", namespace.key()?.0);
    let refers = |primitive: &Primitive<'t>| {
        let mut examples = primitive.map("examples");
        examples.any(|(_, example)| example.str("$componentRef") == Some(&pointer))
    };
    let mut users = site.document.primitives().filter(refers);
    let first = users.next()?;
    let owner = Owner {
        kind: first.kind,
        object: first.cursor.value(),
    };
    let scope = users.fold(first.scope, |scope, user| Some(scope?.or(user.scope?)));
    Some((owner, scope))
}

/// A scope in parts whose revisions have results of the same shape.
fn kindred(scope: Revisions) -> Vec<Revisions> {
    let modern = Revisions::since(Revision::V2026_07_28);
    let parts = [scope.minus(modern), scope.and(modern)];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// Labelled examples.
pub(super) type Examples = Vec<(&'static str, Json)>;

fn tool_examples(site: &Site<'_>, tool: Option<Owner<'_>>, scope: Revisions) -> Option<Examples> {
    let input = input(site, tool, scope)?;
    let label = "Tool example";
    let good = success(site, tool, scope)
        .map(|result| (label, json!({ "input": input.clone(), "result": result })));
    let mut result = json!({
        "content": [{ "type": "text", "text": "Why the call failed." }],
        "isError": true,
    });
    demand(&mut result, &CALL_TOOL_RESULT, scope)?;
    let bad = (
        "Tool error example",
        json!({ "input": input, "result": result }),
    );
    Some(good.into_iter().chain([bad]).collect())
}

/// What a Tool can be called with.
pub(super) fn input(site: &Site<'_>, tool: Option<Owner<'_>>, scope: Revisions) -> Option<Json> {
    let Some(tool) = tool else {
        return Some(json!({}));
    };
    let schema = site.resolve(tool.object.get("inputSchema")?, Namespace::Schemas)?;
    sample(schema, scope)
}

/// What a Tool answers when all goes well.
pub(super) fn success(site: &Site<'_>, tool: Option<Owner<'_>>, scope: Revisions) -> Option<Json> {
    let mut result = json!({ "content": [{ "type": "text", "text": "What the Tool answers." }] });
    if let Some(schema) = tool.and_then(|tool| tool.object.get("outputSchema")) {
        let schema = site.resolve(schema, Namespace::Schemas)?;
        let output = sample(schema, scope)?;
        let members = result.as_object_mut()?;
        let text = json!({ "type": "text", "text": output.to_string() });
        members.insert("content".to_owned(), json!([text]));
        members.insert("structuredContent".to_owned(), output);
    }
    demand(&mut result, &CALL_TOOL_RESULT, scope)?;
    Some(result)
}

/// A content block.
pub(super) fn text_block() -> Json {
    json!({ "type": "text", "text": "What there is to say." })
}

fn resource_example(
    _: &Site<'_>,
    resource: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    let uri = match resource {
        Some(resource) => resource.object.get("uri")?.as_str()?,
        None => "https://example.com/resource",
    };
    let result = read_result(resource, uri, scope)?;
    Some(vec![("Resource example", json!({ "result": result }))])
}

fn resource_template_example(
    _: &Site<'_>,
    template: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    let uri = match template {
        Some(template) => expand(template.object.get("uriTemplate")?.as_str()?)?,
        None => "https://example.com/1".to_owned(),
    };
    let result = read_result(template, &uri, scope)?;
    let example = json!({ "uri": uri, "result": result });
    Some(vec![("Resource Template example", example)])
}

fn prompt_example(_: &Site<'_>, prompt: Option<Owner<'_>>, scope: Revisions) -> Option<Examples> {
    let mut result = json!({
        "messages": [
            { "role": "user", "content": { "type": "text", "text": "What the Prompt says." } },
        ],
    });
    demand(&mut result, &GET_PROMPT_RESULT, scope)?;
    let arguments = prompt.and_then(|it| it.object.get("arguments"));
    let arguments = arguments.into_iter().flat_map(Value::elements);
    let required = arguments.filter(|it| it.get("required").and_then(Value::as_bool) == Some(true));
    let filled: Map<_, _> = required
        .filter_map(|it| Some((it.get("name")?.as_str()?.to_owned(), json!("sample"))))
        .collect();
    let example = if filled.is_empty() {
        json!({ "result": result })
    } else {
        json!({ "arguments": filled, "result": result })
    };
    Some(vec![("Prompt example", example)])
}

fn completion_example(
    _: &Site<'_>,
    owner: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    if !scope.is_subset_of(SERVER_COMPLETIONS) {
        return None;
    }
    let name = first_argument(owner?)?;
    let mut result = json!({ "completion": { "values": ["sample"] } });
    demand(&mut result, &COMPLETE_RESULT, scope)?;
    let example = json!({ "argument": { "name": name, "value": "s" }, "result": result });
    Some(vec![("Completion example", example)])
}

fn read_result(owner: Option<Owner<'_>>, uri: &str, scope: Revisions) -> Option<Json> {
    if !is_uri(uri) {
        return None;
    }
    let mut contents = json!({ "uri": uri });
    let members = contents.as_object_mut()?;
    let media_type = owner.and_then(|it| it.object.get("mimeType")?.as_str());
    if let Some(media_type) = media_type {
        members.insert("mimeType".to_owned(), media_type.into());
    }
    let size = owner.and_then(|it| it.object.get("size"));
    members.insert("text".to_owned(), text_of_size(size)?.into());
    let mut result = json!({ "contents": [contents] });
    demand(&mut result, &READ_RESOURCE_RESULT, scope)?;
    Some(result)
}

/// A text of as many bytes as the Resource says it has; `None` where that is too many to show.
fn text_of_size(size: Option<Value<'_>>) -> Option<String> {
    const TEXT: &str = "What is read.";
    const MOST: usize = 80;
    let Some(size) = size.and_then(Value::as_number) else {
        return Some(TEXT.to_owned());
    };
    let size = usize::try_from(size.as_u64()?).ok()?;
    let text = TEXT.chars().chain(std::iter::repeat('.')).take(size);
    (size <= MOST).then(|| text.collect())
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
