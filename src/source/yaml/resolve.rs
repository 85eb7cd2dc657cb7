//! What a scalar is: the JSON schema of YAML 1.2.2 (§15.3.3) and its tags (§15.3.4).

use std::borrow::Cow;

use granit_parser::{ScalarStyle, Tag};

/// The tags that may be used, and all the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `!`: a string, mapping or sequence by its form alone.
    NonSpecific,
    Str,
    Int,
    Float,
    Bool,
    Null,
    Map,
    Seq,
    Foreign,
}

impl TagKind {
    pub(super) fn of(tag: &Tag) -> Self {
        if tag.handle().is_empty() && tag.suffix() == "!" {
            return Self::NonSpecific;
        }
        match tag.core_suffix() {
            Some("str") => Self::Str,
            Some("int") => Self::Int,
            Some("float") => Self::Float,
            Some("bool") => Self::Bool,
            Some("null") => Self::Null,
            Some("map") => Self::Map,
            Some("seq") => Self::Seq,
            _ => Self::Foreign,
        }
    }
}

/// A scalar's value; a string's is its content.
#[derive(Debug, PartialEq)]
pub(super) enum Resolved<'c> {
    Null,
    Bool(bool),
    /// The JSON lexeme.
    Number(Cow<'c, str>),
    String,
}

/// Why a scalar has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// The tag asks for something else than what is written.
    Tag,
    /// The tag is none of the JSON schema.
    Foreign,
    /// Infinite, or not a number.
    NonFinite,
}

pub(super) fn resolve<'c>(
    content: &'c str,
    style: ScalarStyle,
    tag: Option<&Tag>,
) -> Result<Resolved<'c>, Mismatch> {
    match tag.map(TagKind::of) {
        None if style == ScalarStyle::Plain => resolve_plain(content),
        None | Some(TagKind::NonSpecific | TagKind::Str) => Ok(Resolved::String),
        Some(TagKind::Map | TagKind::Seq) => Err(Mismatch::Tag),
        Some(TagKind::Foreign) => Err(Mismatch::Foreign),
        Some(kind) => {
            let resolved = resolve_plain(content)?;
            let agrees = match (&resolved, kind) {
                (Resolved::Null, TagKind::Null) | (Resolved::Bool(_), TagKind::Bool) => true,
                (Resolved::Number(_), TagKind::Float) => true,
                (Resolved::Number(lexeme), TagKind::Int) => !lexeme.contains(['.', 'e', 'E']),
                _ => false,
            };
            if agrees {
                Ok(resolved)
            } else {
                Err(Mismatch::Tag)
            }
        }
    }
}

fn resolve_plain(content: &str) -> Result<Resolved<'_>, Mismatch> {
    match content.as_bytes() {
        b"null" => return Ok(Resolved::Null),
        b"true" => return Ok(Resolved::Bool(true)),
        b"false" => return Ok(Resolved::Bool(false)),
        [b'-' | b'+' | b'.', ..] if is_non_finite(content) => return Err(Mismatch::NonFinite),
        [b'-' | b'0'..=b'9', ..] => {}
        _ => return Ok(Resolved::String),
    }
    match number(content) {
        None => Ok(Resolved::String),
        Some(lexeme) if lexeme.parse::<f64>().is_ok_and(f64::is_finite) => {
            Ok(Resolved::Number(lexeme))
        }
        Some(_) => Err(Mismatch::NonFinite),
    }
}

fn is_non_finite(content: &str) -> bool {
    let unsigned = content.strip_prefix(['-', '+']);
    content.eq_ignore_ascii_case(".nan") || unsigned.unwrap_or(content).eq_ignore_ascii_case(".inf")
}

/// The JSON lexeme of a number of YAML's JSON schema, which lets a point end the digits.
fn number(content: &str) -> Option<Cow<'_, str>> {
    let bytes = content.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(start);
    if whole == start || (bytes.get(start) == Some(&b'0') && whole > start + 1) {
        return None;
    }
    let point = bytes.get(whole) == Some(&b'.');
    let fraction = if point { digits(whole + 1) } else { whole };
    let end = match bytes.get(fraction) {
        Some(b'e' | b'E') => {
            let sign = usize::from(matches!(bytes.get(fraction + 1), Some(b'+' | b'-')));
            let from = fraction + 1 + sign;
            Some(digits(from)).filter(|&end| end > from)?
        }
        _ => fraction,
    };
    if end != bytes.len() {
        return None;
    }
    if point && fraction == whole + 1 {
        let (left, right) = content.split_at_checked(fraction)?;
        return Some(Cow::Owned(format!("{left}0{right}")));
    }
    Some(Cow::Borrowed(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(content: &str) -> Result<Resolved<'_>, Mismatch> {
        resolve(content, ScalarStyle::Plain, None)
    }

    #[test]
    fn only_the_words_and_numbers_of_json_are_more_than_strings() {
        for text in [
            "yes",
            "~",
            "Null",
            "TRUE",
            "0x1F",
            "0o7",
            "1_000",
            "2026-07-28",
            "012",
            "+1",
            ".5",
            "1.0.0",
            "-",
            ".",
            "1e",
            "e3",
            "--1",
            "",
            "-.5",
            "nan",
            "Infinity",
        ] {
            assert_eq!(plain(text), Ok(Resolved::String), "{text}");
        }
        for text in ["0", "-0", "1.5e-3", "1E+3", "9223372036854775808", "1e-999"] {
            assert_eq!(plain(text), Ok(Resolved::Number(text.into())), "{text}");
        }
        assert_eq!(plain("1."), Ok(Resolved::Number("1.0".into())));
        assert_eq!(plain("-1.e3"), Ok(Resolved::Number("-1.0e3".into())));
    }

    #[test]
    fn numbers_that_are_not_finite_have_no_value() {
        for text in [".inf", "-.INF", "+.Inf", ".nan", ".NaN", "1e999", "-1e999"] {
            assert_eq!(plain(text), Err(Mismatch::NonFinite), "{text}");
        }
        let quoted = resolve(".nan", ScalarStyle::DoubleQuoted, None);
        assert_eq!(quoted, Ok(Resolved::String));
    }
}
