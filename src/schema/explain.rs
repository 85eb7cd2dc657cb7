//! Words for what does not match.

use super::InstanceError;
use super::assert::{counted, exclusive_form, type_list};
use super::dialect::Dialect;
use super::instance::{Instance, shown};
use super::sets::twins;
use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::source::Value;

/// Values that a message lists.
const LISTED: usize = 8;

fn error(instance: Instance<'_>, keyword: Value<'_>, message: String) -> InstanceError {
    error_at(instance.place(), instance, keyword, message)
}

fn error_at(
    place: Place,
    instance: Instance<'_>,
    keyword: Value<'_>,
    message: String,
) -> InstanceError {
    // The catalogue's texts have no place in this document.
    let tree = instance.cursor().value().tree();
    let here = std::ptr::eq(keyword.tree(), tree);
    InstanceError {
        place,
        message,
        keyword: here.then(|| Cursor::new(keyword).key_place()),
    }
}

pub(super) fn nothing_allowed(schema: Value<'_>, instance: Instance<'_>) -> InstanceError {
    let message = format!(
        "{} is not allowed here: its schema is `false`",
        instance.label()
    );
    error(instance, schema, message)
}

pub(super) fn unexpected(
    rest: Value<'_>,
    schema: Value<'_>,
    name: &str,
    member: Instance<'_>,
) -> InstanceError {
    let declared = schema
        .get("properties")
        .into_iter()
        .flat_map(Value::members);
    let names = list(declared.map(|it| format!("`{}`", it.key)), "and");
    let known = match names.as_str() {
        "" => "its schema declares no properties".to_owned(),
        names => format!("its schema declares {names}"),
    };
    let message = format!("`{name}` is not allowed here; {known}");
    error_at(member.key_place(), member, rest, message)
}

pub(super) fn unevaluated(rest: Value<'_>, child: Instance<'_>) -> InstanceError {
    let message = format!(
        "{} is not allowed here: no part of its schema knows it",
        child.label()
    );
    error_at(child.key_place(), child, rest, message)
}

pub(super) fn not(value: Value<'_>, instance: Instance<'_>) -> InstanceError {
    let message = format!(
        "{} matches what the schema forbids with `not`",
        instance.label()
    );
    error(instance, value, message)
}

pub(super) fn neither(test: Value<'_>, instance: Instance<'_>) -> InstanceError {
    let message = format!(
        "{} matches neither `then` nor `else`, whatever `if` says of it",
        instance.label()
    );
    error(instance, test, message)
}

pub(super) fn pattern(value: Value<'_>, instance: Instance<'_>) -> InstanceError {
    let message = format!(
        "{} must match the pattern {}, but is {}",
        instance.label(),
        shown(value),
        instance.shown()
    );
    error(instance, value, message)
}

pub(super) fn no_schema(
    reference: Value<'_>,
    instance: Instance<'_>,
    dialect: Dialect,
) -> InstanceError {
    let message = format!(
        "{} must be a valid JSON Schema ({})",
        instance.label(),
        dialect.name()
    );
    error(instance, reference, message)
}

pub(super) fn dependent(
    value: Value<'_>,
    present: &str,
    missing: &str,
    instance: Instance<'_>,
) -> InstanceError {
    let message = format!("`{missing}` is missing; `{present}` needs it beside itself");
    error_at(instance.missing(missing), instance, value, message)
}

pub(super) fn contains(
    value: Value<'_>,
    instance: Instance<'_>,
    found: u64,
    least: u64,
    most: Option<u64>,
) -> InstanceError {
    let wanted = match most {
        Some(most) if found > most => format!("at most {}", plural(most, "element")),
        _ => format!("at least {}", plural(least, "element")),
    };
    let message = format!(
        "{} must have {wanted} as `contains` describes, but has {found}",
        instance.label()
    );
    error(instance, value, message)
}

pub(super) fn too_many(
    branches: Value<'_>,
    matching: &[usize],
    instance: Instance<'_>,
) -> InstanceError {
    let positions = list(matching.iter().map(|at| format!("`oneOf[{at}]`")), "and");
    let message = format!(
        "{} must match exactly one of the schemas under `oneOf`, but matches {positions}",
        instance.label()
    );
    error(instance, branches, message)
}

/// For when the only fitting branch gives no words of its own.
pub(super) fn no_branch(
    keyword: &str,
    branches: Value<'_>,
    instance: Instance<'_>,
) -> InstanceError {
    let message = format!(
        "{} matches none of the {} schemas under `{keyword}`",
        instance.label(),
        branches.len()
    );
    error(instance, branches, message)
}

