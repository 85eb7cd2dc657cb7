//! Load and check: the library's main job.

use std::borrow::Cow;

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Findings, Place, Rule, Severity, example};
use crate::document::Document;
use crate::rules;
use crate::schema::Catalog;
use crate::source::{self, Format, Limits, Path, SourceText, Span, Tree};

/// The rules of this module.
pub(crate) static RULES: &[&Rule] = &[&TOO_MANY];

/// The notice at the end of a report that was cut off. It is no finding about the document and
/// counts as none.
pub static TOO_MANY: Rule = Rule {
    code: "too-many-diagnostics",
    severity: Severity::Warning,
    summary: "The report ends here, though there may be more to find",
    section: "§16.2",
    explanation: "A report keeps a limited number of findings, 1,000 where nothing else is said, \
        because most of so many go back to the same few mistakes. The verdict is exact all the \
        same: whether the document is valid does not depend on what is kept. Correct what is \
        shown and check again, or ask for more with `--max-diagnostics`.",
    bad: example!("warning/too-many-diagnostics/bad.yaml"),
    good: example!("warning/too-many-diagnostics/good.yaml"),
};

/// How to read and check a document.
#[derive(Debug, Clone)]
pub struct Options {
    /// The serialization; `None` decides by content.
    pub format: Option<Format>,
    /// Bounds on what is read and evaluated.
    pub limits: Limits,
    /// How many findings a report keeps; the verdict stays exact beyond it.
    pub max_diagnostics: usize,
    /// Schemas that embedded schemas may refer to (§9.2); nothing else is ever looked up.
    pub schema_catalog: Arc<Catalog>,
    /// Whether a reference to a schema that is not at hand is an error, not a warning.
    pub deny_unresolved: bool,
    /// Whether advice beyond conformance is wanted.
    pub advice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            format: None,
            limits: Limits::default(),
            max_diagnostics: 1000,
            schema_catalog: Arc::default(),
            deny_unresolved: false,
            advice: false,
        }
    }
}

/// What was read, whether or not it is a document.
#[derive(Debug)]
enum Content {
    /// The root is an object: an MCP Description, good or bad.
    Document(Document),
    /// There is no root, or it is no object.
    Other(Tree),
}

/// A text that was read, and the faults of the text itself.
#[derive(Debug)]
pub struct Loaded {
    content: Content,
    faults: Findings,
}

impl Loaded {
    /// The document, where the text holds an object.
    pub fn document(&self) -> Option<&Document> {
        match &self.content {
            Content::Document(document) => Some(document),
            Content::Other(_) => None,
        }
    }

    /// The tree that was read.
    pub fn tree(&self) -> &Tree {
        match &self.content {
            Content::Document(document) => document.tree(),
            Content::Other(tree) => tree,
        }
    }

    /// The text it was read from.
    pub fn source(&self) -> &SourceText {
        self.tree().source()
    }
}

/// The outcome of a check.
#[derive(Debug)]
pub struct Report {
    /// The findings, by position; [`TOO_MANY`] after them where the bound was reached.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings more were counted than were kept.
    pub dropped: usize,
    /// Whether the bound on findings was reached, so that there may be more than were counted.
    pub reached_limit: bool,
    /// Whether the document conforms (§16.1): no error was found, kept or not.
    pub valid: bool,
    /// Whether there was a warning, kept or not.
    pub has_warnings: bool,
    /// Whether everything could be validated (§16.2).
    pub complete: bool,
}

/// Reads a document (§15). Never fails: what could be read is in the result, with the faults of the
/// text. Bytes that are handed over are not copied.
pub fn load<'b>(bytes: impl Into<Cow<'b, [u8]>>, options: &Options) -> Loaded {
    let mut faults = Findings::new(options.max_diagnostics).with_advice(options.advice);
    let tree = source::read(bytes, options.format, options.limits, &mut faults);
    let content = match Document::new(tree) {
        Ok(document) => Content::Document(document),
        Err(tree) => Content::Other(*tree),
    };
    Loaded { content, faults }
}

/// Checks what was read against the whole specification.
pub fn check(loaded: &Loaded, options: &Options) -> Report {
    let mut findings = loaded.faults.clone();
    match &loaded.content {
        Content::Document(document) => rules::check_all(document, options, &mut findings),
        Content::Other(tree) => {
            // Behind a fault of the text, the root may be a rest of what was meant.
            if let Some(root) = tree.root().filter(|_| findings.count(Severity::Error) == 0) {
                rules::structure::check_root(root, &mut findings);
            }
        }
    }
    // An empty YAML value of the wrong kind is one fault; the error says both.
    findings.drop_superseded(&source::EMPTY_VALUE);
    // What no revision defines is one fault whatever its value; faults of the text are others.
    findings.drop_covered(rules::structure::RULES, source::RULES);
    let (dropped, reached_limit) = (findings.dropped(), findings.reached_limit());
    let mut report = Report {
        dropped,
        reached_limit,
        valid: findings.count(Severity::Error) == 0,
        has_warnings: findings.count(Severity::Warning) > 0,
        complete: !findings.is_incomplete(),
        diagnostics: findings.into_sorted(),
    };
    if reached_limit {
        report.diagnostics.push(too_many(&report));
    }
    report
}

/// That the report ends here; at its last finding.
fn too_many(report: &Report) -> Diagnostic {
    let place = match report.diagnostics.last() {
        Some(last) => Place {
            path: last.path.clone(),
            span: last.span,
            used_by: None,
        },
        None => Place {
            path: Path::default(),
            span: Span::default(),
            used_by: None,
        },
    };
    let message = match (report.diagnostics.len(), report.dropped) {
        (kept, 0) => format!("the report ends after {kept} findings; there may be more"),
        (kept, _) => format!("the report ends after {kept} findings, but there are more"),
    };
    Diagnostic::new(&TOO_MANY, place, message)
        .help("correct these and check again, or raise `--max-diagnostics`")
}
