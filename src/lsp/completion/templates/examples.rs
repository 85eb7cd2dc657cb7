//! Named examples (§9.3, §10.4, §11.3, §11.4), in primitives and as components.

use serde_json::{Value as Json, json};

use super::Template;
use super::interactions;
use crate::document::Primitive;
use crate::lsp::completion::names::first_argument;
use crate::lsp::completion::site::{Owner, Site, owner, scope};
use crate::mcp::{Revision, Revisions, SERVER_COMPLETIONS};
use crate::samples;
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
    let content = json!([{ "type": "text", "text": "Why the call failed." }]);
    let result = samples::tool_result(content, &[("isError", json!(true))], scope)?;
    let bad = (
        "Tool error example",
        json!({ "input": input, "result": result }),
    );
    Some(good.into_iter().chain([bad]).collect())
}

/// What a Tool can be called with.
pub(super) fn input(site: &Site<'_>, tool: Option<Owner<'_>>, scope: Revisions) -> Option<Json> {
    samples::tool_input(site.document, object(tool), scope)
}

/// What a Tool answers when all goes well.
pub(super) fn success(site: &Site<'_>, tool: Option<Owner<'_>>, scope: Revisions) -> Option<Json> {
    samples::tool_success(site.document, object(tool), scope)
}

/// A content block.
pub(super) fn text_block() -> Json {
    json!({ "type": "text", "text": "What there is to say." })
}

fn object(owner: Option<Owner<'_>>) -> Option<Value<'_>> {
    owner.map(|it| it.object)
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
    let result = samples::read_result(object(resource), uri, scope)?;
    Some(vec![("Resource example", json!({ "result": result }))])
}

fn resource_template_example(
    _: &Site<'_>,
    template: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    let uri = match template {
        Some(template) => samples::expand(template.object.get("uriTemplate")?.as_str()?)?,
        None => "https://example.com/1".to_owned(),
    };
    let result = samples::read_result(object(template), &uri, scope)?;
    let example = json!({ "uri": uri, "result": result });
    Some(vec![("Resource Template example", example)])
}

fn prompt_example(_: &Site<'_>, prompt: Option<Owner<'_>>, scope: Revisions) -> Option<Examples> {
    let result = samples::prompt_result(scope)?;
    let example = match samples::prompt_arguments(object(prompt)) {
        Some(arguments) => json!({ "arguments": arguments, "result": result }),
        None => json!({ "result": result }),
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
    let result = samples::completion_result(scope)?;
    let example = json!({ "argument": { "name": name, "value": "s" }, "result": result });
    Some(vec![("Completion example", example)])
}
