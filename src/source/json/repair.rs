//! How reading goes on behind a fault.
//!
//! Most faults are one slip: a character too few, too many, or a wrong one. Each [`Way`] supposes
//! a certain slip; the one behind which the text reads well for longest is taken, and named to the
//! author. Values that the slip leaves in doubt become unknown, so that nothing is said about what
//! they hold or lack.

use super::super::Span;
use super::super::builder::Exceeded;
use super::super::faults::place;
use super::super::rules::INVALID_JSON;
use super::ahead::{Ahead, behind};
use super::{Expect, Reader, Stop};
use crate::diagnostic::Diagnostic;

/// What may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// A comma is missing before this.
    Comma,
    /// The colon behind the key is missing.
    Colon,
    /// The key before this has no value.
    Value,
    /// The string before this is a key; the key before that has no value.
    ValueBeforeKey,
    /// So many containers are not closed before this entry.
    Closers(usize),
    /// So many containers are not closed before the string before this, which is a key.
    ClosersBeforeKey(usize),
    /// So many containers are not closed before this bracket, which closes the next one.
    ClosersBeforeBracket(usize),
    /// `{` is missing before the string before this, which is a key.
    ObjectBeforeKey,
    /// `[` stands for `{`: the string before this is a key.
    ObjectForArray,
    /// `[` is missing before the value before this; its end is given.
    Array(usize),
    /// The closing bracket is of the wrong kind.
    Bracket,
    /// The closing bracket closes nothing.
    ExtraBracket,
    /// What stands here does not belong here.
    Junk,
    /// The string that opens at this byte goes on behind the quote that seemed to end it.
    GoesOn(usize),
    /// It ends before the quote or line break that seemed to end it.
    Ends(usize),
    /// The opening quote is missing; the text starts here.
    Opening,
    /// A word stands here that is no value.
    Word,
}

/// A way to go on: at this byte, with this to come, in these containers (outermost first).
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub(super) slip: Slip,
    pub(super) at: usize,
    expect: Expect,
    stack: Vec<bool>,
}

/// What a closing bracket opens with, and the other way round.
fn brackets(object: bool) -> (char, char) {
    if object { ('{', '}') } else { ('[', ']') }
}

impl Reader<'_, '_> {
    /// A way that leaves the containers as they are.
    pub(super) fn way(&self, slip: Slip, at: usize, expect: Expect) -> Way {
        Way {
            slip,
            at,
            expect,
            stack: self.builder.kinds(),
        }
    }

    fn way_in(&self, slip: Slip, stack: Vec<bool>, at: usize, expect: Expect) -> Way {
        Way {
            slip,
            at,
            expect,
            stack,
        }
    }

    /// The way behind which the text reads well for longest, the first of equals, and how far; none
    /// where all fail at once.
    pub(super) fn best(&mut self, ways: Vec<Way>) -> Option<(Way, usize)> {
        let mut best: Option<(Way, usize)> = None;
        for way in ways {
            let reach = if self.foresight == 0 {
                way.at + 1
            } else {
                Ahead {
                    bytes: self.bytes,
                    at: way.at,
                    expect: way.expect,
                    stack: way.stack.clone(),
                }
                .reach()
            };
            let seen = reach.min(self.bytes.len()).saturating_sub(way.at);
            self.foresight = self.foresight.saturating_sub(seen);
            let fails = reach <= way.at && way.at < self.bytes.len();
            if !fails && best.as_ref().is_none_or(|(_, most)| reach > *most) {
                best = Some((way, reach));
            }
        }
        best
    }

    /// Where the string before this colon is a key.
    pub(super) fn ways_of_key(&self, ways: &mut Vec<Way>) {
        let Some(first) = self.builder.is_behind_string() else {
            return;
        };
        let (at, colon) = (self.at, Expect::Colon);
        let stack = self.builder.kinds();
        let mut inside = stack.clone();
        inside.push(true);
        if self.in_object() {
            ways.push(self.way(Slip::ValueBeforeKey, at, colon));
            ways.push(self.way_in(Slip::ObjectBeforeKey, inside, at, colon));
            return;
        }
        let arrays = stack.iter().rev().take_while(|object| !**object).count();
        if let Some(rest) = stack
            .get(..stack.len() - arrays)
            .filter(|it| !it.is_empty())
        {
            ways.push(self.way_in(Slip::ClosersBeforeKey(arrays), rest.to_vec(), at, colon));
        }
        ways.push(self.way_in(Slip::ObjectBeforeKey, inside, at, colon));
        if first {
            let mut instead = stack;
            instead.pop();
            instead.push(true);
            ways.push(self.way_in(Slip::ObjectForArray, instead, at, colon));
        }
    }

