//! Form schemas (§12.3): what the parts of one must have to do with each other, and what each
//! revision defines.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::field::Field;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::Cursor;
use crate::mcp::{self, FieldKind, Revisions};
use crate::rules::Context;
use crate::rules::wording::{code, undefined};
use crate::source::Kind;

pub(super) static VERSION_MISMATCH: Rule = Rule {
    code: "elicitation-form-schema-version-mismatch",
    severity: Severity::Error,
    summary: "A form uses something that an applicable revision does not define",
    section: "§12.3",
    explanation: "MCP 2025-06-18 knows text, number, boolean and `enum` fields, with defaults for \
        booleans only. `$schema`, other defaults, choices with titles (`oneOf`) and multiple \
        choices (arrays) came with 2025-11-25. A form must be right in every revision that its \
        elicitation applies to; give the elicitation `protocolVersions`, or two elicitations one \
        each.",
    bad: example!("invalid/elicitation-form-schema-version-mismatch/bad.yaml"),
    good: example!("invalid/elicitation-form-schema-version-mismatch/good.yaml"),
};

pub(super) static UNKNOWN_REQUIRED: Rule = Rule {
    code: "elicitation-form-required-property-unknown",
    severity: Severity::Error,
    summary: "A form requires a field that it does not have",
    section: "§12.3",
    explanation: "Every name in `required` must be a property of the form. A user cannot fill in \
        a field that is not shown, so such a form could never be accepted. Names are \
        case-sensitive.",
    bad: example!("invalid/elicitation-form-required-property-unknown/bad.yaml"),
    good: example!("invalid/elicitation-form-required-property-unknown/good.yaml"),
};

pub(super) static ENUM_NAMES: Rule = Rule {
    code: "elicitation-form-enum-names-mismatch",
    severity: Severity::Error,
    summary: "`enumNames` and `enum` differ in length",
    section: "§12.3",
    explanation: "`enumNames` holds the texts that are shown for the values of `enum`, in the same \
        order. With more or fewer names than values, somebody would choose one thing and send \
        another.",
    bad: example!("invalid/elicitation-form-enum-names-mismatch/bad.yaml"),
    good: example!("invalid/elicitation-form-enum-names-mismatch/good.yaml"),
};

pub(super) static DEFAULT_OUTSIDE_ENUM: Rule = Rule {
    code: "elicitation-form-default-outside-enum",
    severity: Severity::Error,
    summary: "A default is none of the values to choose from",
    section: "§12.3",
    explanation: "The default of a choice must be one of its values, and every default of a \
        multiple choice too. Where choices have titles, the value is `const`, not `title`.",
    bad: example!("invalid/elicitation-form-default-outside-enum/bad.yaml"),
    good: example!("invalid/elicitation-form-default-outside-enum/good.yaml"),
};

pub(super) static INVALID_RANGE: Rule = Rule {
    code: "elicitation-form-invalid-range",
    severity: Severity::Error,
    summary: "A minimum is greater than its maximum",
    section: "§12.3",
    explanation: "`minimum`, `minLength` and `minItems` must not be greater than `maximum`, \
        `maxLength` and `maxItems`: no answer could satisfy both. They may be equal.",
    bad: example!("invalid/elicitation-form-invalid-range/bad.yaml"),
    good: example!("invalid/elicitation-form-invalid-range/good.yaml"),
};

/// Checks a form schema, references followed, under every revision of `scope`, beyond its
/// structure.
pub(crate) fn check_form_schema(cx: &mut Context<'_, '_>, schema: Cursor<'_>, scope: Revisions) {
    if cx.is_due(schema, "form", None) {
        // What the parts have to do with each other is the same for every use.
        check_parts(cx, Cursor::new(schema.value()));
    }
    // Revisions without elicitation are only checked as far as that is certain (§12.5).
    let scope = scope.and(mcp::ELICITATION);
    if scope.is_empty() || !cx.is_due(schema, "form", Some(scope)) {
        return;
    }
    if let Some(dialect) = schema.get("$schema") {
        let place = || dialect.key_place();
        report_undefined(cx, place, "`$schema` in forms", scope, mcp::FORM_DIALECT);
    }
    for field in fields(schema) {
        check_revisions(cx, field, scope);
    }
}

