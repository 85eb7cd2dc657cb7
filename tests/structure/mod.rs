//! The structure of documents: one verdict with the specification's schema, better messages.

mod equivalence;
mod messages;
mod mutation;
mod parts;
