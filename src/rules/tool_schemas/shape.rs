//! What MCP itself demands of the root of a Tool's schema before 2026-07-28.

use super::Seen;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::mcp::{Revision, Revisions};
use crate::rules::Context;
use crate::rules::wording::code;
use crate::source::Kind;

pub(super) static LEGACY_SHAPE: Rule = Rule {
    code: "invalid-legacy-tool-schema-shape",
    severity: Severity::Error,
    summary: "A Tool's schema lacks the shape that MCP revisions before 2026-07-28 demand",
    section: "§9.2",
    explanation: "Before 2026-07-28, MCP describes the root of a Tool's schema itself: `properties` \
        is an object that gives each property an object, and `required` is an array of strings. A \
        property described by `true` or `false` is valid JSON Schema, but not valid there. The \
        revisions before 2025-11-25 say nothing of a dialect, so no other keyword is judged for \
        them.",
    bad: example!("invalid/invalid-legacy-tool-schema-shape/bad.yaml"),
    good: example!("invalid/invalid-legacy-tool-schema-shape/good.yaml"),
};

/// Checks the root of a schema for the revisions of `scope`; `seen` are faults reported before.
pub(super) fn check(
    cx: &mut Context<'_, '_>,
    schema: Cursor<'_>,
    scope: Revisions,
    seen: &mut Seen,
) {
    let older = scope.and(Revisions::before(Revision::V2026_07_28));
    if older.is_empty() {
        return;
    }
    for (keyword, kind, wanted) in [
        (
            "properties",
            Kind::Object,
            "an object that describes each property",
        ),
        ("required", Kind::Array, "an array of property names"),
    ] {
        let Some(value) = schema.get(keyword) else {
            continue;
        };
        if value.kind() != kind {
            let found = value.kind().with_article();
            let what = format!("`{keyword}` must be {wanted}, not {found}");
            report(cx, value, older, what, seen);
        }
    }
    for (name, value) in schema
        .get("properties")
        .into_iter()
        .flat_map(Cursor::members)
    {
        if value.kind() != Kind::Object {
            let found = value.kind().with_article();
            let what = format!(
                "the property {} must be described by an object, not {found}",
                code(name)
            );
            report(cx, value, older, what, seen);
        }
    }
    for value in schema
        .get("required")
        .into_iter()
        .flat_map(Cursor::elements)
    {
        if value.kind() != Kind::String {
            let found = value.kind().with_article();
            let what = format!("`required` holds property names: strings, not {found}");
            report(cx, value, older, what, seen);
        }
    }
}

fn report(
    cx: &mut Context<'_, '_>,
    value: Cursor<'_>,
    older: Revisions,
    what: String,
    seen: &mut Seen,
) {
    if seen.insert((value.id(), LEGACY_SHAPE.code)) {
        let place = Cursor::new(value.value()).place();
        let message = format!("{what}, in MCP {older}");
        cx.report(Diagnostic::new(&LEGACY_SHAPE, place, message));
    }
}
