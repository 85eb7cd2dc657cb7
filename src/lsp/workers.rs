//! The work that takes time, and the threads that do it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, RequestId};

use super::client::Refusal;
use super::diagnostics;
use super::features::Work;
use super::pool::Pool;
use super::server::Event;
use super::snapshot::Snapshot;

/// The largest text that is checked after each keystroke, in bytes.
const AHEAD: usize = 1 << 20;

/// An answer to make.
pub(super) struct Task {
    pub id: RequestId,
    /// Set when the request is cancelled.
    pub cancelled: Arc<AtomicBool>,
    /// Whether it needs checks.
    pub checks: bool,
    pub snapshot: Arc<Snapshot>,
    pub work: Work,
}

/// The ways to hand out work.
pub(super) struct Workers {
    quick: Pool,
    slow: Pool,
    checks: Pool,
    events: Sender<Event>,
}

impl Workers {
    /// What the threads make goes to `events`.
    pub(super) fn new(events: &Sender<Event>) -> Self {
        Self {
            // An editor asks for the outline, foldings and more at once after each change.
            quick: Pool::new("answer", 8, 3),
            slow: Pool::new("slow answer", 4, 1),
            checks: Pool::new("check", 4, 1),
            events: events.clone(),
        }
    }

    /// Makes an answer.
    pub(super) fn answer(&self, task: Task) {
        let pool = if task.checks { &self.slow } else { &self.quick };
        let (document, events) = (task.snapshot.uri.clone(), self.events.clone());
        pool.run(&document, move || {
            let _ = events.send(answer(task));
        });
    }

    /// Checks a version of a document.
    pub(super) fn check(&self, snapshot: Arc<Snapshot>) {
        let (document, events) = (snapshot.uri.clone(), self.events.clone());
        self.checks.run(&document, move || {
            let _ = events.send(check(snapshot));
        });
    }

    /// Checks a version before anybody is told of it, where that is soon done: the check that is
    /// due later then finds its result.
    pub(super) fn check_ahead(&self, snapshot: Arc<Snapshot>) {
        if snapshot.text.len() > AHEAD {
            return;
        }
        let document = snapshot.uri.clone();
        self.checks.run(&document, move || {
            let _ = guarded(|| snapshot.prepare());
        });
    }

    /// Gives up a version that nobody needs any more. A large one takes time to clear away, and the
    /// system gets its memory back when the thread that did it leaves.
    pub(super) fn discard(&self, snapshot: Arc<Snapshot>) {
        let document = snapshot.uri.clone();
        self.quick.run(&document, move || drop(snapshot));
    }
}

fn answer(task: Task) -> Event {
    let Task {
        id,
        cancelled,
        snapshot,
        work,
        ..
    } = task;
    let result = if cancelled.load(Ordering::Relaxed) {
        Err(Refusal::cancelled())
    } else {
        guarded(|| work(&snapshot)).unwrap_or_else(|| Err(internal_error()))
    };
    Event::Answered {
        id,
        cancelled,
        result,
    }
}

fn check(snapshot: Arc<Snapshot>) -> Event {
    let outcome = guarded(|| snapshot.prepare().then(|| diagnostics::all(&snapshot)));
    Event::Checked {
        snapshot,
        outcome: outcome.flatten(),
    }
}

/// The last line of defence: whatever happens, the server goes on and the request gets an answer.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Something is wrong with the server itself.
pub(super) fn internal_error() -> Refusal {
    Refusal::new(
        ErrorCode::InternalError,
        "the server failed; please report it with the document",
    )
}
