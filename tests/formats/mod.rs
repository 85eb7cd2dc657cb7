//! URI templates against the RFC's own examples, an expander, and every short text.

mod expand;

use std::collections::{BTreeMap, BTreeSet};

use mcpdesc::formats::uri_template::{Match, Pool, UriTemplate};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::shared;
use expand::{Value, Values, expand};

fn verdict(template: &str, uri: &str) -> Match {
    UriTemplate::parse(template)
        .unwrap_or_else(|faults| panic!("{template}: {faults:?}"))
        .matches(uri)
}

/// The cases of one file: template and expansions, none for a template that must be refused.
fn cases(file: &str) -> Option<Vec<(String, Vec<String>)>> {
    let text = std::fs::read_to_string(shared::dir()?.join("rfc6570").join(file)).unwrap();
    let groups: BTreeMap<String, Json> = serde_json::from_str(&text).unwrap();
    let cases = groups
        .values()
        .flat_map(|group| group["testcases"].as_array().unwrap());
    Some(
        cases
            .map(|case| (case[0].as_str().unwrap().to_owned(), strings(&case[1])))
            .collect(),
    )
}

fn strings(value: &Json) -> Vec<String> {
    match value {
        Json::String(text) => vec![text.clone()],
        Json::Array(all) => all.iter().flat_map(strings).collect(),
        _ => vec![],
    }
}

fn example_expansions() -> Vec<(String, String)> {
    let files = [
        "spec-examples.json",
        "spec-examples-by-section.json",
        "extended-tests.json",
    ];
    let cases = files.iter().filter_map(|file| cases(file)).flatten();
    cases
        .flat_map(|(template, all)| all.into_iter().map(move |uri| (template.clone(), uri)))
        .collect()
}

#[test]
fn every_example_expansion_matches_its_template() {
    for (template, uri) in example_expansions() {
        assert_eq!(verdict(&template, &uri), Match::Yes, "{template} {uri}");
    }
}

#[test]
fn negative_examples_are_refused_at_their_character() {
    let places = [
        ("{/id*", 0..1),
        ("/id*}", 4..5),
        ("{/?id}", 2..3),
        ("{var:prefix}", 4..5),
        ("{hello:2*}", 8..9),
        ("{??hello}", 2..3),
        ("{!hello}", 1..2),
        ("{with space}", 5..6),
        ("{ leading_space}", 1..2),
        ("{trailing_space }", 15..16),
        ("{=path}", 1..2),
        ("{$var}", 1..2),
        ("{|var*}", 1..2),
        ("{*keys?}", 1..2),
        ("{?empty=default,var}", 7..8),
        ("{var}{-prefix|/-/|var}", 6..7),
        ("?q={searchTerms}&amp;c={example:color?}", 31..32),
        ("x{?empty|foo=none}", 8..9),
        ("/h{#hello+}", 9..10),
        ("/h#{hello+}", 9..10),
        ("{;keys:1*}", 8..9),
        ("?{-join|&|var,list}", 2..3),
        ("/people/{~thing}", 9..10),
        ("/{default-graph-uri}", 9..10),
        ("/sparql{?query,default-graph-uri}", 22..23),
        ("/sparql{?query){&default-graph-uri*}", 14..15),
        ("/resolution{?x, y}", 15..16),
        ("{var:0}", 5..6),
        ("{var:01}", 5..7),
        ("{var:10000}", 5..10),
        ("{var:}", 4..5),
        ("{x.}", 2..3),
        ("{x..y}", 2..3),
        ("{%2x}", 1..2),
    ];
    for (template, place) in &places {
        let faults = UriTemplate::parse(template).expect_err(template);
        let first = &faults[0];
        assert_eq!(first.offset..first.offset + first.len, *place, "{template}");
    }
    // Only a value that is no string makes these two fail; the templates are well-formed.
    let well_formed = ["{keys:1}", "{+keys:1}"];
    for (template, _) in cases("negative-tests.json").unwrap_or_default() {
        let is_listed = places.iter().any(|(listed, _)| *listed == template);
        assert_ne!(
            is_listed,
            well_formed.contains(&template.as_str()),
            "{template}"
        );
        assert_eq!(
            UriTemplate::parse(&template).is_ok(),
            !is_listed,
            "{template}"
        );
    }
}

