//! Messages as lines, one JSON text each. Whatever a client writes, it gets an answer.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use super::messages;

/// The longest line, in bytes.
const LONGEST: usize = 16 * 1024 * 1024;

/// The messages of a client.
pub(super) struct Lines<R, W> {
    reader: BufReader<R>,
    /// What was read of the line at hand.
    line: Vec<u8>,
    /// Whether the line at hand is too long, and its rest is passed over.
    is_too_long: bool,
    /// Messages of a batch that are still to be answered.
    waiting: VecDeque<ClientJsonRpcMessage>,
    /// Whether the client has asked for something.
    has_begun: bool,
    /// Whether a revision knows batches.
    takes_batches: bool,
    out: Arc<Out<W>>,
}

struct Out<W> {
    writer: tokio::sync::Mutex<W>,
    batches: Mutex<Vec<Batch>>,
}

/// Requests that came together, and whose answers leave together.
struct Batch {
    missing: Vec<Value>,
    answers: Vec<Value>,
}

impl<R: AsyncRead, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    pub(super) fn new(reader: R, writer: W, takes_batches: bool) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            is_too_long: false,
            waiting: VecDeque::new(),
            has_begun: false,
            takes_batches,
            out: Arc::new(Out {
                writer: tokio::sync::Mutex::new(writer),
                batches: Mutex::default(),
            }),
        }
    }

    /// Takes in a line.
    fn accept(&mut self, line: &[u8]) {
        let read = match messages::parse(line) {
            Ok(Value::Array(batch)) if self.takes_batches && !batch.is_empty() => {
                return self.accept_batch(&batch);
            }
            Ok(message) => messages::read(&message),
            Err(refusal) => Err(refusal),
        };
        match read {
            Ok(message) => self.waiting.push_back(message),
            Err(refusal) => self.answer(refusal),
        }
    }

    fn accept_batch(&mut self, messages: &[Value]) {
        let mut batch = Batch {
            missing: Vec::new(),
            answers: Vec::new(),
        };
        for message in messages {
            match messages::read_of_batch(message) {
                Ok(read) => {
                    if let (Some(id), JsonRpcMessage::Request(_)) = (message.get("id"), &read) {
                        batch.missing.push(id.clone());
                    }
                    self.waiting.push_back(read);
                }
                Err(refusal) => batch.answers.push(refusal),
            }
        }
        if !batch.missing.is_empty() {
            self.out.batches().push(batch);
        } else if !batch.answers.is_empty() {
            self.answer(batch.answers.into());
        }
    }

    /// Sends an answer that needs no more thought.
    fn answer(&self, answer: Value) {
        tracing::warn!("a message was refused: {answer}");
        let out = Arc::clone(&self.out);
        tokio::spawn(async move {
            // A client that has gone needs no answer.
            let _ = out.write(&answer).await;
        });
    }

    /// Reads on to the end of a line; `None` where there is no more. Nothing is lost when it is
    /// dropped half done.
    async fn next_line(&mut self) -> Option<Vec<u8>>
    where
        R: Unpin,
    {
        loop {
            let read = self.reader.fill_buf().await.ok()?;
            let end = read.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(read.len());
            if self.line.len() + taken > LONGEST {
                self.is_too_long = true;
                self.line = Vec::new();
            }
            if !self.is_too_long {
                self.line.extend_from_slice(&read[..taken]);
            }
            let is_over = read.is_empty();
            self.reader.consume(end.map_or(taken, |end| end + 1));
            if std::mem::take(&mut self.is_too_long) {
                if end.is_none() && !is_over {
                    self.is_too_long = true;
                    continue;
                }
                let text = format!("a line has more than {LONGEST} bytes");
                let error = ErrorData::parse_error(text, None);
                self.answer(messages::refusal(&Value::Null, &error));
            }
            if end.is_some() || (is_over && !self.line.is_empty()) {
                return Some(std::mem::take(&mut self.line));
            }
            if is_over {
                return None;
            }
        }
    }
}

impl<W: AsyncWrite + Unpin> Out<W> {
    fn batches(&self) -> std::sync::MutexGuard<'_, Vec<Batch>> {
        self.batches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The message, or the whole batch that it completes; `None` where others of it are missing.
    fn gathered(&self, message: Value) -> Option<Value> {
        let mut batches = self.batches();
        let id = message.get("id").filter(|_| message["method"].is_null());
        let found = id.and_then(|id| {
            let mut places = batches.iter().enumerate().filter_map(|(at, batch)| {
                let place = batch.missing.iter().position(|it| it == id);
                place.map(|place| (at, place))
            });
            places.next()
        });
        let Some((at, place)) = found else {
            return Some(message);
        };
        let batch = &mut batches[at];
        batch.missing.swap_remove(place);
        batch.answers.push(message);
        batch
            .missing
            .is_empty()
            .then(|| batches.swap_remove(at).answers.into())
    }

    async fn write(&self, message: &Value) -> io::Result<()> {
        let mut text = serde_json::to_vec(message)?;
        text.push(b'\n');
        let mut writer = self.writer.lock().await;
        writer.write_all(&text).await?;
        writer.flush().await
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let out = Arc::clone(&self.out);
        async move {
            match out.gathered(serde_json::to_value(message)?) {
                Some(message) => out.write(&message).await,
                None => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            while let Some(message) = self.waiting.pop_front() {
                self.has_begun |= matches!(message, JsonRpcMessage::Request(_));
                if self.has_begun {
                    return Some(message);
                }
                tracing::warn!("ignored before the first request: {message:?}");
            }
            let line = self.next_line().await?;
            if !line.trim_ascii().is_empty() {
                self.accept(&line);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.out.writer.lock().await.shutdown().await
    }
}
