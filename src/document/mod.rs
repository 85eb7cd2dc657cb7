//! The MCP Description data model: tolerant, typed views over the tree.
//!
//! Views never fail: what is absent or of the wrong kind is `None`, because half-written documents
//! are the normal case. Rules skip what they cannot read; the structure rules name it.

mod cursor;
mod reference;
mod scope;
mod views;

pub use cursor::Cursor;
pub(crate) use reference::parse_pointer;
pub use reference::{Namespace, Resolved, Step};
pub use scope::DeclaredScope;
pub use views::{Document, Elicitation, Primitive, PrimitiveKind, Scoped};
