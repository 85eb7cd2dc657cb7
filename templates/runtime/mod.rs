//! How the server works. None of this depends on what the description says.

mod answers;
mod calls;
pub(crate) mod declarations;
mod examples;
mod lines;
mod log;
pub(crate) mod messages;
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

/// Ends when the process is told to end: by Ctrl-C, or by its supervisor.
pub(crate) async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
