//! The keywords of embedded JSON Schemas (§9.2).

use crate::source::Value;

/// What a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lsp) enum Holds {
    /// A schema.
    Schema,
    /// Schemas in a list.
    Schemas,
    /// Schemas by name.
    Map,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// A list of other things.
    List,
    /// An object of other things.
    Object,
    /// Any value.
    Any,
}

/// A keyword.
#[derive(Debug, Clone, Copy)]
pub(in crate::lsp) struct Keyword {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub description: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// The types of values it is about; empty for every type.
    types: &'static [&'static str],
}

const fn keyword(
    name: &'static str,
    holds: Holds,
    types: &'static [&'static str],
    description: &'static str,
) -> Keyword {
    Keyword {
        name,
        description,
        holds,
        types,
    }
}

const ALL: &[&str] = &[];
const OBJECT: &[&str] = &["object"];
const ARRAY: &[&str] = &["array"];
const STRING: &[&str] = &["string"];
const NUMBER: &[&str] = &["number", "integer"];

/// The keywords of JSON Schema 2020-12, the common ones first.
static KEYWORDS: &[Keyword] = &[
    keyword(
        "type",
        Holds::Any,
        ALL,
        "The type of the value, or a list of types.",
    ),
    keyword("title", Holds::Text, ALL, "A name for people."),
    keyword(
        "description",
        Holds::Text,
        ALL,
        "What the value means, for models and people.",
    ),
    keyword(
        "properties",
        Holds::Map,
        OBJECT,
        "Schemas of the properties by name.",
    ),
    keyword(
        "required",
        Holds::List,
        OBJECT,
        "The properties that must be there.",
    ),
    keyword(
        "additionalProperties",
        Holds::Schema,
        OBJECT,
        "The schema of all other properties; `false` forbids them.",
    ),
    keyword("items", Holds::Schema, ARRAY, "The schema of the elements."),
    keyword(
        "enum",
        Holds::List,
        ALL,
        "The only values that are allowed.",
    ),
    keyword("const", Holds::Any, ALL, "The only value that is allowed."),
    keyword(
        "default",
        Holds::Any,
        ALL,
        "The value that is assumed where none is given.",
    ),
    keyword("format", Holds::Text, STRING, "What kind of text it is."),
    keyword(
        "pattern",
        Holds::Text,
        STRING,
        "A regular expression that the text must match somewhere.",
    ),
    keyword(
        "minLength",
        Holds::Number,
        STRING,
        "The least number of characters.",
    ),
    keyword(
        "maxLength",
        Holds::Number,
        STRING,
        "The greatest number of characters.",
    ),
    keyword("minimum", Holds::Number, NUMBER, "The least number."),
    keyword("maximum", Holds::Number, NUMBER, "The greatest number."),
    keyword(
        "exclusiveMinimum",
        Holds::Number,
        NUMBER,
        "What the number must be greater than.",
    ),
    keyword(
        "exclusiveMaximum",
        Holds::Number,
        NUMBER,
        "What the number must be less than.",
    ),
    keyword(
        "multipleOf",
        Holds::Number,
        NUMBER,
        "What the number must be a multiple of.",
    ),
    keyword(
        "minItems",
        Holds::Number,
        ARRAY,
        "The least number of elements.",
    ),
    keyword(
        "maxItems",
        Holds::Number,
        ARRAY,
        "The greatest number of elements.",
    ),
    keyword(
        "uniqueItems",
        Holds::Flag,
        ARRAY,
        "Whether no element may occur twice.",
    ),
    keyword(
        "prefixItems",
        Holds::Schemas,
        ARRAY,
        "Schemas of the first elements, in order.",
    ),
    keyword(
        "contains",
        Holds::Schema,
        ARRAY,
        "A schema that some element must match.",
    ),
    keyword(
        "minContains",
        Holds::Number,
        ARRAY,
        "How many elements must match `contains`.",
    ),
    keyword(
        "maxContains",
        Holds::Number,
        ARRAY,
        "How many elements may match `contains`.",
    ),
    keyword(
        "minProperties",
        Holds::Number,
        OBJECT,
        "The least number of properties.",
    ),
    keyword(
        "maxProperties",
        Holds::Number,
        OBJECT,
        "The greatest number of properties.",
    ),
    keyword(
        "patternProperties",
        Holds::Map,
        OBJECT,
        "Schemas of the properties whose names match regular expressions.",
    ),
    keyword(
        "propertyNames",
        Holds::Schema,
        OBJECT,
        "A schema for the names of properties.",
    ),
    keyword(
        "dependentRequired",
        Holds::Object,
        OBJECT,
        "The properties that others need beside them.",
    ),
    keyword(
        "dependentSchemas",
        Holds::Map,
        OBJECT,
        "Schemas that hold where a property is there.",
    ),
    keyword(
        "unevaluatedProperties",
        Holds::Schema,
        OBJECT,
        "The schema of properties that nothing else is about.",
    ),
    keyword(
        "unevaluatedItems",
        Holds::Schema,
        ARRAY,
        "The schema of elements that nothing else is about.",
    ),
    keyword("allOf", Holds::Schemas, ALL, "Schemas that must all match."),
    keyword(
        "anyOf",
        Holds::Schemas,
        ALL,
        "Schemas of which one or more must match.",
    ),
    keyword(
        "oneOf",
        Holds::Schemas,
        ALL,
        "Schemas of which exactly one must match.",
    ),
    keyword("not", Holds::Schema, ALL, "A schema that must not match."),
    keyword(
        "if",
        Holds::Schema,
        ALL,
        "A schema that decides between `then` and `else`.",
    ),
    keyword(
        "then",
        Holds::Schema,
        ALL,
        "What must match where `if` does.",
    ),
    keyword(
        "else",
        Holds::Schema,
        ALL,
        "What must match where `if` does not.",
    ),
    keyword("examples", Holds::List, ALL, "Sample values."),
    keyword(
        "deprecated",
        Holds::Flag,
        ALL,
        "Whether it should no longer be used.",
    ),
    keyword(
        "readOnly",
        Holds::Flag,
        ALL,
        "Whether only the server sets it.",
    ),
    keyword(
        "writeOnly",
        Holds::Flag,
        ALL,
        "Whether it is never given back.",
    ),
    keyword(
        "contentEncoding",
        Holds::Text,
        STRING,
        "How bytes are written as text, such as `base64`.",
    ),
    keyword(
        "contentMediaType",
        Holds::Text,
        STRING,
        "The media type of what the text holds.",
    ),
    keyword(
        "contentSchema",
        Holds::Schema,
        STRING,
        "The schema of what the text holds.",
    ),
    keyword(
        "$ref",
        Holds::Text,
        ALL,
        "A schema that must match too, named by its URI, such as `#/$defs/name`.",
    ),
    keyword("$defs", Holds::Map, ALL, "Schemas that `$ref` can name."),
    keyword("$schema", Holds::Text, ALL, "The dialect of the schema."),
    keyword("$id", Holds::Text, ALL, "The URI of the schema."),
    keyword(
        "$anchor",
        Holds::Text,
        ALL,
        "A name for the schema within its resource.",
    ),
    keyword(
        "$dynamicRef",
        Holds::Text,
        ALL,
        "A reference that outer schemas can redirect.",
    ),
    keyword(
        "$dynamicAnchor",
        Holds::Text,
        ALL,
        "A name that `$dynamicRef` can redirect to.",
    ),
    keyword(
        "$comment",
        Holds::Text,
        ALL,
        "A note for whoever maintains the schema.",
    ),
];

