//! Keywords that apply schemas to members and elements.

use super::Truth;
use super::dialect::Dialect;
use super::evaluate::{Answer, At, Evaluator, Mode};
use super::explain;
use super::instance::Instance;
use crate::source::Value;

impl<'t> Evaluator<'t, '_> {
    pub(super) fn members(
        &mut self,
        schema: Value<'t>,
        keyword: &str,
        value: Value<'t>,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        match keyword {
            "properties" => {
                for (name, child) in at.instance.members() {
                    if let Some(schema) = value.get(name) {
                        self.child(schema, child, at, answer);
                    }
                }
            }
            "patternProperties" => {
                for pattern in value.members() {
                    for (name, child) in at.instance.members() {
                        match self.find(pattern.key, name) {
                            Truth::Yes => self.child(pattern.value, child, at, answer),
                            Truth::No => {}
                            Truth::Unknown => {
                                let at = At {
                                    mode: Mode::Ask,
                                    ..at
                                };
                                if self.apply_to(pattern.value, child, at) != Truth::Yes {
                                    answer.and(Truth::Unknown);
                                }
                                answer.seen.unsure = true;
                            }
                        }
                    }
                }
            }
            "additionalProperties" => self.additional(schema, value, at, answer),
            _ => self.names(value, at, answer),
        }
    }

    /// Applies a schema to a member or element and notes that it was seen.
    fn child(&mut self, schema: Value<'t>, child: Instance<'t>, at: At<'t>, answer: &mut Answer) {
        let truth = self.apply_to(schema, child, at);
        answer.and(truth);
        if self.schema.index.unevaluated {
            answer.seen.nodes.insert(child.node());
        }
    }

    fn apply_to(&mut self, schema: Value<'t>, instance: Instance<'t>, at: At<'t>) -> Truth {
        self.apply(schema, At { instance, ..at }).truth
    }

    fn additional(&mut self, schema: Value<'t>, rest: Value<'t>, at: At<'t>, answer: &mut Answer) {
        let declared = schema.get("properties");
        let patterns = schema.get("patternProperties");
        for (name, child) in at.instance.members() {
            if declared.is_some_and(|it| it.get(name).is_some()) {
                continue;
            }
            let mut matched = Truth::No;
            for pattern in patterns.into_iter().flat_map(Value::members) {
                let found = self.find(pattern.key, name);
                matched = matched.not().and(found.not()).not();
            }
            match matched {
                Truth::Yes => {}
                Truth::No if rest.as_bool() == Some(false) => {
                    answer.and(Truth::No);
                    self.fault(at, || explain::unexpected(rest, schema, name, child));
                }
                Truth::No => self.child(rest, child, at, answer),
                Truth::Unknown => {
                    let at = At {
                        mode: Mode::Ask,
                        ..at
                    };
                    if self.apply_to(rest, child, at) != Truth::Yes {
                        answer.and(Truth::Unknown);
                    }
                    answer.seen.unsure = true;
                }
            }
        }
    }

    fn names(&mut self, schema: Value<'t>, at: At<'t>, answer: &mut Answer) {
        for (_, child) in at.instance.members() {
            let truth = self.apply_to(schema, child.name(), at);
            answer.and(truth);
        }
    }

    pub(super) fn elements(
        &mut self,
        schema: Value<'t>,
        keyword: &str,
        value: Value<'t>,
        dialect: Dialect,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        if keyword == "contains" {
            return self.contains(schema, value, dialect, at, answer);
        }
        let positional = value.is_array();
        let list = if dialect == Dialect::Draft2020 {
            "prefixItems"
        } else {
            "items"
        };
        let skip = match keyword {
            "prefixItems" => 0,
            "items" if dialect == Dialect::Draft2020 => schema.get(list).map_or(0, Value::len),
            "items" => 0,
            // Only beside the positional form.
            _ => match schema.get(list).filter(|it| it.is_array()) {
                Some(items) => items.len(),
                None => return,
            },
        };
        if positional {
            for (schema, child) in value.elements().zip(at.instance.elements()) {
                self.child(schema, child, at, answer);
            }
            return;
        }
        for child in at.instance.elements().skip(skip) {
            self.child(value, child, at, answer);
        }
        answer.seen.all = true;
    }

    fn contains(
        &mut self,
        schema: Value<'t>,
        value: Value<'t>,
        dialect: Dialect,
        at: At<'t>,
        answer: &mut Answer,
    ) {
        let bound = |keyword| {
            (dialect >= Dialect::Draft2019)
                .then(|| schema.get(keyword)?.as_number()?.as_u64())
                .flatten()
        };
        let (least, most) = (bound("minContains").unwrap_or(1), bound("maxContains"));
        let (mut yes, mut unknown) = (0u64, 0u64);
        for child in at.instance.elements() {
            match self.apply_to(
                value,
                child,
                At {
                    mode: Mode::Ask,
                    ..at
                },
            ) {
                Truth::Yes => {
                    yes += 1;
                    if dialect == Dialect::Draft2020 {
                        answer.seen.nodes.insert(child.node());
                    }
                }
                Truth::Unknown => {
                    unknown += 1;
                    answer.seen.unsure = true;
                }
                Truth::No => {}
            }
        }
        let enough = match yes >= least {
            true => Truth::Yes,
            false if yes + unknown >= least => Truth::Unknown,
            false => Truth::No,
        };
        let few = match most {
            Some(most) if yes > most => Truth::No,
            Some(most) if yes + unknown > most => Truth::Unknown,
            _ => Truth::Yes,
        };
        let truth = enough.and(few);
        self.demand(truth, at, answer, || {
            explain::contains(value, at.instance, yes, least, most)
        });
    }

    /// What no other keyword has looked at must match `rest`.
    pub(super) fn unevaluated(&mut self, rest: Value<'t>, at: At<'t>, answer: &mut Answer) {
        if answer.seen.all {
            return;
        }
        let (members, elements) = (at.instance.members(), at.instance.elements());
        let children = members.map(|(_, child)| child).chain(elements);
        let unsure = answer.seen.unsure;
        for child in children {
            if answer.seen.nodes.contains(&child.node()) {
                continue;
            }
            if unsure {
                if self.apply_to(
                    rest,
                    child,
                    At {
                        mode: Mode::Ask,
                        ..at
                    },
                ) != Truth::Yes
                {
                    answer.and(Truth::Unknown);
                }
            } else if rest.as_bool() == Some(false) {
                answer.and(Truth::No);
                self.fault(at, || explain::unevaluated(rest, child));
            } else {
                let truth = self.apply_to(rest, child, at);
                answer.and(truth);
            }
        }
        answer.seen.all = true;
    }
}
