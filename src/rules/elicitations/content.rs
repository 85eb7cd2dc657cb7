//! Whether the content of an accepted form conforms to the form (§9.4).

use std::cmp::Ordering;
use std::collections::HashSet;

use super::field::Field;
use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::mcp::FieldKind;
use crate::rules::wording::code;
use crate::source::{Kind, Number};

/// What is wrong in the content of an accepted form, and where.
#[derive(Debug)]
pub(crate) struct ContentFault {
    /// The value, or the absent member.
    pub place: Place,
    /// What is wrong, without section or revision.
    pub message: String,
}

/// The faults of `content` under the form schema `schema`, references followed.
///
/// Members that the form does not have are allowed as far as MCP can carry them: strings, numbers,
/// booleans and arrays of strings. `format` describes and never fails, as in JSON Schema. What
/// cannot be read of the schema demands nothing.
pub(crate) fn faults(content: Cursor<'_>, schema: Cursor<'_>) -> Vec<ContentFault> {
    let mut faults = Vec::new();
    if content.kind() != Kind::Object {
        return faults;
    }
    let required = schema
        .get("required")
        .into_iter()
        .flat_map(Cursor::elements);
    // A field that the form does not have is a fault of the form.
    let properties = schema.get("properties");
    let is_field = |name: &&str| properties.is_none_or(|it| it.is_cut() || it.get(name).is_some());
    let mut missing = HashSet::new();
    for name in required.filter_map(Cursor::as_str).filter(is_field) {
        if content.get(name).is_none() && !content.is_cut() && missing.insert(name) {
            faults.push(ContentFault {
                place: content.missing(name),
                message: format!("the form requires {}", code(name)),
            });
        }
    }
    for (name, value) in content.members() {
        let property = properties.and_then(|it| it.get(name));
        match property.map(Field::read) {
            Some(Some(field)) => check(field, name, value, &mut faults),
            Some(None) => {}
            None if is_carried(value) => {}
            None => faults.push(fault(
                value,
                format!(
                    "{} must be a string, a number, a boolean or an array of strings",
                    code(name)
                ),
            )),
        }
    }
    faults
}

fn fault(value: Cursor<'_>, message: String) -> ContentFault {
    ContentFault {
        place: value.place(),
        message,
    }
}

/// Whether MCP lets the content of a form hold such a value.
fn is_carried(value: Cursor<'_>) -> bool {
    match value.kind() {
        Kind::Unknown | Kind::Bool | Kind::Number | Kind::String => true,
        Kind::Array => value
            .elements()
            .all(|it| matches!(it.kind(), Kind::String | Kind::Unknown)),
        Kind::Null | Kind::Object => false,
    }
}

fn check(field: Field<'_>, name: &str, value: Cursor<'_>, faults: &mut Vec<ContentFault>) {
    let (wanted, right) = match field.kind {
        FieldKind::Text | FieldKind::Choice | FieldKind::TitledChoice => {
            ("a string", value.kind() == Kind::String)
        }
        FieldKind::Number => ("a number", value.kind() == Kind::Number),
        FieldKind::Integer => (
            "a whole number",
            value.as_number().is_some_and(Number::is_integer),
        ),
        FieldKind::Boolean => ("a boolean", value.kind() == Kind::Bool),
        FieldKind::Choices => ("an array", value.kind() == Kind::Array),
    };
    if !right {
        faults.push(fault(value, format!("{} must be {wanted}", code(name))));
        return;
    }
    match field.kind {
        FieldKind::Boolean => {}
        FieldKind::Number | FieldKind::Integer => check_number(field, name, value, faults),
        FieldKind::Text => {
            let length = value.as_str().unwrap_or_default().chars().count();
            let unit = "characters";
            check_count(
                field,
                name,
                value,
                (length, unit),
                ["minLength", "maxLength"],
                faults,
            );
        }
        FieldKind::Choice | FieldKind::TitledChoice => {
            check_choice(field, name, std::iter::once(value), faults);
        }
        FieldKind::Choices => {
            check_choice(field, name, value.elements(), faults);
            let (count, unit) = (value.elements().len(), "entries");
            check_count(
                field,
                name,
                value,
                (count, unit),
                ["minItems", "maxItems"],
                faults,
            );
        }
    }
}

fn check_number(field: Field<'_>, name: &str, value: Cursor<'_>, faults: &mut Vec<ContentFault>) {
    let Some(number) = value.as_number() else {
        return;
    };
    let bound = |key: &str| field.cursor.get(key).and_then(Cursor::as_number);
    for (key, broken, word) in [
        ("minimum", Ordering::Less, "least"),
        ("maximum", Ordering::Greater, "most"),
    ] {
        if let Some(bound) = bound(key).filter(|&bound| number.compare(bound) == broken) {
            let message = format!("{} must be at {word} {}", code(name), code(bound.lexeme()));
            faults.push(fault(value, message));
        }
    }
}

