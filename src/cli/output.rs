//! Writing to the standard streams.

use std::io::{self, ErrorKind, Write};

use super::Outcome;

/// A standard stream. Once its reader has gone, what is written is dropped in silence: the work
/// goes on, so that the exit code stays exact.
pub(super) struct Output<W> {
    stream: W,
    name: &'static str,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    Broken,
}

/// Standard output, for data.
pub(super) fn stdout() -> Output<impl Write> {
    Output::new(io::BufWriter::new(io::stdout().lock()), "standard output")
}

/// Standard error, for people.
pub(super) fn stderr() -> Output<impl Write> {
    Output::new(io::BufWriter::new(io::stderr().lock()), "standard error")
}

impl<W: Write> Output<W> {
    fn new(stream: W, name: &'static str) -> Self {
        Self {
            stream,
            name,
            state: State::Open,
        }
    }

    /// Writes `bytes`.
    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.state == State::Open {
            let result = self.stream.write_all(bytes);
            self.note(result);
        }
    }

    /// Sends what was written on its way.
    pub(super) fn flush(&mut self) {
        if self.state == State::Open {
            let result = self.stream.flush();
            self.note(result);
        }
    }

    /// Flushes, and tells whether everything written before the reader left arrived.
    pub(super) fn finish(mut self) -> Outcome {
        self.flush();
        match self.state {
            State::Open | State::Closed => Outcome::Fine,
            State::Broken => Outcome::Failed,
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        let Err(error) = result else { return };
        if error.kind() == ErrorKind::BrokenPipe {
            self.state = State::Closed;
        } else {
            self.state = State::Broken;
            complain(&format!("cannot write to {}: {error}", self.name));
        }
    }
}

/// Says on standard error why the job could not be done.
pub(super) fn complain(reason: &str) {
    // Where even standard error is gone, the exit code is all that is left to tell.
    let _ = writeln!(io::stderr().lock(), "mcpdesc: {reason}");
}

/// Writes `data` to standard output.
pub(super) fn print(data: &[u8]) -> Outcome {
    let mut out = stdout();
    out.write(data);
    out.finish()
}
