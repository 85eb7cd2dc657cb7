//! Values that an embedded schema admits.

use serde_json::{Map, Value as Json, json};

use crate::diagnostic::Findings;
use crate::document::Cursor;
use crate::mcp::Revisions;
use crate::schema::{Catalog, Gap, Schemas};
use crate::source::{self, Format, Limits, Value};

/// How deep samples nest: recursive schemas have no end of their own.
const DEEPEST: usize = 16;

/// How many values a sample has at most: schemas that refer to each other can ask for any number.
const MOST: usize = 200;

/// A value that `schema`, a whole one, admits in the revisions of `scope`; `None` where none is
/// found that certainly is.
pub(crate) fn sample(schema: Value<'_>, scope: Revisions) -> Option<Json> {
    let mut sampler = Sampler {
        root: schema,
        left: MOST,
    };
    let value = sampler.value(schema, 0)?;
    is_admitted(&value, schema, scope).then_some(value)
}

/// Whether a value certainly matches a schema.
fn is_admitted(value: &Json, schema: Value<'_>, scope: Revisions) -> bool {
    let mut faults = Findings::new(0);
    let text = value.to_string();
    let tree = source::read(
        text.as_bytes(),
        Some(Format::Json),
        Limits::default(),
        &mut faults,
    );
    let Some(instance) = tree.root() else {
        return false;
    };
    let catalog = Catalog::new();
    let mut schemas = Schemas::new(&catalog);
    let outcome = schemas.validate(Cursor::new(schema), scope, Cursor::new(instance));
    outcome.errors.is_empty() && matches!(outcome.gap, None | Some(Gap::Legacy))
}

/// Guesses values from what schemas say first; nobody relies on them.
struct Sampler<'t> {
    root: Value<'t>,
    left: usize,
}

impl<'t> Sampler<'t> {
    fn value(&mut self, schema: Value<'t>, depth: usize) -> Option<Json> {
        self.left = self.left.checked_sub(1)?;
        if depth > DEEPEST {
            return None;
        }
        for keyword in ["const", "default"] {
            if let Some(value) = schema.get(keyword) {
                return Some(value.to_json());
            }
        }
        for keyword in ["examples", "enum"] {
            if let Some(value) = first(schema.get(keyword)) {
                return Some(value.to_json());
            }
        }
        if let Some(target) = self.target(schema) {
            return self.value(target, depth + 1);
        }
        let kind = match schema.get("type") {
            Some(list) if list.is_array() => first(Some(list)).and_then(Value::as_str),
            kind => kind.and_then(Value::as_str),
        };
        match kind {
            Some("array") => self.array(schema, depth),
            Some("string") => Some(text(schema).into()),
            Some("integer" | "number") => Some(number(schema)),
            Some("boolean") => Some(json!(true)),
            Some("null") => Some(Json::Null),
            _ => self.object(schema, depth),
        }
    }

    /// The schema that stands for this one: what it refers to, or its first alternative.
    fn target(&self, schema: Value<'t>) -> Option<Value<'t>> {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let mut tokens = reference.strip_prefix("#/")?.split('/');
            let plain = |token: &str| token.replace("~1", "/").replace("~0", "~");
            return tokens.try_fold(self.root, |at, token| at.get(&plain(token)));
        }
        if schema.get("type").is_some() {
            return None;
        }
        let mut choices = ["oneOf", "anyOf", "allOf"].into_iter();
        choices.find_map(|keyword| first(schema.get(keyword)))
    }

    fn array(&mut self, schema: Value<'t>, depth: usize) -> Option<Json> {
        let least = count(schema, "minItems").unwrap_or_default().min(MOST);
        let items = schema.get("items");
        let mut elements = Vec::new();
        for _ in 0..least {
            elements.push(match items {
                Some(items) => self.value(items, depth + 1)?,
                None => json!("sample"),
            });
        }
        Some(elements.into())
    }

    fn object(&mut self, schema: Value<'t>, depth: usize) -> Option<Json> {
        let properties = schema.get("properties");
        let required = schema.get("required").into_iter().flat_map(Value::elements);
        let mut members = Map::new();
        for name in required.filter_map(Value::as_str) {
            let value = match properties.and_then(|it| it.get(name)) {
                Some(property) => self.value(property, depth + 1)?,
                None => json!("sample"),
            };
            members.insert(name.to_owned(), value);
        }
        Some(members.into())
    }
}

fn first(list: Option<Value<'_>>) -> Option<Value<'_>> {
    list?.elements().next()
}

fn count(schema: Value<'_>, keyword: &str) -> Option<usize> {
    let count = schema.get(keyword)?.as_number()?.as_u64()?;
    usize::try_from(count).ok()
}

fn text(schema: Value<'_>) -> String {
    let mut text = match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => "2025-01-31T12:00:00Z",
        Some("date") => "2025-01-31",
        Some("time") => "12:00:00Z",
        Some("email" | "idn-email") => "someone@example.com",
        Some("hostname" | "idn-hostname") => "example.com",
        Some("uri" | "uri-reference" | "iri" | "iri-reference") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        _ => "sample",
    }
    .to_owned();
    let least = count(schema, "minLength").unwrap_or_default().min(MOST);
    while text.len() < least {
        text.push('x');
    }
    if let Some(most) = count(schema, "maxLength") {
        text.truncate(most);
    }
    text
}

fn number(schema: Value<'_>) -> Json {
    let bounds = ["minimum", "maximum"].into_iter();
    if let Some(bound) = bounds.filter_map(|keyword| schema.get(keyword)).next() {
        return bound.to_json();
    }
    // Whether a neighbour fits is found out later.
    let beyond = |keyword: &str, step: i64| {
        let bound = schema.get(keyword)?.as_number()?.as_i64()?;
        bound.checked_add(step)
    };
    let inside = beyond("exclusiveMinimum", 1).or_else(|| beyond("exclusiveMaximum", -1));
    inside.unwrap_or_default().into()
}
