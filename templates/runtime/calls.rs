//! The requests that your functions answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    CompletionInfo, ContentBlock, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, InputRequiredResult, JsonObject, ReadResourceResponse, ReadResourceResult,
    Reference,
};
use serde_json::{Value, json};

use super::declarations::find;
use super::server::{Request, Server};
use super::values::Failure;
use super::{Completion, Context, Error, Messages, Revision, Target, ToolResult};

impl<H> Server<H> {
    pub(crate) async fn run_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        let parts = &self.0;
        let name = params.name.as_ref();
        let revision = self.revision(&request)?;
        let Some((position, checked)) = find(&parts.tools, name, revision) else {
            return Err(invalid(format!("Unknown tool: {name}")));
        };
        let schemas = self.schemas(checked);
        let arguments = params.arguments.unwrap_or_default();
        let input = Value::Object(arguments.clone());
        let problems = schemas.input.problems(&input);
        if !problems.is_empty() {
            let head = format!("The arguments do not fit the input schema of `{name}`:");
            return Ok(ToolResult::error(format!(
                "{head}\n- {}",
                problems.join("\n- ")
            )));
        }
        let context = Context { revision, request };
        let running = (checked.tool.run)(Arc::clone(&parts.handlers), arguments, context);
        let result = match run(name, running).await? {
            Ok(ToolResult(result)) => result,
            Err(Error(failure)) => {
                let example = || {
                    parts
                        .examples
                        .result::<CallToolResult>("tools", position, &input)
                };
                return settle(name, failure, example).or_else(|unsettled| match unsettled {
                    Unsettled::Failed(text) => Ok(ToolResult::error(text)),
                    Unsettled::Arguments(text) => Ok(ToolResult::error(format!(
                        "The arguments of `{name}` cannot be used: {text}"
                    ))),
                    Unsettled::Protocol(error) => Err(*error),
                });
            }
        };
        if let (Some(schema), Some(value)) = (&schemas.output, &result.structured_content) {
            let problems = schema.problems(value);
            if !problems.is_empty() {
                let problems = problems.join("; ");
                tracing::error!(
                    "`{name}` gave a result that its output schema forbids: {problems}"
                );
                return Err(internal(format!(
                    "`{name}` gave a result that its output schema forbids"
                )));
            }
        }
        Ok(for_revision(doubled(result), revision).into())
    }

    pub(crate) async fn read(
        &self,
        uri: &str,
        request: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let parts = &self.0;
        let revision = self.revision(&request)?;
        let context = Context { revision, request };
        let handlers = Arc::clone(&parts.handlers);
        let declared = &parts.description;
        let (table, position, media_type, running);
        if let Some((at, it)) = find(declared.resources, uri, revision) {
            (table, position, media_type) = ("resources", at, it.media_type);
            running = (it.run)(handlers, context);
        } else {
            let found = self.template(uri, revision);
            let (at, it, variables) = found.ok_or_else(|| no_resource(uri))?;
            (table, position, media_type) = ("templates", at, it.media_type);
            running = (it.run)(handlers, variables, context);
        }
        match run(uri, running).await? {
            Ok(contents) => Ok(contents.into_response(uri, media_type)),
            Err(Error(Failure::NotFound)) => Err(no_resource(uri)),
            Err(Error(failure)) => {
                let input = uri.into();
                let example = || {
                    parts
                        .examples
                        .result::<ReadResourceResult>(table, position, &input)
                };
                settle(uri, failure, example).map_err(Into::into)
            }
        }
    }

    pub(crate) async fn prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        let parts = &self.0;
        let name = params.name.as_str();
        let revision = self.revision(&request)?;
        let Some((position, prompt)) = find(parts.description.prompts, name, revision) else {
            return Err(invalid(format!("Unknown prompt: {name}")));
        };
        let arguments = params.arguments.unwrap_or_default();
        check_arguments(name, prompt.arguments, &arguments)?;
        let input = Value::Object(arguments.clone());
        let context = Context { revision, request };
        let running = (prompt.run)(Arc::clone(&parts.handlers), arguments, context);
        match run(name, running).await? {
            Ok(Messages(result)) => Ok(result.into()),
            Err(Error(failure)) => {
                let example = || {
                    parts
                        .examples
                        .result::<GetPromptResult>("prompts", position, &input)
                };
                settle(name, failure, example).map_err(Into::into)
            }
        }
    }

    pub(crate) async fn completion(
        &self,
        params: CompleteRequestParams,
        request: Request,
    ) -> Result<CompleteResult, ErrorData> {
        let revision = self.revision(&request)?;
        let declared = &self.0.description;
        let Some(complete) = declared.complete else {
            return Ok(CompleteResult::default());
        };
        let unknown = |what: &str| invalid(format!("Unknown {what}"));
        let (table, position, target) = match params.r#ref {
            Reference::Prompt(prompt) => {
                let found = find(declared.prompts, &prompt.name, revision);
                let (at, it) = found.ok_or_else(|| unknown("prompt"))?;
                if !it.arguments.iter().any(|it| it.0 == params.argument.name) {
                    return Err(unknown("argument"));
                }
                ("promptCompletions", at, Target::Prompt(prompt.name))
            }
            Reference::Resource(resource) => {
                let found = find(declared.templates, &resource.uri, revision);
                let (at, _) = found.ok_or_else(|| unknown("resource template"))?;
                let template = self.0.templates.get(at).and_then(Option::as_ref);
                if !template.is_some_and(|it| it.has(&params.argument.name)) {
                    return Err(unknown("variable"));
                }
                (
                    "templateCompletions",
                    at,
                    Target::ResourceTemplate(resource.uri),
                )
            }
            _ => return Err(unknown("kind of reference")),
        };
        let known = params
            .context
            .and_then(|it| it.arguments)
            .unwrap_or_default();
        let completion = Completion {
            target,
            argument: params.argument.name,
            value: params.argument.value,
            known: known.into_iter().collect(),
        };
        let input = json!([[completion.argument, completion.value], completion.known]);
        let context = Context { revision, request };
        let running = complete(Arc::clone(&self.0.handlers), completion, context);
        match run("complete", running).await? {
            Ok(values) => Ok(CompleteResult::new(proposals(values))),
            Err(Error(Failure::NotImplemented)) => Ok(self
                .0
                .examples
                .result(table, position, &input)
                .unwrap_or_default()),
            Err(Error(failure)) => Err(unsettled("complete", failure).into()),
        }
    }
}

