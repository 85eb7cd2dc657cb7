//! What projecting and merging demand of documents beyond their being valid (§4.12, §4.13).

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::Document;
use crate::mcp::Revision;

static UNDECLARED_REVISION: Rule = Rule {
    code: "undeclared-revision",
    severity: Severity::Error,
    summary: "The document does not describe the revision it is to be projected to",
    section: "§4.12",
    explanation: "A document can be projected to the revisions that its root `protocolVersions` \
        names, because only for these it says what the server offers. That another revision would \
        suit the same declarations is a guess, and nobody has checked them for it. This is no \
        fault of the document as such: only `mcpdesc project` reports it. Project to a revision \
        that is declared, or, if the server does speak the other one, add it to \
        `protocolVersions` and check the document again.",
    bad: example!("invalid/undeclared-revision/bad.yaml"),
    good: example!("invalid/undeclared-revision/good.yaml"),
};

static MERGE_CONFLICT: Rule = Rule {
    code: "merge-conflict",
    severity: Severity::Error,
    summary: "Documents that are to be merged contradict each other",
    section: "§4.13",
    explanation: "A merge never guesses which of two documents is right. What belongs to the \
        document as a whole, such as `info`, `instructions`, security schemes, the catalogue of \
        tags and extensions of the root, has to mean the same in all of them, and where two \
        describe the same revision, so have their views of it. The order of declarations, the way \
        scopes and numbers are written and the use of components make no difference. This is no \
        fault of one document: only `mcpdesc merge` reports it, at both places. The first example \
        cannot be merged with the second, because they are of different versions of the server; \
        the second merges with any other description of that version. Make the documents agree, \
        or keep them apart.",
    bad: example!("invalid/merge-conflict/bad.yaml"),
    good: example!("invalid/merge-conflict/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&UNDECLARED_REVISION, &MERGE_CONFLICT];

/// The finding for one side of a contradiction between documents that are to be merged.
pub(crate) fn conflict(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&MERGE_CONFLICT, place, message)
}

/// The finding for a document that is to be projected to a revision it does not declare.
pub(crate) fn undeclared(document: &Document, revision: Revision) -> Diagnostic {
    let root = document.root();
    let place = match root.get("protocolVersions") {
        Some(versions) => versions.place(),
        None => root.missing("protocolVersions"),
    };
    let declared = document
        .scope()
        .map_or_else(|| "none".to_owned(), |scope| scope.to_string());
    Diagnostic::new(
        &UNDECLARED_REVISION,
        place,
        format!("the document does not describe MCP {revision} (§4.12, step 2)"),
    )
    .help(format!(
        "project to a revision it declares ({declared}), or declare `{revision}` here"
    ))
}
