//! Where a definition is found, and where there is none.

use serde_json::{Value, json};

use super::super::client::Client;
use super::{CURSOR, HEAD, list};

/// Where definition leads from the cursor: the text that is selected.
fn definition(uri: &str, marked: &str, links: bool) -> Vec<(String, String)> {
    let offset = marked.find(CURSOR).unwrap();
    let text = marked.replace(CURSOR, "");
    let support = json!({ "textDocument": { "definition": { "linkSupport": links } } });
    let mut client = Client::with("utf-16", support, Value::Null);
    client.open(uri, &text);
    let answer = client.about_place("textDocument/definition", uri, &text, offset);
    let slice = |range: &Value| client.slice(&text, range).to_owned();
    let found = list(&answer.unwrap())
        .iter()
        .map(|it| match links {
            true => (
                slice(&it["originSelectionRange"]),
                slice(&it["targetRange"]),
            ),
            false => (String::new(), slice(&it["range"])),
        })
        .collect();
    assert!(client.finish().success());
    found
}

#[test]
fn pointers_lead_to_any_subschema() {
    let schema = r##"{
  "mcpdesc": "0.8.0", "info": { "name": "日本 😀", "version": "1" },
  "protocolVersions": ["2025-11-25"],
  "components": { "schemas": { "A": {
    "title": "日本",
    "properties": { "a": { "items": { "title": "😀" } }, "b": { "$ref": "@" } },
    "allOf": [true, { "title": "c" }]
  } } }
}"##;
    for (pointer, expected) in [
        ("‸#/properties/a/items", r#""items": { "title": "😀" }"#),
        ("#/prop‸erties/a/items", r#""items": { "title": "😀" }"#),
        ("#/properties/‸a/items", r#""items": { "title": "😀" }"#),
        ("#/allOf/‸1", r#"{ "title": "c" }"#),
        ("#/properties/a‸", r#""a": { "items": { "title": "😀" } }"#),
    ] {
        let found = definition("file:///a.json", &schema.replace('@', pointer), true);
        let origin = pointer.replace(CURSOR, "");
        assert_eq!(found, [(origin, expected.to_owned())], "{pointer}");
    }
    let whole = definition("file:///a.json", &schema.replace('@', "‸#"), false);
    assert_eq!(whole, [(String::new(), "A".to_owned())]);
}

#[test]
fn what_is_missing_or_elsewhere_has_no_definition() {
    for marked in [
        "tools: [{ name: a, inputSchema: { $componentRef: '#/components/schemas/N‸o' } }]\n",
        "security: [{ n‸o: [] }]\n",
        "tools: [{ name: a, tags: [n‸o], inputSchema: { type: object } }]\n",
        "components: { schemas: { A: { $ref: '#/$defs/n‸o' } } }\n",
        "components: { schemas: { A: { $defs: { b: true }, $ref: '#/$defs/b‸/not' } } }\n",
        "components: { schemas: { A: { $ref: '#n‸o' } } }\n",
        "components: { schemas: { A: { $ref: 'https://b.ex‸ample/s#/$defs/a' } } }\n",
        "components: { schemas: { A: { required: [n‸o] } } }\n",
        "components: { schemas: { A: { $componentRef: '#/compon‸ents' } } }\n",
        "in‸stead: 1\n",
        "\n‸\n",
    ] {
        let marked = format!("{HEAD}{marked}");
        assert_eq!(definition("file:///a.yaml", &marked, false), [], "{marked}");
    }
}

#[test]
fn a_template_leads_to_a_variable_only_from_the_variable() {
    let template = "x://{a}/{b}{?c,dd}";
    let mut client = Client::new("utf-8");
    let text = format!("resourceTemplates:\n  - name: t\n    uriTemplate: '{template}'\n");
    client.open("file:///a.yaml", &text);
    let start = text.find(template).unwrap();
    let found: Vec<_> = (start - 1..=start + template.len())
        .map(|offset| {
            let answer =
                client.about_place("textDocument/definition", "file:///a.yaml", &text, offset);
            let places = list(&answer.unwrap());
            let name = places.first().map(|it| client.slice(&text, &it["range"]));
            name.unwrap_or(".").to_owned()
        })
        .collect();
    // A cursor at the end of a name is on the name.
    assert_eq!(
        found.join(" "),
        ". . . . . . a a . . b b . . c c dd dd dd ."
    );
    assert!(client.finish().success());
}
