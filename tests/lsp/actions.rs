//! Code actions: each removes what it is offered for.

use mcpdesc::rules;
use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};
use super::diagnostics::{actual, expected};
use super::{JSON, YAML};

fn with_actions(encoding: &str, options: Value, document_changes: bool) -> Client {
    let kinds = json!({ "codeActionKind": { "valueSet": ["quickfix"] } });
    let capabilities = json!({
        "textDocument": { "codeAction": { "codeActionLiteralSupport": kinds } },
        "workspace": { "workspaceEdit": { "documentChanges": document_changes } },
    });
    Client::with(encoding, capabilities, options)
}

fn actions(client: &mut Client, uri: &str, range: &Value, only: &[&str]) -> Vec<Value> {
    let params = json!({
        "textDocument": { "uri": uri },
        "range": range,
        "context": { "diagnostics": [], "only": (!only.is_empty()).then_some(only) },
    });
    let result = client.request("textDocument/codeAction", params).unwrap();
    result.as_array().unwrap().clone()
}

/// The text after an action.
fn applied(client: &Client, uri: &str, text: &str, action: &Value) -> String {
    let edit = &action["edit"];
    let versioned = &edit["documentChanges"][0];
    let edits = if versioned.is_null() {
        &edit["changes"][uri]
    } else {
        assert_eq!(
            versioned["textDocument"],
            json!({ "uri": uri, "version": 1 })
        );
        &versioned["edits"]
    };
    let mut edits: Vec<_> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let start = client.offset(text, &it["range"]["start"]);
            let end = client.offset(text, &it["range"]["end"]);
            (start, end, it["newText"].as_str().unwrap())
        })
        .collect();
    assert!(!edits.is_empty());
    edits.sort();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

#[test]
fn every_fix_removes_its_finding() {
    let options = json!({ "advice": true });
    let mut offered = 0;
    for (encoding, document_changes) in [("utf-8", true), ("utf-16", false)] {
        let mut client = with_actions(encoding, options.clone(), document_changes);
        for rule in rules::checked().step_by(3) {
            let Ok(text) = str::from_utf8(rule.bad.bytes) else {
                continue;
            };
            let uri = format!("file:///{}", rule.bad.file);
            client.open(&uri, text);
            let found = client.diagnostics(&uri, 1);
            let before = actual(&client, text, &found);
            for finding in &found {
                for action in actions(&mut client, &uri, &finding["range"], &["quickfix"]) {
                    let fixed = applied(&client, &uri, text, &action);
                    let after = expected(&uri, &fixed, &["--advice"]);
                    let code = &action["diagnostics"][0]["code"];
                    let count = |all: &[Value]| all.iter().filter(|it| it["code"] == *code).count();
                    assert!(count(&after) < count(&before), "{action}\n{fixed}");
                    offered += 1;
                }
            }
            client.close(&uri);
        }
    }
    assert!(offered > 20, "{offered}");
}

const BOTH: &str = "[\"2025-11-25\", \"2026-07-28\"]";
const OLD: &str = "[\"2025-11-25\"]";

