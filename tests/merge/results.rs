//! What a merged document looks like.

use serde_json::{Value, json};

use super::merged_json;

fn base(revision: &str) -> Value {
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": [revision]
    })
}

/// A document of one revision with more members.
fn with(revision: &str, members: Value) -> Value {
    let mut document = base(revision);
    let members = members.as_object().unwrap().clone();
    document.as_object_mut().unwrap().extend(members);
    document
}

fn tool(name: &str, rest: Value) -> Value {
    let mut tool = json!({"name": name, "inputSchema": {"type": "object"}});
    tool.as_object_mut()
        .unwrap()
        .extend(rest.as_object().unwrap().clone());
    tool
}

#[test]
fn equal_declarations_become_one_and_different_ones_keep_their_scopes() {
    let merged = merged_json(&[
        with(
            "2026-07-28",
            json!({"tools": [tool("a", json!({})), tool("b", json!({"description": "new"}))]}),
        ),
        with(
            "2025-11-25",
            json!({"tools": [tool("b", json!({})), tool("a", json!({})), tool("c", json!({}))]}),
        ),
    ]);
    assert_eq!(
        merged["protocolVersions"],
        json!(["2025-11-25", "2026-07-28"])
    );
    let scoped = |name, revision, rest: Value| {
        let mut tool = tool(name, rest);
        tool["protocolVersions"] = json!([revision]);
        tool
    };
    assert_eq!(
        merged["tools"],
        json!([
            tool("a", json!({})),
            scoped("b", "2026-07-28", json!({"description": "new"})),
            scoped("b", "2025-11-25", json!({})),
            scoped("c", "2025-11-25", json!({})),
        ])
    );
    let keys: Vec<_> = merged["tools"][1].as_object().unwrap().keys().collect();
    assert_eq!(
        keys[..2],
        ["name", "protocolVersions"],
        "the scope stands behind the name"
    );
}

#[test]
fn a_new_scope_stands_behind_a_name_and_before_anything_else() {
    let merged = merged_json(&[
        with(
            "2025-06-18",
            json!({"capabilities": [{"tools": {}, "logging": {}}]}),
        ),
        base("2025-11-25"),
    ]);
    let keys: Vec<_> = merged["capabilities"][0]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["protocolVersions", "tools", "logging"]);
}

#[test]
fn what_is_written_differently_but_means_the_same_becomes_one() {
    let schemes = json!({"o": {"type": "openIdConnect", "openIdConnectUrl": "https://a.example"}});
    let document = |revision, tool: Value| {
        with(
            revision,
            json!({"securitySchemes": schemes, "tools": [tool],
            "components": {"schemas": {"N": {"maxProperties": 1e1, "type": "object"}}}}),
        )
    };
    let merged = merged_json(&[
        document(
            "2025-11-25",
            json!({"name": "a", "tags": ["x", "y"], "security": [{"o": ["p", "q"]}, {}],
            "inputSchema": {"type": "object", "maxProperties": 10}}),
        ),
        document(
            "2026-07-28",
            json!({"security": [{}, {"o": ["q", "p"]}], "protocolVersions": ["2026-07-28"],
            "inputSchema": {"$componentRef": "#/components/schemas/N"}, "tags": ["y", "x"], "name": "a"}),
        ),
    ]);
    assert_eq!(merged["tools"].as_array().unwrap().len(), 1);
    assert_eq!(merged["tools"][0].get("protocolVersions"), None);
    assert_eq!(
        merged["tools"][0]["inputSchema"]["maxProperties"], 10,
        "the first is kept"
    );
}

