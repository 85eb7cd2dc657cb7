//! Values against the schemas of the description.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator};
use serde_json::{Value, json};

use super::Problem;
use super::partial::{ELSEWHERE, soften};

/// How much a model is told about a value that does not fit.
const MOST_PROBLEMS: usize = 8;
const LONGEST_TEXT: usize = 300;

/// A schema, ready to judge values.
#[derive(Debug)]
pub(crate) struct Schema {
    schema: Value,
    /// `None` where the schema cannot be read: then nothing is judged.
    validator: Option<Validator>,
}

impl Schema {
    /// Reads a schema. Of one that refers to outside of the description, all is kept that does not
    /// depend on what is there.
    pub(crate) fn new(mut schema: Value, owner: &str) -> Self {
        let validator = build(&schema).or_else(|error| {
            tracing::warn!("{owner} cannot be checked completely: {error}");
            soften(&mut schema);
            build(&schema)
        });
        let validator = validator.inspect_err(|error| {
            tracing::warn!("nothing of {owner} is checked: {error}");
        });
        Self {
            validator: validator.ok(),
            schema,
        }
    }

    /// What is wrong with a value, for whoever made it; empty where nothing is.
    pub(crate) fn problems(&self, value: &Value) -> Vec<String> {
        let Some(validator) = &self.validator else {
            return Vec::new();
        };
        if validator.is_valid(value) {
            return Vec::new();
        }
        let mut errors = validator.iter_errors(value);
        let mut problems: Vec<_> = errors
            .by_ref()
            .take(MOST_PROBLEMS)
            .map(|error| self.problem(&error))
            .collect();
        if errors.next().is_some() {
            problems.push("and more".to_owned());
        }
        problems
    }

    /// Where, why, and what was expected.
    fn problem(&self, error: &ValidationError) -> String {
        let path = error.instance_path().as_str();
        let place = if path.is_empty() {
            "the value itself"
        } else {
            path
        };
        let reason = short(error);
        match self.expected(error) {
            Some(expected) => format!("{place}: {reason}; expected {expected}"),
            None => format!("{place}: {reason}"),
        }
    }

    fn expected(&self, error: &ValidationError) -> Option<String> {
        match error.kind() {
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context } => {
                let first = |branch: &Vec<ValidationError>| branch.first().map(short);
                let branches: Vec<_> = context.iter().take(4).filter_map(first).collect();
                (!branches.is_empty())
                    .then(|| format!("one of several forms ({})", branches.join("; or ")))
            }
            ValidationErrorKind::AdditionalProperties { .. }
            | ValidationErrorKind::UnevaluatedProperties { .. } => {
                let (object, _) = error.schema_path().as_str().rsplit_once('/')?;
                let names = self
                    .schema
                    .pointer(object)?
                    .get("properties")?
                    .as_object()?;
                let names: Vec<_> = names.keys().map(|name| format!("`{name}`")).collect();
                Some(short(format!("only {}", names.join(", "))))
            }
            ValidationErrorKind::Required { property } => {
                let (object, _) = error.schema_path().as_str().rsplit_once('/')?;
                let properties = self.schema.pointer(object)?.get("properties")?;
                let schema = properties.get(property.as_str()?)?;
                Some(short(format!("{property} as described by {schema}")))
            }
            _ => {
                let keyword = self.schema.pointer(error.schema_path().as_str())?;
                Some(short(format!("`{}`: {keyword}", error.kind().keyword())))
            }
        }
    }
}

/// Reads a schema: of the dialect that it names, else 2020-12, else (`items` as a list and the like
/// are older) draft 7. `format` only describes. Nothing is ever fetched.
fn build(schema: &Value) -> Result<Validator, ValidationError<'static>> {
    let options = || {
        jsonschema::options()
            .with_retriever(Elsewhere)
            .should_validate_formats(false)
            .without_content_media_type_support("application/json")
            .without_content_encoding_support("base64")
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(1_000_000))
    };
    let names_none = schema.get("$schema").is_none();
    options().build(schema).or_else(|error| {
        let older = names_none.then(|| options().with_draft(Draft::Draft7).build(schema));
        older.and_then(Result::ok).ok_or(error)
    })
}

/// Knows nothing of other places but that all values may be right there.
struct Elsewhere;

impl Retrieve for Elsewhere {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Problem> {
        if uri.as_str() == ELSEWHERE {
            return Ok(json!({}));
        }
        Err(format!("`{uri}` is not in the description").into())
    }
}

fn short(text: impl ToString) -> String {
    let text = text.to_string();
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
