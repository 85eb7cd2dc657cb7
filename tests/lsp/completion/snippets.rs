//! Whole values, valid as they are inserted.

use super::{HEAD, JSON, YAML, each, json_tools, yaml};

#[test]
fn snippets_are_valid_as_inserted() {
    let blocks = [
        ("tools:\n  - ‸\n", "Tool"),
        ("tools:\n  ‸\n", "Tool"),
        ("tools: ‸\n", "Tool"),
        ("tools: [‸]\n", "Tool"),
        (
            "tools:\n  - { name: new-tool, inputSchema: { type: object } }\n  - ‸\n",
            "Tool",
        ),
        (
            "tools:\n  - { name: new-tool, inputSchema: { type: object } }\n  ‸\n",
            "Tool",
        ),
        (
            "tools:\n- name: new-tool\n  inputSchema: { type: object }\n- ‸\n",
            "Tool",
        ),
        ("resources:\n  - ‸\n", "Resource"),
        (
            "resources:\n  - uri: a:b\n    name: c\n  ‸\n  - uri: a:c\n    name: d\n",
            "Resource",
        ),
        ("resourceTemplates:\n  - ‸\n", "Resource Template"),
        ("prompts:\n  - ‸\n", "Prompt"),
        ("prompts: [‸]\n", "Prompt"),
        ("transports:\n  - ‸\n", "stdio transport"),
        ("transports:\n  - ‸\n", "Streamable HTTP transport"),
        ("tags:\n  - ‸\n", "Tag"),
        ("tools:\n  - name: a\n    inputSchema: ‸\n", "object schema"),
        (
            "resources:\n  - uri: a:b\n    name: c\n    mimeType: text/plain\n    examples:\n      ‸\n",
            "Resource example",
        ),
        (
            "resourceTemplates:\n  - uriTemplate: 'a://{x}/{+y}{/z}'\n    name: c\n    examples:\n      ‸\n",
            "Resource Template example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本, required: true }]\n    examples:\n      e:\n        ‸\n",
            "Prompt example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本, required: true }]\n    examples: { ‸ }\n",
            "Prompt example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本 }]\n    completionExamples:\n      ‸\n",
            "Completion example",
        ),
        (
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: { type: string }, n: { type: integer, minimum: 3 } }\n      required: [日, n]\n    examples:\n      ‸\n",
            "Tool example",
        ),
        (
            "tools:\n  - name: a\n    inputSchema: { type: object }\n    examples:\n      example:\n        input: {}\n        result: { content: [] }\n      ‸\n",
            "Tool example",
        ),
    ];
    let modern = HEAD.replace("[2025-06-18, 2025-11-25]", "[2026-07-28]");
    for head in [HEAD, &modern] {
        for (marked, label) in blocks {
            // What is there already would not do for the newest revision.
            if head != HEAD && marked.contains("content: []") {
                continue;
            }
            each(YAML, &format!("{head}{marked}"), |client, offered| {
                offered.chosen_is_valid(client, label);
            });
        }
    }
}

#[test]
fn snippets_are_valid_in_json_too() {
    for (marked, label) in [
        ("[‸]", "Tool"),
        ("[\n    ‸\n  ]", "Tool"),
        (
            r#"[{ "name": "new-tool", "inputSchema": { "type": "object" } } ‸]"#,
            "Tool",
        ),
        (
            r#"[‸{ "name": "new-tool", "inputSchema": { "type": "object" } }]"#,
            "Tool",
        ),
        ("‸", "Tool"),
        (
            r#"[{ "name": "日", "inputSchema": { "type": "object" }, "examples": { ‸ } }]"#,
            "Tool example",
        ),
        (
            r#"[{ "name": "日", "inputSchema": { "type": "object" }, "examples": { "e": ‸ } }]"#,
            "Tool example",
        ),
        (
            r#"[{ "name": "日", "examples": { "e": ‸ }, "inputSchema": { "type": "object" } }]"#,
            "Tool example",
        ),
    ] {
        each(JSON, &json_tools(marked), |client, offered| {
            offered.chosen_is_valid(client, label);
        });
    }
}

#[test]
fn the_parts_of_results_and_prompts_can_be_begun() {
    let message = "messages: [{ role: user, content: ‸ }]";
    for (rest, label) in [
        (message, "text block"),
        ("messages: [{ role: user, content: { ‸ } }]", "text block"),
        ("messages: [‸]", "message"),
        ("messages: ‸", "message"),
        ("messages: [{ ‸ }]", "message"),
    ] {
        let rest = format!(
            "prompts:\n  - name: p\n    examples:\n      e:\n        result:\n          {rest}\n"
        );
        yaml(&rest, |client, offered| {
            offered.chosen_is_clean(client, label);
        });
    }
    for place in [
        "‸",
        "[‸]",
        "[{ ‸ }]",
        "\n      - ‸",
        "\n      - name: new-argument\n      - ‸",
    ] {
        let rest = format!("prompts:\n  - name: p\n    arguments: {place}\n");
        yaml(&rest, |client, offered| {
            offered.chosen_is_clean(client, "argument");
        });
    }
    for place in ["‸", "[‸]", "[{ ‸ }]", "\n            - ‸"] {
        let rest = format!(
            "tools:\n  - name: t\n    inputSchema: {{ type: object }}\n    examples:\n      e:\n        input: {{}}\n        result:\n          content: {place}\n"
        );
        yaml(&rest, |client, offered| {
            offered.chosen_is_valid(client, "text block");
        });
    }
}

#[test]
fn a_document_can_be_begun() {
    let label = "MCP Description";
    for marked in ["‸", "# 日本\n\n‸\n", "---\n‸\n", "{ ‸ }\n", "\u{feff}‸\n"] {
        each(YAML, marked, |client, offered| {
            offered.chosen_is_clean(client, label);
        });
    }
    for marked in ["‸", "\n‸\n", "\u{feff}‸", "{‸}", "{ ‸ }\n", "{\n  ‸\n}\n"] {
        each(JSON, marked, |client, offered| {
            offered.chosen_is_clean(client, label);
        });
    }
    each(YAML, "mcpdesc: 0.8.0\n‸", |_, offered| {
        offered.lacks(&[label])
    });
}

#[test]
fn members_of_json_have_lines_of_their_own() {
    let marked =
        r#"[{ "name": "a", "inputSchema": { "type": "object" }, "examples": { "e": {‸} } }]"#;
    each(JSON, &json_tools(marked), |client, offered| {
        let text = offered.chosen_is_valid(client, "Tool example");
        assert!(
            text.contains("{\n    \"input\": {},\n    \"result\": {\n"),
            "{text}"
        );
        assert!(text.contains("\n    }\n  } } }],"), "{text}");
    });
}
