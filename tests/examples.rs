//! Named examples of Tools, Resources, Resource Templates and Prompts (§9.3, §10.4, §11.3, §11.4).

use mcpdesc::Options;
use serde_json::{Value, json};

/// Checks a document of these `members` for the `revisions`, and lists `code at path`.
fn findings(revisions: &[&str], members: Value) -> Vec<String> {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": revisions,
    });
    let object = document.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    let text = serde_json::to_vec_pretty(&document).unwrap();
    let options = Options::default();
    let report = mcpdesc::check(&mcpdesc::load(&text, &options), &options);
    let line = |it: &mcpdesc::diagnostic::Diagnostic| format!("{} at {}", it.rule.code, it.path);
    let mut found = report.diagnostics;
    if revisions.iter().any(|it| *it < "2025-11-25") {
        let legacy = [
            "legacy-protocol-validation-incomplete",
            "incomplete-tool-example-validation",
        ];
        found.retain(|it| !legacy.contains(&it.rule.code));
    }
    found.iter().map(line).collect()
}

fn tool_example(revisions: &[&str], result: Value) -> Vec<String> {
    let examples = json!({"e": {"input": {}, "result": result}});
    let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "examples": examples});
    findings(revisions, json!({"tools": [tool]}))
}

fn text() -> Value {
    json!([{"type": "text", "text": "ok"}])
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
    let loaded = mcpdesc::load(&serde_json::to_vec(&document).unwrap(), &options);
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
    let loaded = mcpdesc::load(&serde_json::to_vec(&document).unwrap(), &options);
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

fn resource(revisions: &[&str], declaration: Value, result: Value) -> Vec<String> {
    let mut resource = json!({"uri": "a:/1", "name": "r", "examples": {"e": {"result": result}}});
    let object = resource.as_object_mut().unwrap();
    object.extend(declaration.as_object().unwrap().clone());
    findings(revisions, json!({"resources": [resource]}))
}

#[test]
fn a_read_result_has_cache_fields_exactly_in_the_last_revision() {
    let contents = json!([{"uri": "a:/1", "text": "x"}]);
    let at = "resources[0].examples.e.result";
    let bare = json!({"contents": contents});
    assert_eq!(
        resource(&["2026-07-28"], json!({}), bare.clone()),
        [
            format!("resource-example-cache-fields-version-mismatch at {at}.cacheScope"),
            format!("resource-example-cache-fields-version-mismatch at {at}.ttlMs"),
            format!("resource-example-result-version-mismatch at {at}.resultType"),
        ]
    );
    assert!(resource(&["2025-11-25"], json!({}), bare).is_empty());
    let full = json!({
        "contents": contents, "resultType": "complete", "ttlMs": 0.5, "cacheScope": "public",
    });
    assert!(resource(&["2026-07-28"], json!({}), full.clone()).is_empty());
    assert_eq!(resource(&["2025-11-25"], json!({}), full).len(), 3);
}

#[test]
fn metadata_of_read_results_needs_a_revision_that_knows_it() {
    let entry = json!({"uri": "a:/1", "text": "x", "_meta": {}});
    let result = json!({"contents": [entry], "_meta": {}});
    let at = "resources[0].examples.e.result";
    assert_eq!(
        resource(&["2025-03-26"], json!({}), result.clone()),
        [
            format!("resource-example-content-version-mismatch at {at}.contents[0]._meta"),
            format!("resource-example-result-version-mismatch at {at}._meta"),
        ]
    );
    assert!(resource(&["2025-06-18"], json!({}), result).is_empty());
}

#[test]
fn the_entry_for_the_requested_uri_is_compared_with_the_declaration() {
    let declaration = json!({"mimeType": "text/plain", "size": 3});
    let check = |contents: Value| {
        resource(
            &["2025-11-25"],
            declaration.clone(),
            json!({"contents": contents}),
        )
    };
    let at = "resources[0].examples.e.result.contents";
    assert!(check(json!([{"uri": "a:/1", "mimeType": "Text/Plain", "text": "né"}])).is_empty());
    assert!(check(json!([{"uri": "a:/1", "blob": "AAEC"}])).is_empty());
    assert_eq!(
        check(json!([{"uri": "a:/1", "mimeType": "text/html", "blob": "AAE="}])),
        [
            format!("resource-example-mime-type-mismatch at {at}[0].mimeType"),
            format!("resource-example-size-mismatch at {at}[0].blob"),
        ]
    );
    assert_eq!(
        check(json!([{"uri": "a:/2", "mimeType": "text/html", "text": ""}])),
        [format!("resource-example-requested-uri-missing at {at}")]
    );
    let parts = json!([{"uri": "a:/1", "text": "1"}, {"uri": "a:/1", "text": "23"}]);
    assert!(
        check(parts).is_empty(),
        "parts of one resource are not compared with its size"
    );
}

#[test]
fn last_modified_of_a_declaration_must_be_defined_and_a_date() {
    let annotations = json!({"annotations": {"lastModified": "12 January"}});
    let result = json!({"contents": [{"uri": "a:/1", "text": "x"}]});
    let at = "resources[0].annotations.lastModified";
    assert_eq!(
        resource(&["2025-03-26"], annotations.clone(), result.clone()),
        [
            format!("resource-annotation-not-supported-by-version at {at}"),
            format!("invalid-last-modified at {at}"),
        ]
    );
    assert_eq!(
        resource(&["2025-11-25"], annotations, result),
        [format!("invalid-last-modified at {at}")]
    );
}

fn template(uri_template: &str, members: Value) -> Vec<String> {
    let mut template = json!({"uriTemplate": uri_template, "name": "t"});
    let object = template.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    findings(&["2025-11-25"], json!({"resourceTemplates": [template]}))
}

#[test]
fn the_uri_of_a_template_example_is_an_expansion() {
    let example = |uri: &str| {
        let result = json!({"contents": [{"uri": uri, "text": "x"}]});
        json!({"examples": {"e": {"uri": uri, "result": result}}})
    };
    assert!(template("a:/{x}/{y}", example("a:/1/2")).is_empty());
    assert_eq!(
        template("a:/{x}", example("a:/1/2")),
        ["resource-template-example-uri-mismatch at resourceTemplates[0].examples.e.uri"]
    );
}

#[test]
fn a_malformed_template_is_an_error_only_where_examples_need_it() {
    let at = "resourceTemplates[0].uriTemplate";
    assert_eq!(
        template("a:/{x", json!({})),
        [format!("invalid-uri-template at {at}")]
    );
    let completion = json!({"completionExamples": {"c": {
        "argument": {"name": "x", "value": ""},
        "result": {"completion": {"values": []}},
    }}});
    assert_eq!(
        template("a:/{x", completion),
        [format!(
            "resource-template-completion-example-invalid-template at {at}"
        )]
    );
    let result = json!({"contents": [{"uri": "a:/1", "text": "x"}]});
    assert_eq!(
        template(
            "a:/{x",
            json!({"examples": {"e": {"uri": "a:/1", "result": result}}})
        ),
        [format!(
            "resource-template-example-invalid-template at {at}"
        )]
    );
}

#[test]
fn completion_names_are_variables_without_operator_or_modifier() {
    let completion = |name: &str, other: &str| {
        json!({"completionExamples": {"c": {
            "argument": {"name": name, "value": ""},
            "context": {"arguments": {other: "1"}},
            "result": {"completion": {"values": []}},
        }}})
    };
    let pattern = "a:/{+path}{?id:3,list*}";
    assert!(template(pattern, completion("path", "id")).is_empty());
    let at = "resourceTemplates[0].completionExamples.c";
    assert_eq!(
        template(pattern, completion("+path", "list*")),
        [
            format!("resource-template-completion-example-unknown-variable at {at}.argument.name"),
            format!(
                "resource-template-completion-example-context-unknown-variable at \
                 {at}.context.arguments[\"list*\"]"
            ),
        ]
    );
    assert_eq!(
        template(pattern, completion("path", "path")),
        [format!(
            "completion-example-duplicate-target-context at {at}.context.arguments.path"
        )]
    );
}

#[test]
fn a_uri_that_is_none_is_a_warning() {
    let members = json!({"resources": [{"uri": "notes/today", "name": "n"}]});
    assert_eq!(
        findings(&["2025-11-25"], members),
        ["invalid-resource-uri at resources[0].uri"]
    );
}

fn prompt(revisions: &[&str], members: Value) -> Vec<String> {
    let arguments = json!([{"name": "a", "required": true}, {"name": "b"}]);
    let mut prompt = json!({"name": "p", "arguments": arguments});
    let object = prompt.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    findings(revisions, json!({"prompts": [prompt]}))
}

#[test]
fn prompt_examples_pass_declared_and_all_required_arguments() {
    let example = |arguments: Value| json!({"examples": {"e": {"arguments": arguments, "result": {"messages": []}}}});
    let revisions = ["2025-11-25"];
    assert!(prompt(&revisions, example(json!({"a": "1"}))).is_empty());
    let at = "prompts[0].examples.e.arguments";
    assert_eq!(
        prompt(&revisions, example(json!({"c": "1"}))),
        [
            format!("prompt-example-missing-required-argument at {at}.a"),
            format!("prompt-example-unknown-argument at {at}.c"),
        ]
    );
    let none = json!({"examples": {"e": {"result": {"messages": []}}}});
    assert_eq!(
        prompt(&revisions, none),
        [format!("prompt-example-missing-required-argument at {at}")]
    );
}

#[test]
fn completion_came_before_its_context() {
    let completion = json!({"completionExamples": {"c": {
        "argument": {"name": "a", "value": ""},
        "context": {"arguments": {"b": "1"}},
        "result": {"completion": {"values": []}},
    }}});
    let at = "prompts[0].completionExamples.c";
    assert_eq!(
        prompt(&["2024-11-05"], completion.clone()),
        [format!("completion-example-version-mismatch at {at}")]
    );
    assert_eq!(
        prompt(&["2025-03-26"], completion.clone()),
        [format!(
            "completion-example-context-version-mismatch at {at}.context"
        )]
    );
    assert!(prompt(&["2025-06-18"], completion).is_empty());
}

#[test]
fn reserved_keys_are_checked_wherever_a_payload_carries_metadata() {
    let meta = json!({"progressToken": 1});
    let block = json!({"type": "text", "text": "x", "_meta": meta});
    let result = json!({"resultType": "complete", "content": [block], "_meta": meta});
    let at = "tools[0].examples.e.result";
    let mut found = tool_example(&["2026-07-28"], result);
    found.sort();
    assert_eq!(
        found,
        [
            format!("meta-reserved-key-context at {at}._meta.progressToken"),
            format!("meta-reserved-key-context at {at}.content[0]._meta.progressToken"),
        ]
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

#[test]
fn the_character_that_spoils_a_template_is_pointed_at() {
    let text = r#"{"mcpdesc": "0.8.0", "info": {"name": "n", "version": "1"},
        "protocolVersions": ["2025-11-25"],
        "resourceTemplates": [{"uriTemplate": "é:/{x}/{y z}", "name": "t"}]}"#;
    let options = Options::default();
    let loaded = mcpdesc::load(text.as_bytes(), &options);
    let report = mcpdesc::check(&loaded, &options);
    let found: Vec<_> = report.diagnostics.iter().collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].span.start as usize, text.find(" z}").unwrap());
}

