//! A value in the document together with how it was reached.

use std::collections::BTreeSet;

use crate::diagnostic::Place;
use crate::source::{Kind, NodeId, Number, Path, Span, Value, written};

/// A value and, where it lies in a component, the reference that led there.
///
/// Findings made through a cursor carry the path of the use site and the span of the component's
/// text (§17.3).
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'t> {
    value: Value<'t>,
    via: Option<Via>,
}

/// A followed Reference Object: the object that holds `$componentRef`, and the component it means.
#[derive(Debug, Clone, Copy)]
struct Via {
    reference: NodeId,
    target: NodeId,
}

impl<'t> Cursor<'t> {
    /// A value at its own place.
    pub fn new(value: Value<'t>) -> Self {
        Self { value, via: None }
    }

    /// The component `target` as the reference at this cursor means it.
    #[must_use]
    pub fn follow(self, target: Value<'t>) -> Self {
        let reference = self.via.map_or(self.value.id(), |via| via.reference);
        Self {
            value: target,
            via: Some(Via {
                reference,
                target: target.id(),
            }),
        }
    }

    /// The value itself.
    pub fn value(self) -> Value<'t> {
        self.value
    }

    /// The value's node, which also tells components apart from their uses.
    pub fn id(self) -> NodeId {
        self.value.id()
    }

    /// Whether a reference was followed to get here.
    pub fn is_referenced(self) -> bool {
        self.via.is_some()
    }

    /// The member `key` of an object.
    pub fn get(self, key: &str) -> Option<Self> {
        self.value.get(key).map(|value| self.with(value))
    }

    /// The member reached by several keys in turn.
    pub fn at(self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self, |cursor, key| cursor.get(key))
    }

    /// The members of an object, in written order.
    pub fn members(self) -> impl ExactSizeIterator<Item = (&'t str, Self)> + Clone {
        self.value
            .members()
            .map(move |member| (member.key, self.with(member.value)))
    }

    /// The elements of an array, in order.
    pub fn elements(self) -> impl ExactSizeIterator<Item = Self> + Clone {
        self.value.elements().map(move |value| self.with(value))
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.value.kind()
    }

    /// The text of a string.
    pub fn as_str(self) -> Option<&'t str> {
        self.value.as_str()
    }

    /// The value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        self.value.as_bool()
    }

    /// A number as written.
    pub fn as_number(self) -> Option<Number<'t>> {
        self.value.as_number()
    }

    /// The text of the string member `key`.
    pub fn str(self, key: &str) -> Option<&'t str> {
        self.get(key)?.as_str()
    }

    /// Whether a syntax error may have hidden members or elements: absence proves nothing.
    pub fn is_cut(self) -> bool {
        self.value.is_cut()
    }

    /// The names of the objects in the array `key` of this object, none where it lacks the array;
    /// `None` where one may be unread, so that a name which is not among them proves nothing.
    pub fn names_in(self, key: &str) -> Option<BTreeSet<&'t str>> {
        let Some(list) = self.get(key) else {
            return self.lacks(key).then(BTreeSet::new);
        };
        let is_whole = list.kind() == Kind::Array && !list.is_cut() && !list.value().is_empty();
        let names = list.elements().map(|element| element.str("name"));
        names.collect::<Option<_>>().filter(|_| is_whole)
    }

    /// Whether this object certainly has no member `key`: it was read to its end, and none of its
    /// members looks like a slip of the pen for it, or like a reference to all of it. What such a
    /// member would have declared is unknown, not absent. Not for maps, whose keys mean nothing.
    pub fn lacks(self, key: &str) -> bool {
        self.is_readable_map() && self.get(key).is_none() && self.slip_for(key).is_none()
    }

    /// Whether this is an object that was read to its end and is no reference, so that a key which
    /// is not in it is nowhere.
    pub fn is_readable_map(self) -> bool {
        self.kind() == Kind::Object && !self.is_cut() && self.get("$componentRef").is_none()
    }

    /// The key of a member that looks like a slip of the pen for `key`.
    pub fn slip_for(self, key: &str) -> Option<&'t str> {
        // Edits that leave the word recognisable; in short names more make other words.
        let slips = match key.len() {
            0 | 1 => 0,
            2..8 => 1,
            _ => 2,
        };
        let is_slip = |other: &str| {
            other != key
                && other.len().abs_diff(key.len()) <= slips
                && !other.starts_with("x-")
                && strsim::osa_distance(&other.to_ascii_lowercase(), &key.to_ascii_lowercase())
                    <= slips
        };
        let mut keys = self.value.members().map(|member| member.key);
        keys.find(|other| is_slip(other))
    }

    /// The way from the root to it, through the use site where a reference was followed.
    pub fn path(self) -> Path {
        match self.via {
            None => self.value.path(),
            Some(via) => {
                let mut segments = self
                    .value
                    .tree()
                    .value(via.reference)
                    .path()
                    .segments()
                    .to_vec();
                segments.extend_from_slice(self.value.path_below(Some(via.target)).segments());
                Path::from(segments)
            }
        }
    }

    /// The place of the value.
    pub fn place(self) -> Place {
        self.place_at(self.path(), self.value.span())
    }

    /// The place of the key the value is written under; of the value where it has none.
    pub fn key_place(self) -> Place {
        let span = self.value.key().map_or(self.value.span(), |(_, span)| span);
        self.place_at(self.path(), span)
    }

    /// The place of the member `key`, which this object lacks: the object's own name.
    pub fn missing(self, key: &str) -> Place {
        self.place_at(self.path().join(key), self.name_span())
    }

    /// The place of a part of this string, in bytes of its decoded text.
    pub fn part(self, start: usize, len: usize) -> Place {
        let span = written(self.value, start, len).unwrap_or(self.value.span());
        self.place_at(self.path(), span)
    }

    /// The place for a fault of the object as a whole: its key, or the text that opens it.
    pub fn name_place(self) -> Place {
        self.place_at(self.path(), self.name_span())
    }

    fn name_span(self) -> Span {
        if let Some((_, span)) = self.value.key() {
            return span;
        }
        let span = self.value.span();
        let source = self.value.tree().source().as_str();
        let opens_in_flow = source
            .as_bytes()
            .get(span.start as usize)
            .is_some_and(|byte| b"{[".contains(byte));
        match self.value.members().next() {
            _ if opens_in_flow => Span {
                start: span.start,
                end: span.start + 1,
            },
            Some(first) => first.key_span,
            None => span,
        }
    }

    fn place_at(self, path: Path, span: Span) -> Place {
        let used_by = self.via.map(|via| {
            let reference = self.value.tree().value(via.reference);
            (reference.path(), reference.span())
        });
        Place {
            path,
            span,
            used_by,
        }
    }

    fn with(self, value: Value<'t>) -> Self {
        Self {
            value,
            via: self.via,
        }
    }
}
