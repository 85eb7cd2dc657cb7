//! `_meta`, capabilities, client requirements and elicitations: sections 3.5, 8 and 12.

use std::path::Path;

use jsonschema::Validator;
use mcpdesc::Report;
use mcpdesc::source::Format;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::document::{REVISIONS, load};
use crate::shared;

fn report(document: &Value) -> Report {
    load(document.to_string(), Format::Json).1
}

fn is_valid(document: &Value) -> bool {
    report(document).valid
}

/// The findings of the rules under test, as `code path`.
fn findings(document: &Value) -> Vec<String> {
    let report = report(document);
    let ours = |code: &str| {
        ["meta-", "client-requirement-", "elicitation-"]
            .iter()
            .any(|prefix| code.starts_with(prefix))
            || [
                "deprecated-client-requirement",
                "duplicate-elicitation-name",
                "extensions-not-supported-by-version",
                "field-not-supported-by-version",
                "invalid-client-requirement-value",
                "logging-deprecated-in-2026",
                "tasks-core-not-valid-in-2026",
                "unknown-reserved-extension-identifier",
            ]
            .contains(&code)
    };
    report
        .diagnostics
        .iter()
        .filter(|it| ours(it.rule.code))
        .map(|it| format!("{} {}", it.rule.code, it.path))
        .collect()
}

fn document(versions: &[&str], collection: &str, declaration: Value) -> Value {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "test", "version": "1" },
        "protocolVersions": versions,
    });
    document[collection] = json!([declaration]);
    document
}

fn prompt(versions: &[&str], member: &str, value: Value) -> Vec<String> {
    findings(&document(
        versions,
        "prompts",
        json!({ "name": "p", member: value }),
    ))
}