#[test]
fn near_misses_of_the_example_expansions_do_not_match() {
    for (template, uri) in example_expansions() {
        let mut misses: Vec<String> = ["%", " ", "\"", "|", "é", "%2", "^"]
            .iter()
            .map(|end| format!("{uri}{end}"))
            .collect();
        let operator = template
            .strip_prefix('{')
            .and_then(|rest| rest.chars().next());
        let is_one_expression = template.find('}') == Some(template.len() - 1);
        if let Some(c) = operator.filter(|c| "#/;?&".contains(*c) && is_one_expression)
            && let Some(rest) = uri.strip_prefix(c).filter(|rest| !rest.is_empty())
            && !rest.starts_with(c)
        {
            misses.push(rest.to_owned());
            misses.push(format!("!{rest}"));
        }
        if let Some(c) = template
            .chars()
            .next()
            .filter(|c| *c != '{' && c.is_ascii())
        {
            misses.push(uri.replacen(c, "~", 1));
            misses.push(uri.replacen(c, "", 1));
        }
        if !template.ends_with('}') {
            misses.push(format!("{}~", &uri[..uri.len() - 1]));
        }
        if let Some((name, _)) = template.strip_prefix("{?").and_then(|t| t.split_once('}'))
            && is_one_expression
            && name.chars().all(|c| c.is_ascii_alphanumeric())
            && !uri.is_empty()
        {
            misses.push(uri.replacen('?', "?other", 1));
            misses.push(uri.replacen('=', "", 1));
        }
        for miss in misses {
            assert_eq!(verdict(&template, &miss), Match::No, "{template} {miss}");
        }
    }
}

#[test]
fn what_no_value_expands_to_does_not_match() {
    for (template, uri) in [
        ("{x}", "a/b"),
        ("{x}", "%41"),
        ("{x}", "%7e"),
        ("{x}", "%E9"),
        ("{x}", "%C0%80"),
        ("{x}", "%ED%A0%80"),
        ("{x:3}", "a,b"),
        ("{x:3}", "abcd"),
        ("{x:1}", "%C3%A9a"),
        ("{+x:1}", "%C3%A9a"),
        ("{?x}", "?x"),
        ("{?x,y}", "?y=1&x=2"),
        ("{?x,y}", "?x=1&"),
        ("{?x,y}", "&y=1"),
        ("{?x}", "?"),
        ("{;x}", ";x="),
        ("{;x*}", ";x="),
        ("{;x:2}", ";x="),
        ("{;x}", ";xa"),
        ("{x*}", "a=1,b"),
        ("{x*}", "a,b=1"),
        ("{x*}", "a=1=2"),
        ("{x}", "a=1"),
        ("{?x*}", "?a=1&b"),
        ("{/x}", "/a/b"),
        ("{/x*}", "a"),
        ("a%2fb", "a%2Fb"),
        ("a%2Fb", "a/b"),
        ("é", "é"),
        ("{a}", "é"),
        ("{x}-{x}", "a-b"),
        ("{x}/{+x}", "a%2F/b/"),
        ("{x}/{+x}", "%25/%25a"),
        ("{x}/{+x}", "%2Fa/%2Fa"),
        ("{x:2}/{x}", "ab/a"),
        ("{x:2}/{x}", "a/ab"),
        ("{x:2}/{x:3}", "ab/acd"),
        ("{?x}{&x*}", "?x=a,b&x=a&x=c"),
        ("{/x}{?x}", "/a"),
        ("{/x}{?x}", "?x=a"),
        ("{/x*}{?x*}", "/a=1?a=2"),
        ("a:b?c=d{&x}", "a:b?c=d?x=1"),
        ("a:b{?x}", "a:b?y=1"),
    ] {
        assert_eq!(verdict(template, uri), Match::No, "{template} {uri}");
    }
}

