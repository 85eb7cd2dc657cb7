//! What is offered at a place, and that it is right as it is inserted.

use mcpdesc::diagnostic::Findings;
use mcpdesc::source::{self, Format, Limits};
use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};

/// Stands for the cursor in the texts of these tests.
const CURSOR: char = '‸';

const YAML: &str = "file:///a/a.mcpdesc.yaml";
const JSON: &str = "file:///a/a.mcpdesc.json";

/// The beginning of a document, with text of all widths before the cursor.
const HEAD: &str = "\
mcpdesc: 0.8.0
info: { name: '日本 😀', version: 1.0.0 }
protocolVersions: [2025-06-18, 2025-11-25]
";

/// The end of a document, with something of every kind to refer to.
const TAIL: &str = "\
tags:
  - { name: 日本語, description: 'Über 😀' }
  - { name: other }
securitySchemes:
  login:
    type: oauth2
    description: Log in.
    flows:
      clientCredentials:
        tokenUrl: https://example.com/token
        scopes: { 'notes:read': Read notes., 'notes:write': Write notes. }
  key: { type: apiKey, name: X-Key, in: header }
components:
  schemas:
    Note: { type: object, description: A note. }
    Other: { type: object }
  toolExamples:
    Sample: { input: {}, result: { content: [] } }
";

/// What was offered.
struct Offered {
    uri: &'static str,
    text: String,
    items: Vec<Value>,
}

impl Offered {
    fn labels(&self) -> Vec<&str> {
        self.items
            .iter()
            .map(|it| it["label"].as_str().unwrap())
            .collect()
    }

    fn has(&self, labels: &[&str]) {
        let all = self.labels();
        for label in labels {
            assert!(
                all.contains(label),
                "{label} is not in {all:?} for\n{}",
                self.text
            );
        }
    }

    fn lacks(&self, labels: &[&str]) {
        let all = self.labels();
        for label in labels {
            assert!(
                !all.contains(label),
                "{label} is in {all:?} for\n{}",
                self.text
            );
        }
    }

    fn is(&self, labels: &[&str]) {
        assert_eq!(self.labels(), labels, "for\n{}", self.text);
    }

    fn item(&self, label: &str) -> &Value {
        self.has(&[label]);
        self.items.iter().find(|it| it["label"] == label).unwrap()
    }

    /// The text with an item chosen.
    fn chosen(&self, client: &Client, label: &str) -> String {
        let item = self.item(label);
        let mut edits = vec![&item["textEdit"]];
        edits.extend(item["additionalTextEdits"].as_array().into_iter().flatten());
        let mut edits: Vec<_> = edits
            .into_iter()
            .map(|edit| {
                let range = &edit["range"];
                let [start, end] = ["start", "end"].map(|it| client.offset(&self.text, &range[it]));
                (start, end, edit["newText"].as_str().unwrap())
            })
            .collect();
        edits.sort_unstable();
        let mut text = self.text.clone();
        for (start, end, new) in edits.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        text
    }

    /// The text with an item chosen, which then has no errors.
    fn chosen_is_valid(&self, client: &Client, label: &str) -> String {
        let text = self.chosen(client, label);
        let options = mcpdesc::Options {
            format: Some(if self.uri == JSON {
                Format::Json
            } else {
                Format::Yaml
            }),
            ..mcpdesc::Options::default()
        };
        let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
        let messages: Vec<_> = report.diagnostics.iter().map(|it| &it.message).collect();
        assert!(report.valid, "{label}:\n{text}\n{messages:#?}");
        text
    }
}

/// Splits a text at its cursor.
fn at_cursor(marked: &str) -> (String, usize) {
    let offset = marked.find(CURSOR).unwrap();
    (marked.replace(CURSOR, ""), offset)
}

