//! Finding equal data without comparing everything with everything.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::index::{Key, key};
use super::instance::Instance;
use crate::source::{Kind, Number, Value};

/// The values of long `enum`s by their hash.
#[derive(Debug, Default)]
pub(super) struct Sets<'t> {
    hasher: RandomState,
    known: HashMap<Key, HashMap<u64, Vec<Value<'t>>>>,
}

impl<'t> Sets<'t> {
    /// Whether the values of `list` were hashed before, so that asking is cheap.
    pub(super) fn knows(&self, list: Value<'t>) -> bool {
        self.known.contains_key(&key(list))
    }

    /// Whether `instance` is one of the values of `list`.
    pub(super) fn contains(&mut self, list: Value<'t>, instance: Instance<'t>) -> bool {
        let hasher = &self.hasher;
        let set = self.known.entry(key(list)).or_insert_with(|| {
            let mut set: HashMap<_, Vec<_>> = HashMap::new();
            for value in list.elements() {
                set.entry(hash_of(value, hasher)).or_default().push(value);
            }
            set
        });
        let hash = match instance.as_value() {
            Some(value) => hash_of(value, hasher),
            None => {
                let mut state = hasher.build_hasher();
                Kind::String.hash(&mut state);
                instance.as_str().hash(&mut state);
                state.finish()
            }
        };
        let alike = set.get(&hash).into_iter().flatten();
        alike.copied().any(|it| instance.equals(it))
    }
}

/// Two equal elements of an array, by position.
pub(super) fn twins(instance: Instance<'_>) -> Option<(usize, usize)> {
    let hasher = RandomState::new();
    let mut seen: HashMap<u64, Vec<(usize, Value<'_>)>> = HashMap::new();
    for (at, value) in instance.as_value()?.elements().enumerate() {
        let alike = seen.entry(hash_of(value, &hasher)).or_default();
        if let Some((first, _)) = alike.iter().find(|(_, other)| other.equals(value)) {
            return Some((*first, at));
        }
        alike.push((at, value));
    }
    None
}

fn hash_of(value: Value<'_>, hasher: &RandomState) -> u64 {
    let mut state = hasher.build_hasher();
    hash(value, hasher, &mut state);
    state.finish()
}

/// Hashes data so that equal data has equal hashes: the order of members does not count.
fn hash(value: Value<'_>, hasher: &RandomState, state: &mut impl Hasher) {
    value.kind().hash(state);
    match value.kind() {
        Kind::Unknown | Kind::Null => {}
        Kind::Bool => value.as_bool().hash(state),
        Kind::Number => value.as_number().map(Number::decimal).hash(state),
        Kind::String => value.as_str().hash(state),
        Kind::Array => value.elements().for_each(|it| hash(it, hasher, state)),
        Kind::Object => {
            let sum = value.members().fold(0u64, |sum, member| {
                let mut state = hasher.build_hasher();
                member.key.hash(&mut state);
                hash(member.value, hasher, &mut state);
                sum.wrapping_add(state.finish())
            });
            sum.hash(state);
        }
    }
}
