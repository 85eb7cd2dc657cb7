//! Transports: coverage of the revisions, and what they define.

use super::*;

#[test]
fn a_revision_without_transport_is_marked_in_the_root() {
    let stdio =
        |scope: Value| json!({ "type": "stdio", "command": "c", "protocolVersions": scope });
    let revisions = &["2025-06-18", "2025-11-25", "2026-07-28"];
    let transports = json!([stdio(json!(["2025-06-18"])), stdio(json!(["2026-07-28"]))]);
    assert_found(
        revisions,
        json!({ "transports": transports }),
        GAP,
        &["protocolVersions[1]: \"2025-11-25\""],
    );
    assert_found(revisions, json!({}), GAP, &[]);
    // A transport that cannot be read may cover anything.
    for unreadable in [
        json!(null),
        stdio(json!("2025-11-25")),
        stdio(json!([])),
        stdio(json!(["2025-11-26"])),
        json!({ "type": "pigeon" }),
    ] {
        let transports = json!([stdio(json!(["2025-06-18", "2026-07-28"])), unreadable]);
        assert_found(revisions, json!({ "transports": transports }), GAP, &[]);
    }
    let cut = r#"{"protocolVersions":["2025-11-25","2026-07-28"],"transports":[{"type":"stdio","protocolVersions":["2025-11-25"]},"#;
    assert!(places(&check_text(cut), cut, GAP).is_empty());
}

#[test]
fn transports_belong_to_the_revisions_that_define_them() {
    let at = |kind: &str, scope: &[&str]| json!({ "type": kind, "url": "https://example.com/", "protocolVersions": scope });
    let revisions = &["2024-11-05", "2025-03-26"];
    let transports = json!({ "transports": [
        at("streamable-http", &["2025-03-26"]),
        at("streamable-http", revisions),
        at("sse", &["2024-11-05"]),
        at("sse", revisions),
    ] });
    assert_found(
        revisions,
        transports.clone(),
        "transport-not-supported-by-version",
        &["transports[1].type: \"streamable-http\""],
    );
    assert_found(
        revisions,
        transports,
        "legacy-sse-for-modern-version",
        &["transports[3].type: \"sse\""],
    );
}
