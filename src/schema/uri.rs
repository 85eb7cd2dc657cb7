//! URI references and JSON Pointers within fragments.

use std::ops::Range;

use fluent_uri::pct_enc::EStr;
use fluent_uri::{Iri, IriRef};

use crate::source::Value;

/// Where a schema without identity stands: relative references between its own parts resolve
/// against this, and nothing can be found under it elsewhere.
pub(super) const NOWHERE: &str = "embedded:///schema";

/// Elements that a pointer may skip: a schema has no further ones.
const INDEX: usize = 20_000;

/// Whether `text` is a URI reference (RFC 3986); letters beyond ASCII are let through.
pub(super) fn is_reference(text: &str) -> bool {
    IriRef::parse(text).is_ok()
}

/// `reference` resolved against `base`, normalized; `None` where that is impossible.
pub(super) fn resolve(base: &str, reference: &str) -> Option<String> {
    let reference = IriRef::parse(reference).ok()?;
    let base = Iri::parse(base).ok()?;
    let resolved = reference.resolve_against(&base).ok()?;
    Some(resolved.normalize().into_string())
}

/// A fragment without its percent-encoding; `None` where it does not decode to text.
pub(super) fn decode(fragment: &str) -> Option<String> {
    let encoded = EStr::<fluent_uri::pct_enc::encoder::IFragment>::new(fragment)?;
    Some(encoded.decode().to_string().ok()?.into_owned())
}

/// The value that a JSON Pointer (RFC 6901) leads to from `root`.
pub(super) fn follow<'t>(root: Value<'t>, pointer: &str) -> Option<Value<'t>> {
    let mut tokens = pointer.strip_prefix('/')?.split('/');
    tokens.try_fold(root, step)
}

/// The member or element that one token of a JSON Pointer leads to.
fn step<'t>(at: Value<'t>, token: &str) -> Option<Value<'t>> {
    if !at.is_array() {
        return at.get(&token.replace("~1", "/").replace("~0", "~"));
    }
    let canonical = token == "0" || !token.starts_with(['0', '+']);
    let index: usize = token.parse().ok().filter(|&it| canonical && it < INDEX)?;
    at.elements().nth(index)
}

/// The values on the way of the JSON Pointer in `fragment`, as far as they exist, each with the
/// bytes of the fragment that lead to it from the one before.
pub(super) fn way<'t>(root: Value<'t>, fragment: &str) -> Vec<(Range<usize>, Value<'t>)> {
    let mut way = Vec::new();
    let mut at = root;
    for range in tokens(fragment) {
        let token = fragment.get(range.clone()).and_then(decode);
        let Some(next) = token.and_then(|token| step(at, &token)) else {
            break;
        };
        way.push((range, next));
        at = next;
    }
    way
}

/// Where the tokens of the JSON Pointer in `fragment` are written; a slash may be encoded.
fn tokens(fragment: &str) -> Vec<Range<usize>> {
    let slash = |at: usize| match fragment.get(at..) {
        Some(rest) if rest.starts_with('/') => 1,
        Some(rest) if rest.starts_with("%2F") || rest.starts_with("%2f") => 3,
        _ => 0,
    };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < fragment.len() {
        let length = slash(at);
        if length > 0 {
            tokens.push(at + length..at + length);
        } else if let Some(token) = tokens.last_mut() {
            token.end = at + 1;
        }
        at += length.max(1);
    }
    tokens
}

/// `name` as a token of a JSON Pointer in a fragment (RFC 6901 §6). Letters beyond ASCII stay.
pub(crate) fn write_token(name: &str) -> String {
    let token = name.replace('~', "~0").replace('/', "~1");
    let mut written = String::with_capacity(token.len());
    for c in token.chars() {
        let mut buffer = [0; 4];
        let text = &*c.encode_utf8(&mut buffer);
        if c != '%' && EStr::<fluent_uri::pct_enc::encoder::IFragment>::new(text).is_some() {
            written.push(c);
        } else {
            let bytes = text.bytes().map(|byte| format!("%{byte:02X}"));
            written.extend(bytes);
        }
    }
    written
}

/// An absolute URI in the form that [`resolve`] gives.
pub(super) fn normalize(uri: &str) -> Option<String> {
    Some(Iri::parse(uri).ok()?.normalize().into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_pointers_are_found_where_they_are_written() {
        let written = |fragment: &'static str| {
            let tokens = tokens(fragment).into_iter();
            tokens.map(|it| &fragment[it]).collect::<Vec<_>>()
        };
        assert_eq!(written("/$defs/a~1b/0"), ["$defs", "a~1b", "0"]);
        assert_eq!(written("%2F$defs%2f日本/"), ["$defs", "日本", ""]);
        assert_eq!(written(""), [""; 0]);
    }

    #[test]
    fn what_is_written_as_a_token_is_read_as_the_name() {
        for name in [
            "a",
            "a/b",
            "~",
            "~1",
            "%41",
            "a b",
            "日本😀",
            "\"#^|{}",
            "",
            "\u{7f}",
        ] {
            let token = write_token(name);
            let read = decode(&token).unwrap();
            assert_eq!(read.replace("~1", "/").replace("~0", "~"), name, "{token}");
            assert!(is_reference(&format!("#/$defs/{token}")), "{token}");
        }
    }
}
