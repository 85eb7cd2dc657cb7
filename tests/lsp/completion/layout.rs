//! Keys, in the style of the text around them.

use serde_json::{Value, json};

use super::super::client::Client;
use super::{JSON, YAML, ask, each, json_tools, yaml};

#[test]
fn the_root_offers_what_it_lacks_and_what_it_needs_first() {
    each(YAML, "mcpdesc: 0.8.0\ntools: []\n‸", |_, offered| {
        assert_eq!(offered.labels()[..2], ["info", "protocolVersions"]);
        offered.has(&["resources", "prompts"]);
        offered.lacks(&["mcpdesc", "tools", "name"]);
    });
    each(YAML, "‸", |_, offered| offered.has(&["mcpdesc", "info"]));
    each(YAML, "# a comment\n\n‸", |_, offered| {
        offered.has(&["mcpdesc"])
    });
    each(JSON, "{\"‸", |_, offered| {
        offered.has(&["mcpdesc", "info"])
    });
    each(JSON, "{‸", |_, offered| offered.has(&["mcpdesc", "info"]));
    each(
        JSON,
        "{\n  \"mcpdesc\": \"0.8.0\",\n  ‸\n}",
        |client, offered| {
            assert_eq!(offered.labels()[..2], ["info", "protocolVersions"]);
            let text = offered.chosen(client, "info");
            assert!(text.contains("\"info\": \n}"), "{text}");
        },
    );
}

#[test]
fn an_unfinished_key_is_replaced() {
    yaml("instr‸", |client, offered| {
        let text = offered.chosen_is_valid(client, "instructions");
        assert!(text.ends_with("\ninstructions: "), "{text}");
    });
    yaml(
        "tools:\n  - na‸\n    inputSchema: { type: object }\n",
        |client, offered| {
            offered.lacks(&["inputSchema"]);
            let text = offered.chosen(client, "name");
            assert!(text.contains("  - name: \n    inputSchema"), "{text}");
        },
    );
    yaml(
        "tools:\n  - na‸: 日本\n    inputSchema: { type: object }\n",
        |client, offered| {
            let text = offered.chosen_is_valid(client, "name");
            assert!(text.contains("- name: 日本\n"), "{text}");
        },
    );
}

