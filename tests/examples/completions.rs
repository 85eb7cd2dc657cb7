//! Completion examples (§10.4.6, §11.4).

use serde_json::json;

use super::prompts::prompt;
use super::templates::template;

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
