//! The characters of an expansion (RFC 6570 §1.5, §3.2.1).

use std::borrow::Cow;

pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

/// The octet that a percent-encoded triplet at `at` stands for.
pub(super) fn triplet(text: &[u8], at: usize) -> Option<u8> {
    let &[b'%', high, low] = text.get(at..at + 3)? else {
        return None;
    };
    let digit = |b: u8| char::from(b).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// The character that triplets at `at` encode as UTF-8, and where they end.
fn encoded_char(text: &[u8], at: usize) -> Option<(char, usize)> {
    let first = triplet(text, at)?;
    let len = match first {
        0x00..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut octets = [0; 4];
    for (index, octet) in octets.iter_mut().take(len).enumerate() {
        *octet = triplet(text, at + 3 * index)?;
    }
    let c = std::str::from_utf8(octets.get(..len)?)
        .ok()?
        .chars()
        .next()?;
    Some((c, at + 3 * len))
}

/// Reads one character of a value that was expanded to unreserved characters only: the character,
/// and where it ends. A triplet that need not be one is never made by an expansion.
fn plain_char(text: &[u8], at: usize) -> Option<(char, usize)> {
    match *text.get(at)? {
        b'%' => encoded_char(text, at).filter(|(c, _)| !u8::try_from(*c).is_ok_and(is_unreserved)),
        byte if is_unreserved(byte) => Some((char::from(byte), at + 1)),
        _ => None,
    }
}

/// Where the character at `at` may end: in an expansion to unreserved characters only, or in one
/// that keeps reserved ones. The latter may also take a triplet of several by itself, since
/// triplets of the value are kept whatever they encode.
pub(super) fn unit_ends(text: &[u8], at: usize, keeps_reserved: bool) -> [Option<usize>; 2] {
    if !keeps_reserved {
        return [plain_char(text, at).map(|(_, end)| end), None];
    }
    match text.get(at) {
        Some(b'%') => {
            let single = triplet(text, at).map(|_| at + 3);
            let whole = encoded_char(text, at)
                .map(|(_, end)| end)
                .filter(|end| Some(*end) != single);
            [single, whole]
        }
        Some(&byte) if is_unreserved(byte) || is_reserved(byte) => [Some(at + 1), None],
        _ => [None, None],
    }
}

/// The value that `text` is the expansion of, to unreserved characters only.
pub(super) fn decode_plain(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut at = 0;
    while at < text.len() {
        let (c, end) = plain_char(text.as_bytes(), at)?;
        value.push(c);
        at = end;
    }
    Some(value)
}

/// The expansion of `value` that keeps reserved characters and triplets, digits in upper case.
pub(super) fn expand_reserved(value: &str) -> String {
    let bytes = value.as_bytes();
    let mut text = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        let is_kept = is_unreserved(byte) || is_reserved(byte) || triplet(bytes, at).is_some();
        if is_kept {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    upper_triplets(&text).into_owned()
}

/// `text` with the digits of its triplets in upper case, as §2.1 of RFC 3986 makes them equal.
pub(super) fn upper_triplets(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split('%');
    let mut upper = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).unwrap_or((piece, ""));
        upper.push('%');
        upper.push_str(&digits.to_ascii_uppercase());
        upper.push_str(rest);
    }
    Cow::Owned(upper)
}

/// The length of the expansion of a template's literal text.
pub(super) fn literal_len(literal: &str) -> usize {
    let others = literal.bytes().filter(|byte| !byte.is_ascii()).count();
    literal.len() + 2 * others
}

/// Where the expansion of a template's literal text ends when it stands at `at` in `text`, or where
/// the two first differ.
pub(super) fn literal_end(literal: &str, text: &[u8], at: usize) -> Result<usize, usize> {
    let mut end = at;
    for &byte in literal.as_bytes() {
        let (is_equal, len) = if byte.is_ascii() {
            (text.get(end) == Some(&byte), 1)
        } else {
            (triplet(text, end) == Some(byte), 3)
        };
        if !is_equal {
            return Err(end);
        }
        end += len;
    }
    Ok(end)
}
