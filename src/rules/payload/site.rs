//! Where a payload stands, and what a revision lacks there.

use crate::diagnostic::{Diagnostic, Place, Rule};
use crate::document::Cursor;
use crate::mcp::Revisions;
use crate::rules::Context;
use crate::rules::wording::undefined;

/// What the checks of a payload must know of its surroundings.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// The effective protocol scope; `None` where it is unknown.
    pub scope: Option<Revisions>,
    /// What has the scope, as messages call it: `Tool`.
    pub owner: &'static str,
    /// The section that puts this payload under MCP's definitions, as `§9.3`.
    pub section: &'static str,
    /// The rule for what a revision does not define here.
    pub version: &'static Rule,
}

impl Site {
    /// The same place as the revisions in `defined` see it.
    #[must_use]
    pub fn within(self, defined: Revisions) -> Self {
        Self {
            scope: self.scope.map(|scope| scope.and(defined)),
            ..self
        }
    }

    /// Reports at `place` that revisions of the scope do not define `what`, unless all do.
    pub fn require(
        self,
        cx: &mut Context<'_, '_>,
        place: impl FnOnce() -> Place,
        what: impl FnOnce() -> String,
        defined: Revisions,
    ) {
        if let Some((diagnostic, _)) = self.undefined(place, what, defined) {
            cx.report(diagnostic);
        }
    }

    /// The same for a member: where no revision of the scope defines it, its value is not worth
    /// another finding.
    pub fn require_member(
        self,
        cx: &mut Context<'_, '_>,
        member: Cursor<'_>,
        what: impl FnOnce() -> String,
        defined: Revisions,
    ) {
        if let Some((diagnostic, rest)) = self.undefined(|| member.key_place(), what, defined) {
            cx.report_undefined(diagnostic, rest);
        }
    }

    /// The finding that revisions do not define something, and the others of the scope.
    fn undefined(
        self,
        place: impl FnOnce() -> Place,
        what: impl FnOnce() -> String,
        defined: Revisions,
    ) -> Option<(Diagnostic, Revisions)> {
        let scope = self.scope?;
        let outside = scope.minus(defined);
        if outside.is_empty() {
            return None;
        }
        let section = self.section;
        let mut message = format!("{} {} ({section})", undefined(outside), what());
        if let (Some(first), Some(last)) = (defined.iter().next(), outside.iter().last())
            && last < first
        {
            message += &format!("; that came with {first}");
        }
        let rest = scope.and(defined);
        let diagnostic = Diagnostic::new(self.version, place(), message);
        Some((diagnostic.help(self.remedy("leave it out", rest)), rest))
    }

    /// `remedy`, or splitting the declaration where the revisions in `rest` are not concerned.
    pub fn remedy(self, remedy: &str, rest: Revisions) -> String {
        if rest.is_empty() {
            return remedy.to_owned();
        }
        let owner = self.owner;
        format!(
            "{remedy}, or give {rest} a {owner} of its own: two declarations with disjoint \
             `protocolVersions`, each with its own examples"
        )
    }
}
