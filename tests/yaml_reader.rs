//! YAML texts, good and broken, in the restricted profile (§15.3).

use mcpdesc::diagnostic::{Diagnostic, Findings};
use mcpdesc::source::{self, Format, Limits, Tree, Value};
use serde_json::json;

use crate::{document, folder, shared};

fn read(text: &str) -> (Tree, Vec<Diagnostic>) {
    read_within(text, Limits::default())
}

fn read_within(text: &str, limits: Limits) -> (Tree, Vec<Diagnostic>) {
    let mut findings = Findings::new(1000);
    let tree = source::read(text.as_bytes(), Some(Format::Yaml), limits, &mut findings);
    (tree, findings.into_sorted())
}

/// Code, line, column and text of every finding.
fn faults(text: &str) -> String {
    let (tree, faults) = read(text);
    let shown: Vec<_> = faults
        .iter()
        .map(|fault| {
            let at = tree.source().position(fault.span.start);
            let slice = tree.source().slice(fault.span);
            format!("{} {}:{} {slice}", fault.rule.code, at.line, at.column)
        })
        .collect();
    shown.join("|")
}

fn data(text: &str) -> serde_json::Value {
    let (tree, _) = read(text);
    tree.root().map_or(serde_json::Value::Null, Value::to_json)
}

#[test]
fn scalars_resolve_by_the_json_schema() {
    let text = "a: [yes, ~, Null, TRUE, 0x1F, 1_000, 2026-07-28, .5, 012, +1]\n\
                b: [null, true, false, 1, -0, 1.5e3, 1., 9223372036854775808]\n\
                c: ['1', \"true\", ! 1, !!str null, !!int \"1\", !!float 2, !!bool true, !!null null]\n";
    assert_eq!(faults(text), "");
    let expected = json!({
        "a": ["yes", "~", "Null", "TRUE", "0x1F", "1_000", "2026-07-28", ".5", "012", "+1"],
        "b": [null, true, false, 1, -0.0, 1.5e3, 1.0, 9223372036854775808u64],
        "c": ["1", "true", "1", "null", 1, 2, true, null],
    });
    assert_eq!(data(text), expected);
    let (tree, _) = read("[1., 1.10, 123456789012345678901234567890]");
    let root = tree.root().unwrap();
    let lexemes: Vec<_> = root
        .elements()
        .map(|n| n.as_number().unwrap().lexeme())
        .collect();
    assert_eq!(lexemes, ["1.0", "1.10", "123456789012345678901234567890"]);
}

