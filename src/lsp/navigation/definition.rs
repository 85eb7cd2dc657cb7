//! Where a name is declared.

use lsp_types::request::GotoDefinition;
use lsp_types::{
    GotoDefinitionParams, GotoDefinitionResponse, Location, LocationLink, OneOf,
    ServerCapabilities, Uri,
};

use super::names;
use crate::lsp::client::Client;
use crate::lsp::features::{Answer, Feature, Params};
use crate::lsp::snapshot::Snapshot;

/// Leads from a name to its declaration, and from a reference to what it refers to.
pub(in crate::lsp) struct Definition;

impl Feature for Definition {
    type Request = GotoDefinition;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.definition_provider = Some(OneOf::Left(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position_params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: GotoDefinitionParams) -> Answer<Self> {
        let place = params.text_document_position_params;
        let offset = snapshot.offset(place.position);
        let found = names(snapshot).and_then(|it| it.declarations(offset));
        let Some((from, declared)) = found.filter(|(_, declared)| !declared.is_empty()) else {
            return Ok(None);
        };
        let uri = place.text_document.uri;
        let declared = declared.into_iter();
        Ok(Some(if knows_links(&snapshot.client) {
            let origin = snapshot.range(from.text_span());
            let links = declared.map(|it| LocationLink {
                origin_selection_range: Some(origin),
                target_uri: uri.clone(),
                target_range: snapshot.range(it.declared_span()),
                target_selection_range: snapshot.range(it.span()),
            });
            GotoDefinitionResponse::Link(links.collect())
        } else {
            let places = declared.map(|it| Location::new(uri.clone(), snapshot.range(it.span())));
            GotoDefinitionResponse::Array(places.collect())
        }))
    }
}

fn knows_links(client: &Client) -> bool {
    let text = client.capabilities.text_document.as_ref();
    text.and_then(|it| it.definition.as_ref()?.link_support)
        .unwrap_or_default()
}
