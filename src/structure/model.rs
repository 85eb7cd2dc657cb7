//! The structure schema, compiled: what may stand where.

use std::ops::Index;
use std::sync::LazyLock;

use crate::document::{Cursor, Namespace};
use crate::formats::name::{ExtensionId, MetaKey, is_local_name};
use crate::formats::{email::is_email, uri::is_uri};
use crate::source::{Kind, Value};

/// The schema's text: JSON Schema 2020-12, for editors and other validators too.
pub const SCHEMA: &str = include_str!("../../schemas/mcpdesc-0.8.0.schema.json");

/// The compiled schema; made at its first use, in a fraction of a millisecond.
#[expect(
    clippy::expect_used,
    reason = "the schema is part of the program; every test of the structure compiles it"
)]
pub(crate) static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::compile(SCHEMA).expect("the structure schema compiles"));

/// What may stand at every place of a document.
#[derive(Debug)]
pub(crate) struct Model {
    pub(super) nodes: Vec<Node>,
    /// By what the components of a namespace are judged where they stand.
    pub(super) components: Vec<(Namespace, NodeId)>,
}

/// Names a [`Node`] of the [`Model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct NodeId(pub(super) usize);

/// What may stand at one place.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Its name in the specification, such as `Info Object`; empty for plain values.
    pub title: &'static str,
    /// The section that defines it; empty for plain values.
    pub section: &'static str,
    /// What it is, in a sentence; may be empty.
    #[cfg_attr(
        not(feature = "lsp"),
        expect(dead_code, reason = "only editors show it")
    )]
    pub description: &'static str,
    /// The kind of value it must be.
    pub kind: Option<Expected>,
    /// The only strings it may be; empty where any will do.
    pub values: Vec<&'static str>,
    /// Whether an empty string, array or object is refused.
    pub non_empty: bool,
    /// What the string must look like.
    pub grammar: Option<Grammar>,
    /// What the string must be.
    pub format: Option<TextFormat>,
    /// The least number.
    pub minimum: Option<f64>,
    /// The greatest number.
    pub maximum: Option<f64>,
    /// What each element must be.
    pub items: Option<NodeId>,
    /// The most elements.
    pub max_items: Option<usize>,
    /// Whether no element may occur twice.
    pub unique: bool,
    /// The members with names of their own, in the order of the specification.
    pub properties: Vec<Property>,
    /// The members it must have.
    pub required: Vec<&'static str>,
    /// What every member's name must look like.
    pub names: Option<Grammar>,
    /// Whether it takes specification extensions (§14.2).
    pub extensible: bool,
    /// The members that have no name of their own.
    pub rest: Rest,
    /// Members of which one is needed.
    pub choice: Option<Choice>,
    /// What else holds, depending on the value.
    pub cases: Vec<Case>,
    /// Whether nothing may stand here.
    pub forbidden: bool,
}

/// A member with a name of its own.
#[derive(Debug)]
pub(crate) struct Property {
    /// The key.
    pub name: &'static str,
    /// What it is for, in a sentence; may be empty.
    #[cfg_attr(
        not(feature = "lsp"),
        expect(dead_code, reason = "only editors show it")
    )]
    pub description: &'static str,
    /// What may stand there.
    pub node: NodeId,
}

/// Members that are not listed by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Whatever they are.
    #[default]
    Open,
    /// There may be none.
    Closed,
    /// All of this kind.
    Each(NodeId),
}

/// Members of which one is needed.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The members.
    pub names: Vec<&'static str>,
    /// Whether only one of them may be there.
    pub exclusive: bool,
}

/// A part of a node that depends on the value.
#[derive(Debug)]
pub(crate) struct Case {
    /// When it applies.
    pub when: Condition,
    /// What holds then.
    pub then: Option<NodeId>,
    /// What holds otherwise.
    pub otherwise: Option<NodeId>,
}

/// A question about a value.
#[derive(Debug)]
pub(crate) enum Condition {
    /// Is it of this kind?
    Is(Expected),
    /// Has it this member?
    Has(&'static str),
    /// Is this member, which tells kinds of objects apart, one of these strings?
    Selects {
        /// The member.
        key: &'static str,
        /// The strings.
        values: Vec<&'static str>,
    },
}

impl Condition {
    /// The answer for the value at `at`.
    pub fn holds(&self, at: Cursor<'_>) -> bool {
        match self {
            Self::Is(kind) => kind.admits(at.value()),
            Self::Has(key) => at.get(key).is_some(),
            Self::Selects { key, values } => at.str(key).is_some_and(|it| values.contains(&it)),
        }
    }
}

/// A kind of value, as JSON Schema tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// `string`
    String,
    /// `boolean`
    Bool,
    /// `number`
    Number,
    /// `integer`
    Integer,
    /// `array`
    Array,
    /// `object`
    Object,
}

