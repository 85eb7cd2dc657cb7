//! Judges a document by the compiled schema.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::model::{Choice, Condition, Expected, Grammar, MODEL, Node, NodeId, Rest, TextFormat};
use crate::document::{Cursor, Document, Namespace};
use crate::source::{self, Kind};

/// One thing that is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault<'t> {
    /// The value that is wrong; the object or array where the problem is one of its members.
    pub at: Cursor<'t>,
    /// What should stand there.
    pub node: &'static Node,
    /// The object of the specification that it belongs to.
    pub owner: &'static Node,
    /// What the object or array around the value should be.
    pub holder: &'static Node,
    /// What is wrong.
    pub problem: Problem<'t>,
}

/// What can be wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Problem<'t> {
    /// This kind of value is asked for.
    WrongType(Expected),
    /// Only certain strings are allowed.
    WrongValue,
    /// The string, array or object is empty.
    Empty,
    /// The string does not have this form.
    Malformed(Grammar),
    /// The string does not have this format.
    BadFormat(TextFormat),
    /// The number is too small.
    Below(f64),
    /// The number is too great.
    Above(f64),
    /// There are too many elements.
    TooMany(usize),
    /// An earlier element, given here, is the same.
    Duplicate(Cursor<'t>),
    /// The key of the member has not this form.
    BadName(Cursor<'t>, Grammar),
    /// The member is not defined.
    Unknown(Cursor<'t>),
    /// The member belongs to another kind of this object.
    Conflict(Cursor<'t>, Kinds<'t>),
    /// A member is missing.
    Missing(&'static str),
    /// None of these members is there.
    NoChoice(&'static Choice),
    /// The member, and an earlier one, exclude each other.
    BothChosen(Cursor<'t>, Cursor<'t>),
    /// The member stands beside a `$componentRef`.
    BesideReference(Cursor<'t>),
    /// The member `$componentRef` stands where there are no references.
    ReferenceNotAllowed(Cursor<'t>),
    /// The member is a slip of the pen for `$componentRef`.
    MisspeltReference(Cursor<'t>),
    /// The member `$ref` stands where a `$componentRef` is meant.
    RefInstead(Cursor<'t>),
}

/// Kinds of an object that is told apart by a member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kinds<'t> {
    /// All kinds.
    pub union: &'static Node,
    /// The member that tells them apart.
    pub key: &'static str,
    /// Its value here.
    pub value: &'t str,
}

/// Judges the whole document, telling `report` every fault in written order until it breaks.
pub(crate) fn check<'t>(
    document: &'t Document,
    report: &mut dyn FnMut(Fault<'t>) -> ControlFlow<()>,
) {
    let frame = Frame::of(MODEL.root());
    // Breaking is a way to end, not a failure.
    let mut check = Check {
        document,
        report,
        used: HashSet::new(),
    };
    let _ = check.value(document.root(), frame);
}

struct Check<'t, 'r> {
    document: &'t Document,
    report: &'r mut dyn FnMut(Fault<'t>) -> ControlFlow<()>,
    /// The components judged as if they stood at a use, and what they were judged by.
    used: HashSet<(source::NodeId, NodeId)>,
}

/// What a value is judged by.
#[derive(Clone, Copy)]
struct Frame<'t> {
    node: &'static Node,
    owner: &'static Node,
    holder: &'static Node,
    /// Set while a kind of object is judged that was selected by one of its members.
    kinds: Option<Kinds<'t>>,
}

impl Frame<'_> {
    fn of(node: &'static Node) -> Self {
        Self {
            node,
            owner: node,
            holder: node,
            kinds: None,
        }
    }

    /// For a value inside this one.
    fn inner(self, id: NodeId) -> Self {
        let node = &MODEL[id];
        let owner = if node.title.is_empty() {
            self.owner
        } else {
            node
        };
        Self {
            node,
            owner,
            holder: self.node,
            kinds: None,
        }
    }

    /// For the same value.
    fn same(self, id: NodeId) -> Self {
        Self {
            kinds: self.kinds,
            holder: self.holder,
            ..self.inner(id)
        }
    }
}

impl<'t> Check<'t, '_> {
    fn value(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let node = frame.node;
        if at.kind() == Kind::Unknown {
            return ControlFlow::Continue(());
        }
        if let Some(kind) = node.kind
            && !kind.admits(at.value())
        {
            return self.fault(at, frame, Problem::WrongType(kind));
        }
        match at.kind() {
            Kind::String => self.text(at, frame)?,
            Kind::Number => self.number(at, frame)?,
            Kind::Array => self.array(at, frame)?,
            Kind::Object => self.object(at, frame)?,
            Kind::Unknown | Kind::Null | Kind::Bool => {}
        }
        self.cases(at, frame)
    }

    fn text(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let node = frame.node;
        let text = at.as_str().unwrap_or_default();
        let problem = if !node.values.is_empty() && !node.values.contains(&text) {
            Problem::WrongValue
        } else if node.non_empty && text.is_empty() {
            Problem::Empty
        } else if let Some(grammar) = node.grammar.filter(|it| !it.matches(text)) {
            Problem::Malformed(grammar)
        } else if let Some(format) = node.format.filter(|it| !it.matches(text)) {
            Problem::BadFormat(format)
        } else {
            return ControlFlow::Continue(());
        };
        self.fault(at, frame, problem)
    }

    fn number(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let Some(number) = at.as_number() else {
            return ControlFlow::Continue(());
        };
        let against = |bound: f64| number.compare_f64(bound);
        match (frame.node.minimum, frame.node.maximum) {
            (Some(least), _) if against(least) == Ordering::Less => {
                self.fault(at, frame, Problem::Below(least))
            }
            (_, Some(most)) if against(most) == Ordering::Greater => {
                self.fault(at, frame, Problem::Above(most))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn array(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let node = frame.node;
        if node.non_empty && at.value().is_empty() && !at.is_cut() {
            return self.fault(at, frame, Problem::Empty);
        }
        if let Some(most) = node.max_items.filter(|&most| at.value().len() > most) {
            self.fault(at, frame, Problem::TooMany(most))?;
        }
        if let Some(items) = node.items {
            for element in at.elements() {
                self.value(element, frame.inner(items))?;
            }
        }
        if node.unique {
            self.unique(at, frame)?;
        }
        ControlFlow::Continue(())
    }

    /// Only strings are compared: wherever elements must be unique they must be strings too.
    fn unique(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let mut seen = HashMap::new();
        for element in at.elements() {
            if let Some(text) = element.as_str()
                && let Some(&first) = seen.get(text)
            {
                self.fault(element, frame, Problem::Duplicate(first))?;
            } else if let Some(text) = element.as_str() {
                seen.insert(text, element);
            }
        }
        ControlFlow::Continue(())
    }

    fn object(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        let node = frame.node;
        if node.non_empty && at.value().is_empty() && !at.is_cut() {
            return self.fault(at, frame, Problem::Empty);
        }
        let mut misplaced_reference = false;
        if !(node.properties.is_empty() && node.rest == Rest::Open && node.names.is_none()) {
            for (key, member) in at.members() {
                misplaced_reference |= self.member(at, key, member, frame)?;
            }
        }
        // Whoever writes a reference where none is permitted means it to stand for all the rest.
        if at.is_cut() || misplaced_reference {
            return ControlFlow::Continue(());
        }
        if let Some(reference) = instead_of_members(at, node) {
            return self.fault(at, frame, Problem::ReferenceNotAllowed(reference));
        }
        for &name in &node.required {
            if at.get(name).is_none() {
                // Whoever points at a component means it to have what is missing here.
                if let Some(reference) = component_ref(at) {
                    return self.fault(at, frame, Problem::RefInstead(reference));
                }
                self.fault(at, frame, Problem::Missing(name))?;
            }
        }
        match &node.choice {
            Some(choice) => self.choice(at, frame, choice),
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges a member; says whether it is a reference in a wrong place.
    fn member(
        &mut self,
        at: Cursor<'t>,
        key: &'t str,
        member: Cursor<'t>,
        frame: Frame<'t>,
    ) -> ControlFlow<(), bool> {
        let node = frame.node;
        let is_reference = key == "$componentRef";
        if let Some(grammar) = node.names
            && !grammar.matches(key)
        {
            if is_reference {
                self.fault(at, frame, Problem::ReferenceNotAllowed(member))?;
                return ControlFlow::Continue(true);
            }
            self.fault(at, frame, Problem::BadName(member, grammar))?;
        }
        if excluded(at, key, node) {
            return ControlFlow::Continue(false);
        }
        let id = match (node.property(key), node.rest) {
            (Some(id), _) if !MODEL[id].forbidden => id,
            (None, _) if node.extensible && key.starts_with("x-") => {
                return ControlFlow::Continue(false);
            }
            (None, Rest::Open) => return ControlFlow::Continue(false),
            (None, Rest::Each(id)) => id,
            (Some(_), _) | (None, Rest::Closed) => {
                self.fault(at, frame, undefined(key, member, frame))?;
                return ControlFlow::Continue(is_reference);
            }
        };
        self.value(member, frame.inner(id))?;
        ControlFlow::Continue(false)
    }

    fn choice(
        &mut self,
        at: Cursor<'t>,
        frame: Frame<'t>,
        choice: &'static Choice,
    ) -> ControlFlow<()> {
        let mut chosen = choice.names.iter().filter_map(|name| at.get(name));
        match (chosen.next(), chosen.next()) {
            (None, _) => self.fault(at, frame, Problem::NoChoice(choice)),
            (Some(first), Some(second)) if choice.exclusive => {
                self.fault(at, frame, Problem::BothChosen(second, first))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn cases(&mut self, at: Cursor<'t>, frame: Frame<'t>) -> ControlFlow<()> {
        for case in &frame.node.cases {
            let mut frame = frame;
            let holds = case.when.holds(at);
            if let (Condition::Selects { key, .. }, true) = (&case.when, holds) {
                let (union, value) = (frame.node, at.str(key).unwrap_or_default());
                frame.kinds = Some(Kinds { union, key, value });
            }
            if let (Condition::Has("$componentRef"), Some(reference), Some(inline)) =
                (&case.when, case.then, case.otherwise)
            {
                self.reference_or(at, frame, reference, inline)?;
                continue;
            }
            if let Some(id) = if holds { case.then } else { case.otherwise } {
                self.value(at, frame.same(id))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Judges a place that permits a reference.
    fn reference_or(
        &mut self,
        at: Cursor<'t>,
        frame: Frame<'t>,
        reference: NodeId,
        inline: NodeId,
    ) -> ControlFlow<()> {
        let Some(pointer) = at.get("$componentRef") else {
            let node = &MODEL[inline];
            return match at.get("$ref") {
                Some(member) if node.rest == Rest::Closed && node.property("$ref").is_none() => {
                    self.fault(at, frame, Problem::RefInstead(member))
                }
                _ => match at.slip_for("$componentRef").and_then(|slip| at.get(slip)) {
                    Some(slip) if node.rest == Rest::Closed => {
                        self.fault(at, frame.same(inline), Problem::MisspeltReference(slip))
                    }
                    _ => self.value(at, frame.same(inline)),
                },
            };
        };
        let frame = frame.same(reference);
        if let Some((_, sibling)) = at.members().find(|(key, _)| *key != "$componentRef") {
            self.fault(at, frame, Problem::BesideReference(sibling))?;
        }
        if let Some(id) = frame.node.property("$componentRef") {
            self.value(pointer, frame.inner(id))?;
        }
        self.used_component(at, frame, inline)
    }

    /// Judges the component that the reference at `at` means as if it stood there (§17.3), where
    /// that demands more than the component's own place does: at the first use of each kind, since
    /// others would only repeat the faults, at a cost of its size for each (§17.7).
    fn used_component(
        &mut self,
        at: Cursor<'t>,
        frame: Frame<'t>,
        inline: NodeId,
    ) -> ControlFlow<()> {
        if MODEL.namespace(inline).is_some() {
            return ControlFlow::Continue(());
        }
        match self.document.resolve(at, Namespace::Schemas).value() {
            // A component of another kind is a fault of its own.
            Some(target)
                if target.kind() == Kind::Object && self.used.insert((target.id(), inline)) =>
            {
                self.value(target, frame.inner(inline))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn fault(&mut self, at: Cursor<'t>, frame: Frame<'t>, problem: Problem<'t>) -> ControlFlow<()> {
        (self.report)(Fault {
            at,
            node: frame.node,
            owner: frame.owner,
            holder: frame.holder,
            problem,
        })
    }
}

/// The reference that stands in the place of members which this object needs. Objects that take
/// members of any name may have one beside them, where it refers to nothing.
fn instead_of_members<'t>(at: Cursor<'t>, node: &'static Node) -> Option<Cursor<'t>> {
    let reference = at.get("$componentRef")?;
    let lacks = |names: &[&str]| names.iter().all(|name| at.get(name).is_none());
    let is_needed = node.required.iter().any(|name| lacks(&[name]))
        || node.choice.as_ref().is_some_and(|it| lacks(&it.names));
    (is_needed && node.property("$componentRef").is_none()).then_some(reference)
}

/// The member `$ref`, where it points at a component (§17.2).
pub(crate) fn component_ref(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_pointer = |it: &Cursor<'_>| {
        it.as_str()
            .is_some_and(|it| it.starts_with("#/components/"))
    };
    at.get("$ref").filter(is_pointer)
}

/// Whether the kind of object at hand has no such member, though the node has: that is said once,
/// and nothing about what the member holds.
fn excluded(at: Cursor<'_>, key: &str, node: &'static Node) -> bool {
    node.cases.iter().any(|case| {
        let excluding = case.then.filter(|&id| {
            let member = MODEL[id].property(key);
            member.is_some_and(|member| MODEL[member].forbidden)
        });
        excluding.is_some() && case.when.holds(at)
    })
}

/// Why a member that is not defined here is wrong.
fn undefined<'t>(key: &str, member: Cursor<'t>, frame: Frame<'t>) -> Problem<'t> {
    let belongs_to_others = |kinds: &Kinds<'_>| {
        let others = MODEL.kinds_with(kinds.union, key);
        // Where this kind has the member too, something else than the kind stands against it.
        !others.is_empty() && !others.contains(&kinds.value)
    };
    match frame.kinds {
        _ if key == "$componentRef" => Problem::ReferenceNotAllowed(member),
        Some(kinds) if frame.node.property(key).is_some() || belongs_to_others(&kinds) => {
            Problem::Conflict(member, kinds)
        }
        _ => Problem::Unknown(member),
    }
}
