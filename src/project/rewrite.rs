//! One walk over a document that drops, replaces and keeps; what it does not touch stays a copy.

use std::borrow::Cow;
use std::collections::HashSet;

use super::left_out::{LeftOut, Why};
use super::shape::{Holds, ROOT, Role, Shape};
use super::{Budget, TooLarge};
use crate::document::{Cursor, Document, Namespace};
use crate::mcp::Revision;
use crate::source::{Draft, Kind, NodeId};

/// What is to be changed.
#[derive(Debug, Default)]
pub(super) struct Changes<'o> {
    /// Narrow the document down to this revision (§4.12).
    pub revision: Option<Revision>,
    /// Remove specification extensions (§14.5).
    pub strip_extensions: bool,
    /// Remove components that no kept reference reaches (§17.5).
    pub prune: bool,
    /// Put components in the place of references (§17.4).
    pub inline: Option<Budget>,
    /// Keep these primitives only.
    pub only: Option<&'o HashSet<NodeId>>,
}

/// A document with changes made.
pub(super) struct Rewritten<'t> {
    pub draft: Draft<'t>,
    pub left_out: Vec<LeftOut<'t>>,
    /// The first component that did not fit the budget any more.
    pub too_large: Option<TooLarge<'t>>,
}

/// Makes `changes` to a document.
pub(super) fn rewrite<'t>(document: &'t Document, changes: Changes<'_>) -> Rewritten<'t> {
    let mut walk = Walk {
        document,
        changes,
        reached: HashSet::new(),
        left_out: Vec::new(),
        too_large: None,
    };
    let root = document.root();
    let fates = walk.root(root);
    walk.left_out.sort_by_key(|it| it.at.value().span());
    Rewritten {
        draft: assemble(root, fates).unwrap_or(Draft::Copy(root.value())),
        left_out: walk.left_out,
        too_large: walk.too_large,
    }
}

/// What becomes of a value.
enum Fate<'t> {
    Same,
    Changed(Draft<'t>),
    Gone,
}

struct Walk<'t, 'o> {
    document: &'t Document,
    changes: Changes<'o>,
    /// The components that kept references reach.
    reached: HashSet<NodeId>,
    left_out: Vec<LeftOut<'t>>,
    too_large: Option<TooLarge<'t>>,
}

