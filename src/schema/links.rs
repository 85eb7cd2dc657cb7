//! How the references of a schema say where they lead, for people who follow or change names.

use std::collections::HashMap;
use std::ops::Range;

use super::index::{Resource, key};
use super::resolve::{Schema, Target};
use super::uri;
use super::values::is_anchor;
use crate::source::Value;

/// A reference of an embedded schema.
#[derive(Debug)]
pub(crate) struct Link<'t> {
    /// The string that refers.
    pub at: Value<'t>,
    /// The schema that it leads to; `None` where that is missing, or not in this document.
    pub target: Option<Value<'t>>,
    /// What it goes by.
    pub way: Way<'t>,
}

/// What a reference goes by; bytes are those of the string that refers.
#[derive(Debug)]
pub(crate) enum Way<'t> {
    /// No name within this document.
    Whole,
    /// A name that a schema gives itself.
    Anchor(Anchor<'t>, Range<usize>),
    /// A JSON Pointer: the values on its way as far as they exist, and the bytes that lead to each.
    Pointer(Vec<(Range<usize>, Value<'t>)>),
}

/// A name that a schema gives itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Anchor<'t> {
    /// The resource in which it is unique; `None` for names that are looked up dynamically, which
    /// mean the same in every resource.
    resource: Option<usize>,
    /// The name.
    pub name: &'t str,
}

impl Anchor<'_> {
    /// The same with another name.
    pub(crate) fn renamed(self, name: &str) -> Anchor<'_> {
        let Self { resource, .. } = self;
        Anchor { resource, name }
    }
}

impl<'t> Schema<'t> {
    /// Whether every name in it was read, so that what was not found is not there.
    pub(crate) fn knows_all_names(&self) -> bool {
        !self.index.exceeded && self.index.resources.iter().all(|it| !it.unread)
    }

    /// The objects of this document that are its subschemas, itself included.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Value<'t>> {
        let (home, _) = key(self.root);
        let tree = self.root.tree();
        let subs = self.index.subs.iter().filter(move |it| it.key.0 == home);
        subs.map(move |it| tree.value(it.key.1))
            .filter(|it| it.is_object())
    }

    /// The names that its subschemas give themselves, each with the string that ends in it.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = (Anchor<'t>, Value<'t>)> {
        let named = self.index.named.iter().filter(|it| self.is_home(it.at));
        named.map(|it| (self.anchor(it.resource, it.name), it.at))
    }

    /// Whether `name` may take the place of the names of its subschemas.
    pub(crate) fn admits_anchor(&self, name: &str) -> bool {
        let mut resources = self.index.resources.iter();
        resources.all(|it| is_anchor(name, it.dialect))
    }

    /// The references in it.
    pub(crate) fn links(&self) -> Vec<Link<'t>> {
        let mut by_uri: HashMap<&str, usize> = HashMap::new();
        for (at, resource) in self.index.resources.iter().enumerate() {
            by_uri.entry(&resource.base).or_insert(at);
        }
        let references = self.index.references.iter();
        let references = references.filter(|it| self.is_home(it.at));
        references
            .map(|it| Link {
                at: it.at,
                target: self.target(it.at),
                way: self.way(it.at, it.resource, &by_uri).unwrap_or(Way::Whole),
            })
            .collect()
    }

    fn is_home(&self, value: Value<'_>) -> bool {
        key(value).0 == key(self.root).0
    }

    fn target(&self, reference: Value<'t>) -> Option<Value<'t>> {
        match self.targets.get(&key(reference))? {
            Target::Schema { schema, .. } => Some(*schema).filter(|it| self.is_home(*it)),
            Target::MetaSchema(_) | Target::External => None,
        }
    }

    fn way(
        &self,
        reference: Value<'t>,
        resource: usize,
        by_uri: &HashMap<&str, usize>,
    ) -> Option<Way<'t>> {
        let text = reference.as_str()?;
        let (name, fragment) = text.split_once('#')?;
        let start = text.len() - fragment.len();
        let resource = match name {
            "" => resource,
            _ => {
                let base = &self.index.resources.get(resource)?.base;
                *by_uri.get(uri::resolve(base, name)?.as_str())?
            }
        };
        let Resource { root, .. } = self.index.resources.get(resource)?;
        let decoded = uri::decode(fragment)?;
        if decoded.is_empty() || !self.is_home(*root) {
            return None;
        }
        if decoded.starts_with('/') {
            let way = uri::way(*root, fragment).into_iter();
            let way = way.map(|(range, value)| (start + range.start..start + range.end, value));
            return Some(Way::Pointer(way.collect()));
        }
        let name = match decoded == fragment {
            true => fragment,
            // A name that is encoded without need.
            false => self.index.named.iter().find(|it| it.name == decoded)?.name,
        };
        Some(Way::Anchor(self.anchor(resource, name), start..text.len()))
    }

    fn anchor(&self, resource: usize, name: &'t str) -> Anchor<'t> {
        let known = self.index.anchors.get(&(resource, name));
        let is_dynamic = known.is_some_and(|it| it.dynamic);
        Anchor {
            resource: (!is_dynamic).then_some(resource),
            name,
        }
    }
}
