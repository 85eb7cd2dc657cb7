//! What is wrong with a text, and what may be read behind it.
//!
//! A fault ends the reading of a text; `gaps.rs` leaves out what is wrong, and the next reading comes
//! past the place where that was.

use granit_parser::{ErrorKind, Event};

use super::super::Span;
use super::super::builder::Exceeded;
use super::super::faults::place;
use super::super::rules::YAML_ALIAS;
use super::gaps::{self, Broken};
use super::{Reader, syntax};
use crate::diagnostic::Diagnostic;

impl<'s> Reader<'s, '_> {
    /// Notes what is left out of the text before `next`, which stands at `at`.
    pub(super) fn pass_gaps(&mut self, next: &Event<'s>, at: usize) {
        match next {
            // They stand before the first line, whatever is left out of that.
            Event::StreamStart | Event::DocumentStart(..) => return,
            // A scalar stands between what is left out and what comes now.
            _ if self.after_scalar => self.behind_gap = false,
            _ => {}
        }
        self.after_scalar = matches!(next, Event::Scalar(..));
        while let Some((gap, rest)) = self.gaps.split_first()
            && gap.range.start <= at
        {
            self.gaps = rest;
            self.last_gap = Some(gap);
            self.behind_gap = true;
            if gap.spoils_last {
                self.builder.spoil_last();
            }
            // What was read last may be a part of what is wrong.
            self.builder.spoil_from(self.text.len());
            self.builder.cut();
        }
    }

    /// Whether something is left out between `earlier` and here.
    pub(super) fn is_gap_behind(&self, earlier: Span) -> bool {
        self.last_gap
            .is_some_and(|gap| earlier.range().start < gap.range.start)
    }

    /// Whether nothing stands between `at`, which may be a colon, and something that is left out.
    pub(super) fn is_before_gap(&self, at: usize) -> bool {
        self.gaps
            .first()
            .and_then(|gap| self.text.get(at..gap.range.start))
            .is_some_and(|between| gaps::is_void(between.strip_prefix(':').unwrap_or(between)))
    }

    /// The syntax is broken; what the parser says about it is put into words.
    pub(super) fn describe(&mut self, error: &granit_parser::ScanError) {
        if *error.kind() == ErrorKind::RecursionLimitExceeded {
            let at = error.marker().byte_offset().unwrap_or_default();
            self.exceeded(Exceeded::Depth, Span::character(self.text, at));
            return;
        }
        let mut fault = syntax::describe(self.text, error, self.last_end, self.brackets().next());
        if let Some(alias) = self.held.take().filter(|it| it.rule == &YAML_ALIAS) {
            let span = alias.span;
            let line = Span::new(span.range().start, self.line_end(span));
            if fault.span.start < line.end {
                fault.span = line;
                fault.message = "text that starts with `*` would be an alias (§15.3)".to_owned();
                fault.help = Some("put the whole value into quotes");
            } else {
                self.findings.add(alias);
            }
        }
        if fault.spoils_last {
            self.builder.spoil_last();
        }
        if self.builder.is_undecoded(fault.span) {
            return;
        }
        let path = self.builder.path();
        let place_of = |span| place(path.clone(), span);
        let mut diagnostic = Diagnostic::new(fault.rule, place_of(fault.span), fault.message);
        if let Some(help) = fault.help {
            diagnostic = diagnostic.help(help);
        }
        let mut from = fault.span.range().start;
        if let Some((message, span)) = fault.related {
            diagnostic = diagnostic.related(message, place_of(span));
            from = from.min(span.range().start);
            if self.brackets().next() == Some(from) {
                from = self.brackets().last().unwrap_or(from);
            }
        }
        let last = self.last_start..self.last_end;
        self.broken = Some(Broken {
            diagnostic,
            from: gaps::beginning(self.text, from, &last),
            read: self.last_start,
            spoils_last: fault.spoils_last,
        });
    }

    /// Where the brackets stand that are open, the innermost first.
    fn brackets(&self) -> impl Iterator<Item = usize> + '_ {
        let text = self.text.as_bytes();
        let is_bracket = |&at: &usize| matches!(text.get(at), Some(b'{' | b'['));
        self.builder
            .opened()
            .map(|(_, at)| at)
            .take_while(is_bracket)
    }
}
