//! Every operation at every place of many documents: the data changes as said, and nothing else.

use serde_json::{Value as Json, json};

use super::*;
use crate::diagnostic::{Findings, Severity};
use crate::fix::edit::{Edit, apply};
use crate::source::{self, Draft, Format, Limits, Path, Segment, Tree, Value, count_comments};

fn read(text: &str, format: Format) -> Option<Tree> {
    let mut findings = Findings::new(10);
    let tree = source::read(
        text.as_bytes(),
        Some(format),
        Limits::default(),
        &mut findings,
    );
    (findings.count(Severity::Error) == 0).then_some(tree)
}

/// Texts of many layouts, with what a reader must not confuse.
const YAML: &[&str] = &[
    "a: 1 # one\nb:\n  # about c\n  c: 2 # two\n  d: 3\n\n# end\n",
    "a:\n- 1 # one\n# two\n- 2\n- x: # empty\n  y: 2 # c\n- - q # deep\n  - r\n# comment\nz: 1\n",
    "a: |\n  text\n\n\nb: >-\n  t\n  u\n\n# c\nc: # hey\n  \"qu\\x41\n   oted\"\n",
    "a: |+\n  text\n\n\nb: >-\n  t\n  u\n  # text\n\nc: |+\n  x\n\n",
    "t:\n- n: v\n  l:\n  - a\n  - >-\n    a\n  x: 1\n- |\n  b\n- c\nd: >-\n  e\nf: |- # g\n  h\n  i\n# j\nk: |+\n  l\n\nm: 1\n",
    "a:\n  - b: |\n      c # d\n\n      e\n    f: >+\n      g\n\n    h: |2-\n        i\n      j\n    k: |\n  - >\n    l\n  - >-\n    m\nn: 1\n",
    "a: |+\n  b\n\nc: 1",
    "a: |\n  b\nc: |\n  d",
    "a: {b: , 'c': 1, d: [1, 2 , 3 ]} # end\ne: [ ]\nf: { }\n",
    "a: [\n  1, # one\n  2,\n  # three\n  3\n ]\nb: {\n  c: 1,\n  'd': 2, # two\n }\n",
    "a: [\n  1,\n  2 # two\n  , 3 ]\n",
    "-\n  a: 1\n  b: 2\n- # about c\n  c: 1\n-   d: 1\n    # about e\n    e: 2\n",
    "- a: 1 # one\n  b: 2\n- - - x\n    - y\n  - z\n- [a: 1, 2]\n",
    "a: !!str 5\nb: !!map\n  c: &x 1\n  d: !!int\n    5\ne: !!seq # s\n- 1\n",
    "? a\n: b\n? c\n: - d\n  - e\n",
    "--- # start\na: b\n...\n",
    "%YAML 1.2\n---\na:\n    deep:\n        x: 1\nb:\n- - - 1\n",
    "a: text # not: text\nb: 'it''s # text'\n\"c d\": \"x # y\" # z\n'e': f#g\nh: a b\n  c d # e\n",
    "a:\n  b:\n    c:\n    d:\n  e: # none\nf:\n",
    "a: 1\nb: 2",
    "a:\n  b: 1",
    "汉: é # 字\nb: [é, 字]\nc:\n  - 😀: 1\n    d: 2",
    "a: 1\r\nb: # c\r\n  - 1\r\n  - x: 1\r\n    y: 2\r\nc: {d: 1}\r\n",
];

