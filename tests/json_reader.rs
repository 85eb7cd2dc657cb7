//! JSON texts, good and broken (§15.2).

use mcpdesc::diagnostic::{Diagnostic, Findings};
use mcpdesc::source::{self, Format, Limits, Tree, Value};

use crate::{document, shared};

fn read(bytes: &[u8]) -> (Tree, Vec<Diagnostic>) {
    read_within(bytes, Limits::default())
}

fn read_within(bytes: &[u8], limits: Limits) -> (Tree, Vec<Diagnostic>) {
    let mut findings = Findings::new(1000);
    let tree = source::read(bytes, Some(Format::Json), limits, &mut findings);
    (tree, findings.into_sorted())
}

/// Code, line, column and text of every finding.
fn faults(text: &str) -> Vec<String> {
    let (tree, faults) = read(text.as_bytes());
    faults
        .iter()
        .map(|fault| {
            let at = tree.source().position(fault.span.start);
            let slice = tree.source().slice(fault.span);
            format!("{} {}:{} {slice}", fault.rule.code, at.line, at.column)
        })
        .collect()
}

fn data(text: &str) -> serde_json::Value {
    read(text.as_bytes()).0.root().unwrap().to_json()
}

/// Every key and string of `value`, with the source text of its span.
fn strings<'t>(value: Value<'t>, into: &mut Vec<(&'t str, &'t str)>) {
    let source = value.tree().source();
    if let Some(text) = value.as_str() {
        into.push((text, source.slice(value.span())));
    }
    for member in value.members() {
        into.push((member.key, source.slice(member.key_span)));
        strings(member.value, into);
    }
    for element in value.elements() {
        strings(element, into);
    }
}

fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let files = crate::folder::files(&dir.join(folder));
    assert!(!files.is_empty());
    files
}

#[test]
fn the_public_suite_is_accepted_and_rejected_as_it_says() {
    for file in files("json-test-suite") {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&file).unwrap();
        let (tree, faults) = read(&bytes);
        let codes: Vec<_> = faults.iter().map(|fault| fault.rule.code).collect();
        if name.starts_with("y_object_duplicated_key") {
            assert_eq!(codes, ["duplicate-key"], "{name}");
        } else if name.starts_with("y_") {
            assert_eq!(codes, [""; 0], "{name}");
            let theirs: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(tree.root().unwrap().to_json(), theirs, "{name}");
        } else if name.starts_with("n_") {
            assert!(!codes.is_empty(), "{name} was accepted");
            assert!(codes.len() <= 3, "{name} cascades: {codes:?}");
        }
    }
}

#[test]
fn every_span_of_a_corpus_file_holds_what_was_decoded() {
    for folder in ["corpus", "json-test-suite"] {
        for file in files(folder) {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            if !name.ends_with(".json") || (folder != "corpus" && !name.starts_with("y_")) {
                continue;
            }
            let bytes = std::fs::read(&file).unwrap();
            let (tree, _) = read(&bytes);
            let mut all = Vec::new();
            strings(tree.root().unwrap(), &mut all);
            for (decoded, written) in all {
                let again: String = serde_json::from_str(written).unwrap();
                assert_eq!(again, decoded, "{name}");
            }
        }
    }
}

#[test]
fn a_well_formed_text_reads_as_serde_json_does() {
    let text = "\u{feff}\r\n\t{ \"a\\u002eb\" :\"\\ud83d\\ude00 \\/\u{2028}\u{7f}\",\r \"x\":[-0,0e0,1E+2,1e-999,\
        true,false,null,{},[]],\"\":\"\\u0000\"} \n";
    assert_eq!(faults(text), [""; 0]);
    let theirs: serde_json::Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
    assert_eq!(data(text), theirs);
}

#[test]
fn numbers_keep_their_digits() {
    let (tree, _) = read(b"[123456789012345678901234567890, 1.10, 1E+3, -0]");
    let root = tree.root().unwrap();
    let lexemes: Vec<_> = root
        .elements()
        .map(|n| n.as_number().unwrap().lexeme())
        .collect();
    assert_eq!(
        lexemes,
        ["123456789012345678901234567890", "1.10", "1E+3", "-0"]
    );
}