/// `count` is how many of which unit `value` has; `keys` name the bounds.
fn check_count(
    field: Field<'_>,
    name: &str,
    value: Cursor<'_>,
    count: (usize, &str),
    keys: [&str; 2],
    faults: &mut Vec<ContentFault>,
) {
    let (count, unit) = count;
    let broken = [(Ordering::Greater, "least"), (Ordering::Less, "most")];
    for (key, (broken, word)) in keys.into_iter().zip(broken) {
        let bound = field.cursor.get(key).and_then(Cursor::as_number);
        if let Some(bound) = bound.filter(|it| it.compare_count(count) == broken) {
            let message = format!(
                "{} must have at {word} {} {unit}",
                code(name),
                code(bound.lexeme())
            );
            faults.push(fault(value, message));
        }
    }
}

fn check_choice<'t>(
    field: Field<'_>,
    name: &str,
    chosen: impl Iterator<Item = Cursor<'t>>,
    faults: &mut Vec<ContentFault>,
) {
    let Some(choices) = field.choices() else {
        return;
    };
    let choices: HashSet<&str> = choices.into_iter().collect();
    for value in chosen {
        if value.as_str().is_none_or(|it| !choices.contains(it)) {
            let message = format!("{} has a value that the form does not offer", code(name));
            faults.push(fault(value, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Findings;
    use crate::source::{self, Format, Limits, Tree};

    fn read(text: &str) -> Tree {
        let mut findings = Findings::new(10);
        let tree = source::read(
            text.as_bytes(),
            Some(Format::Json),
            Limits::default(),
            &mut findings,
        );
        assert!(findings.into_sorted().is_empty(), "{text}");
        tree
    }

    const FORM: &str = r#"{
        "type": "object",
        "properties": {
            "text": { "type": "string", "minLength": 2, "maxLength": 3, "format": "email" },
            "number": { "type": "number", "minimum": 0.5 },
            "whole": { "type": "integer", "maximum": 9 },
            "yes": { "type": "boolean" },
            "one": { "type": "string", "oneOf": [{ "const": "a", "title": "A" }] },
            "some": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] }, "minItems": 1 }
        },
        "required": ["yes"]
    }"#;

    /// Path and message of every fault of `content` under [`FORM`].
    fn found(content: &str) -> Vec<String> {
        let (form, content) = (read(FORM), read(content));
        let root = |tree| Cursor::new(Tree::root(tree).unwrap());
        let faults = faults(root(&content), root(&form));
        let show = |it: &ContentFault| format!("{}: {}", it.place.path, it.message);
        faults.iter().map(show).collect()
    }

    #[test]
    fn content_within_the_form_has_no_fault() {
        for right in [
            r#"{"yes": true}"#,
            r#"{"yes": false, "text": "éé", "number": 0.5, "whole": 9.0, "one": "a", "some": ["b"]}"#,
            r#"{"yes": true, "other": "x", "more": 1.5, "list": ["x"]}"#,
            "[]",
        ] {
            assert_eq!(found(right), Vec::<String>::new(), "{right}");
        }
    }

    #[test]
    fn each_fault_is_named_where_it_is() {
        for (wrong, fault) in [
            ("{}", "yes: the form requires `yes`"),
            (r#"{"yes": 1}"#, "yes: `yes` must be a boolean"),
            (
                r#"{"yes": true, "text": "a"}"#,
                "text: `text` must have at least `2` characters",
            ),
            (
                r#"{"yes": true, "text": "abcd"}"#,
                "text: `text` must have at most `3` characters",
            ),
            (
                r#"{"yes": true, "number": 0}"#,
                "number: `number` must be at least `0.5`",
            ),
            (
                r#"{"yes": true, "whole": 1.5}"#,
                "whole: `whole` must be a whole number",
            ),
            (
                r#"{"yes": true, "whole": 10}"#,
                "whole: `whole` must be at most `9`",
            ),
            (
                r#"{"yes": true, "one": "A"}"#,
                "one: `one` has a value that the form does not offer",
            ),
            (
                r#"{"yes": true, "some": ["a", "c"]}"#,
                "some[1]: `some` has a value that the form does not offer",
            ),
            (
                r#"{"yes": true, "some": []}"#,
                "some: `some` must have at least `1` entries",
            ),
            (
                r#"{"yes": true, "other": null}"#,
                "other: `other` must be a string, a number, a boolean or an array of strings",
            ),
        ] {
            assert_eq!(found(wrong), [fault], "{wrong}");
        }
    }
}
