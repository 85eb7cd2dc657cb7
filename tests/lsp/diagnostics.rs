//! Diagnostics, pushed and pulled: what `mcpdesc check` finds, and nothing else.

use std::fs;
use std::path::Path;

use mcpdesc::rules;
use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};
use super::{DOCUMENTS, YAML};
use crate::program::run;

/// What `mcpdesc check` finds: code, severity, the text's byte range, and the message with its help.
pub fn expected(uri: &str, text: &str, arguments: &[&str]) -> Vec<Value> {
    let name = uri.rsplit('/').next().unwrap();
    let always = ["check", "--format", "json", "--stdin-filename", name];
    let ran = run(Path::new("."), &[&always[..], arguments].concat(), text);
    let mut report: Value = serde_json::from_str(&ran.out).unwrap();
    let Value::Array(findings) = report["diagnostics"].take() else {
        panic!("no findings: {report}");
    };
    findings.iter().map(finding).collect()
}

fn finding(finding: &Value) -> Value {
    let offsets = |range: &Value| json!([range["start"]["offset"], range["end"]["offset"]]);
    let related = finding["related"].as_array();
    let related = related.into_iter().flatten();
    let message = finding["message"].as_str().unwrap();
    json!({
        "code": finding["code"],
        "severity": finding["severity"],
        "range": offsets(&finding["range"]),
        "message": match finding["help"].as_str() {
            Some(help) => format!("{message}\nhelp: {help}"),
            None => message.to_owned(),
        },
        "related": related
            .map(|it| json!([it["message"], offsets(&it["range"])]))
            .collect::<Vec<_>>(),
    })
}

/// Diagnostics of the server in the same form.
pub fn actual(client: &Client, text: &str, diagnostics: &[Value]) -> Vec<Value> {
    let offsets = |range: &Value| {
        json!([
            client.offset(text, &range["start"]),
            client.offset(text, &range["end"])
        ])
    };
    let show = |it: &Value| {
        let related = it["relatedInformation"].as_array();
        json!({
            "code": it["code"],
            "severity": match it["severity"].as_u64() {
                Some(1) => "error",
                Some(2) => "warning",
                _ => "advice",
            },
            "range": offsets(&it["range"]),
            "message": it["message"],
            "related": related
                .into_iter()
                .flatten()
                .map(|it| json!([it["message"], offsets(&it["location"]["range"])]))
                .collect::<Vec<_>>(),
        })
    };
    diagnostics.iter().map(show).collect()
}

/// A document with faults behind text of all widths.
const FAULTY: &str = "\
mcpdesc: 0.8.0
info: { name: '日本 😀', version: 1.0.0 } # e\u{301}
protocolVersions: ['2025-11-25']
tools:
  - { name: a, inputSchema: { type: object }, '\u{1F600}': 1, title: '😀', annotation: {} }
  - { name: b, inputSchema: { type: object }, tags: [] }
  - { title: '名前がない', inputSchema: { $componentRef: '#/components/schemas/Nothing' } }
";

/// The same in JSON, so that all is in one long line.
fn faulty_json() -> String {
    let value: Value = serde_yaml::from_str(FAULTY).unwrap();
    value.to_string()
}

/// How many of the messages that nobody has read are pushed diagnostics.
fn pushes(client: &mut Client) -> usize {
    let messages = client.unread();
    messages
        .filter(|it| it["method"] == "textDocument/publishDiagnostics")
        .count()
}

fn pull(client: &mut Client, uri: &str, previous: Option<&Value>) -> Value {
    let params = json!({ "textDocument": { "uri": uri }, "previousResultId": previous });
    client.request("textDocument/diagnostic", params).unwrap()
}