impl<'t> Walk<'t, '_> {
    fn root(&mut self, root: Cursor<'t>) -> Vec<Fate<'t>> {
        let mut fates = Vec::with_capacity(root.members().len());
        for (key, value) in root.members() {
            fates.push(match key {
                "components" => Fate::Same,
                "protocolVersions" => self.root_scope(value),
                _ => self.member(&ROOT, key, value),
            });
        }
        // Components come last: only now all references to them are known.
        for (fate, (key, value)) in fates.iter_mut().zip(root.members()) {
            if key == "components" {
                *fate = self.member(&ROOT, key, value);
            }
        }
        fates
    }

    fn root_scope(&self, scope: Cursor<'t>) -> Fate<'t> {
        match self.changes.revision {
            Some(revision) if scope.elements().len() != 1 => {
                Fate::Changed(Draft::Array(vec![Draft::string(revision.as_str())]))
            }
            _ => Fate::Same,
        }
    }

    fn member(&mut self, shape: &Shape, key: &str, value: Cursor<'t>) -> Fate<'t> {
        if self.changes.strip_extensions && key.starts_with("x-") {
            return self.leave_out(value, Why::Extension);
        }
        if shape.role != Role::Part && key == "protocolVersions" && self.changes.revision.is_some()
        {
            return Fate::Gone;
        }
        match shape.member(key) {
            Some(holds) if holds.many => self.collection(holds, value),
            Some(holds) => self.value(holds, value),
            None => Fate::Same,
        }
    }

    /// An array or map. One that loses its last entry goes as a whole (§3.3, §4.12).
    fn collection(&mut self, holds: &Holds, collection: Cursor<'t>) -> Fate<'t> {
        let mut fates = Vec::with_capacity(collection.value().len());
        let by_name = collection.members().map(|(_, entry)| entry);
        for entry in collection.elements().chain(by_name) {
            let unused =
                holds.components && self.changes.prune && !self.reached.contains(&entry.id());
            fates.push(if unused {
                self.leave_out(entry, Why::Unused)
            } else {
                self.value(holds, entry)
            });
        }
        finish(collection, fates, true)
    }

    fn value(&mut self, holds: &Holds, value: Cursor<'t>) -> Fate<'t> {
        if value.kind() != Kind::Object {
            return Fate::Same;
        }
        if let Some(namespace) = holds.reference
            && value.get("$componentRef").is_some()
        {
            return self.reference(namespace, value);
        }
        match holds.shape {
            Some(shape) => self.object(shape, value),
            None => Fate::Same,
        }
    }

    fn object(&mut self, shape: &Shape, object: Cursor<'t>) -> Fate<'t> {
        if let Some(revision) = self.changes.revision
            && shape.role != Role::Part
            && !applies(object, revision)
        {
            return self.leave_out(object, Why::OutOfScope(revision));
        }
        if shape.role == Role::Primitive
            && let Some(only) = self.changes.only
            && !only.contains(&object.id())
        {
            return Fate::Gone;
        }
        let mut fates = Vec::with_capacity(object.members().len());
        for (key, value) in object.members() {
            fates.push(self.member(shape, key, value));
        }
        finish(object, fates, shape.non_empty)
    }

    fn reference(&mut self, namespace: Namespace, reference: Cursor<'t>) -> Fate<'t> {
        let Some(budget) = &mut self.changes.inline else {
            self.reach(reference);
            return Fate::Same;
        };
        let Some(target) = self.document.resolve(reference, namespace).value() else {
            return Fate::Same;
        };
        if let Err(too_large) = budget.take(target) {
            self.too_large.get_or_insert(too_large);
            return Fate::Same;
        }
        Fate::Changed(Draft::Copy(target.value()))
    }

    /// Notes every component on the way of a reference (§17.5).
    fn reach(&mut self, reference: Cursor<'t>) {
        let mut at = reference;
        while let Some(target) = self.target(at)
            && self.reached.insert(target.id())
        {
            at = target;
        }
    }

    fn target(&self, reference: Cursor<'t>) -> Option<Cursor<'t>> {
        let mut steps = reference
            .str("$componentRef")?
            .strip_prefix("#/")?
            .split('/');
        steps.try_fold(self.document.root(), |at, key| at.get(key))
    }

    fn leave_out(&mut self, at: Cursor<'t>, why: Why) -> Fate<'t> {
        self.left_out.push(LeftOut { at, why });
        Fate::Gone
    }
}

/// Whether a declaration whose parent applies to `revision` applies to it too.
pub(super) fn applies(declaration: Cursor<'_>, revision: Revision) -> bool {
    declaration.get("protocolVersions").is_none_or(|scope| {
        scope
            .elements()
            .any(|element| element.as_str() == Some(revision.as_str()))
    })
}

/// What becomes of a container whose entries have these fates.
fn finish<'t>(container: Cursor<'t>, fates: Vec<Fate<'t>>, non_empty: bool) -> Fate<'t> {
    match assemble(container, fates) {
        None => Fate::Same,
        Some(draft) if non_empty && draft.is_empty_collection() => Fate::Gone,
        Some(draft) => Fate::Changed(draft),
    }
}

/// The container with its entries as their fates want them; `None` where nothing changes.
fn assemble<'t>(container: Cursor<'t>, fates: Vec<Fate<'t>>) -> Option<Draft<'t>> {
    if fates.iter().all(|fate| matches!(fate, Fate::Same)) {
        return None;
    }
    let kept = |value: Cursor<'t>, fate| match fate {
        Fate::Same => Some(Draft::Copy(value.value())),
        Fate::Changed(draft) => Some(draft),
        Fate::Gone => None,
    };
    Some(if container.kind() == Kind::Array {
        let elements = container.elements().zip(fates);
        Draft::Array(
            elements
                .filter_map(|(value, fate)| kept(value, fate))
                .collect(),
        )
    } else {
        let members = container.members().zip(fates);
        Draft::Object(
            members
                .filter_map(|((key, value), fate)| Some((Cow::Borrowed(key), kept(value, fate)?)))
                .collect(),
        )
    })
}
