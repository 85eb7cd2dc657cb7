//! How the server works. None of this depends on what the description says.

mod answers;
pub(crate) mod calls;
pub(crate) mod declarations;
mod examples;
mod lines;
mod log;
pub(crate) mod messages;
mod partial;
mod revision;
mod server;
mod service;
mod stdio;
mod uri_template;
mod validate;
mod values;

pub use log::log_to_stderr;
pub use revision::Revision;
pub use server::Server;
pub use values::{Completion, Contents, Context, Error, Messages, Target, ToolResult};

/// Why the server does not run.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Ends when the process is told to end: by Ctrl-C, or by its supervisor. What it is told is heard
/// from the call on, not only once somebody waits for it.
#[cfg(unix)]
pub(crate) fn told_to_end() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async move {
        if let [Ok(mut interrupt), Ok(mut terminate)] = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        } else {
            std::future::pending().await
        }
    }
}

/// Ends when the process is told to end, by Ctrl-C.
#[cfg(not(unix))]
pub(crate) async fn told_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
