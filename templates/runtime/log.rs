//! What the server says to those who run it.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// Writes the messages of `tracing` to standard error: standard output belongs to the client. The
/// MCP library is left to say only what is wrong.
pub fn log_to_stderr() {
    let targets = Targets::new().with_default(LevelFilter::INFO);
    let targets = targets.with_target("rmcp", LevelFilter::WARN);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry()
        .with(lines)
        .with(targets)
        .init();
}
