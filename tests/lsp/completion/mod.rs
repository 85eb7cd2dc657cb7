//! What is offered at a place, and that it is right as it is inserted.

mod entries;
mod examples;
mod layout;
mod names;
mod schemas;
mod scopes;
mod snippets;
mod unfinished;
mod values;

use mcpdesc::source::Format;
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
        let (text, report) = self.checked(client, label);
        let messages: Vec<_> = report.diagnostics.iter().map(|it| &it.message).collect();
        assert!(report.valid, "{label}:\n{text}\n{messages:#?}");
        text
    }

    /// The text with an item chosen, of which there is then nothing to say.
    fn chosen_is_clean(&self, client: &Client, label: &str) -> String {
        let (text, report) = self.checked(client, label);
        let messages: Vec<_> = report.diagnostics.iter().map(|it| &it.message).collect();
        assert!(messages.is_empty(), "{label}:\n{text}\n{messages:#?}");
        text
    }

    fn checked(&self, client: &Client, label: &str) -> (String, mcpdesc::Report) {
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
        (text, report)
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

/// A document of these MCP revisions, in YAML.
fn of_revisions(revisions: &str, rest: &str) -> String {
    let revisions = format!("protocolVersions: [{revisions}]");
    let old = "protocolVersions: [2025-06-18, 2025-11-25]";
    format!("{}{rest}", HEAD.replace(old, &revisions))
}

/// A document of these MCP revisions, in JSON, with more members.
fn json_of_revisions(revisions: &str, rest: &str) -> String {
    let revisions: Vec<_> = revisions.split(", ").collect();
    let revisions = json!(revisions);
    format!(
        r#"{{
  "mcpdesc": "0.8.0",
  "info": {{ "name": "日本 😀", "version": "1.0.0" }},
  "protocolVersions": {revisions},
  {rest}
}}
"#
    )
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