    /// Where the closing bracket that stands here does not fit.
    pub(super) fn ways_of_bracket(&self, byte: u8, expect: Expect, ways: &mut Vec<Way>) {
        let mut stack = self.builder.kinds();
        let next = self.at + 1;
        ways.push(self.way(Slip::ExtraBracket, next, expect));
        stack.pop();
        ways.insert(
            0,
            self.way_in(Slip::Bracket, stack.clone(), next, behind(&stack)),
        );
        let wanted = byte == b'}';
        let mut unclosed = 1;
        while let Some(object) = stack.pop() {
            if object == wanted {
                let slip = Slip::ClosersBeforeBracket(unclosed);
                ways.insert(0, self.way_in(slip, stack.clone(), next, behind(&stack)));
                return;
            }
            unclosed += 1;
        }
    }

    /// The way on if the bracket that stands behind a comma here is one too many, and not the comma.
    pub(super) fn extra_bracket(&mut self, expect: Expect) -> Option<Way> {
        let mut stack = self.builder.kinds();
        stack.pop();
        let after = behind(&stack);
        let ways = vec![
            self.way_in(Slip::Comma, stack, self.at + 1, after),
            self.way(Slip::ExtraBracket, self.at + 1, expect),
        ];
        let best = self.best(ways).map(|(way, _)| way);
        best.filter(|way| way.slip == Slip::ExtraBracket)
    }

    /// Where the innermost containers should have been closed before this entry.
    pub(super) fn ways_of_closers(&self, ways: &mut Vec<Way>) {
        let mut stack = self.builder.kinds();
        for unclosed in 1..=2 {
            stack.pop();
            let Some(&object) = stack.last() else { return };
            let expect = if object { Expect::Key } else { Expect::Element };
            let slip = Slip::Closers(unclosed);
            ways.push(self.way_in(slip, stack.clone(), self.at, expect));
        }
    }

    /// Where `[` is missing before the value before this; then `expect` comes next.
    pub(super) fn way_of_array(&self, expect: Expect) -> Option<Way> {
        let alone = Ahead {
            bytes: self.bytes,
            at: self.at,
            expect,
            stack: vec![false],
        };
        let end = alone.end().filter(|_| self.builder.has_entries())?;
        Some(self.way(Slip::Array(end), end, Expect::Next))
    }

    /// Where a quote is missing or too much in the string before this.
    pub(super) fn ways_of_quote(&self, is_key: bool, ways: &mut Vec<Way>) {
        let Some(span) = self.string_before(is_key) else {
            return;
        };
        let expect = if is_key { Expect::Colon } else { Expect::Next };
        let range = span.range();
        self.ways_of_end(range.start, range.end - 1, is_key, ways);
        for quote in self.quotes_ahead(self.at, 1) {
            ways.push(self.way(Slip::GoesOn(range.start), quote + 1, expect));
        }
    }

    /// Where the string that opens at `start` should end before `end`.
    pub(super) fn ways_of_end(&self, start: usize, end: usize, is_key: bool, ways: &mut Vec<Way>) {
        let content = self.text.get(start + 1..end).unwrap_or_default();
        if is_key {
            let colons = content.match_indices(':').take(4);
            ways.extend(
                colons.map(|(offset, _)| {
                    self.way(Slip::Ends(start), start + 1 + offset, Expect::Colon)
                }),
            );
            ways.push(self.way(Slip::Ends(start), end, Expect::Colon));
            return;
        }
        let len = content
            .trim_end_matches([',', ':', ']', '}', '[', '{', ' ', '\t'])
            .len();
        let expect = behind(&self.builder.kinds());
        let ends = (start + 1 + len..=end).take(8);
        ways.extend(ends.map(|at| self.way(Slip::Ends(start), at, expect)));
    }

    /// Where the text that starts here with `byte`, and has no opening quote, ends, and `expect` follows.
    pub(super) fn ways_of_opening(&self, byte: u8, expect: Expect, ways: &mut Vec<Way>) {
        if b"{}[]:,".contains(&byte) {
            return;
        }
        for quote in self.quotes_ahead(self.at, 1) {
            ways.push(self.way(Slip::Opening, quote + 1, expect));
        }
    }

