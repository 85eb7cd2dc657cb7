//! Does an instance match a schema: yes, no, or impossible to say.
//!
//! The answer about one subschema and one value is kept at every reference, and all work counts
//! against a budget, so that no schema takes longer than it is worth.

use std::collections::{HashMap, HashSet};

use super::assert;
use super::dialect::{Dialect, shape};
use super::explain;
use super::index::{Index, Key, key};
use super::instance::Instance;
use super::part::Part;
use super::pattern::Patterns;
use super::resolve::{Dynamic, Schema, Target};
use super::sets::Sets;
use super::{Gap, InstanceError, Outcome, Truth};
use crate::document::Cursor;
use crate::source::{Kind, NodeId, Value};

/// Schemas applied within one another; instances nest at most half as deep.
const DEPTH: usize = 300;

/// What a search that was given up cost, in steps.
const SEARCH: usize = 20_000;

/// Findings about one instance; that there are more is said.
pub(super) const ERRORS: usize = 1_000;

/// Work that may be spent, in steps of evaluation.
#[derive(Debug)]
pub(super) struct Budget(u64);

impl Budget {
    pub(super) fn new(steps: u64) -> Self {
        Self(steps)
    }

    pub(super) fn left(&self) -> u64 {
        self.0
    }

    /// Takes `steps`; `false` where there are no more.
    fn spend(&mut self, steps: usize) -> bool {
        self.0 = self
            .0
            .saturating_sub(u64::try_from(steps).unwrap_or(u64::MAX));
        self.0 > 0
    }
}

/// What is worth keeping from one instance to the next.
#[derive(Debug, Default)]
pub(super) struct Memory<'t> {
    pub(super) patterns: Patterns,
    sets: Sets<'t>,
}

/// Members and elements of one value that some keyword has looked at.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    pub all: bool,
    pub nodes: HashSet<NodeId>,
    /// Whether a subschema whose answer is unknown may have seen more.
    pub unsure: bool,
}

impl Seen {
    fn add(&mut self, other: Self) {
        self.all |= other.all;
        self.unsure |= other.unsure;
        self.nodes.extend(other.nodes);
    }
}

/// The answer of one schema about one value.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub truth: Truth,
    pub seen: Seen,
}

impl Answer {
    fn new(truth: Truth) -> Self {
        let seen = Seen {
            unsure: truth == Truth::Unknown,
            ..Seen::default()
        };
        Self { truth, seen }
    }

    pub(super) fn and(&mut self, truth: Truth) {
        self.truth = self.truth.and(truth);
    }

    /// Demands what another schema said about the same value.
    pub(super) fn join(&mut self, other: Self) {
        self.and(other.truth);
        self.seen.add(other.seen);
    }

    /// Takes over what a schema saw that matches for certain, or perhaps.
    pub(super) fn learn(&mut self, other: Self) {
        match other.truth {
            Truth::Yes => self.seen.add(other.seen),
            Truth::Unknown => self.seen.unsure = true,
            Truth::No => {}
        }
    }
}

/// Whether faults are written down: only where a fault here makes the whole instance wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Ask,
    Report,
}

/// What a schema is applied to, and how.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    pub instance: Instance<'t>,
    pub resource: usize,
    pub mode: Mode,
}

/// A schema and what it is applied to; names are told apart from the values they name.
type Pair = (Key, (NodeId, bool));

pub(super) struct Evaluator<'t, 's> {
    pub schema: &'s Schema<'t>,
    memory: &'s mut Memory<'t>,
    budget: &'s mut Budget,
    pub errors: Vec<InstanceError>,
    gap: Option<Gap>,
    depth: usize,
    /// Resources entered on the way, outermost first.
    dynamic: Vec<usize>,
    /// References being followed: a schema that only refers to itself has no answer.
    open: HashSet<Pair>,
    answers: HashMap<Pair, Answer>,
    reported: HashSet<Pair>,
}

impl<'t> Schema<'t> {
    /// Validates `instance`.
    pub(super) fn validate(
        &self,
        instance: Cursor<'t>,
        memory: &mut Memory<'t>,
        budget: &mut Budget,
    ) -> Outcome {
        if let Some(whole) = self.whole() {
            return self.validate_part(whole, instance, memory, budget);
        }
        Outcome {
            errors: Vec::new(),
            gap: Some(Gap::Faulty),
        }
    }

