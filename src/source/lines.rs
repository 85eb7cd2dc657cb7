//! From byte offsets to lines and columns.

/// A place in the text as people and editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// From 1. Lines end at LF, CRLF or CR.
    pub line: usize,
    /// From 1, in Unicode scalar values; a byte-order mark has no column.
    pub column: usize,
    /// From 0, in bytes; a byte-order mark counts 3.
    pub offset: usize,
}

/// Bytes between two remembered character counts: a column costs at most one block to count,
/// however long the line is.
const BLOCK: usize = 1024;

/// Where the lines of a text start.
#[derive(Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Characters before each block.
    characters: Vec<u32>,
}

impl LineIndex {
    /// Indexes a text of at most `u32::MAX` bytes.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![if text.starts_with('\u{feff}') { 3 } else { 0 }];
        let mut characters = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let mut count = 0u32;
        for (block, chunk) in bytes.chunks(BLOCK).enumerate() {
            characters.push(count);
            for (at, &byte) in chunk.iter().enumerate() {
                let offset = block * BLOCK + at;
                count += u32::from(begins_character(byte));
                let ends_line = byte == b'\n'
                    || (byte == b'\r' && bytes.get(offset + 1).is_none_or(|&next| next != b'\n'));
                if ends_line {
                    starts.push(u32::try_from(offset + 1).unwrap_or(u32::MAX));
                }
            }
        }
        Self { starts, characters }
    }

    /// Number of lines; at least one.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte offset at which line `line` (from 1) starts; the last line's for any later one.
    pub fn start(&self, line: usize) -> usize {
        let at = line.clamp(1, self.starts.len()) - 1;
        self.starts.get(at).map_or(0, |&start| start as usize)
    }

    /// Line and column of `offset` in `text`, the text this index was made from.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self
            .starts
            .partition_point(|&start| start as usize <= offset)
            .max(1);
        let start = self.start(line).min(offset);
        let column = self.characters_before(text, offset) - self.characters_before(text, start);
        Position {
            line,
            column: column + 1,
            offset,
        }
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let block = (offset / BLOCK).min(self.characters.len().saturating_sub(1));
        let before = self
            .characters
            .get(block)
            .map_or(0, |&count| count as usize);
        let rest = text
            .as_bytes()
            .get(block * BLOCK..offset)
            .unwrap_or_default();
        before + rest.iter().filter(|&&byte| begins_character(byte)).count()
    }
}

fn begins_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (usize, usize) {
        let position = LineIndex::new(text).position(text, offset);
        (position.line, position.column)
    }

    #[test]
    fn lines_end_at_lf_crlf_and_cr() {
        let text = "a\nb\r\nc\rd";
        assert_eq!(at(text, 2), (2, 1));
        assert_eq!(at(text, 5), (3, 1));
        assert_eq!(at(text, 7), (4, 1));
        assert_eq!(at(text, 99), (4, 2));
    }

    #[test]
    fn columns_count_characters_and_skip_the_byte_order_mark() {
        assert_eq!(at("\u{feff}é😀x", 3), (1, 1));
        assert_eq!(at("\u{feff}é😀x", 9), (1, 3));
    }

    #[test]
    fn columns_are_right_beyond_a_block() {
        let text = "é".repeat(3000);
        assert_eq!(at(&text, 5998), (1, 3000));
    }
}
