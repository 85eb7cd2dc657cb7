//! The view for one revision, as a lens and as a command.

use std::fs;

use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};
use super::{DOCUMENTS, YAML};
use crate::program::run;

const COMMAND: &str = "workspace/executeCommand";

fn project(uri: &str, text: &str, revision: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(uri.rsplit('/').next().unwrap());
    fs::write(&file, text).unwrap();
    let arguments = ["project", "--protocol", revision, file.to_str().unwrap()];
    run(folder.path(), &arguments, "").out
}

#[test]
fn each_revision_has_a_lens_that_shows_what_project_writes() {
    for encoding in ENCODINGS {
        for (uri, text) in DOCUMENTS {
            let text = text
                .replace("['2025-11-25']", "['2025-06-18', '2025-11-25']")
                .replace("[\"2025-11-25\"]", "[\"2025-06-18\", \"2025-11-25\"]");
            let mut client = Client::new(encoding);
            client.open(uri, &text);
            let lenses = client.about("textDocument/codeLens", uri).unwrap();
            let lenses = lenses.as_array().unwrap();
            assert_eq!(lenses.len(), 2);
            for (lens, revision) in lenses.iter().zip(["2025-06-18", "2025-11-25"]) {
                let shown_at = client.slice(&text, &lens["range"]);
                assert_eq!(shown_at.trim_matches(['"', '\'']), revision);
                assert!(
                    lens["command"]["title"]
                        .as_str()
                        .unwrap()
                        .contains(revision)
                );
                let command = &lens["command"];
                let params = json!({
                    "command": command["command"],
                    "arguments": command["arguments"],
                });
                let shown = client.request(COMMAND, params).unwrap();
                assert_eq!(shown["text"], project(uri, &text, revision));
                assert!(uri.ends_with(shown["languageId"].as_str().unwrap()));
            }
        }
    }
}

#[test]
fn a_view_that_cannot_be_is_refused_with_the_reason() {
    let mut client = Client::new("utf-8");
    let (uri, text) = DOCUMENTS[0];
    client.open(uri, text);
    let bad = "file:///bad.mcpdesc.yaml";
    client.open(bad, &YAML.replace("name: add", "nam: add"));
    for (command, arguments, reason) in [
        ("mcpdesc.project", json!([uri, "2024-11-05"]), "2024-11-05"),
        ("mcpdesc.project", json!([uri, "soon"]), "`soon`"),
        ("mcpdesc.project", json!([bad, "2025-11-25"]), "has errors"),
        (
            "mcpdesc.project",
            json!(["file:///no", "2025-11-25"]),
            "not open",
        ),
        ("mcpdesc.project", json!([uri]), "two arguments"),
        ("mcpdesc.project", json!([uri, 1]), "both strings"),
        ("mcpdesc.project", Value::Null, "it got 0"),
        ("format.disk", json!([uri, "2025-11-25"]), "format.disk"),
    ] {
        let params = json!({ "command": command, "arguments": arguments });
        let error = client.request(COMMAND, params).unwrap_err();
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn a_document_without_revisions_has_no_lens() {
    let mut client = Client::new("utf-8");
    let uri = "file:///a.mcpdesc.yaml";
    for text in [
        "",
        "[]",
        "mcpdesc: 0.8.0\n",
        "protocolVersions: [1, soon]\n",
    ] {
        client.open(uri, text);
        assert_eq!(client.about("textDocument/codeLens", uri), Ok(json!([])));
    }
}
