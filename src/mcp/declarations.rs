//! What servers say of themselves and of what they offer.

use super::Revision::{V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28};
use super::{Member, ObjectType, Revisions, SERVER_COMPLETIONS, SERVER_EXTENSIONS, SERVER_TASKS};

/// A member that these revisions define and none demands.
const fn in_revisions(name: &'static str, defined: Revisions) -> Member {
    Member {
        name,
        defined,
        required: Revisions::NONE,
    }
}

/// A Tool in `tools/list`.
pub static TOOL: ObjectType = ObjectType {
    name: "Tool",
    members: &[
        Member::required("name", V2024_11_05),
        Member::required("inputSchema", V2024_11_05),
        Member::optional("description", V2024_11_05),
        Member::optional("annotations", V2025_03_26),
        Member::optional("title", V2025_06_18),
        Member::optional("outputSchema", V2025_06_18),
        Member::optional("_meta", V2025_06_18),
        Member::optional("icons", V2025_11_25),
        in_revisions("execution", Revisions::only(V2025_11_25)),
    ],
};

/// A Resource in `resources/list`.
pub static RESOURCE: ObjectType = ObjectType {
    name: "Resource",
    members: &[
        Member::required("uri", V2024_11_05),
        Member::required("name", V2024_11_05),
        Member::optional("description", V2024_11_05),
        Member::optional("mimeType", V2024_11_05),
        Member::optional("size", V2024_11_05),
        Member::optional("annotations", V2024_11_05),
        Member::optional("title", V2025_06_18),
        Member::optional("_meta", V2025_06_18),
        Member::optional("icons", V2025_11_25),
    ],
};

/// A Resource Template in `resources/templates/list`.
pub static RESOURCE_TEMPLATE: ObjectType = ObjectType {
    name: "ResourceTemplate",
    members: &[
        Member::required("uriTemplate", V2024_11_05),
        Member::required("name", V2024_11_05),
        Member::optional("description", V2024_11_05),
        Member::optional("mimeType", V2024_11_05),
        Member::optional("annotations", V2024_11_05),
        Member::optional("title", V2025_06_18),
        Member::optional("_meta", V2025_06_18),
        Member::optional("icons", V2025_11_25),
    ],
};

/// A Prompt in `prompts/list`.
pub static PROMPT: ObjectType = ObjectType {
    name: "Prompt",
    members: &[
        Member::required("name", V2024_11_05),
        Member::optional("description", V2024_11_05),
        Member::optional("arguments", V2024_11_05),
        Member::optional("title", V2025_06_18),
        Member::optional("_meta", V2025_06_18),
        Member::optional("icons", V2025_11_25),
    ],
};

/// An argument of a Prompt.
pub static PROMPT_ARGUMENT: ObjectType = ObjectType {
    name: "PromptArgument",
    members: &[
        Member::required("name", V2024_11_05),
        Member::optional("description", V2024_11_05),
        Member::optional("required", V2024_11_05),
        Member::optional("title", V2025_06_18),
    ],
};

/// An icon.
pub static ICON: ObjectType = ObjectType {
    name: "Icon",
    members: &[
        Member::required("src", V2025_11_25),
        Member::optional("mimeType", V2025_11_25),
        Member::optional("sizes", V2025_11_25),
        Member::optional("theme", V2025_11_25),
    ],
};

/// A program that speaks MCP: what a server calls itself.
pub static IMPLEMENTATION: ObjectType = ObjectType {
    name: "Implementation",
    members: &[
        Member::required("name", V2024_11_05),
        Member::required("version", V2024_11_05),
        Member::optional("title", V2025_06_18),
        Member::optional("description", V2025_11_25),
        Member::optional("icons", V2025_11_25),
        Member::optional("websiteUrl", V2025_11_25),
    ],
};

/// What a server can do.
pub static SERVER_CAPABILITIES: ObjectType = ObjectType {
    name: "ServerCapabilities",
    members: &[
        Member::optional("tools", V2024_11_05),
        Member::optional("resources", V2024_11_05),
        Member::optional("prompts", V2024_11_05),
        Member::optional("logging", V2024_11_05),
        Member::optional("experimental", V2024_11_05),
        in_revisions("completions", SERVER_COMPLETIONS),
        in_revisions("tasks", SERVER_TASKS),
        in_revisions("extensions", SERVER_EXTENSIONS),
    ],
};

/// What it can do with its lists of Tools and Prompts.
pub static LIST_CAPABILITY: ObjectType = ObjectType {
    name: "ServerCapabilities",
    members: &[Member::optional("listChanged", V2024_11_05)],
};

/// What it can do with its Resources.
pub static RESOURCES_CAPABILITY: ObjectType = ObjectType {
    name: "ServerCapabilities",
    members: &[
        Member::optional("subscribe", V2024_11_05),
        Member::optional("listChanged", V2024_11_05),
    ],
};

/// The revisions in which lists and discovery results carry `resultType`, `ttlMs` and
/// `cacheScope`.
pub const CACHEABLE_LISTS: Revisions = Revisions::since(V2026_07_28);
