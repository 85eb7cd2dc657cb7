//! Integers by their bounds.

use super::facets::Kinds;
use super::model::Type;
use super::read::Reader;
use crate::schema::{Dialect, Part};
use crate::source::{Number, Value};

/// What is known of the size of whole numbers; `None` where they have no bound. What is beyond 128
/// bits is as far as they go.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Range {
    least: Option<i128>,
    greatest: Option<i128>,
}

/// The integer types, best first.
const TYPES: [(&str, i128, i128); 8] = [
    ("u8", 0, u8::MAX as i128),
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
];

impl Range {
    fn of(number: i128) -> Self {
        Self {
            least: Some(number),
            greatest: Some(number),
        }
    }

    /// The numbers in both.
    fn and(self, other: Self) -> Self {
        let tightest = |a: Option<i128>, b: Option<i128>, pick: fn(i128, i128) -> i128| match (a, b)
        {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        Self {
            least: tightest(self.least, other.least, Ord::max),
            greatest: tightest(self.greatest, other.greatest, Ord::min),
        }
    }

    /// A range that holds both.
    pub fn or(self, other: Self) -> Self {
        Self {
            least: self.least.zip(other.least).map(|(a, b)| a.min(b)),
            greatest: self.greatest.zip(other.greatest).map(|(a, b)| a.max(b)),
        }
    }

    /// The smallest type that holds all of it. Where a bound is missing, one of 64 bits that the
    /// other bound leaves room for.
    pub fn integer(self) -> Type {
        let (least, greatest) = match (self.least, self.greatest) {
            (None, None) => return Type::Integer("i64"),
            (Some(least), None) if least >= 0 => (least, least.max(i128::from(u64::MAX))),
            (Some(least), None) => (least, i128::from(i64::MAX)),
            (None, Some(greatest)) => (greatest.min(i128::from(i64::MIN)), greatest),
            (Some(least), Some(greatest)) => (least, greatest),
        };
        let fitting = TYPES
            .iter()
            .find(|(_, min, max)| *min <= least && greatest <= *max);
        fitting.map_or(Type::BigNumber, |(name, ..)| Type::Integer(name))
    }
}

impl<'t> Reader<'_, 't> {
    /// The type of numbers that are of `kinds`.
    pub(super) fn number(&self, facets: &[Part<'t>], kinds: Kinds) -> Type {
        if kinds == Kinds::WHOLE {
            self.range(facets).integer()
        } else {
            Type::Number
        }
    }

    /// The range of whole numbers that `facets` leave.
    pub(super) fn range(&self, facets: &[Part<'t>]) -> Range {
        let named = self.values(facets).unwrap_or_default().into_iter();
        let numbers = named
            .filter_map(Value::as_number)
            .map(|it| Range::of(floor(it)));
        let named = numbers.reduce(Range::or).unwrap_or_default();
        facets
            .iter()
            .fold(named, |range, part| range.and(self.bounds(*part)))
    }

    fn bounds(&self, part: Part<'t>) -> Range {
        let is_draft4 = self.schema.dialect_of(part) == Some(Dialect::Draft4);
        let bound = |plain: &str, exclusive: &str, step: i128| {
            let number = |keyword| self.schema.keyword(part, keyword)?.as_number();
            let flag = self
                .schema
                .keyword(part, exclusive)
                .and_then(Value::as_bool);
            let excludes = is_draft4 && flag == Some(true);
            let round = |it: Number<'_>| if step > 0 { floor(it) } else { ceiling(it) };
            // Without the bound itself, whole numbers begin one beyond; a fraction is no whole number.
            let open = |it: Number<'_>| {
                let at = round(it);
                if it.is_integer() {
                    at.saturating_add(step)
                } else {
                    at
                }
            };
            let plain = number(plain).map(|it| if excludes { open(it) } else { round(it) });
            let open = number(exclusive).map(open);
            plain.into_iter().chain(open)
        };
        Range {
            least: bound("minimum", "exclusiveMinimum", 1).max(),
            greatest: bound("maximum", "exclusiveMaximum", -1).min(),
        }
    }
}

/// The greatest whole number that is not above `number`, or less.
fn floor(number: Number<'_>) -> i128 {
    whole(number).unwrap_or_else(|| number.as_f64().floor() as i128)
}

fn ceiling(number: Number<'_>) -> i128 {
    whole(number).unwrap_or_else(|| number.as_f64().ceil() as i128)
}

/// A whole number: itself within 64 bits, else something beyond them, about as large.
fn whole(number: Number<'_>) -> Option<i128> {
    let signed = number.as_i64().map(i128::from);
    let exact = signed.or_else(|| number.as_u64().map(i128::from));
    let beyond = || {
        let near = number.as_f64() as i128;
        if near < 0 {
            near.min(i128::from(i64::MIN) - 1)
        } else {
            near.max(i128::from(u64::MAX) + 1)
        }
    };
    exact.or_else(|| number.is_integer().then(beyond))
}
