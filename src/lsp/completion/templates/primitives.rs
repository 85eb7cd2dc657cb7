//! Tools, Resources, Resource Templates, Prompts and transports to begin with.

use serde_json::{Value as Json, json};

use super::{Template, fresh};
use crate::lsp::completion::site::{Site, scope};
use crate::mcp::Revisions;
use crate::samples::step;
use crate::source::Value;

pub(super) fn tool(site: &Site<'_>) -> Json {
    json!({
        "name": fresh(site.text, "new-tool"),
        "description": "What the Tool does.",
        "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
    })
}

pub(super) fn resource(site: &Site<'_>) -> Json {
    let name = fresh(site.text, "new-resource");
    let uri = format!("https://example.com/{name}");
    json!({ "uri": uri, "name": name, "description": "What the Resource holds." })
}

pub(super) fn resource_template(site: &Site<'_>) -> Json {
    let name = fresh(site.text, "new-template");
    let template = format!("https://example.com/{name}/{{id}}");
    json!({ "uriTemplate": template, "name": name, "description": "What its Resources hold." })
}

pub(super) fn prompt(site: &Site<'_>) -> Json {
    json!({
        "name": fresh(site.text, "new-prompt"),
        "description": "What the Prompt is good for.",
        "arguments": [
            { "name": "topic", "description": "What to write about.", "required": true },
        ],
    })
}

pub(super) fn transports(value: Value<'_>) -> Vec<Template> {
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

pub(super) fn elicitations(site: &Site<'_>, value: Value<'_>) -> Vec<Template> {
    let name = fresh(site.text, "new-question");
    // A declaration asks what the sample of a step does.
    let step = step("elicitation");
    let request = step.as_ref().and_then(|it| it.get("request"));
    let mut form = json!({ "name": name });
    if let (Some(form), Some(Json::Object(request))) = (form.as_object_mut(), request) {
        form.extend(request.clone());
    }
    let url = json!({ "name": name, "mode": "url", "message": "What the user must do." });
    let scope = scope(value);
    [
        ("form", "A question with a form.", form),
        ("url", "A visit to a page.", url),
    ]
    .into_iter()
    .filter(|(mode, ..)| {
        let defined = crate::mcp::elicitation_mode(mode);
        scope
            .zip(defined)
            .is_some_and(|(scope, it)| scope.is_subset_of(it))
    })
    .map(|(mode, description, value)| {
        Template::new(format!("{mode} elicitation"), description, value)
    })
    .collect()
}
