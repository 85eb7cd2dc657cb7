//! The MCP revisions.

use rmcp::RoleServer;
use rmcp::model::ProtocolVersion;
use rmcp::service::RequestContext;

/// An MCP revision, oldest first.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The revision as clients write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision that clients write as `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == text)
    }

    /// Whether a session of this revision begins with `initialize`.
    pub(crate) fn has_handshake(self) -> bool {
        self < Self::V2026_07_28
    }

    /// The revision that a request is made in.
    pub(crate) fn of(request: &RequestContext<RoleServer>) -> Option<Self> {
        Self::parse(request.protocol_version()?.as_str())
    }

    pub(crate) fn version(self) -> ProtocolVersion {
        match self {
            Self::V2024_11_05 => ProtocolVersion::V_2024_11_05,
            Self::V2025_03_26 => ProtocolVersion::V_2025_03_26,
            Self::V2025_06_18 => ProtocolVersion::V_2025_06_18,
            Self::V2025_11_25 => ProtocolVersion::V_2025_11_25,
            Self::V2026_07_28 => ProtocolVersion::V_2026_07_28,
        }
    }
}
