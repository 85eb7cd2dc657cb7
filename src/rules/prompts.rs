//! Named Prompt Examples (§11.3).

use std::collections::BTreeSet;

use super::Context;
use super::payload::{ResultForm, Site, check_block, check_result};
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive, PrimitiveKind};
use crate::mcp::{ContentUse, GET_PROMPT_RESULT, Revisions};

pub static RULES: &[&Rule] = &[
    &UNKNOWN_ARGUMENT,
    &MISSING_ARGUMENT,
    &RESULT_VERSION,
    &CONTENT_VERSION,
    &ENVELOPE,
    &INCOMPLETE_RESULT,
];

static UNKNOWN_ARGUMENT: Rule = Rule {
    code: "prompt-example-unknown-argument",
    severity: Severity::Error,
    summary: "A Prompt Example passes an argument that the Prompt does not declare",
    section: "§11.3",
    explanation: "`arguments` of an example is what a client would send with `prompts/get`. Each \
        key must be the `name` of an entry of the Prompt's own `arguments`; a name that is not \
        there is a slip of the pen, or an argument that was forgotten in the declaration.",
    bad: example!("invalid/prompt-example-unknown-argument/bad.yaml"),
    good: example!("invalid/prompt-example-unknown-argument/good.yaml"),
};

static MISSING_ARGUMENT: Rule = Rule {
    code: "prompt-example-missing-required-argument",
    severity: Severity::Error,
    summary: "A Prompt Example leaves out a required argument",
    section: "§11.3",
    explanation: "An example shows a complete request. Where the Prompt declares an argument with \
        `required: true`, each example must pass it; leaving `arguments` out means that none is \
        passed.",
    bad: example!("invalid/prompt-example-missing-required-argument/bad.yaml"),
    good: example!("invalid/prompt-example-missing-required-argument/good.yaml"),
};

static RESULT_VERSION: Rule = Rule {
    code: "prompt-example-result-version-mismatch",
    severity: Severity::Error,
    summary: "A Prompt Example's result does not have the shape that an applicable revision defines",
    section: "§11.3",
    explanation: "The result of a Prompt Example is what `prompts/get` returns. MCP 2026-07-28 \
        demands `resultType: complete` in it; for earlier revisions that member must be absent. A \
        Prompt that covers both needs two declarations with disjoint `protocolVersions`.",
    bad: example!("invalid/prompt-example-result-version-mismatch/bad.yaml"),
    good: example!("invalid/prompt-example-result-version-mismatch/good.yaml"),
};

static CONTENT_VERSION: Rule = Rule {
    code: "prompt-example-content-version-mismatch",
    severity: Severity::Error,
    summary: "A Prompt Example's message holds content that an applicable revision does not define",
    section: "§11.3",
    explanation: "A message may hold any content block that every revision of the Prompt's scope \
        lets it hold: audio since 2025-03-26, resource links since 2025-06-18. The same goes for \
        what a block carries, such as `_meta` or `lastModified` since 2025-06-18.",
    bad: example!("invalid/prompt-example-content-version-mismatch/bad.yaml"),
    good: example!("invalid/prompt-example-content-version-mismatch/good.yaml"),
};

static ENVELOPE: Rule = Rule {
    code: "prompt-example-json-rpc-envelope",
    severity: Severity::Error,
    summary: "A Prompt Example's result contains parts of its JSON-RPC message",
    section: "§11.3",
    explanation: "An example carries the value of the response's `result` member, not the message \
        with `jsonrpc` and `id` around it. A Prompt that cannot be retrieved answers with a \
        JSON-RPC error, and that is no Prompt Example.",
    bad: example!("invalid/prompt-example-json-rpc-envelope/bad.yaml"),
    good: example!("invalid/prompt-example-json-rpc-envelope/good.yaml"),
};

static INCOMPLETE_RESULT: Rule = Rule {
    code: "incomplete-prompt-example-result",
    severity: Severity::Error,
    summary: "A Prompt Example shows a request that has not been answered",
    section: "§11.3",
    explanation: "A task handle, a request for more input or a progress report is not yet the \
        answer to `prompts/get`. An example shows the messages that the client gets in the end.",
    bad: example!("invalid/incomplete-prompt-example-result/bad.yaml"),
    good: example!("invalid/incomplete-prompt-example-result/good.yaml"),
};

