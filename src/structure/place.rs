//! What may stand at one place, for people who are about to write there.

use super::model::{Condition, Expected, MODEL, Node, NodeId, Rest};
use crate::document::{Cursor, Namespace};
use crate::source::Value;

/// What may stand at the place of a value, judged by the values around it.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// Everything that holds there; what a member selects comes after what all kinds share.
    nodes: Vec<&'static Node>,
    /// Members that turn the object into another kind: the member, and what would hold then.
    turns: Vec<(&'static str, &'static Node)>,
    /// The components that a reference there may mean.
    pub namespace: Option<Namespace>,
}

/// A member that an object may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offer {
    /// The key.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// What may stand there.
    pub node: &'static Node,
    /// The object of the specification that has it.
    pub owner: &'static Node,
    /// Whether the object needs it.
    pub required: bool,
}

impl Place {
    /// The place of `value` in its document.
    pub fn of(value: Value<'_>) -> Self {
        let mut way = vec![value];
        while let Some(parent) = way.last().and_then(|at| at.parent()) {
            way.push(parent);
        }
        let mut place = Self::default();
        if let Some(root) = way.pop() {
            place.add(MODEL.root(), root);
        }
        while let Some(inner) = way.pop() {
            place = place.step(inner);
        }
        place
    }

    /// The place of `inner`, a member or element of the value at this place.
    fn step(&self, inner: Value<'_>) -> Self {
        let key = inner.key().map(|(key, _)| key);
        let mut place = Self::default();
        for node in &self.nodes {
            let id = match key {
                Some(key) => node.property(key).or(match node.rest {
                    Rest::Each(id) => Some(id),
                    Rest::Open | Rest::Closed => None,
                }),
                None => node.items,
            };
            if let Some(id) = id.filter(|&id| !MODEL[id].forbidden) {
                place.add(&MODEL[id], inner);
            }
        }
        place
    }

    fn add(&mut self, node: &'static Node, at: Value<'_>) {
        if self.nodes.iter().any(|known| std::ptr::eq(*known, node)) {
            return;
        }
        self.nodes.push(node);
        for case in &node.cases {
            let holds = case.when.holds(Cursor::new(at));
            if let (Condition::Has(key), Some(then)) = (&case.when, case.then) {
                if *key == "$componentRef" {
                    let inline = case.otherwise.and_then(|id| MODEL.namespace(id));
                    self.namespace = Some(inline.unwrap_or(Namespace::Schemas));
                }
                if !holds {
                    self.turns.push((key, &MODEL[then]));
                }
            }
            let applies = if holds { case.then } else { case.otherwise };
            if let Some(id) = applies {
                self.add(&MODEL[id], at);
            }
        }
    }

