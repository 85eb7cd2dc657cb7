//! What is said where no branch of a composition matches.

use serde_json::{Value as Json, json};

use super::validate;

fn kind(value: &Json) -> Json {
    json!({"type": "object", "properties": {"kind": {"const": value}}, "required": ["kind"]})
}

/// Every way to write the same three branches.
fn spellings() -> Vec<Json> {
    let plain: Vec<Json> = (0..3).map(|at| kind(&json!(at))).collect();
    let defs: Json = (0..3)
        .map(|at| (format!("d{at}"), kind(&json!(at))))
        .collect();
    let refs: Vec<Json> = (0..3)
        .map(|at| json!({"$ref": format!("#/properties/shape/$defs/d{at}")}))
        .collect();
    let combined: Vec<Json> = (0..3)
        .map(|at| json!({"allOf": [{"type": "object"}, kind(&json!(at))]}))
        .collect();
    let listed: Vec<Json> = (0..3)
        .map(|at| json!({"properties": {"kind": {"enum": [at]}}, "required": ["kind"]}))
        .collect();
    vec![
        json!({"oneOf": plain}),
        json!({"anyOf": plain}),
        json!({"oneOf": refs, "$defs": defs}),
        json!({"oneOf": combined}),
        json!({"oneOf": listed}),
    ]
}

fn said(shape: &Json, instance: &Json) -> Vec<String> {
    let schema = json!({"properties": {"shape": shape}});
    validate(&schema, &json!({"shape": instance})).0
}

#[test]
fn a_wrong_discriminator_is_named_at_its_own_place() {
    for shape in spellings() {
        assert_eq!(
            said(&shape, &json!({"kind": 7})),
            ["instance.shape.kind: `kind` must be `0`, `1` or `2`, but is `7`"],
            "{shape}"
        );
    }
}

#[test]
fn a_missing_discriminator_is_missing() {
    for shape in spellings() {
        let [message] = said(&shape, &json!({})).try_into().unwrap();
        assert!(
            message.starts_with("instance.shape.kind: `kind` is missing;"),
            "{message}"
        );
    }
}

#[test]
fn types_are_named_only_where_the_type_is_wrong() {
    let shape = json!({"oneOf": [kind(&json!("a")), {"type": "string", "const": "b"}, false]});
    let cases = [
        (
            json!(5),
            "shape: `shape` must be an object or `\"b\"`, but is `5`",
        ),
        (
            json!("c"),
            "shape: `shape` must be an object or `\"b\"`, but is `\"c\"`",
        ),
        (
            json!({"kind": "x"}),
            "shape.kind: `kind` must be `\"a\"`, but is `\"x\"`",
        ),
    ];
    for (instance, expected) in cases {
        assert_eq!(said(&shape, &instance), [format!("instance.{expected}")]);
    }
    let two_tags = json!({"anyOf": [
        {"properties": {"a": {"const": 1}}},
        {"properties": {"b": {"const": 2}}},
    ]});
    assert_eq!(
        said(&two_tags, &json!({"a": 0, "b": 0})),
        ["instance.shape: `shape` matches none of the 2 schemas under `anyOf`"]
    );
}

#[test]
fn branches_of_a_recursive_schema_are_told_apart_at_every_depth() {
    let schema = json!({
        "$defs": {"node": {"oneOf": [
            {"type": "object", "properties": {"is": {"const": "leaf"}}},
            {"type": "object", "properties": {"is": {"const": "fork"}, "next": {"$ref": "#/$defs/node"}}},
        ]}},
        "$ref": "#/$defs/node",
    });
    let instance = json!({"is": "fork", "next": {"is": "fork", "next": {"is": "root"}}});
    assert_eq!(
        validate(&schema, &instance).0,
        ["instance.next.next.is: `is` must be `\"leaf\"` or `\"fork\"`, but is `\"root\"`"]
    );
}

#[test]
fn what_both_outcomes_of_an_unknown_condition_refuse_is_certain() {
    let schema = json!({"if": {"$ref": "https://example.com/x"}, "then": false, "else": false});
    assert_eq!(validate(&schema, &json!(1)).0.len(), 1);
}

#[test]
fn numbers_and_nouns_agree() {
    let cases = [
        (
            json!({"contains": {"const": 1}}),
            json!([]),
            "at least 1 element as",
        ),
        (json!({"minItems": 1}), json!([]), "at least `1` element,"),
        (json!({"minItems": 2}), json!([]), "at least `2` elements,"),
        (
            json!({"minProperties": 1}),
            json!({}),
            "at least `1` property,",
        ),
        (
            json!({"maxLength": 1}),
            json!("ab"),
            "at most `1` character long",
        ),
        (
            json!({"oneOf": [{}, false, {}]}),
            json!(1),
            "matches `oneOf[0]` and `oneOf[2]`",
        ),
    ];
    for (schema, instance, words) in cases {
        let [message] = validate(&schema, &instance).0.try_into().unwrap();
        assert!(message.contains(words), "{message}");
    }
}
