//! `anyOf` and `oneOf`.

use std::collections::HashSet;

use super::facets::{Facets, Kinds};
use super::model::{Body, ItemId, Type, Variant};
use super::numbers::Range;
use super::objects::Pending;
use super::read::{Reader, Site, nullable_if};
use crate::generate::names::Names;
use crate::schema::Part;
use crate::source::NodeId;

/// Branches of one union, those of unions within it included.
const BRANCHES: usize = 256;

/// Kinds of values that no reader takes for one another in this order, and the names of their
/// variants. A struct could be read from an array, and an enum of texts from an object.
const KINDS: [(Kinds, &str); 5] = [
    (Kinds::BOOL, "Bool"),
    (Kinds::NUMBER, "Number"),
    (Kinds::ARRAY, "List"),
    (Kinds::OBJECT, "Object"),
    (Kinds::TEXT, "Text"),
];

const TOO_MANY: &str = "there are too many types";

/// A branch that leaves something besides null.
#[derive(Clone)]
struct Branch<'t> {
    /// As it stands among the others.
    written: Part<'t>,
    /// What it means.
    part: Part<'t>,
    facets: Vec<Part<'t>>,
    kinds: Kinds,
}

impl<'t> Reader<'_, 't> {
    /// The type of values that are of several kinds, or that branches tell apart.
    pub(super) fn mixed(
        &mut self,
        (ids, nullable): (Vec<NodeId>, bool),
        first: Part<'t>,
        facets: &[Part<'t>],
        kinds: Kinds,
        site: &Site,
    ) -> Type {
        let shapes = [
            "properties",
            "patternProperties",
            "additionalProperties",
            "items",
            "prefixItems",
        ];
        let is_shaped = shapes.iter().any(|it| self.has(facets, it));
        if let Some(branches) = self.branches(facets).filter(|_| !is_shaped) {
            return self.union(ids, first, facets, &branches, site);
        }
        if kinds == Kinds::ALL.without(Kinds::NULL) {
            if is_shaped {
                let doubt = "it has no `type`, so that values of any other kind are valid too";
                return self.any(first, doubt);
            }
            return Type::Json;
        }
        let Some(id) = self.choice(&ids, nullable, facets, site) else {
            return self.any(first, TOO_MANY);
        };
        let mut variants = Vec::new();
        for (kind, name) in KINDS {
            let kind = kinds.and(kind);
            if kind != Kinds::NONE {
                let site = site.inner(name);
                let ty = self.single((ids.clone(), false), first, facets, kind, &site);
                variants.push((named(name), ty));
            }
        }
        self.chosen(id, ids, nullable, variants)
    }

    /// The type of values that match one of `branches`.
    pub(super) fn union(
        &mut self,
        ids: Vec<NodeId>,
        first: Part<'t>,
        facets: &[Part<'t>],
        branches: &[Part<'t>],
        site: &Site,
    ) -> Type {
        let Some((branches, nullable)) = self.flat(facets, branches) else {
            return self.any(first, "its alternatives are not certain");
        };
        let all = branches
            .iter()
            .fold(Kinds::NONE, |kinds, it| kinds.or(it.kinds));
        if all == Kinds::NONE {
            return if nullable { Type::Null } else { Type::Json };
        }
        let groups = KINDS.map(|(kind, name)| {
            let alike = branches.iter().filter(|it| it.kinds.is_within(kind));
            (name, alike.cloned().collect::<Vec<_>>())
        });
        if KINDS.iter().any(|(kind, _)| all.is_within(*kind)) {
            let ty = self.alike((ids, nullable), first, facets, &branches, site);
            return nullable_if(nullable, ty);
        }
        let Some(id) = self.choice(&ids, nullable, facets, site) else {
            return self.any(first, TOO_MANY);
        };
        let mut variants = Vec::new();
        for (name, branches) in groups {
            if !branches.is_empty() {
                let site = site.inner(name);
                let ty = self.alike((ids.clone(), false), first, &[], &branches, &site);
                variants.push((named(name), ty));
            }
        }
        self.chosen(id, ids, nullable, variants)
    }

    /// An enum whose variants are told apart by their kinds, still without them; `None` where there
    /// are too many types.
    fn choice(
        &mut self,
        ids: &[NodeId],
        nullable: bool,
        facets: &[Part<'t>],
        site: &Site,
    ) -> Option<ItemId> {
        if self.is_full() {
            return None;
        }
        let docs = self.docs(facets);
        let id = self.item(&site.name, docs, Body::Alias(Type::Json));
        let ty = nullable_if(nullable, Type::Item(id));
        self.known.insert((ids.to_vec(), None), ty);
        Some(id)
    }

    fn chosen(
        &mut self,
        id: ItemId,
        ids: Vec<NodeId>,
        nullable: bool,
        variants: Vec<(Variant, Type)>,
    ) -> Type {
        let tag = None;
        self.types.set(id, Body::Union { tag, variants });
        let ty = nullable_if(nullable, Type::Item(id));
        // What the variants are made of has the same schemas, but is only a part of the type.
        self.known.insert((ids, None), ty.clone());
        ty
    }

    /// The type of values that match one of `branches`, which are all about one kind of value.
    fn alike(
        &mut self,
        (ids, nullable): (Vec<NodeId>, bool),
        first: Part<'t>,
        facets: &[Part<'t>],
        branches: &[Branch<'t>],
        site: &Site,
    ) -> Type {
        let Some(one) = branches.first() else {
            return Type::Json;
        };
        if branches.iter().all(|it| it.part.id() == one.part.id()) {
            return self.convert(&[one.written], site);
        }
        match one.kinds {
            Kinds::BOOL => Type::Bool,
            Kinds::TEXT => {
                let parts: Vec<_> = branches.iter().map(|it| it.part).collect();
                let docs = self.docs(facets);
                match self.texts(&parts) {
                    Some(texts) => self.texts_item((ids, nullable), &texts, docs, site),
                    None => Type::Text,
                }
            }
            Kinds::OBJECT => match self.tagged((ids, nullable), facets, branches, site) {
                Some(ty) => ty,
                None => {
                    self.any(first, "no member tells its alternatives apart for certain");
                    Type::JsonObject
                }
            },
            Kinds::ARRAY => {
                self.any(first, "it may be one of several kinds of arrays");
                Type::List(Box::new(Type::Json))
            }
            _ if branches.iter().all(|it| it.kinds == Kinds::WHOLE) => {
                let ranges = branches.iter().map(|it| self.range(&it.facets));
                ranges.reduce(Range::or).unwrap_or_default().integer()
            }
            _ => Type::Number,
        }
    }

    /// The branches that leave something besides null, those of unions within them for the union;
    /// and whether null is among the values. `None` where that is not certain.
    fn flat(&self, facets: &[Part<'t>], branches: &[Part<'t>]) -> Option<(Vec<Branch<'t>>, bool)> {
        let outer = self.kinds(facets);
        let mut open: Vec<Part<'t>> = branches.iter().rev().copied().collect();
        let mut seen = HashSet::new();
        let (mut flat, mut nullable) = (Vec::new(), false);
        while let Some(written) = open.pop() {
            let (part, _) = self.meant(written);
            let facets = match self.facets(&[part]).ok()? {
                Facets::Never => continue,
                Facets::All(facets) => facets,
            };
            let kinds = self.kinds(&facets).and(outer);
            let rest = kinds.without(Kinds::NULL);
            if !rest.are_alike() {
                // Only what is nothing but a union is as good as its branches.
                let inner = self.branches(&facets).filter(|_| facets.len() == 1)?;
                let shaped = self.has(&facets, "properties") || self.has(&facets, "items");
                if shaped || !seen.insert(part.id()) || seen.len() > BRANCHES {
                    return None;
                }
                open.extend(inner.into_iter().rev());
                continue;
            }
            nullable |= kinds != rest;
            if rest != Kinds::NONE {
                flat.push(Branch {
                    written,
                    part,
                    facets,
                    kinds: rest,
                });
            }
            if flat.len() > BRANCHES {
                return None;
            }
        }
        Some((flat, nullable))
    }

    /// The enum for objects among which a member with a fixed text decides; `None` where there is no
    /// such member.
    fn tagged(
        &mut self,
        (ids, nullable): (Vec<NodeId>, bool),
        facets: &[Part<'t>],
        branches: &[Branch<'t>],
        site: &Site,
    ) -> Option<Type> {
        let around: Vec<_> = self.each(facets, "required").map(|(it, _)| it).collect();
        let (tag, texts) = self.tag(&around, branches)?;
        if self.is_full() {
            return None;
        }
        let docs = self.docs(facets);
        let union = self.item(&site.name, docs, Body::Alias(Type::Json));
        let ty = nullable_if(nullable, Type::Item(union));
        self.known.insert((ids, None), ty.clone());
        let mut names = Names::new();
        let mut variants = Vec::new();
        for (branch, text) in branches.iter().zip(texts) {
            let referred = branch.part.value().key().map(|(name, _)| name);
            let name = match referred.filter(|_| branch.part.value().index().is_none()) {
                Some(name) => name.to_owned(),
                None => format!("{} {text}", site.name),
            };
            let site = Site {
                name,
                ..site.clone()
            };
            let variant = Variant {
                name: names.variant(&text),
                original: text,
                docs: self.docs(&branch.facets),
            };
            let parts = [branch.part].into_iter().chain(around.iter().copied());
            let pending = Pending {
                ids: parts.map(|it| it.id()).collect(),
                facets: branch.facets.clone(),
                around: around.clone(),
                without: Some(tag.clone()),
            };
            let id = self.structure(pending, &site);
            variants.push((variant, Type::Item(id)));
        }
        self.types.set(
            union,
            Body::Union {
                tag: Some(tag),
                variants,
            },
        );
        Some(ty)
    }

    /// The first member that all branches, or what is `around` them, require, each branch with a
    /// text of its own; and the texts.
    fn tag(&self, around: &[Part<'t>], branches: &[Branch<'t>]) -> Option<(String, Vec<String>)> {
        let first = branches.first()?;
        let names: Vec<&'t str> = self
            .each(&first.facets, "properties")
            .flat_map(|(_, it)| it.members())
            .map(|it| it.key)
            .collect();
        names.into_iter().find_map(|name| {
            let mut seen = HashSet::new();
            let texts: Option<Vec<_>> = branches
                .iter()
                .map(|it| self.fixed(around, &it.facets, name))
                .collect();
            let texts = texts.filter(|texts| texts.iter().all(|it| seen.insert(it.clone())))?;
            Some((name.to_owned(), texts))
        })
    }

    /// The only text that a required member can have.
    fn fixed(&self, around: &[Part<'t>], facets: &[Part<'t>], name: &str) -> Option<String> {
        let own = self.each(facets, "required");
        let mut required = own
            .chain(self.each(around, "required"))
            .flat_map(|(_, it)| it.elements());
        required.find(|it| it.as_str() == Some(name))?;
        let parts = self.property(facets, name);
        let Ok(Facets::All(facets)) = self.facets(&parts) else {
            return None;
        };
        match self.values(&facets)?.as_slice() {
            [only] => only.as_str().map(str::to_owned),
            _ => None,
        }
    }
}

/// A variant that stands for no text.
fn named(name: &str) -> Variant {
    Variant {
        name: name.to_owned(),
        original: name.to_owned(),
        docs: Vec::new(),
    }
}
