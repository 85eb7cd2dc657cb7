//! Changes of single entries as edits of the text, in JSON and YAML, block and flow.
//!
//! Everything that an operation is not about stays as it is, byte for byte: comments, line breaks,
//! indentation, quotes. Where a text is laid out so that this cannot be promised (explicit `?` keys,
//! tags in the way), the answer is `None`.

mod compose;
mod insert;
mod layout;
mod remove;
mod replace;

pub(crate) use compose::Piece;
pub(crate) use insert::{At, insert, repeat};
pub(crate) use remove::{remove, remove_all, remove_with_holders};
pub(crate) use replace::{
    quote, rename, set_copy, set_reference, set_string, set_value, unquote, wrap,
};

#[cfg(test)]
mod tests;
