//! How much is read.

/// Bounds on what is read (§15.8, §16.2 item 9). Exceeding one is an error with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole text; at most [`Limits::MOST_BYTES`].
    pub bytes: usize,
    /// Containers inside one another.
    pub depth: usize,
    /// Values in the document, containers included.
    pub nodes: usize,
    /// Bytes of one decoded scalar or key.
    pub scalar: usize,
    /// Entries of one array or object.
    pub entries: usize,
}

impl Limits {
    /// More bytes than this are not read, whatever is asked for: places are kept in 32 bits.
    pub const MOST_BYTES: usize = i32::MAX as usize;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            depth: 128,
            nodes: 2_000_000,
            scalar: 4 << 20,
            entries: 1_000_000,
        }
    }
}
