//! What a client of one MCP revision gets to see: a lens on each revision of the document, and the
//! command behind it.

use lsp_types::request::{CodeLensRequest, Request};
use lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, ExecuteCommandOptions, ServerCapabilities,
    Uri,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::client::{Client, Refusal, to_value};
use super::features::{Answer, Feature, Params};
use super::snapshot::Snapshot;
use crate::document::DeclaredScope;
use crate::mcp::Revision;
use crate::project::{Refused, ViewOptions, project};
use crate::source::{Format, write};

/// Makes the view of a document for a revision; its arguments are those of [`Run::Project`].
const PROJECT: &str = "mcpdesc.project";

/// Offers the view at each revision that the root declares.
pub(super) struct Lenses;

impl Feature for Lenses {
    type Request = CodeLensRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.code_lens_provider = Some(CodeLensOptions {
            resolve_provider: None,
        });
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, _: CodeLensParams) -> Answer<Self> {
        let scope = snapshot
            .document()
            .and_then(|document| DeclaredScope::of(document.root()));
        let lenses = scope.into_iter().flat_map(|scope| {
            let elements = scope.elements_in(scope.revisions);
            elements.filter_map(|element| {
                let revision = Revision::parse(element.as_str()?)?;
                Some(CodeLens {
                    range: snapshot.range(element.value().span()),
                    command: Some(command(snapshot, revision)),
                    data: None,
                })
            })
        });
        Ok(Some(lenses.collect()))
    }
}

fn command(snapshot: &Snapshot, revision: Revision) -> Command {
    let revision = revision.as_str();
    Command {
        title: format!("Show the view for MCP {revision}"),
        command: PROJECT.to_owned(),
        arguments: Some(vec![to_value(&snapshot.uri), to_value(&revision)]),
    }
}

/// `workspace/executeCommand` with what this server can execute.
pub(super) enum RunRequest {}

impl Request for RunRequest {
    type Params = Run;
    type Result = Shown;
    const METHOD: &'static str = "workspace/executeCommand";
}

/// A command with its arguments.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", content = "arguments", try_from = "Asked")]
pub(super) enum Run {
    /// Project this document to this revision.
    #[serde(rename = "mcpdesc.project")]
    Project(Uri, String),
}

/// A command as clients ask for it.
#[derive(Deserialize)]
struct Asked {
    command: String,
    arguments: Option<Vec<Value>>,
}

impl TryFrom<Asked> for Run {
    type Error = String;

    fn try_from(asked: Asked) -> Result<Self, String> {
        let Asked { command, arguments } = asked;
        if command != PROJECT {
            return Err(format!(
                "this server has no command `{command}`; it has `{PROJECT}`"
            ));
        }
        let wanted =
            "the URI of an open document and a revision such as `2026-07-28`, both strings";
        match arguments.unwrap_or_default().as_slice() {
            [Value::String(uri), Value::String(revision)] => match uri.parse() {
                Ok(uri) => Ok(Self::Project(uri, revision.clone())),
                Err(_) => Err(format!("`{uri}` is no URI")),
            },
            [_, _] => Err(format!("the arguments of `{PROJECT}` are {wanted}")),
            other => Err(format!(
                "`{PROJECT}` takes two arguments, {wanted}; it got {}",
                other.len()
            )),
        }
    }
}

/// A text for an editor to show; nothing that is done to it comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Shown {
    /// The editor's name for its language: `json` or `yaml`.
    language_id: String,
    /// The text itself.
    text: String,
}

/// Executes commands.
pub(super) struct Commands;

impl Feature for Commands {
    type Request = RunRequest;

    const CHECKS: bool = true;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.execute_command_provider = Some(ExecuteCommandOptions {
            commands: vec![PROJECT.to_owned()],
            ..ExecuteCommandOptions::default()
        });
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        let Run::Project(uri, _) = params;
        Some(uri)
    }

    fn answer(snapshot: &Snapshot, params: Run) -> Answer<Self> {
        let Run::Project(_, revision) = params;
        let revision = Revision::parse(&revision)
            .ok_or_else(|| Refusal::invalid(format!("`{revision}` is no MCP revision")))?;
        let loaded = snapshot.loaded();
        let view = project(loaded, revision, &ViewOptions::default(), &snapshot.options);
        let view = view.map_err(|refused| Refusal::failed(why(revision, &refused)))?;
        let format = loaded.tree().format();
        Ok(Shown {
            language_id: match format {
                Format::Json => "json".to_owned(),
                Format::Yaml => "yaml".to_owned(),
            },
            text: write(&view.draft, format),
        })
    }
}

fn why(revision: Revision, refused: &Refused) -> String {
    match refused {
        Refused::Invalid(_) => "the document has errors; correct them first".to_owned(),
        Refused::Undeclared(diagnostic) => diagnostic.message.clone(),
        Refused::InvalidView(view) => {
            let messages = view.1.diagnostics.iter().map(|it| it.message.as_str());
            let first = messages.into_iter().next().unwrap_or_default();
            format!("the view for MCP {revision} has errors: {first}")
        }
    }
}
