//! One document, any MCP revision: as a view, or as the values MCP sends.
//!
//! - [`project`] makes the Effective Protocol View of a document for one revision by the eight
//!   steps of §4.12; [`view`] is its inner part, for documents known to be valid.
//! - [`answer`] gives the result that a server of a revision would send: its lists, and what it
//!   says of itself.
//! - [`resolve`] puts components in the place of the references to them.
//! - [`merge`] makes one description of several; [`equivalent`] tells whether two mean the same.
//!
//! All of them yield a [`Draft`], which [`crate::source::write`] turns into JSON or YAML.

mod answer;
mod canonical;
mod contents;
mod left_out;
mod merge;
mod page;
mod rewrite;
mod shape;
mod view;

use std::fmt;

use rewrite::{Changes, rewrite};

use crate::document::{Cursor, Document};
use crate::source::{Draft, Limits};

pub use answer::{Answer, AnswerOptions, CacheScope, Method, Unanswered, answer};
pub use canonical::equivalent;
pub use contents::{Contents, contents};
pub use left_out::{LeftOut, Why};
pub use merge::{Conflict, Unmerged, merge};
pub use page::Page;
pub use view::{Refused, View, ViewOptions, project, view};

/// With its references resolved, a document would be larger than a document may be: here is the
/// component that went beyond [`Limits::bytes`] (§17.7).
#[derive(Debug, Clone, Copy)]
pub struct TooLarge<'t>(pub Cursor<'t>);

impl fmt::Display for TooLarge<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "with its references resolved the document would be too large; `{}` no longer fits",
            self.0.value().path()
        )
    }
}

/// How many bytes of a source's text components may still take when they are copied.
#[derive(Debug)]
struct Budget(usize);

impl Budget {
    fn new(limits: Limits) -> Self {
        Self(limits.bytes)
    }

    fn take<'t>(&mut self, component: Cursor<'t>) -> Result<(), TooLarge<'t>> {
        match self.0.checked_sub(component.value().span().len()) {
            Some(rest) => self.0 = rest,
            None => return Err(TooLarge(component)),
        }
        Ok(())
    }
}

/// The document with the component in the place of every Reference Object (§17.4), also of those
/// between components. Nothing else changes: the components stay, unless `drop_components` asks
/// for a document without them; outer extensions of the Components Object stay even then.
///
/// The document must be valid; a reference that leads nowhere stays as it is.
///
/// # Errors
///
/// [`TooLarge`] when the copies together take more than `limits.bytes` bytes.
///
/// ```
/// use mcpdesc::{Options, load, project, source};
///
/// let text = br##"{
///   "mcpdesc": "0.8.0",
///   "info": {"name": "notes", "version": "1.0.0"},
///   "protocolVersions": ["2025-11-25"],
///   "components": {"schemas": {"Nothing": {"type": "object"}}},
///   "tools": [{"name": "sync", "inputSchema": {"$componentRef": "#/components/schemas/Nothing"}}]
/// }"##;
/// let loaded = load(text, &Options::default());
/// let document = loaded.document().expect("the text holds an object");
/// let draft = project::resolve(document, source::Limits::default(), true).expect("it is small");
/// let json = source::write(&draft, source::Format::Json);
/// assert!(!json.contains("$componentRef") && !json.contains("Nothing"));
/// ```
pub fn resolve(
    document: &Document,
    limits: Limits,
    drop_components: bool,
) -> Result<Draft<'_>, TooLarge<'_>> {
    let changes = Changes {
        inline: Some(Budget::new(limits)),
        prune: drop_components,
        ..Changes::default()
    };
    let resolved = rewrite(document, changes);
    match resolved.too_large {
        Some(too_large) => Err(too_large),
        None => Ok(resolved.draft),
    }
}
