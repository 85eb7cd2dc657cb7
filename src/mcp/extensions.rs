//! MCP's own extensions: a frozen catalogue (§8.4 of MCP Description wants it disclosed and dated).

use super::has_reserved_label;

/// The official extensions, all of them past their experimental stage.
///
/// Source: modelcontextprotocol.io/extensions; as of 2026-09-04.
pub static OFFICIAL_EXTENSIONS: [&str; 4] = [
    "io.modelcontextprotocol/enterprise-managed-authorization",
    "io.modelcontextprotocol/oauth-client-credentials",
    "io.modelcontextprotocol/tasks",
    "io.modelcontextprotocol/ui",
];

/// Whether a well-formed extension identifier is in the catalogue of official extensions.
pub fn is_official_extension(identifier: &str) -> bool {
    OFFICIAL_EXTENSIONS.contains(&identifier)
}

/// Whether the prefix of a well-formed extension identifier is reserved for MCP.
pub fn is_reserved_extension(identifier: &str) -> bool {
    identifier
        .split_once('/')
        .is_some_and(|(prefix, _)| has_reserved_label(prefix))
}
