//! Trying fixes: whether a finding goes, and none comes.

use std::collections::HashMap;

use super::{Candidate, Effect, apply};
use crate::check::{Loaded, Options, check, load};
use crate::diagnostic::Diagnostic;
use crate::source::{Path, Segment};

/// Findings that are compared at most; a document with more is compared by these.
const FINDINGS: usize = 20_000;

/// What tells findings apart wherever they move: the rule, and the path without its indices.
type Essence = (&'static str, Path);

/// The findings of a text.
pub(super) struct State {
    counts: HashMap<Essence, usize>,
    /// The findings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    is_partial: bool,
}

/// A text after fixes.
pub(super) struct Next {
    pub loaded: Loaded,
    pub state: State,
}

fn essence(diagnostic: &Diagnostic) -> Essence {
    (diagnostic.rule.code, unnumbered(&diagnostic.path))
}

/// A path in which the entries of a list are all the same.
fn unnumbered(path: &Path) -> Path {
    let number = |it: &Segment| match it {
        Segment::Index(_) => Segment::Index(0),
        Segment::Key(_) => it.clone(),
    };
    Path::from(path.segments().iter().map(number).collect::<Vec<_>>())
}

impl State {
    pub(super) fn of(loaded: &Loaded, options: &Options) -> Self {
        let options = wide(options);
        let report = check(loaded, &options);
        let mut counts = HashMap::new();
        for diagnostic in &report.diagnostics {
            *counts.entry(essence(diagnostic)).or_default() += 1;
        }
        Self {
            counts,
            is_partial: report.reached_limit,
            diagnostics: report.diagnostics,
        }
    }

    /// The text after these fixes, where each removes its finding and none brings a new one.
    pub(super) fn improves(
        &self,
        loaded: &Loaded,
        options: &Options,
        fixes: &[(&Diagnostic, &Candidate)],
    ) -> Option<Next> {
        let edits = fixes.iter().flat_map(|(_, it)| &it.fix.edits);
        let text = apply(loaded.source().as_str(), edits)?;
        let options = Options {
            format: Some(loaded.tree().format()),
            ..wide(options)
        };
        let loaded = load(text.as_bytes(), &options);
        let state = Self::of(&loaded, &options);
        let fewer = fixes.iter().fold(HashMap::new(), |mut counts, (it, _)| {
            *counts.entry(essence(it)).or_insert(0) += 1;
            counts
        });
        let all_gone = fewer.iter().all(|(it, removed)| {
            let left = state.counts.get(it).copied().unwrap_or_default();
            left + removed <= self.counts.get(it).copied().unwrap_or_default()
        });
        let is_better = self.is_partial || (all_gone && state.adds_nothing_to(self, fixes));
        is_better.then_some(Next { loaded, state })
    }

    /// Whether every finding was there before, or may come to light by these fixes.
    fn adds_nothing_to(&self, before: &Self, fixes: &[(&Diagnostic, &Candidate)]) -> bool {
        let mut counts: HashMap<Essence, usize> = HashMap::new();
        self.diagnostics.iter().all(|diagnostic| {
            let essence = essence(diagnostic);
            let count = counts.entry(essence.clone()).or_default();
            *count += 1;
            let known = before.counts.get(&essence).copied().unwrap_or_default();
            *count <= known
                || fixes.iter().any(|(_, it)| match &it.effect {
                    Effect::Local => false,
                    Effect::Reveals(path) => {
                        diagnostic.path.segments().starts_with(path.segments())
                    }
                    Effect::Repeats(path) => {
                        let path = unnumbered(path);
                        known > 0 && essence.1.segments().starts_with(path.segments())
                    }
                })
        })
    }
}

/// The same options, with room for many findings.
fn wide(options: &Options) -> Options {
    Options {
        max_diagnostics: options.max_diagnostics.max(FINDINGS),
        ..options.clone()
    }
}
