//! What each MCP revision defines, as tables. Knows MCP, not MCP Description.

mod capabilities;
mod content;
mod declarations;
mod elicitation;
mod extensions;
mod meta;
mod object;
mod results;
mod revision;
mod sampling;

pub use capabilities::{
    CLIENT_CAPABILITIES, Capability, CapabilityValue, SERVER_COMPLETIONS, SERVER_EXTENSIONS,
    SERVER_LOGGING_DEPRECATED, SERVER_TASKS, client_capability,
};
pub use content::{ANNOTATIONS, BLOB_CONTENTS, ContentKind, ContentUse, TEXT_CONTENTS};
pub use declarations::{
    CACHEABLE_LISTS, ICON, IMPLEMENTATION, LIST_CAPABILITY, PROMPT, PROMPT_ARGUMENT, RESOURCE,
    RESOURCE_TEMPLATE, RESOURCES_CAPABILITY, SERVER_CAPABILITIES, TOOL,
};
pub use elicitation::{
    ELICITATION, FORM_ANSWER_ARRAYS, FORM_DIALECT, FORM_FORMATS, FieldKind, elicitation_mode,
};
pub use extensions::{OFFICIAL_EXTENSIONS, is_official_extension, is_reserved_extension};
pub use meta::{
    KeyUse, KeyValue, MetaContext, ReservedKey, has_reserved_label, reserved_key, reserving,
};
pub use object::{Member, ObjectType};
pub use results::{
    CALL_TOOL_RESULT, COMPLETE_RESULT, COMPLETION_CONTEXT, GET_PROMPT_RESULT, READ_RESOURCE_RESULT,
    STRUCTURED_CONTENT_OF_ANY_KIND,
};
pub use revision::{Revision, Revisions};
pub use sampling::{CREATE_MESSAGE_PARAMS, SAMPLING_CONTENT_ARRAYS, SAMPLING_TOOLS};
