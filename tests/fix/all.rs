//! All safe fixes at once.

use std::fs;
use std::io::{BufRead, BufReader};

use mcpdesc::Options;
use mcpdesc::diagnostic::Severity;
use mcpdesc::fix::{Fixer, apply, fix_all};
use mcpdesc::source::Format;
use proptest::prelude::*;

use super::{HEAD, read, testdata, unchanged_lines};
use crate::shared;

#[test]
fn safe_fixes_keep_comments_order_and_layout() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-06-18, 2025-06-18]
tools:
  # first
  - name: forecast # name
    tags: [] # none yet
    # schema
    input_schema:
      type: object
  -   name: 1.50 # a number
      inputSchema: {{ 'type': object }}   # as it is
      examples: {{}}
      annotations:
        readOnlyHint: null # unknown
        idempotentHint: true
"
    );
    let fixed = fix_all(text.as_bytes(), &Options::default());
    assert_eq!(
        fixed.text,
        format!(
            "{HEAD}protocolVersions: [2025-06-18]
tools:
  # first
  - name: forecast # name
    # none yet
    # schema
    inputSchema:
      type: object
  -   name: \"1.50\" # a number
      inputSchema: {{ 'type': object }}   # as it is
      annotations:
        # unknown
        idempotentHint: true
"
        )
    );
    assert!(read(&fixed.text, Format::Yaml).1.valid);
    let codes: Vec<_> = fixed
        .applied
        .iter()
        .map(|it| it.diagnostic.rule.code)
        .collect();
    assert_eq!(codes.len(), 6, "{codes:?}");
}

#[test]
fn the_line_behind_a_block_scalar_stays() {
    let head = format!("{HEAD}protocolVersions: ['2025-11-25']\n");
    for (before, after) in [
        (
            "prompts:\n- name: v\n  tags:\n  - a\n  - >-\n    a\n  title: x\ntags:\n- name: a\n",
            "prompts:\n- name: v\n  tags:\n  - a\n  title: x\ntags:\n- name: a\n",
        ),
        (
            "transports:\n- type: >-\n    streamable_http\n  url: https://a.example/\n",
            "transports:\n- type: streamable-http\n  url: https://a.example/\n",
        ),
        (
            "tools:\n- name: t\n  inputSchema: {type: object}\n  title: >-\n    x\n  title: >-\n    x\n  \
             description: keep\n",
            "tools:\n- name: t\n  inputSchema: {type: object}\n  title: >-\n    x\n  description: keep\n",
        ),
        (
            "tools:\n- name: t\n  inputSchema: {type: object}\n  examples:\n    e:\n      input: {}\n      \
             result:\n        content: []\n        resultType: >-\n          complete\n        x-keep: 1\n",
            "tools:\n- name: t\n  inputSchema: {type: object}\n  examples:\n    e:\n      input: {}\n      \
             result:\n        content: []\n        x-keep: 1\n",
        ),
        (
            "tools:\n- name: t\n  inputSchema: {type: object}\n  icons:\n  - src: https://a.example/i\n    \
             sizes: [any]\n    theme: >-\n      Dark\n",
            "tools:\n- name: t\n  inputSchema: {type: object}\n  icons:\n  - src: https://a.example/i\n    \
             sizes: [any]\n    theme: dark\n",
        ),
        ("x-a: |+\n  a\n\n\ntools: []", "x-a: |+\n  a\n\n\n"),
    ] {
        for line_break in ["\n", "\r\n"] {
            let text = |it: &str| format!("{head}{it}").replace('\n', line_break);
            let fixed = fix_all(text(before).as_bytes(), &Options::default());
            assert_eq!(fixed.text, text(after));
        }
    }
}

#[test]
fn a_comma_that_is_missing_is_written_where_it_belongs() {
    let text = "{\n  \"mcpdesc\": \"0.8.0\"\n  \"info\": {\"name\": \"a\", \"version\": \"1\"},\n  \
                \"protocolVersions\": [\"2025-11-25\"\n\"2026-07-28\"]\n}\n";
    let fixed = fix_all(text.as_bytes(), &Options::default());
    assert_eq!(
        fixed.text,
        text.replace("0.8.0\"", "0.8.0\",")
            .replace("11-25\"", "11-25\",")
    );
    assert!(read(&fixed.text, Format::Json).1.valid);
}

