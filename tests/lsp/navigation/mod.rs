//! Definitions, references, highlights and renaming.
//!
//! In the texts, `‸` is the cursor, `«»` are around declarations and `‹›` around uses of the name
//! that is there.

mod renaming;

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

#[test]
fn a_scope_is_declared_by_its_scheme_and_keeps_its_name() {
    let text = "\
security: [{ login: [read] }]
tools: [{ name: a, security: [{ login: [read] }, { other: [read] }] }]
securitySchemes:
  login:
    type: oauth2
    flows: { clientCredentials: { scopes: { read: See. } }, implicit: { scopes: { read: See. } } }
  other: { type: openIdConnect }
";
    let uri = "file:///a.yaml";
    let mut client = Client::new("utf-16");
    client.open(uri, text);
    let used = text.find("read]").unwrap();
    let answer = client.about_place("textDocument/definition", uri, text, used);
    let lines: Vec<_> = list(&answer.unwrap())
        .iter()
        .map(|it| it["range"]["start"]["line"].clone())
        .collect();
    assert_eq!(lines, [5, 5]);
    assert_eq!(references(&mut client, uri, text, used, true).len(), 4);
    let refused = rename(&mut client, uri, text, used, "write").unwrap_err();
    assert!(refused.contains("authorization server"), "{refused}");
    assert!(client.finish().success());
}
