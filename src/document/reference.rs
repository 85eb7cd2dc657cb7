//! Reference Objects (§17): followed, never copied.

use super::{Cursor, Document};
use crate::source::Kind;

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

/// Why a reference leads nowhere. Every kind but [`Broken::Unknown`] is an error of the document.
#[derive(Debug, Clone, Copy)]
pub enum Broken<'t> {
    /// The value of `$componentRef` is not `#/components/<namespace>/<name>`; here is the value.
    Malformed(Cursor<'t>),
    /// Its namespace is not the one this place asks for.
    WrongNamespace(Cursor<'t>, Namespace),
    /// There is no such component; here is the reference that names it.
    MissingTarget(Cursor<'t>, Namespace, &'t str),
    /// The chain of references runs into a cycle.
    Cycle(Cursor<'t>),
    /// A syntax error may have hidden the target.
    Unknown,
}

/// What stands at a place that permits a Reference Object.
#[derive(Debug, Clone, Copy)]
pub enum Resolved<'t> {
    /// The value: written here, or the component a chain of references leads to.
    Value(Cursor<'t>),
    /// A reference that leads nowhere.
    Broken(Broken<'t>),
}

impl<'t> Resolved<'t> {
    /// The value, if there is one.
    pub fn value(self) -> Option<Cursor<'t>> {
        match self {
            Self::Value(cursor) => Some(cursor),
            Self::Broken(_) => None,
        }
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
    /// Follows the Reference Object at `cursor`, a place that permits references into `namespace`.
    ///
    /// An object with a `$componentRef` member is a reference here, whatever else it holds;
    /// anything else is its own value.
    pub fn resolve<'t>(&'t self, cursor: Cursor<'t>, namespace: Namespace) -> Resolved<'t> {
        let mut at = cursor;
        let mut seen = Vec::new();
        while let Some(pointer) = reference(at) {
            if seen.contains(&at.id()) {
                return Resolved::Broken(Broken::Cycle(pointer));
            }
            seen.push(at.id());
            let Some((found, name)) = pointer.as_str().and_then(parse_pointer) else {
                return Resolved::Broken(Broken::Malformed(pointer));
            };
            if found != namespace {
                return Resolved::Broken(Broken::WrongNamespace(pointer, found));
            }
            match self.component(found, name) {
                Ok(target) => at = at.follow(target.value()),
                Err(broken) if broken => {
                    return Resolved::Broken(Broken::MissingTarget(pointer, found, name));
                }
                Err(_) => return Resolved::Broken(Broken::Unknown),
            }
        }
        Resolved::Value(at)
    }

    /// The component of this name; `Err(true)` where it does not exist, `Err(false)` where a
    /// syntax error may have hidden it.
    fn component(&self, namespace: Namespace, name: &str) -> Result<Cursor<'_>, bool> {
        let mut at = self.root();
        for key in ["components", namespace.as_str(), name] {
            at = at.get(key).ok_or(!at.is_cut())?;
        }
        Ok(at)
    }
}

/// The `$componentRef` member of a Reference Object.
fn reference(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    (cursor.kind() == Kind::Object)
        .then(|| cursor.get("$componentRef"))
        .flatten()
}
