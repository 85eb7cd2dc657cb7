//! One mistake, one finding: a rich document that is valid, and single mistakes in it, each with the
//! one error it is and the place of that.
//!
//! Not in the table are mistakes that are rightly several findings: an object that is emptied lacks
//! every member it needs, a declaration that is removed or renamed is missed wherever it is used,
//! and a scope that is widened is wrong for everything that the added revision does not have.

use mcpdesc::Report;
use mcpdesc::diagnostic::Severity;
use mcpdesc::source::{Format, Segment};
use serde_json::{Value, json};

use crate::document::load;

const SHOP: &str = include_str!("one_fault/shop.json");

/// A code on a line of its own; below it the mistakes of that code, as `MISTAKE PLACE`, and `->
/// PLACE` where the finding is elsewhere.
const MISTAKES: &str = include_str!("one_fault/mistakes.txt");

fn check(document: &Value) -> Report {
    load(document.to_string(), Format::Json).1
}

/// The errors as `code place`, the place as a JSON pointer.
fn errors(document: &Value) -> Vec<String> {
    let report = check(document);
    let errors = report.diagnostics.iter();
    let errors = errors.filter(|it| it.severity() == Severity::Error);
    errors
        .map(|it| {
            let mut shown = format!("{} ", it.rule.code);
            for segment in it.path.segments() {
                let step = match segment {
                    Segment::Index(index) => index.to_string(),
                    Segment::Key(key) => key.replace('~', "~0").replace('/', "~1"),
                };
                shown.push('/');
                shown.push_str(&step);
            }
            shown
        })
        .collect()
}

/// Renames a member as a slip of the pen does.
fn misspell(parent: &mut Value, key: &str) {
    let slip = match key.len() {
        0..=4 => format!("{key}x"),
        length => key[..length - 1].to_owned(),
    };
    let members = parent.as_object_mut().unwrap();
    let value = members.remove(key).unwrap();
    members.insert(slip, value);
}

fn make(mistake: &str, document: &mut Value, place: &str) {
    let (parent, key) = place.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    let parent = document.pointer_mut(parent).unwrap();
    match mistake {
        "removed" => {
            parent.as_object_mut().unwrap().remove(&key).unwrap();
            return;
        }
        "misspelt" => return misspell(parent, &key),
        _ => {}
    }
    let value = document.pointer_mut(place).unwrap();
    *value = match (mistake, value.take()) {
        ("null", _) => Value::Null,
        ("wrong", Value::Number(_)) => json!("five"),
        ("wrong", _) => json!(5),
        ("{}", _) => json!({}),
        ("[]", _) => json!([]),
        ("\"\"", _) => json!(""),
        ("ref", _) => json!({ "$componentRef": "#/components/schemas/Item" }),
        ("changed", Value::String(text)) => json!(text + " zz"),
        ("extra", Value::Object(mut members)) => {
            members.insert("zzz".to_owned(), json!("z"));
            Value::Object(members)
        }
        (_, value) => panic!("`{mistake}` of {value}"),
    };
}

#[test]
fn one_mistake_is_one_finding() {
    let shop: Value = serde_json::from_str(SHOP).unwrap();
    assert_eq!(errors(&shop), [""; 0]);
    let (mut code, mut count, mut failures) = ("", 0, String::new());
    for line in MISTAKES.lines() {
        let Some(line) = line.strip_prefix("  ") else {
            code = line;
            continue;
        };
        let (mistake, places) = line.split_once(' ').unwrap();
        let (place, found) = places.split_once(" -> ").unwrap_or((places, places));
        let mut document = shop.clone();
        make(mistake, &mut document, place);
        let errors = errors(&document);
        if errors != [format!("{code} {found}")] {
            failures.push_str(&format!("{line}\n  {}\n", errors.join("\n  ")));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 100, "{count}");
}

#[test]
fn what_cannot_be_read_is_not_absent() {
    let mistakes = [
        ("/securitySchemes", json!([{ "name": "oauth" }])),
        ("/securitySchemes", json!({})),
        ("/components", json!({})),
        (
            "/components",
            json!({ "$componentRef": "#/components/schemas/Item" }),
        ),
        ("/components/schemas", json!([{ "type": "object" }])),
        ("/components/toolExamples", json!({})),
        ("/tags", json!([{ "nam": "sale" }, { "name": "stock" }])),
        ("/tags/0/name", json!("")),
        ("/tools/0/elicitations", json!({ "name": "paint" })),
        ("/tools/0/elicitations/0/name", json!("paint it")),
        (
            "/tools/0/clientRequirements/protocolVersions",
            json!(["2026-07-28"]),
        ),
        ("/prompts/0/arguments/0", json!({ "nam": "topic" })),
        ("/prompts/0/arguments/0", json!("topic")),
        ("/prompts/0/examples/b/arguments", json!(["topic"])),
        (
            "/prompts/0/examples",
            json!({ "$componentRef": "#/components/promptExamples/ask" }),
        ),
        ("/security/0", json!({ "a b": [] })),
    ];
    let shop: Value = serde_json::from_str(SHOP).unwrap();
    for (place, value) in mistakes {
        let mut document = shop.clone();
        let (parent, key) = place.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap();
        match key.parse::<usize>() {
            Ok(index) => parent[index] = value.clone(),
            Err(_) => parent[key] = value.clone(),
        }
        let errors = errors(&document);
        assert_eq!(errors.len(), 1, "{place} {value}: {errors:#?}");
    }
}