const JSON: &[&str] = &[
    "{\"a\": 1, \"b\": [1, 2, 3], \"c\": {}, \"d\": [], \"e\": {\"f\": {\"g\": 1}}}",
    "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": {\"d\": 1, \"e\": 2},\n  \"f\": {\n  }\n}\n",
    "[1,2 , 3\n,4,\n5]",
    "{\"a\":1,\"b\":{\"c\":[{}]}}",
    "{\r\n\t\"a\": {\r\n\t\t\"b\": 1,\r\n\t\t\"c\": \"\\u00e9\"\r\n\t},\r\n\t\"d\": [1, 2]\r\n}\r\n",
    "{ \"a\" : 1 ,\n \"b\" : [ 1 ,\n 2 ] }",
];

/// Every text, in both line endings.
fn texts() -> Vec<(String, Format)> {
    let mut texts = Vec::new();
    for (list, format) in [(YAML, Format::Yaml), (JSON, Format::Json)] {
        for text in list {
            assert!(read(text, format).is_some(), "well-formed: {text}");
            texts.push(((*text).to_owned(), format));
            texts.push((text.replace("\r\n", "\n").replace('\n', "\r\n"), format));
        }
    }
    for rule in crate::rules::registry() {
        let format = match rule.good.file.ends_with("json") {
            true => Format::Json,
            false => Format::Yaml,
        };
        let Ok(text) = std::str::from_utf8(rule.good.bytes) else {
            continue;
        };
        let Some(tree) = read(text, format) else {
            continue;
        };
        texts.push((text.to_owned(), format));
        if let Some(root) = tree.root().filter(|_| format == Format::Yaml) {
            texts.push((
                source::write(&Draft::Copy(root), Format::Json),
                Format::Json,
            ));
        }
    }
    texts
}

fn all<'t>(value: Value<'t>, into: &mut Vec<Value<'t>>) {
    into.push(value);
    value.members().for_each(|it| all(it.value, into));
    value.elements().for_each(|it| all(it, into));
}

fn at<'j>(json: &'j mut Json, path: &Path) -> &'j mut Json {
    path.segments()
        .iter()
        .fold(json, |json, segment| match segment {
            Segment::Key(key) => &mut json[&**key],
            Segment::Index(index) => &mut json[*index],
        })
}

/// What remains after a removal.
fn without(mut json: Json, path: &Path) -> Json {
    let (last, holder) = path.segments().split_last().unwrap();
    let holder = at(&mut json, &Path::from(holder.to_vec()));
    match last {
        Segment::Key(key) => drop(holder.as_object_mut().unwrap().shift_remove(&**key)),
        Segment::Index(index) => drop(holder.as_array_mut().unwrap().remove(*index)),
    }
    json
}

/// Applies edits and reads the outcome.
fn outcome(text: &str, format: Format, edits: &[Edit]) -> (String, Json) {
    let after = apply(text, edits).unwrap_or_else(|| panic!("bad edits {edits:?} in\n{text}"));
    let Some(tree) = read(&after, format) else {
        panic!("broken by {edits:?}:\n{text}\n---\n{after}");
    };
    let json = tree.root().unwrap().to_json();
    (after, json)
}

/// How many operations were done, and how many were refused.
#[derive(Default)]
struct Tally {
    done: usize,
    refused: usize,
}

/// Does `operation` at every place of every text and compares the data with `expected`.
fn everywhere(
    operation: impl Fn(Value<'_>) -> Option<Vec<Edit>>,
    expected: impl Fn(Value<'_>, Json) -> Option<Json>,
) -> Tally {
    let mut tally = Tally::default();
    for (text, format) in texts() {
        let tree = read(&text, format).unwrap();
        let root = tree.root().unwrap();
        let mut values = Vec::new();
        all(root, &mut values);
        for value in values {
            let Some(expected) = expected(value, root.to_json()) else {
                continue;
            };
            let Some(edits) = operation(value) else {
                tally.refused += 1;
                continue;
            };
            tally.done += 1;
            let (after, json) = outcome(&text, format, &edits);
            let path = value.path();
            assert_eq!(json, expected, "{path} {edits:?}\n{text}\n---\n{after}");
            // Behind a block scalar that owns what follows, nothing is written.
            if !text.contains("|+") {
                let (json, expected) = (json.to_string(), expected.to_string());
                assert_eq!(json, expected, "the order at {path}\n{text}\n---\n{after}");
            }
            if text.contains("\r\n") {
                assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
            }
        }
    }
    assert!(tally.done > 500, "{} done", tally.done);
    assert!(
        tally.refused * 10 < tally.done,
        "{} refused, {} done",
        tally.refused,
        tally.done
    );
    tally
}

#[test]
fn removing_takes_out_that_entry_and_nothing_else() {
    everywhere(remove, |value, json| {
        value.parent()?;
        Some(without(json, &value.path()))
    });
}

/// The value and up to two others behind it, in steps of `step`.
fn from_here_on<'t>(value: Value<'t>, step: usize) -> Vec<Value<'t>> {
    let mut entries = Vec::new();
    let mut next = Some(value);
    while let Some(it) = next.filter(|_| entries.len() < 3) {
        entries.push(it);
        next = layout::sibling(it, step as isize);
    }
    entries
}

