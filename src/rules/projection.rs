//! What a projection demands of a document beyond its being valid (§4.12).

use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Document;
use crate::mcp::Revision;

static UNDECLARED_REVISION: Rule = Rule {
    code: "undeclared-revision",
    severity: Severity::Error,
    summary: "the document does not describe the revision it is to be projected to",
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

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&UNDECLARED_REVISION];

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
