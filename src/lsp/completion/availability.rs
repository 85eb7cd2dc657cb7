//! Which MCP revisions define the members of objects.

use crate::mcp::{
    self, ANNOTATIONS, CALL_TOOL_RESULT, COMPLETE_RESULT, COMPLETION_CONTEXT, ContentKind,
    ContentUse, ELICITATION, FORM_DIALECT, GET_PROMPT_RESULT, ICON, IMPLEMENTATION, ObjectType,
    PROMPT, PROMPT_ARGUMENT, READ_RESOURCE_RESULT, RESOURCE, RESOURCE_TEMPLATE, Revision,
    Revisions, SERVER_CAPABILITIES, SERVER_COMPLETIONS, TOOL,
};
use crate::structure::Offer;

/// The revisions that define a member.
#[derive(Debug, Clone, Copy)]
pub(in crate::lsp) struct Availability {
    /// The revisions.
    pub defined: Revisions,
    /// Whether other revisions forbid it; otherwise they just do not get to see it.
    pub binding: bool,
}

/// What the revisions say about a member; `None` where they say nothing because it is the
/// description's own.
pub(in crate::lsp) fn of(offer: &Offer) -> Option<Availability> {
    let binding = |defined| {
        Some(Availability {
            defined,
            binding: true,
        })
    };
    let title = offer.owner.title;
    match (title, offer.name) {
        (_, "elicitations") => return binding(ELICITATION),
        ("Resource Template" | "Prompt", "completionExamples") => {
            return binding(SERVER_COMPLETIONS);
        }
        ("Completion Example Object", "context") => return binding(COMPLETION_CONTEXT),
        ("form schema", "$schema") => return binding(FORM_DIALECT),
        _ => {}
    }
    let object = object_type(title)?;
    let defined = object.member(offer.name)?.defined;
    Some(Availability {
        defined,
        binding: !matches!(title, "Info Object" | "Icon Object"),
    })
}

fn object_type(title: &str) -> Option<&'static ObjectType> {
    Some(match title {
        "Info Object" => &IMPLEMENTATION,
        "Icon Object" => &ICON,
        "Tool" => &TOOL,
        "Resource" => &RESOURCE,
        "Resource Template" => &RESOURCE_TEMPLATE,
        "Prompt" => &PROMPT,
        "Prompt Argument Object" => &PROMPT_ARGUMENT,
        "Capabilities Object" => &SERVER_CAPABILITIES,
        "annotations" => &ANNOTATIONS,
        "Tool result" => &CALL_TOOL_RESULT,
        "Resource read result" => &READ_RESOURCE_RESULT,
        "Prompt result" => &GET_PROMPT_RESULT,
        "completion result" => &COMPLETE_RESULT,
        "text block" => ContentKind::Text.object(),
        "image or audio block" => ContentKind::Image.object(),
        "embedded resource" => ContentKind::Resource.object(),
        "resource link" => ContentKind::ResourceLink.object(),
        _ => return None,
    })
}

/// The revisions in which the discriminator `key` of an object may be `value`; `None` where they
/// say nothing.
pub(in crate::lsp) fn of_value(title: &str, key: &str, value: &str) -> Option<Revisions> {
    match (title, key) {
        ("content block", "type") => {
            let kind = ContentKind::parse(value)?;
            // Sampling has kinds of its own, which no other content block lists.
            let everywhere = ContentUse::ToolResult.revisions(kind);
            let sampling = ContentUse::SamplingMessage.revisions(kind);
            Some(everywhere.or(sampling))
        }
        ("Elicitation Declaration" | "elicitation request", "mode") => mcp::elicitation_mode(value),
        ("Transport Object", "type") if value == "streamable-http" => {
            Some(Revisions::since(Revision::V2025_03_26))
        }
        _ => None,
    }
}

/// The availability in words: `since MCP 2025-06-18`; `None` where it was always there.
pub(in crate::lsp) fn in_words(defined: Revisions) -> Option<String> {
    if defined == Revisions::ALL {
        return None;
    }
    let first = defined.iter().next()?;
    Some(if defined == Revisions::since(first) {
        format!("since MCP {first}")
    } else {
        format!("only in MCP {defined}")
    })
}