#[test]
fn the_three_forms_of_security_stay_apart() {
    let document = |revision, rest| with(revision, json!({"prompts": [rest]}));
    let merged = merged_json(&[
        document("2025-06-18", json!({"name": "p"})),
        document("2025-11-25", json!({"name": "p", "security": []})),
        document("2026-07-28", json!({"name": "p", "security": [{}]})),
    ]);
    assert_eq!(
        merged["prompts"],
        json!([
            {"name": "p", "protocolVersions": ["2025-06-18"]},
            {"name": "p", "protocolVersions": ["2025-11-25"], "security": []},
            {"name": "p", "protocolVersions": ["2026-07-28"], "security": [{}]},
        ])
    );
}

#[test]
fn example_maps_of_variants_are_never_mixed() {
    let document = |revision, name: &str| {
        let example = json!({name: {"input": {}, "result": {"content": []}}});
        with(
            revision,
            json!({"tools": [tool("a", json!({"examples": example}))]}),
        )
    };
    let merged = merged_json(&[document("2025-06-18", "one"), document("2025-11-25", "two")]);
    let names = |at: usize| {
        merged["tools"][at]["examples"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (names(0), names(1)),
        (vec!["one".to_owned()], vec!["two".to_owned()])
    );
}

#[test]
fn a_component_whose_name_is_taken_is_renamed_wherever_it_is_used() {
    let schema = |kind: &str| json!({"type": "object", "properties": {"a": {"type": kind}}});
    let reference = |name: &str| json!({"$componentRef": format!("#/components/schemas/{name}")});
    let example =
        |text: &str| json!({"input": {}, "result": {"content": [{"type": "text", "text": text}]}});
    let document = |revision, kind: &str, others: Value| {
        let mut schemas = json!({"S": schema(kind), "Alias": reference("S")});
        schemas
            .as_object_mut()
            .unwrap()
            .extend(others.as_object().unwrap().clone());
        with(
            revision,
            json!({
                "components": {"schemas": schemas, "toolExamples": {"e": example(kind)}},
                "tools": [{"name": "a", "inputSchema": reference("S"), "outputSchema": reference("Alias"),
                    "examples": {"e": {"$componentRef": "#/components/toolExamples/e"}},
                    "elicitations": [{"name": "n", "mode": "form", "message": "m", "requestedSchema": reference("S")}]}]
            }),
        )
    };
    let with_result = |mut document: Value, kind: &str| {
        let a = if kind == "string" {
            json!("x")
        } else {
            json!(1)
        };
        document["components"]["toolExamples"]["e"]["result"]["structuredContent"] =
            json!({"a": a});
        document
    };
    // Results of the newest revision are none of the others.
    let without_examples = |mut document: Value| {
        let root = document.as_object_mut().unwrap();
        root["components"]
            .as_object_mut()
            .unwrap()
            .remove("toolExamples");
        root["tools"][0].as_object_mut().unwrap().remove("examples");
        document
    };
    // The second input already calls something else `S-2`.
    let merged = merged_json(&[
        with_result(document("2025-06-18", "string", json!({})), "string"),
        with_result(
            document("2025-11-25", "number", json!({"S-2": {"type": "object"}})),
            "number",
        ),
        without_examples(document("2026-07-28", "number", json!({}))),
    ]);
    let schemas = merged["components"]["schemas"].as_object().unwrap();
    let names: Vec<_> = schemas.keys().collect();
    assert_eq!(
        names,
        ["S", "Alias", "S-3", "Alias-2", "S-2"],
        "equal values share a name"
    );
    assert_eq!(schemas["S-3"], schema("number"));
    assert_eq!(schemas["Alias-2"], reference("S-3"));
    let tools = merged["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 3);
    assert_eq!(tools[1]["inputSchema"], reference("S-3"));
    assert_eq!(tools[2]["inputSchema"], reference("S-3"));
    assert_eq!(tools[1]["outputSchema"], reference("Alias-2"));
    assert_eq!(
        tools[1]["elicitations"][0]["requestedSchema"],
        reference("S-3")
    );
    assert_eq!(
        tools[1]["examples"]["e"],
        json!({"$componentRef": "#/components/toolExamples/e-2"})
    );
    assert_eq!(tools[0]["inputSchema"], reference("S"));
}

#[test]
fn references_within_schemas_and_data_are_not_ours_to_rewrite() {
    let document = |revision, kind: &str| {
        let inner = json!({"$componentRef": "#/components/schemas/S"});
        with(
            revision,
            json!({
                "components": {"schemas": {"S": {"type": "object", "title": kind}}},
                "tools": [{"name": kind, "inputSchema": {"type": "object", "default": inner}, "x-data": inner}]
            }),
        )
    };
    let merged = merged_json(&[document("2025-06-18", "one"), document("2025-11-25", "two")]);
    assert!(merged["components"]["schemas"].get("S-2").is_some());
    let tool = &merged["tools"][1];
    assert_eq!(tool["x-data"]["$componentRef"], "#/components/schemas/S");
    assert_eq!(
        tool["inputSchema"]["default"]["$componentRef"],
        "#/components/schemas/S"
    );
}

#[test]
fn scopes_of_parts_follow_their_declaration() {
    let elicitation = |name: &str, scope: Value| {
        let mut it = json!({"name": name, "mode": "form", "message": "m",
            "requestedSchema": {"type": "object", "properties": {}}});
        if !scope.is_null() {
            it["protocolVersions"] = scope;
        }
        it
    };
    let first = with(
        "2025-06-18",
        json!({"prompts": [
        {"name": "p", "elicitations": [elicitation("a", Value::Null)]}]}),
    );
    let mut second = with(
        "2025-06-18",
        json!({"prompts": [{"name": "p", "elicitations": [
            elicitation("a", Value::Null),
            elicitation("b", json!(["2025-11-25", "2026-07-28"])),
            elicitation("c", json!(["2026-07-28"])),
        ]}]}),
    );
    second["protocolVersions"] = json!(["2025-06-18", "2025-11-25", "2026-07-28"]);
    let merged = merged_json(&[first, second]);
    assert_eq!(
        merged["prompts"],
        json!([
            {"name": "p", "protocolVersions": ["2025-06-18"], "elicitations": [elicitation("a", Value::Null)]},
            {"name": "p", "protocolVersions": ["2025-11-25", "2026-07-28"], "elicitations": [
                elicitation("a", Value::Null),
                elicitation("b", Value::Null),
                elicitation("c", json!(["2026-07-28"])),
            ]}
        ])
    );
}

#[test]
fn a_revision_with_two_equal_transports_keeps_both() {
    let stdio = json!({"type": "stdio", "command": "run"});
    let merged = merged_json(&[
        with("2025-06-18", json!({"transports": [stdio, stdio]})),
        with("2025-11-25", json!({"transports": [stdio]})),
    ]);
    let second = json!({"type": "stdio", "protocolVersions": ["2025-06-18"], "command": "run"});
    assert_eq!(merged["transports"], json!([stdio, second]));
}

#[test]
fn the_schema_for_editors_is_taken_from_whoever_names_one() {
    let url = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";
    let merged = merged_json(&[
        base("2025-06-18"),
        with("2025-11-25", json!({"$schema": url})),
    ]);
    assert_eq!(merged["$schema"], url);
}

#[test]
fn a_single_document_is_only_tidied() {
    let mut document = with(
        "2025-06-18",
        json!({"prompts": [
            {"name": "a", "protocolVersions": ["2025-06-18"]},
            {"name": "b", "protocolVersions": ["2025-06-18", "2025-11-25"]},
            {"name": "a", "protocolVersions": ["2025-11-25"]},
        ]}),
    );
    document["protocolVersions"] = json!(["2025-11-25", "2025-06-18"]);
    let merged = merged_json(&[document]);
    assert_eq!(merged["prompts"], json!([{"name": "a"}, {"name": "b"}]));
    assert_eq!(
        merged["protocolVersions"],
        json!(["2025-06-18", "2025-11-25"])
    );
}