#[track_caller]
fn assert_findings(found: &[String], below: &str, expected: &[&str]) {
    let mut found: Vec<String> = found.iter().map(|it| it.replace(below, "")).collect();
    let mut expected: Vec<String> = expected.iter().map(|&it| it.to_owned()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn request_keys_have_no_place_in_a_declaration() {
    let meta = json!({
        "progressToken": 1,
        "io.modelcontextprotocol/logLevel": "info",
        "io.modelcontextprotocol/serverInfo": { "name": "s", "version": "1" },
        "io.modelcontextprotocol/subscriptionId": 1,
        "com.example/x": 1,
    });
    assert_findings(
        &prompt(&["2026-07-28"], "_meta", meta.clone()),
        "prompts[0]._meta",
        &[
            "meta-reserved-key-context .progressToken",
            r#"meta-reserved-key-context ["io.modelcontextprotocol/logLevel"]"#,
            r#"meta-reserved-key-context ["io.modelcontextprotocol/serverInfo"]"#,
            r#"meta-reserved-key-context ["io.modelcontextprotocol/subscriptionId"]"#,
        ],
    );
    // The revision before reserves the prefix, but knows only the token.
    assert_findings(
        &prompt(&["2025-11-25"], "_meta", meta),
        "prompts[0]._meta",
        &[
            "meta-reserved-key-context .progressToken",
            r#"meta-unknown-reserved-key ["io.modelcontextprotocol/logLevel"]"#,
            r#"meta-unknown-reserved-key ["io.modelcontextprotocol/serverInfo"]"#,
            r#"meta-unknown-reserved-key ["io.modelcontextprotocol/subscriptionId"]"#,
        ],
    );
}

#[test]
fn trace_keys_are_checked_since_2026() {
    let meta = json!({ "traceparent": "00-a", "tracestate": "a", "baggage": 1 });
    assert_findings(
        &prompt(&["2025-11-25", "2026-07-28"], "_meta", meta.clone()),
        "prompts[0]._meta.",
        &[
            "meta-reserved-key-value traceparent",
            "meta-reserved-key-value tracestate",
            "meta-reserved-key-value baggage",
        ],
    );
    assert_findings(&prompt(&["2025-11-25"], "_meta", meta), "", &[]);
}

#[test]
fn a_prefix_is_reserved_by_the_definition_of_each_revision() {
    let meta = json!({ "com.example.mcp.tools/x": 1, "com.mcp/x": 1, "com.mcp/-": 1 });
    let at = |key: &str| format!("meta-unknown-reserved-key prompts[0]._meta[{key:?}]");
    for (revision, reserved) in [
        ("2025-06-18", vec![at("com.example.mcp.tools/x")]),
        ("2025-11-25", vec![at("com.mcp/x")]),
    ] {
        assert_eq!(prompt(&[revision], "_meta", meta.clone()), reserved);
    }
}

#[test]
fn capabilities_are_judged_by_revision() {
    let capabilities = json!({
        "tasks": {},
        "logging": {},
        "completions": {},
        "extensions": { "io.modelcontextprotocol/ui": {}, "com.mcp/x": {}, "com.a.mcp/x": {} },
    });
    let found =
        |versions: &[&str]| findings(&document(versions, "capabilities", capabilities.clone()));
    let unknown = r#"unknown-reserved-extension-identifier extensions["com.mcp/x"]"#;
    let early = "extensions-not-supported-by-version extensions";
    assert_findings(
        &found(&["2025-11-25"]),
        "capabilities[0].",
        &[unknown, early],
    );
    assert_findings(
        &found(&["2026-07-28"]),
        "capabilities[0].",
        &[
            unknown,
            "tasks-core-not-valid-in-2026 tasks",
            "logging-deprecated-in-2026 logging",
        ],
    );
    assert_findings(
        &found(&["2024-11-05", "2025-03-26"]),
        "capabilities[0].",
        &[
            unknown,
            early,
            "field-not-supported-by-version tasks",
            "field-not-supported-by-version completions",
        ],
    );
}

#[test]
fn requirements_exist_in_every_revision_of_the_primitive() {
    let requirements = json!({
        "roots": { "listChanged": true },
        "sampling": { "tools": {}, "other": {} },
        "elicitation": { "url": {} },
        "tasks": { "requests": { "elicitation": { "create": {}, "other": {} } } },
        "extensions": { "com.mcp/x": {} },
        "experimental": { "anything": {} },
        "future": {},
        "x-note": 1,
    });
    let mismatch = |path: &str| format!("client-requirement-version-mismatch {path}");
    let found = |revision| prompt(&[revision], "clientRequirements", requirements.clone());
    let expect = |revision, expected: &[String]| {
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_findings(
            &found(revision),
            "prompts[0].clientRequirements.",
            &expected,
        );
    };
    expect(
        "2025-03-26",
        &[
            mismatch("sampling.tools"),
            mismatch("elicitation"),
            mismatch("tasks"),
            mismatch("extensions"),
        ],
    );
    expect(
        "2025-06-18",
        &[
            mismatch("sampling.tools"),
            mismatch("elicitation.url"),
            mismatch("tasks"),
            mismatch("extensions"),
        ],
    );
    expect(
        "2025-11-25",
        &[
            mismatch("sampling.other"),
            mismatch("tasks.requests.elicitation.other"),
            mismatch("extensions"),
        ],
    );
    expect(
        "2026-07-28",
        &[
            mismatch("roots.listChanged"),
            "deprecated-client-requirement roots".to_owned(),
            mismatch("sampling.other"),
            "deprecated-client-requirement sampling".to_owned(),
            "deprecated-client-requirement sampling.tools".to_owned(),
            mismatch("tasks"),
            r#"unknown-reserved-extension-identifier extensions["com.mcp/x"]"#.to_owned(),
        ],
    );
}

#[test]
fn one_finding_names_all_revisions_that_lack_a_capability() {
    let document = document(
        &["2025-06-18", "2025-11-25", "2026-07-28"],
        "prompts",
        json!({ "name": "p", "clientRequirements": { "tasks": {} } }),
    );
    let report = report(&document);
    let messages: Vec<&str> = report
        .diagnostics
        .iter()
        .filter(|it| it.rule.code == "client-requirement-version-mismatch")
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains("2025-06-18 and 2026-07-28"),
        "{messages:?}"
    );
}

#[test]
fn requirements_have_no_scope_of_their_own() {
    let requirements = json!({ "elicitation": {}, "protocolVersions": {} });
    assert_findings(
        &prompt(&["2026-07-28"], "clientRequirements", requirements),
        "prompts[0].clientRequirements.",
        &["client-requirement-protocol-versions protocolVersions"],
    );
}

fn form(schema: Value) -> Value {
    json!([{ "name": "e", "mode": "form", "message": "m", "requestedSchema": schema }])
}

#[test]
fn the_parts_of_a_form_must_fit() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "enum": ["x"], "enumNames": ["X", "Y"], "default": "z" },
            "b": { "type": "array", "items": { "type": "string", "enum": ["x"] }, "default": ["x", "y"] },
            "c": { "type": "number", "minimum": 2, "maximum": 1 },
            "d": { "type": "string", "minLength": 2, "maxLength": 2 },
            "e": { "type": "string", "oneOf": [{ "const": "x", "title": "X" }], "default": "X" },
        },
        "required": ["a", "A"],
    });
    let faults = [
        "elicitation-form-enum-names-mismatch properties.a.enumNames",
        "elicitation-form-default-outside-enum properties.a.default",
        "elicitation-form-default-outside-enum properties.b.default[1]",
        "elicitation-form-invalid-range properties.c.minimum",
        "elicitation-form-default-outside-enum properties.e.default",
        "elicitation-form-required-property-unknown required[1]",
    ];
    for versions in [
        &["2025-11-25"][..],
        &["2025-11-25", "2026-07-28"],
        &["2025-03-26"],
    ] {
        assert_findings(
            &prompt(versions, "elicitations", form(schema.clone())),
            "prompts[0].elicitations[0].requestedSchema.",
            &faults,
        );
    }
}

