//! Objects: structs and maps.

use std::collections::{HashMap, HashSet};

use super::facets::Facets;
use super::model::{Body, Extra, Field, ItemId, Presence, Type};
use super::read::{Reader, Site, nullable_if};
use crate::document::Cursor;
use crate::generate::docs;
use crate::generate::names::Names;
use crate::schema::{Part, subschemas};
use crate::source::{NodeId, Value};

/// Structs inside one another. The compiler walks through all of them at once.
const LEVELS: usize = 24;

/// Schemas that are looked at for members which only some values have.
const MENTIONS: usize = 2_000;

/// Keywords under which schemas apply to the same value under some condition.
const CONDITIONAL: [&str; 7] = [
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
];

/// A struct that is about to be read.
pub(super) struct Pending<'t> {
    pub ids: Vec<NodeId>,
    pub facets: Vec<Part<'t>>,
    /// What else says which members are required.
    pub around: Vec<Part<'t>>,
    /// The member that is not among its fields, because an enum around it holds it.
    pub without: Option<String>,
}

/// A struct that has a name but no fields yet.
pub(super) struct Unfinished<'t> {
    id: ItemId,
    facets: Vec<Part<'t>>,
    around: Vec<Part<'t>>,
    without: Option<String>,
    site: Site,
}

/// A member and what must hold of it.
type Property<'t> = (&'t str, Vec<Part<'t>>);

