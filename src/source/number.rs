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
        self.decimal().is_whole()
    }

    /// Whether both have the same mathematical value, however long they are.
    pub fn equals(self, other: Number<'_>) -> bool {
        self.lexeme == other.lexeme || self.decimal() == other.decimal()
    }

    /// The exact order by value, however long the numbers are.
    pub fn compare(self, other: Number<'_>) -> Ordering {
        self.decimal().cmp(&other.decimal())
    }

    /// The exact order of the number and a count.
    pub fn compare_count(self, count: usize) -> Ordering {
        self.decimal().cmp(&Decimal::parse(&count.to_string()))
    }

    /// The exact order of the number and a finite double, read as its shortest decimal form.
    pub fn compare_f64(self, other: f64) -> Ordering {
        self.decimal().cmp(&Decimal::parse(&other.to_string()))
    }

    /// The value in a form to calculate with.
    pub(crate) fn decimal(self) -> Decimal {
        Decimal::parse(self.lexeme)
    }
}

/// Sign, significant digits without outer zeros, and the power of ten of the last digit. Equal
/// numbers have equal decimals.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a number in JSON syntax.
    fn parse(lexeme: &str) -> Self {
        let (negative, rest) = match lexeme.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, lexeme),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let fraction = mantissa.split_once('.').map_or(0, |(_, it)| it.len());
        // An exponent beyond 64 bits belongs to zero or to an underflow; saturating keeps its sign.
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

    /// The significant digits, highest first; none for zero.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The power of ten that the last digit counts.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// The order without the signs.
    pub fn compare_absolute(&self, other: &Self) -> Ordering {
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

    /// The position of the first digit as a power of ten.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(self.digits.len() as i64)
    }

    fn is_whole(&self) -> bool {
        self.digits.is_empty() || self.exponent >= 0
    }

    /// The digits of a whole number of at most 20 digits.
    fn whole(&self) -> Option<String> {
        let zeros = usize::try_from(self.exponent)
            .ok()
            .filter(|&zeros| zeros <= 20)?;
        let mut text = String::from(if self.negative { "-" } else { "" });
        text.extend(self.digits.iter().map(|&digit| char::from(b'0' + digit)));
        text.extend(std::iter::repeat_n('0', zeros));
        if self.digits.is_empty() {
            text.push('0');
        }
        Some(text)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.compare_absolute(other),
            (true, true) => other.compare_absolute(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
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

    #[test]
    fn order_is_exact_beyond_doubles() {
        use Ordering::{Equal, Greater, Less};
        for (left, right, order) in [
            ("9223372036854775808", "9223372036854775807", Greater),
            ("-9223372036854775808", "-9223372036854775807", Less),
            ("9007199254740993", "9007199254740992.0", Greater),
            ("1.50", "15e-1", Equal),
            ("0.09", "0.1", Less),
            ("1e300", "99", Greater),
            ("0", "1e-400", Less),
            ("-1e-400", "0", Less),
            ("-0", "0", Equal),
        ] {
            assert_eq!(
                Number::new(left).compare(Number::new(right)),
                order,
                "{left} {right}"
            );
        }
        assert_eq!(
            Number::new("9007199254740993").compare_f64(9007199254740992.0),
            Greater
        );
        assert_eq!(Number::new("-1e-400").compare_f64(0.0), Less);
        assert_eq!(Number::new("1e400").compare_count(usize::MAX), Greater);
    }
}
