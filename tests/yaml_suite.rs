//! The public YAML test suite, read through an oracle of its event trees (§15.3).

use std::collections::BTreeSet;

use mcpdesc::diagnostic::{Findings, Severity};
use mcpdesc::source::{self, Format, Limits};
use serde_json::Value;

use crate::{folder, shared};

/// A case of the suite; what it leaves out is taken from the case before it in the same file.
struct Case {
    name: String,
    yaml: String,
    tree: String,
    json: Option<String>,
    fails: bool,
}

fn cases() -> Vec<Case> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let mut cases: Vec<Case> = Vec::new();
    for file in folder::files(&dir.join("yaml-test-suite")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let list: Vec<serde_yaml::Mapping> = serde_yaml::from_str(&text).unwrap();
        let stem = file.file_stem().unwrap().to_str().unwrap().to_owned();
        for (at, entry) in list.iter().enumerate() {
            let text = |key: &str| entry.get(key).and_then(|v| v.as_str()).map(str::to_owned);
            let before = (at > 0).then(|| cases.last().unwrap());
            let tree = text("tree").or_else(|| before.map(|case| case.tree.clone()));
            let json = match entry.get("json") {
                Some(json) => json.as_str().map(str::to_owned),
                None => before.and_then(|case| case.json.clone()),
            };
            cases.push(Case {
                name: format!("{stem}/{}", at + 1),
                yaml: plain(&text("yaml").unwrap()),
                tree: plain(&tree.unwrap_or_default()),
                json,
                fails: entry.get("fail").is_some(),
            });
        }
    }
    assert!(cases.len() > 380);
    cases
}

/// The suite's notation for invisible characters, taken back.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut dashes = 0;
    for character in text.chars() {
        match character {
            '—' => {
                dashes += 1;
                continue;
            }
            '»' => {
                dashes = 0;
                plain.push('\t');
                continue;
            }
            _ => plain.extend(std::iter::repeat_n('—', std::mem::take(&mut dashes))),
        }
        match character {
            '␣' => plain.push(' '),
            '↵' => {}
            '←' => plain.push('\r'),
            '⇔' => plain.push('\u{feff}'),
            '∎' => break,
            other => plain.push(other),
        }
    }
    plain
}

/// What a tree of events means in the restricted profile: data, or the codes of what is refused.
#[derive(Default)]
struct Oracle {
    refused: BTreeSet<&'static str>,
    documents: Vec<Value>,
}

enum Open {
    Seq(Vec<Value>),
    Map(serde_json::Map<String, Value>, Option<String>),
}

impl Oracle {
    fn read(tree: &str) -> Self {
        let mut oracle = Self::default();
        let mut open: Vec<Open> = Vec::new();
        for line in tree.lines() {
            let line = line.trim_start();
            let node = match line.get(..4).unwrap_or(line) {
                "+SEQ" | "+MAP" => {
                    oracle.tag(
                        line,
                        if line.starts_with("+SEQ") {
                            "seq"
                        } else {
                            "map"
                        },
                    );
                    if matches!(open.last(), Some(Open::Map(_, None))) {
                        oracle.refused.insert("non-string-key");
                    }
                    open.push(if line.starts_with("+SEQ") {
                        Open::Seq(Vec::new())
                    } else {
                        Open::Map(serde_json::Map::new(), None)
                    });
                    continue;
                }
                "-SEQ" | "-MAP" => match open.pop().unwrap() {
                    Open::Seq(items) => Value::Array(items),
                    Open::Map(items, _) => Value::Object(items),
                },
                "=ALI" => {
                    oracle.refused.insert("yaml-alias");
                    Value::from("")
                }
                "=VAL" => oracle.scalar(line),
                _ => continue,
            };
            match open.last_mut() {
                None => oracle.documents.push(node),
                Some(Open::Seq(items)) => items.push(node),
                Some(Open::Map(items, key)) => match key.take() {
                    Some(key) => {
                        if items.insert(key, node).is_some() {
                            oracle.refused.insert("duplicate-key");
                        }
                    }
                    None => {
                        if !node.is_string() {
                            oracle.refused.insert("non-string-key");
                        }
                        *key = Some(node.as_str().unwrap_or("?").to_owned());
                    }
                },
            }
        }
        match oracle.documents.as_slice() {
            [one] if one != "" || !tree.contains("=VAL :\n") => {}
            [] | [_] => {
                oracle.refused.insert("empty-document");
            }
            _ => {
                oracle.refused.insert("multiple-documents");
            }
        }
        oracle
    }

