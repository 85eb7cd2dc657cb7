//! Bytes written as base64.

use crate::diagnostic::{Diagnostic, Rule, example};
use crate::document::Cursor;
use crate::formats::base64;
use crate::rules::Context;

pub static INVALID_BASE64: Rule = Rule {
    code: "invalid-base64",
    severity: crate::diagnostic::Severity::Error,
    summary: "Binary content is not base64",
    section: "§10.4.4",
    explanation: "MCP carries the bytes of images, audio and binary resources as base64 text: \
        letters, digits, `+` and `/`, filled up with `=` to a multiple of four characters. The \
        URL-safe alphabet with `-` and `_`, line breaks, missing padding and `data:` prefixes are \
        something else, and a client that decodes the example would fail or show garbage.",
    bad: example!("invalid/invalid-base64/bad.yaml"),
    good: example!("invalid/invalid-base64/good.yaml"),
};

/// Checks the string member `key` of `object`, and gives the number of bytes it decodes to.
pub(super) fn check(cx: &mut Context<'_, '_>, object: Cursor<'_>, key: &str) -> Option<u64> {
    let cursor = object.get(key)?;
    let text = cursor.as_str()?;
    let decoded = base64::decoded_len(text);
    if decoded.is_some() {
        return decoded;
    }
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let stray = text.char_indices().find(|&(_, c)| !in_alphabet(c));
    let diagnostic = match stray {
        Some((at, c)) => {
            let place = cursor.part(at, c.len_utf8());
            let message =
                format!("`{key}` is not base64: {c:?} is no character of its alphabet (§10.4.4)");
            Diagnostic::new(&INVALID_BASE64, place, message).help(match c {
                '-' | '_' => "this looks like base64url: write `+` for `-` and `/` for `_`",
                ':' | ';' | ',' => "write only the encoded bytes, without a `data:` prefix",
                _ => "encode the bytes with the standard base64 alphabet, without white space",
            })
        }
        None => {
            let message = format!(
                "`{key}` is not base64: its length is not a multiple of four, or `=` stands \
                 where it does not belong (§10.4.4)"
            );
            Diagnostic::new(&INVALID_BASE64, cursor.place(), message)
                .help("fill up the last group of four characters with `=`, at most two of them")
        }
    };
    cx.report(diagnostic);
    None
}
