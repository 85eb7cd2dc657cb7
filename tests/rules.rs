//! Every rule shows itself at work, and the rule documentation is current.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcpdesc::diagnostic::{Example, Rule, Severity};
use mcpdesc::report::rules_doc;
use mcpdesc::source::Format;
use mcpdesc::{Options, Report, rules};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

fn folder(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "invalid",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    }
}

fn check(file: &str, bytes: &[u8]) -> Report {
    let options = Options {
        format: Some(if file.ends_with(".json") {
            Format::Json
        } else {
            Format::Yaml
        }),
        advice: true,
        ..Options::default()
    };
    mcpdesc::check(&mcpdesc::load(bytes, &options), &options)
}

fn codes(report: &Report, severity: Severity) -> BTreeSet<&'static str> {
    let found = report.diagnostics.iter();
    found
        .filter(|diagnostic| diagnostic.severity() == severity)
        .map(|diagnostic| diagnostic.rule.code)
        .collect()
}

/// The document with lines ending in CRLF; `None` where it has such line ends or is no text.
fn with_crlf(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\r')).then(|| text.replace('\n', "\r\n").into_bytes())
}

/// An example as it is, and its twin with other line ends.
fn twins(example: Example) -> Vec<(String, Vec<u8>)> {
    let plain = (example.file.to_owned(), example.bytes.to_vec());
    let other =
        with_crlf(example.bytes).map(|bytes| (format!("{} with CRLF", example.file), bytes));
    [plain].into_iter().chain(other).collect()
}

/// What is wrong with a rule's examples, in words; empty where all is well.
fn complaints(rule: &Rule) -> Vec<String> {
    let mut complaints = Vec::new();
    for (title, bytes) in twins(rule.bad) {
        let report = check(rule.bad.file, &bytes);
        if !codes(&report, rule.severity).contains(rule.code) {
            complaints.push(format!(
                "{title} does not show `{}`: {:?}",
                rule.code, report.diagnostics
            ));
        }
        let mut errors = codes(&report, Severity::Error);
        errors.remove(rule.code);
        if !errors.is_empty() {
            complaints.push(format!("{title} has other errors too: {errors:?}"));
        }
    }
    for (title, bytes) in twins(rule.good) {
        let report = check(rule.good.file, &bytes);
        let errors = codes(&report, Severity::Error);
        if !errors.is_empty() {
            complaints.push(format!("{title} has errors: {:?}", report.diagnostics));
        } else if codes(&report, rule.severity).contains(rule.code) {
            complaints.push(format!("{title} shows `{}`", rule.code));
        }
    }
    complaints
}

#[test]
fn every_rule_shows_itself_in_its_bad_example_and_not_in_its_good_one() {
    let complaints: Vec<_> = rules::checked().flat_map(complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    assert!(rules::registry().next().is_some(), "there are no rules");
}

#[test]
fn codes_are_unique_and_in_kebab_case() {
    let mut seen = BTreeSet::new();
    for rule in rules::registry() {
        assert!(seen.insert(rule.code), "`{}` is there twice", rule.code);
        let parts = rule.code.split('-');
        let is_kebab = parts.clone().all(|part| {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        assert!(is_kebab, "`{}` is not in kebab case", rule.code);
    }
}

#[test]
fn rules_have_a_section_and_words_of_their_own() {
    for rule in rules::registry() {
        let numbers = rule.section.strip_prefix('§').unwrap_or_default();
        let is_section = !numbers.is_empty()
            && numbers
                .split('.')
                .all(|number| number.parse::<u32>().is_ok());
        assert!(is_section, "`{}`: section {:?}", rule.code, rule.section);
        assert!(
            !rule.summary.is_empty() && !rule.summary.ends_with('.'),
            "`{}`",
            rule.code
        );
        assert!(
            !rule.summary.contains('\n'),
            "`{}`: a summary is one line",
            rule.code
        );
        assert!(
            rule.explanation.len() > rule.summary.len(),
            "`{}`: an explanation says more than the summary",
            rule.code
        );
    }
}

#[test]
fn examples_lie_in_the_folder_of_their_rule() {
    for rule in rules::registry() {
        let place = format!("{}/{}/", folder(rule.severity), rule.code);
        for (example, stem) in [(rule.bad, "bad."), (rule.good, "good.")] {
            let name = example.file.strip_prefix(&place).unwrap_or_default();
            assert!(
                name.starts_with(stem),
                "`{}` has {}",
                rule.code,
                example.file
            );
        }
    }
}

#[test]
fn every_example_folder_belongs_to_a_rule() {
    for severity in [Severity::Error, Severity::Warning, Severity::Advice] {
        let Ok(entries) = std::fs::read_dir(testdata().join(folder(severity))) else {
            continue;
        };
        for entry in entries {
            let code = entry.unwrap().file_name().into_string().unwrap();
            let rule = rules::find(&code);
            assert!(
                rule.is_some_and(|rule| rule.severity == severity),
                "testdata/{}/{code} belongs to no rule",
                folder(severity)
            );
        }
    }
}

#[test]
fn our_valid_documents_have_no_findings() {
    let mut count = 0;
    for path in crate::folder::files(&testdata().join("valid")) {
        let bytes = std::fs::read(&path).unwrap();
        let crlf = with_crlf(&bytes).unwrap();
        for bytes in [bytes, crlf] {
            let report = check(path.to_str().unwrap(), &bytes);
            assert!(report.valid && report.complete, "{path:?}: {report:?}");
            assert!(report.diagnostics.is_empty(), "{path:?}: {report:?}");
        }
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn the_rule_documentation_names_every_rule_in_its_contents_and_explains_it() {
    let page = rules_doc::markdown(rules::registry());
    for rule in rules::registry() {
        assert!(page.contains(&format!("| [`{0}`](#{0}) |", rule.code)));
        assert!(page.contains(&format!("\n## `{}`\n", rule.code)));
    }
}
