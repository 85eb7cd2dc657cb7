//! Members with a whole value: client capabilities and security requirements.

use serde_json::{Value, json};

use super::super::client::Client;
use super::{JSON, YAML, ask, each, json_of_revisions, of_revisions};

fn tool(rest: &str) -> String {
    format!("tools:\n  - name: t\n    inputSchema: {{ type: object }}\n{rest}")
}

#[test]
fn client_requirements_are_those_of_the_revisions() {
    for (revisions, requirements, expected) in [
        (
            "2025-03-26",
            "{ ‸ }",
            &["roots", "sampling", "experimental"][..],
        ),
        (
            "2025-06-18",
            "{ ‸ }",
            &["roots", "sampling", "elicitation", "experimental"],
        ),
        (
            "2025-11-25",
            "{ ‸ }",
            &["roots", "sampling", "elicitation", "tasks", "experimental"],
        ),
        (
            "2025-11-25",
            "\n      tasks: {}\n      ‸",
            &["roots", "sampling", "elicitation", "experimental"],
        ),
        ("2025-11-25", "{ roots: { ‸ } }", &["listChanged"]),
        ("2025-11-25", "{ sampling: { ‸ } }", &["tools", "context"]),
        (
            "2025-11-25",
            "\n      elicitation:\n        ‸",
            &["form", "url"],
        ),
        ("2025-06-18", "{ elicitation: { ‸ } }", &[]),
        (
            "2025-11-25",
            "{ tasks: { ‸ } }",
            &["list", "cancel", "requests"],
        ),
        (
            "2025-11-25",
            "{ tasks: { requests: { sampling: { ‸ } } } }",
            &["createMessage"],
        ),
        ("2026-07-28", "{ roots: { ‸ } }", &[]),
        ("2026-07-28", "{ experimental: { ‸ } }", &[]),
    ] {
        let rest = tool(&format!("    clientRequirements: {requirements}\n"));
        each(YAML, &of_revisions(revisions, &rest), |client, offered| {
            offered.is(expected);
            for label in expected {
                offered.chosen_is_valid(client, label);
            }
        });
    }
}

#[test]
fn doubtful_client_requirements_come_last_and_say_why() {
    let rest = tool("    clientRequirements:\n      ‸\n");
    each(
        YAML,
        &of_revisions("2026-07-28", &rest),
        |client, offered| {
            offered.is(&[
                "elicitation",
                "extensions",
                "experimental",
                "roots",
                "sampling",
            ]);
            let text = offered.item("roots")["documentation"].as_str().unwrap();
            assert!(text.contains("Deprecated in MCP 2026-07-28"), "{text}");
            offered.chosen_is_clean(client, "elicitation");
        },
    );
    each(
        YAML,
        &of_revisions("2025-06-18, 2025-11-25", &rest),
        |_, offered| {
            assert_eq!(offered.labels().last(), Some(&"tasks"));
            let text = offered.item("tasks")["documentation"].as_str().unwrap();
            assert!(text.contains("MCP 2025-06-18, which"), "{text}");
        },
    );
    let flag = tool("    clientRequirements: { roots: { listChanged: ‸ } }\n");
    each(
        YAML,
        &of_revisions("2025-11-25", &flag),
        |client, offered| {
            offered.is(&["true", "false"]);
            offered.chosen_is_clean(client, "false");
        },
    );
}

/// Security schemes with and without scopes.
const SCHEMES: &str = "\
securitySchemes:
  key: { type: apiKey, name: X-Key, in: header }
  日: { type: http, scheme: bearer }
  login: { type: openIdConnect, openIdConnectUrl: 'https://example.com' }
";

#[test]
fn security_requirements_are_whole_as_they_are_chosen() {
    let schemes = SCHEMES.replace("日", "web");
    let places = [
        " ‸\n",
        "‸\n",
        "\n      ‸\n",
        "\n      - ‸\n",
        "\n      -‸\n",
        "\n      - k‸\n",
        "\n    - ‸\n",
        " [‸]\n",
        " [{ ‸ }]\n",
        " [{ k‸ }]\n",
    ];
    for place in places {
        let rest = format!("{}{schemes}", tool(&format!("    security:{place}")));
        each(
            YAML,
            &of_revisions("2025-11-25", &rest),
            |client, offered| {
                offered.is(&["key", "web", "login"]);
                for label in ["key", "web", "login"] {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
    let rest = format!("{schemes}security:\n  - key: []\n    ‸\n  - web: []\n");
    each(
        YAML,
        &of_revisions("2025-11-25", &rest),
        |client, offered| {
            offered.is(&["web", "login"]);
            let text = offered.chosen_is_clean(client, "login");
            assert!(
                text.contains("  - key: []\n    login: []\n  - web: []\n"),
                "{text}"
            );
        },
    );
    for place in [
        "‸",
        "[‸]",
        "[{ ‸ }]",
        "[{ \"‸\" }]",
        "[{ \"k‸ }]",
        "[\n    {\n      ‸\n    }\n  ]",
    ] {
        let rest = format!(
            r#""security": {place},
  "securitySchemes": {{ "key": {{ "type": "apiKey", "name": "X", "in": "header" }} }}"#
        );
        each(
            JSON,
            &json_of_revisions("2025-11-25", &rest),
            |client, offered| {
                let text = offered.chosen_is_clean(client, "key");
                assert!(text.contains(r#""key": []"#), "{text}");
            },
        );
    }
}

#[test]
fn the_cursor_goes_where_scopes_or_settings_can_be_written() {
    let capabilities = json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } }
    });
    let mut client = Client::with("utf-16", capabilities, Value::Null);
    let schemes = SCHEMES.replace("日", "web");
    let rest = format!("{}{schemes}", tool("    security:\n      - ‸\n"));
    let offered = ask(&mut client, YAML, &of_revisions("2025-11-25", &rest));
    assert_eq!(offered.item("login")["textEdit"]["newText"], "login: [$0]");
    assert_eq!(offered.item("login")["insertTextFormat"], 2);
    assert_eq!(offered.item("key")["textEdit"]["newText"], "key: []");
    assert_eq!(offered.item("key")["insertTextFormat"], 1);
    let rest = tool("    clientRequirements: { ‸ }\n");
    let offered = ask(&mut client, YAML, &of_revisions("2025-11-25", &rest));
    assert_eq!(offered.item("tasks")["textEdit"]["newText"], "tasks: {$0}");
    assert!(client.finish().success());
}

#[test]
fn a_key_whose_value_is_there_is_only_renamed() {
    let rest = format!(
        "{}{}",
        tool("    security:\n      - k‸ey: []\n"),
        SCHEMES.replace("日", "web")
    );
    each(
        YAML,
        &of_revisions("2025-11-25", &rest),
        |client, offered| {
            let text = offered.chosen_is_clean(client, "web");
            assert!(text.contains("      - web: []\n"), "{text}");
        },
    );
}
