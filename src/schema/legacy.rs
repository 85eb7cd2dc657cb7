//! Schemas of revisions that leave the dialect open (§9.2): only what every dialect agrees on.

use super::assert;
use super::dialect::Dialect;
use super::evaluate::ERRORS;
use super::explain;
use super::instance::Instance;
use super::{InstanceError, Truth};
use crate::document::Cursor;
use crate::source::{Kind, Value};

/// What is wrong with `instance` in whatever dialect `schema` is read.
pub(super) fn validate<'t>(schema: Cursor<'t>, instance: Cursor<'t>) -> Vec<InstanceError> {
    let mut errors = Vec::new();
    apply(schema.value(), Instance::value(instance), &mut errors);
    errors.truncate(ERRORS);
    errors
}

fn apply(schema: Value<'_>, instance: Instance<'_>, errors: &mut Vec<InstanceError>) {
    // Beside a reference, keywords count in some dialects only; booleans are schemas in some only.
    let refers = ["$ref", "$dynamicRef", "$recursiveRef"];
    let open = refers.into_iter().any(|it| schema.get(it).is_some());
    if schema.kind() != Kind::Object || open || errors.len() >= ERRORS {
        return;
    }
    for member in schema.members() {
        let (keyword, value) = (member.key, member.value);
        if !is_common(keyword, value) {
            continue;
        }
        // What an integer is differs, and whether a limit can be exclusive.
        let fails =
            |dialect| assert::holds(schema, keyword, value, dialect, instance) == Some(Truth::No);
        if fails(Dialect::Draft4) && fails(Dialect::Draft2020) {
            errors.extend(explain::assertion(schema, keyword, value, instance));
        }
    }
    let closed = schema
        .get("additionalProperties")
        .filter(|it| it.as_bool() == Some(false));
    let has_patterns = schema.get("patternProperties").is_some();
    let declared = schema.get("properties");
    for (name, child) in instance.members() {
        match (declared.and_then(|it| it.get(name)), closed) {
            (Some(schema), _) => apply(schema, child, errors),
            (None, Some(rest)) if !has_patterns => {
                errors.push(explain::unexpected(rest, schema, name, child));
            }
            _ => {}
        }
    }
    for branch in schema.get("allOf").into_iter().flat_map(Value::elements) {
        apply(branch, instance, errors);
    }
    if let Some(items) = schema.get("items").filter(|it| it.is_object())
        && schema.get("prefixItems").is_none()
    {
        for child in instance.elements() {
            apply(items, child, errors);
        }
    }
}

/// Whether every dialect reads the keyword with this value alike.
fn is_common(keyword: &str, value: Value<'_>) -> bool {
    match keyword {
        "type" => {
            let single = value.as_str().into_iter();
            let named = value.is_array() && value.elements().all(|it| it.as_str().is_some());
            (single.count() == 1 || named) && are_types(value)
        }
        "required" => value.is_array() && value.elements().all(|it| it.as_str().is_some()),
        "enum" => value.is_array() && !value.is_empty(),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            value.as_number().is_some_and(|it| it.is_integer())
        }
        "minimum" | "maximum" | "multipleOf" => value.as_number().is_some(),
        "uniqueItems" => value.as_bool().is_some(),
        _ => false,
    }
}

fn are_types(value: Value<'_>) -> bool {
    let single = value.as_str().into_iter();
    single
        .chain(value.elements().filter_map(Value::as_str))
        .all(|name| super::dialect::TYPES.contains(&name))
}
