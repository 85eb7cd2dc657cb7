//! Where the names of a document stand, outside of embedded schemas.

use super::occurrence::{Occurrence, Role, touches, with_key};
use super::{Kind, See, arguments};
use crate::document::{Cursor, Document, Namespace, PrimitiveKind, parse_pointer};
use crate::formats::uri_template::{UriTemplate, variable_places};
use crate::source::{Kind as ValueKind, Value};

/// Sees each place of some kind of name in a document.
type Walk = for<'t> fn(&'t Document, See<'_, 't>);

/// The walks, each with the keys of which one is around, or at, every place that it comes by.
const WALKS: [(&[&str], Walk); 7] = [
    (&["components", "$componentRef"], components),
    (&["securitySchemes", "security"], security_schemes),
    (&["securitySchemes", "security"], scopes),
    (&["tags"], tags),
    (&["elicitations", "interactionExamples"], elicitations),
    (&["argument", "arguments"], arguments::visit),
    (&["uriTemplate", "argument", "arguments"], variables),
];

/// The keys of which one leads to every embedded schema.
const OF_SCHEMAS: [&str; 4] = ["inputSchema", "outputSchema", "requestedSchema", "schemas"];

/// Every name that is no part of an embedded schema.
pub(super) fn visit<'t>(document: &'t Document, see: See<'_, 't>) {
    for (_, walk) in WALKS {
        walk(document, see);
    }
}

/// Every name, embedded schemas left out, that can be at a place with these keys around it, and
/// perhaps others: a large document takes long to walk over.
pub(super) fn visit_near<'t>(document: &'t Document, keys: &[&str], see: See<'_, 't>) {
    for (_, walk) in WALKS
        .iter()
        .filter(|(those, _)| those.iter().any(|key| keys.contains(key)))
    {
        walk(document, see);
    }
}

/// The roots of the embedded schemas that reach a byte offset with these keys around it.
pub(super) fn schemas_at<'t>(
    document: &'t Document,
    keys: &[&str],
    offset: usize,
) -> impl Iterator<Item = Value<'t>> {
    let may_be = OF_SCHEMAS.iter().any(|key| keys.contains(key));
    let all = may_be.then(|| schemas(document)).into_iter().flatten();
    all.filter(move |root| touches(with_key(*root), offset))
}

/// The keys of everything that reaches a byte offset, ends included.
pub(super) fn keys_around(document: &Document, offset: usize) -> Vec<&str> {
    let mut keys = Vec::new();
    let mut open = vec![document.root().value()];
    while let Some(value) = open.pop() {
        keys.extend(value.key().map(|(key, _)| key));
        let members = value.members().map(|member| member.value);
        let inner = members.chain(value.elements());
        open.extend(inner.filter(|it| touches(with_key(*it), offset)));
    }
    keys
}

/// Components and the references to them (§17).
pub(super) fn components<'t>(document: &'t Document, see: See<'_, 't>) {
    for namespace in Namespace::ALL {
        for (name, component) in document.components(namespace) {
            let kind = Kind::Component(namespace, name);
            see(Occurrence::key(kind, Role::Declaration, component.value()));
        }
    }
    for (place, _) in document.reference_places() {
        if let Some(pointer) = place.value().get("$componentRef")
            && let Some(text) = pointer.as_str()
            && let Some((namespace, name)) = parse_pointer(text)
        {
            let part = (text.len() - name.len(), name.len());
            let kind = Kind::Component(namespace, name);
            see(Occurrence::part(kind, Role::Use, pointer, part));
        }
    }
}

/// Security schemes and the requirements that name them (§7).
pub(super) fn security_schemes<'t>(document: &'t Document, see: See<'_, 't>) {
    for (name, scheme) in document.security_schemes() {
        let kind = Kind::SecurityScheme(name);
        see(Occurrence::key(kind, Role::Declaration, scheme.value()));
    }
    for (name, scopes) in document.security_requirements() {
        let kind = Kind::SecurityScheme(name);
        see(Occurrence::key(kind, Role::Use, scopes.value()));
    }
}

/// The scopes that the flows of an OAuth 2 scheme list, and those that requirements name (§7.5).
pub(super) fn scopes<'t>(document: &'t Document, see: See<'_, 't>) {
    for (scheme, value) in document.security_schemes() {
        let flows = value.get("flows").into_iter().flat_map(Cursor::members);
        let listed = flows.filter_map(|(_, flow)| flow.get("scopes"));
        for (name, scope) in listed.flat_map(Cursor::members) {
            let kind = Kind::Scope(scheme, name);
            see(Occurrence::key(kind, Role::Declaration, scope.value()));
        }
    }
    for (scheme, required) in document.security_requirements() {
        for scope in required.elements() {
            text(scope, Role::Use, |name| Kind::Scope(scheme, name), see);
        }
    }
}

