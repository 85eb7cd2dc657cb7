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

/// Checks the string member `key` of `object`, which `section` puts under MCP's definitions.
pub(super) fn check(cx: &mut Context<'_, '_>, object: Cursor<'_>, key: &str, section: &str) {
    let Some(written) = object.get(key) else {
        return;
    };
    if let Some(text) = written.as_str()
        && base64::decoded_len(text).is_none()
    {
        cx.report_own(written, |it| finding(it, text, key, section));
    }
}

fn finding(written: Cursor<'_>, text: &str, key: &str, section: &str) -> Diagnostic {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let stray = text.char_indices().find(|&(_, c)| !in_alphabet(c));
    let Some((at, c)) = stray else {
        let message = format!(
            "`{key}` is not base64: its length is not a multiple of four, or `=` stands where it \
             does not belong ({section})"
        );
        return Diagnostic::new(&INVALID_BASE64, written.place(), message)
            .help("fill up the last group of four characters with `=`, at most two of them");
    };
    let place = written.part(at, c.len_utf8());
    let message =
        format!("`{key}` is not base64: {c:?} is no character of its alphabet ({section})");
    Diagnostic::new(&INVALID_BASE64, place, message).help(match c {
        '-' | '_' => "this looks like base64url: write `+` for `-` and `/` for `_`",
        ':' | ';' | ',' => "write only the encoded bytes, without a `data:` prefix",
        _ => "encode the bytes with the standard base64 alphabet, without white space",
    })
}
