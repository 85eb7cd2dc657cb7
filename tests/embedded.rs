//! The JSON Schemas of Tools (§9.2), as the library reports on them.

use mcpdesc::diagnostic::Severity;
use mcpdesc::schema::Catalog;
use mcpdesc::{Options, Report};
use serde_json::{Value, json};

fn check_with(document: &Value, options: &Options) -> Report {
    mcpdesc::check(
        &mcpdesc::load(document.to_string().as_bytes(), options),
        options,
    )
}

/// The findings as `code path`, in order of position; components without their root.
fn findings(document: &Value) -> Vec<String> {
    let report = check_with(document, &Options::default());
    let found = report.diagnostics.iter();
    found
        .filter(|it| it.rule.code != "legacy-protocol-validation-incomplete")
        .map(|it| format!("{} {}", it.rule.code, it.path))
        .collect()
}

fn described(revisions: &[&str], tools: Value) -> Value {
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "harbour", "version": "1"},
        "protocolVersions": revisions,
        "tools": tools,
    })
}

fn tool(revisions: &[&str], input: Value) -> Value {
    described(revisions, json!([{"name": "dock", "inputSchema": input}]))
}

#[test]
fn a_fault_is_reported_where_it_is_and_at_every_depth() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"minLength": -1}},
            "b": {"anyOf": []},
            "c": {"pattern": "(?i)x", "patternProperties": {"[": {}}},
        },
        "required": ["a", "a"],
        "$defs": {"unused": {"enum": 5}},
    });
    assert_eq!(
        findings(&tool(&["2026-07-28"], schema)),
        [
            "invalid-tool-schema tools[0].inputSchema.properties.a.items.minLength",
            "invalid-tool-schema tools[0].inputSchema.properties.b.anyOf",
            "invalid-tool-schema tools[0].inputSchema.properties.c.pattern",
            "invalid-tool-schema tools[0].inputSchema.properties.c.patternProperties[\"[\"]",
            "invalid-tool-schema tools[0].inputSchema.required[1]",
            "invalid-tool-schema tools[0].inputSchema.$defs.unused.enum",
        ]
    );
}

#[test]
fn data_and_unknown_keywords_are_no_schemas() {
    let schema = json!({
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "x-mcp-header": {}, "$schema": {}},
        "default": {"$ref": "#/nowhere", "type": 5},
        "const": {"x-mcp-header": ""},
        "enum": [{"$id": "#"}],
        "examples": [{"$ref": "https://example.com/x"}],
        "x-form": {"$ref": "https://example.com/y", "required": 1},
    });
    assert_eq!(findings(&tool(&["2026-07-28"], schema)), [""; 0]);
}

#[test]
fn a_shared_component_is_judged_once_and_only_where_it_is_used() {
    let reference = |name: &str| json!({"$componentRef": format!("#/components/schemas/{name}")});
    let mut document = described(
        &["2026-07-28"],
        json!([
            {"name": "one", "inputSchema": reference("shared")},
            {"name": "two", "inputSchema": reference("shared"), "outputSchema": reference("list")},
            {"name": "three", "inputSchema": reference("list")},
        ]),
    );
    document["components"] = json!({"schemas": {
        "shared": {
            "type": "object",
            "properties": {"a": {"type": "text"}},
            "items": {"x-mcp-header": "A"},
        },
        "list": {"type": "array"},
        "unused": {"type": "nothing", "$schema": "https://example.com/dialect"},
    }});
    assert_eq!(
        findings(&document),
        [
            "invalid-tool-schema components.schemas.shared.properties.a.type",
            "invalid-x-mcp-header components.schemas.shared.items.x-mcp-header",
            "invalid-value tools[2].inputSchema.type",
        ]
    );
}

#[test]
fn before_a_dialect_is_defined_only_the_shape_counts() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "nonsense", "pattern": "("}, "b": true},
        "required": ["a", 5],
        "allOf": "anything",
        "$defs": {"c": {"$ref": "#/nowhere"}},
    });
    let shape = [
        "invalid-legacy-tool-schema-shape tools[0].inputSchema.properties.b",
        "invalid-legacy-tool-schema-shape tools[0].inputSchema.required[1]",
    ];
    assert_eq!(findings(&tool(&["2025-06-18"], schema)), shape);
}

