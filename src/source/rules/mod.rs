//! The rules about the text of a document itself (§15): what both serializations share.

mod json;
mod yaml;

pub(super) use json::*;
pub(crate) use yaml::EMPTY_VALUE;
pub(super) use yaml::*;

use crate::diagnostic::{Rule, Severity, example};

/// Every rule the readers report.
pub(crate) static RULES: &[&Rule] = &[
    &INVALID_ENCODING,
    &EMPTY_DOCUMENT,
    &LIMIT_EXCEEDED,
    &CONTROL_CHARACTER,
    &DUPLICATE_KEY,
    &NON_FINITE_NUMBER,
    &INVALID_JSON,
    &JSON_COMMENT,
    &TRAILING_COMMA,
    &LONE_SURROGATE,
    &INVALID_YAML,
    &TAB_INDENTATION,
    &MULTIPLE_DOCUMENTS,
    &NON_STRING_KEY,
    &YAML_ALIAS,
    &FOREIGN_TAG,
    &TAG_MISMATCH,
    &EMPTY_VALUE,
    &YAML_VERSION,
];

pub(in crate::source) static INVALID_ENCODING: Rule = Rule {
    code: "invalid-encoding",
    severity: Severity::Error,
    summary: "The text is not UTF-8",
    section: "§15.2",
    explanation: "A document is UTF-8 text, with or without a byte-order mark. Files saved as \
        UTF-16 or in a legacy code page such as Windows-1252 look right in the editor that wrote \
        them and nowhere else. Save the file again as UTF-8.",
    bad: example!("invalid/invalid-encoding/bad.json"),
    good: example!("invalid/invalid-encoding/good.json"),
};

pub(in crate::source) static EMPTY_DOCUMENT: Rule = Rule {
    code: "empty-document",
    severity: Severity::Error,
    summary: "The text holds no document",
    section: "§3.1",
    explanation: "An empty file, or one with only white space and comments, holds no value at all, \
        so it describes no server. A description is one object.",
    bad: example!("invalid/empty-document/bad.yaml"),
    good: example!("invalid/empty-document/good.yaml"),
};

pub(in crate::source) static LIMIT_EXCEEDED: Rule = Rule {
    code: "limit-exceeded",
    severity: Severity::Error,
    summary: "The document is larger than what is read",
    section: "§15.8",
    explanation: "Documents come from strangers, so their size, their nesting, the length of a \
        string, the entries of a collection and the number of values are bounded. A document \
        beyond a bound is refused at the place where the bound is reached, and what follows is \
        not read.",
    bad: example!("invalid/limit-exceeded/bad.json"),
    good: example!("invalid/limit-exceeded/good.json"),
};

pub(in crate::source) static CONTROL_CHARACTER: Rule = Rule {
    code: "control-character",
    severity: Severity::Error,
    summary: "A raw control character stands where it must be escaped or left out",
    section: "§15.1",
    explanation: "In a JSON string the characters below U+0020, the tab among them, must be written \
        as escapes such as `\\t`. YAML lets tabs and line breaks through but no other control \
        character; inside double quotes they have escapes too. Such characters mostly come from \
        copied terminal output or a damaged file.",
    bad: example!("invalid/control-character/bad.json"),
    good: example!("invalid/control-character/good.json"),
};

pub(in crate::source) static DUPLICATE_KEY: Rule = Rule {
    code: "duplicate-key",
    severity: Severity::Error,
    summary: "An object has the same key twice",
    section: "§15.3.2",
    explanation: "Which of two equal keys wins differs from program to program, so a document with \
        such a pair has no dependable meaning. Keys are compared after escapes, quotes and folding \
        are taken away. Remove or rename one of the two.",
    bad: example!("invalid/duplicate-key/bad.json"),
    good: example!("invalid/duplicate-key/good.json"),
};

pub(in crate::source) static NON_FINITE_NUMBER: Rule = Rule {
    code: "non-finite-number",
    severity: Severity::Error,
    summary: "A number is infinite, not a number, or too large for a double",
    section: "§15.3.3",
    explanation: "The data model knows finite numbers only. `NaN` and the infinities have no place \
        in it, whatever the notation (`.nan`, `-.inf`, `Infinity`), and a number such as `1e999` \
        turns into infinity when it is read as a double. Where text was meant, put it in quotes.",
    bad: example!("invalid/non-finite-number/bad.json"),
    good: example!("invalid/non-finite-number/good.json"),
};
