//! What may stand where in a document: the project's own JSON Schema and its evaluation.
//!
//! The schema in `schemas/` accepts what the specification's accepts (§16.1 item 7) and says where
//! kinds of objects part; an ordinary validator reaches the same verdict with it. This evaluator
//! follows the discriminators, so a wrong value is one fault, and stops when it is told to.

mod check;
mod compile;
mod model;
#[cfg(feature = "lsp")]
mod place;
mod schema;

pub use model::SCHEMA;

pub(crate) use check::{Fault, Kinds, Problem, check, component_ref};
pub(crate) use model::{
    Condition, Expected, Grammar, MODEL, Node, NodeId as ModelId, Rest, TextFormat,
};
#[cfg(feature = "lsp")]
pub(crate) use place::{Offer, Place};
