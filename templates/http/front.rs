//! What stands between HTTP and the MCP library.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use rmcp::model::{ErrorData, ProtocolVersion};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::Http;
use super::access::{Access, Authorize, name};
use super::welcome::is_welcome;
use crate::generated::runtime::calls::run;
use crate::generated::runtime::{Problem, Revision, Server, messages, told_to_end};

/// The longest request, in bytes.
const LONGEST: usize = 4 * 1024 * 1024;

/// How long requests may go on after the server was told to end.
const GRACE: Duration = Duration::from_secs(5);

/// How long their answers may take to leave after that.
const LAST: Duration = Duration::from_millis(200);

const VERSION: &str = "mcp-protocol-version";

/// Serves clients over HTTP until the process is told to end. `authorize` decides about each
/// request where the description requires anything.
pub(crate) async fn serve<H: Send + Sync + 'static>(
    server: Server<H>,
    http: Http,
    authorize: Option<Authorize<H>>,
) -> Result<(), Problem> {
    let told_to_end = told_to_end();
    let listener = TcpListener::bind(&http.listen).await;
    let listener =
        listener.map_err(|error| format!("cannot listen at {}: {error}", http.listen))?;
    let address = listener.local_addr()?;
    tracing::info!("listening at http://{address}{}", http.path);
    if authorize.is_some() {
        tracing::warn!(
            "the description requires authorization: `authorize` in src/handlers.rs is to demand \
             it; while that checks nothing, only clients on this machine are served"
        );
    }
    let end = CancellationToken::new();
    let front = Arc::new(Front {
        library: library(server.clone(), &http, end.clone()),
        server,
        authorize,
        hosts: http.hosts,
        origins: http.origins,
        path: http.path,
        is_local: address.ip().is_loopback(),
    });
    let router = Router::new().fallback(answer::<H>).with_state(front);
    let told = CancellationToken::new();
    let served = axum::serve(listener, router)
        .with_graceful_shutdown(told.clone().cancelled_owned())
        .into_future();
    let ending = async {
        told_to_end.await;
        tracing::info!("ending");
        told.cancel();
        tokio::time::sleep(GRACE).await;
        end.cancel();
        tokio::time::sleep(LAST).await;
    };
    tokio::select! {
        result = served => result?,
        // Who has not sent all of a request by now does not keep the process.
        () = ending => {}
    }
    Ok(())
}

/// The MCP library's side: without sessions and with plain answers, so that each answer can be seen
/// as a whole.
fn library<H: Send + Sync + 'static>(
    server: Server<H>,
    http: &Http,
    end: CancellationToken,
) -> Library<H> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST)
        .with_allowed_hosts(http.hosts.clone())
        .with_allowed_origins(http.origins.clone())
        .enforce_origin_validation()
        .with_cancellation_token(end);
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

type Library<H> = StreamableHttpService<Server<H>, NeverSessionManager>;

struct Front<H: 'static> {
    server: Server<H>,
    library: Library<H>,
    authorize: Option<Authorize<H>>,
    hosts: Vec<String>,
    origins: Vec<String>,
    path: String,
    is_local: bool,
}

async fn answer<H: Send + Sync + 'static>(
    State(front): State<Arc<Front<H>>>,
    request: Request,
) -> Response {
    if request.uri().path() != front.path {
        return status(StatusCode::NOT_FOUND);
    }
    if !is_welcome(request.headers(), &front.hosts, &front.origins) {
        return status(StatusCode::FORBIDDEN);
    }
    if request.method() != Method::POST {
        return front.library.handle(request).await.map(Body::new);
    }
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LONGEST).await else {
        return status(StatusCode::PAYLOAD_TOO_LARGE);
    };
    let message = match messages::parse(&body) {
        Ok(Value::Array(batch)) if front.takes_batches(&parts) && !batch.is_empty() => {
            return front.batch(parts, batch).await;
        }
        Ok(message) => messages::read(&message).map(|_| message),
        Err(refusal) => Err(refusal),
    };
    match message {
        Ok(message) => front.message(parts, &message).await,
        Err(refusal) => json_response(StatusCode::BAD_REQUEST, &refusal),
    }
}

