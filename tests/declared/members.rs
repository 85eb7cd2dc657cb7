//! Security, tags, and members that not every revision defines.

use super::*;

#[test]
fn a_required_scheme_must_be_declared_wherever_it_is_required() {
    let nope = json!([{}, { "key": [] }, { "keys": [] }]);
    let members = json!({
        "security": nope,
        "transports": [{ "type": "stdio", "command": "c", "security": nope }],
        "prompts": [{ "name": "p", "security": nope }],
    });
    let expected = [
        "security[2].keys: \"keys\"",
        "transports[0].security[2].keys: \"keys\"",
        "prompts[0].security[2].keys: \"keys\"",
    ];
    let mut declared = members.clone();
    declared["securitySchemes"] = schemes();
    let report = check(&["2025-11-25"], declared.clone());
    assert!(
        report
            .diagnostics
            .iter()
            .all(|it| it.help.as_deref() == Some("did you mean `key`?")),
        "{:#?}",
        report.diagnostics
    );
    // The order of findings is that of the text.
    let mut found = {
        let text = document(&["2025-11-25"], declared).to_string();
        places(&check_text(&text), &text, "unknown-security-scheme")
    };
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let report = check(&["2025-11-25"], members);
    assert_eq!(report.diagnostics.len(), 6, "{:#?}", report.diagnostics);
}

#[test]
fn schemes_that_may_only_be_unread_are_not_missed() {
    for text in [
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"securitySchemes":{"other":{},"#,
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"#,
        r#"{"protocolVersions":["2025-11-25"],"security":[{"key":[]}],"securitySchemes":[]}"#,
    ] {
        let found = places(&check_text(text), text, "unknown-security-scheme");
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn scopes_belong_to_schemes_that_have_them() {
    let members = json!({
        "securitySchemes": schemes(),
        "security": [
            { "key": [], "basic": [], "oidc": [], "oauth": [] },
            { "key": ["a"], "basic": ["b"], "oidc": ["c"], "oauth": ["a:read", "a:write", "a:raed"] },
        ],
    });
    assert_found(
        &["2025-11-25"],
        members.clone(),
        "non-oauth-scope-misuse",
        &["security[1].key: [\"a\"]", "security[1].basic: [\"b\"]"],
    );
    assert_found(
        &["2025-11-25"],
        members,
        "uncatalogued-oauth-scope",
        &[
            "security[1].oidc[0]: \"c\"",
            "security[1].oauth[2]: \"a:raed\"",
        ],
    );
}

#[test]
fn tags_come_from_the_catalogue_where_there_is_one() {
    let prompts = json!([{ "name": "p", "tags": ["chess", "Chess"] }]);
    let unknown = "unknown-tag-reference";
    let with = |tags: Value| json!({ "tags": tags, "prompts": prompts });
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "chess" }])),
        unknown,
        &["prompts[0].tags[1]: \"Chess\""],
    );
    assert_found(&["2025-11-25"], json!({ "prompts": prompts }), unknown, &[]);
    assert_found(
        &["2025-11-25"],
        with(json!(["chess", "Chess"])),
        unknown,
        &[],
    );
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "chess" }, {}])),
        unknown,
        &[],
    );
    assert_found(
        &["2025-11-25"],
        with(json!([{ "name": "a" }, { "name": "b" }, { "name": "a" }, { "name": "a" }])),
        "duplicate-root-tag",
        &["tags[2].name: \"a\"", "tags[3].name: \"a\""],
    );
}

#[test]
fn a_member_needs_every_revision_it_applies_to() {
    let field = "field-not-supported-by-version";
    let full = json!({
        "title": "T", "icons": [{ "src": "a:/i.png" }], "_meta": {}, "outputSchema": { "type": "object" },
        "annotations": {}, "execution": {}, "name": "t", "inputSchema": { "type": "object" },
    });
    let marked = |names: &[&str]| -> Vec<String> {
        names
            .iter()
            .map(|it| format!("tools[0].{it}: \"{it}\""))
            .collect()
    };
    let cases: [(&str, &[&str]); 5] = [
        (
            "2024-11-05",
            &[
                "title",
                "icons",
                "_meta",
                "outputSchema",
                "annotations",
                "execution",
            ],
        ),
        (
            "2025-03-26",
            &["title", "icons", "_meta", "outputSchema", "execution"],
        ),
        ("2025-06-18", &["icons", "execution"]),
        ("2025-11-25", &[]),
        ("2026-07-28", &["execution"]),
    ];
    for (revision, names) in cases {
        let expected = marked(names);
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        assert_found(&[revision], json!({ "tools": [full] }), field, &expected);
    }
}

#[test]
fn every_kind_of_declaration_is_held_to_its_revisions() {
    let members = json!({
        "info": { "name": "n", "version": "1", "title": "Info is never scoped", "icons": [] },
        "resources": [{ "uri": "a:b", "name": "r", "title": "t", "size": 1,
                        "annotations": { "priority": 1, "lastModified": "2025-01-01" } }],
        "resourceTemplates": [{ "uriTemplate": "a:{b}", "name": "r", "_meta": {} }],
        "prompts": [{ "name": "p", "arguments": [{ "name": "a" }, { "name": "b", "title": "t" }] }],
    });
    let revisions = &["2024-11-05", "2025-03-26", "2025-06-18"];
    assert_found(
        revisions,
        members.clone(),
        "field-not-supported-by-version",
        &[
            "resources[0].title: \"title\"",
            "resourceTemplates[0]._meta: \"_meta\"",
            "prompts[0].arguments[1].title: \"title\"",
        ],
    );
    assert_found(
        revisions,
        members.clone(),
        "resource-annotation-not-supported-by-version",
        &["resources[0].annotations.lastModified: \"lastModified\""],
    );
    let report = check(revisions, members);
    let title = report
        .diagnostics
        .iter()
        .find(|it| it.path.to_string() == "resources[0].title");
    let message = &title.unwrap().message;
    assert!(message.contains("2024-11-05 and 2025-03-26"), "{message}");
}
