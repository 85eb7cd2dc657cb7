//! Names of a description: from each place to every other, and renamed in all of them.

use super::super::client::Client;
use super::{list, references, rename, yaml};

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
