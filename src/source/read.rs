//! From bytes to a tree.

use super::builder::Builder;
use super::{Format, Limits, SourceText, Tree};
use crate::diagnostic::Findings;

/// Reads a document as `format`, or by content where that is `None`. Faults of the text go to
/// `findings`; the tree holds whatever could be read.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    limits: Limits,
    _findings: &mut Findings,
) -> Tree {
    let text = SourceText::new(String::from_utf8_lossy(bytes).into_owned());
    let end = text.as_str().len();
    Builder::new(text, limits).finish(format.unwrap_or(Format::Json), end)
}
