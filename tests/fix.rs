//! Fixes: what each offers, that it removes its finding and adds none, and that nothing else of the
//! text changes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use mcpdesc::diagnostic::{Diagnostic, Severity};
use mcpdesc::fix::{Edit, Fix, Fixer, apply, fix_all, refactorings};
use mcpdesc::source::{self, Draft, Format, Span};
use mcpdesc::{Loaded, Options, Report, rules};
use proptest::prelude::*;

use crate::shared;

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

pub(crate) fn counted(report: &Report) -> BTreeMap<(&'static str, String), usize> {
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

#[test]
fn every_fix_removes_its_finding_and_adds_none() {
    let mut offered = 0;
    for Faulty { name, text, format } in faulty() {
        let (loaded, report) = read(&text, format);
        let before = counted(&report);
        for (diagnostic, fix) in fixes_of(&loaded, &report, format) {
            offered += 1;
            let context = || format!("{name}: {} {fix:?}\n{text}", diagnostic.rule.code);
            let after = apply(&text, &fix.edits).unwrap_or_else(|| panic!("{}", context()));
            let counts = counted(&read(&after, format).1);
            let key = essence(diagnostic);
            let left = counts.get(&key).copied().unwrap_or_default();
            assert!(left < before[&key], "{}\n---\n{after}", context());
            // Behind a fault of the text, nothing is advised.
            let was_hidden = |code: &str| {
                let is_advice = rules::find(code).unwrap().severity == Severity::Advice;
                let is_new_place =
                    fix.title.starts_with("Refer") || fix.title.starts_with("Create");
                is_advice
                    && (is_new_place
                        || diagnostic.rule.section.starts_with("§15")
                        || diagnostic.rule.code == "unsupported-version")
            };
            let new = counts.iter().find(|(it, count)| {
                before.get(*it).is_none_or(|old| old < *count) && !was_hidden(it.0)
            });
            assert_eq!(new, None, "{}\n---\n{after}", context());
            assert!(
                unchanged_lines(&text, &after, &fix.edits),
                "{}\n---\n{after}",
                context()
            );
            if name.ends_with("CRLF") {
                assert_eq!(
                    after.matches('\n').count(),
                    after.matches("\r\n").count(),
                    "{after:?}"
                );
            }
        }
    }
    assert!(offered > 200, "{offered} fixes were offered");
}

#[test]
fn twins_are_offered_the_same_fixes() {
    let mut titles: BTreeMap<String, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for Faulty { name, text, format } in faulty() {
        let (loaded, report) = read(&text, format);
        let mut offers: Vec<String> = fixes_of(&loaded, &report, format)
            .into_iter()
            .map(|(it, fix)| format!("{}: {}", it.rule.code, fix.title))
            .collect();
        offers.sort();
        let (rule, twin) = name.split_once(", ").unwrap_or((&name, ""));
        titles
            .entry(rule.to_owned())
            .or_default()
            .push((twin.to_owned(), offers));
    }
    let mut report = String::new();
    for (rule, twins) in &titles {
        for (twin, offers) in twins {
            if *offers != twins[0].1 {
                report.push_str(&format!(
                    "{rule}, {twin}: {offers:?} instead of {:?}\n",
                    twins[0].1
                ));
            }
        }
    }
    assert_eq!(report, "");
}

#[test]
fn fixing_all_leaves_no_safe_fix_and_is_idempotent() {
    let mut fixed_some = 0;
    for Faulty { name, text, format } in faulty() {
        let options = options(format);
        let fixed = fix_all(text.as_bytes(), &options);
        assert_eq!(fixed.applied.is_empty(), fixed.text == text, "{name}");
        let (loaded, report) = read(&fixed.text, format);
        let safe = fixes_of(&loaded, &report, format)
            .into_iter()
            .find(|(_, it)| it.safe);
        assert_eq!(safe, None, "{name}\n{}", fixed.text);
        let again = fix_all(fixed.text.as_bytes(), &options);
        assert_eq!(again.applied, [], "{name}\n{}", fixed.text);
        fixed_some += usize::from(!fixed.applied.is_empty());
    }
    assert!(fixed_some > 20, "{fixed_some}");
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

pub(crate) const HEAD: &str = "\
# Weather
mcpdesc: 0.8.0
info: {name: weather, version: 1.0.0} # who
";

#[test]
fn a_declaration_is_split_between_the_revisions_in_conflict() {
    let text = format!(
        "{HEAD}protocolVersions: [2024-11-05, 2025-03-26, 2025-06-18]
tools:
  # Tells tomorrow's weather.
  - name: forecast # short
    title: Forecast # since June
    inputSchema: {{type: object}}
  - name: other
    inputSchema: {{type: object}}
"
    );
    let fixed = after(
        &text,
        Format::Yaml,
        "field-not-supported-by-version",
        "Declare it",
    );
    assert_eq!(
        fixed,
        format!(
            "{HEAD}protocolVersions: [2024-11-05, 2025-03-26, 2025-06-18]
tools:
  # Tells tomorrow's weather.
  - name: forecast # short
    protocolVersions:
      - \"2025-06-18\"
    title: Forecast # since June
    inputSchema: {{type: object}}
  - name: forecast # short
    protocolVersions:
      - \"2024-11-05\"
      - \"2025-03-26\"
    inputSchema: {{type: object}}
  - name: other
    inputSchema: {{type: object}}
"
        )
    );
}

#[test]
fn safe_fixes_keep_comments_order_and_layout() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-06-18, 2025-06-18]
tools:
  # first
  - name: forecast # name
    tags: [] # none yet
    # schema
    input_schema:
      type: object
  -   name: 1.50 # a number
      inputSchema: {{ 'type': object }}   # as it is
      examples: {{}}
      annotations:
        readOnlyHint: null # unknown
        idempotentHint: true
"
    );
    let fixed = fix_all(text.as_bytes(), &Options::default());
    assert_eq!(
        fixed.text,
        format!(
            "{HEAD}protocolVersions: [2025-06-18]
tools:
  # first
  - name: forecast # name
    # schema
    inputSchema:
      type: object
  -   name: \"1.50\" # a number
      inputSchema: {{ 'type': object }}   # as it is
      annotations:
        idempotentHint: true
"
        )
    );
    assert!(read(&fixed.text, Format::Yaml).1.valid);
    let codes: Vec<_> = fixed
        .applied
        .iter()
        .map(|it| it.diagnostic.rule.code)
        .collect();
    assert_eq!(codes.len(), 6, "{codes:?}");
}

