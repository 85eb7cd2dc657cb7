//! From a place in the text to what is written there.

use crate::source::{Member, Tree, Value};

/// What is written at a byte offset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'t> {
    /// The innermost value that reaches the offset, ends included.
    pub value: Value<'t>,
    /// The member of `value` whose key the offset is on.
    pub key: Option<Member<'t>>,
}

/// What is written at `offset`; `None` outside the root value.
///
/// Between two values that touch, the later one is meant: it begins where the cursor stands.
pub(super) fn spot(tree: &Tree, offset: usize) -> Option<Spot<'_>> {
    let touches = |range: std::ops::Range<usize>| range.start <= offset && offset <= range.end;
    let mut value = tree.root().filter(|root| touches(root.span().range()))?;
    loop {
        let key = value
            .members()
            .find(|member| touches(member.key_span.range()));
        if key.is_some() {
            return Some(Spot { value, key });
        }
        let members = value.members().map(|member| member.value);
        let inner = members
            .chain(value.elements())
            .filter(|inner| touches(inner.span().range()))
            .last();
        match inner {
            Some(inner) => value = inner,
            None => return Some(Spot { value, key: None }),
        }
    }
}