#[test]
fn pushed_and_pulled_diagnostics_are_those_of_check_in_both_formats_and_encodings() {
    let json = faulty_json();
    let documents = [
        ("file:///a/f.mcpdesc.yaml", FAULTY),
        ("file:///a/f.mcpdesc.json", &json),
        ("file:///a/f.mcpdesc.yaml", &FAULTY.replace('\n', "\r\n")),
        (
            "file:///a/g.mcpdesc.json",
            r#"{ "mcpdesc": "0.8.0", "é😀" 1 }"#,
        ),
        ("file:///a/g.mcpdesc.yaml", "\u{feff}é: [😀\n"),
        ("file:///a/h.mcpdesc.yaml", ""),
        ("file:///a/h.mcpdesc.yaml", "[]"),
    ];
    for encoding in ENCODINGS {
        for (uri, text) in documents {
            let expected = expected(uri, text, &[]);
            assert!(!expected.is_empty(), "{text}");
            let mut client = Client::new(encoding);
            client.open(uri, text);
            let pushed = client.diagnostics(uri, 1);
            assert_eq!(actual(&client, text, &pushed), expected, "{uri} {encoding}");
            let pulled = pull(&mut client, uri, None);
            assert_eq!(pulled["kind"], "full");
            assert_eq!(pulled["items"], json!(pushed));
        }
    }
}

#[test]
fn every_rule_shows_in_the_editor_as_it_does_in_check() {
    let mut client = Client::new("utf-16");
    for rule in rules::checked() {
        let uri = format!("file:///rules/{}", rule.bad.file.replace('\\', "/"));
        let Ok(text) = str::from_utf8(rule.bad.bytes) else {
            continue;
        };
        client.open(&uri, text);
        let shown = client.diagnostics(&uri, 1);
        client.close(&uri);
        let expected = expected(&uri, text, &[]);
        assert_eq!(actual(&client, text, &shown), expected, "{}", rule.code);
    }
}

#[test]
fn a_good_document_has_an_empty_list() {
    let mut client = Client::new("utf-8");
    for (uri, text) in DOCUMENTS {
        client.open(uri, text);
        assert_eq!(client.diagnostics(uri, 1), [] as [Value; 0]);
    }
}

#[test]
fn closing_clears_and_opening_again_checks_again() {
    let mut client = Client::new("utf-8");
    let uri = "file:///a.mcpdesc.yaml";
    for _ in 0..3 {
        client.open(uri, FAULTY);
        assert!(!client.diagnostics(uri, 1).is_empty());
        client.close(uri);
        let cleared = client.wait_for_method("textDocument/publishDiagnostics");
        assert_eq!(cleared["params"]["diagnostics"], json!([]));
        assert_eq!(cleared["params"]["uri"], uri);
    }
}

#[test]
fn nothing_is_published_for_a_version_that_is_not_the_newest() {
    let mut client = Client::new("utf-16");
    let uri = "file:///a.mcpdesc.yaml";
    client.open(uri, FAULTY);
    for version in 2..=40 {
        let text = format!("{FAULTY}x-{version}: 1\n");
        client.change(uri, version, json!([{ "text": text }]));
    }
    // This answer comes after all of the changes were taken.
    client.about("textDocument/documentSymbol", uri).unwrap();
    let _ = client.unread().count();
    client.diagnostics(uri, 40);
    client.about("textDocument/documentSymbol", uri).unwrap();
    assert_eq!(pushes(&mut client), 0);
}

#[test]
fn many_documents_are_kept_apart() {
    let mut client = Client::new("utf-8");
    let uri = |number: usize| format!("file:///many/{number}.mcpdesc.yaml");
    let text = |number: usize| format!("{FAULTY}wrong{number}: 1\n");
    for number in 0..50 {
        client.open(&uri(number), &text(number));
    }
    for number in (0..50).rev() {
        let shown = client.diagnostics(&uri(number), 1);
        let name = format!("`wrong{number}`");
        let about_it = |it: &&Value| it["message"].as_str().unwrap().contains(&name);
        assert_eq!(shown.iter().filter(about_it).count(), 1);
    }
}

