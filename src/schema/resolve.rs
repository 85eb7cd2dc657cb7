//! A schema that was read: its faults, and where each of its references leads.

use std::collections::HashMap;

use super::catalog::Catalog;
use super::dialect::{Dialect, is_remark};
use super::expand::{EXPANDED, expand};
use super::index::{Index, Key, Reference, Refers, Resource, key};
use super::pattern::Patterns;
use super::uri;
use super::{Fault, FaultKind};
use crate::source::{Kind, Value};

/// What a reference means.
#[derive(Debug, Clone)]
pub(super) enum Target<'t> {
    /// A schema at hand, in this resource.
    Schema {
        schema: Value<'t>,
        resource: usize,
        /// The name to look for in the dynamic scope, outermost first.
        dynamic: Option<Dynamic>,
    },
    /// The meta-schema of a dialect: every valid schema matches.
    MetaSchema(Dialect),
    /// A schema that is not at hand.
    External,
}

/// How a reference depends on the way it was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dynamic {
    /// `$dynamicRef` to a `$dynamicAnchor` of this name.
    Anchor(String),
    /// `$recursiveRef` to a `$recursiveAnchor`.
    Recursive,
}

/// An embedded schema, read and with its references resolved.
#[derive(Debug)]
pub(crate) struct Schema<'t> {
    pub(super) root: Value<'t>,
    pub(super) index: Index<'t>,
    /// By the string that refers.
    pub(super) targets: HashMap<Key, Target<'t>>,
    /// Resources by the key of their root.
    pub(super) entered: HashMap<Key, usize>,
    /// Whether some reference depends on the way it was reached.
    pub(super) has_dynamic: bool,
}

impl<'t> Schema<'t> {
    /// Reads the schema at `root`. Without `$schema` it is one of `default`.
    pub(crate) fn read(root: Value<'t>, default: Dialect, catalog: &'t Catalog) -> Self {
        let mut index = Index::default();
        index.add_root(root, uri::NOWHERE, default);
        let mut resolver = Resolver {
            catalog,
            by_uri: HashMap::new(),
            broken: HashMap::new(),
            by_root: HashMap::new(),
            known: 0,
            subs: HashMap::new(),
            counted: 0,
            targets: HashMap::new(),
            index,
        };
        // What was not read to its end has no end of unknown names.
        if !resolver.index.exceeded {
            resolver.resolve_all();
        }
        let has_dynamic = resolver.targets.values().any(|target| {
            matches!(
                target,
                Target::Schema {
                    dynamic: Some(_),
                    ..
                }
            )
        });
        resolver.write_out(root);
        resolver.learn_resources();
        let Resolver {
            mut index,
            targets,
            by_root,
            ..
        } = resolver;
        report_at_home(root, &mut index, &targets, catalog);
        Self {
            root,
            index,
            targets,
            entered: by_root,
            has_dynamic,
        }
    }

    /// Finds patterns that are well formed but that no engine here can use.
    pub(super) fn try_patterns(&mut self, patterns: &mut Patterns) {
        let home = key(self.root).0;
        for (at, is_name) in std::mem::take(&mut self.index.untried) {
            let pattern = if is_name {
                at.key().map(|(name, _)| name)
            } else {
                at.as_str()
            };
            let Some(pattern) = pattern.filter(|it| patterns.refuses(it)) else {
                continue;
            };
            // What a catalogue says has no place here; examples tell that it is unusable.
            if key(at).0 == home {
                let shown: String = pattern.chars().take(60).collect();
                self.index.faults.push(Fault {
                    kind: FaultKind::Unusable,
                    at,
                    at_key: is_name,
                    message: format!(
                        "the pattern `{shown}` is too large for the engine, or uses what it does \
                         not know"
                    ),
                });
            }
        }
    }

    /// What is wrong with it, in no particular order.
    pub(crate) fn faults(&self) -> &[Fault<'t>] {
        &self.index.faults
    }

    /// The dialect of its root.
    pub(crate) fn dialect(&self) -> Dialect {
        let root = self.index.resources.first();
        root.map_or(Dialect::Draft2020, |it| it.dialect)
    }

