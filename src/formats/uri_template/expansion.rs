//! The expansion of one variable (RFC 6570 §3.2.1), for every value it may have.

use super::octets::unit_ends;
use super::places::{Places, Walk};
use super::values::Occurrence;
use super::work::{TooMuchWork, Work};
use super::{Modifier, Operator};

type Ends = Result<Places, TooMuchWork>;

/// Where an expansion of the variable, as some defined value, can end when it begins at `starts`.
pub(super) fn ends(text: &str, occurrence: Occurrence<'_>, starts: &Places, work: &Work) -> Ends {
    let Occurrence { operator, variable } = occurrence;
    let name = variable.name.as_str();
    let reader = Reader {
        text,
        operator,
        work,
    };
    match (operator.is_named(), variable.modifier) {
        (false, Modifier::Explode) => {
            // A string is a list of one.
            let mut found = reader.members(starts)?;
            found.add_all(&reader.pairs(starts)?);
            Ok(found)
        }
        (false, modifier) => reader.joined(modifier, starts, Least::Nothing),
        (true, Modifier::Explode) => {
            let mut found = reader.named_members(starts, Key::Fixed(name))?;
            found.add_all(&reader.named_members(starts, Key::Any)?);
            Ok(found)
        }
        (true, modifier) => {
            work.spend(starts.len() * comparison(name))?;
            let named = starts.iter().filter(|at| stands_at(text, *at, name));
            let named: Places = named.map(|at| at + name.len()).collect();
            let values = named.behind(text, b'=');
            if drops_equals(operator) {
                let mut found = reader.joined(modifier, &values, Least::OneCharacter)?;
                found.add_all(&named);
                Ok(found)
            } else {
                reader.joined(modifier, &values, Least::Nothing)
            }
        }
    }
}

/// How much a value must at least be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Least {
    Nothing,
    OneCharacter,
}

#[derive(Clone, Copy)]
enum Key<'a> {
    /// The variable's name, before every member of a list.
    Fixed(&'a str),
    /// The names of an array's pairs. They are held to the characters of the values (§3.2.1),
    /// as all known implementations write them.
    Any,
}

/// Path-style parameters with an empty value are written without `=`.
fn drops_equals(operator: Operator) -> bool {
    operator == Operator::PathParameter
}

/// What it costs to look for `name` at a place: many bytes are compared at a time.
fn comparison(name: &str) -> usize {
    1 + name.len() / 16
}

fn stands_at(text: &str, at: usize, name: &str) -> bool {
    text.as_bytes()
        .get(at..)
        .is_some_and(|rest| rest.starts_with(name.as_bytes()))
}

/// Reads what an operator writes.
struct Reader<'a> {
    text: &'a str,
    operator: Operator,
    work: &'a Work,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Where the character at `at` may end.
    fn units(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        unit_ends(self.text.as_bytes(), at, self.operator.keeps_reserved())
            .into_iter()
            .flatten()
    }

    /// A string, cut or not; or, when it is not to be cut, a list or an array joined by commas.
    fn joined(&self, modifier: Modifier, starts: &Places, least: Least) -> Ends {
        let longest = match modifier {
            Modifier::Prefix(longest) => longest,
            Modifier::None | Modifier::Explode => usize::MAX,
        };
        let takes_commas = longest == usize::MAX;
        let mut found = Places::default();
        // The state is the fewest characters that a place is reached with.
        let mut walk = Walk::<Option<usize>>::new(self.work, starts);
        while let Some((at, fewest, begins)) = walk.next()? {
            if fewest.is_some() || (begins && least == Least::Nothing) {
                found.push(at);
            }
            let origin = begins.then_some(0);
            let Some(count) = origin.or(fewest).filter(|count| *count < longest) else {
                continue;
            };
            let comma = (takes_commas && self.byte(at) == Some(b',')).then_some(at + 1);
            for end in self.units(at).chain(comma) {
                walk.lead_to(end, |state| {
                    *state = Some(state.map_or(count + 1, |known| known.min(count + 1)));
                });
            }
        }
        Ok(found)
    }

    /// Members of a list behind each other.
    fn members(&self, starts: &Places) -> Ends {
        let mut found = Places::default();
        let mut walk = Walk::<bool>::new(self.work, starts);
        while let Some((at, is_member, begins)) = walk.next()? {
            if !is_member && !begins {
                continue;
            }
            found.push(at);
            let separator = (self.byte(at) == Some(self.operator.separator())).then_some(at + 1);
            for end in self.units(at).chain(separator) {
                walk.lead_to(end, |state| *state = true);
            }
        }
        Ok(found)
    }

    /// Pairs `name=value` of an array, whose names come from the value.
    fn pairs(&self, starts: &Places) -> Ends {
        #[derive(Default)]
        struct State {
            is_key: bool,
            is_value: bool,
        }
        let mut found = Places::default();
        let mut walk = Walk::<State>::new(self.work, starts);
        while let Some((at, state, begins)) = walk.next()? {
            if state.is_key || begins {
                for end in self.units(at) {
                    walk.lead_to(end, |state| state.is_key = true);
                }
                if self.byte(at) == Some(b'=') {
                    walk.lead_to(at + 1, |state| state.is_value = true);
                }
            }
            if state.is_value {
                found.push(at);
                for end in self.units(at) {
                    walk.lead_to(end, |state| state.is_value = true);
                }
                if self.byte(at) == Some(self.operator.separator()) {
                    walk.lead_to(at + 1, |state| state.is_key = true);
                }
            }
        }
        Ok(found)
    }

    /// Members of a list or an array for an operator that writes `name=value`.
    fn named_members(&self, starts: &Places, key: Key<'_>) -> Ends {
        #[derive(Default)]
        struct State {
            is_name: bool,
            follows_name: bool,
            follows_equals: bool,
            is_value: bool,
        }
        let mut found = Places::default();
        let mut walk = Walk::<State>::new(self.work, starts);
        while let Some((at, mut state, begins)) = walk.next()? {
            if state.is_name || begins {
                match key {
                    Key::Fixed(name) => {
                        self.work.spend(comparison(name))?;
                        if stands_at(self.text, at, name) {
                            self.work.spend(name.len())?;
                            walk.lead_to(at + name.len(), |state| state.follows_name = true);
                        }
                    }
                    Key::Any => {
                        for end in self.units(at) {
                            walk.lead_to(end, |state| state.is_name = true);
                        }
                        state.follows_name = true;
                    }
                }
            }
            if state.follows_name && self.byte(at) == Some(b'=') {
                walk.lead_to(at + 1, |state| state.follows_equals = true);
            }
            if state.follows_equals || state.is_value {
                for end in self.units(at) {
                    walk.lead_to(end, |state| state.is_value = true);
                }
            }
            let is_empty_value = if drops_equals(self.operator) {
                state.follows_name
            } else {
                state.follows_equals
            };
            if state.is_value || is_empty_value {
                found.push(at);
                if self.byte(at) == Some(self.operator.separator()) {
                    walk.lead_to(at + 1, |state| state.is_name = true);
                }
            }
        }
        Ok(found)
    }
}
