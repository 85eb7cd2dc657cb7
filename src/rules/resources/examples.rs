//! Completed Resource Read Results (§10.4.4).

use super::reads::{Answer, Outcome};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive, PrimitiveKind};
use crate::mcp::{READ_RESOURCE_RESULT, Revision, Revisions};
use crate::rules::Context;
use crate::rules::payload::{ResultForm, Site, check_resource_contents, check_result};
use crate::rules::wording::code;

pub(super) static RESULT_VERSION: Rule = Rule {
    code: "resource-example-result-version-mismatch",
    severity: Severity::Error,
    summary: "A read result does not have the shape that an applicable revision defines",
    section: "§10.4.4",
    explanation: "The result of a Resource Example is what `resources/read` returns. MCP \
        2026-07-28 demands `resultType: complete` in it; earlier revisions must not have it, and \
        `_meta` is for 2025-06-18 and later. A declaration that covers revisions on both sides \
        needs to be split into two with disjoint `protocolVersions`.",
    bad: example!("invalid/resource-example-result-version-mismatch/bad.yaml"),
    good: example!("invalid/resource-example-result-version-mismatch/good.yaml"),
};

pub(super) static CACHE_FIELDS_VERSION: Rule = Rule {
    code: "resource-example-cache-fields-version-mismatch",
    severity: Severity::Error,
    summary: "`ttlMs` or `cacheScope` is missing for MCP 2026-07-28, or there for an earlier revision",
    section: "§10.4.4",
    explanation: "Since MCP 2026-07-28 every read result tells how long (`ttlMs`, in \
        milliseconds) and for whom (`cacheScope`, `public` or `private`) a client may keep it. \
        Both are required there, and must be absent for earlier revisions, which do not define \
        them.",
    bad: example!("invalid/resource-example-cache-fields-version-mismatch/bad.yaml"),
    good: example!("invalid/resource-example-cache-fields-version-mismatch/good.yaml"),
};

pub(super) static CONTENT_VERSION: Rule = Rule {
    code: "resource-example-content-version-mismatch",
    severity: Severity::Error,
    summary: "Resource Contents carry what an applicable revision does not define",
    section: "§10.4.4",
    explanation: "Resource Contents have `_meta` since MCP 2025-06-18. An example of a Resource \
        that also covers an earlier revision must do without it.",
    bad: example!("invalid/resource-example-content-version-mismatch/bad.yaml"),
    good: example!("invalid/resource-example-content-version-mismatch/good.yaml"),
};

pub(super) static ENVELOPE: Rule = Rule {
    code: "resource-example-json-rpc-envelope",
    severity: Severity::Error,
    summary: "A Resource Example's result contains parts of its JSON-RPC message",
    section: "§10.4.4",
    explanation: "An example carries the value of the response's `result` member, not the message \
        with `jsonrpc` and `id` around it. A read that fails is a JSON-RPC error, and such errors \
        are no Resource Examples.",
    bad: example!("invalid/resource-example-json-rpc-envelope/bad.yaml"),
    good: example!("invalid/resource-example-json-rpc-envelope/good.yaml"),
};

pub(super) static INCOMPLETE_RESULT: Rule = Rule {
    code: "incomplete-resource-example-result",
    severity: Severity::Error,
    summary: "A Resource Example shows a read that has not ended",
    section: "§10.4.4",
    explanation: "A task handle, a request for more input or a progress report is not yet what \
        `resources/read` returns. An example shows the contents that the client gets in the end.",
    bad: example!("invalid/incomplete-resource-example-result/bad.yaml"),
    good: example!("invalid/incomplete-resource-example-result/good.yaml"),
};

pub(super) static REQUESTED_URI: Rule = Rule {
    code: "resource-example-requested-uri-missing",
    severity: Severity::Warning,
    summary: "A read result has no entry for the URI that was read",
    section: "§10.4.4",
    explanation: "A read may return several entries, a folder's files for instance, but normally \
        one of them is the resource that was asked for. Where none is, either a URI is misspelt, \
        or the description of the Resource should explain what is returned instead.",
    bad: example!("warning/resource-example-requested-uri-missing/bad.yaml"),
    good: example!("warning/resource-example-requested-uri-missing/good.yaml"),
};

pub(super) static MIME_TYPE: Rule = Rule {
    code: "resource-example-mime-type-mismatch",
    severity: Severity::Warning,
    summary: "The entry for the URI that was read has another `mimeType` than the declaration",
    section: "§10.4.4",
    explanation: "The declaration promises a `mimeType`, and the returned entry names another. \
        That may be right, because a representation can be more specific than the declaration, \
        but more often one of the two was forgotten when the other changed.",
    bad: example!("warning/resource-example-mime-type-mismatch/bad.yaml"),
    good: example!("warning/resource-example-mime-type-mismatch/good.yaml"),
};

pub(super) static SIZE: Rule = Rule {
    code: "resource-example-size-mismatch",
    severity: Severity::Warning,
    summary: "The content of an example is not as long as the declared `size`",
    section: "§10.4.4",
    explanation: "`size` is the number of raw bytes of a Resource: of the text in UTF-8, or of \
        the decoded `blob`, which is shorter than its base64. The example may show another moment \
        than the declaration, but often the size was counted in characters or in base64.",
    bad: example!("warning/resource-example-size-mismatch/bad.yaml"),
    good: example!("warning/resource-example-size-mismatch/good.yaml"),
};

