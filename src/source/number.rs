//! Numbers as they were written.

use std::cmp::Ordering;

/// A finite JSON number, kept as its JSON lexeme so that no digit is lost.
#[derive(Debug, Clone, Copy)]
pub struct Number<'t> {
    lexeme: &'t str,
}

impl<'t> Number<'t> {
    pub(super) fn new(lexeme: &'t str) -> Self {
        Self { lexeme }
    }

    /// The number as written, in JSON syntax.
    pub fn lexeme(self) -> &'t str {
        self.lexeme
    }

    /// The nearest double; always finite, because readers refuse numbers that are not.
    pub fn as_f64(self) -> f64 {
        self.lexeme.parse().unwrap_or(f64::NAN)
    }

    /// The value where it is a whole number that fits; `1.0` and `1e2` count.
    pub fn as_u64(self) -> Option<u64> {
        self.lexeme
            .parse()
            .ok()
            .or_else(|| self.decimal().whole()?.parse().ok())
    }

    /// The value where it is a whole number that fits; `-1.0` counts.
    pub fn as_i64(self) -> Option<i64> {
        self.lexeme
            .parse()
            .ok()
            .or_else(|| self.decimal().whole()?.parse().ok())
    }

    /// Whether the value is mathematically whole, as JSON Schema means `integer`.
    pub fn is_integer(self) -> bool {
        let decimal = self.decimal();
        decimal.digits.is_empty() || decimal.exponent >= 0
    }

    /// Whether both have the same mathematical value, however long they are.
    pub fn equals(self, other: Number<'_>) -> bool {
        self.lexeme == other.lexeme || self.decimal() == other.decimal()
    }

    /// Order by value; doubles decide, so numbers that differ past 17 digits may come out equal.
    pub fn compare(self, other: Number<'_>) -> Ordering {
        self.as_f64().total_cmp(&other.as_f64())
    }

    /// Sign, significant digits without outer zeros, and the power of ten of the last digit.
    fn decimal(self) -> Decimal {
        let (negative, rest) = match self.lexeme.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, self.lexeme),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // An exponent beyond 64 bits belongs to zero or to an underflow; saturating keeps its sign.
        let written: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
            i64::MIN / 2
        } else {
            i64::MAX / 2
        });
        let digits = format!("{whole}{fraction}");
        let significant = digits.trim_end_matches('0');
        let shift = (digits.len() - significant.len()) as i64 - fraction.len() as i64;
        let digits = significant.trim_start_matches('0').to_owned();
        let zero = digits.is_empty();
        Decimal {
            negative: negative && !zero,
            exponent: if zero {
                0
            } else {
                written.saturating_add(shift)
            },
            digits,
        }
    }
}

#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// The digits of a whole number of at most 20 digits.
    fn whole(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let zeros = usize::try_from(self.exponent)
            .ok()
            .filter(|&zeros| zeros <= 20)?;
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{}{}", self.digits, "0".repeat(zeros)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_with_fraction_or_exponent() {
        for whole in [
            "1",
            "1.0",
            "1e2",
            "10e-1",
            "-0",
            "0.0",
            "1.50e1",
            "123456789012345678901",
        ] {
            assert!(Number::new(whole).is_integer(), "{whole}");
        }
        for broken in ["1.5", "1e-1", "0.1e0"] {
            assert!(!Number::new(broken).is_integer(), "{broken}");
        }
        assert_eq!(Number::new("1.5e1").as_u64(), Some(15));
        assert_eq!(Number::new("-2.0").as_i64(), Some(-2));
        assert_eq!(Number::new("1e30").as_u64(), None);
    }

    #[test]
    fn equality_is_mathematical() {
        assert!(Number::new("1.0").equals(Number::new("1")));
        assert!(Number::new("-0").equals(Number::new("0e9")));
        assert!(Number::new("100").equals(Number::new("1E+2")));
        assert!(!Number::new("9007199254740993").equals(Number::new("9007199254740992")));
    }
}
