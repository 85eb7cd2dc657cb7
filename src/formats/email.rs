//! Email addresses (RFC 5322 §3.4.1, `addr-spec`).

/// Whether `text` is an `addr-spec`: a dot-atom or quoted string, `@`, and a dot-atom or domain
/// literal.
///
/// One label is domain enough (`ops@localhost`). Comments, folding, display names and the
/// obsolete forms of §4 are refused, as is anything beyond ASCII.
pub fn is_email(text: &str) -> bool {
    let domain = match quoted_string_len(text) {
        Some(len) => text.get(len..).and_then(|rest| rest.strip_prefix('@')),
        None => text
            .split_once('@')
            .filter(|(local, _)| is_dot_atom(local))
            .map(|(_, rest)| rest),
    };
    domain.is_some_and(|domain| is_dot_atom(domain) || is_domain_literal(domain))
}

fn is_dot_atom(text: &str) -> bool {
    let atext = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b);
    text.split('.')
        .all(|atom| !atom.is_empty() && atom.bytes().all(atext))
}

/// The length in bytes of the quoted string that `text` begins with.
fn quoted_string_len(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    bytes.next().filter(|(_, b)| *b == b'"')?;
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some(at + 1),
            b'\\' => bytes
                .next()
                .filter(|(_, b)| is_printable_or_blank(*b))
                .map(drop)?,
            _ if is_printable_or_blank(byte) => {}
            _ => return None,
        }
    }
    None
}

fn is_domain_literal(text: &str) -> bool {
    text.strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|inner| {
            inner
                .bytes()
                .all(|b| is_printable_or_blank(b) && !b"[]\\".contains(&b))
        })
}

fn is_printable_or_blank(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' ' || byte == b'\t'
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn atoms_quoted_strings_and_literals_are_addresses() {
        for text in [
            "a@b",
            "ops@localhost",
            "a.b+c@example.com",
            "!#$%&'*+-/=?^_`{|}~@x",
            "\"a b\"@x",
            "\"a@b\"@x",
            "\"\"@x",
            "\"\\\"\"@x",
            "\"a\\\\\"@x.y",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[]",
            "a@-b-",
        ] {
            assert!(is_email(text), "{text}");
        }
    }

    #[test]
    fn everything_else_is_not_an_address() {
        for text in [
            "",
            "a",
            "@",
            "a@",
            "@b",
            "a@b@c",
            ".a@b",
            "a.@b",
            "a..b@c",
            "a@.b",
            "a@b.",
            "a@b..c",
            "a b@c",
            "a@b c",
            " a@b",
            "a@b ",
            "a@b\n",
            "Ann <a@b>",
            "<a@b>",
            "a(x)@b",
            "a@b(x)",
            "\"a@b",
            "\"a\"b@c",
            "a\"b\"@c",
            "\"a\\\"@x",
            "\"é\"@x",
            "é@x",
            "a@é",
            "a@[b",
            "a@b]",
            "a@[a]b",
            "a@[a[b]",
            "a,b@c",
            "mailto:a@b",
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}
