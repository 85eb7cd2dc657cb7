//! The version of the specification (§4.2, §4.8) and the schema a document names (§4.3, §4.4).

use super::Context;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::source::Kind;

/// The one version of the specification that is supported.
const SUPPORTED: &str = "0.8.0";

/// Where the specification's schemas have their canonical URIs (§4.4).
const SCHEMAS: &str = "https://mcpdesc.org/schema/";

/// The canonical URI of the schema of the supported version.
pub(crate) const CANONICAL_SCHEMA: &str = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";

static UNSUPPORTED_VERSION: Rule = Rule {
    code: "unsupported-version",
    severity: Severity::Error,
    summary: "The document follows a version of the specification that is not supported",
    section: "§4.8",
    explanation: "`mcpdesc` says by which version of the specification a document is to be read, \
        and conformance is judged by that version alone. Nothing else is checked in a document of \
        another version, because the same property may mean something else there. The version is \
        a string of three numbers; in YAML `0.8` without quotes is a number.",
    bad: example!("invalid/unsupported-version/bad.yaml"),
    good: example!("invalid/unsupported-version/good.yaml"),
};

static SCHEMA_VERSION_MISMATCH: Rule = Rule {
    code: "schema-version-mismatch",
    severity: Severity::Warning,
    summary: "`$schema` names the schema of another version than `mcpdesc`",
    section: "§4.3",
    explanation: "`$schema` tells editors which schema to check and complete the document with; \
        `mcpdesc` decides how it is read. Where the two name different versions, editors praise \
        what the specification rejects and the other way round. Schemas at other addresses, and \
        public drafts of the same version, are left alone.",
    bad: example!("warning/schema-version-mismatch/bad.yaml"),
    good: example!("warning/schema-version-mismatch/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&UNSUPPORTED_VERSION, &SCHEMA_VERSION_MISMATCH];

/// Checks which version the document claims; `false` where no other rule can be applied to it.
pub(crate) fn check(cx: &mut Context<'_, '_>) -> bool {
    let document = cx.document;
    // That it is missing is for the structure rules to say; the rest can be judged all the same.
    let Some(version) = document.root().get("mcpdesc") else {
        return true;
    };
    if version.kind() == Kind::Unknown {
        return true;
    }
    if version.as_str() == Some(SUPPORTED) {
        check_schema(cx);
        return true;
    }
    let supported = format!("supported is `{SUPPORTED}` (§4.8)");
    let claim = match (version.kind(), version.as_str()) {
        (Kind::String, Some("")) => format!("`mcpdesc` names no version; {supported}"),
        (Kind::String, Some(text)) => {
            let text: String = text.escape_debug().take(40).collect();
            format!("the document claims version `{text}` of the specification; {supported}")
        }
        (Kind::Number, _) => {
            let number = version.as_number().map_or("", |number| number.lexeme());
            let number = code(number);
            format!("`mcpdesc` is the number {number}, not a version in a string; {supported}")
        }
        (kind, _) => format!(
            "`mcpdesc` is {}, not a version in a string; {supported}",
            kind.with_article()
        ),
    };
    let place = match version.value().span().is_empty() {
        true => version.key_place(),
        false => version.place(),
    };
    cx.report(
        Diagnostic::new(&UNSUPPORTED_VERSION, place, claim).help(format!(
            "write `mcpdesc: \"{SUPPORTED}\"` if the document follows that version; nothing else \
             was checked"
        )),
    );
    cx.mark_incomplete();
    false
}

fn check_schema(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(schema) = document.root().get("$schema") else {
        return;
    };
    let Some(named) = schema.as_str().and_then(named_version) else {
        return;
    };
    if named == SUPPORTED || named.starts_with(&format!("{SUPPORTED}-")) {
        return;
    }
    let message = format!(
        "`$schema` names version {}, but `mcpdesc` says `{SUPPORTED}`; the document was read as \
         `{SUPPORTED}` (§4.3)",
        code(named)
    );
    cx.report(
        Diagnostic::new(&SCHEMA_VERSION_MISMATCH, schema.place(), message)
            .help(format!("write `{CANONICAL_SCHEMA}`, or remove `$schema`")),
    );
}

/// The version in a canonical schema URI (§4.4), or in the short form that drafts once had
/// (§4.5). Aliases such as `latest.json` name none.
fn named_version(uri: &str) -> Option<&str> {
    let rest = uri.strip_prefix(SCHEMAS)?;
    let version = rest
        .strip_prefix("mcp-description/")
        .unwrap_or(rest)
        .strip_suffix(".json")?;
    let is_version = version.starts_with(|c: char| c.is_ascii_digit())
        && version
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c));
    is_version.then_some(version)
}