#[test]
fn in_a_mixed_scope_each_revision_applies_its_rules_and_a_fault_is_one_finding() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"a": true, "b": {"type": "string", "x-mcp-header": "B", "maxLength": "long"}},
        "required": "a",
    });
    let all = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
    assert_eq!(
        findings(&tool(&all, schema)),
        [
            "field-not-supported-by-version tools[0].inputSchema.$schema",
            "invalid-legacy-tool-schema-shape tools[0].inputSchema.properties.a",
            "field-not-supported-by-version tools[0].inputSchema.properties.b.x-mcp-header",
            "invalid-tool-schema tools[0].inputSchema.properties.b.maxLength",
            "invalid-tool-schema tools[0].inputSchema.required",
        ]
    );
}

#[test]
fn roots_other_than_objects_are_for_outputs_since_2026() {
    let output = |revisions: &[&str], output: Value| {
        let tools =
            json!([{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output}]);
        findings(&described(revisions, tools))
    };
    let found = ["field-not-supported-by-version tools[0].outputSchema.type"];
    assert_eq!(output(&["2025-11-25"], json!({"type": "array"})), found);
    assert_eq!(
        output(&["2025-06-18", "2026-07-28"], json!({"enum": [1]})),
        found
    );
    assert_eq!(output(&["2026-07-28"], json!({"enum": [1]})), [""; 0]);
}

#[test]
fn headers_are_found_from_the_root_through_properties_only() {
    let header = |name: Value| json!({"type": "string", "x-mcp-header": name});
    let schema = json!({
        "type": "object",
        "properties": {
            "plain": header(json!("Plain")),
            "nested": {"type": "object", "properties": {"deep": header(json!("plain"))}},
            "number": {"type": "number", "x-mcp-header": "Number"},
            "either": {"type": ["string", "null"], "x-mcp-header": "Either"},
            "space": header(json!("two words")),
            "other": header(json!(5)),
            "list": {"items": header(json!("Item"))},
            "choice": {"oneOf": [header(json!("Choice"))]},
        },
        "if": {"properties": {"x": header(json!("If"))}},
        "patternProperties": {"^x": header(json!("Pattern"))},
        "dependentSchemas": {"x": header(json!("Dependent"))},
        "$defs": {"x": header(json!("Defined"))},
    });
    let found = findings(&tool(&["2026-07-28"], schema));
    let below = |path: &str| format!("tools[0].inputSchema.{path}.x-mcp-header");
    let mut expected = vec![format!(
        "duplicate-x-mcp-header {}",
        below("properties.nested.properties.deep")
    )];
    expected.extend(
        [
            "properties.number",
            "properties.either",
            "properties.space",
            "properties.other",
            "properties.list.items",
            "properties.choice.oneOf[0]",
            "if.properties.x",
            "patternProperties[\"^x\"]",
            "dependentSchemas.x",
            "$defs.x",
        ]
        .map(|path| format!("invalid-x-mcp-header {}", below(path))),
    );
    assert_eq!(found, expected);
}

#[test]
fn an_output_schema_has_no_headers() {
    let output = json!({"type": "object", "x-mcp-header": "A"});
    let tools = json!([{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output}]);
    assert_eq!(findings(&described(&["2026-07-28"], tools)), [""; 0]);
}

#[test]
fn an_external_reference_is_incomplete_until_a_catalogue_has_it_or_an_error_on_request() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "https://example.com/berth"}, "b": {"$ref": "https://example.com/berth"}},
    });
    let document = tool(&["2026-07-28"], schema);
    let check = |options: &Options| {
        let report = check_with(&document, options);
        let severities = report.diagnostics.iter().map(|it| it.severity());
        (
            report.valid,
            report.complete,
            severities.collect::<Vec<_>>(),
        )
    };
    let mut options = Options::default();
    assert_eq!(check(&options), (true, false, vec![Severity::Warning; 2]));
    options.deny_unresolved = true;
    assert_eq!(check(&options), (false, false, vec![Severity::Error; 2]));
    let mut catalog = Catalog::new();
    catalog
        .add("https://example.com/berth", b"{\"type\": \"string\"}")
        .unwrap();
    options.schema_catalog = catalog.into();
    assert_eq!(check(&options), (true, true, vec![]));
}

