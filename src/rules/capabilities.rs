//! Server capabilities (§8) and the protocol extensions that both sides may name (§8.4).

use super::Context;
use super::applicability::FIELD;
use super::wording::{code, undefined, verb};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Scoped};
use crate::formats::name::ExtensionId;
use crate::mcp::{self, Revision, Revisions};

static TASKS_CORE: Rule = Rule {
    code: "tasks-core-not-valid-in-2026",
    severity: Severity::Error,
    summary: "Core `tasks` applies to MCP 2026-07-28",
    section: "§8.4",
    explanation: "Tasks were part of MCP's core in 2025-11-25 only. MCP 2026-07-28 has them as an \
        extension, `io.modelcontextprotocol/tasks`, which is something else with other messages; \
        neither declares the other. Give the core capability a Capabilities Object of its own with \
        `protocolVersions: [\"2025-11-25\"]`, and name the extension under `extensions` where the \
        server supports it.",
    bad: example!("invalid/tasks-core-not-valid-in-2026/bad.yaml"),
    good: example!("invalid/tasks-core-not-valid-in-2026/good.yaml"),
};

static LOGGING_DEPRECATED: Rule = Rule {
    code: "logging-deprecated-in-2026",
    severity: Severity::Warning,
    summary: "`logging` applies to MCP 2026-07-28, where it is deprecated",
    section: "§8.4",
    explanation: "MCP 2026-07-28 still defines the `logging` capability, but as a deprecated one \
        that a later revision may remove. It can be described; scope it to earlier revisions where \
        the server offers it only there.",
    bad: example!("warning/logging-deprecated-in-2026/bad.yaml"),
    good: example!("warning/logging-deprecated-in-2026/good.yaml"),
};

static EXTENSIONS_NOT_SUPPORTED: Rule = Rule {
    code: "extensions-not-supported-by-version",
    severity: Severity::Warning,
    summary: "Server `extensions` apply to a revision that does not define them",
    section: "§8.4",
    explanation: "Extensions are negotiated formally since MCP 2026-07-28. Servers announced them \
        in earlier revisions too, by convention; a description may keep such an announcement, but \
        the core of those revisions does not define the field, and it says nothing about support \
        for MCP 2026-07-28.",
    bad: example!("warning/extensions-not-supported-by-version/bad.yaml"),
    good: example!("warning/extensions-not-supported-by-version/good.yaml"),
};

static UNKNOWN_RESERVED_EXTENSION: Rule = Rule {
    code: "unknown-reserved-extension-identifier",
    severity: Severity::Warning,
    summary: "An extension identifier uses a prefix reserved for MCP, but is not catalogued",
    section: "§8.4",
    explanation: "Extension identifiers whose prefix has `mcp` or `modelcontextprotocol` as its \
        second label belong to MCP. This validator knows those published at \
        modelcontextprotocol.io/extensions as of 2026-09-04: \
        `io.modelcontextprotocol/enterprise-managed-authorization`, \
        `io.modelcontextprotocol/oauth-client-credentials`, `io.modelcontextprotocol/tasks` and \
        `io.modelcontextprotocol/ui`, all of them official and none experimental. The catalogue is \
        frozen with each release, so another identifier may be newer than it; it may also be \
        misspelled, or use a prefix that is not the author's to use.",
    bad: example!("warning/unknown-reserved-extension-identifier/bad.yaml"),
    good: example!("warning/unknown-reserved-extension-identifier/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &TASKS_CORE,
    &LOGGING_DEPRECATED,
    &EXTENSIONS_NOT_SUPPORTED,
    &UNKNOWN_RESERVED_EXTENSION,
];

/// Checks every Capabilities Object.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    for Scoped { cursor, scope } in cx.document.capabilities() {
        if let Some(scope) = scope {
            check_completions(cx, cursor, scope);
            check_tasks(cx, cursor, scope);
            check_logging(cx, cursor, scope);
            check_extensions(cx, cursor, scope);
        }
        if let Some(extensions) = cursor.get("extensions") {
            check_identifiers(cx, extensions);
        }
    }
}

/// Warns of identifiers that MCP reserves and the catalogue does not know. Malformed ones are the
/// structure rules' business.
pub(super) fn check_identifiers(cx: &mut Context<'_, '_>, extensions: Cursor<'_>) {
    for (identifier, value) in extensions.members() {
        if ExtensionId::parse(identifier).is_some()
            && mcp::is_reserved_extension(identifier)
            && !mcp::is_official_extension(identifier)
        {
            let message = format!(
                "the prefix of {} is reserved for MCP, whose official extensions do not include \
                 it (§8.4; catalogue of 2026-09-04)",
                code(identifier)
            );
            cx.report(
                Diagnostic::new(&UNKNOWN_RESERVED_EXTENSION, value.key_place(), message).help(
                    "check the spelling, or use a prefix of your own, such as `com.example/`",
                ),
            );
        }
    }
}

fn check_completions(cx: &mut Context<'_, '_>, cursor: Cursor<'_>, scope: Revisions) {
    let without = scope.minus(mcp::SERVER_COMPLETIONS);
    if let Some(completions) = cursor.get("completions").filter(|_| !without.is_empty()) {
        let message = format!(
            "{} the `completions` capability; it came with 2025-03-26 (§8.2)",
            undefined(without)
        );
        cx.report(
            Diagnostic::new(&FIELD, completions.key_place(), message).help(
                "declare it in a Capabilities Object whose `protocolVersions` leave that out",
            ),
        );
    }
}

fn check_tasks(cx: &mut Context<'_, '_>, cursor: Cursor<'_>, scope: Revisions) {
    let without = scope.minus(mcp::SERVER_TASKS);
    let Some(tasks) = cursor.get("tasks").filter(|_| !without.is_empty()) else {
        return;
    };
    let message = format!(
        "{} core `tasks`; only 2025-11-25 does (§8.3)",
        undefined(without)
    );
    let help = "declare `tasks` in a Capabilities Object with `protocolVersions: [\"2025-11-25\"]`";
    let place = tasks.key_place();
    cx.report(if without.contains(Revision::V2026_07_28) {
        Diagnostic::new(&TASKS_CORE, place, message).help(format!(
            "{help}; for MCP 2026-07-28 name the extension `io.modelcontextprotocol/tasks`"
        ))
    } else {
        Diagnostic::new(&FIELD, place, message).help(help)
    });
}

fn check_logging(cx: &mut Context<'_, '_>, cursor: Cursor<'_>, scope: Revisions) {
    let deprecated = scope.and(mcp::SERVER_LOGGING_DEPRECATED);
    if let Some(logging) = cursor.get("logging").filter(|_| !deprecated.is_empty()) {
        let message = format!("`logging` is deprecated in MCP {deprecated} (§8.4)");
        cx.report(
            Diagnostic::new(&LOGGING_DEPRECATED, logging.key_place(), message)
                .help("scope it to earlier revisions if the server offers it only there"),
        );
    }
}

fn check_extensions(cx: &mut Context<'_, '_>, cursor: Cursor<'_>, scope: Revisions) {
    let before = scope.minus(mcp::SERVER_EXTENSIONS);
    if let Some(extensions) = cursor.get("extensions").filter(|_| !before.is_empty()) {
        let message = format!(
            "the core of MCP {before} {} not define server `extensions`; they are kept as a \
             convention from before MCP 2026-07-28 (§8.4)",
            verb(before, "does", "do")
        );
        cx.report(
            Diagnostic::new(&EXTENSIONS_NOT_SUPPORTED, extensions.key_place(), message)
                .help("scope the extensions to MCP 2026-07-28 if only that is meant"),
        );
    }
}
