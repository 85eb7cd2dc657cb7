//! Examples of Resources (§10.4.4): the results of reads.

use serde_json::{Value, json};

use super::findings;

fn resource(revisions: &[&str], declaration: Value, result: Value) -> Vec<String> {
    let mut resource = json!({"uri": "a:/1", "name": "r", "examples": {"e": {"result": result}}});
    let object = resource.as_object_mut().unwrap();
    object.extend(declaration.as_object().unwrap().clone());
    findings(revisions, json!({"resources": [resource]}))
}

#[test]
fn a_read_result_has_cache_fields_exactly_in_the_last_revision() {
    let contents = json!([{"uri": "a:/1", "text": "x"}]);
    let at = "resources[0].examples.e.result";
    let bare = json!({"contents": contents});
    assert_eq!(
        resource(&["2026-07-28"], json!({}), bare.clone()),
        [
            format!("resource-example-cache-fields-version-mismatch at {at}.cacheScope"),
            format!("resource-example-cache-fields-version-mismatch at {at}.ttlMs"),
            format!("resource-example-result-version-mismatch at {at}.resultType"),
        ]
    );
    assert!(resource(&["2025-11-25"], json!({}), bare).is_empty());
    let full = json!({
        "contents": contents, "resultType": "complete", "ttlMs": 0.5, "cacheScope": "public",
    });
    assert!(resource(&["2026-07-28"], json!({}), full.clone()).is_empty());
    assert_eq!(resource(&["2025-11-25"], json!({}), full).len(), 3);
}

#[test]
fn metadata_of_read_results_needs_a_revision_that_knows_it() {
    let entry = json!({"uri": "a:/1", "text": "x", "_meta": {}});
    let result = json!({"contents": [entry], "_meta": {}});
    let at = "resources[0].examples.e.result";
    assert_eq!(
        resource(&["2025-03-26"], json!({}), result.clone()),
        [
            format!("resource-example-content-version-mismatch at {at}.contents[0]._meta"),
            format!("resource-example-result-version-mismatch at {at}._meta"),
        ]
    );
    assert!(resource(&["2025-06-18"], json!({}), result).is_empty());
}

#[test]
fn the_entry_for_the_requested_uri_is_compared_with_the_declaration() {
    let declaration = json!({"mimeType": "text/plain", "size": 3});
    let check = |contents: Value| {
        resource(
            &["2025-11-25"],
            declaration.clone(),
            json!({"contents": contents}),
        )
    };
    let at = "resources[0].examples.e.result.contents";
    assert!(check(json!([{"uri": "a:/1", "mimeType": "Text/Plain", "text": "né"}])).is_empty());
    assert!(check(json!([{"uri": "a:/1", "blob": "AAEC"}])).is_empty());
    assert_eq!(
        check(json!([{"uri": "a:/1", "mimeType": "text/html", "blob": "AAE="}])),
        [
            format!("resource-example-mime-type-mismatch at {at}[0].mimeType"),
            format!("resource-example-size-mismatch at {at}[0].blob"),
        ]
    );
    assert_eq!(
        check(json!([{"uri": "a:/2", "mimeType": "text/html", "text": ""}])),
        [format!("resource-example-requested-uri-missing at {at}")]
    );
    let parts = json!([{"uri": "a:/1", "text": "1"}, {"uri": "a:/1", "text": "23"}]);
    assert!(
        check(parts).is_empty(),
        "parts of one resource are not compared with its size"
    );
}

#[test]
fn last_modified_of_a_declaration_must_be_defined_and_a_date() {
    let annotations = json!({"annotations": {"lastModified": "12 January"}});
    let result = json!({"contents": [{"uri": "a:/1", "text": "x"}]});
    let at = "resources[0].annotations.lastModified";
    assert_eq!(
        resource(&["2025-03-26"], annotations.clone(), result.clone()),
        [format!(
            "resource-annotation-not-supported-by-version at {at}"
        )]
    );
    assert_eq!(
        resource(&["2025-11-25"], annotations, result),
        [format!("invalid-last-modified at {at}")]
    );
}

