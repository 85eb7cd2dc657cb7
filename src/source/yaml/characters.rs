//! Which characters may stand in YAML (YAML 1.2.2 §5.1).
//!
//! Control characters below U+0020 may stand nowhere: reading ends before the first. A few others
//! may stand between quotes only, for the sake of JSON. The parser refuses those everywhere, so it
//! is given a text in which characters of the same length stand in for them.

use std::borrow::Cow;

use super::super::faults::place;
use super::super::rules::CONTROL_CHARACTER;
use super::super::{Path, Span};
use super::gaps::Gap;
use crate::diagnostic::{Diagnostic, Findings};

/// How many misplaced characters are reported one by one.
const MOST: usize = 10;

/// The text as the parser gets it, and what was done to it.
pub(super) struct Prepared<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) characters: Characters,
}

/// The characters of a text that may stand between quotes only.
#[derive(Default, Clone)]
pub(super) struct Characters {
    /// A character that is allowed nowhere ends the text early.
    cut: bool,
    places: Vec<(usize, char)>,
    /// How many of these are judged: scalars come in the order of the text.
    judged: usize,
    /// The first ones that stood outside quotes.
    misplaced: Vec<(usize, char)>,
    /// Each character with the one that stands in for it.
    stand_ins: Vec<(char, char)>,
}

impl<'t> Prepared<'t> {
    /// Looks through the text and reports the first character that is allowed nowhere.
    pub(super) fn new(text: &'t str, findings: &mut Findings) -> Self {
        let mut characters = Characters::default();
        let mut text = text;
        // All suspects start with one of these bytes, and most texts have none of them.
        let suspects = text.bytes().enumerate().filter(
            |&(_, byte)| matches!(byte, 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f | 0xc2 | 0xef),
        );
        for (at, _) in suspects {
            match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(character @ '\0'..='\u{1f}') => {
                    findings.add(fault(at, character));
                    text = text.get(..at).unwrap_or(text);
                    characters.cut = true;
                    break;
                }
                Some(character) if is_for_quotes(character) => {
                    characters.places.push((at, character));
                }
                _ => {}
            }
        }
        let text = characters.substitute(text);
        Self { text, characters }
    }
}

impl Characters {
    /// The same without those in `gaps`, of which nothing is known.
    pub(super) fn outside(&self, gaps: &[Gap]) -> Self {
        let mut outside = self.clone();
        let is_left_out = |at| gaps.iter().any(|gap| gap.range.contains(&at));
        outside.places.retain(|(at, _)| !is_left_out(*at));
        outside
    }

    /// Whether the text is read only in part, so that its end proves nothing.
    pub(super) fn cut_short(&self) -> bool {
        self.cut
    }

    /// Quotes at `span` let through what stands between them.
    pub(super) fn allow_in(&mut self, span: Span) {
        if self.judged == self.places.len() {
            return;
        }
        let range = span.range();
        self.judge_up_to(range.start);
        let rest = self.places.get(self.judged..).unwrap_or_default();
        self.judged += rest.partition_point(|&(at, _)| at < range.end);
    }

    /// Reports what stood outside quotes.
    pub(super) fn report_misplaced(&mut self, findings: &mut Findings) {
        self.judge_up_to(usize::MAX);
        for &(at, character) in &self.misplaced {
            findings.add(fault(at, character));
        }
    }

    /// A decoded text without stand-ins.
    pub(super) fn restore<'c>(&self, content: &'c str) -> Cow<'c, str> {
        let is_stand_in = |character| self.stand_ins.iter().any(|&(_, it)| it == character);
        if self.stand_ins.is_empty() || !content.contains(is_stand_in) {
            return content.into();
        }
        let original = |character| {
            let pair = self.stand_ins.iter().find(|&&(_, it)| it == character);
            pair.map_or(character, |&(original, _)| original)
        };
        content.chars().map(original).collect()
    }

    fn substitute<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if self.places.is_empty() {
            return text.into();
        }
        for &(_, character) in &self.places {
            if self.stand_ins.iter().any(|&(known, _)| known == character) {
                continue;
            }
            let taken = |it: &char| self.stand_ins.iter().any(|(_, other)| other == it);
            let free = candidates(character).find(|it| !taken(it) && !text.contains(*it));
            // A text that uses every candidate keeps the character, and the parser refuses it.
            self.stand_ins.push((character, free.unwrap_or(character)));
        }
        let stand_in = |character| {
            let pair = self
                .stand_ins
                .iter()
                .find(|&&(known, _)| known == character);
            pair.map_or(character, |&(_, it)| it)
        };
        text.chars().map(stand_in).collect()
    }

    fn judge_up_to(&mut self, end: usize) {
        let rest = self.places.get(self.judged..).unwrap_or_default();
        let outside = rest.partition_point(|&(at, _)| at < end);
        let room = MOST - self.misplaced.len();
        self.misplaced.extend(rest.iter().take(outside.min(room)));
        self.judged += outside;
    }
}

/// Ordinary characters as long in UTF-8 as `character`; no letter here is an escape.
fn candidates(character: char) -> Box<dyn Iterator<Item = char>> {
    match character.len_utf8() {
        1 => Box::new("ZQXJKVWYGHDFBCSTMRIOAEzqkwgyjc".chars()),
        2 => Box::new('\u{100}'..'\u{7ff}'),
        _ => Box::new('\u{e000}'..'\u{f8ff}'),
    }
}

fn is_for_quotes(character: char) -> bool {
    matches!(character, '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}')
}

fn fault(at: usize, character: char) -> Diagnostic {
    let span = Span::new(at, at + character.len_utf8());
    let code = u32::from(character);
    let name = if code == 0 {
        "a NUL character".to_owned()
    } else {
        format!("the control character U+{code:04X}")
    };
    let message = format!("{name} stands here, which YAML does not allow (§15.3)");
    let help = if code == 0 {
        "remove it; is this a text file?".to_owned()
    } else if code < 0x100 {
        format!("remove it, or write `\\x{code:02x}` between double quotes")
    } else {
        format!("remove it, or write `\\u{code:04x}` between double quotes")
    };
    Diagnostic::new(&CONTROL_CHARACTER, place(Path::default(), span), message).help(help)
}
