//! The JSON Schema dialects that are understood, and what their keywords hold.

use crate::document::Cursor;
use crate::source::Kind;

/// A JSON Schema dialect, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Draft 4
    Draft4,
    /// Draft 6
    Draft6,
    /// Draft 7
    Draft7,
    /// 2019-09
    Draft2019,
    /// 2020-12, which MCP takes for granted from revision 2025-11-25 on (§9.2)
    Draft2020,
}

impl Dialect {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] = [
        Self::Draft4,
        Self::Draft6,
        Self::Draft7,
        Self::Draft2019,
        Self::Draft2020,
    ];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft2019 => "2019-09",
            Self::Draft2020 => "2020-12",
        }
    }

    /// What `$schema` says to declare it.
    pub fn uri(self) -> &'static str {
        match self {
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
            Self::Draft6 => "http://json-schema.org/draft-06/schema#",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft2019 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The dialect that `$schema` declares with `uri`: as it is published, with or without an empty
    /// fragment.
    pub fn from_uri(uri: &str) -> Option<Self> {
        let asked = uri.strip_suffix('#').unwrap_or(uri);
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.uri().trim_end_matches('#') == asked)
    }

    /// The dialect that somebody may have meant with `uri`: the scheme, a final slash and the case
    /// of letters are easily mistaken.
    pub fn meant_by(uri: &str) -> Option<Self> {
        let plain = |uri: &str| {
            let lower = uri.to_ascii_lowercase();
            let bare = without_scheme(&lower).trim_end_matches(['#', '/']);
            bare.to_owned()
        };
        let asked = plain(uri);
        Self::ALL.into_iter().find(|it| plain(it.uri()) == asked)
    }

    /// The keyword that identifies a schema.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }

    /// Whether everything beside a `$ref` is ignored.
    pub(super) fn ref_stands_alone(self) -> bool {
        self <= Self::Draft7
    }
}

fn without_scheme(uri: &str) -> &str {
    uri.strip_prefix("https:")
        .or_else(|| uri.strip_prefix("http:"))
        .unwrap_or(uri)
}

/// What the value of a keyword must be for its schema to be valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Anything.
    Any,
    Bool,
    String,
    /// A URI reference.
    Reference,
    /// The schema's own identifier: a URI reference, without fragment from 2019-09 on.
    Identifier,
    /// A name that references use as a fragment.
    Anchor,
    Number,
    /// A number greater than zero.
    Positive,
    /// A whole number from zero up.
    Count,
    /// A regular expression.
    Pattern,
    /// A type name, or several.
    Types,
    List,
    /// Distinct strings; at least one in draft 4.
    Strings,
    /// An object whose values are [`Shape::Strings`].
    StringsMap,
    /// An object whose values are booleans.
    BoolMap,
    Schema,
    /// A schema; in draft 4 also a boolean.
    SchemaOrBool,
    /// At least one schema.
    SchemaList,
    SchemaOrList,
    /// An object whose values are schemas.
    SchemaMap,
    /// The same, whose names are regular expressions.
    PatternMap,
    /// An object whose values are schemas or lists of names.
    Dependencies,
}

