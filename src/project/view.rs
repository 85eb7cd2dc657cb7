//! Effective Protocol Views (§4.12).

use std::collections::HashSet;

use super::left_out::{LeftOut, Why};
use super::rewrite::{Changes, rewrite};
use crate::check::{Loaded, Options, Report, check, load};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::mcp::Revision;
use crate::rules::projection;
use crate::source::{Draft, Format, NodeId, write};

/// What a view may leave out beyond what its revision demands.
#[derive(Debug, Clone, Copy, Default)]
pub struct ViewOptions {
    /// Remove the components that nothing kept refers to (§17.5).
    pub prune: bool,
    /// Remove specification extensions wherever they are such (§14.5).
    pub strip_extensions: bool,
}

/// An Effective Protocol View.
#[derive(Debug)]
pub struct View<'t> {
    /// The view, a document of its own.
    pub draft: Draft<'t>,
    /// What it lacks, in the order of the document. Scopes that were removed because they no longer
    /// say anything are not listed.
    pub left_out: Vec<LeftOut<'t>>,
}

/// Why a document has no view.
#[derive(Debug)]
pub enum Refused {
    /// It has errors (§4.12, step 1). The report says which.
    Invalid(Report),
    /// It does not declare the revision (step 2).
    Undeclared(Box<Diagnostic>),
    /// The view has errors (step 8). The report is about the view, which is here with its text.
    InvalidView(Box<(Loaded, Report)>),
}

/// Projects what was loaded to one revision, by the eight steps of §4.12.
///
/// Checks the source first, and the view at the end. What applies to single declarations was
/// checked for every revision of their scope with the source, so only what the projection put
/// into a new context is checked again: the root with its transports and capabilities, and the
/// primitives that lost a part, with the components they use.
///
/// # Errors
///
/// [`Refused`] says which step failed.
///
/// ```
/// use mcpdesc::mcp::Revision;
/// use mcpdesc::project::{ViewOptions, project};
/// use mcpdesc::{Options, load, source};
///
/// let text = br#"{
///   "mcpdesc": "0.8.0",
///   "info": {"name": "notes", "version": "1.0.0"},
///   "protocolVersions": ["2025-06-18", "2026-07-28"],
///   "prompts": [
///     {"name": "plan", "protocolVersions": ["2025-06-18"]},
///     {"name": "review"}
///   ]
/// }"#;
/// let options = Options::default();
/// let loaded = load(text, &options);
/// let view = project(&loaded, Revision::V2026_07_28, &ViewOptions::default(), &options)
///     .expect("the document is valid and declares the revision");
/// assert_eq!(view.left_out.len(), 1);
/// let json = source::write(&view.draft, source::Format::Json);
/// assert!(json.contains("review") && !json.contains("plan") && !json.contains("2025-06-18"));
/// ```
pub fn project<'t>(
    loaded: &'t Loaded,
    revision: Revision,
    view_options: &ViewOptions,
    options: &Options,
) -> Result<View<'t>, Refused> {
    let report = check(loaded, options);
    let Some(document) = loaded.document().filter(|_| report.valid) else {
        return Err(Refused::Invalid(report));
    };
    if !document.scope().is_some_and(|it| it.contains(revision)) {
        let diagnostic = projection::undeclared(document, revision);
        return Err(Refused::Undeclared(Box::new(diagnostic)));
    }
    let view = make(document, revision, view_options);
    verify(document, revision, &view, options)?;
    Ok(view)
}

/// The Effective Protocol View of a valid document for a revision it declares (§4.12, steps 3 to
/// 7).
///
/// ```
/// use mcpdesc::mcp::Revision;
/// use mcpdesc::{Options, load, project, source};
///
/// let text = br#"{
///   "mcpdesc": "0.8.0",
///   "info": {"name": "notes", "version": "1.0.0"},
///   "protocolVersions": ["2025-06-18", "2026-07-28"]
/// }"#;
/// let loaded = load(text, &Options::default());
/// let document = loaded.document().expect("the text holds an object");
/// let view = project::view(document, Revision::V2025_06_18, &Default::default());
/// assert!(!source::write(&view, source::Format::Yaml).contains("2026"));
/// ```
pub fn view<'t>(document: &'t Document, revision: Revision, options: &ViewOptions) -> Draft<'t> {
    make(document, revision, options).draft
}