#[test]
fn what_some_value_expands_to_matches() {
    for (template, uri) in [
        ("", ""),
        ("{x}", ""),
        ("{+x}", "a/%E9%2f?#[]"),
        ("{+x}%A9", "%C3%A9"),
        ("{x}", "%c3%a9"),
        ("é{x}", "%c3%A9"),
        ("{x:1}", "%F0%9D%84%9E"),
        ("{+x:1}", "%C3%A9"),
        ("{+x:3}", "%20b%21"),
        ("{x}", "a,b,,%2C"),
        ("{?x,y}", "?y="),
        ("{;x,y}", ";x;y=1"),
        ("{;x*}", ";a;b=1"),
        ("{.x}", ".a.b"),
        ("{.x*}", ".a=b.c.d=e"),
        ("{#x,y}", "#"),
        ("{/x,y}", "//"),
        ("{x}{x}", "abab"),
        ("{x}/{+x}", "%2Fa%20b%25//a%20b%25"),
        ("{x}/{+x}", "%252Fa/%2fa"),
        ("{x:1}/{+x}", "%25/%20b"),
        ("{x:2}/{x}", "ab/abc"),
        ("{x:2}/{x:3}", "ab/abc"),
        ("{x}{?x*}", "a,b?x=a&x=b"),
        ("{x}{?x*}", "a,b?a=b"),
        ("{.x*}{/x*}", ".a.b/a/b"),
        ("{+x*}{?x*}", "a=1,b=2?a=1&b=2"),
        ("{/x}{?x}", ""),
        ("geo:point{;flat,x,y}", "geo:point;flat;y=3"),
        ("a:{+path}{#part}", "a:b/c.md#d/2?x=1"),
        ("a:b?c=d{&x,y}", "a:b?c=d&x=&y=2"),
        ("a:b?c=d{&x,y}", "a:b?c=d"),
    ] {
        assert_eq!(verdict(template, uri), Match::Yes, "{template} {uri}");
    }
}

/// Every text over `alphabet` with at most `longest` characters.
fn texts(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = all.len();
        for index in from..until {
            all.extend(
                alphabet
                    .chars()
                    .map(|c| format!("{}{c}", all[index]))
                    .collect::<Vec<_>>(),
            );
        }
        from = until;
    }
    all
}

/// Every value whose members and separators have at most `longest` characters together.
fn values(alphabet: &str, longest: usize) -> Vec<Value> {
    let mut all: Vec<Value> = texts(alphabet, longest)
        .into_iter()
        .map(Value::String)
        .collect();
    // U+0001 marks where members part, U+0002 where a key ends; a pair that is written without
    // its empty value has none.
    for text in texts(&format!("{alphabet}\u{1}"), longest) {
        all.push(Value::List(
            text.split('\u{1}').map(str::to_owned).collect(),
        ));
    }
    for text in texts(&format!("{alphabet}\u{1}\u{2}"), longest) {
        let pairs = text.split('\u{1}').map(|pair| {
            let (key, value) = pair.split_once('\u{2}').unwrap_or((pair, ""));
            (key.to_owned(), value.replace('\u{2}', "="))
        });
        all.push(Value::Array(pairs.collect()));
    }
    all
}

fn assert_exactly_the_expansions_match(template: &str, alphabet: &str, longest: usize) {
    let parsed = UriTemplate::parse(template).unwrap();
    let names: Vec<&str> = parsed.variables().collect();
    let is_cut = |name: &&str| template.contains(&format!("{name}:"));
    let mut assignments = vec![Values::new()];
    for name in &names {
        let mut values = values(alphabet, longest);
        if is_cut(name) {
            values.retain(|value| matches!(value, Value::String(_)));
        }
        let with_value = |assignment: &Values, value: &Value| {
            let mut assignment = assignment.clone();
            assignment.insert((*name).to_owned(), value.clone());
            assignment
        };
        let defined: Vec<Values> = assignments
            .iter()
            .flat_map(|assignment| values.iter().map(|value| with_value(assignment, value)))
            .collect();
        assignments.extend(defined);
    }
    let expansions: BTreeSet<String> = assignments
        .iter()
        .map(|assignment| expand(template, assignment))
        .collect();
    for uri in texts(alphabet, longest) {
        let expected = if expansions.contains(&uri) {
            Match::Yes
        } else {
            Match::No
        };
        assert_eq!(parsed.matches(&uri), expected, "{template} {uri}");
    }
}

