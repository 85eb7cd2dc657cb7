//! Whether a URI is an expansion of a template: what can be told cheaply first.
//!
//! Once each variable may have another value at each appearance, sets of places tell in time linear
//! in both lengths. Nothing matches that does not match so; and where each variable appears once,
//! that is the answer. Only a template that repeats variables needs a search behind it.

use std::collections::HashMap;

use super::octets::{literal_end, literal_len};
use super::relaxed::Relaxed;
use super::search;
use super::values::Occurrence;
use super::work::{TooMuchWork, Work};
use super::{Expression, Match, Operator, Part, UriTemplate};

pub(super) fn matches(template: &UriTemplate, uri: &str, work: &Work) -> Match {
    if !uri.is_ascii() || !ends_alike(template, uri) {
        return Match::No;
    }
    match decide(template, uri, work) {
        Ok(true) => Match::Yes,
        Ok(false) => Match::No,
        Err(TooMuchWork) => Match::Undecided,
    }
}

fn decide(template: &UriTemplate, uri: &str, work: &Work) -> Result<bool, TooMuchWork> {
    let steps = steps(template);
    let relaxed = Relaxed { uri, work };
    let repeats = |step: &Step<'_>| matches!(step, Step::Variable(it) if it.is_repeated());
    if !relaxed.matches(&steps)? {
        Ok(false)
    } else if !steps.iter().any(repeats) {
        Ok(true)
    } else {
        search::matches(&relaxed, &steps)
    }
}

/// Whether the URI ends with the literal text that the template ends with.
fn ends_alike(template: &UriTemplate, uri: &str) -> bool {
    let Some(Part::Literal(literal)) = template.parts.last() else {
        return true;
    };
    let start = uri.len().checked_sub(literal_len(literal));
    start.is_some_and(|start| literal_end(literal, uri.as_bytes(), start).is_ok())
}

/// One step through a template.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Literal(&'a str),
    /// One variable of an expression.
    Variable(Appearance<'a>),
    /// The end of an expression.
    Close,
}

/// One appearance of a variable in the template.
#[derive(Clone, Copy)]
pub(super) struct Appearance<'a> {
    pub(super) occurrence: Occurrence<'a>,
    /// The step that it is.
    pub(super) at: usize,
    /// The step that is the first appearance of the same variable.
    pub(super) first: usize,
    /// The step that is the last.
    pub(super) last: usize,
}

impl Appearance<'_> {
    pub(super) fn is_repeated(&self) -> bool {
        self.first != self.last
    }
}

/// Where the text of a variable begins that follows `place` of the URI, in an expression of which
/// some variable before was defined or none: behind the operator's character or a separator.
pub(super) fn start(
    uri: &str,
    place: usize,
    after_some: bool,
    operator: Operator,
) -> Option<usize> {
    let mark = if after_some {
        Some(operator.separator())
    } else {
        operator.first()
    };
    match mark {
        None => Some(place),
        Some(mark) => (uri.as_bytes().get(place) == Some(&mark)).then_some(place + 1),
    }
}

fn steps(template: &UriTemplate) -> Vec<Step<'_>> {
    let mut bounds: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut steps = Vec::new();
    for part in &template.parts {
        let Expression {
            operator,
            variables,
        } = match part {
            Part::Literal(literal) => {
                steps.push(Step::Literal(literal));
                continue;
            }
            Part::Expression(expression) => expression,
        };
        for variable in variables {
            let at = steps.len();
            bounds.entry(&variable.name).or_insert((at, at)).1 = at;
            steps.push(Step::Variable(Appearance {
                occurrence: Occurrence {
                    operator: *operator,
                    variable,
                },
                at,
                first: at,
                last: at,
            }));
        }
        steps.push(Step::Close);
    }
    for step in &mut steps {
        if let Step::Variable(appearance) = step
            && let Some(known) = bounds.get(appearance.occurrence.variable.name.as_str())
        {
            (appearance.first, appearance.last) = *known;
        }
    }
    steps
}
