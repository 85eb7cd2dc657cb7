//! The findings of a check, as editors show them.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticOptions, DiagnosticRelatedInformation,
    DiagnosticServerCapabilities, DiagnosticSeverity, DiagnosticTag, DocumentDiagnosticReport,
    FullDocumentDiagnosticReport, Location, NumberOrString, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, ServerCapabilities,
    UnchangedDocumentDiagnosticReport, Uri,
};

use super::snapshot::Snapshot;
use crate::diagnostic::{self, Severity};
use crate::report::rule_url;

/// Who found it.
const SOURCE: &str = "mcpdesc";

/// Says in the server's capabilities that it can be asked for diagnostics.
pub(super) fn offer(server: &mut ServerCapabilities) {
    let options = DiagnosticOptions {
        identifier: Some(SOURCE.to_owned()),
        inter_file_dependencies: false,
        workspace_diagnostics: false,
        ..DiagnosticOptions::default()
    };
    server.diagnostic_provider = Some(DiagnosticServerCapabilities::Options(options));
}

/// Everything that `mcpdesc check` finds, in the same order.
pub(super) fn all(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let findings = &snapshot.report().diagnostics;
    findings.iter().map(|it| diagnostic(snapshot, it)).collect()
}

/// A finding for the editor.
pub(super) fn diagnostic(snapshot: &Snapshot, finding: &diagnostic::Diagnostic) -> Diagnostic {
    let message = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    let code = finding.rule.code;
    let link = rule_url(code).and_then(|url| url.parse::<Uri>().ok());
    Diagnostic {
        range: snapshot.range(finding.span),
        severity: Some(match finding.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Advice => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(code.to_owned())),
        code_description: link.map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: related(snapshot, finding),
        tags: tag(code).map(|tag| vec![tag]),
        data: None,
    }
}

fn related(
    snapshot: &Snapshot,
    finding: &diagnostic::Diagnostic,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let uri: Uri = snapshot.uri.parse().ok()?;
    let related = finding
        .related
        .iter()
        .map(|it| DiagnosticRelatedInformation {
            location: Location::new(uri.clone(), snapshot.range(it.span)),
            message: it.message.clone(),
        });
    (!finding.related.is_empty()).then(|| related.collect())
}

/// How the text itself is shown: faded where it does nothing, struck out where it is outdated.
fn tag(code: &str) -> Option<DiagnosticTag> {
    match code {
        "deprecated-client-requirement"
        | "logging-deprecated-in-2026"
        | "legacy-sse-for-modern-version" => Some(DiagnosticTag::DEPRECATED),
        "unused-component"
        | "unused-security-scheme"
        | "component-reference-siblings"
        | "duplicate-item"
        | "empty-collection" => Some(DiagnosticTag::UNNECESSARY),
        _ => None,
    }
}

/// The answer to a client that asks and has the result `previous`.
pub(super) fn answer(
    snapshot: &Snapshot,
    items: &[Diagnostic],
    previous: Option<&str>,
) -> DocumentDiagnosticReport {
    let result_id = snapshot.id.to_string();
    if previous == Some(&result_id) {
        return RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        }
        .into();
    }
    full(Some(result_id), items.to_vec())
}

/// The answer for a document that is closed.
pub(super) fn nothing() -> DocumentDiagnosticReport {
    full(None, Vec::new())
}

fn full(result_id: Option<String>, items: Vec<Diagnostic>) -> DocumentDiagnosticReport {
    RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    }
    .into()
}
