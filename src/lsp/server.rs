//! The main loop: takes messages, keeps the documents, hands out work, sends results.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use lsp_server::{ErrorCode, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidCloseTextDocument,
    DidOpenTextDocument, Exit, Initialized, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    DocumentDiagnosticRequest, RegisterCapability, Request as _, Shutdown, WorkspaceConfiguration,
    WorkspaceDiagnosticRefresh,
};
use lsp_types::{
    ConfigurationItem, ConfigurationParams, Diagnostic, DocumentDiagnosticParams, MessageType,
    NumberOrString, PublishDiagnosticsParams, Registration, RegistrationParams, ShowMessageParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::{Client, Outbox, Refusal, to_value};
use super::documents::{Awaited, Documents, Pull};
use super::settings::{self, ReadCatalog, Understood};
use super::snapshot::Snapshot;
use super::uris::Uris;
use super::wire::{self, Incoming};
use super::workers::{self, Task, Workers};
use super::{diagnostics, features, handshake};

/// Events that may wait for the main loop; a client that is faster is slowed down.
const WAITING: usize = 256;

/// Something that happened outside the main loop.
pub(super) enum Event {
    /// The client sent a message.
    Received(Incoming),
    /// The client is gone.
    Closed,
    /// An answer was made.
    Answered {
        id: RequestId,
        /// What the request was cancelled by: another one may have the same id by now.
        cancelled: Arc<AtomicBool>,
        result: Result<Value, Refusal>,
    },
    /// A check has ended, or was not made because the version was outdated.
    Checked {
        snapshot: Arc<Snapshot>,
        outcome: Option<Vec<Diagnostic>>,
    },
}

/// Where events arrive.
pub(super) type Inbox = Receiver<Event>;

/// How the exchange with a client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The client shut the server down first, as it should.
    Orderly,
    /// The client left without a word, or `exit` came without `shutdown`.
    Abrupt,
}

/// Serves one client until it leaves. `read_catalog` reads the folders of schemas that its settings
/// name: the library itself touches no files.
///
/// # Errors
///
/// That the system gives no threads, or those of `output`.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    read_catalog: ReadCatalog,
) -> io::Result<Ending> {
    let (events, inbox) = bounded(WAITING);
    let (frames, to_write) = unbounded();
    let writer = thread::Builder::new().spawn(move || wire::write_all(to_write, output))?;
    let reader_events = events.clone();
    thread::Builder::new().spawn(move || forward(input, &reader_events))?;
    let outbox = Outbox::new(frames);
    let ending = match handshake::wait(&inbox, &outbox) {
        Some((client, settings)) => {
            let workers = Workers::new(&events);
            let mut server = Server::new(client, outbox, workers, read_catalog);
            server.configure(settings);
            server.run(&inbox)
        }
        None => {
            drop(outbox);
            Ending::Abrupt
        }
    };
    // All senders are gone by now, so that the writer ends once everything is written.
    match writer.join() {
        Ok(written) => written.map(|()| ending),
        Err(_) => Err(io::Error::other("the writing thread failed")),
    }
}

