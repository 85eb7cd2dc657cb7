//! Small text formats that descriptions use, each in a module of its own.
//!
//! Everything here is pure: text in, a verdict out. Nothing here knows MCP documents.

pub mod base64;
pub mod date_time;
pub mod email;
pub mod name;
pub mod token;
pub mod uri;
pub mod uri_template;