#[test]
fn a_transport_is_narrowed_to_the_revisions_that_know_it() {
    let text = format!(
        "{HEAD}protocolVersions: [2024-11-05, 2025-06-18]
transports:
  - type: streamable-http # new
    url: https://weather.example/mcp
  - type: stdio
    command: weather
"
    );
    let code = "transport-not-supported-by-version";
    let fixed = after(&text, Format::Yaml, code, "Narrow it");
    let scope = "    protocolVersions:\n      - \"2025-06-18\"\n    url";
    assert_eq!(fixed, text.replacen("    url", scope, 1));
}

#[test]
fn a_capability_is_split_between_revisions() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-11-25, 2026-07-28]
capabilities:
  - prompts: {{}}
    tasks: {{list: {{}}}}
"
    );
    let fixed = after(
        &text,
        Format::Yaml,
        "tasks-core-not-valid-in-2026",
        "Declare it",
    );
    assert!(read(&fixed, Format::Yaml).1.valid, "{fixed}");
    assert_eq!(fixed.matches("prompts: {}").count(), 2, "{fixed}");
}

#[test]
fn a_comma_that_is_missing_is_written_where_it_belongs() {
    let text = "{\n  \"mcpdesc\": \"0.8.0\"\n  \"info\": {\"name\": \"a\", \"version\": \"1\"},\n  \
                \"protocolVersions\": [\"2025-11-25\"\n\"2026-07-28\"]\n}\n";
    let fixed = fix_all(text.as_bytes(), &Options::default());
    assert_eq!(
        fixed.text,
        text.replace("0.8.0\"", "0.8.0\",")
            .replace("11-25\"", "11-25\",")
    );
    assert!(read(&fixed.text, Format::Json).1.valid);
}

#[test]
fn a_required_member_is_added_with_a_value_that_nothing_objects_to() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-11-25]
prompts:
  - name: name
  - description: Tells the weather.
"
    );
    let fixed = after(&text, Format::Yaml, "missing-property", "Add `name`");
    assert_eq!(
        fixed,
        text.replace("  - description", "  - name: name-2\n    description")
    );
}

#[test]
fn an_inline_schema_becomes_a_component_and_back() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-06-18]
tools:
  - name: forecast
    inputSchema:
      type: object
      # Where?
      properties:
        city: {{type: string}}