#[test]
fn removing_several_entries_takes_out_those_and_nothing_else() {
    for step in [1, 2] {
        everywhere(
            |value| remove_all(&from_here_on(value, step)),
            |value, json| {
                value.parent()?;
                let entries = from_here_on(value, step).into_iter().rev();
                Some(entries.fold(json, |json, it| without(json, &it.path())))
            },
        );
    }
}

#[test]
fn removing_keeps_all_comments() {
    for (text, format) in texts() {
        if format == Format::Json {
            continue;
        }
        let tree = read(&text, format).unwrap();
        let mut values = Vec::new();
        all(tree.root().unwrap(), &mut values);
        for value in values {
            let Some(edits) = remove(value) else { continue };
            let after = apply(&text, &edits).unwrap();
            let before = count_comments(&tree);
            let kept = count_comments(&read(&after, format).unwrap());
            assert_eq!(kept, before, "{}\n{text}\n---\n{after}", value.path());
        }
    }
}

#[test]
fn inserting_adds_one_member_where_it_was_asked_for() {
    let new = json!({"x": [1, "- a"], "y": "a\nb"});
    let piece = Piece::member("new: é", &new);
    for at in [At::First, At::Last] {
        everywhere(
            |value| insert(value, &piece, at),
            |value, mut json| {
                value.is_object().then_some(())?;
                let object = super::tests::at(&mut json, &value.path()).as_object_mut()?;
                let (key, new) = ("new: é".to_owned(), new.clone());
                match at {
                    At::First => drop(object.shift_insert(0, key, new)),
                    _ => drop(object.insert(key, new)),
                }
                Some(json)
            },
        );
    }
}

#[test]
fn inserting_adds_several_members_in_their_order() {
    let new = [("x", json!(1)), ("y", json!({"z": ["a, b"]}))];
    everywhere(
        |value| insert(value, &Piece::members(&new), At::Last),
        |value, mut json| {
            let is_new = value.is_object() && new.iter().all(|(key, _)| value.get(key).is_none());
            is_new.then_some(())?;
            let object = super::tests::at(&mut json, &value.path()).as_object_mut()?;
            for (key, value) in &new {
                object.insert((*key).to_owned(), value.clone());
            }
            Some(json)
        },
    );
}

#[test]
fn what_is_new_is_indented_like_what_is_there() {
    let new = json!({"b": {"c": 1}, "d": ["e"]});
    for (text, added) in [
        (
            "a:\n    x: 1\n",
            "new:\n    b:\n        c: 1\n    d:\n        - e\n",
        ),
        (
            "a:\n   - x: {}\n",
            "new:\n   b:\n      c: 1\n   d:\n      - e\n",
        ),
        (
            "a:\n- x:\n      y: 1\n",
            "new:\n    b:\n        c: 1\n    d:\n        - e\n",
        ),
        ("a: 1\n", "new:\n  b:\n    c: 1\n  d:\n    - e\n"),
    ] {
        let tree = read(text, Format::Yaml).unwrap();
        let edits = insert(tree.root().unwrap(), &Piece::member("new", &new), At::Last).unwrap();
        assert_eq!(apply(text, &edits).unwrap(), format!("{text}{added}"));
    }
    for unit in ["    ", "\t", " "] {
        let text = format!("{{\r\n{unit}\"a\": 1\r\n}}\r\n");
        let tree = read(&text, Format::Json).unwrap();
        let edits = insert(tree.root().unwrap(), &Piece::member("new", &new), At::Last).unwrap();
        let lines = [
            "{",
            "_\"a\": 1,",
            "_\"new\": {",
            "__\"b\": {",
            "___\"c\": 1",
            "__},",
            "__\"d\": [",
            "___\"e\"",
            "__]",
            "_}",
            "}",
            "",
        ];
        let expected = lines.join("\r\n").replace('_', unit);
        assert_eq!(apply(&text, &edits).unwrap(), expected);
    }
}

