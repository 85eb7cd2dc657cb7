//! Definitions, references, highlights and renaming.
//!
//! In the texts, `‸` is the cursor, `«»` are around declarations and `‹›` around uses of the name
//! that is there.

use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};

const CURSOR: char = '‸';

const HEAD: &str = "\
mcpdesc: 0.8.0
info: { name: '日本 😀', version: 1.0.0 }
protocolVersions: ['2025-11-25']
";

/// A text with its marks taken out: the cursors, and the places of declarations and uses.
struct Marked {
    text: String,
    cursors: Vec<usize>,
    declared: Vec<(usize, usize)>,
    used: Vec<(usize, usize)>,
}

impl Marked {
    fn read(marked: &str) -> Self {
        let mut read = Self {
            text: String::new(),
            cursors: Vec::new(),
            declared: Vec::new(),
            used: Vec::new(),
        };
        let mut start = 0;
        for c in marked.chars() {
            let at = read.text.len();
            match c {
                CURSOR => read.cursors.push(at),
                '«' | '‹' => start = at,
                '»' => read.declared.push((start, at)),
                '›' => read.used.push((start, at)),
                c => read.text.push(c),
            }
        }
        read
    }

    fn all(&self) -> Vec<(usize, usize)> {
        let mut all = [self.declared.clone(), self.used.clone()].concat();
        all.sort_unstable();
        all
    }
}

fn ranges<'v>(
    client: &Client,
    text: &str,
    places: impl IntoIterator<Item = &'v Value>,
) -> Vec<(usize, usize)> {
    let range = |it: &Value| {
        let start = client.offset(text, &it["range"]["start"]);
        (start, client.offset(text, &it["range"]["end"]))
    };
    places.into_iter().map(range).collect()
}

fn list(answer: &Value) -> Vec<Value> {
    answer.as_array().cloned().unwrap_or_default()
}

fn references(
    client: &mut Client,
    uri: &str,
    text: &str,
    offset: usize,
    declarations: bool,
) -> Vec<(usize, usize)> {
    let params = json!({
        "textDocument": { "uri": uri },
        "position": client.position(text, offset),
        "context": { "includeDeclaration": declarations },
    });
    let answer = client.request("textDocument/references", params).unwrap();
    ranges(client, text, &list(&answer))
}