/// Keywords of older dialects, which are read but not offered.
static OLDER: &[Keyword] = &[
    keyword(
        "definitions",
        Holds::Map,
        ALL,
        "Schemas that `$ref` can name, in older dialects.",
    ),
    keyword(
        "additionalItems",
        Holds::Schema,
        ARRAY,
        "The schema of further elements, in older dialects.",
    ),
];

/// The types that `type` can name.
pub(super) const TYPES: [&str; 7] = [
    "string", "number", "integer", "boolean", "object", "array", "null",
];

/// The formats that JSON Schema defines.
pub(super) const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// The keyword of this name.
pub(in crate::lsp) fn find(name: &str) -> Option<&'static Keyword> {
    KEYWORDS
        .iter()
        .chain(OLDER)
        .find(|keyword| keyword.name == name)
}

/// The keywords that make sense in a schema with these members and this `type`.
pub(super) fn offered<'k>(
    written: &'k [&str],
    of_type: Option<&'k str>,
) -> impl Iterator<Item = &'static Keyword> + use<'k> {
    KEYWORDS.iter().filter(move |keyword| {
        let fits = of_type.is_none_or(|it| keyword.types.is_empty() || keyword.types.contains(&it));
        fits && !written.contains(&keyword.name)
    })
}

/// What a place inside an embedded schema is.
#[derive(Debug, Clone, Copy)]
pub(in crate::lsp) enum Part {
    /// A schema.
    Schema,
    /// An object of schemas by name.
    Map,
    /// A list of schemas.
    Schemas,
    /// The value of a keyword.
    Value(&'static Keyword),
    /// Something inside such a value, or of an unknown keyword.
    Data,
}

/// What stands at `value` in the embedded schema `root`, which holds it.
pub(in crate::lsp) fn part(value: Value<'_>, root: Value<'_>) -> Part {
    let inner = super::site::around(value).take_while(|at| at.id() != root.id());
    let mut way: Vec<_> = inner.collect();
    let mut part = Part::Schema;
    while let Some(at) = way.pop() {
        part = match (part, at.key()) {
            (Part::Schema, Some((name, _))) => match find(name) {
                Some(keyword) => match keyword.holds {
                    Holds::Schema if at.is_array() => Part::Schemas,
                    Holds::Schema => Part::Schema,
                    Holds::Map => Part::Map,
                    Holds::Schemas => Part::Schemas,
                    _ => Part::Value(keyword),
                },
                None => Part::Data,
            },
            (Part::Map, Some(_)) | (Part::Schemas, None) => Part::Schema,
            (Part::Value(keyword), None)
                if matches!(keyword.name, "required" | "type" | "examples") =>
            {
                Part::Value(keyword)
            }
            _ => Part::Data,
        };
    }
    part
}

/// Whether `value` is the schema of a property that the schema `root` itself declares, or one of
/// its properties, and so on: reached through `properties` alone.
pub(super) fn is_plain_property(value: Value<'_>, root: Value<'_>) -> bool {
    let inner = super::site::around(value).take_while(|at| at.id() != root.id());
    let mut way: Vec<_> = inner.map(|at| at.key().map(|(key, _)| key)).collect();
    way.reverse();
    let mut steps = way.chunks(2);
    !way.is_empty() && steps.all(|step| matches!(step, [Some("properties"), Some(_)]))
}

/// The schemas around the schema at `value`, inside `root`, that apply to the same instances as it.
pub(super) fn applied_together<'t>(value: Value<'t>, root: Value<'t>) -> Vec<Value<'t>> {
    const ALTERNATIVES: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    const CONDITIONS: [&str; 4] = ["if", "then", "else", "not"];
    let mut schemas = vec![value];
    let mut at = value;
    while at.id() != root.id() {
        let Some(parent) = at.parent() else {
            break;
        };
        let key = |value: Value<'t>| value.key().map(|(key, _)| key);
        let schema = match key(at) {
            Some(keyword) if CONDITIONS.contains(&keyword) => Some(parent),
            None if key(parent).is_some_and(|it| ALTERNATIVES.contains(&it)) => parent.parent(),
            Some(_) if key(parent) == Some("dependentSchemas") => parent.parent(),
            _ => None,
        };
        let Some(schema) =
            schema.filter(|&it| matches!(part(at, root), Part::Schema) && it.is_object())
        else {
            break;
        };
        schemas.push(schema);
        at = schema;
    }
    schemas
}
