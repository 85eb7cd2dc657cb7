//! Rust server projects from descriptions.

mod names;
mod types;
