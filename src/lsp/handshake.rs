//! The first exchange: who speaks, and what each can do.

use lsp_server::ErrorCode;
use lsp_types::{
    InitializeResult, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
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
            Incoming::Request(mut request) if request.method == "initialize" => {
                let settings = request.params.get_mut("initializationOptions");
                let settings = settings.map(Value::take).unwrap_or_default();
                match Client::read(request.params) {
                    Ok(client) => {
                        outbox.respond(request.id, Ok(to_value(&offer(&client))));
                        return Some((client, settings));
                    }
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

/// What the server can do for the client.
fn offer(client: &Client) -> InitializeResult {
    InitializeResult {
        capabilities: capabilities(client),
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
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
