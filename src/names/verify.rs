//! Whether a text is the same document with other names.

use std::collections::HashMap;

use super::write::Rewritten;
use crate::source::{Kind, NodeId, Value};

/// The keys and strings that are to be others.
pub(super) struct Expected<'r> {
    keys: HashMap<NodeId, &'r str>,
    strings: HashMap<NodeId, &'r str>,
}

impl<'r> Expected<'r> {
    pub(super) fn of(rewritten: &'r [Rewritten<'_>]) -> Self {
        let (keys, strings): (Vec<_>, Vec<_>) = rewritten.iter().partition(|it| it.is_key);
        let texts = |all: Vec<&'r Rewritten<'_>>| {
            let texts = all.into_iter().map(|it| (it.at.id(), it.text.as_str()));
            texts.collect()
        };
        Self {
            keys: texts(keys),
            strings: texts(strings),
        }
    }

    /// Whether `new` is `old` with these texts and no other change. Values must also go by the same
    /// ids, which they do where the texts have the same structure.
    pub(super) fn holds(&self, old: Value<'_>, new: Value<'_>) -> bool {
        if old.id() != new.id() || old.kind() != new.kind() || old.len() != new.len() {
            return false;
        }
        match old.kind() {
            Kind::Object => old.members().zip(new.members()).all(|(old, new)| {
                let key = self.keys.get(&old.value.id()).copied().unwrap_or(old.key);
                key == new.key && self.holds(old.value, new.value)
            }),
            Kind::Array => {
                let mut pairs = old.elements().zip(new.elements());
                pairs.all(|(old, new)| self.holds(old, new))
            }
            Kind::String => {
                let text = self.strings.get(&old.id()).copied();
                text.or(old.as_str()) == new.as_str()
            }
            Kind::Number => {
                old.as_number().map(|it| it.lexeme()) == new.as_number().map(|it| it.lexeme())
            }
            _ => old.equals(new),
        }
    }
}
