//! Where a name is used.

use lsp_types::request::References as ReferencesRequest;
use lsp_types::{Location, OneOf, ReferenceParams, ServerCapabilities, Uri};

use super::names;
use crate::lsp::client::Client;
use crate::lsp::features::{Answer, Feature, Params};
use crate::lsp::snapshot::Snapshot;
use crate::names::Role;

/// Lists the uses of a name, and its declarations where they are asked for.
pub(in crate::lsp) struct References;

impl Feature for References {
    type Request = ReferencesRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.references_provider = Some(OneOf::Left(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: ReferenceParams) -> Answer<Self> {
        let place = params.text_document_position;
        let offset = snapshot.offset(place.position);
        let uri = place.text_document.uri;
        let wants_declarations = params.context.include_declaration;
        let Some(names) = names(snapshot) else {
            return Ok(None);
        };
        let found = names.at(offset).map(|at| {
            let places = names.occurrences(at.name).into_iter();
            places
                .filter(|it| wants_declarations || it.role == Role::Use)
                .map(|it| Location::new(uri.clone(), snapshot.range(it.span())))
                .collect()
        });
        Ok(found)
    }
}
