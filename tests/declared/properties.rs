//! What must hold for every small document of a kind.

use std::collections::BTreeSet;

use mcpdesc::document::Namespace;
use proptest::prelude::*;

use super::*;
use crate::document::REVISIONS;

fn scope() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(REVISIONS.to_vec(), 1..=5)
}

fn with_scope(mut object: Value, scope: &Option<Vec<&str>>) -> Value {
    if let Some(scope) = scope {
        object["protocolVersions"] = json!(scope);
    }
    object
}

fn paths(report: &Report, code: &str) -> Vec<String> {
    let of_code = report.diagnostics.iter().filter(|it| it.rule.code == code);
    of_code.map(|it| it.path.to_string()).collect()
}

proptest! {
    #![proptest_config(crate::shared::random(256))]

    #[test]
    fn an_overlap_is_found_exactly_where_a_revision_is_taken_twice(
        tools in prop::collection::vec((0..3u8, prop::option::of(scope())), 0..8),
    ) {
        let mut taken = BTreeSet::new();
        let mut expected = Vec::new();
        let mut written = Vec::new();
        for (at, (name, scope)) in tools.iter().enumerate() {
            let own = scope.clone().unwrap_or(REVISIONS.to_vec());
            let clashes = own.into_iter().filter(|it| !taken.insert((*name, *it)));
            if clashes.count() > 0 {
                expected.push(format!("tools[{at}].protocolVersions"));
            }
            written.push(with_scope(everywhere(&name.to_string()), scope));
        }
        let report = check(&REVISIONS, json!({ "tools": written }));
        prop_assert_eq!(paths(&report, OVERLAP), expected);
    }

    #[test]
    fn a_gap_is_found_exactly_where_the_union_of_transports_leaves_one(
        root in scope(),
        transports in prop::collection::vec(prop::option::of(scope()), 1..4),
    ) {
        let covers = |revision: &&str| {
            transports.iter().any(|it| it.as_ref().is_none_or(|it| it.contains(revision)))
        };
        let first = root.iter().position(|revision| !covers(revision));
        let written: Vec<_> = transports
            .iter()
            .map(|scope| with_scope(json!({ "type": "stdio", "command": "c" }), scope))
            .collect();
        let report = check(&root, json!({ "transports": written }));
        let expected: Vec<_> = first.iter().map(|at| format!("protocolVersions[{at}]")).collect();
        prop_assert_eq!(paths(&report, GAP), expected);
        let is_inside = |it: &Option<Vec<&str>>| {
            it.as_ref().is_none_or(|it| it.iter().all(|it| root.contains(it)))
        };
        let outside = transports.iter().filter(|it| !is_inside(it)).count();
        prop_assert_eq!(paths(&report, OUTSIDE).len(), outside);
    }

    #[test]
    fn chains_end_where_following_them_by_hand_ends(
        targets in prop::collection::vec(prop::option::of(0..8usize), 1..8),
    ) {
        // A component refers to the one of its number; one without a number is a value.
        let walk = |start: usize| {
            let mut at = start;
            for _ in 0..=targets.len() {
                match targets.get(at) {
                    Some(Some(next)) => at = *next,
                    Some(None) => return Ok(at),
                    None => return Err("missing"),
                }
            }
            Err("cycle")
        };
        let on_cycle = |start: usize| {
            let mut at = start;
            (0..targets.len()).any(|_| {
                at = targets.get(at).copied().flatten().unwrap_or(usize::MAX);
                at == start
            })
        };
        let schemas: serde_json::Map<_, _> = targets
            .iter()
            .enumerate()
            .map(|(at, target)| {
                let value = target.map_or(
                    json!({ "type": "object", "title": at.to_string() }),
                    |target| reference(&format!("schemas/{target}")),
                );
                (at.to_string(), value)
            })
            .collect();
        let tools: Vec<_> = (0..targets.len())
            .map(|at| json!({ "name": at.to_string(),
                              "inputSchema": reference(&format!("schemas/{at}")) }))
            .collect();
        let members = json!({ "components": { "schemas": schemas }, "tools": tools });
        let text = document(&["2025-11-25"], members).to_string();
        let (loaded, report) = load(&text, Format::Json);
        let document = loaded.document().unwrap();
        for (at, tool) in document.primitives().enumerate() {
            let input = tool.cursor.get("inputSchema").unwrap();
            let end = document.resolve(input, Namespace::Schemas).value();
            let title = end.and_then(|it| it.str("title")).map(str::to_owned);
            prop_assert_eq!(title, walk(at).ok().map(|it| it.to_string()));
            if let Some(end) = end {
                prop_assert_eq!(end.path(), input.path());
                prop_assert!(end.is_referenced());
            }
        }
        let cyclic: Vec<_> = (0..targets.len())
            .filter(|&at| on_cycle(at))
            .map(|at| format!("components.schemas[\"{at}\"].$componentRef"))
            .collect();
        prop_assert_eq!(paths(&report, "component-reference-cycle"), cyclic);
    }

    #[test]
    fn a_tool_is_told_about_a_member_exactly_in_revisions_without_it(scope in scope()) {
        let mut written = tool("t", &scope);
        written["title"] = json!("T");
        written["execution"] = json!({});
        let report = check(&REVISIONS, json!({ "tools": [written] }));
        let found = paths(&report, "field-not-supported-by-version");
        let lacks = |defined: &[&str]| scope.iter().any(|it| !defined.contains(it));
        let expected = [("tools[0].title", lacks(&REVISIONS[2..])),
                        ("tools[0].execution", lacks(&REVISIONS[3..4]))];
        let expected: Vec<_> = expected.iter().filter(|it| it.1).map(|it| it.0).collect();
        prop_assert_eq!(found, expected);
    }
}
