//! Values that a schema lists for the instances it describes: its `default` and `examples`, the
//! input of a Tool's examples, and the answers of elicitations.

use serde_json::Value as Json;

use super::keywords;
use super::offers::{Choice, Offered, literals};
use super::site::{Site, owner, schema_around, way_from};
use crate::document::{Namespace, PrimitiveKind};
use crate::source::{Kind, Value};

/// The values that the schema of what is written at the site lists.
pub(super) fn at(site: &Site<'_>) -> Vec<Choice> {
    let choices = described_by(site).map(listed).unwrap_or_default();
    let beside = site.value.parent().filter(|it| it.is_array());
    let beside: Vec<_> = beside
        .into_iter()
        .flat_map(Value::elements)
        .map(Value::to_json)
        .collect();
    let is_new = |choice: &Choice| {
        let written = match &choice.offered {
            Offered::Literal(text) => serde_json::from_str(text).unwrap_or_default(),
            _ => Json::from(choice.label.clone()),
        };
        !beside.contains(&written)
    };
    choices.into_iter().filter(is_new).collect()
}

/// The schema that describes the value at the site.
fn described_by<'t>(site: &Site<'t>) -> Option<Value<'t>> {
    let value = site.value;
    // Where only the first key of an object could be written, a scalar can be too.
    if site.is_key && !site.written().is_empty() {
        return None;
    }
    annotated(value).or_else(|| instance(site).map(|it| it.0))
}

/// The schema one of whose annotations the value is, or is part of.
fn annotated(value: Value<'_>) -> Option<Value<'_>> {
    let list = value.parent().filter(|it| it.is_array());
    let schema = match list {
        None => annotation(value, &["default", "const"])?,
        Some(list) => match annotation(list, &["examples"]) {
            Some(schema) => schema,
            None => annotation(list, &["default"])?.get("items")?,
        },
    };
    is_schema(schema).then_some(schema)
}

/// The parent of `value`, where that is a member with one of these names.
fn annotation<'t>(value: Value<'t>, names: &[&str]) -> Option<Value<'t>> {
    let (key, _) = value.key()?;
    value.parent().filter(|_| names.contains(&key))
}

/// Whether `value` is a schema: embedded, or of a form.
fn is_schema(value: Value<'_>) -> bool {
    match schema_around(value) {
        Some(root) => matches!(keywords::part(value, root), keywords::Part::Schema),
        None => super::site::around(value)
            .any(|it| it.key().is_some_and(|it| it.0 == "requestedSchema")),
    }
}

/// The schema of what an example holds at the site, and what the properties of that are called: in
/// the input or the structured output of a Tool, or in the answer to a form.
pub(super) fn instance<'t>(site: &Site<'t>) -> Option<(Value<'t>, &'static str)> {
    let tool = owner(site.value).filter(|it| it.kind == PrimitiveKind::Tool)?;
    let way = way_from(site.value, tool.object);
    let (schema, what, way) = match way.as_slice() {
        ["examples" | "interactionExamples", _, "input", way @ ..] => {
            (tool.object.get("inputSchema")?, "input property", way)
        }
        [
            "examples" | "interactionExamples",
            _,
            "result",
            "structuredContent",
            way @ ..,
        ] => (tool.object.get("outputSchema")?, "output property", way),
        [
            "interactionExamples",
            _,
            "steps",
            "*",
            "response",
            "content",
            way @ ..,
        ] => {
            let mut around = super::site::around(site.value);
            let step = around.find(|it| it.get("response").is_some())?;
            let form = step.get("request")?.get("requestedSchema")?;
            (form, "form field", way)
        }
        _ => return None,
    };
    let schema = site.resolve(schema, Namespace::Schemas)?;
    Some((inner(schema, way)?, what))
}

/// The schema of what is at the end of a way into an instance.
fn inner<'t>(schema: Value<'t>, way: &[&str]) -> Option<Value<'t>> {
    way.iter().try_fold(schema, |schema, &step| match step {
        "*" => schema.get("items"),
        name => schema.get("properties")?.get(name),
    })
}

/// The values that a schema lists; `true` and `false` where it asks for one of them.
fn listed(schema: Value<'_>) -> Vec<Choice> {
    let options = ["oneOf", "anyOf"].into_iter();
    let options = options
        .filter_map(|it| schema.get(it))
        .flat_map(Value::elements);
    let constants = options.chain([schema]).filter_map(|it| it.get("const"));
    let listed = schema.get("enum").into_iter().flat_map(Value::elements);
    let choices: Vec<_> = listed.chain(constants).filter_map(choice).collect();
    if choices.is_empty() && schema.get("type").and_then(Value::as_str) == Some("boolean") {
        return literals(&["true", "false"]);
    }
    choices
}

/// A scalar to choose.
fn choice(value: Value<'_>) -> Option<Choice> {
    match value.kind() {
        Kind::String => value
            .as_str()
            .filter(|it| *it != super::slot::MARKER)
            .map(Choice::text),
        // A number keeps the form in which it is written.
        Kind::Number => literals(&[value.as_number()?.lexeme()]).pop(),
        Kind::Bool | Kind::Null => literals(&[value.to_json().to_string().as_str()]).pop(),
        _ => None,
    }
}
