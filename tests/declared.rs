//! The rules about declarations: scopes, transports, security, tags, applicability, components.

use mcpdesc::source::Format;
use mcpdesc::{Options, Report};
use serde_json::{Value, json};

fn check_text(text: &str) -> Report {
    let options = Options {
        format: Some(Format::Json),
        ..Options::default()
    };
    mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options)
}

/// Checks a minimal document with `members` added or replaced.
fn check(revisions: &[&str], members: Value) -> Report {
    check_text(&document(revisions, members).to_string())
}

fn document(revisions: &[&str], members: Value) -> Value {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "example", "version": "1" },
        "protocolVersions": revisions,
    });
    let Value::Object(members) = members else {
        panic!("members of the root are given as an object");
    };
    document.as_object_mut().unwrap().extend(members);
    document
}

/// The findings of one rule, as `path: text`.
fn places(report: &Report, text: &str, code: &str) -> Vec<String> {
    let of_code = report.diagnostics.iter().filter(|it| it.rule.code == code);
    of_code
        .map(|it| format!("{}: {}", it.path, &text[it.span.range()]))
        .collect()
}

/// Asserts what one rule finds in a document, as `path: text` where the text is what is marked.
#[track_caller]
fn assert_found(revisions: &[&str], members: Value, code: &str, expected: &[&str]) {
    let text = document(revisions, members).to_string();
    assert_eq!(places(&check_text(&text), &text, code), expected, "{text}");
}

fn tool(name: &str, scope: &[&str]) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" }, "protocolVersions": scope })
}

fn everywhere(name: &str) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" } })
}

const OUTSIDE: &str = "protocol-scope-outside-parent";
const OVERLAP: &str = "primitive-scope-overlap";

#[test]
fn a_scope_beyond_its_parent_is_one_finding_that_names_every_excess_revision() {
    let report = check(
        &["2025-11-25"],
        json!({ "tools": [tool("a", &["2025-06-18", "2025-11-25", "2026-07-28"])] }),
    );
    let [found] = &report.diagnostics[..] else {
        panic!("{:#?}", report.diagnostics);
    };
    assert_eq!(found.rule.code, OUTSIDE);
    assert!(
        found.message.contains("2025-06-18 and 2026-07-28"),
        "{}",
        found.message
    );
    assert!(
        found.message.contains("only 2025-11-25"),
        "{}",
        found.message
    );
    assert_eq!(found.related.len(), 2);
}

#[test]
fn every_scoped_declaration_stays_within_the_root() {
    let scope = json!(["2025-06-18"]);
    assert_found(
        &["2025-11-25"],
        json!({
            "transports": [{ "type": "stdio", "command": "c", "protocolVersions": scope },
                           { "type": "stdio", "command": "c" }],
            "capabilities": [{ "protocolVersions": scope }],
            "tools": [tool("t", &["2025-06-18"])],
            "resources": [{ "uri": "a:b", "name": "r", "protocolVersions": scope }],
            "resourceTemplates": [{ "uriTemplate": "a:{b}", "name": "r", "protocolVersions": scope }],
            "prompts": [{ "name": "p", "protocolVersions": scope }],
        }),
        OUTSIDE,
        &[
            "transports[0].protocolVersions[0]: \"2025-06-18\"",
            "capabilities[0].protocolVersions[0]: \"2025-06-18\"",
            "tools[0].protocolVersions[0]: \"2025-06-18\"",
            "resources[0].protocolVersions[0]: \"2025-06-18\"",
            "resourceTemplates[0].protocolVersions[0]: \"2025-06-18\"",
            "prompts[0].protocolVersions[0]: \"2025-06-18\"",
        ],
    );
}

#[test]
fn an_elicitation_stays_within_its_primitive_not_just_the_root() {
    let elicitation = |scope: &str| {
        json!({ "name": "e", "mode": "form", "message": "m", "protocolVersions": [scope],
                "requestedSchema": { "type": "object", "properties": {} } })
    };
    let mut narrow = tool("a", &["2025-11-25"]);
    narrow["elicitations"] = json!([elicitation("2025-11-25"), elicitation("2026-07-28")]);
    let mut wide = everywhere("b");
    wide["elicitations"] = json!([elicitation("2026-07-28"), elicitation("2025-06-18")]);
    assert_found(
        &["2025-11-25", "2026-07-28"],
        json!({ "tools": [narrow, wide] }),
        OUTSIDE,
        &[
            "tools[0].elicitations[1].protocolVersions[0]: \"2026-07-28\"",
            "tools[1].elicitations[1].protocolVersions[0]: \"2025-06-18\"",
        ],
    );
}

