//! Changes that need no finding: they say the same in another way.

use super::Candidate;
use super::edit::Edit;
use super::surgery::{At, Piece, insert, set_copy, set_reference};
use crate::document::{Cursor, Document, Namespace, PrimitiveKind, Resolved};
use crate::source::{Segment, Span, Value};

/// What can be done with the value that is written at `span`, or the nearest around it, untried.
pub(super) fn nearest(document: &Document, span: Span) -> Option<Candidate> {
    let innermost = innermost(document.root().value(), span);
    let mut around = std::iter::successors(innermost, |it| it.parent());
    around.find_map(|value| {
        if value.get("$componentRef").is_some() {
            Candidate::offered("Write the component out here", inline(document, value))
        } else {
            extraction(document, value)
        }
    })
}

/// The innermost value whose text, key included, covers `span`.
fn innermost(root: Value<'_>, span: Span) -> Option<Value<'_>> {
    let covers = |value: &Value<'_>| {
        let start = value.key().map_or(value.span(), |(_, key)| key).start;
        start <= span.start && span.end <= value.span().end
    };
    let mut at = root;
    loop {
        let entries = at.members().map(|it| it.value).chain(at.elements());
        // A block scalar reaches up to what follows it, which is meant there.
        match entries.filter(covers).last() {
            Some(inner) => at = inner,
            None => return Some(at),
        }
    }
}

/// Writes a component out in the place of the reference object `reference`.
pub(super) fn inline(document: &Document, reference: Value<'_>) -> Option<Vec<Edit>> {
    let cursor = Cursor::new(reference);
    let is_alone = reference.len() == 1;
    let target = Namespace::ALL.into_iter().find_map(|namespace| {
        match document.resolve(cursor, namespace) {
            Resolved::Value(target) if target.is_referenced() => Some(target.value()),
            _ => None,
        }
    });
    set_copy(reference, target.filter(|_| is_alone)?)
}

/// Makes a component of an inline value that may be one.
fn extraction(document: &Document, value: Value<'_>) -> Option<Candidate> {
    let (namespace, name) = component_for(document, value)?;
    if value.is_empty() || !value.is_object() {
        return None;
    }
    let pointer = format!("#/components/{}/{name}", namespace.as_str());
    let root = document.root().value();
    let (holder, keys): (Value<'_>, &[&str]) = match root.get("components") {
        None => (root, &["components", namespace.as_str(), &name]),
        Some(components) => match components.get(namespace.as_str()) {
            None => (components, &[namespace.as_str(), &name]),
            Some(space) => (space, &[&name]),
        },
    };
    let keys = keys.iter().map(|&it| it.to_owned()).collect();
    let mut edits = set_reference(value, &pointer)?;
    edits.extend(insert(holder, &Piece::Moved(keys, value), At::Last)?);
    Candidate::offered(format!("Extract to `{pointer}`"), Some(edits))
}

/// The namespace in which a value could be a component, and a free name for it.
fn component_for(document: &Document, value: Value<'_>) -> Option<(Namespace, String)> {
    let path = value.path();
    let key = |at: usize| match path.segments().get(at) {
        Some(Segment::Key(key)) => Some(&**key),
        _ => None,
    };
    let kind = PrimitiveKind::ALL
        .into_iter()
        .find(|it| Some(it.collection()) == key(0))?;
    let (namespace, part) = match (path.segments().len(), key(2)) {
        (3, Some("inputSchema")) => (Namespace::Schemas, "input"),
        (3, Some("outputSchema")) => (Namespace::Schemas, "output"),
        (4, Some("examples")) => (kind.examples(), key(3)?),
        (5, Some("elicitations")) if key(4) == Some("requestedSchema") => {
            (Namespace::Schemas, "form")
        }
        _ => return None,
    };
    let Some(Segment::Index(index)) = path.segments().get(1) else {
        return None;
    };
    let declaration = document
        .root()
        .value()
        .get(kind.collection())?
        .elements()
        .nth(*index)?;
    let owner = declaration
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or(kind.name());
    let clean: String = format!("{owner}-{part}")
        .chars()
        .map(|it| {
            if it.is_ascii_alphanumeric() || "._-".contains(it) {
                it
            } else {
                '-'
            }
        })
        .take(100)
        .collect();
    let taken = |name: &str| document.components(namespace).any(|(it, _)| it == name);
    let numbered = (2..).map(|number| format!("{clean}-{number}"));
    let name = std::iter::once(clean.clone())
        .chain(numbered)
        .find(|it| !taken(it))?;
    Some((namespace, name))
}
