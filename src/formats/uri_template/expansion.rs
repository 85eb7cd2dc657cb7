//! The expansion of one variable (RFC 6570 §3.2.1), for every value it may have.
//!
//! Each function is a small automaton: it walks the text once from front to back, and every step
//! leads further back, so each state's places are complete when the walk comes to them.

use super::octets::unit_ends;
use super::places::Places;
use super::values::Occurrence;
use super::{Modifier, Operator};

/// Where an expansion of the variable, as some defined value, can end when it begins at `starts`.
pub(super) fn ends(text: &str, occurrence: Occurrence<'_>, starts: &Places) -> Places {
    let Occurrence { operator, variable } = occurrence;
    let name = variable.name.as_str();
    let mut found;
    match (operator.is_named(), variable.modifier) {
        (false, Modifier::Explode) => {
            // A string is a list of one.
            found = members(text, operator, starts);
            found.add_all(&pairs(text, operator, starts));
        }
        (false, modifier) => found = joined(text, operator, modifier, starts, Least::Nothing),
        (true, Modifier::Explode) => {
            found = named_members(text, operator, starts, Key::Fixed(name));
            found.add_all(&named_members(text, operator, starts, Key::Any));
        }
        (true, modifier) => {
            let mut named = Places::none(text);
            for at in starts.iter().filter(|at| stands_at(text, *at, name)) {
                named.add(at + name.len());
            }
            let values = named.behind(text, b'=');
            found = joined(
                text,
                operator,
                modifier,
                &values,
                least_behind_equals(operator),
            );
            if drops_equals(operator) {
                found.add_all(&named);
            }
        }
    }
    found
}

/// How much a value must at least be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Least {
    Nothing,
    OneCharacter,
}

/// Path-style parameters with an empty value are written without `=`.
fn drops_equals(operator: Operator) -> bool {
    operator == Operator::PathParameter
}

fn least_behind_equals(operator: Operator) -> Least {
    if drops_equals(operator) {
        Least::OneCharacter
    } else {
        Least::Nothing
    }
}

fn stands_at(text: &str, at: usize, name: &str) -> bool {
    text.as_bytes()
        .get(at..)
        .is_some_and(|rest| rest.starts_with(name.as_bytes()))
}

/// A string, cut or not; or, when it is not to be cut, a list or an array joined by commas.
fn joined(
    text: &str,
    operator: Operator,
    modifier: Modifier,
    starts: &Places,
    least: Least,
) -> Places {
    let longest = match modifier {
        Modifier::Prefix(longest) => longest,
        Modifier::None | Modifier::Explode => usize::MAX,
    };
    let takes_commas = longest == usize::MAX;
    let bytes = text.as_bytes();
    // The fewest characters with which a place is reached; without a limit they need no counting.
    let mut fewest: Vec<Option<usize>> = vec![None; bytes.len() + 1];
    for at in 0..=bytes.len() {
        let here = fewest.get(at).copied().flatten();
        let origin = starts.has(at).then_some(0);
        let nearest = match least {
            Least::Nothing => origin.or(here),
            // Zero characters are a beginning, not an end; so the place itself is not marked.
            Least::OneCharacter => here,
        };
        if let Some(slot) = fewest.get_mut(at) {
            *slot = nearest;
        }
        let Some(count) = origin.or(here).filter(|count| *count < longest) else {
            continue;
        };
        let comma = (takes_commas && bytes.get(at) == Some(&b',')).then_some(at + 1);
        let units = unit_ends(bytes, at, operator.keeps_reserved());
        for end in units.into_iter().chain([comma]).flatten() {
            if let Some(slot) = fewest.get_mut(end) {
                *slot = Some(slot.map_or(count + 1, |known| known.min(count + 1)));
            }
        }
    }
    let mut found = Places::none(text);
    for (at, _) in fewest
        .iter()
        .enumerate()
        .filter(|(_, count)| count.is_some())
    {
        found.add(at);
    }
    found
}

/// Members of a list behind each other.
fn members(text: &str, operator: Operator, starts: &Places) -> Places {
    let bytes = text.as_bytes();
    let mut found = starts.clone();
    for at in 0..bytes.len() {
        if found.has(at) {
            let separator = (bytes.get(at) == Some(&operator.separator())).then_some(at + 1);
            let units = unit_ends(bytes, at, operator.keeps_reserved());
            units
                .into_iter()
                .chain([separator])
                .flatten()
                .for_each(|end| found.add(end));
        }
    }
    found
}

/// Pairs `name=value` of an array, whose names come from the value.
fn pairs(text: &str, operator: Operator, starts: &Places) -> Places {
    let bytes = text.as_bytes();
    let (mut keys, mut values) = (starts.clone(), Places::none(text));
    for at in 0..bytes.len() {
        let units = unit_ends(bytes, at, operator.keeps_reserved());
        if keys.has(at) {
            units.into_iter().flatten().for_each(|end| keys.add(end));
            if bytes.get(at) == Some(&b'=') {
                values.add(at + 1);
            }
        }
        if values.has(at) {
            units.into_iter().flatten().for_each(|end| values.add(end));
            if bytes.get(at) == Some(&operator.separator()) {
                keys.add(at + 1);
            }
        }
    }
    values
}

#[derive(Clone, Copy)]
enum Key<'a> {
    /// The variable's name, before every member of a list.
    Fixed(&'a str),
    /// The names of an array's pairs. They are held to the characters of the values (§3.2.1),
    /// as all known implementations write them.
    Any,
}

/// Members of a list or an array for an operator that writes `name=value`.
fn named_members(text: &str, operator: Operator, starts: &Places, key: Key<'_>) -> Places {
    let bytes = text.as_bytes();
    let mut names = starts.clone();
    let [mut after_name, mut after_equals, mut values, mut found] =
        std::array::from_fn(|_| Places::none(text));
    for at in 0..=bytes.len() {
        let units = unit_ends(bytes, at, operator.keeps_reserved());
        if names.has(at) {
            match key {
                Key::Fixed(name) if stands_at(text, at, name) => after_name.add(at + name.len()),
                Key::Fixed(_) => {}
                Key::Any => {
                    units.into_iter().flatten().for_each(|end| names.add(end));
                    after_name.add(at);
                }
            }
        }
        if after_name.has(at) && bytes.get(at) == Some(&b'=') {
            after_equals.add(at + 1);
        }
        if after_equals.has(at) || values.has(at) {
            units.into_iter().flatten().for_each(|end| values.add(end));
        }
        let empty = if drops_equals(operator) {
            &after_name
        } else {
            &after_equals
        };
        if values.has(at) || empty.has(at) {
            found.add(at);
            if bytes.get(at) == Some(&operator.separator()) {
                names.add(at + 1);
            }
        }
    }
    found
}
