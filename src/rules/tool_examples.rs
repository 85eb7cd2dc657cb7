//! Named Tool Examples (§9.3): a call's input and its completed result. The input and result of a
//! Tool Interaction Example follow the same rules (§9.4) and are checked here too.

use super::Context;
use super::payload::{ResultForm, Site, check_block, check_result};
use super::wording::verb;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Namespace, Primitive, PrimitiveKind};
use crate::mcp::{CALL_TOOL_RESULT, ContentUse, Revisions, STRUCTURED_CONTENT_OF_ANY_KIND};
use crate::schema::{self, FaultKind, Gap};
use crate::source::Kind;

pub static RULES: &[&Rule] = &[
    &RESULT_VERSION,
    &CONTENT_VERSION,
    &ENVELOPE,
    &INCOMPLETE_RESULT,
    &MISSING_STRUCTURED_CONTENT,
    &STRUCTURED_ERROR,
    &SCHEMA_MISMATCH,
    &INCOMPLETE_VALIDATION,
];

static RESULT_VERSION: Rule = Rule {
    code: "tool-example-result-version-mismatch",
    severity: Severity::Error,
    summary: "A Tool Example's result does not have the shape that an applicable revision defines",
    section: "§9.3",
    explanation: "The result of a Tool Example is what `tools/call` returns. MCP 2026-07-28 \
        demands `resultType: complete` in it, earlier revisions do not know that member; \
        `structuredContent` came with 2025-06-18 and had to be an object until 2026-07-28. An \
        example is right only when every revision that the Tool covers agrees with it. Where they \
        cannot agree, declare the Tool twice with disjoint `protocolVersions`.",
    bad: example!("invalid/tool-example-result-version-mismatch/bad.yaml"),
    good: example!("invalid/tool-example-result-version-mismatch/good.yaml"),
};

static CONTENT_VERSION: Rule = Rule {
    code: "tool-example-content-version-mismatch",
    severity: Severity::Error,
    summary: "A Tool Example shows content that an applicable revision does not define",
    section: "§9.3",
    explanation: "Content has grown with MCP: audio came with 2025-03-26; resource links, `_meta` \
        on blocks and `lastModified` in annotations with 2025-06-18; icons on links with \
        2025-11-25. A client of an older revision cannot read what it does not define, so an \
        example may only use what all revisions of the Tool's scope share.",
    bad: example!("invalid/tool-example-content-version-mismatch/bad.yaml"),
    good: example!("invalid/tool-example-content-version-mismatch/good.yaml"),
};

static ENVELOPE: Rule = Rule {
    code: "tool-example-json-rpc-envelope",
    severity: Severity::Error,
    summary: "A Tool Example's result contains parts of its JSON-RPC message",
    section: "§9.3",
    explanation: "An example carries the value of the response's `result` member. `jsonrpc`, `id` \
        and the like belong to the message around it, and a JSON-RPC `error` is no result at all: \
        a Tool that fails says so with `isError: true` and content for the model to read.",
    bad: example!("invalid/tool-example-json-rpc-envelope/bad.yaml"),
    good: example!("invalid/tool-example-json-rpc-envelope/good.yaml"),
};

static INCOMPLETE_RESULT: Rule = Rule {
    code: "incomplete-tool-example-result",
    severity: Severity::Error,
    summary: "A Tool Example shows a call that has not ended",
    section: "§9.3",
    explanation: "A task handle, a request for more input or a progress report is a step on the \
        way to a result. Examples show the end of the way; the steps of an interaction belong to \
        `interactionExamples`.",
    bad: example!("invalid/incomplete-tool-example-result/bad.yaml"),
    good: example!("invalid/incomplete-tool-example-result/good.yaml"),
};

static MISSING_STRUCTURED_CONTENT: Rule = Rule {
    code: "missing-tool-example-structured-content",
    severity: Severity::Error,
    summary: "A successful result of a Tool with `outputSchema` lacks `structuredContent`",
    section: "§9.3",
    explanation: "A Tool that declares `outputSchema` promises structured output, so each \
        successful example must show a `structuredContent` that follows the schema, next to the \
        content for people and models. Only a result with `isError: true` goes without it.",
    bad: example!("invalid/missing-tool-example-structured-content/bad.yaml"),
    good: example!("invalid/missing-tool-example-structured-content/good.yaml"),
};

static STRUCTURED_ERROR: Rule = Rule {
    code: "structured-tool-error-example",
    severity: Severity::Error,
    summary: "The result of a failed call has `structuredContent`",
    section: "§9.3",
    explanation: "`outputSchema` describes what a Tool returns when it succeeds. A result with \
        `isError: true` explains the failure in `content` alone; `structuredContent` beside it, \
        even `null`, would claim output that does not exist.",
    bad: example!("invalid/structured-tool-error-example/bad.yaml"),
    good: example!("invalid/structured-tool-error-example/good.yaml"),
};

