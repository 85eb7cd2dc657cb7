//! Which characters may stand in YAML (YAML 1.2.2 §5.1).

use super::super::faults::place;
use super::super::rules::CONTROL_CHARACTER;
use super::super::{Path, Span};
use crate::diagnostic::{Diagnostic, Findings};

/// The characters of a text that may not stand everywhere.
pub(super) struct Characters {
    /// Where the first one stands that is allowed nowhere; reading ends before it.
    forbidden: Option<usize>,
    /// Those that are allowed in quotes only, with their places.
    quoted_only: Vec<(usize, char)>,
    /// How many of these are judged: scalars come in the order of the text.
    judged: usize,
    /// The first ones that stood outside quotes.
    misplaced: Vec<(usize, char)>,
}

/// How many misplaced characters are reported one by one.
const MOST: usize = 10;

impl Characters {
    /// Looks through the text and reports the first character that is allowed nowhere.
    pub(super) fn judge(text: &str, findings: &mut Findings) -> Self {
        let mut found = Self {
            forbidden: None,
            quoted_only: Vec::new(),
            judged: 0,
            misplaced: Vec::new(),
        };
        // All suspects start with one of these bytes, and most texts have none of them.
        let suspects = text.bytes().enumerate().filter(
            |&(_, byte)| matches!(byte, 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f | 0xc2 | 0xef),
        );
        for (at, _) in suspects {
            let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                continue;
            };
            match character {
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => {
                    findings.add(fault(at, character));
                    found.forbidden = Some(at);
                    break;
                }
                '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    found.quoted_only.push((at, character));
                }
                _ => {}
            }
        }
        found
    }

    /// The part of `text` that can be read.
    pub(super) fn readable<'t>(&self, text: &'t str) -> &'t str {
        self.forbidden.and_then(|at| text.get(..at)).unwrap_or(text)
    }

    /// Whether the text is read only in part, so that its end proves nothing.
    pub(super) fn cuts(&self) -> bool {
        self.forbidden.is_some()
    }

    /// Quotes at `span` let through what stands between them.
    pub(super) fn allow_in(&mut self, span: Span) {
        if self.judged == self.quoted_only.len() {
            return;
        }
        let range = span.range();
        self.judge_up_to(range.start);
        let rest = self.quoted_only.get(self.judged..).unwrap_or_default();
        self.judged += rest.partition_point(|&(at, _)| at < range.end);
    }

    /// Reports what stood outside quotes.
    pub(super) fn report_rest(&mut self, findings: &mut Findings) {
        self.judge_up_to(usize::MAX);
        for &(at, character) in &self.misplaced {
            findings.add(fault(at, character));
        }
    }

    fn judge_up_to(&mut self, end: usize) {
        let rest = self.quoted_only.get(self.judged..).unwrap_or_default();
        let outside = rest.partition_point(|&(at, _)| at < end);
        let room = MOST - self.misplaced.len();
        self.misplaced.extend(rest.iter().take(outside.min(room)));
        self.judged += outside;
    }
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
