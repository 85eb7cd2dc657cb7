//! Names of the document, where it can refer to them.

use super::{HEAD, JSON, TAIL, YAML, each, json_tools, of_revisions, yaml};

#[test]
fn names_of_the_document_are_offered_where_they_can_be_used() {
    let doc = |tools: &str| format!("{HEAD}tools:\n{tools}{TAIL}");
    let cases: &[(&str, &[&str])] = &[
        (
            "  - { name: a, outputSchema: { $componentRef: ‸ } }\n",
            &["#/components/schemas/Note", "#/components/schemas/Other"],
        ),
        (
            "  - name: a\n    outputSchema:\n      $componentRef: '#/comp‸'\n",
            &["#/components/schemas/Note", "#/components/schemas/Other"],
        ),
        (
            "  - name: a\n    examples:\n      b: { $componentRef: \"‸\" }\n",
            &["#/components/toolExamples/Sample"],
        ),
        ("  - name: a\n    tags: [‸]\n", &["日本語", "other"]),
        (
            "  - name: a\n    tags:\n      - 日本語\n      - ‸\n",
            &["other"],
        ),
        (
            "  - name: a\n    tags:\n      - 日本語\n      - oth‸\n",
            &["other"],
        ),
        ("  - name: a\n    security:\n      - ‸\n", &["login", "key"]),
        (
            "  - name: a\n    security:\n      - login: []\n        ‸\n",
            &["key"],
        ),
        (
            "  - name: a\n    security: [{ login: ['notes:read', ‸] }]\n",
            &["notes:write"],
        ),
        (
            "  - name: a\n    security:\n      - login:\n          - ‸\n",
            &["notes:read", "notes:write"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: {}, b: {}, c: {} }\n      required: [b, ‸]\n",
            &["日", "c"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: {}, b: {} }\n      required:\n        - ‸\n",
            &["日", "b"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      $defs: { 日: {} }\n      properties: { b: { $ref: ‸ } }\n",
            &["#/$defs/日"],
        ),
        (
            "  - name: a\n    inputSchema: { type: object, properties: { 日: {}, b: {} } }\n    examples:\n      e:\n        input: { b: 1, ‸ }\n",
            &["日"],
        ),
    ];
    for (marked, expected) in cases {
        each(YAML, &doc(marked), |_, offered| offered.is(expected));
    }
    let chosen =
        doc("  - name: a\n    inputSchema: { type: object }\n    security:\n      - login: [‸]\n");
    each(YAML, &chosen, |client, offered| {
        offered.chosen_is_valid(client, "notes:read");
        let item = offered.item("notes:read");
        assert_eq!(item["documentation"], "Read notes.");
    });
}

#[test]
fn arguments_variables_and_declarations_are_offered_by_name() {
    let prompt = "prompts:\n  - name: p\n    arguments: [{ name: 日本 }, { name: b }]\n";
    for (rest, expected) in [
        (
            "    examples:\n      e:\n        arguments: { ‸ }\n",
            &["日本", "b"][..],
        ),
        (
            "    completionExamples:\n      e:\n        argument: { name: ‸ }\n",
            &["日本", "b"],
        ),
        (
            "    completionExamples:\n      e:\n        argument: { name: b }\n        context:\n          arguments:\n            ‸\n",
            &["日本"],
        ),
    ] {
        yaml(&format!("{prompt}{rest}"), |_, offered| {
            offered.is(expected)
        });
    }
    let template = "resourceTemplates:\n  - name: r\n    uriTemplate: 'a://{x}/{+y}{?z}'\n    completionExamples:\n      e:\n        argument: { name: ‸ }\n";
    yaml(template, |_, offered| offered.is(&["x", "y", "z"]));
    let tool = "tools:\n  - name: t\n    elicitations: [{ name: ask, mode: form, message: m }]\n    interactionExamples:\n      e:\n        steps:\n          - type: elicitation\n            declaration: ‸\n";
    yaml(tool, |_, offered| offered.is(&["ask"]));
}

#[test]
fn lists_of_names_can_be_begun() {
    for place in [
        " ‸\n",
        "‸\n",
        "\n      ‸\n",
        "\n      - ‸\n",
        "\n      -‸\n",
        " [‸]\n",
        " [ ‸\n      ]\n",
    ] {
        let rest = format!(
            "tools:\n  - name: a\n    inputSchema: {{ type: object }}\n    tags:{place}{TAIL}"
        );
        yaml(&rest, |client, offered| {
            offered.is(&["日本語", "other"]);
            offered.chosen_is_valid(client, "日本語");
        });
        let schema = format!(
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: {{ 日: {{}}, b: {{}} }}\n      required:{}",
            place.replace("\n    ", "\n      ")
        );
        yaml(&schema, |client, offered| {
            offered.is(&["日", "b"]);
            offered.chosen_is_valid(client, "b");
        });
    }
    for (key, place) in [
        ("tags", "‸"),
        ("tags", "[‸]"),
        ("tags", "[\"‸\"]"),
        ("tags", "[\n      ‸\n    ]"),
    ] {
        let marked = format!(
            r#"[{{ "name": "a", "inputSchema": {{ "type": "object" }}, "{key}": {place} }}]"#
        );
        each(JSON, &json_tools(&marked), |client, offered| {
            offered.is(&["日本語", "other"]);
            offered.chosen_is_valid(client, "other");
        });
        let marked = format!(
            r#"[{{ "name": "a", "inputSchema": {{ "type": "object", "properties": {{ "日": {{}} }}, "required": {place} }} }}]"#
        );
        each(JSON, &json_tools(&marked), |client, offered| {
            offered.is(&["日"]);
            offered.chosen_is_valid(client, "日");
        });
    }
}

#[test]
fn required_sees_the_properties_of_all_schemas_for_the_same_object() {
    let schema = |rest: &str| {
        format!(
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: {{ 日: {{}}, b: {{ type: object, properties: {{ c: {{}} }} }} }}\n{rest}"
        )
    };
    for (rest, expected) in [
        ("      allOf:\n        - required: [‸]\n", &["日", "b"][..]),
        (
            "      anyOf:\n        - properties: { x: {}, b: {} }\n          required: ‸\n",
            &["x", "b", "日"],
        ),
        (
            "      oneOf: [{ required: [b] }, { required: [‸] }]\n",
            &["日", "b"],
        ),
        ("      if: { required: [‸] }\n", &["日", "b"]),
        (
            "      then:\n        anyOf:\n          - required:\n              - ‸\n",
            &["日", "b"],
        ),
        (
            "      else:\n        not: { required: [‸] }\n",
            &["日", "b"],
        ),
        (
            "      dependentSchemas: { b: { required: [‸] } }\n",
            &["日", "b"],
        ),
        // Other objects.
        ("      $defs: { d: { required: [‸] } }\n", &[]),
        ("      additionalProperties: { required: [‸] }\n", &[]),
        ("      items: { allOf: [{ required: [‸] }] }\n", &[]),
        // Properties whose names are those of keywords.
        (
            "      propertyNames: { properties: { then: { required: [‸] } } }\n",
            &[],
        ),
    ] {
        yaml(&schema(rest), |_, offered| offered.is(expected));
    }
}

#[test]
fn names_go_on_behind_a_colon() {
    let tail = TAIL.replace("{ name: other }", "{ name: 'area:ui' }");
    let doc = |tool: &str| {
        format!("{HEAD}tools:\n  - name: a\n    inputSchema: {{ type: object }}\n{tool}{tail}")
    };
    let scopes = &["notes:read", "notes:write"][..];
    for (tool, expected) in [
        (
            "    security:\n      - login:\n          - notes:‸\n",
            scopes,
        ),
        ("    security:\n      - login: [notes:‸]\n", scopes),
        ("    security:\n      - login: [ notes:‸ ]\n", scopes),
        ("    security: [{ login: [notes:‸] }]\n", scopes),
        (
            "    security:\n      - login: ['notes:read', notes:‸]\n",
            &scopes[1..],
        ),
        (
            "    security:\n      - login:\n          - notes:read\n          - notes:‸\n",
            &scopes[1..],
        ),
        ("    tags:\n      - area:‸\n", &["area:ui"]),
        ("    tags: [area:‸]\n", &["area:ui"]),
        ("    tags: [日本:‸]\n", &[]),
    ] {
        each(YAML, &doc(tool), |client, offered| {
            offered.is(expected);
            for label in expected {
                offered.chosen_is_valid(client, label);
            }
        });
    }
    let value = "    deprecated:‸\n";
    each(YAML, &doc(value), |_, offered| {
        offered.is(&["true", "false"])
    });
}

#[test]
fn properties_are_offered_wherever_examples_hold_what_a_schema_describes() {
    let schema = "{ type: object, properties: { 日: { type: object, properties: { inner: {} } }, b: { enum: [x, y] } } }";
    let tool = |rest: &str| {
        format!(
            "{HEAD}tools:\n  - name: a\n    inputSchema: {schema}\n    outputSchema: {{ $componentRef: '#/components/schemas/Out' }}\n{rest}components:\n  schemas:\n    Out: {schema}\n"
        )
    };
    let result = |value: &str| {
        format!(
            "    examples:\n      e:\n        input: {{}}\n        result: {{ content: [], structuredContent: {value} }}\n"
        )
    };
    let input = |value: &str| format!("    examples:\n      e:\n        input: {value}\n");
    let answer = |value: &str| {
        format!(
            "    interactionExamples:\n      e:\n        steps:\n          - type: elicitation\n            request: {{ mode: form, requestedSchema: {schema} }}\n            response: {{ action: accept, content: {value} }}\n"
        )
    };
    let places: [&dyn Fn(&str) -> String; 3] = [&result, &input, &answer];
    for place in places {
        for (value, expected) in [
            ("{ ‸ }", &["日", "b"][..]),
            ("{ b: x, ‸ }", &["日"]),
            ("{ 日: { ‸ } }", &["inner"]),
            ("{ b: ‸ }", &["x", "y"]),
        ] {
            each(YAML, &tool(&place(value)), |_, offered| {
                offered.is(expected);
            });
        }
    }
}

#[test]
fn the_official_extensions_are_offered_by_name() {
    let names = [
        "io.modelcontextprotocol/tasks",
        "io.modelcontextprotocol/ui",
    ];
    for rest in [
        "capabilities:\n  - extensions:\n      ‸\n",
        "capabilities: [{ extensions: { ‸ } }]\n",
        "tools:\n  - name: a\n    inputSchema: { type: object }\n    clientRequirements:\n      extensions:\n        ‸\n",
    ] {
        each(
            YAML,
            &of_revisions("2026-07-28", rest),
            |client, offered| {
                offered.has(&names);
                for name in names {
                    offered.chosen_is_valid(client, name);
                }
            },
        );
    }
}
