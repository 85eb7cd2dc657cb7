//! What a schema makes of one value once its references are written out: how many schemas apply to
//! it, and whether applying them comes to an end.
//!
//! Only schemas that apply to the same value multiply. What applies to members and elements is
//! bounded by the value, however often definitions refer to one another.

use std::collections::HashMap;

use super::index::{Index, Key, Reference, key};
use super::resolve::Target;
use crate::source::Value;

/// Subschemas that may apply to one value.
pub(super) const EXPANDED: u64 = 100_000;

/// What writing out the references has shown.
#[derive(Debug, Default)]
pub(super) struct Expansion<'t> {
    /// Whether more schemas than the limit apply to one value; the rest is unknown then.
    pub exceeded: bool,
    /// References that lead back to where they stand without any step into the value.
    pub loops: Vec<Value<'t>>,
}

/// Writes out the references of every schema in `index`; `subs` are the positions of subschemas.
/// References nest as deep as their author likes, hence no recursion.
pub(super) fn expand<'t>(
    index: &Index<'t>,
    targets: &HashMap<Key, Target<'t>>,
    subs: &HashMap<Key, usize>,
) -> Expansion<'t> {
    let mut expander = Expander {
        index,
        targets,
        subs,
        sizes: HashMap::new(),
        expansion: Expansion::default(),
    };
    for (at, sub) in index.subs.iter().enumerate() {
        if sub.unit == at && !expander.sizes.contains_key(&at) {
            expander.measure(at);
        }
        if expander.expansion.exceeded {
            break;
        }
    }
    expander.expansion
}

struct Expander<'t, 'r> {
    index: &'r Index<'t>,
    targets: &'r HashMap<Key, Target<'t>>,
    subs: &'r HashMap<Key, usize>,
    /// What is still being counted has no size yet.
    sizes: HashMap<usize, Option<u64>>,
    expansion: Expansion<'t>,
}

impl<'t> Expander<'t, '_> {
    /// Counts the schemas that apply wherever the subschema at position `sub` does.
    fn measure(&mut self, sub: usize) {
        self.sizes.insert(sub, None);
        let mut open = vec![self.begin(sub)];
        while let Some(mut part) = open.pop() {
            if part.size > EXPANDED {
                self.expansion.exceeded = true;
                return;
            }
            let Some((reference, target)) = self.next_target(&mut part) else {
                self.sizes.insert(part.sub, Some(part.size));
                if let Some(last) = open.last_mut() {
                    last.size = last.size.saturating_add(part.size);
                }
                continue;
            };
            match self.sizes.get(&target) {
                Some(Some(known)) => part.size = part.size.saturating_add(*known),
                Some(None) => self.note_loop(reference),
                None => {
                    self.sizes.insert(target, None);
                    let next = self.begin(target);
                    open.push(part);
                    open.push(next);
                    continue;
                }
            }
            open.push(part);
        }
    }

    /// What a dynamic reference means depends on the way, so nothing is certain of it.
    fn note_loop(&mut self, reference: Value<'t>) {
        let target = self.targets.get(&key(reference));
        if matches!(target, Some(Target::Schema { dynamic: None, .. })) {
            self.expansion.loops.push(reference);
        }
    }

    /// Opens a subschema: its size without references, and the first of them.
    fn begin(&self, sub: usize) -> Part {
        let (unit, end) = self
            .index
            .subs
            .get(sub)
            .map_or((sub, sub), |it| (it.unit, it.end));
        let within = self.index.subs.get(sub..end).unwrap_or_default();
        let size = within.iter().filter(|it| it.unit == unit).count() as u64;
        let reference = self.index.references.partition_point(|it| it.holder < sub);
        Part {
            sub,
            unit,
            end,
            reference,
            size,
        }
    }

    /// The next reference of `part`, and the position of what it means.
    fn next_target(&self, part: &mut Part) -> Option<(Value<'t>, usize)> {
        while let Some(reference) = self.index.references.get(part.reference) {
            if reference.holder >= part.end {
                return None;
            }
            part.reference += 1;
            if self.is_of(part, reference)
                && let Some(Target::Schema { schema, .. }) = self.targets.get(&key(reference.at))
                && let Some(&target) = self.subs.get(&key(*schema))
            {
                return Some((reference.at, target));
            }
        }
        None
    }

    fn is_of(&self, part: &Part, reference: &Reference<'t>) -> bool {
        let holder = self.index.subs.get(reference.holder);
        holder.is_some_and(|it| it.unit == part.unit)
    }
}

/// A subschema whose expansion is being counted.
struct Part {
    sub: usize,
    unit: usize,
    end: usize,
    /// The next reference to look at.
    reference: usize,
    size: u64,
}
