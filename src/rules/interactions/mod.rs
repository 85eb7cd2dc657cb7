//! Tool Interaction Examples (§9.4): what the server asks during a call, and what it is told.
//!
//! The input and the result of a scenario follow the rules of Tool Examples and are checked with
//! them; here are the steps. What the structure rules see, such as JSON-RPC framing in these closed
//! objects, is theirs.

mod conversation;
mod elicitation;
mod requirements;
mod roots;
mod sampling;

use std::collections::BTreeMap;

use super::Context;
use super::payload::Site;
use crate::diagnostic::{Rule, Severity, example};
use crate::document::{Cursor, Elicitation, Primitive, PrimitiveKind};
use crate::formats::name::is_local_name;

static VERSION_MISMATCH: Rule = Rule {
    code: "interaction-example-version-mismatch",
    severity: Severity::Error,
    summary: "Every revision of the Tool's scope defines what a step shows",
    section: "§9.4",
    explanation: "The steps of a scenario show requests and responses of MCP, and these have grown: \
        elicitation came with 2025-06-18; elicitation by URL, tools in sampling and several content \
        blocks in one sampling message came with 2025-11-25. A scenario is right only when every \
        revision that the Tool covers agrees with all of it. Where they cannot agree, declare the \
        Tool twice with disjoint `protocolVersions`, each with scenarios of its own.",
    bad: example!("invalid/interaction-example-version-mismatch/bad.yaml"),
    good: example!("invalid/interaction-example-version-mismatch/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &VERSION_MISMATCH,
    &elicitation::UNKNOWN_DECLARATION,
    &elicitation::DECLARATION_MISMATCH,
    &elicitation::RESPONSE_MISMATCH,
    &elicitation::CONTENT_MISMATCH,
    &conversation::TOOL_RESULT_MISMATCH,
    &roots::ROOTS_URI,
    &requirements::CONTRADICTION,
];

/// Checks the steps of every Tool Interaction Example.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    for tool in cx.document.primitives_of(PrimitiveKind::Tool) {
        if tool.cursor.get("interactionExamples").is_some() {
            check_tool(cx, &tool);
        }
    }
}

/// The Elicitation Declarations of a Tool.
struct Declarations<'t> {
    /// By name; the first one where a name is used twice.
    by_name: BTreeMap<&'t str, Elicitation<'t>>,
    /// Whether there are no others, which could not be read.
    is_whole: bool,
}

impl<'t> Declarations<'t> {
    fn of(tool: &Primitive<'t>) -> Self {
        let mut by_name = BTreeMap::new();
        for declaration in tool.elicitations() {
            if let Some(name) = declaration.cursor.str("name") {
                by_name.entry(name).or_insert(declaration);
            }
        }
        // A name of the wrong form has a finding of its own, and is about to be changed.
        let names = tool.cursor.names_in("elicitations");
        let is_whole = names.is_some_and(|names| names.iter().all(|name| is_local_name(name)));
        Self { by_name, is_whole }
    }
}

fn check_tool<'d>(cx: &mut Context<'d, '_>, tool: &Primitive<'d>) {
    let declarations = Declarations::of(tool);
    let site = Site {
        scope: tool.scope,
        owner: tool.kind.name(),
        section: "§9.4",
        version: &VERSION_MISMATCH,
    };
    for (_, scenario) in tool.map("interactionExamples") {
        let steps = scenario.get("steps");
        for step in steps.into_iter().flat_map(Cursor::elements) {
            match step.str("type") {
                Some("elicitation") => elicitation::check(cx, step, site, &declarations),
                Some("sampling") => sampling::check(cx, step, site),
                Some("roots") => roots::check(cx, step),
                _ => continue,
            }
            requirements::check(cx, tool, step);
        }
    }
}
