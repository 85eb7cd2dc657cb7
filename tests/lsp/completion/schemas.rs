//! Embedded JSON Schemas.

use super::yaml;

#[test]
fn embedded_schemas_offer_their_keywords() {
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        日本:\n          type: string\n          ‸\n",
        |_, offered| {
            offered.has(&["format", "minLength", "enum", "description"]);
            offered.lacks(&["type", "properties", "minimum"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        日本: { type: ‸ }\n",
        |_, offered| {
            offered.has(&["string", "array", "object", "null"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema: { type: ‸ }\n",
        |client, offered| {
            offered.is(&["object"]);
            offered.chosen_is_valid(client, "object");
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties:\n        ‸\n",
        |_, offered| {
            offered.is(&[]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: { a: { format: ‸ } }\n",
        |client, offered| {
            offered.has(&["date-time", "uuid"]);
            offered.chosen_is_valid(client, "uuid");
        },
    );
}
