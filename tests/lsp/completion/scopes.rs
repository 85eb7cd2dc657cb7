//! What the MCP revisions in effect do not define is not offered, and what only some of them define
//! is marked.

use super::{YAML, each, of_revisions};

/// A Tool with a place in a form.
fn form(field: &str) -> String {
    format!(
        "tools:\n  - name: a\n    inputSchema: {{ type: object }}\n    elicitations:\n      - name: q\n        mode: form\n        message: m\n        requestedSchema:\n          type: object\n          properties:\n            p: {field}\n"
    )
}

/// A Tool with an interaction of one step.
fn interaction(step: &str) -> String {
    format!(
        "tools:\n  - name: a\n    inputSchema: {{ type: object }}\n    interactionExamples:\n      e:\n        input: {{}}\n        steps: [{step}]\n        result: {{ content: [] }}\n"
    )
}

/// A sampling step with more members of its request, and its content blocks.
fn sampling(request: &str, message: &str, answer: &str) -> String {
    interaction(&format!(
        "{{ type: sampling, request: {{ maxTokens: 3, messages: [{{ role: user, content: {message} }}], {request} }}, response: {{ role: assistant, model: m, content: {answer} }} }}"
    ))
}

const TEXT: &str = "{ type: text, text: x }";

/// What is offered at a place in documents of some revisions, and what is not.
fn offers(revisions: &str, rest: &str, has: &[&str], lacks: &[&str]) {
    each(YAML, &of_revisions(revisions, rest), |_, offered| {
        offered.has(has);
        offered.lacks(lacks);
    });
}

#[test]
fn form_fields_have_what_their_revisions_define() {
    for (field, names) in [
        ("{ type: string, ‸ }", &["default", "oneOf"][..]),
        ("{ type: number, ‸ }", &["default"]),
        ("{ type: integer, ‸ }", &["default"]),
        ("{ type: string, enum: [a], ‸ }", &["default"]),
        ("{ type: ‸ }", &["array"]),
    ] {
        offers("2025-06-18", &form(field), &[], names);
        offers("2025-11-25", &form(field), names, &[]);
    }
    offers(
        "2025-06-18",
        &form("{ type: boolean, ‸ }"),
        &["default"],
        &[],
    );
    offers("2025-06-18", &form("{ type: ‸ }"), &["string"], &[]);
}

#[test]
fn what_only_some_revisions_define_is_marked_and_comes_last() {
    let both = "2025-06-18, 2025-11-25";
    for (rest, label, rank) in [
        (form("{ type: ‸ }"), "array", "3"),
        (form("{ type: string, ‸ }"), "default", "3"),
        (sampling("‸", TEXT, TEXT), "tools", "3"),
        (form("{ type: ‸ }"), "string", "1"),
    ] {
        each(YAML, &of_revisions(both, &rest), |_, offered| {
            let item = offered.item(label);
            let note = item["documentation"].to_string();
            assert_eq!(note.contains("MCP 2025-06-18"), rank == "3", "{item}");
            assert!(
                item["sortText"].as_str().unwrap().starts_with(rank),
                "{item}"
            );
        });
    }
}

#[test]
fn sampling_has_what_its_revisions_define() {
    let tools = ["tools", "toolChoice"];
    let request = sampling("‸", TEXT, TEXT);
    offers("2025-06-18", &request, &["temperature"], &tools);
    offers("2025-11-25", &request, &tools, &[]);
    let links = ["resource", "resource_link"];
    for rest in [
        sampling("", "{ type: ‸ }", TEXT),
        sampling("", "[{ type: ‸ }]", TEXT),
        sampling("", TEXT, "{ type: ‸ }"),
    ] {
        offers("2024-11-05", &rest, &["text", "image"], &links);
        offers("2024-11-05", &rest, &[], &["audio", "tool_use"]);
        offers("2025-11-25", &rest, &["audio", "tool_use"], &links);
    }
    let inside = sampling(
        "",
        "{ type: tool_result, toolUseId: u, content: [{ type: ‸ }] }",
        TEXT,
    );
    offers("2025-11-25", &inside, &links, &["tool_use"]);
}

#[test]
fn elicitation_steps_are_for_revisions_with_elicitation() {
    let step = interaction("{ type: ‸ }");
    for old in ["2024-11-05", "2025-03-26"] {
        offers(old, &step, &["sampling", "roots"], &["elicitation"]);
    }
    offers("2025-06-18", &step, &["elicitation"], &[]);
}

#[test]
fn declarations_are_named_where_they_apply() {
    let tool = "tools:\n  - name: a\n    elicitations:\n      - { name: everywhere }\n      - { name: newer, protocolVersions: [2025-11-25] }\n    interactionExamples:\n      e: { steps: [{ type: elicitation, declaration: ‸ }] }\n";
    offers("2025-11-25", tool, &["everywhere", "newer"], &[]);
    offers("2025-06-18, 2025-11-25", tool, &["everywhere"], &["newer"]);
}

#[test]
fn resource_contents_have_metadata_since_the_revision_that_brought_it() {
    let contents = "resources:\n  - name: a\n    uri: a:b\n    examples:\n      e:\n        result:\n          contents:\n            - uri: a:b\n              text: x\n              ‸\n";
    offers("2025-03-26", contents, &["mimeType"], &["_meta"]);
    offers("2025-06-18", contents, &["_meta"], &[]);
}

#[test]
fn schemas_have_what_their_revisions_let_them_have() {
    let key =
        |name: &str| format!("tools:\n  - name: a\n    {name}:\n      type: object\n      ‸\n");
    let root_type =
        |value: &str| format!("tools:\n  - name: a\n    outputSchema:\n      type: {value}\n");
    let property = |name: &str| {
        format!(
            "tools:\n  - name: a\n    {name}:\n      type: object\n      properties:\n        p: ‸\n"
        )
    };
    for name in ["inputSchema", "outputSchema"] {
        offers("2025-06-18", &key(name), &["required"], &["$schema"]);
        offers("2025-11-25", &key(name), &["$schema"], &[]);
        offers("2025-11-25", &property(name), &["object schema"], &["true"]);
        offers("2026-07-28", &property(name), &["true", "false"], &[]);
    }
    for older in ["2025-06-18", "2025-11-25"] {
        each(
            YAML,
            &of_revisions(older, &root_type("‸")),
            |_, offered| {
                offered.is(&["object"]);
            },
        );
        each(
            YAML,
            &of_revisions(older, &root_type("[‸]")),
            |_, offered| {
                offered.is(&[]);
            },
        );
    }
    offers("2026-07-28", &root_type("‸"), &["string", "object"], &[]);
    let inner =
        "tools:\n  - name: a\n    outputSchema: { type: object, properties: { p: { type: ‸ } } }\n";
    offers("2025-06-18", inner, &["string", "null"], &[]);
}

#[test]
fn scopes_are_those_around_that_define_what_they_are_of() {
    let all = "2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25";
    let transport = "transports:\n  - type: streamable-http\n    protocolVersions: [‸]\n";
    offers(
        all,
        transport,
        &["2025-03-26"],
        &["2024-11-05", "2026-07-28"],
    );
    let question = |mode: &str| {
        format!(
            "tools:\n  - name: a\n    protocolVersions: [2025-03-26, 2025-06-18]\n    elicitations:\n      - name: q\n        mode: {mode}\n        protocolVersions: [‸]\n"
        )
    };
    let outside = ["2024-11-05", "2025-03-26", "2025-11-25"];
    offers(all, &question("form"), &["2025-06-18"], &outside);
    offers(all, &question("url"), &[], &["2025-06-18"]);
}
