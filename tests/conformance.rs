//! The specification's own fixtures, the mutants made from them, and cases written from its text.
//!
//! The public reference validator is a witness. Where it is wrong, the difference is listed with
//! the section that decides in `testdata/reference-differences.yaml`; a listed difference that no
//! longer exists fails the test, so the list can only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mcpdesc::diagnostic::{Diagnostic, Severity};
use mcpdesc::source::{Format, Segment};
use mcpdesc::{Options, Report};
use serde::Deserialize;
use serde_json::Value;

use crate::shared::{self, STRUCTURAL};

/// A difference between the reference and the specification that was decided by a person.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    /// Fixture names or mutant numbers.
    documents: Vec<String>,
    /// The reference's code that we do not report, or ours that it does not.
    code: String,
    #[allow(dead_code, reason = "read by people")]
    section: String,
    #[allow(dead_code, reason = "read by people")]
    why: String,
}

fn differences() -> BTreeSet<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/reference-differences.yaml");
    let list: Vec<Difference> = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    list.into_iter()
        .flat_map(|it| {
            it.documents
                .into_iter()
                .map(move |id| (id, it.code.clone()))
        })
        .collect()
}

fn check(bytes: &[u8], format: Option<Format>) -> Report {
    let options = Options {
        format,
        ..Options::default()
    };
    mcpdesc::check(&mcpdesc::load(bytes, &options), &options)
}

fn json_path(diagnostic: &Diagnostic) -> Vec<Value> {
    let step = |segment: &Segment| match segment {
        Segment::Key(key) => Value::from(&**key),
        Segment::Index(index) => Value::from(*index),
    };
    diagnostic.path.segments().iter().map(step).collect()
}

fn is_structural(code: &str) -> bool {
    STRUCTURAL.contains(&code)
}

/// What the reference said: severity, code, path.
type Claim = (String, String, Vec<Value>);

/// Whether a finding of ours covers what the reference claims: the same code at the path, below it,
/// or where the named member is absent. Its only structural code stands for all of ours, anywhere
/// in the same object: where kinds of objects part, it complains about every kind that does not fit.
fn covers(diagnostic: &Diagnostic, (severity, code, path): &Claim) -> bool {
    let same_code = if code == "schema-validation" {
        is_structural(diagnostic.rule.code)
    } else {
        diagnostic.rule.code == code
    };
    let ours = json_path(diagnostic);
    let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
    let structural = code == "schema-validation" && ours.starts_with(parent);
    same_code
        && diagnostic.severity().as_str() == severity
        && (ours.starts_with(path) || ours == parent || structural)
}

fn show(report: &Report) -> String {
    let line = |it: &Diagnostic| format!("  {} {} {}\n", it.rule.code, it.path, it.message);
    report.diagnostics.iter().map(line).collect()
}

#[derive(Deserialize)]
struct Reference {
    diagnostics: Vec<ReferenceDiagnostic>,
}

#[derive(Deserialize)]
struct ReferenceDiagnostic {
    code: String,
    path: Vec<Value>,
    severity: String,
}

#[test]
fn every_fixture_is_judged_as_its_folder_and_the_reference_say() {
    let Some(dir) = shared::dir() else { return };
    let dir = dir.join("conformance");
    let results = fs::read_to_string(dir.join("reference-results.json")).unwrap();
    let results: BTreeMap<String, Reference> = serde_json::from_str(&results).unwrap();
    let mut differences = differences();
    differences.retain(|(id, _)| id.contains('/'));
    let (mut failures, mut used) = (Vec::new(), BTreeSet::new());
    for (name, reference) in &results {
        let report = check(&fs::read(dir.join(name)).unwrap(), None);
        let warnings = report
            .diagnostics
            .iter()
            .any(|it| it.severity() == Severity::Warning);
        let right = match name.split('/').next().unwrap_or_default() {
            "expected-valid" => report.valid && !warnings,
            "expected-warning" => report.valid && warnings,
            "expected-invalid" => !report.valid,
            _ => report.valid,
        };
        let mut missed = Vec::new();
        for it in &reference.diagnostics {
            let claim = (it.severity.clone(), it.code.clone(), it.path.clone());
            if !report.diagnostics.iter().any(|ours| covers(ours, &claim)) {
                let listed = (name.clone(), it.code.clone());
                if differences.contains(&listed) {
                    used.insert(listed);
                } else {
                    missed.push(claim);
                }
            }
        }
        if !right || !missed.is_empty() {
            failures.push(format!("{name}\n  missed: {missed:?}\n{}", show(&report)));
        }
    }
    assert!(
        failures.is_empty(),
        "{} fixtures differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert_eq!(used, differences, "a listed difference is gone");
}

#[derive(Deserialize)]
struct Mutant {
    id: String,
    valid: bool,
    diagnostics: Vec<Claim>,
    document: Value,
}

#[test]
fn every_mutant_gets_the_reference_verdict() {
    let Some(dir) = shared::dir() else { return };
    let mut differences = differences();
    differences.retain(|(id, _)| !id.contains('/'));
    let (mut failures, mut used) = (Vec::new(), BTreeSet::new());
    let mut differs = |id: &str, code: &str| {
        let listed = (id.to_owned(), code.to_owned());
        let known = differences.contains(&listed);
        if known {
            used.insert(listed);
        }
        !known
    };
    for mutant in shared::mutants::<Mutant>(&dir) {
        let text = serde_json::to_vec_pretty(&mutant.document).unwrap();
        let report = check(&text, Some(Format::Json));
        let structural = mutant
            .diagnostics
            .iter()
            .any(|(_, code, _)| code == "schema-validation");
        let mut wrong = Vec::new();
        if report.valid != mutant.valid && differs(&mutant.id, "verdict") {
            wrong.push(format!(
                "valid is {}, the reference says {}",
                report.valid, mutant.valid
            ));
        }
        let ours = report
            .diagnostics
            .iter()
            .any(|it| is_structural(it.rule.code));
        if ours != structural && differs(&mutant.id, "schema-validation") {
            wrong.push(format!(
                "structural fault: {ours}, the reference says {structural}"
            ));
        }
        for claim in mutant.diagnostics.iter().filter(|_| !structural) {
            let covered = report.diagnostics.iter().any(|ours| covers(ours, claim));
            if !covered && differs(&mutant.id, &claim.1) {
                wrong.push(format!("missed {claim:?}"));
            }
        }
        if !wrong.is_empty() {
            failures.push(format!(
                "{}: {}\n{}",
                mutant.id,
                wrong.join("; "),
                show(&report)
            ));
        }
    }
    let shown = failures
        .iter()
        .take(40)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        failures.is_empty(),
        "{} mutants differ:\n{shown}",
        failures.len()
    );
    assert_eq!(used, differences, "a listed difference is gone");
}

