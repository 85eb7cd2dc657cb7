//! The protocol itself: order, errors, cancellation, endings.

use serde_json::{Value, json};

use super::client::Client;
use super::{DOCUMENTS, YAML};

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_REQUEST: i32 = -32600;
const INVALID_PARAMS: i32 = -32602;
const PARSE_ERROR: i32 = -32700;
const NOT_INITIALIZED: i32 = -32002;

fn code(answer: Result<Value, Value>) -> Value {
    answer.unwrap_err()["code"].clone()
}

#[test]
fn the_server_ends_well_after_shutdown_and_exit() {
    assert_eq!(Client::new("utf-8").finish().code(), Some(0));
}

#[test]
fn leaving_without_shutdown_is_no_success() {
    assert_eq!(Client::new("utf-8").wait_for_exit().code(), Some(1));
    let mut client = Client::new("utf-8");
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(1));
    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(1));
}

#[test]
fn requests_before_initialize_are_refused_and_change_nothing() {
    let mut client = Client::start();
    let answer = client.about("textDocument/documentSymbol", "file:///a.yaml");
    assert_eq!(code(answer), NOT_INITIALIZED);
    client.open("file:///a.yaml", "x");
    let wrong = client.request("initialize", json!({ "capabilities": 3 }));
    assert_eq!(code(wrong), INVALID_PARAMS);
    let right = client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(right.unwrap()["serverInfo"]["name"], "mcpdesc");
    assert_eq!(client.finish().code(), Some(0));
}

#[test]
fn after_shutdown_only_exit_is_obeyed() {
    let mut client = Client::new("utf-8");
    client.request("shutdown", Value::Null).unwrap();
    let answer = client.about("textDocument/documentSymbol", "file:///a.yaml");
    assert_eq!(code(answer), INVALID_REQUEST);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(0));
}

#[test]
fn initializing_twice_is_refused() {
    let mut client = Client::new("utf-8");
    let again = client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(again), INVALID_REQUEST);
}

#[test]
fn a_client_that_offers_nothing_gets_utf_16() {
    let mut client = Client::start();
    let result = client.request("initialize", json!({ "capabilities": {} }));
    let encoding = &result.unwrap()["capabilities"]["positionEncoding"];
    assert_eq!(encoding, "utf-16");
    let mut client = Client::start();
    let general = json!({ "positionEncodings": ["utf-32", "utf-16", "utf-8"] });
    let params = json!({ "capabilities": { "general": general } });
    let result = client.request("initialize", params);
    let encoding = &result.unwrap()["capabilities"]["positionEncoding"];
    assert_eq!(encoding, "utf-8");
}

#[test]
fn unknown_requests_are_answered_and_unknown_notifications_ignored() {
    let mut client = Client::new("utf-8");
    client.notify("$/nothing", json!({ "a": 1 }));
    client.notify("textDocument/didSave", json!([]));
    let answer = client.request("textDocument/nothing", json!({}));
    assert_eq!(code(answer), METHOD_NOT_FOUND);
    assert_eq!(code(client.request("", Value::Null)), METHOD_NOT_FOUND);
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let mut client = Client::new("utf-8");
    client.open(DOCUMENTS[0].0, YAML);
    for params in [
        Value::Null,
        json!([]),
        json!({ "textDocument": "x" }),
        json!({ "textDocument": { "uri": 7 } }),
    ] {
        let answer = client.request("textDocument/documentSymbol", params);
        assert_eq!(code(answer), INVALID_PARAMS);
    }
    let answer = client.request("textDocument/diagnostic", json!(7));
    assert_eq!(code(answer), INVALID_PARAMS);
}

