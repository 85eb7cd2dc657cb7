//! An editor that drives the server over its standard streams and notes when messages arrive.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

/// A message of the server, and when it came.
type Message = (Instant, Value);

/// A running server; it is killed when this is dropped.
pub struct Editor {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    /// What came before the messages that were waited for.
    unread: Vec<Message>,
    next_id: i32,
}

impl Editor {
    /// Starts a server and agrees with it on bytes as the unit of positions.
    pub fn start() -> io::Result<Self> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_mcpdesc"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the streams of the server are missing"));
        };
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(frame) = read_frame(&mut output) {
                let arrived = Instant::now();
                let message = serde_json::from_slice(&frame).unwrap_or_default();
                if sender.send((arrived, message)).is_err() {
                    return;
                }
            }
        });
        let mut editor = Self {
            process,
            input,
            messages,
            unread: Vec::new(),
            next_id: 0,
        };
        let capabilities = json!({ "general": { "positionEncodings": ["utf-8"] } });
        let id = editor.ask("initialize", json!({ "capabilities": capabilities }))?;
        editor.answered(id)?;
        editor.notify("initialized", json!({}))?;
        Ok(editor)
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Sends a request; gives its id.
    pub fn ask(&mut self, method: &str, params: Value) -> io::Result<i32> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        Ok(id)
    }

    /// Waits for the answer to a request; tells when it came.
    pub fn answered(&mut self, id: i32) -> io::Result<Instant> {
        let (arrived, message) = self.wait_for(|it| it["id"] == id)?;
        match message.get("error") {
            Some(error) => Err(io::Error::other(error.to_string())),
            None => Ok(arrived),
        }
    }

    /// Waits for the diagnostics of a version of a document; tells when they came.
    pub fn diagnosed(&mut self, uri: &str, version: i32) -> io::Result<Instant> {
        let (arrived, _) = self.wait_for(|it| {
            let params = &it["params"];
            params["uri"] == uri && params["version"] == version
        })?;
        Ok(arrived)
    }

    /// The server's resident memory in bytes (Linux only).
    pub fn memory(&self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|it| it.trim().trim_end_matches(" kB").parse::<u64>().ok());
        let kibibytes = kibibytes.ok_or_else(|| io::Error::other("no VmRSS"))?;
        Ok(kibibytes * 1024)
    }

    fn send(&mut self, message: Value) -> io::Result<()> {
        let body = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.input.write_all(frame.as_bytes())?;
        self.input.flush()
    }

    fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> io::Result<Message> {
        if let Some(at) = self.unread.iter().position(|(_, it)| wanted(it)) {
            return Ok(self.unread.remove(at));
        }
        loop {
            let received = self.messages.recv().map_err(io::Error::other)?;
            if wanted(&received.1) {
                return Ok(received);
            }
            self.unread.push(received);
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_frame(output: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => {
                length = number.parse().map_err(io::Error::other)?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body)?;
    Ok(body)
}
