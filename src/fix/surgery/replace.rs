//! Writing something else in the place of keys and scalars.

use serde_json::Value as Json;

use super::compose::{draft, flow, like, quoted, scalar, shifted, written};
use super::layout::{Layout, Style, range, sibling, style};
use crate::fix::edit::Edit;
use crate::source::{Draft, Format, Kind, Value};

/// Gives a member another key, in the quotes of the old one.
pub(crate) fn rename(member: Value<'_>, key: &str) -> Option<Vec<Edit>> {
    let layout = Layout::of(member);
    let (_, span) = member.key()?;
    let range = span.range();
    let old = layout.slice(range.start, range.end);
    Some(vec![Edit::new(
        range.start,
        range.end,
        like(old, key, layout.format),
    )])
}

/// Writes a string in the place of a scalar, in the quotes of the old one where it had some.
pub(crate) fn set_string(value: Value<'_>, text: &str) -> Option<Vec<Edit>> {
    check_scalar(value)?;
    let layout = Layout::of(value);
    let range = range(value);
    let old = layout.slice(range.start, range.end);
    Some(vec![Edit::new(
        range.start,
        range.end,
        like(old, text, layout.format),
    )])
}

/// Writes a value on one line in the place of a scalar or a flow collection.
pub(crate) fn set_value(value: Value<'_>, new: &Json) -> Option<Vec<Edit>> {
    check_place(value)?;
    let layout = Layout::of(value);
    let range = range(value);
    if value.is_empty_plain() {
        let (_, key) = value.key()?;
        let colon = layout.colon(key.range().end)?;
        return Some(vec![Edit::insert(
            colon + 1,
            format!(" {}", flow(&draft(new), layout.format)),
        )]);
    }
    let is_collection = matches!(value.kind(), Kind::Array | Kind::Object);
    let comments = layout.comments(&[value], range.start, range.end);
    if is_collection && (style(value) != Some(Style::Flow) || !comments.is_empty()) {
        return None;
    }
    Some(vec![Edit::new(
        range.start,
        range.end,
        flow(&draft(new), layout.format),
    )])
}

/// Puts a plain scalar into quotes, so that it is the text that is written there.
pub(crate) fn quote(value: Value<'_>) -> Option<Vec<Edit>> {
    check_scalar(value)?;
    let layout = Layout::of(value);
    let range = range(value);
    let written = layout.slice(range.start, range.end);
    if written.is_empty() || written.starts_with(['"', '\'', '|', '>']) {
        return None;
    }
    Some(vec![Edit::new(range.start, range.end, quoted(written))])
}

/// Takes a string out of its quotes, where what is left is a boolean or a number.
pub(crate) fn unquote(value: Value<'_>) -> Option<Vec<Edit>> {
    check_scalar(value)?;
    let text = value.as_str()?;
    let is_literal =
        serde_json::from_str::<Json>(text).is_ok_and(|it| it.is_boolean() || it.is_number());
    let range = range(value);
    let written = Layout::of(value).slice(range.start, range.end);
    let is_simple = written.len() == text.len() + 2 && written.starts_with(['"', '\'']);
    (is_literal && is_simple).then(|| vec![Edit::new(range.start, range.end, text)])
}

/// Puts a value on one line into the brackets of an array.
pub(crate) fn wrap(value: Value<'_>) -> Option<Vec<Edit>> {
    check_place(value)?;
    let layout = Layout::of(value);
    let range = range(value);
    let written = layout.slice(range.start, range.end);
    let is_block_scalar = layout.format == Format::Yaml && written.starts_with(['|', '>']);
    let is_collection = matches!(value.kind(), Kind::Array | Kind::Object);
    if is_block_scalar || written.is_empty() || (is_collection && style(value) != Some(Style::Flow))
    {
        return None;
    }
    let text = match value.as_str() {
        // What is text in a block may be punctuation inside brackets.
        Some(text) if !written.starts_with(['"', '\'']) => scalar(text, layout.format),
        _ => written.to_owned(),
    };
    Some(vec![Edit::new(range.start, range.end, format!("[{text}]"))])
}

/// Writes a copy of `source` in the place of a collection, with its comments where both are in
/// block style.
pub(crate) fn set_copy(target: Value<'_>, source: Value<'_>) -> Option<Vec<Edit>> {
    check_place(target)?;
    let layout = Layout::of(target);
    let (start, end) = (target.span().range().start, super::layout::end(target)?);
    let copy = Draft::Copy(source);
    let text = match (style(target)?, style(source)) {
        (Style::Block, Some(Style::Block)) => {
            let indent = " ".repeat(layout.column(start));
            shifted(source, &indent)?
        }
        (Style::Block, _) => {
            let indent = " ".repeat(layout.column(start));
            written(&copy, layout, &indent)
        }
        (Style::Flow, _) if layout.format == Format::Json && layout.text.trim().contains('\n') => {
            written(&copy, layout, layout.indentation(start))
        }
        (Style::Flow, _) => flow(&copy, layout.format),
    };
    Some(vec![Edit::new(start, end, text)])
}

/// Writes a reference to a component in the place of a collection. The comments in a flow collection
/// would have no place.
pub(crate) fn set_reference(target: Value<'_>, pointer: &str) -> Option<Vec<Edit>> {
    check_place(target)?;
    let layout = Layout::of(target);
    let (start, end) = (target.span().range().start, super::layout::end(target)?);
    if style(target)? == Style::Flow && !layout.comments(&[target], start, end).is_empty() {
        return None;
    }
    let key = scalar("$componentRef", layout.format);
    let member = format!("{key}: {}", quoted(pointer));
    let text = match style(target)? {
        Style::Block => member,
        Style::Flow => format!("{{{member}}}"),
    };
    Some(vec![Edit::new(start, end, text)])
}

fn check_scalar(value: Value<'_>) -> Option<()> {
    let is_scalar = !matches!(value.kind(), Kind::Array | Kind::Object);
    check_place(value).filter(|()| is_scalar)
}

/// Refuses places where a tag or an anchor stands before the value.
fn check_place(value: Value<'_>) -> Option<()> {
    let layout = Layout::of(value);
    let from = match value.key() {
        Some((_, key)) => key.range().end,
        None => match (sibling(value, -1), value.parent()) {
            (Some(previous), _) => range(previous).end,
            (None, Some(container)) => container.span().range().start,
            (None, None) => 0,
        },
    };
    let before = layout.slice(from, value.span().range().start);
    let has_property = before
        .split([' ', '\t', '\n', '\r', '[', ','])
        .any(|it| it.starts_with(['!', '&']));
    (layout.format == Format::Json || !has_property).then_some(())
}
