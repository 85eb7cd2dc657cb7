//! Declarations that do not suit all revisions of their scope.

use mcpdesc::fix::apply;
use mcpdesc::source::Format;

use super::{HEAD, after, fixes_of, read};

const BOTH: &str = "protocolVersions: ['2025-11-25', '2026-07-28']\n";

#[test]
fn a_declaration_is_split_between_the_revisions_in_conflict() {
    let text = format!(
        "{HEAD}protocolVersions: [2024-11-05, 2025-03-26, 2025-06-18]
tools:
  # Tells tomorrow's weather.
  - name: forecast # short
    title: Forecast # since June
    inputSchema: {{type: object}}
  - name: other
    inputSchema: {{type: object}}
"
    );
    let fixed = after(
        &text,
        Format::Yaml,
        "field-not-supported-by-version",
        "Declare it",
    );
    assert_eq!(
        fixed,
        format!(
            "{HEAD}protocolVersions: [2024-11-05, 2025-03-26, 2025-06-18]
tools:
  # Tells tomorrow's weather.
  - name: forecast # short
    protocolVersions:
      - \"2025-06-18\"
    title: Forecast # since June
    inputSchema: {{type: object}}
  - name: forecast # short
    protocolVersions:
      - \"2024-11-05\"
      - \"2025-03-26\"
    # since June
    inputSchema: {{type: object}}
  - name: other
    inputSchema: {{type: object}}
"
        )
    );
}

#[test]
fn a_transport_is_narrowed_to_the_revisions_that_know_it() {
    let text = format!(
        "{HEAD}protocolVersions: [2024-11-05, 2025-06-18]
transports:
  - type: streamable-http # new
    url: https://weather.example/mcp
  - type: stdio
    command: weather
"
    );
    let code = "transport-not-supported-by-version";
    let fixed = after(&text, Format::Yaml, code, "Narrow it");
    let scope = "    protocolVersions:\n      - \"2025-06-18\"\n    url";
    assert_eq!(fixed, text.replacen("    url", scope, 1));
}

#[test]
fn a_capability_is_split_between_revisions() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-11-25, 2026-07-28]
capabilities:
  - prompts: {{}}
    tasks: {{list: {{}}}}
"
    );
    let fixed = after(
        &text,
        Format::Yaml,
        "tasks-core-not-valid-in-2026",
        "Declare it",
    );
    assert!(read(&fixed, Format::Yaml).1.valid, "{fixed}");
    assert_eq!(fixed.matches("prompts: {}").count(), 2, "{fixed}");
}

#[test]
fn a_tool_whose_examples_lack_what_one_revision_demands_is_split() {
    let text = format!(
        "{HEAD}{BOTH}tools:
  - name: forecast
    inputSchema: {{type: object}}
    examples:
      sun: {{input: {{}}, result: {{content: []}}}} # bright
      rain:
        input: {{}}
        result:
          # Nothing to say.
          content: []
"
    );
    let code = "tool-example-result-version-mismatch";
    let fixed = after(&text, Format::Yaml, code, "Declare it with `resultType`");
    let tool = text.find("  - name").unwrap();
    let old = &text[tool..];
    let scope = |revision| {
        let lines = format!("    protocolVersions:\n      - \"{revision}\"\n    inputSchema");
        old.replacen("    inputSchema", &lines, 1)
    };
    let new = scope("2026-07-28")
        .replace("result: {content", "result: {resultType: complete, content")
        .replace(
            "          # Nothing to say.\n          ",
            "          # Nothing to say.\n          resultType: complete\n          ",
        );
    assert_eq!(
        fixed,
        format!("{}{new}{}", &text[..tool], scope("2025-11-25"))
    );
    assert!(read(&fixed, Format::Yaml).1.valid, "{fixed}");
}

/// Declarations with a member that one of two revisions lacks, or demands; and what tells them apart.
const IN_CONFLICT: &[(&str, &str)] = &[
    (
        "resources: [{name: a, uri: 'a:b', examples: {e: {result: {contents: [{uri: 'a:b', text: ''}]}}}}]",
        "Declare it with `ttlMs`",
    ),
    (
        "resources: [{name: a, uri: 'a:b', examples: {e: {result: {contents: [{uri: 'a:b', text: ''}], \
         resultType: complete, ttlMs: 1, cacheScope: public}}}}]",
        "Declare it with `resultType`",
    ),
    (
        "resourceTemplates: [{name: a, uriTemplate: 'a:{b}', completionExamples: {e: {argument: {name: b, \
         value: ''}, result: {completion: {values: []}}}}}]",
        "Declare it with `resultType`",
    ),
    (
        "prompts: [{name: a, examples: {e: {result: {messages: []}}}}]",
        "Declare it with `resultType`",
    ),
    (
        "prompts: [{name: a, arguments: [{name: b}], completionExamples: {e: {argument: {name: b, value: ''}, \
         result: {completion: {values: []}}}}}]",
        "Declare it with `resultType`",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, interactionExamples: {e: {input: {}, steps: [{type: \
         roots, request: {}, response: {roots: []}}], result: {content: []}}}}]",
        "Declare it with `resultType`",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, outputSchema: {type: array}}]",
        "Declare it with `outputSchema`",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, outputSchema: {}}]",
        "Declare it with `outputSchema`",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, outputSchema: {$componentRef: \
         '#/components/schemas/s'}}]\ncomponents: {schemas: {s: {type: array}}}",
        "Declare it with `outputSchema`",
    ),
    (
        "tools: [{name: a, inputSchema: {type: object}, outputSchema: {type: array}, examples: {e: {input: \
         {}, result: {content: [], structuredContent: []}}}}]",
        "Declare it with `resultType`",
    ),
];

