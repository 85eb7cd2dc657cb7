//! Tries what this evaluator promises; `oracle` compares it with an independent one.

mod branches;
mod oracle;
mod whole;
mod work;

use serde_json::{Value as Json, json};

use super::*;
use crate::diagnostic::Findings;
use crate::source::{self, Format, Limits, Tree};

fn tree(text: &str) -> Tree {
    let mut findings = Findings::new(5);
    let tree = source::read(
        text.as_bytes(),
        Some(Format::Json),
        Limits::default(),
        &mut findings,
    );
    assert!(findings.into_sorted().is_empty(), "{text}");
    tree
}

/// Faults of a schema as `kind message`.
fn faults(schema: &Json, catalog: &Catalog) -> Vec<(FaultKind, String)> {
    let tree = tree(&schema.to_string());
    let read = Schema::read(tree.root().unwrap(), Dialect::Draft2020, catalog);
    let faults = read.faults().iter();
    faults
        .map(|it| (it.kind, format!("{} {}", it.at.path(), it.message)))
        .collect()
}

/// Whether an instance has errors, and what kept validation from being complete.
fn validate_with(schema: &str, instance: &str, catalog: &Catalog) -> (Vec<String>, Option<Gap>) {
    let tree = tree(&format!("{{\"schema\":{schema},\"instance\":{instance}}}"));
    let part = |key| Cursor::new(tree.root().unwrap()).get(key).unwrap();
    let mut schemas = Schemas::new(catalog);
    let scope = Revisions::only(Revision::V2026_07_28);
    let outcome = schemas.validate(part("schema"), scope, part("instance"));
    let errors = outcome.errors.into_iter();
    let errors = errors.map(|it| format!("{}: {}", it.place.path, it.message));
    (errors.collect(), outcome.gap)
}

fn validate(schema: &Json, instance: &Json) -> (Vec<String>, Option<Gap>) {
    validate_with(&schema.to_string(), &instance.to_string(), &Catalog::new())
}

/// The kinds of faults of a schema, by the path where they are.
fn kinds(schema: &Json) -> Vec<(FaultKind, String)> {
    let tree = tree(&schema.to_string());
    let read = Schema::read(
        tree.root().unwrap(),
        Dialect::Draft2020,
        EMPTY.get_or_init(Catalog::new),
    );
    let mut kinds: Vec<_> = read
        .faults()
        .iter()
        .map(|it| (it.kind, it.at.path().to_string()))
        .collect();
    kinds.sort_by(|a, b| a.1.cmp(&b.1));
    kinds
}

static EMPTY: std::sync::OnceLock<Catalog> = std::sync::OnceLock::new();

