//! Matching as if each appearance of a variable had a value of its own: all places in the URI that
//! the template so far can end at, step by step.

use super::Operator;
use super::expansion::ends;
use super::matching::Step;
use super::octets::literal_end;
use super::places::Places;
use super::values::Occurrence;
use super::work::{TooMuchWork, Work};

/// The URI, and the work that may be done on it.
#[derive(Clone, Copy)]
pub(super) struct Relaxed<'a> {
    pub(super) uri: &'a str,
    pub(super) work: &'a Work,
}

/// The places reached before a step.
#[derive(Clone)]
pub(super) struct Reached {
    /// Outside of expressions, or while every variable of the expression so far was undefined.
    pub(super) before_first: Places,
    /// After at least one defined variable.
    pub(super) after_some: Places,
    /// Those of `after_some` where a separator lets another variable follow, from behind it.
    open: Places,
}

impl Reached {
    /// Before the first step.
    pub(super) fn beginning() -> Self {
        Self {
            before_first: Places::only(0),
            after_some: Places::default(),
            open: Places::default(),
        }
    }

    /// How many places were reached.
    pub(super) fn len(&self) -> usize {
        self.before_first.len() + self.after_some.len()
    }
}

impl Relaxed<'_> {
    /// Whether the URI is an expansion if variables need not have one value.
    pub(super) fn matches(&self, steps: &[Step<'_>]) -> Result<bool, TooMuchWork> {
        let mut reached = Reached::beginning();
        for step in steps {
            self.advance(&mut reached, step)?;
            if reached.len() == 0 {
                return Ok(false);
            }
        }
        Ok(reached.before_first.has(self.uri.len()))
    }

    /// Goes on to the places behind `step`.
    pub(super) fn advance(
        &self,
        reached: &mut Reached,
        step: &Step<'_>,
    ) -> Result<(), TooMuchWork> {
        match step {
            Step::Literal(literal) => {
                let mut found = Vec::new();
                for at in reached.before_first.iter() {
                    found.extend(self.literal_end(literal, at)?);
                }
                reached.before_first = found.into_iter().collect();
            }
            Step::Variable(appearance) => {
                let occurrence = appearance.occurrence;
                let starts = self.starts(reached, occurrence.operator)?;
                let found = self.ends(occurrence, &starts)?;
                let open = found.behind(self.uri, occurrence.operator.separator());
                self.add(&mut reached.open, &open)?;
                self.add(&mut reached.after_some, &found)?;
            }
            Step::Close => {
                let found = std::mem::take(&mut reached.after_some);
                reached.open = Places::default();
                self.add(&mut reached.before_first, &found)?;
            }
        }
        Ok(())
    }

    /// Where the literal text ends that stands at a place, if it does.
    pub(super) fn literal_end(
        &self,
        literal: &str,
        at: usize,
    ) -> Result<Option<usize>, TooMuchWork> {
        let end = literal_end(literal, self.uri.as_bytes(), at);
        let (Ok(stop) | Err(stop)) = end;
        self.work.spend(1 + (stop - at) / 4)?;
        Ok(end.ok())
    }

    /// Where an expansion of the variable can end that begins at `starts`.
    pub(super) fn ends(
        &self,
        occurrence: Occurrence<'_>,
        starts: &Places,
    ) -> Result<Places, TooMuchWork> {
        ends(self.uri, occurrence, starts, self.work)
    }

    /// Where the text of the next variable may begin.
    pub(super) fn starts(
        &self,
        reached: &Reached,
        operator: Operator,
    ) -> Result<Places, TooMuchWork> {
        self.work
            .spend(reached.before_first.len() + reached.open.len())?;
        let mut starts = match operator.first() {
            None => reached.before_first.clone(),
            Some(first) => reached.before_first.behind(self.uri, first),
        };
        self.add(&mut starts, &reached.open)?;
        Ok(starts)
    }

    fn add(&self, places: &mut Places, more: &Places) -> Result<(), TooMuchWork> {
        let touched = more.len()
            + if places.precede(more) {
                0
            } else {
                places.len()
            };
        self.work.spend(touched)?;
        places.add_all(more);
        Ok(())
    }
}
