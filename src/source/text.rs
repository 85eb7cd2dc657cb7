//! The text of a document and its lines.

use std::sync::OnceLock;

use super::{LineIndex, Position, Span};

/// A document's text with a line index that is built when the first position is asked for.
#[derive(Debug, Default)]
pub struct SourceText {
    text: String,
    lines: OnceLock<LineIndex>,
}

impl SourceText {
    /// Takes the text as it was in the file, a byte-order mark included.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            lines: OnceLock::new(),
        }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text at `span`; empty where the span lies outside or splits a character.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The line index.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Line and column of a byte offset; offsets past the end mean the end.
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(&self.text, offset as usize)
    }
}
