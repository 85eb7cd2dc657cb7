//! From bytes to a tree.

use super::builder::Built;
use super::{Builder, Format, Limits, SourceText, Tree, decode, json, yaml};
use crate::diagnostic::Findings;

/// Reads a document as `format`, or by content where that is `None`: a text that opens with `{` or
/// `[` is JSON, any other YAML. Faults of the text go to `findings`; the tree holds whatever could
/// be read (§15).
pub fn read(bytes: &[u8], format: Option<Format>, limits: Limits, findings: &mut Findings) -> Tree {
    let (text, readable) = decode::decode(bytes, limits, findings);
    let format = format.unwrap_or_else(|| guess(&text));
    let built = if readable {
        match format {
            Format::Json => json::read(&text, limits, findings),
            Format::Yaml => yaml::read(&text, limits, findings),
        }
    } else {
        nothing(&text, limits)
    };
    built.into_tree(SourceText::new(text), format)
}

fn nothing(text: &str, limits: Limits) -> Built {
    Builder::new(text, limits).finish(text.len())
}

fn guess(text: &str) -> Format {
    let content = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if content.starts_with(['{', '[']) {
        Format::Json
    } else {
        Format::Yaml
    }
}
