//! A small editor: drives the program over its standard streams.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long anything may take before a test gives up; nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// The encodings that the server knows.
pub const ENCODINGS: [&str; 2] = ["utf-8", "utf-16"];

/// A running server and the connection to it. The process is killed when it is dropped.
pub struct Client {
    process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications and requests of the server that nobody asked for yet.
    unread: VecDeque<Value>,
    /// What `workspace/configuration` is answered with.
    pub settings: Value,
    next_id: i32,
    encoding: String,
}

impl Client {
    /// Starts the server, without a word to it.
    pub fn start() -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = process.stdout.take().unwrap();
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read_frame(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            process,
            input,
            messages,
            unread: VecDeque::new(),
            settings: Value::Null,
            next_id: 0,
            encoding: String::new(),
        }
    }

    /// Starts the server and initializes it: `encoding` is offered, `capabilities` are added.
    pub fn with(encoding: &str, capabilities: Value, options: Value) -> Self {
        let mut client = Self::start();
        let mut all = json!({
            "general": { "positionEncodings": [encoding] },
            "textDocument": {
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "publishDiagnostics": { "relatedInformation": true },
            },
        });
        merge(&mut all, capabilities);
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": all,
            "initializationOptions": options,
        });
        let result = client.request("initialize", params).unwrap();
        client.encoding = encoding.to_owned();
        assert_eq!(result["capabilities"]["positionEncoding"], encoding);
        client.notify("initialized", json!({}));
        client
    }

    /// Starts the server for a client that knows little more than text.
    pub fn new(encoding: &str) -> Self {
        Self::with(encoding, json!({}), Value::Null)
    }

    /// Counts positions in `encoding` from here on, for one that initialized itself.
    pub fn use_encoding(&mut self, encoding: &str) {
        encoding.clone_into(&mut self.encoding);
    }

    /// Sends bytes as they are; a server that is gone takes none.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request without waiting; gives its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for the answer to a request: its result or its error.
    pub fn answer(&mut self, id: impl Into<Value>) -> Result<Value, Value> {
        let id = id.into();
        let is_answer = |message: &Value| message.get("method").is_none() && message["id"] == id;
        let mut message = self.wait_for(is_answer);
        match message.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(message["result"].take()),
        }
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Waits for a message of the server with this method.
    pub fn wait_for_method(&mut self, method: &str) -> Value {
        self.wait_for(|message| message["method"] == method)
    }

    /// Waits for the diagnostics of this version of a document.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let mut message = self.wait_for(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        });
        let Value::Array(diagnostics) = message["params"]["diagnostics"].take() else {
            panic!("no list of diagnostics: {message}");
        };
        diagnostics
    }

    /// The messages that came before the last one waited for.
    pub fn passed_over(&self) -> impl Iterator<Item = &Value> {
        self.unread.iter()
    }

    /// The messages that have come in and that nobody asked for.
    pub fn unread(&mut self) -> impl Iterator<Item = Value> {
        while let Ok(message) = self.messages.try_recv() {
            self.unread.push_back(message);
        }
        std::mem::take(&mut self.unread).into_iter()
    }

    fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&wanted) {
            return self.unread.remove(at).unwrap();
        }
        loop {
            let message = match self.messages.recv_timeout(PATIENCE) {
                Ok(message) => message,
                Err(error) => panic!("{error} while waiting; unread: {:?}", self.unread),
            };
            if message["method"] == "workspace/configuration" {
                let result = json!([self.settings]);
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
            }
            if wanted(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// Opens a document as version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        let language = if uri.ends_with("json") {
            "json"
        } else {
            "yaml"
        };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub fn close(&mut self, uri: &str) {
        let params = json!({ "textDocument": { "uri": uri } });
        self.notify("textDocument/didClose", params);
    }

    /// Asks for something about a document.
    pub fn about(&mut self, method: &str, uri: &str) -> Result<Value, Value> {
        self.request(method, json!({ "textDocument": { "uri": uri } }))
    }

    /// Asks for something at a byte offset of a document with this text.
    pub fn about_place(
        &mut self,
        method: &str,
        uri: &str,
        text: &str,
        offset: usize,
    ) -> Result<Value, Value> {
        let position = self.position(text, offset);
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        self.request(method, params)
    }

    /// The position of a byte offset in this client's encoding.
    pub fn position(&self, text: &str, offset: usize) -> Value {
        position(text, offset, &self.encoding)
    }

    /// The text that a range of the server's means.
    pub fn slice<'t>(&self, text: &'t str, range: &Value) -> &'t str {
        &text[self.offset(text, &range["start"])..self.offset(text, &range["end"])]
    }

    /// The byte offset of a position.
    pub fn offset(&self, text: &str, wanted: &Value) -> usize {
        let (mut line, mut character) = (0, 0);
        for (at, c) in text.char_indices() {
            if wanted["line"] == line && wanted["character"] == character {
                return at;
            }
            let ends_line = c == '\n' || (c == '\r' && !text[at + 1..].starts_with('\n'));
            (line, character) = match self.encoding.as_str() {
                _ if ends_line => (line + 1, 0),
                "utf-8" => (line, character + c.len_utf8()),
                _ => (line, character + c.len_utf16()),
            };
        }
        let end = self.position(text, text.len());
        assert_eq!(*wanted, end, "no position of {text:?}");
        text.len()
    }

    /// Shuts the server down and waits until it is gone.
    pub fn finish(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null).unwrap();
        self.notify("exit", Value::Null);
        self.wait_for_exit()
    }

    /// Waits until the server is gone, after closing its standard input.
    pub fn wait_for_exit(mut self) -> ExitStatus {
        drop(self.input.take());
        // Its standard output ends with the process.
        while self.messages.recv_timeout(PATIENCE).is_ok() {}
        self.process.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The position of a byte offset, worked out apart from the server.
pub fn position(text: &str, offset: usize, encoding: &str) -> Value {
    let before = &text[..offset];
    let mut start = 0;
    let mut line = 0;
    for (at, c) in before.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        if c == '\n' || (c == '\r' && !rest.starts_with('\n')) {
            line += 1;
            start = at + c.len_utf8();
        }
    }
    let inside = &before[start..];
    let character = match encoding {
        "utf-8" => inside.len(),
        _ => inside.encode_utf16().count(),
    };
    json!({ "line": line, "character": character })
}

fn read_frame(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}

/// Adds the members of `more`, objects into objects.
fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}
