//! What holds for every text: readers never panic, stay within the text, and agree with others.

use mcpdesc::diagnostic::{Diagnostic, Findings, Severity};
use mcpdesc::source::{self, Format, Limits, Tree, Value};
use mcpdesc::{Options, check, load};
use proptest::collection::vec;
use proptest::prelude::*;

/// Well-formed texts to start from.
const SEEDS: &[(Format, &str)] = &[
    (
        Format::Json,
        "{\"mcpdesc\": \"0.8.0\", \"tools\": [{\"name\": \"é\\n\", \"x\": [1.5e3, -0, true, null]}, {}], \"a\": \"b\"}",
    ),
    (
        Format::Json,
        "{\n  \"mcpdesc\": \"0.8.0\",\n  \"info\": {\n    \"name\": \"→\"\n  },\n  \"tools\": [\n    {\n      \"a\": [],\n      \"b\": {}\n    }\n  ]\n}\n",
    ),
    (
        Format::Yaml,
        "mcpdesc: 0.8.0\ninfo: {name: \"é\\n\", 'v': !!str 1}\ntools:\n- name: &a |2-\n    x\n   y\n  tags: [a, >, b]\n? k\n: - 1\n  - # c\n    2\n",
    ),
];

fn read(bytes: &[u8], format: Option<Format>) -> (Tree, Vec<Diagnostic>) {
    let mut findings = Findings::new(50);
    let tree = source::read(bytes, format, Limits::default(), &mut findings);
    (tree, findings.into_sorted())
}

fn errors(faults: &[Diagnostic]) -> Vec<&'static str> {
    let errors = faults
        .iter()
        .filter(|fault| fault.severity() == Severity::Error);
    errors.map(|fault| fault.rule.code).collect()
}

/// Spans lie in the text, children lie in their parents one behind the other, and paths lead back
/// to values.
fn assert_sound(value: Value<'_>) {
    let text = value.tree().source().as_str();
    let span = value.span();
    assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    let mut end = span.start;
    for (at, element) in value.elements().enumerate() {
        assert_eq!(element.index(), Some(at));
        assert_inside(value, element);
        let span = element.span();
        assert!(end <= span.start, "{span:?} before {end} in {text:?}");
        end = span.end;
    }
    for member in value.members() {
        let key = member.key_span;
        assert!(text.get(key.range()).is_some(), "{key:?} in {text:?}");
        assert_eq!(member.value.key(), Some((member.key, key)));
        assert_inside(value, member.value);
        let span = member.value.span();
        assert!(
            end <= key.start && key.end <= span.start,
            "{key:?} {span:?} before {end} in {text:?}"
        );
        end = span.end;
    }
}

fn assert_inside(parent: Value<'_>, child: Value<'_>) {
    assert_eq!(child.parent().map(Value::id), Some(parent.id()));
    let (outer, inner) = (parent.span(), child.span());
    let text = parent.tree().source().as_str();
    assert!(
        outer.start <= inner.start && inner.end <= outer.end,
        "{inner:?} in {outer:?} of {text:?}"
    );
    assert_sound(child);
}

/// Every place that is shown is text.
fn assert_shown(faults: &[Diagnostic], text: &str) {
    for fault in faults {
        let related = fault.related.iter().map(|related| related.span);
        for span in related.chain([fault.span]) {
            let shown = text.get(span.range());
            assert!(shown.is_some(), "{}: {span:?} in {text:?}", fault.message);
        }
    }
}

fn assert_all_sound(bytes: &[u8]) {
    let small = Limits {
        bytes: 1000,
        depth: 3,
        nodes: 9,
        scalar: 4,
        entries: 3,
    };
    for format in [None, Some(Format::Json), Some(Format::Yaml)] {
        let mut findings = Findings::new(50);
        let tree = source::read(bytes, format, small, &mut findings);
        assert_shown(&findings.into_sorted(), tree.source().as_str());
        tree.root().map(assert_sound);

        let (tree, faults) = read(bytes, format);
        let text = tree.source().as_str();
        assert_shown(&faults, text);
        match tree.root() {
            Some(root) => assert_sound(root),
            None => assert!(
                !errors(&faults).is_empty(),
                "no root and no error: {text:?}"
            ),
        }
        let options = Options {
            format,
            ..Options::default()
        };
        let report = check(&load(bytes, &options), &options);
        assert_shown(&report.diagnostics, text);
    }
}

/// One random edit: at a place, take some bytes out and put some in.
fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let piece = "[-\\[\\]{},:?&*!|>'\"%@`#<=~.0-9a\u{e9}\u{0}\u{a0}\u{feff} \t\r\n\\\\]{0,4}";
    vec((any::<prop::sample::Index>(), 0usize..4, piece), 1..4)
}