    /// The next few quotes from `from` on, within so many lines.
    pub(super) fn quotes_ahead(&self, from: usize, lines: usize) -> Vec<usize> {
        let rest = self.text.get(from..).unwrap_or_default();
        let len = rest.split_inclusive('\n').take(lines).map(str::len).sum();
        let rest = rest.get(..len).unwrap_or_default();
        let quotes = rest.match_indices('"').take(8);
        quotes.map(|(offset, _)| from + offset).collect()
    }

    /// Reports the slip of `way` and goes on as it says.
    pub(super) fn take(&mut self, way: Way) -> Result<Expect, Stop> {
        let here = self.here();
        self.repaired |= !matches!(
            way.slip,
            Slip::Comma | Slip::Colon | Slip::Value | Slip::ValueBeforeKey | Slip::Word
        );
        match way.slip {
            Slip::Comma => self.report_missing_comma(),
            Slip::Colon => {
                let message = "the colon between key and value is missing (§15.2)";
                self.report(&INVALID_JSON, here, message, "write `:` before the value");
            }
            Slip::Value => {
                let message = "the key before this has no value (§15.2)";
                let help = "write a colon and the value behind the key";
                self.report(&INVALID_JSON, here, message, help);
                self.lose_entry(self.at)?;
            }
            Slip::Closers(unclosed) => {
                let (opening, closing) = brackets(self.in_object());
                self.report_unclosed(format!(
                    "the `{opening}` opened before is not closed before this entry; it needs its \
                     `{closing}` (§15.2)"
                ));
                self.close_unknown(unclosed, self.at);
            }
            Slip::ClosersBeforeBracket(_) | Slip::Bracket | Slip::ExtraBracket => {
                self.take_bracket(way.slip);
            }
            Slip::ValueBeforeKey
            | Slip::ClosersBeforeKey(_)
            | Slip::ObjectBeforeKey
            | Slip::ObjectForArray => self.take_key_before(way.slip)?,
            Slip::Array(_) => {
                let message = "`]` closes nothing: the `[` is missing before the first of these \
                               values (§15.2)";
                let bracket = Span::new(way.at - 1, way.at);
                self.report(
                    &INVALID_JSON,
                    bracket,
                    message,
                    "write `[` before the first one",
                );
                self.builder.forget_key();
                self.builder.spoil_last();
            }
            Slip::Junk | Slip::Word => {
                let span = Span::new(self.at, way.at);
                let shown = super::shorten(self.text.get(span.range()).unwrap_or_default());
                let message = format!("`{shown}` does not belong here (§15.2)");
                let help = "remove it; a quote inside a string is written `\\\"`";
                self.report(&INVALID_JSON, span, message, help);
                if way.expect == Expect::Next {
                    self.builder.spoil_last();
                }
            }
            Slip::GoesOn(_) | Slip::Ends(_) | Slip::Opening => self.take_string(&way)?,
        }
        self.at = way.at;
        Ok(way.expect)
    }

    fn report_missing_comma(&mut self) {
        let before = self.text.get(..self.at).unwrap_or_default();
        let behind = before.trim_end().len();
        let span = self.here();
        let path = self.builder.container_path();
        let message = "a comma is missing between the entry before and this one (§15.2)";
        self.findings.add(
            Diagnostic::new(&INVALID_JSON, place(path.clone(), span), message)
                .help("write `,` between the two; a quote inside a string is written `\\\"`")
                .related(
                    "the comma belongs here",
                    place(path, Span::new(behind, behind)),
                ),
        );
    }

    /// Reports at this byte that the innermost container is not closed.
    fn report_unclosed(&mut self, message: String) {
        let Some((object, opened)) = self.builder.innermost() else {
            return;
        };
        let closing = brackets(object).1;
        let path = self.builder.container_path();
        let here = self.here();
        if !self.swallowed {
            self.findings.add(
                Diagnostic::new(&INVALID_JSON, place(path.clone(), here), message)
                    .help(format!("write `{closing}`, before this or instead of it"))
                    .related("opened here", place(path, Span::new(opened, opened + 1))),
            );
        }
    }

    /// Closes containers whose end, at byte `end`, was not written: what stands in them may belong
    /// elsewhere.
    fn close_unknown(&mut self, unclosed: usize, end: usize) {
        for _ in 0..unclosed {
            self.builder.end_unknown(end);
        }
    }