/// Documents of the specification's own material, with their faults.
fn mutants() -> Vec<String> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let file = fs::File::open(dir.join("conformance/mutants.jsonl.gz")).unwrap();
    let lines = BufReader::new(flate2::read::GzDecoder::new(file)).lines();
    lines
        .step_by(7)
        .map(|line| serde_json::from_str::<serde_json::Value>(&line.unwrap()).unwrap())
        .map(|it| serde_json::to_string_pretty(&it["document"]).unwrap())
        .collect()
}

#[test]
fn fixing_mutants_settles_and_brings_no_error() {
    let options = Options::default();
    let mut fixed_some = 0;
    for text in mutants() {
        let errors = |text: &str| {
            let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
            let severe = report
                .diagnostics
                .iter()
                .filter(|it| it.severity() == Severity::Error);
            severe.count()
        };
        let fixed = fix_all(text.as_bytes(), &options);
        if fixed.applied.is_empty() {
            assert_eq!(fixed.text, text);
            continue;
        }
        fixed_some += 1;
        assert!(errors(&fixed.text) <= errors(&text), "{:?}", fixed.applied);
        let again = fix_all(fixed.text.as_bytes(), &options);
        assert_eq!(again.applied, [], "{:?}", fixed.applied);
    }
    assert!(fixed_some > 5 || shared::dir().is_none(), "{fixed_some}");
}

/// A realistic document after a slip: a line is lost or doubled, or some bytes are.
fn slips() -> impl Strategy<Value = (String, Format)> {
    let files: Vec<(String, Format)> = [
        ("library.mcpdesc.yaml", Format::Yaml),
        ("weather.mcpdesc.json", Format::Json),
    ]
    .into_iter()
    .map(|(file, format)| {
        (
            fs::read_to_string(testdata().join("valid").join(file)).unwrap(),
            format,
        )
    })
    .collect();
    (
        prop::sample::select(files),
        prop::collection::vec((any::<prop::sample::Index>(), 0..5u8), 1..4),
    )
        .prop_map(|((text, format), slips)| {
            let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
            for (index, kind) in slips {
                let at = index.index(lines.len());
                match kind {
                    0 => drop(lines.remove(at)),
                    1 => lines.insert(at, lines[at].clone()),
                    2 => lines[at] = lines[at].replacen(|it: char| it.is_alphabetic(), "", 1),
                    3 => lines[at] = lines[at].replacen(['"', '\'', ','], "", 2),
                    _ => lines[at] = lines[at].replacen(": ", ": [] #", 1),
                }
            }
            (lines.concat(), format)
        })
}

proptest! {
    #![proptest_config(shared::random(60))]

    #[test]
    fn after_slips_every_offer_holds_and_fixing_all_settles((text, format) in slips()) {
        let options = Options { format: Some(format), ..Options::default() };
        let loaded = mcpdesc::load(text.as_bytes(), &options);
        let report = mcpdesc::check(&loaded, &options);
        let fixer = Fixer::new(&loaded, &options);
        for diagnostic in report.diagnostics.iter().take(5) {
            for fix in fixer.fixes(diagnostic) {
                let after = apply(&text, &fix.edits);
                prop_assert!(after.is_some(), "{:?}", fix);
                prop_assert!(unchanged_lines(&text, &after.unwrap(), &fix.edits), "{:?}", fix);
            }
        }
        let fixed = fix_all(text.as_bytes(), &options);
        let again = fix_all(fixed.text.as_bytes(), &options);
        prop_assert_eq!(again.applied, vec![]);
    }
}

#[test]
fn what_nobody_can_fix_alone_does_not_keep_the_rest_from_being_fixed() {
    let tools: String = (0..300)
        .map(|it| {
            format!(
                "  - name: t{it}\n    inputSchema: {{type: object}}\n    tags: []\n    examples:\n      \
                 e: {{input: {{}}, result: {{content: []}}}}\n"
            )
        })
        .collect();
    let text = format!("{HEAD}protocolVersions: ['2025-11-25', '2026-07-28']\ntools:\n{tools}");
    let fixed = fix_all(text.as_bytes(), &Options::default());
    assert_eq!(fixed.text, text.replace("    tags: []\n", ""));
}
