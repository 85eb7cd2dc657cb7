//! Rust server projects from descriptions.

mod files;
mod matching;
mod names;
mod runtime;
mod types;
