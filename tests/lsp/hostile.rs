//! Clients that break every rule, from seeds: whatever they send, each request is answered once and
//! the server goes on to tell right what is wrong with a document.

use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics::{actual, expected};
use super::{DOCUMENTS, JSON, YAML};

/// Seeds that are tried; `MCPDESC_SEEDS` asks for others, such as `100..5000`.
fn seeds() -> std::ops::Range<u64> {
    let wanted = std::env::var("MCPDESC_SEEDS").ok();
    let ends = wanted.as_deref().and_then(|it| it.split_once(".."));
    ends.map_or(0..16, |(from, to)| {
        from.parse().unwrap()..to.parse().unwrap()
    })
}

#[test]
fn every_request_of_a_hostile_client_is_answered_once() {
    for seed in seeds() {
        Hostile::new(seed).run();
    }
}

const REQUESTS: [&str; 20] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/diagnostic",
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "workspace/executeCommand",
    "workspace/symbol",
    "initialize",
    "initialized",
    "$/nothing",
    "",
    "textDocument/didOpen",
];

/// A client that follows a seed.
struct Hostile {
    seed: u64,
    state: u64,
    client: Client,
    /// The requests that were sent.
    asked: Vec<Value>,
}

impl Hostile {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            state: seed,
            client: Client::start(),
            asked: Vec::new(),
        }
    }

    /// Whole numbers that look random (SplitMix64).
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn run(mut self) {
        for _ in 0..self.below(4) {
            self.message();
        }
        let encoding = self.one_of(&["utf-8", "utf-16"]);
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let result = self
            .client
            .request("initialize", json!({ "capabilities": capabilities }));
        result.unwrap_or_else(|error| panic!("seed {}: {error}", self.seed));
        for (uri, text) in DOCUMENTS {
            self.client.open(uri, text);
        }
        for _ in 0..40 {
            self.message();
        }
        for id in std::mem::take(&mut self.asked) {
            let _ = self.client.answer(id);
        }
        let (uri, text) =
            self.one_of(&[("file:///fresh.yaml", YAML), ("file:///fresh.json", JSON)]);
        let text = text.replace("2025-11-25", "2025-06-18");
        self.client.open(uri, &text);
        let shown = self.client.diagnostics(uri, 1);
        self.client.use_encoding(encoding);
        let shown = actual(&self.client, &text, &shown);
        assert_eq!(shown, expected(uri, &text, &[]), "seed {}", self.seed);
        self.end();
    }

    /// Shuts down, asks on, and leaves.
    fn end(mut self) {
        self.client.request("shutdown", Value::Null).unwrap();
        for _ in 0..self.below(4) {
            self.message();
        }
        for id in std::mem::take(&mut self.asked) {
            self.client.answer(id).unwrap_err();
        }
        let twice = self.client.unread().find(|it| {
            let is_answer = it.get("method").is_none();
            is_answer && !it["id"].is_null()
        });
        assert_eq!(twice, None, "seed {}", self.seed);
        self.client.notify("exit", Value::Null);
        assert_eq!(
            self.client.wait_for_exit().code(),
            Some(0),
            "seed {}",
            self.seed
        );
    }

    fn message(&mut self) {
        match self.below(10) {
            0..4 => self.request(),
            4..7 => self.edit(),
            7 => self.notice(),
            8 => self.bytes(),
            _ => self.broken_request(),
        }
    }

    /// An id that no other request has.
    fn id(&mut self) -> Value {
        let number = self.asked.len();
        let id = match self.below(6) {
            0 => json!(format!("é{number}")),
            1 => json!(-1_000_000 - i64::try_from(number).unwrap()),
            2 => json!(u64::MAX - number as u64),
            3 => json!(number as f64 + 0.5),
            _ => json!(1_000_000 + number),
        };
        self.asked.push(id.clone());
        id
    }

    fn request(&mut self) {
        let id = self.id();
        let method = self.one_of(&REQUESTS);
        let params = if self.below(4) == 0 {
            self.anything(4)
        } else {
            json!({
                "textDocument": { "uri": self.uri() },
                "position": self.position(),
                "positions": [self.position(), self.position()],
                "range": { "start": self.position(), "end": self.position() },
                "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1 },
                "newName": self.one_of(&["new", "", "a b", "日本", "a/b~\u{0}"]),
                "command": self.one_of(&["mcpdesc.project", "nothing"]),
                "arguments": [self.uri(), self.anything(2)],
                "previousResultId": self.one_of(&[json!("1"), json!(null), json!(3)]),
            })
        };
        self.client
            .send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        if self.below(5) == 0 {
            self.client.notify("$/cancelRequest", json!({ "id": id }));
        }
    }

    /// A request that cannot be understood.
    fn broken_request(&mut self) {
        let id = self.id();
        let depth = self.one_of(&[100, 200, 20_000]);
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let body = match self.below(4) {
            0 => format!(r#"{{"id":{id},"method":"textDocument/hover","params":{deep}}}"#),
            1 => format!(r#"{{"params":{deep},"id":{id},"method":7}}"#),
            2 => format!(r#"{{"id":{id}}}"#),
            _ => format!(r#"{{"id":{id},"method":"textDocument/hover","params":1e999}}"#),
        };
        self.frame(body.as_bytes());
    }

    fn edit(&mut self) {
        let uri = self.uri();
        let version = self.version();
        match self.below(8) {
            0 => {
                let text = self.text();
                let document =
                    json!({ "uri": uri, "languageId": "x", "version": version, "text": text });
                self.client
                    .notify("textDocument/didOpen", json!({ "textDocument": document }));
            }
            1 => self.client.close(&uri),
            _ => {
                let mut changes = Vec::new();
                for _ in 0..self.below(4) {
                    let range = json!({ "start": self.position(), "end": self.position() });
                    changes.push(match self.below(12) {
                        0 => json!({ "text": self.text() }),
                        1 => self.anything(3),
                        _ => json!({ "range": range, "rangeLength": 7, "text": self.text() }),
                    });
                }
                let document = json!({ "uri": uri, "version": version });
                let params = json!({ "textDocument": document, "contentChanges": changes });
                self.client.notify("textDocument/didChange", params);
            }
        }
    }

    fn notice(&mut self) {
        let message = match self.below(5) {
            0 => json!({ "method": "$/cancelRequest", "params": { "id": self.below(2000) } }),
            1 => {
                let settings = json!({ "maxDiagnostics": self.below(3), "advice": false });
                let nonsense = self.anything(3);
                let settings = self.one_of(&[settings, nonsense]);
                json!({ "method": "workspace/didChangeConfiguration", "params": { "settings": settings } })
            }
            2 => json!({ "id": self.below(50), "result": self.anything(3) }),
            3 => json!({ "id": "x", "error": self.anything(2) }),
            _ => json!({ "method": self.one_of(&REQUESTS), "params": self.anything(4) }),
        };
        self.client.send(&message);
        // What follows is to be checked with the settings that `check` has.
        let settings = json!({ "settings": { "maxDiagnostics": null } });
        self.client
            .notify("workspace/didChangeConfiguration", settings);
    }

    /// Bytes that are no message.
    fn bytes(&mut self) {
        match self.below(7) {
            0 => self.client.send_raw(b"\xff\xfe\x00 rubbish\r\n\r\n"),
            1 => self
                .client
                .send_raw(b"Content-Length: 999999999999\r\n\r\n{}\r\n"),
            2 => self
                .client
                .send_raw(b"Content-Length: 2\r\n\r\n{}, and more of it\r\n"),
            3 => self.frame(b"{\"method\": \"a\xff\", \"params\": \"\xc3\"}"),
            4 => self.frame(b"[{\"id\": 1}, [], null]"),
            5 => {
                let header = format!("X-Long: {}\r\n", "é".repeat(20_000));
                self.client.send_raw(header.as_bytes());
            }
            _ => {
                // More than there is: the rest is taken for a part of it.
                self.client.send_raw(b"Content-Length: 20\r\n\r\n{}");
                self.client.send_raw(&[b'x'; 18]);
            }
        }
    }

    /// A frame that arrives in pieces.
    fn frame(&mut self, body: &[u8]) {
        let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        bytes.extend_from_slice(body);
        let cut = self.below(bytes.len());
        self.client.send_raw(&bytes[..cut]);
        self.client.send_raw(&bytes[cut..]);
    }

    fn uri(&mut self) -> String {
        let more = [
            "untitled:1",
            "file:///é [1].yaml",
            "no uri at all",
            "",
            "file:///%zz#a#b",
        ];
        match self.below(4) {
            0 => self.one_of(&more).to_owned(),
            _ => self.one_of(&DOCUMENTS).0.to_owned(),
        }
    }

    fn version(&mut self) -> Value {
        let small = json!(self.below(9));
        self.one_of(&[
            small,
            json!(-1),
            json!(i32::MIN),
            json!(1_u64 << 40),
            json!(null),
            json!("2"),
        ])
    }

    fn position(&mut self) -> Value {
        let numbers = [
            json!(u32::MAX),
            json!(i64::MIN),
            json!(-1),
            json!(1.5),
            json!(u64::MAX),
        ];
        let mut number = || match self.below(40) {
            0 => self.one_of(&numbers),
            1 => json!(self.below(100_000)),
            _ => json!(self.below(24)),
        };
        json!({ "line": number(), "character": number() })
    }

    fn text(&mut self) -> String {
        let pieces = [
            "",
            "x",
            "\n",
            "\r",
            "\r\n",
            "é",
            "😀",
            "\u{301}",
            "\u{feff}",
            "\u{0}",
            "\u{2028}",
            "{",
            "[",
            "\"",
            "'",
            ": ",
            "- ",
            "tools:\n",
            "#",
            "&a",
            "*a",
            "\t",
            "|\n",
            "---\n",
            "$componentRef",
        ];
        match self.below(12) {
            0 => self.one_of(&DOCUMENTS).1.to_owned(),
            1 => self.one_of(&pieces).repeat(20_000),
            _ => (0..self.below(6)).map(|_| self.one_of(&pieces)).collect(),
        }
    }

    /// Any JSON of at most `depth` levels.
    fn anything(&mut self, depth: usize) -> Value {
        let names = [
            "textDocument",
            "uri",
            "position",
            "line",
            "range",
            "id",
            "settings",
            "mcpdesc",
        ];
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(i64::MIN),
            3 => json!(1e300),
            4 => json!(self.uri()),
            5 => json!(self.one_of(&names)),
            6 => (0..self.below(4))
                .map(|_| self.anything(depth - 1))
                .collect(),
            _ => (0..self.below(5))
                .map(|_| (self.one_of(&names).to_owned(), self.anything(depth - 1)))
                .collect(),
        }
    }
}
