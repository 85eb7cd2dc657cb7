//! Messages on a byte stream: framed JSON-RPC (LSP 3.17, base protocol).
//!
//! Reading survives whatever arrives: a frame that cannot be understood becomes an
//! [`Incoming::Malformed`], and reading goes on at the next header that makes sense.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Notification, Request, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest header line that is kept; a longer one is no header.
const LONGEST_HEADER: u64 = 8 << 10;

/// The largest body that is read: the largest document with every byte written as an escape would
/// be larger still, but nothing sane is.
const LARGEST_BODY: u64 = 256 << 20;

/// Something the client sent.
#[derive(Debug)]
pub(super) enum Incoming {
    /// It wants an answer.
    Request(Request),
    /// It tells something.
    Notification(Notification),
    /// It answers a request of the server.
    Response(Response),
    /// It cannot be understood, and the client is told so.
    Malformed(Malformed),
}

/// Why a message cannot be understood.
#[derive(Debug)]
pub(super) struct Malformed {
    /// The message's `id`, `null` where it has none.
    id: Value,
    code: ErrorCode,
    message: String,
}

impl Malformed {
    fn new(id: Option<&Value>, code: ErrorCode, message: impl Into<String>) -> Self {
        // Nothing but strings, numbers and null may be an id in an answer.
        let id = id.filter(|id| id.is_string() || id.is_number()).cloned();
        Self {
            id: id.unwrap_or_default(),
            code,
            message: message.into(),
        }
    }

    /// The answer that tells the client, framed.
    pub(super) fn answer(&self) -> Vec<u8> {
        let error = json!({ "code": self.code as i32, "message": self.message });
        frame(&json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string())
    }
}

/// The message with its header.
pub(super) fn frame(body: &str) -> Vec<u8> {
    let mut framed = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    framed.extend_from_slice(body.as_bytes());
    framed
}

/// The next message; `None` at the end of the stream.
///
/// # Errors
///
/// Those of `input`.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    loop {
        let Some(length) = read_header(input)? else {
            return Ok(None);
        };
        if length > LARGEST_BODY {
            // Whether it is that long or not, the next header is found: no line of JSON looks so.
            let message =
                format!("the message has {length} bytes; at most {LARGEST_BODY} are read");
            let malformed = Malformed::new(None, ErrorCode::InvalidRequest, message);
            return Ok(Some(Incoming::Malformed(malformed)));
        }
        let mut body = Vec::new();
        input.by_ref().take(length).read_to_end(&mut body)?;
        if (body.len() as u64) < length {
            return Ok(None);
        }
        if let Some(message) = interpret(&body) {
            return Ok(Some(message));
        }
    }
}

/// Reads to the end of a header that gives a length, and over whatever else comes before it.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input
            .by_ref()
            .take(LONGEST_HEADER)
            .read_until(b'\n', &mut line)?
            == 0
        {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        match (length, text.trim().is_empty()) {
            (Some(length), true) => return Ok(Some(length)),
            _ => length = content_length(&text).or(length),
        }
    }
}

/// The number after the last `Content-Length:` of a line. It may follow the rest of a body whose
/// own length was given too small.
fn content_length(line: &str) -> Option<u64> {
    const NAME: &str = "content-length:";
    let at = line.to_ascii_lowercase().rfind(NAME)?;
    line.get(at + NAME.len()..)?.trim().parse().ok()
}

/// What a body says; `None` for answers that cannot be understood, which nobody waits for.
fn interpret(body: &[u8]) -> Option<Incoming> {
    let value = match parse(body) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("the message is not JSON: {error}");
            let id = id_alone(body);
            let malformed = Malformed::new(id.as_ref(), ErrorCode::ParseError, message);
            return Some(Incoming::Malformed(malformed));
        }
    };
    let id = value.get("id").cloned();
    let is_answer = value.get("result").is_some() || value.get("error").is_some();
    let read = match (value.get("method").is_some(), &id) {
        (true, Some(_)) => serde_json::from_value(value).map(Incoming::Request),
        (true, None) => serde_json::from_value(value).map(Incoming::Notification),
        (false, _) if is_answer => {
            return serde_json::from_value(value).map(Incoming::Response).ok();
        }
        (false, _) => {
            let message = "the message is neither request nor notification: it has no `method`";
            let malformed = Malformed::new(id.as_ref(), ErrorCode::InvalidRequest, message);
            return Some(Incoming::Malformed(malformed));
        }
    };
    Some(read.unwrap_or_else(|error| {
        let message = format!("the message breaks JSON-RPC: {error}");
        Incoming::Malformed(Malformed::new(
            id.as_ref(),
            ErrorCode::InvalidRequest,
            message,
        ))
    }))
}

