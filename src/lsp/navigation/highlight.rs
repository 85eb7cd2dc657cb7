//! The places of the name under the cursor, while somebody reads.

use lsp_types::request::DocumentHighlightRequest;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, OneOf, ServerCapabilities,
    Uri,
};

use super::names;
use crate::lsp::client::Client;
use crate::lsp::features::{Answer, Feature, Params};
use crate::lsp::snapshot::Snapshot;
use crate::names::{Occurrence, Role};

/// Marks the places of a name: declarations as written, uses as read.
pub(in crate::lsp) struct Highlights;

impl Feature for Highlights {
    type Request = DocumentHighlightRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.document_highlight_provider = Some(OneOf::Left(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position_params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: DocumentHighlightParams) -> Answer<Self> {
        let offset = snapshot.offset(params.text_document_position_params.position);
        let Some(names) = names(snapshot) else {
            return Ok(None);
        };
        let highlight = |it: &Occurrence<'_>| DocumentHighlight {
            range: snapshot.range(it.span()),
            kind: Some(match it.role {
                Role::Declaration => DocumentHighlightKind::WRITE,
                Role::Use => DocumentHighlightKind::READ,
            }),
        };
        let at = names.at(offset);
        Ok(at.map(|at| names.occurrences(at.name).iter().map(highlight).collect()))
    }
}