    fn take_bracket(&mut self, slip: Slip) {
        let bracket = self.bytes.get(self.at).copied().map_or(']', char::from);
        let (opening, closing) = brackets(self.in_object());
        let next = self.at + 1;
        if slip == Slip::ExtraBracket {
            let message = format!("`{bracket}` closes nothing here (§15.2)");
            let span = Span::new(self.at, next);
            let help = "remove it, or open the bracket that it should close";
            if !self.swallowed {
                self.report(&INVALID_JSON, span, message, help);
            }
            self.builder.spoil_last();
            return;
        }
        self.report_unclosed(format!(
            "`{bracket}` stands where the `{opening}` opened before needs its `{closing}` (§15.2)"
        ));
        self.builder.forget_key();
        match slip {
            Slip::ClosersBeforeBracket(unclosed) => self.close_unknown(unclosed, self.at),
            _ => self.builder.cut_innermost(),
        }
        self.builder.end(next);
    }

    /// The string before the colon that stands here is a key.
    fn take_key_before(&mut self, slip: Slip) -> Result<(), Stop> {
        let Some((text, span)) = self.builder.take_back_string() else {
            return Ok(());
        };
        let (message, help) = match slip {
            Slip::ValueBeforeKey => (
                "a value was expected here, but this is the next key: the key before it has no \
                 value (§15.2)",
                "write the missing value and a comma before this",
            ),
            Slip::ClosersBeforeKey(_) => (
                "this is a key, but the `[` opened before is not closed; it needs its `]` (§15.2)",
                "write `]` before this",
            ),
            Slip::ObjectForArray => (
                "this is a key, but `[` opens an array; an object opens with `{` (§15.2)",
                "write `{` instead of `[`, and `}` at the end",
            ),
            _ => (
                "this is a key, but the `{` is missing before it (§15.2)",
                "write `{` before this",
            ),
        };
        self.report(&INVALID_JSON, span, message, help);
        let start = span.range().start;
        match slip {
            Slip::ValueBeforeKey => self.lose_entry(start)?,
            Slip::ClosersBeforeKey(unclosed) => self.close_unknown(unclosed, start),
            Slip::ObjectForArray => self.builder.make_object(),
            _ => {
                // The bracket that closed the entry before may be the one too many.
                if !self.in_object() {
                    self.builder.spoil_last();
                }
                let opened = self.builder.begin(true, start);
                opened.map_err(|exceeded: Exceeded| self.exceeded(exceeded, span))?;
                self.builder.doubt_innermost();
            }
        }
        self.take_key(text, span).map(|_| ())
    }

    /// The string before this, or the text that starts here, reaches to where `way` goes on.
    fn take_string(&mut self, way: &Way) -> Result<(), Stop> {
        let is_key = way.expect == Expect::Colon;
        let start = match way.slip {
            Slip::GoesOn(start) | Slip::Ends(start) => start,
            _ => self.at,
        };
        let (message, help) = match way.slip {
            Slip::GoesOn(_) => (
                "this string goes on behind a quote or line break inside it (§15.2)",
                "write `\\\"` for a quote and `\\n` for a line break inside a string, or remove it",
            ),
            Slip::Opening => (
                "this text has no opening quote (§15.2)",
                "write `\"` before it",
            ),
            _ => (
                "this string has no closing quote (§15.2)",
                "write `\"` where it ends",
            ),
        };
        if start < self.at && !is_key {
            self.builder.take_back_value();
        }
        let span = Span::new(start, way.at);
        let line = self.text.get(span.range()).unwrap_or_default();
        let line = line.find(['\n', '\r']).unwrap_or(line.len());
        self.report(&INVALID_JSON, Span::new(start, start + line), message, help);
        if is_key {
            self.builder.unknown_key(span);
            return Ok(());
        }
        let taken = self.builder.unknown(span);
        taken.map_err(|exceeded| self.exceeded(exceeded, span))
    }

    /// The string that stands before this in the same line, quotes included.
    pub(super) fn string_before(&self, is_key: bool) -> Option<Span> {
        let span = if is_key {
            self.builder.waiting_key_span()
        } else {
            self.builder.last_scalar()
        }?;
        let is_string = self.text.get(span.range())?.ends_with('"');
        let between = self.text.get(span.range().end..self.at)?;
        (is_string && !between.contains(['\n', '\r'])).then_some(span)
    }
}
