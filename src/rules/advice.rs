//! Good practice beyond conformance, shown only where it is asked for.

use std::collections::HashSet;

use super::Context;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Document, Namespace, PrimitiveKind, Step};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &NO_SCHEMA,
    &NO_DESCRIPTION,
    &OPEN_INPUT,
    &UNUSED_COMPONENT,
    &UNUSED_SCHEME,
];

static NO_SCHEMA: Rule = Rule {
    code: "missing-schema-reference",
    severity: Severity::Advice,
    summary: "The document does not name its schema",
    section: "§15.7",
    explanation: "A `$schema` at the root lets editors offer completion and point out mistakes \
        while somebody writes. It changes nothing about what the document means. For this version \
        its value is `https://mcpdesc.org/schema/mcp-description/0.8.0.json`.",
    bad: example!("advice/missing-schema-reference/bad.yaml"),
    good: example!("advice/missing-schema-reference/good.yaml"),
};

static NO_DESCRIPTION: Rule = Rule {
    code: "missing-tool-description",
    severity: Severity::Advice,
    summary: "A Tool does not say what it does",
    section: "§9.1",
    explanation: "A description is optional, but it is what a model reads to decide whether a \
        Tool fits its task, and what a person reads before allowing the call. Say in a sentence \
        or two what the Tool does, and when it is the right one to use.",
    bad: example!("advice/missing-tool-description/bad.yaml"),
    good: example!("advice/missing-tool-description/good.yaml"),
};

static OPEN_INPUT: Rule = Rule {
    code: "open-parameterless-tool",
    severity: Severity::Advice,
    summary: "A Tool without parameters accepts any",
    section: "§9.2",
    explanation: "An input schema that says no more than `type: object` accepts whatever a client \
        sends and tells it nothing. If the Tool takes no parameters, say so with \
        `additionalProperties: false`; if it takes some, declare them under `properties`.",
    bad: example!("advice/open-parameterless-tool/bad.yaml"),
    good: example!("advice/open-parameterless-tool/good.yaml"),
};

static UNUSED_COMPONENT: Rule = Rule {
    code: "unused-component",
    severity: Severity::Advice,
    summary: "Nothing refers to a component",
    section: "§17.1",
    explanation: "A component only has a meaning where something refers to it. One that nothing \
        refers to is either left over, or the reference that was meant for it went to a copy of \
        its value. Refer to it, or remove it.",
    bad: example!("advice/unused-component/bad.yaml"),
    good: example!("advice/unused-component/good.yaml"),
};

static UNUSED_SCHEME: Rule = Rule {
    code: "unused-security-scheme",
    severity: Severity::Advice,
    summary: "Nothing requires a security scheme",
    section: "§7.1",
    explanation: "Declaring a security scheme secures nothing: only a `security` requirement at \
        the root, a transport or a primitive does. A scheme that no requirement names is either \
        left over, or the requirement is missing and clients will believe that access is free.",
    bad: example!("advice/unused-security-scheme/bad.yaml"),
    good: example!("advice/unused-security-scheme/good.yaml"),
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    if !cx.options.advice {
        return;
    }
    schema(cx);
    tools(cx);
    // What is unused may be used where a syntax error hides it.
    if !is_cut(cx.document) {
        unused_components(cx);
        unused_schemes(cx);
    }
}

fn is_cut(document: &Document) -> bool {
    let root = document.root();
    root.is_cut()
        || root.members().any(|(_, member)| member.is_cut())
        || document.primitives().any(|it| it.cursor.is_cut())
}

fn schema(cx: &mut Context<'_, '_>) {
    let root = cx.document.root();
    if root.get("$schema").is_none() && !root.is_cut() {
        cx.report(
            Diagnostic::new(
                &NO_SCHEMA,
                root.missing("$schema"),
                "the document does not name its schema, so editors cannot help with it (§15.7)",
            )
            .help("add `$schema: https://mcpdesc.org/schema/mcp-description/0.8.0.json`"),
        );
    }
}

fn tools(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let mut seen = HashSet::new();
    for tool in document.primitives_of(PrimitiveKind::Tool) {
        let name = tool.identity().unwrap_or_default();
        if tool.cursor.get("description").is_none() && !tool.cursor.is_cut() {
            cx.report(Diagnostic::new(
                &NO_DESCRIPTION,
                tool.cursor.missing("description"),
                format!(
                    "the Tool {} has no description by which to choose it (§9.1)",
                    code(name)
                ),
            ));
        }
        let input = tool.cursor.get("inputSchema");
        let schema = input.and_then(|it| document.resolve(it, Namespace::Schemas).value());
        // A component that several Tools use is one place to mend.
        let Some(schema) = schema.filter(|it| accepts_anything(*it) && seen.insert(it.id())) else {
            continue;
        };
        cx.report(
            Diagnostic::new(
                &OPEN_INPUT,
                schema.place(),
                format!(
                    "the Tool {} declares no parameters, but accepts any (§9.2)",
                    code(name)
                ),
            )
            .help("add `additionalProperties: false`, or declare `properties`"),
        );
    }
}

/// Whether a schema says that it wants an object, and nothing about what is in it.
fn accepts_anything(schema: Cursor<'_>) -> bool {
    schema.str("type") == Some("object")
        && !schema.is_cut()
        && schema.members().all(|(key, value)| match key {
            "type" | "$schema" | "$id" | "$comment" | "title" | "description" => true,
            "properties" | "required" => value.value().is_empty(),
            _ => false,
        })
}

fn unused_components(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let used: HashSet<_> = document
        .reference_places()
        .filter_map(|(place, namespace)| match document.step(place, namespace) {
            Step::Component(target) => Some(target.id()),
            _ => None,
        })
        .collect();
    for namespace in Namespace::ALL {
        for (name, component) in document.components(namespace) {
            if !used.contains(&component.id()) {
                let message = format!(
                    "nothing refers to `#/components/{}/{name}` (§17.1)",
                    namespace.as_str()
                );
                let place = component.key_place();
                cx.report(Diagnostic::new(&UNUSED_COMPONENT, place, message));
            }
        }
    }
}

fn unused_schemes(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let used: HashSet<_> = document
        .security_requirements()
        .map(|(name, _)| name)
        .collect();
    for (name, scheme) in document.security_schemes() {
        if !used.contains(name) {
            let message = format!(
                "no security requirement names the scheme {} (§7.1)",
                code(name)
            );
            let place = scheme.key_place();
            cx.report(Diagnostic::new(&UNUSED_SCHEME, place, message));
        }
    }
}