#[derive(Deserialize)]
struct Case {
    id: String,
    document: Option<Value>,
    text: Option<String>,
    base64: Option<String>,
    format: Option<String>,
    expect: Expectation,
    why: String,
}

#[derive(Deserialize)]
struct Expectation {
    valid: bool,
    #[serde(default)]
    at: Vec<Expected>,
    #[serde(default)]
    clean: bool,
}

#[derive(Deserialize, Debug)]
struct Expected {
    severity: String,
    path: Option<Vec<Value>>,
    line: Option<usize>,
}

impl Case {
    fn bytes(&self) -> Vec<u8> {
        match (&self.document, &self.text, &self.base64) {
            (Some(document), _, _) => serde_json::to_vec_pretty(document).unwrap(),
            (_, Some(text), _) => text.clone().into_bytes(),
            (_, _, Some(base64)) => decode_base64(base64),
            _ => Vec::new(),
        }
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text
        .bytes()
        .filter_map(|byte| ALPHABET.iter().position(|&it| it == byte));
    let digits: Vec<u32> = digits.map(|it| it as u32).collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}

impl Expected {
    /// Met at the place, or at most two steps above or below it.
    fn is_met(&self, report: &Report, loaded: &mcpdesc::Loaded) -> bool {
        report.diagnostics.iter().any(|it| {
            let ours = json_path(it);
            let near = |path: &Vec<Value>| {
                let (short, long) = if path.len() < ours.len() {
                    (path, &ours)
                } else {
                    (&ours, path)
                };
                long.starts_with(short) && long.len() - short.len() <= 2
            };
            let lines = loaded.source().position(it.span.start).line
                ..=loaded.source().position(it.span.end).line;
            it.severity().as_str() == self.severity
                && self.path.as_ref().is_none_or(near)
                && self.line.is_none_or(|line| lines.contains(&line))
        })
    }
}

#[test]
fn every_case_written_from_the_specification_comes_out_as_expected() {
    let Some(dir) = shared::dir() else { return };
    let cases = fs::read_to_string(dir.join("conformance/cases.jsonl")).unwrap();
    let mut failures = Vec::new();
    for case in cases
        .lines()
        .map(|line| serde_json::from_str::<Case>(line).unwrap())
    {
        let format = match case.format.as_deref() {
            Some("yaml") => Some(Format::Yaml),
            _ => Some(Format::Json),
        };
        let options = Options {
            format,
            ..Options::default()
        };
        let loaded = mcpdesc::load(case.bytes(), &options);
        let report = mcpdesc::check(&loaded, &options);
        let clean = report
            .diagnostics
            .iter()
            .all(|it| it.severity() == Severity::Advice);
        let unmet: Vec<_> = case
            .expect
            .at
            .iter()
            .filter(|it| !it.is_met(&report, &loaded))
            .collect();
        if report.valid != case.expect.valid || (case.expect.clean && !clean) || !unmet.is_empty() {
            failures.push(format!(
                "{}: {}\n  unmet: {unmet:?}\n{}",
                case.id,
                case.why,
                show(&report)
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} cases differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
