//! Fixes: what each offers, that it removes its finding and adds none, and that nothing else of the
//! text changes.

mod all;
mod catalogue;
mod declarations;
mod missing;
mod offers;
mod program;
mod refactoring;
mod references;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mcpdesc::diagnostic::Diagnostic;
use mcpdesc::fix::{Edit, Fix, Fixer, apply};
use mcpdesc::source::{self, Draft, Format};
use mcpdesc::{Loaded, Options, Report};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

fn options(format: Format) -> Options {
    Options {
        format: Some(format),
        advice: true,
        ..Options::default()
    }
}

fn read(text: &str, format: Format) -> (Loaded, Report) {
    let options = options(format);
    let loaded = mcpdesc::load(text.as_bytes(), &options);
    let report = mcpdesc::check(&loaded, &options);
    (loaded, report)
}

/// A document that breaks a rule, and its name.
struct Faulty {
    name: String,
    text: String,
    format: Format,
}

/// Every bad example, with its twins: CRLF, and YAML as JSON.
fn faulty() -> Vec<Faulty> {
    let mut all = Vec::new();
    for folder in ["invalid", "warning", "advice"] {
        let mut rules: Vec<_> = fs::read_dir(testdata().join(folder))
            .unwrap()
            .map(|it| it.unwrap().path())
            .collect();
        rules.sort();
        for rule in rules {
            for (ending, format) in [("yaml", Format::Yaml), ("json", Format::Json)] {
                let Ok(text) = fs::read_to_string(rule.join(format!("bad.{ending}"))) else {
                    continue;
                };
                let name = rule.file_name().unwrap().to_string_lossy().into_owned();
                // Where a report was cut off, every fix brings up a finding that was not shown.
                if read(&text, format).1.reached_limit {
                    continue;
                }
                push_twins(&mut all, &name, &text, format);
            }
        }
    }
    assert!(all.len() > 300, "the examples are there");
    all
}

fn push_twins(all: &mut Vec<Faulty>, name: &str, text: &str, format: Format) {
    let mut push = |kind: &str, text: String, format| {
        all.push(Faulty {
            name: format!("{name}{kind}"),
            text,
            format,
        });
    };
    push("", text.to_owned(), format);
    push(", CRLF", text.replace('\n', "\r\n"), format);
    let (loaded, report) = read(text, format);
    if let Some(root) = loaded.tree().root()
        && format == Format::Yaml
        && !report
            .diagnostics
            .iter()
            .any(|it| it.rule.section.starts_with("§15.3"))
    {
        let json = source::write(&Draft::Copy(root), Format::Json);
        push(", JSON in one line", one_line(&json), Format::Json);
        push(", JSON", json, Format::Json);
    }
}

fn one_line(json: &str) -> String {
    json.lines()
        .map(str::trim_start)
        .collect::<Vec<_>>()
        .join("")
}

/// The rule of a finding and its place, wherever it moves to.
fn essence(diagnostic: &Diagnostic) -> (&'static str, String) {
    let path = diagnostic.path.to_string();
    let unnumbered = path.chars().filter(|it| !it.is_ascii_digit()).collect();
    (diagnostic.rule.code, unnumbered)
}

fn counted(report: &Report) -> BTreeMap<(&'static str, String), usize> {
    let mut counts = BTreeMap::new();
    for it in &report.diagnostics {
        *counts.entry(essence(it)).or_insert(0) += 1;
    }
    counts
}

/// The lines of a text that are not in another, which holds all others in the same order.
fn unchanged_lines(before: &str, after: &str, edits: &[Edit]) -> bool {
    let touched = |start: usize, end: usize| {
        edits.iter().any(|edit| {
            let range = edit.span.range();
            range.start <= end && start <= range.end
        })
    };
    let mut at = 0;
    let mut rest = after;
    for line in before.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        if touched(start, end) {
            continue;
        }
        match rest.find(line) {
            Some(found) => rest = &rest[found + line.len()..],
            None => return false,
        }
    }
    true
}

fn fixes_of<'l>(
    loaded: &'l Loaded,
    report: &'l Report,
    format: Format,
) -> Vec<(&'l Diagnostic, Fix)> {
    let options = options(format);
    let fixer = Fixer::new(loaded, &options);
    let all = report.diagnostics.iter();
    all.flat_map(|it| fixer.fixes(it).into_iter().map(move |fix| (it, fix)))
        .collect()
}

fn after(text: &str, format: Format, code: &str, title: &str) -> String {
    let (loaded, report) = read(text, format);
    let fixes = fixes_of(&loaded, &report, format);
    let found = fixes
        .iter()
        .find(|(it, fix)| it.rule.code == code && fix.title.starts_with(title));
    let Some((_, fix)) = found else {
        let titles: Vec<_> = fixes.iter().map(|(_, it)| &it.title).collect();
        panic!("no {title:?} among {titles:#?}");
    };
    apply(text, &fix.edits).unwrap()
}

const HEAD: &str = "\
# Weather
mcpdesc: 0.8.0
info: {name: weather, version: 1.0.0} # who
";