fn edited(text: &str, edits: Vec<(prop::sample::Index, usize, String)>) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, take, piece) in edits {
        let start = at.index(bytes.len() + 1);
        let end = (start + take).min(bytes.len());
        bytes.splice(start..end, piece.into_bytes());
    }
    bytes
}

/// Any JSON value, with strings of every kind.
fn values() -> impl Strategy<Value = serde_json::Value> {
    let text = prop_oneof![
        any::<String>(),
        "[ \t\n:#'\"\\\\,~yesno0-9.e+-]{0,12}",
        "[\u{7f}-\u{9f}\u{2028}\u{fffe}\u{ffff}\u{feff}a ]{0,6}",
    ];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        text.clone().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Into::into),
            vec((text.clone(), inner), 0..6)
                .prop_map(|pairs| serde_json::Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(crate::shared::random(400))]

    #[test]
    fn random_bytes_are_read_soundly(bytes in vec(any::<u8>(), 0..120)) {
        assert_all_sound(&bytes);
    }

    #[test]
    fn random_syntax_is_read_soundly(
        text in "[-\\[\\]{},:?&*!|>'\"%@`#~.0-9abé \t\r\n\\\\]{0,50}"
    ) {
        assert_all_sound(text.as_bytes());
    }

    #[test]
    fn broken_documents_are_read_soundly(seed in 0..SEEDS.len(), edits in edits()) {
        assert_all_sound(&edited(SEEDS[seed].1, edits));
    }

    /// Whatever serde_json accepts is accepted with the same data, and nothing else.
    #[test]
    fn json_is_accepted_exactly_as_serde_json_accepts_it(edits in edits()) {
        let bytes = edited(SEEDS[0].1, edits);
        let (tree, faults) = read(&bytes, Some(Format::Json));
        let codes = errors(&faults);
        match serde_json::from_slice::<serde_json::Value>(&bytes) {
            Ok(theirs) if codes.is_empty() => {
                prop_assert_eq!(tree.root().unwrap().to_json(), theirs);
            }
            Ok(_) => prop_assert!(
                codes.iter().all(|&code| code == "duplicate-key"),
                "{:?} {:?}", codes, tree.source().as_str()
            ),
            Err(_) => {
                let text = tree.source().as_str();
                let has_mark = text.starts_with('\u{feff}');
                prop_assert!(!codes.is_empty() || has_mark, "{:?}", text);
            }
        }
    }

    /// Any data reads back the same from JSON, from JSON as YAML, and from another writer's YAML.
    #[test]
    fn data_survives_every_serialization(value in values()) {
        let json = serde_json::to_string(&value).unwrap();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        let texts = [
            (Format::Json, json),
            (Format::Json, pretty.clone()),
            (Format::Yaml, pretty),
        ];
        for (format, text) in texts {
            let (tree, faults) = read(text.as_bytes(), Some(format));
            prop_assert_eq!(errors(&faults), Vec::<&str>::new(), "{}", text);
            prop_assert_eq!(tree.root().unwrap().to_json(), value.clone(), "{}", text);
        }
    }
}

/// The text with one character or one line taken out, or one character put in, at every place.
fn damaged(text: &str) -> Vec<String> {
    let mut damaged = Vec::new();
    for (at, character) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        let behind = &rest[character.len_utf8()..];
        if "{}[],:\"'-\n".contains(character) {
            damaged.push(format!("{before}{behind}"));
        }
        if at % 7 == 0 {
            let added = ["\"", "}", "[", "]", ","][at / 7 % 5];
            damaged.push(format!("{before}{added}{rest}"));
        }
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 0..lines.len() {
        damaged.push(lines[..at].concat() + &lines[at + 1..].concat());
    }
    damaged
}

#[test]
fn one_damage_to_the_syntax_is_one_finding_or_two() {
    let weather = include_str!("../testdata/valid/weather.mcpdesc.json");
    let library = include_str!("../testdata/valid/library.mcpdesc.yaml");
    let one_line = serde_json::from_str::<serde_json::Value>(weather).unwrap();
    let texts = [
        (Format::Json, weather.to_owned()),
        (Format::Json, one_line.to_string()),
        (Format::Yaml, library.to_owned()),
        (Format::Yaml, serde_yaml::to_string(&one_line).unwrap()),
    ];
    for (format, text) in texts {
        let options = Options {
            format: Some(format),
            ..Options::default()
        };
        let broken = ["invalid-json", "invalid-yaml", "trailing-comma"];
        let (mut all, mut many) = (0, Vec::new());
        for text in damaged(&text) {
            let report = check(&load(text.as_bytes(), &options), &options);
            let codes: Vec<_> = report.diagnostics.iter().map(|it| it.rule.code).collect();
            if codes.iter().any(|code| broken.contains(code)) {
                all += 1;
                if codes.len() > 2 {
                    many.push(codes);
                }
            }
        }
        assert!(all > 100);
        assert!(many.len() * 50 < all, "{} of {all}: {many:?}", many.len());
    }
}
