//! URIs (RFC 3986 §3).

/// Whether `text` is a URI: a scheme, then what the scheme's syntax leaves open, and an optional
/// fragment. A relative reference (§4.2) is not a URI, nor is one with characters beyond ASCII.
pub fn is_uri(text: &str) -> bool {
    fluent_uri::Uri::parse(text).is_ok()
}

/// A part of a text that keeps it from being a URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UriFault {
    /// What is wrong with it.
    pub kind: UriFaultKind,
    /// Where the part begins, in bytes.
    pub start: usize,
    /// How long it is, in bytes.
    pub len: usize,
}

/// What can be wrong in a URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UriFaultKind {
    /// There is no scheme (§3.1).
    NoScheme,
    /// What stands before the first colon is no scheme (§3.1).
    Scheme,
    /// White space or a control character.
    WhiteSpace,
    /// A character that must be percent-encoded where it stands (§2).
    Character,
    /// A percent sign without two hexadecimal digits (§2.1).
    Escape,
    /// The port is no number (§3.2.3).
    Port,
    /// An IPv6 address without its brackets, or something else within brackets (§3.2.2).
    Address,
}

/// Why `text` is not a URI: the first part that is wrong; `None` where it is one.
pub fn fault(text: &str) -> Option<UriFault> {
    if is_uri(text) {
        return None;
    }
    let at = |kind, start: usize, end: usize| UriFault {
        kind,
        start,
        len: end.saturating_sub(start),
    };
    let scheme = match text.find([':', '/', '?', '#']) {
        Some(end) if text[end..].starts_with(':') => &text[..end],
        _ => return Some(at(UriFaultKind::NoScheme, 0, text.len())),
    };
    if !is_scheme(scheme) {
        return Some(at(UriFaultKind::Scheme, 0, scheme.len().max(1)));
    }
    let rest = scheme.len() + 1;
    let authority = text[rest..].strip_prefix("//").map(|after| {
        let len = after.find(['/', '?', '#']).unwrap_or(after.len());
        (rest + 2, rest + 2 + len)
    });
    let in_host =
        |index: usize| authority.is_some_and(|(start, end)| (start..end).contains(&index));
    let mut fragment = false;
    for (index, c) in text.char_indices().skip(rest) {
        let end = index + c.len_utf8();
        let kind = match c {
            _ if c.is_whitespace() || c.is_control() => UriFaultKind::WhiteSpace,
            '%' if !is_escape(&text[index..]) => {
                let end = text[index..]
                    .char_indices()
                    .nth(3)
                    .map_or(text.len(), |(it, _)| index + it);
                return Some(at(UriFaultKind::Escape, index, end));
            }
            '#' if std::mem::replace(&mut fragment, true) => UriFaultKind::Character,
            '[' | ']' if !in_host(index) => UriFaultKind::Character,
            _ if c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c) => continue,
            _ => UriFaultKind::Character,
        };
        return Some(at(kind, index, end));
    }
    let (start, end) = authority.unwrap_or((rest, text.len()));
    Some(authority_fault(text, start, end))
}

/// What is wrong in an authority whose characters are all allowed somewhere (§3.2).
fn authority_fault(text: &str, start: usize, end: usize) -> UriFault {
    let at = |kind, start: usize, end: usize| UriFault {
        kind,
        start,
        len: end.saturating_sub(start),
    };
    let host = text[start..end]
        .rfind('@')
        .map_or(start, |it| start + it + 1);
    if let Some(first) = text[start..host.saturating_sub(1).max(start)].find('@') {
        return at(UriFaultKind::Character, start + first, start + first + 1);
    }
    let (name, port) = match text[host..end].rfind(']') {
        Some(bracket) => (host + bracket + 1, host + bracket + 1),
        None => {
            let colon = text[host..end].find(':').map_or(end, |it| host + it);
            (colon, colon)
        }
    };
    let digits = text[port..end].strip_prefix(':');
    match digits {
        Some(digits) if digits.contains(':') => at(UriFaultKind::Address, host, end),
        Some(digits) if !digits.bytes().all(|it| it.is_ascii_digit()) => {
            at(UriFaultKind::Port, port + 1, end)
        }
        Some(_) => at(UriFaultKind::Address, host, name),
        None => at(UriFaultKind::Address, host, end),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it))
}

