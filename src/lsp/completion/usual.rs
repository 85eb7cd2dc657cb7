//! Strings that are usual where the specification leaves them open.

use crate::rules::version::CANONICAL_SCHEMA;

/// Media types that servers often deal in.
const MEDIA_TYPES: &[&str] = &[
    "text/plain",
    "text/markdown",
    "text/html",
    "text/csv",
    "application/json",
    "application/yaml",
    "application/xml",
    "application/pdf",
    "application/octet-stream",
    "image/png",
    "image/jpeg",
    "image/svg+xml",
];

/// The usual strings for the member `key` of an object with this title; none where nothing is
/// usual.
pub(super) fn strings(title: &str, key: &str) -> &'static [&'static str] {
    match (title, key) {
        ("root object", "$schema") => &[CANONICAL_SCHEMA],
        ("HTTP Security Scheme", "scheme") => &["bearer", "basic", "digest"],
        ("HTTP Security Scheme", "bearerFormat") => &["JWT"],
        ("Icon Object", "mimeType") => &["image/png", "image/svg+xml", "image/webp", "image/jpeg"],
        (_, "mimeType") => MEDIA_TYPES,
        _ => &[],
    }
}
