//! From the code of a rule to what can be done about its findings.

mod declarations;
mod missing;
mod references;
mod results;
mod structure;
mod text;
mod variants;

use super::Candidate;
use super::site::{Site, must_not_be_empty};
use super::surgery::{remove, remove_with_holders};
use crate::check::Loaded;
use crate::diagnostic::Diagnostic;
use crate::source::Value;

/// Proposes fixes for a finding.
type Propose = fn(&Site<'_>) -> Vec<Candidate>;

/// Proposes fixes for a fault of the text, which may have no place in the tree.
type ProposeText = fn(&Loaded, &Diagnostic) -> Vec<Candidate>;

/// By code, for findings about the data.
static DATA: &[(&str, Propose)] = &[
    ("empty-collection", structure::empty),
    ("empty-string", removal),
    ("unknown-property", structure::unknown),
    ("invalid-name", structure::unknown),
    ("conflicting-properties", removal),
    ("component-reference-siblings", structure::siblings),
    (
        "component-reference-not-allowed",
        structure::inline_reference,
    ),
    ("wrong-type", structure::retype),
    ("invalid-value", structure::revalue),
    ("missing-property", missing::complete),
    ("duplicate-item", structure::repeated),
    ("duplicate-root-tag", structure::repeated_tag),
    ("ref-instead-of-component-ref", references::rename_ref),
    ("malformed-component-reference", references::retarget),
    (
        "missing-component-reference-target",
        references::retarget_or_create,
    ),
    ("wrong-component-reference-namespace", references::retarget),
    ("unknown-tag-reference", references::tag),
    ("unknown-security-scheme", references::scheme),
    ("uncatalogued-oauth-scope", references::oauth_scope),
    ("unknown-elicitation-declaration", references::elicitation),
    ("non-oauth-scope-misuse", references::scopes),
    ("unused-component", removal),
    ("unused-security-scheme", removal),
    ("field-not-supported-by-version", variants::split_or_remove),
    (
        "resource-annotation-not-supported-by-version",
        variants::split_or_remove,
    ),
    ("tasks-core-not-valid-in-2026", variants::split_or_remove),
    ("transport-not-supported-by-version", declarations::narrow),
    ("protocol-scope-outside-parent", removal),
    ("capability-scope-overlap", removal),
    ("open-parameterless-tool", structure::close),
    ("missing-schema-reference", structure::name_schema),
    ("schema-version-mismatch", structure::name_schema),
    ("tool-example-result-version-mismatch", results::members),
    ("resource-example-result-version-mismatch", results::members),
    (
        "resource-example-cache-fields-version-mismatch",
        results::members,
    ),
    ("prompt-example-result-version-mismatch", results::members),
    (
        "completion-example-result-version-mismatch",
        results::members,
    ),
    ("interaction-example-version-mismatch", remove_or_split_off),
    ("tool-example-json-rpc-envelope", removal),
    ("resource-example-json-rpc-envelope", removal),
    ("prompt-example-json-rpc-envelope", removal),
    ("completion-example-json-rpc-envelope", removal),
    ("incomplete-tool-example-result", removal),
    ("incomplete-resource-example-result", removal),
    ("incomplete-prompt-example-result", removal),
    ("incomplete-completion-example-result", removal),
    ("structured-tool-error-example", removal),
    ("prompt-example-unknown-argument", references::argument),
    (
        "prompt-completion-example-unknown-argument",
        references::argument,
    ),
    (
        "prompt-completion-example-context-unknown-argument",
        references::argument,
    ),
    (
        "resource-template-completion-example-unknown-variable",
        removal,
    ),
    (
        "resource-template-completion-example-context-unknown-variable",
        removal,
    ),
    (
        "completion-example-context-version-mismatch",
        remove_or_split_off,
    ),
    ("client-requirement-protocol-versions", removal),
    ("client-requirement-version-mismatch", removal),
    ("deprecated-client-requirement", removal),
    ("elicitation-form-default-outside-enum", removal),
    ("elicitation-form-required-property-unknown", removal),
    (
        "elicitation-form-schema-version-mismatch",
        remove_or_split_off,
    ),
    (
        "elicitation-mode-not-supported-by-version",
        variants::split_off,
    ),
    ("meta-reserved-key-context", removal),
    ("meta-unknown-reserved-key", removal),
    (
        "extensions-not-supported-by-version",
        variants::split_or_remove,
    ),
    ("logging-deprecated-in-2026", variants::split_or_remove),
    ("duplicate-x-mcp-header", removal),
    ("empty-value", structure::unwritten),
    ("out-of-range", structure::bound),
    ("unsupported-version", structure::version),
    ("invalid-client-requirement-value", structure::require),
    ("tool-example-content-version-mismatch", remove_or_split_off),
    (
        "resource-example-content-version-mismatch",
        remove_or_split_off,
    ),
    (
        "prompt-example-content-version-mismatch",
        remove_or_split_off,
    ),
    ("completion-example-version-mismatch", remove_or_split_off),
    ("meta-reserved-key-value", removal),
    ("duplicate-elicitation-name", structure::repeated_holder),
];

/// By code, for faults of the text.
static TEXT: &[(&str, ProposeText)] = &[
    ("trailing-comma", text::trailing_comma),
    ("json-comment", text::json_comment),
    ("invalid-json", text::missing_comma),
    ("duplicate-key", text::duplicate_key),
    ("non-string-key", text::quote_key),
    ("non-finite-number", text::quote_number),
    ("tag-mismatch", text::remove_tag),
    ("foreign-tag", text::remove_tag),
    ("yaml-version", text::yaml_version),
];

/// The codes of findings that may have a safe fix. There may be thousands of others, for which nothing
/// needs to be proposed where only safe fixes are wanted.
static SURE: &[&str] = &[
    "empty-collection",
    "unknown-property",
    "invalid-name",
    "wrong-type",
    "invalid-value",
    "duplicate-item",
    "duplicate-root-tag",
    "open-parameterless-tool",
    "missing-schema-reference",
    "tool-example-result-version-mismatch",
    "resource-example-result-version-mismatch",
    "prompt-example-result-version-mismatch",
    "completion-example-result-version-mismatch",
    "trailing-comma",
    "invalid-json",
    "duplicate-key",
    "non-string-key",
    "yaml-version",
];

/// The safe fix for a finding, untried.
pub(super) fn safe(loaded: &Loaded, diagnostic: &Diagnostic) -> Option<Candidate> {
    if !SURE.contains(&diagnostic.rule.code) {
        return None;
    }
    let mut candidates = candidates(loaded, diagnostic).into_iter();
    candidates.find(|it| it.fix.safe)
}

/// What may be done about a finding, untried.
pub(super) fn candidates(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let code = diagnostic.rule.code;
    if let Some((_, propose)) = TEXT.iter().find(|(it, _)| *it == code) {
        return propose(loaded, diagnostic);
    }
    let Some((_, propose)) = DATA.iter().find(|(it, _)| *it == code) else {
        return Vec::new();
    };
    Site::of(loaded, diagnostic).map_or(Vec::new(), |site| {
        let mut candidates = propose(&site);
        // Whoever else uses a component may want it as it is.
        if site.is_shared {
            candidates.iter_mut().for_each(|it| it.fix.safe = false);
        }
        candidates
    })
}

/// Offers to take the value out.
fn removal(site: &Site<'_>) -> Vec<Candidate> {
    let value = site.value.filter(|_| site.is_optional());
    let remove = value.and_then(|it| removing(site, it));
    remove.into_iter().collect()
}

/// The same, or what it is part of is left to the revisions that have it.
fn remove_or_split_off(site: &Site<'_>) -> Vec<Candidate> {
    let mut candidates = removal(site);
    candidates.extend(variants::split_off(site));
    candidates
}

/// Takes a value out, with the containers that must not stay empty.
fn removing(site: &Site<'_>, value: Value<'_>) -> Option<Candidate> {
    let edits = remove_with_holders(value, |it| must_not_be_empty(site.document, it))
        .or_else(|| remove(value));
    Candidate::offered(format!("Remove {}", called(value)), edits)
}

/// How a title calls a value.
fn called(value: Value<'_>) -> String {
    let name = || value.get("name").and_then(Value::as_str);
    match (value.key(), value.as_str().or_else(name)) {
        (Some((key, _)), _) => code(key),
        (None, Some(text)) if !text.is_empty() => code(text),
        (None, _) => "this entry".to_owned(),
    }
}

/// Text of the document for a title: short, on one line.
fn code(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text
        .chars()
        .filter(|it| !it.is_control())
        .take(MOST)
        .collect();
    match text.chars().nth(MOST) {
        Some(_) => format!("`{shown}…`"),
        None => format!("`{shown}`"),
    }
}

/// Whether two names differ in letter case, hyphens and underscores only.
fn is_same_word(left: &str, right: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|it| !matches!(it, '-' | '_' | ' '))
            .flat_map(char::to_lowercase)
            .collect()
    };
    letters(left) == letters(right)
}
