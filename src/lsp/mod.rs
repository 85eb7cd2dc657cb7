//! The language server: LSP 3.17 over a pair of streams, on top of the library that `check` uses.
//!
//! ```text
//! reader thread ──> main loop (server.rs) ──> writer thread
//!                    │        ▲
//!          answers, checks    │ results
//!                    ▼        │
//!                   worker threads
//! ```
//!
//! The main loop only keeps the texts and hands out work, so that nothing a document holds makes it
//! slow. Every version of a text is a `snapshot::Snapshot` that the workers read and check.
//!
//! A feature is a file of its own with an implementation of `features::Feature` and one line in
//! the table of `features.rs`.

mod actions;
mod client;
mod completion;
mod diagnostics;
mod documents;
mod edits;
mod features;
mod folding;
mod handshake;
mod hover;
mod lens;
mod locate;
mod navigation;
mod pool;
mod selection;
mod server;
mod settings;
mod snapshot;
mod symbols;
mod text;
mod uris;
mod wire;
mod workers;

pub use documents::QUIET;
pub use server::{Ending, serve};
pub use settings::ReadCatalog;
