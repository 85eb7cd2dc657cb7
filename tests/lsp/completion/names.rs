//! Names of the document, where it can refer to them.

use super::{HEAD, TAIL, YAML, each, yaml};

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
