//! What documents mean, whatever way they are written (§3.6, §4.13).
//!
//! Every value is given the name of its meaning, and equal meanings have one name, so that to
//! compare two values of whatever size is to compare two numbers. A component has its meaning read
//! once, however often it is used.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::rewrite::applies;
use super::shape::{Holds, Order, ROOT, Role, Shape};
use crate::document::{Cursor, Document};
use crate::mcp::Revision;
use crate::source::{Kind, NodeId, Number};

/// Whether two valid documents mean the same: they describe the same revisions, and their Effective
/// Protocol Views for each of these are semantically equivalent (§4.13).
///
/// Means nothing: the order of members, of declarations, of Security Requirements and the names in
/// them, and of the tags of a primitive; how a number is written; whether a scope is left out or
/// names all there is; whether a value is written in its place or a component; components nothing
/// refers to; and `$schema`. Everything else counts, the order of other arrays included, and so does
/// the difference between an omitted `security`, `[]` and `[{}]`.
///
/// ```
/// use mcpdesc::project::equivalent;
/// use mcpdesc::{Options, load};
///
/// let options = Options::default();
/// let text = |prompts: &str| {
///     let head = r#""mcpdesc": "0.8.0", "info": {"name": "notes", "version": "1"}"#;
///     let text = format!(r#"{{{head}, "protocolVersions": ["2025-11-25"], "prompts": {prompts}}}"#);
///     load(text.as_bytes(), &options)
/// };
/// let one = text(r#"[{"name": "plan"}, {"name": "review"}]"#);
/// let other = text(r#"[{"name": "review"}, {"protocolVersions": ["2025-11-25"], "name": "plan"}]"#);
/// let (one, other) = (one.document().unwrap(), other.document().unwrap());
/// assert!(equivalent(one, other));
/// ```
pub fn equivalent(one: &Document, other: &Document) -> bool {
    let revisions = one.scope().unwrap_or_default();
    let mut meanings = Meanings::default();
    let mut view = |input, document, revision| {
        let reading = Reading {
            input,
            document,
            revision: Some(revision),
        };
        meanings.of(reading, Sense::Object(&ROOT), document.root())
    };
    other.scope().unwrap_or_default() == revisions
        && revisions
            .iter()
            .all(|revision| view(0, one, revision) == view(1, other, revision))
}

/// The name of a meaning, for one [`Meanings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Meaning(usize);

/// A document, read as it applies to a revision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'t> {
    /// Tells the document apart from others.
    pub input: usize,
    pub document: &'t Document,
    /// `None` for parts that no revision changes.
    pub revision: Option<Revision>,
}

/// As what a value is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sense {
    /// A collection of such values.
    Collection(&'static Holds),
    /// One such value, or a reference to it.
    Entry(&'static Holds),
    /// An object of the specification's own.
    Object(&'static Shape),
    /// Any data, in which the order of arrays counts.
    Data,
    /// Data in which it does not.
    Sets,
}

impl Sense {
    /// As what the member `key` of an object of this sense is read.
    pub(super) fn member(self, key: &str) -> Self {
        match self {
            Self::Object(shape) => shape.member(key).map_or(Self::Data, Self::of),
            Self::Collection(holds) => Self::Entry(holds),
            other => other,
        }
    }

    /// As what the elements of an array of this sense are read.
    pub(super) fn element(self) -> Self {
        self.member("")
    }

    /// The order of an array of this sense.
    pub(super) fn order(self) -> Order {
        match self {
            Self::Collection(holds) => holds.order,
            Self::Sets => Order::Sets,
            _ => Order::Kept,
        }
    }

    fn of(holds: &'static Holds) -> Self {
        if holds.many {
            Self::Collection(holds)
        } else {
            Self::Entry(holds)
        }
    }
}

impl<'t> Reading<'t> {
    /// What really stands at an entry: a reference is followed, an object has its shape.
    pub(super) fn enter(self, sense: Sense, at: Cursor<'t>) -> (Sense, Cursor<'t>) {
        let Sense::Entry(holds) = sense else {
            return (sense, at);
        };
        let target = holds
            .reference
            .and_then(|namespace| self.document.resolve(at, namespace).value());
        let at = target.unwrap_or(at);
        let sense = match holds.shape {
            Some(shape) if at.kind() == Kind::Object => Sense::Object(shape),
            _ if holds.order == Order::Sets => Sense::Sets,
            _ => Sense::Data,
        };
        (sense, at)
    }
}

/// A value whose parts are named already.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Form<'t> {
    Null,
    Bool(bool),
    Number(Exact<'t>),
    String(&'t str),
    Array(Vec<Meaning>),
    /// An array whose order means nothing, sorted.
    Bag(Vec<Meaning>),
    /// Sorted by key.
    Object(Vec<(&'t str, Meaning)>),
}

/// A number by its mathematical value.
#[derive(Debug)]
struct Exact<'t>(Number<'t>);

impl PartialEq for Exact<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0)
    }
}

impl Eq for Exact<'_> {}

impl Hash for Exact<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal numbers have the same nearest double; adding zero makes one of both zeros.
        (self.0.as_f64() + 0.0).to_bits().hash(state);
    }
}