#[test]
fn of_all_short_texts_exactly_the_expansions_match() {
    for (operator, marks) in [
        ("", "!"),
        ("+", "!"),
        ("#", "#"),
        (".", "."),
        ("/", "/"),
        (";", ";"),
        ("?", "?&"),
        ("&", "&"),
    ] {
        let alphabet = format!("a={marks}");
        for variable in ["a", "a*", "a:1", "a:2"] {
            let template = format!("{{{operator}{variable}}}");
            assert_exactly_the_expansions_match(&template, &alphabet, 4);
            assert_exactly_the_expansions_match(&template, &format!("{alphabet},"), 3);
        }
        for variables in ["a,a", "a,a*", "a:1,a", "a*,a:1"] {
            let template = format!("{{{operator}{variables}}}");
            assert_exactly_the_expansions_match(&template, &format!("{alphabet},"), 4);
        }
        for variables in ["a,b", "a*,b", "a:1,b*"] {
            let template = format!("{{{operator}{variables}}}");
            assert_exactly_the_expansions_match(&template, &format!("{alphabet},"), 2);
        }
    }
    for template in [
        "{a}{/a}",
        "{/a}{?a}",
        "a{a:1}{+a}",
        "{+a}/{a}",
        "{a*}{/a*}",
        "{.a*}{/a}",
    ] {
        assert_exactly_the_expansions_match(template, "a/,.", 4);
    }
}

#[test]
fn long_templates_and_uris_end_soon() {
    let many: String = (0..2000).map(|n| format!("{{+v{n}}}{{?w{n}*}}")).collect();
    let same = "{+x}{x*}{.x*}{/x:3}{?x*}".repeat(50);
    let long = "a.,/?x=1&%20".repeat(400);
    for template in [
        &many,
        &same,
        &"{x}".repeat(3000),
        &format!("{}b", "{+a}a".repeat(200)),
    ] {
        for uri in [
            long.as_str(),
            &"a".repeat(5000),
            "",
            "%",
            &"%C3%A9".repeat(900),
        ] {
            let broken = format!("{uri}|");
            assert_ne!(verdict(template, &broken), Match::Yes);
            verdict(template, uri);
        }
    }
    let heavy = verdict(&"{x}{y}".repeat(1500), &"a".repeat(5000));
    assert_eq!(heavy, Match::Undecided);
    assert_eq!(verdict(&"{+x}".repeat(3), &"ab".repeat(30)), Match::Yes);
    assert_eq!(
        verdict(
            "{+x}-{+x}",
            &format!("{}-{}", "ab".repeat(99), "ab".repeat(99))
        ),
        Match::Yes
    );
}

#[test]
fn what_can_be_told_cheaply_is_never_left_undecided() {
    let x = |count: usize| "x".repeat(count);
    let numbered = |count: usize, one: &dyn Fn(usize) -> String| -> Vec<String> {
        (0..count).map(one).collect()
    };
    let path = |text: &dyn Fn(usize) -> String| format!("s:{}", numbered(1000, text).join("/"));
    let names = numbered(2000, &|n| format!("v{n}")).join(",");
    let pairs = numbered(2000, &|n| {
        format!("v{n}=some%20value%20of%20a%20usual%20length")
    });
    let query = format!("s:?{}", pairs.join("&"));
    let distinct = path(&|n| format!("{{v{n}}}"));
    let literal = format!("s:{}", x(1_000_000));
    let cases = [
        // The end tells.
        (
            "s:{a}{b}{c}{d}{a}{b}{c}{d}!".to_owned(),
            format!("s:{}", x(500)),
            Match::No,
        ),
        (
            format!("s:{}é", "{a}{b}".repeat(500)),
            format!("s:{}", x(500)),
            Match::No,
        ),
        // Text in the middle tells.
        (
            format!("s:{}Z!", "{a}".repeat(1000)),
            "s:xxx".to_owned(),
            Match::No,
        ),
        (
            format!("s:{}Z{{a}}", "{a}{b}".repeat(50)),
            format!("s:{}", x(100)),
            Match::No,
        ),
        // Each variable appears once.
        (distinct.clone(), path(&|n| format!("value{n}")), Match::Yes),
        (
            distinct,
            format!("{}/", path(&|n| format!("value{n}"))),
            Match::No,
        ),
        (format!("s:{{?{names}}}"), query.clone(), Match::Yes),
        (format!("s:{{?{names}}}"), format!("{query}&w=1"), Match::No),
        // Nothing varies at all.
        (literal.clone(), literal.clone(), Match::Yes),
        (literal.clone(), literal.replacen('x', "y", 1), Match::No),
        // One of many solutions, or none of few possibilities.
        (
            "s:{a}{b}{c}{d}{a}{b}{c}{d}".to_owned(),
            format!("s:{}", x(30)),
            Match::Yes,
        ),
        (
            "s:{a}{b}{a}{b}".to_owned(),
            format!("s:{}", x(101)),
            Match::No,
        ),
        (
            format!("s:{}!", "{a}".repeat(1000)),
            "s:xxx!".to_owned(),
            Match::No,
        ),
        (
            format!("s:{}!", "{a}".repeat(100)),
            format!("s:{}!", x(100)),
            Match::Yes,
        ),
    ];
    for (template, uri, expected) in cases {
        let start = |text: &str| text.chars().take(40).collect::<String>();
        let names = format!("{} {}", start(&template), start(&uri));
        assert_eq!(verdict(&template, &uri), expected, "{names}");
    }
}

