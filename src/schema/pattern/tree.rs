//! What a pattern consists of.

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Empty,
    /// A code point, or half of a surrogate pair, which no text here contains.
    Char(u32),
    /// Any character, line ends included or not.
    Any {
        line_ends: bool,
    },
    Class {
        negated: bool,
        items: Vec<Item>,
    },
    /// The start of the text, or of a line.
    Start {
        of_line: bool,
    },
    /// The end of the text, or of a line.
    End {
        of_line: bool,
    },
    /// Between a word and something else, or not.
    Boundary {
        negated: bool,
    },
    /// A group that captures under this number, from 1 up.
    Capture(usize, Box<Node>),
    /// A part in which letters of both cases are alike, or not.
    Case {
        ignored: bool,
        inner: Box<Node>,
    },
    /// What must or must not follow, or precede.
    Look {
        behind: bool,
        negated: bool,
        inner: Box<Node>,
    },
    /// What the group of this number has captured.
    Back(usize),
    Repeat {
        inner: Box<Node>,
        min: u64,
        max: Option<u64>,
        lazy: bool,
    },
    All(Vec<Node>),
    Either(Vec<Node>),
}

/// A part of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// From one code point to another.
    Range(u32, u32),
    Set(Set),
}

/// A set of characters with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Set {
    pub kind: SetKind,
    pub negated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SetKind {
    Digit,
    Space,
    Word,
    /// A Unicode property, as `\p{...}` names it.
    Property(String),
}

impl Node {
    /// How many atoms it has with its repetitions written out.
    pub(super) fn atoms(&self) -> u64 {
        match self {
            Self::Empty | Self::Start { .. } | Self::End { .. } | Self::Boundary { .. } => 0,
            Self::Char(_) | Self::Any { .. } | Self::Class { .. } | Self::Back(_) => 1,
            Self::Capture(_, inner) | Self::Case { inner, .. } | Self::Look { inner, .. } => {
                inner.atoms()
            }
            Self::Repeat {
                inner, min, max, ..
            } => {
                let times = max.unwrap_or(*min).max(1);
                inner.atoms().max(1).saturating_mul(times)
            }
            Self::All(parts) | Self::Either(parts) => parts
                .iter()
                .fold(0, |sum, part| sum.saturating_add(part.atoms())),
        }
    }

    /// Whether only trying shows that an engine can use it: not all look-behinds are supported,
    /// nor are the names of scripts known here.
    pub(super) fn is_uncertain(&self) -> bool {
        let named = |item: &Item| {
            matches!(
                item,
                Item::Set(Set {
                    kind: SetKind::Property(_),
                    ..
                })
            )
        };
        match self {
            Self::Class { items, .. } => items.iter().any(named),
            Self::Look { behind: true, .. } => true,
            Self::Capture(_, inner)
            | Self::Case { inner, .. }
            | Self::Look { inner, .. }
            | Self::Repeat { inner, .. } => inner.is_uncertain(),
            Self::All(parts) | Self::Either(parts) => parts.iter().any(Self::is_uncertain),
            _ => false,
        }
    }
}