    /// Validates `instance` against a part of it.
    pub(super) fn validate_part(
        &self,
        part: Part<'t>,
        instance: Cursor<'t>,
        memory: &mut Memory<'t>,
        budget: &mut Budget,
    ) -> Outcome {
        let mut evaluator = Evaluator {
            schema: self,
            memory,
            budget,
            errors: Vec::new(),
            gap: None,
            depth: 0,
            dynamic: Vec::new(),
            open: HashSet::new(),
            answers: HashMap::new(),
            reported: HashSet::new(),
        };
        let at = At {
            instance: Instance::value(instance),
            resource: part.resource,
            mode: Mode::Report,
        };
        let answer = evaluator.apply(part.value(), at);
        let incomplete = answer.truth == Truth::Unknown || evaluator.gap.is_some();
        Outcome {
            gap: incomplete.then(|| evaluator.gap.unwrap_or(Gap::Limit)),
            errors: evaluator.errors,
        }
    }
}

impl<'t> Evaluator<'t, '_> {
    /// Applies a schema.
    pub(super) fn apply(&mut self, schema: Value<'t>, at: At<'t>) -> Answer {
        if self.depth >= DEPTH || !self.budget.spend(1) {
            return self.unknown(Gap::Limit);
        }
        match schema.kind() {
            Kind::Bool if schema.as_bool() == Some(true) => return Answer::new(Truth::Yes),
            _ if at.instance.kind() == Kind::Unknown => return self.unknown(Gap::Faulty),
            Kind::Bool => {
                self.fault(at, || explain::nothing_allowed(schema, at.instance));
                return Answer::new(Truth::No);
            }
            Kind::Object => {}
            _ => return self.unknown(Gap::Faulty),
        }
        // A single resource is never left.
        let is_divided = self.schema.has_dynamic || self.schema.index.resources.len() > 1;
        let entered = is_divided
            .then(|| self.schema.entered.get(&key(schema)).copied())
            .flatten();
        let resource = entered.unwrap_or(at.resource);
        if entered.is_some() {
            self.dynamic.push(resource);
        }
        self.depth += 1;
        let answer = self.object(schema, At { resource, ..at });
        self.depth -= 1;
        if answer.truth == Truth::Unknown && at.instance.is_cut() {
            // What hides parts of the instance has its own finding.
            self.note(Gap::Faulty);
        }
        if entered.is_some() {
            self.dynamic.pop();
        }
        answer
    }

    fn object(&mut self, schema: Value<'t>, at: At<'t>) -> Answer {
        let mut answer = Answer::new(Truth::Yes);
        let Some(resource) = self.schema.index.resources.get(at.resource) else {
            return self.unknown(Gap::Faulty);
        };
        let dialect = resource.dialect;
        if resource.ref_stands_alone()
            && let Some(reference) = schema.get("$ref").filter(|it| it.as_str().is_some())
        {
            return self.refer(reference, at);
        }
        for member in schema.members() {
            if shape(member.key, dialect).is_some() {
                self.keyword(schema, member.key, member.value, dialect, at, &mut answer);
            }
        }
        // These look at what all others have seen.
        for (keyword, kind) in [
            ("unevaluatedProperties", Kind::Object),
            ("unevaluatedItems", Kind::Array),
        ] {
            if at.instance.kind() == kind
                && shape(keyword, dialect).is_some()
                && let Some(rest) = schema.get(keyword)
            {
                self.unevaluated(rest, at, &mut answer);
            }
        }
        answer
    }

    fn keyword(
        &mut self,
        schema: Value<'t>,
        keyword: &str,
        value: Value<'t>,
        dialect: Dialect,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        match keyword {
            "$ref" | "$dynamicRef" => answer.join(self.refer(value, at)),
            "$recursiveRef" if dialect == Dialect::Draft2019 => answer.join(self.refer(value, at)),
            "allOf" => {
                for branch in value.elements() {
                    answer.join(self.apply(branch, at));
                }
            }
            "anyOf" => self.any_of(value, at, answer),
            "oneOf" => self.one_of(value, at, answer),
            "not" => {
                let inner = self
                    .apply(
                        value,
                        At {
                            mode: Mode::Ask,
                            ..at
                        },
                    )
                    .truth;
                self.demand(inner.not(), at, answer, || explain::not(value, at.instance));
            }
            "if" => self.condition(schema, value, at, answer),
            "dependencies" | "dependentSchemas" | "dependentRequired"
                if dialect <= Dialect::Draft7 || keyword != "dependencies" =>
            {
                self.dependencies(value, at, answer);
            }
            "properties" | "patternProperties" | "additionalProperties" | "propertyNames"
                if at.instance.kind() == Kind::Object =>
            {
                self.members(schema, keyword, value, at, answer);
            }
            "items" | "prefixItems" | "additionalItems" | "contains"
                if at.instance.kind() == Kind::Array =>
            {
                self.elements(schema, keyword, value, dialect, at, answer);
            }
            "pattern" => {
                if let (Some(pattern), Some(text)) = (value.as_str(), at.instance.as_str()) {
                    let found = self.find(pattern, text);
                    self.demand(found, at, answer, || explain::pattern(value, at.instance));
                }
            }
            _ => self.assertion(schema, keyword, value, dialect, at, answer),
        }
    }

    fn assertion(
        &mut self,
        schema: Value<'t>,
        keyword: &str,
        value: Value<'t>,
        dialect: Dialect,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        if !self.budget.spend(assert::cost(keyword, value, at.instance)) {
            answer.join(self.unknown(Gap::Limit));
            return;
        }
        let truth = if keyword == "enum" && value.len() > assert::FEW {
            self.is_one_of(value, at.instance)
        } else {
            match assert::holds(schema, keyword, value, dialect, at.instance) {
                Some(truth) => truth,
                None => return,
            }
        };
        // The rest of a value that was cut may be what is asked for.
        let is_open = matches!(keyword, "enum" | "const") && at.instance.is_cut();
        let truth = match truth {
            Truth::No if is_open => Truth::Unknown,
            truth => truth,
        };
        answer.and(truth);
        match truth {
            Truth::Yes => {}
            // What a syntax error hides has its own findings.
            Truth::Unknown if at.instance.is_cut() => self.note(Gap::Faulty),
            Truth::Unknown if keyword == "enum" => {}
            Truth::Unknown => self.note(Gap::Division),
            Truth::No => self.faults(at, || {
                explain::assertion(schema, keyword, value, at.instance)
            }),
        }
    }

    /// Whether a value is among many.
    fn is_one_of(&mut self, list: Value<'t>, instance: Instance<'t>) -> Truth {
        let known = self.memory.sets.knows(list);
        if !known && !self.budget.spend(list.span().len() / 32) {
            return self.unknown(Gap::Limit).truth;
        }
        self.memory.sets.contains(list, instance).into()
    }

    /// Adds a demand, with the words for it where it is not met.
    pub(super) fn demand(
        &mut self,
        truth: Truth,
        at: At<'t>,
        answer: &mut Answer,
        words: impl FnOnce() -> InstanceError,
    ) {
        answer.and(truth);
        if truth == Truth::No {
            self.fault(at, words);
        }
    }

    pub(super) fn fault(&mut self, at: At<'t>, words: impl FnOnce() -> InstanceError) {
        self.faults(at, || vec![words()]);
    }

    fn faults(&mut self, at: At<'t>, words: impl FnOnce() -> Vec<InstanceError>) {
        if at.mode == Mode::Ask {
            return;
        }
        let is_full = self.errors.len() >= ERRORS;
        if !is_full {
            self.errors.extend(words());
        }
        if is_full || self.errors.len() > ERRORS {
            self.errors.truncate(ERRORS);
            self.note(Gap::Many);
        }
    }

    fn note(&mut self, gap: Gap) {
        self.gap = Some(self.gap.map_or(gap, |known| known.min(gap)));
    }

    pub(super) fn unknown(&mut self, gap: Gap) -> Answer {
        self.note(gap);
        Answer::new(Truth::Unknown)
    }

    pub(super) fn find(&mut self, pattern: &str, text: &str) -> Truth {
        if !self.budget.spend(2 + text.len() / 32) {
            return self.unknown(Gap::Limit).truth;
        }
        let patience = self.budget.left() > SEARCH as u64;
        match self.memory.patterns.find(pattern, text, patience) {
            Ok(found) => found.into(),
            Err(gap) => {
                if gap == Gap::Limit {
                    self.budget.spend(SEARCH);
                }
                self.unknown(gap).truth
            }
        }
    }

    fn refer(&mut self, reference: Value<'t>, at: At<'t>) -> Answer {
        let schema = self.schema;
        match schema.targets.get(&key(reference)) {
            None => self.unknown(Gap::Faulty),
            Some(Target::External) => self.unknown(Gap::External),
            Some(Target::MetaSchema(dialect)) => {
                let truth = self.is_schema(at.instance, *dialect);
                let mut answer = Answer::new(truth);
                answer.seen.all = true;
                if truth == Truth::No {
                    self.fault(at, || explain::no_schema(reference, at.instance, *dialect));
                }
                answer
            }
            Some(Target::Schema {
                schema,
                resource,
                dynamic,
            }) => {
                let target = dynamic.as_ref().and_then(|dynamic| self.outermost(dynamic));
                let (schema, resource) = target.unwrap_or((*schema, *resource));
                match self.last_of_chain(schema, resource) {
                    Ok(schema) => self.follow(schema, At { resource, ..at }),
                    Err(gap) => self.unknown(gap),
                }
            }
        }
    }

    /// Passes over schemas that only refer on, of which there may be thousands in a row.
    fn last_of_chain(&mut self, first: Value<'t>, resource: usize) -> Result<Value<'t>, Gap> {
        let mut schema = first;
        for _ in 0..=self.schema.index.references.len() {
            match self.schema.refers_on(schema, resource) {
                None => return Ok(schema),
                Some(next) => schema = next,
            }
            if !self.budget.spend(1) {
                return Err(Gap::Limit);
            }
        }
        Err(Gap::Loop)
    }

    /// Whether a value is a valid schema of `dialect`: what its meta-schema asks.
    fn is_schema(&mut self, instance: Instance<'t>, dialect: Dialect) -> Truth {
        let Some(value) = instance.as_value() else {
            return Truth::No;
        };
        if !self.budget.spend(value.span().len() / 8) {
            return self.unknown(Gap::Limit).truth;
        }
        Index::is_valid(value, dialect).into()
    }

    /// What a dynamic reference means on this way.
    fn outermost(&self, dynamic: &Dynamic) -> Option<(Value<'t>, usize)> {
        let index = &self.schema.index;
        self.dynamic.iter().find_map(|&resource| match dynamic {
            Dynamic::Anchor(name) => {
                let anchor = index.anchors.get(&(resource, name.as_str()))?;
                anchor.dynamic.then_some((anchor.target, resource))
            }
            Dynamic::Recursive => {
                let it = index.resources.get(resource)?;
                it.recursive.then_some((it.root, resource))
            }
        })
    }

    fn follow(&mut self, schema: Value<'t>, at: At<'t>) -> Answer {
        let pair = (key(schema), at.instance.id());
        if let Some(known) = self.answers.get(&pair) {
            let told = known.truth != Truth::No || at.mode == Mode::Ask;
            if told || self.reported.contains(&pair) {
                return known.clone();
            }
        }
        if !self.open.insert(pair) {
            return self.unknown(Gap::Loop);
        }
        // A target within another resource brings that resource's dynamic scope along.
        let inside = self.schema.entered.get(&pair.0) != Some(&at.resource);
        let pushed = inside && self.dynamic.last() != Some(&at.resource);
        if pushed {
            self.dynamic.push(at.resource);
        }
        let answer = self.apply(schema, at);
        if pushed {
            self.dynamic.pop();
        }
        self.open.remove(&pair);
        // With dynamic references the answer depends on the way here.
        if !self.schema.has_dynamic {
            if at.mode == Mode::Report {
                self.reported.insert(pair);
            }
            self.answers.insert(pair, answer.clone());
        }
        answer
    }
}
