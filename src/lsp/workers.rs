//! The threads that do what takes time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, thread};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{ErrorCode, RequestId};

use super::client::Refusal;
use super::diagnostics;
use super::features::Work;
use super::server::Event;
use super::snapshot::Snapshot;

/// Threads of each kind: one document's long check or answer leaves a thread for the others.
const THREADS: usize = 2;

/// Enough for values as deep as they are read, in builds without optimization too.
const STACK: usize = 16 << 20;

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

/// The ways to hand out work. The threads end when it is dropped.
pub(super) struct Workers {
    quick: Sender<Task>,
    slow: Sender<Task>,
    checks: Sender<Arc<Snapshot>>,
}

impl Workers {
    /// Starts the threads; what they make goes to `events`.
    ///
    /// # Errors
    ///
    /// That the system gives no threads.
    pub(super) fn start(events: &Sender<Event>) -> io::Result<Self> {
        Ok(Self {
            quick: start("answer", events, answer)?,
            slow: start("slow answer", events, answer)?,
            checks: start("check", events, check)?,
        })
    }

    /// Makes an answer.
    pub(super) fn answer(&self, task: Task) {
        // The threads outlive this handle.
        let _ = if task.checks {
            self.slow.send(task)
        } else {
            self.quick.send(task)
        };
    }

    /// Checks a version of a document.
    pub(super) fn check(&self, snapshot: Arc<Snapshot>) {
        let _ = self.checks.send(snapshot);
    }
}

fn start<T: Send + 'static>(
    name: &str,
    events: &Sender<Event>,
    work: fn(T) -> Event,
) -> io::Result<Sender<T>> {
    let (sender, receiver): (_, Receiver<T>) = unbounded();
    for _ in 0..THREADS {
        let (receiver, events) = (receiver.clone(), events.clone());
        thread::Builder::new()
            .name(name.to_owned())
            .stack_size(STACK)
            .spawn(move || {
                for item in receiver {
                    if events.send(work(item)).is_err() {
                        break;
                    }
                }
            })?;
    }
    Ok(sender)
}

fn answer(task: Task) -> Event {
    let Task {
        id, snapshot, work, ..
    } = task;
    let result = if task.cancelled.load(Ordering::Relaxed) {
        Err(Refusal::cancelled())
    } else {
        guarded(|| work(&snapshot)).unwrap_or_else(|| Err(internal_error()))
    };
    Event::Answered { id, result }
}

fn check(snapshot: Arc<Snapshot>) -> Event {
    let outcome = if snapshot.is_superseded() {
        None
    } else {
        guarded(|| diagnostics::all(&snapshot))
    };
    Event::Checked { snapshot, outcome }
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