#[test]
fn nothing_is_outside_a_root_scope_that_cannot_be_read() {
    for versions in [
        json!(null),
        json!("2025-11-25"),
        json!([]),
        json!(["2025-11-25", "later"]),
    ] {
        let document =
            json!({ "protocolVersions": versions, "tools": [tool("a", &["2025-06-18"])] });
        assert_found(&[], document, OUTSIDE, &[]);
    }
    let cut = r#"{"tools":[{"name":"a","protocolVersions":["2025-06-18"]}],"protocolVersions":["2025-11-25","#;
    assert!(places(&check_text(cut), cut, OUTSIDE).is_empty());
}

#[test]
fn declarations_of_one_name_may_not_share_a_revision() {
    let both = &["2025-11-25", "2026-07-28"];
    let overlap = "tools[1].protocolVersions: [\"2026-07-28\"]";
    let cases = [
        (
            vec![everywhere("a"), tool("a", &["2026-07-28"])],
            vec![overlap],
        ),
        (
            vec![tool("a", both), tool("a", &["2026-07-28"])],
            vec![overlap],
        ),
        (
            vec![tool("a", &["2025-11-25"]), tool("a", &["2026-07-28"])],
            vec![],
        ),
        (vec![everywhere("a"), everywhere("A")], vec![]),
        (
            vec![everywhere("a"), everywhere("a")],
            vec!["tools[1].protocolVersions: \"a\""],
        ),
    ];
    for (tools, expected) in cases {
        assert_found(both, json!({ "tools": tools }), OVERLAP, &expected);
    }
}

#[test]
fn each_kind_of_primitive_is_identified_by_its_own_member() {
    let twice = |it: Value| json!([it, it]);
    assert_found(
        &["2025-11-25"],
        json!({
            "tools": [everywhere("x")],
            "resources": twice(json!({ "uri": "a:b", "name": "x" })),
            "resourceTemplates": twice(json!({ "uriTemplate": "a:{b}", "name": "x" })),
            "prompts": twice(json!({ "name": "x" })),
        }),
        OVERLAP,
        &[
            "resources[1].protocolVersions: \"a:b\"",
            "resourceTemplates[1].protocolVersions: \"a:{b}\"",
            "prompts[1].protocolVersions: \"x\"",
        ],
    );
    let same_name = json!([{ "uri": "a:b", "name": "x" }, { "uri": "a:c", "name": "x" }]);
    assert_found(
        &["2025-11-25"],
        json!({ "resources": same_name }),
        OVERLAP,
        &[],
    );
}

#[test]
fn ten_thousand_declarations_of_one_name_are_one_finding_each_after_the_first() {
    let tools: Vec<_> = (0..10_000).map(|_| everywhere("same")).collect();
    let report = check(&["2025-11-25"], json!({ "tools": tools }));
    let kept = report
        .diagnostics
        .iter()
        .filter(|it| it.rule.code == OVERLAP);
    assert_eq!(kept.count() + report.dropped, 9_999);
}

#[test]
fn two_capabilities_objects_may_not_share_a_revision() {
    let revisions = &["2025-11-25", "2026-07-28"];
    assert_found(
        revisions,
        json!({ "capabilities": [{ "protocolVersions": ["2025-11-25"] }, { "tools": {} }] }),
        "capability-scope-overlap",
        &["capabilities[0].protocolVersions: [\"2025-11-25\"]"],
    );
    assert_found(
        revisions,
        json!({ "capabilities": [{ "protocolVersions": ["2025-11-25"] },
                                 { "protocolVersions": ["2026-07-28"] }] }),
        "capability-scope-overlap",
        &[],
    );
}

#[test]
fn a_legacy_revision_makes_the_check_incomplete_and_says_so() {
    let report = check(&["2025-06-18", "2025-03-26", "2024-11-05"], json!({}));
    assert!(report.valid && !report.complete);
    let [found] = &report.diagnostics[..] else {
        panic!("{:#?}", report.diagnostics);
    };
    assert_eq!(found.rule.code, "legacy-protocol-validation-incomplete");
    assert!(
        found.message.contains("2024-11-05 and 2025-03-26"),
        "{}",
        found.message
    );
    assert!(check(&["2025-06-18"], json!({})).complete);
}

