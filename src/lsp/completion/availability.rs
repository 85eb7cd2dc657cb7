//! Which MCP revisions define the members of objects.

use super::site;
use crate::mcp::{
    self, ANNOTATIONS, CALL_TOOL_RESULT, COMPLETE_RESULT, COMPLETION_CONTEXT,
    CREATE_MESSAGE_PARAMS, ContentKind, ContentUse, ELICITATION, FORM_DIALECT, FieldKind,
    GET_PROMPT_RESULT, ICON, IMPLEMENTATION, ObjectType, PROMPT, PROMPT_ARGUMENT,
    READ_RESOURCE_RESULT, RESOURCE, RESOURCE_TEMPLATE, Revision, Revisions, SERVER_CAPABILITIES,
    SERVER_COMPLETIONS, TEXT_CONTENTS, TOOL,
};
use crate::source::Value;
use crate::structure::{Offer, Place};

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
    if let Some(kind) = field_kind(title) {
        return of_field_member(kind, offer.name).and_then(binding);
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
        "contents entry" => &TEXT_CONTENTS,
        "sampling request" => &CREATE_MESSAGE_PARAMS,
        "text block" => ContentKind::Text.object(),
        "image or audio block" => ContentKind::Image.object(),
        "embedded resource" => ContentKind::Resource.object(),
        "resource link" => ContentKind::ResourceLink.object(),
        "tool use block" => ContentKind::ToolUse.object(),
        "tool result block" => ContentKind::ToolResult.object(),
        _ => return None,
    })
}

/// The kind of form field that an object with this title is.
fn field_kind(title: &str) -> Option<FieldKind> {
    Some(match title {
        "text field" => FieldKind::Text,
        "single-choice field" => FieldKind::Choice,
        "titled single-choice field" => FieldKind::TitledChoice,
        "number field" => FieldKind::Number,
        "boolean field" => FieldKind::Boolean,
        "multiple-choice field" => FieldKind::Choices,
        _ => return None,
    })
}

/// The revisions in which a form field of this kind may have a member; `None` for those that every
/// field has.
fn of_field_member(kind: FieldKind, name: &str) -> Option<Revisions> {
    match name {
        "default" => Some(kind.default_revisions()),
        _ if kind.keywords().contains(&name) => Some(kind.revisions()),
        _ => None,
    }
}

/// The revisions in which the discriminator `key` of `object`, which has this title, may be `value`;
/// `None` where they say nothing.
pub(in crate::lsp) fn of_value(
    object: Value<'_>,
    title: &str,
    key: &str,
    value: &str,
) -> Option<Revisions> {
    match (title, key) {
        ("content block", "type") => {
            let kind = ContentKind::parse(value)?;
            Some(content_use(object).revisions(kind))
        }
        ("Elicitation Declaration" | "elicitation request", "mode") => mcp::elicitation_mode(value),
        ("Tool Interaction Step Object", "type") if value == "elicitation" => Some(ELICITATION),
        ("form field", "type") => Some(FieldKind::of(value, false, false)?.revisions()),
        ("Transport Object", "type") if value == "streamable-http" => {
            Some(Revisions::since(Revision::V2025_03_26))
        }
        _ => None,
    }
}

/// What a content block is for: the innermost object around it that holds such blocks tells.
fn content_use(block: Value<'_>) -> ContentUse {
    let holders = site::around(block).skip(1).filter(|it| it.is_object());
    let mut uses = holders.filter_map(|holder| {
        let place = Place::of(holder);
        let is = |title| place.is(title);
        if is("tool result block") || is("Tool result") {
            Some(ContentUse::ToolResult)
        } else if is("sampling message") || is("sampling result") {
            Some(ContentUse::SamplingMessage)
        } else if is("Prompt message") {
            Some(ContentUse::PromptMessage)
        } else {
            None
        }
    });
    uses.next().unwrap_or(ContentUse::ToolResult)
}

/// The revisions of `scope` that lack what `defined` have; `None` where that is all of them, so that
/// it cannot be used.
pub(super) fn lacking(scope: Option<Revisions>, defined: Revisions) -> Option<Revisions> {
    let scope = scope.unwrap_or(defined);
    let has_it = !scope.and(defined).is_empty();
    has_it.then(|| scope.minus(defined))
}

/// What is said of something that some revisions of a scope lack.
pub(super) fn caution(lacking: Revisions) -> String {
    format!("MCP {lacking}, which this also applies to, does not define it.")
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