impl<H: Send + Sync + 'static> Front<H> {
    /// The answer of the MCP library. It gets the message as it was read here, so that what is
    /// judged is what is answered, whatever the bytes were.
    async fn pass(&self, parts: Parts, message: &Value) -> Response {
        let body = Body::from(message.to_string());
        self.library
            .handle(Request::from_parts(parts, body))
            .await
            .map(Body::new)
    }

    /// Answers one message; lists as the description has them.
    async fn message(&self, mut parts: Parts, message: &Value) -> Response {
        let Some(method) = message["method"].as_str() else {
            return self.pass(parts, message).await;
        };
        let revision = match self.revision(&mut parts, message) {
            Ok(revision) => revision,
            Err(error) => {
                let refusal = messages::refusal(message, &error);
                return json_response(StatusCode::BAD_REQUEST, &refusal);
            }
        };
        if let Some(authorize) = self.authorize {
            let revision = revision.unwrap_or(Revision::V2024_11_05);
            let requirement = self.server.requirement(method, name(message), revision);
            let access = Access::new(parts.headers.clone(), message, requirement);
            let deciding = authorize(Arc::clone(&self.server.0.handlers), access);
            let refusal = match run("authorize", deciding).await {
                Ok(decision) => decision.refusal(self.is_local),
                Err(error) => {
                    let refusal = messages::refusal(message, &error);
                    let status = StatusCode::INTERNAL_SERVER_ERROR;
                    Some(json_response(status, &refusal))
                }
            };
            if let Some(refusal) = refusal {
                return refusal;
            }
        }
        let response = self.pass(parts, message).await;
        self.exact(method, revision, response).await
    }

    /// The revision of a message. What the MCP library checks by itself passes.
    fn revision(&self, parts: &mut Parts, message: &Value) -> Result<Option<Revision>, ErrorData> {
        let served = self.server.revisions();
        let own = message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
        if message["method"] == "server/discover" {
            self.server.demand_discover(None)?;
        }
        if own.is_some() || message["method"] == "initialize" {
            return Ok(own.and_then(Revision::parse));
        }
        let known = |version: &str| {
            let revision = Revision::parse(version).filter(|it| served.contains(it));
            revision.ok_or_else(|| self.unsupported(version))
        };
        if let Some(version) = parts.headers.get(VERSION) {
            return known(version.to_str().unwrap_or_default()).map(Some);
        }
        // The header came with 2025-06-18: who does not send it speaks what was before.
        let mut before = served
            .iter()
            .rev()
            .filter(|it| **it < Revision::V2025_06_18);
        let assumed = before.next().map_or("2025-03-26", |it| it.as_str());
        parts
            .headers
            .insert(VERSION, HeaderValue::from_static(assumed));
        known(assumed).map(Some)
    }

    fn unsupported(&self, version: &str) -> ErrorData {
        let version = serde_json::from_value::<ProtocolVersion>(version.into());
        let version = version.unwrap_or(ProtocolVersion::V_2025_03_26);
        ErrorData::unsupported_protocol_version(version, &self.server.versions())
    }

    /// The response with the result as the description has it, where it has one.
    async fn exact(
        &self,
        method: &str,
        revision: Option<Revision>,
        response: Response,
    ) -> Response {
        let is_json = response.headers().get(header::CONTENT_TYPE);
        let is_json = is_json.is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
        if !is_json || response.status() != StatusCode::OK {
            return response;
        }
        let (mut parts, body) = response.into_parts();
        let Ok(body) = to_bytes(body, usize::MAX).await else {
            return status(StatusCode::INTERNAL_SERVER_ERROR);
        };
        let exact = || {
            let mut message: Value = serde_json::from_slice(&body).ok()?;
            let negotiated = message["result"]["protocolVersion"].as_str();
            let revision = if method == "initialize" {
                Revision::parse(negotiated?)?
            } else {
                revision?
            };
            let answer = self.server.answer(method, revision)?;
            *message.get_mut("result")? = answer.clone();
            serde_json::to_vec(&message).ok()
        };
        let body = exact().map_or(body, Bytes::from);
        parts.headers.remove(header::CONTENT_LENGTH);
        Response::from_parts(parts, Body::from(body))
    }

    /// Several messages in one request, which only MCP 2025-03-26 has.
    fn takes_batches(&self, parts: &Parts) -> bool {
        let version = parts.headers.get(VERSION);
        version.is_none_or(|it| it == Revision::V2025_03_26.as_str())
            && self.server.revisions().contains(&Revision::V2025_03_26)
    }

    async fn batch(&self, parts: Parts, batch: Vec<Value>) -> Response {
        let mut answers = Vec::new();
        for message in batch {
            if let Err(refusal) = messages::read_of_batch(&message) {
                answers.push(refusal);
                continue;
            }
            let response = self.message(parts.clone(), &message).await;
            let (head, body) = response.into_parts();
            let Ok(body) = to_bytes(body, usize::MAX).await else {
                return status(StatusCode::INTERNAL_SERVER_ERROR);
            };
            if head.status == StatusCode::ACCEPTED {
                continue;
            }
            let own = answers_in(&body);
            if own.is_empty() && !message["id"].is_null() {
                // What has a status of its own when it comes alone shares one here.
                let error = messages::invalid(format!("refused: {}", head.status));
                answers.push(messages::refusal(&message, &error));
            }
            answers.extend(own);
        }
        match answers.is_empty() {
            true => status(StatusCode::ACCEPTED),
            false => json_response(StatusCode::OK, &answers.into()),
        }
    }
}

/// The messages of a response: one as JSON, or several as events.
fn answers_in(body: &[u8]) -> Vec<Value> {
    if let Ok(message) = serde_json::from_slice(body) {
        return vec![message];
    }
    let text = String::from_utf8_lossy(body);
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    data.filter_map(|data| serde_json::from_str(data.trim()).ok())
        .collect()
}

fn json_response(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

fn status(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
