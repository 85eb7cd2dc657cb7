//! What is read of YAML whose syntax is broken, and what is said about it (§15.3).

use mcpdesc::{Options, check, load};

use mcpdesc::source::Format;

/// Code and line of every finding, and whether the check was complete.
fn said(text: &str) -> (Vec<(&'static str, usize)>, bool) {
    let options = Options {
        format: Some(Format::Yaml),
        ..Options::default()
    };
    let loaded = load(text.as_bytes(), &options);
    let report = check(&loaded, &options);
    let line = |at| loaded.source().position(at).line as usize;
    let findings = report.diagnostics.iter();
    let findings = findings.map(|it| (it.rule.code, line(it.span.start)));
    (findings.collect(), report.complete)
}

/// Breaks a document in the lines before its faulty second tool: the breakage and that fault are
/// found, and nothing else.
fn assert_goes_on(first_tool: &str, broken_line: usize) {
    let head =
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\n";
    let second = "  - name: b\n    description: 'x'\n    inputSchema: { type: objekt }\n";
    for line_end in ["\n", "\r\n"] {
        let text = format!("{head}tools:\n{first_tool}{second}");
        let last = text.lines().count();
        let (found, complete) = said(&text.replace('\n', line_end));
        let syntax = ["invalid-yaml", "tab-indentation", "lone-surrogate"];
        let [(code, line), ("invalid-value", fault)] = found[..] else {
            panic!("{first_tool}: {found:?}");
        };
        assert!(syntax.contains(&code), "{first_tool}: {found:?}");
        assert_eq!((line, fault), (broken_line, last), "{first_tool}");
        assert!(!complete);
    }
}

#[test]
fn what_stands_behind_a_broken_line_is_checked() {
    let schema = "    inputSchema: { type: object }\n";
    let cases = [
        // Half-typed keys: first, in the middle, last.
        (format!("  - nam\n{schema}"), 6),
        (format!("  - name: a\n    descr\n{schema}"), 6),
        (format!("  - name: a\n{schema}    descr\n"), 7),
        (
            format!("  - name: a\n    title\n      - x\n      - y\n{schema}"),
            6,
        ),
        // Open quotes and brackets.
        (format!("  - name: \"a\n{schema}"), 5),
        (format!("  - name: a\n    title: 'a\n{schema}"), 6),
        (
            "  - name: a\n    inputSchema: { type: object\n".to_owned(),
            7,
        ),
        (
            "  - name: a\n    inputSchema: { type: object, properties: { }\n    title: x\n"
                .to_owned(),
            7,
        ),
        (
            "  - name: a\n    inputSchema: {\n      type: object\n    ]\n".to_owned(),
            8,
        ),
        // Values that need quotes.
        (
            format!("  - name: a\n    description: This: that\n{schema}"),
            6,
        ),
        (
            format!("  - name: a\n    description: *bold* text\n{schema}"),
            6,
        ),
        (format!("  - name: @a\n{schema}"), 5),
        (format!("  - name: \"a\" b\n{schema}"), 5),
        (format!("  - name: \"a\\q\"\n{schema}"), 5),
        (format!("  - name: \"\\ud800\"\n{schema}"), 5),
        // Indentation.
        (
            "  - name: a\n     inputSchema: { type: object }\n".to_owned(),
            6,
        ),
        (
            "  - name: a\n   inputSchema: { type: object }\n".to_owned(),
            6,
        ),
        (
            "  - name: a\n\tinputSchema: { type: object }\n".to_owned(),
            6,
        ),
        (
            "  - name: a\n      title: x\n      description: y\n      inputSchema: {}\n".to_owned(),
            6,
        ),
        // Stray lines in front of what goes on.
        (format!("  - name: a\n<<<<<<< HEAD\n{schema}"), 6),
        (format!("  - name: a\n}}\n{schema}"), 6),
        // A dash too deep.
        (format!("  - name: a\n{schema}    - name: x\n{schema}"), 7),
        // Two lines that became one.
        (
            "  - name: a    inputSchema:\n      type: object\n      properties: {}\n".to_owned(),
            5,
        ),
    ];
    for (first_tool, broken_line) in &cases {
        assert_goes_on(first_tool, *broken_line);
    }
}

#[test]
fn each_of_several_broken_lines_is_told() {
    let (found, _) = said(
        "mcpdesc: 0.8.0\ninfo:\n  name: a\n  versio\nprotocolVersions: ['2025-11-25']\ntools:\n  - name: \"a\n    inputSchema: { type: object }\n  - name: b\n    inputSchema: { type: object }\ntags: [{ nam: x }]\n",
    );
    assert_eq!(
        found,
        [
            ("invalid-yaml", 4),
            ("invalid-yaml", 7),
            ("unknown-property", 11)
        ]
    );
}

#[test]
fn nothing_is_missed_where_something_is_left_out() {
    // The lines that are left out would have given what is missing now.
    for text in [
        "\"mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\ncapabilities: [{}]\n",
        "mcpdesc: 0.8.0\ninfo:\n  x: {\nprotocolVersions: ['2025-11-25']\ncapabilities: [{}]\n",
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions:\n- '2025-11-25\ncapabilities: [{}]\n",
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\ntransports:\n- type: streamable-http\n  url: https://a.example/\n   securitySchemes:\n  bearer:\n    type: http\n    scheme: bearer\ncapabilities: [{}]\n",
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\ntools:\n- name: a\n  inputSchema: { type: object }\n  outputSchema: { type: object }\n  examples:\n    e:\n      input: {}\n      result:\n        content:\n          - { type: text, text: a }\n        structur\n        isError: false\n",
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\ntools:\n- name a\n  inputSchema: { type: object }\n  tags: [x]\ntags:\n- {name: x\n",
    ] {
        let (found, complete) = said(text);
        assert!(
            found.iter().all(|(code, _)| *code == "invalid-yaml"),
            "{text}: {found:?}"
        );
        assert!(!complete);
    }
}

#[test]
fn two_objects_that_became_one_are_no_object_with_keys_twice() {
    let (found, _) = said(
        "mcpdesc: 0.8.0\ninfo: { name: a, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\ntools:\n  - name: a\n    title: A\n    inputSchema: { type: object }  - name: b\n    title: B\n    inputSchema: { type: objekt }\n",
    );
    assert_eq!(found, [("invalid-yaml", 7)]);
}

#[test]
fn a_text_that_is_broken_everywhere_ends_soon() {
    let head = "mcpdesc: 0.8.0\ntools:\n";
    let (found, complete) = said(&format!("{head}{}", "  - name: \"\\q\"\n".repeat(10_000)));
    assert!(!complete);
    assert!(found.iter().all(|(code, _)| *code == "invalid-yaml"));
    assert!((2..1000).contains(&found.len()), "{}", found.len());
}
