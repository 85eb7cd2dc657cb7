//! One fault, one finding: what a declaration has wrong is not said again by another rule.

use mcpdesc::source::Format;
use serde_json::{Value, json};

use super::{check, document, everywhere, reference};
use crate::document::said;

/// The errors and warnings, as `code path`.
#[track_caller]
fn assert_all(revisions: &[&str], members: Value, expected: &[&str]) {
    let text = document(revisions, members).to_string();
    assert_eq!(said(&text, Format::Json), expected, "{text}");
}

const NOW: &[&str] = &["2025-11-25"];

/// A Tool with these members besides.
fn tool(members: Value) -> Value {
    let mut tool = everywhere("t");
    tool.as_object_mut()
        .unwrap()
        .extend(members.as_object().unwrap().clone());
    json!({ "tools": [tool] })
}

/// A Prompt that asks for `schema`.
fn asking(schema: Value) -> Value {
    let elicitation =
        json!({ "name": "e", "mode": "form", "message": "m", "requestedSchema": schema });
    json!({ "prompts": [{ "name": "p", "elicitations": [elicitation] }] })
}

fn form(field: Value) -> Value {
    json!({ "type": "object", "properties": { "a": field } })
}

const FORM: &str = "prompts[0].elicitations[0].requestedSchema";

/// A Tool whose scenario shows the elicitation `declared` by asking for `shown`.
fn showing(declared: Value, name: &str, shown: Value) -> Value {
    let step = json!({
        "type": "elicitation",
        "declaration": name,
        "request": { "mode": "form", "message": "m", "requestedSchema": shown },
        "response": { "action": "accept", "content": { "a": "x" } },
    });
    tool(json!({
        "elicitations":
            [{ "name": "e", "mode": "form", "message": "m", "requestedSchema": declared }],
        "interactionExamples":
            { "s": { "input": {}, "steps": [step], "result": { "content": [] } } },
    }))
}

#[test]
fn a_type_that_no_schema_can_have_is_one_fault() {
    assert_all(
        NOW,
        tool(json!({ "outputSchema": { "type": 7 } })),
        &["invalid-tool-schema tools[0].outputSchema.type"],
    );
    assert_all(
        NOW,
        tool(json!({ "outputSchema": { "type": "string" } })),
        &["field-not-supported-by-version tools[0].outputSchema.type"],
    );
}

#[test]
fn a_ref_to_a_component_is_one_fault() {
    for key in ["inputSchema", "outputSchema"] {
        assert_all(
            NOW,
            tool(json!({ key: { "$ref": "#/components/schemas/a" } })),
            &[&format!("ref-instead-of-component-ref tools[0].{key}.$ref")],
        );
    }
    let own = json!({ "type": "object", "$ref": "#/$defs/a", "$defs": { "a": true } });
    assert_all(NOW, tool(json!({ "outputSchema": own })), &[]);
}

#[test]
fn a_name_that_is_none_is_not_also_unknown() {
    let text = json!({ "type": "string" });
    let step = "tools[0].interactionExamples.s.steps[0].declaration";
    for (name, code) in [
        ("", "invalid-name"),
        ("E", "unknown-elicitation-declaration"),
    ] {
        let members = showing(form(text.clone()), name, form(text.clone()));
        assert_all(NOW, members, &[&format!("{code} {step}")]);
    }
}

#[test]
fn a_form_that_cannot_be_read_is_compared_with_nothing() {
    let right = form(json!({ "type": "string" }));
    let shown = "tools[0].interactionExamples.s.steps[0].request.requestedSchema.required";
    let declared = "tools[0].elicitations[0].requestedSchema.required";
    let unknown = "elicitation-form-required-property-unknown";
    for (required, fault) in [
        (json!(7), "wrong-type ".to_owned()),
        (json!(["x"]), format!("{unknown} ")),
    ] {
        let mut wrong = right.clone();
        wrong["required"] = required.clone();
        let at = if required.is_array() { "[0]" } else { "" };
        let members = showing(right.clone(), "e", wrong.clone());
        assert_all(NOW, members, &[&format!("{fault}{shown}{at}")]);
        let members = showing(wrong, "e", right.clone());
        assert_all(NOW, members, &[&format!("{fault}{declared}{at}")]);
    }
    let mut stricter = right.clone();
    stricter["required"] = json!(["a"]);
    assert_all(
        NOW,
        showing(right, "e", stricter),
        &["interaction-example-elicitation-declaration-mismatch \
           tools[0].interactionExamples.s.steps[0].request.requestedSchema"],
    );
}

#[test]
fn choices_under_the_wrong_name_are_one_fault() {
    let titled = json!([{ "const": "a", "title": "A" }]);
    for items in [
        json!({ "oneOf": titled }),
        json!({ "type": "string", "oneOf": titled }),
    ] {
        let members = asking(form(json!({ "type": "array", "items": items })));
        let report = check(NOW, members);
        let [only] = &report.diagnostics[..] else {
            panic!("{:#?}", report.diagnostics);
        };
        assert_eq!(
            only.path.to_string(),
            format!("{FORM}.properties.a.items.oneOf")
        );
        assert!(only.help.as_ref().unwrap().contains("`anyOf`"));
    }
}

