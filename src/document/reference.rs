//! Reference Objects (§17): followed, never copied.

use std::collections::{HashMap, HashSet};

use super::{Cursor, Document, Primitive, PrimitiveKind};
use crate::source::{Kind, NodeId};

/// A component namespace (§17.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// Reusable JSON Schemas.
    Schemas,
    /// Reusable Tool examples.
    ToolExamples,
    /// Reusable Resource examples.
    ResourceExamples,
    /// Reusable Resource Template examples.
    ResourceTemplateExamples,
    /// Reusable Prompt examples.
    PromptExamples,
}

impl Namespace {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Schemas,
        Self::ToolExamples,
        Self::ResourceExamples,
        Self::ResourceTemplateExamples,
        Self::PromptExamples,
    ];

    /// Its name in the Components Object.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Schemas => "schemas",
            Self::ToolExamples => "toolExamples",
            Self::ResourceExamples => "resourceExamples",
            Self::ResourceTemplateExamples => "resourceTemplateExamples",
            Self::PromptExamples => "promptExamples",
        }
    }

    /// The namespace of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|namespace| namespace.as_str() == name)
    }
}

/// Where the value at a place that permits a Reference Object leads, in one step.
#[derive(Debug, Clone, Copy)]
pub enum Step<'t> {
    /// Nowhere: it is no reference but a value.
    Inline,
    /// To this component, which may be a reference too.
    Component(Cursor<'t>),
    /// Nowhere: the namespace has no component of this name.
    Missing(Namespace, &'t str),
    /// Nowhere: this namespace, and the component named there, are not what the place asks for.
    WrongNamespace(Namespace, &'t str),
    /// Nowhere: `$componentRef` is not `#/components/<namespace>/<name>` (§17.2).
    Malformed,
    /// The component may exist where a syntax error, or a value that is no object, hides it.
    Unknown,
}

/// What a place that permits a Reference Object means.
#[derive(Debug, Clone, Copy)]
pub enum Resolved<'t> {
    /// The value: written here, or the component a chain of references leads to.
    Value(Cursor<'t>),
    /// Nothing: some reference on the way leads nowhere, which the rules about components report.
    Broken,
}

impl<'t> Resolved<'t> {
    /// The value, if there is one.
    pub fn value(self) -> Option<Cursor<'t>> {
        match self {
            Self::Value(cursor) => Some(cursor),
            Self::Broken => None,
        }
    }
}

/// How the chains of references between components end; worked out once, so that long chains cost
/// nothing at each use.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// The value at the end of the chain that starts with a component that is a reference.
    ends: HashMap<NodeId, Option<NodeId>>,
    /// The components on a cycle.
    cyclic: HashSet<NodeId>,
}

impl Chains {
    pub(super) fn of(document: &Document) -> Self {
        let mut chains = Self::default();
        for namespace in Namespace::ALL {
            for (_, component) in document.components(namespace) {
                if reference(component).is_some() {
                    chains.follow(document, component, namespace);
                }
            }
        }
        chains
    }

    fn follow(&mut self, document: &Document, start: Cursor<'_>, namespace: Namespace) {
        let mut trail = Vec::new();
        let mut positions = HashMap::new();
        let mut at = start;
        let end = loop {
            if let Some(&known) = self.ends.get(&at.id()) {
                break known;
            }
            if let Some(&entry) = positions.get(&at.id()) {
                self.cyclic.extend(trail.iter().skip(entry));
                break None;
            }
            let next = match document.step(at, namespace) {
                Step::Inline => break Some(at.id()),
                Step::Component(next) => Some(next),
                _ => None,
            };
            positions.insert(at.id(), trail.len());
            trail.push(at.id());
            match next {
                Some(next) => at = next,
                None => break None,
            }
        };
        self.ends.extend(trail.into_iter().map(|id| (id, end)));
    }
}

/// The parts of a well-formed pointer (§17.2).
pub(crate) fn parse_pointer(pointer: &str) -> Option<(Namespace, &str)> {
    let (namespace, name) = pointer.strip_prefix("#/components/")?.split_once('/')?;
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    is_name.then_some((Namespace::parse(namespace)?, name))
}

impl Document {
    /// Follows the Reference Object at `cursor`, a place that permits references into `namespace`,
    /// through however many components to a value.
    ///
    /// An object with a `$componentRef` member is a reference here, whatever else it holds;
    /// anything else is its own value.
    pub fn resolve<'t>(&'t self, cursor: Cursor<'t>, namespace: Namespace) -> Resolved<'t> {
        match self.step(cursor, namespace) {
            Step::Inline => Resolved::Value(cursor),
            Step::Component(next) if reference(next).is_none() => Resolved::Value(next),
            Step::Component(next) => match self.chains().ends.get(&next.id()) {
                Some(&Some(end)) => Resolved::Value(cursor.follow(self.tree().value(end))),
                _ => Resolved::Broken,
            },
            _ => Resolved::Broken,
        }
    }

    /// Follows the Reference Object at `cursor` to the component it names, and no further.
    pub fn step<'t>(&'t self, cursor: Cursor<'t>, namespace: Namespace) -> Step<'t> {
        let Some(pointer) = reference(cursor) else {
            return Step::Inline;
        };
        let Some((found, name)) = pointer.as_str().and_then(parse_pointer) else {
            return Step::Malformed;
        };
        if found != namespace {
            return Step::WrongNamespace(found, name);
        }
        let mut at = self.root();
        for key in ["components", namespace.as_str()] {
            match at.get(key) {
                // An empty map has a finding of its own, and is about to be filled.
                Some(next) if next.value().is_empty() => return Step::Unknown,
                Some(next) => at = next,
                None if at.lacks(key) => return Step::Missing(namespace, name),
                None => return Step::Unknown,
            }
        }
        match at.get(name) {
            Some(component) => Step::Component(cursor.follow(component.value())),
            None if at.is_readable_map() => Step::Missing(namespace, name),
            None => Step::Unknown,
        }
    }

    /// Every place that permits a reference, components included, and into which namespace (§17.3).
    pub fn reference_places(&self) -> impl Iterator<Item = (Cursor<'_>, Namespace)> {
        let components = Namespace::ALL.into_iter().flat_map(move |namespace| {
            let components = self.components(namespace);
            components.map(move |(_, component)| (component, namespace))
        });
        components.chain(self.primitives().flat_map(use_sites))
    }

    /// Whether a component is on a cycle of references; one that only leads into a cycle is not.
    pub fn is_cyclic(&self, component: Cursor<'_>) -> bool {
        self.chains().cyclic.contains(&component.id())
    }
}

/// The places of a primitive that permit a reference, and into which namespace (§17.3).
fn use_sites(primitive: Primitive<'_>) -> impl Iterator<Item = (Cursor<'_>, Namespace)> {
    let schemas: &[&str] = match primitive.kind {
        PrimitiveKind::Tool => &["inputSchema", "outputSchema"],
        _ => &[],
    };
    let own = schemas
        .iter()
        .filter_map(move |key| primitive.cursor.get(key));
    let requested = primitive
        .elicitations()
        .filter_map(|it| it.cursor.get("requestedSchema"));
    let examples = primitive.map("examples");
    own.chain(requested)
        .map(|schema| (schema, Namespace::Schemas))
        .chain(examples.map(move |(_, example)| (example, primitive.kind.examples())))
}

/// The `$componentRef` member of a Reference Object.
fn reference(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    (cursor.kind() == Kind::Object)
        .then(|| cursor.get("$componentRef"))
        .flatten()
}
