//! The results that named examples carry.

use super::Revision::{V2024_11_05, V2025_06_18, V2026_07_28};
use super::{Member, ObjectType, Revisions};

/// The revisions whose completion requests may carry a `context`.
pub const COMPLETION_CONTEXT: Revisions = Revisions::since(V2025_06_18);

/// Those where `structuredContent` may be any JSON value; before, it is an object.
pub const STRUCTURED_CONTENT_OF_ANY_KIND: Revisions = Revisions::since(V2026_07_28);

/// What `tools/call` returns.
pub static CALL_TOOL_RESULT: ObjectType = ObjectType {
    name: "CallToolResult",
    members: &[
        Member::required("content", V2024_11_05),
        Member::required("resultType", V2026_07_28),
        Member::optional("isError", V2024_11_05),
        Member::optional("structuredContent", V2025_06_18),
        Member::optional("_meta", V2024_11_05),
    ],
};

/// What `resources/read` returns.
pub static READ_RESOURCE_RESULT: ObjectType = ObjectType {
    name: "ReadResourceResult",
    members: &[
        Member::required("contents", V2024_11_05),
        Member::required("resultType", V2026_07_28),
        Member::required("ttlMs", V2026_07_28),
        Member::required("cacheScope", V2026_07_28),
        Member::optional("_meta", V2024_11_05),
    ],
};

/// What `prompts/get` returns.
pub static GET_PROMPT_RESULT: ObjectType = ObjectType {
    name: "GetPromptResult",
    members: &[
        Member::required("messages", V2024_11_05),
        Member::required("resultType", V2026_07_28),
        Member::optional("description", V2024_11_05),
        Member::optional("_meta", V2024_11_05),
    ],
};

/// What `completion/complete` returns.
pub static COMPLETE_RESULT: ObjectType = ObjectType {
    name: "CompleteResult",
    members: &[
        Member::required("completion", V2024_11_05),
        Member::required("resultType", V2026_07_28),
        Member::optional("_meta", V2024_11_05),
    ],
};
