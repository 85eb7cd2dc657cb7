//! Changes of a document, as clients make them.

use std::collections::HashMap;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use super::snapshot::Snapshot;
use crate::fix::Edit;

/// Edits of one version of a document. A client that knows versions does not apply them to another.
pub(super) fn of_document(snapshot: &Snapshot, uri: Uri, edits: &[Edit]) -> WorkspaceEdit {
    let edits = edits.iter().map(|edit| TextEdit {
        range: snapshot.range(edit.span),
        new_text: edit.replacement.clone(),
    });
    if knows_versions(snapshot) {
        let document = OptionalVersionedTextDocumentIdentifier {
            uri,
            version: Some(snapshot.version),
        };
        let edit = TextDocumentEdit {
            text_document: document,
            edits: edits.map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edit])),
            ..WorkspaceEdit::default()
        };
    }
    #[expect(
        clippy::mutable_key_type,
        reason = "the protocol's type; only its string counts"
    )]
    let changes = HashMap::from([(uri, edits.collect())]);
    WorkspaceEdit::new(changes)
}

fn knows_versions(snapshot: &Snapshot) -> bool {
    let workspace = snapshot.client.capabilities.workspace.as_ref();
    workspace
        .and_then(|it| it.workspace_edit.as_ref()?.document_changes)
        .unwrap_or_default()
}
