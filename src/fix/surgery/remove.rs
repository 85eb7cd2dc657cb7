//! Taking entries out.

use std::ops::Range;

use super::layout::{
    Extent, Layout, Style, extent, keeps_breaks, sibling, style, trailing_block_scalar,
};
use crate::fix::edit::Edit;
use crate::source::{Kind, Value};

/// Takes a member or element out, with its comma or its lines. Comments stay, on lines of their own. A container that loses its only entry becomes `{}` or `[]`.
///
/// `None` where the text around it is laid out in a way that is left to people.
pub(crate) fn remove(value: Value<'_>) -> Option<Vec<Edit>> {
    Removal::of(&[value])?.edits()
}

/// Takes entries of one container out, which are given in the order of the text, as [`remove`] does
/// with one: neighbours go together, with what stands between them.
pub(crate) fn remove_all(values: &[Value<'_>]) -> Option<Vec<Edit>> {
    let follows = |first: &Value<'_>, second: &Value<'_>| {
        sibling(*first, 1).is_some_and(|it| it.id() == second.id())
    };
    let mut edits = Vec::new();
    for run in values.chunk_by(follows) {
        edits.extend(Removal::of(run)?.edits()?);
    }
    Some(edits)
}

/// Neighbours that go.
struct Removal<'r, 't> {
    layout: Layout<'t>,
    run: &'r [Value<'t>],
    first: Value<'t>,
    last: Value<'t>,
    container: Value<'t>,
    style: Style,
    extent: Extent,
}