    /// Judges the tag of a node that is `kind`; gives its name in YAML's own namespace.
    fn tag(&mut self, line: &str, kind: &str) -> Option<String> {
        let (_, rest) = line.split_once('<')?;
        let (tag, _) = rest.split_once('>')?;
        let name = tag.strip_prefix("tag:yaml.org,2002:").unwrap_or(tag);
        let core = ["str", "int", "float", "bool", "null", "map", "seq", "!"];
        if !core.contains(&name) {
            self.refused.insert("foreign-tag");
        } else if kind != "scalar" && name != kind && name != "!" {
            self.refused.insert("tag-mismatch");
        }
        Some(name.to_owned())
    }

    fn scalar(&mut self, line: &str) -> Value {
        let mut rest = line.strip_prefix("=VAL ").unwrap();
        if let Some(anchor) = rest.strip_prefix('&') {
            rest = anchor.split_once(' ').unwrap().1;
        }
        let mut tag = None;
        if rest.starts_with('<') {
            tag = self.tag(rest, "scalar");
            rest = rest.split_once("> ").unwrap().1;
        }
        let (style, content) = rest.split_at(1);
        let content = unescape(content);
        if tag.is_none() && style == ":" {
            return self.resolve(&content).unwrap_or(content.into());
        }
        let resolved = self.resolve(&content);
        match (tag.as_deref(), resolved) {
            (None | Some("str" | "!"), _) => content.into(),
            (Some("int" | "float"), Some(number @ Value::Number(_))) => number,
            (Some("bool"), Some(bool @ Value::Bool(_))) => bool,
            (Some("null"), Some(Value::Null)) => Value::Null,
            _ => {
                self.refused.insert("tag-mismatch");
                content.into()
            }
        }
    }

    fn resolve(&mut self, content: &str) -> Option<Value> {
        if [".inf", "-.inf", "+.inf", ".nan"].contains(&content.to_lowercase().as_str()) {
            self.refused.insert("non-finite-number");
        }
        serde_json::from_str(content)
            .ok()
            .filter(|value: &Value| !value.is_string() && !value.is_array() && !value.is_object())
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next().unwrap() {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                other => other,
            },
            other => other,
        });
    }
    plain
}

/// Equality with the suite's JSON, which comes from a larger schema: what is empty there is null,
/// and so are `~` and hexadecimal numbers resolved.
fn agrees(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| agrees(a, b))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .all(|(key, a)| theirs.get(key).is_some_and(|b| agrees(a, b)))
        }
        (Value::String(text), Value::Null) => text.is_empty() || text == "~",
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => ours == theirs,
    }
}

#[test]
fn every_case_is_read_as_listed_or_refused_for_what_the_profile_excludes() {
    let mut wrong = Vec::new();
    for case in cases() {
        let mut findings = Findings::new(100);
        let tree = source::read(
            case.yaml.as_bytes(),
            Some(Format::Yaml),
            Limits::default(),
            &mut findings,
        );
        let codes: BTreeSet<&str> = findings
            .into_sorted()
            .iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .map(|finding| finding.rule.code)
            .collect();
        let name = &case.name;
        if case.fails {
            if codes.is_empty() {
                wrong.push(format!("{name}: accepted, but it must fail\n{}", case.yaml));
            }
            continue;
        }
        // Two versions in one directive: the suite allows refusing that.
        if case.yaml.starts_with("%YAML 1.1 1.2") || case.yaml.starts_with("%YAML 1.12345") {
            continue;
        }
        let oracle = Oracle::read(&case.tree);
        if !codes.is_empty() {
            // Reading ends at a second document, so what comes later goes unseen.
            if !codes.is_subset(&oracle.refused) {
                wrong.push(format!(
                    "{name}: refused for {codes:?}, not {:?}\n{}",
                    oracle.refused, case.yaml
                ));
            }
            continue;
        }
        if !oracle.refused.is_empty() {
            wrong.push(format!(
                "{name}: accepted in spite of {:?}\n{}",
                oracle.refused, case.yaml
            ));
            continue;
        }
        let ours = tree.root().unwrap().to_json();
        if ours != oracle.documents[0] {
            wrong.push(format!(
                "{name}: read as {ours}, not {}",
                oracle.documents[0]
            ));
        }
        if let Some(json) = &case.json {
            let theirs: Value = serde_json::from_str(json).unwrap();
            if !agrees(&ours, &theirs) {
                wrong.push(format!("{name}: read as {ours}, listed as {theirs}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
