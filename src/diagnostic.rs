//! What is wrong, where, and by which rule. Made by rules, only converted by reports.

use std::collections::{HashMap, HashSet};

use crate::source::{Path, Segment, Span};

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The document does not conform (§16.1).
    Error,
    /// The specification says to warn, or validation was incomplete (§16.2).
    Warning,
    /// Good practice beyond conformance.
    Advice,
}

impl Severity {
    /// The name used in output: `error`, `warning` or `advice`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Advice => "advice",
        }
    }
}

/// A document of `testdata/` that shows a rule at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The file's path below `testdata/`.
    pub file: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// Includes a file of `testdata/` as an [`Example`].
macro_rules! example {
    ($file:literal) => {
        $crate::diagnostic::Example {
            file: $file,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/", $file)),
        }
    };
}
pub(crate) use example;

/// Something a document can do wrong. `mcpdesc explain`, the rule documentation, reports and tests
/// all come from these.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name, in kebab case.
    pub code: &'static str,
    /// Weight of its findings.
    pub severity: Severity,
    /// One line without a full stop.
    pub summary: &'static str,
    /// The section of the specification that decides, as `§9.2`.
    pub section: &'static str,
    /// A paragraph: what is demanded, why, and what to do.
    pub explanation: &'static str,
    /// A document that breaks the rule.
    pub bad: Example,
    /// A near miss: as close as possible, and right.
    pub good: Example,
}

/// The place of a finding: a path for machines, a span for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The way from the root to the value.
    pub path: Path,
    /// The smallest text that is wrong.
    pub span: Span,
    /// The reference through which the place was reached, where a component is wrong only in the
    /// context of this use (§17.3).
    pub used_by: Option<(Path, Span)>,
}

/// A second place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// What is there.
    pub message: String,
    /// The way from the root, where the place is a value.
    pub path: Option<Path>,
    /// The text.
    pub span: Span,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// What is wrong and why, in a sentence or two.
    pub message: String,
    /// The way from the root to what is wrong.
    pub path: Path,
    /// The smallest text that is wrong.
    pub span: Span,
    /// What to write instead.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A finding of `rule` at `place`.
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>) -> Self {
        let related = place.used_by.map(|(path, span)| Related {
            message: "used here".to_owned(),
            path: Some(path),
            span,
        });
        Self {
            rule,
            message: message.into(),
            path: place.path,
            span: place.span,
            help: None,
            related: related.into_iter().collect(),
        }
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, message: impl Into<String>, place: Place) -> Self {
        let Place { path, span, .. } = place;
        self.related.push(Related {
            message: message.into(),
            path: Some(path),
            span,
        });
        self
    }

    /// Its weight.
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }
}

/// Collects findings up to a bound; the counts stay exact beyond it.
#[derive(Debug, Clone)]
pub struct Findings {
    limit: usize,
    advice: bool,
    kept: Vec<Diagnostic>,
    counts: [usize; 3],
    incomplete: bool,
    /// The places, with the rule that says so, where nothing else is worth saying.
    covered: HashMap<Vec<Segment>, &'static Rule>,
}

impl Findings {
    /// Keeps at most `limit` findings.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            advice: true,
            kept: Vec::new(),
            counts: [0; 3],
            incomplete: false,
            covered: HashMap::new(),
        }
    }

    /// Takes advice only where it is wanted, so that it never takes the room of errors.
    #[must_use]
    pub fn with_advice(mut self, wanted: bool) -> Self {
        self.advice = wanted;
        self
    }

    /// Takes a finding.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity() == Severity::Advice && !self.advice {
            return;
        }
        self.counts[diagnostic.severity() as usize] += 1;
        if self.kept.len() < self.limit {
            self.kept.push(diagnostic);
        }
    }

    /// Takes a finding that says that what stands at its path belongs to no revision that applies,
    /// so that a second finding at this path or below would be about the same fault.
    pub fn add_covering(&mut self, diagnostic: Diagnostic) {
        if self.kept.len() < self.limit {
            let path = diagnostic.path.segments().to_vec();
            self.covered.insert(path, diagnostic.rule);
        }
        self.add(diagnostic);
    }

    /// Leaves one kept error for what is covered: what stands there at all (§16.1) comes before
    /// whether it may, and that before what it means. The rules in `apart` are about other things.
    pub fn drop_covered(&mut self, structural: &[&Rule], apart: &[&Rule]) {
        if self.covered.is_empty() {
            return;
        }
        let kept = std::mem::take(&mut self.kept);
        let wrong_at_all: HashSet<Vec<Segment>> = kept
            .iter()
            .filter(|it| structural.contains(&it.rule))
            .filter_map(|it| self.covering(it))
            .map(<[Segment]>::to_vec)
            .collect();
        for finding in kept {
            let place = finding.path.segments();
            let is_needless = if self.covered.get(place) == Some(&finding.rule) {
                wrong_at_all.contains(place)
            } else {
                let is_other = finding.severity() != Severity::Error
                    || structural.contains(&finding.rule)
                    || apart.contains(&finding.rule);
                !is_other && self.covering(&finding).is_some()
            };
            if is_needless {
                self.counts[finding.severity() as usize] -= 1;
            } else {
                self.kept.push(finding);
            }
        }
    }

    /// The covered place that a finding is in.
    fn covering<'f>(&self, finding: &'f Diagnostic) -> Option<&'f [Segment]> {
        let path = finding.path.segments();
        let mut places = (0..=path.len()).filter_map(|len| path.get(..len));
        places.find(|place| self.covered.contains_key(*place))
    }

    /// Whether looking on is pointless: no further finding is kept, and an error is known, so that
    /// none can change the verdict either.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= self.limit && self.count(Severity::Error) > 0
    }

    /// Whether there were as many findings as are kept, so that there may be more than were counted.
    pub fn reached_limit(&self) -> bool {
        self.counts.iter().sum::<usize>() >= self.limit.max(1)
    }

    /// Notes that some validation was impossible (§16.2).
    pub fn mark_incomplete(&mut self) {
        self.incomplete = true;
    }

    /// Whether some validation was impossible.
    pub fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// How many findings of this weight there were, kept or not.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts[severity as usize]
    }

    /// The first error that was kept.
    pub fn first_error(&self) -> Option<&Diagnostic> {
        let mut kept = self.kept.iter();
        kept.find(|it| it.severity() == Severity::Error)
    }

    /// How many findings were not kept.
    pub fn dropped(&self) -> usize {
        self.counts.iter().sum::<usize>() - self.kept.len()
    }

    /// Drops the kept findings of `rule` at places where an error says more.
    pub fn drop_superseded(&mut self, rule: &'static Rule) {
        if !self.kept.iter().any(|it| it.rule == rule) {
            return;
        }
        let errors: HashSet<Path> = self
            .kept
            .iter()
            .filter(|it| it.severity() == Severity::Error)
            .map(|it| it.path.clone())
            .collect();
        let before = self.kept.len();
        self.kept
            .retain(|it| it.rule != rule || !errors.contains(&it.path));
        self.counts[rule.severity as usize] -= before - self.kept.len();
    }

    /// The kept findings by position, then by path and code; without repetitions.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by(|a, b| {
            (a.span, a.rule.severity, a.rule.code, &a.path, &a.message).cmp(&(
                b.span,
                b.rule.severity,
                b.rule.code,
                &b.path,
                &b.message,
            ))
        });
        self.kept.dedup();
        self.kept
    }
}
