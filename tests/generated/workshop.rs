//! The server of the tests: its description, its functions, and how it is started.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::client::{Server, Session, Way};
use super::gallery::workshop;

/// The description of the server, in the repository.
pub const DESCRIPTION: &str = "testdata/generate/workshop.mcpdesc.yaml";

pub const PIPED: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// Streamable HTTP came with 2025-03-26.
pub const SERVED: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

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
        (
            "inventory",
            "(input, context)",
            r###"let result = r##"{
            "content": [{ "type": "text", "text": "Counted." }],
            "structuredContent": { "bolts": 12 }
        }"##;
        Ok(serde_json::from_str::<rmcp::model::CallToolResult>(result)?.into())"###,
        ),
        (
            "authorize",
            "&self",
            "match access.headers.get(\"authorization\").map(|it| it.as_bytes()) {
            Some(b\"Bearer badge\") => Decision::Allow,
            Some(b\"Bearer broken\") => panic!(\"it broke\"),
            None if access.requirement.is_empty() => Decision::Allow,
            _ => Decision::Unauthorized(\"Bearer\".to_owned()),
        }",
        ),
        (
            "complete",
            "context",
            "Ok(vec![format!(\"{} {}\", completion.argument, completion.value)])",
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
pub fn projected(revision: &str, method: &str) -> Value {
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
pub fn everywhere(environment: &[(&str, &str)], check: impl Fn(&'static str, &mut Session<'_>)) {
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
pub fn serve(environment: &[(&str, &str)]) -> (Server, String) {
    let arguments = ["--listen", "127.0.0.1:0"];
    let mut server = Server::start(&workshop(), &arguments, environment);
    let line = server.logged("http://");
    let (_, rest) = line.split_once("http://").unwrap();
    let address = rest.split('/').next().unwrap().to_owned();
    (server, address)
}

/// The headers that every request over HTTP has.
pub fn plain_headers() -> [(String, String); 2] {
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    headers.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

pub fn text(result: &Value) -> &str {
    result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{result}"))
}

/// What shows that the client may do everything; over a pipe it means nothing.
pub const BADGE: (&str, Option<&str>) = ("Authorization", Some("Bearer badge"));
