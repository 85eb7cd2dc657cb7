//! The server: what it declares, and the functions that it finds for requests.

use std::sync::{Arc, OnceLock};

use rmcp::RoleServer;
use rmcp::model::{ErrorData, JsonObject, ProtocolVersion};
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use super::Revision;
use super::answers::Answers;
use super::declarations::{Declared, Description, Template, Tool, find, in_revision};
use super::examples::Examples;
use super::uri_template::{UriTemplate, Variables};
use super::validate::Schema;

/// The server. A copy is the same server.
pub struct Server<H: 'static>(pub(crate) Arc<Parts<H>>);

pub(crate) struct Parts<H: 'static> {
    pub handlers: Arc<H>,
    pub description: Description<H>,
    pub answers: Answers,
    pub examples: Examples,
    pub tools: Vec<Checked<H>>,
    pub templates: Vec<Option<UriTemplate>>,
}

/// A tool with its schemas, which are read when it is first called.
pub(crate) struct Checked<H: 'static> {
    pub tool: &'static Tool<H>,
    schemas: OnceLock<Schemas>,
}

pub(crate) struct Schemas {
    pub object: Arc<JsonObject>,
    pub input: Schema,
    pub output: Option<Schema>,
}

impl<H> Declared for Checked<H> {
    fn identity(&self) -> &'static str {
        self.tool.name
    }

    fn revisions(&self) -> &'static [Revision] {
        self.tool.revisions
    }
}

impl<H> Clone for Server<H> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

pub(crate) type Request = RequestContext<RoleServer>;

impl<H> Server<H> {
    pub(crate) fn of(handlers: H, description: Description<H>) -> Self {
        for tool in description.tools.iter().filter(|it| !it.checked) {
            tracing::warn!(
                "a schema of the tool `{}` cannot be checked completely",
                tool.name
            );
        }
        let checked = |tool| Checked {
            tool,
            schemas: OnceLock::new(),
        };
        let templates = description.templates.iter();
        Self(Arc::new(Parts {
            handlers: Arc::new(handlers),
            answers: Answers::new(description.answers),
            examples: Examples::new(description.examples),
            tools: description.tools.iter().map(checked).collect(),
            templates: templates
                .map(|it| UriTemplate::parse(it.template))
                .collect(),
            description,
        }))
    }

    /// The result of a request as the description has it: a list, or what the server says of
    /// itself. `None` where it does not follow from the description.
    pub fn answer(&self, method: &str, revision: Revision) -> Option<&Value> {
        self.0.answers.get(method, revision)
    }

    /// The revisions that the server answers in, oldest first.
    pub fn revisions(&self) -> &'static [Revision] {
        self.0.description.revisions
    }

    /// The revisions as the MCP library names them.
    pub(crate) fn versions(&self) -> Vec<ProtocolVersion> {
        self.revisions().iter().map(|it| it.version()).collect()
    }

    /// The capability as it is declared for a revision.
    pub(crate) fn capability(&self, name: &str, revision: Revision) -> Option<&Value> {
        self.0.answers.capability(name, revision)
    }

    /// The revision of a request.
    pub(crate) fn revision(&self, request: &Request) -> Result<Revision, ErrorData> {
        let version = request
            .protocol_version()
            .unwrap_or(ProtocolVersion::V_2025_03_26);
        let revision = Revision::parse(version.as_str());
        let revision = revision.filter(|it| self.revisions().contains(it));
        revision.ok_or_else(|| ErrorData::unsupported_protocol_version(version, &self.versions()))
    }

    /// The input schema of a tool in a revision.
    pub(crate) fn input_schema(&self, name: &str, revision: Revision) -> Option<Arc<JsonObject>> {
        let (_, tool) = find(&self.0.tools, name, revision)?;
        Some(Arc::clone(&self.schemas(tool).object))
    }

    /// The first resource template that a URI fits, its position, and the variables of the URI.
    pub(crate) fn template(
        &self,
        uri: &str,
        revision: Revision,
    ) -> Option<(usize, &'static Template<H>, Variables)> {
        in_revision(self.0.description.templates, revision).find_map(|(position, it)| {
            let template = self.0.templates.get(position)?.as_ref()?;
            Some((position, it, template.variables(uri)?))
        })
    }

    /// The schemas of a tool.
    pub(crate) fn schemas<'s>(&'s self, checked: &'s Checked<H>) -> &'s Schemas {
        checked.schemas.get_or_init(|| {
            let name = checked.tool.name;
            let newest = checked.tool.revisions.last();
            let list = newest.and_then(|it| self.answer("tools/list", *it)?["tools"].as_array());
            let served = list.and_then(|list| list.iter().find(|it| it["name"] == name));
            let schema = |key: &str| Some(served?.get(key)?.clone());
            let read = |schema, what| Schema::new(schema, &format!("the {what} of `{name}`"));
            let input = schema("inputSchema").unwrap_or_else(|| json!({}));
            Schemas {
                object: Arc::new(input.as_object().cloned().unwrap_or_default()),
                input: read(input, "arguments"),
                output: schema("outputSchema").map(|it| read(it, "result")),
            }
        })
    }
}