static FORM: ResultForm = ResultForm {
    object: &GET_PROMPT_RESULT,
    meta: Revisions::ALL,
    owner: "Prompt",
    section: "§11.3",
    version: |_| &RESULT_VERSION,
    envelope: &ENVELOPE,
    incomplete: &INCOMPLETE_RESULT,
};

/// The names of the arguments that `prompt` declares; `None` where some may be unread.
pub(super) fn argument_names<'t>(prompt: &Primitive<'t>) -> Option<BTreeSet<&'t str>> {
    prompt.cursor.names_in("arguments")
}

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for prompt in document.primitives_of(PrimitiveKind::Prompt) {
        let names = argument_names(&prompt);
        for (_, example) in prompt.examples(document) {
            if cx.is_due_against(example, prompt.cursor, "arguments", None) {
                if let Some(names) = &names {
                    check_known(cx, names, example);
                }
                check_required(cx, &prompt, names.as_ref(), example);
            }
            if let Some(result) = example.get("result") {
                check_messages(cx, &prompt, result);
            }
        }
    }
}

fn check_messages(cx: &mut Context<'_, '_>, prompt: &Primitive<'_>, result: Cursor<'_>) {
    if !cx.is_due(result, "result", prompt.scope) {
        return;
    }
    check_result(cx, result, prompt.scope, &FORM);
    let site = Site {
        scope: prompt.scope,
        owner: FORM.owner,
        section: FORM.section,
        version: &CONTENT_VERSION,
    };
    for message in result
        .get("messages")
        .into_iter()
        .flat_map(Cursor::elements)
    {
        if let Some(block) = message.get("content") {
            check_block(cx, block, site, ContentUse::PromptMessage);
        }
    }
}

fn check_known(cx: &mut Context<'_, '_>, names: &BTreeSet<&str>, example: Cursor<'_>) {
    let passed = example
        .get("arguments")
        .into_iter()
        .flat_map(Cursor::members);
    for (name, value) in passed.filter(|(name, _)| !names.contains(name)) {
        if cx.is_full() {
            return;
        }
        let message = format!("the Prompt declares no argument {} (§11.3)", code(name));
        let help = match cx.nearest(name, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "declare it in the Prompt's `arguments`, or leave it out here".to_owned(),
        };
        cx.report(Diagnostic::new(&UNKNOWN_ARGUMENT, value.key_place(), message).help(help));
    }
}

fn check_required(
    cx: &mut Context<'_, '_>,
    prompt: &Primitive<'_>,
    names: Option<&BTreeSet<&str>>,
    example: Cursor<'_>,
) {
    let passed = example.get("arguments");
    if passed.map_or(!example.lacks("arguments"), Cursor::is_cut) {
        return;
    }
    let is_unknown = |name: &str| names.is_some_and(|names| !names.contains(name));
    let declared = prompt.cursor.get("arguments");
    for argument in declared.into_iter().flat_map(Cursor::elements) {
        // Each example may lack each argument: no more than what is kept is worth the time.
        if cx.is_full() {
            return;
        }
        let required = argument.get("required").and_then(Cursor::as_bool) == Some(true);
        let Some(name) = argument.str("name").filter(|_| required) else {
            continue;
        };
        let place = match passed {
            Some(passed) if passed.get(name).is_some() => continue,
            // What is passed under a wrong name has a finding of its own.
            Some(passed) if passed.slip_for(name).is_some_and(is_unknown) => continue,
            Some(passed) if !passed.is_readable_map() => continue,
            Some(passed) => passed.missing(name),
            None => example.missing("arguments"),
        };
        let name = code(name);
        let message = format!("the required argument {name} is missing (§11.3)");
        cx.report(
            Diagnostic::new(&MISSING_ARGUMENT, place, message)
                .help(format!("pass {name} in `arguments`"))
                .related("declared as required", argument.name_place()),
        );
    }
}