/// Passes on what the client sends.
fn forward(mut input: impl BufRead, events: &Sender<Event>) {
    while let Ok(Some(message)) = wire::read(&mut input) {
        if events.send(Event::Received(message)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

struct Server {
    client: Arc<Client>,
    outbox: Outbox,
    workers: Workers,
    read_catalog: ReadCatalog,
    documents: Documents,
    uris: Uris,
    /// Requests that the workers answer, and the way to tell them that one is cancelled.
    in_flight: HashMap<RequestId, Arc<AtomicBool>>,
    /// The request for settings that is not answered yet; earlier ones no longer count.
    asked_settings: Option<RequestId>,
    asked: i32,
    shut_down: bool,
}

impl Server {
    fn new(client: Client, outbox: Outbox, workers: Workers, read_catalog: ReadCatalog) -> Self {
        let client = Arc::new(client);
        Self {
            documents: Documents::new(Arc::clone(&client), crate::Options::default()),
            uris: Uris::default(),
            client,
            outbox,
            workers,
            read_catalog,
            in_flight: HashMap::new(),
            asked_settings: None,
            asked: 0,
            shut_down: false,
        }
    }

    fn run(mut self, inbox: &Inbox) -> Ending {
        loop {
            let event = match self.documents.next_due() {
                Some(due) => inbox.recv_deadline(due),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return Ending::Abrupt,
                Ok(Event::Received(Incoming::Notification(it))) if it.method == Exit::METHOD => {
                    return if self.shut_down {
                        Ending::Orderly
                    } else {
                        Ending::Abrupt
                    };
                }
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            for snapshot in self.documents.take_ahead(now) {
                self.workers.check_ahead(snapshot);
            }
            for snapshot in self.documents.take_due(now) {
                self.workers.check(snapshot);
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Received(Incoming::Request(request)) => self.request(request),
            Event::Received(Incoming::Notification(notification)) => self.notice(notification),
            Event::Received(Incoming::Response(response)) => self.response(response),
            Event::Received(Incoming::Malformed(malformed)) => self.outbox.reject(&malformed),
            Event::Answered {
                id,
                cancelled,
                result,
            } => {
                // One that was cancelled has been answered.
                let waiting = self.in_flight.get(&id);
                if waiting.is_some_and(|it| Arc::ptr_eq(it, &cancelled)) {
                    self.in_flight.remove(&id);
                    self.respond(id, result);
                }
            }
            Event::Checked { snapshot, outcome } => {
                self.checked(&snapshot, outcome);
                self.workers.discard(snapshot);
            }
            Event::Closed => {}
        }
    }

    /// Answers a request with what was made of a document.
    fn respond(&self, id: RequestId, mut result: Result<Value, Refusal>) {
        if let Ok(result) = &mut result {
            self.uris.restore(result);
        }
        self.outbox.respond(id, result);
    }

    fn request(&mut self, mut request: Request) {
        Uris::escape(&mut request.params);
        let id = request.id.clone();
        let immediate = match request.method.as_str() {
            _ if self.shut_down => {
                let message = "the server was shut down; only `exit` may follow";
                Some(Err(Refusal::new(ErrorCode::InvalidRequest, message)))
            }
            "initialize" => {
                let message = "the server is initialized already";
                Some(Err(Refusal::new(ErrorCode::InvalidRequest, message)))
            }
            Shutdown::METHOD => {
                self.shut_down = true;
                Some(Ok(Value::Null))
            }
            DocumentDiagnosticRequest::METHOD => self.pull(request).err().map(Err),
            _ => self.feature(request).err().map(Err),
        };
        if let Some(result) = immediate {
            self.outbox.respond(id, result);
        }
    }

    /// Hands a request to the feature that answers it.
    fn feature(&mut self, request: Request) -> Result<(), Refusal> {
        let feature = features::find(&request.method).ok_or_else(|| {
            let message = format!("this server does not know `{}`", request.method);
            Refusal::new(ErrorCode::MethodNotFound, message)
        })?;
        let prepared = (feature.prepare)(request.params)?;
        let snapshot = self.documents.newest(&prepared.document).ok_or_else(|| {
            Refusal::failed(format!("the document `{}` is not open", prepared.document))
        })?;
        if self.in_flight.contains_key(&request.id) {
            let message = "a request with this id has no answer yet";
            return Err(Refusal::new(ErrorCode::InvalidRequest, message));
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        self.in_flight
            .insert(request.id.clone(), Arc::clone(&cancelled));
        self.workers.answer(Task {
            id: request.id,
            cancelled,
            checks: feature.checks,
            snapshot,
            work: prepared.answer,
        });
        Ok(())
    }

    /// Lets a request for diagnostics wait for the check of the newest text.
    fn pull(&mut self, request: Request) -> Result<(), Refusal> {
        let params: DocumentDiagnosticParams = serde_json::from_value(request.params)
            .map_err(|error| Refusal::invalid(error.to_string()))?;
        let pull = Pull {
            id: request.id,
            previous: params.previous_result_id,
        };
        let uri = params.text_document.uri;
        if let Err(pull) = self.documents.wait(uri.as_str(), pull) {
            let nothing = to_value(&diagnostics::nothing());
            self.outbox.respond(pull.id, Ok(nothing));
        }
        Ok(())
    }

    /// Takes a notification; those that are unknown or make no sense are ignored.
    fn notice(&mut self, notification: Notification) {
        let Notification { method, mut params } = notification;
        if method == DidOpenTextDocument::METHOD {
            self.uris.open(&params);
        }
        Uris::escape(&mut params);
        match method.as_str() {
            Initialized::METHOD => {
                self.register_for_settings();
                self.ask_for_settings();
            }
            DidOpenTextDocument::METHOD => {
                if let Some(it) = read::<DidOpenTextDocument>(params) {
                    let old = self.documents.open(it.text_document);
                    self.discard(old);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(it) = read::<DidChangeTextDocument>(params) {
                    let document = it.text_document;
                    let uri = document.uri.as_str();
                    let old = self
                        .documents
                        .change(uri, document.version, &it.content_changes);
                    self.discard(old);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(it) = read::<DidCloseTextDocument>(params) {
                    self.close(it.text_document.uri.as_str());
                }
            }
            DidChangeConfiguration::METHOD => {
                if self.client.has_configuration() {
                    self.ask_for_settings();
                } else if let Some(it) = read::<DidChangeConfiguration>(params) {
                    self.configure(it.settings);
                }
            }
            Cancel::METHOD => {
                if let Some(it) = read::<Cancel>(params) {
                    self.cancel(match it.id {
                        NumberOrString::Number(id) => id.into(),
                        NumberOrString::String(id) => id.into(),
                    });
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, uri: &str) {
        let Some((old, pulls)) = self.documents.close(uri) else {
            return;
        };
        for pull in pulls {
            let nothing = to_value(&diagnostics::nothing());
            self.outbox.respond(pull.id, Ok(nothing));
        }
        self.publish(uri, None, Vec::new());
        self.uris.close(uri);
        self.discard(Some(old));
    }

    fn discard(&self, old: impl IntoIterator<Item = Arc<Snapshot>>) {
        old.into_iter().for_each(|old| self.workers.discard(old));
    }

    fn cancel(&mut self, id: RequestId) {
        let task = self.in_flight.remove(&id);
        if let Some(cancelled) = &task {
            cancelled.store(true, Ordering::Relaxed);
        }
        if task.is_some() || self.documents.forget(&id) {
            self.outbox.respond(id, Err(Refusal::cancelled()));
        }
    }

    fn checked(&mut self, snapshot: &Snapshot, outcome: Option<Vec<Diagnostic>>) {
        let Some(Awaited { pulls, is_news }) = self.documents.checked(snapshot) else {
            return;
        };
        for Pull { id, previous } in pulls {
            let result = match &outcome {
                Some(items) => {
                    let answer = diagnostics::answer(snapshot, items, previous.as_deref());
                    Ok(to_value(&answer))
                }
                None => Err(workers::internal_error()),
            };
            self.respond(id, result);
        }
        if let Some(items) = outcome
            && is_news
        {
            self.publish(&snapshot.uri, Some(snapshot.version), items);
        }
    }

    fn publish(&self, uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        if self.client.pulls_diagnostics() {
            return;
        }
        // It was read as a URI.
        if let Ok(uri) = uri.parse() {
            let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
            let mut params = to_value(&params);
            self.uris.restore(&mut params);
            self.outbox.notify::<PublishDiagnostics>(params);
        }
    }

    /// Asks to be told of changed settings.
    fn register_for_settings(&mut self) {
        if !self.client.registers_configuration() {
            return;
        }
        let id = self.next_id();
        let method = DidChangeConfiguration::METHOD.to_owned();
        let registration = Registration {
            id: method.clone(),
            method,
            // Not of the protocol; Visual Studio Code then leaves out what changes elsewhere.
            register_options: Some(json!({ "section": settings::SECTION })),
        };
        let params = RegistrationParams {
            registrations: vec![registration],
        };
        self.outbox.request::<RegisterCapability>(id, &params);
    }

    fn ask_for_settings(&mut self) {
        if !self.client.has_configuration() {
            return;
        }
        let id = self.next_id();
        let params = ConfigurationParams {
            items: vec![ConfigurationItem {
                scope_uri: None,
                section: Some(settings::SECTION.to_owned()),
            }],
        };
        self.outbox
            .request::<WorkspaceConfiguration>(id.clone(), &params);
        self.asked_settings = Some(id);
    }

    fn response(&mut self, response: Response) {
        if self.asked_settings.as_ref() != Some(&response.id) {
            return;
        }
        self.asked_settings = None;
        // A client without a value for the section gives null, which leaves what was set at first.
        if let Ok(Value::Array(items)) = response.response_result
            && let Some(section) = items.into_iter().next()
            && !section.is_null()
        {
            self.configure(section);
        }
    }

    /// Takes new settings and checks everything anew; wrong ones change nothing.
    fn configure(&mut self, settings: Value) {
        let root: Option<&PathBuf> = self.client.root.as_ref();
        match settings::read(settings, root.map(PathBuf::as_path), self.read_catalog) {
            Ok(Understood { options, warning }) => {
                if let Some(message) = warning {
                    self.tell(MessageType::WARNING, message);
                }
                let old = self.documents.configure(options);
                self.discard(old);
                if self.client.refreshes_diagnostics() && !self.documents.is_empty() {
                    let id = self.next_id();
                    self.outbox.request::<WorkspaceDiagnosticRefresh>(id, &());
                }
            }
            Err(message) => self.tell(MessageType::ERROR, message),
        }
    }

    /// Shows the person a message.
    fn tell(&self, typ: MessageType, message: String) {
        let params = ShowMessageParams { typ, message };
        self.outbox.notify::<ShowMessage>(to_value(&params));
    }

    fn next_id(&mut self) -> RequestId {
        self.asked = self.asked.wrapping_add(1);
        self.asked.into()
    }
}

/// The parameters of a notification, where they make sense.
fn read<N: lsp_types::notification::Notification<Params: DeserializeOwned>>(
    params: Value,
) -> Option<N::Params> {
    serde_json::from_value(params).ok()
}
