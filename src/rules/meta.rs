//! Literal `_meta` (§3.5): reserved keys, where they may stand and what they hold.
//!
//! The grammar of keys is structural; whether a revision defines `_meta` at a place belongs to the
//! rules of that place.

mod value;

use super::Context;
use super::wording::{code, verb};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, PrimitiveKind};
use crate::formats::name::MetaKey;
use crate::mcp::{self, MetaContext, ReservedKey, Revisions};

static RESERVED_KEY_CONTEXT: Rule = Rule {
    code: "meta-reserved-key-context",
    severity: Severity::Error,
    summary: "A reserved `_meta` key stands where MCP does not allow it",
    section: "§3.5",
    explanation: "MCP reserves some `_meta` keys for messages of one kind: `progressToken` belongs \
        to requests, `io.modelcontextprotocol/subscriptionId` to notifications, \
        `io.modelcontextprotocol/serverInfo` to results. A description holds declarations, results \
        and the content in them, so a key that belongs to a request or notification has no place \
        in it at all. Remove the key, or use a key under a prefix of your own.",
    bad: example!("invalid/meta-reserved-key-context/bad.yaml"),
    good: example!("invalid/meta-reserved-key-context/good.yaml"),
};

static RESERVED_KEY_VALUE: Rule = Rule {
    code: "meta-reserved-key-value",
    severity: Severity::Error,
    summary: "The value of a reserved `_meta` key is not what MCP defines",
    section: "§3.5",
    explanation: "A reserved `_meta` key has one meaning, and with it one form: \
        `io.modelcontextprotocol/serverInfo` holds an Implementation with `name` and `version`, \
        `traceparent`, `tracestate` and `baggage` hold the header values of the W3C \
        recommendations of these names. Readers rely on that form in every revision that reserves \
        the key; in earlier revisions the same key is an ordinary one.",
    bad: example!("invalid/meta-reserved-key-value/bad.yaml"),
    good: example!("invalid/meta-reserved-key-value/good.yaml"),
};

static UNKNOWN_RESERVED_KEY: Rule = Rule {
    code: "meta-unknown-reserved-key",
    severity: Severity::Warning,
    summary: "A `_meta` key uses a prefix reserved for MCP, but is not known",
    section: "§3.5",
    explanation: "Prefixes that belong to MCP are kept for keys that MCP itself defines. A key \
        under such a prefix that the revision does not define is kept as it is, because a later \
        version of an extension may define it; more often it is a typing error, or a key of one's \
        own under a prefix that is not. MCP 2025-06-18 reserves a prefix in which `mcp` or \
        `modelcontextprotocol` is followed by another label; later revisions reserve those whose \
        second label is one of the two.",
    bad: example!("warning/meta-unknown-reserved-key/bad.yaml"),
    good: example!("warning/meta-unknown-reserved-key/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &RESERVED_KEY_CONTEXT,
    &RESERVED_KEY_VALUE,
    &UNKNOWN_RESERVED_KEY,
];

/// Checks the `_meta` of every declaration.
pub(crate) fn check_declarations(cx: &mut Context<'_, '_>) {
    for primitive in cx.document.primitives() {
        if let (Some(meta), Some(scope)) = (primitive.cursor.get("_meta"), primitive.scope) {
            let context = match primitive.kind {
                PrimitiveKind::Tool => MetaContext::Tool,
                PrimitiveKind::Resource => MetaContext::Resource,
                PrimitiveKind::ResourceTemplate => MetaContext::ResourceTemplate,
                PrimitiveKind::Prompt => MetaContext::Prompt,
            };
            check(cx, meta, scope, context);
        }
    }
}

/// Checks the keys of one `_meta` object under every revision of `scope`.
pub(crate) fn check(
    cx: &mut Context<'_, '_>,
    meta: Cursor<'_>,
    scope: Revisions,
    context: MetaContext,
) {
    for (key, value) in meta.members() {
        let known = mcp::reserved_key(key);
        let defined = known.map_or(Revisions::NONE, |it| it.revisions.and(scope));
        let is_right = match known.filter(|_| !defined.is_empty()) {
            Some(reserved) => check_reserved(cx, reserved, value, defined, context),
            None => true,
        };
        // What one revision refuses is not also worth a warning for another.
        if is_right {
            report_unknown(cx, key, value, scope.minus(defined));
        }
    }
}

/// Checks the value of a key that the revisions in `defined` reserve; says whether it is right.
fn check_reserved(
    cx: &mut Context<'_, '_>,
    reserved: &ReservedKey,
    value: Cursor<'_>,
    defined: Revisions,
    context: MetaContext,
) -> bool {
    if !reserved.usable_in.allows(context) {
        report_context(cx, reserved, value, defined, context);
        return false;
    }
    let faults = value::faults(reserved.value, reserved.key, value);
    let is_right = faults.is_empty();
    for (place, message) in faults {
        let message = format!("{message} (MCP {defined}, §3.5)");
        cx.report(Diagnostic::new(&RESERVED_KEY_VALUE, place, message));
    }
    is_right
}

fn report_context(
    cx: &mut Context<'_, '_>,
    reserved: &ReservedKey,
    value: Cursor<'_>,
    revisions: Revisions,
    context: MetaContext,
) {
    let message = format!(
        "`{}` is reserved for {} in MCP {revisions}; it cannot be used in the `_meta` of {} (§3.5)",
        reserved.key,
        reserved.usable_in.as_str(),
        context.with_article(),
    );
    cx.report(
        Diagnostic::new(&RESERVED_KEY_CONTEXT, value.key_place(), message)
            .help("remove the key, or use one under a prefix of your own, such as `com.example/`"),
    );
}

/// Warns where one of the `revisions`, none of which defines `key`, reserves its prefix.
fn report_unknown(cx: &mut Context<'_, '_>, key: &str, value: Cursor<'_>, revisions: Revisions) {
    let reserving = MetaKey::parse(key)
        .and_then(|key| key.prefix)
        .map_or(Revisions::NONE, mcp::reserving)
        .and(revisions);
    if reserving.is_empty() {
        return;
    }
    let message = format!(
        "the prefix of {} is reserved for MCP in {reserving}, which {} not define this key (§3.5)",
        code(key),
        verb(reserving, "does", "do")
    );
    cx.report(
        Diagnostic::new(&UNKNOWN_RESERVED_KEY, value.key_place(), message)
            .help("check the spelling, or use a prefix of your own, such as `com.example/`"),
    );
}
