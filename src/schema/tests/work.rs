//! How much work instances may make.

use serde_json::{Value as Json, json};

use super::*;

/// Many instances of one document, one after the other, with so much work for all.
fn gaps(pairs: &[(Json, Json)], work: u64) -> Vec<(usize, Option<Gap>)> {
    let tree = tree(&json!(pairs).to_string());
    let catalog = Catalog::new();
    let mut schemas = Schemas::new(&catalog);
    schemas.budget = work;
    let scope = Revisions::only(Revision::V2026_07_28);
    let root = Cursor::new(tree.root().unwrap());
    let outcomes = root.elements().map(|pair| {
        let mut parts = pair.elements();
        let (schema, instance) = (parts.next().unwrap(), parts.next().unwrap());
        let outcome = schemas.validate(schema, scope, instance);
        (outcome.errors.len(), outcome.gap)
    });
    outcomes.collect()
}

/// A composition that takes more than is left.
fn hostile() -> (Json, Json) {
    let branches: Vec<Json> = (0..400).map(|at| json!({"const": at})).collect();
    (json!({"items": {"anyOf": branches}}), json!(vec![399; 300]))
}

#[test]
fn sizes_that_people_use_are_compared_completely() {
    let words: Vec<Json> = (0..1_000).map(|at| json!(format!("w{at}"))).collect();
    let objects: Vec<Json> = (0..1_000).map(|at| json!({"a": at, "b": [at]})).collect();
    let constants: Vec<Json> = (0..1_000).map(|at| json!({"const": at})).collect();
    let patterns: Json = (0..500)
        .map(|at| (format!("^p{at}$"), json!({"type": "integer"})))
        .collect();
    let keyed: Json = (0..500).map(|at| (format!("p{at}"), json!(at))).collect();
    let chain: Json = (0..1_000)
        .map(|at| {
            (
                format!("d{at}"),
                json!({"$ref": format!("#/$defs/d{}", at + 1), "title": "t"}),
            )
        })
        .chain([("d1000".to_owned(), json!({"type": "integer"}))])
        .collect();
    let numbers: Json = (0..1_000).collect();
    let cases = [
        (json!({"items": {"enum": words}}), json!(words)),
        (json!({"items": {"enum": objects}}), json!(objects)),
        (
            json!({"propertyNames": {"enum": words}}),
            words
                .iter()
                .map(|it| (it.as_str().unwrap().to_owned(), json!(1)))
                .collect(),
        ),
        (json!({"items": {"oneOf": constants}}), numbers.clone()),
        (
            json!({"patternProperties": patterns, "additionalProperties": false}),
            keyed,
        ),
        (
            json!({"$defs": chain, "items": {"$ref": "#/$defs/d0"}}),
            numbers,
        ),
    ];
    assert_eq!(gaps(&cases, DOCUMENT_WORK), [(0, None); 6]);
}

#[test]
fn long_enumerations_find_equal_data_only() {
    let mut values: Vec<Json> = (0..20).map(|at| json!({"a": at, "b": "x"})).collect();
    values.push(json!("name"));
    let list = |key: &str| json!({key: {"enum": values}});
    let cases = [
        (list("items"), json!([{"b": "x", "a": 7}]), 0),
        (list("items"), json!([{"b": "y", "a": 7}, 7, "names"]), 3),
        (list("propertyNames"), json!({"name": 1, "other": 2}), 1),
    ];
    for (schema, instance, wrong) in cases {
        assert_eq!(validate(&schema, &instance).0.len(), wrong, "{instance}");
    }
}

#[test]
fn no_instance_silences_the_plain_ones_after_it() {
    let plain = (
        json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "^a"}}, "required": ["b"]}),
        json!({"a": "b"}),
    );
    let pairs = [
        hostile(),
        plain.clone(),
        hostile(),
        hostile(),
        plain.clone(),
    ];
    let exhausted = |first| (0, Some(Gap::Exhausted { first }));
    assert_eq!(
        gaps(&pairs, 50_000),
        [
            exhausted(true),
            (2, None),
            exhausted(false),
            exhausted(false),
            (2, None)
        ]
    );
    assert_eq!(gaps(&pairs[..1], DOCUMENT_WORK), [(0, None)]);
}

#[test]
fn faults_beyond_the_bound_are_not_dropped_in_silence() {
    let names: Vec<Json> = (0..1_500).map(|at| json!(format!("p{at}"))).collect();
    let numbers: Json = (0..1_500).collect();
    for (schema, instance) in [
        (json!({"required": names}), json!({})),
        (json!({"items": {"type": "string"}}), numbers),
    ] {
        let (errors, gap) = validate(&schema, &instance);
        assert_eq!((errors.len(), gap), (1_000, Some(Gap::Many)));
    }
    let few: Json = (0..1_000).collect();
    let (errors, gap) = validate(&json!({"items": {"type": "string"}}), &few);
    assert_eq!((errors.len(), gap), (1_000, None));
}