/// What `keyword` holds in `dialect`; `None` where it is no keyword, so that anything goes.
pub(super) fn shape(keyword: &str, dialect: Dialect) -> Option<Shape> {
    use Dialect::{Draft4, Draft6, Draft7, Draft2019, Draft2020};
    let (since, shape) = match keyword {
        "type" => (Draft4, Shape::Types),
        "properties" | "definitions" => (Draft4, Shape::SchemaMap),
        "$schema" | "title" | "description" | "format" => (Draft4, Shape::String),
        "required" => (Draft4, Shape::Strings),
        "items" if dialect == Draft2020 => (Draft2020, Shape::Schema),
        "items" => (Draft4, Shape::SchemaOrList),
        "additionalProperties" => (Draft4, Shape::SchemaOrBool),
        "additionalItems" if dialect < Draft2020 => (Draft4, Shape::SchemaOrBool),
        "enum" => (Draft4, Shape::List),
        "default" => (Draft4, Shape::Any),
        "const" => (Draft6, Shape::Any),
        "allOf" | "anyOf" | "oneOf" => (Draft4, Shape::SchemaList),
        "prefixItems" => (Draft2020, Shape::SchemaList),
        "not" => (Draft4, Shape::Schema),
        "contains" | "propertyNames" => (Draft6, Shape::Schema),
        "if" | "then" | "else" => (Draft7, Shape::Schema),
        "unevaluatedItems" | "unevaluatedProperties" | "contentSchema" => {
            (Draft2019, Shape::Schema)
        }
        "$ref" => (Draft4, Shape::Reference),
        "$dynamicRef" => (Draft2020, Shape::Reference),
        "$recursiveRef" => (Draft2019, Shape::Reference),
        "$id" => (Draft6, Shape::Identifier),
        "id" if dialect == Draft4 => (Draft4, Shape::Identifier),
        "$anchor" => (Draft2019, Shape::Anchor),
        "$dynamicAnchor" => (Draft2020, Shape::Anchor),
        "$recursiveAnchor" if dialect == Draft2019 => (Draft2019, Shape::Bool),
        "$recursiveAnchor" => (Draft2020, Shape::Anchor),
        "$defs" | "dependentSchemas" => (Draft2019, Shape::SchemaMap),
        "patternProperties" => (Draft4, Shape::PatternMap),
        "dependencies" => (Draft4, Shape::Dependencies),
        "dependentRequired" => (Draft2019, Shape::StringsMap),
        "pattern" => (Draft4, Shape::Pattern),
        "minimum" | "maximum" => (Draft4, Shape::Number),
        "exclusiveMinimum" | "exclusiveMaximum" if dialect == Draft4 => (Draft4, Shape::Bool),
        "exclusiveMinimum" | "exclusiveMaximum" => (Draft6, Shape::Number),
        "multipleOf" => (Draft4, Shape::Positive),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            (Draft4, Shape::Count)
        }
        "minContains" | "maxContains" => (Draft2019, Shape::Count),
        "uniqueItems" => (Draft4, Shape::Bool),
        "examples" => (Draft6, Shape::List),
        "$comment" | "contentEncoding" | "contentMediaType" => (Draft7, Shape::String),
        "readOnly" | "writeOnly" => (Draft7, Shape::Bool),
        "deprecated" => (Draft2019, Shape::Bool),
        "$vocabulary" => (Draft2019, Shape::BoolMap),
        _ => return None,
    };
    (since <= dialect).then_some(shape)
}

/// Whether a keyword only tells readers something, or holds what others refer to.
pub(crate) fn is_remark(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "$comment"
            | "default"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$defs"
            | "definitions"
    )
}

/// The schemas that `value` holds as the value of `keyword`, in whatever dialect.
pub(crate) fn subschemas<'t>(keyword: &str, value: Cursor<'t>) -> impl Iterator<Item = Cursor<'t>> {
    use Shape::{
        Dependencies, PatternMap, Schema, SchemaList, SchemaMap, SchemaOrBool, SchemaOrList,
    };
    let shape = shape(keyword, Dialect::Draft2020).or_else(|| shape(keyword, Dialect::Draft7));
    let direct = matches!(
        shape,
        Some(Schema | SchemaOrBool | SchemaList | SchemaOrList)
    );
    let mapped = matches!(shape, Some(SchemaMap | PatternMap | Dependencies));
    let is_list = value.kind() == Kind::Array;
    let single = (direct && !is_list).then_some(value).into_iter();
    let listed = (direct && is_list).then(|| value.elements());
    let named = mapped.then(|| value.members().map(|(_, schema)| schema));
    single
        .chain(listed.into_iter().flatten())
        .chain(named.into_iter().flatten())
}

/// The names that `type` may hold.
pub(super) const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_are_known_by_their_uri_with_or_without_fragment() {
        for dialect in Dialect::ALL {
            let bare = dialect.uri().trim_end_matches('#');
            for uri in [bare.to_owned(), format!("{bare}#")] {
                assert_eq!(Dialect::from_uri(&uri), Some(dialect));
                let (scheme, rest) = uri.split_once(':').unwrap();
                let other = if scheme == "http" { "https" } else { "http" };
                let other = format!("{other}:{rest}");
                assert_eq!(Dialect::from_uri(&other), None);
                assert_eq!(Dialect::meant_by(&other), Some(dialect));
            }
        }
        for unknown in [
            "http://json-schema.org/schema#",
            "x",
            "",
            "//json-schema.org/draft-07/schema/",
        ] {
            assert_eq!(Dialect::from_uri(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn keywords_belong_to_their_dialects() {
        assert_eq!(shape("if", Dialect::Draft6), None);
        assert_eq!(shape("id", Dialect::Draft7), None);
        assert_eq!(shape("$id", Dialect::Draft4), None);
        assert_eq!(
            shape("exclusiveMinimum", Dialect::Draft4),
            Some(Shape::Bool)
        );
    }
}
