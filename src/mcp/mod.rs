//! What each MCP revision defines, as tables. Knows MCP, not MCP Description.

mod meta;
mod revision;

pub use meta::{
    KeyUse, KeyValue, MetaContext, ReservedKey, has_reserved_label, reserved_key, reserving,
};
pub use revision::{Revision, Revisions};
