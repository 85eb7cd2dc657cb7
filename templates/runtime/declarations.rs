//! What the description declares, as tables that lead to your functions.

use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::uri_template::Variables;
use super::{Completion, Contents, Context, Error, Messages, Revision, ToolResult};

/// A function of yours at work.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// Proposes values; a function of yours.
pub(crate) type Complete<H> = fn(Arc<H>, Completion, Context) -> Running<Vec<String>>;

/// A server, as its description declares it. `H` holds your functions.
pub(crate) struct Description<H: 'static> {
    pub revisions: &'static [Revision],
    pub answers: &'static [Answer],
    pub tools: &'static [Tool<H>],
    pub resources: &'static [Resource<H>],
    pub templates: &'static [Template<H>],
    pub prompts: &'static [Prompt<H>],
    /// The named examples, as JSON: for each table a list, by position, of `[input, result]`.
    pub examples: &'static str,
    /// Completes arguments, where the description says that the server does.
    pub complete: Option<Complete<H>>,
    /// What is required over HTTP of requests without a requirement of their own, as JSON.
    pub security: Option<&'static str>,
}

/// A result that follows from the description alone.
pub(crate) struct Answer {
    pub revision: Revision,
    pub method: &'static str,
    pub json: &'static str,
}

pub(crate) struct Tool<H> {
    pub name: &'static str,
    pub revisions: &'static [Revision],
    /// Whether its schemas can be checked completely, without asking elsewhere.
    pub checked: bool,
    pub security: Option<&'static str>,
    pub run: fn(Arc<H>, Map<String, Value>, Context) -> Running<ToolResult>,
}

pub(crate) struct Resource<H> {
    pub uri: &'static str,
    pub revisions: &'static [Revision],
    pub media_type: Option<&'static str>,
    pub security: Option<&'static str>,
    pub run: fn(Arc<H>, Context) -> Running<Contents>,
}

pub(crate) struct Template<H> {
    pub template: &'static str,
    pub revisions: &'static [Revision],
    pub media_type: Option<&'static str>,
    pub security: Option<&'static str>,
    pub run: fn(Arc<H>, Variables, Context) -> Running<Contents>,
}

pub(crate) struct Prompt<H> {
    pub name: &'static str,
    pub revisions: &'static [Revision],
    /// Its arguments, and whether they are required.
    pub arguments: &'static [(&'static str, bool)],
    pub security: Option<&'static str>,
    pub run: fn(Arc<H>, Map<String, Value>, Context) -> Running<Messages>,
}

/// The arguments as the Rust type of a function.
pub(crate) fn typed<T: serde::de::DeserializeOwned>(
    arguments: Map<String, Value>,
) -> Result<T, Error> {
    let mut arguments = Value::Object(arguments);
    make_plain(&mut arguments);
    serde_path_to_error::deserialize(arguments).map_err(|error| Error::arguments(&error))
}

/// Writes whole numbers without a fraction: `1.0` is an integer in JSON Schema, and none for Rust.
fn make_plain(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(double) = number.as_f64().filter(|_| number.is_f64())
                && double.fract() == 0.0
            {
                // The ends of 64 bits are doubles, so that nothing is cut off here.
                if (0.0..18_446_744_073_709_551_616.0).contains(&double) {
                    *number = (double as u64).into();
                } else if (-9_223_372_036_854_775_808.0..0.0).contains(&double) {
                    *number = (double as i64).into();
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(make_plain),
        Value::Object(members) => members.values_mut().for_each(make_plain),
        _ => {}
    }
}

/// The result of a tool with an output schema.
pub(crate) fn structured<T: serde::Serialize>(output: T) -> Result<ToolResult, Error> {
    Ok(ToolResult::structured(serde_json::to_value(output)?))
}

/// A row of a table.
pub(crate) trait Declared {
    fn identity(&self) -> &'static str;
    fn revisions(&self) -> &'static [Revision];
}

/// The row of this name in a revision, and its position.
pub(crate) fn find<'t, T: Declared>(
    table: &'t [T],
    identity: &str,
    revision: Revision,
) -> Option<(usize, &'t T)> {
    let mut rows = in_revision(table, revision);
    rows.find(|(_, it)| it.identity() == identity)
}

/// The rows of a revision, with their positions.
pub(crate) fn in_revision<T: Declared>(
    table: &[T],
    revision: Revision,
) -> impl Iterator<Item = (usize, &T)> {
    table
        .iter()
        .enumerate()
        .filter(move |(_, it)| it.revisions().contains(&revision))
}

macro_rules! declared {
    ($($row:ident by $identity:ident),*) => {
        $(impl<H> Declared for $row<H> {
            fn identity(&self) -> &'static str {
                self.$identity
            }

            fn revisions(&self) -> &'static [Revision] {
                self.revisions
            }
        })*
    };
}

declared!(Tool by name, Resource by uri, Template by template, Prompt by name);