/// What is missing in a document of these revisions, and the action that brings it.
const MISSING: &[(&str, &str, &str)] = &[
    (
        BOTH,
        r#""tools": [{"name": "é😀", "inputSchema": {"type": "object"}, "examples": {"e": {"input": {}, "result": {"content": []}}}}]"#,
        "Declare it with `resultType` for 2026-07-28, and without for 2025-11-25",
    ),
    (
        BOTH,
        r#""tools": [{"name": "é😀", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}}]"#,
        "Declare it with `outputSchema` for 2026-07-28, and without for 2025-11-25",
    ),
    (
        BOTH,
        r#""prompts": [{"name": "é😀", "examples": {"e": {}}}]"#,
        "Declare it for 2026-07-28 and for 2025-11-25, each with `result`",
    ),
    (
        OLD,
        r##""resources": [{"name": "é😀", "uri": "a:b", "examples": {"e": {"$componentRef": "#/components/resourceExamples/x"}}}]"##,
        "Create the component `x`",
    ),
    (
        OLD,
        r#""security": [{"o": ["read"]}]"#,
        "Create the security scheme `o`",
    ),
    (
        OLD,
        r#""prompts": [{"name": "é😀", "tags": ["b"]}], "tags": [{"name": "a"}]"#,
        "Add the tag `b`",
    ),
    (
        OLD,
        r#""securitySchemes": {"o": {"description": "é😀", "type": "oauth2"}}, "security": [{"o": ["read"]}]"#,
        "Add `flows`",
    ),
    (
        OLD,
        r#""tools": [{"name": "é😀", "inputSchema": {"type": "object"}, "elicitations": [{"name": "e", "message": "m"}]}]"#,
        "Add `mode: url`",
    ),
    (
        OLD,
        r#""tools": [{"name": "é😀", "inputSchema": {"type": "object"}, "examples": {"e": {"input": {}}}}]"#,
        "Add `result`",
    ),
    (OLD, r#""tools": [{"name": "é😀"}]"#, "Add `inputSchema`"),
];

#[test]
fn what_is_missing_can_be_made() {
    for encoding in ENCODINGS {
        let mut client = with_actions(encoding, Value::Null, true);
        for (at, (revisions, part, title)) in MISSING.iter().enumerate() {
            let json = format!(
                "{{\"mcpdesc\": \"0.8.0\", \"info\": {{\"name\": \"é😀\", \"version\": \"1.0.0\"}}, \
                 \"protocolVersions\": {revisions}, {part}}}"
            );
            // JSON is YAML in flow style; in block style it is another text.
            let value: Value = serde_json::from_str(&json).unwrap();
            let block = serde_yaml::to_string(&value).unwrap();
            for (text, ending) in [(&json, "json"), (&json, "yaml"), (&block, "yml")] {
                let uri = format!("file:///{at}.mcpdesc.{ending}");
                client.open(&uri, text);
                let found = client.diagnostics(&uri, 1);
                let offers: Vec<_> = found
                    .iter()
                    .flat_map(|it| actions(&mut client, &uri, &it["range"], &["quickfix"]))
                    .collect();
                let action = offers.iter().find(|it| it["title"] == *title);
                let action = action.unwrap_or_else(|| panic!("{title}: {offers:?}\n{text}"));
                let fixed = applied(&client, &uri, text, action);
                let left = expected(&uri, &fixed, &[]);
                assert_eq!(left, [] as [Value; 0], "{fixed}");
                client.close(&uri);
            }
        }
    }
}

#[test]
fn many_findings_have_fixes_at_once() {
    let tools: String = (0..50).map(|it| format!("  - name: t{it}\n")).collect();
    let text = format!(
        "mcpdesc: 0.8.0\ninfo: {{name: a, version: 1.0.0}}\nprotocolVersions: ['2025-11-25']\ntools:\n{tools}"
    );
    let mut client = with_actions("utf-8", Value::Null, true);
    let uri = "file:///a.mcpdesc.yaml";
    client.open(uri, &text);
    let start = json!({ "line": 0, "character": 0 });
    let end = json!({ "line": 99, "character": 0 });
    let range = json!({ "start": start, "end": end });
    let all = actions(&mut client, uri, &range, &["quickfix"]);
    assert_eq!(all.len(), 50);
}

/// Two faults whose fixes are sure, behind text of all widths.
fn faulty(text: &str) -> String {
    text.replace("title: 'Añadir 😀'", "tags: []")
        .replace("\"title\": \"Añadir 😀\"", "\"tags\": []")
        .replace("description: '要約 😀'", "tags: []")
        .replace("\"description\": \"要約 😀\"", "\"tags\": []")
}

#[test]
fn everything_that_is_sure_is_fixed_at_once_when_asked_for() {
    for encoding in ENCODINGS {
        for (uri, text) in [
            ("file:///a.mcpdesc.yaml", faulty(YAML)),
            ("file:///a.mcpdesc.json", faulty(JSON)),
        ] {
            let mut client = with_actions(encoding, Value::Null, true);
            client.open(uri, &text);
            let start = json!({ "line": 0, "character": 0 });
            let range = json!({ "start": start, "end": start });
            let all = actions(&mut client, uri, &range, &["source.fixAll"]);
            assert_eq!(all.len(), 1);
            let fixed = applied(&client, uri, &text, &all[0]);
            assert!(!expected(uri, &text, &[]).is_empty());
            assert_eq!(expected(uri, &fixed, &[]), [] as [Value; 0], "{fixed}");
            assert_eq!(actions(&mut client, uri, &range, &[]), [] as [Value; 0]);
        }
    }
}

#[test]
fn an_inline_schema_can_become_a_component() {
    for encoding in ENCODINGS {
        for (uri, text) in [
            ("file:///a.mcpdesc.yaml", YAML),
            ("file:///a.mcpdesc.json", JSON),
        ] {
            let mut client = with_actions(encoding, Value::Null, true);
            client.open(uri, text);
            let at = client.position(text, text.find("required").unwrap());
            let range = json!({ "start": at, "end": at });
            let all = actions(&mut client, uri, &range, &["refactor"]);
            let extract = all.iter().find(|it| it["kind"] == "refactor").unwrap();
            let changed = applied(&client, uri, text, extract);
            assert!(changed.contains("$componentRef"), "{changed}");
            assert_eq!(expected(uri, &changed, &[]), [] as [Value; 0], "{changed}");
        }
    }
}

#[test]
fn a_client_that_knows_only_commands_is_offered_nothing() {
    let mut client = Client::new("utf-16");
    let uri = "file:///a.mcpdesc.yaml";
    let text = faulty(YAML);
    client.open(uri, &text);
    let found = client.diagnostics(uri, 1);
    let offered = actions(&mut client, uri, &found[0]["range"], &[]);
    assert_eq!(offered, [] as [Value; 0]);
}
