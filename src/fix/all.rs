//! All safe fixes of a document.

use std::collections::HashSet;

use super::edit::are_compatible;
use super::verify::{Next, State};
use super::{Candidate, Edit, fixers};
use crate::check::{Loaded, Options, load};
use crate::diagnostic::Diagnostic;
use crate::source::Path;

/// Rounds of fixing at most: a fix can make room for another one.
const ROUNDS: usize = 100;

/// Checks at most that are spent on finding out which of several fixes are no good.
const TRIALS: usize = 200;

/// A fix that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The finding that it removed, as it was when the fix was made.
    pub diagnostic: Diagnostic,
    /// What it did.
    pub title: String,
}

/// A text and what was done to it.
#[derive(Debug)]
pub struct Fixed {
    /// The text after all fixes; that of before where there were none.
    pub text: String,
    /// The fixes, in the order in which they were made.
    pub applied: Vec<Applied>,
}

/// Makes all safe fixes of a document, until there is none left.
///
/// What `options` say decides: advice is followed where it is asked for. A text that is not read to
/// its last byte, because its encoding or a limit forbids it, stays as it is.
pub fn fix_all(bytes: &[u8], options: &Options) -> Fixed {
    let mut loaded = load(bytes, options);
    let mut work = Work {
        options,
        applied: Vec::new(),
        trials: TRIALS,
        refused: HashSet::new(),
    };
    if loaded.source().as_str().as_bytes() == bytes {
        let mut state = State::of(&loaded, options);
        for _ in 0..ROUNDS {
            match work.round(&loaded, &state) {
                Some(next) => (loaded, state) = (next.loaded, next.state),
                None => break,
            }
        }
    }
    Fixed {
        text: loaded.source().as_str().to_owned(),
        applied: work.applied,
    }
}

struct Work<'o> {
    options: &'o Options,
    applied: Vec<Applied>,
    trials: usize,
    /// Findings whose fix was tried alone, and was no good.
    refused: HashSet<(&'static str, Path)>,
}

impl Work<'_> {
    /// Makes as many fixes as go together; `None` where there is none.
    fn round(&mut self, loaded: &Loaded, state: &State) -> Option<Next> {
        let fixes: Vec<(&Diagnostic, Candidate)> = state
            .diagnostics
            .iter()
            .filter(|it| !self.refused.contains(&(it.rule.code, it.path.clone())))
            .filter_map(|it| Some((it, fixers::safe(loaded, it)?)))
            .collect();
        let together = together(&fixes);
        let mut left = Vec::from([together]);
        while let Some(batch) = left.pop() {
            if batch.is_empty() || self.trials == 0 {
                continue;
            }
            self.trials -= 1;
            if let Some(next) = state.improves(loaded, self.options, &batch) {
                // What worked is paid for; only what fails is limited.
                self.trials += 1;
                self.applied
                    .extend(batch.iter().map(|(diagnostic, it)| Applied {
                        diagnostic: (*diagnostic).clone(),
                        title: it.fix.title.clone(),
                    }));
                return Some(next);
            }
            if let [(alone, _)] = &batch[..] {
                self.refused.insert((alone.rule.code, alone.path.clone()));
            } else {
                let (first, second) = batch.split_at(batch.len() / 2);
                left.push(second.to_vec());
                left.push(first.to_vec());
            }
        }
        None
    }
}

/// The fixes whose edits do not touch each other; of two that do, the first.
fn together<'f>(fixes: &'f [(&'f Diagnostic, Candidate)]) -> Vec<(&'f Diagnostic, &'f Candidate)> {
    let mut all: Vec<(&Edit, usize)> = fixes
        .iter()
        .enumerate()
        .flat_map(|(at, (_, it))| it.fix.edits.iter().map(move |edit| (edit, at)))
        .collect();
    all.sort_by_key(|(edit, at)| (edit.span, *at));
    let mut is_out = vec![false; fixes.len()];
    let mut last: Option<(&Edit, usize)> = None;
    for (edit, at) in all {
        if is_out.get(at) == Some(&true) {
            continue;
        }
        match last {
            Some((before, other)) if other != at && !are_compatible(&[before, edit]) => {
                if let Some(out) = is_out.get_mut(at.max(other)) {
                    *out = true;
                }
                if at < other {
                    last = Some((edit, at));
                }
            }
            _ => last = Some((edit, at)),
        }
    }
    let kept = fixes.iter().zip(is_out).filter(|(_, is_out)| !is_out);
    kept.map(|((diagnostic, it), _)| (*diagnostic, it))
        .collect()
}