#[test]
fn bounds_are_compared_exactly() {
    for (low, high) in [("minimum", "maximum"), ("minLength", "maxLength")] {
        let kind = if low == "minimum" {
            "integer"
        } else {
            "string"
        };
        let field = |least: u64, most: u64| json!({ "type": kind, low: least, high: most });
        let schema =
            |least, most| json!({ "type": "object", "properties": { "a": field(least, most) } });
        let asked =
            |least, most| prompt(&["2025-11-25"], "elicitations", form(schema(least, most)));
        let (much, more) = (9_223_372_036_854_775_807, 9_223_372_036_854_775_808);
        assert_findings(
            &asked(more, much),
            "prompts[0].elicitations[0].requestedSchema.",
            &[&format!(
                "elicitation-form-invalid-range properties.a.{low}"
            )],
        );
        assert_findings(&asked(much, more), "", &[]);
        assert_findings(&asked(much, much), "", &[]);
    }
}

#[test]
fn a_form_uses_only_what_each_revision_defines() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "a": { "type": "string", "enum": ["x"], "enumNames": ["X"], "default": "x" },
            "b": { "type": "boolean", "default": true },
            "c": { "type": "integer", "default": 1 },
            "d": { "type": "string", "oneOf": [{ "const": "x", "title": "X" }], "default": "x" },
            "e": { "type": "array", "items": { "anyOf": [] }, "default": [] },
        },
    });
    let found = |versions: &[&str]| prompt(versions, "elicitations", form(schema.clone()));
    assert_findings(
        &found(&["2025-06-18", "2025-11-25"]),
        "prompts[0].elicitations[0].requestedSchema.",
        &[
            "elicitation-form-schema-version-mismatch $schema",
            "elicitation-form-schema-version-mismatch properties.a.default",
            "elicitation-form-schema-version-mismatch properties.c.default",
            "elicitation-form-schema-version-mismatch properties.d.oneOf",
            "elicitation-form-schema-version-mismatch properties.e.type",
        ],
    );
    assert_findings(&found(&["2025-11-25", "2026-07-28"]), "", &[]);
    assert_findings(&found(&["2024-11-05"]), "", &[]);
}

#[test]
fn url_elicitation_needs_a_revision_that_has_it() {
    let url = json!([
        { "name": "e", "mode": "url", "message": "m" },
        { "name": "e", "mode": "url", "message": "m", "protocolVersions": ["2025-03-26", "2025-11-25"] },
    ]);
    assert_findings(
        &prompt(
            &["2025-03-26", "2025-06-18", "2025-11-25"],
            "elicitations",
            url,
        ),
        "prompts[0].elicitations",
        &[
            "elicitation-mode-not-supported-by-version [0].mode",
            "duplicate-elicitation-name [1].name",
        ],
    );
}

/// MCP's own schema of one definition in one revision.
fn oracle(shared: &Path, revision: &str, definition: &str) -> Validator {
    let file = shared.join("mcp-schema").join(revision).join("schema.json");
    let mut schema: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let key = if schema.get("$defs").is_some() {
        "$defs"
    } else {
        "definitions"
    };
    schema["$ref"] = format!("#/{key}/{definition}").into();
    // Siblings of `$ref` are ignored in draft-07, so the root must not hold anything else.
    jsonschema::validator_for(&schema).unwrap()
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!("a")),
        Just(json!(1)),
        Just(json!([])),
        Just(json!(null)),
    ]
}

