//! Names that lead nowhere: the nearest one that exists, or what they name is made.

use serde_json::{Value as Json, json};

use super::{code, removing};
use crate::document::{Namespace, PrimitiveKind, parse_pointer};
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert, remove, rename, set_string, set_value};
use crate::fix::{Candidate, owner, wanted};
use crate::rules::suggest::nearest;
use crate::source::{Kind, Value};

/// `$ref` where `$componentRef` is meant.
pub(super) fn rename_ref(site: &Site<'_>) -> Vec<Candidate> {
    let edits = site.value.and_then(|it| rename(it, "$componentRef"));
    Candidate::offered("Rename `$ref` to `$componentRef`", edits)
        .into_iter()
        .collect()
}

/// A pointer to a component that is not there: one that is.
pub(super) fn retarget(site: &Site<'_>) -> Vec<Candidate> {
    let pointer = match site.value {
        Some(value) if value.kind() == Kind::Object => value.get("$componentRef"),
        value => value,
    };
    let Some((value, text)) = pointer.and_then(|it| Some((it, it.as_str()?))) else {
        return Vec::new();
    };
    let name = text.rsplit('/').next().unwrap_or_default();
    let mut candidates = Vec::new();
    for namespace in Namespace::ALL {
        let names = || site.document.components(namespace).map(|(name, _)| name);
        let found = names()
            .find(|it| *it == name)
            .or_else(|| nearest(name, names()));
        if let Some(found) = found {
            let new = format!("#/components/{}/{found}", namespace.as_str());
            if new != text {
                let title = format!("Refer to `{new}`");
                candidates.extend(Candidate::offered(title, set_string(value, &new)));
            }
        }
    }
    candidates
}

/// The same, or the component is made.
pub(super) fn retarget_or_create(site: &Site<'_>) -> Vec<Candidate> {
    let pointer = match site.value {
        Some(value) if value.kind() == Kind::Object => value.get("$componentRef"),
        value => value,
    };
    let named = pointer.and_then(Value::as_str).and_then(parse_pointer);
    let mut candidates = retarget(site);
    if let Some((namespace, name)) = named {
        let values = components(site, namespace, name).into_iter();
        candidates.extend(values.filter_map(|it| create_component(site, namespace, name, &it)));
    }
    candidates
}

/// What a new component may be: which of them is right depends on where it is used.
fn components(site: &Site<'_>, namespace: Namespace, name: &str) -> Vec<Json> {
    if namespace == Namespace::Schemas {
        return vec![
            json!({"type": "object"}),
            json!({"type": "object", "additionalProperties": false}),
            json!({"type": "object", "properties": {"value": {"type": "string"}}}),
        ];
    }
    let owner = owner::user(site.document, namespace, name);
    let example = owner.and_then(|it| wanted::example(site.document, it));
    example.into_iter().collect()
}

fn create_component(
    site: &Site<'_>,
    namespace: Namespace,
    name: &str,
    value: &Json,
) -> Option<Candidate> {
    let root = site.document.root().value();
    let member = |key: &str, value: &Json| Piece::member(key, value);
    let edits = match root.get("components") {
        None => {
            let all = json!({namespace.as_str(): {name: value}});
            insert(root, &member("components", &all), At::Last)
        }
        Some(components) => match components.get(namespace.as_str()) {
            None => insert(
                components,
                &member(namespace.as_str(), &json!({name: value})),
                At::Last,
            ),
            Some(space) => insert(space, &member(name, value), At::Last),
        },
    };
    Candidate::offered(format!("Create the component {}", code(name)), edits)
}

/// A tag that the catalogue does not list.
pub(super) fn tag(site: &Site<'_>) -> Vec<Candidate> {
    let Some((value, text)) = site.value.and_then(|it| Some((it, it.as_str()?))) else {
        return Vec::new();
    };
    let catalogue = site.document.root().value().get("tags");
    let names = catalogue
        .into_iter()
        .flat_map(Value::elements)
        .filter_map(|it| it.get("name")?.as_str());
    let mut candidates = renamed_value(value, text, names);
    let piece = Piece::element(&json!({"name": text}));
    let edits = catalogue.and_then(|it| insert(it, &piece, At::Last));
    candidates.extend(Candidate::offered(
        format!("Add the tag {}", code(text)),
        edits,
    ));
    candidates.extend(removing(site, value));
    candidates
}

/// The nearest of `names` in the place of `value`.
fn renamed_value<'n>(
    value: Value<'_>,
    text: &str,
    names: impl Iterator<Item = &'n str>,
) -> Vec<Candidate> {
    let near = nearest(text, names);
    near.and_then(|near| {
        let title = format!("Change {} to {}", code(text), code(near));
        Candidate::offered(title, set_string(value, near))
    })
    .into_iter()
    .collect()
}

