//! Descriptions as tests have them.

use mcpdesc::source::Format;
use mcpdesc::{Loaded, Options, Report};

/// The revisions of MCP that a description may be for, oldest first.
pub const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// Loads a text of this format and checks it, with nothing else out of the ordinary.
pub fn load(text: impl AsRef<[u8]>, format: Format) -> (Loaded, Report) {
    let options = Options {
        format: Some(format),
        ..Options::default()
    };
    let loaded = mcpdesc::load(text.as_ref(), &options);
    let report = mcpdesc::check(&loaded, &options);
    (loaded, report)
}

/// What a check says of a text of this format: every finding as `code path`.
pub fn said(text: impl AsRef<[u8]>, format: Format) -> Vec<String> {
    let (_, report) = load(text, format);
    let said = report.diagnostics.iter();
    said.map(|it| format!("{} {}", it.rule.code, it.path))
        .collect()
}