/// The proposals as MCP sends them: a hundred at most.
fn proposals(mut values: Vec<String>) -> CompletionInfo {
    let total = values.len();
    values.truncate(CompletionInfo::MAX_VALUES);
    let has_more = values.len() < total;
    let mut proposals = CompletionInfo::new(values).unwrap_or_default();
    proposals.total = u32::try_from(total).ok();
    proposals.has_more = Some(has_more);
    proposals
}

/// Runs a function to its end. A panic in it fails this request and no other.
pub(crate) async fn run<T>(
    name: &str,
    mut running: Pin<Box<dyn Future<Output = T> + Send>>,
) -> Result<T, ErrorData> {
    let result = std::future::poll_fn(|task| {
        let step = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(task)));
        step.map_or_else(|_| Poll::Ready(None), |step| step.map(Some))
    });
    result.await.ok_or_else(|| {
        tracing::error!("the function for `{name}` panicked");
        internal(format!("`{name}` failed unexpectedly"))
    })
}

/// Why a request has no result.
enum Unsettled {
    Failed(String),
    Arguments(String),
    Protocol(Box<ErrorData>),
}

impl From<Unsettled> for ErrorData {
    fn from(unsettled: Unsettled) -> Self {
        match unsettled {
            Unsettled::Failed(text) => internal(text),
            Unsettled::Arguments(text) => invalid(text),
            Unsettled::Protocol(error) => *error,
        }
    }
}

/// What a failure means: a question to the user, an example, or no result.
fn settle<R: From<T> + From<InputRequiredResult>, T>(
    name: &str,
    failure: Failure,
    example: impl FnOnce() -> Option<T>,
) -> Result<R, Unsettled> {
    match failure {
        Failure::InputRequired(result) => Ok((*result).into()),
        Failure::NotImplemented => {
            let example = example().map(R::from);
            example.ok_or_else(|| unsettled(name, Failure::NotImplemented))
        }
        failure => Err(unsettled(name, failure)),
    }
}

fn unsettled(name: &str, failure: Failure) -> Unsettled {
    Unsettled::Failed(match failure {
        Failure::Text(text) => text,
        Failure::NotFound => format!("`{name}` found nothing"),
        Failure::InputRequired(_) => format!("`{name}` cannot ask the user here"),
        Failure::NotImplemented => {
            format!("`{name}` is not implemented yet: write its function in src/handlers.rs")
        }
        Failure::Arguments(text) => return Unsettled::Arguments(text),
        Failure::Protocol(error) => return Unsettled::Protocol(error),
    })
}

/// A result that has its structured content as a text too, for clients that read none.
fn doubled(mut result: CallToolResult) -> CallToolResult {
    if let Some(value) = &result.structured_content {
        let texts = result.content.iter().filter_map(|it| it.as_text());
        let mut values = texts.filter_map(|it| serde_json::from_str::<Value>(&it.text).ok());
        if !values.any(|it| it == *value) {
            result.content.push(ContentBlock::text(value.to_string()));
        }
    }
    result
}

/// A result without what the revision does not know: structured content came with 2025-06-18, and
/// may be anything but an object only since 2026-07-28. Its text stays.
fn for_revision(mut result: CallToolResult, revision: Revision) -> CallToolResult {
    let is_known = |value: &Value| match revision {
        Revision::V2024_11_05 | Revision::V2025_03_26 => false,
        Revision::V2025_06_18 | Revision::V2025_11_25 => value.is_object(),
        Revision::V2026_07_28 => true,
    };
    result.structured_content = result.structured_content.filter(is_known);
    result
}

fn check_arguments(
    prompt: &str,
    declared: &[(&str, bool)],
    arguments: &JsonObject,
) -> Result<(), ErrorData> {
    for (name, required) in declared {
        match arguments.get(*name) {
            None if *required => {
                return Err(invalid(format!(
                    "`{prompt}` requires the argument `{name}`"
                )));
            }
            Some(value) if !value.is_string() => {
                return Err(invalid(format!(
                    "the argument `{name}` of `{prompt}` must be a string"
                )));
            }
            _ => {}
        }
    }
    let unknown = arguments
        .keys()
        .find(|name| !declared.iter().any(|it| it.0 == *name));
    unknown.map_or(Ok(()), |name| {
        Err(invalid(format!("`{prompt}` has no argument `{name}`")))
    })
}

pub(crate) fn invalid(message: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(message.into(), None)
}

fn internal(message: impl Into<String>) -> ErrorData {
    ErrorData::internal_error(message.into(), None)
}

/// The code of this error depends on the revision; the MCP library chooses it.
pub(crate) fn no_resource(uri: &str) -> ErrorData {
    ErrorData::resource_not_found("Resource not found", Some(json!({ "uri": uri })))
}