#[test]
fn what_older_forms_lack_is_one_fault_at_its_own_text() {
    let titled = json!([{ "const": "a", "title": "A" }]);
    let mismatch = "elicitation-form-schema-version-mismatch";
    for (field, finding) in [
        (
            json!({ "type": "string", "enum": ["a"], "oneOf": titled }),
            format!("unknown-property {FORM}.properties.a.oneOf"),
        ),
        (
            json!({ "type": "string", "oneOf": titled }),
            format!("{mismatch} {FORM}.properties.a.oneOf"),
        ),
        (
            json!({ "type": "array", "items": { "anyOf": titled } }),
            format!("{mismatch} {FORM}.properties.a.type"),
        ),
    ] {
        assert_all(&["2025-06-18"], asking(form(field)), &[&finding]);
    }
}

#[test]
fn a_repeated_unknown_name_is_unknown_once() {
    let mut twice = form(json!({ "type": "string" }));
    twice["required"] = json!(["q", "q"]);
    assert_all(
        NOW,
        asking(twice),
        &[
            &format!("elicitation-form-required-property-unknown {FORM}.required[0]"),
            &format!("duplicate-item {FORM}.required[1]"),
        ],
    );
    let mut tagged = tool(json!({ "tags": ["b", "b"] }));
    tagged["tags"] = json!([{ "name": "catalogue" }]);
    assert_all(
        NOW,
        tagged,
        &[
            "unknown-tag-reference tools[0].tags[0]",
            "duplicate-item tools[0].tags[1]",
        ],
    );
}

#[test]
fn declarations_do_not_overlap_outside_the_root() {
    let outside =
        |at: usize| format!("protocol-scope-outside-parent tools[{at}].protocolVersions[0]");
    let mut members = tool(json!({ "protocolVersions": ["2025-03-26"] }));
    let again = members["tools"][0].clone();
    members["tools"].as_array_mut().unwrap().push(again);
    assert_all(NOW, members, &[&outside(0), &outside(1)]);
}

#[test]
fn a_key_that_one_revision_refuses_is_not_also_unknown_to_another() {
    let key = "io.modelcontextprotocol/serverInfo";
    assert_all(
        &["2025-11-25", "2026-07-28"],
        tool(json!({ "_meta": { key: { "name": "n", "version": "1" } } })),
        &[&format!(
            "meta-reserved-key-context tools[0]._meta[\"{key}\"]"
        )],
    );
    assert_all(
        NOW,
        tool(json!({ "_meta": { key: 1 } })),
        &[&format!(
            "meta-unknown-reserved-key tools[0]._meta[\"{key}\"]"
        )],
    );
}

#[test]
fn messages_show_the_beginning_of_long_texts() {
    let long = "x".repeat(100_000);
    let step = json!({
        "type": "roots",
        "request": {},
        "response": { "roots": [{ "uri": format!("a:{long}") }] },
    });
    let mut members = tool(json!({
        "tags": [long],
        "_meta": { "traceparent": long, "tracestate": long, "baggage": long },
        "elicitations": [
            {
                "name": long, "mode": "form", "message": "m",
                "requestedSchema": {
                    "type": "object",
                    "properties": { "a": { "type": "string", "enum": ["a"], "default": long } },
                    "required": [long],
                },
            },
            { "name": long, "mode": "url", "message": "m", "url": "a:b" },
        ],
        "inputSchema": {
            "type": "object",
            "properties": { "a": { "type": "string", "x-mcp-header": format!("{long} ") } },
        },
        "interactionExamples":
            { "s": { "input": {}, "steps": [step], "result": { "resultType": "complete", "content": [] } } },
        "examples": { "e": { "input": {}, "result": {
            "resultType": "complete",
            "content": [{ "type": "text", "text": "t", "annotations": { "lastModified": long } }],
        } } },
    }));
    members["tags"] = json!([{ "name": "catalogue" }]);
    let report = check(&["2026-07-28"], members);
    let codes: Vec<_> = report.diagnostics.iter().map(|it| it.rule.code).collect();
    assert_eq!(codes.len(), 10, "{codes:?}");
    for diagnostic in &report.diagnostics {
        let help = diagnostic.help.as_deref().unwrap_or_default();
        assert!(diagnostic.message.len() < 500, "{}", diagnostic.rule.code);
        assert!(help.len() < 500, "{}", diagnostic.rule.code);
    }
}

#[test]
fn a_component_is_wrong_once_as_what_it_is_used_for() {
    let mut members = asking(reference("schemas/a"));
    let prompt = members["prompts"][0].clone();
    let again = json!({ "name": "q", "elicitations": prompt["elicitations"] });
    members["prompts"].as_array_mut().unwrap().push(again);
    members["components"] = json!({ "schemas": { "a": { "type": "array" } } });
    assert_all(
        NOW,
        members,
        &[
            &format!("missing-property {FORM}.properties"),
            &format!("invalid-value {FORM}.type"),
        ],
    );
}
