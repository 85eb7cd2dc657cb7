//! Sets of places in a URI, and walks through it.

use std::collections::VecDeque;

use super::work::{TooMuchWork, Work};

/// Places in a text, by byte, in order and each once; the text's end is one too.
#[derive(Debug, Clone, Default)]
pub(super) struct Places(Vec<usize>);

impl Places {
    pub(super) fn only(at: usize) -> Self {
        Self(vec![at])
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.0.binary_search(&at).is_ok()
    }

    /// Adds a place that is not before any other.
    pub(super) fn push(&mut self, at: usize) {
        if self.0.last().is_none_or(|last| *last < at) {
            self.0.push(at);
        }
    }

    /// Whether all others are behind these.
    pub(super) fn precede(&self, other: &Places) -> bool {
        match (self.0.last(), other.0.first()) {
            (Some(last), Some(first)) => last < first,
            _ => true,
        }
    }

    pub(super) fn add_all(&mut self, other: &Places) {
        let in_order = self.precede(other);
        self.0.extend(&other.0);
        if !in_order {
            // Two runs in order, which this sort merges in linear time.
            self.0.sort();
            self.0.dedup();
        }
    }

    /// The places that are in the other set too.
    pub(super) fn both(&self, other: &Places) -> Places {
        self.iter().filter(|at| other.has(*at)).collect()
    }

    /// From the first to the last.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The places right behind `byte` where it stands at one of these places.
    pub(super) fn behind(&self, text: &str, byte: u8) -> Places {
        let stands = |at: &usize| text.as_bytes().get(*at) == Some(&byte);
        Self(self.iter().filter(stands).map(|at| at + 1).collect())
    }
}

impl FromIterator<usize> for Places {
    /// Takes places in any order.
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        let mut places: Vec<usize> = places.into_iter().collect();
        places.sort_unstable();
        places.dedup();
        Self(places)
    }
}

/// A walk of an automaton through a text, once from front to back: every step leads further back,
/// so a place's state is complete when the walk comes to it. It visits only what is between a place
/// where the automaton begins and the last that it reached from there.
pub(super) struct Walk<'a, S> {
    work: &'a Work,
    begins: std::iter::Peekable<std::iter::Copied<std::slice::Iter<'a, usize>>>,
    /// The next place.
    at: usize,
    /// The states from there on.
    ahead: VecDeque<S>,
}

impl<'a, S: Default> Walk<'a, S> {
    pub(super) fn new(work: &'a Work, starts: &'a Places) -> Self {
        Self {
            work,
            begins: starts.0.iter().copied().peekable(),
            at: 0,
            ahead: VecDeque::new(),
        }
    }

    /// The next place, its state, and whether the automaton begins there.
    pub(super) fn next(&mut self) -> Result<Option<(usize, S, bool)>, TooMuchWork> {
        if self.ahead.is_empty() {
            match self.begins.peek() {
                Some(start) => self.at = *start,
                None => return Ok(None),
            }
        }
        self.work.spend(1)?;
        let at = self.at;
        let state = self.ahead.pop_front().unwrap_or_default();
        let begins = self.begins.next_if_eq(&at).is_some();
        self.at = at + 1;
        Ok(Some((at, state, begins)))
    }

    /// Changes the state of a place behind the present one.
    pub(super) fn lead_to(&mut self, place: usize, change: impl FnOnce(&mut S)) {
        let Some(offset) = place.checked_sub(self.at) else {
            return;
        };
        if self.ahead.len() <= offset {
            self.ahead.resize_with(offset + 1, S::default);
        }
        if let Some(state) = self.ahead.get_mut(offset) {
            change(state);
        }
    }
}
