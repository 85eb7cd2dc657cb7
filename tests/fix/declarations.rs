//! Declarations that do not suit all revisions of their scope.

use mcpdesc::source::Format;

use super::{HEAD, after, read};

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
