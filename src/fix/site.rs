//! Where a finding is, in the tree and in the structure model.

use crate::check::Loaded;
use crate::diagnostic::Diagnostic;
use crate::document::{Cursor, Document, Namespace};
use crate::source::{Format, Path, Segment, Value};
use crate::structure::{Condition, MODEL, ModelId, Node, Rest};

/// The place of a finding.
pub(super) struct Site<'d> {
    pub loaded: &'d Loaded,
    pub document: &'d Document,
    pub diagnostic: &'d Diagnostic,
    /// The value at the finding's path; `None` where a member is missing.
    pub value: Option<Value<'d>>,
    /// The container at the path's last step but one.
    pub holder: Option<Value<'d>>,
    /// What the model says of the holder.
    pub holder_nodes: Vec<&'static Node>,
    /// What the model says of the value, whether it is there or not.
    pub nodes: Vec<&'static Node>,
    /// Whether it lies in a component that was reached through a reference: others may use it too.
    pub is_shared: bool,
}

impl<'d> Site<'d> {
    pub(super) fn of(loaded: &'d Loaded, diagnostic: &'d Diagnostic) -> Option<Self> {
        let document = loaded.document()?;
        let mut site = Self {
            loaded,
            document,
            diagnostic,
            value: Some(document.root().value()),
            holder: None,
            holder_nodes: Vec::new(),
            nodes: vec![MODEL.root()],
            is_shared: false,
        };
        for segment in diagnostic.path.segments() {
            site.enter(segment)?;
        }
        if let Some(value) = site.value {
            site.nodes = expanded(&site.nodes, value);
        }
        Some(site)
    }

    /// Goes one step down the path.
    fn enter(&mut self, segment: &Segment) -> Option<()> {
        let mut holder = self.value?;
        if let Segment::Key(key) = segment
            && holder.get(key).is_none()
            && let Some(target) = self.component(holder)
        {
            holder = target;
            self.is_shared = true;
        }
        self.holder_nodes = expanded(&self.nodes, holder);
        self.nodes = below(&self.holder_nodes, segment);
        self.value = match segment {
            Segment::Index(index) => holder.elements().nth(*index),
            Segment::Key(key) => self.member(holder, key),
        };
        self.holder = Some(holder);
        Some(())
    }

    /// The value of the member `key`; of several the one that the finding is about.
    fn member(&self, holder: Value<'d>, key: &str) -> Option<Value<'d>> {
        let span = self.diagnostic.span;
        let named = holder.members().filter(|it| it.key == key);
        named
            .clone()
            .find(|it| {
                it.key_span.start <= span.start
                    && span.end <= it.value.span().end.max(it.key_span.end)
            })
            .or_else(|| named.clone().next())
            .map(|it| it.value)
    }

    fn component(&self, reference: Value<'d>) -> Option<Value<'d>> {
        let cursor = Cursor::new(reference);
        cursor.get("$componentRef")?;
        Namespace::ALL
            .into_iter()
            .find_map(|namespace| self.document.resolve(cursor, namespace).value())
            .map(Cursor::value)
    }

    /// The format of the text.
    pub(super) fn format(&self) -> Format {
        self.loaded.tree().format()
    }

    /// The last key of the path.
    pub(super) fn key(&self) -> Option<&'d str> {
        match self.diagnostic.path.segments().last()? {
            Segment::Key(key) => Some(key),
            Segment::Index(_) => None,
        }
    }

    /// The path of the holder.
    pub(super) fn holder_path(&self) -> Path {
        let segments = self.diagnostic.path.segments();
        let holder = segments.split_last().map_or(segments, |(_, rest)| rest);
        Path::from(holder.to_vec())
    }

    /// Whether the value is a member or element that the structure lets go.
    pub(super) fn is_optional(&self) -> bool {
        let key = self.value.and_then(Value::key);
        key.is_none_or(|(key, _)| {
            let required = |node: &&'static Node| node.required.contains(&key);
            !self.holder_nodes.iter().any(required)
        })
    }

    /// The names of members that the holder may have.
    pub(super) fn known_names(&self) -> impl Iterator<Item = &'static str> {
        self.holder_nodes
            .iter()
            .flat_map(|node| &node.properties)
            .filter(|it| !MODEL[it.node].forbidden)
            .map(|it| it.name)
    }
}

/// Whether a container of the document may be left out, but must not be empty.
pub(super) fn must_not_be_empty(document: &Document, container: Value<'_>) -> bool {
    let required = |key| {
        let holder = container.parent().map(|it| nodes_of(document, it));
        holder.is_some_and(|it| it.iter().any(|node| node.required.contains(&key)))
    };
    !container.key().is_some_and(|(key, _)| required(key))
        && nodes_of(document, container)
            .iter()
            .any(|node| node.non_empty)
}

/// What the model says of a value of the document, where it stands.
pub(super) fn nodes_of(document: &Document, value: Value<'_>) -> Vec<&'static Node> {
    let mut nodes = vec![MODEL.root()];
    let mut at = document.root().value();
    for segment in value.path().segments() {
        nodes = below(&expanded(&nodes, at), segment);
        let next = match segment {
            Segment::Index(index) => at.elements().nth(*index),
            Segment::Key(key) => at.get(key),
        };
        match next {
            Some(next) => at = next,
            None => return Vec::new(),
        }
    }
    expanded(&nodes, at)
}

/// The nodes with those that hold in the case of `value`.
fn expanded(nodes: &[&'static Node], value: Value<'_>) -> Vec<&'static Node> {
    let cursor = Cursor::new(value);
    let mut all = Vec::new();
    let mut waiting: Vec<&'static Node> = nodes.to_vec();
    while let Some(node) = waiting.pop() {
        all.push(node);
        waiting.extend(node.cases.iter().filter_map(|case| {
            let holds = case.when.holds(cursor);
            let id = if holds { case.then } else { case.otherwise };
            id.map(|id| &MODEL[id])
        }));
    }
    all
}

/// What the nodes say of an entry.
fn below(nodes: &[&'static Node], segment: &Segment) -> Vec<&'static Node> {
    let entry = |node: &&'static Node| -> Option<ModelId> {
        match segment {
            Segment::Index(_) => node.items,
            Segment::Key(key) => node.property(key).or(match node.rest {
                Rest::Each(id) if !(node.extensible && key.starts_with("x-")) => Some(id),
                _ => None,
            }),
        }
    };
    nodes
        .iter()
        .filter_map(entry)
        .map(|id| &MODEL[id])
        .filter(|node| !node.forbidden)
        .collect()
}

/// Members that decide of which kind an object is, with the values that they may have.
pub(super) fn discriminators(
    node: &'static Node,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    node.cases.iter().filter_map(|case| match &case.when {
        Condition::Selects { key, values } => values.first().map(|value| (*key, *value)),
        _ => None,
    })
}
