//! Somebody writes a whole document, one character after the other.

use serde_json::json;

use super::client::{Client, ENCODINGS};
use super::diagnostics::{actual, expected};
use super::{JSON, YAML};

/// What is asked for after a keystroke, in turn; the cursor stands behind it.
const QUESTIONS: [&str; 11] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/documentSymbol",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/codeAction",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/codeLens",
];

const REQUEST_FAILED: i32 = -32803;

/// Somebody at a document.
struct Typist {
    client: Client,
    uri: &'static str,
    text: String,
    version: i32,
}

impl Typist {
    fn new(encoding: &str, uri: &'static str) -> Self {
        let mut client = Client::new(encoding);
        client.open(uri, "");
        Self {
            client,
            uri,
            text: String::new(),
            version: 1,
        }
    }

    /// Replaces some bytes and asks for something, which must be answered.
    fn edit(&mut self, range: std::ops::Range<usize>, new: &str) {
        let edited = json!({
            "start": self.client.position(&self.text, range.start),
            "end": self.client.position(&self.text, range.end),
        });
        self.text.replace_range(range.clone(), new);
        self.version += 1;
        let change = json!([{ "range": edited, "text": new }]);
        self.client.change(self.uri, self.version, change);
        let here = self.client.position(&self.text, range.start + new.len());
        let turn = usize::try_from(self.version).unwrap();
        let method = QUESTIONS[turn % QUESTIONS.len()];
        let params = json!({
            "textDocument": { "uri": self.uri },
            "position": here,
            "positions": [here],
            "range": { "start": here, "end": here },
            "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1 },
        });
        if let Err(error) = self.client.request(method, params) {
            // Nothing is renamed as long as parts of the document cannot be read.
            let is_refused = method.ends_with("Rename") && error["code"] == REQUEST_FAILED;
            assert!(is_refused, "{method} at {here}: {error}\n{}", self.text);
        }
    }

    /// Types at the end.
    fn type_on(&mut self, text: &str) {
        for c in text.chars() {
            let end = self.text.len();
            self.edit(end..end, c.encode_utf8(&mut [0; 4]));
        }
    }

    /// What is shown is what `check` finds, and nothing older came after anything newer.
    fn assert_shown(&mut self) {
        let shown = self.client.diagnostics(self.uri, self.version);
        let shown = actual(&self.client, &self.text, &shown);
        assert_eq!(shown, expected(self.uri, &self.text, &[]));
        let versions: Vec<_> = self
            .client
            .unread()
            .filter(|it| it["params"]["uri"] == self.uri)
            .map(|it| it["params"]["version"].as_i64())
            .collect();
        assert!(versions.is_sorted(), "{versions:?}");
    }

    fn finish(self) {
        assert_eq!(self.client.finish().code(), Some(0));
    }
}

fn type_it(encoding: &str, uri: &'static str, text: &str) {
    let mut typist = Typist::new(encoding, uri);
    typist.type_on(text);
    typist.assert_shown();
    assert_eq!(typist.text, text);
    typist.finish();
}

/// Faults to find at the end.
fn with_faults(text: &str) -> String {
    text.replace("2025-11-25", "2025-06-18")
        .replace("readme, uri", "readme, icons: [], uri")
        .replace("\"prompts\"", "\"promts\"")
}

#[test]
fn a_yaml_document_is_typed() {
    for encoding in ENCODINGS {
        type_it(encoding, "file:///typed.mcpdesc.yaml", &with_faults(YAML));
    }
}

#[test]
fn a_json_document_is_typed() {
    for encoding in ENCODINGS {
        type_it(encoding, "file:///typed.mcpdesc.json", &with_faults(JSON));
    }
}

#[test]
fn a_document_with_crlf_is_typed() {
    let text = with_faults(YAML).replace('\n', "\r\n");
    type_it("utf-16", "file:///typed.mcpdesc.yaml", &text);
}

/// Every line is mistyped, taken back and written again; then a part is cut and put elsewhere.
#[test]
fn a_document_is_typed_with_slips_and_pasted_over() {
    for (encoding, uri, text, part) in [
        ("utf-8", "file:///typed.mcpdesc.yaml", YAML, "resources:"),
        (
            "utf-16",
            "file:///typed.mcpdesc.json",
            JSON,
            "  \"resources\"",
        ),
    ] {
        let text = with_faults(text);
        let mut typist = Typist::new(encoding, uri);
        for line in text.split_inclusive('\n') {
            let start = typist.text.len();
            typist.edit(start..start, line);
            for slip in ["\"😀", "{"] {
                let end = typist.text.len();
                typist.edit(end..end, slip);
            }
            while typist.text.len() > start + line.len() {
                let last = typist.text.char_indices().next_back().unwrap().0;
                typist.edit(last..typist.text.len(), "");
            }
        }
        assert_eq!(typist.text, text);
        typist.assert_shown();
        let at = text.find(part).unwrap();
        typist.edit(at..text.len(), "");
        typist.assert_shown();
        typist.edit(0..0, &text[at..]);
        typist.assert_shown();
        typist.edit(0..text.len(), &text);
        typist.assert_shown();
        typist.finish();
    }
}
