//! New names: which are refused, and how others are written.

use serde_json::{Value, json};

use super::super::client::Client;
use super::{CURSOR, HEAD, Marked, list, rename, whole};

fn refused(marked: &str, new: &str) -> String {
    let marked = format!("{HEAD}{marked}");
    let text = marked.replace(CURSOR, "");
    let mut client = Client::new("utf-16");
    client.open("file:///a.yaml", &text);
    let offset = marked.find(CURSOR).unwrap();
    let renamed = rename(&mut client, "file:///a.yaml", &text, offset, new);
    assert!(client.finish().success());
    renamed.unwrap_err()
}

/// What the name becomes in the place of `«»`, quotes and all.
fn written(marked: &str, new: &str) -> String {
    let read = Marked::read(&format!("{HEAD}{marked}"));
    let mut client = Client::new("utf-8");
    client.open("file:///a.yaml", &read.text);
    let offset = read.cursors[0];
    let renamed = rename(&mut client, "file:///a.yaml", &read.text, offset, new);
    let renamed = renamed.unwrap().unwrap();
    let (start, end) = read.declared[0];
    let behind = read.text.len() - end;
    assert!(client.finish().success());
    renamed[start..renamed.len() - behind].to_owned()
}

#[test]
fn names_outside_the_grammar_are_refused() {
    let component = "components: { schemas: { ‸A: { type: object } } }\n";
    for new in ["", " ", "a b", "a/b", "日本", "a\n", "~1"] {
        let why = refused(component, new);
        let expected = if new.is_empty() {
            "at least one"
        } else {
            "§17.1"
        };
        assert!(why.contains(expected), "{new}: {why}");
    }
    let scheme = "securitySchemes: { ‸a: { type: http, scheme: basic } }\n";
    assert!(refused(scheme, "a b").contains("§7.1"));
    let elicitation = "prompts: [{ name: a, elicitations: [{ name: ‸a, mode: url }] }]\n";
    assert!(refused(elicitation, "a b").contains("§12.2"));
    let tag = "tags: [{ name: ‸a }]\n";
    assert!(refused(tag, "").contains("at least one"));
    let variable = "resourceTemplates: [{ name: a, uriTemplate: 'a:{‸b}' }]\n";
    for new in ["+c", "a,b", "c*", "c}{d", "é", "a..b"] {
        assert!(refused(variable, new).contains("RFC 6570"), "{new}");
    }
    let anchor = "components: { schemas: { A: { $anchor: ‸a } } }\n";
    assert!(refused(anchor, "1a").contains("begin with a letter"));
    let definition = "components: { schemas: { A: { $defs: { ‸a: true } } } }\n";
    assert!(refused(definition, "").contains("at least one"));
}

#[test]
fn variables_that_uris_spell_out_are_refused() {
    for operator in ["?", "&", ";", "?a,"] {
        let template = format!(
            "resourceTemplates:\n  - {{ name: a, uriTemplate: 'a:{{{operator}i‸d}}/{{id}}' }}\n"
        );
        let why = refused(&template, "key");
        assert!(why.contains("have `id` in them"), "{operator}: {why}");
    }
}

#[test]
fn names_that_are_taken_are_refused() {
    for marked in [
        "components: { schemas: { ‸a: {}, b: {} } }\n",
        "components: { schemas: { ‸a: {} } }\ntools: [{ name: a, inputSchema: { $componentRef: '#/components/schemas/b' } }]\n",
        "securitySchemes: { ‸a: {}, b: {} }\n",
        "securitySchemes: { ‸a: {} }\nsecurity: [{ b: [] }]\n",
        "tags: [{ name: ‸a }, { name: b }]\n",
        "tools: [{ name: t, tags: [‸a, b] }]\n",
        "prompts: [{ name: p, elicitations: [{ name: ‸a }, { name: b }] }]\n",
        "prompts: [{ name: p, arguments: [{ name: ‸a }, { name: b }] }]\n",
        "resourceTemplates: [{ name: a, uriTemplate: 'a:{‸a}{b}' }]\n",
        "components: { schemas: { A: { $defs: { ‸a: true, b: true } } } }\n",
        "components: { schemas: { A: { $anchor: ‸a, not: { $anchor: b } } } }\n",
    ] {
        assert!(refused(marked, "b").contains("taken"), "{marked}");
    }
    // A reference that leads nowhere is not caught.
    let dangling =
        "components: { schemas: { A: { $defs: { ‸a: true }, not: { $ref: '#/$defs/b' } } } }\n";
    assert!(refused(dangling, "b").contains("cannot be written"));
}