/// Asks for completion at the cursor of a text.
fn ask(client: &mut Client, uri: &'static str, marked: &str) -> Offered {
    let (text, offset) = at_cursor(marked);
    client.open(uri, &text);
    let answer = client.about_place("textDocument/completion", uri, &text, offset);
    let Value::Array(items) = answer.unwrap()["items"].take() else {
        panic!("no list of items");
    };
    for item in &items {
        let range = &item["textEdit"]["range"];
        let [start, end] = ["start", "end"].map(|it| client.offset(&text, &range[it]));
        assert!(
            start <= offset && offset <= end,
            "{item} does not reach the cursor"
        );
        assert_eq!(range["start"]["line"], range["end"]["line"], "{item}");
        let typed = &text[start..offset];
        let filter = item["filterText"].as_str().unwrap();
        assert!(!filter.is_empty() && typed.len() <= text.len());
    }
    Offered { uri, text, items }
}

/// Asks in both encodings, and looks at the answers.
fn each(uri: &'static str, marked: &str, look: impl Fn(&Client, &Offered)) {
    for encoding in ENCODINGS {
        let mut client = Client::new(encoding);
        let offered = ask(&mut client, uri, marked);
        look(&client, &offered);
        assert!(client.finish().success());
    }
}

fn yaml(marked: &str, look: impl Fn(&Client, &Offered)) {
    each(YAML, &format!("{HEAD}{marked}"), look);
}

/// The tools of a JSON document.
fn json_tools(marked: &str) -> String {
    format!(
        r#"{{
  "mcpdesc": "0.8.0",
  "info": {{ "name": "日本 😀", "version": "1.0.0" }},
  "protocolVersions": ["2025-06-18", "2025-11-25"],
  "tools": {marked},
  "tags": [{{ "name": "日本語" }}, {{ "name": "other" }}]
}}
"#
    )
}

#[test]
fn the_root_offers_what_it_lacks_and_what_it_needs_first() {
    each(YAML, "mcpdesc: 0.8.0\ntools: []\n‸", |_, offered| {
        assert_eq!(offered.labels()[..2], ["info", "protocolVersions"]);
        offered.has(&["resources", "prompts"]);
        offered.lacks(&["mcpdesc", "tools", "name"]);
    });
    each(YAML, "‸", |_, offered| offered.has(&["mcpdesc", "info"]));
    each(YAML, "# a comment\n\n‸", |_, offered| {
        offered.has(&["mcpdesc"])
    });
    each(JSON, "{\"‸", |_, offered| {
        offered.has(&["mcpdesc", "info"])
    });
    each(JSON, "{‸", |_, offered| offered.has(&["mcpdesc", "info"]));
    each(
        JSON,
        "{\n  \"mcpdesc\": \"0.8.0\",\n  ‸\n}",
        |client, offered| {
            assert_eq!(offered.labels()[..2], ["info", "protocolVersions"]);
            let text = offered.chosen(client, "info");
            assert!(text.contains("\"info\": \n}"), "{text}");
        },
    );
}

#[test]
fn an_unfinished_key_is_replaced() {
    yaml("instr‸", |client, offered| {
        let text = offered.chosen_is_valid(client, "instructions");
        assert!(text.ends_with("\ninstructions: "), "{text}");
    });
    yaml(
        "tools:\n  - na‸\n    inputSchema: { type: object }\n",
        |client, offered| {
            offered.lacks(&["inputSchema"]);
            let text = offered.chosen(client, "name");
            assert!(text.contains("  - name: \n    inputSchema"), "{text}");
        },
    );
    yaml(
        "tools:\n  - na‸: 日本\n    inputSchema: { type: object }\n",
        |client, offered| {
            let text = offered.chosen_is_valid(client, "name");
            assert!(text.contains("- name: 日本\n"), "{text}");
        },
    );
}

#[test]
fn block_style_is_kept() {
    yaml(
        "tools:\n  - name: a\n    ‸\n    title: 😀\n",
        |client, offered| {
            offered.lacks(&["name", "title"]);
            let text = offered.chosen(client, "description");
            assert!(text.contains("\n    description: \n    title"), "{text}");
            let text = offered.chosen(client, "annotations");
            assert!(
                text.contains("\n    annotations:\n      \n    title"),
                "{text}"
            );
            let text = offered.chosen(client, "elicitations");
            assert!(text.contains("\n    elicitations:\n      - \n"), "{text}");
        },
    );
    yaml(
        "tools:\n  - name: a\n    annotations:\n      ‸",
        |_, offered| {
            offered.has(&["readOnlyHint", "title"]);
            offered.lacks(&["name", "inputSchema"]);
        },
    );
    yaml(
        "tools:\n  - name: a\n    annotations:\n      title: b\n    ‸",
        |_, offered| {
            offered.has(&["inputSchema"]);
            offered.lacks(&["readOnlyHint", "annotations"]);
        },
    );
    yaml("tools:\n- name: a\n  ‸\n", |_, offered| {
        offered.has(&["inputSchema"])
    });
    yaml("tools:\n  -‸", |client, offered| {
        let text = offered.chosen(client, "name");
        assert!(text.ends_with("  - name: "), "{text}");
    });
}

