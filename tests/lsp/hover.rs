//! What is said about a place.

use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};

const CURSOR: char = '‸';

const HEAD: &str = "\
mcpdesc: 0.8.0
info: { name: '日本 😀', version: 1.0.0 }
protocolVersions: [2025-06-18, 2025-11-25]
";

/// The explanation at the cursor, and the text it is about.
fn hover(client: &mut Client, uri: &str, marked: &str) -> Option<(String, String)> {
    let offset = marked.find(CURSOR).unwrap();
    let text = marked.replace(CURSOR, "");
    client.open(uri, &text);
    let answer = client
        .about_place("textDocument/hover", uri, &text, offset)
        .unwrap();
    let value = answer["contents"]["value"].as_str()?.to_owned();
    let about = client.slice(&text, &answer["range"]).to_owned();
    Some((value, about))
}

/// Looks at the explanation, in both encodings.
fn each(uri: &str, marked: &str, about: &str, contains: &[&str]) {
    for encoding in ENCODINGS {
        let mut client = Client::new(encoding);
        let found = hover(&mut client, uri, marked);
        let (text, place) = found.unwrap_or_else(|| panic!("nothing is said of {about}"));
        assert_eq!(place, about);
        for part in contains {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(client.finish().success());
    }
}

fn yaml(marked: &str, about: &str, contains: &[&str]) {
    each(
        "file:///a.yaml",
        &format!("{HEAD}{marked}"),
        about,
        contains,
    );
}

#[test]
fn a_property_is_explained() {
    yaml(
        "tools:\n  - { name: '😀', outputSch‸ema: { type: object }, inputSchema: { type: object } }\n",
        "outputSchema",
        &[
            "What its structured results look like.",
            "since MCP 2025-06-18",
            "Tool, §9.1",
        ],
    );
    yaml(
        "transports:\n  - type: stdio\n    com‸mand: 日本\n",
        "command",
        &["a string", "required", "§6.2.2"],
    );
    yaml(
        "transports:\n  - ty‸pe: stdio\n    command: 日本\n",
        "type",
        &["Kind".to_lowercase().as_str()],
    );
}

#[test]
fn a_property_of_json_is_explained() {
    let text = r#"{ "mcpdesc": "0.8.0", "info": { "title": "日本 😀", "vers‸ion": "1" }, "protocolVersions": ["2025-11-25"] }"#;
    each(
        "file:///a.json",
        text,
        "\"version\"",
        &["required", "Info Object, §5.1", "in every MCP revision"],
    );
}

#[test]
fn a_keyword_of_an_embedded_schema_is_explained() {
    yaml(
        "tools:\n  - name: a\n    inputSchema: { type: object, properties: { 日: { minLen‸gth: 1 } } }\n",
        "minLength",
        &["The least number of characters.", "§9.2"],
    );
}

#[test]
fn references_show_what_they_mean() {
    let tail = "components: { schemas: { Note: { type: object, title: 'ノート 😀' } } }\n";
    yaml(
        &format!(
            "tools:\n  - name: a\n    inputSchema: {{ $componentRef: '#/components/schemas/No‸te' }}\n{tail}"
        ),
        "'#/components/schemas/Note'",
        &["title: 'ノート 😀'"],
    );
    yaml(
        "tools:\n  - name: a\n    inputSchema: { type: object, tags: [], properties: { b: { $ref: '#/$d‸efs/c' } }, $defs: { c: { title: '😀' } } }\n",
        "'#/$defs/c'",
        &["{ title: '😀' }"],
    );
    yaml(
        "tools:\n  - { name: a, tags: [日‸本], inputSchema: { type: object } }\ntags: [{ name: 日本, description: 国 }]\n",
        "日本",
        &["description: 国"],
    );
    yaml(
        "security:\n  - lo‸gin: []\nsecuritySchemes: { login: { type: http, scheme: bearer } }\n",
        "login",
        &["scheme: bearer"],
    );
}

#[test]
fn references_within_a_schema_show_what_they_mean_however_they_say_it() {
    for (reference, shown) in [
        ("#/$defs/%E6%97%A5", "{ title: '日', $anchor: sun }"),
        ("#sun", "{ title: '日', $anchor: sun }"),
        ("https://a.test/b", "title: B"),
        ("https://a.test/b#/$defs/c", "{ title: C }"),
        ("#", "type: object"),
    ] {
        let marked = format!(
            "tools:
  - name: a
    inputSchema:
      type: object
      properties:
        a:
          $ref: '{}‸{}'
      $defs:
        日: {{ title: '日', $anchor: sun }}
        b:
          $id: https://a.test/b
          title: B
          $defs: {{ c: {{ title: C }} }}
",
            &reference[..1],
            &reference[1..]
        );
        yaml(&marked, &format!("'{reference}'"), &[shown]);
    }
}

#[test]
fn a_scope_and_a_choice_are_explained_by_themselves() {
    let schemes = "securitySchemes:
  login:
    type: oauth2
    flows: { clientCredentials: { tokenUrl: 'https://a.test', scopes: { read: 'See 😀.' } } }
";
    let marked = format!("security:\n  - login: [re‸ad]\n{schemes}");
    yaml(&marked, "read", &["scope of `login`", "See 😀."]);
    let marked = format!("security:\n  - login: [wr‸ite]\n{schemes}");
    yaml(&marked, "write", &["clientCredentials"]);
    yaml(
        "tools:\n  - name: a\n    elicitations: [{ name: b, message: c, mode: fo‸rm }]\n",
        "form",
        &["Form-mode Elicitation Declaration, §12.3: A question with a form"],
    );
}

#[test]
fn protocol_versions_show_the_effective_scope() {
    let tool = "tools:\n  - { name: '😀', protocolVer‸sions: [2025-11-25], inputSchema: { type: object } }\n";
    yaml(
        tool,
        "protocolVersions",
        &["Effective scope (§4.10): MCP 2025-11-25."],
    );
    let value = tool.replace('‸', "").replace("2025-11-25]", "2025-11‸-25]");
    yaml(
        &value,
        "2025-11-25",
        &["Effective scope (§4.10): MCP 2025-11-25."],
    );
    let beyond = tool.replace("[2025-11-25]", "[2025-11-25, 2026-07-28]");
    yaml(&beyond, "protocolVersions", &["does not have 2026-07-28"]);
}

#[test]
fn findings_are_explained_by_their_rules() {
    yaml(
        "tools:\n  - { name: '😀', inptSch‸ema: { type: object }, inputSchema: { type: object } }\n",
        "inptSchema",
        &["unknown-property", "§3.8", "closed"],
    );
}

#[test]
fn markdown_is_for_clients_that_prefer_it() {
    let marked = format!("{HEAD}tools:\n  - na‸me: a\n    inputSchema: {{ type: object }}\n");
    for (formats, kind, bold) in [
        (json!(["markdown", "plaintext"]), "markdown", true),
        (json!(["plaintext"]), "plaintext", false),
        (json!([]), "plaintext", false),
    ] {
        let capabilities = json!({ "textDocument": { "hover": { "contentFormat": formats } } });
        let mut client = Client::with("utf-16", capabilities, Value::Null);
        let (text, _) = hover(&mut client, "file:///a.yaml", &marked).unwrap();
        assert_eq!(text.contains("**"), bold, "{text}");
        let text = marked.replace(CURSOR, "");
        let offset = text.find("name: a").unwrap();
        let answer = client.about_place("textDocument/hover", "file:///a.yaml", &text, offset);
        assert_eq!(answer.unwrap()["contents"]["kind"], kind);
        assert!(client.finish().success());
    }
}

#[test]
fn nothing_is_said_where_nothing_is() {
    let mut client = Client::new("utf-8");
    let marked = HEAD.replace("protocolVersions", "‸\n\nprotocolVersions");
    assert_eq!(hover(&mut client, "file:///a.yaml", &marked), None);
    assert!(client.finish().success());
}

/// The explanation at the cursor, for a client that prefers Markdown and for one that knows none.
fn rendered(marked: &str) -> [String; 2] {
    [json!(["markdown"]), json!(["plaintext"])].map(|formats| {
        let capabilities = json!({ "textDocument": { "hover": { "contentFormat": formats } } });
        let mut client = Client::with("utf-16", capabilities, Value::Null);
        let found = hover(&mut client, "file:///a.yaml", &format!("{HEAD}{marked}"));
        assert!(client.finish().success());
        found.unwrap().0
    })
}

#[test]
fn a_component_does_not_end_the_fence_around_it() {
    let [markdown, plain] = rendered(
        "tools:
  - name: a
    inputSchema: { $componentRef: '#/components/schemas/No‸te' }
components:
  schemas:
    Note:
      type: object
      description: |
        ````
        # [click](http://a.test)
        ```
",
    );
    let shown = "type: object\ndescription: |\n  ````\n  # [click](http://a.test)\n  ```";
    let fenced = format!("**`#/components/schemas/Note`**\n\n`````yaml\n{shown}\n`````");
    assert!(markdown.contains(&fenced), "{markdown}");
    let unfenced = format!("#/components/schemas/Note\n\n{shown}");
    assert!(plain.ends_with(&unfenced), "{plain}");
}

#[test]
fn text_of_the_document_is_no_markdown() {
    let description = "[click](http://a.test) <img src=x>";
    let [markdown, plain] = rendered(&format!(
        "security:
  - 'o`': [re‸ad]
securitySchemes:
  'o`':
    type: oauth2
    flows: {{ clientCredentials: {{ tokenUrl: 'https://a.test', scopes: {{ read: '{description}' }} }} }}
"
    ));
    let fenced = format!("**`read`**: scope of `` o` `` (§7.5)\n\n```\n{description}\n```");
    assert!(markdown.starts_with(&fenced), "{markdown}");
    assert!(plain.contains("read: scope of `o``") && plain.contains(description));

    let name = "a** [x](http://a.test) **";
    let [markdown, plain] = rendered(&format!(
        "tools:\n  - {{ name: a, tags: ['a‸{}'], inputSchema: {{ type: object }} }}\ntags: [{{ name: '{name}' }}]\n",
        &name[1..]
    ));
    assert!(
        markdown.starts_with(&format!("**`{name}`**\n\n```yaml\n")),
        "{markdown}"
    );
    assert!(plain.starts_with(&format!("{name}\n\n{{ name")), "{plain}");
}

#[test]
fn what_findings_quote_is_no_markdown() {
    let name = "a` [x](http://a.test) <b> `b";
    let [markdown, plain] = rendered(&format!(
        "tools:\n  - {{ name: a, 'a‸{}': 1, inputSchema: {{ type: object }} }}\n",
        &name[1..]
    ));
    assert!(plain.contains("[x](http://a.test) <b>"), "{plain}");
    let escaped = "`a` \\[x\\](http\\://a.test) \\<b\\> `b`";
    assert!(markdown.contains(escaped), "{markdown}");
}

#[test]
fn names_show_what_they_mean_wherever_definition_resolves_them() {
    let text = "\
prompts:
  - name: p
    arguments: [{ name: city, description: 市 }, { name: who }]
    completionExamples:
      x:
        argument: { name: CITY, value: a }
        context: { arguments: { WHO: b } }
        result: { completion: { values: [a] } }
    examples:
      y: { arguments: { EXAMPLE: A }, result: { messages: [] } }
resourceTemplates:
  - name: r
    uriTemplate: 'a://{owner}/{+repo*}'
    completionExamples:
      x:
        argument: { name: REPO, value: a }
        context: { arguments: { OWNER: b } }
        result: { completion: { values: [a] } }
tools:
  - name: t
    inputSchema: { type: object, properties: { id: { title: Number } }, required: [ID] }
";
    let places = [
        ("CITY", "city", "{ name: city, description: 市 }"),
        ("WHO", "who", "{ name: who }"),
        ("EXAMPLE", "city", "description: 市"),
        ("REPO", "repo", "a://{owner}/{+repo*}"),
        ("OWNER", "owner", "variable of a URI template"),
        ("ID", "id", "{ title: Number }"),
    ];
    for (mark, name, shown) in places {
        let marked = text.replace(mark, &format!("{}‸{}", &name[..1], &name[1..]));
        let marked = places
            .iter()
            .fold(marked, |text, (mark, name, _)| text.replace(mark, name));
        yaml(&marked, name, &[name, shown]);
    }
}

#[test]
fn client_capabilities_are_explained_at_every_depth() {
    for (requirements, about, contains) in [
        (
            "ro‸ots: {}",
            "roots",
            ["in every MCP revision", "Deprecated in MCP 2026-07-28."],
        ),
        (
            "elici‸tation: {}",
            "elicitation",
            ["since MCP 2025-06-18", "A client capability, §8.5"],
        ),
        (
            "roots: { list‸Changed: true }",
            "listChanged",
            ["`true` or `false`", "capability `roots`, §8.5"],
        ),
        (
            "sampling: { too‸ls: {} }",
            "tools",
            ["since MCP 2025-11-25", "Deprecated in MCP 2026-07-28."],
        ),
        (
            "tasks: { requests: { sampling: { create‸Message: {} } } }",
            "createMessage",
            ["only in MCP 2025-11-25", "`tasks.requests.sampling`"],
        ),
    ] {
        let tool = format!(
            "tools:\n  - {{ name: a, clientRequirements: {{ {requirements} }}, inputSchema: {{ type: object }} }}\n"
        );
        yaml(&tool, about, &contains);
    }
}

#[test]
fn what_tells_kinds_apart_lists_every_kind() {
    for (marked, allowed) in [
        (
            "transports:\n  - { ty‸pe: stdio, command: a }\n",
            "Allowed: `streamable-http`, `stdio`, `sse`\n",
        ),
        (
            "securitySchemes:\n  a: { ty‸pe: apiKey, in: header, name: b }\n",
            "Allowed: `http`, `apiKey`, `oauth2`, `openIdConnect`\n",
        ),
        (
            "tools:\n  - name: a\n    elicitations: [{ name: b, message: c, mode: form, requestedSchema: { type: object, properties: { d: { ty‸pe: string } } } }]\n",
            "Allowed: `string`, `number`, `integer`, `boolean`, `array`\n",
        ),
    ] {
        yaml(marked, "type", &[allowed]);
    }
}

#[test]
fn no_revision_limits_what_info_holds() {
    let rest = "mcpdesc: 0.8.0\nprotocolVersions: [2024-11-05]\n";
    for (info, about) in [
        ("ti‸tle: A", "title"),
        ("website‸Url: 'https://a.test'", "websiteUrl"),
        ("icons: [{ sr‸c: 'https://a.test' }]", "src"),
    ] {
        let mut client = Client::new("utf-16");
        let marked = format!("{rest}info: {{ name: a, version: '1', {info} }}\n");
        let (text, place) = hover(&mut client, "file:///a.yaml", &marked).unwrap();
        assert_eq!(place, about);
        assert!(text.contains("in every MCP revision (§5)"), "{text}");
        let first = text.lines().next().unwrap();
        assert!(!first.contains("since"), "{text}");
        assert!(client.finish().success());
    }
    yaml(
        "tools:\n  - { name: a, icons: [{ sr‸c: 'https://a.test' }], inputSchema: { type: object } }\n",
        "src",
        &["since MCP 2025-11-25"],
    );
}

/// A document with a tool among many, in YAML and in JSON.
fn many(tool: &Value) -> [(&'static str, String); 2] {
    let other = json!({ "name": "other", "description": "説明 😀 ".repeat(200), "inputSchema": { "type": "object" } });
    let mut tools = vec![other; 100];
    tools[40] = tool.clone();
    let document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "many", "version": "1.0.0" },
        "protocolVersions": ["2025-06-18", "2025-11-25"],
        "tags": [{ "name": "日本", "description": "国" }],
        "tools": tools,
        "components": { "schemas": { "Note": { "type": "object", "description": "ノート" } } },
    });
    [
        ("file:///a.yaml", serde_yaml::to_string(&document).unwrap()),
        (
            "file:///a.json",
            serde_json::to_string_pretty(&document).unwrap(),
        ),
    ]
}

