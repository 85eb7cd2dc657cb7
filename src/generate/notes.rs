//! What a description declares and a generated server does not do by itself.

use std::cmp::Ordering;

use super::model::{Note, NoteKind, Transports};
use crate::document::{Cursor, Document, Namespace};
use crate::source::Kind;

/// Everything of that kind, in no order.
pub(super) fn of(document: &Document, transports: Transports) -> Vec<Note> {
    let mut notes = Notes(Vec::new());
    notes.transports(document, transports);
    for capabilities in document.capabilities() {
        notes.capabilities(capabilities.cursor, transports);
    }
    notes.primitives(document);
    notes.security(document, transports);
    notes.0
}

struct Notes(Vec<Note>);

impl Notes {
    fn not_carried(&mut self, at: Cursor<'_>, message: impl Into<String>) {
        self.add(NoteKind::NotCarried, at, message.into());
    }

    fn hint(&mut self, at: Cursor<'_>, message: impl Into<String>) {
        self.add(NoteKind::Hint, at, message.into());
    }

    fn add(&mut self, kind: NoteKind, at: Cursor<'_>, message: String) {
        self.0.push(Note {
            kind,
            place: at.key_place(),
            message,
        });
    }

    fn transports(&mut self, document: &Document, served: Transports) {
        let has_http = document
            .transports()
            .any(|it| it.cursor.str("type") == Some("streamable-http"));
        for transport in document.transports() {
            let Some(kind) = transport.cursor.get("type") else {
                continue;
            };
            match (kind.as_str(), served) {
                (Some("sse"), Transports::Http | Transports::Both) if !has_http => self
                    .not_carried(
                        kind,
                        "the server speaks Streamable HTTP instead of the SSE transport, which MCP \
                     replaced in 2025-03-26",
                    ),
                (Some("sse"), _) => {
                    self.not_carried(kind, "the server does not speak the SSE transport");
                }
                (Some("streamable-http"), Transports::Stdio) => {
                    self.not_carried(
                        kind,
                        "the server speaks only over standard input and output",
                    );
                }
                (Some("stdio"), Transports::Http) => {
                    self.not_carried(kind, "the server speaks only over HTTP");
                }
                _ => {}
            }
        }
    }

    fn capabilities(&mut self, capabilities: Cursor<'_>, transports: Transports) {
        if let Some(tasks) = capabilities.get("tasks") {
            self.not_carried(
                tasks,
                "the server does not run requests as tasks, so it does not declare the capability \
                 `tasks`",
            );
        }
        let subscribe = capabilities.at(&["resources", "subscribe"]);
        if let Some(subscribe) = subscribe.filter(|it| it.as_bool() == Some(true)) {
            let where_not = match transports {
                Transports::Stdio => "",
                Transports::Http | Transports::Both => "; over HTTP there is no way to send them",
            };
            self.not_carried(
                subscribe,
                format!(
                    "the server accepts subscriptions, but sends `notifications/resources/updated` \
                     only where your functions do{where_not}"
                ),
            );
        }
        for kind in ["tools", "resources", "prompts"] {
            let changed = capabilities.at(&[kind, "listChanged"]);
            if let Some(changed) = changed.filter(|it| it.as_bool() == Some(true)) {
                self.hint(
                    changed,
                    format!("the list of {kind} never changes while the server runs"),
                );
            }
        }
        if let Some(logging) = capabilities.get("logging") {
            self.hint(
                logging,
                "the server accepts `logging/setLevel`; messages are sent only where your \
                 functions send some",
            );
        }
        for (name, extension) in capabilities
            .get("extensions")
            .into_iter()
            .flat_map(Cursor::members)
        {
            self.not_carried(
                extension,
                format!(
                    "the server declares the extension `{name}`, but nothing is generated for what \
                     it adds to MCP"
                ),
            );
        }
    }

    /// What is required of those who ask (§7).
    fn security(&mut self, document: &Document, transports: Transports) {
        let by_whom = match transports {
            Transports::Stdio => "the server enforces nothing of this; your functions can",
            Transports::Http | Transports::Both => {
                "nothing of this is enforced until `authorize` in src/handlers.rs is written"
            }
        };
        let declared = document.transports().map(|it| it.cursor);
        let declared = declared.chain(document.primitives().map(|it| it.cursor));
        let declared = declared.chain([document.root()]);
        for security in declared.filter_map(|it| it.get("security")) {
            if security.elements().any(|it| it.members().len() > 0) {
                self.not_carried(security, by_whom);
            }
        }
    }

    /// Numbers in what is sent: generated servers hold them as JSON libraries do.
    fn numbers(&mut self, value: Cursor<'_>) {
        match value.kind() {
            Kind::Array => value.elements().for_each(|it| self.numbers(it)),
            Kind::Object => value.members().for_each(|(_, it)| self.numbers(it)),
            _ => {}
        }
        if let Some(number) = value.as_number()
            && number.as_i64().is_none()
            && number.as_u64().is_none()
            && number.compare_f64(number.as_f64()) != Ordering::Equal
        {
            let lexeme = number.lexeme();
            self.not_carried(
                value,
                format!(
                    "the server sends `{lexeme}` with fewer digits: `{}`",
                    number.as_f64()
                ),
            );
        }
    }

    fn primitives(&mut self, document: &Document) {
        for primitive in document.primitives() {
            for key in [
                "inputSchema",
                "outputSchema",
                "annotations",
                "_meta",
                "size",
            ] {
                let value = primitive.cursor.get(key);
                let value = value.and_then(|it| document.resolve(it, Namespace::Schemas).value());
                value.into_iter().for_each(|it| self.numbers(it));
            }
            let identity = primitive.identity().unwrap_or_default();
            let task = primitive.cursor.at(&["execution", "taskSupport"]);
            if let Some(task) = task.filter(|it| it.as_str() == Some("required")) {
                self.not_carried(
                    task,
                    format!("`{identity}` is to be run as a task; the server runs it directly"),
                );
            }
            if let Some(requirements) = primitive.cursor.get("clientRequirements") {
                self.not_carried(
                    requirements,
                    format!(
                        "the server does not check what `{identity}` requires of clients; its \
                         function can (`context.request.client_capabilities()`)"
                    ),
                );
            }
            if let Some(elicitations) = primitive.cursor.get("elicitations") {
                self.not_carried(
                    elicitations,
                    format!(
                        "the function of `{identity}` must ask the user by itself: through \
                         `context.request.peer`, or with `Error::input_required` since MCP \
                         2026-07-28"
                    ),
                );
            }
        }
    }
}
