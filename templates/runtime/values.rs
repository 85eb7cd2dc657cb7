//! What your functions take and give.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ErrorData, GetPromptResponse, GetPromptResult,
    InputRequiredResult, PromptMessage, ReadResourceResponse, ReadResourceResult, ResourceContents,
    Role,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::Revision;

/// What a function may know about the request that it answers.
#[derive(Debug, Clone)]
pub struct Context {
    /// The MCP revision of the request.
    pub revision: Revision,
    /// All that the MCP library knows: the client (`peer`), the cancellation of the request (`ct`),
    /// its metadata (`meta`), and over HTTP its headers (`extensions`).
    pub request: RequestContext<RoleServer>,
}

/// What a user is about to write, and may be helped with.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// What it is for.
    pub target: Target,
    /// The argument of the prompt, or the variable of the resource template.
    pub argument: String,
    /// What the user wrote so far.
    pub value: String,
    /// The arguments or variables that are known already.
    pub known: BTreeMap<String, String>,
}

/// What has arguments that can be completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The prompt of this name.
    Prompt(String),
    /// The resource template of this form.
    ResourceTemplate(String),
}

/// Why a function gives no result.
///
/// Every error of other libraries turns into one with `?`. The text of a tool's error is for the
/// model that called the tool: say what it can do about it.
#[derive(Debug)]
pub struct Error(pub(crate) Failure);

#[derive(Debug)]
pub(crate) enum Failure {
    Text(String),
    NotFound,
    NotImplemented,
    InputRequired(Box<InputRequiredResult>),
    Protocol(Box<ErrorData>),
    Arguments(String),
}

impl Error {
    /// The function failed, and this says why.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Failure::Text(text.into()))
    }

    /// The URI fits the template, but there is no such resource.
    pub fn not_found() -> Self {
        Self(Failure::NotFound)
    }

    /// The function is not written yet.
    pub fn not_implemented() -> Self {
        Self(Failure::NotImplemented)
    }

    /// The client must ask its user first, and call again (MCP 2026-07-28 and later).
    pub fn input_required(result: InputRequiredResult) -> Self {
        Self(Failure::InputRequired(Box::new(result)))
    }

    /// An error of the protocol instead of a result.
    pub fn protocol(error: ErrorData) -> Self {
        Self(Failure::Protocol(Box::new(error)))
    }

    /// The arguments are valid, but do not fit the Rust type.
    pub(crate) fn arguments(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let reason = error.inner().to_string();
        let reason = if reason.contains("untagged enum") {
            "no form of this value that the schema allows has room for it; whole numbers have 64 bits"
        } else {
            &reason
        };
        Self(Failure::Arguments(format!("{}: {reason}", error.path())))
    }
}

impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// What a tool without an output schema gives: made of a text, of content blocks (texts, images,
/// sound, resources), or of a whole result. Structured content in one is sent as a text too, as MCP
/// recommends.
#[derive(Debug)]
pub struct ToolResult(pub(crate) CallToolResult);

impl From<&str> for ToolResult {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for ToolResult {
    fn from(text: String) -> Self {
        Self::from(vec![ContentBlock::text(text)])
    }
}

impl From<ContentBlock> for ToolResult {
    fn from(block: ContentBlock) -> Self {
        Self::from(vec![block])
    }
}

impl From<Vec<ContentBlock>> for ToolResult {
    fn from(content: Vec<ContentBlock>) -> Self {
        Self(CallToolResult::success(content))
    }
}

impl From<CallToolResult> for ToolResult {
    fn from(result: CallToolResult) -> Self {
        Self(result)
    }
}

impl ToolResult {
    /// A value that the tool's output schema describes.
    pub(crate) fn structured(value: Value) -> Self {
        let mut result = CallToolResult::success(Vec::new());
        result.structured_content = Some(value);
        Self(result)
    }

    pub(crate) fn error(text: impl Into<String>) -> CallToolResponse {
        CallToolResult::error(vec![ContentBlock::text(text)]).into()
    }
}

/// What is in a resource: made of a text, of bytes, or of a whole result.
#[derive(Debug)]
pub struct Contents(pub(crate) Held);

#[derive(Debug)]
pub(crate) enum Held {
    Text(String),
    Bytes(Vec<u8>),
    Whole(ReadResourceResult),
}

impl From<&str> for Contents {
    fn from(text: &str) -> Self {
        Self(Held::Text(text.to_owned()))
    }
}

impl From<String> for Contents {
    fn from(text: String) -> Self {
        Self(Held::Text(text))
    }
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Held::Bytes(bytes))
    }
}

impl From<Vec<ResourceContents>> for Contents {
    fn from(contents: Vec<ResourceContents>) -> Self {
        Self::from(ReadResourceResult::new(contents))
    }
}

impl From<ReadResourceResult> for Contents {
    fn from(result: ReadResourceResult) -> Self {
        Self(Held::Whole(result))
    }
}

impl Contents {
    /// As the result of reading `uri`, of the media type that the description declares for it.
    pub(crate) fn into_response(self, uri: &str, media_type: Option<&str>) -> ReadResourceResponse {
        let (uri, mime_type) = (uri.to_owned(), media_type.map(str::to_owned));
        let contents = match self.0 {
            Held::Whole(result) => return result.into(),
            Held::Text(text) => ResourceContents::TextResourceContents {
                uri,
                mime_type,
                text,
                meta: None,
            },
            Held::Bytes(bytes) => {
                let blob = STANDARD.encode(bytes);
                ResourceContents::BlobResourceContents {
                    uri,
                    mime_type,
                    blob,
                    meta: None,
                }
            }
        };
        ReadResourceResult::new(vec![contents]).into()
    }
}

/// What a prompt says: made of a text (one message of the user), of messages, or of a whole result.
#[derive(Debug)]
pub struct Messages(pub(crate) GetPromptResult);

impl From<&str> for Messages {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for Messages {
    fn from(text: String) -> Self {
        Self::from(vec![PromptMessage::new_text(Role::User, text)])
    }
}

impl From<Vec<PromptMessage>> for Messages {
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self(GetPromptResult::new(messages))
    }
}

impl From<GetPromptResult> for Messages {
    fn from(result: GetPromptResult) -> Self {
        Self(result)
    }
}

impl From<Messages> for GetPromptResponse {
    fn from(messages: Messages) -> Self {
        messages.0.into()
    }
}