#[test]
fn right_after_a_change_of_a_large_document_the_same_is_said_as_later() {
    let tool = json!({
        "name": "searched",
        "tags": ["日本"],
        "inputSchema": {
            "type": "object",
            "$defs": { "Inner": { "type": "string", "maxLength": 3 } },
            "properties": { "inner": { "$ref": "#/$defs/Inner" } },
        },
        "outputSchema": { "$componentRef": "#/components/schemas/Note" },
    });
    let places = [
        ("outputSchema", "since MCP 2025-06-18"),
        ("protocolVersions", "Effective scope"),
        ("#/components/schemas/Note", "ノート"),
        ("#/$defs/Inner", "maxLength"),
        ("日本", "国"),
        ("schemas", "§17"),
    ];
    for (uri, text) in many(&tool) {
        let mut client = Client::new("utf-16");
        client.open(uri, &text);
        let ask = |client: &mut Client, mark| {
            let offset = text.rfind(mark).unwrap();
            let answer = client.about_place("textDocument/hover", uri, &text, offset);
            answer.unwrap()
        };
        for (version, (mark, says)) in (2..).zip(places) {
            client.change(uri, version, json!([{ "text": text }]));
            let at_once = ask(&mut client, mark);
            client.diagnostics(uri, version);
            let said = at_once["contents"]["value"].as_str().unwrap_or_default();
            assert!(said.contains(says), "{mark}: {said}");
            assert_eq!(at_once, ask(&mut client, mark), "{mark}");
        }
        assert!(client.finish().success());
    }
}
