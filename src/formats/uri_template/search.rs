//! The search for one value for each variable that a template repeats.
//!
//! It only follows ways that lead to the URI's end if values did not matter, and remembers of the
//! repeated variables no more than what later appearances ask for.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::matching::{Appearance, Step, start};
use super::places::Places;
use super::relaxed::{Reached, Relaxed};
use super::values::{Occurrence, Piece, have_one_value};
use super::work::TooMuchWork;

/// What remembering one state costs, in places visited.
const STATE: usize = 64;

/// Whether the URI is an expansion of the template that consists of `steps`.
pub(super) fn matches(relaxed: &Relaxed<'_>, steps: &[Step<'_>]) -> Result<bool, TooMuchWork> {
    let search = Search {
        relaxed: *relaxed,
        steps,
        ways: Ways::find(relaxed, steps)?,
    };
    search.run()
}

/// Where the variables' texts may begin and end on the way to the URI's end.
struct Ways {
    /// Before each step, and behind the last, the places that lead to the end: while no variable of
    /// the expression is defined, and after some.
    alive: Vec<[Places; 2]>,
    /// The ends of a variable's text, by step and start.
    ends: HashMap<(usize, usize), Places>,
}

impl Ways {
    fn find(relaxed: &Relaxed<'_>, steps: &[Step<'_>]) -> Result<Self, TooMuchWork> {
        let mut reached = Reached::beginning();
        let mut layers = Vec::new();
        for step in steps {
            relaxed.work.spend(reached.len())?;
            layers.push(reached.clone());
            relaxed.advance(&mut reached, step)?;
        }
        let end = Places::only(relaxed.uri.len());
        let mut ways = Self {
            alive: vec![[end, Places::default()]],
            ends: HashMap::new(),
        };
        for (at, (step, layer)) in steps.iter().zip(&layers).enumerate().rev() {
            let behind = ways.alive.last().cloned().unwrap_or_default();
            let here = ways.before(relaxed, (at, step), layer, &behind)?;
            ways.alive.push(here);
        }
        ways.alive.reverse();
        Ok(ways)
    }

    /// The places of `layer`, before a step, from which the step leads to one `behind` it.
    fn before(
        &mut self,
        relaxed: &Relaxed<'_>,
        (at, step): (usize, &Step<'_>),
        layer: &Reached,
        behind: &[Places; 2],
    ) -> Result<[Places; 2], TooMuchWork> {
        relaxed.work.spend(layer.len())?;
        let [outside, inside] = behind;
        match step {
            Step::Literal(literal) => {
                let mut alive = Places::default();
                for place in layer.before_first.iter() {
                    let end = relaxed.literal_end(literal, place)?;
                    if end.is_some_and(|end| outside.has(end)) {
                        alive.push(place);
                    }
                }
                Ok([alive, Places::default()])
            }
            Step::Close => Ok([
                layer.before_first.both(outside),
                layer.after_some.both(outside),
            ]),
            Step::Variable(Appearance { occurrence, .. }) => {
                for begin in relaxed.starts(layer, occurrence.operator)?.iter() {
                    let ends = relaxed.ends(*occurrence, &Places::only(begin))?;
                    relaxed.work.spend(ends.len())?;
                    self.ends.insert((at, begin), ends.both(inside));
                }
                let leads = |place: &usize, after_some| {
                    start(relaxed.uri, *place, after_some, occurrence.operator)
                        .and_then(|begin| self.ends.get(&(at, begin)))
                        .is_some_and(|ends| !ends.is_empty())
                };
                let first = layer.before_first.iter();
                let some = layer.after_some.iter();
                Ok([
                    first
                        .filter(|place| outside.has(*place) || leads(place, false))
                        .collect(),
                    some.filter(|place| inside.has(*place) || leads(place, true))
                        .collect(),
                ])
            }
        }
    }

    fn is_alive(&self, state: &State) -> bool {
        self.alive
            .get(state.step)
            .and_then(|alive| alive.get(usize::from(state.after_some)))
            .is_some_and(|places| places.has(state.place))
    }
}

/// What one appearance of a repeated variable took.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Taken {
    /// The step of the appearance.
    at: usize,
    /// The step of the variable's first appearance.
    first: usize,
    /// The bounds of its text; `None` when it is undefined.
    bounds: Option<(usize, usize)>,
}

/// A point on a way through the template and the URI.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    step: usize,
    place: usize,
    /// Whether some variable of the expression is defined.
    after_some: bool,
    taken: Rc<[Taken]>,
}

struct Search<'a> {
    relaxed: Relaxed<'a>,
    steps: &'a [Step<'a>],
    ways: Ways,
}

