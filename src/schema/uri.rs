//! URI references and JSON Pointers within fragments.

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
    let mut at = root;
    for token in pointer.strip_prefix('/')?.split('/') {
        at = if at.is_array() {
            let canonical = token == "0" || !token.starts_with(['0', '+']);
            let index: usize = token.parse().ok().filter(|&it| canonical && it < INDEX)?;
            at.elements().nth(index)?
        } else {
            at.get(&token.replace("~1", "/").replace("~0", "~"))?
        };
    }
    Some(at)
}

/// An absolute URI in the form that [`resolve`] gives.
pub(super) fn normalize(uri: &str) -> Option<String> {
    Some(Iri::parse(uri).ok()?.normalize().into_string())
}
