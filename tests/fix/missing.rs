//! Members that have to be there.

use std::fs;

use mcpdesc::Options;
use mcpdesc::diagnostic::Diagnostic;
use mcpdesc::fix::{Fixer, apply};
use mcpdesc::source::Format;

use super::{HEAD, after, read, testdata};

#[test]
fn a_required_member_is_added_with_a_value_that_nothing_objects_to() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-11-25]
prompts:
  - name: name
  - description: Tells the weather.
"
    );
    let fixed = after(&text, Format::Yaml, "missing-property", "Add `name`");
    assert_eq!(
        fixed,
        text.replace("  - description", "  - name: name-2\n    description")
    );
}

/// A document with everything that examples and elicitations are made of.
fn talkative(scope: &str, result: &str) -> String {
    format!(
        "{HEAD}protocolVersions: ['2025-11-25', '2026-07-28']
tools:
  - name: ask
    protocolVersions: ['{scope}']
    inputSchema: {{type: object, properties: {{q: {{type: string}}}}, required: [q]}}
    outputSchema: {{type: object, properties: {{a: {{type: integer}}}}, required: [a]}}
    examples:
      e: {{input: {{q: why}}, result: {{{result}content: [], structuredContent: {{a: 1}}}}}}
    elicitations:
      - {{name: where, mode: form, message: Where?, requestedSchema: {{type: object, properties: {{a: {{type: string}}}}}}}}
    interactionExamples:
      i:
        input: {{q: why}}
        steps:
          - {{type: roots, request: {{}}, response: {{roots: [{{uri: 'file:///a'}}]}}}}
          - type: sampling
            request: {{messages: [{{role: user, content: {{type: text, text: a}}}}], maxTokens: 1}}
            response: {{role: assistant, model: m, content: {{type: text, text: a}}}}
        result: {{{result}content: [], structuredContent: {{a: 1}}}}
prompts:
  - name: tell
    protocolVersions: ['{scope}']
    arguments: [{{name: a, required: true}}, {{name: b}}]
    examples:
      e: {{arguments: {{a: x}}, result: {{{result}messages: []}}}}
    completionExamples:
      c: {{argument: {{name: a, value: ''}}, context: {{arguments: {{b: ''}}}}, result: {{{result}completion: {{values: []}}}}}}
securitySchemes:
  o: {{type: oauth2, flows: {{authorizationCode: {{authorizationUrl: 'https://a', tokenUrl: 'https://b', scopes: {{s: ''}}}}}}}}
security: [{{o: [s]}}]
tags: [{{name: t}}]
"
    )
}

/// The document without each member in turn.
fn without_each(value: &serde_json::Value) -> Vec<(String, serde_json::Value)> {
    let mut all = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(at) = waiting.pop() {
        let here = value.pointer(&at).unwrap();
        let keys: Vec<String> = match here {
            serde_json::Value::Object(members) => members.keys().cloned().collect(),
            serde_json::Value::Array(list) => (0..list.len()).map(|it| it.to_string()).collect(),
            _ => continue,
        };
        for key in keys {
            let token = key.replace('~', "~0").replace('/', "~1");
            waiting.push(format!("{at}/{token}"));
            let mut less = value.clone();
            if let Some(members) = less.pointer_mut(&at).unwrap().as_object_mut() {
                members.shift_remove(&key);
                all.push((format!("{at}/{token}"), less));
            }
        }
    }
    all
}

#[test]
fn whatever_required_member_is_lost_can_be_added_again() {
    let library = fs::read_to_string(testdata().join("valid/library.mcpdesc.yaml")).unwrap();
    let old = talkative("2025-11-25", "");
    let new = talkative("2026-07-28", "resultType: complete, ");
    let options = Options::default();
    let mut lost = 0;
    for text in [&library, &old, &new] {
        assert!(mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options).valid);
        let whole = read(text, Format::Yaml).0.tree().root().unwrap().to_json();
        for (path, document) in without_each(&whole) {
            let text = serde_json::to_string_pretty(&document).unwrap();
            let loaded = mcpdesc::load(text.as_bytes(), &options);
            let report = mcpdesc::check(&loaded, &options);
            let fixer = Fixer::new(&loaded, &options);
            let is_missing = |it: &&Diagnostic| it.rule.code == "missing-property";
            for diagnostic in report.diagnostics.iter().filter(is_missing) {
                lost += 1;
                let fixes = fixer.fixes(diagnostic);
                let is_added = fixes.iter().any(|it| it.title.starts_with("Add"));
                assert!(is_added, "{path}: {} {fixes:?}", diagnostic.message);
            }
        }
    }
    assert!(lost > 80, "{lost}");
}

#[test]
fn a_result_is_added_as_each_revision_wants_it() {
    let text = format!(
        "{HEAD}protocolVersions: ['2025-11-25', '2026-07-28']
tools: [{{name: a, inputSchema: {{type: object}}, examples: {{e: {{input: {{}}}}}}}}]
resources: [{{name: a, uri: 'a:b', examples: {{e: {{}}}}}}]
prompts: [{{name: a, arguments: [{{name: b}}], completionExamples: {{e: {{argument: {{name: b, value: ''}}}}}}}}]
"
    );
    let mut text = text;
    for _ in 0..3 {
        text = after(&text, Format::Yaml, "missing-property", "Declare it for");
    }
    assert!(read(&text, Format::Yaml).1.valid, "{text}");
    assert_eq!(text.matches("resultType: complete").count(), 3, "{text}");
}

#[test]
fn what_a_scheme_needs_comes_along_with_its_type() {
    let text = format!(
        "{HEAD}protocolVersions: ['2025-11-25']
securitySchemes:
    k: {{description: A key.}}
    o:
        description: Scopes.
security: [{{k: []}}, {{o: ['a:b']}}]
"
    );
    let text = after(
        &text,
        Format::Yaml,
        "missing-property",
        "Add `type: apiKey`",
    );
    let text = after(
        &text,
        Format::Yaml,
        "missing-property",
        "Add `type: oauth2`",
    );
    let (_, report) = read(&text, Format::Yaml);
    assert!(report.valid, "{text}");
    assert!(
        report
            .diagnostics
            .iter()
            .all(|it| it.rule.code != "uncatalogued-oauth-scope"),
        "{text}"
    );
    // As deep as the document is.
    assert!(
        text.contains("\n        flows:\n            authorizationCode:\n"),
        "{text}"
    );
}

#[test]
fn with_advice_a_schema_is_added_that_needs_none() {
    for (schema, title) in [
        ("", "Add `inputSchema`"),
        (", inputSchema: {}", "Add `type`"),
    ] {
        let text =
            format!("{HEAD}protocolVersions: ['2025-11-25']\ntools: [{{name: a{schema}}}]\n");
        let fixed = after(&text, Format::Yaml, "missing-property", title);
        assert!(fixed.contains("additionalProperties: false"), "{fixed}");
        let options = Options::default();
        let loaded = mcpdesc::load(text.as_bytes(), &options);
        let report = mcpdesc::check(&loaded, &options);
        let fixes = Fixer::new(&loaded, &options).fixes(&report.diagnostics[0]);
        let open = apply(&text, &fixes[0].edits).unwrap();
        assert!(
            fixes[0].title == title && !open.contains("additional"),
            "{open}"
        );
    }
}
