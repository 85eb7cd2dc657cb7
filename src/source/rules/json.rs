//! The rules about JSON text (§15.2).

use crate::diagnostic::{Rule, Severity, example};

pub(in crate::source) static INVALID_JSON: Rule = Rule {
    code: "invalid-json",
    severity: Severity::Error,
    summary: "The text breaks the syntax of JSON",
    section: "§15.2",
    explanation: "JSON text follows RFC 8259 to the letter: keys and strings in double quotes, one \
        comma between entries, one colon after a key, every bracket closed, nothing after the \
        document. The message names what stands there and what was expected. Reading goes on \
        behind the fault where that is safe, so that further faults are found in the same run.",
    bad: example!("invalid/invalid-json/bad.json"),
    good: example!("invalid/invalid-json/good.json"),
};

pub(in crate::source) static JSON_COMMENT: Rule = Rule {
    code: "json-comment",
    severity: Severity::Error,
    summary: "JSON has no comments",
    section: "§15.2",
    explanation: "Some editors accept comments in JSON files, RFC 8259 does not. Remove the \
        comment, or keep the document as YAML, where `#` starts one.",
    bad: example!("invalid/json-comment/bad.json"),
    good: example!("invalid/json-comment/good.json"),
};

pub(in crate::source) static TRAILING_COMMA: Rule = Rule {
    code: "trailing-comma",
    severity: Severity::Error,
    summary: "A comma stands after the last entry",
    section: "§15.2",
    explanation: "In JSON a comma stands between two entries and nowhere else. JavaScript and many \
        configuration languages allow one more at the end; RFC 8259 does not.",
    bad: example!("invalid/trailing-comma/bad.json"),
    good: example!("invalid/trailing-comma/good.json"),
};

pub(in crate::source) static LONE_SURROGATE: Rule = Rule {
    code: "lone-surrogate",
    severity: Severity::Error,
    summary: "An escape names half a character",
    section: "§15.6",
    explanation: "Characters beyond U+FFFF are escaped as two surrogates, a high one and then a low \
        one. One half alone is no character, cannot be written as UTF-8, and makes the string \
        invalid. Write the character itself, or both halves.",
    bad: example!("invalid/lone-surrogate/bad.json"),
    good: example!("invalid/lone-surrogate/good.json"),
};
