//! Protocol scopes (§4.9, §4.10).

use super::Cursor;
use crate::mcp::{Revision, Revisions};
use crate::source::Kind;

/// The `protocolVersions` member of an object, as it is written.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredScope<'t> {
    /// The member's value.
    pub cursor: Cursor<'t>,
    /// The supported revisions it names.
    pub revisions: Revisions,
    /// Whether nothing else can be meant: it is an array of supported revisions, has at least one,
    /// and was read to its end.
    pub is_whole: bool,
}

impl<'t> DeclaredScope<'t> {
    /// The scope that `object` declares itself; `None` without the member.
    pub fn of(object: Cursor<'t>) -> Option<Self> {
        let cursor = object.get("protocolVersions")?;
        let mut scope = Self {
            cursor,
            revisions: Revisions::NONE,
            is_whole: cursor.kind() == Kind::Array && !cursor.is_cut(),
        };
        for element in cursor.elements() {
            match element.as_str().and_then(Revision::parse) {
                Some(revision) => scope.revisions.insert(revision),
                None => scope.is_whole = false,
            }
        }
        scope.is_whole &= !scope.revisions.is_empty();
        Some(scope)
    }

    /// The first elements to name each of `revisions`, in written order.
    pub fn elements_in(self, mut revisions: Revisions) -> impl Iterator<Item = Cursor<'t>> {
        self.cursor.elements().filter(move |element| {
            let named = element.as_str().and_then(Revision::parse);
            let found = named
                .map_or(Revisions::NONE, Revisions::only)
                .and(revisions);
            revisions = revisions.minus(found);
            !found.is_empty()
        })
    }
}

/// The effective scope of a declaration (§4.10): its own, or else its parent's; `None` where it
/// cannot be known. Its own may reach beyond the parent's, which a rule of its own reports.
pub(super) fn effective(declaration: Cursor<'_>, parent: Option<Revisions>) -> Option<Revisions> {
    match DeclaredScope::of(declaration) {
        Some(own) => Some(own.revisions).filter(|it| !it.is_empty()),
        None => parent.filter(|_| declaration.lacks("protocolVersions")),
    }
}