/// Each broken text has exactly these findings and still gives this data.
#[test]
fn each_common_mistake_is_named_once_and_reading_goes_on() {
    let cases = [
        (r#"{"a": 1,}"#, "trailing-comma 1:8 ,", r#"{"a":1}"#),
        (r#"[1, 2 , ]"#, "trailing-comma 1:7 ,", "[1,2]"),
        (
            "{\"a\": 1} // end\n",
            "json-comment 1:10 // end",
            r#"{"a":1}"#,
        ),
        (
            "{ /* one\n two */ \"a\": 1}",
            "json-comment 1:3 /* one",
            r#"{"a":1}"#,
        ),
        ("# x\n{\"a\": 1}", "json-comment 1:1 # x", r#"{"a":1}"#),
        (
            r#"{"é": 'x', "b": 2}"#,
            "invalid-json 1:7 'x'",
            r#"{"é":"x","b":2}"#,
        ),
        (r#"{'a': 1}"#, "invalid-json 1:2 'a'", r#"{"a":1}"#),
        (
            r#"{a: 1, "b": 2}"#,
            "invalid-json 1:2 a",
            r#"{"a":1,"b":2}"#,
        ),
        (r#"{“a”: 1}"#, "invalid-json 1:2 “a”", r#"{"a":1}"#),
        (r#"{"a": True}"#, "invalid-json 1:7 True", r#"{"a":null}"#),
        (
            r#"[None, undefined]"#,
            "invalid-json 1:2 None|invalid-json 1:8 undefined",
            "[null,null]",
        ),
        (
            r#"{"a": NaN, "b": 2}"#,
            "non-finite-number 1:7 NaN",
            r#"{"a":null,"b":2}"#,
        ),
        (
            r#"[-Infinity]"#,
            "non-finite-number 1:2 -Infinity",
            "[null]",
        ),
        (
            r#"[1e999, -1e999]"#,
            "non-finite-number 1:2 1e999|non-finite-number 1:9 -1e999",
            "[null,null]",
        ),
        (
            r#"{"a": 012, "b": 2}"#,
            "invalid-json 1:7 012",
            r#"{"a":null,"b":2}"#,
        ),
        (r#"{"a": +1}"#, "invalid-json 1:7 +1", r#"{"a":null}"#),
        (r#"{"a": .5}"#, "invalid-json 1:7 .5", r#"{"a":null}"#),
        (r#"{"a": 1.}"#, "invalid-json 1:7 1.", r#"{"a":null}"#),
        (r#"{"a": 0x1F}"#, "invalid-json 1:7 0x1F", r#"{"a":null}"#),
        (
            "{\"a\": 1\n \"b\": 2}",
            "invalid-json 2:2 \"",
            r#"{"a":1,"b":2}"#,
        ),
        (r#"[1 2]"#, "invalid-json 1:4 2", "[1,2]"),
        (r#"[1; 2]"#, "invalid-json 1:3 ;", "[1,2]"),
        (r#"{"a" 1}"#, "invalid-json 1:6 1", r#"{"a":1}"#),
        (r#"{"a" = 1}"#, "invalid-json 1:6 =", r#"{"a":1}"#),
        (
            r#"{"a", "b": 2}"#,
            "invalid-json 1:5 ,",
            r#"{"a":null,"b":2}"#,
        ),
        (
            r#"{"a": , "b": 2}"#,
            "invalid-json 1:7 ,",
            r#"{"a":null,"b":2}"#,
        ),
        (r#"{"a":}"#, "invalid-json 1:6 }", r#"{"a":null}"#),
        (r#"[1,,,2]"#, "invalid-json 1:4 ,", "[1,2]"),
        (
            r#"{"a": 1,, "b": 2}"#,
            "invalid-json 1:9 ,",
            r#"{"a":1,"b":2}"#,
        ),
        (
            "{\"a\": \"x,\n \"b\": 2}",
            "invalid-json 1:7 \"x",
            r#"{"a":null,"b":2}"#,
        ),
        ("{\"a: 1,\n \"b\": 2}", "invalid-json 1:2 \"a", r#"{"b":2}"#),
        (
            "{\"a\": \"one\ntwo\",\n \"b\": 2}",
            "invalid-json 1:7 \"one",
            r#"{"a":null,"b":2}"#,
        ),
        ("{\"a\": \"x}", "invalid-json 1:7 \"x", r#"{"a":null}"#),
        (
            r#"{"a": "say "hi" to", "b": 2}"#,
            r#"invalid-json 1:7 "say "hi" to""#,
            r#"{"a":null,"b":2}"#,
        ),
        (
            r#"{"a": [1, 2}, "b": 2}"#,
            "invalid-json 1:12 }",
            r#"{"a":[1,2],"b":2}"#,
        ),
        (r#"{"a": [1, 2}"#, "invalid-json 1:12 }", r#"{"a":null}"#),
        ("{\"a\": [1, 2\n", "invalid-json 1:12 ", r#"{"a":[1,2]}"#),
        (r#"{"a": 1}}"#, "invalid-json 1:9 }", "null"),
        ("{\"a\": 1}\n{}", "invalid-json 2:1 {", r#"{"a":1}"#),
        ("{\"a\":\u{a0}1}", "invalid-json 1:6 \u{a0}", r#"{"a":1}"#),
        (
            "{\"a\": \"x\ty\"}",
            "control-character 1:9 \t",
            r#"{"a":null}"#,
        ),
        (
            r#"{"a": "C:\dir"}"#,
            r"invalid-json 1:10 \d",
            r#"{"a":null}"#,
        ),
        (r#"["\u12"]"#, r"invalid-json 1:3 \u", "[null]"),
        (r#"["\ud83d!"]"#, r"lone-surrogate 1:3 \ud83d", "[null]"),
        (
            r#"{"a": 1, "\u0061": 2}"#,
            r#"duplicate-key 1:10 "\u0061""#,
            r#"{"a":2}"#,
        ),
        (
            r#"{"a": @x, "b": 2}"#,
            "invalid-json 1:7 @",
            r#"{"a":null,"b":2}"#,
        ),
        (
            r#"{"a": hello there, "b": 2}"#,
            "invalid-json 1:7 hello",
            r#"{"a":null,"b":2}"#,
        ),
    ];
    let mut wrong = Vec::new();
    for (text, expected, json) in cases {
        let expected = (expected.to_owned(), serde_json::from_str(json).unwrap());
        let found = (faults(text).join("|"), data(text));
        if found != expected {
            wrong.push(format!("{text}\n  {} {}", found.0, found.1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_before_a_character_of_several_bytes_shows_all_of_it() {
    let cases = [
        (
            "{\"a\": [{\"b: \"\néé\\n\", \"c\": [1, true]}, {}], \"d\": \"e\"}",
            "é",
        ),
        ("[1 → 2]", "→"),
        ("{\"a\" 𝄞: 1}", "𝄞"),
        ("{\"a\": 1 é\", \"b\": 2}", "é"),
    ];
    for (text, shown) in cases {
        let (tree, faults) = read(text.as_bytes());
        let slices: Vec<_> = faults
            .iter()
            .map(|it| tree.source().slice(it.span))
            .collect();
        assert!(
            slices.iter().any(|it| it.contains(shown)),
            "{text}: {slices:?}"
        );
        assert!(slices.iter().all(|it| !it.is_empty()), "{text}: {slices:?}");
    }
}

#[test]
fn what_a_fault_may_have_hidden_is_marked_as_cut() {
    let cut = |text: &str| read(text.as_bytes()).0.root().unwrap().is_cut();
    for text in [
        "{\"a\": \"x\n}",
        "{\"a\": @}",
        "{\"a\": 1",
        "{\"a\": 1e999}",
        "{\"a\": [1}",
    ] {
        assert!(cut(text), "{text}");
    }
    for text in [
        "{\"a\": 1,}",
        "{\"a\": 'x'}",
        "{\"a\": {\"b\": 1e999}}",
        "{} // x",
    ] {
        assert!(!cut(text), "{text}");
    }
}

#[test]
fn paths_of_faults_lead_to_them() {
    let (_, faults) = read(br#"{"tools": [{"a": 1}, {"b": {"c": 1e999}, "d": [0, .5]}]}"#);
    let paths: Vec<_> = faults.iter().map(|fault| fault.path.to_string()).collect();
    assert_eq!(paths, ["tools[1].b.c", "tools[1].d[1]"]);
}

#[test]
fn a_duplicate_key_shows_both_places_in_small_and_large_objects() {
    let many: String = (0..40).map(|n| format!("\"k{n}\": {n}, ")).collect();
    for (text, first) in [
        ("{\"a\": 1, \"b\": 2, \"a\": 3}".to_owned(), 1),
        (
            format!("{{{many}\"k17\": 0}}"),
            many.find("\"k17\"").unwrap() as u32 + 1,
        ),
    ] {
        let (_, faults) = read(text.as_bytes());
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].related[0].span.start, first);
    }
}

#[test]
fn other_encodings_are_named() {
    let utf16: Vec<u8> = "{\"a\"".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&[u8], &str); 6] = [
        (b"\xff\xfe{\0", "UTF-16 (little-endian)"),
        (&utf16, "UTF-16 (little-endian)"),
        (b"\0{\0\"\0a\0\"", "UTF-16 (big-endian)"),
        (b"{\0\0\0\"\0\0\0", "UTF-32 (little-endian)"),
        (b"[\"a\xe9\"]", "0xE9"),
        (b"\x7fELF\x02\0\0\xff\0", "binary"),
    ];
    for (bytes, name) in cases {
        let (_, faults) = read(bytes);
        assert_eq!(faults.len(), 1, "{name}");
        assert_eq!(faults[0].rule.code, "invalid-encoding");
        assert!(faults[0].message.contains(name), "{}", faults[0].message);
    }
}

#[test]
fn offsets_behind_bad_bytes_stay_right() {
    let (tree, faults) = read(b"{\"a\": \"\xe9\xe8\", \"b\": .5}");
    let starts: Vec<_> = faults.iter().map(|fault| fault.span.start).collect();
    assert_eq!(starts, [7, 17]);
    assert!(tree.root().unwrap().get("a").is_some());
}

#[test]
fn an_empty_text_holds_no_document() {
    for text in ["", " \n\t", "\u{feff}"] {
        assert_eq!(faults(text), ["empty-document 1:1 "], "{text:?}");
    }
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
        ("[[[[", 3),
        ("[\"12345\", \"123456\"]", 10),
        ("{\"123456\": 1}", 1),
        ("[1,2,3,4,5]", 9),
        ("[[1,2,3],[1,2,3],[1,2,3]]", 18),
        (&" ".repeat(101), 0),
    ];
    for (text, at) in cases {
        let (_, faults) = read_within(text.as_bytes(), limits);
        assert_eq!(faults.len(), 1, "{text}");
        assert_eq!(faults[0].rule.code, "limit-exceeded", "{text}");
        assert_eq!(faults[0].span.start, at, "{text}");
    }
}

/// What a check says of a document that has these further members, as `code path`.
fn said(members: &str) -> Vec<String> {
    said_of(
        format!(
            "{{\"mcpdesc\":\"0.8.0\",\"info\":{{\"name\":\"a\",\"version\":\"1\"}},\
             \"protocolVersions\":[\"2026-07-28\"]{members}"
        )
        .as_bytes(),
    )
}

fn said_of(bytes: &[u8]) -> Vec<String> {
    document::said(bytes, Format::Json)
}

#[test]
fn a_damaged_value_or_key_is_unknown_to_every_rule() {
    let cases = [
        (r#","x-a":{"\ud800":1,"\udc00":2}}"#, 2),
        (r#","transports":[{"type":"stdio\q","command":"x"}]}"#, 1),
        (
            ",\"transports\":[{\"type\":\"st\tdio\",\"command\":\"x\"}]}",
            1,
        ),
        (r#","tools":[{"name":"t","inputSchema":None}]}"#, 1),
        (
            r#","tools":[{"name":"t","inputSchema":{"type":"obj\qect"}}]}"#,
            1,
        ),
    ];
    for (members, count) in cases {
        assert_eq!(said(members).len(), count, "{members}: {:?}", said(members));
    }
    let text = "{\"mcpdesc\":\"0.8.0?\",\"info\":{\"name\":\"a\",\"version\":\"1\"},\
                \"protocolVersions\":[\"2026-07-28\"],\"x-?\":1,\"x-?\":2}";
    let bytes: Vec<u8> = text
        .bytes()
        .map(|byte| if byte == b'?' { 0xe9 } else { byte })
        .collect();
    assert_eq!(said_of(&bytes), ["invalid-encoding the document"]);
}

#[test]
fn a_value_that_is_not_written_yet_is_one_finding() {
    let cases = [
        (
            ",\"transports\":[{\"type\":\n\"command\":\"x\"}]}",
            "invalid-json transports[0].type",
        ),
        (
            ",\"prompts\":[{\"name\"\n,\"title\":\"1\"}]}",
            "invalid-json prompts[0].name",
        ),
        (",\"x-a\":/* never closed }", "json-comment x-a"),
    ];
    for (members, expected) in cases {
        assert_eq!(said(members), [expected], "{members}");
    }
}

#[test]
fn one_missing_or_extra_bracket_or_quote_is_one_finding() {
    let whole = r#"{"mcpdesc":"0.8.0","info":{"name":"a","version":"1"},"protocolVersions":["2026-07-28"],"tools":[{"name":"t","inputSchema":{"type":"object"}},{"name":"u","inputSchema":{"type":"object"}}]}"#;
    for (at, character) in whole.char_indices() {
        let without = format!("{}{}", &whole[..at], &whole[at + 1..]);
        let twice = format!("{}{character}{}", &whole[..at], &whole[at..]);
        for text in [without, twice] {
            let said = said_of(text.as_bytes());
            if "{}[]\"".contains(character) {
                assert_eq!(said.len(), 1, "{text}: {said:?}");
            }
        }
    }
}

#[test]
fn a_wrong_quote_is_told_of_its_own_string() {
    let cases = [
        (",\"x-a\":\"a\", \"x-b\":\"b\n}", "invalid-json x-b", "\"b"),
        (
            ",\"x-a\":\"say \"hi\" to\",\"x-b\":1}",
            "invalid-json x-a",
            "\"say \"hi\" to\"",
        ),
        (
            ",\"x-a\":[\"a\"] y\",\"x-b\":1}",
            "invalid-json the document",
            "y",
        ),
    ];
    for (members, expected, shown) in cases {
        assert_eq!(said(members), [expected], "{members}");
        let text = format!("{{{}", &members[1..]);
        let (tree, faults) = read(text.as_bytes());
        assert_eq!(tree.source().slice(faults[0].span), shown, "{members}");
    }
}

#[test]
fn a_key_behind_an_unclosed_list_or_a_key_without_value_lies_outside_them() {
    for text in [
        "{\"a\": [1, \"b\": 2}",
        "{\"a\": [1, \"b\" : 2]}",
        "{\"a\": \"b\" : 2}",
    ] {
        let (tree, _) = read(text.as_bytes());
        let root = tree.root().unwrap();
        let before = root.get("a").unwrap().span();
        let key = root.members().find(|it| it.key == "b").unwrap().key_span;
        assert!(before.end <= key.start, "{text}: {before:?} {key:?}");
    }
}

#[test]
fn lines_tell_where_a_bracket_was_not_closed() {
    let text = "{\n  \"mcpdesc\": \"0.8.0\",\n  \"info\": {\n    \"name\": \"a\",\n    \
                \"version\": \"1\",\n  \"protocolVersions\": [\"2026-07-28\"],\n  \"tols\": []\n}\n";
    assert_eq!(
        said_of(text.as_bytes()),
        ["invalid-json info", "unknown-property tols"]
    );
    let (tree, faults) = read(text.as_bytes());
    assert_eq!(tree.source().position(faults[0].span.start).line, 6);
}

#[test]
fn a_text_without_a_name_is_yaml_where_only_yaml_allows_it() {
    let format = |text: &str| {
        let mut findings = Findings::new(10);
        source::read(text.as_bytes(), None, Limits::default(), &mut findings).format()
    };
    for text in ["{a: 1}", "{'a': 1}", "[b, 2026-07-28]", "{\"a\": 1 # x\n}"] {
        assert_eq!(format(text), Format::Yaml, "{text}");
    }
    for text in ["{\"a\": 1}", "{\"a\": 1,}", "{a: 1", "{a: b: c}"] {
        assert_eq!(format(text), Format::Json, "{text}");
    }
}

#[test]
fn a_text_that_is_being_written_keeps_what_stands_before() {
    for text in [
        "{\"a\": [{\"b\": 1}], \"",
        "{\"a\": [{\"b\": 1}], \"c",
        "{\"a\": [{\"b\": 1}],",
        "{\"a\": [{\"b\": 1}], \"c\": [",
    ] {
        let (tree, faults) = read(text.as_bytes());
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        let root = tree.root().unwrap();
        assert!(root.is_cut(), "{text}");
        assert_eq!(root.get("a").unwrap().len(), 1, "{text}");
    }
}
