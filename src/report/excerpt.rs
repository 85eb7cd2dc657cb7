//! Small windows of a text around what is wrong, in the shape `miette` reads.
//!
//! `miette` scans all the text it is given for every finding, and panics in columns beyond 65,535;
//! so it is given only the lines around a place, cut to a width.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::source::{SourceText, Span};

/// Lines shown before and after the line of a place.
const CONTEXT: usize = 1;

/// Places at most this many lines apart share a window.
const NEAR: usize = 2;

/// How wide an excerpt may be, and what stands for text that was cut off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    /// In terminal columns.
    pub columns: usize,
    /// Shown where a line was cut.
    pub ellipsis: &'static str,
}

/// The windows of one finding, laid one after another in an address space of their own.
#[derive(Debug)]
pub(super) struct Excerpts {
    windows: Vec<Window>,
    /// Where each place is in that address space, in the order given: offset and length in bytes.
    pub places: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct Window {
    /// Where the window begins in the address space.
    base: usize,
    /// Number of the first line, from 1.
    first: usize,
    lines: usize,
    text: String,
}

/// A place on its line. A place of several lines is shown by its first.
#[derive(Debug, Clone, Copy)]
struct Focus {
    line: usize,
    start: usize,
    end: usize,
}

/// The part of a line that is shown, in bytes of the source.
#[derive(Debug, Clone, Copy)]
struct Piece {
    start: usize,
    end: usize,
    cut_left: bool,
    cut_right: bool,
}

/// Places that are shown together, by their position among all.
struct Group {
    members: Vec<(usize, Focus)>,
    first: usize,
    last: usize,
}

impl Excerpts {
    /// Cuts windows around `places`; the first place comes first.
    pub(super) fn new(
        source: &SourceText,
        places: impl IntoIterator<Item = Span>,
        cut: Cut,
    ) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut count = 0;
        for (at, span) in places.into_iter().enumerate() {
            count += 1;
            let focus = Focus::new(source, span);
            let home = groups
                .iter_mut()
                .find(|group| group.takes(source, focus, cut));
            match home {
                Some(group) => {
                    group.first = group.first.min(focus.line);
                    group.last = group.last.max(focus.line);
                    group.members.push((at, focus));
                }
                None => groups.push(Group {
                    members: vec![(at, focus)],
                    first: focus.line,
                    last: focus.line,
                }),
            }
        }
        let mut excerpts = Self {
            windows: Vec::with_capacity(groups.len()),
            places: vec![(0, 0); count],
        };
        for group in &groups {
            excerpts.add(source, group, cut);
        }
        excerpts
    }

    fn add(&mut self, source: &SourceText, group: &Group, cut: Cut) {
        let base = self
            .windows
            .last()
            .map_or(0, |window| window.base + window.text.len() + 1);
        let (first, last) = group.lines(source, cut);
        let mut text = String::new();
        for number in first..=last {
            if number > first {
                text.push('\n');
            }
            let piece = group.piece(source, number, cut);
            let left = if piece.cut_left { cut.ellipsis } else { "" };
            for &(at, focus) in group.members.iter().filter(|(_, f)| f.line == number) {
                let start = focus.start.clamp(piece.start, piece.end);
                let end = focus.end.clamp(start, piece.end);
                let offset = base + text.len() + left.len() + shown_len(source, piece.start, start);
                if let Some(place) = self.places.get_mut(at) {
                    *place = (offset, shown_len(source, start, end));
                }
            }
            text.push_str(left);
            text.extend(slice(source, piece.start, piece.end).chars().map(visible));
            if piece.cut_right {
                text.push_str(cut.ellipsis);
            }
            // Gives a place at the end of the line something to stand under.
            text.push(' ');
        }
        self.windows.push(Window {
            base,
            first,
            lines: last - first + 1,
            text,
        });
    }
}

impl SourceCode for Excerpts {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let window = self
            .windows
            .iter()
            .find(|window| {
                window.base <= span.offset()
                    && span.offset() + span.len() <= window.base + window.text.len()
            })
            .ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new(
            window.text.as_bytes(),
            (window.base, window.text.len()).into(),
            window.first - 1,
            0,
            window.lines,
        )))
    }
}

impl Focus {
    fn new(source: &SourceText, span: Span) -> Self {
        let text = source.as_str();
        let line = source.position(span.start).line;
        let (first, last) = line_range(source, line);
        let start = floor(text, (span.start as usize).clamp(first, last));
        let end = ceil(text, (span.end as usize).clamp(start, last));
        Self { line, start, end }
    }
}

