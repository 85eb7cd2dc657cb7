//! Tool Interaction Examples and their steps (§9.4).

use serde_json::json;

use super::Template;
use super::examples::{Examples, input, success};
use crate::lsp::completion::site::{Owner, Site, owner, scope};
use crate::mcp::{ELICITATION, Revisions};
use crate::samples::step;
use crate::source::Value;

/// A step, its type, which is the client capability that it needs, and the revisions that define it.
type Step = (&'static str, &'static str, Revisions);

/// The kinds of steps.
const STEPS: [Step; 3] = [
    ("elicitation step", "elicitation", ELICITATION),
    ("sampling step", "sampling", Revisions::ALL),
    ("roots step", "roots", Revisions::ALL),
];

/// The steps that `value`, a place in the Tool of an interaction, can hold.
pub(super) fn steps(value: Value<'_>) -> Vec<Template> {
    let (Some(owner), Some(scope)) = (owner(value), scope(value)) else {
        return Vec::new();
    };
    fitting(owner, scope)
        .filter_map(|(label, kind, _)| Some((label, step(kind)?)))
        .map(|(label, step)| Template::new(label, "What the client is asked for.", step))
        .collect()
}

/// A whole interaction.
pub(super) fn examples(
    site: &Site<'_>,
    tool: Option<Owner<'_>>,
    scope: Revisions,
) -> Option<Examples> {
    let (_, kind, _) = fitting(tool?, scope).next()?;
    let example = json!({
        "input": input(site, tool, scope)?,
        "steps": [step(kind)?],
        "result": success(site, tool, scope)?,
    });
    Some(vec![("Tool Interaction Example", example)])
}

/// The steps that every revision of `scope` defines and that the Tool's requirements, if it has
/// some, do not stand against.
fn fitting(tool: Owner<'_>, scope: Revisions) -> impl Iterator<Item = Step> {
    let requirements = tool.object.get("clientRequirements");
    STEPS.into_iter().filter(move |(_, capability, defined)| {
        let is_required = |it: Value<'_>| it.get(capability).is_some();
        scope.is_subset_of(*defined) && requirements.is_none_or(is_required)
    })
}