impl Search<'_> {
    fn run(&self) -> Result<bool, TooMuchWork> {
        let beginning = State {
            step: 0,
            place: 0,
            after_some: false,
            taken: Rc::new([]),
        };
        let mut known = HashSet::new();
        let mut open = vec![beginning];
        let mut next = Vec::new();
        while let Some(state) = open.pop() {
            self.follow(&state, &mut next)?;
            for state in next.drain(..) {
                if state.step == self.steps.len() {
                    return Ok(true);
                }
                self.relaxed.work.spend(STATE + 4 * state.taken.len())?;
                if known.insert(state.clone()) {
                    open.push(state);
                }
            }
        }
        Ok(false)
    }

    /// The states behind the next step; the last is to be looked at first.
    fn follow(&self, state: &State, next: &mut Vec<State>) -> Result<(), TooMuchWork> {
        let mut go = |state: State| {
            if self.ways.is_alive(&state) {
                next.push(state);
            }
        };
        let step = state.step + 1;
        match self.steps.get(state.step) {
            None => {}
            Some(Step::Literal(literal)) => {
                if let Some(place) = self.relaxed.literal_end(literal, state.place)? {
                    go(State {
                        step,
                        place,
                        ..state.clone()
                    });
                }
            }
            Some(Step::Close) => go(State {
                step,
                after_some: false,
                ..state.clone()
            }),
            Some(Step::Variable(appearance)) => {
                let (same, others): (Vec<Taken>, Vec<Taken>) = state
                    .taken
                    .iter()
                    .partition(|earlier| earlier.first == appearance.first);
                let history = History {
                    appearance,
                    same,
                    others,
                };
                for bounds in self.choices(state, &history)?.into_iter().rev() {
                    go(State {
                        step,
                        place: bounds.1,
                        after_some: true,
                        taken: self.remember(&history, Some(bounds)),
                    });
                }
                if history.same.iter().all(|earlier| earlier.bounds.is_none()) {
                    go(State {
                        step,
                        taken: self.remember(&history, None),
                        ..state.clone()
                    });
                }
            }
        }
        Ok(())
    }

    /// All that a variable, if defined, can take without contradicting what it took before.
    fn choices(
        &self,
        state: &State,
        history: &History<'_>,
    ) -> Result<Vec<(usize, usize)>, TooMuchWork> {
        let Appearance { occurrence, at, .. } = *history.appearance;
        let Some(begin) = start(
            self.relaxed.uri,
            state.place,
            state.after_some,
            occurrence.operator,
        ) else {
            return Ok(Vec::new());
        };
        let Some(ends) = self.ways.ends.get(&(at, begin)) else {
            return Ok(Vec::new());
        };
        let pieces: Option<Vec<Piece<'_>>> = history
            .same
            .iter()
            .map(|earlier| self.piece(earlier.at, earlier.bounds?))
            .collect();
        let Some(mut pieces) = pieces else {
            return Ok(Vec::new());
        };
        if !history.appearance.is_repeated() {
            return Ok(ends.iter().map(|end| (begin, end)).collect());
        }
        // Written the same way again, it has the same length.
        let known = pieces.iter().find(|it| it.occurrence.is_like(&occurrence));
        if let Some(end) = known.map(|known| begin + known.text.len()) {
            let fits = ends.has(end) && self.agrees(&mut pieces, occurrence, (begin, end))?;
            return Ok(fits.then_some((begin, end)).into_iter().collect());
        }
        let mut choices = Vec::new();
        for end in ends.iter() {
            if self.agrees(&mut pieces, occurrence, (begin, end))? {
                choices.push((begin, end));
            }
        }
        Ok(choices)
    }

    /// Whether one value can have expanded to the pieces and to the text within `bounds`.
    fn agrees<'p>(
        &'p self,
        pieces: &mut Vec<Piece<'p>>,
        occurrence: Occurrence<'p>,
        (begin, end): (usize, usize),
    ) -> Result<bool, TooMuchWork> {
        let Some(text) = self.relaxed.uri.get(begin..end) else {
            return Ok(false);
        };
        self.relaxed.work.spend(1 + text.len() / 16)?;
        let piece = Piece { occurrence, text };
        if pieces.iter().any(|earlier| earlier.is_same(&piece)) {
            return Ok(true);
        }
        pieces.push(piece);
        let length: usize = pieces.iter().map(|piece| piece.text.len() + 1).sum();
        self.relaxed.work.spend(length * pieces.len())?;
        let agree = have_one_value(pieces);
        pieces.pop();
        Ok(agree)
    }

    /// What is to be known of repeated variables when one now takes the text within `bounds`.
    fn remember(&self, history: &History<'_>, bounds: Option<(usize, usize)>) -> Rc<[Taken]> {
        let Appearance {
            at, first, last, ..
        } = *history.appearance;
        let mut taken = history.others.clone();
        // Behind the last appearance nothing asks any more.
        if at != last {
            taken.extend(&history.same);
            let piece = bounds.and_then(|bounds| self.piece(at, bounds));
            let says_more = match piece {
                None => history.same.is_empty(),
                Some(piece) => !history
                    .same
                    .iter()
                    .filter_map(|earlier| self.piece(earlier.at, earlier.bounds?))
                    .any(|earlier| earlier.occurrence.is_like(&piece.occurrence)),
            };
            if says_more {
                taken.push(Taken { at, first, bounds });
            }
        }
        taken.into()
    }

    fn piece(&self, at: usize, (start, end): (usize, usize)) -> Option<Piece<'_>> {
        match self.steps.get(at)? {
            Step::Variable(appearance) => Some(Piece {
                occurrence: appearance.occurrence,
                text: self.relaxed.uri.get(start..end)?,
            }),
            Step::Literal(_) | Step::Close => None,
        }
    }
}

/// What was taken before a variable appears again.
struct History<'a> {
    appearance: &'a Appearance<'a>,
    /// By the same variable.
    same: Vec<Taken>,
    /// By other repeated variables.
    others: Vec<Taken>,
}