/// For when every branch names what it wants, and `instance` is none of it.
pub(super) fn wanted(
    branches: Value<'_>,
    wanted: &[String],
    instance: Instance<'_>,
) -> InstanceError {
    let message = format!(
        "{} must be {}, but is {}",
        instance.label(),
        list(wanted.iter().cloned(), "or"),
        instance.shown()
    );
    error(instance, branches, message)
}

/// For when every branch that may be meant requires a member that is not there.
pub(super) fn missing_tag(
    keyword: &str,
    branches: Value<'_>,
    name: &str,
    instance: Instance<'_>,
) -> InstanceError {
    let message = format!("`{name}` is missing; every schema under `{keyword}` requires it");
    error_at(instance.missing(name), instance, branches, message)
}

pub(super) fn type_names(types: Value<'_>) -> Vec<String> {
    let article = |name: &str| match name {
        "null" => "`null`".to_owned(),
        "integer" => "an integer".to_owned(),
        "array" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    };
    type_list(types).map(article).collect()
}

/// The findings of a keyword that is not met.
pub(super) fn assertion(
    schema: Value<'_>,
    keyword: &str,
    value: Value<'_>,
    instance: Instance<'_>,
) -> Vec<InstanceError> {
    let label = instance.label();
    let is = instance.shown();
    let bound = shown(value);
    let message = match keyword {
        "required" => return missing(value, instance),
        "type" => format!(
            "{label} must be {}, but is {is}",
            list(type_names(value).into_iter(), "or")
        ),
        "enum" if value.is_empty() => format!("{label} can have no value: its `enum` is empty"),
        "enum" => format!(
            "{label} must be one of {}, but is {is}",
            list(value.elements().map(shown), "or")
        ),
        "const" => format!("{label} must be {bound}, but is {is}"),
        "uniqueItems" => match twins(instance) {
            Some((first, second)) => {
                format!(
                    "the elements of {label} must differ, but `[{first}]` and `[{second}]` are equal"
                )
            }
            None => format!("the elements of {label} must differ"),
        },
        "multipleOf" => format!("{label} must be a multiple of {bound}, but is {is}"),
        "minimum" | "maximum" => {
            let exclusive = schema.get(exclusive_form(keyword)).and_then(Value::as_bool);
            let relation = match (keyword, exclusive) {
                ("minimum", Some(true)) => "greater than",
                ("minimum", _) => "at least",
                (_, Some(true)) => "less than",
                _ => "at most",
            };
            format!("{label} must be {relation} {bound}, but is {is}")
        }
        "exclusiveMinimum" => format!("{label} must be greater than {bound}, but is {is}"),
        "exclusiveMaximum" => format!("{label} must be less than {bound}, but is {is}"),
        _ => counting(keyword, &bound, instance),
    };
    vec![error(instance, value, message)]
}

/// For a length or a number of elements or properties.
fn counting(keyword: &str, bound: &str, instance: Instance<'_>) -> String {
    let label = instance.label();
    let relation = if keyword.starts_with("min") {
        "at least"
    } else {
        "at most"
    };
    let ending = |one, more| if bound == "`1`" { one } else { more };
    let found = counted(keyword, instance).unwrap_or_default();
    match keyword {
        "minLength" | "maxLength" => {
            let characters = ending("character", "characters");
            format!("{label} must be {relation} {bound} {characters} long, but is {found}")
        }
        "minItems" | "maxItems" => {
            let elements = ending("element", "elements");
            format!("{label} must have {relation} {bound} {elements}, but has {found}")
        }
        _ => {
            let properties = ending("property", "properties");
            format!("{label} must have {relation} {bound} {properties}, but has {found}")
        }
    }
}

fn missing(value: Value<'_>, instance: Instance<'_>) -> Vec<InstanceError> {
    value
        .elements()
        .filter_map(|it| Some((it, it.as_str()?)))
        .filter(|(_, name)| instance.get(name).is_none())
        .map(|(at, name)| {
            let message = format!("`{name}` is missing; the schema requires it");
            error_at(instance.missing(name), instance, at, message)
        })
        .collect()
}

fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// `a, b or c`, with `joint` for the last comma; cut where it grows long.
fn list(items: impl Iterator<Item = String>, joint: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
        if all.len() > LISTED {
            break;
        }
    }
    if all.len() > LISTED {
        all.truncate(LISTED - 1);
        return format!("{}, …", all.join(", "));
    }
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {joint} {last}", rest.join(", ")),
        _ => all.join(""),
    }
}