#[test]
fn a_uri_that_is_none_is_a_warning() {
    let members = json!({"resources": [{"uri": "notes/today", "name": "n"}]});
    assert_eq!(
        findings(&["2025-11-25"], members),
        ["invalid-resource-uri at resources[0].uri"]
    );
}

#[test]
fn a_requested_uri_that_is_none_is_one_finding() {
    let result = json!({"contents": [{"uri": "a:/1", "text": "x"}]});
    let members = json!({"resources": [
        {"uri": "notes today", "name": "n", "examples": {"e": {"result": result}}},
    ]});
    assert_eq!(
        findings(&["2025-11-25"], members),
        ["invalid-resource-uri at resources[0].uri"]
    );
}

#[test]
fn an_unreadable_uri_may_be_the_requested_one() {
    for uri in [json!("no uri"), json!(7)] {
        let result = json!({"contents": [{"uri": uri, "text": "x"}]});
        let found = resource(&["2025-11-25"], json!({}), result);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with("contents[0].uri"), "{found:?}");
    }
}

#[test]
fn a_blob_beside_a_text_is_one_finding() {
    let result = json!({"contents": [{"uri": "a:/1", "text": "x", "blob": "-"}]});
    let found = resource(&["2025-11-25"], json!({"size": 5}), result);
    assert_eq!(
        found,
        ["conflicting-properties at resources[0].examples.e.result.contents[0].blob"]
    );
}

#[test]
fn what_no_revision_defines_is_one_finding_whatever_its_value() {
    let contents = json!([{"uri": "a:/1", "text": "x"}]);
    let at = "resources[0].examples.e.result";
    for (revision, member, value) in [
        ("2024-11-05", "resultType", json!("")),
        ("2025-11-25", "ttlMs", json!(-1)),
        ("2025-11-25", "cacheScope", json!("x")),
        ("2025-03-26", "_meta", json!(1)),
        (
            "2025-03-26",
            "_meta",
            json!({"io.modelcontextprotocol/": 1}),
        ),
    ] {
        let found = resource(
            &[revision],
            json!({}),
            json!({"contents": contents, member: value}),
        );
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(&format!("{at}.{member}")), "{found:?}");
    }
    let result = json!({"contents": contents});
    for (revision, member, value) in [
        ("2024-11-05", "title", json!(7)),
        ("2025-06-18", "icons", json!([])),
        ("2025-03-26", "_meta", json!(1)),
    ] {
        let found = resource(&[revision], json!({member: value}), result.clone());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(member), "{found:?}");
    }
    assert_eq!(
        resource(
            &["2025-03-26"],
            json!({"annotations": {"lastModified": "x"}}),
            result.clone()
        ),
        ["resource-annotation-not-supported-by-version at resources[0].annotations.lastModified"]
    );
    // Where some revision of the scope defines it, its value counts as well.
    let both = ["2025-06-18", "2025-11-25"];
    assert_eq!(resource(&both, json!({"icons": []}), result).len(), 2);
}

#[test]
fn a_component_is_one_fault_however_often_it_is_used() {
    let result = json!({
        "contents": [{"uri": "a:/1", "blob": "-", "_meta": {}}],
        "ttlMs": 1,
        "jsonrpc": "2.0",
    });
    let reference = json!({"$componentRef": "#/components/resourceExamples/E"});
    let examples = json!({"a": reference, "b": reference});
    let resources: Vec<Value> = (0..3)
        .map(|n| json!({"uri": "a:/1", "name": format!("r{n}"), "examples": examples}))
        .collect();
    let mut found = findings(
        &["2025-03-26"],
        json!({
            "components": {"resourceExamples": {"E": {"result": result}}},
            "resources": resources,
        }),
    );
    found.retain(|it| !it.starts_with("primitive-scope-overlap"));
    let component = "components.resourceExamples.E.result";
    let first = "resources[0].examples.a.result";
    found.sort();
    assert_eq!(
        found,
        [
            format!("invalid-base64 at {component}.contents[0].blob"),
            format!("resource-example-cache-fields-version-mismatch at {first}.ttlMs"),
            format!("resource-example-content-version-mismatch at {first}.contents[0]._meta"),
            format!("resource-example-json-rpc-envelope at {component}.jsonrpc"),
        ]
    );
}
