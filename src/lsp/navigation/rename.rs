//! Giving a name another form, everywhere at once.

use lsp_types::request::{PrepareRenameRequest, Rename as RenameRequest};
use lsp_types::{
    OneOf, PrepareRenameResponse, RenameOptions, RenameParams, ServerCapabilities,
    TextDocumentPositionParams, Uri, WorkDoneProgressOptions,
};

use super::names;
use crate::lsp::client::{Client, Refusal};
use crate::lsp::edits;
use crate::lsp::features::{Answer, Feature, Params};
use crate::lsp::snapshot::Snapshot;
use crate::names::Refused;

/// Says whether the name at a place can be changed, and what it is.
pub(in crate::lsp) struct PrepareRename;

impl Feature for PrepareRename {
    type Request = PrepareRenameRequest;

    fn offer(_: &Client, _: &mut ServerCapabilities) {
        // A part of what `Rename` offers.
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: TextDocumentPositionParams) -> Answer<Self> {
        let offset = snapshot.offset(params.position);
        let Some(names) = names(snapshot) else {
            return Ok(None);
        };
        let name = names.renameable(offset).map_err(refusal)?;
        Ok(name.map(|it| PrepareRenameResponse::RangeWithPlaceholder {
            range: snapshot.range(it.span()),
            placeholder: it.label().to_owned(),
        }))
    }
}

/// Changes a name.
pub(in crate::lsp) struct Rename;

impl Feature for Rename {
    type Request = RenameRequest;

    /// The new text is read as a whole before it is offered.
    const CHECKS: bool = true;

    fn offer(client: &Client, server: &mut ServerCapabilities) {
        let text = client.capabilities.text_document.as_ref();
        let can_prepare = text.and_then(|it| it.rename.as_ref()?.prepare_support);
        server.rename_provider = Some(if can_prepare.unwrap_or_default() {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        } else {
            OneOf::Left(true)
        });
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: RenameParams) -> Answer<Self> {
        let place = params.text_document_position;
        let offset = snapshot.offset(place.position);
        let Some(names) = names(snapshot) else {
            return Ok(None);
        };
        let edits = names.rename(offset, &params.new_name, &snapshot.options);
        let edits = edits.map_err(refusal)?;
        let uri = place.text_document.uri;
        Ok((!edits.is_empty()).then(|| edits::of_document(snapshot, uri, &edits)))
    }
}

fn refusal(refused: Refused) -> Refusal {
    Refusal::failed(refused.to_string())
}
