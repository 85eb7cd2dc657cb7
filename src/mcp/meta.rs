//! The `_meta` keys that MCP reserves, and what each revision wants at them.
//!
//! Rules about keys begin with 2025-06-18: the two revisions before it give `_meta` no grammar.

use super::{Revision, Revisions};

/// Where a `_meta` object stands, as far as the use of reserved keys depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaContext {
    /// A Tool, as `tools/list` returns it.
    Tool,
    /// A Resource, as `resources/list` returns it.
    Resource,
    /// A Resource Template, as `resources/templates/list` returns it.
    ResourceTemplate,
    /// A Prompt, as `prompts/list` returns it.
    Prompt,
    /// The result of a request.
    Result,
    /// A content block.
    ContentBlock,
    /// The contents of a resource.
    ResourceContents,
}

impl MetaContext {
    /// What it is, for messages: `a result`.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Tool => "a Tool",
            Self::Resource => "a Resource",
            Self::ResourceTemplate => "a Resource Template",
            Self::Prompt => "a Prompt",
            Self::Result => "a result",
            Self::ContentBlock => "a content block",
            Self::ResourceContents => "resource contents",
        }
    }
}

/// Which messages or objects may carry a reserved key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// Only the parameters of requests.
    Requests,
    /// Only notifications, and the result that ends a subscription.
    Notifications,
    /// Only results.
    Results,
    /// Requests, notifications and results, but none of the objects in them.
    Messages,
    /// Any `_meta`.
    Anywhere,
}

impl KeyUse {
    /// Whether `_meta` in this context may have the key.
    pub fn allows(self, context: MetaContext) -> bool {
        match self {
            Self::Requests | Self::Notifications => false,
            Self::Results | Self::Messages => context == MetaContext::Result,
            Self::Anywhere => true,
        }
    }

    /// The allowed places, for messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Notifications => "notifications",
            Self::Results => "results",
            Self::Messages => "requests, notifications and results",
            Self::Anywhere => "any `_meta`",
        }
    }
}

/// What the value at a reserved key must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyValue {
    /// Nothing that a description could check.
    Any,
    /// An `Implementation`.
    Implementation,
    /// An object with a `taskId`.
    RelatedTask,
    /// A `traceparent` of W3C Trace Context.
    TraceParent,
    /// A `tracestate` of W3C Trace Context.
    TraceState,
    /// A W3C `baggage` list.
    Baggage,
}

/// A key that revisions define for a purpose of their own.
#[derive(Debug, Clone, Copy)]
pub struct ReservedKey {
    /// The whole key.
    pub key: &'static str,
    /// The revisions that define it.
    pub revisions: Revisions,
    /// Who may carry it.
    pub usable_in: KeyUse,
    /// What it holds.
    pub value: KeyValue,
}

const V2025: Revisions = Revisions::only(Revision::V2025_11_25);
const V2026: Revisions = Revisions::only(Revision::V2026_07_28);

const fn reserved(
    key: &'static str,
    revisions: Revisions,
    usable_in: KeyUse,
    value: KeyValue,
) -> ReservedKey {
    ReservedKey {
        key,
        revisions,
        usable_in,
        value,
    }
}

static RESERVED: [ReservedKey; 11] = [
    reserved(
        "progressToken",
        Revisions::since(Revision::V2025_06_18),
        KeyUse::Requests,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/related-task",
        V2025,
        KeyUse::Messages,
        KeyValue::RelatedTask,
    ),
    reserved(
        "io.modelcontextprotocol/protocolVersion",
        V2026,
        KeyUse::Requests,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/clientInfo",
        V2026,
        KeyUse::Requests,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/clientCapabilities",
        V2026,
        KeyUse::Requests,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/logLevel",
        V2026,
        KeyUse::Requests,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/subscriptionId",
        V2026,
        KeyUse::Notifications,
        KeyValue::Any,
    ),
    reserved(
        "io.modelcontextprotocol/serverInfo",
        V2026,
        KeyUse::Results,
        KeyValue::Implementation,
    ),
    reserved(
        "traceparent",
        V2026,
        KeyUse::Anywhere,
        KeyValue::TraceParent,
    ),
    reserved("tracestate", V2026, KeyUse::Anywhere, KeyValue::TraceState),
    reserved("baggage", V2026, KeyUse::Anywhere, KeyValue::Baggage),
];

/// The reserved key that is spelled `key` in at least one revision.
pub fn reserved_key(key: &str) -> Option<&'static ReservedKey> {
    RESERVED.iter().find(|reserved| reserved.key == key)
}

/// The revisions that keep a well-formed prefix, given without its slash, for MCP.
///
/// 2025-06-18 reserves `mcp` and `modelcontextprotocol` wherever another label follows; from
/// 2025-11-25 on it is the second label that counts.
pub fn reserving(prefix: &str) -> Revisions {
    let mut revisions = Revisions::NONE;
    let before_last = prefix.rsplit('.').skip(1);
    if before_last.into_iter().any(is_mcp) {
        revisions.insert(Revision::V2025_06_18);
    }
    if has_reserved_label(prefix) {
        revisions = revisions.or(Revisions::since(Revision::V2025_11_25));
    }
    revisions
}

/// Whether the second label of a prefix is one of MCP's own: the definition since 2025-11-25, and
/// the one for extension identifiers.
pub fn has_reserved_label(prefix: &str) -> bool {
    prefix.split('.').nth(1).is_some_and(is_mcp)
}

fn is_mcp(label: &str) -> bool {
    matches!(label, "mcp" | "modelcontextprotocol")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_revision_reserves_by_its_own_definition() {
        let later = "2025-11-25 and 2026-07-28";
        let all = "2025-06-18, 2025-11-25 and 2026-07-28";
        for (prefix, reserving_it) in [
            ("io.modelcontextprotocol", later),
            ("com.mcp.tools", all),
            ("com.example.mcp.tools", "2025-06-18"),
            ("mcp.dev", "2025-06-18"),
            ("com.example.mcp", ""),
            ("mcp", ""),
            ("com.mcpx.y", ""),
        ] {
            assert_eq!(reserving(prefix).to_string(), reserving_it, "{prefix}");
        }
    }
}
