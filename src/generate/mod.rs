//! Rust server projects from descriptions.
//!
//! [`rust`] decides everything once, in one [`Server`] model: names, types, dispatch, the values
//! that the lists serve. The templates in `templates/` only write down what the model says.
//!
//! Nothing here reads or writes files: a [`Project`] is a list of texts with relative paths.

mod digest;
pub mod docs;
mod examples;
mod functions;
pub mod literal;
mod manifest;
mod model;
pub mod names;
mod notes;
mod render;
mod security;
mod server;
pub mod signature;
mod templates;
pub mod types;
mod view;

pub use manifest::{Changes, Function, Manifest, NoManifest};
pub use model::{
    Declaration, Details, Endpoint, Handler, HandlerKind, Note, NoteKind, Options, Owner, Project,
    ProjectFile, ServedList, Server, Source, Transports, VariableKind,
};

use crate::document::Document;

/// A Rust project that serves what `document` describes, which must be without errors.
pub fn rust(document: &Document, options: &Options) -> Project {
    let built = server::build(document, options);
    let mut files = render::files(&built);
    let manifest = Manifest::of(&built.server, options.transports);
    files.push(ProjectFile {
        path: Manifest::PATH.to_owned(),
        text: manifest.text(),
        owner: Owner::Generator,
    });
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Project {
        server: built.server,
        files,
    }
}