#[test]
fn a_client_that_pulls_is_not_pushed_and_learns_what_has_not_changed() {
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    let mut client = Client::with("utf-8", capabilities, Value::Null);
    let uri = "file:///a.mcpdesc.yaml";
    client.open(uri, FAULTY);
    let first = pull(&mut client, uri, None);
    assert!(!first["items"].as_array().unwrap().is_empty());
    let again = pull(&mut client, uri, Some(&first["resultId"]));
    assert_eq!(
        again,
        json!({ "kind": "unchanged", "resultId": first["resultId"] })
    );
    client.change(uri, 2, json!([{ "text": YAML }]));
    let changed = pull(&mut client, uri, Some(&first["resultId"]));
    assert_eq!(changed["kind"], "full");
    assert_ne!(changed["items"], first["items"]);
    client.close(uri);
    let closed = pull(&mut client, uri, Some(&changed["resultId"]));
    assert_eq!(
        (&closed["kind"], &closed["items"]),
        (&json!("full"), &json!([]))
    );
    client.request("shutdown", Value::Null).unwrap();
    assert_eq!(pushes(&mut client), 0);
}

/// A document about which there is only advice.
#[test]
fn asking_for_diagnostics_makes_the_server_push_them_no_second_time() {
    let mut client = Client::new("utf-8");
    let uri = "file:///a.mcpdesc.yaml";
    client.open(uri, "a: 1\n");
    let pushed = client.diagnostics(uri, 1);
    assert_eq!(pull(&mut client, uri, None)["items"], json!(pushed));
    // One document is checked after the other, so that a second push would have come by now.
    client.change(uri, 2, json!([{ "text": "b: 1\n" }]));
    client.diagnostics(uri, 2);
    assert_eq!(client.passed_over().count(), 0);
    client.close(uri);
    client.open(uri, "c: 1\n");
    let again = client.diagnostics(uri, 1);
    let is_about_c = |it: &Value| it["message"].as_str().unwrap().contains("`c`");
    assert!(again.iter().any(is_about_c), "{again:?}");
}

#[test]
fn an_unknown_setting_is_told() {
    let mut client = Client::with("utf-8", json!({}), json!({ "advise": true }));
    let told = client.wait_for_method("window/showMessage");
    assert_eq!(told["params"]["type"], 2);
    let message = told["params"]["message"].as_str().unwrap();
    assert!(message.contains("`advise`"), "{message}");
}

fn advised() -> (String, &'static str) {
    let advice = rules::find("missing-tool-description").unwrap();
    let uri = format!("file:///{}", advice.bad.file);
    (uri, str::from_utf8(advice.bad.bytes).unwrap())
}

#[test]
fn advice_is_shown_only_where_it_is_asked_for() {
    let (uri, text) = advised();
    for (options, arguments) in [
        (Value::Null, vec![]),
        (json!({ "advice": false }), vec![]),
        (json!({ "advice": true }), vec!["--advice"]),
        (json!({ "mcpdesc": { "advice": true } }), vec!["--advice"]),
    ] {
        let mut client = Client::with("utf-8", json!({}), options);
        client.open(&uri, text);
        let shown = client.diagnostics(&uri, 1);
        let shown = actual(&client, text, &shown);
        assert_eq!(shown, expected(&uri, text, &arguments));
        assert_eq!(shown.is_empty(), arguments.is_empty());
    }
}

#[test]
fn changed_settings_are_asked_for_and_show_at_once() {
    let (uri, text) = advised();
    let capabilities = json!({ "workspace": { "configuration": true } });
    let mut client = Client::with("utf-8", capabilities, Value::Null);
    client.open(&uri, text);
    assert_eq!(client.diagnostics(&uri, 1), [] as [Value; 0]);
    let asked = client.wait_for_method("workspace/configuration");
    assert_eq!(asked["params"]["items"][0]["section"], "mcpdesc");
    client.settings = json!({ "advice": true });
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    assert_eq!(client.diagnostics(&uri, 1).len(), 1);
}

#[test]
fn a_client_that_tells_of_changed_settings_only_when_asked_is_asked() {
    let capabilities =
        json!({ "workspace": { "didChangeConfiguration": { "dynamicRegistration": true } } });
    let mut client = Client::with("utf-8", capabilities, Value::Null);
    let asked = client.wait_for_method("client/registerCapability");
    let registration = &asked["params"]["registrations"][0];
    assert_eq!(registration["method"], "workspace/didChangeConfiguration");
    assert_eq!(registration["registerOptions"]["section"], "mcpdesc");
}

