//! The catalogue of the structure rules.

use crate::diagnostic::{Rule, Severity, example};

pub(super) static UNKNOWN_PROPERTY: Rule = Rule {
    code: "unknown-property",
    severity: Severity::Error,
    summary: "A property is not defined here",
    section: "§3.8",
    explanation: "The objects of an MCP Description are closed: they hold the properties the specification \
        names and nothing else, so that a typing error cannot silently change what is described. \
        Where the object takes specification extensions (§14.2), a property of your own may \
        begin with `x-`; maps, results, annotations, references and the objects inside embedded \
        payloads take none. YAML merge keys are not applied (§15.3.6): `<<` is a key like any \
        other, and no object defines it.",
    bad: example!("invalid/unknown-property/bad.yaml"),
    good: example!("invalid/unknown-property/good.yaml"),
};

pub(super) static MISSING_PROPERTY: Rule = Rule {
    code: "missing-property",
    severity: Severity::Error,
    summary: "A required property is missing",
    section: "§16.1",
    explanation: "Some objects mean nothing without certain properties: a Tool without `name` cannot be \
        called, a transport without `type` cannot be told from others. Which ones these are is \
        said in the section of the object. A default is never assumed for them.",
    bad: example!("invalid/missing-property/bad.yaml"),
    good: example!("invalid/missing-property/good.yaml"),
};

pub(super) static CONFLICTING_PROPERTIES: Rule = Rule {
    code: "conflicting-properties",
    severity: Severity::Error,
    summary: "A property belongs to another kind of the same object",
    section: "§16.1",
    explanation: "Several objects come in kinds: transports and security schemes by `type`, Elicitation \
        Declarations by `mode`, contents by holding either `text` or `blob`. Each kind has its \
        own properties, and one of another kind beside them leaves open which of the two was \
        meant. Remove it, or change the kind.",
    bad: example!("invalid/conflicting-properties/bad.yaml"),
    good: example!("invalid/conflicting-properties/good.yaml"),
};

pub(super) static WRONG_TYPE: Rule = Rule {
    code: "wrong-type",
    severity: Severity::Error,
    summary: "A value is of the wrong kind",
    section: "§3.2",
    explanation: "Every property has one kind of value: a string, a number, `true` or `false`, an array, \
        or an object. In YAML an unquoted `1.0`, `true` or `null` is not text; put text that \
        looks like one of them in quotes. A value of `null` never stands for an absent property: \
        leave the property out instead (§15.6).",
    bad: example!("invalid/wrong-type/bad.yaml"),
    good: example!("invalid/wrong-type/good.yaml"),
};

pub(super) static INVALID_VALUE: Rule = Rule {
    code: "invalid-value",
    severity: Severity::Error,
    summary: "A string is not one of those allowed here",
    section: "§16.1",
    explanation: "Some properties take only certain strings: a transport's `type`, a role, an MCP \
        revision. They are compared letter by letter, case included. A revision or kind that \
        came after version 0.8.0 of the specification needs a later version of it (§4.9).",
    bad: example!("invalid/invalid-value/bad.yaml"),
    good: example!("invalid/invalid-value/good.yaml"),
};

pub(super) static INVALID_FORMAT: Rule = Rule {
    code: "invalid-format",
    severity: Severity::Error,
    summary: "A string is not a URI or an email address",
    section: "§15.6",
    explanation: "Properties that hold a URI hold a complete one by RFC 3986: it begins with a scheme such \
        as `https:`, has no spaces, and writes other characters percent-encoded; a path alone is \
        a reference, not a URI. Email addresses follow RFC 5322: the bare address, without a \
        name before it or `mailto:`.",
    bad: example!("invalid/invalid-format/bad.yaml"),
    good: example!("invalid/invalid-format/good.yaml"),
};

pub(super) static INVALID_NAME: Rule = Rule {
    code: "invalid-name",
    severity: Severity::Error,
    summary: "A name has characters it may not have",
    section: "§17.1",
    explanation: "Names that a document gives to security schemes, components, examples and Elicitation \
        Declarations consist of ASCII letters, digits, `.`, `_` and `-`. Identifiers of MCP \
        extensions have the form `vendor.example/name` (§8.4); keys of `_meta` may have such a \
        prefix (§3.5).",
    bad: example!("invalid/invalid-name/bad.yaml"),
    good: example!("invalid/invalid-name/good.yaml"),
};

pub(super) static EMPTY_COLLECTION: Rule = Rule {
    code: "empty-collection",
    severity: Severity::Error,
    summary: "A collection is present but empty",
    section: "§3.3",
    explanation: "Leaving a collection out says nothing about the server; writing it empty would look as \
        if it said something, so a collection that is present has at least one entry. Some \
        collections mean something by being empty and may be: `security: []` clears what would \
        be inherited, `[{}]` allows anonymous access.",
    bad: example!("invalid/empty-collection/bad.yaml"),
    good: example!("invalid/empty-collection/good.yaml"),
};

