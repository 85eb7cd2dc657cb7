//! Tool Interaction Examples and their steps (§9.4).

use serde_json::{Value as Json, json};

use super::Template;
use super::examples::{Examples, input, success};
use crate::lsp::completion::site::{Owner, Site, owner, scope};
use crate::mcp::{ELICITATION, Revisions};
use crate::source::Value;

/// A step, the client capability that it needs, and the revisions that define it.
type Step = (&'static str, &'static str, Revisions, fn() -> Json);

/// The kinds of steps.
const STEPS: [Step; 3] = [
    ("elicitation step", "elicitation", ELICITATION, elicitation),
    ("sampling step", "sampling", Revisions::ALL, sampling),
    ("roots step", "roots", Revisions::ALL, roots),
];

/// The steps that `value`, a place in the Tool of an interaction, can hold.
pub(super) fn steps(value: Value<'_>) -> Vec<Template> {
    let (Some(owner), Some(scope)) = (owner(value), scope(value)) else {
        return Vec::new();
    };
    fitting(owner, scope)
        .map(|(label, _, _, make)| Template::new(label, "What the client is asked for.", make()))
        .collect()
}

/// A whole interaction.
pub(super) fn examples(
    site: &Site<'_>,
    tool: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    let (.., step) = fitting(tool?, scope).next()?;
    let example = json!({
        "input": input(site, tool, scope)?,
        "steps": [step()],
        "result": success(site, tool, scope)?,
    });
    Some(vec![("Tool Interaction Example", example)])
}

/// The steps that every revision of `scope` defines and that the Tool's requirements, if it has
/// some, do not stand against.
fn fitting(tool: Owner<'_>, scope: Revisions) -> impl Iterator<Item = Step> {
    let requirements = tool.object.get("clientRequirements");
    STEPS
        .into_iter()
        .filter(move |(_, capability, defined, _)| {
            let is_required = |it: Value<'_>| it.get(capability).is_some();
            scope.is_subset_of(*defined) && requirements.is_none_or(is_required)
        })
}

fn elicitation() -> Json {
    json!({
        "type": "elicitation",
        "request": {
            "mode": "form",
            "message": "What the user is asked.",
            "requestedSchema": {
                "type": "object",
                "properties": { "answer": { "type": "string" } },
                "required": ["answer"],
            },
        },
        "response": { "action": "accept", "content": { "answer": "sample" } },
    })
}

fn sampling() -> Json {
    json!({
        "type": "sampling",
        "request": {
            "messages": [
                { "role": "user", "content": { "type": "text", "text": "What the model is asked." } },
            ],
            "maxTokens": 1000,
        },
        "response": {
            "role": "assistant",
            "content": { "type": "text", "text": "What the model answers." },
            "model": "sample-model",
        },
    })
}

fn roots() -> Json {
    json!({
        "type": "roots",
        "request": {},
        "response": { "roots": [{ "uri": "file:///workspace" }] },
    })
}
