//! Examples of Tools (§9.3, §9.4): their results, content blocks and schemas.

use mcpdesc::Options;
use serde_json::{Value, json};

use super::{findings, text};

pub fn tool_example(revisions: &[&str], result: Value) -> Vec<String> {
    let examples = json!({"e": {"input": {}, "result": result}});
    let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "examples": examples});
    findings(revisions, json!({"tools": [tool]}))
}

#[test]
fn a_member_that_some_revisions_lack_is_one_finding_that_names_them() {
    let revisions = ["2024-11-05", "2025-03-26", "2025-06-18"];
    let content = json!([{"type": "text", "text": "ok", "_meta": {}}]);
    let tool = json!({
        "name": "t",
        "inputSchema": {"type": "object"},
        "examples": {"e": {"input": {}, "result": {"content": content}}},
    });
    let document = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": revisions,
        "tools": [tool],
    });
    let options = Options::default();
    let loaded = mcpdesc::load(serde_json::to_vec(&document).unwrap(), &options);
    let report = mcpdesc::check(&loaded, &options);
    let code = "tool-example-content-version-mismatch";
    let found: Vec<_> = report
        .diagnostics
        .iter()
        .filter(|it| it.rule.code == code)
        .collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "MCP 2024-11-05 and 2025-03-26 do not define `_meta` on a text block (§9.3); that came \
         with 2025-06-18"
    );
    assert_eq!(loaded.source().slice(found[0].span), "\"_meta\"");
    assert!(
        found[0]
            .help
            .as_ref()
            .unwrap()
            .contains("give 2025-06-18 a Tool of its own")
    );
}

#[test]
fn members_of_a_block_that_a_revision_does_not_know_are_not_reported_again() {
    let link = json!({"type": "resource_link", "uri": "a:b", "name": "n", "_meta": {}, "size": 1});
    assert_eq!(
        tool_example(&["2025-03-26"], json!({"content": [link]})),
        ["tool-example-content-version-mismatch at tools[0].examples.e.result.content[0].type"]
    );
}

#[test]
fn icons_on_links_came_later_than_links() {
    let icons = json!([{"src": "https://example.com/i.png"}]);
    let link = json!({"type": "resource_link", "uri": "a:b", "name": "n", "icons": icons});
    let result = json!({"content": [link]});
    assert_eq!(
        tool_example(&["2025-06-18", "2025-11-25"], result.clone()),
        ["tool-example-content-version-mismatch at tools[0].examples.e.result.content[0].icons"]
    );
    assert!(tool_example(&["2025-11-25"], result).is_empty());
}

#[test]
fn an_embedded_resource_is_checked_in_depth() {
    let resource = json!({"uri": "a:b", "blob": "a", "_meta": {"k": 1}});
    let block = json!({"type": "resource", "resource": resource});
    assert_eq!(
        tool_example(&["2025-03-26"], json!({"content": [block]})),
        [
            "invalid-base64 at tools[0].examples.e.result.content[0].resource.blob",
            "tool-example-content-version-mismatch at \
             tools[0].examples.e.result.content[0].resource._meta",
        ]
    );
}

#[test]
fn the_first_character_that_is_no_base64_is_pointed_at() {
    let block = json!({"type": "audio", "data": "AA-A", "mimeType": "audio/wav"});
    let document = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": ["2025-11-25"],
        "prompts": [{"name": "p", "examples": {"e": {"result": {"messages": [
            {"role": "user", "content": block},
        ]}}}}],
    });
    let options = Options::default();
    let loaded = mcpdesc::load(serde_json::to_vec(&document).unwrap(), &options);
    let report = mcpdesc::check(&loaded, &options);
    let spans: Vec<_> = report
        .diagnostics
        .iter()
        .map(|it| loaded.source().slice(it.span))
        .collect();
    assert_eq!(spans, ["-"]);
}

#[test]
fn result_type_is_demanded_by_the_last_revision_and_forbidden_before() {
    let path = "tools[0].examples.e.result.resultType";
    let mismatch = [format!("tool-example-result-version-mismatch at {path}")];
    let with = || json!({"content": text(), "resultType": "complete"});
    let without = || json!({"content": text()});
    assert_eq!(tool_example(&["2025-11-25"], with()), mismatch);
    assert_eq!(tool_example(&["2026-07-28"], without()), mismatch);
    assert_eq!(
        tool_example(&["2025-11-25", "2026-07-28"], with()),
        mismatch
    );
    assert_eq!(
        tool_example(&["2025-11-25", "2026-07-28"], without()),
        mismatch
    );
    assert!(tool_example(&["2026-07-28"], with()).is_empty());
    assert!(tool_example(&["2025-11-25"], without()).is_empty());
}

#[test]
fn structured_content_is_an_object_until_the_last_revision() {
    let path = "tools[0].examples.e.result.structuredContent";
    let mismatch = [format!("tool-example-result-version-mismatch at {path}")];
    for value in [json!([1]), json!(null), json!("x"), json!(false)] {
        let result = json!({"content": text(), "structuredContent": value});
        assert_eq!(tool_example(&["2025-06-18"], result.clone()), mismatch);
        let mut last = result;
        last["resultType"] = json!("complete");
        assert!(tool_example(&["2026-07-28"], last).is_empty());
    }
    let object = json!({"content": text(), "structuredContent": {}});
    assert!(tool_example(&["2025-06-18"], object.clone()).is_empty());
    assert_eq!(tool_example(&["2025-03-26"], object), mismatch);
}

#[test]
fn unknown_members_of_an_open_result_are_accepted() {
    let result = json!({"content": text(), "revision": 7, "x-note": null, "ttlMs": "later"});
    assert!(tool_example(&["2025-11-25"], result).is_empty());
}

