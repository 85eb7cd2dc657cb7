//! Selecting more and more around a place: a word's text, the value, the member, its object.

use lsp_types::request::SelectionRangeRequest;
use lsp_types::{
    SelectionRange, SelectionRangeParams, SelectionRangeProviderCapability, ServerCapabilities, Uri,
};

use super::client::Client;
use super::features::{Answer, Feature, Params};
use super::locate;
use super::snapshot::Snapshot;
use crate::source::{Span, Value};

/// The ranges around places, from the inside out.
pub(super) struct Selection;

impl Feature for Selection {
    type Request = SelectionRangeRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.selection_range_provider = Some(SelectionRangeProviderCapability::Simple(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: SelectionRangeParams) -> Answer<Self> {
        let around = |position| {
            let spans = spans(snapshot, snapshot.offset(position));
            let mut outer = None;
            for span in spans.into_iter().rev() {
                outer = Some(Box::new(SelectionRange {
                    range: snapshot.range(span),
                    parent: outer,
                }));
            }
            outer.map(|it| *it)
        };
        Ok(Some(
            params.positions.into_iter().filter_map(around).collect(),
        ))
    }
}

/// The spans around an offset, innermost first, each larger than the one before; the last is the
/// whole text.
fn spans(snapshot: &Snapshot, offset: usize) -> Vec<Span> {
    let source = snapshot.source();
    let mut all = Vec::new();
    if let Some(spot) = locate::spot(snapshot.tree(), offset) {
        if let Some(member) = spot.key {
            all.extend(unquoted(source, member.key_span));
            all.push(member.key_span);
            all.push(member_span(member.value));
        } else if spot.value.as_str().is_some() {
            all.extend(unquoted(source, spot.value.span()));
        }
        let mut value = Some(spot.value);
        while let Some(at) = value {
            all.push(at.span());
            all.push(member_span(at));
            value = at.parent();
        }
    }
    all.push(Span::new(0, source.len()));
    let mut chain: Vec<Span> = Vec::new();
    for span in all {
        let holds_offset = span.range().start <= offset && offset <= span.range().end;
        let holds_last = chain
            .last()
            .is_none_or(|last| span.start <= last.start && last.end <= span.end && span != *last);
        if holds_offset && holds_last {
            chain.push(span);
        }
    }
    chain
}

/// A value with its key.
fn member_span(value: Value<'_>) -> Span {
    let span = value.span();
    value.key().map_or(span, |(_, key)| Span {
        start: key.start.min(span.start),
        end: span.end.max(key.end),
    })
}

/// What is between the quotes of a string or key.
fn unquoted(source: &str, span: Span) -> Option<Span> {
    let written = source.get(span.range())?.as_bytes();
    let (first, last) = (written.first()?, written.last()?);
    let is_quoted = written.len() >= 2 && first == last && matches!(first, b'"' | b'\'');
    is_quoted.then(|| Span {
        start: span.start + 1,
        end: span.end - 1,
    })
}