#[test]
fn each_construct_outside_the_profile_is_refused_by_its_own_code() {
    let cases = [
        ("", "empty-document 1:1 "),
        ("# nothing\n", "empty-document 1:1 "),
        ("---\n...\n", "empty-document 1:1 "),
        ("a: 1\n---", "multiple-documents 2:1 ---"),
        ("---\n---\na: 1\n", "multiple-documents 2:1 ---"),
        ("a: 1\n...\né: 2\n", "multiple-documents 3:1 é: 2"),
        ("a: &x 1\nb: *x\n", "yaml-alias 2:4 *x"),
        ("a: *x\n", "yaml-alias 1:4 *x"),
        ("a: &x k\nb:\n  *x : 1\n", "yaml-alias 3:3 *x"),
        ("a: &x [*x]\n", "yaml-alias 1:8 *x"),
        ("é: [1, !point {x: 1}]\n", "foreign-tag 1:8 !point"),
        ("a: !!binary aGk=\n", "foreign-tag 1:4 !!binary"),
        ("a: !foo!x 1\n", "foreign-tag 1:4 !foo!x"),
        (
            "%TAG !e! tag:e.org,2000:\n---\na: !e!x 1\n",
            "foreign-tag 3:4 !e!x",
        ),
        (
            "a: !<tag:e.org,2000:x> 1\n",
            "foreign-tag 1:4 !<tag:e.org,2000:x>",
        ),
        ("a: !!bool yes\n", "tag-mismatch 1:4 !!bool"),
        ("a: !!int 1.5\n", "tag-mismatch 1:4 !!int"),
        ("a: !!seq {}\n", "tag-mismatch 1:4 !!seq"),
        ("a: !!map x\n", "tag-mismatch 1:4 !!map"),
        ("a: !!str [x]\n", "tag-mismatch 1:4 !!str"),
        ("a: 1\n404: gone\n", "non-string-key 2:1 404"),
        (
            "{true: 1, null: 2}",
            "non-string-key 1:2 true|non-string-key 1:11 null",
        ),
        ("{!!int \"5\": b}", "non-string-key 1:8 \"5\""),
        ("? [a, b]\n: 1\n", "non-string-key 1:3 [a, b]"),
        ("? {a: *x}\n: 1\n", "non-string-key 1:3 {a: *x}"),
        ("? - a\n: 1\n", "non-string-key 1:3 - a"),
        ("a: 1\n\"a\": 2\n", "duplicate-key 2:1 \"a\""),
        ("? >-\n  b\n  c\n: 1\nb c: 2", "duplicate-key 5:1 b c"),
        ("{\"5\": 1,\n !!str 5: 2}", "duplicate-key 2:8 5"),
        (
            "a: [.inf, -.INF, .NaN, 1e999]",
            "non-finite-number 1:5 .inf|non-finite-number 1:11 -.INF|\
          non-finite-number 1:18 .NaN|non-finite-number 1:24 1e999",
        ),
        ("a: !!float .inf", "non-finite-number 1:12 .inf"),
        ("a:\nb: 1\n", "empty-value 1:1 a"),
        ("- 1\n-\n", "empty-value 2:2 "),
        ("{a, b: }", "empty-value 1:2 a|empty-value 1:5 b"),
        (": x\n", "empty-value 1:1 :"),
        ("%YAML 1.1\n---\na: yes\n", "yaml-version 1:1 %YAML 1.1"),
        ("%YAML 1.2\n---\na: yes\n", ""),
        ("a: 1\n\0b: 2\n", "control-character 2:1 \0"),
        ("a: \"x\u{1}", "control-character 1:6 \u{1}"),
        ("a: 1\nb: \u{80}\n", "control-character 2:4 \u{80}"),
        (
            "a: \"\u{7f}\u{ffff}\"\nb: \u{9f}x\n",
            "control-character 2:4 \u{9f}",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(text), expected, "{text}");
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(faults(&crlf), expected, "{crlf:?}");
    }
}

#[test]
fn quotes_let_characters_through_that_json_allows() {
    let text = "a: \"\u{7f}\u{80}\u{81}\u{fffe}\u{ffff} \\t\"\n'\u{7f}Z': '\u{9f}'\n";
    assert_eq!(faults(text), "");
    let expected = json!({"a": "\u{7f}\u{80}\u{81}\u{fffe}\u{ffff} \t", "\u{7f}Z": "\u{9f}"});
    assert_eq!(data(text), expected);
}

#[test]
fn what_is_left_of_a_refused_construct_is_read_on() {
    assert_eq!(
        data("a: !x 1\nb: !y {c: 1}\nd: *e\nf: 2\n"),
        json!({"a": null, "b": {"c": 1}, "d": null, "f": 2})
    );
    assert_eq!(data("{404: {a: [*x]}, ? [k] : v, b: 2}"), json!({"b": 2}));
    assert_eq!(data("a: 1\n---\nb: 2\n"), json!({"a": 1}));
    assert_eq!(data("a: 1\nb: 2: 3\n"), json!({"a": 1, "b": null}));
    assert!(read("a: *x\n").0.root().unwrap().is_cut());
    assert!(
        read("a: {404: x}\n")
            .0
            .root()
            .unwrap()
            .get("a")
            .unwrap()
            .is_cut()
    );
    assert!(!read("a: {404: x}\n").0.root().unwrap().is_cut());
    assert!(read("a: 1\nb: 2: 3\n").0.root().unwrap().is_cut());
}

