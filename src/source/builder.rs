//! Builds a [`Tree`] from what the readers see, within the limits.

use std::collections::{HashMap, hash_map};
use std::hash::{BuildHasher, RandomState};

use super::tree::{Content, Entry, INDEXED, KeyIndex, Node, NodeId, Text, Tree};
use super::{Format, Limits, Path, Segment, SourceText, Span};

/// Which bound was exceeded; the reader turns it into a diagnostic with the position it is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exceeded {
    Depth,
    Nodes,
    Scalar,
    Entries,
}

/// A scalar as the readers resolve it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Number(Text),
    String(Text),
}

/// A container that is being read.
struct Frame {
    id: NodeId,
    object: bool,
    /// Where its entries start among the pending ones.
    first: usize,
    /// The key that waits for its value.
    key: Option<(Text, Span)>,
    /// Key hashes, once the object is large.
    index: Option<KeyIndex>,
}

/// Takes values in document order and yields the tree.
pub(super) struct Builder<'s> {
    source: &'s str,
    limits: Limits,
    decoded: String,
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    pending: Vec<Entry>,
    stack: Vec<Frame>,
    indexes: HashMap<NodeId, KeyIndex>,
    hasher: RandomState,
    root: Option<NodeId>,
}

impl<'s> Builder<'s> {
    /// Starts a tree of values found in `source`.
    pub(super) fn new(source: &'s str, limits: Limits) -> Self {
        Self {
            source,
            limits,
            decoded: String::new(),
            nodes: Vec::new(),
            entries: Vec::new(),
            pending: Vec::new(),
            stack: Vec::new(),
            indexes: HashMap::new(),
            hasher: RandomState::new(),
            root: None,
        }
    }

    /// A string that stands in the source exactly as decoded.
    pub(super) fn verbatim(&self, span: Span) -> Text {
        Text::verbatim(span)
    }

    /// A string whose decoded form differs from its source text.
    pub(super) fn decoded(&mut self, text: &str) -> Text {
        let span = Span::new(self.decoded.len(), self.decoded.len() + text.len());
        self.decoded.push_str(text);
        Text::decoded(span)
    }

    /// Containers that are open.
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Whether the root is a scalar for which nothing is written.
    pub(super) fn root_is_unwritten(&self) -> bool {
        let root = self.root.and_then(|id| self.nodes.get(id.at()));
        root.is_some_and(|node| node.span.is_empty() && matches!(node.content, Content::String(_)))
    }

    /// Opens an object or array that starts at byte `start`.
    pub(super) fn begin(&mut self, object: bool, start: usize) -> Result<(), Exceeded> {
        if self.stack.len() >= self.limits.depth {
            return Err(Exceeded::Depth);
        }
        let content = if object {
            Content::Object { first: 0, len: 0 }
        } else {
            Content::Array { first: 0, len: 0 }
        };
        let id = self.add(content, Span::new(start, start))?;
        let first = self.pending.len();
        self.stack.push(Frame {
            id,
            object,
            first,
            key: None,
            index: None,
        });
        Ok(())
    }

    /// Whether the innermost open container is an object, and where it was opened.
    pub(super) fn innermost(&self) -> Option<(bool, usize)> {
        self.opened().next()
    }

