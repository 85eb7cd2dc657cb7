//! What something means, where the cursor rests on it.

mod capabilities;
mod meaning;
mod prose;
mod references;

use lsp_types::request::HoverRequest;
use lsp_types::{
    Hover as HoverAnswer, HoverContents, HoverParams, HoverProviderCapability, MarkupContent,
    MarkupKind, ServerCapabilities, Uri,
};

use self::meaning::meaning;
use self::prose::Prose;
use super::client::Client;
use super::completion::crop::Cropped;
use super::features::{Answer, Feature, Params};
use super::locate;
use super::navigation;
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::names::Names;
use crate::source::{Format, Span};

/// Explains what stands at a place.
pub(super) struct Hover;

impl Feature for Hover {
    type Request = HoverRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.hover_provider = Some(HoverProviderCapability::Simple(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position_params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: HoverParams) -> Answer<Self> {
        let position = params.text_document_position_params.position;
        Ok(explain(snapshot, snapshot.offset(position)))
    }
}

/// The largest text that is checked for a hover; where a larger one is still being checked, its
/// findings are left out.
const CHECKED: usize = 64 << 10;

fn explain(snapshot: &Snapshot, offset: usize) -> Option<HoverAnswer> {
    let mut parts = findings(snapshot, offset);
    let mut span = parts.first().map(|(span, _)| *span);
    if let Some((at, text)) = explanation(snapshot, offset) {
        span = Some(at);
        parts.insert(0, (at, text));
    }
    let texts = parts.into_iter().map(|(_, text)| text);
    let text = texts.reduce(|before, text| before.join("\n\n---\n\n", text))?;
    Some(HoverAnswer {
        contents: contents(&snapshot.client, &text),
        range: span.map(|span| snapshot.range(span)),
    })
}

fn contents(client: &Client, text: &Prose) -> HoverContents {
    let document = client.capabilities.text_document.as_ref();
    let formats = document.and_then(|it| it.hover.as_ref()?.content_format.as_deref());
    let preferred = formats.and_then(|it| it.first());
    HoverContents::Markup(if preferred == Some(&MarkupKind::Markdown) {
        MarkupContent {
            kind: MarkupKind::Markdown,
            value: text.markdown(),
        }
    } else {
        MarkupContent {
            kind: MarkupKind::PlainText,
            value: text.plain(),
        }
    })
}

/// What the key or value at a place means, and where it is written.
fn explanation(snapshot: &Snapshot, offset: usize) -> Option<(Span, Prose)> {
    if snapshot.known_loaded().is_none() {
        // Right after a change, what the place does not depend on need not be read.
        let text = snapshot.text.contents();
        let format = snapshot.format(&text);
        if let Some(cropped) = Cropped::around(&text, offset, format) {
            return explanation_of(snapshot, &cropped, offset, format);
        }
    }
    let names = navigation::names(snapshot)?;
    meaning(names, locate::spot(snapshot.tree(), offset)?)
}

fn explanation_of(
    snapshot: &Snapshot,
    cropped: &Cropped,
    offset: usize,
    format: Format,
) -> Option<(Span, Prose)> {
    let document = snapshot.read(&cropped.text, format)?;
    let names = Names::new(&document, &snapshot.options.schema_catalog);
    let spot = locate::spot(document.tree(), cropped.offset(offset))?;
    let (span, text) = meaning(names, spot)?;
    let range = span.range();
    let [start, end] = [range.start, range.end].map(|at| cropped.whole_offset(at));
    Some((Span::new(start, end), text))
}

/// The findings at a place, each with its rule's explanation.
fn findings(snapshot: &Snapshot, offset: usize) -> Vec<(Span, Prose)> {
    let is_small = snapshot.text.len() <= CHECKED;
    let report = match snapshot.known_report() {
        None if is_small => Some(snapshot.report()),
        known => known,
    };
    let touches = |it: &&Diagnostic| {
        let range = it.span.range();
        range.start <= offset && offset <= range.end
    };
    let findings = report.into_iter().flat_map(|it| &it.diagnostics);
    findings
        .filter(touches)
        .map(|it| (it.span, finding(it)))
        .collect()
}

fn finding(finding: &Diagnostic) -> Prose {
    let rule = finding.rule;
    let severity = finding.severity().as_str();
    let text = Prose::about(&format!("{severity}: {}", rule.code))
        .then(format!(" ({})\n\n", rule.section))
        .then_quoting(&finding.message);
    let text = match &finding.help {
        Some(help) => text.then("\n\nhelp: ").then_quoting(help),
        None => text,
    };
    text.then("\n\n").then(rule.explanation)
}
