//! The MCP revisions that specification 0.8.0 supports (§4.9), and sets of them.

use std::fmt;

/// A supported MCP revision, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// 2024-11-05
    V2024_11_05,
    /// 2025-03-26
    V2025_03_26,
    /// 2025-06-18
    V2025_06_18,
    /// 2025-11-25
    V2025_11_25,
    /// 2026-07-28
    V2026_07_28,
}

impl Revision {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The revision as documents write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision that documents write as `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == text)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of revisions: a protocol scope (§4.10). Shown as `2025-06-18 and 2025-11-25`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Revisions(u8);

impl Revisions {
    /// No revision.
    pub const NONE: Self = Self(0);
    /// Every supported revision.
    pub const ALL: Self = Self(0b1_1111);

    /// `first` and everything after it.
    pub const fn since(first: Revision) -> Self {
        Self(Self::ALL.0 & !((1 << first as u8) - 1))
    }

    /// Everything before `end`.
    pub const fn before(end: Revision) -> Self {
        Self((1 << end as u8) - 1)
    }

    /// Just this one.
    pub const fn only(revision: Revision) -> Self {
        Self(1 << revision as u8)
    }

    /// Adds a revision.
    pub fn insert(&mut self, revision: Revision) {
        self.0 |= 1 << revision as u8;
    }

    /// Whether `revision` is in it.
    pub const fn contains(self, revision: Revision) -> bool {
        self.0 & (1 << revision as u8) != 0
    }

    /// Whether it has no revision.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in this one but not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all are in `other` too.
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The revisions, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Revision> {
        Revision::ALL
            .into_iter()
            .filter(move |&revision| self.contains(revision))
    }
}

impl FromIterator<Revision> for Revisions {
    fn from_iter<I: IntoIterator<Item = Revision>>(revisions: I) -> Self {
        let mut set = Self::NONE;
        revisions
            .into_iter()
            .for_each(|revision| set.insert(revision));
        set
    }
}

impl fmt::Display for Revisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.len();
        for (at, revision) in self.iter().enumerate() {
            let joint = match at {
                0 => "",
                _ if at + 1 == last => " and ",
                _ => ", ",
            };
            write!(f, "{joint}{revision}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_the_order_of_the_revisions() {
        let since = Revisions::since(Revision::V2025_06_18);
        assert_eq!(since.to_string(), "2025-06-18, 2025-11-25 and 2026-07-28");
        assert_eq!(
            Revisions::before(Revision::V2025_06_18).or(since),
            Revisions::ALL
        );
        assert_eq!(
            Revisions::only(Revision::V2024_11_05).to_string(),
            "2024-11-05"
        );
        assert!(Revisions::NONE.is_subset_of(since) && !Revisions::ALL.is_subset_of(since));
    }
}
