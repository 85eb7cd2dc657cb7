//! Completion examples of Prompts (§11.4) and Resource Templates (§10.4.6).

use std::collections::BTreeSet;

use super::Context;
use super::payload::{ResultForm, Site, check_result};
use super::wording::code;
use super::{prompts, resources};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive, PrimitiveKind};
use crate::mcp::{COMPLETE_RESULT, COMPLETION_CONTEXT, Revisions, SERVER_COMPLETIONS};

pub static RULES: &[&Rule] = &[
    &VERSION,
    &CONTEXT_VERSION,
    &RESULT_VERSION,
    &ENVELOPE,
    &INCOMPLETE_RESULT,
    &DUPLICATE_TARGET,
    &UNKNOWN_ARGUMENT,
    &CONTEXT_UNKNOWN_ARGUMENT,
    &UNKNOWN_VARIABLE,
    &CONTEXT_UNKNOWN_VARIABLE,
];

static VERSION: Rule = Rule {
    code: "completion-example-version-mismatch",
    severity: Severity::Error,
    summary: "A completion example applies to a revision without completion",
    section: "§11.4",
    explanation: "Servers complete arguments since MCP 2025-03-26. A Prompt or Resource Template \
        that also covers 2024-11-05 cannot show completions; declare it twice with disjoint \
        `protocolVersions`, and keep `completionExamples` with the later revisions.",
    bad: example!("invalid/completion-example-version-mismatch/bad.yaml"),
    good: example!("invalid/completion-example-version-mismatch/good.yaml"),
};

static CONTEXT_VERSION: Rule = Rule {
    code: "completion-example-context-version-mismatch",
    severity: Severity::Error,
    summary: "A completion `context` applies to a revision before MCP 2025-06-18",
    section: "§11.4",
    explanation: "Since MCP 2025-06-18 a client may tell which other arguments are already \
        filled in. 2025-03-26 has completion but not this `context`, so an example with one must \
        not cover that revision.",
    bad: example!("invalid/completion-example-context-version-mismatch/bad.yaml"),
    good: example!("invalid/completion-example-context-version-mismatch/good.yaml"),
};

static RESULT_VERSION: Rule = Rule {
    code: "completion-example-result-version-mismatch",
    severity: Severity::Error,
    summary: "A completion result does not have the shape that an applicable revision defines",
    section: "§11.4",
    explanation: "The result of a completion example is what `completion/complete` returns. MCP \
        2026-07-28 demands `resultType: complete` in it; for earlier revisions that member must \
        be absent.",
    bad: example!("invalid/completion-example-result-version-mismatch/bad.yaml"),
    good: example!("invalid/completion-example-result-version-mismatch/good.yaml"),
};

static ENVELOPE: Rule = Rule {
    code: "completion-example-json-rpc-envelope",
    severity: Severity::Error,
    summary: "A completion result contains parts of its JSON-RPC message",
    section: "§11.4",
    explanation: "An example carries the value of the response's `result` member, not the message \
        with `jsonrpc` and `id` around it, and not a JSON-RPC error.",
    bad: example!("invalid/completion-example-json-rpc-envelope/bad.yaml"),
    good: example!("invalid/completion-example-json-rpc-envelope/good.yaml"),
};

static INCOMPLETE_RESULT: Rule = Rule {
    code: "incomplete-completion-example-result",
    severity: Severity::Error,
    summary: "A completion example shows a request that has not been answered",
    section: "§11.4",
    explanation: "A task handle, a request for more input or a progress report is not yet the \
        answer to `completion/complete`. An example shows the candidates that the client gets.",
    bad: example!("invalid/incomplete-completion-example-result/bad.yaml"),
    good: example!("invalid/incomplete-completion-example-result/good.yaml"),
};

