//! Embedded JSON Schemas.

use super::{YAML, each, of_revisions, yaml};

#[test]
fn embedded_schemas_offer_their_keywords() {
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        日本:\n          type: string\n          ‸\n",
        |_, offered| {
            offered.has(&["format", "minLength", "enum", "description"]);
            offered.lacks(&["type", "properties", "minimum"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        日本: { type: ‸ }\n",
        |_, offered| {
            offered.has(&["string", "array", "object", "null"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema: { type: ‸ }\n",
        |client, offered| {
            offered.is(&["object"]);
            offered.chosen_is_valid(client, "object");
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        ‸\n",
        |_, offered| {
            offered.is(&[]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: { a: { format: ‸ } }\n",
        |client, offered| {
            offered.has(&["date-time", "uuid"]);
            offered.chosen_is_valid(client, "uuid");
        },
    );
}

#[test]
fn headers_are_offered_for_inputs_that_clients_find() {
    let header = ["x-mcp-header"];
    let input = |place: &str| {
        format!("tools:\n  - name: a\n    inputSchema: {{ type: object, {place} }}\n")
    };
    for place in [
        "properties: { a: { ‸ } }",
        "properties: { a: { type: string, ‸ } }",
        "properties: { a: { type: integer, x‸ } }",
        "properties: { a: { type: object, properties: { b: { ‸ } } } }",
    ] {
        each(
            YAML,
            &of_revisions("2026-07-28", &input(place)),
            |_, offered| {
                offered.has(&header);
            },
        );
        each(
            YAML,
            &of_revisions("2025-11-25", &input(place)),
            |_, offered| {
                offered.lacks(&header);
            },
        );
    }
    for place in [
        "‸",
        "properties: { a: { type: object, ‸ } }",
        "properties: { a: { type: string, x-mcp-header: A, ‸ } }",
        "properties: { a: { items: { ‸ } } }",
        "$defs: { a: { ‸ } }",
        "allOf: [{ properties: { a: { ‸ } } }]",
        "items: { properties: { a: { ‸ } } }",
    ] {
        each(
            YAML,
            &of_revisions("2026-07-28", &input(place)),
            |_, offered| {
                offered.lacks(&header);
            },
        );
    }
    let output = "tools:\n  - name: a\n    inputSchema: { type: object }\n    outputSchema: { type: object, properties: { a: { ‸ } } }\n";
    each(YAML, &of_revisions("2026-07-28", output), |_, offered| {
        offered.has(&["type"]);
        offered.lacks(&header);
    });
}

#[test]
fn instances_have_the_values_that_their_schema_lists() {
    let property = |text: &str| {
        format!(
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        p: {text}\n"
        )
    };
    let choice = "enum: [日, b]";
    for (text, expected) in [
        (format!("{{ {choice}, default: ‸ }}"), &["日", "b"][..]),
        (format!("{{ {choice}, default: \"‸\" }}"), &["日", "b"]),
        (format!("{{ {choice}, const: ‸ }}"), &["日", "b"]),
        (format!("{{ {choice}, examples: [日, ‸] }}"), &["b"]),
        (
            format!("\n          {choice}\n          examples:\n            - ‸"),
            &["日", "b"],
        ),
        (
            format!("\n          {choice}\n          default: ‸"),
            &["日", "b"],
        ),
        (
            format!("{{ type: array, items: {{ {choice} }}, default: [b, ‸] }}"),
            &["日"],
        ),
        (
            "{ oneOf: [{ const: x }, { const: 1 }], default: ‸ }".to_owned(),
            &["x", "1"],
        ),
        (
            "{ enum: [1.50, '1.50', null, true], default: ‸ }".to_owned(),
            &["1.50", "1.50", "null", "true"],
        ),
        (
            "{ type: boolean, default: ‸ }".to_owned(),
            &["true", "false"],
        ),
        (
            "{ type: boolean, examples: [true, ‸] }".to_owned(),
            &["false"],
        ),
        ("{ type: string, default: ‸ }".to_owned(), &[]),
    ] {
        each(
            YAML,
            &of_revisions("2025-11-25", &property(&text)),
            |client, offered| {
                offered.is(expected);
                for label in expected {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
}

#[test]
fn the_inputs_of_examples_have_the_values_of_their_schema() {
    let tool = |place: &str| {
        format!(
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        p: {{ enum: [日, b] }}\n        l: {{ type: array, items: {{ type: boolean }} }}\n    examples:\n      e:\n        result: {{ content: [] }}\n        input: {place}\n"
        )
    };
    for (place, expected) in [
        ("{ p: ‸ }", &["日", "b"][..]),
        ("\n          p: ‸", &["日", "b"]),
        ("{ l: [‸] }", &["true", "false"]),
        ("{ unknown: ‸ }", &[]),
    ] {
        each(
            YAML,
            &of_revisions("2025-11-25", &tool(place)),
            |client, offered| {
                offered.is(expected);
                for label in expected {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
}

#[test]
fn the_fields_of_forms_have_defaults_of_their_choices() {
    for (field, expected) in [
        ("{ type: boolean, default: ‸ }", &["true", "false"][..]),
        ("{ type: string, enum: [日, b], default: ‸ }", &["日", "b"]),
        (
            "{ type: string, oneOf: [{ const: x, title: X }], default: ‸ }",
            &["x"],
        ),
        (
            "{ type: array, items: { type: string, enum: [日, b] }, default: [日, ‸] }",
            &["b"],
        ),
        (
            "{ type: array, items: { anyOf: [{ const: x, title: X }] }, default: [‸] }",
            &["x"],
        ),
    ] {
        let rest = format!(
            "prompts:\n  - name: p\n    elicitations:\n      - name: e\n        mode: form\n        message: m\n        requestedSchema:\n          type: object\n          properties:\n            f: {field}\n"
        );
        each(
            YAML,
            &of_revisions("2025-11-25", &rest),
            |client, offered| {
                offered.is(expected);
                for label in expected {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
}
