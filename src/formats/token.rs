//! Tokens of HTTP (RFC 9110 §5.6.2).

/// Whether `text` is a token: one or more `tchar`.
pub fn is_http_token(text: &str) -> bool {
    let tchar = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    !text.is_empty() && text.bytes().all(tchar)
}

#[cfg(test)]
mod tests {
    use super::is_http_token;

    #[test]
    fn letters_digits_and_fifteen_marks_make_a_token() {
        for text in ["X-Trace-Id", "a", "0", "!#$%&'*+-.^_`|~"] {
            assert!(is_http_token(text), "{text}");
        }
    }

    #[test]
    fn separators_spaces_and_other_scripts_do_not() {
        for text in [
            "", "a b", "a:", "a/b", "(a)", "\"a\"", "a\n", "é", "a,b", "{a}", "a=b", "@",
        ] {
            assert!(!is_http_token(text), "{text}");
        }
    }
}
