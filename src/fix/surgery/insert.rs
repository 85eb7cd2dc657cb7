//! Putting entries in.

use super::compose::{Piece, block, inline, spread};
use super::layout::{Layout, Style, extent, keeps_breaks, last, nth, style, trailing_block_scalar};
use crate::fix::edit::Edit;
use crate::source::{Format, Value};

/// Where a new entry goes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum At<'t> {
    /// Before all others.
    First,
    /// Behind all others.
    Last,
    /// Right behind this one.
    Behind(Value<'t>),
}

/// Puts a member into an object, or an element into an array, written like its neighbours.
///
/// `None` where the text around it is laid out in a way that is left to people.
pub(crate) fn insert(container: Value<'_>, piece: &Piece<'_>, at: At<'_>) -> Option<Vec<Edit>> {
    let Some(final_entry) = last(container) else {
        return into_empty(container, piece);
    };
    let style = style(container)?;
    let behind = match at {
        At::First => None,
        At::Last => Some(final_entry),
        At::Behind(entry) => Some(entry),
    };
    match (style, behind) {
        (Style::Flow, Some(entry)) => behind_in_flow(entry, |entry| entry_text(piece, entry)),
        (Style::Flow, None) => first_in_flow(nth(container, 0)?, piece),
        (Style::Block, Some(entry)) if !owns_following_lines(entry) => {
            behind_in_block(entry, |layout, indent| block(piece, layout, indent))
        }
        (Style::Block, _) => first_in_block(nth(container, 0)?, piece),
    }
}

/// Puts a copy of an entry right behind it, changed by `edits` of the original's bytes.
pub(crate) fn repeat(entry: Value<'_>, edits: &[Edit]) -> Option<Vec<Edit>> {
    let layout = Layout::of(entry);
    let style = style(entry.parent()?)?;
    let extent = extent(entry, style)?;
    let (start, end) = match style {
        Style::Flow => (extent.start, extent.end),
        Style::Block => (extent.start, layout.rest_of_line(extent.end)?),
    };
    // Edits may reach into the indentation before, and the line break behind.
    let from = layout.line_start(start);
    let to = layout.behind_break(layout.line_end(end));
    let inside = edits
        .iter()
        .all(|it| it.span.range().start >= start && it.span.range().end <= to);
    if !inside {
        return None;
    }
    let shifted: Vec<Edit> = edits
        .iter()
        .map(|it| {
            Edit::new(
                it.span.range().start - from,
                it.span.range().end - from,
                &*it.replacement,
            )
        })
        .collect();
    let original = layout.slice(from, to);
    let changed = super::super::edit::apply(original, &shifted)?;
    let prefix = start - from;
    let suffix = to - end;
    let copy = changed.get(prefix..changed.len().checked_sub(suffix)?)?;
    match style {
        Style::Flow => behind_in_flow(entry, |_| copy.to_owned()),
        Style::Block => behind_in_block(entry, |_, _| copy.to_owned()),
    }
}

/// Whether blank lines behind an entry are part of it.
fn owns_following_lines(entry: Value<'_>) -> bool {
    trailing_block_scalar(entry).is_some_and(keeps_breaks)
}

/// The text of a piece beside an entry of a flow collection.
fn entry_text(piece: &Piece<'_>, neighbour: Value<'_>) -> String {
    let layout = Layout::of(neighbour);
    match extent(neighbour, Style::Flow) {
        Some(extent) if layout.is_first_in_line(extent.start) => {
            spread(piece, layout, layout.indentation(extent.start))
        }
        _ => inline(piece, layout.format),
    }
}

fn into_empty(container: Value<'_>, piece: &Piece<'_>) -> Option<Vec<Edit>> {
    let layout = Layout::of(container);
    style(container)?;
    let range = container.span().range();
    let (open, close) = (range.start + 1, range.end.checked_sub(1)?);
    if close < open || !layout.is_blank(open, close) {
        return None;
    }
    Some(vec![Edit::new(open, close, inline(piece, layout.format))])
}

fn behind_in_flow(entry: Value<'_>, text: impl Fn(Value<'_>) -> String) -> Option<Vec<Edit>> {
    let layout = Layout::of(entry);
    let extent = extent(entry, Style::Flow)?;
    let text = text(entry);
    if !layout.is_first_in_line(extent.start) {
        return Some(vec![Edit::insert(extent.end, format!(", {text}"))]);
    }
    let indent = layout.indentation(extent.start);
    let line = format!("{}{indent}{text}", layout.line_break());
    let comma = layout.comma(extent.end);
    let behind = comma.map_or(extent.end, |comma| comma + 1);
    if let (Format::Yaml, Some(line_end)) = (layout.format, layout.rest_of_line(behind))
        && line_end > behind
    {
        // The comment stays with the entry that it is about.
        let separator = match comma {
            Some(_) => Edit::insert(line_end, format!("{line},")),
            None => Edit::insert(line_end, line),
        };
        let missing = comma.is_none().then(|| Edit::insert(extent.end, ","));
        return Some(missing.into_iter().chain([separator]).collect());
    }
    Some(vec![Edit::insert(extent.end, format!(",{line}"))])
}

fn first_in_flow(first: Value<'_>, piece: &Piece<'_>) -> Option<Vec<Edit>> {
    let layout = Layout::of(first);
    let start = extent(first, Style::Flow)?.start;
    let text = entry_text(piece, first);
    let separator = if layout.is_first_in_line(start) {
        format!("{}{}", layout.line_break(), layout.indentation(start))
    } else {
        " ".to_owned()
    };
    Some(vec![Edit::insert(start, format!("{text},{separator}"))])
}

fn first_in_block(first: Value<'_>, piece: &Piece<'_>) -> Option<Vec<Edit>> {
    let layout = Layout::of(first);
    let start = extent(first, Style::Block)?.start;
    let indent = " ".repeat(layout.column(start));
    let line_break = layout.line_break();
    let text = block(piece, layout, &indent);
    Some(vec![Edit::insert(
        start,
        format!("{text}{line_break}{indent}"),
    )])
}

fn behind_in_block<'t>(
    entry: Value<'t>,
    text: impl Fn(Layout<'t>, &str) -> String,
) -> Option<Vec<Edit>> {
    let layout = Layout::of(entry);
    if owns_following_lines(entry) {
        return None;
    }
    let extent = extent(entry, Style::Block)?;
    let indent = " ".repeat(layout.column(extent.start));
    let line_break = layout.line_break();
    let text = text(layout, &indent);
    let line_end = layout.rest_of_line(extent.end)?;
    Some(vec![Edit::insert(
        line_end,
        format!("{line_break}{indent}{text}"),
    )])
}
