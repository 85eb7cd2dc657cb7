//! Examples of Prompts (§11.3).

use mcpdesc::Options;
use serde_json::{Value, json};

use super::{check, findings};

pub fn prompt(revisions: &[&str], members: Value) -> Vec<String> {
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
fn no_more_missing_arguments_are_looked_for_than_are_kept() {
    let arguments: Vec<Value> = (0..500)
        .map(|n| json!({"name": format!("a{n}"), "required": true}))
        .collect();
    let example = json!({"result": {"messages": []}});
    let examples: serde_json::Map<_, _> = (0..500)
        .map(|n| (format!("e{n}"), example.clone()))
        .collect();
    let prompt = json!({"name": "p", "arguments": arguments, "examples": examples});
    let options = Options {
        max_diagnostics: 20,
        ..Default::default()
    };
    let report = check(&["2025-11-25"], json!({"prompts": [prompt]}), &options);
    assert!(!report.valid && report.reached_limit);
    // Those that are kept, and that the report ends there.
    assert_eq!(report.diagnostics.len(), 21);
    assert!(report.dropped < 1000, "{}", report.dropped);
}

#[test]
fn a_shared_example_is_compared_once_with_each_prompt() {
    let reference = json!({"$componentRef": "#/components/promptExamples/E"});
    let prompt = |name: &str| {
        json!({
            "name": name,
            "arguments": [{"name": "a", "required": true}],
            "examples": {"e": reference, "f": reference},
        })
    };
    let message =
        json!({"role": "user", "content": {"type": "image", "data": "-", "mimeType": "image/png"}});
    let example = json!({"arguments": {"b": "x"}, "result": {"messages": [message]}});
    let mut found = findings(
        &["2025-11-25"],
        json!({
            "components": {"promptExamples": {"E": example}},
            "prompts": [prompt("p"), prompt("q")],
        }),
    );
    found.sort();
    let missing = "prompt-example-missing-required-argument";
    let unknown = "prompt-example-unknown-argument";
    assert_eq!(
        found,
        [
            "invalid-base64 at components.promptExamples.E.result.messages[0].content.data"
                .to_owned(),
            format!("{missing} at prompts[0].examples.e.arguments.a"),
            format!("{missing} at prompts[1].examples.e.arguments.a"),
            format!("{unknown} at prompts[0].examples.e.arguments.b"),
            format!("{unknown} at prompts[1].examples.e.arguments.b"),
        ]
    );
}