#[test]
fn sent_settings_count_and_wrong_ones_are_told() {
    let (uri, text) = advised();
    let mut client = Client::new("utf-8");
    client.open(&uri, text);
    assert_eq!(client.diagnostics(&uri, 1), [] as [Value; 0]);
    let settings = json!({ "settings": { "mcpdesc": { "advice": true } } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert_eq!(client.diagnostics(&uri, 1).len(), 1);
    let settings = json!({ "settings": { "mcpdesc": { "schemaCatalog": ["/no/such/folder"] } } });
    client.notify("workspace/didChangeConfiguration", settings);
    let told = client.wait_for_method("window/showMessage");
    assert!(
        told["params"]["message"]
            .as_str()
            .unwrap()
            .contains("/no/such/folder")
    );
}

#[test]
fn a_client_that_pulls_is_told_to_ask_again_when_settings_change() {
    let (uri, text) = advised();
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::with("utf-8", capabilities, Value::Null);
    client.open(&uri, text);
    let before = pull(&mut client, &uri, None);
    assert_eq!(before["items"], json!([]));
    let settings = json!({ "settings": { "mcpdesc": { "advice": true } } });
    client.notify("workspace/didChangeConfiguration", settings);
    client.wait_for_method("workspace/diagnostic/refresh");
    let after = pull(&mut client, &uri, Some(&before["resultId"]));
    assert_eq!(after["items"].as_array().unwrap().len(), 1);
}

#[test]
fn schemas_of_the_catalogue_are_found_below_the_open_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("schemas")).unwrap();
    let schema = r#"{ "$id": "https://example.com/a", "type": "string" }"#;
    fs::write(folder.path().join("schemas/a.json"), schema).unwrap();
    let text = "\
mcpdesc: 0.8.0
info: { name: a, version: 1.0.0 }
protocolVersions: ['2025-11-25']
tools:
  - name: a
    inputSchema:
      type: object
      properties: { a: { $ref: 'https://example.com/a' } }
";
    let uri = "file:///a.mcpdesc.yaml";
    let mut shown = Vec::new();
    for catalog in [json!([]), json!(["schemas"])] {
        let mut client = Client::start();
        let params = json!({
            "capabilities": {},
            "rootUri": format!("file://{}", folder.path().display()),
            "initializationOptions": { "schemaCatalog": catalog },
        });
        client.request("initialize", params).unwrap();
        client.open(uri, text);
        let codes = client
            .diagnostics(uri, 1)
            .iter()
            .map(|it| it["code"].clone())
            .collect::<Vec<_>>();
        shown.push(codes);
    }
    assert_eq!(
        shown[0],
        [json!("unresolved-external-tool-schema-reference")]
    );
    assert_eq!(shown[1], [] as [Value; 0]);
}

#[test]
fn what_is_unused_or_deprecated_is_tagged() {
    let mut client = Client::with("utf-8", json!({}), json!({ "advice": true }));
    for (code, tag) in [
        ("unused-component", 1),
        ("unused-security-scheme", 1),
        ("deprecated-client-requirement", 2),
        ("logging-deprecated-in-2026", 2),
        ("legacy-sse-for-modern-version", 2),
        ("component-reference-siblings", 1),
        ("duplicate-item", 1),
        ("empty-collection", 1),
    ] {
        let bad = rules::find(code).unwrap().bad;
        let uri = format!("file:///{}", bad.file);
        client.open(&uri, str::from_utf8(bad.bytes).unwrap());
        let shown = client.diagnostics(&uri, 1);
        let of_code = shown.iter().find(|it| it["code"] == code).unwrap();
        assert_eq!(of_code["tags"], json!([tag]), "{code}");
        assert_eq!(of_code["source"], "mcpdesc");
    }
}
