//! Keywords that combine schemas over one value.

use super::Truth;
use super::evaluate::{Answer, At, Evaluator, Mode};
use super::explain;
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
        if truth == Truth::No && at.mode == Mode::Report {
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
        if truth != Truth::No || at.mode == Mode::Ask {
            return;
        }
        if matching.is_empty() {
            self.explain_branches("oneOf", branches, at);
        } else {
            self.fault(at, || explain::too_many(branches, &matching, at.instance));
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
                let asked = At {
                    mode: Mode::Ask,
                    ..at
                };
                let branches = [then, otherwise].map(|branch| match branch {
                    None => Truth::Yes,
                    Some(branch) => self.apply(branch, asked).truth,
                });
                let truth = match branches {
                    [Truth::Yes, Truth::Yes] => Truth::Yes,
                    [Truth::No, Truth::No] => Truth::No,
                    _ => Truth::Unknown,
                };
                self.demand(truth, at, answer, || explain::neither(test, at.instance));
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
