//! What keeps documents from being merged (§4.13).

use std::collections::HashMap;

use super::difference::{Comparison, Difference, Side};
use super::{Input, scoped};
use crate::diagnostic::{Diagnostic, Place};
use crate::mcp::Revisions;
use crate::project::canonical::{Meanings, Sense, is_silent};
use crate::project::shape::ROOT;
use crate::rules::projection;
use crate::source::Path;

/// A contradiction between two inputs of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The position of one input, and what is wrong there.
    pub here: (usize, Diagnostic),
    /// The position of the other input, and what contradicts it there.
    pub there: (usize, Diagnostic),
}

/// All conflicts between the inputs; those of later inputs come later.
pub(super) fn find<'t>(inputs: &[Input<'t>], meanings: &mut Meanings<'t>) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    for (at, right) in inputs.iter().enumerate() {
        let earlier = inputs.get(..at).unwrap_or_default();
        if let Some(first) = earlier.first() {
            conflicts.extend(about_the_document(first, right, meanings));
        }
        for left in earlier {
            conflicts.extend(about_revisions(left, right, meanings));
        }
    }
    conflicts.extend(about_transports(inputs));
    conflicts
}

/// Contradictions in what no revision changes.
fn about_the_document<'t>(
    left: &Input<'t>,
    right: &Input<'t>,
    meanings: &mut Meanings<'t>,
) -> Vec<Conflict> {
    let (left_root, right_root) = (left.document.root(), right.document.root());
    let mut comparison = Comparison {
        meanings,
        left: left.reading(None),
        right: right.reading(None),
        found: Vec::new(),
    };
    for key in keys(left, right).filter(|key| scoped(key).is_none()) {
        // Which schema editors use is nobody's meaning, but of two only one can be written.
        let both_have = left_root.get(key).is_some() && right_root.get(key).is_some();
        let counts = !is_silent(Sense::Object(&ROOT), left_root, key);
        if counts || (key == "$schema" && both_have) {
            comparison.member(Sense::Object(&ROOT), key, left_root, right_root);
        }
    }
    let found = comparison.found.into_iter();
    found
        .map(|difference| conflict(left, right, difference, None))
        .collect()
}

/// Contradictions in the views of the revisions that the left input supplies and the right one
/// describes too. What differs in several revisions is one conflict.
fn about_revisions<'t>(
    left: &Input<'t>,
    right: &Input<'t>,
    meanings: &mut Meanings<'t>,
) -> Vec<Conflict> {
    let mut all: Vec<(Difference, Revisions)> = Vec::new();
    let mut seen = HashMap::new();
    for revision in left.supplies.and(right.scope).iter() {
        let mut comparison = Comparison {
            meanings,
            left: left.reading(Some(revision)),
            right: right.reading(Some(revision)),
            found: Vec::new(),
        };
        let roots = (left.document.root(), right.document.root());
        for key in keys(left, right).filter(|key| scoped(key).is_some()) {
            comparison.member(Sense::Object(&ROOT), key, roots.0, roots.1);
        }
        for difference in comparison.found {
            let at = *seen.entry(difference.key()).or_insert(all.len());
            match all.get_mut(at) {
                Some((_, revisions)) => revisions.insert(revision),
                None => all.push((difference, Revisions::only(revision))),
            }
        }
    }
    all.into_iter()
        .map(|(difference, revisions)| conflict(left, right, difference, Some(revisions)))
        .collect()
}

/// A document with transports must have one for every revision (§6.5), so inputs that supply
/// revisions must all have some or all have none.
fn about_transports(inputs: &[Input<'_>]) -> Vec<Conflict> {
    let key = "transports";
    let transports = |input: &Input<'_>| input.document.root().get(key).map(|it| it.key_place());
    let with = inputs
        .iter()
        .find_map(|input| Some((input, transports(input)?)));
    let Some((with, place)) = with else {
        return Vec::new();
    };
    let without = inputs
        .iter()
        .filter(|input| !input.supplies.is_empty() && transports(input).is_none());
    let conflict = |input: &Input<'_>| Conflict {
        here: (
            with.index,
            projection::conflict(
                place.clone(),
                format!(
                    "the merged document would have transports, but none for MCP {}: one input \
                     declares no transports, and a document that has some must have one for every \
                     revision (§6.5)",
                    input.supplies
                ),
            )
            .help("declare the transports in both, or in neither"),
        ),
        there: (
            input.index,
            projection::conflict(
                input.document.root().missing(key),
                format!(
                    "this input describes MCP {} without transports",
                    input.supplies
                ),
            ),
        ),
    };
    without.map(conflict).collect()
}

/// The names of the members that either root has.
fn keys<'t>(left: &Input<'t>, right: &Input<'t>) -> impl Iterator<Item = &'t str> {
    let (left, right) = (left.document.root(), right.document.root());
    let only_right = right
        .members()
        .filter(move |(key, _)| left.get(key).is_none());
    left.members().chain(only_right).map(|(key, _)| key)
}

impl Difference {
    /// What makes it the same difference in another revision.
    fn key(&self) -> [(bool, Path); 2] {
        [&self.left, &self.right].map(|side| {
            let has = matches!(side, Side::Has(_));
            (has, side.place().path.clone())
        })
    }
}

impl Side {
    fn place(&self) -> &Place {
        let (Self::Has(place) | Self::Lacks(place)) = self;
        place
    }
}

/// Puts a difference into words; `revisions` are those in which the inputs differ, where the values
/// belong to revisions.
fn conflict(
    left: &Input<'_>,
    right: &Input<'_>,
    difference: Difference,
    revisions: Option<Revisions>,
) -> Conflict {
    let Difference {
        left: left_side,
        right: right_side,
    } = difference;
    // What is there explains more than what is not.
    let ((here, at), (there, other)) = match left_side {
        Side::Has(place) => ((left, place), (right, right_side)),
        Side::Lacks(_) => ((right, right_side.place().clone()), (left, left_side)),
    };
    let lacks = matches!(other, Side::Lacks(_));
    let path = &at.path;
    let (message, help) = match (revisions, lacks) {
        (Some(revisions), false) => (
            format!("two inputs describe MCP {revisions}, but differ in `{path}`"),
            "correct one of them, or take the revision out of one input",
        ),
        (Some(revisions), true) => (
            format!("two inputs describe MCP {revisions}, but only one of them has `{path}`"),
            "correct one of them, or take the revision out of one input",
        ),
        (None, false) => (
            format!(
                "the inputs differ in `{path}`, which belongs to no revision, so that the merged \
                 document can hold only one"
            ),
            "say the same in all inputs; different servers need documents of their own",
        ),
        (None, true) => (
            format!(
                "only one of two inputs has `{path}`, which belongs to no revision, so that the \
                 merged document would say it for both"
            ),
            "have it in all inputs or in none",
        ),
    };
    let counterpart = if lacks {
        "it is missing here"
    } else {
        "it differs from this"
    };
    Conflict {
        here: (here.index, projection::conflict(at, message).help(help)),
        there: (
            there.index,
            projection::conflict(other.place().clone(), counterpart),
        ),
    }
}
