//! Trying fixes: whether a finding goes, and none comes.

use std::collections::HashMap;

use super::{Candidate, Edit, Effect, apply};
use crate::check::{Loaded, Options, check, load};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{self, Path, Segment};

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
    is_complete: bool,
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
            is_complete: report.complete,
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
        let options = options_for(loaded, options);
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
        (is_better && state.is_read_like(self)).then_some(Next { loaded, state })
    }

    /// Whether a change that removes no finding brings none, wherever it moves those that are there.
    /// What is only advised may follow: a component that is written out may not be used any more.
    pub(super) fn stays_as_good(&self, loaded: &Loaded, options: &Options, edits: &[Edit]) -> bool {
        let Some(text) = apply(loaded.source().as_str(), edits) else {
            return false;
        };
        let options = options_for(loaded, options);
        let after = Self::of(&load(text.as_bytes(), &options), &options);
        let before = self.by_code();
        let mut counts = after.by_code().into_iter();
        let adds_nothing =
            counts.all(|(code, count)| before.get(code).is_some_and(|known| count <= *known));
        adds_nothing && after.is_read_like(self)
    }

    /// How many findings there are of each kind that is more than advice.
    fn by_code(&self) -> HashMap<&'static str, usize> {
        let mut counts = HashMap::new();
        for diagnostic in self.diagnostics.iter().filter(|it| !is_advice(it)) {
            *counts.entry(diagnostic.rule.code).or_default() += 1;
        }
        counts
    }

    /// Whether no less could be checked than before.
    fn is_read_like(&self, before: &Self) -> bool {
        self.is_complete || !before.is_complete
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
                    Effect::Uncovers => true,
                    Effect::Reveals(path) => is_revealed(diagnostic, path),
                    Effect::Repeats(path) => {
                        let path = unnumbered(path);
                        let is_copy = known > 0 && is_advice(diagnostic);
                        is_copy && essence.1.segments().starts_with(path.segments())
                    }
                })
        })
    }
}

fn is_advice(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() == Severity::Advice
}

/// Whether a finding is about something that nobody looked at as long as what stands at `path` was not
/// taken for what it is. The text was read before, and what is put right must be right itself.
fn is_revealed(diagnostic: &Diagnostic, path: &Path) -> bool {
    let is_of_text = source::RULES
        .iter()
        .any(|it| it.code == diagnostic.rule.code);
    let (at, from) = (diagnostic.path.segments(), path.segments());
    let is_below = at.starts_with(from) && (at.len() > from.len() || is_advice(diagnostic));
    is_below && !is_of_text
}

/// The options for a changed text, which keeps its format.
fn options_for(loaded: &Loaded, options: &Options) -> Options {
    Options {
        format: Some(loaded.tree().format()),
        ..wide(options)
    }
}

/// The same options, with room for many findings.
fn wide(options: &Options) -> Options {
    Options {
        max_diagnostics: options.max_diagnostics.max(FINDINGS),
        ..options.clone()
    }
}