impl<'t> Reader<'_, 't> {
    /// The type of objects.
    pub(super) fn object(
        &mut self,
        ids: Vec<NodeId>,
        first: Part<'t>,
        facets: &[Part<'t>],
        nullable: bool,
        site: &Site,
    ) -> Type {
        let has_rest = self.rests(facets).iter().any(|(_, it)| it.is_object());
        let is_shaped =
            has_rest || self.has(facets, "properties") || self.has(facets, "patternProperties");
        if !is_shaped && let Some(branches) = self.branches(facets) {
            let ty = self.union(ids, first, facets, &branches, site);
            return nullable_if(nullable, object_at_least(ty));
        }
        if let Some(ty) = self.map(first, facets, site) {
            return nullable_if(nullable, ty);
        }
        if site.level >= LEVELS || self.is_full() {
            self.any(first, "it nests too deeply, or there are too many types");
            return nullable_if(nullable, Type::JsonObject);
        }
        let pending = Pending {
            ids: ids.clone(),
            facets: facets.to_vec(),
            around: Vec::new(),
            without: None,
        };
        // Nothing known is looked for: it may be an enum that this struct is only a variant of.
        let id = self.make(pending, site);
        let ty = nullable_if(nullable, Type::Item(id));
        self.known.insert((ids, None), ty.clone());
        ty
    }

    /// The type of objects whose members have no names of their own; `None` for all others.
    fn map(&mut self, first: Part<'t>, facets: &[Part<'t>], site: &Site) -> Option<Type> {
        if self.has(facets, "properties") {
            return None;
        }
        let patterns: Vec<_> = self.each(facets, "patternProperties").collect();
        let patterns: Vec<_> = patterns
            .into_iter()
            .flat_map(|(part, it)| it.members().map(move |it| (part, it.value)))
            .collect();
        let rests = self.rests(facets);
        let is_closed = rests.iter().any(|(_, it)| it.as_bool() == Some(false));
        let schemas = match (patterns.as_slice(), is_closed) {
            ([], true) => return None,
            ([], false) => rests,
            ([_], true) => patterns,
            _ => {
                self.any(
                    first,
                    "its members have types by the pattern of their names",
                );
                return Some(Type::JsonObject);
            }
        };
        let parts: Vec<_> = schemas
            .into_iter()
            .map(|(of, it)| self.schema.within(of, it))
            .collect();
        let of = self.convert(&parts, &site.inner("value"));
        Some(match of {
            Type::Json => Type::JsonObject,
            of => Type::Map(Box::new(of)),
        })
    }

    /// What facets say of members that have no schema of their own.
    fn rests(&self, facets: &[Part<'t>]) -> Vec<(Part<'t>, Value<'t>)> {
        let additional = self.each(facets, "additionalProperties");
        additional
            .chain(self.each(facets, "unevaluatedProperties"))
            .collect()
    }

    /// The struct for a variant of a tagged enum, made once however many enums have it.
    pub(super) fn structure(&mut self, pending: Pending<'t>, site: &Site) -> ItemId {
        let key = (pending.ids.clone(), pending.without.clone());
        match self.known.get(&key) {
            Some(Type::Item(id)) => *id,
            _ => self.make(pending, site),
        }
    }

    /// A struct for `pending`, which is read later: structs may nest deeply.
    fn make(&mut self, pending: Pending<'t>, site: &Site) -> ItemId {
        let key = (pending.ids, pending.without.clone());
        let docs = self.docs(&pending.facets);
        let id = self.item(&site.name, docs, Body::Alias(Type::Json));
        self.known.insert(key, Type::Item(id));
        let site = Site {
            nesting: 0,
            level: site.level + 1,
            ..site.clone()
        };
        self.unfinished.push_back(Unfinished {
            id,
            facets: pending.facets,
            around: pending.around,
            without: pending.without,
            site,
        });
        id
    }

    /// Reads the fields of a struct.
    pub(super) fn finish(&mut self, unfinished: Unfinished<'t>) {
        let Unfinished {
            id,
            facets,
            around,
            without,
            site,
        } = unfinished;
        let mut names = Names::new();
        let properties = self.properties(&facets);
        let required = self.required(&[facets.clone(), around].concat());
        let must: HashSet<_> = required.iter().copied().collect();
        let extra = self.extra(&facets, &properties, &site);
        let mut fields = Vec::new();
        for (name, parts) in &properties {
            let is_tag = without.as_deref() == Some(*name);
            if !is_tag && !matches!(self.facets(parts), Ok(Facets::Never)) {
                let required = must.contains(name);
                fields.push(self.field(names.field(name), name, parts, required, &site));
            }
        }
        let declared: HashSet<_> = properties.iter().map(|(name, _)| *name).collect();
        let undeclared = required
            .iter()
            .filter(|it| !declared.contains(*it) && extra.is_none());
        fields.extend(undeclared.map(|name| Field {
            name: names.field(name),
            original: (*name).to_owned(),
            ty: Type::Json,
            presence: Presence::Required,
            docs: Vec::new(),
        }));
        let extra = extra.map(|(ty, docs)| Extra {
            name: names.field("extra"),
            ty,
            docs,
        });
        self.types.set(id, Body::Struct { fields, extra });
    }

    fn field(
        &mut self,
        name: String,
        original: &str,
        parts: &[Part<'t>],
        required: bool,
        site: &Site,
    ) -> Field {
        self.doubts.clear();
        let site = Site {
            nesting: 0,
            ..site.inner(original)
        };
        let ty = self.convert(parts, &site);
        let mut docs = self.docs(parts);
        let format = self.remark(parts, "format").and_then(|(_, it)| it.as_str());
        let is_plain = |it: &str| it.bytes().all(|it| it.is_ascii_graphic() && it != b'`');
        if let Some(format) = format.filter(|it| is_plain(it)) {
            append(&mut docs, &format!("Format: `{format}`."));
        }
        let presence = if required {
            Presence::Required
        } else {
            self.absence(parts, &ty, &mut docs)
        };
        self.tell_doubts(&mut docs);
        Field {
            name,
            original: original.to_owned(),
            ty,
            presence,
            docs,
        }
    }

    /// The type of the members that have no field, and what to say about them; `None` where there
    /// are none worth keeping.
    fn extra(
        &mut self,
        facets: &[Part<'t>],
        properties: &[Property<'t>],
        site: &Site,
    ) -> Option<(Type, Vec<String>)> {
        let rests = self.rests(facets);
        let is_closed = rests.iter().any(|(_, it)| it.as_bool() == Some(false));
        let patterned = self.has(facets, "patternProperties");
        let conditional = self.mentions_others(facets, properties);
        let is_open = !is_closed && (conditional || !rests.is_empty());
        if !is_open && !patterned {
            return None;
        }
        self.doubts.clear();
        let mut docs = vec!["Members that have no field of their own.".to_owned()];
        let ty = match (facets.first(), rests.as_slice()) {
            (Some(first), _) if patterned || conditional => {
                let doubt = if patterned {
                    "some members have types by the pattern of their names"
                } else {
                    "some members are there only under conditions"
                };
                self.any(*first, doubt)
            }
            (_, [(part, rest)]) => {
                let part = self.schema.within(*part, *rest);
                self.convert(&[part], &site.inner("value"))
            }
            _ => Type::Json,
        };
        self.tell_doubts(&mut docs);
        Some((ty, docs))
    }

    /// Adds why a member has no better type to what is said of it.
    fn tell_doubts(&mut self, docs: &mut Vec<String>) {
        for doubt in std::mem::take(&mut self.doubts) {
            append(docs, &format!("Any JSON, because {doubt}."));
        }
    }

    /// The members with schemas of their own, in the order of the description.
    fn properties(&self, facets: &[Part<'t>]) -> Vec<Property<'t>> {
        let mut positions: HashMap<&str, usize> = HashMap::new();
        let mut properties: Vec<Property<'t>> = Vec::new();
        for (of, value) in self.each(facets, "properties") {
            for member in value.members() {
                let part = self.schema.within(of, member.value);
                let at = *positions.entry(member.key).or_insert(properties.len());
                match properties.get_mut(at) {
                    Some((_, parts)) => parts.push(part),
                    None => properties.push((member.key, vec![part])),
                }
            }
        }
        properties
    }

    /// What must hold of the member `name`.
    pub(super) fn property(&self, facets: &[Part<'t>], name: &str) -> Vec<Part<'t>> {
        let schemas = self.each(facets, "properties");
        schemas
            .filter_map(|(of, it)| Some(self.schema.within(of, it.get(name)?)))
            .collect()
    }

    /// The names of the members that must be there.
    fn required(&self, facets: &[Part<'t>]) -> Vec<&'t str> {
        let mut seen = HashSet::new();
        let lists = self
            .each(facets, "required")
            .flat_map(|(_, it)| it.elements());
        lists
            .filter_map(Value::as_str)
            .filter(|it| seen.insert(*it))
            .collect()
    }

    /// Whether schemas that apply under some condition speak of members that are not among
    /// `properties`.
    fn mentions_others(&self, facets: &[Part<'t>], properties: &[Property<'t>]) -> bool {
        let own: HashSet<&str> = properties.iter().map(|(name, _)| *name).collect();
        let is_other = |name: &str| !own.contains(name);
        let mut open: Vec<Part<'t>> = Vec::new();
        let mut seen = HashSet::new();
        facets
            .iter()
            .for_each(|it| self.push_conditional(*it, &mut open));
        while let Some(part) = open.pop() {
            if !seen.insert(part.id()) {
                continue;
            }
            if seen.len() > MENTIONS || part.value().get("patternProperties").is_some() {
                return true;
            }
            let named = part.value().get("properties").into_iter();
            let required = part.value().get("required").into_iter();
            if named.flat_map(Value::members).any(|it| is_other(it.key))
                || required
                    .flat_map(Value::elements)
                    .filter_map(Value::as_str)
                    .any(is_other)
            {
                return true;
            }
            let all_of = self.schema.keyword(part, "allOf").into_iter();
            open.extend(
                all_of
                    .flat_map(Value::elements)
                    .map(|it| self.schema.within(part, it)),
            );
            match self.schema.keyword(part, "$ref") {
                None => {}
                Some(reference) => match self.schema.follow(reference) {
                    Some(target) => open.push(target),
                    None => return true,
                },
            }
            self.push_conditional(part, &mut open);
        }
        false
    }

    fn push_conditional(&self, part: Part<'t>, open: &mut Vec<Part<'t>>) {
        for keyword in CONDITIONAL {
            if let Some(value) = self.schema.keyword(part, keyword) {
                let schemas = subschemas(keyword, Cursor::new(value));
                open.extend(schemas.map(|it| self.schema.within(part, it.value())));
            }
        }
    }
}

/// Any object, where nothing more is known of a value that is one.
fn object_at_least(ty: Type) -> Type {
    match ty {
        Type::Json => Type::JsonObject,
        ty => ty,
    }
}

/// Adds a paragraph.
pub(super) fn append(docs: &mut Vec<String>, text: &str) {
    if !docs.is_empty() {
        docs.push(String::new());
    }
    docs.extend(docs::lines(text));
}
