//! Scopes within their parents, and at most one declaration a revision.

use super::*;

#[test]
fn a_scope_beyond_its_parent_is_one_finding_that_names_every_excess_revision() {
    let report = check(
        &["2025-11-25"],
        json!({ "tools": [tool("a", &["2025-06-18", "2025-11-25", "2026-07-28"])] }),
    );
    let [found] = &report.diagnostics[..] else {
        panic!("{:#?}", report.diagnostics);
    };
    assert_eq!(found.rule.code, OUTSIDE);
    assert!(
        found.message.contains("2025-06-18 and 2026-07-28"),
        "{}",
        found.message
    );
    assert!(
        found.message.contains("only 2025-11-25"),
        "{}",
        found.message
    );
    assert_eq!(found.related.len(), 2);
}

#[test]
fn every_scoped_declaration_stays_within_the_root() {
    let scope = json!(["2025-06-18"]);
    assert_found(
        &["2025-11-25"],
        json!({
            "transports": [{ "type": "stdio", "command": "c", "protocolVersions": scope },
                           { "type": "stdio", "command": "c" }],
            "capabilities": [{ "protocolVersions": scope }],
            "tools": [tool("t", &["2025-06-18"])],
            "resources": [{ "uri": "a:b", "name": "r", "protocolVersions": scope }],
            "resourceTemplates": [{ "uriTemplate": "a:{b}", "name": "r", "protocolVersions": scope }],
            "prompts": [{ "name": "p", "protocolVersions": scope }],
        }),
        OUTSIDE,
        &[
            "transports[0].protocolVersions[0]: \"2025-06-18\"",
            "capabilities[0].protocolVersions[0]: \"2025-06-18\"",
            "tools[0].protocolVersions[0]: \"2025-06-18\"",
            "resources[0].protocolVersions[0]: \"2025-06-18\"",
            "resourceTemplates[0].protocolVersions[0]: \"2025-06-18\"",
            "prompts[0].protocolVersions[0]: \"2025-06-18\"",
        ],
    );
}

#[test]
fn an_elicitation_stays_within_its_primitive_not_just_the_root() {
    let elicitation = |scope: &str| {
        json!({ "name": "e", "mode": "form", "message": "m", "protocolVersions": [scope],
                "requestedSchema": { "type": "object", "properties": {} } })
    };
    let mut narrow = tool("a", &["2025-11-25"]);
    narrow["elicitations"] = json!([elicitation("2025-11-25"), elicitation("2026-07-28")]);
    let mut wide = everywhere("b");
    wide["elicitations"] = json!([elicitation("2026-07-28"), elicitation("2025-06-18")]);
    assert_found(
        &["2025-11-25", "2026-07-28"],
        json!({ "tools": [narrow, wide] }),
        OUTSIDE,
        &[
            "tools[0].elicitations[1].protocolVersions[0]: \"2026-07-28\"",
            "tools[1].elicitations[1].protocolVersions[0]: \"2025-06-18\"",
        ],
    );
}

#[test]
fn nothing_is_outside_a_root_scope_that_cannot_be_read() {
    for versions in [
        json!(null),
        json!("2025-11-25"),
        json!([]),
        json!(["2025-11-25", "later"]),
    ] {
        let document =
            json!({ "protocolVersions": versions, "tools": [tool("a", &["2025-06-18"])] });
        assert_found(&[], document, OUTSIDE, &[]);
    }
    let cut = r#"{"tools":[{"name":"a","protocolVersions":["2025-06-18"]}],"protocolVersions":["2025-11-25","#;
    assert!(places(&check_text(cut), cut, OUTSIDE).is_empty());
}

#[test]
fn declarations_of_one_name_may_not_share_a_revision() {
    let both = &["2025-11-25", "2026-07-28"];
    let overlap = "tools[1].protocolVersions: [\"2026-07-28\"]";
    let cases = [
        (
            vec![everywhere("a"), tool("a", &["2026-07-28"])],
            vec![overlap],
        ),
        (
            vec![tool("a", both), tool("a", &["2026-07-28"])],
            vec![overlap],
        ),
        (
            vec![tool("a", &["2025-11-25"]), tool("a", &["2026-07-28"])],
            vec![],
        ),
        (vec![everywhere("a"), everywhere("A")], vec![]),
        (
            vec![everywhere("a"), everywhere("a")],
            vec!["tools[1].protocolVersions: \"a\""],
        ),
    ];
    for (tools, expected) in cases {
        assert_found(both, json!({ "tools": tools }), OVERLAP, &expected);
    }
}

#[test]
fn each_kind_of_primitive_is_identified_by_its_own_member() {
    let twice = |it: Value| json!([it, it]);
    assert_found(
        &["2025-11-25"],
        json!({
            "tools": [everywhere("x")],
            "resources": twice(json!({ "uri": "a:b", "name": "x" })),
            "resourceTemplates": twice(json!({ "uriTemplate": "a:{b}", "name": "x" })),
            "prompts": twice(json!({ "name": "x" })),
        }),
        OVERLAP,
        &[
            "resources[1].protocolVersions: \"a:b\"",
            "resourceTemplates[1].protocolVersions: \"a:{b}\"",
            "prompts[1].protocolVersions: \"x\"",
        ],
    );
    let same_name = json!([{ "uri": "a:b", "name": "x" }, { "uri": "a:c", "name": "x" }]);
    assert_found(
        &["2025-11-25"],
        json!({ "resources": same_name }),
        OVERLAP,
        &[],
    );
}

#[test]
fn ten_thousand_declarations_of_one_name_are_one_finding_each_after_the_first() {
    let tools: Vec<_> = (0..10_000).map(|_| everywhere("same")).collect();
    let report = check(&["2025-11-25"], json!({ "tools": tools }));
    let kept = report
        .diagnostics
        .iter()
        .filter(|it| it.rule.code == OVERLAP);
    assert_eq!(kept.count() + report.dropped, 9_999);
}

#[test]
fn two_capabilities_objects_may_not_share_a_revision() {
    let revisions = &["2025-11-25", "2026-07-28"];
    assert_found(
        revisions,
        json!({ "capabilities": [{ "protocolVersions": ["2025-11-25"] }, { "tools": {} }] }),
        "capability-scope-overlap",
        &["capabilities[0].protocolVersions: [\"2025-11-25\"]"],
    );
    assert_found(
        revisions,
        json!({ "capabilities": [{ "protocolVersions": ["2025-11-25"] },
                                 { "protocolVersions": ["2026-07-28"] }] }),
        "capability-scope-overlap",
        &[],
    );
}

#[test]
fn a_legacy_revision_makes_the_check_incomplete_and_says_so() {
    let report = check(&["2025-06-18", "2025-03-26", "2024-11-05"], json!({}));
    assert!(report.valid && !report.complete);
    let [found] = &report.diagnostics[..] else {
        panic!("{:#?}", report.diagnostics);
    };
    assert_eq!(found.rule.code, "legacy-protocol-validation-incomplete");
    assert!(
        found.message.contains("2024-11-05 and 2025-03-26"),
        "{}",
        found.message
    );
    assert!(check(&["2025-06-18"], json!({})).complete);
}
