//! The JSON Schemas of Tools (§9.2).

mod headers;
mod shape;

use std::collections::HashSet;

use super::Context;
use super::applicability::FIELD;
use super::structure::ref_instead;
use super::wording::undefined;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Namespace, PrimitiveKind};
use crate::mcp::{Revision, Revisions};
use crate::schema::{Dialect, Fault, FaultKind, LEGACY};
use crate::source::{Kind, NodeId};
use crate::structure::component_ref;

static INVALID: Rule = Rule {
    code: "invalid-tool-schema",
    severity: Severity::Error,
    summary: "A Tool's schema is not valid under its JSON Schema dialect",
    section: "§9.2",
    explanation: "From MCP 2025-11-25 on, the schemas of a Tool are JSON Schema 2020-12, or the \
        dialect that their `$schema` declares. Clients hand them to validators and language models \
        as they stand, so every keyword, at every depth and in unused definitions too, must have a \
        value its dialect allows; patterns must be regular expressions of ECMA-262; and every \
        reference into the schema itself must lead to a schema. Keywords the dialect does not know \
        may have any value.",
    bad: example!("invalid/invalid-tool-schema/bad.yaml"),
    good: example!("invalid/invalid-tool-schema/good.yaml"),
};

static DIALECT: Rule = Rule {
    code: "unsupported-tool-schema-dialect",
    severity: Severity::Error,
    summary: "A Tool's schema declares a JSON Schema dialect that is not supported",
    section: "§9.2",
    explanation: "`$schema` says how the rest of a schema is to be read; what cannot be read cannot \
        be checked, and a validator must reject it rather than guess. Supported are 2020-12, \
        2019-09, draft-07, draft-06 and draft-04, each by its published URI. Most schemas need no \
        `$schema`: 2020-12 is what MCP assumes.",
    bad: example!("invalid/unsupported-tool-schema-dialect/bad.yaml"),
    good: example!("invalid/unsupported-tool-schema-dialect/good.yaml"),
};

static TOO_COMPLEX: Rule = Rule {
    code: "schema-too-complex",
    severity: Severity::Error,
    summary: "A Tool's schema exceeds a limit of size, depth or expansion",
    section: "§17.7",
    explanation: "Schemas come from strangers, and a few lines of them can describe an amount of \
        work that no machine finishes: references that double at every level, or repetitions of \
        repetitions in a pattern. A schema may nest 64 deep and hold 20,000 subschemas, and with \
        its references written out at most 100,000 of them may apply to one value. References of \
        members and elements, recursive ones included, are fine.",
    bad: example!("invalid/schema-too-complex/bad.yaml"),
    good: example!("invalid/schema-too-complex/good.yaml"),
};

/// The rule of references that lead out of the document, at a severity of choice.
const fn external(severity: Severity) -> Rule {
    Rule {
        code: "unresolved-external-tool-schema-reference",
        severity,
        summary: "A Tool's schema refers to a schema that is not at hand",
        section: "§9.2",
        explanation: "References out of the document are never fetched: the network is no part of a \
            validation. What the target says stays unknown, so the schema and the examples that go \
            with it are checked only as far as they are certain. Put the target into `$defs` of \
            the schema itself, or give it to the validator in a catalogue (`--schema-catalog`). \
            Those who must be certain turn this warning into an error (`--deny-unresolved`).",
        bad: example!("warning/unresolved-external-tool-schema-reference/bad.yaml"),
        good: example!("warning/unresolved-external-tool-schema-reference/good.yaml"),
    }
}

static EXTERNAL: Rule = external(Severity::Warning);
static EXTERNAL_DENIED: Rule = external(Severity::Error);

static INCOMPLETE: Rule = Rule {
    code: "incomplete-tool-schema-validation",
    severity: Severity::Warning,
    summary: "A part of a Tool's schema is valid but cannot be evaluated",
    section: "§9.2",
    explanation: "A few things can be written in a schema that are not wrong, but that no validator \
        is sure to make sense of: a reference that leads back to itself before any value was looked \
        at never comes to an answer, and some patterns use means of ECMA-262 that only its own \
        engines have. Whatever depends on such a part stays open, here and with other readers.",
    bad: example!("warning/incomplete-tool-schema-validation/bad.yaml"),
    good: example!("warning/incomplete-tool-schema-validation/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &INVALID,
    &shape::LEGACY_SHAPE,
    &DIALECT,
    &TOO_COMPLEX,
    &EXTERNAL,
    &INCOMPLETE,
    &headers::INVALID_HEADER,
    &headers::DUPLICATE_HEADER,
];

/// Checks the schemas of every Tool.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let seen = &mut HashSet::new();
    for tool in document.primitives_of(PrimitiveKind::Tool) {
        // Without a known scope there is no telling which rules apply.
        let Some(scope) = tool.scope else { continue };
        let schema = |key| {
            let schema = document.resolve(tool.cursor.get(key)?, Namespace::Schemas);
            schema.value().filter(|it| it.kind() == Kind::Object)
        };
        if let Some(schema) = schema("inputSchema") {
            check_dialect_member(cx, schema, scope);
            check_schema_once(cx, schema, scope, seen);
            headers::check(cx, schema, scope, seen);
        }
        // Where the member itself does not exist, its content has no rules.
        let scope = scope.and(Revisions::since(Revision::V2025_06_18));
        if let Some(schema) = schema("outputSchema").filter(|_| !scope.is_empty()) {
            // The root of an input schema needs more, so the structure rules see it there.
            if let (Some(reference), 1) = (component_ref(schema), schema.members().len()) {
                cx.report(ref_instead(reference));
                continue;
            }
            check_dialect_member(cx, schema, scope);
            check_schema_once(cx, schema, scope, seen);
            check_output_root(cx, schema, scope, seen);
        }
    }
}

