//! The first exchange: who speaks, and what each can do.

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{
    InitializeParams, InitializeResult, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions,
};
use serde_json::Value;

use super::client::{Client, Outbox, Refusal, to_value};
use super::server::{Event, Inbox};
use super::wire::Incoming;
use super::{diagnostics, features};

/// Waits until the client initializes the server. Gives the client and its
/// `initializationOptions`; `None` where it leaves first.
pub(super) fn wait(inbox: &Inbox, outbox: &Outbox) -> Option<(Client, Value)> {
    while let Ok(Event::Received(message)) = inbox.recv() {
        match message {
            Incoming::Request(request) if request.method == "initialize" => {
                match serde_json::from_value(request.params) {
                    Ok(params) => return Some(initialize(outbox, request.id, params)),
                    Err(error) => {
                        let refusal = Refusal::invalid(error.to_string());
                        outbox.respond(request.id, Err(refusal));
                    }
                }
            }
            Incoming::Request(request) => {
                let code = ErrorCode::ServerNotInitialized;
                let refusal = Refusal::new(code, "the first request must be `initialize`");
                outbox.respond(request.id, Err(refusal));
            }
            Incoming::Notification(notification) if notification.method == "exit" => return None,
            Incoming::Notification(_) | Incoming::Response(_) => {}
            Incoming::Malformed(malformed) => outbox.reject(&malformed),
        }
    }
    None
}

fn initialize(outbox: &Outbox, id: RequestId, mut params: InitializeParams) -> (Client, Value) {
    let settings = params.initialization_options.take().unwrap_or_default();
    let client = Client::new(params);
    let result = InitializeResult {
        capabilities: capabilities(&client),
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    outbox.respond(id, Ok(to_value(&result)));
    (client, settings)
}

fn capabilities(client: &Client) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    };
    let mut server = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        ..ServerCapabilities::default()
    };
    diagnostics::offer(&mut server);
    features::offer_all(client, &mut server);
    server
}
