//! Which names the components of several documents get in one (§17.6).

use std::collections::{HashMap, HashSet};

use super::Input;
use crate::document::{Cursor, Namespace};
use crate::project::canonical::{Meaning, Meanings, Sense};
use crate::project::shape::COMPONENTS;

/// A component of the merged document.
pub(super) struct Component<'t> {
    /// The input it is from.
    pub input: usize,
    pub name: String,
    /// Its value there, which may be a reference.
    pub at: Cursor<'t>,
}

/// New names for components, by input and namespace, and then by old name.
#[derive(Debug, Default)]
pub(super) struct Renames<'t>(HashMap<(usize, Namespace), HashMap<&'t str, String>>);

impl Renames<'_> {
    /// The new name, where the component has one.
    pub(super) fn get(&self, input: usize, namespace: Namespace, name: &str) -> Option<&str> {
        let names = self.0.get(&(input, namespace))?;
        names.get(name).map(String::as_str)
    }
}

/// The components of all inputs in one namespace: the first to have a name keeps it, equal values
/// of one name become one, and what differs from it gets a number behind its name.
pub(super) fn collect<'t>(
    inputs: &[Input<'t>],
    namespace: Namespace,
    meanings: &mut Meanings<'t>,
    renames: &mut Renames<'t>,
) -> Vec<Component<'t>> {
    let sense = Sense::Object(&COMPONENTS)
        .member(namespace.as_str())
        .element();
    let given: HashSet<&str> = inputs
        .iter()
        .flat_map(|input| input.document.components(namespace))
        .map(|(name, _)| name)
        .collect();
    let mut taken: HashMap<String, Option<Meaning>> = HashMap::new();
    let mut all = Vec::new();
    for input in inputs {
        for (old, at) in input.document.components(namespace) {
            let meaning = meanings.of(input.reading(None), sense, at);
            let is_free = |name: &str| {
                taken
                    .get(name)
                    .map_or(name == old || !given.contains(name), |it| *it == meaning)
            };
            let numbered = (2_usize..).map(|number| format!("{old}-{number}"));
            let mut names = [old.to_owned()].into_iter().chain(numbered);
            let Some(name) = names.find(|name| is_free(name)) else {
                continue;
            };
            if name != old {
                let renames = renames.0.entry((input.index, namespace)).or_default();
                renames.insert(old, name.clone());
            }
            if taken.insert(name.clone(), meaning).is_none() {
                all.push(Component {
                    input: input.index,
                    name,
                    at,
                });
            }
        }
    }
    all
}
