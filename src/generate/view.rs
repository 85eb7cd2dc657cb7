//! What the templates of a project see.

use serde::Serialize;

use super::model::{
    Declaration, Details, Endpoint, Handler, HandlerKind, ServedList, Server, Source, Transports,
};
use super::signature::signature;
use super::{docs, literal, security};
use crate::document::PrimitiveKind;
use crate::mcp::{Revision, Revisions};

/// What the templates see.
#[derive(Serialize)]
pub(super) struct View<'a> {
    package: &'a str,
    library: &'a str,
    description: Option<&'a [String]>,
    source: &'a Source,
    endpoint: &'a Endpoint,
    completes: bool,
    schemes: &'a [String],
    heading: String,
    title: String,
    source_name: String,
    http: bool,
    /// Whether standard input and output come before HTTP.
    stdio: bool,
    /// Where it listens, as Rust literals.
    address: String,
    path: String,
    /// Whether the description requires anything of requests over HTTP.
    secured: bool,
    http_security: String,
    requirements: Vec<String>,
    /// The same for every transport.
    all_requirements: Vec<String>,
    has_security: bool,
    revision_names: String,
    /// The features of dependencies, as TOML.
    rmcp_features: String,
    tokio_features: String,
    all_revisions: String,
    uses_prelude: bool,
    more_than_authorize: bool,
    functions: Vec<FunctionView<'a>>,
    answers: Vec<AnswerView<'a>>,
    tools: Vec<RowView<'a>>,
    resources: Vec<RowView<'a>>,
    templates: Vec<RowView<'a>>,
    prompts: Vec<RowView<'a>>,
}

/// A function in the trait and in the file of the developer.
#[derive(Serialize)]
struct FunctionView<'a> {
    name: &'a str,
    /// Its comment, in whole lines.
    docs: String,
    answers_for: String,
    signature: String,
    parameters: Vec<String>,
    /// The names of the parameters.
    arguments: String,
    output: String,
}

/// A result that is sent as it is.
#[derive(Serialize)]
struct AnswerView<'a> {
    revision: String,
    method: &'a str,
    path: String,
}

/// A row of a table that leads to functions.
#[derive(Serialize)]
struct RowView<'a> {
    function: &'a str,
    identity: String,
    revisions: String,
    checked: bool,
    /// Whether the function gives structured output.
    output: bool,
    media_type: String,
    arguments: String,
    security: String,
}

impl<'a> View<'a> {
    pub fn of(server: &'a Server) -> Self {
        let rows = |kind| rows(server, kind);
        let http = server.transports != Transports::Stdio;
        let all_requirements = security::requirements(server);
        let requirements = match http {
            true => all_requirements.clone(),
            false => Vec::new(),
        };
        let secured = !requirements.is_empty();
        Self {
            package: &server.package,
            library: &server.library,
            description: server.description.as_deref(),
            source: &server.source,
            endpoint: &server.endpoint,
            completes: server.completes,
            schemes: &server.schemes,
            heading: one_line(&server.name),
            title: one_line(&format!("The MCP server `{}`.", server.name)),
            source_name: one_line(&server.source.name),
            http,
            stdio: server.transports != Transports::Http,
            address: literal::string(&server.endpoint.address),
            path: literal::string(&server.endpoint.path),
            secured,
            http_security: optional(server.security.as_deref().filter(|_| secured)),
            requirements,
            has_security: !all_requirements.is_empty(),
            all_requirements,
            revision_names: server.revisions.to_string(),
            rmcp_features: features(&[
                ("elicitation", server.elicits),
                ("server", true),
                ("transport-io", true),
                ("transport-streamable-http-server", http),
            ]),
            tokio_features: features(&[
                ("io-util", true),
                ("macros", true),
                ("net", http),
                ("rt-multi-thread", true),
                ("signal", true),
                ("time", http),
            ]),
            uses_prelude: secured || server.completes || !server.handlers.is_empty(),
            more_than_authorize: server.completes || !server.handlers.is_empty(),
            all_revisions: revisions(server.revisions),
            functions: server.handlers.iter().map(FunctionView::of).collect(),
            answers: server.lists.iter().map(AnswerView::of).collect(),
            tools: rows(PrimitiveKind::Tool),
            resources: rows(PrimitiveKind::Resource),
            templates: rows(PrimitiveKind::ResourceTemplate),
            prompts: rows(PrimitiveKind::Prompt),
        }
    }
}