const SECTION: &str = "§10.4.4";

/// §10.4.4 is stricter than MCP, which has had `_meta` on results from the beginning.
const META: Revisions = Revisions::since(Revision::V2025_06_18);

static OF_RESOURCE: ResultForm = form("Resource");
static OF_TEMPLATE: ResultForm = form("Resource Template");

const fn form(owner: &'static str) -> ResultForm {
    ResultForm {
        object: &READ_RESOURCE_RESULT,
        meta: META,
        owner,
        section: SECTION,
        version: |member| match member {
            "ttlMs" | "cacheScope" => &CACHE_FIELDS_VERSION,
            _ => &RESULT_VERSION,
        },
        envelope: &ENVELOPE,
        incomplete: &INCOMPLETE_RESULT,
    }
}

/// Checks the result of `example`, a read that `primitive` describes.
pub(super) fn check(cx: &mut Context<'_, '_>, primitive: &Primitive<'_>, example: Cursor<'_>) {
    let form = match primitive.kind {
        PrimitiveKind::ResourceTemplate => &OF_TEMPLATE,
        _ => &OF_RESOURCE,
    };
    if let Some(result) = example.get("result")
        && cx.is_due(result, "result", primitive.scope)
    {
        check_payload(cx, result, primitive.scope, form);
    }
}

/// Compares what the result of `example` says of the URI `requested` with the declaration.
pub(super) fn compare(
    cx: &mut Context<'_, '_>,
    primitive: &Primitive<'_>,
    example: Cursor<'_>,
    (requested, outcome): (&str, Outcome<'_>),
) {
    let Some(contents) = example.at(&["result", "contents"]) else {
        return;
    };
    match outcome {
        Outcome::Answered(answer) => {
            check_mime_type(cx, primitive, contents, &answer);
            // Only a Resource has a `size`: what a template describes may be of any.
            if primitive.kind == PrimitiveKind::Resource {
                check_size(cx, primitive, contents, &answer);
            }
        }
        Outcome::Absent => report_absent(cx, contents, requested),
        Outcome::Unknown => {}
    }
}

/// Checks what a result holds, whatever was read.
fn check_payload(
    cx: &mut Context<'_, '_>,
    result: Cursor<'_>,
    scope: Option<Revisions>,
    form: &'static ResultForm,
) {
    check_result(cx, result, scope, form);
    let site = Site {
        scope,
        owner: form.owner,
        section: SECTION,
        version: &CONTENT_VERSION,
    };
    let contents = result.get("contents");
    for entry in contents.into_iter().flat_map(Cursor::elements) {
        check_resource_contents(cx, entry, site);
    }
}

/// Reports that no entry is the requested resource.
fn report_absent(cx: &mut Context<'_, '_>, contents: Cursor<'_>, requested: &str) {
    let message = format!(
        "no entry has the URI that was read, {} (§10.4.4)",
        code(requested)
    );
    cx.report(
        Diagnostic::new(&REQUESTED_URI, contents.key_place(), message).help(
            "check the spelling; if the read returns other resources on purpose, say so in the \
             `description`",
        ),
    );
}

fn check_mime_type(
    cx: &mut Context<'_, '_>,
    primitive: &Primitive<'_>,
    contents: Cursor<'_>,
    answer: &Answer<'_>,
) {
    let Some(declared) = primitive.cursor.get("mimeType") else {
        return;
    };
    let Some(promised) = declared.as_str() else {
        return;
    };
    let other = answer
        .kinds
        .iter()
        .flatten()
        .find_map(|&(index, returned)| {
            let differs = !promised.eq_ignore_ascii_case(returned);
            differs.then_some((index, returned))
        });
    let Some((index, returned)) = other else {
        return;
    };
    let entry = contents.elements().nth(index);
    if let Some(shown) = entry.and_then(|it| it.get("mimeType")) {
        let message = format!(
            "the entry is {}, the declaration says {} (§10.4.4); right only if the entry is a \
             more specific form",
            code(returned),
            code(promised)
        );
        cx.report(
            Diagnostic::new(&MIME_TYPE, shown.place(), message)
                .related("declared here", declared.place()),
        );
    }
}

fn check_size(
    cx: &mut Context<'_, '_>,
    resource: &Primitive<'_>,
    contents: Cursor<'_>,
    answer: &Answer<'_>,
) {
    let Some(declared) = resource.cursor.get("size") else {
        return;
    };
    // Several entries for one URI are parts or alternatives; none of them need be the whole.
    let (Some(size), Some((index, bytes))) = (declared.as_number(), answer.whole) else {
        return;
    };
    if size.as_u64() == Some(bytes) {
        return;
    }
    let Some(entry) = contents.elements().nth(index) else {
        return;
    };
    let (key, counted) = match entry.get("text") {
        Some(_) => ("text", "in UTF-8"),
        None => ("blob", "after decoding"),
    };
    let message = format!(
        "`{key}` is {bytes} bytes long {counted}, but the declared `size` is {} (§10.4.4)",
        size.lexeme()
    );
    let place = entry.get(key).unwrap_or(entry).key_place();
    cx.report(Diagnostic::new(&SIZE, place, message).related("declared here", declared.place()));
}
