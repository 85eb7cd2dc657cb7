//! Transports (§6): which revisions define a type, and that every revision can be reached.

use super::Context;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, DeclaredScope, Scoped};
use crate::mcp::{Revision, Revisions};
use crate::source::Kind;

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&COVERAGE_GAP, &NOT_SUPPORTED, &LEGACY_SSE];

static COVERAGE_GAP: Rule = Rule {
    code: "transport-coverage-gap",
    severity: Severity::Error,
    summary: "A revision of the root has no transport",
    section: "§6.5",
    explanation: "A document that declares transports promises that they suffice: taken together \
        they must apply to every revision in the root's `protocolVersions`, or a client of the \
        missing revision could not connect. Let a transport cover the revision, or leave the \
        revision out of the root. A document without `transports` makes no such promise.",
    bad: example!("invalid/transport-coverage-gap/bad.yaml"),
    good: example!("invalid/transport-coverage-gap/good.yaml"),
};

static NOT_SUPPORTED: Rule = Rule {
    code: "transport-not-supported-by-version",
    severity: Severity::Error,
    summary: "A transport applies to a revision that does not define its type",
    section: "§6.2.1",
    explanation: "Streamable HTTP came with MCP 2025-03-26; a client of 2024-11-05 cannot speak \
        it. Give the transport a `protocolVersions` without the older revision, and reach that \
        one over `stdio` or the `sse` transport it defines.",
    bad: example!("invalid/transport-not-supported-by-version/bad.yaml"),
    good: example!("invalid/transport-not-supported-by-version/good.yaml"),
};

static LEGACY_SSE: Rule = Rule {
    code: "legacy-sse-for-modern-version",
    severity: Severity::Warning,
    summary: "The SSE transport is offered for a revision that has Streamable HTTP",
    section: "§6.2.3",
    explanation: "The `sse` transport is the remote transport of MCP 2024-11-05. From 2025-03-26 \
        on `streamable-http` takes its place, and new clients may not know the old one. Offer \
        `streamable-http` for the newer revisions and keep `sse`, if old clients still need it, \
        with `protocolVersions: [2024-11-05]`.",
    bad: example!("warning/legacy-sse-for-modern-version/bad.yaml"),
    good: example!("warning/legacy-sse-for-modern-version/good.yaml"),
};

/// The revision that brought Streamable HTTP.
pub(crate) const STREAMABLE_HTTP: Revision = Revision::V2025_03_26;

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    coverage(cx);
    for Scoped { cursor, scope } in cx.document.transports() {
        let (Some(kind), Some(scope)) = (cursor.get("type"), scope) else {
            continue;
        };
        match kind.as_str() {
            Some("streamable-http") => streamable_http(cx, kind, scope),
            Some("sse") => sse(cx, kind, scope),
            _ => {}
        }
    }
}

fn streamable_http(cx: &mut Context<'_, '_>, kind: Cursor<'_>, scope: Revisions) {
    let early = scope.and(Revisions::before(STREAMABLE_HTTP));
    if early.is_empty() {
        return;
    }
    cx.report(
        Diagnostic::new(
            &NOT_SUPPORTED,
            kind.place(),
            format!(
                "this transport applies to MCP {early}, but `streamable-http` exists since \
                 {STREAMABLE_HTTP} (§6.2.1)"
            ),
        )
        .help(format!(
            "leave {early} out of its `protocolVersions`, and offer `stdio` or `sse` for it"
        )),
    );
}

fn sse(cx: &mut Context<'_, '_>, kind: Cursor<'_>, scope: Revisions) {
    let modern = scope.and(Revisions::since(STREAMABLE_HTTP));
    if modern.is_empty() {
        return;
    }
    cx.report(
        Diagnostic::new(
            &LEGACY_SSE,
            kind.place(),
            format!(
                "`sse` is the remote transport of MCP 2024-11-05; this one applies to {modern}, \
                 where `streamable-http` is the standard (§6.2.3)"
            ),
        )
        .help("use `streamable-http`, or scope this transport to 2024-11-05"),
    );
}

fn coverage(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(transports) = document.root().get("transports") else {
        return;
    };
    let Some(root) = DeclaredScope::of(document.root()) else {
        return;
    };
    let Some(covered) = covered(transports) else {
        return;
    };
    let gap = root.revisions.minus(covered);
    let mut uncovered = root.elements_in(gap);
    let Some(first) = uncovered.next() else {
        return;
    };
    let mut diagnostic = Diagnostic::new(
        &COVERAGE_GAP,
        first.place(),
        format!(
            "no transport applies to MCP {gap}; where transports are declared, they cover every \
             revision of the root (§6.5)"
        ),
    )
    .help(format!(
        "add {gap} to the `protocolVersions` of a transport, or add a transport for it"
    ))
    .related("the transports", transports.key_place());
    for element in uncovered {
        diagnostic = diagnostic.related("not covered either", element.place());
    }
    cx.report(diagnostic);
}

/// The revisions the transports cover between them. All where one inherits the root's scope;
/// `None` where a transport cannot be read, because it may cover anything.
fn covered(transports: Cursor<'_>) -> Option<Revisions> {
    let is_readable = transports.kind() == Kind::Array && !transports.is_cut();
    if !is_readable || transports.elements().len() == 0 {
        return None;
    }
    let mut covered = Revisions::NONE;
    for transport in transports.elements() {
        match DeclaredScope::of(transport) {
            Some(scope) if scope.is_whole => covered = covered.or(scope.revisions),
            None if transport.lacks("protocolVersions") => {
                covered = Revisions::ALL;
            }
            _ => return None,
        }
    }
    Some(covered)
}