static SCHEMA_MISMATCH: Rule = Rule {
    code: "tool-example-schema-mismatch",
    severity: Severity::Error,
    summary: "The input or output of a Tool Example does not match the Tool's schema",
    section: "§9.3",
    explanation: "An example shows a call that works: its `input` must match the Tool's \
        `inputSchema`, and the `structuredContent` of a successful result its `outputSchema`. A \
        `default` in a schema does not fill in what is missing, and `format` demands nothing. \
        Readers copy examples, so one that the Tool itself would refuse does harm; calls that \
        must fail belong to tests.",
    bad: example!("invalid/tool-example-schema-mismatch/bad.yaml"),
    good: example!("invalid/tool-example-schema-mismatch/good.yaml"),
};

static INCOMPLETE_VALIDATION: Rule = Rule {
    code: "incomplete-tool-example-validation",
    severity: Severity::Warning,
    summary: "A Tool Example could not be compared completely with its schema",
    section: "§9.3",
    explanation: "What can be judged of the example was judged, but something stays open: the \
        schema refers to one outside the document, which is never fetched; or a revision before \
        2025-11-25 applies, which leaves the dialect of Tool schemas open; or evaluation would \
        take too long. The example may be right; nobody can tell from this document alone.",
    bad: example!("warning/incomplete-tool-example-validation/bad.yaml"),
    good: example!("warning/incomplete-tool-example-validation/good.yaml"),
};

static FORM: ResultForm = ResultForm {
    object: &CALL_TOOL_RESULT,
    meta: Revisions::ALL,
    owner: "Tool",
    section: "§9.3",
    version: |_| &RESULT_VERSION,
    envelope: &ENVELOPE,
    incomplete: &INCOMPLETE_RESULT,
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for tool in document.primitives_of(PrimitiveKind::Tool) {
        for (_, example) in tool.examples(document) {
            check_call(cx, &tool, example);
        }
        for (_, scenario) in tool.map("interactionExamples") {
            check_call(cx, &tool, scenario);
        }
    }
}

/// Checks the `input` and `result` of an example of `tool`.
fn check_call<'d>(cx: &mut Context<'d, '_>, tool: &Primitive<'d>, example: Cursor<'d>) {
    // Anything but an object is a fault of structure already.
    let input = example.get("input");
    if let Some(input) = input.filter(|it| it.kind() == Kind::Object) {
        check_match(cx, tool, "inputSchema", input);
    }
    let Some(result) = example.get("result").filter(|it| it.kind() == Kind::Object) else {
        return;
    };
    if cx.is_due(result, "result", tool.scope) {
        check_payload(cx, result, tool.scope);
    }
    check_outcome(cx, tool, result);
}

/// Checks what a result holds, whatever the Tool it is of.
fn check_payload(cx: &mut Context<'_, '_>, result: Cursor<'_>, scope: Option<Revisions>) {
    check_result(cx, result, scope, &FORM);
    let site = Site {
        scope,
        owner: FORM.owner,
        section: FORM.section,
        version: &CONTENT_VERSION,
    };
    for block in result.get("content").into_iter().flat_map(Cursor::elements) {
        check_block(cx, block, site, ContentUse::ToolResult);
    }
}

/// Whether a call went well, by its `isError`; `None` where that is unreadable.
fn succeeded(result: Cursor<'_>) -> Option<bool> {
    match result.get("isError") {
        Some(flag) => flag.as_bool().map(|failed| !failed),
        None => (!result.is_cut()).then_some(true),
    }
}

/// Checks that `structuredContent` is there, or absent, as the outcome of the call demands.
fn check_outcome<'d>(cx: &mut Context<'d, '_>, tool: &Primitive<'d>, result: Cursor<'d>) {
    match (succeeded(result), result.get("structuredContent")) {
        (Some(false), Some(structured)) => {
            let message = "a result with `isError: true` must not have `structuredContent` (§9.3)";
            cx.report_own(structured, |it| {
                Diagnostic::new(&STRUCTURED_ERROR, it.key_place(), message)
                    .help("remove it, and explain the failure in `content`")
            });
        }
        (Some(true), Some(structured)) => {
            if check_kind(cx, tool, structured) {
                check_match(cx, tool, "outputSchema", structured);
            }
        }
        (Some(true), None) if !result.is_cut() => check_missing(cx, tool, result),
        (_, None) | (None, _) => {}
    }
}