#[test]
fn references_into_the_schema_itself_are_found_however_they_are_written() {
    let schema = json!({
        "$id": "https://example.com/root.json",
        "$defs": {
            "a b": {"type": "string"},
            "a/b~c": {"type": "string"},
            "part": {"$id": "part.json", "$anchor": "here", "$defs": {"x": {"type": "integer"}}},
            "named": {"$anchor": "name"},
        },
        "x-elsewhere": [{"type": "boolean"}],
        "allOf": [
            {"items": {"$ref": "#"}},
            {"$ref": "#/$defs/a%20b"},
            {"$ref": "#/$defs/a~1b~0c"},
            {"$ref": "#name"},
            {"$ref": "part.json"},
            {"$ref": "part.json#here"},
            {"$ref": "https://example.com/part.json#/$defs/x"},
            {"$ref": "/root.json#/$defs/part/$defs/x"},
            {"$ref": "#/x-elsewhere/0"},
            {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        ],
    });
    assert_eq!(kinds(&schema), []);
}

#[test]
fn references_that_lead_nowhere_are_faults_and_those_outside_are_not() {
    let schema = json!({
        "$defs": {"part": {"$id": "https://example.com/part", "$anchor": "inner"}, "text": "no schema"},
        "x-list": [{"type": 5}],
        "const": {"$ref": "#/nowhere"},
        "allOf": [
            {"$ref": "#/$defs/gone"},
            {"$ref": "#inner"},
            {"$ref": "#/x-list/00"},
            {"$ref": "#/$defs/part#"},
            {"$ref": "#/required"},
            {"$ref": "https://example.com/part#/$defs/gone"},
            {"$ref": "https://example.com/other"},
            {"$ref": "other.json#/a"},
            {"$dynamicRef": "#inner"},
            {"$ref": "#/x-list/0"},
        ],
        "required": ["a"],
    });
    use FaultKind::{External, Invalid};
    let expected: Vec<_> = [
        (Invalid, "$defs.text"),
        (Invalid, "allOf[0].$ref"),
        (Invalid, "allOf[1].$ref"),
        (Invalid, "allOf[2].$ref"),
        (Invalid, "allOf[3].$ref"),
        (Invalid, "allOf[4].$ref"),
        (Invalid, "allOf[5].$ref"),
        (External, "allOf[6].$ref"),
        (External, "allOf[7].$ref"),
        (Invalid, "allOf[8].$dynamicRef"),
        (Invalid, "x-list[0].type"),
    ]
    .map(|(kind, path)| (kind, path.to_owned()))
    .into();
    assert_eq!(kinds(&schema), expected);
}

#[test]
fn the_dialect_of_an_embedded_resource_is_its_own() {
    let schema = json!({
        "$defs": {
            "old": {
                "$id": "https://example.com/old",
                "$schema": "http://json-schema.org/draft-07/schema#",
                "items": [{"type": "string"}],
                "definitions": {"x": {"$ref": "#/items/0", "$anchor": 5}},
            },
            "odd": {
                "$id": "https://example.com/odd",
                "$schema": "https://example.com/dialect",
                "properties": {"a": {"type": 5}},
            },
            "new": {"items": [{"type": "string"}]},
            "uses": {"allOf": [
                {"$ref": "https://example.com/odd#name"},
                {"$ref": "#/$defs/odd/properties/a"},
            ]},
        },
    });
    assert_eq!(
        kinds(&schema),
        [
            (FaultKind::Invalid, "$defs.new.items".to_owned()),
            (FaultKind::Dialect, "$defs.odd.$schema".to_owned()),
        ]
    );
}

#[test]
fn a_catalogue_answers_references_by_identifier() {
    let mut catalog = Catalog::new();
    let uri = catalog.add(
        "file:///x.json",
        br#"{"$id": "https://example.com/n#", "type": "integer"}"#,
    );
    assert_eq!(uri, Ok("https://example.com/n".to_owned()));
    catalog
        .add(
            "https://example.com/m",
            br##"{"$defs": {"t": {"type": "string"}}, "$ref": "missing"}"##,
        )
        .unwrap();
    let schema = r#"{"properties": {"n": {"$ref": "https://example.com/n"}}}"#;
    assert_eq!(
        validate_with(schema, r#"{"n": 1}"#, &catalog),
        (vec![], None)
    );
    let (errors, gap) = validate_with(schema, r#"{"n": "x"}"#, &catalog);
    assert_eq!((errors.len(), gap), (1, None));
    let part = json!({"properties": {"t": {"$ref": "https://example.com/m#/$defs/t"}}});
    let found = faults(&part, &catalog);
    assert!(
        matches!(found.as_slice(), [(FaultKind::External, _)]),
        "{found:?}"
    );
    assert!(matches!(
        catalog.add("https://example.com/z", b"{"),
        Err(CatalogError::Json(_))
    ));
    assert!(matches!(
        catalog.add("z.json", b"{}"),
        Err(CatalogError::Uri(_))
    ));
}

#[test]
fn dynamic_references_mean_the_outermost_anchor() {
    let schema = json!({
        "$id": "https://example.com/strict-tree",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": false,
        "$defs": {"tree": {
            "$id": "tree",
            "$dynamicAnchor": "node",
            "type": "object",
            "properties": {"data": true, "children": {"items": {"$dynamicRef": "#node"}}},
        }},
    });
    assert_eq!(
        validate(&schema, &json!({"children": [{"data": 1}]})),
        (vec![], None)
    );
    let (errors, gap) = validate(&schema, &json!({"children": [{"daat": 1}]}));
    assert_eq!((errors.len(), gap), (1, None), "{errors:?}");
    assert!(
        errors[0].starts_with("instance.children[0].daat: "),
        "{errors:?}"
    );

    let recursive = json!({
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "https://example.com/strict",
        "$recursiveAnchor": true,
        "$ref": "loose",
        "required": ["id"],
        "$defs": {"loose": {
            "$id": "loose",
            "$recursiveAnchor": true,
            "properties": {"next": {"$recursiveRef": "#"}},
        }},
    });
    let (errors, _) = validate(&recursive, &json!({"id": 1, "next": {}}));
    assert!(
        matches!(errors.as_slice(), [error] if error.starts_with("instance.next.id: ")),
        "{errors:?}"
    );
}

#[test]
fn only_what_is_certain_is_an_error_beside_an_unknown_schema() {
    let unknown = || json!({"$ref": "https://example.com/unknown"});
    let open = [
        json!({"not": unknown()}),
        json!({"oneOf": [unknown(), {"type": "object"}]}),
        json!({"anyOf": [unknown(), {"type": "string"}]}),
        json!({"allOf": [unknown()], "unevaluatedProperties": false}),
        json!({"if": unknown(), "then": false}),
        json!({"properties": {"a": unknown()}}),
    ];
    for schema in open {
        assert_eq!(
            validate(&schema, &json!({"a": 1})),
            (vec![], Some(Gap::External)),
            "{schema}"
        );
    }
    let certain = [
        json!({"allOf": [unknown()], "additionalProperties": false}),
        json!({"anyOf": [{"type": "string"}, {"allOf": [unknown(), {"required": ["b"]}]}]}),
        json!({"if": unknown(), "then": false, "else": false}),
        json!({"not": {"anyOf": [unknown(), {"required": ["a"]}]}}),
        json!({"type": "string", "$ref": "https://example.com/unknown"}),
    ];
    for schema in certain {
        let (errors, _) = validate(&schema, &json!({"a": 1}));
        assert!(!errors.is_empty() || schema.get("if").is_some(), "{schema}");
    }
}

#[test]
fn numbers_are_compared_digit_by_digit() {
    let check = |schema, instance| {
        validate_with(schema, instance, &Catalog::new())
            .0
            .is_empty()
    };
    assert!(!check(r#"{"const": 9007199254740993}"#, "9007199254740992"));
    assert!(!check(
        r#"{"maximum": 9007199254740992}"#,
        "9007199254740993"
    ));
    assert!(check(r#"{"multipleOf": 0.01}"#, "0.07"));
    assert!(check(
        r#"{"multipleOf": 0.1}"#,
        "123456789012345678901234567890.3"
    ));
    assert!(!check(r#"{"multipleOf": 3}"#, "1e300"));
    assert!(check(r#"{"type": "integer"}"#, "1.0"));
    assert!(!check(
        r#"{"uniqueItems": true}"#,
        r#"[{"a": 1, "b": 2}, {"b": 2.0, "a": 1}]"#
    ));
}

#[test]
fn messages_name_the_member_and_what_it_must_be() {
    let schema = json!({
        "type": "object",
        "properties": {
            "limit": {"type": "integer", "maximum": 100},
            "unit": {"enum": ["km", "mi"]},
            "stops": {"type": "array", "items": {"type": "string", "minLength": 2}},
            "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "shape": {"oneOf": [
                {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["radius"]},
                {"properties": {"kind": {"const": "square"}}, "required": ["side"]},
            ]},
        },
        "required": ["from"],
        "additionalProperties": false,
    });
    let instance = json!({
        "limit": 101, "unit": "m", "stops": ["ab", "c"], "when": 5,
        "shape": {"kind": "circle", "radius": "big"}, "extra": 1,
    });
    let (mut errors, gap) = validate(&schema, &instance);
    errors.sort();
    assert_eq!(gap, None);
    assert_eq!(
        errors,
        [
            "instance.extra: `extra` is not allowed here; its schema declares `limit`, `unit`, `stops`, `when` and `shape`",
            "instance.from: `from` is missing; the schema requires it",
            "instance.limit: `limit` must be at most `100`, but is `101`",
            "instance.shape.radius: `radius` must be a number, but is `\"big\"`",
            "instance.stops[1]: element 1 must be at least `2` characters long, but is 1",
            "instance.unit: `unit` must be one of `\"km\"` or `\"mi\"`, but is `\"m\"`",
            "instance.when: `when` must be a string or `null`, but is `5`",
        ]
    );
}

#[test]
fn formats_are_never_asserted() {
    for dialect in Dialect::ALL {
        let schema = json!({"$schema": dialect.uri(), "properties": {"a": {"format": "email"}}});
        assert_eq!(
            validate(&schema, &json!({"a": "no address"})),
            (vec![], None)
        );
    }
}

fn chain(length: usize, link: impl Fn(usize) -> Json) -> Json {
    let mut defs: serde_json::Map<_, _> = (0..length)
        .map(|at| (format!("d{at}"), link(at + 1)))
        .collect();
    defs.insert(format!("d{length}"), json!({"type": "string"}));
    json!({"$defs": defs, "$ref": "#/$defs/d0"})
}

fn next(at: usize) -> Json {
    json!({"$ref": format!("#/$defs/d{at}")})
}

#[test]
fn schemas_made_to_exhaust_a_validator_come_to_an_end() {
    let bomb = chain(60, |at| json!({"anyOf": [next(at), next(at)]}));
    assert!(matches!(
        kinds(&bomb).as_slice(),
        [(FaultKind::TooComplex, _)]
    ));

    let long = chain(9_000, next);
    assert_eq!(kinds(&long), []);
    let (errors, gap) = validate(&long, &json!(1));
    assert_eq!((errors.len(), gap), (1, None));

    // Every level of the instance doubles the ways into the next.
    let twice = json!({"$ref": "#/$defs/node"});
    let fork = json!({
        "$defs": {"node": {"allOf": [{"properties": {"x": twice}}, {"properties": {"x": twice}}], "required": ["y"]}},
        "$ref": "#/$defs/node",
    });
    let deep = (0..50).fold(json!({}), |inner, _| json!({"x": inner, "y": 1}));
    let (errors, gap) = validate(&fork, &deep);
    assert_eq!((errors.len(), gap), (1, None));

    for cycle in [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
    ] {
        assert!(
            matches!(kinds(&cycle).as_slice(), [(FaultKind::Unusable, _), ..]),
            "{cycle}"
        );
        assert_eq!(validate(&cycle, &json!(1)), (vec![], Some(Gap::Loop)));
    }

    let wide: Json = (0..19_000)
        .map(|at| (format!("p{at}"), json!({"type": "string"})))
        .collect();
    let wide = json!({"properties": wide, "unevaluatedProperties": false});
    let instance: Json = (0..19_000)
        .map(|at| (format!("p{at}"), json!("x")))
        .collect();
    assert_eq!(validate(&wide, &instance), (vec![], None));
    assert_eq!(
        kinds(&json!({"allOf": vec![json!({}); 20_001]}))[0].0,
        FaultKind::TooComplex
    );

    let many: Json = (0..100_000).map(|at| json!([at, "x"])).collect();
    assert_eq!(
        validate(&json!({"uniqueItems": true}), &many),
        (vec![], None)
    );

    let slow = json!({"items": {"pattern": "^(?:(a+)\\1?)+c$"}});
    let texts: Json = vec![json!("a".repeat(5_000)); 2_000].into();
    assert_eq!(validate(&slow, &texts), (vec![], Some(Gap::Limit)));

    let inner = json!({"oneOf": [{"anyOf": [{"properties": {"x": {"$ref": "#"}}}]}]});
    let winding =
        json!({"if": {"not": inner}, "else": {"dependentSchemas": {"x": {"allOf": [inner]}}}});
    let (_, gap) = validate(&winding, &deep);
    assert_eq!(gap, Some(Gap::Limit));

    let nested = (0..100).fold(json!({}), |inner, _| json!({"not": inner}));
    assert_eq!(kinds(&nested)[0].0, FaultKind::TooComplex);
}

#[test]
fn without_a_dialect_only_what_all_agree_on_is_an_error() {
    let check = |schema: Json, instance: Json| {
        let tree = tree(&json!({"schema": schema, "instance": instance}).to_string());
        let part = |key| Cursor::new(tree.root().unwrap()).get(key).unwrap();
        let catalog = Catalog::new();
        let mut schemas = Schemas::new(&catalog);
        let outcome = schemas.validate(part("schema"), LEGACY, part("instance"));
        assert_eq!(outcome.gap, Some(Gap::Legacy));
        outcome.errors.len()
    };
    let one = json!({"a": 1});
    for certain in [
        json!({"additionalProperties": false}),
        json!({"properties": {"a": {"type": "string"}}}),
        json!({"properties": {"a": {"enum": [2]}}}),
        json!({"properties": {"a": {"maximum": 0}}}),
        json!({"required": ["b"]}),
        json!({"allOf": [{"type": "array"}]}),
    ] {
        assert_eq!(check(certain.clone(), one.clone()), 1, "{certain}");
    }
    for open in [
        json!({"additionalProperties": false, "patternProperties": {"a": {}}}),
        json!({"$ref": "#/definitions/x", "type": "array"}),
        json!({"const": 2}),
        json!({"required": 5, "type": "nonsense", "properties": {"a": false}}),
        json!({"properties": {"a": {"exclusiveMaximum": 0}}}),
        json!({"if": {}, "then": {"type": "array"}}),
    ] {
        assert_eq!(check(open.clone(), one.clone()), 0, "{open}");
    }
    assert_eq!(
        check(json!({"items": {"type": "integer"}}), json!([1.0])),
        0
    );
}
