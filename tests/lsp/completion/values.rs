//! Values that the specification lists, and members by their revisions.

use super::{HEAD, JSON, YAML, each, yaml};

#[test]
fn values_come_from_the_specification() {
    yaml(
        "tools:\n  - name: a\n    deprecated: ‸\n",
        |client, offered| {
            offered.is(&["true", "false"]);
            assert!(
                offered
                    .chosen(client, "true")
                    .contains("deprecated: true\n")
            );
        },
    );
    yaml(
        "tools:\n  - name: a\n    deprecated:‸\n",
        |client, offered| {
            assert!(
                offered
                    .chosen(client, "true")
                    .contains("deprecated: true\n")
            );
        },
    );
    yaml("securitySchemes:\n  a:\n    type: o‸\n", |_, offered| {
        offered.is(&["http", "apiKey", "oauth2", "openIdConnect"]);
    });
    yaml(
        "securitySchemes:\n  a: { type: apiKey, name: x, in: \"‸\" }\n",
        |client, offered| {
            offered.is(&["header", "query", "cookie"]);
            offered.chosen_is_valid(client, "cookie");
        },
    );
    yaml(
        "tools:\n  - name: a\n    execution:\n      taskSupport: opt‸ional\n",
        |client, offered| {
            let text = offered.chosen(client, "required");
            assert!(text.contains("taskSupport: required\n"), "{text}");
        },
    );
    yaml(
        "prompts:\n  - name: a\n    elicitations:\n      - name: b\n        mode: form\n        message: c\n        requestedSchema:\n          type: object\n          properties:\n            d: { type: string, format: ‸ }\n",
        |client, offered| {
            offered.is(&["email", "uri", "date", "date-time"]);
            offered.chosen_is_valid(client, "date-time");
        },
    );
    each(YAML, "mcpdesc: ‸\n", |_, offered| offered.is(&["0.8.0"]));
}

#[test]
fn revisions_are_those_that_may_stand_there() {
    each(
        YAML,
        "mcpdesc: 0.8.0\nprotocolVersions:\n  - 2025-11-25\n  - ‸\n",
        |_, offered| {
            offered.is(&["2024-11-05", "2025-03-26", "2025-06-18", "2026-07-28"]);
        },
    );
    each(
        YAML,
        "mcpdesc: 0.8.0\nprotocolVersions: [‸\n",
        |_, offered| {
            assert_eq!(offered.labels().len(), 5);
        },
    );
    each(
        YAML,
        "mcpdesc: 0.8.0\nprotocolVersions: ‸\n",
        |client, offered| {
            let text = offered.chosen(client, "2025-11-25");
            let options = mcpdesc::Options::default();
            let loaded = mcpdesc::load(text.as_bytes(), &options);
            let scope = loaded.document().unwrap().scope().unwrap();
            assert_eq!(scope.to_string(), "2025-11-25", "{text}");
        },
    );
    yaml(
        "tools:\n  - name: a\n    protocolVersions: [2025-06-18, ‸]\n",
        |_, offered| {
            offered.is(&["2025-11-25"]);
        },
    );
}

#[test]
fn members_that_no_revision_of_the_scope_has_are_left_out() {
    let old = "mcpdesc: 0.8.0\nprotocolVersions: [2024-11-05]\ntools:\n  - name: a\n    ‸\n";
    each(YAML, old, |_, offered| {
        offered.has(&["description"]);
        offered.lacks(&[
            "title",
            "outputSchema",
            "annotations",
            "icons",
            "execution",
            "elicitations",
        ]);
    });
    let new = old.replace("[2024-11-05]", "[2024-11-05, 2025-06-18]");
    each(YAML, &new, |_, offered| {
        offered.lacks(&["icons"]);
        let title = offered.item("title");
        assert!(
            title["detail"]
                .as_str()
                .unwrap()
                .contains("since MCP 2025-06-18")
        );
        let text = title["documentation"].as_str().unwrap();
        assert!(
            text.contains("MCP 2024-11-05") && text.contains("§9.1"),
            "{text}"
        );
        let last = *offered.labels().last().unwrap();
        assert!(
            [
                "title",
                "outputSchema",
                "annotations",
                "_meta",
                "elicitations"
            ]
            .contains(&last),
            "{last}"
        );
    });
    let own = old.replace("    ‸", "    protocolVersions: [2024-11-05]\n    ‸");
    let own = own.replacen("[2024-11-05]", "[2024-11-05, 2025-11-25]", 1);
    each(YAML, &own, |_, offered| offered.lacks(&["title", "icons"]));
}

#[test]
fn the_schema_of_the_document_is_the_canonical_one() {
    let uri = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";
    for marked in ["$schema: ‸\n", "$schema: '‸'\n", "$schema: https://‸\n"] {
        each(YAML, &format!("{marked}{HEAD}"), |client, offered| {
            offered.is(&[uri]);
            offered.chosen_is_clean(client, uri);
        });
    }
    let json = r#"{ "$schema": "‸", "mcpdesc": "0.8.0", "info": { "name": "n", "version": "1" }, "protocolVersions": ["2025-11-25"] }"#;
    each(JSON, json, |client, offered| {
        offered.chosen_is_clean(client, uri);
    });
}

#[test]
fn usual_strings_are_offered_where_any_may_stand() {
    yaml(
        "securitySchemes:\n  a: { type: http, scheme: ‸ }\n",
        |client, offered| {
            assert_eq!(offered.labels().first(), Some(&"bearer"));
            offered.chosen_is_valid(client, "basic");
        },
    );
    yaml(
        "resources:\n  - uri: a:b\n    name: c\n    mimeType: ‸\n",
        |client, offered| {
            offered.has(&["text/plain", "application/json"]);
            offered.chosen_is_valid(client, "image/png");
        },
    );
    yaml("resources:\n  - uri: a:b\n    name: ‸\n", |_, offered| {
        offered.is(&[])
    });
}
