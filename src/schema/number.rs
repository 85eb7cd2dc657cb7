//! Exact division of numbers as they are written.

use std::cmp::Ordering;

use crate::source::{Decimal, Number};

/// Whether `number` is a whole multiple of `divisor`; `None` where the numbers are too far apart
/// to tell within reason.
pub(super) fn is_multiple(number: Number<'_>, divisor: Number<'_>) -> Option<bool> {
    let (number, divisor) = (number.decimal(), divisor.decimal());
    if number.digits().is_empty() {
        return Some(true);
    }
    if number.compare_absolute(&divisor) == Ordering::Less {
        return Some(false);
    }
    // Both as whole numbers in units of the smaller power of ten.
    let unit = number.exponent().min(divisor.exponent());
    let zeros = |it: &Decimal| usize::try_from(it.exponent().checked_sub(unit)?).ok();
    let (tail, scale) = (zeros(&number)?, zeros(&divisor)?);
    if tail > 1000 || scale > 1000 {
        return None;
    }
    // Stays so small that one more digit never overflows.
    let bound = u128::MAX / 10 - 9;
    let grow = |total: u128, digit: u8| total.checked_mul(10)?.checked_add(u128::from(digit));
    let modulus = divisor
        .digits()
        .iter()
        .copied()
        .chain(std::iter::repeat_n(0, scale))
        .try_fold(0, grow)
        .filter(|&it| it > 0 && it <= bound)?;
    let rest = number
        .digits()
        .iter()
        .copied()
        .chain(std::iter::repeat_n(0, tail))
        .try_fold(0, |rest, digit| Some(grow(rest, digit)? % modulus))?;
    Some(rest == 0)
}