    /// The open containers, innermost first: whether it is an object, and where it starts.
    pub(super) fn opened(&self) -> impl Iterator<Item = (bool, usize)> + '_ {
        self.stack.iter().rev().map(|frame| {
            let start = self.nodes.get(frame.id.at()).map_or(0, |n| n.span.start);
            (frame.object, start as usize)
        })
    }

    /// The way to the innermost open container.
    pub(super) fn container_path(&self) -> Path {
        let mut path = Path::default();
        for (outer, inner) in self.stack.iter().zip(self.stack.iter().skip(1)) {
            let at = inner.first.saturating_sub(1);
            path.push(match self.pending.get(at) {
                Some(entry) if outer.object => Segment::from(self.text(entry.key)),
                _ => Segment::from(at.saturating_sub(outer.first)),
            });
        }
        path
    }

    /// The way to the value that comes next.
    pub(super) fn path(&self) -> Path {
        let mut path = self.container_path();
        if let Some(frame) = self.stack.last() {
            match frame.key {
                Some((key, _)) => path.push(self.text(key)),
                None if frame.object => {}
                None => path.push(self.pending.len() - frame.first),
            }
        }
        path
    }

    /// Takes the key of the next member. Gives the place of an equal earlier key of the same
    /// object; the member is kept all the same.
    pub(super) fn key(&mut self, text: Text, span: Span) -> Result<Option<Span>, Exceeded> {
        if text.len() > self.limits.scalar {
            return Err(Exceeded::Scalar);
        }
        let earlier = self.earlier(text);
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some((text, span));
        }
        Ok(earlier)
    }

    /// The key whose value comes next.
    pub(super) fn waiting_key(&self) -> Option<&str> {
        let (text, _) = self.stack.last()?.key?;
        Some(self.text(text))
    }

    /// Where that key is written.
    pub(super) fn waiting_key_span(&self) -> Option<Span> {
        let (_, span) = self.stack.last()?.key?;
        Some(span)
    }

    /// Forgets a key whose value could not be read.
    pub(super) fn drop_key(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.key = None;
        }
    }

    /// Adds a scalar value.
    pub(super) fn scalar(&mut self, scalar: Scalar, span: Span) -> Result<(), Exceeded> {
        let content = match scalar {
            Scalar::Null => Content::Null,
            Scalar::Bool(value) => Content::Bool(value),
            Scalar::Number(text) => Content::Number(text),
            Scalar::String(text) => Content::String(text),
        };
        if let Content::Number(text) | Content::String(text) = content
            && text.len() > self.limits.scalar
        {
            return Err(Exceeded::Scalar);
        }
        self.add(content, span).map(|_| ())
    }

    /// Closes the innermost container, which ends before byte `end`.
    pub(super) fn end(&mut self, end: usize) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let first = self.entries.len() as u32;
        let last = self.pending.get(frame.first..).unwrap_or_default().last();
        let inner = last.and_then(|entry| self.nodes.get(entry.value.at()));
        let inner_end = inner.map_or(0, |node| node.span.end);
        for entry in self.pending.drain(frame.first..) {
            if let Some(node) = self.nodes.get_mut(entry.value.at()) {
                node.slot = self.entries.len() as u32;
            }
            self.entries.push(entry);
        }
        let len = self.entries.len() as u32 - first;
        if let Some(index) = frame.index {
            self.indexes.insert(frame.id, index);
        }
        if let Some(node) = self.nodes.get_mut(frame.id.at()) {
            node.content = if frame.object {
                Content::Object { first, len }
            } else {
                Content::Array { first, len }
            };
            let end = Span::new(end, end).end.max(inner_end);
            node.span.end = node.span.start.max(end);
        }
    }

    /// Marks every open container as cut: a syntax error may have hidden parts of it.
    pub(super) fn cut(&mut self) {
        for frame in &self.stack {
            if let Some(node) = self.nodes.get_mut(frame.id.at()) {
                node.cut = true;
            }
        }
    }

    /// Marks the innermost open container as cut: one of its entries could not be read.
    pub(super) fn cut_innermost(&mut self) {
        if let Some(frame) = self.stack.last()
            && let Some(node) = self.nodes.get_mut(frame.id.at())
        {
            node.cut = true;
        }
    }

    /// Closes whatever is open at byte `end` and yields what was read.
    pub(super) fn finish(mut self, end: usize) -> Built {
        while !self.stack.is_empty() {
            self.end(end);
        }
        Built {
            decoded: self.decoded,
            nodes: self.nodes,
            entries: self.entries,
            indexes: self.indexes,
            hasher: self.hasher,
            root: self.root,
        }
    }

    fn add(&mut self, content: Content, span: Span) -> Result<NodeId, Exceeded> {
        if self.nodes.len() >= self.limits.nodes {
            return Err(Exceeded::Nodes);
        }
        let id = NodeId::new(self.nodes.len());
        let parent = self.stack.last().map(|frame| frame.id);
        self.nodes.push(Node {
            content,
            span,
            parent,
            slot: 0,
            cut: false,
        });
        match self.stack.last_mut() {
            None => self.root = Some(id),
            Some(frame) => {
                if self.pending.len() - frame.first >= self.limits.entries {
                    return Err(Exceeded::Entries);
                }
                let (key, key_span) = frame.key.take().unwrap_or((Text::EMPTY, span));
                self.pending.push(Entry {
                    key,
                    key_span,
                    value: id,
                });
            }
        }
        Ok(id)
    }

    /// The place of an earlier equal key of the innermost object.
    fn earlier(&mut self, key: Text) -> Option<Span> {
        let frame = self.stack.last_mut()?;
        let entries = self.pending.get(frame.first..).unwrap_or_default();
        let text_of = |text: Text| text.of(self.source, &self.decoded);
        let name = text_of(key);
        let is_same = |entry: &&Entry| entry.key.len() == key.len() && text_of(entry.key) == name;
        let walk = || entries.iter().find(is_same).map(|entry| entry.key_span);
        if entries.len() < INDEXED {
            return walk();
        }
        let index = frame.index.get_or_insert_with(|| {
            let mut index = KeyIndex::with_capacity(entries.len() * 2);
            for (offset, entry) in entries.iter().enumerate() {
                index
                    .entry(self.hasher.hash_one(text_of(entry.key)))
                    .or_insert(offset as u32);
            }
            index
        });
        match index.entry(self.hasher.hash_one(name)) {
            hash_map::Entry::Occupied(slot) => match entries.get(*slot.get() as usize) {
                Some(entry) if text_of(entry.key) == name => Some(entry.key_span),
                _ => walk(),
            },
            hash_map::Entry::Vacant(slot) => {
                slot.insert(entries.len() as u32);
                None
            }
        }
    }

    fn text(&self, text: Text) -> &str {
        text.of(self.source, &self.decoded)
    }
}

/// Everything that was read, not yet joined with its source text.
pub(super) struct Built {
    decoded: String,
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    indexes: HashMap<NodeId, KeyIndex>,
    hasher: RandomState,
    root: Option<NodeId>,
}

impl Built {
    /// The tree over `source`, the text it was read from.
    pub(super) fn into_tree(self, source: SourceText, format: Format) -> Tree {
        Tree {
            source,
            format,
            decoded: self.decoded,
            nodes: self.nodes,
            entries: self.entries,
            indexes: self.indexes,
            hasher: self.hasher,
            root: self.root,
        }
    }
}