#[test]
fn anchors_that_nobody_uses_and_tags_that_agree_do_no_harm() {
    let text = "&root\nmcpdesc: &v 0.8.0\n&n name: &x !!str a\nx: &x [&p p]\ny: !!map &y {}\n\
                z: !<tag:yaml.org,2002:str> 1\n<<: {m: 1}\n";
    assert_eq!(faults(text), "");
    let expected = json!({"mcpdesc": "0.8.0", "name": "a", "x": ["p"], "y": {}, "z": "1",
        "<<": {"m": 1}});
    assert_eq!(data(text), expected);
}

#[test]
fn an_alias_shows_what_it_stands_for() {
    let (tree, faults) = read("a: &x 1\nb: *x\n");
    let related = &faults[0].related[0];
    assert_eq!(tree.source().slice(related.span), "&x");
    assert_eq!(faults[0].path.to_string(), "b");
}

#[test]
fn broken_syntax_is_one_fault_at_its_line() {
    let cases = [
        ("a: 1\nb: c: d\n", "invalid-yaml 2:5 :"),
        ("a: 1\nx-a:1", "invalid-yaml 2:1 x-a:1"),
        ("a:\n  b: 1\n\tc: 2\n", "tab-indentation 3:1 \t"),
        ("a:\n\tb: 1\n", "tab-indentation 2:1 \t"),
        ("a:\n  - 1\n\t- 2\n", "tab-indentation 3:1 \t"),
        ("a: |\n\t x\nb: 1\n", "tab-indentation 2:1 \t"),
        ("a:\n   b: 1\n  c: 2\n", "invalid-yaml 3:3 c:"),
        ("a: [1,\n2]\n", "invalid-yaml 2:1 2]"),
        ("a: [1, {b: 2\nc: 3\n", "invalid-yaml 2:1 c:"),
        ("a: [1, 2}\n", "invalid-yaml 1:9 }"),
        ("a: {b: 1\n", "invalid-yaml 1:9 "),
        ("a: ]\n", "invalid-yaml 1:4 ]"),
        ("a: \"x\nb: 2\n", "invalid-yaml 1:4 \"x"),
        ("a: 'it's'\n", "invalid-yaml 1:8 s'"),
        ("a: \"x\ny\"\n", "invalid-yaml 2:1 y\""),
        ("a: \"C:\\dir\"\n", "invalid-yaml 1:7 \\d"),
        ("a: \"\\ud800\"\n", "lone-surrogate 1:5 \\ud800"),
        ("a: @x\n", "invalid-yaml 1:4 @x"),
        ("a: - 1\n", "invalid-yaml 1:4 -"),
        ("a: \"x\" y\n", "invalid-yaml 1:8 y"),
        ("a: &x &y 1\n", "invalid-yaml 1:7 &y"),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(text), expected, "{text}");
    }
}

#[test]
fn a_key_that_is_too_long_for_yaml_is_named_as_such() {
    let long = "k".repeat(1100);
    for text in [
        format!("{long}: 1\n"),
        format!("\"{long}\": 1\n"),
        format!("a: [{long}: 1]\n"),
    ] {
        let (_, faults) = read(&text);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].message.contains("1024"), "{}", faults[0].message);
    }
    for text in [
        format!("{{\"{long}\": 1}}\n"),
        format!("? {long}\n: 1\n"),
        format!("{}: 1\n", "é".repeat(1000)),
    ] {
        assert_eq!(faults(&text), "", "{}", &text[..10]);
    }
}

#[test]
fn an_open_bracket_or_quote_is_shown_where_it_opened() {
    for (text, opener) in [
        ("a: [1, {b: 2\nc: 3\n", "{"),
        ("a: [1, 2}\n", "["),
        ("a: {b: 1\n", "{"),
        ("a: \"x\ny\"\n", "\"x"),
    ] {
        let (tree, faults) = read(text);
        let related = &faults[0].related[0];
        assert_eq!(tree.source().slice(related.span), opener, "{text}");
    }
}

