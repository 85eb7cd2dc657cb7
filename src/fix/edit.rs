//! Changes of a text.

use crate::source::Span;

/// Bytes to be replaced by others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to be replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub replacement: String,
}

impl Edit {
    /// Replaces the bytes from `start` to `end`.
    pub(super) fn new(start: usize, end: usize, replacement: impl Into<String>) -> Self {
        Self {
            span: Span::new(start, end),
            replacement: replacement.into(),
        }
    }

    pub(super) fn delete(start: usize, end: usize) -> Self {
        Self::new(start, end, "")
    }

    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at, at, text)
    }

    /// Whether the two cannot be made in one go. Two edits that begin at the same byte exclude each
    /// other, because the result would depend on their order.
    fn excludes(&self, other: &Self) -> bool {
        let (first, second) = if self.span.start <= other.span.start {
            (self.span, other.span)
        } else {
            (other.span, self.span)
        };
        first.start == second.start || second.start < first.end
    }
}

/// Whether no edit of `edits` excludes another.
pub(super) fn are_compatible(edits: &[&Edit]) -> bool {
    let mut sorted: Vec<_> = edits.to_vec();
    sorted.sort_by_key(|it| it.span);
    sorted
        .iter()
        .zip(sorted.iter().skip(1))
        .all(|(first, second)| !first.excludes(second))
}

/// The text after all edits, whose spans are those of the text before; `None` where two of them
/// touch the same bytes, or one lies outside of the text or splits a character.
pub fn apply<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|it| it.span);
    if !are_compatible(&edits) {
        return None;
    }
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        result.push_str(text.get(at..range.start)?);
        result.push_str(&edit.replacement);
        text.get(range.clone())?;
        at = range.end;
    }
    result.push_str(text.get(at..)?);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_one_go_whatever_their_order() {
        let edits = [
            Edit::new(4, 5, "X"),
            Edit::insert(0, "a"),
            Edit::delete(1, 3),
        ];
        assert_eq!(apply("012345", &edits).as_deref(), Some("a03X5"));
    }

    #[test]
    fn edits_of_the_same_bytes_are_refused() {
        assert_eq!(
            apply("0123", &[Edit::delete(0, 2), Edit::delete(1, 3)]),
            None
        );
        assert_eq!(
            apply("0123", &[Edit::insert(1, "a"), Edit::insert(1, "b")]),
            None
        );
        assert_eq!(apply("é", &[Edit::delete(1, 2)]), None);
        assert_eq!(apply("0123", &[Edit::delete(3, 9)]), None);
    }
}
