//! Keywords that combine schemas over one value.

use super::Truth;
use super::evaluate::{Answer, At, Evaluator, Mode};
use super::explain;
use super::index::key;
use super::resolve::Target;
use crate::source::Value;

impl<'t> Evaluator<'t, '_> {
    pub(super) fn any_of(&mut self, branches: Value<'t>, at: At<'t>, answer: &mut Answer) {
        let mut truth = Truth::No;
        for branch in branches.elements() {
            let inner = self.apply(
                branch,
                At {
                    mode: Mode::Ask,
                    ..at
                },
            );
            truth = truth.not().and(inner.truth.not()).not();
            answer.learn(inner);
            // Further branches matter only for what they see.
            if truth == Truth::Yes && !self.schema.index.unevaluated {
                break;
            }
        }
        answer.and(truth);
        if truth == Truth::No {
            self.explain_branches("anyOf", branches, at);
        }
    }

    pub(super) fn one_of(&mut self, branches: Value<'t>, at: At<'t>, answer: &mut Answer) {
        let (mut matching, mut unknown) = (Vec::new(), 0usize);
        for (position, branch) in branches.elements().enumerate() {
            let inner = self.apply(
                branch,
                At {
                    mode: Mode::Ask,
                    ..at
                },
            );
            match inner.truth {
                Truth::Yes => matching.push(position),
                Truth::Unknown => unknown += 1,
                Truth::No => {}
            }
            answer.learn(inner);
        }
        let truth = match (matching.len(), unknown) {
            (1, 0) => Truth::Yes,
            (0, 0) => Truth::No,
            (0 | 1, _) => Truth::Unknown,
            _ => Truth::No,
        };
        answer.and(truth);
        if truth == Truth::No && matching.is_empty() {
            self.explain_branches("oneOf", branches, at);
        } else if truth == Truth::No {
            self.fault(at, || explain::too_many(branches, &matching, at.instance));
        }
    }

    /// Says why no branch matches: through the only one whose type fits, else in general.
    fn explain_branches(&mut self, keyword: &str, branches: Value<'t>, at: At<'t>) {
        if at.mode == Mode::Ask {
            return;
        }
        let mut candidates = branches
            .elements()
            .filter(|&branch| explain::may_mean(self.named(branch), at.instance));
        let only = candidates.next().filter(|_| candidates.next().is_none());
        drop(candidates);
        match only {
            Some(branch) if branches.len() > 1 || only.is_some() => {
                let before = self.errors.len();
                self.apply(branch, at);
                if self.errors.len() == before {
                    self.fault(at, || explain::no_branch(keyword, branches, at.instance));
                }
            }
            _ => {
                let types: Vec<_> = branches.elements().map(|it| self.named(it)).collect();
                self.fault(at, || {
                    explain::wrong_branches(keyword, branches, &types, at.instance)
                });
            }
        }
    }

    /// A schema, or the one it refers to.
    fn named(&self, schema: Value<'t>) -> Value<'t> {
        let target = schema
            .get("$ref")
            .and_then(|it| self.schema.targets.get(&key(it)));
        match target {
            Some(Target::Schema { schema, .. }) => *schema,
            _ => schema,
        }
    }

    pub(super) fn condition(
        &mut self,
        schema: Value<'t>,
        test: Value<'t>,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        let inner = self.apply(
            test,
            At {
                mode: Mode::Ask,
                ..at
            },
        );
        let truth = inner.truth;
        answer.learn(inner);
        let (then, otherwise) = (schema.get("then"), schema.get("else"));
        match truth {
            Truth::Yes => {
                if let Some(then) = then {
                    answer.join(self.apply(then, at));
                }
            }
            Truth::No => {
                if let Some(otherwise) = otherwise {
                    answer.join(self.apply(otherwise, at));
                }
            }
            Truth::Unknown => {
                let at = At {
                    mode: Mode::Ask,
                    ..at
                };
                let branches = [then, otherwise].map(|branch| match branch {
                    None => Truth::Yes,
                    Some(branch) => self.apply(branch, at).truth,
                });
                answer.and(match branches {
                    [Truth::Yes, Truth::Yes] => Truth::Yes,
                    [Truth::No, Truth::No] => Truth::No,
                    _ => Truth::Unknown,
                });
            }
        }
    }

    pub(super) fn dependencies(&mut self, value: Value<'t>, at: At<'t>, answer: &mut Answer) {
        for member in value.members() {
            if at.instance.get(member.key).is_none() {
                continue;
            }
            if !member.value.is_array() {
                answer.join(self.apply(member.value, at));
                continue;
            }
            for name in member.value.elements().filter_map(Value::as_str) {
                if at.instance.get(name).is_none() {
                    answer.and(Truth::No);
                    self.fault(at, || {
                        explain::dependent(member.value, member.key, name, at.instance)
                    });
                }
            }
        }
    }
}