#[test]
fn spans_hold_what_is_written() {
    let text = "é: plain\n'q': \"a\\tb\"\nblock: | # note\n  one\n  two\n\nfold: !!str >-\n\n  x\n  y\n\
                empty: >\nlist:\n- 1\n- - 2\n\nflow: {a: [1, 2 ]} # end\nmulti: one\n  two\n";
    let (tree, faults) = read(text);
    assert!(faults.is_empty(), "{faults:?}");
    let root = tree.root().unwrap();
    let spans: Vec<_> = root
        .members()
        .map(|m| {
            let source = tree.source();
            (source.slice(m.key_span), source.slice(m.value.span()))
        })
        .collect();
    let expected = [
        ("é", "plain"),
        ("'q'", "\"a\\tb\""),
        ("block", "| # note\n  one\n  two"),
        ("fold", ">-\n\n  x\n  y"),
        ("empty", ">"),
        ("list", "- 1\n- - 2"),
        ("flow", "{a: [1, 2 ]}"),
        ("multi", "one\n  two"),
    ];
    assert_eq!(spans, expected);
    assert_eq!(tree.source().slice(root.span()), text.trim_end());
    assert_eq!(root.get("block").unwrap().as_str(), Some("one\ntwo\n"));
    assert_eq!(root.get("fold").unwrap().as_str(), Some("\nx y"));
}

#[test]
fn an_empty_value_can_be_told_from_an_empty_string() {
    let (tree, _) = read("a:\nb: ''\nc: |\nd: !!str\n");
    let root = tree.root().unwrap();
    let empty: Vec<_> = root.members().map(|m| m.value.is_empty_plain()).collect();
    assert_eq!(empty, [true, false, false, false]);
}

#[test]
fn each_limit_is_an_error_with_a_position() {
    let limits = Limits {
        bytes: 100,
        depth: 3,
        nodes: 10,
        scalar: 5,
        entries: 4,
    };
    let cases = [
        ("[[[[1]]]]", 3),
        ("- - - - 1", 6),
        ("a: {b: {c: {d: 1}}}", 11),
        ("['12345', '123456']", 10),
        ("123456x: 1", 0),
        ("[1,2,3,4,5]", 9),
        ("[[1,2,3],[1,2,3],[1,2,3]]", 18),
    ];
    for (text, at) in cases {
        let (_, faults) = read_within(text, limits);
        assert_eq!(faults.len(), 1, "{text}");
        assert_eq!(faults[0].rule.code, "limit-exceeded", "{text}");
        assert_eq!(faults[0].span.start, at, "{text}");
    }
}

#[test]
fn a_json_text_means_the_same_as_yaml() {
    let Some(dir) = shared::dir() else { return };
    for path in folder::files(&dir.join("corpus")) {
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(faults(&text), "", "{}", path.display());
        assert_eq!(data(&text), theirs, "{}", path.display());
        let yaml = serde_yaml::to_string(&theirs).unwrap();
        assert_eq!(faults(&yaml), "", "{}", path.display());
        assert_eq!(data(&yaml), theirs, "{}", path.display());
    }
}

/// What a check says of a document that ends with these lines, as `code path`.
fn said(lines: &str) -> Vec<String> {
    said_of(&format!(
        "mcpdesc: 0.8.0\ninfo: {{name: a, version: \"1\"}}\nprotocolVersions: [\"2026-07-28\"]\n{lines}"
    ))
}

fn said_of(text: &str) -> Vec<String> {
    document::said(text, Format::Yaml)
}

