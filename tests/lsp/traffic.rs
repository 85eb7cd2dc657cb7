//! Traffic that no editor sends: the server answers what it can and lives on.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics::{actual, expected};
use super::{DOCUMENTS, YAML};

/// The server still answers.
fn assert_alive(client: &mut Client) {
    let uri = "file:///alive.mcpdesc.yaml";
    client.open(uri, YAML);
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    assert_eq!(symbols[0]["name"], "info");
}

#[test]
fn garbage_between_the_frames_is_passed_over() {
    let mut client = Client::new("utf-8");
    for garbage in [
        &b"\x00\xff\xfe garbage\r\n\r\n"[..],
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{}{}{}\r\n",
        b"content-type: x\r\ncontent-length: 2\r\n\r\n[]",
        b"\r\n\r\n\r\n",
        &[b'x'; 100_000],
        b"\r\n",
    ] {
        client.send_raw(garbage);
    }
    assert_alive(&mut client);
}

#[test]
fn a_frame_that_ends_early_ends_the_server_only_with_the_stream() {
    let mut client = Client::new("utf-8");
    client.send_raw(b"Content-Length: 1000\r\n\r\n{\"jsonrpc\"");
    assert_eq!(client.wait_for_exit().code(), Some(1));
}

#[test]
fn deep_and_large_messages_are_survived() {
    let mut client = Client::new("utf-8");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    client.send_raw(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    client.answer(Value::Null).unwrap_err();
    let uri = "file:///deep.mcpdesc.json";
    client.open(uri, &deep);
    assert_eq!(client.diagnostics(uri, 1)[0]["code"], "limit-exceeded");
    let long = format!("x: '{}'\n", "é".repeat(2_000_000));
    client.open("file:///long.mcpdesc.yaml", &long);
    assert!(
        !client
            .diagnostics("file:///long.mcpdesc.yaml", 1)
            .is_empty()
    );
    assert_alive(&mut client);
}

#[test]
fn changes_out_of_order_or_without_sense_are_survived() {
    let mut client = Client::new("utf-16");
    let (uri, text) = DOCUMENTS[0];
    client.change(uri, 1, json!([{ "text": "x" }]));
    client.close(uri);
    client.open(uri, "a");
    client.open(uri, text);
    for range in [
        json!({ "start": { "line": 4_000_000_000_u32, "character": 9 }, "end": { "line": 0, "character": 0 } }),
        json!({ "start": { "line": 1, "character": 4_294_967_295_u32 }, "end": { "line": 1, "character": 0 } }),
        json!({ "start": { "line": -1, "character": 0 }, "end": { "line": 1, "character": 0 } }),
        json!({ "start": { "line": 1e300, "character": 0 }, "end": {} }),
        json!("range"),
    ] {
        client.change(uri, -5, json!([{ "range": range, "text": "x" }]));
    }
    client.change(uri, 9, json!([]));
    client.change(uri, 9, json!({}));
    client.change(
        uri,
        9,
        json!([{ "text": text }, { "range": null, "text": text }]),
    );
    let shown = client.diagnostics(uri, 9);
    assert_eq!(actual(&client, text, &shown), expected(uri, text, &[]));
    client.close(uri);
    client.close(uri);
    assert_alive(&mut client);
}

/// Any JSON of a few levels.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "uri",
        "textDocument",
        "position",
        "line",
        "character",
        "id",
        "text",
        "version",
        "é😀",
        "file:///a/notes.mcpdesc.yaml",
        "contentChanges",
        "range",
        "start",
        "end",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((words.clone(), inner), 0..6)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// A range that may lie anywhere, in or out of the text.
fn any_range() -> impl Strategy<Value = Value> {
    let number = prop_oneof![4 => 0..30_u32, 1 => any::<u32>()];
    [number.clone(), number.clone(), number.clone(), number].prop_map(|[a, b, c, d]| {
        json!({
            "start": { "line": a, "character": b },
            "end": { "line": c, "character": d },
        })
    })
}

fn any_message() -> impl Strategy<Value = Value> {
    let methods = prop::sample::select(vec![
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/selectionRange",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/diagnostic",
        "workspace/didChangeConfiguration",
        "$/cancelRequest",
        "initialize",
        "initialized",
        "nothing",
    ]);
    let uri = DOCUMENTS[0].0;
    let edit = (any_range(), "\\PC{0,6}|[\r\n]{1,3}|😀").prop_map(move |(range, text)| {
        json!({
            "method": "textDocument/didChange",
            "params": {
                "textDocument": { "uri": uri, "version": 3 },
                "contentChanges": [{ "range": range, "text": text }],
            },
        })
    });
    let place = (any_range(), 1000..9000).prop_map(move |(range, id)| {
        json!({
            "id": id,
            "method": "textDocument/selectionRange",
            "params": { "textDocument": { "uri": uri }, "positions": [range["start"], range["end"]] },
        })
    });
    let wild =
        (methods, any_json(), prop::option::of(any_json())).prop_map(|(method, params, id)| {
            let mut message = json!({ "method": method, "params": params });
            if let Some(id) = id {
                message["id"] = id;
            }
            message
        });
    prop_oneof![3 => edit, 2 => place, 2 => wild, 1 => any_json()]
}

proptest! {
    #![proptest_config(crate::shared::random(24))]

    #[test]
    fn random_messages_are_survived(messages in prop::collection::vec(any_message(), 1..60)) {
        let mut client = Client::new("utf-16");
        client.open(DOCUMENTS[0].0, YAML);
        for message in messages {
            client.send(&message);
        }
        assert_alive(&mut client);
        prop_assert_eq!(client.finish().code(), Some(0));
    }

    #[test]
    fn edits_leave_the_text_that_they_describe(
        edits in prop::collection::vec((any_place(), any_place(), "\\PC{0,4}|[\r\n]{1,2}|😀é"), 1..20),
        utf_8 in any::<bool>(),
    ) {
        let uri = "file:///edits.mcpdesc.yaml";
        let mut text = "a😀b\r\n日本\re\u{301}\n".to_owned();
        let mut client = Client::new(if utf_8 { "utf-8" } else { "utf-16" });
        client.open(uri, &text);
        let mut version = 1;
        for (from, to, new) in edits {
            let [from, to] = [from, to].map(|it| boundary(&text, it));
            let (start, end) = (from.min(to), from.max(to));
            let range = json!({
                "start": client.position(&text, start),
                "end": client.position(&text, end),
            });
            version += 1;
            client.change(uri, version, json!([{ "range": range, "text": new }]));
            text.replace_range(start..end, &new);
        }
        let shown = client.diagnostics(uri, version);
        prop_assert_eq!(actual(&client, &text, &shown), expected(uri, &text, &[]));
    }
}

fn any_place() -> impl Strategy<Value = prop::sample::Index> {
    any::<prop::sample::Index>()
}

/// The start of some character that no CRLF hides from editors.
fn boundary(text: &str, index: prop::sample::Index) -> usize {
    let mut at = index.index(text.len() + 1);
    while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}
