//! When two documents mean the same.

use serde_json::{Value, json};

use super::equivalent;
use crate::project::valid;

fn whole() -> Value {
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-06-18", "2025-11-25"],
        "x-root": [1, 2],
        "securitySchemes": {
            "o": {"type": "openIdConnect", "openIdConnectUrl": "https://a.example"},
            "k": {"type": "apiKey", "in": "header", "name": "k"}
        },
        "security": [{"o": ["a", "b"], "k": []}, {}],
        "tags": [{"name": "a"}, {"name": "b"}],
        "components": {"schemas": {"S": {"type": "object", "maxProperties": 3}}},
        "transports": [{"type": "stdio", "command": "a"}, {"type": "stdio", "command": "b", "args": ["x", "y"]}],
        "tools": [
            {"name": "t", "inputSchema": {"$componentRef": "#/components/schemas/S"}, "tags": ["a", "b"], "x-n": {"p": null}},
            {"name": "u", "inputSchema": {"type": "object"}, "security": [], "protocolVersions": ["2025-11-25"]}
        ],
        "prompts": [{"name": "p", "arguments": [{"name": "a"}, {"name": "b"}]}]
    })
}

/// Whether the document still means the same after a change.
fn survives(change: impl Fn(&mut Value)) -> bool {
    let mut changed = whole();
    change(&mut changed);
    assert_ne!(
        changed.to_string(),
        whole().to_string(),
        "the change changes something"
    );
    let (one, other) = (valid(&whole()), valid(&changed));
    assert_eq!(equivalent(&one, &other), equivalent(&other, &one));
    equivalent(&one, &other)
}

fn reverse(value: &mut Value) {
    value.as_array_mut().unwrap().reverse();
}

fn remove(value: &mut Value, key: &str) {
    value.as_object_mut().unwrap().shift_remove(key).unwrap();
}

#[test]
fn the_order_of_what_has_none_means_nothing() {
    assert!(survives(|it| reverse(&mut it["tools"])));
    assert!(survives(|it| reverse(&mut it["transports"])));
    assert!(survives(|it| reverse(&mut it["security"])));
    assert!(survives(
        |it| it["security"][0] = json!({"k": [], "o": ["b", "a"]})
    ));
    assert!(survives(|it| reverse(&mut it["tools"][0]["tags"])));
    assert!(survives(|it| reverse(&mut it["protocolVersions"])));
    assert!(survives(
        |it| it["info"] = json!({"version": "1", "name": "s"})
    ));
}

#[test]
fn the_order_of_everything_else_counts() {
    assert!(!survives(|it| reverse(&mut it["tags"])));
    assert!(!survives(|it| reverse(&mut it["x-root"])));
    assert!(!survives(|it| reverse(&mut it["transports"][1]["args"])));
    assert!(!survives(|it| reverse(&mut it["prompts"][0]["arguments"])));
}

#[test]
fn ways_of_writing_mean_nothing() {
    assert!(survives(
        |it| it["tools"][0]["protocolVersions"] = json!(["2025-11-25", "2025-06-18"])
    ));
    assert!(survives(
        |it| it["tools"][0]["inputSchema"] = json!({"maxProperties": 3.0, "type": "object"})
    ));
    assert!(survives(
        |it| it["components"]["schemas"]["Unused"] = json!({"type": "object"})
    ));
    assert!(survives(
        |it| it["$schema"] = json!("https://mcpdesc.org/schema/mcp-description/0.8.0.json")
    ));
    assert!(survives(|it| {
        let mut half = it["tools"][0].clone();
        half["protocolVersions"] = json!(["2025-06-18"]);
        it["tools"][0]["protocolVersions"] = json!(["2025-11-25"]);
        it["tools"].as_array_mut().unwrap().push(half);
    }));
    assert!(survives(|it| {
        it["tools"][0]["inputSchema"] = it["components"]["schemas"]["S"].clone();
        remove(it, "components");
    }));
}

#[test]
fn every_value_counts() {
    assert!(!survives(|it| it["info"]["version"] = json!("2")));
    assert!(!survives(|it| it["instructions"] = json!("")));
    assert!(!survives(|it| it["components"]["x-c"] = json!(null)));
    assert!(!survives(
        |it| it["components"]["schemas"]["S"]["maxProperties"] = json!(4)
    ));
    assert!(!survives(|it| remove(&mut it["tools"][0]["x-n"], "p")));
    assert!(!survives(|it| remove(&mut it["tools"][1], "security")));
    assert!(!survives(|it| it["tools"][1]["security"] = json!([{}])));
    assert!(!survives(|it| remove(it, "security")));
    assert!(!survives(|it| remove(
        &mut it["tools"][1],
        "protocolVersions"
    )));
    assert!(!survives(|it| it["tools"][1]["deprecated"] = json!(false)));
    assert!(!survives(|it| {
        let again = it["transports"][0].clone();
        it["transports"].as_array_mut().unwrap().push(again);
    }));
    assert!(!survives(|it| {
        it["protocolVersions"]
            .as_array_mut()
            .unwrap()
            .push(json!("2026-07-28"));
    }));
}

#[test]
fn numbers_are_compared_exactly() {
    let document = |number: &str| {
        let text = format!(
            r#"{{"mcpdesc": "0.8.0", "info": {{"name": "s", "version": "1"}},
                "protocolVersions": ["2025-11-25"], "x-n": {number}}}"#
        );
        crate::document::load(&text, mcpdesc::source::Format::Json).0
    };
    for (one, other, same) in [
        ("1", "1.0", true),
        ("-0", "0e7", true),
        ("100", "1E+2", true),
        ("9007199254740993", "9007199254740992", false),
        ("1", "true", false),
        ("1", "\"1\"", false),
    ] {
        assert_eq!(
            equivalent(&document(one), &document(other)),
            same,
            "{one} {other}"
        );
    }
}
