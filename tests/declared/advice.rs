//! Advice beyond conformance.

use mcpdesc::Options;

use super::*;

/// The codes of all advice on a document that is otherwise without findings.
fn advice(members: Value) -> Vec<String> {
    let mut members = members;
    let schema = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";
    members["$schema"] = members.get("$schema").cloned().unwrap_or(json!(schema));
    let options = Options {
        advice: true,
        ..Options::default()
    };
    let text = document(&["2025-11-25"], members).to_string();
    let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
    let line = |it: &mcpdesc::diagnostic::Diagnostic| format!("{} {}", it.rule.code, it.path);
    report.diagnostics.iter().map(line).collect()
}

#[test]
fn advice_is_given_only_where_it_is_wanted() {
    let open = json!({ "type": "object", "properties": {} });
    let members = json!({
        "x-owner": 1, "x-acme-owner": 2, "x-Acme-owner": 3,
        "components": { "schemas": { "Open": open, "Spare": { "type": "object", "minProperties": 1 } } },
        "securitySchemes": schemes(),
        "security": [{ "key": [], "oauth": [], "oidc": [] }],
        "tools": [
            { "name": "a", "description": "d", "inputSchema": reference("schemas/Open") },
            { "name": "b", "description": "d", "inputSchema": reference("schemas/Open") },
            { "name": "c", "inputSchema": { "type": "object", "additionalProperties": false } },
        ],
    });
    let mut found = advice(members.clone());
    found.sort();
    assert_eq!(
        found,
        [
            "extension-name-convention x-Acme-owner",
            "extension-name-convention x-owner",
            "missing-tool-description tools[2].description",
            "open-parameterless-tool tools[0].inputSchema",
            "unused-component components.schemas.Spare",
            "unused-security-scheme securitySchemes.basic",
        ]
    );
    let report = check(&["2025-11-25"], members);
    assert!(report.diagnostics.is_empty(), "{:#?}", report.diagnostics);
    assert!(advice(json!({})).is_empty());
}
