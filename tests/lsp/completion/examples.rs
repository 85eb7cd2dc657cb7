//! Named examples, whole: without a word to be said about them as they are inserted.

use super::{JSON, YAML, each, json_of_revisions, of_revisions};

/// Revisions whose results have different shapes, and schemas a known dialect.
const EACH_SHAPE: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// Primitives without the `}` that ends them, the map of examples that comes next, and the labels
/// of what it can hold.
const MAPS: [(&str, &str, &[&str]); 11] = [
    (
        r#""tools": [{ "name": "日", "description": "d", "inputSchema": { "type": "object" }"#,
        "examples",
        &["Tool example", "Tool error example"],
    ),
    (
        r##""tools": [{ "name": "t", "inputSchema": { "type": "object", "required": ["日", "n", "l", "e", "r", "u"],
  "$defs": { "r": { "type": "string", "minLength": 9 } },
  "properties": { "日": { "type": "string", "maxLength": 3 }, "n": { "type": "integer", "exclusiveMinimum": 3 },
  "l": { "type": "array", "minItems": 2, "items": { "type": "boolean" } }, "e": { "enum": ["a", "b"] },
  "r": { "$ref": "#/$defs/r" }, "u": { "type": "string", "format": "uri" } } }"##,
        "examples",
        &["Tool example", "Tool error example"],
    ),
    (
        r#""tools": [{ "name": "t", "inputSchema": { "type": "object" }, "outputSchema": { "type": "object",
  "properties": { "o": { "type": "number", "minimum": 1 } }, "required": ["o"] }"#,
        "examples",
        &["Tool example", "Tool error example"],
    ),
    (
        r#""tools": [{ "name": "t", "inputSchema": { "type": "object" }"#,
        "interactionExamples",
        &["Tool Interaction Example"],
    ),
    (
        r#""tools": [{ "name": "t", "clientRequirements": { "elicitation": {} }, "inputSchema": { "type": "object" }"#,
        "interactionExamples",
        &["Tool Interaction Example"],
    ),
    (
        r#""resources": [{ "uri": "a:b", "name": "c", "mimeType": "text/x-日""#,
        "examples",
        &["Resource example"],
    ),
    (
        r#""resources": [{ "uri": "a:b", "name": "c", "size": 3"#,
        "examples",
        &["Resource example"],
    ),
    (
        r#""resources": [{ "uri": "a:b", "name": "c", "size": 70"#,
        "examples",
        &["Resource example"],
    ),
    (
        r#""resourceTemplates": [{ "uriTemplate": "{s}://{x,y}/{+z}{?q,r*}{&t}{;u:3}{#v}", "name": "c""#,
        "examples",
        &["Resource Template example"],
    ),
    (
        r#""prompts": [{ "name": "c", "arguments": [{ "name": "日", "required": true }]"#,
        "examples",
        &["Prompt example"],
    ),
    (
        r#""prompts": [{ "name": "c", "arguments": [{ "name": "日", "required": true }]"#,
        "completionExamples",
        &["Completion example"],
    ),
];

/// Where an entry of a map can be written between brackets, or the map itself.
const BETWEEN_BRACKETS: [&str; 5] = [
    "‸",
    "{ ‸ }",
    r#"{ "e": ‸ }"#,
    r#"{ "e": { ‸ } }"#,
    "{\n    \"e\": {\n      ‸\n    }\n  }",
];