#[test]
fn nothing_is_said_about_what_broken_indentation_hides() {
    let rest = "protocolVersions: [\"2026-07-28\"]\n";
    for text in [
        format!("mcpdesc: 0.8.0\ninfo:\n  name: n\n version: \"1\"\n{rest}"),
        format!("  mcpdesc: 0.8.0\ninfo: {{name: a, version: \"1\"}}\n{rest}"),
        format!("mcpdesc: 0.8.0\n info: {{name: a, version: \"1\"}}\n{rest}"),
        format!("mcpdesc: 0.8.0\ninfo:\n  nam\n  version: \"1\"\n{rest}"),
    ] {
        let said = said_of(&text);
        assert_eq!(said.len(), 1, "{text}: {said:?}");
    }
    for lines in [
        "tools:\n- name: t\n  tags:\n - a\n",
        "transports:\n  - type: stdio\n      command: x\n",
        "capabilities:\n   tools: {}\n    prompts: {}\n",
        "nam",
    ] {
        let said = said(lines);
        assert_eq!(said.len(), 1, "{lines}: {said:?}");
    }
}

#[test]
fn text_without_quotes_that_looks_like_something_else_is_told_to_be_quoted() {
    for lines in [
        "instructions: **bold** text\n",
        "resourceTemplates:\n  - name: a\n    uriTemplate: {id}://b\n",
    ] {
        assert_eq!(said(lines).len(), 1, "{lines}: {:?}", said(lines));
        let (_, faults) = read(lines);
        let help = faults[0].help.as_deref().unwrap_or_default();
        assert!(help.contains("quotes"), "{help}");
    }
}

#[test]
fn keys_of_aliases_are_judged_and_empty_keys_are_shown() {
    assert_eq!(
        said("<<: *d\n"),
        ["unknown-property [\"<<\"]", "yaml-alias [\"<<\"]"]
    );
    assert_eq!(
        said("foo: *a\n"),
        ["unknown-property foo", "yaml-alias foo"]
    );
    let said = said("? \n: a\n");
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn tags_must_be_tags_of_the_json_schema_and_agree() {
    for (text, expected) in [
        ("a: !<!> 5\n", "foreign-tag 1:4 !<!>"),
        ("a: !!null \"\"\n", "tag-mismatch 1:4 !!null"),
        ("a: !!null\n", "tag-mismatch 1:4 !!null"),
        ("a: !!null null\n", ""),
        ("a: !!null \"null\"\n", ""),
    ] {
        assert_eq!(faults(text).trim(), expected, "{text}");
    }
}

#[test]
fn rare_faults_of_syntax_are_said_in_plain_words() {
    for (text, expected, words) in [
        ("a: [1,,2]\n", "invalid-yaml 1:7 ,", "a value is missing"),
        ("a: [b, , c]\n", "invalid-yaml 1:8 ,", "a value is missing"),
        ("a: {b: 1,,}\n", "invalid-yaml 1:10 ,", "a value is missing"),
        ("a: {b: 1 c: 2}\n", "invalid-yaml 1:11 :", "comma"),
        (
            "a: [-, b]\n",
            "invalid-yaml 1:5 -",
            "no value between brackets",
        ),
        (
            "%YAML 1.2\na: 1\n",
            "invalid-yaml 2:1 a:",
            "`---` is missing",
        ),
        ("  a: 1\nb: 2\n", "invalid-yaml 2:1 b:", "indented less"),
        ("a: !<> 5\n", "invalid-yaml 1:4 !<>", "starts a tag"),
        (
            "%YAML 1.2 x\n---\na: 1\n",
            "invalid-yaml 1:1 %YAML",
            "directive",
        ),
        (
            "%YAML 1.2\n%YAML 1.2\n---\na: 1\n",
            "invalid-yaml 2:1 %YAML",
            "directive",
        ),
    ] {
        assert_eq!(faults(text).trim(), expected, "{text}");
        let (_, found) = read(text);
        assert!(found[0].message.contains(words), "{}", found[0].message);
    }
}

#[test]
fn a_container_too_deep_is_shown_by_its_whole_first_character() {
    let limits = Limits {
        depth: 2,
        ..Limits::default()
    };
    let (tree, faults) = read_within("- - é: 1\n", limits);
    assert_eq!(tree.source().slice(faults[0].span), "é");
}