#[test]
fn nothing_is_concluded_from_what_a_syntax_error_hides() {
    let text = r##"{"mcpdesc": "0.8.0", "info": {"name": "t", "version": "1"},
        "protocolVersions": ["2025-11-25"], "tools": [{"name": "t",
        "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}},
        "$defs": {"b": ]}}, "outputSchema": {"##;
    let options = Options::default();
    let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
    let codes: Vec<_> = report.diagnostics.iter().map(|it| it.rule.code).collect();
    assert!(!codes.contains(&"invalid-tool-schema"), "{codes:?}");
    assert!(
        !codes.contains(&"field-not-supported-by-version"),
        "{codes:?}"
    );
}

/// A Tool for 2026-07-28 with this output schema and one example that returns `structured`.
fn returning(name: &str, output: &Value, structured: &Value) -> Value {
    json!({
        "name": name,
        "inputSchema": {"type": "object", "additionalProperties": false},
        "outputSchema": output,
        "examples": {"one": {"input": {}, "result": {
            "resultType": "complete", "content": [], "structuredContent": structured,
        }}},
    })
}

#[test]
fn what_is_structurally_wrong_is_not_compared_with_a_schema() {
    for input in [json!([]), json!("x"), json!(null)] {
        let mut tool = returning("t", &json!({}), &json!(1));
        tool["examples"]["one"]["input"] = input;
        assert_eq!(
            findings(&described(&["2026-07-28"], json!([tool]))),
            ["wrong-type tools[0].examples.one.input"]
        );
    }
    let mut tool = returning("t", &json!({"type": "object"}), &json!([]));
    let result = tool["examples"]["one"]["result"].as_object_mut().unwrap();
    result.remove("resultType");
    assert_eq!(
        findings(&described(&["2025-11-25"], json!([tool]))),
        ["tool-example-result-version-mismatch tools[0].examples.one.result.structuredContent"]
    );
}

#[test]
fn a_schema_that_was_not_read_to_its_end_makes_the_report_incomplete() {
    let many = vec![json!({}); 20_001];
    for schema in [
        json!({"type": "object", "allOf": many}),
        json!({"type": "object", "pattern": "((a{1000}){1000}){1000}"}),
        json!({"type": "object", "allOf": [{"$ref": "#"}]}),
        json!({"type": "object", "$schema": "https://example.com/dialect"}),
    ] {
        let report = check_with(&tool(&["2026-07-28"], schema), &Options::default());
        assert!(!report.complete);
    }
}

#[test]
fn a_dialect_is_named_as_it_is_published_or_a_better_name_is_proposed() {
    let help = |dialect: &str| {
        let schema = json!({"type": "object", "$schema": dialect});
        let report = check_with(&tool(&["2026-07-28"], schema), &Options::default());
        let found = report.diagnostics.iter();
        let found: Vec<_> = found.map(|it| (it.rule.code, it.help.clone())).collect();
        found
    };
    for (wrong, right) in [
        (
            "https://json-schema.org/draft-07/schema#",
            "http://json-schema.org/draft-07/schema#",
        ),
        (
            "http://json-schema.org/draft/2020-12/schema",
            "https://json-schema.org/draft/2020-12/schema",
        ),
        (
            "https://json-schema.org/draft/2019-09/Schema/",
            "https://json-schema.org/draft/2019-09/schema",
        ),
    ] {
        let expected = Some(format!("did you mean `{right}`?"));
        assert_eq!(
            help(wrong),
            [("unsupported-tool-schema-dialect", expected)],
            "{wrong}"
        );
        assert_eq!(help(right), [], "{right}");
    }
}

#[test]
fn a_pattern_that_cannot_be_evaluated_is_said_at_the_schema() {
    for pattern in ["^(?:(a)|b)*\\1$", "\\p{letter}", "^.{0,65535}$"] {
        let schema = json!({"type": "object", "properties": {"a": {"pattern": pattern}}});
        let document = tool(&["2026-07-28"], schema);
        assert_eq!(
            findings(&document),
            ["incomplete-tool-schema-validation tools[0].inputSchema.properties.a.pattern"],
            "{pattern}"
        );
        let report = check_with(&document, &Options::default());
        assert_eq!((report.valid, report.complete), (true, false), "{pattern}");
    }
}
