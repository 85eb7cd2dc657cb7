//! Steps in which the server asks the client's model.

use super::conversation;
use crate::diagnostic::Diagnostic;
use crate::document::Cursor;
use crate::mcp::{
    CREATE_MESSAGE_PARAMS, ContentKind, ContentUse, SAMPLING_CONTENT_ARRAYS, SAMPLING_TOOLS,
};
use crate::rules::Context;
use crate::rules::payload::{Site, check_block};
use crate::rules::tool_schemas::check_schema;
use crate::source::Kind;

/// Checks a sampling step under the revisions of `site`.
pub(super) fn check<'d>(cx: &mut Context<'d, '_>, step: Cursor<'d>, site: Site) {
    let request = step.get("request");
    for (name, value) in request.into_iter().flat_map(Cursor::members) {
        if let Some(member) = CREATE_MESSAGE_PARAMS.member(name) {
            let what = || format!("`{name}` in sampling requests");
            site.require(cx, || value.key_place(), what, member.defined);
        }
    }
    let messages = request.and_then(|it| it.get("messages"));
    let messages = messages.into_iter().flat_map(Cursor::elements);
    for message in messages.clone().chain(step.get("response")) {
        check_content(cx, message, site);
    }
    // Where a revision knows no tools here, their details are no further fault.
    let Some(scope) = site
        .within(SAMPLING_TOOLS)
        .scope
        .filter(|it| !it.is_empty())
    else {
        return;
    };
    let tools = request.and_then(|it| it.get("tools"));
    for tool in tools.into_iter().flat_map(Cursor::elements) {
        if let Some(schema) = tool
            .get("inputSchema")
            .filter(|it| it.kind() == Kind::Object)
        {
            check_schema(cx, schema, scope);
        }
    }
    conversation::check(cx, messages, step.get("response"));
}

/// The content blocks of a sampling message or result, whether it has one or an array of them.
pub(super) fn blocks(message: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let content = message.get("content");
    let single = content.filter(|it| it.kind() == Kind::Object);
    let several = content.into_iter().flat_map(Cursor::elements);
    single.into_iter().chain(several)
}

/// The kind of a content block.
pub(super) fn kind(block: Cursor<'_>) -> Option<ContentKind> {
    block.str("type").and_then(ContentKind::parse)
}

/// Checks the `content` of a message or of the result.
fn check_content(cx: &mut Context<'_, '_>, message: Cursor<'_>, site: Site) {
    let mut site = site;
    if let Some(content) = message.get("content").filter(|it| it.kind() == Kind::Array) {
        let what = || "several content blocks in a sampling message".to_owned();
        site.require(cx, || content.key_place(), what, SAMPLING_CONTENT_ARRAYS);
        site = site.within(SAMPLING_CONTENT_ARRAYS);
    }
    for block in blocks(message) {
        check_block(cx, block, site, ContentUse::SamplingMessage);
        if kind(block) == Some(ContentKind::ToolResult) {
            check_single(cx, block, site.within(SAMPLING_TOOLS));
        }
    }
}

/// A tool result has an array of content, where the document's structure lets a single block pass.
fn check_single(cx: &mut Context<'_, '_>, tool_result: Cursor<'_>, site: Site) {
    let Some(single) = tool_result
        .get("content")
        .filter(|it| it.kind() == Kind::Object)
    else {
        return;
    };
    let message = "the `content` of a tool result is an array in every MCP revision, even where \
        it holds one block (§9.4)";
    cx.report(
        Diagnostic::new(site.version, single.key_place(), message)
            .help("put the block into an array"),
    );
    check_block(cx, single, site, ContentUse::ToolResult);
}
