//! From bytes to text: UTF-8 and nothing else (§15.2; YAML is held to the same).

use std::borrow::Cow;

use super::rules::{EMPTY_DOCUMENT, INVALID_ENCODING, LIMIT_EXCEEDED};
use super::{Format, Limits, Path, Span, faults};
use crate::diagnostic::{Diagnostic, Findings, Place};

/// What became of the bytes.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// Offsets of the bytes that are not UTF-8, in order.
    pub(super) damage: Vec<u32>,
    /// Whether there is anything in the text worth reading.
    pub(super) readable: bool,
}

/// The text of `bytes`. Those that are not UTF-8 are reported and become `_` each, so that every
/// offset stays what it was.
///
/// `format` is what the text is read as, where that is known by now.
pub(super) fn decode(
    bytes: Cow<'_, [u8]>,
    format: Option<Format>,
    limits: Limits,
    findings: &mut Findings,
) -> Decoded {
    let section = match format.unwrap_or_else(|| guess(&bytes)) {
        Format::Json => "§15.2",
        Format::Yaml => "§15.3",
    };
    if bytes.len() > limits.bytes.min(Limits::MOST_BYTES) {
        let message = format!(
            "the text is longer than the {} bytes that are read (§15.8)",
            limits.bytes
        );
        findings.add(Diagnostic::new(&LIMIT_EXCEEDED, place(0, 0), message));
        findings.mark_incomplete();
        return Decoded::default();
    }
    if let Some(encoding) = other_encoding(&bytes) {
        let message = format!("the text is encoded in {encoding}; it must be UTF-8 ({section})");
        let help = "save the file again with the encoding UTF-8";
        findings.add(Diagnostic::new(&INVALID_ENCODING, place(0, 0), message).help(help));
        findings.mark_incomplete();
        return Decoded::default();
    }
    let mut damage = Vec::new();
    let text = match String::from_utf8(bytes.into_owned()) {
        Ok(text) => text,
        Err(error) => {
            let bytes = error.as_bytes();
            report_bad_bytes(bytes, error.utf8_error(), section, findings);
            findings.mark_incomplete();
            let text = replace_bad_bytes(bytes, &mut damage);
            if bytes.contains(&0) {
                return Decoded {
                    text,
                    ..Decoded::default()
                };
            }
            text
        }
    };
    if text
        .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
        .is_empty()
    {
        let message = "there is no document here: the text is empty (§3.1)";
        let help =
            "a document starts with `mcpdesc: 0.8.0`, or `{\"mcpdesc\": \"0.8.0\", …}` in JSON";
        findings.add(Diagnostic::new(&EMPTY_DOCUMENT, place(0, 0), message).help(help));
        return Decoded {
            text,
            ..Decoded::default()
        };
    }
    Decoded {
        text,
        damage,
        readable: true,
    }
}

/// The format of a text that does not say: what opens with `{` or `[` is JSON, any other YAML.
pub(super) fn guess(bytes: &[u8]) -> Format {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match bytes.iter().find(|byte| !b" \t\r\n\0".contains(byte)) {
        Some(b'{' | b'[') => Format::Json,
        _ => Format::Yaml,
    }
}

fn place(start: usize, end: usize) -> Place {
    faults::place(Path::default(), Span::new(start, end))
}

/// Another encoding's name, by its byte-order mark or by where the NULs of its ASCII stand: the
/// first two characters of any document are ASCII.
fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    Some(match bytes {
        [0xff, 0xfe, 0, 0, ..] | [1..=0x7f, 0, 0, 0, ..] => "UTF-32 (little-endian)",
        [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, 1..=0x7f, ..] => "UTF-32 (big-endian)",
        [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] | [1..=0x7f, 0] => {
            "UTF-16 (little-endian)"
        }
        [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] | [0, 1..=0x7f] => "UTF-16 (big-endian)",
        _ => return None,
    })
}

fn report_bad_bytes(
    bytes: &[u8],
    error: std::str::Utf8Error,
    section: &str,
    findings: &mut Findings,
) {
    let at = error.valid_up_to();
    let end = at + error.error_len().unwrap_or(bytes.len() - at);
    let bad = bytes.get(at..end).unwrap_or_default();
    let shown: Vec<String> = bad.iter().map(|byte| format!("0x{byte:02X}")).collect();
    let (message, help) = if bytes.contains(&0) {
        (
            "this is no text but binary data: it has NUL bytes and is not UTF-8".to_owned(),
            "give a JSON or YAML file",
        )
    } else if error.error_len().is_none() {
        (
            format!(
                "the text breaks off inside a character ({})",
                shown.join(" ")
            ),
            "complete the file",
        )
    } else {
        (
            format!("{} is not UTF-8 here ({section})", shown.join(" ")),
            "save the file again with the encoding UTF-8",
        )
    };
    findings.add(Diagnostic::new(&INVALID_ENCODING, place(at, end), message).help(help));
}

fn replace_bad_bytes(bytes: &[u8], damage: &mut Vec<u32>) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for _ in chunk.invalid() {
            damage.push(text.len() as u32);
            text.push('_');
        }
    }
    text
}
