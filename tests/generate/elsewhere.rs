//! The run-time module of generated servers that judges by a schema of which a part is elsewhere.

use serde_json::{Value, json};

#[path = "../../templates/runtime/partial.rs"]
mod partial;

/// The address of what is not in the description.
const OUTSIDE: &str = "https://example.com/other.json#/definitions/part";

/// What a generated server says of a value by a schema, `part` standing for what is elsewhere.
fn softly(schema: &Value, value: &Value) -> bool {
    let mut schema = schema.clone();
    partial::soften(&mut schema);
    let text = schema.to_string();
    assert!(!text.contains("example.com"), "{text}");
    accepts(
        &text.replace(partial::ELSEWHERE, "#/$defs/part"),
        &json!({}),
        value,
    )
}

/// What is true of a value where `part` is what stands elsewhere.
fn truly(schema: &Value, part: &Value, value: &Value) -> bool {
    let text = schema.to_string().replace(OUTSIDE, "#/$defs/part");
    accepts(&text, part, value)
}

fn accepts(schema: &str, part: &Value, value: &Value) -> bool {
    let mut schema: Value = serde_json::from_str(schema).unwrap();
    schema["$defs"]["part"] = part.clone();
    jsonschema::validator_for(&schema).unwrap().is_valid(value)
}

#[test]
fn nothing_is_refused_that_may_be_right() {
    let outside = json!({ "$ref": OUTSIDE });
    let string = json!({ "type": "string" });
    let through = json!({ "through": outside, "plain": string });
    let schemas = [
        outside.clone(),
        json!({ "properties": { "a": outside }, "required": ["a"] }),
        json!({ "properties": { "not": outside, "const": { "not": outside } } }),
        json!({ "not": outside }),
        json!({ "not": { "properties": { "a": outside }, "required": ["a"] } }),
        json!({ "not": { "$ref": "#/$defs/through" }, "$defs": through }),
        json!({ "oneOf": [outside, string] }),
        json!({ "oneOf": [outside, { "type": "object" }], "anyOf": [true], "allOf": [true] }),
        json!({ "if": outside, "then": false }),
        json!({ "if": outside, "else": false }),
        json!({ "if": string, "then": outside, "else": { "required": ["a"] } }),
        json!({ "contains": outside, "maxContains": 1 }),
        json!({ "contains": outside, "minContains": 2 }),
        json!({ "$ref": OUTSIDE, "unevaluatedProperties": false }),
        json!({ "anyOf": [outside, { "properties": { "a": true } }], "unevaluatedProperties": false }),
        json!({ "allOf": [{ "$ref": "#/$defs/through" }], "unevaluatedItems": false, "$defs": through }),
        json!({ "additionalProperties": outside, "properties": { "a": { "oneOf": [outside, string] } } }),
        json!({ "dependentSchemas": { "a": outside }, "propertyNames": outside }),
        json!({ "$dynamicRef": OUTSIDE, "maxProperties": 1 }),
    ];
    let parts = [
        json!(true),
        json!(false),
        string,
        json!({ "type": ["object", "integer"] }),
        json!({ "properties": { "a": { "type": "integer" }, "b": true }, "required": ["a"] }),
        json!({ "prefixItems": [true, true] }),
    ];
    let values = [
        json!("a"),
        json!(1),
        json!(null),
        json!({}),
        json!({ "a": 1 }),
        json!({ "a": "a" }),
        json!({ "a": 1, "b": 2 }),
        json!({ "not": 1, "const": "a" }),
        json!([]),
        json!(["a", "b"]),
        json!([1, "a"]),
        json!([1, 2, 3]),
    ];
    for schema in &schemas {
        for value in &values {
            let may_be_right = parts.iter().any(|part| truly(schema, part, value));
            let is_accepted = softly(schema, value);
            assert!(is_accepted || !may_be_right, "{schema} {value}");
        }
    }
}

#[test]
fn what_is_wrong_whatever_stands_elsewhere_is_refused() {
    let outside = json!({ "$ref": OUTSIDE });
    let cases = [
        (
            json!({ "properties": { "a": outside, "b": { "maxLength": 2 } } }),
            json!({ "a": 1, "b": "long" }),
        ),
        (
            json!({ "allOf": [outside, { "type": "object" }] }),
            json!(1),
        ),
        (
            json!({ "required": ["a"], "properties": { "b": outside }, "additionalProperties": false }),
            json!({ "a": 1 }),
        ),
        (
            json!({ "properties": { "a": { "not": { "type": "string" } }, "b": outside } }),
            json!({ "a": "text" }),
        ),
        (
            json!({ "oneOf": [
                { "type": "object", "properties": { "a": outside } },
                { "type": "object", "required": ["b"] },
            ] }),
            json!([]),
        ),
        (
            json!({
                "properties": { "a": outside },
                "oneOf": [{ "required": ["b"] }, { "required": ["c"] }],
            }),
            json!({ "b": 1, "c": 1 }),
        ),
        (
            json!({ "enum": [{ "$ref": OUTSIDE.replace("example.com", "x") }], "items": outside }),
            json!(1),
        ),
    ];
    for (schema, value) in cases {
        assert!(!softly(&schema, &value), "{schema} {value}");
    }
}
