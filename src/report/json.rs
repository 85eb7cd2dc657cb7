//! Findings for machines: one JSON object a file, one line an object.
//!
//! These types are the published format and apart from the internal ones on purpose: members may be
//! added, but none is renamed, removed or given another meaning.

use std::io;

use serde::Serialize;

use super::rule_url;
use crate::diagnostic::{Diagnostic, Example, Rule};
use crate::source::{Path, Segment, SourceText, Span};
use crate::{Loaded, Report};

#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    valid: bool,
    complete: bool,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    path: Vec<Step<'a>>,
    range: Range,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Step<'a>>>,
    range: Range,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

#[derive(Serialize)]
struct Range {
    start: Point,
    end: Point,
}

/// Lines and columns from 1, columns in Unicode scalar values, offsets in bytes from 0.
#[derive(Serialize)]
struct Point {
    line: usize,
    column: usize,
    offset: usize,
}

/// Writes the outcome for the file called `file` as one line, its end included.
///
/// # Errors
///
/// Those of `out`.
pub fn write_line(
    out: &mut impl io::Write,
    file: &str,
    loaded: &Loaded,
    report: &Report,
) -> io::Result<()> {
    let source = loaded.source();
    let line = FileLine {
        file,
        valid: report.valid,
        complete: report.complete,
        diagnostics: report
            .diagnostics
            .iter()
            .map(|diagnostic| finding(source, diagnostic))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}

fn finding<'a>(source: &SourceText, diagnostic: &'a Diagnostic) -> Finding<'a> {
    Finding {
        code: diagnostic.rule.code,
        severity: diagnostic.severity().as_str(),
        message: &diagnostic.message,
        path: steps(&diagnostic.path),
        range: range(source, diagnostic.span),
        help: diagnostic.help.as_deref(),
        related: diagnostic
            .related
            .iter()
            .map(|related| Related {
                message: &related.message,
                path: related.path.as_ref().map(steps),
                range: range(source, related.span),
            })
            .collect(),
        url: rule_url(diagnostic.rule.code),
    }
}

fn steps(path: &Path) -> Vec<Step<'_>> {
    let step = |segment| match segment {
        &Segment::Index(index) => Step::Index(index),
        Segment::Key(key) => Step::Key(key),
    };
    path.segments().iter().map(step).collect()
}

fn range(source: &SourceText, span: Span) -> Range {
    Range {
        start: point(source, span.start),
        end: point(source, span.end),
    }
}

fn point(source: &SourceText, offset: u32) -> Point {
    let position = source.position(offset);
    Point {
        line: position.line,
        column: position.column,
        offset: position.offset,
    }
}

#[derive(Serialize)]
struct RuleLine {
    code: &'static str,
    severity: &'static str,
    section: &'static str,
    summary: &'static str,
    explanation: &'static str,
    bad: Text,
    good: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Serialize)]
struct Text {
    file: &'static str,
    text: String,
}

/// A rule with its examples as one line, its end included. Bytes of an example that are not UTF-8
/// are replaced.
pub fn rule_line(rule: &Rule) -> String {
    let text = |example: Example| Text {
        file: example.file,
        text: String::from_utf8_lossy(example.bytes).into_owned(),
    };
    let line = RuleLine {
        code: rule.code,
        severity: rule.severity.as_str(),
        section: rule.section,
        summary: rule.summary,
        explanation: rule.explanation,
        bad: text(rule.bad),
        good: text(rule.good),
        url: rule_url(rule.code),
    };
    // Strings and options always have a JSON form.
    let mut out = serde_json::to_string(&line).unwrap_or_default();
    out.push('\n');
    out
}
