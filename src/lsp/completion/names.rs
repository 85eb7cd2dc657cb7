//! Names of the document that can be referred to.

use std::collections::HashSet;

use super::instances;
use super::keywords::applied_together;
use super::site::{Owner, Site, owner, scope, way_from};
use crate::document::PrimitiveKind;
use crate::formats::uri_template::UriTemplate;
use crate::mcp::{ELICITATION, OFFICIAL_EXTENSIONS};
use crate::schema::write_token;
use crate::source::Value;
use crate::structure::Place;

/// A name, and what it stands for.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub text: String,
    pub detail: &'static str,
    pub description: Option<String>,
}

impl Name {
    fn new(text: impl Into<String>, detail: &'static str) -> Self {
        Self {
            text: text.into(),
            detail,
            description: None,
        }
    }

    fn about(self, object: Value<'_>) -> Self {
        let text = ["description", "title", "message"].iter();
        let mut found = text.filter_map(|key| object.get(key)?.as_str());
        Self {
            description: found.next().map(str::to_owned),
            ..self
        }
    }
}

/// The names that the string at the site may be.
pub(super) fn values(site: &Site<'_>) -> Vec<Name> {
    let value = site.value;
    if let (Some((key, _)), Some(place)) = (value.key(), holder(value)) {
        return match key {
            "$componentRef" => components(site, &place),
            "declaration" if place.is("elicitation step") => elicitations(site),
            "name" if place.is("completion argument") => completion_arguments(site),
            _ => Vec::new(),
        };
    }
    match value.parent().filter(|it| it.is_array()) {
        Some(list) => elements(site, list),
        None => Vec::new(),
    }
}

fn holder(value: Value<'_>) -> Option<Place> {
    value.parent().filter(|it| it.is_object()).map(Place::of)
}

/// The names that an element of `list` may be; there may be nothing yet where the list will be.
pub(super) fn elements(site: &Site<'_>, list: Value<'_>) -> Vec<Name> {
    match list.key() {
        Some(("tags", _)) if holds_tags(list) => tags(site),
        Some((scheme, _))
            if holder(list).is_some_and(|it| it.is("Security Requirement Object")) =>
        {
            scopes(site, scheme)
        }
        Some(("required", _)) => requirable(list),
        _ => Vec::new(),
    }
}

/// The properties that a schema with the list `required` can ask for: its own, and those of the
/// schemas around that apply to the same objects.
fn requirable(list: Value<'_>) -> Vec<Name> {
    let Some(schema) = list.parent() else {
        return Vec::new();
    };
    let schemas = match super::site::schema_around(schema) {
        Some(root) => applied_together(schema, root),
        None => vec![schema],
    };
    let mut known = HashSet::new();
    let mut names: Vec<_> = schemas
        .into_iter()
        .flat_map(|it| properties(Some(it), "property"))
        .collect();
    names.retain(|name| known.insert(name.text.clone()));
    names
}

/// Whether `list` is the `tags` of a primitive.
fn holds_tags(list: Value<'_>) -> bool {
    let holder = list.parent();
    holder.is_some_and(|it| owner(it).is_some_and(|owner| owner.object.id() == it.id()))
}

/// The names that the key at the site may be.
pub(super) fn keys(site: &Site<'_>, place: &Place) -> Vec<Name> {
    if place.is("Security Requirement Object") {
        return schemes(site);
    }
    if place.is("map of MCP extensions") {
        let official = OFFICIAL_EXTENSIONS.into_iter();
        return official.map(|it| Name::new(it, "MCP extension")).collect();
    }
    if let Some((schema, what)) = instances::instance(site) {
        return properties(Some(schema), what);
    }
    let Some(owner) = owner(site.value) else {
        return Vec::new();
    };
    let way = way_from(site.value, owner.object);
    match (owner.kind, way.as_slice()) {
        (PrimitiveKind::Prompt, ["examples", _, "arguments"]) => arguments(owner),
        (_, ["completionExamples", _, "context", "arguments"]) => {
            let example = site.value.parent().and_then(Value::parent);
            let target = example.and_then(|it| it.get("argument")?.get("name")?.as_str());
            let mut names = arguments(owner);
            names.retain(|name| Some(name.text.as_str()) != target);
            names
        }
        _ => Vec::new(),
    }
}

fn components(site: &Site<'_>, place: &Place) -> Vec<Name> {
    let Some(namespace) = place.namespace else {
        return Vec::new();
    };
    let inside = super::site::around(site.value).nth(1);
    let components = site.document.components(namespace);
    components
        .filter(|(_, component)| inside.is_none_or(|it| it.id() != component.id()))
        .map(|(name, component)| {
            let pointer = format!("#/components/{}/{name}", namespace.as_str());
            Name::new(pointer, "component").about(component.value())
        })
        .collect()
}

