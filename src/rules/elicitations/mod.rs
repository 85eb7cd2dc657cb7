//! Elicitation Declarations (§12) and the forms they ask for.

pub(crate) mod compare;
pub(crate) mod content;
mod field;
mod form;

use std::collections::HashMap;

use super::Context;
use super::wording::{code, verb};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive};
use crate::mcp::{self, Revisions};
use crate::source::Kind;

pub(crate) use form::check_form_schema;

static DUPLICATE_NAME: Rule = Rule {
    code: "duplicate-elicitation-name",
    severity: Severity::Error,
    summary: "Two elicitations of one primitive have the same name",
    section: "§12.2",
    explanation: "The name identifies an Elicitation Declaration within its primitive: interaction \
        examples refer to it. It must be used once there, even by declarations for different \
        revisions; upper and lower case make different names. Other primitives may use it too.",
    bad: example!("invalid/duplicate-elicitation-name/bad.yaml"),
    good: example!("invalid/duplicate-elicitation-name/good.yaml"),
};

static MODE_NOT_SUPPORTED: Rule = Rule {
    code: "elicitation-mode-not-supported-by-version",
    severity: Severity::Error,
    summary: "An elicitation uses a mode that an applicable revision does not define",
    section: "§12.5",
    explanation: "MCP 2025-06-18 can ask users to fill in a form, nothing else; sending them to a \
        URL came with 2025-11-25. A declaration must be right in every revision it applies to, so \
        give a URL elicitation `protocolVersions` without 2025-06-18.",
    bad: example!("invalid/elicitation-mode-not-supported-by-version/bad.yaml"),
    good: example!("invalid/elicitation-mode-not-supported-by-version/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &DUPLICATE_NAME,
    &MODE_NOT_SUPPORTED,
    &form::VERSION_MISMATCH,
    &form::UNKNOWN_REQUIRED,
    &form::ENUM_NAMES,
    &form::DEFAULT_OUTSIDE_ENUM,
    &form::INVALID_RANGE,
];

/// Checks the elicitations of every primitive.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for primitive in document.primitives() {
        check_names(cx, &primitive);
        for elicitation in primitive.elicitations() {
            // Without a known scope, no revision can be wrong.
            let scope = elicitation.scope.unwrap_or(Revisions::NONE);
            check_mode(cx, elicitation.cursor, scope);
            if elicitation.cursor.str("mode") == Some("form")
                && let Some(schema) = elicitation.requested_schema(document)
                && let Some(schema) = schema.value()
            {
                check_form_schema(cx, schema, scope);
            }
        }
    }
}

fn check_names(cx: &mut Context<'_, '_>, primitive: &Primitive<'_>) {
    let mut seen: HashMap<&str, Cursor<'_>> = HashMap::new();
    for elicitation in primitive.elicitations() {
        let Some(name) = elicitation
            .cursor
            .get("name")
            .filter(|it| it.kind() == Kind::String)
        else {
            continue;
        };
        let text = name.as_str().unwrap_or_default();
        if let Some(first) = seen.get(text) {
            let message = format!(
                "this {} has another elicitation named {}; names are unique within a primitive \
                 (§12.2)",
                primitive.kind.name(),
                code(text)
            );
            cx.report(
                Diagnostic::new(&DUPLICATE_NAME, name.place(), message)
                    .related("first used here", first.place()),
            );
        } else {
            seen.insert(text, name);
        }
    }
}

fn check_mode(cx: &mut Context<'_, '_>, elicitation: Cursor<'_>, scope: Revisions) {
    let Some(mode) = elicitation.get("mode") else {
        return;
    };
    let name = mode.as_str().unwrap_or_default();
    let Some(defined) = mcp::elicitation_mode(name) else {
        return;
    };
    // Revisions without elicitation are only checked as far as that is certain (§12.5).
    let undefined = scope.and(mcp::ELICITATION).minus(defined);
    if !undefined.is_empty() {
        let message = format!(
            "MCP {undefined} {} no elicitation of mode `{name}` (§12.5)",
            verb(undefined, "has", "have")
        );
        cx.report(
            Diagnostic::new(&MODE_NOT_SUPPORTED, mode.place(), message)
                .help(format!("give it `protocolVersions` among {defined}")),
        );
    }
}
