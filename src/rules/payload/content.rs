//! Content blocks and Resource Contents.

use super::{Site, annotations, base64};
use crate::diagnostic::Diagnostic;
use crate::document::Cursor;
use crate::formats::base64::decoded_len;
use crate::mcp::{ContentKind, ContentUse, MetaContext, ObjectType, TEXT_CONTENTS};
use crate::rules::{Context, meta};
use crate::source::Kind;

/// Checks a content block that stands in `place`: its kind and members by revision, its base64,
/// its annotations, and what it embeds. A block of unknown `type` is left to the structure rules.
pub(crate) fn check_block(
    cx: &mut Context<'_, '_>,
    block: Cursor<'_>,
    site: Site,
    place: ContentUse,
) {
    let Some(written) = block.get("type") else {
        return;
    };
    let Some(kind) = written.as_str().and_then(ContentKind::parse) else {
        return;
    };
    let defined = place.revisions(kind);
    let is_sampling = place == ContentUse::SamplingMessage;
    if defined.is_empty() && !is_sampling {
        // No revision lets it stand here, and neither does the document's structure.
        return;
    }
    let what = || format!("{} in {}", plural(kind), describe(place));
    site.require(cx, || written.place(), what, defined);
    let site = site.within(defined);
    check_members(
        cx,
        block,
        site,
        kind.object(),
        (MetaContext::ContentBlock, singular(kind)),
    );
    match kind {
        ContentKind::Image | ContentKind::Audio => {
            base64::check(cx, block, "data", site.section);
        }
        ContentKind::Resource => {
            if let Some(contents) = block.get("resource") {
                check_resource_contents(cx, contents, site);
            }
        }
        ContentKind::ResourceLink => check_size(cx, block, site),
        ContentKind::ToolResult => {
            let content = block.get("content");
            for inner in content.into_iter().flat_map(Cursor::elements) {
                check_block(cx, inner, site, ContentUse::ToolResult);
            }
        }
        ContentKind::Text | ContentKind::ToolUse => {}
    }
}

/// Checks Resource Contents: members by revision, and base64.
pub(crate) fn check_resource_contents(cx: &mut Context<'_, '_>, contents: Cursor<'_>, site: Site) {
    let noun = "Resource Contents";
    check_members(
        cx,
        contents,
        site,
        &TEXT_CONTENTS,
        (MetaContext::ResourceContents, noun),
    );
    // A `blob` beside a `text` is one fault already, which the structure rules report.
    if contents.get("text").is_none() {
        base64::check(cx, contents, "blob", site.section);
    }
}

/// The number of bytes that Resource Contents hold, where it can be told.
pub(crate) fn contents_len(contents: Cursor<'_>) -> Option<u64> {
    match (contents.get("text"), contents.get("blob")) {
        (Some(text), None) => text.as_str().map(|text| text.len() as u64),
        (None, Some(blob)) => blob.as_str().and_then(decoded_len),
        _ => None,
    }
}

/// Checks that the revisions define the members of `object`, which is of the type `defined`, and
/// its metadata and annotations. Members that no revision defines are the structure rules'
/// concern: these objects are closed.
fn check_members(
    cx: &mut Context<'_, '_>,
    object: Cursor<'_>,
    site: Site,
    defined: &ObjectType,
    (context, noun): (MetaContext, &str),
) {
    for (name, value) in object.members() {
        let Some(member) = defined.member(name) else {
            continue;
        };
        let what = || format!("`{name}` on {noun}");
        site.require_member(cx, value, what, member.defined);
        let site = site.within(member.defined);
        match (name, site.scope) {
            ("annotations", _) => annotations::check(cx, value, site),
            ("_meta", Some(scope)) => meta::check(cx, value, scope, context),
            _ => {}
        }
    }
}

/// MCP counts the bytes behind a link in whole numbers, where the document's structure takes any.
fn check_size(cx: &mut Context<'_, '_>, link: Cursor<'_>, site: Site) {
    let Some(size) = link.get("size").filter(|it| it.kind() == Kind::Number) else {
        return;
    };
    if size.as_number().is_some_and(|it| !it.is_integer()) {
        let message = format!(
            "`size` of a resource link is a whole number of bytes in every MCP revision ({})",
            site.section
        );
        cx.report_own(size, |it| {
            Diagnostic::new(site.version, it.place(), message)
        });
    }
}

fn singular(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::Text => "a text block",
        ContentKind::Image => "an image block",
        ContentKind::Audio => "an audio block",
        ContentKind::Resource => "an embedded resource",
        ContentKind::ResourceLink => "a resource link",
        ContentKind::ToolUse => "a tool use block",
        ContentKind::ToolResult => "a tool result block",
    }
}

fn plural(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::Text => "text",
        ContentKind::Image => "images",
        ContentKind::Audio => "audio",
        ContentKind::Resource => "embedded resources",
        ContentKind::ResourceLink => "resource links",
        ContentKind::ToolUse => "tool use",
        ContentKind::ToolResult => "tool results",
    }
}

fn describe(place: ContentUse) -> &'static str {
    match place {
        ContentUse::ToolResult => "Tool results",
        ContentUse::PromptMessage => "Prompt messages",
        ContentUse::SamplingMessage => "sampling messages",
    }
}
