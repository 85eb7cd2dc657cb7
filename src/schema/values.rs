//! Whether the values of keywords that hold no schemas are what their dialect says.

use std::collections::HashSet;

use super::dialect::{Dialect, Shape, TYPES};
use super::index::Index;
use super::pattern::{self, Refusal};
use super::uri;
use super::{Fault, FaultKind};
use crate::source::{Kind, Value};

impl<'t> Index<'t> {
    pub(super) fn strings(&mut self, keyword: &str, value: Value<'t>, dialect: Dialect) {
        if !self.expect(keyword, value, Kind::Array, "an array of names") {
            return;
        }
        if dialect == Dialect::Draft4 && value.is_empty() {
            self.invalid(value, format!("in draft-04 `{keyword}` must not be empty"));
        }
        let mut seen = HashSet::new();
        for element in value.elements() {
            let Some(name) = element.as_str() else {
                let kind = element.kind().with_article();
                self.invalid(
                    element,
                    format!("`{keyword}` holds names: strings, not {kind}"),
                );
                continue;
            };
            if !seen.insert(name) {
                self.invalid(element, format!("`{name}` is named twice in `{keyword}`"));
            }
        }
    }

    pub(super) fn types(&mut self, value: Value<'t>) {
        if !value.is_array() {
            return self.type_name(value);
        }
        if value.is_empty() {
            self.invalid(
                value,
                format!("`type` must name at least one of {}", known_types()),
            );
        }
        let mut seen = Vec::new();
        for element in value.elements() {
            self.type_name(element);
            let Some(name) = element.as_str().filter(|name| TYPES.contains(name)) else {
                continue;
            };
            if seen.contains(&name) {
                self.invalid(element, format!("`type` names `{name}` twice"));
            } else {
                seen.push(name);
            }
        }
    }

    fn type_name(&mut self, value: Value<'t>) {
        match value.as_str() {
            Some(name) if TYPES.contains(&name) => {}
            Some(name) => {
                let known = known_types();
                self.invalid(value, format!("`{name}` is no type; there are {known}"));
            }
            None => {
                let (known, kind) = (known_types(), value.kind().with_article());
                self.invalid(
                    value,
                    format!("`type` must name one of {known}, not be {kind}"),
                );
            }
        }
    }

    pub(super) fn scalar(
        &mut self,
        keyword: &str,
        value: Value<'t>,
        shape: Shape,
        dialect: Dialect,
    ) {
        match shape {
            Shape::Bool => {
                self.expect(keyword, value, Kind::Bool, "`true` or `false`");
            }
            Shape::List => {
                self.expect(keyword, value, Kind::Array, "an array");
            }
            Shape::BoolMap => {
                self.expect(keyword, value, Kind::Object, "an object of booleans");
                for member in value.members() {
                    self.expect(keyword, member.value, Kind::Bool, "`true` or `false`");
                }
            }
            Shape::Number => {
                self.expect(keyword, value, Kind::Number, "a number");
            }
            Shape::Positive => {
                self.expect(keyword, value, Kind::Number, "a number");
                let number = value.as_number();
                if number.is_some_and(|it| !is_positive(it.lexeme())) {
                    self.invalid(value, format!("`{keyword}` must be greater than zero"));
                }
            }
            Shape::Count => {
                let whole = value
                    .as_number()
                    .is_some_and(|it| it.is_integer() && !is_negative(it.lexeme()));
                if !whole {
                    let message = format!("`{keyword}` must be a whole number from 0 up");
                    self.invalid(value, message);
                }
            }
            Shape::String
            | Shape::Pattern
            | Shape::Reference
            | Shape::Identifier
            | Shape::Anchor => {
                self.expect(keyword, value, Kind::String, "a string");
                if let Some(text) = value.as_str() {
                    self.text(keyword, value, text, shape, dialect);
                }
            }
            _ => {}
        }
    }

    fn text(
        &mut self,
        keyword: &str,
        value: Value<'t>,
        text: &str,
        shape: Shape,
        dialect: Dialect,
    ) {
        match shape {
            Shape::Pattern => self.pattern(value, text, false),
            Shape::Reference | Shape::Identifier if !uri::is_reference(text) => {
                self.invalid(value, format!("`{text}` is no URI reference (RFC 3986)"));
            }
            Shape::Identifier
                if dialect >= Dialect::Draft2019
                    && text.split_once('#').is_some_and(|(_, it)| !it.is_empty()) =>
            {
                self.invalid(
                    value,
                    format!(
                        "`{keyword}` must not have a fragment; `$anchor` names a part of a schema"
                    ),
                );
            }
            Shape::Anchor if !is_anchor(text, dialect) => {
                self.invalid(
                    value,
                    format!("`{keyword}` must begin with a letter and hold only letters, digits and `-._`"),
                );
            }
            _ => {}
        }
    }

    pub(super) fn pattern(&mut self, value: Value<'t>, pattern: &str, is_name: bool) {
        let (kind, why) = match pattern::check(pattern) {
            Ok(uncertain) => {
                if uncertain {
                    self.untried.push((value, is_name));
                }
                return;
            }
            Err(Refusal::Syntax(why)) => (FaultKind::Invalid, why),
            Err(Refusal::Unusable(why)) => (FaultKind::Unusable, why),
            Err(Refusal::TooLarge) => (FaultKind::TooComplex, "it is too large".to_owned()),
        };
        let shown: String = pattern.chars().take(60).collect();
        let message = match kind {
            FaultKind::Invalid => {
                format!("`{shown}` is no regular expression of ECMA-262: {why}")
            }
            _ => format!("the pattern `{shown}`: {why}"),
        };
        self.faults.push(Fault {
            kind,
            at: value,
            at_key: is_name,
            message,
        });
    }

    pub(super) fn expect(
        &mut self,
        keyword: &str,
        value: Value<'t>,
        kind: Kind,
        wanted: &str,
    ) -> bool {
        if value.kind() == kind {
            return true;
        }
        let found = value.kind().with_article();
        self.invalid(value, format!("`{keyword}` must be {wanted}, not {found}"));
        false
    }
}

fn known_types() -> String {
    TYPES.map(|name| format!("`{name}`")).join(", ")
}

fn is_negative(lexeme: &str) -> bool {
    lexeme.starts_with('-') && !is_zero(lexeme)
}

fn is_positive(lexeme: &str) -> bool {
    !lexeme.starts_with('-') && !is_zero(lexeme)
}

fn is_zero(lexeme: &str) -> bool {
    let mantissa = lexeme.split(['e', 'E']).next().unwrap_or_default();
    !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}

/// Whether `name` may be the value of `$anchor`.
pub(super) fn is_anchor(name: &str, dialect: Dialect) -> bool {
    let mut bytes = name.bytes();
    let (first, rest): (&[u8], &[u8]) = if dialect == Dialect::Draft2019 {
        (b"", b"-._:")
    } else {
        (b"_", b"-._")
    };
    bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || first.contains(&byte))
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || rest.contains(&byte))
}