#[test]
fn a_message_that_is_no_json_rpc_is_told_so() {
    let mut client = Client::new("utf-8");
    client.send_raw(b"Content-Length: 4\r\n\r\n{\"a\"");
    assert_eq!(code(client.answer(Value::Null)), PARSE_ERROR);
    client.send(&json!([1, 2]));
    assert_eq!(code(client.answer(Value::Null)), INVALID_REQUEST);
    client.send(&json!({ "id": 77 }));
    assert_eq!(code(client.answer(77)), INVALID_REQUEST);
    client.send(&json!({ "id": 2.5, "method": "shutdown" }));
    assert_eq!(code(client.answer(2.5)), INVALID_REQUEST);
    client.send(&json!({ "id": "word", "method": "textDocument/nothing" }));
    assert_eq!(code(client.answer("word")), METHOD_NOT_FOUND);
}

#[test]
fn every_request_has_one_answer_whether_it_is_cancelled_or_not() {
    let mut client = Client::new("utf-8");
    let (uri, text) = DOCUMENTS[1];
    client.open(uri, text);
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    client.notify("$/cancelRequest", json!({ "id": "none" }));
    for version in 2..30 {
        client.change(uri, version, json!([{ "text": text }]));
        let params = json!({ "textDocument": { "uri": uri } });
        let symbols = client.ask("textDocument/documentSymbol", params.clone());
        let pull = client.ask("textDocument/diagnostic", params);
        client.notify("$/cancelRequest", json!({ "id": symbols }));
        client.notify("$/cancelRequest", json!({ "id": pull }));
        for id in [symbols, pull] {
            if let Err(error) = client.answer(id) {
                assert_eq!(error["code"], -32800, "{error}");
            }
        }
    }
    client.request("shutdown", Value::Null).unwrap();
    let answers = client.unread().filter(|it| it.get("method").is_none());
    assert_eq!(answers.collect::<Vec<_>>(), Vec::<Value>::new());
}

#[test]
fn a_request_about_a_document_that_is_not_open_is_refused() {
    let mut client = Client::new("utf-8");
    let (uri, text) = DOCUMENTS[0];
    let answer = client.about("textDocument/documentSymbol", uri);
    assert!(
        answer.unwrap_err()["message"]
            .as_str()
            .unwrap()
            .contains(uri)
    );
    client.open(uri, text);
    client.about("textDocument/documentSymbol", uri).unwrap();
    client.close(uri);
    client
        .about("textDocument/documentSymbol", uri)
        .unwrap_err();
}

#[test]
fn uris_come_back_as_the_client_writes_them() {
    let uri = "file:///日本 [1]/é😀.mcpdesc.yaml";
    let mut client = Client::start();
    let folders = json!([{ "uri": "file:///日本 [1]", "name": "日本" }]);
    let params = json!({
        "rootUri": "file:///日本 [1]",
        "workspaceFolders": folders,
        "capabilities": {},
    });
    client.request("initialize", params).unwrap();
    client.open(uri, YAML);
    assert_eq!(client.diagnostics(uri, 1), [] as [Value; 0]);
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    assert_eq!(symbols[0]["location"]["uri"], uri);
    client.close(uri);
    let cleared = client.wait_for_method("textDocument/publishDiagnostics");
    assert_eq!(cleared["params"]["uri"], uri);
}

#[test]
fn a_long_check_lets_other_requests_pass() {
    let mut tools = String::from(YAML);
    let at = tools.find("resources:").unwrap();
    let more: String = (0..20_000)
        .map(|number| format!("  - {{ name: t{number}, inputSchema: {{ type: object }} }}\n"))
        .collect();
    tools.insert_str(at, &more);
    let (large, small) = ("file:///large.mcpdesc.yaml", "file:///small.mcpdesc.yaml");
    let mut client = Client::new("utf-8");
    client.open(large, &tools);
    client.open(small, YAML);
    client.about("textDocument/documentSymbol", small).unwrap();
    let published = client.passed_over().any(|it| it["params"]["uri"] == large);
    assert!(!published, "the answer waited for the check");
    assert_eq!(client.diagnostics(large, 1), [] as [Value; 0]);
}
