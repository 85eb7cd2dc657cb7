//! Resource Templates (§10.2, §10.4.3) and the URIs of their examples.

use mcpdesc::Options;
use serde_json::{Value, json};

use super::{check, findings};

pub fn template(uri_template: &str, members: Value) -> Vec<String> {
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
fn a_malformed_template_is_an_error_by_the_code_of_what_needs_it() {
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

/// The examples of a template, `requested` with the names `e0`, `e1` and so on.
fn examples(requested: &[&str]) -> Value {
    let example = |(index, uri): (usize, &&str)| {
        let contents = json!([{"uri": uri, "text": "x"}]);
        (
            format!("e{index}"),
            json!({"uri": uri, "result": {"contents": contents}}),
        )
    };
    Value::Object(requested.iter().enumerate().map(example).collect())
}

#[test]
fn an_example_that_cannot_be_decided_leaves_the_others_their_verdict() {
    let pattern = "s:{a}{b}{c}{d}{e}{a}{b}{c}{d}{e}";
    let hard = format!("s:{}", "x".repeat(101));
    let verdicts = |requested: &[&str]| -> Vec<String> {
        let mut found = template(pattern, json!({"examples": examples(requested)}));
        found.sort();
        found
    };
    let at = "resourceTemplates[0].examples";
    let undecided = "incomplete-resource-template-example-validation";
    let mismatch = "resource-template-example-uri-mismatch";
    assert_eq!(
        verdicts(&[&hard, "s:a/b", "s:aa", &hard]),
        [
            format!("{undecided} at {at}.e0.uri"),
            format!("{undecided} at {at}.e3.uri"),
            format!("{mismatch} at {at}.e1.uri"),
        ]
    );
    assert_eq!(
        verdicts(&["s:a/b", &hard]),
        [
            format!("{undecided} at {at}.e1.uri"),
            format!("{mismatch} at {at}.e0.uri"),
        ]
    );
}

#[test]
fn each_fault_of_a_template_is_found_and_named() {
    let template = json!({"uriTemplate": "s:{a:0}{b:0}{c", "name": "t"});
    let members = json!({"resourceTemplates": [template]});
    let report = check(&["2025-11-25"], members, &Options::default());
    let messages: Vec<&str> = report
        .diagnostics
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    for (message, start) in messages.iter().zip(["6: `a:`", "11: `b:`", "13: this `{`"]) {
        assert!(
            message.contains(&format!("at character {start}")),
            "{message}"
        );
    }
}

#[test]
fn the_faulty_part_of_an_escaped_template_is_pointed_at() {
    for text in [
        r#"{"mcpdesc": "0.8.0", "resourceTemplates": [{"uriTemplate": "s\u003a\/{a}{b:0}"}]}"#,
        "mcpdesc: 0.8.0\nresourceTemplates:\n  - uriTemplate: \"s\\x3a/{a}{b:\\\n      0}\"\n",
        "mcpdesc: 0.8.0\nresourceTemplates:\n  - uriTemplate: |-\n      s:/{a}{b:0}\n",
    ] {
        let options = Options::default();
        let loaded = mcpdesc::load(text.as_bytes(), &options);
        let report = mcpdesc::check(&loaded, &options);
        let mut faults = report.diagnostics.iter();
        let fault = faults
            .find(|it| it.rule.code == "invalid-uri-template")
            .unwrap();
        assert_eq!(&text[fault.span.range()], "0", "{text}");
    }
}

#[test]
fn a_template_has_no_size() {
    let members = json!({"size": 7, "examples": examples(&["s:a"])});
    assert_eq!(
        template("s:{a}", members),
        ["unknown-property at resourceTemplates[0].size"]
    );
}
