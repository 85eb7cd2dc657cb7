//! The run-time module of generated servers that reads URIs backwards (RFC 6570).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use uri_template::UriTemplate;

use crate::shared;

#[path = "../../templates/runtime/uri_template.rs"]
mod uri_template;

fn variables(template: &str, uri: &str) -> Option<Value> {
    let variables = UriTemplate::parse(template).unwrap().variables(uri)?;
    Some(Value::Object(variables))
}

#[test]
fn every_expansion_of_the_rfc_is_recognised() {
    let mut count = 0;
    for (template, expansion, values) in expansions() {
        let found = variables(&template, &expansion);
        assert!(found.is_some(), "{template} did not match {expansion}");
        count += 1;
        if is_unambiguous(&template, &values) {
            let found = found.unwrap();
            let expected = expected(&template, &values);
            assert_eq!(found, Value::Object(expected), "{template} {expansion}");
        }
    }
    assert!(shared::dir().is_none() || count > 150, "{count}");
}

/// The templates of the test suite with their one expansion, and the values that were expanded.
fn expansions() -> Vec<(String, String, Map<String, Value>)> {
    let Some(dir) = shared::dir() else {
        return Vec::new();
    };
    let mut expansions = Vec::new();
    for file in [
        "spec-examples.json",
        "spec-examples-by-section.json",
        "extended-tests.json",
    ] {
        let text = std::fs::read_to_string(dir.join("rfc6570").join(file)).unwrap();
        let groups: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
        for group in groups.values() {
            let values = group["variables"].as_object().unwrap();
            for case in group["testcases"].as_array().unwrap() {
                let template = case[0].as_str().unwrap().to_owned();
                let one = case[1].as_str().map(str::to_owned);
                let several = case[1].as_array().into_iter().flatten();
                let several = several.filter_map(|it| it.as_str().map(str::to_owned));
                for expansion in one.into_iter().chain(several) {
                    expansions.push((template.clone(), expansion, values.clone()));
                }
            }
        }
    }
    expansions
}

