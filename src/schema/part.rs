//! A schema as readers other than the evaluator see it: one subschema at a time.

use super::resolve::Schema;
#[cfg(feature = "generate")]
use super::{
    dialect::{Dialect, shape},
    evaluate::{Budget, Memory},
    index::key,
    resolve::Target,
};
#[cfg(feature = "generate")]
use crate::document::Cursor;
#[cfg(feature = "generate")]
use crate::source::NodeId;
use crate::source::Value;

/// Work for one instance, in steps of evaluation.
#[cfg(feature = "generate")]
const WORK: u64 = 10_000;

/// A subschema, and the resource whose rules it follows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'t> {
    value: Value<'t>,
    pub(super) resource: usize,
}

impl<'t> Part<'t> {
    /// The subschema.
    pub(crate) fn value(self) -> Value<'t> {
        self.value
    }

    /// Tells subschemas of one document apart.
    #[cfg(feature = "generate")]
    pub(crate) fn id(self) -> NodeId {
        self.value.id()
    }
}

impl<'t> Schema<'t> {
    /// All of it; `None` where it is too faulty to be read.
    pub(crate) fn whole(&self) -> Option<Part<'t>> {
        self.is_sound().then_some(Part {
            value: self.root,
            resource: 0,
        })
    }
}

#[cfg(feature = "generate")]
impl<'t> Schema<'t> {
    /// The subschema `value` of `outer`.
    pub(crate) fn within(&self, outer: Part<'t>, value: Value<'t>) -> Part<'t> {
        let entered = self.entered.get(&key(value)).copied();
        Part {
            value,
            resource: entered.unwrap_or(outer.resource),
        }
    }

    /// What a subschema says with `keyword`, if its dialect knows that and it counts there.
    pub(crate) fn keyword(&self, part: Part<'t>, keyword: &str) -> Option<Value<'t>> {
        let value = part.value.get(keyword)?;
        let dialect = self.dialect_of(part)?;
        let counts = keyword == "$ref" || !self.is_replaced(part);
        (counts && shape(keyword, dialect).is_some()).then_some(value)
    }

    /// The dialect of a subschema; `None` where it is not known.
    pub(crate) fn dialect_of(&self, part: Part<'t>) -> Option<Dialect> {
        let resource = self.index.resources.get(part.resource)?;
        (!resource.unread).then_some(resource.dialect)
    }

    /// Whether a subschema is a reference beside which its dialect ignores everything.
    pub(crate) fn is_replaced(&self, part: Part<'t>) -> bool {
        let alone = self.dialect_of(part).is_some_and(Dialect::ref_stands_alone);
        alone
            && part
                .value
                .get("$ref")
                .is_some_and(|it| it.as_str().is_some())
    }

    /// Where the string `reference` leads; `None` where that is outside of the document, depends on
    /// the way there, or goes in a circle.
    pub(crate) fn follow(&self, reference: Value<'t>) -> Option<Part<'t>> {
        let is_faulty = || {
            let mut faults = self.index.faults.iter();
            faults.any(|it| key(it.at) == key(reference))
        };
        match self.targets.get(&key(reference))? {
            Target::Schema {
                schema,
                resource,
                dynamic: None,
            } if !is_faulty() => Some(self.within(
                Part {
                    value: *schema,
                    resource: *resource,
                },
                *schema,
            )),
            _ => None,
        }
    }

    /// Whether `instance`, a value of the document, is certainly valid by a subschema.
    pub(crate) fn accepts(&self, part: Part<'t>, instance: Value<'t>) -> bool {
        let (mut memory, mut budget) = (Memory::default(), Budget::new(WORK));
        let outcome = self.validate_part(part, Cursor::new(instance), &mut memory, &mut budget);
        outcome.errors.is_empty() && outcome.gap.is_none()
    }
}