const GAP: &str = "transport-coverage-gap";

#[test]
fn a_revision_without_transport_is_marked_in_the_root() {
    let stdio =
        |scope: Value| json!({ "type": "stdio", "command": "c", "protocolVersions": scope });
    let revisions = &["2025-06-18", "2025-11-25", "2026-07-28"];
    let transports = json!([stdio(json!(["2025-06-18"])), stdio(json!(["2026-07-28"]))]);
    assert_found(
        revisions,
        json!({ "transports": transports }),
        GAP,
        &["protocolVersions[1]: \"2025-11-25\""],
    );
    assert_found(revisions, json!({}), GAP, &[]);
    // A transport that cannot be read may cover anything.
    for unreadable in [
        json!(null),
        stdio(json!("2025-11-25")),
        stdio(json!([])),
        stdio(json!(["2025-11-26"])),
        json!({ "type": "pigeon" }),
    ] {
        let transports = json!([stdio(json!(["2025-06-18", "2026-07-28"])), unreadable]);
        assert_found(revisions, json!({ "transports": transports }), GAP, &[]);
    }
    let cut = r#"{"protocolVersions":["2025-11-25","2026-07-28"],"transports":[{"type":"stdio","protocolVersions":["2025-11-25"]},"#;
    assert!(places(&check_text(cut), cut, GAP).is_empty());
}

#[test]
fn transports_belong_to_the_revisions_that_define_them() {
    let at = |kind: &str, scope: &[&str]| json!({ "type": kind, "url": "https://example.com/", "protocolVersions": scope });
    let revisions = &["2024-11-05", "2025-03-26"];
    let transports = json!({ "transports": [
        at("streamable-http", &["2025-03-26"]),
        at("streamable-http", revisions),
        at("sse", &["2024-11-05"]),
        at("sse", revisions),
    ] });
    assert_found(
        revisions,
        transports.clone(),
        "transport-not-supported-by-version",
        &["transports[1].type: \"streamable-http\""],
    );
    assert_found(
        revisions,
        transports,
        "legacy-sse-for-modern-version",
        &["transports[3].type: \"sse\""],
    );
}

fn schemes() -> Value {
    json!({
        "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
        "basic": { "type": "http", "scheme": "basic" },
        "oidc": { "type": "openIdConnect", "openIdConnectUrl": "https://example.com/" },
        "oauth": { "type": "oauth2", "flows": {
            "implicit": { "authorizationUrl": "https://example.com/", "scopes": { "a:read": "" } },
            "clientCredentials": { "tokenUrl": "https://example.com/", "scopes": { "a:write": "" } },
        } },
    })
}

#[test]
fn a_required_scheme_must_be_declared_wherever_it_is_required() {
    let nope = json!([{}, { "key": [] }, { "keys": [] }]);
    let members = json!({
        "security": nope,
        "transports": [{ "type": "stdio", "command": "c", "security": nope }],
        "prompts": [{ "name": "p", "security": nope }],
    });
    let expected = [
        "security[2].keys: \"keys\"",
        "transports[0].security[2].keys: \"keys\"",
        "prompts[0].security[2].keys: \"keys\"",
    ];
    let mut declared = members.clone();
    declared["securitySchemes"] = schemes();
    let report = check(&["2025-11-25"], declared.clone());
    assert!(
        report
            .diagnostics
            .iter()
            .all(|it| it.help.as_deref() == Some("did you mean `key`?")),
        "{:#?}",
        report.diagnostics
    );
    // The order of findings is that of the text.
    let mut found = {
        let text = document(&["2025-11-25"], declared).to_string();
        places(&check_text(&text), &text, "unknown-security-scheme")
    };
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let report = check(&["2025-11-25"], members);
    assert_eq!(report.diagnostics.len(), 6, "{:#?}", report.diagnostics);
}