/// The variables of a template, with their modifiers.
fn names(template: &str) -> Vec<String> {
    let expressions = template.split('{').skip(1);
    let expressions = expressions.filter_map(|it| it.split_once('}'));
    let names = |(inside, _): (&'_ str, &'_ str)| {
        let names = inside.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']);
        names.split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    expressions.flat_map(names).collect()
}

/// Whether an expansion tells all values: each is a text that stands in an expression of its own, or
/// a list that is spread, and none is cut.
fn is_unambiguous(template: &str, values: &Map<String, Value>) -> bool {
    let is_plain = |name: &str| match name.strip_suffix('*') {
        Some(name) => values.get(name).is_some_and(Value::is_array),
        None => values
            .get(name)
            .is_some_and(|it| it.is_string() && it != ""),
    };
    let several = template.split('{').any(|it| {
        let inside = it.split_once('}').map_or("", |(inside, _)| inside);
        inside.contains(',') && !inside.starts_with(['?', '&', ';'])
    });
    // The separators of `{+a}{+b}` may belong to either.
    let reserved = template.matches("{+").count() + template.matches("{#").count();
    let all = names(template);
    !several
        && reserved < 2
        && (reserved == 0 || all.len() == 1)
        && all.iter().all(|it| is_plain(it))
}

fn expected(template: &str, values: &Map<String, Value>) -> Map<String, Value> {
    let value = |name: &str| (name.to_owned(), values[name].clone());
    names(template)
        .iter()
        .map(|it| value(it.trim_end_matches('*')))
        .collect()
}

#[test]
fn values_are_decoded_and_lists_are_told_apart() {
    let cases = [
        (
            "note://{id}",
            "note://a%20b%2Fc",
            Some(json!({"id": "a b/c"})),
        ),
        ("note://{id}", "note://a/b", None),
        (
            "note://{+path}",
            "note://a/b%20c",
            Some(json!({"path": "a/b c"})),
        ),
        (
            "note:/{/path*}",
            "note://a/b",
            Some(json!({"path": ["a", "b"]})),
        ),
        ("note:/{/path*}", "note:/", Some(json!({"path": []}))),
        (
            "n:{id}{?a,b}",
            "n:1?b=2",
            Some(json!({"id": "1", "b": "2"})),
        ),
        ("n:{id}{?a,b}", "n:1", Some(json!({"id": "1"}))),
        ("n:{id}{?a,b}", "n:1?c=2", None),
        (
            "n:{id}{?a*}",
            "n:1?a=2&a=3",
            Some(json!({"id": "1", "a": ["2", "3"]})),
        ),
        (
            "n:{id}{?a*}",
            "n:1?x=2&y=3",
            Some(json!({"id": "1", "a": ["x=2", "y=3"]})),
        ),
        (
            "n:{id}{#part}",
            "n:1#end",
            Some(json!({"id": "1", "part": "end"})),
        ),
        ("n:{id}{#part}", "n:1", Some(json!({"id": "1"}))),
        ("n:{id:3}", "n:abc", Some(json!({"id": "abc"}))),
        ("n:{id:3}", "n:abcd", None),
        ("n:{id:1}/{id}", "n:a/abc", Some(json!({"id": "abc"}))),
        ("n:{id:1}/{id}", "n:b/abc", None),
        ("n:{a}/{a}", "n:1/2", None),
        ("n:{a}/{a}", "n:1/12", None),
        ("n:{a:2}{a:1}", "n:xyx", Some(json!({"a": "xy"}))),
        (
            "n:{name}.{kind}",
            "n:a.tar.gz",
            Some(json!({"name": "a.tar", "kind": "gz"})),
        ),
        ("n:{id}", "n:%C3%BC", Some(json!({"id": "ü"}))),
        ("n:{id}", "n:ü", Some(json!({"id": "ü"}))),
        ("n:ü/{id}", "n:%c3%bc/1", Some(json!({"id": "1"}))),
        ("n:{id}", "n:%FF", None),
        ("n:{id}", "n:%2", None),
        ("n:{id}", "n:%+2", None),
        ("n:{+id}", "n:a%2Fb%20c", Some(json!({"id": "a%2Fb c"}))),
        ("n:{id}", "n:", Some(json!({"id": ""}))),
        ("n:plain", "n:plain", Some(json!({}))),
        ("n:plain", "n:other", None),
    ];
    for (template, uri, expected) in cases {
        assert_eq!(variables(template, uri), expected, "{template} {uri}");
    }
}

#[test]
fn variables_are_known_by_their_names_alone() {
    let template = UriTemplate::parse("n:{id:3}/{+path}{?a,b*}").unwrap();
    let known = |name: &&str| template.has(name);
    let names = ["id", "path", "a", "b", "c", "id:3", "b*", "+path", "n", ""];
    let names: Vec<_> = names.iter().copied().filter(known).collect();
    assert_eq!(names, ["id", "path", "a", "b"]);
}

#[test]
fn a_search_without_an_end_in_sight_is_given_up() {
    // The values are found where the first half of the text is tried for the first variable, after
    // all that is longer.
    let template = "n:{a}{b}{c}{a}{b}{c}";
    let text = |half: usize| format!("n:{}", "x".repeat(2 * half));
    assert_eq!(
        variables(template, &text(4)),
        Some(json!({"a": "xxxx", "b": "", "c": ""}))
    );
    assert_eq!(variables(template, &text(1000)), None);
}

#[test]
fn a_hostile_uri_is_given_up_on() {
    let template = "{+a}x{+b}x{+c}x{+d}x{+e}x{+a}";
    let uri = "x".repeat(400);
    // Whatever the answer is, there is one.
    let _ = variables(template, &uri);
    let template = "{a}{b}{c}{d}{e}{f}{g}{h}!";
    assert_eq!(variables(template, &"a".repeat(2000)), None);
}
