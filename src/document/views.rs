//! The root object and its declarations.

use super::reference::Chains;
use super::scope::{DeclaredScope, effective};
use super::{Cursor, Namespace, Resolved};
use crate::mcp::Revisions;
use crate::source::{Kind, Tree, Value};

/// A document whose root is an object.
#[derive(Debug)]
pub struct Document {
    tree: Tree,
    chains: Chains,
}

/// A declaration with its effective protocol scope (§4.10). `scope` is `None` where no scope can
/// be known: the one that counts, its own or its parent's, is missing or unreadable.
#[derive(Debug, Clone, Copy)]
pub struct Scoped<'t> {
    /// The declaration.
    pub cursor: Cursor<'t>,
    /// Its effective scope.
    pub scope: Option<Revisions>,
}

/// The four kinds of primitives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrimitiveKind {
    /// §9
    Tool,
    /// §10.1
    Resource,
    /// §10.2
    ResourceTemplate,
    /// §11
    Prompt,
}

impl PrimitiveKind {
    /// All of them, in the order of the specification.
    pub const ALL: [Self; 4] = [
        Self::Tool,
        Self::Resource,
        Self::ResourceTemplate,
        Self::Prompt,
    ];

    /// The root collection that holds them.
    pub fn collection(self) -> &'static str {
        match self {
            Self::Tool => "tools",
            Self::Resource => "resources",
            Self::ResourceTemplate => "resourceTemplates",
            Self::Prompt => "prompts",
        }
    }

    /// The member that identifies one.
    pub fn identifier(self) -> &'static str {
        match self {
            Self::Tool | Self::Prompt => "name",
            Self::Resource => "uri",
            Self::ResourceTemplate => "uriTemplate",
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tool => "Tool",
            Self::Resource => "Resource",
            Self::ResourceTemplate => "Resource Template",
            Self::Prompt => "Prompt",
        }
    }

    /// The component namespace its named examples may refer to.
    pub fn examples(self) -> Namespace {
        match self {
            Self::Tool => Namespace::ToolExamples,
            Self::Resource => Namespace::ResourceExamples,
            Self::ResourceTemplate => Namespace::ResourceTemplateExamples,
            Self::Prompt => Namespace::PromptExamples,
        }
    }
}

/// A Tool, Resource, Resource Template or Prompt.
#[derive(Debug, Clone, Copy)]
pub struct Primitive<'t> {
    /// Which one.
    pub kind: PrimitiveKind,
    /// The object.
    pub cursor: Cursor<'t>,
    /// Its effective scope; `None` where it cannot be known.
    pub scope: Option<Revisions>,
}

impl<'t> Primitive<'t> {
    /// The text of its identifying member.
    pub fn identity(&self) -> Option<&'t str> {
        self.cursor.str(self.kind.identifier())
    }

    /// Its Elicitation Declarations (§12).
    pub fn elicitations(&self) -> impl Iterator<Item = Elicitation<'t>> + use<'t> {
        let scope = self.scope;
        objects(self.cursor.get("elicitations")).map(move |cursor| Elicitation {
            cursor,
            scope: effective(cursor, scope),
        })
    }

    /// Its named examples, references followed; those that lead nowhere are left out.
    pub fn examples(
        &self,
        document: &'t Document,
    ) -> impl Iterator<Item = (&'t str, Cursor<'t>)> + use<'t> {
        let namespace = self.kind.examples();
        members(self.cursor.get("examples")).filter_map(move |(name, cursor)| {
            Some((name, document.resolve(cursor, namespace).value()?))
        })
    }

    /// The members of the map `key`, such as `completionExamples`.
    pub fn map(&self, key: &str) -> impl Iterator<Item = (&'t str, Cursor<'t>)> + use<'t> {
        members(self.cursor.get(key))
    }
}

/// An Elicitation Declaration (§12.2).
#[derive(Debug, Clone, Copy)]
pub struct Elicitation<'t> {
    /// The object.
    pub cursor: Cursor<'t>,
    /// Its effective scope; `None` where it cannot be known.
    pub scope: Option<Revisions>,
}

