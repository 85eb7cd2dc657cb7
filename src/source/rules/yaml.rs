//! The rules about YAML text (§15.3).

use crate::diagnostic::{Rule, Severity, example};

pub(in crate::source) static INVALID_YAML: Rule = Rule {
    code: "invalid-yaml",
    severity: Severity::Error,
    summary: "The text breaks the syntax of YAML",
    section: "§15.3",
    explanation: "A YAML document must be well-formed YAML 1.2.2 before anything else can be said about \
        it. Indentation decides what belongs to what; a value that holds `: ` or ` #`, or starts \
        with a character such as `@`, `*`, `[` or a quote, needs quotes around it. Reading ends \
        at the first such fault, and what stands before it is still checked.",
    bad: example!("invalid/invalid-yaml/bad.yaml"),
    good: example!("invalid/invalid-yaml/good.yaml"),
};

pub(in crate::source) static TAB_INDENTATION: Rule = Rule {
    code: "tab-indentation",
    severity: Severity::Error,
    summary: "A tab is used as indentation",
    section: "§15.3",
    explanation: "YAML indents with spaces only, because a tab has no agreed width. Tabs may separate \
        words inside a line. Most editors can turn the tabs of a file into spaces.",
    bad: example!("invalid/tab-indentation/bad.yaml"),
    good: example!("invalid/tab-indentation/good.yaml"),
};

pub(in crate::source) static MULTIPLE_DOCUMENTS: Rule = Rule {
    code: "multiple-documents",
    severity: Severity::Error,
    summary: "The file holds more than one YAML document",
    section: "§15.3",
    explanation: "A `---` after the content, or any content behind `...`, starts another YAML document. A \
        description is exactly one document; even an empty second one, left by a `---` at the \
        end of the file, is one too many.",
    bad: example!("invalid/multiple-documents/bad.yaml"),
    good: example!("invalid/multiple-documents/good.yaml"),
};

pub(in crate::source) static NON_STRING_KEY: Rule = Rule {
    code: "non-string-key",
    severity: Severity::Error,
    summary: "A mapping key is no string",
    section: "§15.3.1",
    explanation: "The keys of an object are strings. In YAML, plain `404`, `true` and `null` are a number, \
        a boolean and null, and a key can even be a list. Quotes make a string of the first \
        three; `yes`, `on` and `~` are strings already.",
    bad: example!("invalid/non-string-key/bad.yaml"),
    good: example!("invalid/non-string-key/good.yaml"),
};

pub(in crate::source) static YAML_ALIAS: Rule = Rule {
    code: "yaml-alias",
    severity: Severity::Error,
    summary: "An alias refers to another part of the document",
    section: "§15.3.5",
    explanation: "An alias such as `*defaults` makes a value appear in a second place without being \
        written there. Descriptions must not use this: it has no counterpart in JSON and lets a \
        small file grow without bound. Anchors that nobody refers to do no harm. Write the value \
        out, or reuse it through `$componentRef` where that is allowed.",
    bad: example!("invalid/yaml-alias/bad.yaml"),
    good: example!("invalid/yaml-alias/good.yaml"),
};

pub(in crate::source) static FOREIGN_TAG: Rule = Rule {
    code: "foreign-tag",
    severity: Severity::Error,
    summary: "A tag is not one of the JSON schema",
    section: "§15.3.4",
    explanation: "Tags such as `!point`, `!!binary` or `!!python/object` ask the reader to build something \
        that is not JSON data. Only `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and \
        `!!seq` may be written, and they are rarely needed.",
    bad: example!("invalid/foreign-tag/bad.yaml"),
    good: example!("invalid/foreign-tag/good.yaml"),
};

pub(in crate::source) static TAG_MISMATCH: Rule = Rule {
    code: "tag-mismatch",
    severity: Severity::Error,
    summary: "A tag does not agree with its value",
    section: "§15.3.3",
    explanation: "A tag says what a value is, so the value must be just that by the JSON schema of YAML: \
        `!!bool` goes with `true` and `false` only, `!!int` with digits, `!!seq` with a \
        sequence. Remove the tag, or write the value it asks for.",
    bad: example!("invalid/tag-mismatch/bad.yaml"),
    good: example!("invalid/tag-mismatch/good.yaml"),
};

pub(crate) static EMPTY_VALUE: Rule = Rule {
    code: "empty-value",
    severity: Severity::Warning,
    summary: "Nothing is written where a value belongs",
    section: "§15.3.3",
    explanation: "In the YAML schema that descriptions use, `key:` with nothing behind it is the empty \
        string, while many readers take it for null. Hardly anybody means either. Write what is \
        meant: `null`, `''`, `{}` or `[]`, or remove the key.",
    bad: example!("warning/empty-value/bad.yaml"),
    good: example!("warning/empty-value/good.yaml"),
};

pub(in crate::source) static YAML_VERSION: Rule = Rule {
    code: "yaml-version",
    severity: Severity::Warning,
    summary: "The document declares another YAML version than 1.2",
    section: "§15.3",
    explanation: "Descriptions are YAML 1.2.2 whatever a `%YAML` directive says. Under YAML 1.1 words such \
        as `yes` and `off` were booleans and `010` was eight; here they are strings. Remove the \
        directive, or write `%YAML 1.2`.",
    bad: example!("warning/yaml-version/bad.yaml"),
    good: example!("warning/yaml-version/good.yaml"),
};
