//! Primitive Client Capability Requirements (§8.5).

use super::wording::{code, undefined, verb};
use super::{Context, capabilities};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::mcp::{CLIENT_CAPABILITIES, Capability, CapabilityValue, Revisions};
use crate::source::Kind;

static VERSION_MISMATCH: Rule = Rule {
    code: "client-requirement-version-mismatch",
    severity: Severity::Error,
    summary: "A required client capability is not defined by an applicable revision",
    section: "§8.5",
    explanation: "`clientRequirements` has the form of MCP's ClientCapabilities, and every \
        capability in it must exist in every revision that the primitive applies to: no client of \
        2025-06-18 can announce `tasks`, and since 2026-07-28 `roots` is empty. Split the primitive \
        into variants with disjoint `protocolVersions`, each with the requirements of its own \
        revisions. The same goes for what is inside: no client of 2025-06-18 means anything by \
        `elicitation.url`. Capabilities that no revision knows are left alone, because clients may \
        name their own; inside a capability with a closed form there is no room for them.",
    bad: example!("invalid/client-requirement-version-mismatch/bad.yaml"),
    good: example!("invalid/client-requirement-version-mismatch/good.yaml"),
};

static INVALID_VALUE: Rule = Rule {
    code: "invalid-client-requirement-value",
    severity: Severity::Error,
    summary: "A required client capability holds a value of the wrong kind",
    section: "§8.5",
    explanation: "A client announces a capability by the presence of an object, which may hold \
        settings: `elicitation: {form: {}}`. The one exception is `roots.listChanged`, a boolean. \
        Write `{}` to require the capability without settings, and leave it out to require nothing.",
    bad: example!("invalid/invalid-client-requirement-value/bad.yaml"),
    good: example!("invalid/invalid-client-requirement-value/good.yaml"),
};

static DEPRECATED: Rule = Rule {
    code: "deprecated-client-requirement",
    severity: Severity::Warning,
    summary: "A required client capability is deprecated in an applicable revision",
    section: "§8.5",
    explanation: "A primitive that cannot be used without a deprecated capability will stop \
        working with clients that drop it. MCP 2026-07-28 deprecates `roots` and `sampling` with \
        all its members; `sampling.context` is deprecated since 2025-11-25. The requirement is \
        valid all the same.",
    bad: example!("warning/deprecated-client-requirement/bad.yaml"),
    good: example!("warning/deprecated-client-requirement/good.yaml"),
};

static PROTOCOL_VERSIONS: Rule = Rule {
    code: "client-requirement-protocol-versions",
    severity: Severity::Error,
    summary: "`clientRequirements` declares `protocolVersions`",
    section: "§8.5",
    explanation: "Requirements have no scope of their own: they hold wherever the primitive \
        applies. Where revisions need different requirements, the primitive is split into variants \
        with disjoint `protocolVersions`.",
    bad: example!("invalid/client-requirement-protocol-versions/bad.yaml"),
    good: example!("invalid/client-requirement-protocol-versions/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &VERSION_MISMATCH,
    &INVALID_VALUE,
    &DEPRECATED,
    &PROTOCOL_VERSIONS,
];

/// The table entry that a name stands for.
fn find(members: &'static [Capability], name: &str) -> Option<&'static Capability> {
    members.iter().find(|it| it.name == name)
}

/// Checks the requirements of every primitive.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    for primitive in cx.document.primitives() {
        let Some(requirements) = primitive.cursor.get("clientRequirements") else {
            continue;
        };
        if let Some(versions) = requirements.get("protocolVersions") {
            report_protocol_versions(cx, versions);
        }
        let Some(scope) = primitive.scope else {
            continue;
        };
        for (name, value) in requirements.members() {
            if let Some(capability) = find(CLIENT_CAPABILITIES, name) {
                check_capability(cx, capability, name, value, scope);
            }
        }
        if let (true, Some(extensions)) = (
            is_defined("extensions", scope),
            requirements.get("extensions"),
        ) {
            capabilities::check_identifiers(cx, extensions);
        }
    }
}

/// Whether a revision of `scope` defines the client capability `name`.
fn is_defined(name: &str, scope: Revisions) -> bool {
    find(CLIENT_CAPABILITIES, name).is_some_and(|it| !it.revisions.and(scope).is_empty())
}

/// Checks one capability or member at `path`, such as `sampling.tools`, for the revisions that
/// matter here. What another revision defines does not exist in those that do not, even where they
/// leave room for members that nobody knows.
fn check_capability(
    cx: &mut Context<'_, '_>,
    capability: &'static Capability,
    path: &str,
    value: Cursor<'_>,
    scope: Revisions,
) {
    let without = scope.minus(capability.revisions);
    if !without.is_empty() {
        report_undefined(cx, path, value, without);
    }
    let scope = scope.and(capability.revisions);
    if scope.is_empty() {
        return;
    }
    let deprecated = scope.and(capability.deprecated);
    if !deprecated.is_empty() {
        let message = format!(
            "the client capability `{path}` is deprecated in MCP {deprecated}; clients may not \
             support it for long (§8.5)"
        );
        cx.report(Diagnostic::new(&DEPRECATED, value.key_place(), message));
    }
    match (&capability.value, value.kind()) {
        (CapabilityValue::Flag, Kind::Bool) => {}
        (CapabilityValue::Flag, _) => report_kind(cx, path, value, "a boolean", scope),
        (CapabilityValue::Object { open, members }, Kind::Object) => {
            let closed = scope.minus(*open);
            for (name, member) in value.members() {
                let path = format!("{path}.{name}");
                match find(members, name) {
                    Some(known) => check_capability(cx, known, &path, member, scope),
                    None if closed.is_empty() => {}
                    None => report_undefined(cx, &path, member, closed),
                }
            }
        }
        // Outermost, the structure rules want an object already.
        (CapabilityValue::Object { .. }, _) if !path.contains('.') => {}
        (CapabilityValue::Object { .. }, _) => report_kind(cx, path, value, "an object", scope),
    }
}

fn report_undefined(cx: &mut Context<'_, '_>, path: &str, value: Cursor<'_>, revisions: Revisions) {
    let message = format!(
        "{} the client capability {}, so no client of {} can meet the requirement (§8.5)",
        undefined(revisions),
        code(path),
        verb(revisions, "it", "them")
    );
    cx.report(
        Diagnostic::new(&VERSION_MISMATCH, value.key_place(), message).help(
            "remove it, or split the primitive into variants with their own `protocolVersions`",
        ),
    );
}

fn report_kind(
    cx: &mut Context<'_, '_>,
    path: &str,
    value: Cursor<'_>,
    wanted: &str,
    revisions: Revisions,
) {
    let found = value.kind().with_article();
    let message = format!(
        "the client capability `{path}` must be {wanted}, not {found} (MCP {revisions}, §8.5)"
    );
    cx.report(Diagnostic::new(&INVALID_VALUE, value.place(), message));
}

fn report_protocol_versions(cx: &mut Context<'_, '_>, versions: Cursor<'_>) {
    let message = "requirements have no `protocolVersions` of their own: they hold for every \
                   revision of the primitive (§8.5)";
    cx.report(
        Diagnostic::new(&PROTOCOL_VERSIONS, versions.key_place(), message)
            .help("move `protocolVersions` to the primitive"),
    );
}
