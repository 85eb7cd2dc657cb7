//! Who may ask a generated server over HTTP, and for what.

use serde_json::json;

use super::client::{Session, Way, post};
use super::workshop::{BADGE, SERVED, plain_headers, serve};

#[test]
fn strange_origins_and_hosts_are_refused() {
    let (_server, address) = serve(&[]);
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    }});
    let ask = |name: &str, value: &str| {
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            (name, value),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        post(&address, &headers, &message.to_string()).status
    };
    let (_, port) = address.split_once(':').unwrap();
    assert_eq!(ask("X-None", ""), 200);
    assert_eq!(ask("Host", &format!("localhost:{port}")), 200);
    assert_eq!(ask("Origin", &format!("http://localhost:{port}")), 200);
    assert_eq!(ask("Origin", "https://evil.example.com"), 403);
    assert_eq!(ask("Origin", "null"), 403);
    assert_eq!(ask("Host", "evil.example.com"), 403);
    assert_eq!(ask("Host", &format!("evil.example.com:{port}")), 403);
    assert_eq!(ask("Host", "user@localhost"), 403);
    assert_eq!(ask("Origin", "http://localhost"), 200);
    assert_eq!(ask("Origin", "http://[::1]:9"), 200);
    assert_eq!(ask("Origin", "http://localhost:1.evil.com"), 403);
    assert_eq!(ask("Origin", "http://localhost:x"), 403);
}

#[test]
fn headers_that_contradict_the_body_are_refused() {
    let (_server, address) = serve(&[]);
    let mut session = Session::open(Way::Socket(address), "2026-07-28");
    let arguments = json!({ "name": "fetch", "arguments": { "shelf": "north", "count": 2 } });
    let mut ask = |headers: &[(&str, Option<&str>)]| {
        let (status, answer) = session.request_with("tools/call", arguments.clone(), headers);
        (status, answer["error"]["code"].clone())
    };
    let (shelf, count) = ("Mcp-Param-Shelf", "Mcp-Param-Count");
    let right = [(shelf, Some("north")), (count, Some("2"))];
    assert_eq!(ask(&right).0, 200);
    let refused = (400, json!(-32020));
    assert_eq!(ask(&[(shelf, Some("south")), (count, Some("2"))]), refused);
    assert_eq!(ask(&[(shelf, Some("north")), (count, Some("3"))]), refused);
    assert_eq!(ask(&[(count, Some("2"))]), refused);
    assert_eq!(
        ask(&[right[0], right[1], ("Mcp-Name", Some("add"))]),
        refused
    );
    assert_eq!(
        ask(&[right[0], right[1], ("Mcp-Method", Some("tools/list"))]),
        refused
    );
}

#[test]
fn a_request_is_judged_by_what_it_asks_for_and_by_nothing_else() {
    let (_server, address) = serve(&[]);
    let read = |uri: &str, name: &str| ("resources/read", json!({ "uri": uri, "name": name }));
    let part = "workshop://parts/north/M4";
    let call = json!({ "name": "inventory", "uri": part, "arguments": {} });
    let guarded = [
        read("workshop://ledger", "add"),
        read("workshop://ledger", part),
        ("tools/call", call),
    ];
    for revision in SERVED {
        let mut session = Session::open(Way::Socket(address.clone()), revision);
        for (method, params) in &guarded {
            let mut ask = |headers: &[_]| session.request_with(method, params.clone(), headers);
            assert_eq!(ask(&[]).0, 401, "{revision} {params}");
            let wrong = ("Authorization", Some("Bearer other"));
            assert_eq!(ask(&[wrong]).0, 401, "{revision} {params}");
            assert_ne!(ask(&[BADGE]).0, 401, "{revision} {params}");
        }
        for name in ["inventory", "workshop://ledger"] {
            let (method, params) = read(part, name);
            let (status, answer) = session.request_with(method, params, &[]);
            assert_eq!(status, 200, "{revision} {answer}");
            assert!(answer["result"].is_object(), "{revision} {answer}");
        }
    }
    let (method, params) = &guarded[0];
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let reply = post(&address, &plain_headers(), &json!([request]).to_string());
    let answer = &reply.message()[0];
    assert!(answer.get("result").is_none(), "{answer}");
    assert!(answer["error"].to_string().contains("401"), "{answer}");
}

#[test]
fn a_body_that_says_two_things_is_answered_as_it_is_judged() {
    let (_server, address) = serve(&[]);
    let read = |first: &str, last: &str| {
        let body = format!(
            r#"{{"jsonrpc": "2.0", "id": 1, "method": "resources/read",
                "params": {{"uri": "{first}", "uri": "{last}"}}}}"#
        );
        post(&address, &plain_headers(), &body)
    };
    let (part, guarded) = ("workshop://parts/north/M4", "workshop://ledger");
    assert_eq!(read(part, guarded).status, 401);
    let answer = read(guarded, part).message();
    assert_eq!(answer["result"]["contents"][0]["uri"], part, "{answer}");
}

#[test]
fn a_panic_in_the_decision_refuses_one_request_and_no_other() {
    let (_server, address) = serve(&[]);
    let mut session = Session::open(Way::Socket(address), "2025-11-25");
    let add = json!({ "name": "add", "arguments": { "left": 1, "right": 1 } });
    let broken = ("Authorization", Some("Bearer broken"));
    let (status, answer) = session.request_with("tools/call", add.clone(), &[broken]);
    assert_eq!(status, 500);
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(!answer.to_string().contains("it broke"), "{answer}");
    assert_eq!(session.request_with("tools/call", add, &[]).0, 200);
}
