//! What can be done about a finding: changes of the text that remove it, and nothing else.
//!
//! [`Fixer`] offers fixes for a finding, and refactorings, which need no finding; [`fix_all`] makes
//! all fixes that are safe. Each is a list of edits of the text as it was read. All are tried before
//! they are offered: one that leaves its finding, or brings a new one, is none.

mod all;
mod edit;
mod fixers;
mod owner;
mod placeholder;
mod refactor;
mod site;
mod surgery;
mod verify;
mod wanted;

use std::cell::OnceCell;

pub use all::{Applied, Fixed, fix_all};
pub use edit::{Edit, apply};

use crate::check::{Loaded, Options};
use crate::diagnostic::Diagnostic;
use crate::source::{Path, Span};
use verify::State;

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in the imperative, without a full stop.
    pub title: String,
    /// The edits, in the order of the text; no two touch the same bytes.
    pub edits: Vec<Edit>,
    /// Whether it is sure to be what was meant, so that nobody needs to be asked.
    pub safe: bool,
}

/// A fix that has not been tried.
#[derive(Debug, Clone)]
struct Candidate {
    fix: Fix,
    effect: Effect,
}

/// Where findings may be after a fix that were not there before.
#[derive(Debug, Clone)]
enum Effect {
    /// Nowhere.
    Local,
    /// Anywhere: the document was not read, or not as what it is.
    Uncovers,
    /// Below this path, where nothing was checked as it was written, and what was meant is sure.
    Reveals(Path),
    /// Where the declaration at this path is repeated, with the advice that it has.
    Repeats(Path),
}

impl Candidate {
    fn new(title: impl Into<String>, mut edits: Vec<Edit>, safe: bool) -> Self {
        edits.sort_by_key(|it| it.span);
        let title = title.into();
        Self {
            fix: Fix { title, edits, safe },
            effect: Effect::Local,
        }
    }

    /// A fix that is sure to be what was meant.
    fn safe(title: impl Into<String>, edits: Option<Vec<Edit>>) -> Option<Self> {
        edits.map(|edits| Self::new(title, edits, true))
    }

    /// A fix that somebody has to choose.
    fn offered(title: impl Into<String>, edits: Option<Vec<Edit>>) -> Option<Self> {
        edits.map(|edits| Self::new(title, edits, false))
    }

    fn safe_if(mut self, condition: bool) -> Self {
        self.fix.safe = condition;
        self
    }

    fn with(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }
}

/// Offers changes of one document.
pub struct Fixer<'d> {
    loaded: &'d Loaded,
    options: &'d Options,
    before: OnceCell<State>,
}

impl<'d> Fixer<'d> {
    /// For a document that was read with these options.
    pub fn new(loaded: &'d Loaded, options: &'d Options) -> Self {
        Self {
            loaded,
            options,
            before: OnceCell::new(),
        }
    }

    /// The fixes for a finding of this document, the most likely one first. Costs a check of the
    /// document for each. Of proposals with the same title, the first that holds is offered.
    pub fn fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let mut fixes: Vec<Fix> = Vec::new();
        for candidate in fixers::candidates(self.loaded, diagnostic) {
            let is_another = fixes.iter().all(|it| it.title != candidate.fix.title);
            let change = [(diagnostic, &candidate)];
            let next = || self.before().improves(self.loaded, self.options, &change);
            if is_another && next().is_some() {
                fixes.push(candidate.fix);
            }
        }
        fixes
    }

    /// What can be done with the value that is written at `span`: extracting an inline schema or
    /// example to a component, or writing a component out where it is used. Never safe: somebody asks
    /// for them.
    pub fn refactorings(&self, span: Span) -> Vec<Fix> {
        let document = self.loaded.document();
        let candidate = document.and_then(|it| refactor::nearest(it, span));
        let keeps = |it: &Fix| {
            self.before()
                .stays_as_good(self.loaded, self.options, &it.edits)
        };
        let fix = candidate.map(|it| it.fix).filter(keeps);
        fix.into_iter().collect()
    }

    fn before(&self) -> &State {
        self.before
            .get_or_init(|| State::of(self.loaded, self.options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{check, load};

    /// Trying is a net, not the way to work: what is proposed for a lone fault holds.
    #[test]
    fn proposals_for_lone_faults_hold() {
        let (mut held, mut failed) = (0, Vec::new());
        for rule in crate::rules::registry() {
            let options = Options {
                advice: true,
                ..Options::default()
            };
            let loaded = load(rule.bad.bytes, &options);
            let state = State::of(&loaded, &options);
            for diagnostic in &check(&loaded, &options).diagnostics {
                let candidates = fixers::candidates(&loaded, diagnostic);
                let is_sure = candidates.iter().any(|it| it.fix.safe);
                let code = diagnostic.rule.code;
                let is_found = fixers::safe(&loaded, diagnostic).is_some();
                assert_eq!(is_sure, is_found, "{code} is among those that may be safe");
                for it in candidates {
                    let good = state
                        .improves(&loaded, &options, &[(diagnostic, &it)])
                        .is_some();
                    if good {
                        held += 1
                    } else {
                        failed.push((diagnostic.rule.code, it.fix.title))
                    }
                }
            }
        }
        assert!(held > 150 && failed.len() < 20, "{held} {failed:#?}");
    }
}