"
    );
    let (loaded, _) = read(&text, Format::Yaml);
    let at = text.find("city").unwrap();
    let fixes = refactorings(loaded.document().unwrap(), Span::new(at, at));
    assert_eq!(fixes.len(), 1, "{fixes:?}");
    let extracted = apply(&text, &fixes[0].edits).unwrap();
    assert_eq!(
        extracted,
        format!(
            "{HEAD}protocolVersions: [2025-06-18]
tools:
  - name: forecast
    inputSchema:
      $componentRef: \"#/components/schemas/forecast-input\"
components:
  schemas:
    forecast-input:
      type: object
      # Where?
      properties:
        city: {{type: string}}
"
        )
    );
    let (loaded, report) = read(&extracted, Format::Yaml);
    assert!(report.valid);
    let at = extracted.find("$componentRef").unwrap();
    let fixes = refactorings(loaded.document().unwrap(), Span::new(at, at));
    let inlined = apply(&extracted, &fixes[0].edits).unwrap();
    assert!(inlined.starts_with(&text), "{inlined}");
}

#[test]
fn refactorings_keep_valid_documents_valid() {
    let mut offered = 0;
    for file in ["library.mcpdesc.yaml", "weather.mcpdesc.json"] {
        let text = fs::read_to_string(testdata().join("valid").join(file)).unwrap();
        for crlf in [false, true] {
            let text = if crlf {
                text.replace('\n', "\r\n")
            } else {
                text.clone()
            };
            let format = if file.ends_with("json") {
                Format::Json
            } else {
                Format::Yaml
            };
            let (loaded, _) = read(&text, format);
            let document = loaded.document().unwrap();
            for (at, _) in text.char_indices().filter(|(_, it)| *it == ':') {
                for fix in refactorings(document, Span::new(at - 1, at - 1)) {
                    offered += 1;
                    let after = apply(&text, &fix.edits).unwrap();
                    let (_, report) = read(&after, format);
                    assert!(report.valid, "{fix:?}\n{after}\n{:?}", report.diagnostics);
                    let line_breaks = after.matches("\r\n").count();
                    assert_eq!(
                        line_breaks,
                        if crlf { after.matches('\n').count() } else { 0 }
                    );
                }
            }
        }
    }
    assert!(offered > 100, "{offered}");
}

/// Documents of the specification's own material, with their faults.
fn mutants() -> Vec<String> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let file = fs::File::open(dir.join("conformance/mutants.jsonl.gz")).unwrap();
    let lines = BufReader::new(flate2::read::GzDecoder::new(file)).lines();
    lines
        .step_by(7)
        .map(|line| serde_json::from_str::<serde_json::Value>(&line.unwrap()).unwrap())
        .map(|it| serde_json::to_string_pretty(&it["document"]).unwrap())
        .collect()
}

#[test]
fn fixing_mutants_settles_and_brings_no_error() {
    let options = Options::default();
    let mut fixed_some = 0;
    for text in mutants() {
        let errors = |text: &str| {
            let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
            let severe = report
                .diagnostics
                .iter()
                .filter(|it| it.severity() == Severity::Error);
            severe.count()
        };
        let fixed = fix_all(text.as_bytes(), &options);
        if fixed.applied.is_empty() {
            assert_eq!(fixed.text, text);
            continue;
        }
        fixed_some += 1;
        assert!(errors(&fixed.text) <= errors(&text), "{:?}", fixed.applied);
        let again = fix_all(fixed.text.as_bytes(), &options);
        assert_eq!(again.applied, [], "{:?}", fixed.applied);
    }
    assert!(fixed_some > 5 || shared::dir().is_none(), "{fixed_some}");
}

/// A realistic document after a slip: a line is lost or doubled, or some bytes are.
fn slips() -> impl Strategy<Value = (String, Format)> {
    let files: Vec<(String, Format)> = [
        ("library.mcpdesc.yaml", Format::Yaml),
        ("weather.mcpdesc.json", Format::Json),
    ]
    .into_iter()
    .map(|(file, format)| {
        (
            fs::read_to_string(testdata().join("valid").join(file)).unwrap(),
            format,
        )
    })
    .collect();
    (
        prop::sample::select(files),
        prop::collection::vec((any::<prop::sample::Index>(), 0..5u8), 1..4),
    )
        .prop_map(|((text, format), slips)| {
            let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
            for (index, kind) in slips {
                let at = index.index(lines.len());
                match kind {
                    0 => drop(lines.remove(at)),
                    1 => lines.insert(at, lines[at].clone()),
                    2 => lines[at] = lines[at].replacen(|it: char| it.is_alphabetic(), "", 1),
                    3 => lines[at] = lines[at].replacen(['"', '\'', ','], "", 2),
                    _ => lines[at] = lines[at].replacen(": ", ": [] #", 1),
                }
            }
            (lines.concat(), format)
        })
}