#[test]
fn nothing_is_offered_in_text_and_comments() {
    for text in [
        "instructions: |\n  Some ‸text\n",
        "instructions: a # com‸ment\n",
        "# com‸ment\n",
        "instructions: 'two\n  li‸nes'\n",
        "tools:\n  - name: a\n     ‸\n",
    ] {
        yaml(text, |_, offered| offered.is(&[]));
    }
}

#[test]
fn flow_style_is_kept() {
    yaml("tools:\n  - { name: a, ‸ }\n", |client, offered| {
        offered.lacks(&["name"]);
        let text = offered.chosen(client, "title");
        assert!(text.contains("{ name: a, title:  }"), "{text}");
    });
    yaml(
        "tools:\n  - { na‸ inputSchema: {} }\n",
        |client, offered| {
            offered.lacks(&["inputSchema"]);
            let text = offered.chosen(client, "name");
            assert!(text.contains("{ name: , inputSchema: {} }"), "{text}");
        },
    );
    yaml(
        "tools:\n  - { name: a, annotations: { ‸\nresources:\n  - { uri: 'a:b', name: c }\n",
        |_, offered| {
            offered.has(&["readOnlyHint"]);
        },
    );
    yaml("transports: [{ type: ‸ }]\n", |client, offered| {
        offered.is(&["streamable-http", "stdio", "sse"]);
        assert!(offered.chosen(client, "stdio").contains("{ type: stdio }"));
    });
    yaml(
        "transports: [{ ‸url: 'https://example.com', type: streamable-http }]\n",
        |client, offered| {
            let text = offered.chosen(client, "security");
            assert!(text.contains("[{ security: "), "{text}");
            offered.lacks(&["command", "type"]);
        },
    );
}

