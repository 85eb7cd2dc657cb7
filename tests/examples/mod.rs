//! Named examples of Tools, Resources, Resource Templates and Prompts (§9.3, §10.4, §11.3, §11.4).

mod completions;
mod prompts;
mod reads;
mod templates;
mod tools;

use mcpdesc::{Options, Report};
use serde_json::{Value, json};

use tools::tool_example;

/// Checks a document of these `members` for the `revisions`.
fn check(revisions: &[&str], members: Value, options: &Options) -> Report {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": revisions,
    });
    let object = document.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    let text = serde_json::to_vec_pretty(&document).unwrap();
    mcpdesc::check(&mcpdesc::load(&text, options), options)
}

/// Checks a document of these `members` for the `revisions`, and lists `code at path`.
fn findings(revisions: &[&str], members: Value) -> Vec<String> {
    let report = check(revisions, members, &Options::default());
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

fn text() -> Value {
    json!([{"type": "text", "text": "ok"}])
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
    let loaded = mcpdesc::load(serde_json::to_vec(&document).unwrap(), &options);
    let report = mcpdesc::check(&loaded, &options);
    let helps: Vec<_> = report
        .diagnostics
        .iter()
        .map(|it| it.help.as_deref())
        .collect();
    assert_eq!(helps, [Some("did you mean `language`?"); 2]);
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
