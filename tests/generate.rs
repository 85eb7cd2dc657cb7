//! Rust server projects from descriptions.

mod elsewhere;
mod files;
mod later;
mod matching;
mod names;
mod runtime;
mod types;
