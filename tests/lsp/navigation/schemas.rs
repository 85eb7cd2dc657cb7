//! Names within embedded schemas: definitions, anchors, identifiers and properties.

use super::super::client::{Client, ENCODINGS};
use super::{HEAD, Marked, list, ranges, references, rename, yaml};

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