#[test]
fn schemes_that_may_only_be_unread_are_not_missed() {
    for text in [
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"securitySchemes":{"other":{},"#,
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"#,
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"securitySchemes":[]}"#,
    ] {
        let found = places(&check_text(text), text, "unknown-security-scheme");
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn scopes_belong_to_schemes_that_have_them() {
    let members = json!({
        "securitySchemes": schemes(),
        "security": [
            { "key": [], "basic": [], "oidc": [], "oauth": [] },
            { "key": ["a"], "basic": ["b"], "oidc": ["c"], "oauth": ["a:read", "a:write", "a:raed"] },
        ],
    });
    assert_found(
        &["2025-11-25"],
        members.clone(),
        "non-oauth-scope-misuse",
        &["security[1].key: [\"a\"]", "security[1].basic: [\"b\"]"],
    );
    assert_found(
        &["2025-11-25"],
        members,
        "uncatalogued-oauth-scope",
        &[
            "security[1].oidc[0]: \"c\"",
            "security[1].oauth[2]: \"a:raed\"",
        ],
    );
}

#[test]
fn tags_come_from_the_catalogue_where_there_is_one() {
    let prompts = json!([{ "name": "p", "tags": ["chess", "Chess"] }]);
    let unknown = "unknown-tag-reference";
    let with = |tags: Value| json!({ "tags": tags, "prompts": prompts });
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "chess" }])),
        unknown,
        &["prompts[0].tags[1]: \"Chess\""],
    );
    assert_found(&["2025-11-25"], json!({ "prompts": prompts }), unknown, &[]);
    assert_found(
        &["2025-11-25"],
        with(json!(["chess", "Chess"])),
        unknown,
        &[],
    );
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "chess" }, {}])),
        unknown,
        &[],
    );
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "a" }, { "name": "b" }, { "name": "a" }, { "name": "a" }])),
        "duplicate-root-tag",
        &["tags[2].name: \"a\"", "tags[3].name: \"a\""],
    );
}

#[test]
fn a_member_needs_every_revision_it_applies_to() {
    let field = "field-not-supported-by-version";
    let full = json!({
        "title": "T", "icons": [], "_meta": {}, "outputSchema": { "type": "object" },
        "annotations": {}, "execution": {}, "name": "t", "inputSchema": { "type": "object" },
    });
    let marked = |names: &[&str]| -> Vec<String> {
        names
            .iter()
            .map(|it| format!("tools[0].{it}: \"{it}\""))
            .collect()
    };
    let cases: [(&str, &[&str]); 5] = [
        (
            "2024-11-05",
            &[
                "title",
                "icons",
                "_meta",
                "outputSchema",
                "annotations",
                "execution",
            ],
        ),
        (
            "2025-03-26",
            &["title", "icons", "_meta", "outputSchema", "execution"],
        ),
        ("2025-06-18", &["icons", "execution"]),
        ("2025-11-25", &[]),
        ("2026-07-28", &["execution"]),
    ];
    for (revision, names) in cases {
        let expected = marked(names);
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        assert_found(&[revision], json!({ "tools": [full] }), field, &expected);
    }
}

#[test]
fn every_kind_of_declaration_is_held_to_its_revisions() {
    let members = json!({
        "info": { "name": "n", "version": "1", "title": "Info is never scoped", "icons": [] },
        "resources": [{ "uri": "a:b", "name": "r", "title": "t", "size": 1,
                        "annotations": { "priority": 1, "lastModified": "2025-01-01" } }],
        "resourceTemplates": [{ "uriTemplate": "a:{b}", "name": "r", "_meta": {} }],
        "prompts": [{ "name": "p", "arguments": [{ "name": "a" }, { "name": "b", "title": "t" }] }],
    });
    let revisions = &["2024-11-05", "2025-03-26", "2025-06-18"];
    assert_found(
        revisions,
        members.clone(),
        "field-not-supported-by-version",
        &[
            "resources[0].title: \"title\"",
            "resourceTemplates[0]._meta: \"_meta\"",
            "prompts[0].arguments[1].title: \"title\"",
        ],
    );
    assert_found(
        revisions,
        members.clone(),
        "resource-annotation-not-supported-by-version",
        &["resources[0].annotations.lastModified: \"lastModified\""],
    );
    let report = check(revisions, members);
    let title = report
        .diagnostics
        .iter()
        .find(|it| it.path.to_string() == "resources[0].title");
    let message = &title.unwrap().message;
    assert!(message.contains("2024-11-05 and 2025-03-26"), "{message}");
}

fn reference(pointer: &str) -> Value {
    json!({ "$componentRef": format!("#/components/{pointer}") })
}