proptest! {
    #![proptest_config(shared::random(60))]

    #[test]
    fn after_slips_every_offer_holds_and_fixing_all_settles((text, format) in slips()) {
        let options = Options { format: Some(format), ..Options::default() };
        let loaded = mcpdesc::load(text.as_bytes(), &options);
        let report = mcpdesc::check(&loaded, &options);
        let fixer = Fixer::new(&loaded, &options);
        for diagnostic in report.diagnostics.iter().take(5) {
            for fix in fixer.fixes(diagnostic) {
                let after = apply(&text, &fix.edits);
                prop_assert!(after.is_some(), "{:?}", fix);
                prop_assert!(unchanged_lines(&text, &after.unwrap(), &fix.edits), "{:?}", fix);
            }
        }
        let fixed = fix_all(text.as_bytes(), &options);
        let again = fix_all(fixed.text.as_bytes(), &options);
        prop_assert_eq!(again.applied, vec![]);
    }
}

mod program {
    //! `mcpdesc check --fix`.

    use std::fs;
    use std::path::Path;

    use assert_cmd::Command;

    const FAULTY: &str = "mcpdesc: 0.8.0\r\ninfo: {name: a, version: 1.0} # é\r\n\
        protocolVersions: [2025-11-25]\r\ntools: []\r\n";
    const FIXED: &str = "mcpdesc: 0.8.0\r\ninfo: {name: a, version: \"1.0\"} # é\r\n\
        protocolVersions: [2025-11-25]\r\n";

    fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
            .current_dir(folder)
            .args(arguments)
            .write_stdin(input)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    #[test]
    fn fixing_mends_the_file_and_says_what_it_did() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mcpdesc.yaml");
        fs::write(&file, FAULTY).unwrap();
        let (code, out, err) = run(folder.path(), &["check", "--fix"], "");
        assert_eq!((code, out.as_str()), (0, ""), "{err}");
        assert_eq!(fs::read_to_string(&file).unwrap(), FIXED);
        assert_eq!(
            err,
            "a.mcpdesc.yaml: fixed[wrong-type] info.version: Quote `1.0`\n\
             a.mcpdesc.yaml: fixed[empty-collection] tools: Remove the empty `tools`\n\
             1 file is valid; 2 findings fixed\n"
        );
        let (_, _, err) = run(folder.path(), &["check", "--fix"], "");
        assert_eq!(err, "1 file is valid\n");
    }

    #[test]
    fn a_file_that_cannot_be_improved_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mcpdesc.yaml");
        fs::write(&file, "mcpdesc: 0.8.0\n").unwrap();
        let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000);
        fs::File::options()
            .write(true)
            .open(&file)
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
        let (code, _, _) = run(folder.path(), &["check", "--fix"], "");
        assert_eq!(code, 1);
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), long_ago);
    }

    #[test]
    fn what_remains_decides_the_exit_code() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mcpdesc.yaml");
        fs::write(&file, format!("{FAULTY}x_y: 1\r\n")).unwrap();
        let (code, out, err) = run(folder.path(), &["check", "--fix", "--format", "json"], "");
        assert_eq!(code, 1, "{err}");
        assert_eq!(out.matches("\"code\"").count(), 1, "{out}");
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            format!("{FIXED}x_y: 1\r\n")
        );
    }

    #[test]
    fn standard_input_comes_out_fixed() {
        let folder = tempfile::tempdir().unwrap();
        let (code, out, err) = run(folder.path(), &["check", "--fix", "-"], FAULTY);
        assert_eq!((code, out.as_str()), (0, FIXED), "{err}");
        let (code, out, _) = run(folder.path(), &["check", "--fix", "-"], FIXED);
        assert_eq!((code, out.as_str()), (0, FIXED));
        for arguments in [
            &["check", "--fix", "-", "--format", "json"][..],
            &["check", "--fix", "-", "a"],
        ] {
            let (code, out, err) = run(folder.path(), arguments, FAULTY);
            assert_eq!((code, out.as_str()), (2, ""));
            assert!(err.contains("--fix"), "{err}");
        }
    }
}
