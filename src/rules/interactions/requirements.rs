//! Scenarios that need more of the client than the Tool's `clientRequirements` say (§8.5, §9.4).

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::{Cursor, Primitive};
use crate::mcp::{Revisions, client_capability};
use crate::rules::Context;
use crate::source::Kind;

pub(super) static CONTRADICTION: Rule = Rule {
    code: "interaction-example-client-requirements-contradiction",
    severity: Severity::Warning,
    summary: "A scenario needs a client capability that the Tool does not require",
    section: "§9.4",
    explanation: "A Tool that declares `clientRequirements` tells clients what they need for it. A \
        scenario that goes beyond, such as elicitation by URL where only forms are required, shows \
        readers a course that a client which meets the requirements may be unable to follow. \
        Require the capability if the Tool cannot do without it; otherwise choose another scenario. \
        A Tool without `clientRequirements` claims nothing, so nothing contradicts it.",
    bad: example!("warning/interaction-example-client-requirements-contradiction/bad.yaml"),
    good: example!("warning/interaction-example-client-requirements-contradiction/good.yaml"),
};

/// Warns where `step` needs what the `clientRequirements` of `tool`, if it has any, do not name.
pub(super) fn check(cx: &mut Context<'_, '_>, tool: &Primitive<'_>, step: Cursor<'_>) {
    let (Some(requirements), Some(scope)) = (tool.cursor.get("clientRequirements"), tool.scope)
    else {
        return;
    };
    let is_readable = requirements.kind() == Kind::Object && !requirements.is_cut();
    // Extensions say nothing of what MCP defines.
    let mut names = requirements.members().map(|(name, _)| name);
    if !is_readable || names.all(|name| name.starts_with("x-")) {
        return;
    }
    let Some((kind, name)) = step.get("type").and_then(|it| Some((it, it.as_str()?))) else {
        return;
    };
    match requirements.get(name) {
        None if defining(&[name]).and(scope).is_empty() => {}
        None => report(cx, requirements, name, kind.place()),
        Some(capability) if capability.kind() == Kind::Object && !capability.is_cut() => {
            for (member, at) in needs(step).into_iter().flatten() {
                // Without either member, the capability to elicit means forms.
                let is_implied = member == "form" && capability.get("url").is_none();
                let is_named = is_implied || capability.get(member).is_some();
                if !is_named && !defining(&[name, member]).and(scope).is_empty() {
                    report(cx, requirements, &format!("{name}.{member}"), smallest(at));
                }
            }
        }
        Some(_) => {}
    }
}

/// The members of its client capability that a step needs, and what in the step needs them.
fn needs(step: Cursor<'_>) -> [Option<(&'static str, Cursor<'_>)>; 2] {
    let Some(request) = step.get("request") else {
        return [None, None];
    };
    match step.str("type") {
        Some("sampling") => {
            let context = request.get("includeContext");
            let context = context.filter(|it| it.as_str().is_some_and(|it| it != "none"));
            let tools = request.get("tools").or(request.get("toolChoice"));
            [
                context.map(|it| ("context", it)),
                tools.map(|it| ("tools", it)),
            ]
        }
        Some("elicitation") => {
            let mode = request.get("mode");
            let member = mode.and_then(Cursor::as_str).and_then(|it| match it {
                "form" => Some("form"),
                "url" => Some("url"),
                _ => None,
            });
            [member.zip(mode), None]
        }
        _ => [None, None],
    }
}

/// The place of a scalar, and of the name of anything larger.
fn smallest(at: Cursor<'_>) -> Place {
    match at.kind() {
        Kind::Array | Kind::Object => at.key_place(),
        _ => at.place(),
    }
}

/// The revisions that define the client capability at `path`.
fn defining(path: &[&str]) -> Revisions {
    client_capability(path).map_or(Revisions::NONE, |it| it.revisions)
}

fn report(cx: &mut Context<'_, '_>, requirements: Cursor<'_>, capability: &str, place: Place) {
    let message = format!(
        "this step needs a client with the capability `{capability}`, which the Tool's \
         `clientRequirements` do not name (§9.4)"
    );
    cx.report(
        Diagnostic::new(&CONTRADICTION, place, message)
            .help("require the capability if the Tool always needs it, or change the scenario")
            .related("the requirements", requirements.key_place()),
    );
}
