//! How long something takes.

use std::process::Command;
use std::time::{Duration, Instant};

/// The time of the fastest of so many runs, because noise only ever adds. A run says whether it
/// worked.
pub fn fastest(runs: usize, mut run: impl FnMut() -> bool) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        assert!(run(), "what is measured must work");
        best = best.min(start.elapsed());
    }
    best
}

/// Runs a process to its end, and says whether it worked.
pub fn run(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
