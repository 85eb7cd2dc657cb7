//! Paths from the root of a document to a value.

use std::fmt;

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// The member of an object.
    Key(Box<str>),
    /// The element of an array, from 0.
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.into())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way from the root to a value; shown as `tools[0].inputSchema`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Appends a step.
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.0.push(segment.into());
    }

    /// The same path with one more step.
    #[must_use]
    pub fn join(mut self, segment: impl Into<Segment>) -> Self {
        self.push(segment);
        self
    }
}

impl From<Vec<Segment>> for Path {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the document");
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) if is_plain(key) && at == 0 => f.write_str(key)?,
                Segment::Key(key) if is_plain(key) => write!(f, ".{key}")?,
                Segment::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

/// Whether a key can stand in a shown path without quotes.
fn is_plain(key: &str) -> bool {
    // What begins like a number could be taken for an index, or for a date.
    !key.is_empty()
        && !key.starts_with(|c: char| c.is_numeric() || c == '-')
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || "_-$".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_as_people_write_them() {
        let path = Path::default()
            .join("tools")
            .join(0)
            .join("_meta")
            .join("a.b/c");
        assert_eq!(path.to_string(), r#"tools[0]._meta["a.b/c"]"#);
        let path = Path::default()
            .join("examples")
            .join("0")
            .join("a.b")
            .join("-1");
        assert_eq!(path.to_string(), r#"examples["0"]["a.b"]["-1"]"#);
        assert_eq!(Path::default().to_string(), "the document");
    }
}
