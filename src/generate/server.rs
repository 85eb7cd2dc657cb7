//! The model of a server, from its description.

use fluent_uri::Uri;

use super::examples;
use super::functions::{functions, json};
use super::model::{Endpoint, Note, NoteKind, Options, ServedList, Server, Transports};
use super::notes;
use super::types::Types;
use super::{docs, names, security};
use crate::document::{Cursor, Document};
use crate::mcp::Revisions;
use crate::project::{AnswerOptions, Method, answer};
use crate::source::{Draft, Format, write};

/// A server and the Rust code of its types.
pub(super) struct Built {
    pub server: Server,
    pub types: String,
}

/// Decides everything about the server of a document without errors.
pub(super) fn build(document: &Document, options: &Options) -> Built {
    let root = document.root();
    let info = |key| root.at(&["info", key]).and_then(Cursor::as_str);
    let name = info("name").unwrap_or("server").to_owned();
    let package = names::package(options.name.as_deref().unwrap_or(&name));
    let revisions = document.scope().unwrap_or_default();
    let mut types = Types::new(document);
    let (mut handlers, mut notes) = functions(document, &mut types);
    let typed = types.finish();
    for handler in &mut handlers {
        handler.types = typed
            .digests
            .get(&handler.module)
            .cloned()
            .unwrap_or_default();
    }
    notes.extend(typed.notes);
    let offered = Offered::of(document);
    let transports = options.transports.unwrap_or(offered.transports());
    notes.extend(notes::of(document, transports));
    let lists = lists(document, revisions, &mut notes);
    notes.sort_by_key(|it| it.place.span);
    let server = Server {
        library: package.replace('-', "_"),
        package,
        name,
        version: info("version").unwrap_or_default().to_owned(),
        description: info("description")
            .map(docs::lines)
            .filter(|it| !it.is_empty()),
        source: options.source.clone(),
        revisions,
        transports,
        handlers,
        lists,
        examples: write(&examples::of(document), Format::Json),
        completes: document
            .capabilities()
            .any(|it| it.cursor.get("completions").is_some()),
        elicits: document
            .primitives()
            .any(|it| it.elicitations().next().is_some()),
        endpoint: offered.endpoint(),
        security: offered.security(document),
        schemes: security::schemes(document),
        notes,
    };
    Built {
        server,
        types: typed.code,
    }
}

/// The transports of a description.
struct Offered<'t> {
    stdio: Option<Cursor<'t>>,
    http: Option<Cursor<'t>>,
    sse: Option<Cursor<'t>>,
}

impl<'t> Offered<'t> {
    fn of(document: &'t Document) -> Self {
        let first = |kind| {
            let mut transports = document.transports().map(|it| it.cursor);
            transports.find(|it| it.str("type") == Some(kind))
        };
        Self {
            stdio: first("stdio"),
            http: first("streamable-http"),
            sse: first("sse"),
        }
    }

    fn transports(&self) -> Transports {
        match (self.stdio, self.http.or(self.sse)) {
            (_, None) => Transports::Stdio,
            (None, Some(_)) => Transports::Http,
            (Some(_), Some(_)) => Transports::Both,
        }
    }

    /// Where the description says that it runs on this machine; else a usual place.
    fn endpoint(&self) -> Endpoint {
        let url = self.http.and_then(|it| it.str("url"));
        url.and_then(local).unwrap_or_else(|| Endpoint {
            address: "127.0.0.1:8080".to_owned(),
            path: "/mcp".to_owned(),
        })
    }

    /// What holds for a request over HTTP that asks for nothing with a requirement of its own.
    fn security(&self, document: &Document) -> Option<String> {
        let transport = self.http.or(self.sse);
        let own = transport.and_then(|it| it.get("security"));
        let security = own.or_else(|| document.root().get("security"))?;
        Some(json(security))
    }
}

/// The endpoint of a URL that leads to this machine.
fn local(url: &str) -> Option<Endpoint> {
    let uri = Uri::parse(url).ok()?;
    let authority = uri.authority()?;
    let host = match authority.host() {
        "localhost" | "127.0.0.1" => "127.0.0.1",
        "[::1]" => "[::1]",
        _ => return None,
    };
    let port = authority.port_to_u16().ok()?.unwrap_or(80);
    let path = uri.path().as_str();
    Some(Endpoint {
        address: format!("{host}:{port}"),
        path: if path.is_empty() { "/" } else { path }.to_owned(),
    })
}

/// The results that the server sends as they are, in the order of the revisions.
fn lists(document: &Document, revisions: Revisions, notes: &mut Vec<Note>) -> Vec<ServedList> {
    let mut lists = Vec::new();
    for revision in revisions.iter() {
        let answer = |method| answer(document, method, revision, &AnswerOptions::default());
        let methods = Method::ALL.into_iter();
        let methods = methods.filter(|it| it.revisions().contains(revision));
        let mut about = methods.clone().filter(|it| !matches!(it, Method::List(_)));
        let about = about.find_map(|it| answer(it).ok());
        let offered = about
            .as_ref()
            .map_or_else(Vec::new, |it| capabilities(&it.result));
        for method in methods.filter(|&it| is_offered(it, &offered)) {
            match answer(method) {
                Ok(answer) => lists.push(ServedList {
                    revision,
                    method: method.as_str().to_owned(),
                    json: write(&without_tasks(answer.result), Format::Json),
                }),
                Err(unanswered) => notes.push(Note {
                    kind: NoteKind::NotCarried,
                    place: document.root().name_place(),
                    message: format!(
                        "`{}` of {revision} has no answer: {unanswered}",
                        method.as_str()
                    ),
                }),
            }
        }
    }
    lists
}

/// Whether a server with these capabilities has an answer: lists belong to one of them.
fn is_offered(method: Method, capabilities: &[&str]) -> bool {
    let capability = method.as_str().split('/').next();
    !matches!(method, Method::List(_)) || capability.is_some_and(|it| capabilities.contains(&it))
}

/// The names of the capabilities that a server has by what it says of itself.
fn capabilities<'d>(about: &'d Draft<'_>) -> Vec<&'d str> {
    let Draft::Object(members) = about else {
        return Vec::new();
    };
    let capabilities = members.iter().find(|(key, _)| key == "capabilities");
    match capabilities {
        Some((_, Draft::Object(capabilities))) => {
            capabilities.iter().map(|(name, _)| name.as_ref()).collect()
        }
        _ => Vec::new(),
    }
}

/// A result without the capability to run requests as tasks, which generated servers do not have.
fn without_tasks(result: Draft<'_>) -> Draft<'_> {
    let Draft::Object(mut members) = result else {
        return result;
    };
    for (key, value) in &mut members {
        if let ("capabilities", Draft::Object(capabilities)) = (key.as_ref(), value) {
            capabilities.retain(|(name, _)| name != "tasks");
        }
    }
    Draft::Object(members)
}
