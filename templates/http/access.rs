//! Who may ask for what.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

use crate::generated::runtime::declarations::find;
use crate::generated::runtime::{Revision, Server};

/// A request, before anything is done for it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Access {
    /// The headers, such as `Authorization`.
    pub headers: HeaderMap,
    /// What is asked for, such as `tools/call`.
    pub method: String,
    /// The name of the tool or prompt, or the URI of the resource.
    pub name: Option<String>,
    /// What the description requires: one of these alternatives. Each names the security schemes
    /// that are needed together, with their scopes. No alternatives, or an empty one: nothing is
    /// required.
    pub requirement: Vec<BTreeMap<String, Vec<String>>>,
}

/// Whether a request is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The client has shown what is required.
    Allow,
    /// Nothing was checked. The request is answered only where the server listens to nobody but
    /// this machine.
    Unchecked,
    /// The client has not shown who it is. The text tells it how, as the header
    /// `WWW-Authenticate`: `Bearer` and its parameters, for example.
    Unauthorized(String),
    /// The client is known, and may not have this.
    Forbidden,
}

/// Decides about a request; a function of yours.
pub type Authorize<H> = fn(Arc<H>, Access) -> Pin<Box<dyn Future<Output = Decision> + Send>>;

impl<H> Server<H> {
    /// What the description requires for a request.
    pub(super) fn requirement(
        &self,
        method: &str,
        name: Option<&str>,
        revision: Revision,
    ) -> Option<&'static str> {
        let declared = &self.0.description;
        let own = name.and_then(|name| match method {
            "tools/call" => find(declared.tools, name, revision)?.1.security,
            "prompts/get" => find(declared.prompts, name, revision)?.1.security,
            "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
                match find(declared.resources, name, revision) {
                    Some((_, resource)) => resource.security,
                    None => self.template(name, revision)?.1.security,
                }
            }
            _ => None,
        });
        own.or(declared.security)
    }
}

impl Access {
    pub(super) fn new(headers: HeaderMap, request: &Value, requirement: Option<&str>) -> Self {
        let requirement = requirement.and_then(|it| serde_json::from_str(it).ok());
        Self {
            headers,
            method: request["method"].as_str().unwrap_or_default().to_owned(),
            name: name(request).map(str::to_owned),
            requirement: requirement.unwrap_or_default(),
        }
    }
}

/// The name or URI that a request is about. Only the member that the method answers by counts: a
/// client may add the other one, and must not be judged by it.
pub(super) fn name(request: &Value) -> Option<&str> {
    let member = match request["method"].as_str()? {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        _ => return None,
    };
    request["params"][member].as_str()
}

impl Decision {
    /// The refusal, where it is one.
    pub(super) fn refusal(self, is_local: bool) -> Option<Response<axum::body::Body>> {
        let (status, challenge) = match self {
            Self::Allow => return None,
            Self::Unchecked if is_local => return None,
            Self::Unchecked => {
                tracing::error!(
                    "`authorize` in src/handlers.rs checks nothing: the request is refused"
                );
                (StatusCode::FORBIDDEN, None)
            }
            Self::Unauthorized(challenge) => (StatusCode::UNAUTHORIZED, Some(challenge)),
            Self::Forbidden => (StatusCode::FORBIDDEN, None),
        };
        let mut response = Response::new(axum::body::Body::empty());
        *response.status_mut() = status;
        if let Some(Ok(challenge)) = challenge.map(|it| HeaderValue::from_str(&it)) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, challenge);
        }
        Some(response)
    }
}