    /// The innermost object of the specification that may stand there.
    pub fn owner(&self) -> Option<&'static Node> {
        let titled = self.nodes.iter().rev().copied();
        titled.clone().find(|node| !node.title.is_empty())
    }

    /// Whether one of the objects that may stand there has this title.
    pub fn is(&self, title: &str) -> bool {
        self.nodes.iter().any(|node| node.title == title)
    }

    /// The kinds of values that are asked for; empty where any will do.
    pub fn kinds(&self) -> Vec<Expected> {
        let mut kinds = Vec::new();
        for node in &self.nodes {
            if let Some(kind) = node.kind.filter(|kind| !kinds.contains(kind)) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// The only strings that are allowed there; empty where there is no such list.
    pub fn values(&self) -> Vec<&'static str> {
        let mut values: Vec<_> = self.nodes.iter().flat_map(|it| &it.values).collect();
        values.dedup();
        values.into_iter().copied().collect()
    }

    /// What each element must be.
    pub fn items(&self) -> Option<Self> {
        let items = self.nodes.iter().find_map(|node| node.items)?;
        Some(Self::alone(&MODEL[items]))
    }

    /// What a node says by itself, before there is a value.
    pub fn alone(node: &'static Node) -> Self {
        let mut place = Self::default();
        place.add_alone(node);
        place
    }

    fn add_alone(&mut self, node: &'static Node) {
        self.nodes.push(node);
        for case in &node.cases {
            if let (Condition::Has(_), Some(id)) = (&case.when, case.otherwise) {
                self.add_alone(&MODEL[id]);
            }
        }
    }

    /// The members that `object`, which stands at this place, may have, in the order of the
    /// specification. `written` says which it has; the one that is being written is not among them.
    pub fn members(&self, written: &[&str]) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        for node in self.nodes.iter().rev() {
            for property in &node.properties {
                let is_new = offers.iter().all(|offer| offer.name != property.name);
                if is_new && self.admits(property.name) && !self.excludes(property.name, written) {
                    offers.push(self.offer(node, property.name, property.node));
                }
            }
        }
        for (key, then) in &self.turns {
            let fits = written.iter().all(|&name| admits(then, name));
            let is_new = offers.iter().all(|offer| offer.name != *key);
            if let (true, true, Some(id)) = (fits, is_new, then.property(key)) {
                offers.push(self.offer(then, key, id));
            }
        }
        offers
    }

    /// The member `key` of an object at this place, whether or not it is there.
    pub fn member(&self, key: &str) -> Option<Offer> {
        let listed = self.nodes.iter().rev().find_map(|node| {
            let property = node.properties.iter().find(|it| it.name == key)?;
            let known = !MODEL[property.node].forbidden;
            known.then(|| self.offer(node, property.name, property.node))
        });
        listed.or_else(|| {
            let (key, then) = self.turns.iter().find(|(name, _)| *name == key)?;
            Some(self.offer(then, key, then.property(key)?))
        })
    }

    fn offer(&self, node: &'static Node, name: &'static str, id: NodeId) -> Offer {
        let property = node.properties.iter().find(|it| it.name == name);
        Offer {
            name,
            description: property.map_or("", |it| it.description),
            node: &MODEL[id],
            owner: if node.title.is_empty() {
                self.owner().unwrap_or(node)
            } else {
                node
            },
            required: self.nodes.iter().any(|it| it.required.contains(&name)),
        }
    }

    fn admits(&self, name: &str) -> bool {
        self.nodes.iter().all(|node| admits(node, name))
    }

    /// Whether a member that is written stands against `name`.
    fn excludes(&self, name: &str, written: &[&str]) -> bool {
        self.nodes.iter().any(|node| {
            node.choice.as_ref().is_some_and(|choice| {
                choice.exclusive
                    && choice.names.contains(&name)
                    && choice.names.iter().any(|other| written.contains(other))
            })
        })
    }
}

fn admits(node: &Node, name: &str) -> bool {
    match node.property(name) {
        Some(id) => !MODEL[id].forbidden,
        None => node.rest != Rest::Closed || (node.extensible && name.starts_with("x-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Format, Limits, Tree, read};

    fn tree(text: &str) -> Tree {
        let mut findings = crate::diagnostic::Findings::new(0);
        read(
            text.as_bytes(),
            Some(Format::Json),
            Limits::default(),
            &mut findings,
        )
    }

    fn names(text: &str, keys: &[&str]) -> Vec<&'static str> {
        let tree = tree(text);
        let at = keys
            .iter()
            .fold(tree.root().unwrap(), |at, key| match key.parse::<usize>() {
                Ok(index) => at.elements().nth(index).unwrap(),
                Err(_) => at.get(key).unwrap(),
            });
        let written: Vec<_> = at.members().map(|it| it.key).collect();
        let offers = Place::of(at).members(&written).into_iter();
        offers
            .map(|it| it.name)
            .filter(|name| !written.contains(name))
            .collect()
    }

    #[test]
    fn a_discriminator_selects_the_members() {
        let text = r#"{"transports": [{"type": "stdio"}, {"type": "sse"}, {}]}"#;
        let stdio = names(text, &["transports", "0"]);
        assert!(stdio.contains(&"command") && !stdio.contains(&"url"));
        let sse = names(text, &["transports", "1"]);
        assert!(sse.contains(&"url") && !sse.contains(&"command"));
        assert_eq!(names(text, &["transports", "2"]), ["type"]);
    }

    #[test]
    fn a_reference_is_offered_where_nothing_stands_beside_it() {
        let text = r#"{"tools": [{"examples": {"a": {}, "b": {"input": {}}}}]}"#;
        let empty = names(text, &["tools", "0", "examples", "a"]);
        assert!(empty.contains(&"$componentRef") && empty.contains(&"input"));
        let begun = names(text, &["tools", "0", "examples", "b"]);
        assert_eq!(begun, ["result"]);
    }

    #[test]
    fn members_that_exclude_each_other_are_not_offered_together() {
        let text =
            r#"{"resources": [{"examples": {"a": {"result": {"contents": [{"text": ""}]}}}}]}"#;
        let way = ["resources", "0", "examples", "a", "result", "contents", "0"];
        assert!(!names(text, &way).contains(&"blob"));
        let form = r#"{"prompts": [{"elicitations": [{"mode": "form"}]}]}"#;
        assert!(!names(form, &["prompts", "0", "elicitations", "0"]).contains(&"url"));
    }
}
