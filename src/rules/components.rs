//! Reusable components and the references to them (§17).

use super::Context;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::{Cursor, Document, Namespace, Step};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&MISSING, &WRONG_NAMESPACE, &CYCLE];

static MISSING: Rule = Rule {
    code: "missing-component-reference-target",
    severity: Severity::Error,
    summary: "A reference names a component that does not exist",
    section: "§17.4",
    explanation: "A `$componentRef` stands for a value of the same document, under `components` \
        and the namespace it names. Without that value there is nothing to put in its place. \
        Names are compared exactly, upper and lower case included. Correct the name, or add the \
        component.",
    bad: example!("invalid/missing-component-reference-target/bad.yaml"),
    good: example!("invalid/missing-component-reference-target/good.yaml"),
};

static WRONG_NAMESPACE: Rule = Rule {
    code: "wrong-component-reference-namespace",
    severity: Severity::Error,
    summary: "A reference names a component of another kind than its place asks for",
    section: "§17.3",
    explanation: "Every place that permits a reference takes components of one namespace: schemas \
        where a schema stands, Tool examples among the examples of a Tool, and so on; a component \
        may refer to others of its own namespace. A component of the right name elsewhere does \
        not help, because namespaces are separate. Refer to the right namespace, and put the \
        component there.",
    bad: example!("invalid/wrong-component-reference-namespace/bad.yaml"),
    good: example!("invalid/wrong-component-reference-namespace/good.yaml"),
};

static CYCLE: Rule = Rule {
    code: "component-reference-cycle",
    severity: Severity::Error,
    summary: "References between components lead back to where they began",
    section: "§17.4",
    explanation: "A component may be a reference to another component, as long as the chain ends \
        at a value. Components that refer to each other in a circle, or one that refers to itself, \
        have no value at all, and they are wrong whether or not anything uses them. Replace one \
        of the references by the value that was meant.",
    bad: example!("invalid/component-reference-cycle/bad.yaml"),
    good: example!("invalid/component-reference-cycle/good.yaml"),
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for (place, namespace) in document.reference_places() {
        match document.step(place, namespace) {
            Step::Missing(_, name) => missing(cx, place, namespace, name),
            Step::WrongNamespace(found, name) => wrong_namespace(cx, place, namespace, found, name),
            Step::Component(next) if document.is_cyclic(place) => cycle(cx, place, next),
            Step::Inline | Step::Component(_) | Step::Malformed | Step::Unknown => {}
        }
    }
}

/// The place of a Reference Object's pointer.
fn pointer_place(reference: Cursor<'_>) -> Place {
    reference.get("$componentRef").unwrap_or(reference).place()
}

fn component<'t>(document: &'t Document, namespace: Namespace, name: &str) -> Option<Cursor<'t>> {
    document
        .root()
        .at(&["components", namespace.as_str(), name])
}

fn missing(cx: &mut Context<'_, '_>, place: Cursor<'_>, namespace: Namespace, name: &str) {
    let document = cx.document;
    let map = namespace.as_str();
    let known = document.components(namespace).map(|(name, _)| name);
    let near = cx.nearest(name, known);
    let elsewhere = Namespace::ALL
        .into_iter()
        .find(|&other| component(document, other, name).is_some());
    let help = match (near, elsewhere) {
        (Some(near), _) => format!("did you mean `#/components/{map}/{near}`?"),
        (None, Some(other)) => format!(
            "there is one in `components.{}`, but this place takes `{map}`",
            other.as_str()
        ),
        (None, None) => format!(
            "add it to `components.{map}`{}",
            listed(document, namespace)
        ),
    };
    let mut diagnostic = Diagnostic::new(
        &MISSING,
        pointer_place(place),
        format!("`components.{map}` has no {} (§17.4)", code(name)),
    )
    .help(help);
    if let Some(target) = near.and_then(|near| component(document, namespace, near)) {
        diagnostic = diagnostic.related("the nearest name", target.key_place());
    } else if let Some(map) = document.root().at(&["components", map]) {
        diagnostic = diagnostic.related("the components of this kind", map.key_place());
    }
    cx.report(diagnostic);
}

/// What a namespace has, for a help text.
fn listed(document: &Document, namespace: Namespace) -> String {
    const SHOWN: usize = 5;
    let mut list = String::new();
    for (at, (name, _)) in document.components(namespace).enumerate() {
        let joint = if at == 0 { "; what is there: " } else { ", " };
        list.push_str(joint);
        if at == SHOWN {
            list.push('…');
            break;
        }
        list.push_str(&code(name));
    }
    list
}

fn wrong_namespace(
    cx: &mut Context<'_, '_>,
    place: Cursor<'_>,
    wanted: Namespace,
    found: Namespace,
    name: &str,
) {
    let (wanted_map, found_map) = (wanted.as_str(), found.as_str());
    let help = match component(cx.document, wanted, name) {
        Some(_) => format!("write `#/components/{wanted_map}/{name}`"),
        None => format!("put the component into `components.{wanted_map}`, and refer to it there"),
    };
    let mut diagnostic = Diagnostic::new(
        &WRONG_NAMESPACE,
        pointer_place(place),
        format!("this place takes a component of `{wanted_map}`, not of `{found_map}` (§17.3)"),
    )
    .help(help);
    if let Some(target) = component(cx.document, found, name) {
        diagnostic = diagnostic.related("what it refers to", target.key_place());
    }
    cx.report(diagnostic);
}

fn cycle(cx: &mut Context<'_, '_>, component: Cursor<'_>, next: Cursor<'_>) {
    // The target at its own place, not as this reference means it.
    let next = Cursor::new(next.value());
    let name = component.value().key().map_or("", |(name, _)| name);
    let message = if next.id() == component.id() {
        format!(
            "the component {} refers to itself, so it has no value (§17.4)",
            code(name)
        )
    } else {
        format!(
            "the references from the component {} lead back to it, so it has no value (§17.4)",
            code(name)
        )
    };
    let mut diagnostic = Diagnostic::new(&CYCLE, pointer_place(component), message)
        .help("replace one of the references on the cycle by the value that was meant");
    if next.id() != component.id() {
        diagnostic = diagnostic.related("it refers to this one", next.key_place());
    }
    cx.report(diagnostic);
}