fn rename(
    client: &mut Client,
    uri: &str,
    text: &str,
    offset: usize,
    new: &str,
) -> Result<Option<String>, String> {
    let params = json!({
        "textDocument": { "uri": uri },
        "position": client.position(text, offset),
        "newName": new,
    });
    let answer = client.request("textDocument/rename", params);
    let answer = answer.map_err(|error| error["message"].as_str().unwrap().to_owned())?;
    if answer.is_null() {
        return Ok(None);
    }
    let edits = list(&answer["changes"][uri]);
    let mut edits: Vec<_> = edits
        .iter()
        .zip(ranges(client, text, &edits))
        .map(|(edit, range)| (range, edit["newText"].as_str().unwrap()))
        .collect();
    assert!(!edits.is_empty());
    edits.sort_unstable();
    let mut text = text.to_owned();
    for ((start, end), new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    Ok(Some(text))
}

/// Asks at every place of a name, in both encodings, and renames it to `new`.
fn whole(uri: &str, marked: &str, new: &str) {
    let read = Marked::read(marked);
    let (text, declared, used) = (&read.text, &read.declared, &read.used);
    let expected = {
        let mut expected = text.clone();
        for (start, end) in read.all().into_iter().rev() {
            expected.replace_range(start..end, new);
        }
        expected
    };
    for encoding in ENCODINGS {
        let mut client = Client::new(encoding);
        client.open(uri, text);
        for (start, end) in read.all() {
            let shown = &text[start..end];
            for offset in [start, end] {
                let found = references(&mut client, uri, text, offset, true);
                assert_eq!(found, read.all(), "references of {shown} at {offset}");
                let found = references(&mut client, uri, text, offset, false);
                assert_eq!(&found, used, "uses of {shown}");
                let definition = client.about_place("textDocument/definition", uri, text, offset);
                let definition = list(&definition.unwrap());
                assert_eq!(&ranges(&client, text, &definition), declared, "{shown}");
                let marks = client.about_place("textDocument/documentHighlight", uri, text, offset);
                let marks = list(&marks.unwrap());
                assert_eq!(ranges(&client, text, &marks), read.all(), "{shown}");
                let of_kind = |kind: i32| marks.iter().filter(move |it| it["kind"] == kind);
                assert_eq!(&ranges(&client, text, of_kind(3)), declared, "{shown}");
                assert_eq!(&ranges(&client, text, of_kind(2)), used, "{shown}");
            }
            let prepared = client.about_place("textDocument/prepareRename", uri, text, start);
            let prepared = prepared.unwrap();
            assert_eq!(client.slice(text, &prepared["range"]), shown);
            let renamed = rename(&mut client, uri, text, start, new);
            assert_eq!(renamed.unwrap().unwrap(), expected);
        }
        assert!(client.finish().success());
    }
}

fn yaml(marked: &str, new: &str) {
    whole("file:///a.yaml", &format!("{HEAD}{marked}"), new);
}

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
fn components_of_every_namespace_are_followed_and_renamed() {
    yaml(
        "\
tools:
  - name: '😀'
    inputSchema: { $componentRef: '#/components/schemas/‹Note›' }
    outputSchema: { $componentRef: \"#/components/schemas/‹Note›\" }
    elicitations:
      - name: Note
        mode: form
        message: 日本
        requestedSchema: { $componentRef: '#/components/schemas/‹Note›' }
components:
  schemas:
    «Note»: { type: object, properties: { $componentRef: { title: '#/components/schemas/Note' } } }
    Other: { $componentRef: '#/components/schemas/‹Note›' }
    Note2: { type: object }
  toolExamples:
    Note: { input: {}, result: { content: [] } }
",
        "Notiz",
    );
    for (collection, namespace, primitive) in [
        ("tools", "toolExamples", "inputSchema: { type: object }"),
        ("resources", "resourceExamples", "uri: 'a:b'"),
        (
            "resourceTemplates",
            "resourceTemplateExamples",
            "uriTemplate: 'a:{b}'",
        ),
        ("prompts", "promptExamples", "title: a"),
    ] {
        yaml(
            &format!(
                "\
{collection}:
  - name: '😀'
    {primitive}
    examples: {{ a: {{ $componentRef: '#/components/{namespace}/‹e.1›' }} }}
components:
  {namespace}:
    '«e.1»': {{ result: {{}} }}
"
            ),
            "e-2",
        );
    }
}

#[test]
fn security_schemes_are_followed_from_every_requirement() {
    yaml(
        "\
security:
  - '‹login›': []
  - { }
transports:
  - { type: stdio, command: 日本, security: [{ ‹login›: [] }] }
tools:
  - { name: '😀', inputSchema: { type: object }, security: [{ \"‹login›\": [], key: [] }] }
securitySchemes:
  «login»: { type: http, scheme: bearer }
  key: { type: apiKey, in: header, name: login }
",
        "sign-in",
    );
}

#[test]
fn tags_are_followed_from_the_primitives_to_the_catalogue() {
    yaml(
        "\
tags: [{ name: '«日本 語»' }, { name: 日本 }]
tools:
  - { name: 日本 語, tags: ['‹日本 語›', 日本], inputSchema: { type: object } }
resources:
  - name: '😀'
    uri: a:b
    tags:
      - ‹日本 語›
prompts: [{ name: p, tags: [\"‹日本 語›\"] }]
",
        "中国 😀",
    );
}

#[test]
fn tags_without_a_catalogue_are_renamed_where_they_are_used() {
    yaml(
        "\
tools:
  - { name: a, tags: [‹x›], inputSchema: { type: object } }
  - { name: b, tags: [y, ‹x›], inputSchema: { type: object } }
",
        "z",
    );
}

#[test]
fn elicitations_belong_to_their_primitive() {
    yaml(
        "\
tools:
  - name: '😀'
    inputSchema: { type: object }
    elicitations:
      - { name: «ask», mode: url, message: 日本 }
      - { name: other, mode: url, message: ask }
    interactionExamples:
      ask:
        input: {}
        steps:
          - type: elicitation
            declaration: ‹ask›
            request: { mode: url, message: ask, url: 'https://a.example' }
            response: { action: accept }
        result: { content: [] }
  - name: b
    inputSchema: { type: object }
    elicitations: [{ name: ask, mode: url, message: ask }]
",
        "question",
    );
}

#[test]
fn arguments_are_renamed_in_the_examples_that_prompts_share() {
    yaml(
        "\
prompts:
  - name: a
    arguments: [{ name: «city» }, { name: day }]
    examples:
      inline: { arguments: { ‹city›: '日本', day: city }, result: { messages: [] } }
      shared: { $componentRef: '#/components/promptExamples/one' }
    completionExamples:
      c: { argument: { name: ‹city›, value: city }, result: { completion: { values: [] } } }
      d:
        argument: { name: day, value: '' }
        context: { arguments: { ‹city›: '😀' } }
        result: { completion: { values: [] } }
  - name: b
    arguments: [{ name: «city» }]
    examples: { shared: { $componentRef: '#/components/promptExamples/alias' } }
  - name: c
    arguments: [{ name: city }]
components:
  promptExamples:
    one: { arguments: { '‹city›': x }, result: { messages: [] } }
    alias: { $componentRef: '#/components/promptExamples/one' }
",
        "town",
    );
}

#[test]
fn template_variables_are_followed_from_completion_examples() {
    yaml(
        "\
resourceTemplates:
  - name: '😀'
    uriTemplate: 'a:{+«id»:3,other}/{«id»*}'
    completionExamples:
      c: { argument: { name: ‹id›, value: id }, result: { completion: { values: [] } } }
",
        "key",
    );
    let query = "\
resourceTemplates:
  - name: a
    uriTemplate: 'a:{?i‸d}'
";
    assert!(refused(query, "key").contains("have `id` in them"));
}

#[test]
fn definitions_of_embedded_schemas_are_renamed_in_every_pointer() {
    let schema = "        type: object
        properties:
          a: { $ref: '#/$defs/‹日~本›' }
          b: { $ref: '#/$defs/‹日~本›/properties/x' }
          c: { const: { $ref: '#/$defs/日~0本' }, enum: [{ $ref: '#/$defs/日~0本' }] }
          d: { default: { $ref: '#/$defs/日~0本' }, examples: [{ $ref: '#/$defs/日~0本' }] }
          e: { $ref: '#/$defs/other/$defs/日~0本' }
          f: { $ref: '#/$defs/‹%E6%97%A5%7e0本›' }
          '日~本': true
        $defs:
          '«日~本»': { properties: { x: { title: '😀' } } }
          other: { $defs: { '日~本': true } }
";
    let text = format!(
        "tools:\n  - name: a\n    inputSchema:\n{schema}  - name: b\n    inputSchema: {{ type: object, $defs: {{ '日~本': true }} }}\n"
    );
    // Pointers spell the name in their own way.
    let text = text.replace("‹日~本›", "‹日~0本›");
    yaml_spelled(&text, "a/b", "a~1b");
    yaml_spelled(&text, "a %", "a%20%25");
}

/// As [`yaml`], with uses that spell the new name in their own way.
fn yaml_spelled(marked: &str, new: &str, spelled: &str) {
    let read = Marked::read(&format!("{HEAD}{marked}"));
    let text = &read.text;
    let mut expected = text.clone();
    for (start, end) in read.all().into_iter().rev() {
        let is_use = read.used.contains(&(start, end));
        expected.replace_range(start..end, if is_use { spelled } else { new });
    }
    for encoding in ENCODINGS {
        let mut client = Client::new(encoding);
        client.open("file:///a.yaml", text);
        for (start, _) in read.all() {
            let found = references(&mut client, "file:///a.yaml", text, start, true);
            assert_eq!(found, read.all());
            let renamed = rename(&mut client, "file:///a.yaml", text, start, new);
            assert_eq!(renamed.unwrap().unwrap(), expected);
        }
        assert!(client.finish().success());
    }
}

#[test]
fn anchors_are_renamed_within_their_schema() {
    yaml(
        "\
components:
  schemas:
    A:
      $anchor: «top»
      properties:
        a: { $ref: '#‹top›' }
        b: { $dynamicRef: '#‹top›' }
        top: { $id: 'urn:b', $anchor: top, items: { $ref: '#top' } }
    B: { $anchor: top, items: { $ref: '#top' } }
",
        "first",
    );
    yaml(
        "\
components:
  schemas:
    Tree:
      $dynamicAnchor: «node»
      items: { $dynamicRef: '#‹node›' }
      $defs: { leaf: { $id: 'urn:leaf', $dynamicAnchor: «node», not: { $ref: '#‹node›' } } }
",
        "Node_1",
    );
    yaml(
        "\
components:
  schemas:
    Old:
      $schema: http://json-schema.org/draft-07/schema#
      definitions: { a: { $id: '#«a»' } }
      items: { $ref: '#‹a›' }
",
        "b",
    );
}

#[test]
fn references_through_an_identifier_of_the_same_schema_count() {
    yaml(
        "\
components:
  schemas:
    A:
      $id: https://a.example/s
      $defs: { «x»: true }
      allOf: [{ $ref: '#/$defs/‹x›' }, { $ref: 's#/$defs/‹x›' }, { $ref: 'https://a.example/s#/%24defs%2F‹x›' }]
      not: { $ref: 'https://b.example/s#/$defs/x' }
",
        "z",
    );
}

#[test]
fn references_by_another_name_are_listed_but_not_rewritten() {
    let marked = format!(
        "{HEAD}{}",
        "\
components:
  schemas:
    A:
      $defs: { «leaf»: { $id: 'urn:leaf', not: { $ref: '‹#›' } } }
      anyOf: [{ $ref: '#/$defs/‹leaf›' }, { $ref: '‹urn:leaf›' }, { $ref: '#' }]
"
    );
    let read = Marked::read(&marked);
    let text = &read.text;
    let mut client = Client::new("utf-8");
    client.open("file:///a.yaml", text);
    for (start, _) in read.all() {
        let found = references(&mut client, "file:///a.yaml", text, start, true);
        assert_eq!(found, read.all());
    }
    let offset = read.declared[0].0;
    let renamed = rename(&mut client, "file:///a.yaml", text, offset, "twig");
    let expected = text.replace("{ leaf:", "{ twig:");
    let expected = expected.replace("/leaf'", "/twig'");
    assert_eq!(renamed.unwrap().unwrap(), expected);
    let alias = text.find("urn:leaf' }]").or(text.find("urn:leaf' }, {"));
    let renamed = rename(&mut client, "file:///a.yaml", text, alias.unwrap(), "twig");
    assert!(renamed.unwrap_err().contains("no name here"));
    // The name of a component is not that of the schema it holds.
    let component = text.find("A:").unwrap();
    let renamed = rename(&mut client, "file:///a.yaml", text, component, "B");
    assert_eq!(renamed.unwrap().unwrap(), text.replace("A:", "B:"));
    assert!(client.finish().success());
}

#[test]
fn required_properties_are_followed_but_not_renamed() {
    let marked = format!(
        "{HEAD}{}",
        "\
tools:
  - name: a
    inputSchema:
      type: object
      properties: { «日本»: { properties: { 日本: true }, required: [日本] }, b: true }
      required: [‹日本›]
      dependentRequired: { b: ['‹日本›'] }
      not: { $ref: '#/properties/‹日本›/not' }
"
    );
    let read = Marked::read(&marked);
    let text = &read.text;
    let mut client = Client::new("utf-16");
    client.open("file:///a.yaml", text);
    for (start, _) in read.all().into_iter().take(3) {
        let found = references(&mut client, "file:///a.yaml", text, start, true);
        assert_eq!(found, read.all());
        let definition =
            client.about_place("textDocument/definition", "file:///a.yaml", text, start);
        let definition = list(&definition.unwrap());
        assert_eq!(ranges(&client, text, &definition), read.declared);
        let renamed = rename(&mut client, "file:///a.yaml", text, start, "b");
        assert!(renamed.unwrap_err().contains("property of values"));
        let prepared =
            client.about_place("textDocument/prepareRename", "file:///a.yaml", text, start);
        assert!(prepared.is_err());
    }
    assert!(client.finish().success());
}

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
