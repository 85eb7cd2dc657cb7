//! Content blocks, Resource Contents and annotations.

use super::Revision::{V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25};
use super::{Member, ObjectType, Revisions};

/// A kind of content block, by its `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentKind {
    /// Text.
    Text,
    /// An image, as base64.
    Image,
    /// A sound, as base64.
    Audio,
    /// A resource with its contents.
    Resource,
    /// A resource that can be read by its URI.
    ResourceLink,
    /// A model's wish to call a tool; only in sampling.
    ToolUse,
    /// What such a call returned; only in sampling.
    ToolResult,
}

impl ContentKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Text,
        Self::Image,
        Self::Audio,
        Self::Resource,
        Self::ResourceLink,
        Self::ToolUse,
        Self::ToolResult,
    ];

    /// The `type` that marks it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Resource => "resource",
            Self::ResourceLink => "resource_link",
            Self::ToolUse => "tool_use",
            Self::ToolResult => "tool_result",
        }
    }

    /// The kind that `type` marks.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Its object type.
    pub fn object(self) -> &'static ObjectType {
        match self {
            Self::Text => &TEXT,
            Self::Image => &IMAGE,
            Self::Audio => &AUDIO,
            Self::Resource => &EMBEDDED_RESOURCE,
            Self::ResourceLink => &RESOURCE_LINK,
            Self::ToolUse => &TOOL_USE,
            Self::ToolResult => &TOOL_RESULT,
        }
    }
}

/// Where a content block stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContentUse {
    /// In the `content` of a Tool result, also of one inside a sampling message.
    ToolResult,
    /// In the message of a Prompt.
    PromptMessage,
    /// In a message to or from a model.
    SamplingMessage,
}

impl ContentUse {
    /// The revisions that let a block of this kind stand here.
    pub fn revisions(self, kind: ContentKind) -> Revisions {
        use ContentKind::{Audio, Image, Resource, ResourceLink, Text, ToolResult, ToolUse};
        match (self, kind) {
            (_, Text | Image) => Revisions::ALL,
            (_, Audio) => Revisions::since(V2025_03_26),
            (Self::SamplingMessage, ToolUse | ToolResult) => Revisions::since(V2025_11_25),
            (Self::SamplingMessage, Resource | ResourceLink) | (_, ToolUse | ToolResult) => {
                Revisions::NONE
            }
            (_, Resource) => Revisions::ALL,
            (_, ResourceLink) => Revisions::since(V2025_06_18),
        }
    }
}

static TEXT: ObjectType = ObjectType {
    name: "TextContent",
    members: &[
        Member::required("type", V2024_11_05),
        Member::required("text", V2024_11_05),
        Member::optional("annotations", V2024_11_05),
        Member::optional("_meta", V2025_06_18),
    ],
};

static IMAGE: ObjectType = ObjectType {
    name: "ImageContent",
    members: &[
        Member::required("type", V2024_11_05),
        Member::required("data", V2024_11_05),
        Member::required("mimeType", V2024_11_05),
        Member::optional("annotations", V2024_11_05),
        Member::optional("_meta", V2025_06_18),
    ],
};

static AUDIO: ObjectType = ObjectType {
    name: "AudioContent",
    members: &[
        Member::required("type", V2025_03_26),
        Member::required("data", V2025_03_26),
        Member::required("mimeType", V2025_03_26),
        Member::optional("annotations", V2025_03_26),
        Member::optional("_meta", V2025_06_18),
    ],
};

static EMBEDDED_RESOURCE: ObjectType = ObjectType {
    name: "EmbeddedResource",
    members: &[
        Member::required("type", V2024_11_05),
        Member::required("resource", V2024_11_05),
        Member::optional("annotations", V2024_11_05),
        Member::optional("_meta", V2025_06_18),
    ],
};

static RESOURCE_LINK: ObjectType = ObjectType {
    name: "ResourceLink",
    members: &[
        Member::required("type", V2025_06_18),
        Member::required("uri", V2025_06_18),
        Member::required("name", V2025_06_18),
        Member::optional("title", V2025_06_18),
        Member::optional("description", V2025_06_18),
        Member::optional("mimeType", V2025_06_18),
        Member::optional("size", V2025_06_18),
        Member::optional("icons", V2025_11_25),
        Member::optional("annotations", V2025_06_18),
        Member::optional("_meta", V2025_06_18),
    ],
};

static TOOL_USE: ObjectType = ObjectType {
    name: "ToolUseContent",
    members: &[
        Member::required("type", V2025_11_25),
        Member::required("id", V2025_11_25),
        Member::required("name", V2025_11_25),
        Member::required("input", V2025_11_25),
        Member::optional("_meta", V2025_11_25),
    ],
};

static TOOL_RESULT: ObjectType = ObjectType {
    name: "ToolResultContent",
    members: &[
        Member::required("type", V2025_11_25),
        Member::required("toolUseId", V2025_11_25),
        Member::required("content", V2025_11_25),
        Member::optional("isError", V2025_11_25),
        Member::optional("structuredContent", V2025_11_25),
        Member::optional("_meta", V2025_11_25),
    ],
};

/// The text of a resource.
pub static TEXT_CONTENTS: ObjectType = ObjectType {
    name: "TextResourceContents",
    members: &[
        Member::required("uri", V2024_11_05),
        Member::required("text", V2024_11_05),
        Member::optional("mimeType", V2024_11_05),
        Member::optional("_meta", V2025_06_18),
    ],
};

/// The bytes of a resource, as base64.
pub static BLOB_CONTENTS: ObjectType = ObjectType {
    name: "BlobResourceContents",
    members: &[
        Member::required("uri", V2024_11_05),
        Member::required("blob", V2024_11_05),
        Member::optional("mimeType", V2024_11_05),
        Member::optional("_meta", V2025_06_18),
    ],
};

/// Hints on the use of a resource or content block. Named in MCP's schema since 2025-03-26.
pub static ANNOTATIONS: ObjectType = ObjectType {
    name: "Annotations",
    members: &[
        Member::optional("audience", V2024_11_05),
        Member::optional("priority", V2024_11_05),
        Member::optional("lastModified", V2025_06_18),
    ],
};
