//! Findings that both readers make.

use super::builder::Exceeded;
use super::json::shorten;
use super::rules::{DUPLICATE_KEY, LIMIT_EXCEEDED};
use super::{Builder, Limits, Path, Span};
use crate::diagnostic::{Diagnostic, Findings, Place};

/// A place in the text itself; no reference leads there.
pub(super) fn place(path: Path, span: Span) -> Place {
    Place {
        path,
        span,
        used_by: None,
    }
}

/// Says that the key `builder` took last stands at `earlier` too, which `section` forbids.
pub(super) fn report_duplicate(
    builder: &Builder<'_>,
    span: Span,
    earlier: Span,
    section: &str,
    findings: &mut Findings,
) {
    let path = builder.path();
    let name = shorten(builder.waiting_key().unwrap_or_default());
    let message = format!("the key `{name}` stands twice in this object ({section})");
    let first = place(path.clone(), earlier);
    findings.add(
        Diagnostic::new(&DUPLICATE_KEY, place(path, span), message)
            .help("remove or rename one of the two")
            .related("the key stands here first", first),
    );
}

/// Says which bound was reached at `place`.
pub(super) fn report_exceeded(
    exceeded: Exceeded,
    limits: Limits,
    place: Place,
    findings: &mut Findings,
) {
    let (what, most) = match exceeded {
        Exceeded::Depth => (
            "the document is nested deeper here than the levels read",
            limits.depth,
        ),
        Exceeded::Nodes => (
            "the document has more values than the number read",
            limits.nodes,
        ),
        Exceeded::Scalar => (
            "this string has more bytes than the number read",
            limits.scalar,
        ),
        Exceeded::Entries => (
            "this collection has more entries than the number read",
            limits.entries,
        ),
    };
    let message = format!("{what}: {most} (§15.8); what follows is not read");
    findings.mark_incomplete();
    findings.add(Diagnostic::new(&LIMIT_EXCEEDED, place, message));
}
