//! What each MCP revision defines, as tables. Knows MCP, not MCP Description.

mod revision;

pub use revision::{Revision, Revisions};