pub(super) static EMPTY_STRING: Rule = Rule {
    code: "empty-string",
    severity: Severity::Error,
    summary: "A string is empty that must not be",
    section: "§16.1",
    explanation: "Names, versions and messages that people and programs rely on must say something. An \
        optional property without content is left out instead.",
    bad: example!("invalid/empty-string/bad.yaml"),
    good: example!("invalid/empty-string/good.yaml"),
};

pub(super) static DUPLICATE_ITEM: Rule = Rule {
    code: "duplicate-item",
    severity: Severity::Error,
    summary: "An entry occurs twice",
    section: "§4.9",
    explanation: "Sets of revisions, tags, scopes and required fields are written as arrays, but their \
        order and number mean nothing: each entry says all it can the first time. A second one \
        is most often a slip for another value.",
    bad: example!("invalid/duplicate-item/bad.yaml"),
    good: example!("invalid/duplicate-item/good.yaml"),
};

pub(super) static OUT_OF_RANGE: Rule = Rule {
    code: "out-of-range",
    severity: Severity::Error,
    summary: "A number or a list is too small or too large",
    section: "§16.1",
    explanation: "Some numbers have bounds: priorities go from 0 to 1, durations and lengths are not \
        negative, and a completion returns at most 100 values, as MCP has it (§10.4.6).",
    bad: example!("invalid/out-of-range/bad.yaml"),
    good: example!("invalid/out-of-range/good.yaml"),
};

pub(super) static MALFORMED_COMPONENT_REFERENCE: Rule = Rule {
    code: "malformed-component-reference",
    severity: Severity::Error,
    summary: "`$componentRef` does not name a component",
    section: "§17.2",
    explanation: "A reference has the form `#/components/<namespace>/<name>` and nothing else: it always \
        points into the same document, at a whole component, under one of the five namespaces. \
        Other files, web addresses, deeper paths and percent-encoded names are not supported; \
        the grammar of names makes encoding unnecessary.",
    bad: example!("invalid/malformed-component-reference/bad.yaml"),
    good: example!("invalid/malformed-component-reference/good.yaml"),
};

pub(super) static COMPONENT_REFERENCE_SIBLINGS: Rule = Rule {
    code: "component-reference-siblings",
    severity: Severity::Error,
    summary: "A Reference Object has other properties",
    section: "§17.2",
    explanation: "A reference stands for the complete value it names. Nothing can be added to that value \
        or changed in it at the place of use, not even by an extension, so other properties \
        beside `$componentRef` have no meaning. Remove them, or write the value out.",
    bad: example!("invalid/component-reference-siblings/bad.yaml"),
    good: example!("invalid/component-reference-siblings/good.yaml"),
};

pub(super) static COMPONENT_REFERENCE_NOT_ALLOWED: Rule = Rule {
    code: "component-reference-not-allowed",
    severity: Severity::Error,
    summary: "`$componentRef` stands where no reference is permitted",
    section: "§17.3",
    explanation: "References are permitted in five places only: a Tool's `inputSchema` and `outputSchema`, \
        the `requestedSchema` of an Elicitation Declaration, the entries of the `examples` maps, \
        and the entries of component maps themselves. Everything else is written where it is \
        used.",
    bad: example!("invalid/component-reference-not-allowed/bad.yaml"),
    good: example!("invalid/component-reference-not-allowed/good.yaml"),
};

pub(super) static REF_INSTEAD_OF_COMPONENT_REF: Rule = Rule {
    code: "ref-instead-of-component-ref",
    severity: Severity::Error,
    summary: "`$ref` is used where `$componentRef` is meant",
    section: "§17.2",
    explanation: "`$ref` belongs to JSON Schema and works inside embedded schemas only. A value of the MCP \
        Description, such as an example or the restricted schema of a form, is shared through \
        `components` and used by `$componentRef`.",
    bad: example!("invalid/ref-instead-of-component-ref/bad.yaml"),
    good: example!("invalid/ref-instead-of-component-ref/good.yaml"),
};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &UNKNOWN_PROPERTY,
    &MISSING_PROPERTY,
    &CONFLICTING_PROPERTIES,
    &WRONG_TYPE,
    &INVALID_VALUE,
    &INVALID_FORMAT,
    &INVALID_NAME,
    &EMPTY_COLLECTION,
    &EMPTY_STRING,
    &DUPLICATE_ITEM,
    &OUT_OF_RANGE,
    &MALFORMED_COMPONENT_REFERENCE,
    &COMPONENT_REFERENCE_SIBLINGS,
    &COMPONENT_REFERENCE_NOT_ALLOWED,
    &REF_INSTEAD_OF_COMPONENT_REF,
];
