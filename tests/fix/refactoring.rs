//! Changes that need no finding.

use std::fs;

use mcpdesc::fix::{Fixer, apply};
use mcpdesc::source::{Format, Span};

use super::{HEAD, options, read, testdata};

#[test]
fn an_inline_schema_becomes_a_component_and_back() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-06-18]
tools:
  - name: forecast
    inputSchema:
      type: object
      # Where?
      properties:
        city: {{type: string}}
"
    );
    let (loaded, _) = read(&text, Format::Yaml);
    let at = text.find("city").unwrap();
    let options = options(Format::Yaml);
    let fixes = Fixer::new(&loaded, &options).refactorings(Span::new(at, at));
    assert_eq!(fixes.len(), 1, "{fixes:?}");
    let extracted = apply(&text, &fixes[0].edits).unwrap();
    assert_eq!(
        extracted,
        format!(
            "{HEAD}protocolVersions: [2025-06-18]
tools:
  - name: forecast
    inputSchema:
      $componentRef: \"#/components/schemas/forecast-input\"
components:
  schemas:
    forecast-input:
      type: object
      # Where?
      properties:
        city: {{type: string}}
"
        )
    );
    let (loaded, report) = read(&extracted, Format::Yaml);
    assert!(report.valid);
    let at = extracted.find("$componentRef").unwrap();
    let fixes = Fixer::new(&loaded, &options).refactorings(Span::new(at, at));
    let inlined = apply(&extracted, &fixes[0].edits).unwrap();
    assert!(inlined.starts_with(&text), "{inlined}");
}

#[test]
fn refactorings_keep_valid_documents_valid() {
    let mut offered = 0;
    for file in ["library.mcpdesc.yaml", "weather.mcpdesc.json"] {
        let text = fs::read_to_string(testdata().join("valid").join(file)).unwrap();
        for crlf in [false, true] {
            let text = if crlf {
                text.replace('\n', "\r\n")
            } else {
                text.clone()
            };
            let format = if file.ends_with("json") {
                Format::Json
            } else {
                Format::Yaml
            };
            let (loaded, _) = read(&text, format);
            let options = options(format);
            let fixer = Fixer::new(&loaded, &options);
            for (at, _) in text.char_indices().filter(|(_, it)| *it == ':') {
                for fix in fixer.refactorings(Span::new(at - 1, at - 1)) {
                    offered += 1;
                    let after = apply(&text, &fix.edits).unwrap();
                    let (_, report) = read(&after, format);
                    assert!(report.valid, "{fix:?}\n{after}\n{:?}", report.diagnostics);
                    let line_breaks = after.matches("\r\n").count();
                    assert_eq!(
                        line_breaks,
                        if crlf { after.matches('\n').count() } else { 0 }
                    );
                }
            }
        }
    }
    assert!(offered > 100, "{offered}");
}

#[test]
fn what_ends_in_a_block_scalar_becomes_a_component() {
    let head = format!("{HEAD}protocolVersions: ['2026-07-28']\n");
    let text = format!(
        "{head}tools:
- name: v
  inputSchema:
    type: object
    description: |-
      x
  title: y
"
    );
    let options = options(Format::Yaml);
    let (loaded, _) = read(&text, Format::Yaml);
    let at = text.find("inputSchema").unwrap();
    let fixer = Fixer::new(&loaded, &options);
    let behind = text.find("title").unwrap();
    assert_eq!(fixer.refactorings(Span::new(behind, behind)), []);
    let fixes = fixer.refactorings(Span::new(at, at));
    assert_eq!(
        apply(&text, &fixes[0].edits).unwrap(),
        format!(
            "{head}tools:
- name: v
  inputSchema:
    $componentRef: \"#/components/schemas/v-input\"
  title: y
components:
  schemas:
    v-input:
      type: object
      description: |-
        x
"
        )
    );
}

#[test]
fn a_refactoring_that_adds_a_finding_is_not_offered() {
    for code in [
        "wrong-component-reference-namespace",
        "component-reference-not-allowed",
    ] {
        let file = testdata().join("invalid").join(code).join("bad.yaml");
        let text = fs::read_to_string(file).unwrap();
        let options = options(Format::Yaml);
        let (loaded, before) = read(&text, Format::Yaml);
        let fixer = Fixer::new(&loaded, &options);
        for (at, _) in text.match_indices("$componentRef") {
            for fix in fixer.refactorings(Span::new(at, at)) {
                let after = apply(&text, &fix.edits).unwrap();
                let (_, after) = read(&after, Format::Yaml);
                let count = after.diagnostics.len();
                assert!(count <= before.diagnostics.len(), "{text}\n{fix:?}");
            }
        }
    }
}
