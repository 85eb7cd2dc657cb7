//! The specification's small cases about serialization, by the line of their fault (§15).

use mcpdesc::diagnostic::{Findings, Severity};
use mcpdesc::source::{self, Format, Limits};
use serde_json::Value;

use crate::shared;

#[test]
fn serialization_cases_are_read_as_expected() {
    let Some(dir) = shared::dir() else { return };
    let cases = std::fs::read_to_string(dir.join("conformance/cases.jsonl")).unwrap();
    let mut seen = 0;
    for case in cases.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let (Some(id), Some(text)) = (case["id"].as_str(), case["text"].as_str()) else {
            continue;
        };
        if !id.starts_with("ser-") {
            continue;
        }
        seen += 1;
        let format = match case["format"].as_str() {
            Some("json") => Format::Json,
            _ => Format::Yaml,
        };
        let mut findings = Findings::new(100);
        let tree = source::read(
            text.as_bytes(),
            Some(format),
            Limits::default(),
            &mut findings,
        );
        let errors: Vec<_> = findings
            .into_sorted()
            .into_iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .map(|finding| tree.source().position(finding.span.start).line)
            .collect();
        // Where a path is expected, or the empty key of a root, the text itself is fine.
        let at = case["expect"]["at"].as_array().cloned().unwrap_or_default();
        let is_structural = at
            .iter()
            .all(|at| at["path"].is_array() || at["about"] == "empty key");
        if case["expect"]["valid"] == true || is_structural {
            assert!(errors.is_empty(), "{id}: {errors:?}");
            continue;
        }
        for at in at {
            let line = at["line"].as_u64().unwrap_or(1) as usize;
            assert_eq!(errors, [line], "{id}");
        }
    }
    assert!(seen >= 40);
}