/// Whether the text begins with a percent-encoded byte.
fn is_escape(text: &str) -> bool {
    matches!(text.as_bytes(), [b'%', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::{UriFaultKind, fault, is_uri};

    #[test]
    fn a_fault_names_the_part_that_is_wrong() {
        use UriFaultKind::*;
        for (text, kind, part) in [
            ("/docs", NoScheme, "/docs"),
            ("docs", NoScheme, "docs"),
            ("a_b:c", Scheme, "a_b"),
            (":c", Scheme, ":"),
            ("1.2.3.4:80/", Scheme, "1.2.3.4"),
            ("http://a b/", WhiteSpace, " "),
            ("x:a\n", WhiteSpace, "\n"),
            ("http://müller.example/", Character, "ü"),
            ("http://a/{id}", Character, "{"),
            ("http://a/[0]", Character, "["),
            ("x:a#b#c", Character, "#"),
            ("http://a@b@c/", Character, "@"),
            ("http://a/100%", Escape, "%"),
            ("http://a/%zz/x", Escape, "%zz"),
            ("http://a/%é1", Escape, "%é1"),
            ("http://a:port/", Port, "port"),
            ("http://[::1]:x/", Port, "x"),
            ("http://u:p@a:8o/", Port, "8o"),
            ("http://::1/docs", Address, "::1"),
            ("http://[::1/", Address, "[::1"),
            ("http://[::g]:80/", Address, "[::g]"),
            ("http://[::1]a/", Address, "[::1]a"),
        ] {
            let found = fault(text).unwrap();
            let found = (found.kind, &text[found.start..found.start + found.len]);
            assert_eq!(found, (kind, part), "{text}");
        }
        assert_eq!(fault("http://a/%41"), None);
    }

    #[test]
    fn every_form_with_a_scheme_is_a_uri() {
        for text in [
            "urn:x:y",
            "http://[::1]:80/",
            "http://[2001:db8::1.2.3.4]/",
            "http://[v7.a:b]/",
            "data:,x",
            "a:",
            "a+b-c.9:/",
            "file:///",
            "http://",
            "http://a:/",
            "http://a:99999/",
            "http://u:p@h/",
            "http://%41/",
            "http://999.999.999.999/",
            "x:/a//b",
            "x:a?b?c/#d?/e",
            "mailto:a@b",
            "x:%E9",
            "x:!$&'()*+,;=:@-._~",
            "http:a",
            "http:/a",
        ] {
            assert!(is_uri(text), "{text}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for text in [
            "",
            "//host/a",
            "/a",
            "a/b",
            "a",
            "#f",
            "?q",
            ":a",
            "1a:b",
            "a_b:c",
            "-a:b",
            "http://::1/docs",
            "http://2001:db8::1/",
            "http://a:port/",
            "http://a:1:2/",
            "http://[::1",
            "http://[::1]a/",
            "http://[1.2.3.4]/",
            "http://[::g]/",
            "http://[fe80::1%25eth0]/",
            "http://[fe80::1%eth0]/",
            "http://[12345::]/",
            "http://[v.a]/",
            "http://a@b@c/",
            "file:///a b",
            " x:a",
            "x:a\n",
            "x:é",
            "x:%",
            "x:%4",
            "x:%4g",
            "x:a#b#c",
            "x:[",
            "x:a?[",
            "x:<a>",
            "x:\"",
            "x:\\",
            "x:^",
            "x:`",
            "x:{a}",
            "x:a|b",
            "http://a b/",
            "http://exa[mple/",
        ] {
            assert!(!is_uri(text), "{text}");
            let fault = fault(text).unwrap();
            assert!(
                text.get(fault.start..fault.start + fault.len).is_some(),
                "{text}"
            );
        }
    }
}
