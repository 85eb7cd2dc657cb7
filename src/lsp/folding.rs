//! What can be folded away: whatever takes several lines.

use std::collections::HashSet;
use std::ops::RangeInclusive;

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
        Ok(Some(folds(snapshot, limit)))
    }
}

/// At most `limit` folds in the order of the text. No two start in one line: editors show one mark
/// a line, so that of what begins there the outermost folds. The whole document is no fold.
fn folds(snapshot: &Snapshot, limit: usize) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut taken = HashSet::new();
    let mut level: Vec<_> = snapshot.tree().root().into_iter().collect();
    // Level by level, so that a limit leaves the innermost out.
    while !level.is_empty() && folds.len() < limit {
        let mut next = Vec::new();
        for value in level {
            let members = value.members().map(|member| member.value);
            for inner in members.chain(value.elements()) {
                let Some(written) = several_lines(snapshot.source(), inner) else {
                    continue;
                };
                next.push(inner);
                folds.extend(fold(snapshot, written).filter(|it| taken.insert(it.start_line)));
            }
        }
        level = next;
    }
    folds.truncate(limit);
    folds.sort_by_key(|fold| fold.start_line);
    folds
}

/// From the first byte of a value with its key to the last that is no white space, where there is a
/// line break between. Nothing inside of a value in one line has to be looked at.
fn several_lines(source: &str, value: Value<'_>) -> Option<RangeInclusive<usize>> {
    let span = value.span();
    let start = value.key().map_or(span.start, |(_, key)| key.start) as usize;
    let written = source.get(start..span.end as usize)?.trim_end();
    let last = start + written.len().checked_sub(1)?;
    let is_broken = written.contains('\n') || written.contains('\r');
    is_broken.then_some(start..=last)
}

/// The fold of the lines that some bytes take.
fn fold(snapshot: &Snapshot, written: RangeInclusive<usize>) -> Option<FoldingRange> {
    let source = snapshot.loaded().source();
    // Asking the index costs a fraction of what asking the text for a position does.
    let line = |offset| source.lines().position(source.as_str(), offset).line - 1;
    let start_line = line(*written.start());
    let mut end_line = line(*written.end());
    if closes_on_its_own(source.as_str(), *written.end()) {
        end_line = end_line.saturating_sub(1);
    }
    (end_line > start_line).then(|| FoldingRange {
        start_line: u32::try_from(start_line).unwrap_or(u32::MAX),
        end_line: u32::try_from(end_line).unwrap_or(u32::MAX),
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
