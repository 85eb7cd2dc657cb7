//! URIs (RFC 3986 §3).

/// Whether `text` is a URI: a scheme, then what the scheme's syntax leaves open, and an optional
/// fragment. A relative reference (§4.2) is not a URI, nor is one with characters beyond ASCII.
pub fn is_uri(text: &str) -> bool {
    fluent_uri::Uri::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_uri;

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
        }
    }
}