fn make<'t>(document: &'t Document, revision: Revision, options: &ViewOptions) -> View<'t> {
    let changes = Changes {
        revision: Some(revision),
        prune: options.prune,
        strip_extensions: options.strip_extensions,
        ..Changes::default()
    };
    let made = rewrite(document, changes);
    View {
        draft: made.draft,
        left_out: made.left_out,
    }
}

/// Step 8. The text is written and read again, so that nothing of the source can hide a fault.
fn verify(
    document: &Document,
    revision: Revision,
    view: &View<'_>,
    options: &Options,
) -> Result<(), Refused> {
    let reduced = rewrite(
        document,
        Changes {
            revision: Some(revision),
            only: Some(&shortened(&view.left_out)),
            prune: true,
            ..Changes::default()
        },
    );
    if recheck(&reduced.draft, options).1.valid {
        return Ok(());
    }
    // Reported on the whole view, which people can be shown.
    Err(Refused::InvalidView(Box::new(recheck(
        &view.draft,
        options,
    ))))
}

/// The primitives that lost an Elicitation Declaration.
fn shortened(left_out: &[LeftOut<'_>]) -> HashSet<NodeId> {
    let lists = left_out
        .iter()
        .filter(|it| matches!(it.why, Why::OutOfScope(_)))
        .filter_map(|it| it.at.value().parent());
    lists
        .filter(|list| list.key().is_some_and(|(key, _)| key == "elicitations"))
        .filter_map(|list| list.parent())
        .map(|primitive| primitive.id())
        .collect()
}

pub(super) fn recheck(draft: &Draft<'_>, options: &Options) -> (Loaded, Report) {
    let options = Options {
        format: Some(Format::Json),
        ..options.clone()
    };
    let loaded = load(write(draft, Format::Json).as_bytes(), &options);
    let report = check(&loaded, &options);
    (loaded, report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// A scenario that needs an Elicitation Declaration which one of the Tool's revisions lacks.
    /// The check of the source refuses this; here it is kept from it.
    const FAULTY: &str = r#"{
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-06-18", "2025-11-25"],
        "prompts": [{"name": "p"}],
        "tools": [{
            "name": "t",
            "inputSchema": {"type": "object"},
            "elicitations": [
                {"name": "a", "mode": "url", "message": "m", "protocolVersions": ["2025-11-25"]}
            ],
            "interactionExamples": {"s": {
                "input": {},
                "steps": [{
                    "type": "elicitation",
                    "declaration": "a",
                    "request": {"mode": "form", "message": "m",
                        "requestedSchema": {"type": "object", "properties": {}}},
                    "response": {"action": "decline"}
                }],
                "result": {"content": []}
            }}
        }]
    }"#;

    fn verified(document: &Document, revision: Revision) -> Result<(), Refused> {
        let view = make(document, revision, &ViewOptions::default());
        verify(document, revision, &view, &Options::default())
    }

    #[test]
    fn a_view_that_lost_what_it_needs_is_refused_and_shown_as_a_whole() {
        let loaded = load(FAULTY.as_bytes(), &Options::default());
        let document = loaded.document().unwrap();
        match verified(document, Revision::V2025_06_18) {
            Err(Refused::InvalidView(view)) => {
                let (view, report) = *view;
                let found = report
                    .diagnostics
                    .iter()
                    .find(|it| it.rule.code == "unknown-elicitation-declaration");
                assert!(found.is_some(), "{:?}", report.diagnostics);
                assert!(view.source().as_str().contains("\"prompts\""));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_what_lost_a_part_is_checked_again() {
        let loaded = load(FAULTY.as_bytes(), &Options::default());
        let document = loaded.document().unwrap();
        // In this revision the declaration applies, so the Tool was not cut and is not looked at:
        // its form step, which the declaration contradicts, is a matter of the source's check.
        assert!(verified(document, Revision::V2025_11_25).is_ok());
    }
}