#[test]
fn block_style_is_kept() {
    yaml(
        "tools:\n  - name: a\n    ‸\n    title: 😀\n",
        |client, offered| {
            offered.lacks(&["name", "title"]);
            let text = offered.chosen(client, "description");
            assert!(text.contains("\n    description: \n    title"), "{text}");
            let text = offered.chosen(client, "annotations");
            assert!(
                text.contains("\n    annotations:\n      \n    title"),
                "{text}"
            );
            let text = offered.chosen(client, "elicitations");
            assert!(text.contains("\n    elicitations:\n      - \n"), "{text}");
        },
    );
    yaml(
        "tools:\n  - name: a\n    annotations:\n      ‸",
        |_, offered| {
            offered.has(&["readOnlyHint", "title"]);
            offered.lacks(&["name", "inputSchema"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    annotations:\n      title: b\n    ‸",
        |_, offered| {
            offered.has(&["inputSchema"]);
            offered.lacks(&["readOnlyHint", "annotations"]);
        },
    );
    yaml("tools:\n- name: a\n  ‸\n", |_, offered| {
        offered.has(&["inputSchema"])
    });
    yaml("tools:\n  -‸", |client, offered| {
        let text = offered.chosen(client, "name");
        assert!(text.ends_with("  - name: "), "{text}");
    });
}

#[test]
fn nothing_is_offered_in_text_and_comments() {
    for text in [
        "instructions: |\n  Some ‸text\n",
        "instructions: a # com‸ment\n",
        "# com‸ment\n",
        "instructions: 'two\n  li‸nes'\n",
        "tools:\n  - name: a\n     ‸\n",
    ] {
        yaml(text, |_, offered| offered.is(&[]));
    }
}

#[test]
fn flow_style_is_kept() {
    yaml("tools:\n  - { name: a, ‸ }\n", |client, offered| {
        offered.lacks(&["name"]);
        let text = offered.chosen(client, "title");
        assert!(text.contains("{ name: a, title:  }"), "{text}");
    });
    yaml(
        "tools:\n  - { na‸ inputSchema: {} }\n",
        |client, offered| {
            offered.lacks(&["inputSchema"]);
            let text = offered.chosen(client, "name");
            assert!(text.contains("{ name: , inputSchema: {} }"), "{text}");
        },
    );
    yaml(
        "tools:\n  - { name: a, annotations: { ‸\nresources:\n  - { uri: 'a:b', name: c }\n",
        |_, offered| {
            offered.has(&["readOnlyHint"]);
        },
    );
    yaml("transports: [{ type: ‸ }]\n", |client, offered| {
        offered.is(&["streamable-http", "stdio", "sse"]);
        assert!(offered.chosen(client, "stdio").contains("{ type: stdio }"));
    });
    yaml(
        "transports: [{ ‸url: 'https://example.com', type: streamable-http }]\n",
        |client, offered| {
            let text = offered.chosen(client, "security");
            assert!(text.contains("[{ security: "), "{text}");
            offered.lacks(&["command", "type"]);
        },
    );
}

#[test]
fn json_gets_its_quotes_and_commas() {
    let cases = [
        (r#"[{ "name": "a" ‸}]"#, r#"[{ "name": "a", "title": }]"#),
        (r#"[{ "name": "a", ‸ }]"#, r#"[{ "name": "a", "title":  }]"#),
        (
            r#"[{ "name": "a", "‸" }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "name": "a", "ti‸ }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "name": "a", ti‸ }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "ti‸": "x", "name": "a" }]"#,
            r#"[{ "title": "x", "name": "a" }]"#,
        ),
        (
            r#"[{ "ti‸, "name": "a" }]"#,
            r#"[{ "title": , "name": "a" }]"#,
        ),
    ];
    for (marked, expected) in cases {
        each(JSON, &json_tools(marked), |client, offered| {
            offered.lacks(&["name"]);
            let text = offered.chosen(client, "title");
            assert_eq!(text, json_tools(expected), "for {marked}");
        });
    }
    let tags =
        json_tools(r#"[{ "name": "a", "tags": ["other" ‸], "inputSchema": {"type": "object"} }]"#);
    each(JSON, &tags, |client, offered| {
        offered.is(&["日本語"]);
        let text = offered.chosen_is_valid(client, "日本語");
        assert!(text.contains(r#"["other", "日本語"]"#), "{text}");
    });
}

#[test]
fn snippets_of_keys_are_for_clients_that_know_them() {
    let capabilities = json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } }
    });
    let mut client = Client::with("utf-16", capabilities, Value::Null);
    let offered = ask(&mut client, JSON, &json_tools(r#"[{ "name": "a", "‸" }]"#));
    assert_eq!(
        offered.item("title")["textEdit"]["newText"],
        r#""title": "$0""#
    );
    assert_eq!(offered.item("title")["insertTextFormat"], 2);
    let marked = json_tools(r#"[{ "name": "a", "inputSchema": { "type": "object", "$‸" } }]"#);
    let offered = ask(&mut client, JSON, &marked);
    assert_eq!(
        offered.item("$defs")["textEdit"]["newText"],
        r#""\$defs": {$0}"#
    );
    assert!(client.finish().success());
}

#[test]
fn no_two_edits_of_an_item_are_at_one_place() {
    for (marked, label, expected) in [
        (
            r#"[{"name":"a","tags":["other"]‸}]"#,
            "title",
            r#""tags":["other"],"title": }]"#,
        ),
        (r#"[{"name":"a"}‸]"#, "Tool", r#"[{"name":"a"},{"#),
    ] {
        each(JSON, &json_tools(marked), |client, offered| {
            let item = offered.item(label);
            let word = &item["textEdit"]["range"];
            for other in item["additionalTextEdits"].as_array().into_iter().flatten() {
                assert_ne!(other["range"]["end"], word["start"], "{item}");
            }
            let text = offered.chosen(client, label).replace("\n    ", "");
            assert!(text.contains(expected), "{text}");
        });
    }
}

#[test]
fn nothing_is_offered_behind_a_tab_that_indents() {
    for line in ["\tdes‸", "  \tdes‸", "\t‸", "    \t‸"] {
        let text = format!("tools:\n  - name: t\n{line}\n");
        yaml(&text, |_, offered| offered.is(&[]));
    }
    yaml("tools:\n  - name: t\n\tdes\n    tit‸\n", |_, offered| {
        offered.has(&["title"]);
    });
}

#[test]
fn the_keys_of_an_object_can_be_written_below_its_own() {
    let tool = "tools:\n  - name: t\n    inputSchema: { type: object }\n    annotations:";
    for gap in [" ‸", "‸", " ‸\n", " rea‸"] {
        let text = format!("{tool}{gap}\ntags:\n  - name: a\n");
        yaml(&text, |client, offered| {
            let text = offered.chosen(client, "title");
            let lines: Vec<_> = text.lines().map(str::trim_end).collect();
            let at = lines.iter().position(|it| *it == "    annotations:");
            assert_eq!(lines[at.unwrap() + 1], "      title:", "{text}");
        });
    }
    yaml("tools:\n  - name: t\n    execution: ‸\n", |_, offered| {
        offered.is(&["taskSupport"]);
    });
    yaml("components: ‸\n", |client, offered| {
        let text = offered.chosen(client, "schemas");
        assert!(text.ends_with("\n  schemas:\n    \n"), "{text:?}");
    });
    yaml(
        "tools:\n  - clientRequirements: ‸\n",
        |client, offered| {
            let text = offered.chosen(client, "sampling");
            assert!(text.contains("\n      sampling: {"), "{text:?}");
        },
    );
    yaml("components: ‸\n  schemas: {}\n", |_, offered| {
        offered.lacks(&["schemas", "toolExamples"]);
    });
}
