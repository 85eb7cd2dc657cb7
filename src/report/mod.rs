//! Turns findings and rules into output. A report converts; it never decides.

#[cfg(feature = "cli")]
mod excerpt;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod rules_doc;

/// Where the documentation of the rule `code` is on the web; `None` while the package names no
/// repository.
pub fn rule_url(code: &str) -> Option<String> {
    let repository = env!("CARGO_PKG_REPOSITORY");
    (!repository.is_empty()).then(|| format!("{repository}/blob/main/docs/rules.md#{code}"))
}