/// The `id` of a message that cannot be read for what is in its other members, such as too deep a
/// nesting: these are passed over here.
fn id_alone(body: &[u8]) -> Option<Value> {
    #[derive(Deserialize)]
    struct Identified {
        id: Value,
    }
    let read: serde_json::Result<Identified> = serde_json::from_slice(body);
    read.ok().map(|it| it.id)
}

/// Reads JSON as editors write it: half a surrogate pair, which JavaScript's strings can hold, is
/// read as the replacement character, which is as long.
fn parse(body: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(body).or_else(|error| match replace_lone_surrogates(body) {
        Some(body) => serde_json::from_slice(&body),
        None => Err(error),
    })
}

/// The text with the escapes of lone surrogates replaced; `None` where it has none.
fn replace_lone_surrogates(body: &[u8]) -> Option<Vec<u8>> {
    let mut replaced = Vec::with_capacity(body.len());
    let (mut at, mut found) = (0, false);
    while let Some(&byte) = body.get(at) {
        let len = match (byte, escaped_unit(body, at)) {
            (b'\\', Some(0xD800..=0xDBFF))
                if matches!(escaped_unit(body, at + 6), Some(0xDC00..=0xDFFF)) =>
            {
                12
            }
            (b'\\', Some(0xD800..=0xDFFF)) => {
                replaced.extend_from_slice(br"\ufffd");
                found = true;
                at += 6;
                continue;
            }
            (b'\\', _) => 2,
            _ => 1,
        };
        let end = (at + len).min(body.len());
        replaced.extend_from_slice(body.get(at..end).unwrap_or_default());
        at = end;
    }
    found.then_some(replaced)
}

/// The UTF-16 unit that an escape at `at` stands for.
fn escaped_unit(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + 6)?.strip_prefix(br"\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

/// Writes frames until the senders are gone.
///
/// # Errors
///
/// Those of `output`.
pub(super) fn write_all(
    frames: impl IntoIterator<Item = Vec<u8>>,
    mut output: impl Write,
) -> io::Result<()> {
    for frame in frames {
        output.write_all(&frame)?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn methods(bytes: &[u8]) -> Vec<String> {
        let mut input = bytes;
        let mut seen = Vec::new();
        while let Some(message) = read(&mut input).unwrap() {
            seen.push(match message {
                Incoming::Request(request) => request.method,
                Incoming::Notification(notification) => notification.method,
                Incoming::Response(_) => "response".to_owned(),
                Incoming::Malformed(malformed) => (malformed.code as i32).to_string(),
            });
        }
        seen
    }

    #[test]
    fn reading_goes_on_after_a_body_that_is_no_json() {
        let good = frame(r#"{"jsonrpc":"2.0","method":"a"}"#);
        let bytes = [&frame("{nonsense")[..], &good].concat();
        assert_eq!(methods(&bytes), ["-32700", "a"]);
    }

    #[test]
    fn reading_finds_the_next_header_after_garbage_and_wrong_lengths() {
        let good = frame(r#"{"jsonrpc":"2.0","method":"a"}"#);
        let short = b"Content-Length: 3\r\n\r\n{\"method\":\"b\"}";
        let garbage = b"\xff\xfe\r\nHost: x\r\n\r\nContent-Length: -3\r\n\r\n";
        let bytes = [&short[..], &good, garbage, &good].concat();
        assert_eq!(methods(&bytes), ["-32700", "a", "a"]);
    }

    #[test]
    fn a_request_with_an_impossible_id_is_answered_with_that_id() {
        let mut input = &frame(r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#)[..];
        let Some(Incoming::Malformed(malformed)) = read(&mut input).unwrap() else {
            panic!("the id is no integer");
        };
        assert_eq!(malformed.id, json!(1.5));
    }

    #[test]
    fn a_request_that_nests_too_deep_is_answered_with_its_id() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let body = format!(r#"{{"method":"a","params":{deep},"id":"x"}}"#);
        let Some(Incoming::Malformed(malformed)) = interpret(body.as_bytes()) else {
            panic!("it nests too deep");
        };
        assert_eq!(malformed.id, json!("x"));
    }

    #[test]
    fn an_impossible_length_hides_no_message_behind_it() {
        let good = frame(r#"{"jsonrpc":"2.0","method":"a"}"#);
        let lie = b"Content-Length: 18446744073709551615\r\n\r\n{\"method\":\"b\"}";
        assert_eq!(methods(&[&lie[..], &good].concat()), ["-32600", "a"]);
    }

    #[test]
    fn a_lone_surrogate_is_read_as_the_replacement_character() {
        let value = parse(br#"["\ud83d", "\ud83d\ude00", "\\ud83d", "\udc00\ud83d"]"#).unwrap();
        let expected = json!(["\u{fffd}", "😀", r"\ud83d", "\u{fffd}\u{fffd}"]);
        assert_eq!(value, expected);
    }
}
