//! `mcpdesc project`, `resolve` and `convert` as their users drive them.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::run;

const SOURCE: &str = "\
# Speaks two revisions.
mcpdesc: 0.8.0
info:
  name: echo
  version: 1.0.0
protocolVersions: ['2025-11-25', '2026-07-28']
components:
  schemas:
    Text: {type: object, required: [text]} # used
tools:
  - name: echo
    inputSchema: {$componentRef: '#/components/schemas/Text'}
    tags: [talk]
  - name: shout
    protocolVersions: ['2025-11-25']
    inputSchema: {type: object}
";

/// A folder with the source, one with errors, and nothing else.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("echo.yaml"), SOURCE).unwrap();
    fs::write(folder.path().join("bad.json"), "{\"mcpdesc\": \"0.8.0\"}").unwrap();
    folder
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn without_a_revision_a_table_tells_what_each_view_holds() {
    let folder = folder();
    let ran = run(folder.path(), &["project", "echo.yaml"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!(ran.out, @r"
    revision    transports  capabilities  tools  resources  templates  prompts  elicitations
    2025-11-25           0             0      2          0          0        0             0
    2026-07-28           0             0      1          0          0        0             0
    ");
}

#[test]
fn a_view_is_written_as_the_input_was_unless_told_otherwise() {
    let folder = folder();
    let arguments = ["project", "echo.yaml", "--protocol", "2026-07-28"];
    let ran = run(folder.path(), &arguments, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!(ran.out, @r##"
    mcpdesc: 0.8.0
    info:
      name: echo
      version: 1.0.0
    protocolVersions:
      - "2026-07-28"
    components:
      schemas:
        Text:
          type: object
          required:
            - text
    tools:
      - name: echo
        inputSchema:
          $componentRef: "#/components/schemas/Text"
        tags:
          - talk
    "##);
    let ran = run(
        folder.path(),
        &[&arguments[..], &["--output-format", "json"]].concat(),
        "",
    );
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["tools"][0]["name"], "echo");

    let json = run(
        folder.path(),
        &["project", "-", "--protocol", "2026-07-28"],
        &ran.out,
    );
    assert_eq!(
        (json.code, json.out),
        (0, ran.out),
        "JSON from standard input"
    );
}

#[test]
fn answers_are_json_and_can_be_paged_and_explained() {
    let folder = folder();
    let arguments = [
        "project",
        "echo.yaml",
        "--protocol",
        "2025-11-25",
        "--as",
        "tools/list",
    ];
    let ran = run(
        folder.path(),
        &[&arguments[..], &["--page-size", "1"]].concat(),
        "",
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let first: Value = serde_json::from_str(&ran.out).unwrap();
    let text = json!({"type": "object", "required": ["text"]});
    assert_eq!(
        first["tools"],
        json!([{"name": "echo", "inputSchema": text}])
    );
    let cursor = first["nextCursor"].as_str().unwrap();

    let paging = ["--page-size", "1", "--cursor", cursor];
    let ran = run(folder.path(), &[&arguments[..], &paging].concat(), "");
    let second: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(second["tools"][0]["name"], "shout");
    assert_eq!(second.get("nextCursor"), None);

    let paging = ["--page-size", "1", "--cursor", "nowhere"];
    let ran = run(folder.path(), &[&arguments[..], &paging].concat(), "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("the cursor is unknown"), "{}", ran.err);

    let arguments = [
        "project",
        "echo.yaml",
        "--protocol",
        "2026-07-28",
        "--as",
        "tools/list",
        "--ttl-ms",
        "60000",
        "--cache-scope",
        "public",
        "--report",
    ];
    let ran = run(folder.path(), &arguments, "");
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&answer["ttlMs"], &answer["cacheScope"]),
        (&json!(60000), &json!("public"))
    );
    insta::assert_snapshot!(ran.err, @r"
    echo.yaml:13:5: left out: `tools[0].tags` belongs to the description; MCP has no such member in `Tool`
    echo.yaml:14:5: left out: `tools[1]` is not declared for MCP 2026-07-28 (§4.10)
    ");
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_there_is() {
    let folder = folder();
    for (arguments, said) in [
        (&["--protocol", "2024-10-07"][..], "2024-11-05"),
        (&["--protocol", "latest"], "2026-07-28"),
        (
            &["--protocol", "2025-11-25", "--as", "tools/call"],
            "tools/list",
        ),
        (
            &["--protocol", "2026-07-28", "--as", "initialize"],
            "has no `initialize`",
        ),
        (
            &["--protocol", "2025-11-25", "--as", "server/discover"],
            "belongs to 2026-07-28",
        ),
        (
            &[
                "--protocol",
                "2025-11-25",
                "--as",
                "initialize",
                "--page-size",
                "2",
            ],
            "no pages",
        ),
        (&["--as", "tools/list"], "--protocol"),
        (&["--prune"], "--protocol"),
        (
            &[
                "--protocol",
                "2025-11-25",
                "--as",
                "tools/list",
                "--page-size",
                "0",
            ],
            "0",
        ),
        (
            &[
                "--protocol",
                "2025-11-25",
                "--as",
                "tools/list",
                "--cursor",
                "a",
            ],
            "--page-size",
        ),
    ] {
        let ran = run(
            folder.path(),
            &[&["project", "echo.yaml"], arguments].concat(),
            "",
        );
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    let ran = run(folder.path(), &["project", "missing.json"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("missing.json"), "{}", ran.err);
}

#[test]
fn a_document_at_fault_ends_with_1_and_a_diagnostic_and_writes_nothing() {
    let folder = folder();
    let before = files(&folder);
    for arguments in [
        &["project", "bad.json"][..],
        &[
            "project",
            "bad.json",
            "--protocol",
            "2025-11-25",
            "-o",
            "out.json",
        ],
        &[
            "project",
            "bad.json",
            "--protocol",
            "2025-11-25",
            "--as",
            "tools/list",
        ],
        &["resolve", "bad.json", "-o", "out.json"],
        &[
            "convert", "bad.json", "--to", "yaml", "--output", "out.json",
        ],
    ] {
        let ran = run(folder.path(), arguments, "");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{arguments:?}");
        assert!(ran.err.contains("missing-property"), "{}", ran.err);
        assert!(ran.err.contains("bad.json:1:"), "{}", ran.err);
    }
    let arguments = [
        "project",
        "echo.yaml",
        "--protocol",
        "2025-06-18",
        "-o",
        "out.json",
    ];
    let ran = run(folder.path(), &arguments, "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("undeclared-revision"), "{}", ran.err);
    assert!(ran.err.contains("echo.yaml:6:19"), "{}", ran.err);
    assert_eq!(files(&folder), before);
}

#[test]
fn files_are_replaced_as_a_whole() {
    let folder = folder();
    let out = folder.path().join("out.yaml");
    fs::write(&out, "something longer than what comes: ".repeat(100)).unwrap();
    let arguments = [
        "resolve",
        "echo.yaml",
        "--drop-components",
        "-o",
        "out.yaml",
    ];
    let ran = run(folder.path(), &arguments, "");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let printed = run(
        folder.path(),
        &["resolve", "echo.yaml", "--drop-components"],
        "",
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), printed.out);
    assert!(!printed.out.contains("components") && !printed.out.contains("$componentRef"));
    assert_eq!(files(&folder), ["bad.json", "echo.yaml", "out.yaml"]);

    let ran = run(
        folder.path(),
        &["resolve", "echo.yaml", "-o", "no/such/folder.yaml"],
        "",
    );
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("no/such/folder.yaml"), "{}", ran.err);
    let ran = run(
        folder.path(),
        &["resolve", "echo.yaml", "-o", "echo.yaml"],
        "",
    );
    assert_eq!(ran.code, 0, "the input may be replaced: {}", ran.err);

    let mut permissions = fs::metadata(&out).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&out, permissions).unwrap();
    let ran = run(
        folder.path(),
        &["convert", "echo.yaml", "--to", "json", "-o", "out.yaml"],
        "",
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("it is read-only"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&out).unwrap(), printed.out);
}

#[test]
fn converting_says_which_comments_are_lost() {
    let folder = folder();
    let ran = run(folder.path(), &["convert", "echo.yaml", "--to", "json"], "");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.err,
        "mcpdesc: 2 comments of `echo.yaml` were lost: JSON has none\n"
    );
    let back = run(folder.path(), &["convert", "-", "--to", "yaml"], &ran.out);
    assert_eq!((back.code, back.err.as_str()), (0, ""));
    let again = run(folder.path(), &["convert", "-", "--to", "json"], &back.out);
    assert_eq!(again.out, ran.out);
}
