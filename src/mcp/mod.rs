//! What each MCP revision defines, as tables. Knows MCP, not MCP Description.

mod capabilities;
mod elicitation;
mod extensions;
mod meta;
mod revision;

pub use capabilities::{
    CLIENT_CAPABILITIES, Capability, CapabilityValue, SERVER_COMPLETIONS, SERVER_EXTENSIONS,
    SERVER_LOGGING_DEPRECATED, SERVER_TASKS,
};
pub use elicitation::{ELICITATION, FORM_DIALECT, FORM_FORMATS, FieldKind, elicitation_mode};
pub use extensions::{is_official_extension, is_reserved_extension};
pub use meta::{
    KeyUse, KeyValue, MetaContext, ReservedKey, has_reserved_label, reserved_key, reserving,
};
pub use revision::{Revision, Revisions};