impl Expected {
    /// Whether `value` is of this kind.
    pub fn admits(self, value: Value<'_>) -> bool {
        match self {
            Self::String => value.kind() == Kind::String,
            Self::Bool => value.kind() == Kind::Bool,
            Self::Number => value.kind() == Kind::Number,
            Self::Integer => value.as_number().is_some_and(|number| number.is_integer()),
            Self::Array => value.kind() == Kind::Array,
            Self::Object => value.kind() == Kind::Object,
        }
    }

    /// The kind with its article, for messages.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Bool => "`true` or `false`",
            Self::Number => "a number",
            Self::Integer => "a whole number",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::String,
            "boolean" => Self::Bool,
            "number" => Self::Number,
            "integer" => Self::Integer,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }
}

/// The patterns of the schema, matched by hand: compiling expressions would cost more than checking
/// a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// A name that the document itself gives (§17.1 and others).
    LocalName,
    /// The identifier of an MCP extension (§8.4).
    ExtensionId,
    /// A key of a `_meta` object (§3.5).
    MetaKey,
    /// A component pointer (§17.2).
    ComponentPointer,
}

impl Grammar {
    /// Each with the pattern the schema writes for it.
    pub const PATTERNS: [(Self, &str); 4] = [
        (Self::LocalName, "^[A-Za-z0-9._-]+$"),
        (
            Self::ExtensionId,
            "^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:[.][A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*/\
             [A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$",
        ),
        (
            Self::MetaKey,
            "^(?:(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:[.][A-Za-z](?:[A-Za-z0-9-]*\
             [A-Za-z0-9])?)*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$",
        ),
        (
            Self::ComponentPointer,
            "^#/components/(schemas|toolExamples|resourceExamples|resourceTemplateExamples|\
             promptExamples)/[A-Za-z0-9._-]+$",
        ),
    ];

    /// Whether `text` has this form.
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::LocalName => is_local_name(text),
            Self::ExtensionId => ExtensionId::parse(text).is_some(),
            Self::MetaKey => MetaKey::parse(text).is_some(),
            Self::ComponentPointer => crate::document::parse_pointer(text).is_some(),
        }
    }
}

/// The formats the schema asserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextFormat {
    /// RFC 3986 (§15.6).
    Uri,
    /// RFC 5322 (§15.6).
    Email,
}

impl TextFormat {
    /// Whether `text` has this format.
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::Uri => is_uri(text),
            Self::Email => is_email(text),
        }
    }
}

impl Index<NodeId> for Model {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

impl Node {
    /// What may stand under `key`, where the key has a meaning of its own here.
    pub fn property(&self, key: &str) -> Option<NodeId> {
        self.properties
            .iter()
            .find(|property| property.name == key)
            .map(|property| property.node)
    }
}

impl Model {
    /// The node of the root object.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The namespace whose components are judged by this node where they stand.
    pub fn namespace(&self, node: NodeId) -> Option<Namespace> {
        self.components
            .iter()
            .find(|(_, id)| *id == node)
            .map(|(namespace, _)| *namespace)
    }

    /// The values that select, in `union`, kinds of objects which may have a member `key`.
    pub fn kinds_with<'m>(&'m self, union: &'m Node, key: &str) -> Vec<&'static str> {
        let mut kinds = Vec::new();
        for case in &union.cases {
            if let (Condition::Selects { values, .. }, Some(then)) = (&case.when, case.then)
                && self.knows(&self[then], key)
            {
                kinds.extend(values);
            }
        }
        kinds
    }

    fn knows(&self, node: &Node, key: &str) -> bool {
        let listed = node.property(key).is_some_and(|id| !self[id].forbidden);
        listed
            || node.cases.iter().any(|case| {
                [case.then, case.otherwise]
                    .into_iter()
                    .flatten()
                    .any(|id| self.knows(&self[id], key))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_matched_as_they_are_written() {
        let texts = [
            "",
            "a",
            "a.b_c-9",
            "-",
            "a b",
            "a/b",
            "a/b/c",
            "a-/b",
            "a..b/c",
            "a.b/",
            "/a",
            "9/a",
            "é",
            "a\n",
            "a/-b",
            "a/b.c",
            "#/components/schemas/a",
            "#/components/schemas/",
            "#/components/other/a",
            "#/components/toolExamples/a/b",
            "#/components/schemas/a%20",
            "x#/components/schemas/a",
            "#/components/promptExamples/x-1",
            "a.b-c.d/e_f",
        ];
        for (grammar, pattern) in Grammar::PATTERNS {
            let schema = serde_json::json!({ "pattern": pattern });
            for text in texts {
                let expected = jsonschema::is_valid(&schema, &text.into());
                assert_eq!(grammar.matches(text), expected, "{grammar:?} {text:?}");
            }
        }
    }
}
