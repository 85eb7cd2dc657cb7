//! Reads MCP Description documents, says exactly what is wrong in them and where.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable
    )
)]

mod check;
pub mod diagnostic;
pub mod document;
pub mod fix;
pub mod formats;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod mcp;
pub mod names;
pub mod project;
pub mod report;
pub mod rules;
mod samples;
pub mod schema;
pub mod source;
pub mod structure;

pub use check::{Loaded, Options, Report, TOO_MANY, check, load};

/// Runs the example of the README with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