/// The meanings that occurred so far.
#[derive(Debug, Default)]
pub(super) struct Meanings<'t> {
    names: HashMap<Form<'t>, Meaning>,
    /// Of components, and of declarations that are the same in every revision they apply to.
    known: HashMap<(usize, NodeId), Meaning>,
}

impl<'t> Meanings<'t> {
    /// The meaning of a value; `None` where it says nothing: a declaration for other revisions, or
    /// a collection without entries that apply.
    pub(super) fn of(
        &mut self,
        reading: Reading<'t>,
        sense: Sense,
        at: Cursor<'t>,
    ) -> Option<Meaning> {
        let written = at.id();
        let (sense, at) = reading.enter(sense, at);
        let is_declaration = match sense {
            Sense::Collection(holds) if holds.components => return None,
            Sense::Object(shape) if shape.role != Role::Part => {
                let applies = |revision| applies(at, revision);
                if !reading.revision.is_none_or(applies) {
                    return None;
                }
                !has_inner_scopes(at)
            }
            _ => false,
        };
        let is_component = at.id() != written;
        let key = (is_declaration || is_component).then(|| (reading.input, at.id()));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return Some(*known);
        }
        let meaning = self.read(reading, sense, at)?;
        self.known.extend(key.map(|key| (key, meaning)));
        Some(meaning)
    }

    fn read(&mut self, reading: Reading<'t>, sense: Sense, at: Cursor<'t>) -> Option<Meaning> {
        let form = match at.kind() {
            Kind::Unknown => return None,
            Kind::Null => Form::Null,
            Kind::Bool => Form::Bool(at.as_bool()?),
            Kind::Number => Form::Number(Exact(at.as_number()?)),
            Kind::String => Form::String(at.as_str()?),
            Kind::Array => self.array(reading, sense, at),
            Kind::Object => self.object(reading, sense, at),
        };
        let says_nothing = match (&form, sense) {
            (Form::Array(all) | Form::Bag(all), Sense::Collection(_)) => all.is_empty(),
            (Form::Object(all), Sense::Collection(_)) => all.is_empty(),
            (Form::Object(all), Sense::Object(shape)) => shape.non_empty && all.is_empty(),
            _ => false,
        };
        let next = Meaning(self.names.len());
        (!says_nothing).then(|| *self.names.entry(form).or_insert(next))
    }

    fn array(&mut self, reading: Reading<'t>, sense: Sense, at: Cursor<'t>) -> Form<'t> {
        let mut all = Vec::with_capacity(at.elements().len());
        for element in at.elements() {
            all.extend(self.of(reading, sense.element(), element));
        }
        match sense.order() {
            Order::Kept => Form::Array(all),
            Order::Free(_) => {
                all.sort_unstable();
                Form::Bag(all)
            }
            Order::Sets => {
                all.sort_unstable();
                all.dedup();
                Form::Bag(all)
            }
        }
    }

    fn object(&mut self, reading: Reading<'t>, sense: Sense, at: Cursor<'t>) -> Form<'t> {
        let mut all = Vec::with_capacity(at.members().len());
        for (key, member) in at.members() {
            if !is_silent(sense, at, key) {
                let meaning = self.of(reading, sense.member(key), member);
                all.extend(meaning.map(|meaning| (key, meaning)));
            }
        }
        all.sort_unstable();
        Form::Object(all)
    }
}

/// Whether a member says nothing within a view: how scopes are written, and which schema editors
/// use.
pub(super) fn is_silent(sense: Sense, at: Cursor<'_>, key: &str) -> bool {
    let Sense::Object(shape) = sense else {
        return false;
    };
    let is_root = at.value().parent().is_none();
    match key {
        "protocolVersions" => is_root || shape.role != Role::Part,
        "$schema" => is_root,
        _ => false,
    }
}

/// Whether parts of a declaration have scopes of their own.
fn has_inner_scopes(declaration: Cursor<'_>) -> bool {
    let parts = declaration.get("elicitations");
    parts.is_some_and(|parts| {
        parts
            .elements()
            .any(|part| part.get("protocolVersions").is_some())
    })
}
