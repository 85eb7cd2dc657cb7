//! What can be folded away: whatever takes several lines.

use lsp_types::request::FoldingRangeRequest;
use lsp_types::{
    FoldingProviderOptions, FoldingRange, FoldingRangeParams, FoldingRangeProviderCapability,
    ServerCapabilities, Uri,
};

use super::client::Client;
use super::features::{Answer, Feature, Params};
use super::snapshot::Snapshot;
use crate::source::Value;

/// Folds arrays, objects and long strings.
pub(super) struct Folding;

impl Feature for Folding {
    type Request = FoldingRangeRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        let options = FoldingProviderOptions {};
        server.folding_range_provider =
            Some(FoldingRangeProviderCapability::FoldingProvider(options));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, _: FoldingRangeParams) -> Answer<Self> {
        let text = snapshot.client.capabilities.text_document.as_ref();
        let limit = text
            .and_then(|it| it.folding_range.as_ref()?.range_limit)
            .map_or(usize::MAX, |limit| limit as usize);
        let mut folds: Vec<FoldingRange> = Vec::new();
        let mut level: Vec<_> = snapshot.tree().root().into_iter().collect();
        // Level by level, so that a limit leaves the innermost out.
        while !level.is_empty() && folds.len() < limit {
            let mut next = Vec::new();
            for value in level {
                folds.extend(fold(snapshot, value));
                next.extend(value.members().map(|member| member.value));
                next.extend(value.elements());
            }
            level = next;
        }
        folds.truncate(limit);
        folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
        folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
        Ok(Some(folds))
    }
}

/// The fold from the line of a value's key, or of its start, to its last line.
fn fold(snapshot: &Snapshot, value: Value<'_>) -> Option<FoldingRange> {
    let span = value.span();
    let start = value.key().map_or(span.start, |(_, key)| key.start);
    let last = last_byte(snapshot.source(), span.range())?;
    let start_line = snapshot.text.position(start as usize).line;
    let mut end_line = snapshot.text.position(last).line;
    if closes_on_its_own(snapshot.source(), last) {
        end_line = end_line.saturating_sub(1);
    }
    (end_line > start_line).then(|| FoldingRange {
        start_line,
        end_line,
        ..FoldingRange::default()
    })
}

/// Whether the byte at `last` is a bracket and nothing but brackets is before it in its line: such
/// a line stays in sight.
fn closes_on_its_own(source: &str, last: usize) -> bool {
    let before = source.as_bytes().get(..=last).unwrap_or_default();
    let mut line = before
        .iter()
        .rev()
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'));
    matches!(before.last(), Some(b'}' | b']'))
        && line.all(|byte| matches!(byte, b'}' | b']' | b' ' | b'\t' | b','))
}

/// The offset of the last byte in the range that is no white space.
fn last_byte(source: &str, range: std::ops::Range<usize>) -> Option<usize> {
    let start = range.start;
    let content = source.get(range)?.trim_end();
    content.len().checked_sub(1).map(|last| start + last)
}
