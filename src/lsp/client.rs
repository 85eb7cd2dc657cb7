//! What the client can do, and the way to it.

use std::path::PathBuf;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{ClientCapabilities, InitializeParams};
use serde::Serialize;
use serde_json::Value;

use super::text::Encoding;
use super::uris::Uris;
use super::wire::Malformed;

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    code: i32,
    message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code: code as i32,
            message: message.into(),
        }
    }

    /// The parameters do not make sense.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, message)
    }

    /// The request makes sense but cannot be met, for a reason the person is told.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, message)
    }

    pub(super) fn cancelled() -> Self {
        Self::new(ErrorCode::RequestCanceled, "the request was cancelled")
    }
}

/// What was agreed on when the server was initialized.
#[derive(Debug)]
pub(super) struct Client {
    /// What positions count.
    pub encoding: Encoding,
    /// What the client can do.
    pub capabilities: ClientCapabilities,
    /// The folder that is open, to which relative paths of settings belong.
    pub root: Option<PathBuf>,
    refreshes: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    ///
    /// # Errors
    ///
    /// That they make no sense.
    pub(super) fn read(params: Value) -> serde_json::Result<Self> {
        // The protocol's name for it is not the one in `ClientCapabilities`.
        let refreshes = params
            .pointer("/capabilities/workspace/diagnostics/refreshSupport")
            .and_then(Value::as_bool)
            .unwrap_or_default();
        let mut params = params;
        Uris::escape(&mut params);
        let params: InitializeParams = serde_json::from_value(params)?;
        #[expect(deprecated, reason = "older clients know only this")]
        let root = params
            .workspace_folders
            .and_then(|folders| folders.into_iter().next())
            .map(|folder| folder.uri)
            .or(params.root_uri);
        let capabilities = params.capabilities;
        let offered = capabilities
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_deref());
        Ok(Self {
            encoding: Encoding::negotiate(offered),
            root: root.and_then(|root| super::settings::file_path(root.as_str())),
            capabilities,
            refreshes,
        })
    }

    /// Whether it asks for diagnostics. They are not pushed then: it would show them twice.
    pub(super) fn pulls_diagnostics(&self) -> bool {
        let text = self.capabilities.text_document.as_ref();
        text.is_some_and(|it| it.diagnostic.is_some())
    }

    /// Whether it asks again for diagnostics when it is told to.
    pub(super) fn refreshes_diagnostics(&self) -> bool {
        self.pulls_diagnostics() && self.refreshes
    }

    /// Whether it tells of changed settings only where it was asked to.
    pub(super) fn registers_configuration(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        workspace
            .and_then(|it| it.did_change_configuration?.dynamic_registration)
            .unwrap_or_default()
    }

    /// Whether it can be asked for settings.
    pub(super) fn has_configuration(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        workspace
            .and_then(|it| it.configuration)
            .unwrap_or_default()
    }
}

/// Sends messages to the client; never blocks.
#[derive(Debug, Clone)]
pub(super) struct Outbox(Sender<Vec<u8>>);

impl Outbox {
    pub(super) fn new(frames: Sender<Vec<u8>>) -> Self {
        Self(frames)
    }

    /// Answers a request.
    pub(super) fn respond(&self, id: RequestId, result: Result<Value, Refusal>) {
        let response = match result {
            Ok(result) => Response::new_ok(id, result),
            Err(Refusal { code, message }) => Response::new_err(id, code, message),
        };
        self.send(response.into());
    }

    /// Tells that a message was not understood.
    pub(super) fn reject(&self, malformed: &Malformed) {
        self.send_frame(malformed.answer());
    }

    /// Tells something.
    pub(super) fn notify<N: lsp_types::notification::Notification>(&self, params: Value) {
        self.send(Notification::new(N::METHOD.to_owned(), params).into());
    }

    /// Asks for something.
    pub(super) fn request<R: lsp_types::request::Request>(
        &self,
        id: RequestId,
        params: &R::Params,
    ) {
        self.send(Request::new(id, R::METHOD.to_owned(), to_value(params)).into());
    }

    fn send(&self, message: Message) {
        let mut frame = Vec::new();
        // Writing to memory cannot fail.
        let _ = message.write(&mut frame);
        self.send_frame(frame);
    }

    fn send_frame(&self, frame: Vec<u8>) {
        // The writer leaves when the client does; then there is nobody to tell.
        let _ = self.0.send(frame);
    }
}

/// The JSON form of a protocol type, which each of them has.
pub(super) fn to_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
