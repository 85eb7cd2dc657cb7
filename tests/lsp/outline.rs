//! Outline, folding and selection.

use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};
use super::{DOCUMENTS, JSON, YAML};

/// Names of an outline, indented by level, with what the range and the selection say.
fn shown(client: &Client, text: &str, symbols: &Value, level: usize, out: &mut Vec<String>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let selected = client.slice(text, &symbol["selectionRange"]);
        let whole = client.slice(text, &symbol["range"]);
        assert!(
            whole.contains(selected),
            "{selected:?} lies outside {whole:?}"
        );
        let detail = symbol["detail"].as_str().unwrap_or_default();
        let name = symbol["name"].as_str().unwrap();
        let selected = selected.trim_matches(['"', '\'']);
        let indent = "  ".repeat(level);
        out.push(format!("{indent}{name} | {selected} | {detail}"));
        shown(client, text, &symbol["children"], level + 1, out);
    }
}

#[test]
fn the_outline_names_what_is_declared_in_both_formats_and_encodings() {
    for encoding in ENCODINGS {
        for (uri, text) in DOCUMENTS {
            let mut client = Client::new(encoding);
            client.open(uri, text);
            let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
            let mut lines = Vec::new();
            shown(&client, text, &symbols, 0, &mut lines);
            let expected = [
                "info | info | notes 日本 1.0.0",
                "tools | tools | ",
                "  add | add | Añadir 😀",
                "    short | short | ",
                "  list | list | 一覧 😀",
                "resources | resources | ",
                "  readme | readme | file:///readme",
                "prompts | prompts | ",
                "  sum | sum | ",
                "components | components | ",
                "  schemas | schemas | ",
                "    Note | Note | object",
            ];
            assert_eq!(lines, expected, "{uri} {encoding}");
        }
    }
}

