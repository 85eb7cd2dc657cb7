//! What people read about a text that has not the right format (§15.6).

use super::catalogue::INVALID_FORMAT;
use super::message::{subject, text_place};
use crate::diagnostic::Diagnostic;
use crate::formats::uri::{self, UriFaultKind};
use crate::rules::wording::code;
use crate::structure::{Fault, TextFormat};

/// The finding for a text that is not of this format, at the part that is wrong.
pub(super) fn bad_format(fault: &Fault<'_>, format: TextFormat) -> Diagnostic {
    let at = fault.at;
    let text = at.as_str().unwrap_or_default();
    let (what, help) = match format {
        TextFormat::Uri => (
            "a URI (RFC 3986)",
            "begin with a scheme, such as `https://`",
        ),
        TextFormat::Email => (
            "an email address (RFC 5322)",
            "write the bare address, such as `name@example.com`",
        ),
    };
    if text.is_empty() {
        let message = format!("{} is empty, which is not {what} (§15.6)", subject(at));
        return Diagnostic::new(&INVALID_FORMAT, text_place(at), message).help(help);
    }
    let uri_fault = (format == TextFormat::Uri)
        .then(|| uri::fault(text))
        .flatten();
    let Some(part) = uri_fault else {
        let message = format!("{} is not {what} (§15.6)", code(text));
        return Diagnostic::new(&INVALID_FORMAT, at.place(), message).help(help);
    };
    let written = text.get(part.start..part.start + part.len).unwrap_or(text);
    let (why, help) = explain(part.kind, written);
    let message = format!("{} is not {what}: {why} (§15.6)", code(text));
    let place = match part.len == text.len() {
        true => at.place(),
        false => at.part(part.start, part.len),
    };
    Diagnostic::new(&INVALID_FORMAT, place, message).help(help)
}

/// Why `part` is wrong in a URI, and what to write instead.
fn explain(kind: UriFaultKind, part: &str) -> (String, String) {
    let part_code = code(part);
    match kind {
        UriFaultKind::NoScheme => (
            "it has no scheme".to_owned(),
            "begin with a scheme, such as `https://`".to_owned(),
        ),
        UriFaultKind::Scheme => (
            format!(
                "{part_code} is no scheme, which begins with a letter and has only letters, digits, `+`, `-` and `.`"
            ),
            "begin with a scheme, such as `https://`".to_owned(),
        ),
        UriFaultKind::WhiteSpace => (
            "it has white space in it".to_owned(),
            "write a space as `%20`, or remove it".to_owned(),
        ),
        UriFaultKind::Character => (
            format!("{part_code} is not allowed here"),
            format!("write it as `{}`", percent_encoded(part)),
        ),
        UriFaultKind::Escape => (
            format!("{part_code} is no percent-encoding, which is `%` and two hexadecimal digits"),
            "write `%25` for a percent sign".to_owned(),
        ),
        UriFaultKind::Port => (
            format!("{part_code} is no port, which is a number"),
            "write the number of the port, or leave it out with its `:`".to_owned(),
        ),
        UriFaultKind::Address => (
            format!("{part_code} is no host"),
            "put an IPv6 address in `[` and `]`, complete and without a zone".to_owned(),
        ),
    }
}

/// Every byte of the text, as a URI writes what it cannot have as it is.
fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
