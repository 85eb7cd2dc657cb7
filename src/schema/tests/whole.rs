//! Which schemas are read to their end, and which are refused.

use serde_json::{Value as Json, json};

use super::{kinds, validate};
use crate::schema::{FaultKind, Gap};

fn definitions(count: usize, definition: impl Fn(usize) -> Json) -> Json {
    (0..count)
        .map(|at| (format!("d{at}"), definition(at)))
        .collect()
}

fn to(at: usize) -> Json {
    json!({"$ref": format!("#/$defs/d{at}")})
}

#[test]
fn references_of_members_and_elements_multiply_nothing() {
    let twice = definitions(18, |at| {
        let next = if at < 17 { to(at + 1) } else { json!(true) };
        json!({"properties": {"a": next, "b": next}})
    });
    let mesh = definitions(15, |_| {
        let properties: Json = (0..15).map(|at| (format!("p{at}"), to(at))).collect();
        json!({"type": "object", "properties": properties})
    });
    let lists = definitions(18, |at| {
        let next = if at < 17 { to(at + 1) } else { json!(true) };
        json!({"prefixItems": [next, next], "additionalProperties": next, "contains": next})
    });
    for defs in [twice, mesh, lists] {
        assert_eq!(kinds(&json!({"$ref": "#/$defs/d0", "$defs": defs})), []);
    }
}

#[test]
fn what_applies_to_one_value_multiplies_wherever_it_stands() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let bomb = definitions(18, |at| {
            let next = if at < 17 { to(at + 1) } else { json!(true) };
            json!({keyword: [next, next]})
        });
        for user in [
            json!({"$ref": "#/$defs/d0"}),
            json!({"properties": {"a": to(0)}}),
        ] {
            let mut schema = user;
            schema["$defs"] = bomb.clone();
            assert!(
                matches!(kinds(&schema).as_slice(), [(FaultKind::TooComplex, _)]),
                "{keyword}"
            );
        }
    }
    let conditions = definitions(18, |at| {
        let next = if at < 17 { to(at + 1) } else { json!(true) };
        json!({"if": next, "else": {"not": next}, "dependentSchemas": {"x": next}})
    });
    let schema = json!({"items": to(0), "$defs": conditions});
    assert!(matches!(
        kinds(&schema).as_slice(),
        [(FaultKind::TooComplex, _)]
    ));
}

#[test]
fn a_reference_back_to_itself_is_said_at_the_schema() {
    let loops = [
        (json!({"$ref": "#"}), "$ref"),
        (
            json!({"items": {"anyOf": [{"$ref": "#/items"}]}}),
            "items.anyOf[0].$ref",
        ),
        (
            json!({"$defs": {"a": {"not": to(0)}, "d0": {"$ref": "#/$defs/a"}}}),
            "$defs.d0.$ref",
        ),
        (
            json!({"dependentSchemas": {"x": {"$ref": "#"}}}),
            "dependentSchemas.x.$ref",
        ),
    ];
    for (schema, path) in loops {
        assert_eq!(
            kinds(&schema),
            [(FaultKind::Unusable, path.to_owned())],
            "{schema}"
        );
    }
    let fine = json!({"properties": {"a": {"$ref": "#"}}, "items": {"anyOf": [{"$ref": "#"}]}});
    assert_eq!(kinds(&fine), []);
}

#[test]
fn draft_4_identifiers_are_base_uris_of_their_schemas() {
    let draft = "http://json-schema.org/draft-04/schema#";
    let whole = json!({
        "$schema": draft,
        "id": "http://example.com/root",
        "properties": {
            "in": {"$ref": "http://example.com/root#/definitions/in"},
            "node": {"$ref": "node"},
        },
        "definitions": {
            "in": {"type": "integer"},
            "node": {"id": "http://example.com/node", "type": "string"},
        },
    });
    assert_eq!(kinds(&whole), []);
    let (errors, gap) = validate(&whole, &json!({"in": "x", "node": 1}));
    assert_eq!((errors.len(), gap), (2, None), "{errors:?}");

    let embedded = json!({
        "$defs": {"old": {"$schema": draft, "id": "http://example.com/old", "minimum": 1, "exclusiveMinimum": true}},
        "$ref": "http://example.com/old",
    });
    assert_eq!(kinds(&embedded), []);
    assert_eq!(validate(&embedded, &json!(1)).0.len(), 1);
}

#[test]
fn in_draft_4_an_integer_is_written_without_fraction_and_exponent() {
    let schema = |draft: u8| {
        let uri = format!("http://json-schema.org/draft-0{draft}/schema#");
        format!(r#"{{"$schema": "{uri}", "type": "integer"}}"#)
    };
    let catalog = super::Catalog::new();
    for number in ["1.0", "1e3"] {
        let (errors, gap) = super::validate_with(&schema(4), number, &catalog);
        assert_eq!((errors.len(), gap), (1, None), "{number}");
        assert_eq!(
            super::validate_with(&schema(6), number, &catalog),
            (vec![], None)
        );
    }
}

#[test]
fn every_gap_has_its_own_reason() {
    let long = format!("{{\"multipleOf\": 3.{}}}", "3".repeat(50));
    let gap = super::validate_with(&long, "10", &super::Catalog::new()).1;
    assert_eq!(gap, Some(Gap::Division));
    assert_eq!(
        validate(&json!({"not": {"$ref": "#"}}), &json!(1)).1,
        Some(Gap::Loop)
    );
}

#[test]
fn two_different_schemas_cannot_have_one_identifier() {
    let schema = |second: Json| {
        json!({"$defs": {
            "a": {"$id": "https://example.com/x", "type": "string"},
            "b": second,
        }, "$ref": "https://example.com/x"})
    };
    let other = json!({"$id": "https://example.com/x", "type": "number"});
    assert_eq!(
        kinds(&schema(other)),
        [(FaultKind::Invalid, "$defs.b.$id".to_owned())]
    );
    let same = json!({"type": "string", "$id": "https://example.com/x"});
    assert_eq!(kinds(&schema(same)), []);
}