#[test]
fn examples_are_right_in_json() {
    for revision in EACH_SHAPE {
        for (before, map, labels) in MAPS {
            for place in BETWEEN_BRACKETS {
                let rest = format!(r#"{before}, "{map}": {place} }}]"#);
                each(
                    JSON,
                    &json_of_revisions(revision, &rest),
                    |client, offered| {
                        for label in labels {
                            offered.chosen_is_clean(client, label);
                        }
                    },
                );
            }
        }
    }
}

#[test]
fn examples_are_right_between_the_brackets_of_yaml() {
    for revision in EACH_SHAPE {
        for (before, map, labels) in MAPS {
            for place in BETWEEN_BRACKETS {
                let rest = format!(r#"{before}, "{map}": {place} }}]"#);
                // Inside brackets, lines begin behind the column of the key.
                let rest = rest.replacen('"', "", 2).replace('\n', "\n  ");
                each(YAML, &of_revisions(revision, &rest), |client, offered| {
                    for label in labels {
                        offered.chosen_is_clean(client, label);
                    }
                });
            }
        }
    }
}

#[test]
fn examples_are_right_in_the_lines_of_yaml() {
    let primitives = [
        (
            "tools:\n  - name: 日\n    inputSchema: { type: object }\n    examples:",
            &["Tool example", "Tool error example"][..],
        ),
        (
            "tools:\n  - name: 日\n    inputSchema: { type: object }\n    interactionExamples:",
            &["Tool Interaction Example"],
        ),
        (
            "resources:\n  - uri: a:b\n    name: c\n    examples:",
            &["Resource example"],
        ),
        (
            "resourceTemplates:\n  - uriTemplate: a:{日}\n    name: c\n    examples:",
            &["Resource Template example"],
        ),
        (
            "resourceTemplates:\n  - uriTemplate: a:{b}\n    name: c\n    completionExamples:",
            &["Completion example"],
        ),
        ("prompts:\n  - name: c\n    examples:", &["Prompt example"]),
    ];
    let places = [
        " ‸\n",
        "‸\n",
        "\n      ‸\n",
        "\n      e: ‸\n",
        "\n      e:\n        ‸\n",
        "\n          ‸",
        " { ‸ }\n",
        " { e: { ‸ } }\n",
    ];
    for revision in EACH_SHAPE {
        for (before, labels) in primitives {
            let before = before.replace("{日}", "{b}");
            for place in places {
                for line_break in ["\n", "\r\n"] {
                    let rest = format!("{before}{place}");
                    let text = of_revisions(revision, &rest).replace('\n', line_break);
                    each(YAML, &text, |client, offered| {
                        for label in labels {
                            offered.chosen_is_clean(client, label);
                        }
                    });
                }
            }
        }
    }
}

#[test]
fn components_can_hold_examples_of_every_shape_that_their_users_may_need() {
    for (namespace, label) in [
        ("toolExamples", "Tool example"),
        ("toolExamples", "Tool error example"),
        ("resourceExamples", "Resource example"),
        ("resourceTemplateExamples", "Resource Template example"),
        ("promptExamples", "Prompt example"),
    ] {
        let both = [
            format!("{label} for MCP 2025-06-18 and 2025-11-25"),
            format!("{label} for MCP 2026-07-28"),
        ];
        let places = [
            format!("components:\n  {namespace}:\n    ‸\n"),
            format!("components:\n  {namespace}:\n    e: ‸\n"),
            format!("components:\n  {namespace}: {{ e: {{ ‸ }} }}\n"),
        ];
        for place in places {
            for revision in EACH_SHAPE {
                each(YAML, &of_revisions(revision, &place), |client, offered| {
                    offered.chosen_is_clean(client, label);
                });
            }
            let all = of_revisions("2025-06-18, 2025-11-25, 2026-07-28", &place);
            each(YAML, &all, |client, offered| {
                for label in &both {
                    let text = offered.chosen_is_clean(client, label);
                    assert_eq!(text.contains("resultType"), label.ends_with("2026-07-28"));
                }
                offered.lacks(&[label]);
            });
        }
        let json = json_of_revisions(
            "2026-07-28",
            &format!(r#""components": {{ "{namespace}": {{ ‸ }} }}"#),
        );
        each(JSON, &json, |client, offered| {
            offered.chosen_is_clean(client, label);
        });
    }
}

#[test]
fn a_component_that_is_used_already_suits_its_users() {
    // Large texts are not read as a whole where that makes no difference.
    let padding = format!("# {}\n", "-".repeat(50_000));
    for padding in ["", &padding] {
        let rest = format!(
            "{padding}tools:
  - name: first
    inputSchema: {{ type: object }}
  - name: second
    protocolVersions: [2026-07-28]
    inputSchema: {{ type: object, properties: {{ 日: {{ type: integer }} }}, required: [日] }}
    examples: {{ e: {{ $componentRef: '#/components/toolExamples/used' }} }}
components:
  toolExamples:
    used: ‸
"
        );
        let text = of_revisions("2025-11-25, 2026-07-28", &rest);
        each(YAML, &text, |client, offered| {
            offered.is(&["Tool example", "Tool error example"]);
            for label in offered.labels() {
                let text = offered.chosen_is_clean(client, label);
                assert!(text.contains("日: 0"), "{text}");
            }
        });
    }
}

#[test]
fn no_example_is_offered_that_could_not_be_right() {
    let tool = "tools:\n  - name: t\n    inputSchema: { type: object, properties: { a: { type: string, pattern: '^x$' } }, required: [a] }\n    examples: { ‸ }\n";
    each(YAML, &of_revisions("2025-11-25", tool), |_, offered| {
        offered.is(&[]);
    });
    // No result has both the old shape and the new one.
    let tool = "tools:\n  - name: t\n    inputSchema: { type: object }\n    examples: { ‸ }\n";
    let spanning = of_revisions("2025-11-25, 2026-07-28", tool);
    each(YAML, &spanning, |_, offered| offered.is(&[]));
    let large = "resources:\n  - { uri: 'a:b', name: c, size: 5000, examples: { ‸ } }\n";
    each(YAML, &of_revisions("2025-11-25", large), |_, offered| {
        offered.is(&[]);
    });
    let output = "tools:\n  - name: t\n    inputSchema: { type: object }\n    outputSchema: { type: object, not: {} }\n    examples: { ‸ }\n";
    each(YAML, &of_revisions("2025-11-25", output), |_, offered| {
        offered.is(&["Tool error example"]);
    });
}

#[test]
fn the_steps_of_interactions_suit_the_revisions_and_the_requirements() {
    let steps = |requirements: &str, place: &str| {
        format!(
            "tools:\n  - name: t\n    inputSchema: {{ type: object }}\n{requirements}    interactionExamples:\n      e:\n        input: {{}}\n        result: {{ content: [] }}\n        steps:{place}"
        )
    };
    let all = ["elicitation step", "sampling step", "roots step"];
    for place in [
        "\n          - ‸\n",
        " ‸\n",
        "\n          ‸\n",
        " [‸]\n",
        " [{ ‸ }]\n",
    ] {
        each(
            YAML,
            &of_revisions("2025-11-25", &steps("", place)),
            |client, offered| {
                for label in all {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
    let old = of_revisions("2025-03-26", &steps("", " [‸]\n"));
    each(YAML, &old, |_, offered| offered.is(&all[1..]));
    let requirements = "    clientRequirements: { sampling: {} }\n";
    let strict = of_revisions("2025-11-25", &steps(requirements, " [‸]\n"));
    each(YAML, &strict, |client, offered| {
        offered.is(&["sampling step"]);
        offered.chosen_is_clean(client, "sampling step");
    });
}

#[test]
fn questions_are_offered_in_the_modes_that_there_are() {
    let tool = |place: &str| format!("prompts:\n  - name: p\n    elicitations:{place}");
    let both = ["form elicitation", "url elicitation"];
    for place in [" ‸\n", "\n      - ‸\n", " [‸]\n", " [{ ‸ }]\n"] {
        each(
            YAML,
            &of_revisions("2026-07-28", &tool(place)),
            |client, offered| {
                for label in both {
                    offered.chosen_is_clean(client, label);
                }
            },
        );
    }
    let older = of_revisions("2025-06-18", &tool(" [‸]\n"));
    each(YAML, &older, |_, offered| offered.is(&both[..1]));
}
