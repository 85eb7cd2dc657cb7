//! Threads that come when there is work and leave when there is none.
//!
//! No document gets all of them: one that is slow to read or check lets the others pass. A thread
//! that leaves gives its memory back to the system, which is why they do not stay for ever.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a thread waits for more work.
const REST: Duration = Duration::from_secs(2);

/// How long after the last thread of a pool another one ends: what a thread leaves behind goes back
/// to the system when one ends that much later (`purge_delay` of mimalloc is a second).
const AFTERMATH: Duration = Duration::from_millis(1500);

/// Enough for values as deep as they are read, in builds without optimization too.
const STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A set of threads. Work that waits when it is dropped is forgotten.
pub(super) struct Pool(Arc<Shared>);

struct Shared {
    name: &'static str,
    /// How many threads there are at most.
    threads: usize,
    /// How many of them work for one document at most.
    share: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By document, as long as there is something in it.
    lanes: BTreeMap<String, Lane>,
    /// Work that was taken in so far.
    count: u64,
    threads: usize,
    /// Those of the threads that wait for work.
    idle: usize,
    closed: bool,
}

/// The work for one document.
#[derive(Default)]
struct Lane {
    /// Each with its number in the order of all.
    waiting: VecDeque<(u64, Job)>,
    running: usize,
}

impl Pool {
    /// A pool of at most `threads`, of which one document gets at most `share`.
    pub(super) fn new(name: &'static str, threads: usize, share: usize) -> Self {
        Self(Arc::new(Shared {
            name,
            threads,
            share,
            state: Mutex::default(),
            changed: Condvar::new(),
        }))
    }

    /// Does `job`, which must not panic, for a document. Work for one document begins in its order.
    pub(super) fn run(&self, document: &str, job: impl FnOnce() + Send + 'static) {
        let mut state = self.0.lock();
        state.count += 1;
        let entry = (state.count, Box::new(job) as Job);
        let lane = state.lanes.entry(document.to_owned()).or_default();
        lane.waiting.push_back(entry);
        if state.idle == 0 && state.threads < self.0.threads {
            let shared = Arc::clone(&self.0);
            let builder = thread::Builder::new().name(shared.name.to_owned());
            // Where the system gives no thread, those that are there do the work; where there are
            // none, it waits for the next attempt.
            if builder
                .stack_size(STACK)
                .spawn(move || shared.work())
                .is_ok()
            {
                state.threads += 1;
            }
        }
        drop(state);
        self.0.changed.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does.
    fn work(&self) {
        while let Some((document, job)) = self.next() {
            job();
            self.lock().done(&document);
            self.changed.notify_one();
        }
        if self.lock().threads == 0 {
            let last = thread::Builder::new().name(self.name.to_owned());
            // Without it, the memory goes back at the next occasion.
            let _ = last.spawn(|| thread::sleep(AFTERMATH));
        }
    }

    /// Waits for work; `None` when the thread is to leave.
    fn next(&self) -> Option<(String, Job)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                state.threads -= 1;
                return None;
            }
            if let Some(found) = state.take(self.share) {
                return Some(found);
            }
            state.idle += 1;
            let waited = self.changed.wait_timeout(state, REST);
            let timeout;
            (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
            if timeout.timed_out() && !state.has_work(self.share) {
                state.threads -= 1;
                return None;
            }
        }
    }
}

impl State {
    /// Takes what comes next: of the documents that the fewest threads work for, the one that has
    /// waited longest.
    fn take(&mut self, share: usize) -> Option<(String, Job)> {
        let lanes = self
            .lanes
            .iter_mut()
            .filter(|(_, lane)| lane.may_run(share));
        let first = |lane: &Lane| lane.waiting.front().map(|(number, _)| *number);
        let (document, lane) = lanes.min_by_key(|(_, lane)| (lane.running, first(lane)))?;
        let (_, job) = lane.waiting.pop_front()?;
        lane.running += 1;
        Some((document.clone(), job))
    }

    fn has_work(&self, share: usize) -> bool {
        self.lanes.values().any(|lane| lane.may_run(share))
    }

    fn done(&mut self, document: &str) {
        let Some(lane) = self.lanes.get_mut(document) else {
            return;
        };
        lane.running -= 1;
        if lane.running == 0 && lane.waiting.is_empty() {
            self.lanes.remove(document);
        }
    }
}

impl Lane {
    fn may_run(&self, share: usize) -> bool {
        self.running < share && !self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::{Receiver, bounded, unbounded};

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Work that waits until it is told to end, and the way to tell it.
    fn blocked(pool: &Pool, document: &str) -> impl Drop {
        let (end, ended) = bounded::<()>(0);
        pool.run(document, move || {
            let _ = ended.recv();
        });
        end
    }

    fn answer(pool: &Pool, document: &str) -> Receiver<()> {
        let (sender, receiver) = unbounded();
        pool.run(document, move || {
            let _ = sender.send(());
        });
        receiver
    }

    #[test]
    fn a_document_with_much_to_do_leaves_threads_for_the_others() {
        let pool = Pool::new("test", 2, 1);
        let blocks: Vec<_> = (0..10).map(|_| blocked(&pool, "large")).collect();
        let large = answer(&pool, "large");
        answer(&pool, "small").recv_timeout(PATIENCE).unwrap();
        assert!(large.try_recv().is_err());
        drop(blocks);
        large.recv_timeout(PATIENCE).unwrap();
    }

    #[test]
    fn threads_leave_when_there_is_nothing_to_do_and_come_again() {
        let pool = Pool::new("test", 2, 1);
        answer(&pool, "a").recv_timeout(PATIENCE).unwrap();
        while pool.0.lock().threads > 0 {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(pool.0.lock().lanes.is_empty());
        answer(&pool, "a").recv_timeout(PATIENCE).unwrap();
    }
}