#[test]
fn what_primitives_have_inside_is_in_the_outline_in_written_order() {
    let mut client = Client::new("utf-16");
    let uri = "file:///a.mcpdesc.yaml";
    let text = "\
tools:
  - name: a
    interactionExamples:
      asked: { title: Asks, input: {}, steps: [], result: {} }
    elicitations:
      - { name: confirm, mode: form, message: b }
    examples:
      plain: { title: Plain }
prompts:
  - name: b
    completionExamples: { city: { title: Cities } }
resourceTemplates:
  - name: c
    uriTemplate: 'a://{b}'
    elicitations: [{ message: b }]
    completionExamples: { owner: {} }
";
    client.open(uri, text);
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    let mut lines = Vec::new();
    shown(&client, text, &symbols, 0, &mut lines);
    let expected = [
        "tools | tools | ",
        "  a | a | ",
        "    asked | asked | Asks",
        "    confirm | confirm | form",
        "    plain | plain | Plain",
        "prompts | prompts | ",
        "  b | b | ",
        "    city | city | Cities",
        "resourceTemplates | resourceTemplates | ",
        "  c | c | a://{b}",
        "    (no name) |  | ",
        "    owner | owner | ",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_client_without_trees_gets_a_flat_outline() {
    let capability = json!({ "hierarchicalDocumentSymbolSupport": false });
    let capabilities = json!({ "textDocument": { "documentSymbol": capability } });
    let mut client = Client::with("utf-16", capabilities, Value::Null);
    let (uri, text) = DOCUMENTS[0];
    client.open(uri, text);
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    let names: Vec<_> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(&names[1..4], ["tools", "add", "short"]);
    assert_eq!(symbols[2]["containerName"], "tools");
    assert_eq!(symbols[2]["location"]["uri"], uri);
}

#[test]
fn a_half_written_document_has_an_outline() {
    for (uri, text) in DOCUMENTS {
        let mut client = Client::new("utf-16");
        let end = text.find("resources").unwrap();
        client.open(uri, &text[..end]);
        let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
        assert_eq!(symbols[1]["children"][1]["name"], "list", "{uri}");
    }
}

#[test]
fn nameless_things_have_a_name_in_the_outline() {
    let mut client = Client::new("utf-16");
    let uri = "file:///a.mcpdesc.yaml";
    client.open(uri, "mcpdesc: 0.8.0\ntools:\n  - title: x\n  - name: ''\n");
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    assert_eq!(symbols[0]["children"][0]["name"], "(no name)");
    assert_eq!(symbols[0]["children"][1]["name"], "(no name)");
}

#[test]
fn variants_of_one_declaration_differ_in_the_outline_by_their_revisions() {
    let mut client = Client::new("utf-16");
    let uri = "file:///a.mcpdesc.yaml";
    let text = "\
tools:
  - { name: a, title: A, protocolVersions: [2025-11-25, 2025-06-18] }
  - { name: a, protocolVersions: [2026-07-28] }
  - { name: a, protocolVersions: [] }
";
    client.open(uri, text);
    let symbols = client.about("textDocument/documentSymbol", uri).unwrap();
    let tools = symbols[0]["children"].as_array().unwrap();
    let details: Vec<_> = tools.iter().map(|it| it["detail"].as_str()).collect();
    let expected = [
        Some("A, MCP 2025-06-18 and 2025-11-25"),
        Some("MCP 2026-07-28"),
        None,
    ];
    assert_eq!(details, expected);
}

fn folds(uri: &str, text: &str, limit: Option<u32>) -> Vec<(u64, u64)> {
    let capabilities = json!({ "textDocument": { "foldingRange": { "rangeLimit": limit } } });
    let mut client = Client::with("utf-16", capabilities, Value::Null);
    client.open(uri, text);
    let folds = client.about("textDocument/foldingRange", uri).unwrap();
    let line = |fold: &Value, key: &str| fold[key].as_u64().unwrap();
    let folds = folds.as_array().unwrap().iter();
    folds
        .map(|fold| (line(fold, "startLine"), line(fold, "endLine")))
        .collect()
}

fn line_of(text: &str, part: &str) -> u64 {
    text[..text.find(part).unwrap()].matches('\n').count() as u64
}

#[test]
fn what_takes_several_lines_folds_from_its_key() {
    let folds = folds(DOCUMENTS[0].0, YAML, None);
    let tools = (line_of(YAML, "tools:"), line_of(YAML, "name: list"));
    let schema = (
        line_of(YAML, "inputSchema"),
        line_of(YAML, "required: [text]"),
    );
    assert!(folds.contains(&tools), "{folds:?} {tools:?}");
    assert!(folds.contains(&schema), "{folds:?} {schema:?}");
    assert!(folds.iter().all(|(start, end)| start < end), "{folds:?}");
}

#[test]
fn a_bracket_that_closes_stays_in_sight() {
    let folds = folds(DOCUMENTS[1].0, JSON, None);
    let schema = (line_of(JSON, "\"inputSchema"), line_of(JSON, "\"required"));
    assert!(folds.contains(&schema), "{folds:?} {schema:?}");
}

#[test]
fn one_fold_starts_in_a_line_and_none_is_the_whole_document() {
    let yaml = "tools:\n  - annotations:\n      title: a\n    name: b\ntags:\n  - name: c\n";
    assert_eq!(
        folds("file:///a.yaml", yaml, None),
        [(0, 3), (1, 3), (4, 5)]
    );
    let json = "{\n  \"tools\": [{\n    \"name\": \"a\"\n  }, {\n    \"name\": \"b\"\n  }]\n}\n";
    assert_eq!(folds("file:///a.json", json, None), [(1, 4), (3, 4)]);
    assert_eq!(
        folds("file:///a.json", "{\r  \"a\":\r  [\r1\r]}", None),
        [(1, 3)]
    );
}

#[test]
fn no_more_folds_come_than_the_client_takes() {
    let all = folds(DOCUMENTS[1].0, JSON, None);
    let some = folds(DOCUMENTS[1].0, JSON, Some(2));
    assert!(all.len() > 2);
    assert_eq!(some.len(), 2);
}

#[test]
fn selections_grow_from_the_inside_to_the_whole_text() {
    for encoding in ENCODINGS {
        for (uri, text) in DOCUMENTS {
            let mut client = Client::new(encoding);
            client.open(uri, text);
            let at = text.find("adir").unwrap();
            let params = json!({
                "textDocument": { "uri": uri },
                "positions": [client.position(text, at)],
            });
            let result = client
                .request("textDocument/selectionRange", params)
                .unwrap();
            let mut chain = Vec::new();
            let mut range = &result[0];
            while !range.is_null() {
                chain.push(client.slice(text, &range["range"]));
                range = &range["parent"];
            }
            assert_eq!(chain[0], "Añadir 😀");
            assert_eq!(chain[1].trim_matches(['"', '\'']), "Añadir 😀");
            assert!(chain[2].contains("title") && chain[2].ends_with(chain[1]));
            assert!(chain[3].contains("inputSchema") && !chain[3].contains("list"));
            assert_eq!(*chain.last().unwrap(), text);
            assert!(chain.is_sorted_by_key(|it| it.len()), "{chain:?}");
        }
    }
}
