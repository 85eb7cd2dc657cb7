//! Words for why no branch of an `anyOf` or `oneOf` matches: through the branch that was meant, or
//! through what tells the branches apart.

use std::collections::HashSet;

use super::assert::fits_type;
use super::evaluate::{At, Evaluator};
use super::explain;
use super::index::key;
use super::instance::{Instance, shown};
use super::resolve::Target;
use crate::source::Value;

/// Schemas of one branch that are looked at.
const FACETS: usize = 32;

/// Schemas that all have to match where a branch does: itself, and what it refers to or combines.
type Facets<'t> = Vec<Value<'t>>;

/// Why an author cannot have meant a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt<'t> {
    /// It is about other values.
    Other,
    /// A member that tells branches apart has another value.
    Tag(&'t str),
}

impl<'t> Evaluator<'t, '_> {
    /// Says why none of the branches matches.
    pub(super) fn explain_branches(&mut self, keyword: &str, branches: Value<'t>, at: At<'t>) {
        let instance = at.instance;
        let facets: Vec<_> = branches.elements().map(|it| self.facets(it)).collect();
        let doubts: Vec<_> = facets.iter().map(|it| doubt(it, instance)).collect();
        let mut meant = branches.elements().zip(&doubts);
        let mut meant = meant.by_ref().filter(|(_, it)| it.is_none());
        if let Some((branch, _)) = meant.next() {
            let is_only = meant.next().is_none();
            let before = self.errors.len();
            if is_only {
                self.apply(branch, at);
            } else {
                let candidates = facets.iter().zip(&doubts).filter(|(_, it)| it.is_none());
                let candidates: Vec<_> = candidates.map(|(facets, _)| facets).collect();
                for name in required_by_all(&candidates, instance) {
                    self.fault(at, || {
                        explain::missing_tag(keyword, branches, name, instance)
                    });
                }
            }
            if self.errors.len() > before {
                return;
            }
        } else if let Some(name) = common_tag(&doubts)
            && let Some(member) = instance.get(name)
        {
            let fitting = facets.iter().zip(&doubts);
            let fitting = fitting.filter(|(_, it)| **it == Some(Doubt::Tag(name)));
            let wanted = fitting.flat_map(|(facets, _)| tags(facets, name));
            let wanted: Vec<_> = wanted.map(shown).collect();
            return self.fault(at, || explain::wanted(branches, &wanted, member));
        } else if !doubts.iter().any(|it| matches!(it, Some(Doubt::Tag(_)))) {
            let wanted: Vec<_> = facets.iter().flat_map(expected).collect();
            if !wanted.is_empty() {
                return self.fault(at, || explain::wanted(branches, &wanted, instance));
            }
        }
        self.fault(at, || explain::no_branch(keyword, branches, instance));
    }

    fn facets(&self, branch: Value<'t>) -> Facets<'t> {
        let mut facets = vec![branch];
        let mut seen = HashSet::from([key(branch)]);
        let mut next = 0;
        while let Some(&schema) = facets.get(next)
            && facets.len() < FACETS
        {
            next += 1;
            let target = schema
                .get("$ref")
                .and_then(|it| self.schema.targets.get(&key(it)));
            let target = match target {
                Some(Target::Schema { schema, .. }) => Some(*schema),
                _ => None,
            };
            let parts = schema.get("allOf").into_iter().flat_map(Value::elements);
            facets.extend(
                target
                    .into_iter()
                    .chain(parts)
                    .filter(|it| seen.insert(key(*it))),
            );
        }
        facets
    }
}

/// The values that a schema names outright; `None` where it names none.
fn named<'t>(schema: Value<'t>) -> Option<Vec<Value<'t>>> {
    let constant = schema.get("const").map(|it| vec![it]);
    constant.or_else(|| Some(schema.get("enum")?.elements().collect()))
}

/// The values that `facets` name for their member `name`.
fn tags<'t>(facets: &Facets<'t>, name: &str) -> Vec<Value<'t>> {
    let members = facets
        .iter()
        .filter_map(|it| it.get("properties")?.get(name));
    members.filter_map(named).flatten().collect()
}

fn doubt<'t>(facets: &Facets<'t>, instance: Instance<'t>) -> Option<Doubt<'t>> {
    let rules_out = |schema: &Value<'t>| {
        schema.as_bool() == Some(false)
            || schema
                .get("type")
                .is_some_and(|it| !fits_type(it, instance))
            || named(*schema).is_some_and(|it| !it.iter().any(|it| instance.equals(*it)))
    };
    if facets.iter().any(rules_out) {
        return Some(Doubt::Other);
    }
    let properties = facets.iter().filter_map(|it| it.get("properties"));
    let differs = properties.flat_map(Value::members).find(|it| {
        let values = instance.get(it.key).zip(named(it.value));
        values.is_some_and(|(member, values)| !values.iter().any(|it| member.equals(*it)))
    });
    differs.map(|it| Doubt::Tag(it.key))
}

/// The only member that tells the instance from the branches of its type.
fn common_tag<'t>(doubts: &[Option<Doubt<'t>>]) -> Option<&'t str> {
    let mut names = doubts.iter().filter_map(|it| match it {
        Some(Doubt::Tag(name)) => Some(*name),
        _ => None,
    });
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// What `instance` lacks and every candidate requires.
fn required_by_all<'t>(candidates: &[&Facets<'t>], instance: Instance<'t>) -> Vec<&'t str> {
    let required = |facets: &Facets<'t>| -> Vec<&'t str> {
        let lists = facets.iter().filter_map(|it| it.get("required"));
        lists
            .flat_map(Value::elements)
            .filter_map(Value::as_str)
            .collect()
    };
    let Some((first, rest)) = candidates.split_first() else {
        return Vec::new();
    };
    let rest: Vec<HashSet<_>> = rest
        .iter()
        .map(|it| required(it).into_iter().collect())
        .collect();
    let mut names = required(first);
    names.retain(|name| {
        let lacks = instance
            .as_value()
            .is_some_and(|it| it.is_object() && it.get(name).is_none());
        lacks && rest.iter().all(|it| it.contains(name))
    });
    names
}

/// What a branch says outright about its values.
fn expected(facets: &Facets<'_>) -> Vec<String> {
    if let Some(values) = facets.iter().find_map(|it| named(*it)) {
        return values.into_iter().map(shown).collect();
    }
    let types = facets.iter().find_map(|it| it.get("type"));
    types.map(explain::type_names).unwrap_or_default()
}