#[test]
fn json_gets_its_quotes_and_commas() {
    let cases = [
        (r#"[{ "name": "a" ‸}]"#, r#"[{ "name": "a", "title": }]"#),
        (r#"[{ "name": "a", ‸ }]"#, r#"[{ "name": "a", "title":  }]"#),
        (
            r#"[{ "name": "a", "‸" }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "name": "a", "ti‸ }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "name": "a", ti‸ }]"#,
            r#"[{ "name": "a", "title":  }]"#,
        ),
        (
            r#"[{ "ti‸": "x", "name": "a" }]"#,
            r#"[{ "title": "x", "name": "a" }]"#,
        ),
        (
            r#"[{ "ti‸, "name": "a" }]"#,
            r#"[{ "title": , "name": "a" }]"#,
        ),
    ];
    for (marked, expected) in cases {
        each(JSON, &json_tools(marked), |client, offered| {
            offered.lacks(&["name"]);
            let text = offered.chosen(client, "title");
            assert_eq!(text, json_tools(expected), "for {marked}");
        });
    }
    let tags =
        json_tools(r#"[{ "name": "a", "tags": ["other" ‸], "inputSchema": {"type": "object"} }]"#);
    each(JSON, &tags, |client, offered| {
        offered.is(&["日本語"]);
        let text = offered.chosen_is_valid(client, "日本語");
        assert!(text.contains(r#"["other", "日本語"]"#), "{text}");
    });
}

#[test]
fn snippets_of_keys_are_for_clients_that_know_them() {
    let capabilities = json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } }
    });
    let mut client = Client::with("utf-16", capabilities, Value::Null);
    let offered = ask(&mut client, JSON, &json_tools(r#"[{ "name": "a", "‸" }]"#));
    assert_eq!(
        offered.item("title")["textEdit"]["newText"],
        r#""title": "$0""#
    );
    assert_eq!(offered.item("title")["insertTextFormat"], 2);
    let marked = json_tools(r#"[{ "name": "a", "inputSchema": { "type": "object", "$‸" } }]"#);
    let offered = ask(&mut client, JSON, &marked);
    assert_eq!(
        offered.item("$defs")["textEdit"]["newText"],
        r#""\$defs": {$0}"#
    );
    assert!(client.finish().success());
}

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
fn names_of_the_document_are_offered_where_they_can_be_used() {
    let doc = |tools: &str| format!("{HEAD}tools:\n{tools}{TAIL}");
    let cases: &[(&str, &[&str])] = &[
        (
            "  - { name: a, outputSchema: { $componentRef: ‸ } }\n",
            &["#/components/schemas/Note", "#/components/schemas/Other"],
        ),
        (
            "  - name: a\n    outputSchema:\n      $componentRef: '#/comp‸'\n",
            &["#/components/schemas/Note", "#/components/schemas/Other"],
        ),
        (
            "  - name: a\n    examples:\n      b: { $componentRef: \"‸\" }\n",
            &["#/components/toolExamples/Sample"],
        ),
        ("  - name: a\n    tags: [‸]\n", &["日本語", "other"]),
        (
            "  - name: a\n    tags:\n      - 日本語\n      - ‸\n",
            &["other"],
        ),
        (
            "  - name: a\n    tags:\n      - 日本語\n      - oth‸\n",
            &["other"],
        ),
        ("  - name: a\n    security:\n      - ‸\n", &["login", "key"]),
        (
            "  - name: a\n    security:\n      - login: []\n        ‸\n",
            &["key"],
        ),
        (
            "  - name: a\n    security: [{ login: ['notes:read', ‸] }]\n",
            &["notes:write"],
        ),
        (
            "  - name: a\n    security:\n      - login:\n          - ‸\n",
            &["notes:read", "notes:write"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: {}, b: {}, c: {} }\n      required: [b, ‸]\n",
            &["日", "c"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: {}, b: {} }\n      required:\n        - ‸\n",
            &["日", "b"],
        ),
        (
            "  - name: a\n    inputSchema:\n      type: object\n      $defs: { 日: {} }\n      properties: { b: { $ref: ‸ } }\n",
            &["#/$defs/日"],
        ),
        (
            "  - name: a\n    inputSchema: { type: object, properties: { 日: {}, b: {} } }\n    examples:\n      e:\n        input: { b: 1, ‸ }\n",
            &["日"],
        ),
    ];
    for (marked, expected) in cases {
        each(YAML, &doc(marked), |_, offered| offered.is(expected));
    }
    let chosen =
        doc("  - name: a\n    inputSchema: { type: object }\n    security:\n      - login: [‸]\n");
    each(YAML, &chosen, |client, offered| {
        offered.chosen_is_valid(client, "notes:read");
        let item = offered.item("notes:read");
        assert_eq!(item["documentation"], "Read notes.");
    });
}

#[test]
fn arguments_variables_and_declarations_are_offered_by_name() {
    let prompt = "prompts:\n  - name: p\n    arguments: [{ name: 日本 }, { name: b }]\n";
    for (rest, expected) in [
        (
            "    examples:\n      e:\n        arguments: { ‸ }\n",
            &["日本", "b"][..],
        ),
        (
            "    completionExamples:\n      e:\n        argument: { name: ‸ }\n",
            &["日本", "b"],
        ),
        (
            "    completionExamples:\n      e:\n        argument: { name: b }\n        context:\n          arguments:\n            ‸\n",
            &["日本"],
        ),
    ] {
        yaml(&format!("{prompt}{rest}"), |_, offered| {
            offered.is(expected)
        });
    }
    let template = "resourceTemplates:\n  - name: r\n    uriTemplate: 'a://{x}/{+y}{?z}'\n    completionExamples:\n      e:\n        argument: { name: ‸ }\n";
    yaml(template, |_, offered| offered.is(&["x", "y", "z"]));
    let tool = "tools:\n  - name: t\n    elicitations: [{ name: ask, mode: form, message: m }]\n    interactionExamples:\n      e:\n        steps:\n          - type: elicitation\n            declaration: ‸\n";
    yaml(tool, |_, offered| offered.is(&["ask"]));
}

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

#[test]
fn snippets_are_valid_as_inserted() {
    let blocks = [
        ("tools:\n  - ‸\n", "Tool"),
        ("tools:\n  ‸\n", "Tool"),
        ("tools: ‸\n", "Tool"),
        ("tools: [‸]\n", "Tool"),
        (
            "tools:\n  - { name: new-tool, inputSchema: { type: object } }\n  - ‸\n",
            "Tool",
        ),
        (
            "tools:\n  - { name: new-tool, inputSchema: { type: object } }\n  ‸\n",
            "Tool",
        ),
        (
            "tools:\n- name: new-tool\n  inputSchema: { type: object }\n- ‸\n",
            "Tool",
        ),
        ("resources:\n  - ‸\n", "Resource"),
        (
            "resources:\n  - uri: a:b\n    name: c\n  ‸\n  - uri: a:c\n    name: d\n",
            "Resource",
        ),
        ("resourceTemplates:\n  - ‸\n", "Resource Template"),
        ("prompts:\n  - ‸\n", "Prompt"),
        ("prompts: [‸]\n", "Prompt"),
        ("transports:\n  - ‸\n", "stdio transport"),
        ("transports:\n  - ‸\n", "Streamable HTTP transport"),
        ("tags:\n  - ‸\n", "Tag"),
        ("tools:\n  - name: a\n    inputSchema: ‸\n", "object schema"),
        (
            "resources:\n  - uri: a:b\n    name: c\n    mimeType: text/plain\n    examples:\n      ‸\n",
            "Resource example",
        ),
        (
            "resourceTemplates:\n  - uriTemplate: 'a://{x}/{+y}{/z}'\n    name: c\n    examples:\n      ‸\n",
            "Resource Template example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本, required: true }]\n    examples:\n      e:\n        ‸\n",
            "Prompt example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本, required: true }]\n    examples: { ‸ }\n",
            "Prompt example",
        ),
        (
            "prompts:\n  - name: c\n    arguments: [{ name: 日本 }]\n    completionExamples:\n      ‸\n",
            "Completion example",
        ),
        (
            "tools:\n  - name: a\n    inputSchema:\n      type: object\n      properties: { 日: { type: string }, n: { type: integer, minimum: 3 } }\n      required: [日, n]\n    examples:\n      ‸\n",
            "Tool example",
        ),
        (
            "tools:\n  - name: a\n    inputSchema: { type: object }\n    examples:\n      example:\n        input: {}\n        result: { content: [] }\n      ‸\n",
            "Tool example",
        ),
    ];
    let modern = HEAD.replace("[2025-06-18, 2025-11-25]", "[2026-07-28]");
    for head in [HEAD, &modern] {
        for (marked, label) in blocks {
            // What is there already would not do for the newest revision.
            if head != HEAD && marked.contains("content: []") {
                continue;
            }
            each(YAML, &format!("{head}{marked}"), |client, offered| {
                offered.chosen_is_valid(client, label);
            });
        }
    }
}

#[test]
fn snippets_are_valid_in_json_too() {
    for (marked, label) in [
        ("[‸]", "Tool"),
        ("[\n    ‸\n  ]", "Tool"),
        (
            r#"[{ "name": "new-tool", "inputSchema": { "type": "object" } } ‸]"#,
            "Tool",
        ),
        (
            r#"[‸{ "name": "new-tool", "inputSchema": { "type": "object" } }]"#,
            "Tool",
        ),
        ("‸", "Tool"),
        (
            r#"[{ "name": "日", "inputSchema": { "type": "object" }, "examples": { ‸ } }]"#,
            "Tool example",
        ),
        (
            r#"[{ "name": "日", "inputSchema": { "type": "object" }, "examples": { "e": ‸ } }]"#,
            "Tool example",
        ),
        (
            r#"[{ "name": "日", "examples": { "e": ‸ }, "inputSchema": { "type": "object" } }]"#,
            "Tool example",
        ),
    ] {
        each(JSON, &json_tools(marked), |client, offered| {
            offered.chosen_is_valid(client, label);
        });
    }
}

#[test]
fn quoted_text_of_several_lines_leaves_the_place_known() {
    for before in ["'a\n   '", "'a: \n\n   b: '", "\"a\\\n   b\""] {
        let marked = format!("resources: [{{ d: {before} }}, {{ n: x,\n u‸: 'f:g', name: s }}]\n");
        yaml(&marked, |client, offered| {
            let text = offered.chosen(client, "uri");
            assert!(text.contains("\n uri: 'f:g', name: s }]"), "{text}");
        });
    }
    yaml("resources: [{ d: 'a\n  b‸ ', n: x }]\n", |_, offered| {
        offered.is(&[])
    });
}

#[test]
fn no_two_edits_of_an_item_are_at_one_place() {
    for (marked, label, expected) in [
        (
            r#"[{"name":"a","tags":["other"]‸}]"#,
            "title",
            r#""tags":["other"],"title": }]"#,
        ),
        (r#"[{"name":"a"}‸]"#, "Tool", r#"[{"name":"a"},{"#),
    ] {
        each(JSON, &json_tools(marked), |client, offered| {
            let item = offered.item(label);
            let word = &item["textEdit"]["range"];
            for other in item["additionalTextEdits"].as_array().into_iter().flatten() {
                assert_ne!(other["range"]["end"], word["start"], "{item}");
            }
            let text = offered.chosen(client, label).replace("\n    ", "");
            assert!(text.contains(expected), "{text}");
        });
    }
}

/// Texts whose lines, brackets or names are many take no longer than their size asks for. What
/// took quadratic time here took minutes.
#[test]
fn large_unfinished_texts_are_answered() {
    let many = |part: &str| part.repeat(200_000 / part.len());
    for (uri, text) in [
        (JSON, format!("{{{}", many("\"a\": 1,"))),
        (JSON, many("{\"a\":")),
        (YAML, many("{a: ")),
        (YAML, format!("a: \"x\n{}", many("  x\n"))),
        (YAML, format!("a: [\"x\n{}", many("  x\n"))),
        (YAML, format!("a: {}", many("&a "))),
    ] {
        let mut client = Client::new("utf-8");
        ask(&mut client, uri, &format!("{text}{CURSOR}"));
        assert!(client.finish().success());
    }
}

/// Every place of a document in the making is answered, whatever is there so far.
#[test]
fn every_beginning_of_a_document_is_answered() {
    for (uri, text) in super::DOCUMENTS {
        let mut client = Client::new("utf-16");
        for (version, (end, _)) in text.char_indices().enumerate() {
            let begun = &text[..end];
            if version == 0 {
                client.open(uri, begun);
            } else {
                client.change(uri, version as i32 + 1, json!([{ "text": begun }]));
            }
            for method in ["textDocument/completion", "textDocument/hover"] {
                client.about_place(method, uri, begun, end).unwrap();
            }
        }
        assert!(client.finish().success());
    }
}

/// Wherever a value of a whole document is chosen anew, the text stays one that can be read.
#[test]
fn values_fit_into_whole_documents() {
    for (uri, text) in super::DOCUMENTS {
        let (uri, format) = match uri.ends_with("json") {
            true => (JSON, Format::Json),
            false => (YAML, Format::Yaml),
        };
        let mut client = Client::new("utf-8");
        let mut chosen = 0;
        for (offset, _) in text.char_indices().step_by(5) {
            let marked = format!("{}{CURSOR}{}", &text[..offset], &text[offset..]);
            let offered = ask(&mut client, uri, &marked);
            let values = offered.items.iter().filter(|it| it["kind"] != PROPERTY);
            for item in values.take(3) {
                let label = item["label"].as_str().unwrap();
                let text = offered.chosen(&client, label);
                let mut faults = Findings::new(10);
                source::read(
                    text.as_bytes(),
                    Some(format),
                    Limits::default(),
                    &mut faults,
                );
                let faults = faults.into_sorted();
                assert!(faults.is_empty(), "{label}:\n{text}\n{}", faults[0].message);
                chosen += 1;
            }
        }
        assert!(chosen > 10, "{chosen}");
        assert!(client.finish().success());
    }
}

/// The protocol's number for properties, which are but the beginning of a member.
const PROPERTY: u8 = 10;
