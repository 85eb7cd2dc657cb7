//! The keywords of form schemas (§12.3), for components that are used as one.

use super::field::Field;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::Cursor;
use crate::formats::uri::is_uri;
use crate::mcp::{FORM_FORMATS, FieldKind};
use crate::rules::Context;
use crate::source::Kind;

pub(super) static UNSUPPORTED_SCHEMA: Rule = Rule {
    code: "elicitation-form-unsupported-schema",
    severity: Severity::Error,
    summary: "A reusable schema is used as a form, but has more than forms can have",
    section: "§12.3",
    explanation: "A component schema may be any JSON Schema, a form may not: it is an object \
        without further nesting whose properties are text, number, boolean, choice or multiple \
        choice fields, each with a short list of keywords. A component that an elicitation refers \
        to must keep to that. Write a schema of its own for the form where the component has \
        other uses.",
    bad: example!("invalid/elicitation-form-unsupported-schema/bad.yaml"),
    good: example!("invalid/elicitation-form-unsupported-schema/good.yaml"),
};

/// Checks that a component keeps to the vocabulary of forms.
pub(super) fn check(cx: &mut Context<'_, '_>, schema: Cursor<'_>) {
    let mut faults = Faults(Vec::new());
    faults.form(schema);
    for (place, message) in faults.0 {
        cx.report(Diagnostic::new(
            &UNSUPPORTED_SCHEMA,
            place,
            format!("{message} (§12.3)"),
        ));
    }
}

struct Faults(Vec<(Place, String)>);

impl Faults {
    fn add(&mut self, place: Place, message: impl Into<String>) {
        self.0.push((place, message.into()));
    }

    fn form(&mut self, schema: Cursor<'_>) {
        if !self.kind(schema, "the schema of a form", Kind::Object) {
            return;
        }
        self.required(schema, &["type", "properties"]);
        for (key, value) in schema.members() {
            match key {
                "type" => self.constant(value, "object"),
                "properties" if self.kind(value, "`properties`", Kind::Object) => {
                    value
                        .members()
                        .for_each(|(_, property)| self.field(property));
                }
                "properties" => {}
                "required" => self.unique_strings(value),
                "$schema" => match value.as_str() {
                    Some(text) if is_uri(text) => {}
                    _ => self.add(value.place(), "`$schema` must be a URI"),
                },
                _ => self.keyword(key, value, "a form"),
            }
        }
    }

    fn field(&mut self, property: Cursor<'_>) {
        if !self.kind(property, "a field of a form", Kind::Object) {
            return;
        }
        let Some(field) = Field::read(property) else {
            self.add(
                property
                    .get("type")
                    .map_or(property.key_place(), Cursor::place),
                "a field of a form has one of the types `string`, `number`, `integer`, `boolean` \
                 and, for multiple choices, `array`",
            );
            return;
        };
        if field.kind == FieldKind::Choices {
            self.required(property, &["items"]);
        }
        for (key, value) in property.members() {
            match key {
                "type" => {}
                "title" | "description" => {
                    self.kind(value, &format!("`{key}`"), Kind::String);
                }
                "default" => self.default(field.kind, value),
                _ if field.kind.keywords().contains(&key) => self.constraint(key, value),
                _ => self.keyword(key, value, field.kind.with_article()),
            }
        }
    }

    /// The value of a keyword that belongs to its field.
    fn constraint(&mut self, key: &str, value: Cursor<'_>) {
        match key {
            "minimum" | "maximum" => {
                self.kind(value, &format!("`{key}`"), Kind::Number);
            }
            "minLength" | "maxLength" | "minItems" | "maxItems" => {
                let is_count = value
                    .as_number()
                    .is_some_and(|it| it.is_integer() && it.as_f64() >= 0.0);
                if !is_count {
                    let message = format!("`{key}` must be a whole number that is not negative");
                    self.add(value.place(), message);
                }
            }
            "format" => {
                if value.as_str().is_none_or(|it| !FORM_FORMATS.contains(&it)) {
                    let message = "forms support the formats `email`, `uri`, `date` and \
                                   `date-time` only";
                    self.add(value.place(), message);
                }
            }
            "oneOf" => self.options(value, "oneOf"),
            "items" => self.items(value),
            _ => self.strings(value, &format!("`{key}`")),
        }
    }

    fn items(&mut self, items: Cursor<'_>) {
        if !self.kind(items, "`items`", Kind::Object) {
            return;
        }
        let titled = items.get("anyOf").is_some();
        if !titled {
            self.required(items, &["type", "enum"]);
        }
        for (key, value) in items.members() {
            match key {
                "anyOf" => self.options(value, "anyOf"),
                "type" if !titled => self.constant(value, "string"),
                "enum" if !titled => self.strings(value, "`enum`"),
                _ => self.keyword(key, value, "the choices of a form"),
            }
        }
    }

    fn options(&mut self, options: Cursor<'_>, key: &str) {
        if !self.kind(options, &format!("`{key}`"), Kind::Array) {
            return;
        }
        for option in options.elements() {
            if self.kind(option, "a choice", Kind::Object) {
                self.required(option, &["const", "title"]);
                for (key, value) in option.members() {
                    match key {
                        "const" | "title" => {
                            self.kind(value, &format!("`{key}`"), Kind::String);
                        }
                        _ => self.keyword(key, value, "a choice"),
                    }
                }
            }
        }
    }

    fn default(&mut self, kind: FieldKind, value: Cursor<'_>) {
        let wanted = match kind {
            FieldKind::Boolean => Kind::Bool,
            FieldKind::Number | FieldKind::Integer => Kind::Number,
            FieldKind::Choices => return self.strings(value, "`default`"),
            FieldKind::Text | FieldKind::Choice | FieldKind::TitledChoice => Kind::String,
        };
        self.kind(value, "`default`", wanted);
    }

    fn strings(&mut self, array: Cursor<'_>, name: &str) {
        if self.kind(array, name, Kind::Array) {
            for entry in array.elements() {
                self.kind(entry, &format!("an entry of {name}"), Kind::String);
            }
        }
    }

    fn unique_strings(&mut self, array: Cursor<'_>) {
        self.strings(array, "`required`");
        let mut seen = std::collections::HashSet::new();
        for entry in array.elements() {
            if let Some(name) = entry.as_str().filter(|it| !seen.insert(*it)) {
                self.add(entry.place(), format!("`{name}` is required twice"));
            }
        }
    }

    fn constant(&mut self, value: Cursor<'_>, wanted: &str) {
        if value.as_str() != Some(wanted) {
            self.add(value.place(), format!("`type` must be `{wanted}` here"));
        }
    }

    fn required(&mut self, object: Cursor<'_>, keys: &[&str]) {
        if object.is_cut() {
            return;
        }
        for key in keys.iter().filter(|key| object.get(key).is_none()) {
            self.add(object.missing(key), format!("`{key}` is missing"));
        }
    }

    fn keyword(&mut self, key: &str, value: Cursor<'_>, owner: &str) {
        let message = format!("`{key}` is no keyword of {owner}");
        self.add(value.key_place(), message);
    }

    /// Whether `value` is of the wanted kind; reports it otherwise.
    fn kind(&mut self, value: Cursor<'_>, name: &str, wanted: Kind) -> bool {
        let found = value.kind();
        if found != wanted {
            let message = format!(
                "{name} must be {}, not {}",
                wanted.with_article(),
                found.with_article()
            );
            self.add(value.place(), message);
        }
        found == wanted
    }
}
