//! Keywords that ask something of one value without other schemas.

use std::cmp::Ordering;

use super::Truth;
use super::dialect::Dialect;
use super::instance::Instance;
use super::number;
use super::sets;
use crate::source::{Kind, Value};

/// Values of an `enum` that are compared one by one; more are looked up.
pub(super) const FEW: usize = 8;

/// Steps of work to ask `keyword` of `instance`.
pub(super) fn cost(keyword: &str, value: Value<'_>, instance: Instance<'_>) -> usize {
    match keyword {
        "enum" if value.len() <= FEW => 1,
        "enum" => size(instance),
        "required" => value.len() / 8,
        "uniqueItems" => size(instance),
        "minLength" | "maxLength" => instance.as_str().map_or(0, str::len) / 64,
        _ => 0,
    }
}

/// Work to look at all of an instance.
fn size(instance: Instance<'_>) -> usize {
    instance.as_value().map_or(0, |it| it.span().len()) / 32
}

/// Whether `instance` meets what `schema` asks with `keyword`; `None` where the keyword asks
/// nothing of it.
pub(super) fn holds(
    schema: Value<'_>,
    keyword: &str,
    value: Value<'_>,
    dialect: Dialect,
    instance: Instance<'_>,
) -> Option<Truth> {
    Some(match keyword {
        "type" => is_type(value, dialect, instance),
        "enum" => equality(value.elements().any(|it| instance.equals(it)), instance),
        "const" => equality(instance.equals(value), instance),
        "required" => required(value, instance)?,
        "uniqueItems" => (value.as_bool() != Some(true) || sets::twins(instance).is_none()).into(),
        "multipleOf" => match number::is_multiple(instance.as_number()?, value.as_number()?) {
            Some(holds) => holds.into(),
            None => Truth::Unknown,
        },
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            limit(schema, keyword, value, dialect, instance)?
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            count(keyword, value, instance)?
        }
        _ => return None,
    })
}

/// What is known of an instance that does or does not look the same as another value.
fn equality(same: bool, instance: Instance<'_>) -> Truth {
    match instance.as_value() {
        Some(value) if !same && !value.is_whole() => Truth::Unknown,
        _ => same.into(),
    }
}

fn is_type(value: Value<'_>, dialect: Dialect, instance: Instance<'_>) -> Truth {
    let has = |name| match (name, instance.as_number()) {
        ("integer", Some(number)) => {
            // In draft 4 an integer is written without fraction and exponent.
            let plain = || number.lexeme().bytes().all(|byte| !b".eE".contains(&byte));
            number.is_integer() && (dialect > Dialect::Draft4 || plain())
        }
        _ => Some(name) == type_name(instance.kind()),
    };
    type_list(value).any(has).into()
}

/// Whether `type` leaves room for `instance`, if it is the right number.
pub(super) fn fits_type(value: Value<'_>, instance: Instance<'_>) -> bool {
    type_list(value).any(|name| {
        Some(name) == type_name(instance.kind())
            || name == "integer" && instance.kind() == Kind::Number
    })
}

/// The names that a `type` holds.
pub(super) fn type_list<'t>(types: Value<'t>) -> impl Iterator<Item = &'t str> {
    let single = types.as_str().into_iter();
    single.chain(types.elements().filter_map(Value::as_str))
}

/// The name `type` has for a kind of value.
pub(super) fn type_name(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Unknown => return None,
        Kind::Null => "null",
        Kind::Bool => "boolean",
        Kind::Number => "number",
        Kind::String => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    })
}

fn required(value: Value<'_>, instance: Instance<'_>) -> Option<Truth> {
    if instance.kind() != Kind::Object {
        return None;
    }
    let missing = value
        .elements()
        .filter_map(Value::as_str)
        .any(|name| instance.get(name).is_none());
    Some(match (missing, instance.is_cut()) {
        (true, true) => Truth::Unknown,
        (missing, _) => (!missing).into(),
    })
}

/// The comparison with a numeric limit.
fn limit(
    schema: Value<'_>,
    keyword: &str,
    value: Value<'_>,
    dialect: Dialect,
    instance: Instance<'_>,
) -> Option<Truth> {
    let order = instance.as_number()?.compare(value.as_number()?);
    let exclusive = keyword.starts_with("exclusive")
        || dialect == Dialect::Draft4
            && schema.get(exclusive_form(keyword)).and_then(Value::as_bool) == Some(true);
    let outside = if keyword.ends_with("inimum") {
        Ordering::Less
    } else {
        Ordering::Greater
    };
    Some((order != outside && !(exclusive && order == Ordering::Equal)).into())
}

/// The keyword that makes a limit of draft 4 exclusive.
pub(super) fn exclusive_form(keyword: &str) -> &'static str {
    if keyword == "minimum" {
        "exclusiveMinimum"
    } else {
        "exclusiveMaximum"
    }
}

/// What a counting keyword counts.
pub(super) fn counted(keyword: &str, instance: Instance<'_>) -> Option<u64> {
    let kind = instance.kind();
    let count = match keyword {
        "minLength" | "maxLength" => instance.as_str()?.chars().count(),
        "minItems" | "maxItems" if kind == Kind::Array => instance.len(),
        "minProperties" | "maxProperties" if kind == Kind::Object => instance.len(),
        _ => return None,
    };
    u64::try_from(count).ok()
}

fn count(keyword: &str, value: Value<'_>, instance: Instance<'_>) -> Option<Truth> {
    let count = counted(keyword, instance)?;
    // A bound beyond 64 bits is beyond every count.
    let bound = value.as_number()?.as_u64().unwrap_or(u64::MAX);
    if keyword.starts_with("min") && count < bound && instance.is_cut() {
        return Some(Truth::Unknown);
    }
    Some(
        if keyword.starts_with("min") {
            count >= bound
        } else {
            count <= bound
        }
        .into(),
    )
}
