//! Base64 with the standard alphabet (RFC 4648 §4).

/// The number of bytes that `text` decodes to; `None` when it is not base64.
///
/// Padding is required; white space and the URL-safe `-` and `_` (§5) are refused. Bits that the
/// padding leaves over may be set, since §3.5 leaves it to the decoder to mind them.
pub fn decoded_len(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    let alphabet = |b: u8| b.is_ascii_alphanumeric() || b == b'+' || b == b'/';
    if !text.len().is_multiple_of(4) || padding > 2 || !digits.bytes().all(alphabet) {
        return None;
    }
    // Each digit holds six bits; what does not fill a byte is dropped.
    Some(digits.len() as u64 * 6 / 8)
}

#[cfg(test)]
mod tests {
    use super::decoded_len;

    #[test]
    fn padded_text_gives_its_decoded_length() {
        let cases = [
            ("", 0),
            ("Zg==", 1),
            ("Zm8=", 2),
            ("Zm9v", 3),
            ("+/+/Zg==", 4),
            ("QR==", 1),
        ];
        for (text, len) in cases {
            assert_eq!(decoded_len(text), Some(len), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "Z", "Zg", "Zg=", "Zm9vZg", "====", "Z===", "=", "Zg==Zg==", "Zg=v", "Zm9v ", " Zm9v",
            "Zm\n9v", "Zm-v", "Zm_v", "Zm9é", "data:,", "Zm9v====",
        ] {
            assert_eq!(decoded_len(text), None, "{text}");
        }
    }
}
