//! Components are judged once in each context, however often they are used (§17.3, §17.7).

use std::collections::HashSet;

use super::Context;
use crate::diagnostic::Diagnostic;
use crate::document::Cursor;
use crate::mcp::Revisions;
use crate::source::NodeId;

/// What has been judged of components, and which faults of their own have been reported.
#[derive(Default)]
pub(super) struct Uses {
    judged: HashSet<(NodeId, NodeId, &'static str, Option<Revisions>)>,
    reported: HashSet<(NodeId, &'static str)>,
}

impl Context<'_, '_> {
    /// Whether the value at `at` is still to be judged as `what` under `scope`.
    ///
    /// Always where it is written in place. A component is judged at its first use in such a
    /// context: later ones would only repeat the findings, at a cost of its size for each.
    pub(crate) fn is_due(
        &mut self,
        at: Cursor<'_>,
        what: &'static str,
        scope: Option<Revisions>,
    ) -> bool {
        self.is_due_against(at, at, what, scope)
    }

    /// The same where `other` is a part of the context: a schema that the value must match.
    pub(crate) fn is_due_against(
        &mut self,
        at: Cursor<'_>,
        other: Cursor<'_>,
        what: &'static str,
        scope: Option<Revisions>,
    ) -> bool {
        let context = (at.id(), other.id(), what, scope);
        !at.is_referenced() || self.uses.judged.insert(context)
    }

    /// Reports a fault that the value at `at` has in every context: of a component only once, at
    /// its own place, which `finding` is given.
    pub(crate) fn report_own<'t>(
        &mut self,
        at: Cursor<'t>,
        finding: impl FnOnce(Cursor<'t>) -> Diagnostic,
    ) {
        let diagnostic = finding(Cursor::new(at.value()));
        let fault = (at.id(), diagnostic.rule.code);
        if !at.is_referenced() || self.uses.reported.insert(fault) {
            self.report(diagnostic);
        }
    }
}