static DUPLICATE_TARGET: Rule = Rule {
    code: "completion-example-duplicate-target-context",
    severity: Severity::Error,
    summary: "The argument being completed is also in the context",
    section: "§11.4",
    explanation: "`context.arguments` holds what is already filled in; the argument under \
        completion is not filled in yet, and what was typed of it stands in `argument.value`.",
    bad: example!("invalid/completion-example-duplicate-target-context/bad.yaml"),
    good: example!("invalid/completion-example-duplicate-target-context/good.yaml"),
};

static UNKNOWN_ARGUMENT: Rule = Rule {
    code: "prompt-completion-example-unknown-argument",
    severity: Severity::Error,
    summary: "A completion example completes an argument that the Prompt does not declare",
    section: "§11.4",
    explanation: "`argument.name` must be the `name` of an entry of the Prompt's `arguments`, for \
        only those can be completed.",
    bad: example!("invalid/prompt-completion-example-unknown-argument/bad.yaml"),
    good: example!("invalid/prompt-completion-example-unknown-argument/good.yaml"),
};

static CONTEXT_UNKNOWN_ARGUMENT: Rule = Rule {
    code: "prompt-completion-example-context-unknown-argument",
    severity: Severity::Error,
    summary: "A completion context names an argument that the Prompt does not declare",
    section: "§11.4",
    explanation: "Each key of `context.arguments` must be the `name` of an entry of the Prompt's \
        `arguments`. The context may leave arguments out, but it cannot invent any.",
    bad: example!("invalid/prompt-completion-example-context-unknown-argument/bad.yaml"),
    good: example!("invalid/prompt-completion-example-context-unknown-argument/good.yaml"),
};

static UNKNOWN_VARIABLE: Rule = Rule {
    code: "resource-template-completion-example-unknown-variable",
    severity: Severity::Error,
    summary: "A completion example completes something that is no variable of the `uriTemplate`",
    section: "§10.4.6",
    explanation: "`argument.name` must be the name of a variable of the `uriTemplate`, without \
        operator and modifier: `{+path}` has the variable `path`, `{id:3}` the variable `id`, and \
        percent-encoded characters stay as they are written.",
    bad: example!("invalid/resource-template-completion-example-unknown-variable/bad.yaml"),
    good: example!("invalid/resource-template-completion-example-unknown-variable/good.yaml"),
};

static CONTEXT_UNKNOWN_VARIABLE: Rule = Rule {
    code: "resource-template-completion-example-context-unknown-variable",
    severity: Severity::Error,
    summary: "A completion context names something that is no variable of the `uriTemplate`",
    section: "§10.4.6",
    explanation: "Each key of `context.arguments` must be a variable of the same `uriTemplate`, \
        written without operator and modifier.",
    bad: example!("invalid/resource-template-completion-example-context-unknown-variable/bad.yaml"),
    good: example!(
        "invalid/resource-template-completion-example-context-unknown-variable/good.yaml"
    ),
};

/// What differs between the two kinds of primitives that have completion examples.
struct Family {
    form: ResultForm,
    unknown: &'static Rule,
    unknown_in_context: &'static Rule,
    /// How messages say that something has no such name: `the Prompt declares no argument`.
    has_no: &'static str,
}

static OF_PROMPT: Family = Family {
    form: form("Prompt", "§11.4"),
    unknown: &UNKNOWN_ARGUMENT,
    unknown_in_context: &CONTEXT_UNKNOWN_ARGUMENT,
    has_no: "the Prompt declares no argument",
};

static OF_TEMPLATE: Family = Family {
    form: form("Resource Template", "§10.4.6"),
    unknown: &UNKNOWN_VARIABLE,
    unknown_in_context: &CONTEXT_UNKNOWN_VARIABLE,
    has_no: "the `uriTemplate` has no variable",
};

