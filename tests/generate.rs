//! Rust server projects from descriptions.

mod files;
mod matching;
mod names;
mod program;
mod runtime;
mod types;
