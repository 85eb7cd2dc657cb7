//! The program as its users drive it: every flag, every exit code.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use mcpdesc::diagnostic::{Rule, Severity};
use mcpdesc::rules;
use serde_json::Value;
use tempfile::TempDir;

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

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn summary(&self) -> &str {
        self.err.lines().last().unwrap_or_default()
    }
}

fn run_in(folder: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

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
    run_in(folder.path(), &[&["check"], arguments].concat(), "")
}

fn check_stdin(input: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&[]);
    run_in(folder.path(), &[&["check"], arguments].concat(), input)
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
fn without_a_path_the_current_folder_is_searched() {
    let ran = check(
        &[
            ("a.mcpdesc.json", VALID_JSON),
            ("b/c.mcpdesc.yaml", VALID_YAML),
        ],
        &["--format", "json"],
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["a.mcpdesc.json", "b/c.mcpdesc.yaml"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "2 files are valid\n"));
}

#[test]
fn a_folder_is_searched_for_description_names_only_in_sorted_order() {
    let ran = check(
        &[
            ("d/z.mcpdesc.yml", VALID_YAML),
            ("d/b/y.mcpdesc.yaml", VALID_YAML),
            ("d/a.mcpdesc.json", VALID_JSON),
            ("d/other.json", "no"),
            ("d/mcpdesc.yaml", "no"),
            ("d/.hidden/a.mcpdesc.json", "no"),
            ("d/target/a.mcpdesc.json", "no"),
            ("d/node_modules/a.mcpdesc.json", "no"),
            ("d/folder.mcpdesc.json/a.mcpdesc.json", VALID_JSON),
        ],
        &["d", "--format", "json"],
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(
        files,
        [
            "d/a.mcpdesc.json",
            "d/b/y.mcpdesc.yaml",
            "d/folder.mcpdesc.json/a.mcpdesc.json",
            "d/z.mcpdesc.yml"
        ]
    );
    assert_eq!(ran.code, 0);
}

#[test]
fn a_folder_without_descriptions_exits_with_2() {
    let ran = check(&[("a.json", VALID_JSON)], &["."]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("found no *.mcpdesc.json"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_search_follows_no_links_and_reads_no_pipes() {
    let folder = folder(&[("a.mcpdesc.json", VALID_JSON), ("elsewhere/b.json", "no")]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(name)).unwrap();
    };
    link("elsewhere/b.json", "linked.mcpdesc.json");
    link(".", "loop");
    let pipe = folder.path().join("pipe.mcpdesc.json");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.unwrap().success());
    let ran = run_in(folder.path(), &["check"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
}

#[cfg(unix)]
#[test]
fn a_file_reached_twice_is_checked_once() {
    let folder = folder(&[("a.mcpdesc.json", BROKEN_JSON)]);
    std::os::unix::fs::symlink("a.mcpdesc.json", folder.path().join("link.json")).unwrap();
    let ran = run_in(
        folder.path(),
        &[
            "check",
            "--format",
            "json",
            "link.json",
            "./a.mcpdesc.json",
            ".",
            "a.mcpdesc.json",
        ],
        "",
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["link.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_checked_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[]);
    let name = std::ffi::OsStr::from_bytes(b"a\xff.mcpdesc.json");
    fs::write(folder.path().join(name), VALID_JSON).unwrap();
    let ran = run_in(folder.path(), &["check", "--format", "json"], "");
    assert_eq!(ran.json()[0]["file"], "a\u{fffd}.mcpdesc.json");
    assert_eq!(ran.code, 0);
}

#[test]
fn a_file_named_on_the_command_line_is_checked_whatever_its_name() {
    let ran = check(
        &[
            ("a", VALID_JSON),
            ("b.txt", VALID_YAML),
            ("c.JSON", VALID_JSON),
        ],
        &["a", "b.txt", "c.JSON"],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, "3 files are valid\n"));
}

#[test]
fn the_ending_of_a_name_decides_the_format() {
    let ran = check(&[("a.json", VALID_YAML)], &["a.json"]);
    assert_eq!(ran.code, 1);
}

#[test]
fn input_format_overrides_the_name() {
    let files = [("a.json", VALID_YAML)];
    assert_eq!(check(&files, &["a.json", "--input-format", "yaml"]).code, 0);
    let files = [("a.yaml", VALID_YAML)];
    assert_eq!(check(&files, &["a.yaml", "--input-format", "json"]).code, 1);
}

#[test]
fn what_cannot_be_read_exits_with_2_and_the_rest_is_checked() {
    let ran = check(
        &[("a.mcpdesc.json", BROKEN_JSON)],
        &["absent.json", "a.mcpdesc.json", "--format", "json"],
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot read `absent.json`"), "{}", ran.err);
    assert!(
        ran.summary().ends_with("1 path could not be checked"),
        "{}",
        ran.err
    );
    assert_eq!(ran.json().len(), 1);
    assert_eq!(ran.json()[0]["valid"], false);
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_exits_with_2() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[
        ("a.mcpdesc.json", VALID_JSON),
        ("b.mcpdesc.json", VALID_JSON),
    ]);
    let locked = folder.path().join("a.mcpdesc.json");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&locked).is_ok() {
        eprintln!("SKIPPED: this user may read every file");
        return;
    }
    let ran = run_in(folder.path(), &["check"], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("cannot read `a.mcpdesc.json`"),
        "{}",
        ran.err
    );
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
        let ran = run_in(Path::new("."), arguments, "");
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_data() {
    let ran = run_in(Path::new("."), &["--version"], "");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.out,
        concat!("mcpdesc ", env!("CARGO_PKG_VERSION"), "\n")
    );
    let ran = run_in(Path::new("."), &["check", "--help"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("--deny-warnings"));
}

#[test]
fn standard_input_is_read_for_a_dash() {
    for text in [VALID_JSON, VALID_YAML] {
        let ran = check_stdin(text, &["-", "--format", "json"]);
        assert_eq!(ran.code, 0, "{}", ran.out);
        assert_eq!(ran.json()[0]["file"], "<stdin>");
    }
}

#[test]
fn a_name_for_standard_input_is_shown_and_tells_the_format() {
    let ran = check_stdin(VALID_YAML, &["--stdin-filename", "x/a.json", "-"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("x/a.json:1:1: error["), "{}", ran.err);
    let ran = check_stdin(VALID_YAML, &["--stdin-filename", "a.yaml"]);
    assert_eq!(ran.code, 0, "without a path it means standard input");
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
fn a_file_over_max_bytes_is_an_error_of_the_document() {
    let files = [("a.mcpdesc.json", VALID_JSON)];
    let exact = VALID_JSON.len().to_string();
    assert_eq!(check(&files, &["--max-bytes", &exact]).code, 0);
    let less = (VALID_JSON.len() - 1).to_string();
    let ran = check(&files, &["--max-bytes", &less]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(&less), "the limit is named: {}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_not_read_to_its_end() {
    let ran = run_in(
        Path::new("."),
        &["check", "--max-bytes", "1000", "/dev/zero"],
        "",
    );
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn max_diagnostics_bounds_what_is_shown_but_not_the_verdict() {
    let broken = "{\n\"a\": 1,,\n\"b\": 1,,\n\"c\": 1,,\n\"d\": 1,,\n\"e\": 1}\n";
    let files = [("a.mcpdesc.json", broken)];
    let all = check(&files, &["--format", "json"]);
    let count = all.json()[0]["diagnostics"].as_array().unwrap().len();
    assert!(count > 2, "{}", all.out);
    assert!(all.json()[0].get("dropped").is_none());
    let ran = check(&files, &["--format", "json", "--max-diagnostics", "2"]);
    let line = &ran.json()[0];
    assert_eq!(line["diagnostics"].as_array().unwrap().len(), 2);
    assert!(line["dropped"].is_u64());
    assert!(ran.summary().contains("more"), "{}", ran.err);
    let ran = check(&files, &["--max-diagnostics", "0"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with("errors in 1 file; at least "),
        "{}",
        ran.err
    );
    let valid = [("a.mcpdesc.json", VALID_JSON)];
    let ran = check(&valid, &["--max-diagnostics", "0"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
}

#[test]
fn many_files_are_reported_in_order_and_alike_in_every_run() {
    let names: Vec<_> = (0..600).map(|n| format!("{n:03}.mcpdesc.json")).collect();
    let texts = [VALID_JSON, BROKEN_JSON];
    let files: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), texts[n % 2]))
        .collect();
    let first = check(&files, &["--format", "json"]);
    let order: Vec<_> = first
        .json()
        .iter()
        .map(|line| line["file"].clone())
        .collect();
    assert_eq!(order, names);
    assert!(
        first.summary().contains("in 300 of 600 files"),
        "{}",
        first.err
    );
    assert_eq!(check(&files, &["--format", "json"]).out, first.out);
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

#[test]
fn explain_lists_all_rules() {
    let ran = run_in(Path::new("."), &["explain"], "");
    assert_eq!(ran.code, 0);
    assert_eq!(ran.out.lines().count(), rules::registry().count());
    let ran = run_in(Path::new("."), &["explain", "--format", "json"], "");
    let codes: Vec<_> = ran.json().iter().map(|line| line["code"].clone()).collect();
    let known: Vec<_> = rules::registry().map(|rule| rule.code).collect();
    assert_eq!(codes, known);
}

#[test]
fn explain_shows_a_rule_with_its_examples() {
    for rule in rules::registry() {
        let ran = run_in(Path::new("."), &["explain", rule.code], "");
        assert_eq!(ran.code, 0);
        assert!(
            ran.out
                .starts_with(&format!("{}: {}", rule.code, rule.summary))
        );
        assert!(ran.out.contains("\nWrong:\n") && ran.out.contains("\nRight:\n"));
        assert!(!ran.out.contains('\u{1b}'));
    }
    let rule = rules::registry().next().unwrap();
    let ran = run_in(
        Path::new("."),
        &["explain", rule.code, "--format", "json"],
        "",
    );
    let line = &ran.json()[0];
    assert_eq!(line["code"], rule.code);
    assert_eq!(line["severity"], rule.severity.as_str());
    assert_eq!(line["bad"]["file"], rule.bad.file);
}

#[test]
fn explain_suggests_the_nearest_code() {
    let rule = rules::registry().next().unwrap();
    let misspelt = rule.code.replacen('e', "", 1);
    let ran = run_in(Path::new("."), &["explain", &misspelt], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains(&format!("did you mean `{}`?", rule.code)),
        "{}",
        ran.err
    );
    let ran = run_in(Path::new("."), &["explain", "zzzzzzzz"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("lists all codes"), "{}", ran.err);
}

#[test]
fn schema_prints_the_structure_schema() {
    let ran = run_in(Path::new("."), &["schema"], "");
    assert_eq!(ran.code, 0);
    let schema: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(schema["$id"], "urn:mcpdesc:structure:0.8.0");
}

/// The text between a fence with this language, after `from`, and the next fence.
fn fenced<'t>(text: &'t str, language: &str, from: usize) -> (&'t str, usize) {
    let open = format!("\n```{language}\n");
    let start = from + text[from..].find(&open).unwrap() + open.len();
    let end = start + text[start..].find("```\n").unwrap();
    (&text[start..end], end)
}

#[test]
fn the_readme_shows_what_the_program_really_says() {
    let readme = include_str!("../README.md");
    let (document, end) = fenced(readme, "yaml", 0);
    let (said, _) = fenced(readme, "text", end);
    let ran = check(
        &[("weather.mcpdesc.yaml", document)],
        &["weather.mcpdesc.yaml"],
    );
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err, said);
}
