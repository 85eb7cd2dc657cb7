//! The groups of a pattern: how many there are, and what they are called.

use std::collections::HashMap;

use super::Refusal;
use super::parse::syntax;

/// Capturing groups of a pattern, which references may name before they come.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// How many groups capture.
    pub count: usize,
    /// The numbers of the groups with a name; several where alternatives share it.
    pub by_name: HashMap<String, Vec<usize>>,
}

/// Which alternative of which group a group stands in, outermost first.
type Way = Vec<(usize, usize)>;

impl Names {
    /// Finds the groups of `text`, whether or not the rest of it is well formed.
    pub(super) fn find(text: &[char]) -> Result<Self, Refusal> {
        let mut names = Self::default();
        let mut ways: HashMap<usize, Way> = HashMap::new();
        let mut way: Way = vec![(0, 0)];
        let (mut opened, mut in_class, mut at) = (0, false, 0);
        while let Some(&next) = text.get(at) {
            at += 1;
            match next {
                '\\' => at += 1,
                ']' => in_class = false,
                _ if in_class => {}
                '[' => in_class = true,
                '|' => {
                    if let Some((_, alternative)) = way.last_mut() {
                        *alternative += 1;
                    }
                }
                ')' if way.len() > 1 => {
                    way.pop();
                }
                '(' => {
                    let rest = text.get(at..).unwrap_or_default();
                    if rest.first() != Some(&'?') {
                        names.count += 1;
                    } else if rest.get(1) == Some(&'<') && !matches!(rest.get(2), Some('=' | '!')) {
                        names.count += 1;
                        let name = read_name(rest.get(2..).unwrap_or_default())?;
                        names.add(name, &way, &mut ways)?;
                    }
                    opened += 1;
                    way.push((opened, 0));
                }
                _ => {}
            }
        }
        Ok(names)
    }

    /// Names the group just counted. Two may share a name where never both take part.
    fn add(
        &mut self,
        name: String,
        way: &Way,
        ways: &mut HashMap<usize, Way>,
    ) -> Result<(), Refusal> {
        let apart = |other: &Way| {
            let mut common = way.iter().zip(other);
            common.any(|(here, there)| here.0 == there.0 && here.1 != there.1)
        };
        let known = self.by_name.entry(name.clone()).or_default();
        if !known.iter().all(|it| ways.get(it).is_some_and(apart)) {
            return Err(syntax(&format!("two groups have the name `{name}`")));
        }
        known.push(self.count);
        ways.insert(self.count, way.clone());
        Ok(())
    }
}

/// Reads `name>`.
pub(super) fn read_name(text: &[char]) -> Result<String, Refusal> {
    let length = text.iter().position(|&it| it == '>');
    let name: String = text.iter().take(length.unwrap_or_default()).collect();
    let mut chars = name.chars();
    let starts = |it: char| it.is_alphabetic() || it == '_' || it == '$';
    let well_formed =
        chars.next().is_some_and(starts) && chars.all(|it| starts(it) || it.is_numeric());
    if name.contains('\\') {
        return Err(Refusal::Unusable(
            "the name of a group is written with escapes".to_owned(),
        ));
    }
    well_formed.then_some(name).ok_or_else(|| {
        syntax("the name of a group, as in `(?<name>...)`, begins with a letter and has only letters and digits")
    })
}