impl Group {
    /// Whether the place can be shown in this group's window.
    fn takes(&self, source: &SourceText, focus: Focus, cut: Cut) -> bool {
        let near = self.first <= focus.line + NEAR && focus.line <= self.last + NEAR;
        near && (self.first..=self.last)
            .chain([focus.line])
            .all(|line| fits(source, line, cut))
    }

    /// First and last line of the window: with context, unless a line had to be cut on its left, so
    /// that lines would no longer stand below one another; without blank lines at the edges.
    fn lines(&self, source: &SourceText, cut: Cut) -> (usize, usize) {
        if self.piece(source, self.first, cut).cut_left {
            return (self.first, self.last);
        }
        let is_blank = |line| {
            let (start, end) = line_range(source, line);
            end - start < cut.columns && slice(source, start, end).trim().is_empty()
        };
        let mut first = self.first.saturating_sub(CONTEXT).max(1);
        while first < self.first && is_blank(first) {
            first += 1;
        }
        let mut last = (self.last + CONTEXT).min(source.lines().count());
        while last > self.last && is_blank(last) {
            last -= 1;
        }
        (first, last)
    }

    /// The part of a line to show: the one with the group's first place on it, else the beginning.
    fn piece(&self, source: &SourceText, line: usize, cut: Cut) -> Piece {
        let text = source.as_str();
        let (start, end) = line_range(source, line);
        let focus = self.members.iter().find(|(_, focus)| focus.line == line);
        let from_start = forward(text, start, end, cut.columns);
        let start_shown = match focus {
            Some((_, focus)) if from_start < end && focus.end > from_start => {
                back(text, start, focus.start, cut.columns / 3)
            }
            _ => start,
        };
        let end_shown = forward(text, start_shown, end, cut.columns);
        Piece {
            start: start_shown,
            end: end_shown,
            cut_left: start_shown > start,
            cut_right: end_shown < end,
        }
    }
}

/// Whether the whole line can be shown.
fn fits(source: &SourceText, line: usize, cut: Cut) -> bool {
    let (start, end) = line_range(source, line);
    forward(source.as_str(), start, end, cut.columns) == end
}

/// A line's first byte and one past its last, its end of line excluded.
fn line_range(source: &SourceText, line: usize) -> (usize, usize) {
    let text = source.as_str();
    let start = source.lines().start(line);
    let end = if line < source.lines().count() {
        source.lines().start(line + 1)
    } else {
        text.len()
    };
    let content = slice(source, start, end);
    let content = content
        .strip_suffix("\r\n")
        .or_else(|| content.strip_suffix(['\n', '\r']))
        .unwrap_or(content);
    (start, start + content.len())
}

/// The furthest offset up to `limit` that is at most `columns` after `from`.
fn forward(text: &str, from: usize, limit: usize, columns: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.get(from..limit).unwrap_or_default().char_indices() {
        used += width(c);
        if used > columns {
            return from + at;
        }
    }
    limit
}

/// The furthest offset down to `limit` that is at most `columns` before `from`.
fn back(text: &str, limit: usize, from: usize, columns: usize) -> usize {
    let mut used = 0;
    let mut offset = from;
    for (at, c) in text
        .get(limit..from)
        .unwrap_or_default()
        .char_indices()
        .rev()
    {
        used += width(c);
        if used > columns {
            break;
        }
        offset = limit + at;
    }
    offset
}

/// An upper bound of the columns a character takes; exact widths matter only for underlining, which
/// `miette` does.
fn width(c: char) -> usize {
    match c {
        '\t' => 4,
        ' '..='~' => 1,
        _ => 2,
    }
}

fn slice(source: &SourceText, start: usize, end: usize) -> &str {
    source.as_str().get(start..end).unwrap_or_default()
}

/// Bytes of what is shown for a part of the source.
fn shown_len(source: &SourceText, start: usize, end: usize) -> usize {
    slice(source, start, end)
        .chars()
        .map(|c| visible(c).len_utf8())
        .sum()
}

/// The character that is shown for one of the source: none can command the terminal, reorder the
/// line, end it or hide in it.
pub(super) fn visible(c: char) -> char {
    match c {
        '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => '\u{fffd}',
        _ => c,
    }
}

fn floor(text: &str, offset: usize) -> usize {
    (0..=offset)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

fn ceil(text: &str, offset: usize) -> usize {
    (offset..=text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}
