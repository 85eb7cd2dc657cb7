//! What the structure rules refused, so that no other rule reports the same fault again.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Cursor;
use crate::source::{Segment, Span};
use crate::structure::{Fault, Problem};

/// The places of structural faults. A value of the wrong kind says nothing of what it should hold,
/// so errors at it, within it, or about members that it lacks follow from the one fault.
#[derive(Debug, Default)]
pub(crate) struct Refused<'t> {
    /// What was reported: its text, and the last step of its path.
    reported: HashSet<(Span, Option<Segment>)>,
    /// The values that mean nothing, by their start: where they end.
    values: BTreeMap<u32, u32>,
    /// Their keys.
    keys: HashMap<Span, &'t str>,
}

impl<'t> Refused<'t> {
    /// Notes a fault and the finding about it.
    pub(super) fn add(&mut self, fault: &Fault<'t>, finding: &Diagnostic) {
        let last = finding.path.segments().last().cloned();
        self.reported.insert((finding.span, last));
        match fault.problem {
            Problem::WrongType(_)
            | Problem::WrongValue
            | Problem::Empty
            | Problem::Malformed(_)
            | Problem::BadFormat(_)
            | Problem::ReferenceNotAllowed(_)
            | Problem::MisspeltReference(_)
            | Problem::RefInstead(_) => self.add_value(fault.at),
            Problem::Unknown(member) | Problem::Conflict(member, _) => self.add_value(member),
            _ => {}
        }
    }

    fn add_value(&mut self, at: Cursor<'t>) {
        let span = at.value().span();
        self.values.insert(span.start, span.end);
        self.keys
            .extend(at.value().key().map(|(key, span)| (span, key)));
    }

    /// Whether the member that is missing is there under a name that was refused as a slip of the
    /// pen, so that correcting the name mends both.
    pub(super) fn has_misspelt(&self, fault: &Fault<'_>) -> bool {
        let is_misspelt = |name: &&str| {
            let slip = fault.at.slip_for(name).and_then(|slip| fault.at.get(slip));
            slip.and_then(|it| it.value().key())
                .is_some_and(|(key, span)| self.reported.contains(&(span, Some(key.into()))))
        };
        match fault.problem {
            Problem::Missing(name) => is_misspelt(&name),
            Problem::NoChoice(choice) => choice.names.iter().any(is_misspelt),
            _ => false,
        }
    }

    /// Whether something within the value was refused, so that it does not say what was meant.
    pub(crate) fn touches(&self, at: Cursor<'_>) -> bool {
        let span = at.value().span();
        self.reported
            .iter()
            .any(|(found, _)| span.start <= found.start && found.end <= span.end)
    }

    /// Whether an error only says again what was refused.
    ///
    /// Texts are compared, not paths: a component is the same text wherever it is used.
    pub(crate) fn hides(&self, finding: &Diagnostic) -> bool {
        if self.reported.is_empty() || finding.severity() != Severity::Error {
            return false;
        }
        let last = finding.path.segments().last();
        let within = |(_, &end): (&u32, &u32)| finding.span.end <= end;
        let mut before = self.values.range(..=finding.span.start);
        // The place of a member that an object lacks is the object's key.
        let lacks = |&key: &&str| last != Some(&Segment::from(key));
        self.reported.contains(&(finding.span, last.cloned()))
            || before.next_back().is_some_and(within)
            || self.keys.get(&finding.span).is_some_and(lacks)
    }
}
