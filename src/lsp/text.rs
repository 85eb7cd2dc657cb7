//! A document's text as editors change it, and places in it as editors count them.

use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};
use ropey::Rope;

use crate::source::Span;

/// What the `character` of a position counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client knows.
    Utf16,
}

impl Encoding {
    /// UTF-8 where the client offers it.
    pub(super) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        match offered {
            Some(kinds) if kinds.contains(&PositionEncodingKind::UTF8) => Self::Utf8,
            _ => Self::Utf16,
        }
    }

    /// Its name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// A text; copies share what they have in common. Lines end at LF, CRLF or CR.
///
/// Positions are never wrong: past the end of a line they mean its end before the line break, past
/// the last line the end of the text, inside a character the character's start.
#[derive(Debug, Clone)]
pub(super) struct Text {
    rope: Rope,
    encoding: Encoding,
}

impl Text {
    pub(super) fn new(text: &str, encoding: Encoding) -> Self {
        Self {
            rope: Rope::from_str(text),
            encoding,
        }
    }

    /// The text after `change`; a range whose ends are swapped is put right.
    #[must_use]
    pub(super) fn changed(mut self, change: &TextDocumentContentChangeEvent) -> Self {
        let Some(range) = change.range else {
            return Self::new(&change.text, self.encoding);
        };
        let [start, end] = [range.start, range.end].map(|at| self.character(at));
        let (start, end) = (start.min(end), start.max(end));
        self.rope.remove(start..end);
        self.rope.insert(start, &change.text);
        self
    }

    /// The whole text in one piece.
    pub(super) fn contents(&self) -> String {
        self.rope.to_string()
    }

    /// Its length in bytes.
    pub(super) fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    /// The byte offset of a position.
    pub(super) fn offset(&self, position: Position) -> usize {
        self.rope.char_to_byte(self.character(position))
    }

    /// The position of a byte offset; past the end it is the end.
    pub(super) fn position(&self, offset: usize) -> Position {
        let rope = &self.rope;
        let character = rope.byte_to_char(offset.min(rope.len_bytes()));
        let line = rope.char_to_line(character);
        let start = rope.line_to_char(line);
        let units = match self.encoding {
            Encoding::Utf8 => rope.char_to_byte(character) - rope.char_to_byte(start),
            Encoding::Utf16 => rope.char_to_utf16_cu(character) - rope.char_to_utf16_cu(start),
        };
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Position::new(number(line), number(units))
    }

    /// The range of some bytes.
    pub(super) fn range(&self, span: Span) -> Range {
        Range::new(
            self.position(span.start as usize),
            self.position(span.end as usize),
        )
    }

    /// The position as a count of characters from the start of the text.
    fn character(&self, position: Position) -> usize {
        let rope = &self.rope;
        let line = position.line as usize;
        if line >= rope.len_lines() {
            return rope.len_chars();
        }
        let start = rope.line_to_char(line);
        let end = start + self.line_length(line);
        let units = position.character as usize;
        let at = match self.encoding {
            Encoding::Utf8 => {
                let byte = rope.char_to_byte(start) + units;
                rope.byte_to_char(byte.min(rope.len_bytes()))
            }
            Encoding::Utf16 => {
                let unit = rope.char_to_utf16_cu(start) + units;
                rope.utf16_cu_to_char(unit.min(rope.len_utf16_cu()))
            }
        };
        at.min(end)
    }

    /// The number of characters of a line, its break left out.
    fn line_length(&self, line: usize) -> usize {
        let line = self.rope.line(line);
        let mut length = line.len_chars();
        for ending in ['\n', '\r'] {
            if length > 0 && line.char(length - 1) == ending {
                length -= 1;
            }
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 2] = [Encoding::Utf8, Encoding::Utf16];

    fn change(range: [u32; 4], text: &str) -> TextDocumentContentChangeEvent {
        let [line, character, end_line, end_character] = range;
        TextDocumentContentChangeEvent {
            range: Some(Range::new(
                Position::new(line, character),
                Position::new(end_line, end_character),
            )),
            range_length: None,
            text: text.to_owned(),
        }
    }

    fn edited(text: &str, encoding: Encoding, range: [u32; 4], new: &str) -> String {
        let text = Text::new(text, encoding);
        text.changed(&change(range, new)).contents()
    }

    #[test]
    fn positions_count_in_the_encoding() {
        let line = "日本😀e\u{301}x";
        let at = line.find('x').unwrap();
        for (encoding, expected) in [(Encoding::Utf8, 13), (Encoding::Utf16, 6)] {
            let text = Text::new(&format!("a\n{line}"), encoding);
            assert_eq!(text.position(at + 2), Position::new(1, expected));
            assert_eq!(text.offset(Position::new(1, expected)), at + 2);
        }
    }

    #[test]
    fn every_offset_survives_the_way_to_a_position_and_back() {
        let source = "\u{feff}é\r\n\u{2028}😀\ry\n\n日本語e\u{301}";
        for encoding in ENCODINGS {
            let text = Text::new(source, encoding);
            for (offset, _) in source.char_indices() {
                let inside_crlf =
                    source[..offset].ends_with('\r') && source[offset..].starts_with('\n');
                if !inside_crlf {
                    assert_eq!(text.offset(text.position(offset)), offset);
                }
            }
        }
    }

    #[test]
    fn lines_end_at_lf_crlf_and_cr_and_nothing_else() {
        for encoding in ENCODINGS {
            let text = Text::new("a\nb\r\nc\rd\u{2028}e\u{85}f\u{0b}g", encoding);
            assert_eq!(text.position(99).line, 3);
        }
    }

    #[test]
    fn positions_past_an_end_mean_the_end() {
        for encoding in ENCODINGS {
            let text = Text::new("ab\r\ncd", encoding);
            assert_eq!(text.offset(Position::new(0, 99)), 2);
            assert_eq!(text.offset(Position::new(0, u32::MAX)), 2);
            assert_eq!(text.offset(Position::new(9, 0)), 6);
            assert_eq!(text.position(99), Position::new(1, 2));
        }
    }

    #[test]
    fn positions_inside_a_character_mean_its_start() {
        for encoding in ENCODINGS {
            let text = Text::new("x😀y", encoding);
            assert_eq!(text.offset(Position::new(0, 2)), 1);
        }
    }

    #[test]
    fn edits_replace_what_their_range_covers() {
        for encoding in ENCODINGS {
            assert_eq!(edited("a\r\nb", encoding, [0, 1, 1, 0], ""), "ab");
            assert_eq!(edited("ab", encoding, [0, 1, 0, 1], "😀"), "a😀b");
            assert_eq!(edited("abc", encoding, [0, 2, 0, 1], "-"), "a-c");
            assert_eq!(edited("ab", encoding, [7, 7, 8, 8], "!"), "ab!");
        }
    }

    #[test]
    fn a_break_made_of_two_edits_is_one_break() {
        for encoding in ENCODINGS {
            let text = Text::new("a\rb", encoding);
            let text = text.changed(&change([1, 0, 1, 0], "\n"));
            assert_eq!(text.contents(), "a\r\nb");
            assert_eq!(text.position(3), Position::new(1, 0));
        }
    }
}
