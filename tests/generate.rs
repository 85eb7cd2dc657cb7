//! Rust server projects from descriptions.

mod files;
mod names;
mod program;
mod types;
