//! How much work matching may take.

use std::cell::Cell;

/// The most that one match may do, in places visited: below a tenth of a second.
const AT_MOST: usize = 10_000_000;

/// What every match may do, however much the matches before it took.
const AT_LEAST: usize = 10_000;

/// Work that all matches for one document share, so that many hard ones end soon together. Each
/// keeps a small allowance of its own, which is plenty for what can be told easily.
#[derive(Debug, Clone)]
pub struct Pool {
    left: usize,
}

impl Default for Pool {
    fn default() -> Self {
        Self { left: 5 * AT_MOST }
    }
}

impl Pool {
    /// Lets `search` work as long as is left for it.
    pub(super) fn lend<T>(&mut self, search: impl FnOnce(&Work) -> T) -> T {
        let given = AT_MOST.min(self.left.max(AT_LEAST));
        let work = Work {
            left: Cell::new(given),
        };
        let outcome = search(&work);
        let done = given - work.left.get();
        self.left = self.left.saturating_sub(done.saturating_sub(AT_LEAST));
        outcome
    }
}

/// The work that is left for one match.
pub(super) struct Work {
    left: Cell<usize>,
}

/// The search must be given up.
pub(super) struct TooMuchWork;

impl Work {
    pub(super) fn spend(&self, work: usize) -> Result<(), TooMuchWork> {
        let left = self.left.get().checked_sub(work);
        self.left.set(left.unwrap_or(0));
        left.map(drop).ok_or(TooMuchWork)
    }
}