/// The catalogue of tags and the tags of primitives (§13).
pub(super) fn tags<'t>(document: &'t Document, see: See<'_, 't>) {
    for tag in elements(document.root().get("tags")) {
        // A plain string is no Tag Object, but what it means is plain too.
        let name = match tag.kind() {
            ValueKind::String => Some(tag),
            _ => tag.get("name"),
        };
        if let Some(name) = name {
            text(name, Role::Declaration, Kind::Tag, see);
        }
    }
    for primitive in document.primitives() {
        for tag in elements(primitive.cursor.get("tags")) {
            text(tag, Role::Use, Kind::Tag, see);
        }
    }
}

/// Elicitations of primitives, and the steps of interactions that name them (§12.2, §9.4).
pub(super) fn elicitations<'t>(document: &'t Document, see: See<'_, 't>) {
    for primitive in document.primitives() {
        let id = primitive.cursor.id();
        let kind = |name| Kind::Elicitation(id, name);
        for elicitation in primitive.elicitations() {
            if let Some(name) = elicitation.cursor.get("name") {
                text(name, Role::Declaration, kind, see);
            }
        }
        if primitive.kind == PrimitiveKind::Tool {
            for step in steps(primitive.map("interactionExamples")) {
                let is_elicitation = step.str("type") == Some("elicitation");
                if let Some(name) = step.get("declaration").filter(|_| is_elicitation) {
                    text(name, Role::Use, kind, see);
                }
            }
        }
    }
}

/// Variables of URI templates, and the completion examples that name them (§10.4.6).
pub(super) fn variables<'t>(document: &'t Document, see: See<'_, 't>) {
    for template in document.primitives_of(PrimitiveKind::ResourceTemplate) {
        let id = template.cursor.id();
        if let Some(written) = template.cursor.get("uriTemplate")
            && let Some(text) = written.as_str()
            && UriTemplate::parse(text).is_ok()
        {
            for place in variable_places(text) {
                let kind = Kind::Variable(id, text.get(place.clone()).unwrap_or_default());
                let part = (place.start, place.len());
                let at = written.value();
                see(Occurrence::part(kind, Role::Declaration, at, part));
            }
        }
        for (_, example) in template.map("completionExamples") {
            completed(example, |name| Kind::Variable(id, name), see);
        }
    }
}

/// The names in a completion example: of what is completed, and of what is known besides.
pub(super) fn completed<'t>(
    example: Cursor<'t>,
    kind: impl Fn(&'t str) -> Kind<'t>,
    see: See<'_, 't>,
) {
    if let Some(name) = example.at(&["argument", "name"]) {
        text(name, Role::Use, &kind, see);
    }
    let context = example.at(&["context", "arguments"]);
    for (name, value) in context.into_iter().flat_map(Cursor::members) {
        see(Occurrence::key(kind(name), Role::Use, value.value()));
    }
}

/// The roots of the embedded schemas (§9.2): objects that are no references.
pub(super) fn schemas(document: &Document) -> impl Iterator<Item = Value<'_>> {
    let declared = document.reference_places();
    let declared = declared.filter(|(_, namespace)| *namespace == Namespace::Schemas);
    let tools = document.primitives_of(PrimitiveKind::Tool);
    let steps = tools.flat_map(|it| steps(it.map("interactionExamples")));
    let shown = steps
        .filter_map(|it| it.get("request"))
        .flat_map(|request| {
            let offered = elements(request.get("tools")).filter_map(|it| it.get("inputSchema"));
            request.get("requestedSchema").into_iter().chain(offered)
        });
    declared
        .map(|(place, _)| place)
        .chain(shown)
        .map(Cursor::value)
        .filter(|it| it.is_object() && it.get("$componentRef").is_none())
}

fn steps<'t>(
    scenarios: impl Iterator<Item = (&'t str, Cursor<'t>)>,
) -> impl Iterator<Item = Cursor<'t>> {
    scenarios.flat_map(|(_, scenario)| elements(scenario.get("steps")))
}

pub(super) fn elements(list: Option<Cursor<'_>>) -> impl Iterator<Item = Cursor<'_>> {
    list.into_iter().flat_map(Cursor::elements)
}

/// A name that is all of a string.
pub(super) fn text<'t>(
    at: Cursor<'t>,
    role: Role,
    kind: impl Fn(&'t str) -> Kind<'t>,
    see: See<'_, 't>,
) {
    if let Some(name) = at.as_str() {
        see(Occurrence::text(kind(name), role, at.value()));
    }
}
