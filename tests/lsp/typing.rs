//! Somebody writes a whole document, one character after the other.

use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics::{actual, expected};
use super::{JSON, YAML};

/// Types `text` into an empty document, and asks for something after every keystroke.
fn type_it(encoding: &str, uri: &str, text: &str) {
    let mut client = Client::new(encoding);
    client.open(uri, "");
    let mut version = 1;
    for (at, c) in text.char_indices() {
        version += 1;
        let here = client.position(&text[..at], at);
        let change = json!({ "range": { "start": here, "end": here }, "text": c.to_string() });
        client.change(uri, version, json!([change]));
        let method = match version % 3 {
            0 => "textDocument/documentSymbol",
            1 => "textDocument/foldingRange",
            _ => "textDocument/selectionRange",
        };
        let params = json!({ "textDocument": { "uri": uri }, "positions": [here] });
        client.request(method, params).unwrap();
    }
    let shown = client.diagnostics(uri, version);
    assert_eq!(actual(&client, text, &shown), expected(uri, text, &[]));
    let all_versions = client.unread().filter(|it| it["params"]["uri"] == uri);
    let versions: Vec<Value> = all_versions
        .map(|it| it["params"]["version"].clone())
        .collect();
    assert!(versions.is_sorted_by_key(|it| it.as_i64()), "{versions:?}");
    assert_eq!(client.finish().code(), Some(0));
}

/// Faults to find at the end.
fn with_faults(text: &str) -> String {
    text.replace("2025-11-25", "2025-06-18")
        .replace("readme, uri", "readme, icons: [], uri")
        .replace("\"prompts\"", "\"promts\"")
}

#[test]
fn a_yaml_document_is_typed() {
    type_it("utf-16", "file:///typed.mcpdesc.yaml", &with_faults(YAML));
}

#[test]
fn a_json_document_is_typed() {
    type_it("utf-8", "file:///typed.mcpdesc.json", &with_faults(JSON));
}

#[test]
fn a_document_with_crlf_is_typed() {
    let text = with_faults(YAML).replace('\n', "\r\n");
    type_it("utf-16", "file:///typed.mcpdesc.yaml", &text);
}
