//! The program as its users drive it: every flag, every exit code.

mod catalog;
mod explain;
mod files;

use std::fs;
use std::path::Path;

use mcpdesc::diagnostic::{Rule, Severity};
use mcpdesc::rules;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Ran, run};

const VALID_JSON: &str = r#"{
  "mcpdesc": "0.8.0",
  "info": { "name": "echo", "version": "1.0.0" },
  "protocolVersions": ["2025-11-25"],
  "tools": [{ "name": "echo", "inputSchema": { "type": "object" } }]
}
"#;

const VALID_YAML: &str = "\
mcpdesc: 0.8.0
info: { name: echo, version: 1.0.0 }
protocolVersions: ['2025-11-25']
tools: [{ name: echo, inputSchema: { type: object } }]
";

/// A stray comma in line 2, column 45, after a character of two bytes.
const BROKEN_JSON: &str = r#"{
  "mcpdesc": "0.8.0", "info": { "name": "é",, "version": "1.0.0" },
  "protocolVersions": ["2025-11-25"]
}
"#;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn check(files: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let folder = folder(files);
    run(folder.path(), &[&["check"], arguments].concat(), "")
}

fn check_stdin(input: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&[]);
    run(folder.path(), &[&["check"], arguments].concat(), input)
}

fn rule_of(severity: Severity) -> &'static Rule {
    rules::registry()
        .find(|rule| rule.severity == severity)
        .unwrap()
}

/// A document whose findings are of this severity at most, and its name.
fn example_of(severity: Severity) -> (String, String) {
    let bad = rule_of(severity).bad;
    let extension = bad.file.rsplit('.').next().unwrap();
    let text = String::from_utf8(bad.bytes.to_vec()).unwrap();
    (format!("a.mcpdesc.{extension}"), text)
}