/// Before 2026-07-28, `structuredContent` is an object; whether that is so here.
fn check_kind(cx: &mut Context<'_, '_>, tool: &Primitive<'_>, structured: Cursor<'_>) -> bool {
    let (Some(member), Some(scope)) = (CALL_TOOL_RESULT.member("structuredContent"), tool.scope)
    else {
        return true;
    };
    let strict = scope
        .and(member.defined)
        .minus(STRUCTURED_CONTENT_OF_ANY_KIND);
    if strict.is_empty() || structured.kind() == Kind::Object {
        return true;
    }
    let message = format!(
        "`structuredContent` is {}; for MCP {strict} it must be an object (§9.3)",
        structured.kind().with_article()
    );
    cx.report(
        Diagnostic::new(&RESULT_VERSION, structured.place(), message)
            .help("wrap the value in an object, here and in `outputSchema`"),
    );
    false
}

fn check_missing(cx: &mut Context<'_, '_>, tool: &Primitive<'_>, result: Cursor<'_>) {
    let Some(schema) = tool.cursor.get("outputSchema") else {
        return;
    };
    // Where a revision knows no structured output, the fault is the schema, which has its own rule.
    let knows = CALL_TOOL_RESULT.member("structuredContent");
    if knows
        .zip(tool.scope)
        .is_some_and(|(it, scope)| !scope.is_subset_of(it.defined))
    {
        return;
    }
    let message = "a successful result of a Tool with `outputSchema` must have \
        `structuredContent` (§9.3)";
    let place = result.missing("structuredContent");
    cx.report(
        Diagnostic::new(&MISSING_STRUCTURED_CONTENT, place, message)
            .help("add a value that follows `outputSchema`, or `isError: true` if the call failed")
            .related("the schema", schema.key_place()),
    );
}

/// Checks that `instance` matches the schema that the Tool has as its member `key`.
fn check_match<'d>(
    cx: &mut Context<'d, '_>,
    tool: &Primitive<'d>,
    key: &'static str,
    instance: Cursor<'d>,
) {
    let (Some(scope), Some(written)) = (tool.scope, tool.cursor.get(key)) else {
        return;
    };
    let resolved = cx.document.resolve(written, Namespace::Schemas).value();
    let Some(schema) = resolved.filter(|it| it.kind() == Kind::Object) else {
        return;
    };
    if !cx.is_due_against(instance, schema, key, Some(scope)) {
        return;
    }
    let outcome = cx.schemas.validate(schema, scope, instance);
    for error in outcome.errors {
        let message = format!("{} (§9.3)", error.message);
        let diagnostic = Diagnostic::new(&SCHEMA_MISMATCH, error.place, message);
        cx.report(match error.keyword {
            Some(keyword) => diagnostic.related("what the schema says", keyword),
            None => diagnostic,
        });
    }
    let Some(gap) = outcome.gap.max(external(cx, schema, scope)) else {
        return;
    };
    cx.mark_incomplete();
    let reason = match gap {
        // The schema has its own findings.
        Gap::Faulty => return,
        Gap::External => "it refers to a schema that is not at hand".to_owned(),
        Gap::Pattern => "one of its patterns cannot be evaluated".to_owned(),
        Gap::Loop => "its references lead in a circle".to_owned(),
        Gap::Division => "its `multipleOf` has too many digits".to_owned(),
        Gap::Many => "only the first of its many faults are listed".to_owned(),
        Gap::Limit => "evaluating it would take too long".to_owned(),
        // Said once for all examples that would take long.
        Gap::Exhausted { first: false } => return,
        Gap::Exhausted { first: true } => {
            "evaluating this and later examples would take too long together".to_owned()
        }
        Gap::Legacy => {
            let legacy = scope.and(schema::LEGACY);
            let leave = verb(legacy, "leaves", "leave");
            format!("MCP {legacy} {leave} open how to read it")
        }
    };
    let message = format!("this was not compared completely with `{key}`: {reason} (§9.3)");
    let mut diagnostic = Diagnostic::new(&INCOMPLETE_VALIDATION, instance.key_place(), message);
    if gap == Gap::External {
        diagnostic = diagnostic
            .help("include the schema in the document, or give it with `--schema-catalog`");
    }
    cx.report(diagnostic);
}

/// The gap that a reference out of the document leaves (§9.2), even where this instance never
/// comes to it: examples are told to be incompletely checked together with their schema.
fn external<'d>(cx: &mut Context<'d, '_>, schema: Cursor<'d>, scope: Revisions) -> Option<Gap> {
    if scope.is_subset_of(schema::LEGACY) {
        return None;
    }
    let (read, _) = cx.schemas.get(schema.value());
    let mut kinds = read.faults().iter().map(|fault| fault.kind);
    kinds
        .any(|kind| kind == FaultKind::External)
        .then_some(Gap::External)
}