#[test]
fn hard_matches_together_end_soon_and_leave_easy_ones_their_share() {
    let hard = UriTemplate::parse("s:{+a}{+b}{+c}{+d}{+a}{+b}{+c}{+d}").unwrap();
    let easy = UriTemplate::parse("s:{a}/{b}/{a}").unwrap();
    let mut pool = Pool::default();
    let mut undecided = 0;
    for count in 0..200 {
        let uri = format!("s:{}", "x".repeat(201));
        let outcome = hard.matches_within(&uri, &mut pool);
        undecided += usize::from(outcome == Match::Undecided);
        assert_eq!(
            easy.matches_within("s:x/y/x", &mut pool),
            Match::Yes,
            "{count}"
        );
        assert_eq!(
            easy.matches_within("s:x/y/z", &mut pool),
            Match::No,
            "{count}"
        );
    }
    assert_eq!(undecided, 200);
}

fn any_value() -> impl Strategy<Value = Value> {
    let text = || "[a-c]{0,3}|(%|%2|%2F|%c3|é|𝄞|[ -~]|\\PC){0,4}";
    prop_oneof![
        text().prop_map(Value::String),
        prop::collection::vec(text(), 1..4).prop_map(Value::List),
        prop::collection::vec((text(), text()), 1..4).prop_map(Value::Array),
    ]
}

fn any_template() -> impl Strategy<Value = String> {
    let variable = "(x|y|z\\.1|%C3%A9)(\\*|:[1-4])?";
    let expression = ("[+#./;?&]?", prop::collection::vec(variable, 1..4))
        .prop_map(|(operator, variables)| format!("{{{operator}{}}}", variables.join(",")));
    let literal = "[a-z0-9:/?#.;&=,'%]{0,4}|é|%2f".prop_map(|text: String| match text.as_str() {
        "%2f" => text,
        _ => text.replace('%', ""),
    });
    prop::collection::vec(prop_oneof![expression, literal], 0..5).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(shared::random(256))]

    #[test]
    fn an_expansion_always_matches_its_template(
        template in any_template(),
        mut values in prop::collection::btree_map("x|y|z\\.1|%C3%A9", any_value(), 0..4),
    ) {
        // Only strings can be cut.
        values.retain(|name, value| {
            matches!(value, Value::String(_)) || !template.contains(&format!("{name}:"))
        });
        let uri = expand(&template, &values);
        // One in some ten thousand takes too long to be found.
        prop_assert_ne!(verdict(&template, &uri), Match::No, "{} {}", template, uri);
    }

    #[test]
    fn no_text_makes_reading_fail_in_another_way(template in "\\PC{0,20}|[{}a-c:*%0-9.,+/?é ]{0,12}") {
        if let Err(faults) = UriTemplate::parse(&template) {
            prop_assert!(faults.is_sorted_by_key(|fault| fault.offset), "{:?}", faults);
            for fault in faults {
                let wrong = template.get(fault.offset..fault.offset + fault.len);
                prop_assert!(wrong.is_some_and(|wrong| !wrong.is_empty()), "{:?}", fault);
            }
        }
    }
}