#[test]
fn a_split_leaves_nothing_of_the_conflict() {
    for (text, title) in IN_CONFLICT {
        let text = format!("{HEAD}{BOTH}{text}\n");
        for line_break in ["\n", "\r\n"] {
            let text = text.replace('\n', line_break);
            let (loaded, report) = read(&text, Format::Yaml);
            let fixes = fixes_of(&loaded, &report, Format::Yaml);
            let found = fixes.iter().find(|(_, it)| it.title.starts_with(title));
            let (_, fix) = found.unwrap_or_else(|| panic!("{text}\n{fixes:?}"));
            let fixed = apply(&text, &fix.edits).unwrap();
            let report = read(&fixed, Format::Yaml).1;
            assert!(report.valid, "{fixed}\n{:?}", report.diagnostics);
            assert_eq!(fixed.matches("name: a").count(), 2, "{fixed}");
        }
    }
}

#[test]
fn a_schema_that_only_later_revisions_read_is_split() {
    let text = format!(
        "{HEAD}protocolVersions: ['2025-06-18', '2025-11-25']
tools:
  - name: a
    inputSchema:
      $schema: https://json-schema.org/draft/2020-12/schema
      type: object
"
    );
    let code = "field-not-supported-by-version";
    let fixed = after(&text, Format::Yaml, code, "Declare it with `$schema`");
    assert!(read(&fixed, Format::Yaml).1.valid, "{fixed}");
}

/// Entries that one of two revisions cannot have, and what is offered of them.
const OFF: &[(&str, &str, &str)] = &[
    (
        "'2025-03-26', '2025-06-18'",
        "prompts: [{name: a, examples: {e: {result: {messages: [{role: user, content: {type: resource_link, \
         uri: 'a:b', name: c}}]}}}}]",
        "e",
    ),
    (
        "'2025-06-18', '2025-11-25'",
        "tools: [{name: a, inputSchema: {type: object}, elicitations: [{name: e, mode: url, message: m}]}]",
        "e",
    ),
    (
        "'2025-03-26', '2025-06-18'",
        "prompts: [{name: a, arguments: [{name: b}, {name: c}], completionExamples: {e: {argument: {name: b, \
         value: ''}, context: {arguments: {c: ''}}, result: {completion: {values: []}}}}}]",
        "e",
    ),
    // A component that fits the earlier revision, and one that fits the later one.
    (
        "'2025-11-25', '2026-07-28'",
        "prompts: [{name: a, examples: {e: {$componentRef: '#/components/promptExamples/x'}}}]\n\
         components: {promptExamples: {x: {result: {messages: []}}}}",
        "e",
    ),
    (
        "'2025-11-25', '2026-07-28'",
        "prompts: [{name: a, examples: {e: {$componentRef: '#/components/promptExamples/x'}}}]\n\
         components: {promptExamples: {x: {result: {resultType: complete, messages: []}}}}",
        "e",
    ),
];

#[test]
fn what_some_revisions_cannot_have_is_left_to_the_others() {
    for (scope, text, name) in OFF {
        let text = format!("{HEAD}protocolVersions: [{scope}]\n{text}\n");
        let title = format!("Declare it twice, once without `{name}`");
        let (loaded, report) = read(&text, Format::Yaml);
        let fixes = fixes_of(&loaded, &report, Format::Yaml);
        let found = fixes.iter().find(|(_, it)| it.title == title);
        let (_, fix) = found.unwrap_or_else(|| panic!("{text}\n{fixes:?}"));
        let fixed = apply(&text, &fix.edits).unwrap();
        let report = read(&fixed, Format::Yaml).1;
        assert!(report.valid, "{fixed}\n{:?}", report.diagnostics);
        assert_eq!(fixed.matches("name: a").count(), 2, "{fixed}");
        assert_eq!(
            fixed.matches("{e: ").count() + fixed.matches("name: e").count(),
            1,
            "{fixed}"
        );
    }
}
