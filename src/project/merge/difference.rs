//! Where two documents mean different things.

use std::collections::HashMap;

use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::project::canonical::{Meaning, Meanings, Reading, Sense, is_silent};
use crate::project::shape::Order;
use crate::source::Kind;

/// One side of a difference.
#[derive(Debug, Clone)]
pub(super) enum Side {
    /// It has a value here.
    Has(Place),
    /// It has none; this is where one would stand.
    Lacks(Place),
}

/// A smallest part in which two documents differ.
#[derive(Debug, Clone)]
pub(super) struct Difference {
    pub left: Side,
    pub right: Side,
}

/// A walk over two documents at once.
pub(super) struct Comparison<'m, 't> {
    pub meanings: &'m mut Meanings<'t>,
    pub left: Reading<'t>,
    pub right: Reading<'t>,
    pub found: Vec<Difference>,
}

impl<'t> Comparison<'_, 't> {
    /// Compares the member `key` of two objects.
    pub(super) fn member(
        &mut self,
        sense: Sense,
        key: &str,
        left_parent: Cursor<'t>,
        right_parent: Cursor<'t>,
    ) {
        let (left, right) = (left_parent.get(key), right_parent.get(key));
        let sense = sense.member(key);
        let left_says = left.filter(|it| self.meanings.of(self.left, sense, *it).is_some());
        let right_says = right.filter(|it| self.meanings.of(self.right, sense, *it).is_some());
        match (left_says, right_says) {
            (None, None) => {}
            (Some(left), Some(right)) => self.values(sense, left, right),
            (Some(left), None) => {
                for at in self.speaking(self.left, sense, left) {
                    self.found.push(Difference {
                        left: Side::Has(at.key_place()),
                        right: Side::Lacks(right_parent.missing(key)),
                    });
                }
            }
            (None, Some(right)) => {
                for at in self.speaking(self.right, sense, right) {
                    self.found.push(Difference {
                        left: Side::Lacks(left_parent.missing(key)),
                        right: Side::Has(at.key_place()),
                    });
                }
            }
        }
    }

    /// The value itself, or the parts of it that say something where others do not.
    fn speaking(&mut self, reading: Reading<'t>, sense: Sense, at: Cursor<'t>) -> Vec<Cursor<'t>> {
        let (inner, target) = reading.enter(sense, at);
        let parts: Vec<_> = match (inner, target.kind()) {
            (Sense::Collection(_), Kind::Array) => {
                let parts = target.elements();
                parts.map(|part| (inner.element(), part)).collect()
            }
            (Sense::Object(_), Kind::Object) => {
                let parts = target.members();
                parts.map(|(key, part)| (inner.member(key), part)).collect()
            }
            _ => Vec::new(),
        };
        let all = parts.len();
        let says = |(sense, part)| self.meanings.of(reading, sense, part).map(|_| part);
        let speaking: Vec<_> = parts.into_iter().filter_map(says).collect();
        if speaking.len() == all {
            vec![at]
        } else {
            speaking
        }
    }

    /// Compares two values: finds the parts that differ, or else that the whole does.
    fn values(&mut self, sense: Sense, left: Cursor<'t>, right: Cursor<'t>) {
        if self.meanings.of(self.left, sense, left) == self.meanings.of(self.right, sense, right) {
            return;
        }
        let (_, right) = self.right.enter(sense, right);
        let (sense, left) = self.left.enter(sense, left);
        let before = self.found.len();
        match (left.kind(), right.kind(), sense.order()) {
            (Kind::Object, Kind::Object, _) => self.objects(sense, left, right),
            (Kind::Array, Kind::Array, Order::Free(identity)) => {
                self.declarations(sense.element(), identity, left, right);
            }
            (Kind::Array, Kind::Array, Order::Kept)
                if left.elements().len() == right.elements().len() =>
            {
                for (left, right) in left.elements().zip(right.elements()) {
                    self.values(sense.element(), left, right);
                }
            }
            _ => {}
        }
        if self.found.len() == before {
            self.found.push(Difference {
                left: Side::Has(left.place()),
                right: Side::Has(right.place()),
            });
        }
    }

    fn objects(&mut self, sense: Sense, left: Cursor<'t>, right: Cursor<'t>) {
        let only_right = right.members().filter(|(key, _)| left.get(key).is_none());
        for (key, _) in left.members().chain(only_right) {
            if !is_silent(sense, left, key) {
                self.member(sense, key, left, right);
            }
        }
    }

    /// Compares two arrays without order: what has no equal in the other is paired with what has
    /// the same identity there.
    fn declarations(
        &mut self,
        sense: Sense,
        identity: Option<&str>,
        left: Cursor<'t>,
        right: Cursor<'t>,
    ) {
        let lefts = self.said(self.left, sense, left);
        let rights = self.said(self.right, sense, right);
        let only_left = without(&lefts, &rights);
        let mut only_right: HashMap<Option<&str>, Vec<Cursor<'t>>> = HashMap::new();
        let name = |it: Cursor<'t>| identity.and_then(|identity| it.str(identity));
        let unmatched = without(&rights, &lefts);
        for it in unmatched.iter().rev() {
            only_right.entry(name(*it)).or_default().push(*it);
        }
        for it in only_left {
            match only_right.get_mut(&name(it)).and_then(Vec::pop) {
                Some(other) => self.values(sense, it, other),
                None => self.found.push(Difference {
                    left: Side::Has(it.name_place()),
                    right: Side::Lacks(right.key_place()),
                }),
            }
        }
        let mut rest: Vec<_> = only_right.into_values().flatten().collect();
        rest.sort_by_key(|it| it.value().span());
        self.found.extend(rest.into_iter().map(|it| Difference {
            left: Side::Lacks(left.key_place()),
            right: Side::Has(it.name_place()),
        }));
    }

    /// The elements that say something.
    fn said(
        &mut self,
        reading: Reading<'t>,
        sense: Sense,
        array: Cursor<'t>,
    ) -> Vec<(Meaning, Cursor<'t>)> {
        let meaning = |it| Some((self.meanings.of(reading, sense, it)?, it));
        array.elements().filter_map(meaning).collect()
    }
}

/// The values in `all` beyond those that mean the same as one in `others`, each of which counts
/// once.
fn without<'t>(all: &[(Meaning, Cursor<'t>)], others: &[(Meaning, Cursor<'t>)]) -> Vec<Cursor<'t>> {
    let mut counts: HashMap<Meaning, usize> = HashMap::new();
    for (meaning, _) in others {
        *counts.entry(*meaning).or_default() += 1;
    }
    let unmatched = all.iter().filter(|(meaning, _)| {
        let count = counts.get_mut(meaning).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_none()
    });
    unmatched.map(|(_, it)| *it).collect()
}