impl<'t> Elicitation<'t> {
    /// Its requested schema, a reference followed.
    pub fn requested_schema(&self, document: &'t Document) -> Option<Resolved<'t>> {
        let schema = self.cursor.get("requestedSchema")?;
        Some(document.resolve(schema, Namespace::Schemas))
    }
}

impl Document {
    /// Takes a tree whose root is an object; gives any other tree back.
    pub fn new(tree: Tree) -> Result<Self, Box<Tree>> {
        if !tree.root().is_some_and(Value::is_object) {
            return Err(tree.into());
        }
        let mut document = Self {
            tree,
            chains: Chains::default(),
        };
        document.chains = Chains::of(&document);
        Ok(document)
    }

    /// The tree it views.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The root object.
    #[expect(
        clippy::expect_used,
        reason = "the only constructor refuses trees without a root"
    )]
    pub fn root(&self) -> Cursor<'_> {
        Cursor::new(self.tree.root().expect("a document has a root"))
    }

    /// The root's `protocolVersions` as far as they are known revisions (§4.9); `None` where the
    /// member is missing, unreadable, or names none.
    pub fn scope(&self) -> Option<Revisions> {
        let scope = DeclaredScope::of(self.root())?.revisions;
        (!scope.is_empty()).then_some(scope)
    }

    /// The Transport Objects (§6).
    pub fn transports(&self) -> impl Iterator<Item = Scoped<'_>> {
        self.scoped("transports")
    }

    /// The Capabilities Objects (§8).
    pub fn capabilities(&self) -> impl Iterator<Item = Scoped<'_>> {
        self.scoped("capabilities")
    }

    /// The primitives of one kind.
    pub fn primitives_of(&self, kind: PrimitiveKind) -> impl Iterator<Item = Primitive<'_>> {
        self.scoped(kind.collection())
            .map(move |Scoped { cursor, scope }| Primitive {
                kind,
                cursor,
                scope,
            })
    }

    /// All primitives: Tools, Resources, Resource Templates, Prompts.
    pub fn primitives(&self) -> impl Iterator<Item = Primitive<'_>> {
        PrimitiveKind::ALL
            .into_iter()
            .flat_map(|kind| self.primitives_of(kind))
    }

    /// The Security Scheme Objects by name (§7.1).
    pub fn security_schemes(&self) -> impl Iterator<Item = (&str, Cursor<'_>)> {
        members(self.root().get("securitySchemes"))
    }

    /// The schemes that the requirements of the root, of transports and of primitives name (§7.5),
    /// each with the array of its scopes. What is no array is not meant as a requirement.
    pub fn security_requirements(&self) -> impl Iterator<Item = (&str, Cursor<'_>)> {
        std::iter::once(self.root())
            .chain(self.transports().map(|it| it.cursor))
            .chain(self.primitives().map(|it| it.cursor))
            .filter_map(|owner| owner.get("security"))
            .flat_map(Cursor::elements)
            .flat_map(Cursor::members)
            .filter(|(_, scopes)| scopes.kind() == Kind::Array)
    }

    /// The components of a namespace by name (§17.1), references included as they stand.
    pub fn components(&self, namespace: Namespace) -> impl Iterator<Item = (&str, Cursor<'_>)> {
        members(self.root().at(&["components", namespace.as_str()]))
    }

    /// How the references between components end.
    pub(super) fn chains(&self) -> &Chains {
        &self.chains
    }

    fn scoped(&self, collection: &str) -> impl Iterator<Item = Scoped<'_>> {
        let root = self.scope();
        objects(self.root().get(collection)).map(move |cursor| Scoped {
            cursor,
            scope: effective(cursor, root),
        })
    }
}

fn objects(array: Option<Cursor<'_>>) -> impl Iterator<Item = Cursor<'_>> {
    array
        .into_iter()
        .flat_map(Cursor::elements)
        .filter(|cursor| cursor.kind() == Kind::Object)
}

fn members(object: Option<Cursor<'_>>) -> impl Iterator<Item = (&str, Cursor<'_>)> {
    object.into_iter().flat_map(Cursor::members)
}
