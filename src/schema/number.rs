//! Exact arithmetic on numbers as they are written: schemas compare and divide them.

use std::cmp::Ordering;

use crate::source::Number;

/// Sign, significant digits without outer zeros, and the power of ten of the last digit. Equal
/// numbers have equal decimals.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    pub(super) fn new(number: Number<'_>) -> Self {
        Self::parse(number.lexeme())
    }

    fn parse(lexeme: &str) -> Self {
        let (negative, rest) = match lexeme.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, lexeme),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let fraction = mantissa.split_once('.').map_or(0, |(_, it)| it.len());
        let written: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
            i64::MIN / 2
        } else {
            i64::MAX / 2
        });
        let mut digits: Vec<u8> = mantissa
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|digit| digit - b'0')
            .skip_while(|&digit| digit == 0)
            .collect();
        let len = digits.len();
        let significant = digits
            .iter()
            .rposition(|&digit| digit != 0)
            .map_or(0, |at| at + 1);
        digits.truncate(significant);
        let shift = (len - significant) as i64 - fraction as i64;
        let zero = digits.is_empty();
        Self {
            negative: negative && !zero,
            exponent: if zero {
                0
            } else {
                written.saturating_add(shift)
            },
            digits,
        }
    }

    /// The position of the first digit as a power of ten.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(self.digits.len() as i64)
    }

    fn compare_absolute(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .magnitude()
                .cmp(&other.magnitude())
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

/// The exact order of two numbers, however long they are.
pub(super) fn compare(left: Number<'_>, right: Number<'_>) -> Ordering {
    let (left, right) = (Decimal::new(left), Decimal::new(right));
    match (left.negative, right.negative) {
        (false, false) => left.compare_absolute(&right),
        (true, true) => right.compare_absolute(&left),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// Whether `number` is a whole multiple of `divisor`; `None` where the numbers are too far apart
/// to tell within reason.
pub(super) fn is_multiple(number: Number<'_>, divisor: Number<'_>) -> Option<bool> {
    let (number, divisor) = (Decimal::new(number), Decimal::new(divisor));
    if number.digits.is_empty() {
        return Some(true);
    }
    if number.compare_absolute(&divisor) == Ordering::Less {
        return Some(false);
    }
    // Both as whole numbers in units of the smaller power of ten.
    let unit = number.exponent.min(divisor.exponent);
    let zeros = |it: &Decimal| usize::try_from(it.exponent.checked_sub(unit)?).ok();
    let (tail, scale) = (zeros(&number)?, zeros(&divisor)?);
    if tail > 1000 || scale > 1000 {
        return None;
    }
    // Stays so small that one more digit never overflows.
    let bound = u128::MAX / 10 - 9;
    let grow = |total: u128, digit: u8| total.checked_mul(10)?.checked_add(u128::from(digit));
    let modulus = divisor
        .digits
        .iter()
        .copied()
        .chain(std::iter::repeat_n(0, scale))
        .try_fold(0, grow)
        .filter(|&it| it > 0 && it <= bound)?;
    let rest = number
        .digits
        .iter()
        .copied()
        .chain(std::iter::repeat_n(0, tail))
        .try_fold(0, |rest, digit| Some(grow(rest, digit)? % modulus))?;
    Some(rest == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(left: &str, right: &str) -> Ordering {
        let (left, right) = (Decimal::parse(left), Decimal::parse(right));
        left.compare_absolute(&right)
    }

    #[test]
    fn long_numbers_compare_exactly() {
        assert_eq!(
            order("9007199254740993", "9007199254740992"),
            Ordering::Greater
        );
        assert_eq!(order("1.50", "15e-1"), Ordering::Equal);
        assert_eq!(order("0.09", "0.1"), Ordering::Less);
        assert_eq!(order("1e300", "99"), Ordering::Greater);
        assert_eq!(order("0", "1e-300"), Ordering::Less);
    }
}
