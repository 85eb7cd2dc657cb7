//! Every fixture has twins: as YAML, with CRLF, with other text before the fault. A fault is the
//! same fault in all of them, at the same path, and its range slices the right text.

use std::fs;
use std::path::PathBuf;

use mcpdesc::Report;
use mcpdesc::diagnostic::Diagnostic;
use mcpdesc::source::{Format, Segment};
use serde_json::Value;

use crate::document::load;
use crate::{folder, shared};

fn fixtures() -> Vec<PathBuf> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let folders = ["expected-valid", "expected-invalid", "expected-warning"];
    let files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|it| folder::files(&dir.join("conformance").join(it)))
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    assert!(files.len() > 60, "the fixtures are there");
    files
}

/// What must not change between twins.
fn essence(report: &Report) -> Vec<(String, &'static str)> {
    let mut essence: Vec<_> = report
        .diagnostics
        .iter()
        .map(|it| (it.path.to_string(), it.rule.code))
        .collect();
    essence.sort();
    essence
}

/// The document with a member full of wide characters put before all others.
fn with_wide_text_before(document: &Value) -> Value {
    let mut members = serde_json::Map::new();
    members.insert("x-é😀".to_owned(), "汉字 e\u{301} 👩‍👩‍👧 \u{2028}".into());
    members.extend(document.as_object().unwrap().clone());
    members.into()
}

/// The value at the path of a diagnostic, or the innermost one that exists on the way.
fn at<'v>(document: &'v Value, diagnostic: &Diagnostic) -> &'v Value {
    diagnostic
        .path
        .segments()
        .iter()
        .fold(document, |value, segment| {
            match segment {
                Segment::Key(key) => value.get(&**key),
                Segment::Index(index) => value.get(index),
            }
            .unwrap_or(value)
        })
}

/// Whether `part` is `whole` or a value somewhere inside it.
fn holds(whole: &Value, part: &Value) -> bool {
    whole == part
        || match whole {
            Value::Array(elements) => elements.iter().any(|it| holds(it, part)),
            Value::Object(members) => members.values().any(|it| holds(it, part)),
            _ => false,
        }
}

/// Whether a slice of JSON text is what the diagnostic is about: the value at its path or a part
/// of it, a key on the path, or the bracket that opens the object.
fn slices_right(slice: &str, document: &Value, diagnostic: &Diagnostic) -> bool {
    let keys = diagnostic
        .path
        .segments()
        .iter()
        .filter_map(|segment| match segment {
            Segment::Key(key) => Some(&**key),
            Segment::Index(_) => None,
        });
    let value = at(document, diagnostic);
    let read: Option<Value> = serde_json::from_str(slice).ok();
    let related = diagnostic
        .related
        .iter()
        .any(|it| it.message == "used here");
    slice == "{"
        || slice == "["
        || read.as_ref().is_some_and(|it| holds(value, it))
        || read
            .as_ref()
            .and_then(Value::as_str)
            .is_some_and(|it| keys.clone().any(|key| key == it))
        || value
            .as_str()
            .is_some_and(|text| !slice.is_empty() && text.contains(slice))
        || related
}

#[test]
fn twins_have_the_same_faults_at_the_same_paths() {
    for file in fixtures() {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let wide = with_wide_text_before(&document);
        let yaml = serde_yaml::to_string(&document).unwrap();
        let twins = [
            ("CRLF", text.replace('\n', "\r\n"), Format::Json),
            ("CR", text.replace('\n', "\r"), Format::Json),
            (
                "compact",
                serde_json::to_string(&document).unwrap(),
                Format::Json,
            ),
            (
                "wide",
                serde_json::to_string_pretty(&wide).unwrap(),
                Format::Json,
            ),
            ("byte-order mark", format!("\u{feff}{text}"), Format::Json),
            ("YAML", yaml.clone(), Format::Yaml),
            ("YAML, CRLF", yaml.replace('\n', "\r\n"), Format::Yaml),
            (
                "YAML, wide",
                serde_yaml::to_string(&wide).unwrap(),
                Format::Yaml,
            ),
        ];
        let (_, report) = load(&text, Format::Json);
        for (twin, text, format) in twins {
            let (_, other) = load(&text, format);
            assert_eq!(essence(&report), essence(&other), "{name}, {twin}:\n{text}");
        }
    }
}

#[test]
fn ranges_slice_the_text_that_is_wrong() {
    for file in fixtures() {
        let document: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let document = with_wide_text_before(&document);
        let text = serde_json::to_string_pretty(&document)
            .unwrap()
            .replace('\n', "\r\n");
        let (loaded, report) = load(&text, Format::Json);
        for it in &report.diagnostics {
            let slice = loaded.source().slice(it.span);
            assert!(
                slices_right(slice, &document, it),
                "{}: {} at {} slices {slice:?}",
                file.display(),
                it.rule.code,
                it.path
            );
        }
    }
}
