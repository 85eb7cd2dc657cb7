//! Whether what several appearances of one variable took can be the expansion of one value.
//!
//! Where the RFC leaves the value open (a kept triplet may have been one in the value, a comma may
//! separate members or be part of one), appearances that cannot be told apart agree.

use super::octets::{decode_plain, expand_reserved, upper_triplets};
use super::{Modifier, Operator, Variable};

/// A variable as an expression writes it.
#[derive(Clone, Copy)]
pub(super) struct Occurrence<'a> {
    pub(super) operator: Operator,
    pub(super) variable: &'a Variable,
}

/// The text that an appearance of a variable took; an expansion of some defined value.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) occurrence: Occurrence<'a>,
    pub(super) text: &'a str,
}

impl Occurrence<'_> {
    /// Whether both write the same value as the same text, hexadecimal digits aside.
    pub(super) fn is_like(&self, other: &Occurrence<'_>) -> bool {
        self.operator == other.operator && self.variable == other.variable
    }
}

impl Piece<'_> {
    /// Whether the other says nothing that this does not.
    pub(super) fn is_same(&self, other: &Piece<'_>) -> bool {
        self.text == other.text && self.occurrence.is_like(&other.occurrence)
    }
}

/// Whether one value, a string, a list or an array, can have expanded to every piece.
pub(super) fn have_one_value(pieces: &[Piece<'_>]) -> bool {
    [Kind::String, Kind::List, Kind::Array]
        .into_iter()
        .any(|kind| {
            let readings: Option<Vec<Reading>> =
                pieces.iter().map(|piece| piece.read_as(kind)).collect();
            readings.is_some_and(|readings| {
                readings.iter().enumerate().all(|(index, reading)| {
                    readings
                        .iter()
                        .skip(index + 1)
                        .all(|other| reading.agrees(other))
                })
            })
        })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    String,
    List,
    Array,
}

/// What a piece says of the value, if the value is of some kind.
struct Reading {
    /// The string, the members, or keys and values in turn, where they are known exactly.
    exact: Option<Vec<String>>,
    /// The reserved expansion of the value, members joined by commas.
    text: String,
    /// Whether the value may go on, because a prefix modifier cut it.
    is_open: bool,
    /// Whether the text's separators cannot be told from its members.
    is_loose: bool,
}

impl Reading {
    fn exact(members: Vec<String>, is_open: bool) -> Self {
        let text: Vec<String> = members
            .iter()
            .map(|member| expand_reserved(member))
            .collect();
        Reading {
            text: text.join(","),
            exact: Some(members),
            is_open,
            is_loose: false,
        }
    }

    fn text(text: String, is_open: bool, is_loose: bool) -> Self {
        Reading {
            exact: None,
            text,
            is_open,
            is_loose,
        }
    }

    fn agrees(&self, other: &Reading) -> bool {
        match (&self.exact, &other.exact) {
            _ if self.is_loose || other.is_loose => {
                let fold = |text: &str| text.replace(['=', '.'], ",");
                fold(&self.text) == fold(&other.text)
            }
            (Some(mine), Some(theirs)) if !self.is_open && !other.is_open => mine == theirs,
            (Some(mine), Some(theirs)) => continues(
                (&mine.concat(), self.is_open),
                (&theirs.concat(), other.is_open),
            ),
            _ => continues(
                (self.certain_text(), self.is_open),
                (other.certain_text(), other.is_open),
            ),
        }
    }

    /// The text without a percent sign at its end that the cut may have parted from its digits:
    /// uncut, the three would have been kept as a triplet.
    fn certain_text(&self) -> &str {
        if !self.is_open {
            return &self.text;
        }
        match self.text.rsplit_once("%25") {
            Some((before, "")) => before,
            Some((before, digit)) if digit.len() == 1 => before,
            _ => &self.text,
        }
    }
}

/// Whether one text can be both; an open one may have more behind it.
fn continues((mine, mine_is_open): (&str, bool), (theirs, theirs_is_open): (&str, bool)) -> bool {
    mine == theirs
        || (mine_is_open && theirs.starts_with(mine))
        || (theirs_is_open && mine.starts_with(theirs))
}

impl Piece<'_> {
    /// `None` when the value cannot be of this kind.
    fn read_as(&self, kind: Kind) -> Option<Reading> {
        let Occurrence { operator, variable } = self.occurrence;
        let is_exploded = variable.modifier == Modifier::Explode;
        if let Modifier::Prefix(_) = variable.modifier
            && kind != Kind::String
        {
            // Only strings can be cut (§2.4.1).
            return None;
        }
        match (operator.is_named(), is_exploded) {
            (true, true) => self.read_named_members(kind),
            (true, false) => {
                let value = self.text.strip_prefix(variable.name.as_str())?;
                self.read_joined(kind, value.strip_prefix('=').unwrap_or(value))
            }
            (false, _) if operator.keeps_reserved() => self.read_reserved(kind),
            (false, true) => self.read_members(kind),
            (false, false) => self.read_joined(kind, self.text),
        }
    }

    /// `name=value` for each member, or `key=value` for each pair.
    fn read_named_members(&self, kind: Kind) -> Option<Reading> {
        let Occurrence { operator, variable } = self.occurrence;
        let mut members = Vec::new();
        for member in self.text.split(char::from(operator.separator())) {
            let (key, value) = member.split_once('=').unwrap_or((member, ""));
            if kind == Kind::Array {
                members.push(decode_plain(key)?);
            } else if key != variable.name {
                return None;
            }
            members.push(decode_plain(value)?);
        }
        let is_possible = kind != Kind::String || members.len() == 1;
        is_possible.then(|| Reading::exact(members, false))
    }

    /// Anything may be part of a value here, separators too.
    fn read_reserved(&self, kind: Kind) -> Option<Reading> {
        let is_exploded = self.occurrence.variable.modifier == Modifier::Explode;
        let is_possible = match kind {
            Kind::Array => self.text.contains(if is_exploded { '=' } else { ',' }),
            Kind::String | Kind::List => true,
        };
        // Counting every octet as a character errs towards a value that goes on.
        let is_open = self.is_cut(self.text.len());
        let is_loose = kind == Kind::Array && is_exploded;
        let text = upper_triplets(self.text).into_owned();
        is_possible.then(|| Reading::text(text, is_open, is_loose))
    }

    /// Members or pairs behind each other, without the variable's name.
    fn read_members(&self, kind: Kind) -> Option<Reading> {
        let operator = self.occurrence.operator;
        let separator = char::from(operator.separator());
        if kind == Kind::String {
            return Some(Reading::exact(vec![decode_plain(self.text)?], false));
        }
        if (kind == Kind::Array) != self.text.contains('=') {
            return None;
        }
        if operator == Operator::Label {
            // A dot may be a separator or part of a value.
            let decoded: Option<Vec<String>> = self.text.split('=').map(decode_plain).collect();
            return Some(Reading::text(
                expand_reserved(&decoded?.join(",")),
                false,
                true,
            ));
        }
        let mut members = Vec::new();
        for member in self.text.split(separator) {
            if kind == Kind::Array {
                let (key, value) = member.split_once('=')?;
                members.push(decode_plain(key)?);
                members.push(decode_plain(value)?);
            } else {
                members.push(decode_plain(member)?);
            }
        }
        Some(Reading::exact(members, false))
    }

    /// A string, or members joined by commas.
    fn read_joined(&self, kind: Kind, text: &str) -> Option<Reading> {
        let members: Option<Vec<String>> = text.split(',').map(decode_plain).collect();
        let members = members?;
        let is_possible = match kind {
            Kind::String => members.len() == 1,
            Kind::List => true,
            Kind::Array => members.len().is_multiple_of(2),
        };
        let length = members.first().map_or(0, |first| first.chars().count());
        is_possible.then(|| Reading::exact(members, self.is_cut(length)))
    }

    /// Whether a value of this many characters may have had more before it was cut.
    fn is_cut(&self, length: usize) -> bool {
        match self.occurrence.variable.modifier {
            Modifier::Prefix(longest) => length >= longest,
            Modifier::None | Modifier::Explode => false,
        }
    }
}