    /// What `schema` means if it is nothing but a reference within `resource`.
    pub(super) fn refers_on(&self, schema: Value<'t>, resource: usize) -> Option<Value<'t>> {
        let reference = schema.get("$ref")?;
        let is_alone = self.index.resources.get(resource)?.ref_stands_alone()
            || schema
                .members()
                .all(|it| it.key == "$ref" || is_remark(it.key));
        match self.targets.get(&key(reference))? {
            Target::Schema {
                schema: next,
                resource: there,
                dynamic: None,
            } if is_alone && *there == resource && !self.entered.contains_key(&key(schema)) => {
                Some(*next)
            }
            _ => None,
        }
    }

    /// Whether it is valid as far as is known, so that instances can be compared with it.
    pub(super) fn is_sound(&self) -> bool {
        let partial = |fault: &Fault<'_>| fault.kind.leaves_the_rest();
        self.root.is_whole() && self.faults().iter().all(partial)
    }
}

/// Turns faults within schemas of the catalogue into what they mean for this schema: the
/// references that lead there are as good as unresolved.
fn report_at_home<'t>(
    root: Value<'t>,
    index: &mut Index<'t>,
    targets: &HashMap<Key, Target<'t>>,
    catalog: &Catalog,
) {
    let (home, _) = key(root);
    let is_foreign = |at: Value<'_>| key(at).0 != home;
    let foreign = index.faults.iter().filter(|fault| is_foreign(fault.at));
    let worst = foreign.min_by_key(|fault| fault.kind.leaves_the_rest());
    let Some((kind, why)) = worst.map(|fault| (fault.kind, located(catalog, fault))) else {
        return;
    };
    let kind = if kind == FaultKind::Unusable {
        kind
    } else {
        FaultKind::External
    };
    index.faults.retain(|fault| !is_foreign(fault.at));
    for reference in index.references.iter().filter(|it| !is_foreign(it.at)) {
        if let Some(Target::Schema { schema, .. }) = targets.get(&key(reference.at))
            && is_foreign(*schema)
        {
            let message =
                format!("the catalogue's schemas behind this reference are not whole: {why}");
            index.faults.push(Fault::new(kind, reference.at, message));
        }
    }
}

/// What is wrong with a schema of the catalogue, and where.
fn located(catalog: &Catalog, fault: &Fault<'_>) -> String {
    let location = catalog.location_of(fault.at).unwrap_or_default();
    format!("{} (`{location}`, at `{}`)", fault.message, fault.at.path())
}

struct Resolver<'t> {
    catalog: &'t Catalog,
    index: Index<'t>,
    by_uri: HashMap<String, usize>,
    /// What is wrong with schemas of the catalogue, by URI.
    broken: HashMap<String, String>,
    by_root: HashMap<Key, usize>,
    /// How many resources are in both.
    known: usize,
    /// Positions of subschemas.
    subs: HashMap<Key, usize>,
    /// How many subschemas are in `subs`.
    counted: usize,
    targets: HashMap<Key, Target<'t>>,
}

impl<'t> Resolver<'t> {
    /// Resolves references until those of the schemas they lead to are resolved too.
    fn resolve_all(&mut self) {
        let mut next = 0;
        while let Some(&reference) = self.index.references.get(next) {
            next += 1;
            if let Some(target) = self.resolve(reference) {
                self.targets.insert(key(reference.at), target);
            }
        }
    }

    fn resolve(&mut self, reference: Reference<'t>) -> Option<Target<'t>> {
        let text = reference.at.as_str()?;
        let (base, dialect) = {
            let it = self.index.resources.get(reference.resource)?;
            (it.base.clone(), it.dialect)
        };
        // Not being a URI reference at all was found already.
        let (name, fragment) = text.split_once('#').unwrap_or((text, ""));
        if !uri::is_reference(text) {
            return None;
        }
        let resource = if name.is_empty() {
            reference.resource
        } else {
            let absolute = uri::resolve(&base, name).unwrap_or_else(|| name.to_owned());
            match self.find(&absolute, dialect) {
                Ok(resource) => resource,
                Err(target) => {
                    if matches!(target, Target::MetaSchema(_)) && fragment.is_empty() {
                        return Some(target);
                    }
                    self.unavailable(reference, text, &absolute);
                    return Some(Target::External);
                }
            }
        };
        self.within(reference, resource, fragment)
    }

    /// The resource of this URI, from the schema itself or the catalogue.
    fn find(&mut self, absolute: &str, dialect: Dialect) -> Result<usize, Target<'t>> {
        self.learn_resources();
        if let Some(&resource) = self.by_uri.get(absolute) {
            return Ok(resource);
        }
        let Some(root) = self.catalog.get(absolute) else {
            return Err(Dialect::from_uri(absolute).map_or(Target::External, Target::MetaSchema));
        };
        let before = self.index.faults.len();
        let resource = self.index.add_root(root, absolute, dialect);
        self.by_uri.insert(absolute.to_owned(), resource);
        let mut new = self.index.faults.iter().skip(before);
        if let Some(fault) = new.find(|fault| !fault.kind.leaves_the_rest()) {
            let why = located(self.catalog, fault);
            self.broken.insert(absolute.to_owned(), why);
            return Err(Target::External);
        }
        if self.index.exceeded {
            return Err(Target::External);
        }
        Ok(resource)
    }

    fn learn_resources(&mut self) {
        let mut twice = Vec::new();
        for (at, it) in self.index.resources.iter().enumerate().skip(self.known) {
            let first = *self.by_uri.entry(it.base.clone()).or_insert(at);
            if let Some(first) = self.index.resources.get(first)
                && key(first.root) != key(it.root)
                && !first.root.equals(it.root)
                && let Some(id) = it.root.get(it.dialect.id_keyword())
            {
                twice.push((
                    id,
                    format!("two different schemas have the identifier `{}`", it.base),
                ));
            }
            self.by_root.entry(key(it.root)).or_insert(at);
        }
        self.known = self.index.resources.len();
        for (id, message) in twice {
            self.index.invalid(id, message);
        }
    }

