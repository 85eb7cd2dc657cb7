//! A generated server, started and asked, in every revision and over every transport.

use std::fs;
#[cfg(unix)]
use std::io::Write as _;
#[cfg(unix)]
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Server, Session, Way, post};
use super::gallery::workshop;

/// The description of the server, in the repository.
pub const DESCRIPTION: &str = "testdata/generate/workshop.mcpdesc.yaml";

const PIPED: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// Streamable HTTP came with 2025-03-26.
const SERVED: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

const LISTS: [&str; 4] = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
];

/// Writes some functions of the workshop, as a developer would.
pub fn write_functions(handlers: &Path) {
    let mut text = fs::read_to_string(handlers).unwrap();
    for (name, unused, body) in [
        (
            "add",
            "context",
            "Ok(types::add::Output { sum: i64::from(input.left + input.right) })",
        ),
        (
            "add_v2024_11_05",
            "context",
            "Ok((input.left + input.right).to_string().into())",
        ),
        (
            "weigh",
            "(input, context)",
            "Ok(types::weigh::Output { grams: 101 })",
        ),
        ("drop_it", "(input, context)", "panic!(\"it broke\")"),
        (
            "type_",
            "(input, context)",
            "Err(Error::new(\"nobody knows this part\"))",
        ),
        (
            "read_part",
            "context",
            "let types::read_part::Variables { shelf, part, size } = variables;
        Ok(format!(\"{shelf}/{part}/{size:?}\").into())",
        ),
        (
            "prompt_advise",
            "context",
            "Ok(format!(\"How do I {}?\", arguments.job).into())",
        ),
    ] {
        let head = text
            .find(&format!("    async fn {name}("))
            .unwrap_or_else(|| panic!("{name}"));
        let start = head + text[head..].find("        let _ =").unwrap();
        let end = start + text[start..].find("\n    }\n").unwrap();
        text.replace_range(
            start..end,
            &format!("        let _ = {unused};\n        {body}"),
        );
    }
    fs::write(handlers, text).unwrap();
}

/// What `mcpdesc project` says that a server answers.
fn projected(revision: &str, method: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_mcpdesc"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "project",
            DESCRIPTION,
            "--protocol",
            revision,
            "--as",
            method,
        ])
        .output()
        .unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs `check` in every revision and over every transport.
fn everywhere(environment: &[(&str, &str)], check: impl Fn(&'static str, &mut Session<'_>)) {
    for revision in PIPED {
        let mut server = Server::start(&workshop(), &[], environment);
        check(
            revision,
            &mut Session::open(Way::Pipe(&mut server), revision),
        );
    }
    let (_server, address) = serve(environment);
    for revision in SERVED {
        check(
            revision,
            &mut Session::open(Way::Socket(address.clone()), revision),
        );
    }
}

/// The server over HTTP and its address.
fn serve(environment: &[(&str, &str)]) -> (Server, String) {
    let arguments = ["--listen", "127.0.0.1:0"];
    let mut server = Server::start(&workshop(), &arguments, environment);
    let line = server.logged("http://");
    let (_, rest) = line.split_once("http://").unwrap();
    let address = rest.split('/').next().unwrap().to_owned();
    (server, address)
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{result}"))
}

#[test]
fn lists_are_those_of_the_description() {
    everywhere(&[], |revision, session| {
        for method in LISTS {
            let expected = projected(revision, method);
            let capability = method.split('/').next().unwrap();
            let says = if revision == "2026-07-28" {
                "server/discover"
            } else {
                "initialize"
            };
            let is_offered = projected(revision, says)["capabilities"]
                .get(capability)
                .is_some();
            assert!(is_offered, "{revision} {method}");
            assert_eq!(
                session.result(method, json!({})),
                expected,
                "{revision} {method}"
            );
        }
    });
}

#[test]
fn the_server_says_of_itself_what_the_description_says() {
    everywhere(&[], |revision, session| {
        let method = if revision == "2026-07-28" {
            "server/discover"
        } else {
            "initialize"
        };
        assert_eq!(session.greeting, projected(revision, method), "{revision}");
    });
}

#[test]
fn functions_answer_in_the_form_of_the_revision() {
    everywhere(&[], |revision, session| {
        let result = session.call("add", json!({ "left": 2, "right": 40 }));
        assert_ne!(result["isError"], true, "{result}");
        if revision < "2025-06-18" {
            assert_eq!(text(&result), "42");
            assert!(result.get("structuredContent").is_none(), "{result}");
        } else {
            assert_eq!(result["structuredContent"], json!({ "sum": 42 }));
            let doubled: Value = serde_json::from_str(text(&result)).unwrap();
            assert_eq!(doubled, result["structuredContent"]);
        }
        let is_complete = result.get("resultType") == Some(&json!("complete"));
        assert_eq!(is_complete, revision == "2026-07-28", "{result}");

        let result = session.call("type", json!({}));
        assert_eq!(result["isError"], true);
        assert!(text(&result).contains("nobody knows this part"), "{result}");

        let uri = "workshop://parts/north%20wall/M4?size=long";
        let read = session.result("resources/read", json!({ "uri": uri }));
        let contents = &read["contents"][0];
        assert_eq!(contents["uri"], uri);
        assert_eq!(contents["mimeType"], "text/plain");
        assert_eq!(contents["text"], "north wall/M4/Some(\"long\")");

        let prompt = json!({ "name": "advise", "arguments": { "job": "saw" } });
        let prompt = session.result("prompts/get", prompt);
        let message = &prompt["messages"][0];
        assert_eq!(message["role"], "user");
        assert_eq!(
            message["content"],
            json!({ "type": "text", "text": "How do I saw?" })
        );
    });
}

#[test]
fn arguments_that_do_not_fit_come_back_with_a_text_that_helps() {
    everywhere(&[], |_, session| {
        for (arguments, said) in [
            (json!({ "text": 5 }), &["/text", "string"][..]),
            (json!({}), &["text", "required"]),
            (json!({ "text": "M4", "size": 1 }), &["size", "colour"]),
            (json!({ "text": "M4 by twenty" }), &["/text", "8"]),
            (json!({ "text": "" }), &["/text", "1"]),
            (
                json!({ "text": "M4", "colour": "green" }),
                &["/colour", "red"],
            ),
            (json!({ "text": "M4", "copies": 0 }), &["/copies", "1"]),
            (
                json!({ "text": "M4", "copies": 1.5 }),
                &["/copies", "integer"],
            ),
            (json!({ "text": null }), &["/text", "string"]),
        ] {
            let result = session.call("label", arguments.clone());
            assert_eq!(result["isError"], true, "{arguments}");
            for part in said {
                assert!(text(&result).contains(part), "{arguments}: {result}");
            }
        }
        let result = session.call("label", json!({ "text": "M4", "copies": 1e30 }));
        assert_eq!(result["isError"], true);
        assert!(text(&result).contains("copies: "), "{result}");
        for copies in [json!(1.0), json!(1e18), json!(1e19)] {
            let result = session.call("label", json!({ "text": "M4", "copies": copies }));
            assert_eq!(result["isError"], true);
            assert!(text(&result).contains("not implemented"), "{result}");
        }
    });
}

#[test]
fn unknown_names_are_the_protocol_error_of_the_revision() {
    everywhere(&[], |revision, session| {
        let tool = json!({ "name": "none", "arguments": {} });
        assert_eq!(session.error("tools/call", tool)["code"], -32602);
        let prompt = json!({ "name": "none" });
        assert_eq!(session.error("prompts/get", prompt)["code"], -32602);
        let missing = json!({ "name": "advise", "arguments": { "skill": "none" } });
        let error = session.error("prompts/get", missing);
        assert_eq!(error["code"], -32602);
        assert!(
            error["message"].as_str().unwrap().contains("job"),
            "{error}"
        );
        let resource = json!({ "uri": "workshop://none" });
        let code = if revision == "2026-07-28" {
            -32602
        } else {
            -32002
        };
        assert_eq!(
            session.error("resources/read", resource)["code"],
            code,
            "{revision}"
        );
        assert_eq!(session.error("nothing/known", json!({}))["code"], -32601);
        // What another revision has is unknown in this one.
        if revision != "2026-07-28" {
            let tool = json!({ "name": "fetch", "arguments": { "shelf": "north" } });
            assert_eq!(session.error("tools/call", tool)["code"], -32602);
        }
    });
}

#[test]
fn a_result_that_the_schema_forbids_does_not_reach_the_client() {
    everywhere(&[], |revision, session| {
        if revision < "2025-06-18" {
            return;
        }
        let error = session.error("tools/call", json!({ "name": "weigh", "arguments": {} }));
        assert_eq!(error["code"], -32603);
        assert!(!error.to_string().contains("101"), "{error}");
    });
}

#[test]
fn a_panic_fails_one_request_and_no_other() {
    everywhere(&[], |_, session| {
        let error = session.error("tools/call", json!({ "name": "drop-it", "arguments": {} }));
        assert_eq!(error["code"], -32603);
        assert!(!error.to_string().contains("it broke"), "{error}");
        let result = session.call("add", json!({ "left": 1, "right": 1 }));
        assert_ne!(result["isError"], true);
    });
}

#[test]
fn examples_of_the_description_answer_on_demand() {
    everywhere(&[("MCPDESC_EXAMPLES", "1")], |revision, session| {
        let complete = |mut result: Value| {
            if revision == "2026-07-28" {
                result["resultType"] = "complete".into();
            }
            result
        };
        if revision >= "2025-11-25" {
            let result = session.call("label", json!({ "text": "M4" }));
            let content = json!([{ "type": "text", "text": "Printed M4." }]);
            assert_eq!(result["content"], content);
            assert_ne!(result["isError"], true);
        }
        if revision == "2025-11-25" {
            let arguments = json!({ "copies": 2, "colour": "red", "text": "M5" });
            let result = session.call("label", arguments);
            let content = json!([{ "type": "text", "text": "Printed M5 twice in red." }]);
            assert_eq!(result["content"], content);
        }
        if revision == "2026-07-28" {
            let arguments =
                json!({ "name": "fetch", "arguments": { "shelf": "north", "count": 1 } });
            let headers = [
                ("Mcp-Param-Shelf", Some("north")),
                ("Mcp-Param-Count", Some("1")),
            ];
            let (_, answer) = session.request_with("tools/call", arguments, &headers);
            assert_eq!(text(&answer["result"]), "Here it is.");
            let greeting = session.result("prompts/get", json!({ "name": "greet" }));
            let messages = json!([{
                "role": "user",
                "content": { "type": "text", "text": "Good morning." },
            }]);
            assert_eq!(greeting, complete(json!({ "messages": messages })));
        }
        let other = session.call("label", json!({ "text": "M6" }));
        assert_eq!(other["isError"], true);
        assert!(text(&other).contains("not implemented"), "{other}");
        let written = session.call("add", json!({ "left": 1, "right": 1 }));
        assert_ne!(written["isError"], true);
    });
}

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
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
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
fn a_request_that_never_ends_does_not_keep_the_server() {
    let (mut server, address) = serve(&[]);
    let mut slow = TcpStream::connect(&address).unwrap();
    let half = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
    slow.write_all(half.as_bytes()).unwrap();
    Session::open(Way::Socket(address), "2025-11-25");
    server.interrupt();
    assert_eq!(server.ended().code(), Some(0));
}
