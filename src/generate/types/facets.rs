//! What must hold of one value: the schemas that a schema is made of.

use std::collections::HashSet;

use super::read::Reader;
use crate::schema::{Part, is_remark};
use crate::source::{Kind, Value};

/// Schemas that may apply to one value.
const FACETS: usize = 64;

/// Pairs of values that are compared to find those in two lists.
const COMPARED: usize = 1_000_000;

/// Kinds of JSON values, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub const NULL: Self = Self(1);
    pub const BOOL: Self = Self(2);
    pub const WHOLE: Self = Self(4);
    pub const NUMBER: Self = Self(4 | 8);
    pub const TEXT: Self = Self(16);
    pub const ARRAY: Self = Self(32);
    pub const OBJECT: Self = Self(64);
    pub const ALL: Self = Self(127);
    pub const NONE: Self = Self(0);

    fn of_type(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::WHOLE,
            "number" => Self::NUMBER,
            "string" => Self::TEXT,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::NONE,
        }
    }

    fn of_value(value: Value<'_>) -> Self {
        match value.kind() {
            Kind::Null => Self::NULL,
            Kind::Bool => Self::BOOL,
            Kind::Number if value.as_number().is_some_and(|it| it.is_integer()) => Self::WHOLE,
            Kind::Number => Self::NUMBER,
            Kind::String => Self::TEXT,
            Kind::Array => Self::ARRAY,
            Kind::Object => Self::OBJECT,
            Kind::Unknown => Self::ALL,
        }
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub fn is_within(self, other: Self) -> bool {
        self.without(other) == Self::NONE
    }

    /// Whether one type of Rust holds all of them; whole numbers are numbers.
    pub fn are_alike(self) -> bool {
        [Self::BOOL, Self::TEXT, Self::ARRAY, Self::OBJECT].contains(&self)
            || self.is_within(Self::NUMBER)
    }
}

/// All that must hold of one value.
#[derive(Debug, Clone)]
pub(super) enum Facets<'t> {
    /// Nothing holds of it: there is no such value.
    Never,
    /// All of these object schemas.
    All(Vec<Part<'t>>),
}

/// Why a place has no type but that of any JSON.
pub(super) type Doubt = &'static str;

