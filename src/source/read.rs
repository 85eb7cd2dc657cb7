//! From bytes to a tree.

use std::borrow::Cow;

use super::{Builder, Decoded, Format, Limits, SourceText, Tree, decode, json, yaml};
use crate::diagnostic::{Findings, Severity};

/// Reads a document as `format`, or by content where that is `None`: a text that opens with `{` or
/// `[` is JSON, unless only YAML can read it; any other is YAML. Faults of the text go to
/// `findings`; the tree holds whatever could be read (§15).
pub fn read<'b>(
    bytes: impl Into<Cow<'b, [u8]>>,
    format: Option<Format>,
    limits: Limits,
    findings: &mut Findings,
) -> Tree {
    let bytes = bytes.into();
    let guessed = decode::guess(&bytes);
    let decoded = decode::decode(bytes, format, limits, findings);
    if !decoded.readable {
        let format = format.unwrap_or(guessed);
        let built = Builder::new(&decoded, limits).finish(decoded.text.len());
        return built.into_tree(SourceText::new(decoded.text), format);
    }
    let before = findings.clone();
    let mut read_as = format.unwrap_or_else(|| decode::guess(decoded.text.as_bytes()));
    let mut built = match read_as {
        Format::Json => json::read(&decoded, limits, findings),
        Format::Yaml => yaml::read(&decoded, limits, findings),
    };
    if format.is_none() && read_as == Format::Json && is_rather_yaml(&decoded, findings) {
        let mut others = before;
        let other = yaml::read(&decoded, limits, &mut others);
        if others.count(Severity::Error) == 0 {
            (read_as, built, *findings) = (Format::Yaml, other, others);
        }
    }
    if built.is_partial() {
        findings.mark_incomplete();
    }
    built.into_tree(SourceText::new(decoded.text), read_as)
}

/// Whether the first fault of a text read as JSON is something that YAML allows between brackets:
/// text without quotes or in single ones, or a comment.
fn is_rather_yaml(decoded: &Decoded, findings: &Findings) -> bool {
    let first = findings.first_error();
    let written = first.and_then(|it| decoded.text.get(it.span.range()));
    written.is_some_and(|it| it.starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '#'))
}
