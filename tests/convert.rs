//! Trees out as text: nothing of the data is lost on the way, whoever reads it.

use mcpdesc::diagnostic::Findings;
use mcpdesc::source::{self, Draft, Format, Limits, Tree, count_comments};
use proptest::prelude::*;
use serde_json::Value;

/// Strings that YAML takes for something else, or that do not fit its lines.
const HUNGRY: &[&str] = &[
    "",
    " ",
    "  ",
    "no",
    "No",
    "yes",
    "on",
    "off",
    "y",
    "n",
    "true",
    "True",
    "FALSE",
    "null",
    "Null",
    "~",
    "0",
    "-0",
    "1",
    "1.",
    ".5",
    "1e3",
    "1E+3",
    "0o7",
    "0x1F",
    "0b1",
    "1_000",
    "1.10",
    "1.2.3",
    "12:30:45",
    "2026-07-28",
    "2001-12-14t21:59:43.10-05:00",
    ".inf",
    "-.INF",
    ".nan",
    "NaN",
    "Infinity",
    "-",
    "- x",
    "-x",
    "--",
    "---",
    "--- a",
    "...",
    "?",
    "? x",
    ":",
    ": x",
    "a: b",
    "a:b",
    "a:",
    "a :b",
    "#",
    "# y",
    "a # y",
    "a#y",
    " #",
    "&a",
    "*a",
    "!a",
    "!!str a",
    "|",
    "|-\n a",
    ">",
    "> a",
    "%",
    "%YAML 1.2",
    "@a",
    "`a",
    "\"",
    "\"a\"",
    "'",
    "'a'",
    "it's",
    "{",
    "{a: b}",
    "}",
    "[",
    "[a]",
    "]",
    ",",
    "a, b",
    "<<",
    "=",
    "\\",
    "\\n",
    "a\\",
    " a",
    "a ",
    " a ",
    "\t",
    "\ta",
    "a\t",
    "a\tb",
    "\n",
    "\n\n",
    "a\n",
    "a\n\n",
    "\na",
    "a\nb",
    "a\n\nb",
    "a\nb\n",
    "a\nb\n\n\n",
    " a\nb",
    "a\n b",
    "  a\n b\n",
    "a \nb",
    "a\n \nb",
    "a\n\tb",
    "\ta\nb",
    "a\n# b",
    "a\n---\nb",
    "a\n...\n",
    "a\r\nb",
    "a\rb",
    "\r",
    "a\u{85}b",
    "\u{85}",
    "a\u{a0}b",
    "a\u{2028}b",
    "\u{2029}",
    "\u{feff}",
    "\u{feff}a\nb",
    "a\u{feff}",
    "\u{0}",
    "\u{7}",
    "\u{1b}[0m",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{10ffff}",
    "\u{1fffe}",
    "é",
    "e\u{301}",
    "汉字",
    "😀",
    "👩‍👩‍👧\n👋",
    "\u{200b}",
    "\u{202e}",
    "-\n-",
    "a: b\nc: d\n",
    "$ref",
    "_",
    "/a/b",
    "./a",
    "(a)",
    "key with spaces",
    "https://example.org/a?b=c#d",
    "x-a",
    "a'b\"c",
];

/// Characters that mean something to YAML somewhere.
const PIECES: &[char] = &[
    'a', 'n', ' ', '\n', '\t', ':', '#', '-', '"', '\'', '`', ',', '[', ']', '{', '}', '?', '|',
    '>', '%', '@', '&', '*', '!', '=', '<', '.', '1', 'e', '\\', '\u{85}', 'é',
];

fn text() -> impl Strategy<Value = String> {
    let long = "long words ".repeat(120);
    prop_oneof![
        6 => proptest::sample::select(HUNGRY).prop_map(str::to_owned),
        2 => proptest::collection::vec(proptest::sample::select(HUNGRY), 0..4)
            .prop_map(|parts| parts.concat()),
        2 => proptest::collection::vec(
            proptest::sample::select(PIECES),
            0..12,
        ).prop_map(String::from_iter),
        1 => any::<String>(),
        1 => any::<String>().prop_map(move |tail| format!("{long}{tail}")),
    ]
}