impl<'t> Reader<'_, 't> {
    /// Follows references and single `allOf` members that add nothing but remarks; tells whether a
    /// reference was among them.
    pub(super) fn meant(&self, mut part: Part<'t>) -> (Part<'t>, bool) {
        let mut referred = false;
        for _ in 0..FACETS {
            let Some((keyword, next)) = self.only(part) else {
                break;
            };
            referred |= keyword == "$ref";
            part = next;
        }
        (part, referred)
    }

    fn only(&self, part: Part<'t>) -> Option<(&'static str, Part<'t>)> {
        let schema = &self.schema;
        let adds_nothing = |but: &str| {
            let mut keys = part.value().members().map(|it| it.key);
            keys.all(|it| it == but || is_remark(it) || schema.keyword(part, it).is_none())
        };
        if let Some(reference) = schema.keyword(part, "$ref") {
            let alone = schema.is_replaced(part) || adds_nothing("$ref");
            return Some(("$ref", schema.follow(reference).filter(|_| alone)?));
        }
        let list = schema.keyword(part, "allOf")?;
        let only = list.elements().next()?;
        let alone = list.len() == 1 && adds_nothing("allOf") && only.is_object();
        alone.then(|| ("allOf", schema.within(part, only)))
    }

    /// Everything that must hold where `parts` do, in the order of the description.
    pub(super) fn facets(&self, parts: &[Part<'t>]) -> Result<Facets<'t>, Doubt> {
        let mut open: Vec<Part<'t>> = parts.iter().rev().copied().collect();
        let mut seen = HashSet::new();
        let mut facets = Vec::new();
        while let Some(part) = open.pop() {
            match part.value().as_bool() {
                Some(true) => continue,
                Some(false) => return Ok(Facets::Never),
                None => {}
            }
            if !seen.insert(part.id()) {
                continue;
            }
            if seen.len() > FACETS {
                return Err("too many schemas apply to it");
            }
            if self.schema.dialect_of(part).is_none() {
                return Err("the dialect of its schema is not known");
            }
            for keyword in ["$dynamicRef", "$recursiveRef", "$ref"] {
                if let Some(reference) = self.schema.keyword(part, keyword) {
                    let target = self.schema.follow(reference);
                    open.push(
                        target.ok_or("its schema refers to one that is not fixed or not here")?,
                    );
                }
            }
            let all_of = self.schema.keyword(part, "allOf");
            let members: Vec<_> = all_of.into_iter().flat_map(Value::elements).collect();
            open.extend(
                members
                    .into_iter()
                    .rev()
                    .map(|it| self.schema.within(part, it)),
            );
            if !self.schema.is_replaced(part) {
                facets.push(part);
            }
        }
        Ok(Facets::All(facets))
    }

    /// What each facet says with `keyword`.
    pub(super) fn each(
        &self,
        facets: &[Part<'t>],
        keyword: &'static str,
    ) -> impl Iterator<Item = (Part<'t>, Value<'t>)> {
        let schema = &self.schema;
        let said = facets
            .iter()
            .filter_map(move |part| Some((*part, schema.keyword(*part, keyword)?)));
        said.collect::<Vec<_>>().into_iter()
    }

    pub(super) fn has(&self, facets: &[Part<'t>], keyword: &'static str) -> bool {
        self.each(facets, keyword).next().is_some()
    }

    /// The kinds of values that `facets` leave.
    pub(super) fn kinds(&self, facets: &[Part<'t>]) -> Kinds {
        let typed = self.typed(facets);
        let Some(values) = self.values(facets) else {
            return typed;
        };
        let named = values.into_iter().map(Kinds::of_value);
        named.fold(Kinds::NONE, Kinds::or).and(typed)
    }

    fn typed(&self, facets: &[Part<'t>]) -> Kinds {
        self.each(facets, "type")
            .fold(Kinds::ALL, |kinds, (_, value)| {
                let single = value.as_str().into_iter();
                let names = single.chain(value.elements().filter_map(Value::as_str));
                kinds.and(names.map(Kinds::of_type).fold(Kinds::NONE, Kinds::or))
            })
    }

    /// The values that `facets` name, if they name them: those that all `enum` and `const` share.
    pub(super) fn values(&self, facets: &[Part<'t>]) -> Option<Vec<Value<'t>>> {
        let constants = self.each(facets, "const").map(|(_, value)| vec![value]);
        let lists = self
            .each(facets, "enum")
            .map(|(_, list)| list.elements().collect());
        let mut sets = constants.chain(lists);
        let mut values: Vec<Value<'t>> = sets.next()?;
        for other in sets {
            // Fewer values would be no less true, but take long to find among many.
            if values.len().saturating_mul(other.len()) > COMPARED {
                continue;
            }
            values.retain(|value| other.iter().any(|it| it.equals(*value)));
        }
        let typed = self.typed(facets);
        values.retain(|value| Kinds::of_value(*value).is_within(typed));
        Some(values)
    }

    /// The branches of the only `anyOf` or `oneOf` among `facets`.
    pub(super) fn branches(&self, facets: &[Part<'t>]) -> Option<Vec<Part<'t>>> {
        let mut all = self.each(facets, "anyOf").chain(self.each(facets, "oneOf"));
        let (part, list) = all.next()?;
        let is_only = all.next().is_none();
        is_only.then(|| {
            list.elements()
                .map(|it| self.schema.within(part, it))
                .collect()
        })
    }

    /// What stands in the schema itself, or else in what it means, with a keyword that only tells
    /// something. It counts beside a reference in every dialect.
    pub(super) fn remark(
        &self,
        parts: &[Part<'t>],
        keyword: &str,
    ) -> Option<(Part<'t>, Value<'t>)> {
        parts.iter().find_map(|part| {
            let mut at = *part;
            for _ in 0..FACETS {
                if let Some(value) = at.value().get(keyword) {
                    return Some((*part, value));
                }
                at = self.only(at)?.1;
            }
            None
        })
    }
}
