//! Which characters may stand in YAML (YAML 1.2.2 §5.1).

use super::super::faults::place;
use super::super::rules::CONTROL_CHARACTER;
use super::super::{Path, Span};
use crate::diagnostic::{Diagnostic, Findings};

/// The part of `text` before the first character that YAML does not allow, which is reported.
pub(super) fn readable<'t>(text: &'t str, findings: &mut Findings) -> &'t str {
    // All suspects start with one of these bytes, and most texts have none of them.
    let suspects = text.bytes().enumerate().filter(
        |&(_, byte)| matches!(byte, 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f | 0xc2 | 0xef),
    );
    for (at, _) in suspects {
        let character = text.get(at..).and_then(|rest| rest.chars().next());
        if let Some(character) = character.filter(|&character| !is_printable(character)) {
            findings.add(fault(at, character));
            return text.get(..at).unwrap_or(text);
        }
    }
    text
}

fn is_printable(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
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
