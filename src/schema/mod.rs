//! JSON Schemas embedded in a description (§9.2): dialects, references without network, limits,
//! and the validation of instances.
//!
//! A schema is read once and then says what is wrong with it, and what is wrong with an instance.
//! Evaluation knows three answers: where a schema cannot be evaluated completely, only what is
//! certain is an error. It is an evaluator of its own for that reason, and because it has to stop:
//! its work is counted, and every answer given at a reference is remembered.

mod assert;
mod branches;
mod catalog;
mod children;
mod compose;
mod dialect;
mod evaluate;
mod expand;
mod explain;
mod index;
mod instance;
mod legacy;
mod links;
mod number;
mod part;
mod pattern;
mod resolve;
mod sets;
#[cfg(test)]
mod tests;
mod uri;
mod values;

use std::collections::HashMap;
use std::rc::Rc;

pub use catalog::{Catalog, CatalogError};
pub use dialect::Dialect;

use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::mcp::{Revision, Revisions};
use crate::source::{NodeId, Value};
#[cfg(feature = "generate")]
pub(crate) use dialect::is_remark;
pub(crate) use dialect::subschemas;
use evaluate::Budget;
use evaluate::Memory;
pub(crate) use index::DEPTH;
pub(crate) use links::{Anchor, Way};
#[cfg(feature = "generate")]
pub(crate) use part::Part;
pub(crate) use resolve::Schema;
pub(crate) use uri::write_token;

/// The revisions that leave the dialect of Tool schemas open (§9.2).
pub const LEGACY: Revisions = Revisions::before(Revision::V2025_11_25);

/// An answer that may be impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    Yes,
    No,
    Unknown,
}

impl Truth {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Unknown,
        }
    }

    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// What kind of thing is wrong with a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// It is not valid under its dialect, or a reference within it leads nowhere.
    Invalid,
    /// Its dialect is not supported.
    Dialect,
    /// It exceeds a limit.
    TooComplex,
    /// It refers to a schema that is not at hand.
    External,
    /// A part of it is valid but cannot be evaluated.
    Unusable,
}

impl FaultKind {
    /// Whether everything but one part can be evaluated nevertheless.
    fn leaves_the_rest(self) -> bool {
        matches!(self, Self::External | Self::Unusable)
    }
}

/// Something wrong with a schema.
#[derive(Debug, Clone)]
pub(crate) struct Fault<'t> {
    pub kind: FaultKind,
    /// The value that is wrong.
    pub at: Value<'t>,
    /// Whether its key is what is wrong.
    pub at_key: bool,
    pub message: String,
}

impl<'t> Fault<'t> {
    fn new(kind: FaultKind, at: Value<'t>, message: String) -> Self {
        Self {
            kind,
            at,
            at_key: false,
            message,
        }
    }
}

/// Why an instance could not be validated completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// The schema itself is wrong, which has its own findings.
    Faulty,
    /// The schema refers to a schema that is not at hand.
    External,
    /// A pattern means something that cannot be evaluated.
    Pattern,
    /// References lead in a circle.
    Loop,
    /// Numbers have too many digits to be divided.
    Division,
    /// Evaluation would take too long.
    Limit,
    /// Evaluation would take too long after what other instances took.
    Exhausted {
        /// Whether this is the first instance of which that is so.
        first: bool,
    },
    /// It has more faults than are told.
    Many,
    /// A revision leaves the schema's dialect open.
    Legacy,
}

/// A member or element that does not match its schema.
#[derive(Debug, Clone)]
pub(crate) struct InstanceError {
    pub place: Place,
    pub message: String,
    /// The keyword that decides, where it stands in this document.
    pub keyword: Option<Place>,
}

/// What came out of validating an instance.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What is certainly wrong.
    pub errors: Vec<InstanceError>,
    /// Why more may be wrong; `None` where validation was complete.
    pub gap: Option<Gap>,
}

/// The schemas of one document, each read once.
#[derive(Debug)]
pub(crate) struct Schemas<'t> {
    catalog: &'t Catalog,
    read: HashMap<NodeId, Rc<Schema<'t>>>,
    memory: Memory<'t>,
    /// Work that may still be spent on instances of this document.
    budget: u64,
    /// Whether that was too little for some instance.
    exhausted: bool,
}

/// Work for all instances of a document together, in steps of evaluation.
///
/// A step takes 100 to 200 nanoseconds of an optimized build, so that this is spent within a second.
const DOCUMENT_WORK: u64 = 5_000_000;

/// Work for one instance.
const INSTANCE_WORK: u64 = 2_500_000;

/// Work that every instance has of its own, so that none can silence another: this much, and a step
/// for every so many bytes of it. Plain schemas need no more.
const RESERVE: u64 = 500;
const RESERVED_BYTES: u64 = 4;

impl<'t> Schemas<'t> {
    /// Schemas that may refer to those of `catalog`.
    pub fn new(catalog: &'t Catalog) -> Self {
        Self {
            catalog,
            read: HashMap::new(),
            memory: Memory::default(),
            exhausted: false,
            budget: DOCUMENT_WORK,
        }
    }

    /// The schema at `root`, which must be an object of the document, under its declared dialect
    /// or 2020-12; and whether this is the first time it is asked for.
    pub fn get(&mut self, root: Value<'t>) -> (Rc<Schema<'t>>, bool) {
        if let Some(schema) = self.read.get(&root.id()) {
            return (Rc::clone(schema), false);
        }
        let mut schema = Schema::read(root, Dialect::Draft2020, self.catalog);
        schema.try_patterns(&mut self.memory.patterns);
        let schema = Rc::new(schema);
        self.read.insert(root.id(), Rc::clone(&schema));
        (schema, true)
    }

    /// Validates `instance` against `schema`, already resolved, as every revision of `scope` reads
    /// it (§9.3). Formats are never asserted.
    pub fn validate(
        &mut self,
        schema: Cursor<'t>,
        scope: Revisions,
        instance: Cursor<'t>,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        if !scope.is_subset_of(LEGACY) {
            outcome = self.evaluate(schema, instance);
        }
        if !scope.and(LEGACY).is_empty() {
            // Whatever every dialect agrees on was found already where a dialect is known.
            if outcome.errors.is_empty() {
                outcome.errors = legacy::validate(schema, instance);
            }
            outcome.gap = Some(outcome.gap.map_or(Gap::Legacy, |gap| gap.max(Gap::Legacy)));
        }
        outcome
    }

    fn evaluate(&mut self, schema: Cursor<'t>, instance: Cursor<'t>) -> Outcome {
        let (read, _) = self.get(schema.value());
        let bytes = u64::try_from(instance.value().span().len()).unwrap_or(u64::MAX);
        let reserve = RESERVE.saturating_add(bytes / RESERVED_BYTES);
        let shared = INSTANCE_WORK.min(self.budget);
        let allowed = reserve.saturating_add(shared);
        let mut budget = Budget::new(allowed);
        let mut outcome = read.validate(instance, &mut self.memory, &mut budget);
        let spent = allowed - budget.left();
        self.budget -= spent.saturating_sub(reserve).min(shared);
        if outcome.gap == Some(Gap::Limit) && shared < INSTANCE_WORK {
            let first = !std::mem::replace(&mut self.exhausted, true);
            outcome.gap = Some(Gap::Exhausted { first });
        }
        outcome
    }
}