fn fields(schema: Cursor<'_>) -> impl Iterator<Item = Field<'_>> {
    let properties = schema.get("properties").into_iter();
    properties
        .flat_map(Cursor::members)
        .filter_map(|(_, property)| Field::read(property))
}

fn check_parts(cx: &mut Context<'_, '_>, schema: Cursor<'_>) {
    check_required(cx, schema);
    for field in fields(schema) {
        check_enum_names(cx, field);
        check_default(cx, field);
        for (minimum, maximum) in [
            ("minimum", "maximum"),
            ("minLength", "maxLength"),
            ("minItems", "maxItems"),
        ] {
            check_range(cx, field, minimum, maximum);
        }
    }
}

fn check_required(cx: &mut Context<'_, '_>, schema: Cursor<'_>) {
    let (Some(properties), Some(required)) = (schema.get("properties"), schema.get("required"))
    else {
        return;
    };
    if properties.kind() != Kind::Object || properties.is_cut() {
        return;
    }
    let mut reported = HashSet::new();
    for entry in required.elements() {
        if let Some(name) = entry.as_str()
            && properties.get(name).is_none()
            && reported.insert(name)
        {
            let name = code(name);
            let message = format!("{name} is required, but the form has no such field (§12.3)");
            cx.report(
                Diagnostic::new(&UNKNOWN_REQUIRED, entry.place(), message)
                    .help("add it to `properties`, or remove it from `required`"),
            );
        }
    }
}

fn check_revisions(cx: &mut Context<'_, '_>, field: Field<'_>, scope: Revisions) {
    let kind = field.kind;
    let defined = kind.revisions();
    let place = || field.kind_place();
    report_undefined(cx, place, kind.with_article(), scope, defined);
    if let Some(default) = field.cursor.get("default") {
        let what = format!("a default for {}", kind.with_article());
        // Where the field itself is undefined, its default is no second fault.
        let scope = scope.and(defined);
        let place = || default.key_place();
        report_undefined(cx, place, &what, scope, kind.default_revisions());
    }
}

fn report_undefined(
    cx: &mut Context<'_, '_>,
    place: impl FnOnce() -> Place,
    what: &str,
    scope: Revisions,
    defined: Revisions,
) {
    let without = scope.minus(defined);
    if !without.is_empty() {
        let message = format!("{} {what} (§12.3)", undefined(without));
        cx.report(
            Diagnostic::new(&VERSION_MISMATCH, place(), message).help(format!(
                "remove this, or narrow `protocolVersions` down to {defined}"
            )),
        );
    }
}

fn check_enum_names(cx: &mut Context<'_, '_>, field: Field<'_>) {
    let (Some(values), Some(names)) = (field.cursor.get("enum"), field.cursor.get("enumNames"))
    else {
        return;
    };
    if [values, names]
        .iter()
        .any(|it| it.kind() != Kind::Array || it.is_cut())
    {
        return;
    }
    let (values, count) = (values.elements().len(), names.elements().len());
    if values != count {
        let message = format!(
            "`enumNames` has {count} entries for {values} values of `enum`; it must have one for \
             each (§12.3)"
        );
        cx.report(Diagnostic::new(&ENUM_NAMES, names.key_place(), message));
    }
}

fn check_default(cx: &mut Context<'_, '_>, field: Field<'_>) {
    let (Some(default), Some(choices)) = (field.cursor.get("default"), field.choices()) else {
        return;
    };
    let choices: HashSet<&str> = choices.into_iter().collect();
    let several = field.kind == FieldKind::Choices;
    let chosen = default.elements().filter(|_| several);
    for value in chosen.chain((!several).then_some(default)) {
        if let Some(text) = value.as_str().filter(|it| !choices.contains(it)) {
            let message = format!(
                "the default {} is none of the values to choose from (§12.3)",
                code(text)
            );
            cx.report(Diagnostic::new(
                &DEFAULT_OUTSIDE_ENUM,
                value.place(),
                message,
            ));
        }
    }
}

fn check_range(cx: &mut Context<'_, '_>, field: Field<'_>, low: &str, high: &str) {
    if !field.kind.keywords().contains(&low) {
        return;
    }
    let (Some(minimum), Some(maximum)) = (field.cursor.get(low), field.cursor.get(high)) else {
        return;
    };
    let (Some(least), Some(most)) = (minimum.as_number(), maximum.as_number()) else {
        return;
    };
    if least.compare(most) == Ordering::Greater {
        let message = format!(
            "`{low}` is {}, more than `{high}`, which is {} (§12.3)",
            code(least.lexeme()),
            code(most.lexeme())
        );
        cx.report(
            Diagnostic::new(&INVALID_RANGE, minimum.place(), message)
                .related("the maximum", maximum.place()),
        );
    }
}