impl<'r, 't> Removal<'r, 't> {
    fn of(run: &'r [Value<'t>]) -> Option<Self> {
        let (first, last) = (*run.first()?, *run.last()?);
        let container = first.parent()?;
        let style = style(container)?;
        Some(Self {
            layout: Layout::of(first),
            run,
            first,
            last,
            container,
            style,
            extent: Extent {
                start: extent(first, style)?.start,
                end: extent(last, style)?.end,
            },
        })
    }

    fn edits(&self) -> Option<Vec<Edit>> {
        let is_all = self.run.len() == self.container.len();
        match (self.style, is_all) {
            (Style::Flow, true) => self.only_in_flow(),
            (Style::Flow, false) => self.in_flow(),
            (Style::Block, true) => self.only_in_block(),
            (Style::Block, false) => self.in_block(),
        }
    }

    fn only_in_flow(&self) -> Option<Vec<Edit>> {
        let Extent { start, end } = self.extent;
        let end = self.layout.comma(end).map_or(end, |comma| comma + 1);
        let inner = self.container.span().range();
        let (open, close) = (inner.start + 1, inner.end.checked_sub(1)?);
        let bare = self.layout.is_blank(open, start) && self.layout.is_blank(end, close);
        Some(vec![if bare {
            self.delete(open, close)
        } else {
            self.delete(start, end)
        }])
    }

    fn in_flow(&self) -> Option<Vec<Edit>> {
        let layout = self.layout;
        let Extent { start, end } = self.extent;
        let comma = layout.comma(end);
        let behind = comma.map_or(end, |comma| comma + 1);
        let previous = sibling(self.first, -1);
        let previous_end = match previous {
            Some(previous) => Some(extent(previous, Style::Flow)?.end),
            None => None,
        };
        // The last entry takes the comma before it along.
        let comma_before = match (comma, previous_end) {
            (None, Some(previous)) => Some(layout.comma(previous)?),
            _ => None,
        };
        let own_lines = layout.is_first_in_line(start) && layout.is_one_line(end, behind);
        if own_lines && let Some(line_end) = layout.rest_of_line(behind) {
            let lines = self.lines(start, line_end);
            return Some(match comma_before {
                // Without a comment between them, what goes is one piece.
                Some(comma)
                    if layout.is_blank(comma + 1, start)
                        && self.comments(start, line_end).is_none() =>
                {
                    vec![Edit::delete(comma, line_end)]
                }
                Some(comma) => vec![Edit::delete(comma, comma + 1), lines],
                None => vec![lines],
            });
        }
        if let Some(comma) = comma_before {
            let gap = previous_end.unwrap_or(comma);
            return Some(if layout.is_blank(comma + 1, start) && comma == gap {
                vec![self.delete(comma, end)]
            } else {
                vec![Edit::delete(comma, comma + 1), self.delete(start, end)]
            });
        }
        let next = layout.skip_spaces(behind);
        Some(vec![
            if !matches!(layout.byte(next), None | Some(b'\n' | b'\r')) {
                self.delete(start, next)
            } else {
                self.delete(layout.before_spaces(start), behind)
            },
        ])
    }

    /// Takes text out of the middle of a line, that of the run among it.
    fn delete(&self, start: usize, end: usize) -> Edit {
        match self.comments(start, end) {
            Some(comments) => {
                let indent = self.layout.line_break_at(self.extent.start);
                Edit::new(start, end, format!("{indent}{comments}{indent}"))
            }
            None => Edit::delete(start, end),
        }
    }

    /// The comments between the two, each on a line of its own, indented like the entries of the run.
    /// What they are about, nobody knows.
    fn comments(&self, start: usize, end: usize) -> Option<String> {
        let comments = self.layout.comments(self.run, start, end);
        let comments: Vec<_> = comments
            .into_iter()
            .map(|it| self.layout.slice(it.start, it.end))
            .collect();
        let indent = self.layout.line_break_at(self.extent.start);
        (!comments.is_empty()).then(|| comments.join(&indent))
    }

    /// The same for whole lines: what had a line of its own has it as it was.
    fn comment_lines(&self, start: usize, end: usize) -> Option<String> {
        let layout = self.layout;
        let indent = layout.indentation(start);
        let may_be_deeper = self.block_scalar_before().is_none();
        let line = |it: Range<usize>| {
            let is_own = may_be_deeper && layout.is_first_in_line(it.start);
            let indent = if is_own {
                layout.indentation(it.start)
            } else {
                indent
            };
            format!("{indent}{}", layout.slice(it.start, it.end))
        };
        let comments = layout.comments(self.run, start, end).into_iter().map(line);
        let comments: Vec<_> = comments.collect();
        (!comments.is_empty()).then(|| comments.join(layout.line_break()))
    }

    /// The block scalar that the entry before ends with.
    fn block_scalar_before(&self) -> Option<Value<'t>> {
        sibling(self.first, -1).and_then(trailing_block_scalar)
    }

    /// Whole lines from that of `start` to the one that ends at `line_end`.
    fn lines(&self, start: usize, line_end: usize) -> Edit {
        let layout = self.layout;
        if let Some(comments) = self.comment_lines(start, line_end) {
            return Edit::new(layout.line_start(start), line_end, comments);
        }
        let from = layout.line_start(start);
        let to = layout.behind_break(line_end);
        // A block scalar may own the line breaks at the end of the text.
        if to > line_end || from == 0 || layout.slice(from, to).ends_with(['\n', '\r']) {
            return Edit::delete(from, to);
        }
        // A block scalar before ends with its line break, which may be part of its value.
        if self.block_scalar_before().is_some() {
            return Edit::delete(from, to);
        }
        // The text ends without a line break, and goes on doing so.
        let before = layout.slice(0, from);
        let before = before
            .strip_suffix("\r\n")
            .or_else(|| before.strip_suffix(['\n', '\r']));
        Edit::delete(before.map_or(from, str::len), to)
    }

    fn in_block(&self) -> Option<Vec<Edit>> {
        let layout = self.layout;
        let Extent { start, end } = self.extent;
        let line_end = self.line_end()?;
        if layout.is_first_in_line(start) {
            self.check_neighbours(line_end)?;
            return Some(vec![self.lines(start, line_end)]);
        }
        // The first entry shares its line with a dash.
        let next = extent(sibling(self.last, 1)?, Style::Block)?.start;
        let comment_ends = layout.skip_spaces(end);
        let after_own_line = if comment_ends == line_end {
            end
        } else {
            line_end
        };
        let indent = layout.line_break_at(start);
        Some(vec![match (
            layout.is_blank(after_own_line, next),
            self.comments(start, line_end),
        ) {
            (true, None) => Edit::delete(start, next),
            (true, Some(comments)) => Edit::new(start, next, format!("{comments}{indent}")),
            // Comments stand before the next entry: the dash keeps a line of its own.
            (false, None) => Edit::delete(layout.before_spaces(start), line_end),
            (false, Some(comments)) => Edit::new(start, line_end, comments),
        }])
    }

    fn only_in_block(&self) -> Option<Vec<Edit>> {
        let layout = self.layout;
        let Extent { start, end } = self.extent;
        let empty = match self.container.kind() {
            Kind::Object => "{}",
            _ => "[]",
        };
        let in_place = || {
            let comments = self.comments(start, end);
            let indent = layout.line_break_at(start);
            let comments = comments.map_or(String::new(), |it| format!("{indent}{it}"));
            Some(vec![Edit::new(start, end, format!("{empty}{comments}"))])
        };
        let Some(holder) = self.holder_end() else {
            // The root, or the content of a dash.
            return in_place();
        };
        if !layout.is_first_in_line(start) {
            return in_place();
        }
        let line_end = self.line_end()?;
        let line = layout.slice(holder, layout.line_end(holder));
        let written = line
            .find(" #")
            .map_or(line, |at| line.get(..at).unwrap_or_default());
        let at = holder + written.trim_end().len();
        let lines = self.lines(start, line_end);
        // At the end of a text without a final line break, both meet at the same byte.
        if lines.span.range().start == at {
            return Some(vec![Edit::new(
                at,
                lines.span.range().end,
                format!(" {empty}"),
            )]);
        }
        Some(vec![Edit::insert(at, format!(" {empty}")), lines])
    }

    /// Behind the colon or dash of the container; `None` for the root.
    fn holder_end(&self) -> Option<usize> {
        let around = self.container.parent()?;
        match self.container.key() {
            Some((_, key)) => self.layout.colon(key.range().end).map(|it| it + 1),
            None => Some(extent(self.container, style(around)?)?.start + 1),
        }
    }

    /// The end of the last line of the run, with the blank lines that a block scalar owns.
    fn line_end(&self) -> Option<usize> {
        let layout = self.layout;
        let mut line_end = match trailing_block_scalar(self.last) {
            Some(_) => layout.line_end(self.extent.end),
            None => layout.rest_of_line(self.extent.end)?,
        };
        if trailing_block_scalar(self.last).is_some_and(keeps_breaks) {
            let mut next = layout.behind_break(line_end);
            while next > line_end && layout.is_blank(next, layout.line_end(next)) {
                line_end = layout.line_end(next);
                next = layout.behind_break(line_end);
            }
        }
        Some(line_end)
    }

    /// Refuses to move a block scalar against lines that would become part of it.
    fn check_neighbours(&self, line_end: usize) -> Option<()> {
        let layout = self.layout;
        let Some(scalar) = self.block_scalar_before() else {
            return Some(());
        };
        let mut next = layout.behind_break(line_end);
        while next < layout.text.len() && layout.is_blank(next, layout.line_end(next)) {
            if keeps_breaks(scalar) {
                return None;
            }
            next = layout.behind_break(layout.line_end(next));
        }
        let column = layout.column(self.extent.start);
        let is_comment = layout.byte(layout.skip_spaces(next)) == Some(b'#');
        (!is_comment || layout.indentation(next).len() <= column).then_some(())
    }
}

/// Takes out the value, and every container that would be empty then, as long as `must_go` says of
/// the container that it must not stay so.
pub(crate) fn remove_with_holders(
    value: Value<'_>,
    must_go: impl Fn(Value<'_>) -> bool,
) -> Option<Vec<Edit>> {
    let mut at = value;
    while let Some(container) = at.parent().filter(|it| it.len() == 1 && must_go(*it)) {
        at = container;
    }
    remove(at)
}
