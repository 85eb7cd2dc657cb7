//! Text in, spanned tree out (§3.1, §15). Knows JSON and YAML, not MCP.
//!
//! [`read`] turns the bytes of a file into a [`Tree`] whose every key and value carries the byte
//! range it was written at, plus the faults of the text itself.

mod builder;
mod comments;
mod decode;
mod draft;
mod escape;
mod faults;
mod json;
mod limits;
mod lines;
mod number;
mod path;
mod read;
mod rules;
mod text;
mod tree;
mod write;
mod yaml;

use builder::Builder;
pub use comments::count_comments;
use decode::Decoded;
pub use draft::Draft;
pub use escape::{written, written_key};
pub use limits::Limits;
pub use lines::{LineIndex, Position};
pub(crate) use number::Decimal;
pub use number::Number;
pub use path::{Path, Segment};
pub use read::read;
pub(crate) use rules::{EMPTY_VALUE, RULES};
pub use text::SourceText;
pub use tree::{Kind, Member, NodeId, Tree, Value};
pub use write::write;
pub(crate) use write::write_indented;

/// The serialization of a document (§15.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// RFC 8259 (§15.2).
    Json,
    /// YAML 1.2.2, restricted profile (§15.3).
    Yaml,
}

/// A range of bytes in the text, end excluded. Files are limited to 64 MiB, so 32 bits suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, in bytes.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: clamp(start),
            end: clamp(end.max(start)),
        }
    }

    /// The character of `text` that starts at byte `at`; nothing where none does.
    pub(crate) fn character(text: &str, at: usize) -> Self {
        let here = text.get(at..).and_then(|rest| rest.chars().next());
        Self::new(at, at + here.map_or(0, char::len_utf8))
    }

    /// The same range as indices into the text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// Whether the range holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
