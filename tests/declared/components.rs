//! References to components.

use mcpdesc::Options;

use super::*;

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
        "components": { "schemas": { "A": schema } },
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
