//! From a name to its declaration and uses, and to another name (§7, §9.2, §12, §13, §17).
//!
//! What the names are, [`crate::names`] knows; here is what the protocol makes of it.

mod definition;
mod highlight;
mod references;
mod rename;

pub(super) use definition::Definition;
pub(super) use highlight::Highlights;
pub(super) use references::References;
pub(super) use rename::{PrepareRename, Rename};

use super::snapshot::Snapshot;
use crate::names::Names;

/// The names of a document, where the text holds one.
pub(super) fn names(snapshot: &Snapshot) -> Option<Names<'_>> {
    let document = snapshot.document()?;
    Some(Names::new(document, &snapshot.options.schema_catalog))
}
