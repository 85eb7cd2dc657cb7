//! Changes that need no finding.

use std::fs;

use mcpdesc::fix::{apply, refactorings};
use mcpdesc::source::{Format, Span};

use super::{HEAD, read, testdata};

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
    let fixes = refactorings(loaded.document().unwrap(), Span::new(at, at));
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
    let fixes = refactorings(loaded.document().unwrap(), Span::new(at, at));
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
            let document = loaded.document().unwrap();
            for (at, _) in text.char_indices().filter(|(_, it)| *it == ':') {
                for fix in refactorings(document, Span::new(at - 1, at - 1)) {
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