/// Checks that `schema` is valid as every revision of `scope` reads it. Findings are about the
/// schema itself, wherever it is used; its root may have any type.
pub(crate) fn check_schema<'d>(cx: &mut Context<'d, '_>, schema: Cursor<'d>, scope: Revisions) {
    check_schema_once(cx, schema, scope, &mut HashSet::new());
}

/// A fault that was reported: what is wrong, and by which rule.
type Seen = HashSet<(NodeId, &'static str)>;

fn check_schema_once<'d>(
    cx: &mut Context<'d, '_>,
    schema: Cursor<'d>,
    scope: Revisions,
    seen: &mut Seen,
) {
    if !cx.is_due(schema, "schema", Some(scope)) {
        return;
    }
    if !scope.is_subset_of(LEGACY) {
        let (read, first) = cx.schemas.get(schema.value());
        if first {
            for fault in read.faults() {
                report_fault(cx, fault, read.dialect());
            }
        }
        for fault in read.faults() {
            seen.insert((fault.at.id(), shape::LEGACY_SHAPE.code));
        }
    }
    shape::check(cx, schema, scope, seen);
}

fn report_fault(cx: &mut Context<'_, '_>, fault: &Fault<'_>, dialect: Dialect) {
    let at = Cursor::new(fault.at);
    let place = if fault.at_key {
        at.key_place()
    } else {
        at.place()
    };
    let message = &fault.message;
    if fault.kind != FaultKind::Invalid {
        // What lies behind the fault was not looked at.
        cx.mark_incomplete();
    }
    let diagnostic = match fault.kind {
        FaultKind::Invalid => Diagnostic::new(
            &INVALID,
            place,
            format!(
                "this is not valid JSON Schema {}: {message}",
                dialect.name()
            ),
        ),
        FaultKind::Dialect => {
            let known = Dialect::ALL.map(|it| format!("`{}`", it.uri())).join(", ");
            let meant = fault.at.as_str().and_then(Dialect::meant_by);
            Diagnostic::new(&DIALECT, place, message.clone()).help(match meant {
                Some(meant) => format!("did you mean `{}`?", meant.uri()),
                None => format!("remove `$schema`, which leaves 2020-12, or name one of {known}"),
            })
        }
        FaultKind::TooComplex => Diagnostic::new(
            &TOO_COMPLEX,
            at.name_place(),
            format!("this schema is too complex to be checked: {message}"),
        ),
        FaultKind::Unusable => Diagnostic::new(
            &INCOMPLETE,
            place,
            format!("this part of the schema cannot be evaluated: {message}"),
        ),
        FaultKind::External => {
            let rule = if cx.options.deny_unresolved {
                &EXTERNAL_DENIED
            } else {
                &EXTERNAL
            };
            Diagnostic::new(
                rule,
                place,
                format!("the schema could not be checked completely: {message}"),
            )
            .help(
                "put what it refers to into `$defs` of this schema, or give it in a catalogue; \
                 nothing is fetched",
            )
        }
    };
    cx.report(diagnostic);
}

fn check_output_root(cx: &mut Context<'_, '_>, schema: Cursor<'_>, scope: Revisions, seen: &Seen) {
    let older = scope.and(Revisions::before(Revision::V2026_07_28));
    if older.is_empty() || schema.is_cut() || schema.str("type") == Some("object") {
        return;
    }
    // What no schema can have as its `type` has been reported already.
    let written = schema.get("type");
    if written.is_some_and(|it| seen.contains(&(it.id(), shape::LEGACY_SHAPE.code))) {
        return;
    }
    let place = schema
        .get("type")
        .map_or_else(|| schema.missing("type"), Cursor::place);
    let message = format!(
        "in MCP {older} the root of an output schema must have the type `object`; other roots came \
         with {}",
        Revision::V2026_07_28
    );
    cx.report(Diagnostic::new(&FIELD, place, message).help(
        "write `type: object` and put the value into a property, or narrow `protocolVersions` down",
    ));
}

fn check_dialect_member(cx: &mut Context<'_, '_>, schema: Cursor<'_>, scope: Revisions) {
    let older = scope.and(LEGACY);
    let Some(dialect) = schema.get("$schema").filter(|_| !older.is_empty()) else {
        return;
    };
    let message = format!(
        "{} `$schema` in the schemas of a Tool; it came with {}",
        undefined(older),
        Revision::V2025_11_25
    );
    cx.report(
        Diagnostic::new(&FIELD, dialect.key_place(), message)
            .help("remove it, or narrow the Tool's `protocolVersions` down"),
    );
}
