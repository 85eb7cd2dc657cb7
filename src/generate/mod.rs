//! Rust server projects from descriptions.
//!
//! [`rust`] decides everything once, in one [`Server`] model: names, types, dispatch, the values
//! that the lists serve. The templates in `templates/` only write down what the model says.
//!
//! Nothing here reads or writes files: a [`Project`] is a list of texts with relative paths.

pub mod docs;
pub mod literal;
mod manifest;
mod model;
pub mod names;
pub mod types;

pub use manifest::{Changes, Function, Manifest, NoManifest};
pub use model::{
    Declaration, Handler, HandlerKind, Note, NoteKind, Options, Owner, Project, ProjectFile,
    ServedList, Server, Source, Transports, VariableKind,
};
