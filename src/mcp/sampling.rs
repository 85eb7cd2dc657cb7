//! What a server may ask of a client's model, and how the model answers.

use super::Revision::{V2024_11_05, V2025_11_25};
use super::{Member, ObjectType, Revisions};

/// The revisions that know tools in sampling: tools to choose from, their use and its results.
pub const SAMPLING_TOOLS: Revisions = Revisions::since(V2025_11_25);

/// The revisions whose sampling messages may hold several content blocks, as an array.
pub const SAMPLING_CONTENT_ARRAYS: Revisions = Revisions::since(V2025_11_25);

/// The parameters of `sampling/createMessage`, without what frames every request.
pub static CREATE_MESSAGE_PARAMS: ObjectType = ObjectType {
    name: "CreateMessageRequestParams",
    members: &[
        Member::required("messages", V2024_11_05),
        Member::required("maxTokens", V2024_11_05),
        Member::optional("modelPreferences", V2024_11_05),
        Member::optional("systemPrompt", V2024_11_05),
        Member::optional("includeContext", V2024_11_05),
        Member::optional("temperature", V2024_11_05),
        Member::optional("stopSequences", V2024_11_05),
        Member::optional("metadata", V2024_11_05),
        Member::optional("tools", V2025_11_25),
        Member::optional("toolChoice", V2025_11_25),
    ],
};
