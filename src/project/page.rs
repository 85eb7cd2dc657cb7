//! Lists in pages, as servers send them.

use std::num::NonZeroUsize;

use super::Method;
use crate::mcp::Revision;

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// How many entries it has at most.
    pub size: NonZeroUsize,
    /// Where it starts: the `nextCursor` of the page before, or `None` for the first page.
    pub cursor: Option<String>,
}

/// The list that pages are cut from. A cursor fits this list only.
pub(super) struct Pages<'i> {
    pub method: Method,
    pub revision: Revision,
    /// What identifies the entries, in order.
    pub identities: Vec<&'i str>,
}

impl Pages<'_> {
    /// The entries of `page` as a range, and the cursor of the next one; `None` where its cursor
    /// was not made for this list.
    pub(super) fn cut(&self, page: &Page) -> Option<(std::ops::Range<usize>, Option<String>)> {
        let start = match &page.cursor {
            None => 0,
            Some(cursor) => self.position(cursor)?,
        };
        let end = start.saturating_add(page.size.get());
        let next = self.cursor(end);
        Some((start..end.min(self.identities.len()), next))
    }

    /// The entry that a cursor means.
    fn position(&self, cursor: &str) -> Option<usize> {
        let (at, _) = cursor.split_once('-')?;
        let at = usize::from_str_radix(at, 16).ok()?;
        (self.cursor(at).as_deref() == Some(cursor)).then_some(at)
    }

    /// The cursor of a page that starts at entry `at`; the first needs none, and behind the last
    /// there is no page.
    fn cursor(&self, at: usize) -> Option<String> {
        let identity = self.identities.get(at).filter(|_| at > 0)?;
        let parts = [self.method.as_str(), self.revision.as_str(), identity];
        Some(format!("{at:x}-{:016x}", hash(&parts)))
    }
}

/// FNV-1a over the parts, which a byte that is in no UTF-8 text keeps apart. The standard library's
/// hashes may differ between versions; cursors must not.
fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
