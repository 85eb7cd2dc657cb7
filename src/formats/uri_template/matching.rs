//! Matching: all places in the URI that the template's parts so far can end at, part by part.
//!
//! No value is ever guessed: a set of places goes in, the set of places behind the next part comes
//! out, so the time is the product of both lengths. Only variables that occur more than once need
//! to remember what they took; the sets are then kept apart by what was taken.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use super::expansion::ends;
use super::octets::literal_end;
use super::places::Places;
use super::values::{Occurrence, Piece, have_one_value};
use super::{Expression, Match, Operator, Part, UriTemplate};

/// How many times a place in the URI may be visited: a template of 1,000 parts and a URI of 1,000
/// characters are well within it.
const WORK_LIMIT: usize = 4_000_000;

pub(super) fn matches(template: &UriTemplate, uri: &str) -> Match {
    if !uri.is_ascii() {
        return Match::No;
    }
    let work_left = Cell::new(WORK_LIMIT);
    let matcher = Matcher {
        uri,
        appearances: appearances(template),
        work_left,
    };
    match matcher.run(&template.parts) {
        Ok(true) => Match::Yes,
        Ok(false) => Match::No,
        Err(TooMuchWork) => Match::Undecided,
    }
}

struct TooMuchWork;

/// One appearance of a variable in the template. Places count all appearances of all variables.
#[derive(Clone, Copy)]
struct Appearance<'a> {
    occurrence: Occurrence<'a>,
    at: usize,
    /// The first appearance of the same variable.
    first: usize,
    /// The last appearance of the same variable.
    last: usize,
}

/// Every appearance of a variable, in the template's order.
fn appearances(template: &UriTemplate) -> Vec<Appearance<'_>> {
    let mut bounds: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut all = Vec::new();
    for Expression {
        operator,
        variables,
    } in template.expressions()
    {
        for variable in variables {
            let at = all.len();
            bounds.entry(&variable.name).or_insert((at, at)).1 = at;
            all.push(Occurrence {
                operator: *operator,
                variable,
            });
        }
    }
    let all = all.into_iter().enumerate().map(|(at, occurrence)| {
        let known = bounds.get(occurrence.variable.name.as_str()).copied();
        let (first, last) = known.unwrap_or((at, at));
        Appearance {
            occurrence,
            at,
            first,
            last,
        }
    });
    all.collect()
}

/// What one appearance of a repeated variable took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Taken {
    at: usize,
    /// The first appearance of the same variable.
    first: usize,
    /// The bounds of its text; `None` when it is undefined.
    bounds: Option<(usize, usize)>,
}

/// The places reached inside an expression.
struct Reached {
    /// While every variable so far was undefined.
    before_first: Places,
    /// After at least one defined variable.
    after_some: Places,
}

impl Reached {
    fn is_empty(&self) -> bool {
        self.before_first.is_empty() && self.after_some.is_empty()
    }

    /// Where the text of the next variable may begin: behind the operator's character or behind a
    /// separator.
    fn starts(&self, uri: &str, operator: Operator) -> Places {
        let mut starts = match operator.first() {
            None => self.before_first.clone(),
            Some(first) => self.before_first.behind(uri, first),
        };
        starts.add_all(&self.after_some.behind(uri, operator.separator()));
        starts
    }
}

/// The places reached, by what repeated variables took on the way.
#[derive(Default)]
struct Groups(BTreeMap<Vec<Taken>, Reached>);

impl Groups {
    fn add(&mut self, taken: Vec<Taken>, reached: Reached) {
        if reached.is_empty() {
            return;
        }
        match self.0.get_mut(&taken) {
            Some(known) => {
                known.before_first.add_all(&reached.before_first);
                known.after_some.add_all(&reached.after_some);
            }
            None => {
                self.0.insert(taken, reached);
            }
        }
    }
}

/// What was taken before a repeated variable appears again.
struct History<'a> {
    appearance: &'a Appearance<'a>,
    /// By the same variable.
    same: Vec<Taken>,
    /// By other repeated variables.
    others: Vec<Taken>,
}

impl History<'_> {
    /// What is to be remembered when the variable now takes the text within `bounds`.
    fn with(&self, bounds: Option<(usize, usize)>) -> Vec<Taken> {
        let Appearance {
            at, first, last, ..
        } = *self.appearance;
        let mut taken = self.others.clone();
        // Behind the last appearance nothing asks any more.
        if at != last {
            taken.extend(&self.same);
            taken.push(Taken { at, first, bounds });
        }
        taken
    }
}

struct Matcher<'a> {
    uri: &'a str,
    appearances: Vec<Appearance<'a>>,
    work_left: Cell<usize>,
}

