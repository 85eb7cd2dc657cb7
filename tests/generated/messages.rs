//! How a generated server takes messages, whatever they are, and how it ends.

#[cfg(unix)]
use std::io::{BufRead as _, BufReader, Write as _};
#[cfg(unix)]
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::{Server, Session, Way, post};
use super::gallery::workshop;
use super::workshop::{plain_headers, serve};

#[test]
fn a_revision_that_is_not_served_is_refused() {
    let mut server = Server::start(&workshop(), &[], &[]);
    server.write(&json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "1999-01-01",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    }));
    // A server answers with the newest revision it has that begins like this.
    let answer = server.read();
    assert_eq!(
        answer["result"]["protocolVersion"], "2025-11-25",
        "{answer}"
    );
}

#[test]
fn a_beginning_that_cannot_be_read_says_why() {
    let start = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    let check = |answer: &Value| {
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let said = answer["error"]["message"].as_str().unwrap();
        assert!(
            said.contains("`initialize`") && said.contains("protocolVersion"),
            "{said}"
        );
    };
    let mut server = Server::start(&workshop(), &[], &[]);
    server.write(&start);
    check(&server.read());
    Session::open(Way::Pipe(&mut server), "2025-11-25");

    let (_server, address) = serve(&[]);
    let reply = post(&address, &plain_headers(), &start.to_string());
    assert_eq!(reply.status, 400);
    check(&reply.message());
}

#[test]
fn a_line_that_cannot_be_read_is_answered_and_ends_nothing() {
    let mut server = Server::start(&workshop(), &[], &[]);
    // Before anything was asked, there is nothing to notify of.
    server.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    for line in [
        "no JSON".to_owned(),
        r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": 1e999}}"#.to_owned(),
        format!("{}{}", "[".repeat(500), "]".repeat(500)),
    ] {
        server.write_line(&line);
        let answer = server.read();
        assert_eq!(answer["error"]["code"], -32700, "{line}: {answer}");
        assert_eq!(answer["id"], Value::Null);
    }
    server.write_line(r#"{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": []}"#);
    let answer = server.read();
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(answer["id"], 7);
    let mut session = Session::open(Way::Pipe(&mut server), "2025-06-18");
    session.result("tools/list", json!({}));
}

#[test]
fn messages_that_come_together_are_answered_together() {
    let ping = |id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let notice = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let start = json!({"jsonrpc": "2.0", "id": 9, "method": "initialize", "params": {}});
    let batch = json!([ping(5), notice, 3, start, ping(6)]);
    let check = |answers: &Value| {
        let answers = answers.as_array().unwrap();
        let found = |id: Value| answers.iter().find(|it| it["id"] == id).unwrap();
        assert_eq!(answers.len(), 4, "{answers:?}");
        assert_eq!(found(json!(5))["result"], json!({}));
        assert_eq!(found(json!(6))["result"], json!({}));
        assert_eq!(found(json!(9))["error"]["code"], -32600);
        assert_eq!(found(Value::Null)["error"]["code"], -32600);
    };

    let mut server = Server::start(&workshop(), &[], &[]);
    drop(Session::open(Way::Pipe(&mut server), "2025-03-26"));
    server.write(&batch);
    check(&server.read());
    server.write(&json!([]));
    assert_eq!(server.read()["error"]["code"], -32600);

    let (_server, address) = serve(&[]);
    let headers = plain_headers();
    check(&post(&address, &headers, &batch.to_string()).message());
    for refused in ["[]", "no JSON"] {
        assert_eq!(post(&address, &headers, refused).status, 400, "{refused}");
    }
    // What is refused alone is refused among others.
    let accepts_nothing = [headers[0].clone()];
    let reply = post(&address, &accepts_nothing, &json!([ping(5)]).to_string());
    let answer = &reply.message()[0];
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
}

#[test]
fn the_end_of_the_input_ends_the_server() {
    let mut server = Server::start(&workshop(), &[], &[]);
    Session::open(Way::Pipe(&mut server), "2025-11-25");
    server.close_input();
    assert_eq!(server.ended().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_without_an_error() {
    let mut server = Server::start(&workshop(), &[], &[]);
    Session::open(Way::Pipe(&mut server), "2025-11-25");
    server.interrupt();
    assert_eq!(server.ended().code(), Some(0));

    let (mut server, address) = serve(&[]);
    Session::open(Way::Socket(address), "2025-11-25");
    server.interrupt();
    assert_eq!(server.ended().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_subscription_ends_with_a_last_word() {
    let listen = json!({
        "jsonrpc": "2.0", "id": 5, "method": "subscriptions/listen",
        "params": {
            "notifications": { "promptsListChanged": true },
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let mut server = Server::start(&workshop(), &[], &[]);
    server.write(&listen);
    assert!(
        server.read()["method"]
            .as_str()
            .unwrap()
            .ends_with("acknowledged")
    );
    server.interrupt();
    let last = server.read();
    assert_eq!(
        (&last["id"], last["result"].is_object()),
        (&json!(5), true),
        "{last}"
    );
    assert_eq!(server.ended().code(), Some(0));

    let (mut server, address) = serve(&[]);
    let mut client = TcpStream::connect(&address).unwrap();
    let body = listen.to_string();
    let headers = plain_headers().map(|(name, value)| format!("{name}: {value}\r\n"));
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n\
         Content-Length: {}\r\n\r\n{body}",
        headers.concat(),
        body.len()
    );
    client.write_all(request.as_bytes()).unwrap();
    let mut lines = BufReader::new(client).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("acknowledged")));
    server.interrupt();
    assert!(lines.any(|line| line.contains("\"result\"")));
    assert_eq!(server.ended().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_request_that_never_ends_does_not_keep_the_server() {
    let (mut server, address) = serve(&[]);
    let mut slow = TcpStream::connect(&address).unwrap();
    let half = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
    slow.write_all(half.as_bytes()).unwrap();
    Session::open(Way::Socket(address), "2025-11-25");
    server.interrupt();
    assert_eq!(server.ended().code(), Some(0));
}