#[test]
fn every_place_that_permits_a_reference_is_followed() {
    let schema = reference("schemas/Nope");
    let elicitation =
        json!({ "name": "e", "mode": "form", "message": "m", "requestedSchema": schema });
    let marked =
        |path: &str, pointer: &str| format!("{path}.$componentRef: \"#/components/{pointer}\"");
    let expected = [
        marked("components.schemas.A", "schemas/Nope"),
        marked("tools[0].inputSchema", "schemas/Nope"),
        marked("tools[0].outputSchema", "schemas/Nope"),
        marked("tools[0].elicitations[0].requestedSchema", "schemas/Nope"),
        marked("tools[0].examples.e", "toolExamples/Nope"),
        marked("resources[0].examples.e", "resourceExamples/Nope"),
        marked(
            "resourceTemplates[0].examples.e",
            "resourceTemplateExamples/Nope",
        ),
        marked("prompts[0].examples.e", "promptExamples/Nope"),
    ];
    let members = json!({
        "components": { "schemas": { "A": schema }, "toolExamples": {}, "resourceExamples": {},
                        "resourceTemplateExamples": {}, "promptExamples": {} },
        "tools": [{ "name": "t", "inputSchema": schema, "outputSchema": schema,
                    "elicitations": [elicitation],
                    "examples": { "e": reference("toolExamples/Nope") } }],
        "resources": [{ "uri": "a:b", "name": "r",
                        "examples": { "e": reference("resourceExamples/Nope") } }],
        "resourceTemplates": [{ "uriTemplate": "a:{b}", "name": "r",
                                "examples": { "e": reference("resourceTemplateExamples/Nope") } }],
        "prompts": [{ "name": "p", "examples": { "e": reference("promptExamples/Nope") } }],
    });
    let text = document(&["2025-11-25"], members).to_string();
    let mut found = places(
        &check_text(&text),
        &text,
        "missing-component-reference-target",
    );
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_reference_finds_only_components_of_its_own_kind() {
    let members = json!({
        "components": { "schemas": { "E": { "type": "object" } },
                        "toolExamples": { "E": { "input": {}, "result": { "content": [] } } } },
        "tools": [{ "name": "t", "inputSchema": reference("schemas/E"),
                    "examples": { "e": reference("schemas/E"), "f": reference("toolExamples/E") } }],
    });
    let code = "wrong-component-reference-namespace";
    let expected = ["tools[0].examples.e.$componentRef: \"#/components/schemas/E\""];
    assert_found(&["2025-11-25"], members.clone(), code, &expected);
    let report = check(&["2025-11-25"], members);
    let found = report
        .diagnostics
        .iter()
        .find(|it| it.rule.code == code)
        .unwrap();
    assert_eq!(
        found.help.as_deref(),
        Some("write `#/components/toolExamples/E`")
    );
}

#[test]
fn a_cycle_is_reported_at_each_component_on_it_and_nowhere_else() {
    let cycle = "component-reference-cycle";
    let chain = |names: &[(&str, &str)]| {
        let map: serde_json::Map<_, _> = names
            .iter()
            .map(|(from, to)| ((*from).to_owned(), reference(&format!("schemas/{to}"))))
            .collect();
        json!({ "components": { "schemas": map },
                "tools": [{ "name": "t", "inputSchema": reference("schemas/a") }] })
    };
    assert_found(
        &["2025-11-25"],
        chain(&[("a", "a")]),
        cycle,
        &["components.schemas.a.$componentRef: \"#/components/schemas/a\""],
    );
    assert_found(
        &["2025-11-25"],
        chain(&[("a", "b"), ("b", "c"), ("c", "b")]),
        cycle,
        &[
            "components.schemas.b.$componentRef: \"#/components/schemas/c\"",
            "components.schemas.c.$componentRef: \"#/components/schemas/b\"",
        ],
    );
    let broken = chain(&[("a", "b"), ("b", "c")]);
    assert_found(&["2025-11-25"], broken.clone(), cycle, &[]);
    assert_found(
        &["2025-11-25"],
        broken,
        "missing-component-reference-target",
        &["components.schemas.b.$componentRef: \"#/components/schemas/c\""],
    );
}

#[test]
fn a_component_that_may_only_be_unread_is_not_missed() {
    let tools =
        r##""tools":[{"name":"t","inputSchema":{"$componentRef":"#/components/schemas/A"}}]"##;
    for rest in [
        r#""components":{"schemas":{"B":{},"#,
        r#""components":{"#,
        "",
        r#""components":[]}"#,
    ] {
        let text = format!("{{\"protocolVersions\":[\"2025-11-25\"],{tools},{rest}");
        let found = places(
            &check_text(&text),
            &text,
            "missing-component-reference-target",
        );
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn a_long_chain_of_references_is_followed_from_every_use() {
    let names = 3_000;
    let mut schemas = serde_json::Map::new();
    for at in 0..names {
        schemas.insert(format!("s{at}"), reference(&format!("schemas/s{}", at + 1)));
    }
    schemas.insert(format!("s{names}"), json!({ "type": "object" }));
    let tools: Vec<_> = (0..names)
        .map(|at| json!({ "name": format!("t{at}"), "inputSchema": reference("schemas/s0") }))
        .collect();
    let members = json!({ "components": { "schemas": schemas }, "tools": tools });
    let options = Options::default();
    let loaded = mcpdesc::load(
        document(&["2025-11-25"], members).to_string().as_bytes(),
        &options,
    );
    let document = loaded.document().unwrap();
    for tool in document.primitives() {
        let schema = tool.cursor.get("inputSchema").unwrap();
        let end = document.resolve(schema, mcpdesc::document::Namespace::Schemas);
        assert_eq!(end.value().and_then(|it| it.str("type")), Some("object"));
    }
}

/// The codes of all advice on a document that is otherwise without findings.
fn advice(members: Value) -> Vec<String> {
    let mut members = members;
    let schema = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";
    members["$schema"] = members.get("$schema").cloned().unwrap_or(json!(schema));
    let options = Options {
        advice: true,
        ..Options::default()
    };
    let text = document(&["2025-11-25"], members).to_string();
    let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
    let line = |it: &mcpdesc::diagnostic::Diagnostic| format!("{} {}", it.rule.code, it.path);
    report.diagnostics.iter().map(line).collect()
}

#[test]
fn advice_is_given_only_where_it_is_wanted() {
    let open = json!({ "type": "object", "properties": {} });
    let members = json!({
        "x-owner": 1, "x-acme-owner": 2, "x-Acme-owner": 3,
        "components": { "schemas": { "Open": open, "Spare": { "type": "object", "minProperties": 1 } } },
        "securitySchemes": schemes(),
        "security": [{ "key": [], "oauth": [], "oidc": [] }],
        "tools": [
            { "name": "a", "description": "d", "inputSchema": reference("schemas/Open") },
            { "name": "b", "description": "d", "inputSchema": reference("schemas/Open") },
            { "name": "c", "inputSchema": { "type": "object", "additionalProperties": false } },
        ],
    });
    let mut found = advice(members.clone());
    found.sort();
    assert_eq!(
        found,
        [
            "extension-name-convention x-Acme-owner",
            "extension-name-convention x-owner",
            "missing-tool-description tools[2].description",
            "open-parameterless-tool tools[0].inputSchema",
            "unused-component components.schemas.Spare",
            "unused-security-scheme securitySchemes.basic",
        ]
    );
    let report = check(&["2025-11-25"], members);
    assert!(report.diagnostics.is_empty(), "{:#?}", report.diagnostics);
    assert!(advice(json!({})).is_empty());
}

mod properties {
    use std::collections::BTreeSet;

    use mcpdesc::document::Namespace;
    use proptest::prelude::*;

    use super::*;

    const REVISIONS: [&str; 5] = [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
    ];

    fn scope() -> impl Strategy<Value = Vec<&'static str>> {
        prop::sample::subsequence(REVISIONS.to_vec(), 1..=5)
    }

    fn with_scope(mut object: Value, scope: &Option<Vec<&str>>) -> Value {
        if let Some(scope) = scope {
            object["protocolVersions"] = json!(scope);
        }
        object
    }

    fn paths(report: &Report, code: &str) -> Vec<String> {
        let of_code = report.diagnostics.iter().filter(|it| it.rule.code == code);
        of_code.map(|it| it.path.to_string()).collect()
    }

    proptest! {
        #[test]
        fn an_overlap_is_found_exactly_where_a_revision_is_taken_twice(
            tools in prop::collection::vec((0..3u8, prop::option::of(scope())), 0..8),
        ) {
            let mut taken = BTreeSet::new();
            let mut expected = Vec::new();
            let mut written = Vec::new();
            for (at, (name, scope)) in tools.iter().enumerate() {
                let own = scope.clone().unwrap_or(REVISIONS.to_vec());
                let clashes = own.into_iter().filter(|it| !taken.insert((*name, *it)));
                if clashes.count() > 0 {
                    expected.push(format!("tools[{at}].protocolVersions"));
                }
                written.push(with_scope(everywhere(&name.to_string()), scope));
            }
            let report = check(&REVISIONS, json!({ "tools": written }));
            prop_assert_eq!(paths(&report, OVERLAP), expected);
        }

        #[test]
        fn a_gap_is_found_exactly_where_the_union_of_transports_leaves_one(
            root in scope(),
            transports in prop::collection::vec(prop::option::of(scope()), 1..4),
        ) {
            let covers = |revision: &&str| {
                transports.iter().any(|it| it.as_ref().is_none_or(|it| it.contains(revision)))
            };
            let first = root.iter().position(|revision| !covers(revision));
            let written: Vec<_> = transports
                .iter()
                .map(|scope| with_scope(json!({ "type": "stdio", "command": "c" }), scope))
                .collect();
            let report = check(&root, json!({ "transports": written }));
            let expected: Vec<_> = first.iter().map(|at| format!("protocolVersions[{at}]")).collect();
            prop_assert_eq!(paths(&report, GAP), expected);
            let is_inside = |it: &Option<Vec<&str>>| {
                it.as_ref().is_none_or(|it| it.iter().all(|it| root.contains(it)))
            };
            let outside = transports.iter().filter(|it| !is_inside(it)).count();
            prop_assert_eq!(paths(&report, OUTSIDE).len(), outside);
        }

        #[test]
        fn chains_end_where_following_them_by_hand_ends(
            targets in prop::collection::vec(prop::option::of(0..8usize), 1..8),
        ) {
            // A component refers to the one of its number; one without a number is a value.
            let walk = |start: usize| {
                let mut at = start;
                for _ in 0..=targets.len() {
                    match targets.get(at) {
                        Some(Some(next)) => at = *next,
                        Some(None) => return Ok(at),
                        None => return Err("missing"),
                    }
                }
                Err("cycle")
            };
            let on_cycle = |start: usize| {
                let mut at = start;
                (0..targets.len()).any(|_| {
                    at = targets.get(at).copied().flatten().unwrap_or(usize::MAX);
                    at == start
                })
            };
            let schemas: serde_json::Map<_, _> = targets
                .iter()
                .enumerate()
                .map(|(at, target)| {
                    let value = target.map_or(
                        json!({ "type": "object", "title": at.to_string() }),
                        |target| reference(&format!("schemas/{target}")),
                    );
                    (at.to_string(), value)
                })
                .collect();
            let tools: Vec<_> = (0..targets.len())
                .map(|at| json!({ "name": at.to_string(),
                                  "inputSchema": reference(&format!("schemas/{at}")) }))
                .collect();
            let members = json!({ "components": { "schemas": schemas }, "tools": tools });
            let text = document(&["2025-11-25"], members).to_string();
            let loaded = mcpdesc::load(text.as_bytes(), &Options::default());
            let document = loaded.document().unwrap();
            for (at, tool) in document.primitives().enumerate() {
                let input = tool.cursor.get("inputSchema").unwrap();
                let end = document.resolve(input, Namespace::Schemas).value();
                let title = end.and_then(|it| it.str("title")).map(str::to_owned);
                prop_assert_eq!(title, walk(at).ok().map(|it| it.to_string()));
                if let Some(end) = end {
                    prop_assert_eq!(end.path(), input.path());
                    prop_assert!(end.is_referenced());
                }
            }
            let cyclic: Vec<_> = (0..targets.len())
                .filter(|&at| on_cycle(at))
                .map(|at| format!("components.schemas.{at}.$componentRef"))
                .collect();
            let report = mcpdesc::check(&loaded, &Options::default());
            prop_assert_eq!(paths(&report, "component-reference-cycle"), cyclic);
        }

        #[test]
        fn a_tool_is_told_about_a_member_exactly_in_revisions_without_it(scope in scope()) {
            let mut written = tool("t", &scope);
            written["title"] = json!("T");
            written["execution"] = json!({});
            let report = check(&REVISIONS, json!({ "tools": [written] }));
            let found = paths(&report, "field-not-supported-by-version");
            let lacks = |defined: &[&str]| scope.iter().any(|it| !defined.contains(it));
            let expected = [("tools[0].title", lacks(&REVISIONS[2..])),
                            ("tools[0].execution", lacks(&REVISIONS[3..4]))];
            let expected: Vec<_> = expected.iter().filter(|it| it.1).map(|it| it.0).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