#[test]
fn what_may_hide_uses_is_not_renamed() {
    let cut = "components: { schemas: { ‸a: { type: object } } }\ntools: [\n";
    assert!(refused(cut, "b").contains("correct it first"));
    let missing =
        "tools: [{ name: a, inputSchema: { $componentRef: '#/components/schemas/‸a' } }]\n";
    assert!(refused(missing, "b").contains("declared nowhere"));
    let dialect = "components: { schemas: { A: { $schema: 'urn:x', $defs: { a: true }, $ref: '#/$defs/a' } } }\n";
    let mut client = Client::new("utf-8");
    let text = format!("{HEAD}{dialect}");
    client.open("file:///a.yaml", &text);
    let offset = text.find("a: true").unwrap();
    let renamed = rename(&mut client, "file:///a.yaml", &text, offset, "b");
    assert!(renamed.is_err());
    assert!(client.finish().success());
}

#[test]
fn there_is_nothing_to_rename_where_there_is_no_name() {
    let mut client = Client::new("utf-8");
    let text = format!(
        "{HEAD}tools:\n  - {{ name: tool, title: a, inputSchema: {{ type: object, not: {{ $ref: '#/x' }} }} }}\n"
    );
    client.open("file:///a.yaml", &text);
    for word in [
        "mcpdesc",
        "日本",
        "tools",
        "tool,",
        "title",
        "inputSchema",
        "object",
        "#/x",
    ] {
        let offset = text.find(word).unwrap();
        let prepared = client.about_place(
            "textDocument/prepareRename",
            "file:///a.yaml",
            &text,
            offset,
        );
        assert_eq!(prepared, Ok(Value::Null), "{word}");
        let renamed = rename(&mut client, "file:///a.yaml", &text, offset, "b");
        assert!(renamed.unwrap_err().contains("no name here"), "{word}");
    }
    assert!(client.finish().success());
}

#[test]
fn names_are_written_as_their_places_ask_for() {
    let plain = "tags:\n  - name: «‸a»\n";
    for (new, expected) in [
        ("b", "b"),
        ("b c", "b c"),
        ("true", "\"true\""),
        ("12", "\"12\""),
        ("-", "\"-\""),
        ("a: b", "\"a: b\""),
        ("a #b", "\"a #b\""),
        (" a", "\" a\""),
        ("日本", "日本"),
        ("a\"\\\n\u{2028}", "\"a\\\"\\\\\\u000a\\u2028\""),
    ] {
        assert_eq!(written(plain, new), expected);
    }
    let flow = "tags: [{ name: «‸a» }]\n";
    assert_eq!(written(flow, "a, b"), "\"a, b\"");
    assert_eq!(written(flow, "a]"), "\"a]\"");
    let single = "tags: [{ name: «'‸a'» }]\n";
    assert_eq!(written(single, "it's"), "'it''s'");
    assert_eq!(written(single, "a\tb"), "\"a\\u0009b\"");
    let double = "tags: [{ name: «\"‸\\x61\"» }]\n";
    assert_eq!(written(double, "\"'é"), "\"\\\"'é\"");
    let block = "tags:\n  - name: «|-\n      ‸a»\n    description: b\n";
    assert_eq!(written(block, "b #: c"), "|-\n      b #: c");
    assert_eq!(written(block, " b"), "\" b\"");
    let kept = "tags:\n  - name: «>\n      ‸a»\n    description: b\n";
    assert_eq!(written(kept, "b"), "\"b\"");
    let key = "securitySchemes:\n  «‸a»:\n    type: http\n";
    assert_eq!(written(key, "1.0"), "\"1.0\"");
    assert_eq!(
        written("securitySchemes:\n  ? «‸a»\n  : { type: http }\n", "null"),
        "\"null\""
    );
}

#[test]
fn pointers_in_every_style_keep_the_rest_of_their_text() {
    for (before, after) in [
        ("'#/components/schemas/A'", "'#/components/schemas/1'"),
        (
            "\"\\x23/components/schemas/\\x41\"",
            "\"\\x23/components/schemas/1\"",
        ),
        (
            "|-\n      #/components/schemas/A",
            "|-\n      #/components/schemas/1",
        ),
        (
            ">-\n      #/components/schemas/A\n\n",
            ">-\n      #/components/schemas/1\n\n",
        ),
    ] {
        let text = |pointer: &str, name: &str| {
            format!(
                "{HEAD}components: {{ schemas: {{ {name}: {{}} }} }}\ntools:\n- name: a\n  inputSchema:\n    $componentRef: {pointer}\n"
            )
        };
        let before = text(before, "A");
        let mut client = Client::new("utf-8");
        client.open("file:///a.yaml", &before);
        let offset = before.find("A:").unwrap();
        let renamed = rename(&mut client, "file:///a.yaml", &before, offset, "1");
        // A number needs quotes where the name stands alone.
        assert_eq!(renamed.unwrap().unwrap(), text(after, "\"1\""));
        assert!(client.finish().success());
    }
}

