//! The names within an embedded schema (§9.2).

use std::collections::HashSet;
use std::ops::Range;

use super::occurrence::{Occurrence, Role};
use super::{Kind, Part, See};
use crate::schema::{Anchor, Catalog, Dialect, Schema, Way};
use crate::source::{NodeId, Value};

/// Every name of the embedded schema at `root`. A reference that goes by several names comes by
/// once with each, in order.
pub(super) fn visit<'t>(root: Value<'t>, catalog: &'t Catalog, see: See<'_, 't>) {
    let schema = read(root, catalog);
    let mut walk = Walk {
        root: root.id(),
        objects: schema.objects().map(Value::id).collect(),
        unnamed: HashSet::new(),
        see,
    };
    for object in schema.objects() {
        walk.definitions(object);
        walk.properties(object);
    }
    for (anchor, at) in schema.anchors() {
        walk.anchor(anchor, at);
    }
    for link in schema.links() {
        walk.way(link.at, link.target, link.way);
    }
}

/// The embedded schema at `root`.
pub(super) fn read<'t>(root: Value<'t>, catalog: &'t Catalog) -> Schema<'t> {
    Schema::read(root, Dialect::Draft2020, catalog)
}

struct Walk<'a, 't> {
    root: NodeId,
    /// The objects that are schemas.
    objects: HashSet<NodeId>,
    /// Schemas without a name that references have led to.
    unnamed: HashSet<NodeId>,
    see: See<'a, 't>,
}

impl<'t> Walk<'_, 't> {
    fn kind(&self, part: Part<'t>) -> Kind<'t> {
        Kind::Within(self.root, part)
    }

    fn definitions(&mut self, schema: Value<'t>) {
        for key in ["$defs", "definitions"] {
            let definitions = schema.get(key);
            for member in definitions.into_iter().flat_map(Value::members) {
                let kind = self.kind(Part::Definition(member.value.id()));
                (self.see)(Occurrence::key(kind, Role::Declaration, member.value));
            }
        }
    }

    fn properties(&mut self, schema: Value<'t>) {
        let properties = schema.get("properties");
        for member in properties.into_iter().flat_map(Value::members) {
            let kind = self.kind(Part::Property(schema.id(), member.key));
            (self.see)(Occurrence::key(kind, Role::Declaration, member.value));
        }
        if let Some(required) = schema.get("required") {
            self.property_list(schema, required);
        }
        for key in ["dependentRequired", "dependentSchemas", "dependencies"] {
            let dependencies = schema.get(key);
            for member in dependencies.into_iter().flat_map(Value::members) {
                let kind = self.kind(Part::Property(schema.id(), member.key));
                (self.see)(Occurrence::key(kind, Role::Use, member.value));
                self.property_list(schema, member.value);
            }
        }
    }

    fn property_list(&mut self, schema: Value<'t>, list: Value<'t>) {
        for at in list.elements() {
            if let Some(name) = at.as_str() {
                let kind = self.kind(Part::Property(schema.id(), name));
                (self.see)(Occurrence::text(kind, Role::Use, at));
            }
        }
    }

    fn anchor(&mut self, anchor: Anchor<'t>, at: Value<'t>) {
        let text = at.as_str().unwrap_or_default();
        let part = (text.len() - anchor.name.len(), anchor.name.len());
        let kind = self.kind(Part::Anchor(anchor));
        (self.see)(Occurrence::part(kind, Role::Declaration, at, part));
    }

    /// The names that a reference goes by, and last what it leads to.
    fn way(&mut self, at: Value<'t>, target: Option<Value<'t>>, way: Way<'t>) {
        let whole = (0, at.as_str().unwrap_or_default().len());
        match way {
            Way::Anchor(anchor, range) => {
                let kind = self.kind(Part::Anchor(anchor));
                let part = (range.start, range.len());
                (self.see)(Occurrence::part(kind, Role::Use, at, part));
                if target.is_none() {
                    self.absent(at, part);
                }
            }
            Way::Pointer(steps) => self.pointer(at, target, &steps, whole),
            Way::Whole => match target {
                Some(target) => match self.named(target) {
                    Some(part) => {
                        let kind = self.kind(part);
                        (self.see)(Occurrence::alias(kind, at));
                    }
                    None => self.unnamed(at, target, whole),
                },
                None => self.absent(at, whole),
            },
        }
    }

    fn pointer(
        &mut self,
        at: Value<'t>,
        target: Option<Value<'t>>,
        steps: &[(Range<usize>, Value<'t>)],
        whole: (usize, usize),
    ) {
        let mut last = whole;
        for (range, value) in steps {
            last = (range.start, range.len());
            if let Some(part) = self.named(*value) {
                let label = value.key().map_or("", |(key, _)| key);
                let kind = self.kind(part);
                (self.see)(Occurrence::token(kind, at, last, label));
                if target.is_some_and(|it| it.id() == value.id()) {
                    return;
                }
            }
        }
        match target {
            Some(target) => self.unnamed(at, target, last),
            None => {
                // Behind the slash that ends what is there.
                let behind = steps.last().map_or(0, |(range, _)| range.end + 1);
                let rest = whole.1.checked_sub(behind).map(|len| (behind, len));
                self.absent(at, rest.unwrap_or(last));
            }
        }
    }

    /// A reference to a schema without a name, which `part` of it leads to.
    fn unnamed(&mut self, at: Value<'t>, target: Value<'t>, part: (usize, usize)) {
        let kind = self.kind(Part::Subschema(target.id()));
        (self.see)(Occurrence::part(kind, Role::Use, at, part));
        if self.unnamed.insert(target.id()) {
            let is_root = target.id() == self.root;
            (self.see)(match is_root {
                // Its key belongs to what the schema is for.
                true => Occurrence::unwritten(kind, Role::Declaration, target),
                false => Occurrence::key(kind, Role::Declaration, target),
            });
        }
    }

    /// A reference of which `part` leads nowhere.
    fn absent(&mut self, at: Value<'t>, part: (usize, usize)) {
        let kind = self.kind(Part::Absent(at.id()));
        (self.see)(Occurrence::part(kind, Role::Use, at, part));
    }

    /// What the key of `value` names, where somebody chose it.
    fn named(&self, value: Value<'t>) -> Option<Part<'t>> {
        let (name, _) = value.key()?;
        let map = value.parent()?;
        let schema = map.parent().filter(|it| self.objects.contains(&it.id()))?;
        match map.key()?.0 {
            "$defs" | "definitions" => Some(Part::Definition(value.id())),
            "properties" => Some(Part::Property(schema.id(), name)),
            _ => None,
        }
    }
}