#[test]
fn a_valid_file_exits_with_0_and_says_so() {
    let ran = check(&[("a.mcpdesc.json", VALID_JSON)], &["a.mcpdesc.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(ran.err, "1 file is valid\n");
}

#[test]
fn an_invalid_file_exits_with_1_and_shows_where_on_standard_error() {
    let ran = check(&[("a.mcpdesc.json", BROKEN_JSON)], &["a.mcpdesc.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.starts_with("a.mcpdesc.json:2:45: error["),
        "{}",
        ran.err
    );
    assert!(ran.summary().contains("in 1 file"), "{}", ran.err);
}

#[test]
fn wrong_usage_exits_with_2_and_says_why() {
    for arguments in [
        &["check", "--unknown"][..],
        &["check", "--format", "xml"],
        &["check", "--max-bytes", "0"],
        &["check", "--max-diagnostics", "many"],
        &["check", "--stdin-filename", "a.json", "b.json"],
        &["nonsense"],
        &[],
    ] {
        let ran = run(Path::new("."), arguments, "");
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_data() {
    let ran = run(Path::new("."), &["--version"], "");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.out,
        concat!("mcpdesc ", env!("CARGO_PKG_VERSION"), "\n")
    );
    let ran = run(Path::new("."), &["check", "--help"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("--deny-warnings"));
}

#[test]
fn json_is_one_line_a_file_with_exact_places() {
    let ran = check(
        &[
            ("a.mcpdesc.json", BROKEN_JSON),
            ("b.mcpdesc.json", VALID_JSON),
        ],
        &["--format", "json"],
    );
    let lines = ran.json();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[1],
        serde_json::json!({"file": "b.mcpdesc.json", "valid": true, "complete": true, "diagnostics": []})
    );
    assert_eq!(lines[0]["valid"], false);
    let finding = &lines[0]["diagnostics"][0];
    let start = &finding["range"]["start"];
    assert_eq!(
        *start,
        serde_json::json!({"line": 2, "column": 45, "offset": 47})
    );
    assert_eq!(finding["severity"], "error");
    assert!(finding["message"].is_string() && finding["code"].is_string());
    assert!(finding["path"].is_array());
    assert!(
        finding.get("url").is_none(),
        "the package has no repository yet"
    );
    assert!(ran.summary().contains("in 1 of 2 files"), "{}", ran.err);
}

#[test]
fn json_shows_related_places_and_help_where_there_are_any() {
    let twice = "{\n  \"mcpdesc\": \"0.8.0\",\n  \"mcpdesc\": \"0.8.0\"\n}\n";
    let ran = check(&[("a.mcpdesc.json", twice)], &["--format", "json"]);
    let lines = ran.json();
    let findings = lines[0]["diagnostics"].as_array().unwrap();
    let repeated = findings.iter().find(|it| it["code"] == "duplicate-key");
    let repeated = repeated.unwrap();
    assert_eq!(repeated["path"], serde_json::json!(["mcpdesc"]));
    assert_eq!(repeated["range"]["start"]["line"], 3);
    assert_eq!(repeated["related"][0]["range"]["start"]["line"], 2);
    assert!(repeated["related"][0]["message"].is_string());
    assert!(repeated["help"].is_string());
}

#[test]
fn quiet_leaves_only_the_summary() {
    for format in ["human", "json"] {
        let ran = check(
            &[("a.mcpdesc.json", BROKEN_JSON)],
            &["--quiet", "--format", format],
        );
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
}

#[test]
fn warnings_are_reported_and_denied_only_on_demand() {
    let (name, text) = example_of(Severity::Warning);
    let files = [(name.as_str(), text.as_str())];
    let ran = check(&files, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains(": warning["), "{}", ran.err);
    let ran = check(&files, &["--deny-warnings"]);
    assert_eq!(ran.code, 1);
    assert!(ran.summary().contains("warnings are denied"), "{}", ran.err);
    let ran = check(&files, &["--deny-warnings", "--max-diagnostics", "0"]);
    assert_eq!(ran.code, 1, "a warning that is not shown counts");
    let valid = [("a.mcpdesc.json", VALID_JSON)];
    assert_eq!(check(&valid, &["--deny-warnings"]).code, 0);
}

#[test]
fn colour_is_off_in_a_pipe_and_on_when_demanded() {
    let files = [("a.mcpdesc.json", BROKEN_JSON)];
    for arguments in [&[][..], &["--color", "auto"], &["--color", "never"]] {
        let ran = check(&files, arguments);
        assert!(!ran.err.contains('\u{1b}'), "{arguments:?}");
        assert!(
            !ran.err.contains(['─', '│', '╭', '…', '×']),
            "{arguments:?}"
        );
    }
    assert!(check(&files, &["--color", "always"]).err.contains('\u{1b}'));
}

#[test]
fn max_diagnostics_bounds_what_is_shown_but_not_the_verdict() {
    let broken = "{\n\"a\": 1,,\n\"b\": 1,,\n\"c\": 1,,\n\"d\": 1,,\n\"e\": 1}\n";
    let files = [("a.mcpdesc.json", broken)];
    let all = check(&files, &["--format", "json"]);
    let count = all.json()[0]["diagnostics"].as_array().unwrap().len();
    assert!(count > 2, "{}", all.out);
    assert!(!all.out.contains("too-many-diagnostics"));
    let ran = check(&files, &["--format", "json", "--max-diagnostics", "2"]);
    let line = &ran.json()[0];
    let [first, last, notice] = &line["diagnostics"].as_array().unwrap()[..] else {
        panic!("{line}");
    };
    assert_eq!(notice["code"], "too-many-diagnostics");
    assert_eq!(notice["severity"], "warning");
    assert_eq!(
        (&notice["path"], &notice["range"]),
        (&last["path"], &last["range"])
    );
    assert_ne!(first["code"], notice["code"]);
    assert_eq!(line["valid"], false);
    let members: Vec<_> = line.as_object().unwrap().keys().collect();
    assert_eq!(members, ["file", "valid", "complete", "diagnostics"]);
    assert!(ran.summary().contains("more"), "{}", ran.err);
    let ran = check(&files, &["--max-diagnostics", "0"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("too-many-diagnostics"), "{}", ran.err);
    assert!(ran.summary().starts_with("at least "), "{}", ran.err);
    assert!(ran.summary().contains(", none shown"), "{}", ran.err);
    let valid = [("a.mcpdesc.json", VALID_JSON)];
    let ran = check(&valid, &["--max-diagnostics", "0"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
    // The notice that a report was cut off is no warning about the document.
    let advised = ["--advice", "--deny-warnings", "--max-diagnostics", "1"];
    let ran = check(&valid, &advised);
    assert!(ran.err.contains("too-many-diagnostics"), "{}", ran.err);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_exits_with_2() {
    let folder = folder(&[("a.mcpdesc.json", VALID_JSON)]);
    for arguments in [
        &["check", "--format", "json"][..],
        &["explain"],
        &["schema"],
    ] {
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(fs::File::create("/dev/full").unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("cannot write to standard output"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_changes_neither_words_nor_exit_code() {
    use std::process::Stdio;
    let names: Vec<_> = (0..300).map(|n| format!("{n:03}.mcpdesc.json")).collect();
    let files: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), BROKEN_JSON))
        .collect();
    let folder = folder(&files);
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
        .current_dir(folder.path())
        .args(["check", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err.lines().count(), 1, "{err}");
}
