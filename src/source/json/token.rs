//! Strings, numbers and words.

use super::super::Span;
use super::super::builder::Scalar;
use super::super::rules::{CONTROL_CHARACTER, INVALID_JSON, LONE_SURROGATE, NON_FINITE_NUMBER};
use super::super::tree::Text;
use super::{Expect, Reader, Stop};

/// Longest run of digits that is surely finite as a double without an exponent.
const FINITE_DIGITS: usize = 300;

impl Reader<'_, '_> {
    /// Whether `word` stands here as a whole.
    pub(super) fn takes_word(&self, word: &str) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.starts_with(word.as_bytes()) && !rest.get(word.len()).copied().is_some_and(is_wordy)
    }

    /// The bytes from here on that make one word or number, right or wrong.
    pub(super) fn wordy_end(&self) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at + rest.iter().take_while(|&&byte| is_wordy(byte)).count()
    }

    pub(super) fn number(&mut self, expect: Expect) -> Result<Expect, Stop> {
        let start = self.at;
        let end = number_end(self.bytes, start);
        if self.bytes.get(end).copied().is_some_and(is_wordy) || end == start {
            return self.odd_value(self.bytes.get(start).copied().unwrap_or_default(), expect);
        }
        self.at = end;
        let span = Span::new(start, end);
        let lexeme = self.text.get(start..end).unwrap_or_default();
        let suspect = end - start > FINITE_DIGITS || lexeme.contains(['e', 'E']);
        if suspect && lexeme.parse::<f64>().is_ok_and(f64::is_infinite) {
            let message = format!(
                "`{}` is too large for a double and becomes infinite (§15.6)",
                shorten(lexeme)
            );
            let help = "write a number of at most about 1.8e308";
            self.report(&NON_FINITE_NUMBER, span, message, help);
            return self.unknown(start);
        }
        let text = self.builder.verbatim(span);
        self.scalar(Scalar::Number(text), start)
    }

    /// Reads the string that opens here. `None`, with nothing consumed, where it does not end on
    /// its line.
    pub(super) fn string(&mut self) -> Option<Text> {
        let start = self.at + 1;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let plain = rest
            .iter()
            .take_while(|&&byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
            .count();
        if rest.get(plain) == Some(&b'"') {
            self.at = start + plain + 1;
            return Some(self.builder.verbatim(Span::new(start, start + plain)));
        }
        let end = string_end(self.bytes, start + plain)?;
        let mut decoded = std::mem::take(&mut self.scratch);
        decoded.clear();
        self.decode(start, end, &mut decoded);
        self.at = end + 1;
        let text = self.builder.decoded(&decoded);
        self.scratch = decoded;
        Some(text)
    }

    /// Decodes the string content between two offsets, reporting what is wrong in it.
    fn decode(&mut self, start: usize, end: usize, into: &mut String) {
        let mut at = start;
        let mut control_seen = false;
        while at < end {
            let rest = self.bytes.get(at..end).unwrap_or_default();
            let plain = rest
                .iter()
                .take_while(|&&byte| byte >= 0x20 && byte != b'\\')
                .count();
            into.push_str(self.text.get(at..at + plain).unwrap_or_default());
            at += plain;
            match rest.get(plain) {
                None => return,
                Some(b'\\') => at += self.escape(at, end, into),
                Some(&control) => {
                    if !control_seen {
                        self.report_control(at, control);
                    }
                    control_seen = true;
                    into.push(char::from(control));
                    at += 1;
                }
            }
        }
    }

    fn report_control(&mut self, at: usize, control: u8) {
        let span = Span::new(at, at + 1);
        let (name, escape) = match control {
            b'\t' => ("a tab".to_owned(), "\\t".to_owned()),
            _ => (
                format!("the control character U+{control:04X}"),
                format!("\\u{control:04x}"),
            ),
        };
        let message = format!("{name} stands in a string; JSON wants it escaped (§15.2)");
        let help = format!("write `{escape}`, or remove it");
        self.spoil(&CONTROL_CHARACTER, span, message, &help);
    }

    /// Decodes the escape at `at`; gives its length in bytes.
    fn escape(&mut self, at: usize, end: usize, into: &mut String) -> usize {
        let plain = match self.bytes.get(at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(at, end, into),
            _ => return self.bad_escape(at, into),
        };
        into.push(plain);
        2
    }

    fn unicode_escape(&mut self, at: usize, end: usize, into: &mut String) -> usize {
        let Some(unit) = self.hex4(at + 2, end) else {
            let span = Span::new(at, at + 2);
            let message = "`\\u` must be followed by four hexadecimal digits (§15.2)".to_owned();
            let help = "write for example `\\u00e9`; a backslash itself is written `\\\\`";
            self.spoil(&INVALID_JSON, span, message, help);
            into.push_str("\\u");
            return 2;
        };
        let low = || {
            let follows = self.bytes.get(at + 6..at + 8) == Some(b"\\u");
            let low = follows.then(|| self.hex4(at + 8, end)).flatten()?;
            (0xdc00..0xe000).contains(&low).then_some(low)
        };
        let (code, len) = match unit {
            0xd800..0xdc00 => match low() {
                Some(low) => (0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), 12),
                None => (unit, 6),
            },
            _ => (unit, 6),
        };
        if let Some(character) = char::from_u32(code) {
            into.push(character);
        } else {
            let message = format!(
                "`\\u{unit:04x}` is one half of a surrogate pair without the other; it is no \
                 character (§15.6)"
            );
            let help = "write the character itself, or both halves";
            self.spoil(&LONE_SURROGATE, Span::new(at, at + 6), message, help);
            into.push(char::REPLACEMENT_CHARACTER);
        }
        len
    }

    fn hex4(&self, from: usize, end: usize) -> Option<u32> {
        let digits = self.text.get(from..from + 4).filter(|_| from + 4 <= end)?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    }

    fn bad_escape(&mut self, at: usize, into: &mut String) -> usize {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let character = rest.chars().next().unwrap_or_default();
        let span = Span::new(at, at + 1 + character.len_utf8());
        let message = format!("JSON has no escape `\\{character}` (§15.2)");
        let help = match character {
            '\'' => "write `'`: a single quote needs no escape".to_owned(),
            _ => "a backslash itself is written `\\\\`".to_owned(),
        };
        self.spoil(&INVALID_JSON, span, message, &help);
        into.push('\\');
        into.push(character);
        span.len()
    }
}

/// Where the string that goes on at `from` has its closing quote; `None` if not on this line.
pub(super) fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\n' | b'\r' => return None,
            b'\\' if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 2,
            _ => at += 1,
        }
    }
}

/// The end of the JSON number that starts at `start`; `start` itself where there is none.
pub(in crate::source) fn number_end(bytes: &[u8], start: usize) -> usize {
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut end = match bytes.get(whole) {
        Some(b'0') => whole + 1,
        Some(b'1'..=b'9') => digits(whole),
        _ => return start,
    };
    if bytes.get(end) == Some(&b'.') {
        match digits(end + 1) {
            behind if behind > end + 1 => end = behind,
            _ => return end,
        }
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let from = end + 1 + sign;
        match digits(from) {
            behind if behind > from => end = behind,
            _ => return end,
        }
    }
    end
}

/// Whether a byte would go on a word or a number.
pub(super) fn is_wordy(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$.+-".contains(&byte)
}

/// The beginning of a long text, for messages.
pub(in crate::source) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
