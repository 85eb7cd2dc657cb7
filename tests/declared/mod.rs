//! The rules about declarations: scopes, transports, security, tags, applicability, components.

mod advice;
mod components;
mod members;
mod once;
mod properties;
mod scopes;
mod transports;
mod uses;

use mcpdesc::Report;
use mcpdesc::source::Format;
use serde_json::{Value, json};

use crate::document::load;

fn check_text(text: &str) -> Report {
    load(text, Format::Json).1
}

/// Checks a minimal document with `members` added or replaced.
fn check(revisions: &[&str], members: Value) -> Report {
    check_text(&document(revisions, members).to_string())
}

fn document(revisions: &[&str], members: Value) -> Value {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "example", "version": "1" },
        "protocolVersions": revisions,
    });
    let Value::Object(members) = members else {
        panic!("members of the root are given as an object");
    };
    document.as_object_mut().unwrap().extend(members);
    document
}

/// The findings of one rule, as `path: text`.
fn places(report: &Report, text: &str, code: &str) -> Vec<String> {
    let of_code = report.diagnostics.iter().filter(|it| it.rule.code == code);
    of_code
        .map(|it| format!("{}: {}", it.path, &text[it.span.range()]))
        .collect()
}

/// Asserts what one rule finds in a document, as `path: text` where the text is what is marked.
#[track_caller]
fn assert_found(revisions: &[&str], members: Value, code: &str, expected: &[&str]) {
    let text = document(revisions, members).to_string();
    assert_eq!(places(&check_text(&text), &text, code), expected, "{text}");
}

fn tool(name: &str, scope: &[&str]) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" }, "protocolVersions": scope })
}

fn everywhere(name: &str) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" } })
}

const OUTSIDE: &str = "protocol-scope-outside-parent";
const OVERLAP: &str = "primitive-scope-overlap";
const GAP: &str = "transport-coverage-gap";

fn reference(pointer: &str) -> Value {
    json!({ "$componentRef": format!("#/components/{pointer}") })
}

fn schemes() -> Value {
    json!({
        "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
        "basic": { "type": "http", "scheme": "basic" },
        "oidc": { "type": "openIdConnect", "openIdConnectUrl": "https://example.com/" },
        "oauth": { "type": "oauth2", "flows": {
            "implicit": { "authorizationUrl": "https://example.com/", "scopes": { "a:read": "" } },
            "clientCredentials": { "tokenUrl": "https://example.com/", "scopes": { "a:write": "" } },
        } },
    })
}