/// An object with some of these members.
fn object_of(members: &[(&'static str, BoxedStrategy<Value>)]) -> BoxedStrategy<Value> {
    members
        .iter()
        .map(|(name, value)| {
            let name = *name;
            prop::option::weighted(0.4, value.clone().prop_map(move |it| (name, it)))
        })
        .collect::<Vec<_>>()
        .prop_map(|members| {
            let members = members.into_iter().flatten();
            members
                .map(|(name, value)| (name.to_owned(), value))
                .collect()
        })
        .boxed()
}

fn client_capabilities() -> BoxedStrategy<Value> {
    let any = || scalar().boxed();
    let group = |names: &[&'static str]| {
        object_of(&names.iter().map(|name| (*name, any())).collect::<Vec<_>>())
    };
    let requests = object_of(&[
        (
            "sampling",
            prop_oneof![group(&["createMessage"]), any()].boxed(),
        ),
        (
            "elicitation",
            prop_oneof![group(&["create"]), any()].boxed(),
        ),
    ]);
    object_of(&[
        ("roots", group(&["listChanged", "other"])),
        ("sampling", group(&["context", "tools", "other"])),
        ("elicitation", group(&["form", "url", "other"])),
        (
            "tasks",
            object_of(&[
                ("list", any()),
                ("cancel", any()),
                ("requests", prop_oneof![requests, any()].boxed()),
            ]),
        ),
        ("other", Just(json!({})).boxed()),
    ])
}

#[test]
fn client_requirements_hold_what_mcp_says() {
    let Some(shared) = shared::dir() else { return };
    for revision in REVISIONS {
        let oracle = oracle(&shared, revision, "ClientCapabilities");
        proptest!(shared::random(300), |(capabilities in client_capabilities())| {
            let found = prompt(&[revision], "clientRequirements", capabilities.clone());
            let ours = found.iter().any(|it| it.starts_with("invalid-client-requirement-value"));
            prop_assert_eq!(ours, !oracle.is_valid(&capabilities), "{} {}: {:?}", revision, capabilities, found);
        });
    }
}

fn form_field() -> BoxedStrategy<Value> {
    let any = || scalar().boxed();
    let one = |values: &[Value]| prop::sample::select(values.to_vec()).boxed();
    let strings = || one(&[json!(["a"]), json!([]), json!([1]), json!("a")]);
    let options = || {
        one(&[
            json!([{ "const": "a", "title": "A" }]),
            json!([{ "const": "a" }]),
            json!([{ "const": 1, "title": "A" }]),
            json!({}),
        ])
    };
    let items = object_of(&[
        ("type", one(&[json!("string"), json!("number")])),
        ("enum", strings()),
        ("anyOf", options()),
    ]);
    object_of(&[
        (
            "type",
            one(&["string", "number", "integer", "boolean", "array", "object"].map(Value::from)),
        ),
        (
            "title",
            prop_oneof![9 => Just(json!("t")), 1 => any()].boxed(),
        ),
        ("default", any()),
        ("format", one(&[json!("email"), json!("uuid")])),
        ("minLength", one(&[json!(1), json!(-1), json!("1")])),
        ("maximum", one(&[json!(1.5), json!("1")])),
        ("enum", strings()),
        ("enumNames", strings()),
        ("oneOf", options()),
        ("items", items),
    ])
}

/// MCP's schemas leave forms open, so only what they refuse can be compared.
#[test]
fn forms_that_mcp_refuses_are_refused() {
    let Some(shared) = shared::dir() else { return };
    for revision in &REVISIONS[2..] {
        let oracle = oracle(&shared, revision, "PrimitiveSchemaDefinition");
        proptest!(shared::random(500), |(field in form_field())| {
            let mut document = document(&[revision], "prompts", json!({
                "name": "p",
                "elicitations": form(json!({ "$componentRef": "#/components/schemas/S" })),
            }));
            document["components"]["schemas"]["S"] =
                json!({ "type": "object", "properties": { "f": field } });
            let accepted = is_valid(&document);
            prop_assert!(!accepted || oracle.is_valid(&field), "{} {}", revision, field);
        });
    }
}