impl<'a> FunctionView<'a> {
    fn of(handler: &'a Handler) -> Self {
        let (parameter, output) = match &handler.kind {
            HandlerKind::Tool {
                output: Some(output),
                ..
            } => ("input", output.as_str()),
            HandlerKind::Tool { output: None, .. } => ("input", "ToolResult"),
            HandlerKind::Resource => ("", "Contents"),
            HandlerKind::ResourceTemplate { .. } => ("variables", "Contents"),
            HandlerKind::Prompt { .. } => ("arguments", "Messages"),
        };
        let takes = handler.kind.takes().map(|ty| format!("{parameter}: {ty}"));
        let parameters: Vec<_> = takes
            .into_iter()
            .chain(["context: Context".to_owned()])
            .collect();
        let mut all = vec!["&self".to_owned()];
        all.extend_from_slice(&parameters);
        let name = &handler.function;
        Self {
            name,
            docs: docs::comment(&handler.documentation, "    "),
            answers_for: answers_for(handler),
            signature: signature(&format!("async fn {name}"), &all, output),
            parameters,
            arguments: match handler.kind.takes() {
                Some(_) => format!("({parameter}, context)"),
                None => "context".to_owned(),
            },
            output: output.to_owned(),
        }
    }
}

/// The line of a comment that names what a function answers for.
fn answers_for(handler: &Handler) -> String {
    let declarations = handler.declarations.iter();
    let revisions = declarations.fold(Revisions::NONE, |all, it| all.or(it.revisions));
    let identity = handler
        .declarations
        .first()
        .map_or("", |it| it.identity.as_str());
    let text = format!(
        "For the {} `{identity}` in MCP {revisions}.",
        handler.kind.name(),
    );
    one_line(&text)
}

impl<'a> AnswerView<'a> {
    fn of(list: &'a ServedList) -> Self {
        Self {
            revision: variant(list.revision),
            method: &list.method,
            path: path(list),
        }
    }
}

/// Where a result is kept, from `src/generated`.
pub(super) fn path(list: &ServedList) -> String {
    format!(
        "lists/{}/{}.json",
        list.revision,
        list.method.replace('/', "-")
    )
}

/// The declarations of a kind, in their order.
fn rows(server: &Server, kind: PrimitiveKind) -> Vec<RowView<'_>> {
    let mut declarations: Vec<(&Handler, &Declaration)> = server
        .handlers
        .iter()
        .flat_map(|handler| handler.declarations.iter().map(move |it| (handler, it)))
        .filter(|(_, declaration)| declaration.primitive == kind)
        .collect();
    declarations.sort_by_key(|(_, declaration)| declaration.position);
    let declarations = declarations.into_iter();
    declarations
        .map(|(handler, it)| row(server, handler, it))
        .collect()
}

fn row<'a>(server: &Server, handler: &'a Handler, declaration: &Declaration) -> RowView<'a> {
    let mut row = RowView {
        function: &handler.function,
        identity: literal::string(&declaration.identity),
        revisions: match declaration.revisions == server.revisions {
            true => "ALL".to_owned(),
            false => revisions(declaration.revisions),
        },
        checked: true,
        output: handler.kind.gives().is_some(),
        media_type: "None".to_owned(),
        arguments: String::new(),
        security: optional(declaration.security.as_deref()),
    };
    match &declaration.details {
        Details::Tool { checked } => row.checked = *checked,
        Details::Resource { media_type } => row.media_type = optional(media_type.as_deref()),
        Details::Prompt { arguments } => {
            let pair = |(name, required): &(String, bool)| {
                format!("({}, {required})", literal::string(name))
            };
            row.arguments = arguments.iter().map(pair).collect::<Vec<_>>().join(", ");
        }
    }
    row
}

fn revisions(revisions: Revisions) -> String {
    let variants: Vec<_> = revisions
        .iter()
        .map(|it| format!("Revision::{}", variant(it)))
        .collect();
    format!("&[{}]", variants.join(", "))
}

fn features(features: &[(&str, bool)]) -> String {
    let features = features.iter().filter(|(_, is_needed)| *is_needed);
    let features: Vec<_> = features.map(|(name, _)| format!("\"{name}\"")).collect();
    features.join(", ")
}

/// The name of a revision in generated code.
fn variant(revision: Revision) -> String {
    format!("V{}", revision.as_str().replace('-', "_"))
}

/// A text for a comment of one line.
fn one_line(text: &str) -> String {
    docs::lines(text).join(" ")
}

fn optional(text: Option<&str>) -> String {
    text.map_or_else(
        || "None".to_owned(),
        |text| format!("Some({})", literal::string(text)),
    )
}