#[test]
fn a_name_that_is_nearly_right_is_suggested() {
    let document = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": ["2025-11-25"],
        "prompts": [{
            "name": "p",
            "arguments": [{"name": "language"}],
            "examples": {"e": {"arguments": {"langauge": "en"}, "result": {"messages": []}}},
            "completionExamples": {"c": {
                "argument": {"name": "langage", "value": ""},
                "result": {"completion": {"values": []}},
            }},
        }],
    });
    let options = Options::default();
    let loaded = mcpdesc::load(&serde_json::to_vec(&document).unwrap(), &options);
    let report = mcpdesc::check(&loaded, &options);
    let helps: Vec<_> = report
        .diagnostics
        .iter()
        .map(|it| it.help.as_deref())
        .collect();
    assert_eq!(helps, [Some("did you mean `language`?"); 2]);
}

#[test]
fn a_requested_uri_that_is_none_is_one_finding() {
    let result = json!({"contents": [{"uri": "a:/1", "text": "x"}]});
    let members = json!({"resources": [
        {"uri": "notes today", "name": "n", "examples": {"e": {"result": result}}},
    ]});
    assert_eq!(
        findings(&["2025-11-25"], members),
        ["invalid-resource-uri at resources[0].uri"]
    );
}

#[test]
fn nothing_is_missed_in_a_document_that_breaks_off() {
    let whole = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "n", "version": "1"},
        "protocolVersions": ["2026-07-28"],
        "prompts": [{
            "name": "p",
            "arguments": [{"name": "a", "required": true}],
            "examples": {"e": {
                "arguments": {"a": "1"},
                "result": {"messages": [], "resultType": "complete"},
            }},
        }],
        "resources": [{"uri": "a:/1", "name": "r", "examples": {"e": {"result": {
            "contents": [{"uri": "a:/2", "text": "x"}, {"uri": "a:/1", "text": "x"}],
            "cacheScope": "public", "ttlMs": 1, "resultType": "complete",
        }}}}],
        "tools": [{
            "name": "t",
            "inputSchema": {"type": "object", "required": ["q"]},
            "outputSchema": {"type": "object", "required": ["q"]},
            "examples": {"e": {"input": {"q": 1}, "result": {
                "content": [], "resultType": "complete", "structuredContent": {"q": 1},
            }}},
        }],
    });
    let text = serde_json::to_string(&whole).unwrap();
    let options = Options::default();
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        let report = mcpdesc::check(&mcpdesc::load(&text.as_bytes()[..end], &options), &options);
        let codes = report.diagnostics.iter().map(|it| it.rule.code);
        let about_examples: Vec<_> = codes.filter(|it| it.contains("example")).collect();
        assert!(
            about_examples.is_empty(),
            "{about_examples:?} after {}",
            &text[..end]
        );
    }
}