#[test]
fn json_is_renamed_with_its_escapes() {
    whole(
        "file:///a.json",
        r##"{
  "mcpdesc": "0.8.0", "info": { "name": "日本 😀", "version": "1" },
  "protocolVersions": ["2025-11-25"],
  "security": [{ "‹\u0061b›": [] }],
  "tools": [{ "name": "😀", "inputSchema": { "type": "object" }, "security": [{ "‹ab›": [] }] }],
  "securitySchemes": { "«ab»": { "type": "http", "scheme": "bearer" } }
}"##,
        "c",
    );
    whole(
        "file:///a.json",
        r##"{ "mcpdesc": "0.8.0", "info": { "name": "日", "version": "1" }, "protocolVersions": ["2025-11-25"],
  "tools": [{ "name": "a", "inputSchema": { "type": "object", "$defs": { "«x»": {} },
    "anyOf": [{ "$ref": "#/$defs/‹x›" }, { "$ref": "#\/$defs\/‹\u0078›" }] } }] }"##,
        "y",
    );
}

#[test]
fn line_endings_and_a_byte_order_mark_stay() {
    let text = format!("{HEAD}tags: [{{ name: «a» }}]\nprompts: [{{ name: p, tags: [‹a›] }}]\n");
    whole(
        "file:///a.yaml",
        &format!("\u{feff}{}", text.replace('\n', "\r\n")),
        "日",
    );
}

#[test]
fn the_same_name_again_changes_nothing() {
    let mut client = Client::new("utf-8");
    let text = format!("{HEAD}tags: [{{ name: a }}]\n");
    client.open("file:///a.yaml", &text);
    let offset = text.find("a }]").unwrap();
    let renamed = rename(&mut client, "file:///a.yaml", &text, offset, "a");
    assert_eq!(renamed, Ok(None));
    assert!(client.finish().success());
}

#[test]
fn edits_carry_the_version_where_the_client_knows_versions() {
    let support = json!({
        "workspace": { "workspaceEdit": { "documentChanges": true } },
        "textDocument": { "rename": { "prepareSupport": true } },
    });
    let mut client = Client::with("utf-16", support, Value::Null);
    let text = format!("{HEAD}tags: [{{ name: a }}]\n");
    client.open("file:///a.yaml", &text);
    let params = json!({
        "textDocument": { "uri": "file:///a.yaml" },
        "position": client.position(&text, text.find("a }]").unwrap()),
        "newName": "b",
    });
    let answer = client.request("textDocument/rename", params).unwrap();
    let document = &answer["documentChanges"][0];
    assert_eq!(document["textDocument"]["version"], 1);
    assert_eq!(document["edits"][0]["newText"], "b");
    assert!(client.finish().success());
}

#[test]
fn ten_thousand_uses_are_found_and_renamed() {
    let mut text = format!("{HEAD}tags: [{{ name: a }}]\ntools:\n");
    for number in 0..10_000 {
        text.push_str(&format!(
            "- {{ name: t{number}, tags: [a], inputSchema: {{ $componentRef: '#/components/schemas/S' }} }}\n"
        ));
    }
    text.push_str("components: { schemas: { S: { type: object } } }\n");
    let mut client = Client::new("utf-16");
    client.open("file:///a.yaml", &text);
    for (word, new) in [("a }]", "b"), ("S: {", "T")] {
        let offset = text.find(word).unwrap();
        let mut params = json!({
            "textDocument": { "uri": "file:///a.yaml" },
            "position": client.position(&text, offset),
            "context": { "includeDeclaration": false },
        });
        let answer = client.request("textDocument/references", params.clone());
        assert_eq!(list(&answer.unwrap()).len(), 10_000);
        params["newName"] = json!(new);
        let answer = client.request("textDocument/rename", params).unwrap();
        assert_eq!(list(&answer["changes"]["file:///a.yaml"]).len(), 10_001);
    }
    assert!(client.finish().success());
}