const fn form(owner: &'static str, section: &'static str) -> ResultForm {
    ResultForm {
        object: &COMPLETE_RESULT,
        meta: Revisions::ALL,
        owner,
        section,
        version: |_| &RESULT_VERSION,
        envelope: &ENVELOPE,
        incomplete: &INCOMPLETE_RESULT,
    }
}

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for prompt in document.primitives_of(PrimitiveKind::Prompt) {
        let names = prompts::argument_names(&prompt);
        check_examples(cx, &prompt, names.as_ref(), &OF_PROMPT);
    }
    for template in document.primitives_of(PrimitiveKind::ResourceTemplate) {
        if template.cursor.get("completionExamples").is_some() {
            let parsed = resources::parse_template(&template);
            let names: Option<BTreeSet<_>> = parsed.as_ref().map(|it| it.variables().collect());
            check_examples(cx, &template, names.as_ref(), &OF_TEMPLATE);
        }
    }
}

/// Checks the completion examples of `primitive`, whose arguments or variables are `names`;
/// `None` where those are not known.
fn check_examples(
    cx: &mut Context<'_, '_>,
    primitive: &Primitive<'_>,
    names: Option<&BTreeSet<&str>>,
    family: &'static Family,
) {
    let site = |version| Site {
        scope: primitive.scope,
        owner: family.form.owner,
        section: family.form.section,
        version,
    };
    for (_, example) in primitive.map("completionExamples") {
        let what = || "completion".to_owned();
        site(&VERSION).require(cx, || example.key_place(), what, SERVER_COMPLETIONS);
        if let Some(context) = example.get("context") {
            let site = site(&CONTEXT_VERSION).within(SERVER_COMPLETIONS);
            let what = || "the `context` of completion".to_owned();
            site.require(cx, || context.key_place(), what, COMPLETION_CONTEXT);
        }
        if let Some(names) = names {
            check_names(cx, example, names, family);
        }
        check_target(cx, example, family);
        if let Some(result) = example.get("result") {
            let scope = primitive.scope.map(|scope| scope.and(SERVER_COMPLETIONS));
            check_result(cx, result, scope, &family.form);
        }
    }
}

/// The argument under completion.
fn target(example: Cursor<'_>) -> Option<Cursor<'_>> {
    example.at(&["argument", "name"])
}

/// The arguments that are already filled in.
fn context(example: Cursor<'_>) -> impl Iterator<Item = (&str, Cursor<'_>)> {
    let arguments = example.at(&["context", "arguments"]);
    arguments.into_iter().flat_map(Cursor::members)
}

fn check_names(
    cx: &mut Context<'_, '_>,
    example: Cursor<'_>,
    names: &BTreeSet<&str>,
    family: &'static Family,
) {
    let section = family.form.section;
    let mut report = |rule, name, place| {
        let message = format!("{} {} ({section})", family.has_no, code(name));
        let mut diagnostic = Diagnostic::new(rule, place, message);
        if let Some(meant) = cx.nearest(name, names.iter().copied()) {
            diagnostic = diagnostic.help(format!("did you mean {}?", code(meant)));
        }
        cx.report(diagnostic);
    };
    if let Some(written) = target(example)
        && let Some(name) = written.as_str()
        && !names.contains(&name)
    {
        report(family.unknown, name, written.place());
    }
    for (name, value) in context(example).filter(|(name, _)| !names.contains(name)) {
        report(family.unknown_in_context, name, value.key_place());
    }
}

fn check_target(cx: &mut Context<'_, '_>, example: Cursor<'_>, family: &'static Family) {
    let Some(written) = target(example) else {
        return;
    };
    for (name, value) in context(example).filter(|(name, _)| written.as_str() == Some(name)) {
        let message = format!(
            "{} is the argument being completed, so it cannot be in the context ({})",
            code(name),
            family.form.section
        );
        cx.report(
            Diagnostic::new(&DUPLICATE_TARGET, value.key_place(), message)
                .help("remove it here; what was typed of it stands in `argument.value`")
                .related("completed here", written.place()),
        );
    }
}