/// A security scheme that is not declared.
pub(super) fn scheme(site: &Site<'_>) -> Vec<Candidate> {
    let (Some(value), Some(key)) = (site.value, site.key()) else {
        return Vec::new();
    };
    let names = site.document.security_schemes().map(|(name, _)| name);
    let renamed = nearest(key, names).and_then(|near| {
        let title = format!("Change {} to {}", code(key), code(near));
        Candidate::offered(title, rename(value, near))
    });
    let root = site.document.root().value();
    let has_scopes = wanted::scopes(site.document, key) != json!({});
    // Only OAuth knows scopes.
    let scheme = match wanted::oauth(site.document, key, "flows") {
        Some(flows) if has_scopes => json!({"type": "oauth2", "flows": flows}),
        _ => json!({"type": "http", "scheme": "bearer"}),
    };
    let edits = match root.get("securitySchemes") {
        Some(schemes) => insert(schemes, &Piece::member(key, &scheme), At::Last),
        None => {
            let schemes = Piece::member("securitySchemes", &json!({key: scheme}));
            insert(root, &schemes, At::Last)
        }
    };
    let created = Candidate::offered(format!("Create the security scheme {}", code(key)), edits);
    renamed.into_iter().chain(created).collect()
}

/// An OAuth scope that no flow of the scheme lists.
pub(super) fn oauth_scope(site: &Site<'_>) -> Vec<Candidate> {
    let Some((value, text)) = site.value.and_then(|it| Some((it, it.as_str()?))) else {
        return Vec::new();
    };
    let scheme = value.parent().and_then(Value::key).map(|(key, _)| key);
    let flows =
        scheme.and_then(|name| site.document.root().at(&["securitySchemes", name, "flows"]));
    let scopes = flows
        .into_iter()
        .flat_map(|flows| flows.value().members())
        .filter_map(|flow| flow.value.get("scopes"));
    let names: Vec<&str> = scopes
        .clone()
        .flat_map(Value::members)
        .map(|it| it.key)
        .collect();
    let mut candidates = renamed_value(value, text, names.into_iter());
    let piece = Piece::member(text, &json!(""));
    let lists: Option<Vec<_>> = scopes.map(|it| insert(it, &piece, At::Last)).collect();
    let edits = lists.map(|it| it.into_iter().flatten().collect());
    candidates.extend(Candidate::offered(
        format!("Add the scope {}", code(text)),
        edits,
    ));
    candidates
}

/// An elicitation that the Tool does not declare.
pub(super) fn elicitation(site: &Site<'_>) -> Vec<Candidate> {
    let Some((value, text)) = site.value.and_then(|it| Some((it, it.as_str()?))) else {
        return Vec::new();
    };
    let names = site
        .document
        .primitives()
        .flat_map(|it| it.elicitations().filter_map(|it| it.cursor.str("name")));
    let mut candidates = renamed_value(value, text, names);
    candidates.extend(Candidate::offered("Remove `declaration`", remove(value)));
    candidates
}

/// Scopes for a scheme that has none.
pub(super) fn scopes(site: &Site<'_>) -> Vec<Candidate> {
    let list = match site.value {
        Some(value) if value.kind() == Kind::Array => Some(value),
        value => value.and_then(Value::parent),
    };
    let edits = list.and_then(|it| set_value(it, &json!([])));
    Candidate::offered("Remove the scopes", edits)
        .into_iter()
        .collect()
}

/// An argument that the Prompt does not have.
pub(super) fn argument(site: &Site<'_>) -> Vec<Candidate> {
    let Some(value) = site.value else {
        return Vec::new();
    };
    let mut around = value;
    let prompt = loop {
        match around.parent() {
            Some(outer) if around.index().is_some() && is_prompts(outer) => break Some(around),
            Some(outer) => around = outer,
            None => break None,
        }
    };
    let arguments = prompt.and_then(|it| it.get("arguments"));
    let names: Vec<&str> = arguments
        .into_iter()
        .flat_map(Value::elements)
        .filter_map(|it| it.get("name")?.as_str())
        .collect();
    let mut candidates = Vec::new();
    if let (Some("name"), Some(text)) = (site.key(), value.as_str()) {
        return renamed_value(value, text, names.into_iter());
    }
    if let Some(key) = site.key() {
        let taken = |name: &str| site.holder.is_some_and(|it| it.get(name).is_some());
        let near = nearest(key, names.iter().copied().filter(|it| !taken(it)));
        candidates.extend(near.and_then(|near| {
            let title = format!("Rename {} to {}", code(key), code(near));
            Candidate::offered(title, rename(value, near))
        }));
    }
    candidates.extend(removing(site, value));
    candidates
}

fn is_prompts(list: Value<'_>) -> bool {
    list.key()
        .is_some_and(|(key, _)| key == PrimitiveKind::Prompt.collection())
}
