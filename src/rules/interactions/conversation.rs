//! How the messages of a sampling request answer each other.

use std::collections::{BTreeSet, HashSet};

use super::sampling::{blocks, kind};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::mcp::ContentKind;
use crate::rules::Context;
use crate::rules::wording::code;

pub(super) static TOOL_RESULT_MISMATCH: Rule = Rule {
    code: "interaction-example-tool-result-mismatch",
    severity: Severity::Error,
    summary: "Tool results in sampling answer the tool uses before them",
    section: "§9.4",
    explanation: "A model that asks for a tool does so with a `tool_use` block, and the server \
        answers with a `tool_result` whose `toolUseId` is the `id` of that block. MCP demands that \
        each result belongs to an earlier use, that a user message with tool results holds nothing \
        else, and that the message after a tool use answers it: models refuse conversations in \
        which a call is left open.",
    bad: example!("invalid/interaction-example-tool-result-mismatch/bad.yaml"),
    good: example!("invalid/interaction-example-tool-result-mismatch/good.yaml"),
};

/// Checks the tool uses and results of a conversation: `messages`, and the `response` to them.
pub(super) fn check<'t>(
    cx: &mut Context<'_, '_>,
    messages: impl Iterator<Item = Cursor<'t>>,
    response: Option<Cursor<'t>>,
) {
    let mut used = BTreeSet::new();
    let mut previous: Option<Cursor<'_>> = None;
    for message in messages {
        let all_known = check_results(cx, message, &used);
        // A result with a wrong id was probably meant for the use that it leaves open.
        if let Some(previous) = previous.filter(|_| all_known) {
            check_answers(cx, previous, message);
        }
        used.extend(uses(message).filter_map(Cursor::as_str));
        previous = Some(message);
    }
    if let Some(response) = response {
        check_results(cx, response, &used);
    }
}

/// The `id` of every tool use in a message.
fn uses(message: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    members(message, ContentKind::ToolUse, "id")
}

/// The `toolUseId` of every tool result in a message.
fn results(message: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    members(message, ContentKind::ToolResult, "toolUseId")
}

fn members<'t>(
    message: Cursor<'t>,
    wanted: ContentKind,
    key: &'static str,
) -> impl Iterator<Item = Cursor<'t>> {
    blocks(message)
        .filter(move |&block| kind(block) == Some(wanted))
        .filter_map(move |block| block.get(key))
}

/// Checks that each result in `message` belongs to one of the calls `used` before, and that a user
/// says nothing else beside results. Gives whether every result belongs to one.
fn check_results(cx: &mut Context<'_, '_>, message: Cursor<'_>, used: &BTreeSet<&str>) -> bool {
    let mut all_known = true;
    for id in results(message) {
        if let Some(text) = id.as_str().filter(|it| !used.contains(it)) {
            let message = format!(
                "no message before this one has a `tool_use` block with the id {} (§9.4)",
                code(text)
            );
            let mut diagnostic = Diagnostic::new(&TOOL_RESULT_MISMATCH, id.place(), message);
            if let Some(near) = cx.nearest(text, used.iter().copied()) {
                diagnostic = diagnostic.help(format!("did you mean {}?", code(near)));
            }
            cx.report(diagnostic);
            all_known = false;
        }
    }
    let is_other =
        |&block: &Cursor<'_>| kind(block).is_some_and(|it| it != ContentKind::ToolResult);
    if message.str("role") == Some("user")
        && results(message).next().is_some()
        && let Some(other) = blocks(message).find(is_other)
    {
        let place = other.get("type").map_or(other.name_place(), Cursor::place);
        let message = "a user message with tool results holds nothing but tool results (§9.4)";
        cx.report(
            Diagnostic::new(&TOOL_RESULT_MISMATCH, place, message)
                .help("move the other blocks into a message of their own, after the results"),
        );
    }
    all_known
}

/// Checks that `next` answers every tool use of `message`.
fn check_answers(cx: &mut Context<'_, '_>, message: Cursor<'_>, next: Cursor<'_>) {
    let unread = next.is_cut() || next.get("content").is_none_or(Cursor::is_cut);
    if message.str("role") != Some("assistant") || unread {
        return;
    }
    let answered: HashSet<&str> = results(next).filter_map(Cursor::as_str).collect();
    for id in uses(message) {
        if let Some(text) = id.as_str().filter(|it| !answered.contains(it)) {
            let message = format!(
                "the message after this tool use has no `tool_result` for {} (§9.4)",
                code(text)
            );
            cx.report(
                Diagnostic::new(&TOOL_RESULT_MISMATCH, id.place(), message)
                    .help("let a user message with the result of this tool use follow")
                    .related("the message that follows", next.name_place()),
            );
        }
    }
}