/// Whether requirements name scopes of a security scheme (§7.3).
pub(super) fn has_scopes(site: &Site<'_>, scheme: &str) -> bool {
    let mut schemes = site.document.security_schemes();
    let scheme = schemes.find(|(name, _)| *name == scheme);
    let kind = scheme.and_then(|(_, scheme)| scheme.str("type"));
    matches!(kind, Some("oauth2" | "openIdConnect"))
}

pub(super) fn schemes(site: &Site<'_>) -> Vec<Name> {
    let schemes = site.document.security_schemes();
    schemes
        .map(|(name, scheme)| Name::new(name, "security scheme").about(scheme.value()))
        .collect()
}

fn scopes(site: &Site<'_>, scheme: &str) -> Vec<Name> {
    let mut schemes = site.document.security_schemes();
    let scheme = schemes.find(|(name, _)| *name == scheme).map(|it| it.1);
    let flows = scheme.and_then(|it| it.get("flows"));
    let flows = flows.into_iter().flat_map(|it| it.value().members());
    let mut names: Vec<Name> = Vec::new();
    let mut known = HashSet::new();
    for flow in flows {
        let scopes = flow.value.get("scopes");
        for scope in scopes.into_iter().flat_map(Value::members) {
            if known.insert(scope.key) {
                let mut name = Name::new(scope.key, "OAuth scope");
                name.description = scope.value.as_str().map(str::to_owned);
                names.push(name);
            }
        }
    }
    names
}

fn tags(site: &Site<'_>) -> Vec<Name> {
    let tags = site
        .root()
        .get("tags")
        .into_iter()
        .flat_map(Value::elements);
    tags.filter_map(|tag| Some(Name::new(tag.get("name")?.as_str()?, "tag").about(tag)))
        .collect()
}

fn elicitations(site: &Site<'_>) -> Vec<Name> {
    let declared = owner(site.value).and_then(|owner| owner.object.get("elicitations"));
    let declared = declared.into_iter().flat_map(Value::elements);
    // A declaration must hold wherever the step does.
    let holds = |it: &Value<'_>| match (site.scope(), scope(*it)) {
        (Some(here), Some(there)) => here.and(ELICITATION).is_subset_of(there),
        _ => true,
    };
    declared
        .filter(holds)
        .filter_map(|it| Some(Name::new(it.get("name")?.as_str()?, "elicitation").about(it)))
        .collect()
}

/// What a completion example can complete, where the site is the name of that.
fn completion_arguments(site: &Site<'_>) -> Vec<Name> {
    let Some(owner) = owner(site.value) else {
        return Vec::new();
    };
    let way = way_from(site.value, owner.object);
    match way.as_slice() {
        ["completionExamples", example, "argument", "name"] => {
            let example = owner
                .object
                .get("completionExamples")
                .and_then(|it| it.get(example));
            let context = example.and_then(|it| it.get("context")?.get("arguments"));
            let mut names = arguments(owner);
            names.retain(|name| context.is_none_or(|it| it.get(&name.text).is_none()));
            names
        }
        _ => Vec::new(),
    }
}

/// The arguments of a Prompt, or the variables of a Resource Template.
fn arguments(owner: Owner<'_>) -> Vec<Name> {
    if owner.kind == PrimitiveKind::ResourceTemplate {
        let template = owner.object.get("uriTemplate").and_then(Value::as_str);
        let template = template.and_then(|it| UriTemplate::parse(it).ok());
        let variables = template.iter().flat_map(UriTemplate::variables);
        return variables
            .map(|it| Name::new(it, "template variable"))
            .collect();
    }
    let arguments = owner
        .object
        .get("arguments")
        .into_iter()
        .flat_map(Value::elements);
    arguments
        .filter_map(|it| Some(Name::new(it.get("name")?.as_str()?, "argument").about(it)))
        .collect()
}

fn properties(schema: Option<Value<'_>>, detail: &'static str) -> Vec<Name> {
    let properties = schema.and_then(|it| it.get("properties"));
    let properties = properties.into_iter().flat_map(Value::members);
    properties
        .filter(|it| it.key != super::slot::MARKER)
        .map(|it| Name::new(it.key, detail).about(it.value))
        .collect()
}

/// The first thing that a completion example of a primitive can complete.
pub(super) fn first_argument(owner: Owner<'_>) -> Option<String> {
    arguments(owner).into_iter().next().map(|name| name.text)
}

/// What `$ref` can name in the embedded schema `root`.
pub(super) fn definitions(root: Value<'_>) -> Vec<Name> {
    let mut names = Vec::new();
    for key in ["$defs", "definitions"] {
        for member in root.get(key).into_iter().flat_map(Value::members) {
            let pointer = format!("#/{key}/{}", write_token(member.key));
            names.push(Name::new(pointer, "schema").about(member.value));
        }
    }
    names
}