#[test]
fn envelope_and_workflow_members_are_reported_one_by_one() {
    let mut result = json!({"content": text()});
    for name in ["jsonrpc", "id", "method", "params", "result", "error"] {
        result[name] = json!(1);
    }
    for name in [
        "task",
        "inputRequests",
        "requestState",
        "progressToken",
        "progress",
    ] {
        result[name] = json!(1);
    }
    let found = tool_example(&["2025-11-25"], result);
    let count = |code: &str| found.iter().filter(|it| it.starts_with(code)).count();
    assert_eq!(count("tool-example-json-rpc-envelope"), 6);
    assert_eq!(count("incomplete-tool-example-result"), 5);
    assert_eq!(found.len(), 11);
}

#[test]
fn output_schema_demands_structured_content_unless_the_call_failed() {
    let check = |result: Value| {
        let tool = json!({
            "name": "t",
            "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object"},
            "examples": {"e": {"input": {}, "result": result}},
        });
        findings(&["2025-11-25"], json!({"tools": [tool]}))
    };
    let path = "tools[0].examples.e.result.structuredContent";
    assert_eq!(
        check(json!({"content": []})),
        [format!("missing-tool-example-structured-content at {path}")]
    );
    assert_eq!(
        check(json!({"content": [], "isError": false})),
        [format!("missing-tool-example-structured-content at {path}")]
    );
    assert!(check(json!({"content": [], "isError": true})).is_empty());
    assert_eq!(
        check(json!({"content": [], "isError": true, "structuredContent": null})),
        [format!("structured-tool-error-example at {path}")]
    );
}

#[test]
fn a_shared_example_is_judged_at_every_use() {
    let reference = json!({"e": {"$componentRef": "#/components/toolExamples/E"}});
    let tool = |revision: &str| {
        let schema = json!({"type": "object"});
        json!({"name": "t", "inputSchema": schema, "protocolVersions": [revision], "examples": reference})
    };
    let example = json!({"input": {}, "result": {"content": text()}});
    let members = json!({
        "components": {"toolExamples": {"E": example}},
        "tools": [tool("2025-11-25"), tool("2026-07-28")],
    });
    assert_eq!(
        findings(&["2025-11-25", "2026-07-28"], members),
        ["tool-example-result-version-mismatch at tools[1].examples.e.result.resultType"]
    );
}

fn example_of(revisions: &[&str], schema: Value, input: Value) -> Vec<String> {
    let result = match revisions {
        ["2026-07-28"] => json!({"content": [], "resultType": "complete"}),
        _ => json!({"content": []}),
    };
    let examples = json!({"e": {"input": input, "result": result}});
    let tool = json!({"name": "t", "inputSchema": schema, "examples": examples});
    findings(revisions, json!({"tools": [tool]}))
}

#[test]
fn the_input_of_an_example_matches_the_input_schema() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    for revision in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        assert!(example_of(&[revision], schema.clone(), json!({"n": 1.0})).is_empty());
        assert_eq!(
            example_of(&[revision], schema.clone(), json!({"n": "1"})),
            ["tool-example-schema-mismatch at tools[0].examples.e.input.n"]
        );
    }
}

#[test]
fn an_external_reference_leaves_an_example_incompletely_checked() {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"$ref": "https://schemas.example.com/n.json"}},
        "required": ["m"],
    });
    let found = example_of(&["2026-07-28"], schema.clone(), json!({"n": 1, "m": 1}));
    assert_eq!(
        found,
        [
            "unresolved-external-tool-schema-reference at tools[0].inputSchema.properties.n.$ref",
            "incomplete-tool-example-validation at tools[0].examples.e.input",
        ]
    );
    let found = example_of(&["2026-07-28"], schema, json!({}));
    let certain = "tool-example-schema-mismatch at tools[0].examples.e.input.m".to_owned();
    assert!(found.contains(&certain), "{found:?}");
}

#[test]
fn structured_content_matches_the_output_schema_unless_the_call_failed() {
    let check = |result: Value| {
        let tool = json!({
            "name": "t",
            "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object", "required": ["due"]},
            "examples": {"e": {"input": {}, "result": result}},
        });
        findings(&["2025-11-25"], json!({"tools": [tool]}))
    };
    assert!(check(json!({"content": [], "structuredContent": {"due": 1}})).is_empty());
    assert_eq!(
        check(json!({"content": [], "structuredContent": {}})),
        ["tool-example-schema-mismatch at \
             tools[0].examples.e.result.structuredContent.due"]
    );
    let failed = json!({"content": [], "structuredContent": {}, "isError": true});
    let path = "tools[0].examples.e.result.structuredContent";
    assert_eq!(
        check(failed),
        [format!("structured-tool-error-example at {path}")]
    );
}

#[test]
fn interaction_examples_follow_the_same_rules_for_input_and_result() {
    let steps = json!([{"type": "roots", "request": {}, "response": {"roots": []}}]);
    let scenario = json!({
        "input": {"n": 1},
        "steps": steps,
        "result": {"content": [{"type": "image", "data": "?", "mimeType": "image/png"}]},
    });
    let tool = json!({
        "name": "t",
        "inputSchema": {"type": "object", "additionalProperties": false},
        "interactionExamples": {"s": scenario},
    });
    let mut found = findings(&["2026-07-28"], json!({"tools": [tool]}));
    found.sort();
    assert_eq!(
        found,
        [
            "invalid-base64 at tools[0].interactionExamples.s.result.content[0].data",
            "tool-example-result-version-mismatch at \
             tools[0].interactionExamples.s.result.resultType",
            "tool-example-schema-mismatch at tools[0].interactionExamples.s.input.n",
        ]
    );
}
