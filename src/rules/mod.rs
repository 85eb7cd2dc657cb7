//! The rules, one file a chapter of the specification, and the registry of all of them.
//!
//! A chapter has a `RULES` table and a `check` function; it is registered by one line in
//! `CHAPTERS` and one in `check_all`.

mod advice;
mod applicability;
mod capabilities;
mod client_requirements;
mod completions;
mod components;
pub(crate) mod elicitations;
mod extensions;
mod interactions;
pub(crate) mod meta;
pub(crate) mod payload;
pub(crate) mod projection;
mod prompts;
mod resources;
mod scopes;
mod security;
pub(crate) mod structure;
pub(crate) mod suggest;
mod tags;
mod tool_examples;
pub(crate) mod tool_schemas;
pub(crate) mod transports;
mod uses;
pub(crate) mod version;
mod wording;

use crate::check::Options;
use crate::diagnostic::{Diagnostic, Findings, Rule};
use crate::document::{Cursor, Document};
use crate::mcp::Revisions;
use crate::schema::Schemas;

/// The rules of every chapter, in the order of the specification.
static CHAPTERS: &[&[&Rule]] = &[
    crate::source::RULES,
    crate::check::RULES,
    version::RULES,
    structure::RULES,
    meta::RULES,
    scopes::RULES,
    transports::RULES,
    security::RULES,
    capabilities::RULES,
    client_requirements::RULES,
    applicability::RULES,
    tool_schemas::RULES,
    payload::RULES,
    tool_examples::RULES,
    interactions::RULES,
    resources::RULES,
    prompts::RULES,
    completions::RULES,
    elicitations::RULES,
    tags::RULES,
    components::RULES,
    extensions::RULES,
    advice::RULES,
];

/// The rules that no check applies: they are about what is to be done with a valid document.
static BEYOND_CHECKS: &[&[&Rule]] = &[projection::RULES];

/// Every rule there is.
pub fn registry() -> impl Iterator<Item = &'static Rule> + Clone {
    checked().chain(BEYOND_CHECKS.iter().flat_map(|rules| rules.iter().copied()))
}

/// The rules that a check applies.
pub fn checked() -> impl Iterator<Item = &'static Rule> + Clone {
    CHAPTERS.iter().flat_map(|rules| rules.iter().copied())
}

/// The rule of this code.
pub fn find(code: &str) -> Option<&'static Rule> {
    registry().find(|rule| rule.code == code)
}

/// The code most like `code`, where one is close enough to be meant.
pub fn nearest(code: &str) -> Option<&'static str> {
    suggest::nearest(code, registry().map(|rule| rule.code))
}

/// What a rule may look at, and where its findings go.
pub(crate) struct Context<'d, 'f> {
    /// The document under check.
    pub document: &'d Document,
    /// What was asked for.
    pub options: &'d Options,
    /// The embedded JSON Schemas, each read once.
    pub schemas: Schemas<'d>,
    /// What the structure rules refused.
    refused: structure::Refused<'d>,
    findings: &'f mut Findings,
    uses: uses::Uses,
}

impl Context<'_, '_> {
    /// Reports a finding, unless the structure rules reported the same fault. Of what a fault of
    /// the text makes unreadable nothing is said: the fault itself is reported.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let is_unreadable = self.document.tree().is_unknown(diagnostic.span);
        if !is_unreadable && !self.refused.hides(&diagnostic) {
            self.findings.add(diagnostic);
        }
    }

    /// Reports a member that is defined by revisions that do not apply, and by those in
    /// `remaining`, which do. Where there are none, its value is not worth another finding.
    pub fn report_undefined(&mut self, diagnostic: Diagnostic, remaining: Revisions) {
        if remaining.is_empty() {
            self.findings.add_covering(diagnostic);
        } else {
            self.report(diagnostic);
        }
    }

    /// Whether the structure rules refused something within the value.
    pub fn is_refused(&self, at: Cursor<'_>) -> bool {
        self.refused.touches(at)
    }

    /// Notes that complete validation was impossible (§16.2).
    pub fn mark_incomplete(&mut self) {
        self.findings.mark_incomplete();
    }

    /// Whether further findings are only counted.
    pub fn is_full(&self) -> bool {
        self.findings.is_full()
    }
}

/// Applies every rule to `document`.
pub(crate) fn check_all(document: &Document, options: &Options, findings: &mut Findings) {
    let cx = &mut Context {
        document,
        options,
        schemas: Schemas::new(&options.schema_catalog),
        refused: structure::Refused::default(),
        findings,
        uses: uses::Uses::default(),
    };
    if !version::check(cx) {
        return;
    }
    structure::check(cx);
    meta::check_declarations(cx);
    scopes::check(cx);
    transports::check(cx);
    security::check(cx);
    capabilities::check(cx);
    client_requirements::check(cx);
    applicability::check(cx);
    tool_schemas::check(cx);
    tool_examples::check(cx);
    interactions::check(cx);
    resources::check(cx);
    prompts::check(cx);
    completions::check(cx);
    elicitations::check(cx);
    tags::check(cx);
    components::check(cx);
    // Advice comes last, so that it never takes the room of what matters more.
    extensions::check(cx);
    advice::check(cx);
}
