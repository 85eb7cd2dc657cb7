//! Components are judged once in each context, however often they are used.

use mcpdesc::diagnostic::Severity;
use serde_json::{Value, json};

use super::{check, reference};

/// The errors, as `code path`.
fn errors(members: Value, revisions: &[&str]) -> Vec<String> {
    let report = check(revisions, members);
    let errors = report.diagnostics.iter();
    errors
        .filter(|it| it.severity() == Severity::Error)
        .map(|it| format!("{} {}", it.rule.code, it.path))
        .collect()
}

/// A Tool for each of `scopes`, all with the example component `a`.
fn tools_with_example(scopes: &[&str]) -> Value {
    let tool = |(at, scope): (usize, &&str)| {
        json!({
            "name": format!("t{at}"),
            "protocolVersions": [scope],
            "inputSchema": { "type": "object" },
            "examples": { "e": reference("toolExamples/a") },
        })
    };
    scopes.iter().enumerate().map(tool).collect()
}

/// A Prompt for each of `scopes`, all asking for the form component `a`.
fn prompts_with_form(scopes: &[&str]) -> Value {
    let prompt = |(at, scope): (usize, &&str)| {
        let elicitation = json!({
            "name": "e",
            "mode": "form",
            "message": "m",
            "requestedSchema": reference("schemas/a"),
        });
        json!({ "name": format!("p{at}"), "protocolVersions": [scope], "elicitations": [elicitation] })
    };
    scopes.iter().enumerate().map(prompt).collect()
}

#[test]
fn what_a_component_has_wrong_by_itself_is_reported_there_and_once() {
    let result = json!({
        "content": [
            { "type": "image", "data": "a_b=", "mimeType": "image/png" },
            { "type": "text", "text": "t", "annotations": { "lastModified": "May" } },
        ],
        "isError": true,
        "structuredContent": {},
        "jsonrpc": "2.0",
        "progress": 1,
    });
    let members = json!({
        "components": { "toolExamples": { "a": { "input": {}, "result": result } } },
        "tools": tools_with_example(&["2025-06-18", "2025-06-18", "2025-11-25"]),
    });
    let result = "components.toolExamples.a.result";
    assert_eq!(
        errors(members, &["2025-06-18", "2025-11-25"]),
        [
            format!("invalid-base64 {result}.content[0].data"),
            format!("invalid-last-modified {result}.content[1].annotations.lastModified"),
            format!("structured-tool-error-example {result}.structuredContent"),
            format!("tool-example-json-rpc-envelope {result}.jsonrpc"),
            format!("incomplete-tool-example-result {result}.progress"),
        ]
    );
    let form = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "enum": ["x"], "enumNames": [], "default": "y" },
            "b": { "type": "integer", "minimum": 2, "maximum": 1 },
        },
        "required": ["c"],
    });
    let members = json!({
        "components": { "schemas": { "a": form } },
        "prompts": prompts_with_form(&["2025-11-25", "2025-11-25", "2026-07-28"]),
    });
    let form = "components.schemas.a";
    assert_eq!(
        errors(members, &["2025-11-25", "2026-07-28"]),
        [
            format!("elicitation-form-enum-names-mismatch {form}.properties.a.enumNames"),
            format!("elicitation-form-default-outside-enum {form}.properties.a.default"),
            format!("elicitation-form-invalid-range {form}.properties.b.minimum"),
            format!("elicitation-form-required-property-unknown {form}.required[0]"),
        ]
    );
}

#[test]
fn what_only_a_context_makes_wrong_is_reported_once_for_that_context() {
    let block = json!({ "type": "text", "text": "t", "_meta": {} });
    let members = json!({
        "components": { "toolExamples": { "a": { "input": {}, "result": { "content": [block] } } } },
        "tools": tools_with_example(&["2025-06-18", "2025-03-26", "2025-03-26", "2024-11-05"]),
    });
    let code = "tool-example-content-version-mismatch";
    let found = errors(members, &["2024-11-05", "2025-03-26", "2025-06-18"]);
    let found: Vec<_> = found.iter().filter(|it| it.starts_with(code)).collect();
    let below = "examples.e.result.content[0]._meta";
    assert_eq!(
        found,
        [
            &format!("{code} tools[1].{below}"),
            &format!("{code} tools[3].{below}"),
        ]
    );
    let form =
        json!({ "type": "object", "properties": { "a": { "type": "number", "default": 1 } } });
    let members = json!({
        "components": { "schemas": { "a": form } },
        "prompts": prompts_with_form(&["2025-11-25", "2025-06-18", "2025-06-18"]),
    });
    assert_eq!(
        errors(members, &["2025-06-18", "2025-11-25"]),
        ["elicitation-form-schema-version-mismatch \
          prompts[1].elicitations[0].requestedSchema.properties.a.default"]
    );
}

/// Every use of a large component would cost its size again: together several minutes.
#[test]
fn large_components_may_be_used_often() {
    const MANY: usize = 8_000;
    let scopes = ["2025-11-25"; MANY];
    let fields: serde_json::Map<String, Value> = (0..MANY)
        .map(|at| (format!("f{at}"), json!({ "type": "string" })))
        .collect();
    let input: serde_json::Map<String, Value> = fields
        .keys()
        .map(|name| (name.clone(), json!("x")))
        .collect();
    let form = json!({ "type": "object", "properties": fields });
    let block = json!({ "type": "text", "text": "t" });
    let example = json!({ "input": input, "result": { "content": vec![block; MANY] } });
    let mut tools = tools_with_example(&scopes);
    for tool in tools.as_array_mut().unwrap() {
        tool["inputSchema"] = reference("schemas/a");
    }
    let members = json!({
        "components": { "schemas": { "a": form }, "toolExamples": { "a": example } },
        "prompts": prompts_with_form(&scopes),
        "tools": tools,
    });
    assert_eq!(errors(members, &["2025-11-25"]), Vec::<String>::new());
}
