//! What a document holds for each of its revisions.

use crate::document::{Document, PrimitiveKind, Scoped};
use crate::mcp::{Revision, Revisions};

/// How many declarations the view of one revision holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The revision.
    pub revision: Revision,
    /// Transports.
    pub transports: usize,
    /// Capabilities Objects: none or one.
    pub capabilities: usize,
    /// Primitives, in the order of [`PrimitiveKind::ALL`].
    pub primitives: [usize; 4],
    /// Elicitation Declarations in these primitives.
    pub elicitations: usize,
}

/// What the views of a document hold, oldest revision first.
pub fn contents(document: &Document) -> Vec<Contents> {
    let revisions = document.scope().unwrap_or_default();
    revisions
        .iter()
        .map(|revision| {
            let has = |scope: Option<Revisions>| scope.is_some_and(|it| it.contains(revision));
            let holds = |it: &Scoped<'_>| has(it.scope);
            let of = |kind| document.primitives_of(kind).filter(|it| has(it.scope));
            let asking = PrimitiveKind::ALL.into_iter().flat_map(of);
            Contents {
                revision,
                transports: document.transports().filter(holds).count(),
                capabilities: document.capabilities().filter(holds).count(),
                primitives: PrimitiveKind::ALL.map(|kind| of(kind).count()),
                elicitations: asking
                    .flat_map(|it| it.elicitations())
                    .filter(|it| has(it.scope))
                    .count(),
            }
        })
        .collect()
}