#[test]
fn inserting_adds_one_element_behind_another() {
    everywhere(
        |value| {
            let piece = Piece::element(&json!({"name": "x", "list": ["a, b", {}]}));
            insert(value.parent()?, &piece, At::Behind(value))
        },
        |value, mut json| {
            let parent = value.parent()?;
            let index = value.index()?;
            let array = at(&mut json, &parent.path()).as_array_mut()?;
            array.insert(index + 1, json!({"name": "x", "list": ["a, b", {}]}));
            Some(json)
        },
    );
}

#[test]
fn repeating_an_element_copies_it_with_its_layout() {
    everywhere(
        |value| repeat(value, &[]),
        |value, mut json| {
            let index = value.index()?;
            let array = at(&mut json, &value.parent()?.path()).as_array_mut()?;
            array.insert(index, array[index].clone());
            Some(json)
        },
    );
}

#[test]
fn renaming_changes_the_key_alone() {
    for name in ["new", "new: # name", "it's \"\\"] {
        everywhere(
            |value| rename(value, name),
            |value, mut json| {
                let (key, _) = value.key()?;
                let object = at(&mut json, &value.parent()?.path()).as_object_mut()?;
                *object = std::mem::take(object)
                    .into_iter()
                    .map(|(it, value)| {
                        if it == key {
                            (name.to_owned(), value)
                        } else {
                            (it, value)
                        }
                    })
                    .collect();
                Some(json)
            },
        );
    }
}

#[test]
fn setting_a_string_changes_the_scalar_alone() {
    for new in ["new", "- # [new]", "1.0", "true"] {
        everywhere(
            |value| set_string(value, new),
            |value, mut json| {
                let is_scalar = !value.is_array() && !value.is_object() && !value.is_empty_plain();
                is_scalar.then_some(())?;
                *at(&mut json, &value.path()) = new.into();
                Some(json)
            },
        );
    }
}

#[test]
fn a_reference_takes_the_place_of_a_collection_alone() {
    everywhere(
        |value| set_reference(value, "#/x"),
        |value, mut json| {
            (!value.is_empty() && value.is_object()).then_some(())?;
            *at(&mut json, &value.path()) = json!({"$componentRef": "#/x"});
            Some(json)
        },
    );
}

#[test]
fn a_quoted_number_is_the_text_that_was_written() {
    for (written, format) in [
        ("1.0", Format::Yaml),
        ("true", Format::Yaml),
        ("1e3", Format::Json),
    ] {
        let text = format!("{{\"a\": {written}}}");
        let tree = read(&text, format).unwrap();
        let edits = quote(tree.root().unwrap().get("a").unwrap()).unwrap();
        assert_eq!(outcome(&text, format, &edits).1, json!({"a": written}));
    }
}

#[test]
fn removing_the_only_entry_leaves_an_empty_collection() {
    for (before, path, after) in [
        (
            "a:\n  # about\n  b: 1 # one\nc: 2\n",
            "b",
            "a: {}\n  # about\n  # one\nc: 2\n",
        ),
        ("a: # list\n- b: 1\n", "0", "a: [] # list\n"),
        ("a: [ 1 ]\n", "0", "a: []\n"),
        ("a:\n  b: 1", "b", "a: {}"),
    ] {
        let tree = read(before, Format::Yaml).unwrap();
        let holder = tree.root().unwrap().get("a").unwrap();
        let entry = holder
            .get(path)
            .or_else(|| holder.elements().next())
            .unwrap();
        let edits = remove(entry).unwrap();
        assert_eq!(apply(before, &edits).unwrap(), after);
    }
}
