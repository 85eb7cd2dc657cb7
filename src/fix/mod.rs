//! Fixes.

mod edit;
mod surgery;

pub use edit::{Edit, apply};