impl Matcher<'_> {
    fn run(&self, parts: &[Part]) -> Result<bool, TooMuchWork> {
        let before_first = Places::only(self.uri, 0);
        let mut groups = Groups::default();
        groups.add(
            Vec::new(),
            Reached {
                before_first,
                after_some: Places::none(self.uri),
            },
        );
        let mut appearances = self.appearances.iter();
        for part in parts {
            match part {
                Part::Literal(literal) => self.literal(&mut groups, literal)?,
                Part::Expression(expression) => {
                    for appearance in appearances.by_ref().take(expression.variables.len()) {
                        groups = self.variable(groups, appearance)?;
                    }
                    self.close(&mut groups)?;
                }
            }
        }
        let end = self.uri.len();
        Ok(groups
            .0
            .values()
            .any(|reached| reached.before_first.has(end)))
    }

    fn spend(&self, work: usize) -> Result<(), TooMuchWork> {
        self.work_left
            .set(self.work_left.get().checked_sub(work).ok_or(TooMuchWork)?);
        Ok(())
    }

    /// Pays for one walk through the URI.
    fn spend_walk(&self) -> Result<(), TooMuchWork> {
        self.spend(self.uri.len() + 1)
    }

    fn literal(&self, groups: &mut Groups, literal: &str) -> Result<(), TooMuchWork> {
        for reached in groups.0.values_mut() {
            self.spend_walk()?;
            let mut ends = Places::none(self.uri);
            for at in reached.before_first.iter() {
                let end = literal_end(literal, self.uri.as_bytes(), at);
                let (Ok(stop) | Err(stop)) = end;
                self.spend(stop - at + 1)?;
                end.iter().for_each(|end| ends.add(*end));
            }
            reached.before_first = ends;
        }
        groups.0.retain(|_, reached| !reached.is_empty());
        Ok(())
    }

    /// Ends an expression.
    fn close(&self, groups: &mut Groups) -> Result<(), TooMuchWork> {
        for reached in groups.0.values_mut() {
            self.spend_walk()?;
            let ends = std::mem::replace(&mut reached.after_some, Places::none(self.uri));
            reached.before_first.add_all(&ends);
        }
        Ok(())
    }

    fn variable(&self, groups: Groups, appearance: &Appearance<'_>) -> Result<Groups, TooMuchWork> {
        let mut next = Groups::default();
        for (taken, mut reached) in groups.0 {
            self.spend_walk()?;
            self.spend(taken.len())?;
            let Appearance {
                occurrence,
                first,
                last,
                ..
            } = *appearance;
            let starts = reached.starts(self.uri, occurrence.operator);
            if first == last {
                reached
                    .after_some
                    .add_all(&ends(self.uri, occurrence, &starts));
                next.add(taken, reached);
                continue;
            }
            let (same, others) = taken
                .into_iter()
                .partition(|earlier| earlier.first == first);
            let history = History {
                appearance,
                same,
                others,
            };
            for bounds in self.choices(&history, &starts)? {
                self.spend_walk()?;
                let before_first = Places::none(self.uri);
                let after_some = Places::only(self.uri, bounds.1);
                next.add(
                    history.with(Some(bounds)),
                    Reached {
                        before_first,
                        after_some,
                    },
                );
            }
            if history.same.iter().all(|earlier| earlier.bounds.is_none()) {
                next.add(history.with(None), reached);
            }
        }
        Ok(next)
    }

    /// All that a repeated variable, if defined, can take without contradicting what it took before.
    fn choices(
        &self,
        history: &History<'_>,
        starts: &Places,
    ) -> Result<Vec<(usize, usize)>, TooMuchWork> {
        let mut choices = Vec::new();
        let earlier = history
            .same
            .iter()
            .map(|taken| self.piece(taken.at, taken.bounds?));
        let Some(mut pieces) = earlier.collect::<Option<Vec<Piece<'_>>>>() else {
            return Ok(choices);
        };
        let Appearance { occurrence, at, .. } = *history.appearance;
        for start in starts.iter() {
            self.spend_walk()?;
            for end in ends(self.uri, occurrence, &Places::only(self.uri, start)).iter() {
                self.spend(1 + history.others.len())?;
                let Some(piece) = self.piece(at, (start, end)) else {
                    continue;
                };
                if pieces
                    .iter()
                    .any(|earlier| earlier.differs_at_sight(&piece))
                {
                    continue;
                }
                pieces.push(piece);
                let length: usize = pieces.iter().map(|piece| piece.text.len() + 1).sum();
                self.spend(length * pieces.len())?;
                if have_one_value(&pieces) {
                    choices.push((start, end));
                }
                pieces.pop();
            }
        }
        Ok(choices)
    }

    fn piece(&self, at: usize, (start, end): (usize, usize)) -> Option<Piece<'_>> {
        let occurrence = self.appearances.get(at)?.occurrence;
        Some(Piece {
            occurrence,
            text: self.uri.get(start..end)?,
        })
    }
}
