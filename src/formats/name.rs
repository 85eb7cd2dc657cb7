//! Names: of components and the like, of `_meta` keys (§3.5) and of protocol extensions (§8.4).

/// Whether `text` is a name of this document's own: one or more ASCII letters, digits, `.`, `_`
/// or `-`.
pub fn is_local_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
}

/// A key of an MCP `_meta` object (§3.5): an optional prefix and `/`, then a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetaKey<'a> {
    /// What stands before the `/`: labels joined by dots.
    pub prefix: Option<&'a str>,
    /// What stands after the `/`, or the whole key without one. May be empty.
    pub name: &'a str,
}

impl<'a> MetaKey<'a> {
    /// Splits a key; `None` when it breaks the grammar.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (prefix, name) = match text.split_once('/') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, text),
        };
        let valid = prefix.is_none_or(is_prefix) && (name.is_empty() || is_bounded(name, b"._-"));
        valid.then_some(MetaKey { prefix, name })
    }
}

/// An identifier of a protocol extension (§8.4): the `_meta` key form where neither part may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtensionId<'a> {
    /// What stands before the `/`: labels joined by dots.
    pub prefix: &'a str,
    /// What stands after the `/`; never empty.
    pub name: &'a str,
}

impl<'a> ExtensionId<'a> {
    /// Splits an identifier; `None` when it breaks the grammar.
    pub fn parse(text: &'a str) -> Option<Self> {
        let MetaKey { prefix, name } = MetaKey::parse(text)?;
        prefix
            .filter(|_| !name.is_empty())
            .map(|prefix| ExtensionId { prefix, name })
    }
}

fn is_prefix(text: &str) -> bool {
    text.split('.').all(|label| {
        label.starts_with(|c: char| c.is_ascii_alphabetic()) && is_bounded(label, b"-")
    })
}

/// Letters and digits at both ends; between them also `inner`.
fn is_bounded(text: &str, inner: &[u8]) -> bool {
    let outer = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    outer(bytes.first())
        && outer(bytes.last())
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || inner.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_names_are_letters_digits_dots_lines_and_hyphens() {
        for text in ["a", "A.b_c-9", "-", "...", "0"] {
            assert!(is_local_name(text), "{text}");
        }
        for text in ["", " ", "a b", "a/b", "é", "a\n", "a:b", "a~1b"] {
            assert!(!is_local_name(text), "{text}");
        }
    }

    #[test]
    fn a_meta_key_splits_at_its_slash() {
        let key = |prefix, name| Some(MetaKey { prefix, name });
        assert_eq!(MetaKey::parse("trace"), key(None, "trace"));
        assert_eq!(MetaKey::parse(""), key(None, ""));
        assert_eq!(MetaKey::parse("com.example/"), key(Some("com.example"), ""));
        assert_eq!(
            MetaKey::parse("a-b.c9/1_x.y-z"),
            key(Some("a-b.c9"), "1_x.y-z")
        );
        assert_eq!(MetaKey::parse("x"), key(None, "x"));
    }

    #[test]
    fn a_malformed_meta_key_is_refused() {
        for text in [
            "/", "/a", "a/b/c", "9a/b", "a-/b", "-a/b", "a..b/c", ".a/b", "a./b", "a_b/c", "-a",
            "a-", ".a", "a.", "_a", "a b", "a/-b", "a/b_", "é", "é/a", "a\n", "a:b",
        ] {
            assert_eq!(MetaKey::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_extension_identifier_needs_both_parts() {
        let id = ExtensionId {
            prefix: "com.example",
            name: "ui",
        };
        assert_eq!(ExtensionId::parse("com.example/ui"), Some(id));
        for text in [
            "ui",
            "com.example/",
            "/ui",
            "",
            "com.example",
            "com.9x/ui",
            "a/b/c",
        ] {
            assert_eq!(ExtensionId::parse(text), None, "{text}");
        }
    }
}