/// Numbers as they may be written, none of them infinite.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(vec![
            "0",
            "-0",
            "1.10",
            "1E+3",
            "1e-7",
            "-0.0",
            "9223372036854775807",
            "1.0",
            "0e0",
            "123456789012345678901234567890",
            "1.7976931348623157e308",
            "5e-324",
        ])
        .prop_map(str::to_owned),
        any::<i64>().prop_map(|it| it.to_string()),
        any::<f64>()
            .prop_filter("finite", |it| it.is_finite())
            .prop_map(|it| format!("{it:e}")),
    ]
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A JSON text; the keys of an object differ.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        1 => Just("null".to_owned()),
        1 => any::<bool>().prop_map(|it| it.to_string()),
        1 => number(),
        4 => text().prop_map(|it| quoted(&it)),
    ];
    leaf.prop_recursive(5, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5)
                .prop_map(|elements| format!("[{}]", elements.join(","))),
            proptest::collection::vec((text(), inner), 0..5).prop_map(object),
        ]
    })
}

fn object(members: Vec<(String, String)>) -> String {
    let mut seen = std::collections::HashSet::new();
    let members: Vec<String> = members
        .into_iter()
        .filter(|(key, _)| seen.insert(key.clone()))
        .map(|(key, value)| format!("{}:{value}", quoted(&key)))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn read(text: &str, format: Format) -> Tree {
    let mut findings = Findings::new(10);
    let tree = source::read(
        text.as_bytes(),
        Some(format),
        Limits::default(),
        &mut findings,
    );
    let faults = findings.into_sorted();
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    tree
}

fn write(tree: &Tree, format: Format) -> String {
    source::write(&Draft::Copy(tree.root().unwrap()), format)
}

proptest! {
    #![proptest_config(crate::shared::random(10_000))]

    #[test]
    fn json_to_yaml_to_json_is_the_identity(text in json()) {
        let tree = read(&text, Format::Json);
        let written = write(&tree, Format::Json);
        let yaml = write(&tree, Format::Yaml);
        // Text against text: order, number lexemes and every character.
        prop_assert_eq!(&write(&read(&yaml, Format::Yaml), Format::Json), &written, "{}", yaml);
        prop_assert_eq!(write(&read(&written, Format::Json), Format::Json), written);
    }
}

proptest! {
    #![proptest_config(crate::shared::random(3_000))]

    #[test]
    fn another_reader_takes_every_string_for_the_same(texts in proptest::collection::vec(text(), 1..6)) {
        let strings = Value::from(texts);
        let tree = read(&strings.to_string(), Format::Json);
        let yaml = write(&tree, Format::Yaml);
        let seen: Value = serde_yaml::from_str(&yaml).map_err(|it| TestCaseError::fail(format!("{it}\n{yaml}")))?;
        prop_assert_eq!(seen, strings, "{}", yaml);
        let seen: Value = serde_json::from_str(&write(&tree, Format::Json)).unwrap();
        prop_assert_eq!(seen, tree.root().unwrap().to_json());
    }
}

#[test]
fn yaml_is_written_as_people_write_it() {
    let json = r#"{
        "mcpdesc": "0.8.0",
        "protocolVersions": ["2025-11-25"],
        "description": "Reads.\nWrites.\n",
        "empty": {"list": [], "map": {}, "text": "", "nothing": null},
        "no": "no",
        "matrix": [[1, 2.50], [{"a": 1e3, "b": "x: y"}]],
        "url": "https://example.org/#top"
    }"#;
    let yaml = write(&read(json, Format::Json), Format::Yaml);
    insta::assert_snapshot!(yaml, @r##"
    mcpdesc: 0.8.0
    protocolVersions:
      - "2025-11-25"
    description: |
      Reads.
      Writes.
    empty:
      list: []
      map: {}
      text: ''
      nothing: null
    "no": "no"
    matrix:
      - - 1
        - 2.50
      - - a: 1e3
          b: "x: y"
    url: https://example.org/#top
    "##);
}

#[test]
fn comments_are_counted_where_they_are_comments() {
    let yaml = "# one\na: 'no # comment' # two\nb: |  # three\n  # text\n  more\n# four\nc: x#y\n";
    assert_eq!(count_comments(&read(yaml, Format::Yaml)), 4);
    assert_eq!(count_comments(&read("{\"a\": \"# b\"}", Format::Json)), 0);
}
