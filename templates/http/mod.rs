//! The server over Streamable HTTP.

mod access;
mod front;
mod start;
mod welcome;

pub use access::{Access, Authorize, Decision};
pub(crate) use front::serve;
pub use start::{Http, Start};
