//! Names that lead nowhere: what they name is made.

use mcpdesc::Options;
use mcpdesc::diagnostic::Severity;
use mcpdesc::fix::{Fixer, apply};
use mcpdesc::source::Format;

use super::{HEAD, after, read};

/// What refers to a component of each namespace, and a part of the component that is made.
const USES: &[(&str, &str)] = &[
    (
        "tools: [{name: a, inputSchema: {$componentRef: '#/components/schemas/x'}}]",
        "x:\n            type: object",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, outputSchema: {$componentRef: '#/components/schemas/x'}}]",
        "x:\n            type: object",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, elicitations: [{name: e, mode: form, message: m, \
         requestedSchema: {$componentRef: '#/components/schemas/x'}}]}]",
        "properties:",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object, properties: {q: {type: integer}}, required: [q]}, \
         outputSchema: {type: object, properties: {r: {enum: [s]}}, required: [r]}, \
         examples: {e: {$componentRef: '#/components/toolExamples/x'}}}]",
        "structuredContent:\n                    r: s",
    ),
    (
        "resources: [{name: a, uri: 'a:b', mimeType: text/css, examples: {e: {$componentRef: \
         '#/components/resourceExamples/x'}}}]",
        "mimeType: text/css",
    ),
    (
        "resourceTemplates: [{name: a, uriTemplate: 'a:{b}/c', examples: {e: {$componentRef: \
         '#/components/resourceTemplateExamples/x'}}}]",
        "/c",
    ),
    (
        "prompts: [{name: a, arguments: [{name: b, required: true}], examples: {e: {$componentRef: \
         '#/components/promptExamples/x'}}}]",
        "arguments:\n                b: ",
    ),
];

#[test]
fn a_component_is_made_that_is_valid_where_it_is_used() {
    for (text, part) in USES {
        for scope in ["2025-11-25", "2026-07-28"] {
            // The text shows that it is written with four columns.
            let head = HEAD.replace(
                "info: {name: weather, version: 1.0.0}",
                "info:\n    name: a\n    version: 1.0.0\n",
            );
            let text = format!("{head}protocolVersions: ['2025-11-25', '2026-07-28']\n{text}\n")
                .replace(
                    "{name: a, ",
                    &format!("{{name: a, protocolVersions: ['{scope}'], "),
                );
            let options = Options::default();
            let loaded = mcpdesc::load(text.as_bytes(), &options);
            let report = mcpdesc::check(&loaded, &options);
            let fixes = Fixer::new(&loaded, &options).fixes(&report.diagnostics[0]);
            let made = fixes
                .iter()
                .find(|it| it.title == "Create the component `x`");
            let fixed = apply(&text, &made.expect(&text).edits).unwrap();
            let report = mcpdesc::check(&mcpdesc::load(fixed.as_bytes(), &options), &options);
            let errors = report
                .diagnostics
                .iter()
                .filter(|it| it.severity() == Severity::Error);
            assert_eq!(errors.count(), 0, "{fixed}\n{:?}", report.diagnostics);
            assert!(fixed.contains(part), "{fixed}");
        }
    }
}

#[test]
fn a_security_scheme_is_made_with_the_scopes_that_it_is_used_with() {
    let text = format!(
        "{HEAD}protocolVersions: ['2025-11-25']
tools:
  - {{name: a, inputSchema: {{type: object}}, security: [{{o: ['r:w']}}]}}
security: [{{o: [read, write]}}, {{k: []}}]
"
    );
    let code = "unknown-security-scheme";
    let fixed = after(&text, Format::Yaml, code, "Create the security scheme `k`");
    let fixed = after(&fixed, Format::Yaml, code, "Create the security scheme `o`");
    let (_, report) = read(&fixed, Format::Yaml);
    assert!(report.valid, "{fixed}");
    let codes: Vec<_> = report.diagnostics.iter().map(|it| it.rule.code).collect();
    assert!(!codes.contains(&"uncatalogued-oauth-scope"), "{fixed}");
    for scope in ["r:w: ''", "read: ''", "write: ''"] {
        assert!(fixed.contains(scope), "{fixed}");
    }
}

#[test]
fn a_tag_is_added_to_the_catalogue() {
    let text = format!(
        "{HEAD}protocolVersions: ['2025-11-25']
tools:
  - {{name: a, inputSchema: {{type: object}}, tags: [cloudy]}}
tags:
  - name: sunny # always
"
    );
    let fixed = after(
        &text,
        Format::Yaml,
        "unknown-tag-reference",
        "Add the tag `cloudy`",
    );
    assert_eq!(fixed, format!("{text}  - name: cloudy\n"));
}