    fn unavailable(&mut self, reference: Reference<'t>, text: &str, absolute: &str) {
        let why = self.broken.get(absolute).map(String::as_str);
        let message = match why.or_else(|| self.catalog.why_not(absolute)) {
            Some(why) => format!("the catalogue's schema for `{text}` is faulty: {why}"),
            None => format!("the schema `{text}` is outside of this document"),
        };
        self.index.fault(FaultKind::External, reference.at, message);
    }

    /// Follows a fragment within a resource.
    fn within(
        &mut self,
        reference: Reference<'t>,
        resource: usize,
        fragment: &str,
    ) -> Option<Target<'t>> {
        let root = self.readable(resource)?.root;
        let Some(fragment) = uri::decode(fragment) else {
            return self.dangling(reference, "its fragment does not decode to text");
        };
        if fragment.is_empty() {
            return self.arrive(reference, root, resource, None);
        }
        if fragment.starts_with('/') {
            return match uri::follow(root, &fragment) {
                None => self.dangling(reference, "nothing stands there"),
                Some(target) => {
                    let resource = self.enclosing(target, resource);
                    self.readable(resource)?;
                    self.arrive(reference, target, resource, None)
                }
            };
        }
        let anchor = self
            .index
            .anchors
            .get(&(resource, fragment.as_str()))
            .copied();
        match anchor {
            None => self.dangling(reference, "no schema has this name"),
            Some(anchor) => {
                let dynamic = anchor.dynamic.then_some(Dynamic::Anchor(fragment));
                self.arrive(reference, anchor.target, resource, dynamic)
            }
        }
    }

    /// A resource, unless its dialect is unknown, which has a finding of its own.
    fn readable(&self, resource: usize) -> Option<&Resource<'t>> {
        self.index.resources.get(resource).filter(|it| !it.unread)
    }

    fn dangling(&mut self, reference: Reference<'t>, why: &str) -> Option<Target<'t>> {
        // A syntax error may have hidden the target.
        let root = self.index.resources.first()?.root;
        let text = reference.at.as_str().filter(|_| !root.is_cut())?;
        let message = format!("the reference `{text}` leads nowhere: {why}");
        self.index
            .faults
            .push(Fault::new(FaultKind::Invalid, reference.at, message));
        None
    }

    /// The resource that a value found below the root of `within` belongs to.
    fn enclosing(&mut self, value: Value<'t>, within: usize) -> usize {
        self.learn_resources();
        std::iter::successors(Some(value), |at| at.parent())
            .find_map(|at| self.by_root.get(&key(at)).copied())
            .unwrap_or(within)
    }

    fn arrive(
        &mut self,
        reference: Reference<'t>,
        schema: Value<'t>,
        resource: usize,
        anchor: Option<Dynamic>,
    ) -> Option<Target<'t>> {
        if !matches!(schema.kind(), Kind::Object | Kind::Bool) {
            let what = schema.kind().with_article();
            return self.dangling(
                reference,
                &format!("{what} stands there, which is no schema"),
            );
        }
        self.learn_subs();
        if !self.subs.contains_key(&key(schema)) {
            self.index.add_target(schema, resource);
        }
        let recursive = self
            .index
            .resources
            .get(resource)
            .is_some_and(|it| it.recursive);
        let dynamic = match reference.refers {
            Refers::Plain => None,
            Refers::Dynamic => anchor,
            Refers::Recursive => recursive.then_some(Dynamic::Recursive),
        };
        Some(Target::Schema {
            schema,
            resource,
            dynamic,
        })
    }

    fn learn_subs(&mut self) {
        for (at, sub) in self.index.subs.iter().enumerate().skip(self.counted) {
            self.subs.entry(sub.key).or_insert(at);
        }
        self.counted = self.index.subs.len();
    }

    /// Refuses a schema of which too much applies to one value: doubling at every level makes a few
    /// lines astronomically large. And says where references lead in a circle.
    fn write_out(&mut self, root: Value<'t>) {
        if self.targets.is_empty() || self.index.exceeded {
            return;
        }
        self.learn_subs();
        let expansion = expand(&self.index, &self.targets, &self.subs);
        if expansion.exceeded {
            let message = format!(
                "more than {EXPANDED} of its subschemas apply to one value once its references \
                 are written out"
            );
            self.index.fault(FaultKind::TooComplex, root, message);
        }
        for reference in expansion.loops {
            let message = format!(
                "the reference `{}` leads back to itself before any member or element is looked at",
                reference.as_str().unwrap_or_default()
            );
            self.index.fault(FaultKind::Unusable, reference, message);
        }
    }
}

impl Resource<'_> {
    /// Whether keywords beside `$ref` are ignored here.
    pub(super) fn ref_stands_alone(&self) -> bool {
        self.dialect.ref_stands_alone()
    }
}
