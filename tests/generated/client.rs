//! A client of MCP servers that knows as little as possible: JSON-RPC over a pipe or a socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than any answer takes, so that a server that says nothing fails a test.
const PATIENCE: Duration = Duration::from_secs(30);

/// A revision without a handshake.
const STATELESS: &str = "2026-07-28";

/// A server that was started.
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Receiver<String>,
}

impl Server {
    pub fn start(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .env_remove("MCPDESC_EXAMPLES")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = read(child.stdout.take().unwrap());
        let log = read(child.stderr.take().unwrap());
        Self {
            input: child.stdin.take(),
            child,
            lines,
            log,
        }
    }

    pub fn write(&mut self, message: &Value) {
        self.write_line(&message.to_string());
    }

    /// Writes a line, which need not be a message.
    pub fn write_line(&mut self, message: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// The next line of standard output, which is a message.
    pub fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line}"))
    }

    /// The first line of the log that has this in it.
    pub fn logged(&mut self, wanted: &str) -> String {
        loop {
            let line = self.log.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("`{wanted}` in the log"));
            if line.contains(wanted) {
                return line;
            }
        }
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    #[cfg(unix)]
    pub fn interrupt(&self) {
        let pid = self.child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(killed.success());
    }

    pub fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the server does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { return };
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

/// A way to a server.
pub enum Way<'s> {
    Pipe(&'s mut Server),
    Socket(String),
}

/// What a client says in one revision.
pub struct Session<'s> {
    way: Way<'s>,
    revision: &'static str,
    id: u64,
    session: Option<String>,
    /// What the server said of itself.
    pub greeting: Value,
}

impl<'s> Session<'s> {
    /// Begins in the way of the revision; the server must agree to it.
    pub fn open(way: Way<'s>, revision: &'static str) -> Self {
        let mut session = Self {
            way,
            revision,
            id: 0,
            session: None,
            greeting: Value::Null,
        };
        if revision == STATELESS {
            session.greeting = session.result("server/discover", json!({}));
        } else {
            let params = json!({
                "protocolVersion": revision,
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            });
            session.greeting = session.result("initialize", params);
            assert_eq!(session.greeting["protocolVersion"], revision);
            session.notify("notifications/initialized");
        }
        session
    }

    /// The answer to a request: with a result or an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.request_with(method, params, &[]).1
    }

    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    pub fn error(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].take()
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// The HTTP status, 200 over a pipe, and the answer. The headers given replace those that the
    /// revision demands; without a value they are left out.
    pub fn request_with(
        &mut self,
        method: &str,
        mut params: Value,
        headers: &[(&str, Option<&str>)],
    ) -> (u16, Value) {
        self.id += 1;
        if self.revision == STATELESS {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": STATELESS,
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let message =
            json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        let (status, answer) = self.exchange(&message, headers);
        if status == 200 {
            assert_eq!(answer["id"], self.id, "{answer}");
        }
        (status, answer)
    }

    fn notify(&mut self, method: &str) {
        let message = json!({ "jsonrpc": "2.0", "method": method });
        match &mut self.way {
            Way::Pipe(server) => server.write(&message),
            Way::Socket(_) => {
                let (status, _) = self.exchange(&message, &[]);
                assert_eq!(status, 202);
            }
        }
    }

    fn exchange(&mut self, message: &Value, headers: &[(&str, Option<&str>)]) -> (u16, Value) {
        let address = match &mut self.way {
            Way::Pipe(server) => {
                server.write(message);
                loop {
                    let answer = server.read();
                    // Notifications may come in between.
                    if answer.get("id") == message.get("id") {
                        return (200, answer);
                    }
                }
            }
            Way::Socket(address) => address.clone(),
        };
        let mut all = self.headers(message);
        for (name, value) in headers {
            all.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            if let Some(value) = value {
                all.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        let reply = post(&address, &all, &message.to_string());
        if let Some(session) = reply.header("mcp-session-id") {
            self.session = Some(session.to_owned());
        }
        (reply.status, reply.message())
    }

    fn headers(&self, message: &Value) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        let mut add = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
        add("Content-Type", "application/json");
        add("Accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            add("Mcp-Session-Id", session);
        }
        if self.revision >= "2025-06-18" && message["method"] != "initialize" {
            add("MCP-Protocol-Version", self.revision);
        }
        if self.revision == STATELESS {
            let method = message["method"].as_str().unwrap();
            add("Mcp-Method", method);
            let key = if method == "resources/read" {
                "uri"
            } else {
                "name"
            };
            if let Some(name) = message["params"][key].as_str() {
                add("Mcp-Name", name);
            }
        }
        headers
    }
}

/// What came back over HTTP.
pub struct Reply {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The message in it, whether it came alone or as an event; null where there is none.
    pub fn message(&self) -> Value {
        let is_events = self
            .header("content-type")
            .is_some_and(|it| it.starts_with("text/event-stream"));
        let text = if is_events {
            let mut data = self
                .body
                .lines()
                .filter_map(|line| line.strip_prefix("data:"));
            data.rfind(|it| it.trim_start().starts_with('{'))
                .unwrap_or_default()
        } else {
            &self.body
        };
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Sends a request to `http://ADDRESS/mcp` and reads all of the answer.
pub fn post(address: &str, headers: &[(String, String)], body: &str) -> Reply {
    let mut head = String::from("POST /mcp HTTP/1.1\r\nConnection: close\r\n");
    if !headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("host"))
    {
        head.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Reply {
    let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_owned(), value.trim().to_owned())
    });
    let mut reply = Reply {
        status: status.parse().unwrap(),
        headers: headers.collect(),
        body: String::new(),
    };
    let body = &bytes[end + 4..];
    let is_chunked = reply.header("transfer-encoding") == Some("chunked");
    let body = if is_chunked {
        unchunked(body)
    } else {
        body.to_vec()
    };
    reply.body = String::from_utf8(body).unwrap();
    reply
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|it| it == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 2 + size + 2..];
    }
    body
}
