//! Builds a [`Tree`] from what the readers see, within the limits.

use std::collections::{HashMap, hash_map};
use std::hash::{BuildHasher, RandomState};

use super::tree::{Content, Entry, INDEXED, KeyIndex, Node, NodeId, Text, Tree};
use super::{Decoded, Format, Limits, Path, Segment, SourceText, Span};

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
    /// Members with unknown keys are left out at the end.
    loses: bool,
    /// What stands in it may belong elsewhere: it becomes an unknown value.
    doubted: bool,
}

/// Takes values in document order and yields the tree.
///
/// A scalar or key that is damaged is unknown: the value is kept as a [`Kind::Unknown`] one, and
/// the member of such a key is left out. Either way the container around it is cut.
///
/// [`Kind::Unknown`]: super::Kind::Unknown
pub(super) struct Builder<'s> {
    source: &'s str,
    /// Where the text is damaged, in order.
    damage: &'s [u32],
    /// The last damage that the reader noticed itself.
    noticed: Option<u32>,
    /// Something is cut or unknown.
    partial: bool,
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
    /// Starts a tree of values found in this text.
    pub(super) fn new(decoded: &'s Decoded, limits: Limits) -> Self {
        Self {
            source: &decoded.text,
            damage: &decoded.damage,
            noticed: None,
            partial: false,
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

    /// Notes that the scalar or key in which byte `at` lies, and which comes next, is damaged.
    pub(super) fn notice_damage(&mut self, at: usize) {
        self.noticed = Some(Span::new(at, at).start);
    }

    /// Whether bytes at `span` are no text; that was reported.
    pub(super) fn is_undecoded(&self, span: Span) -> bool {
        let first = self.damage.partition_point(|&at| at < span.start);
        self.damage.get(first).is_some_and(|&at| at < span.end)
    }

    fn is_damaged(&self, span: Span) -> bool {
        let holds = |at: u32| span.start <= at && at < span.end;
        self.noticed.is_some_and(holds) || self.is_undecoded(span)
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
            loses: false,
            doubted: false,
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
        if self.is_damaged(span) {
            self.unknown_key(span);
            return Ok(None);
        }
        let earlier = self.earlier(text);
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some((text, span));
        }
        Ok(earlier)
    }

    /// Takes a key of which nothing is known but its place: its member will be left out.
    pub(super) fn unknown_key(&mut self, span: Span) {
        self.cut_innermost();
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some((Text::UNKNOWN, span));
            frame.loses = true;
        }
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

    /// Takes an unknown value, written at `span`.
    pub(super) fn unknown(&mut self, span: Span) -> Result<(), Exceeded> {
        self.cut_innermost();
        let id = self.add(Content::Unknown, span)?;
        self.spoil(id);
        Ok(())
    }

    /// Notes that an entry of the innermost container could not be read at byte `at`; a key that
    /// waits gets an unknown value.
    pub(super) fn lose_entry(&mut self, at: usize) -> Result<(), Exceeded> {
        self.cut_innermost();
        match self.waiting_key_span() {
            Some(_) => self.unknown(Span::new(at, at)),
            None => Ok(()),
        }
    }

    /// Makes the value that was taken last unknown.
    pub(super) fn spoil_last(&mut self) {
        self.cut_innermost();
        if let Some(last) = self.last_value() {
            self.spoil(last);
        }
    }

    /// The last value of the innermost container; the root where none is open.
    fn last_value(&self) -> Option<NodeId> {
        match self.stack.last() {
            Some(frame) => Some(self.pending.get(frame.first..)?.last()?.value),
            None => self.root,
        }
    }

    /// Makes the newest scalar unknown, and the containers around it, but not the root, that start
    /// at byte `start` or later, whether or not they were closed since.
    pub(super) fn spoil_from(&mut self, start: usize) {
        let mut next = self.nodes.len().checked_sub(1).map(NodeId::new);
        while let Some((id, node)) = next.and_then(|id| Some((id, self.nodes.get(id.at())?))) {
            let is_scalar = !matches!(node.content, Content::Array { .. } | Content::Object { .. });
            let is_recent = node.parent.is_some() && node.span.range().start >= start;
            next = node.parent;
            match self.stack.iter_mut().find(|frame| frame.id == id) {
                Some(frame) if is_recent => frame.doubted = true,
                None if is_recent || is_scalar => self.spoil(id),
                _ => {}
            }
        }
    }

    /// The kinds of the open containers, outermost first: whether each is an object.
    pub(super) fn kinds(&self) -> Vec<bool> {
        self.stack.iter().map(|frame| frame.object).collect()
    }

    /// Whether the innermost container has entries.
    pub(super) fn has_entries(&self) -> bool {
        let frame = self.stack.last();
        frame.is_some_and(|frame| frame.first < self.pending.len())
    }

    /// Forgets the key that waits for its value.
    pub(super) fn forget_key(&mut self) {
        self.cut_innermost();
        if let Some(frame) = self.stack.last_mut() {
            frame.key = None;
        }
    }

    /// Whether the value taken last is a string in the innermost container; if so, whether it is
    /// the first value there.
    pub(super) fn is_behind_string(&self) -> Option<bool> {
        let frame = self.stack.last()?;
        let node = self.nodes.get(self.last_value()?.at())?;
        let is_string = matches!(node.content, Content::String(_));
        is_string.then(|| self.pending.len() == frame.first + 1)
    }

    /// Where the last value of the innermost container is written, if it is a scalar.
    pub(super) fn last_scalar(&self) -> Option<Span> {
        let node = self.nodes.get(self.last_value()?.at())?;
        let is_container = matches!(node.content, Content::Array { .. } | Content::Object { .. });
        (!is_container).then_some(node.span)
    }

    /// Takes back the scalar that was taken last; its key waits for another value.
    pub(super) fn take_back_value(&mut self) {
        let is_newest = |entry: &Entry| entry.value.at() + 1 == self.nodes.len();
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if self.pending.len() > frame.first
            && let Some(entry) = self.pending.pop_if(|entry| is_newest(entry))
        {
            frame.key = frame.object.then_some((entry.key, entry.key_span));
            self.nodes.pop();
        }
    }

    /// The same for a string, which is given with its place.
    pub(super) fn take_back_string(&mut self) -> Option<(Text, Span)> {
        let node = *self.nodes.get(self.last_value()?.at())?;
        let Content::String(text) = node.content else {
            return None;
        };
        self.take_back_value();
        Some((text, node.span))
    }

    /// Makes an object of the innermost container, an array in which nothing was read.
    pub(super) fn make_object(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.object = true;
        }
        self.doubt_innermost();
    }

    /// The innermost container becomes an unknown value at its end.
    pub(super) fn doubt_innermost(&mut self) {
        self.cut_innermost();
        if let Some(frame) = self.stack.last_mut() {
            frame.doubted = true;
        }
    }

    /// Closes the innermost container as an unknown value: what was read may not belong to it.
    pub(super) fn end_unknown(&mut self, end: usize) {
        if let Some(id) = self.stack.last().map(|frame| frame.id) {
            self.end(end);
            self.spoil(id);
            self.cut_innermost();
        }
    }

    fn spoil(&mut self, id: NodeId) {
        self.partial = true;
        if let Some(node) = self.nodes.get_mut(id.at()) {
            node.content = Content::Unknown;
            node.cut = true;
        }
    }

    /// Adds a scalar value.
    pub(super) fn scalar(&mut self, scalar: Scalar, span: Span) -> Result<(), Exceeded> {
        if self.is_damaged(span) {
            return self.unknown(span);
        }
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
            if entry.key.is_unknown() {
                continue;
            }
            if let Some(node) = self.nodes.get_mut(entry.value.at()) {
                node.slot = self.entries.len() as u32;
            }
            self.entries.push(entry);
        }
        let len = self.entries.len() as u32 - first;
        // Offsets are wrong once entries are left out; look-ups then walk.
        if let Some(index) = frame.index.filter(|_| !frame.loses) {
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
        if frame.doubted {
            self.spoil(frame.id);
            self.cut_innermost();
        }
    }

    /// Marks as cut what a syntax error here may have hidden parts of: every open container, and
    /// those that the value before it is in, which may have been closed too early.
    pub(super) fn cut(&mut self) {
        self.partial = true;
        let last = self.nodes.len().checked_sub(1).map(NodeId::new);
        let mut next = last;
        while let Some(node) = next.and_then(|id| self.nodes.get_mut(id.at())) {
            node.cut = true;
            next = node.parent;
        }
    }

    /// Marks the innermost open container as cut: one of its entries could not be read.
    pub(super) fn cut_innermost(&mut self) {
        self.partial = true;
        if let Some(frame) = self.stack.last()
            && let Some(node) = self.nodes.get_mut(frame.id.at())
        {
            node.cut = true;
        }
    }

    /// Closes whatever is open at byte `end`.
    pub(super) fn end_all(&mut self, end: usize) {
        while !self.stack.is_empty() {
            self.end(end);
        }
    }

    /// Closes whatever is open at byte `end` and yields what was read.
    pub(super) fn finish(mut self, end: usize) -> Built {
        self.end_all(end);
        Built {
            cuts: self.cuts(),
            unknown: self.unknown_spans(),
            partial: self.partial,
            decoded: self.decoded,
            nodes: self.nodes,
            entries: self.entries,
            indexes: self.indexes,
            hasher: self.hasher,
            root: self.root,
        }
    }

    /// Where the values start that are cut.
    fn cuts(&self) -> Vec<u32> {
        let nodes = if self.partial { &self.nodes[..] } else { &[] };
        let cut = nodes.iter().filter(|node| node.cut);
        cut.map(|node| node.span.start).collect()
    }

    /// Where the unknown values are; what lies within one is not counted again.
    fn unknown_spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        if self.partial {
            for node in &self.nodes {
                if matches!(node.content, Content::Unknown)
                    && spans.last().is_none_or(|last| node.span.start >= last.end)
                {
                    spans.push(node.span);
                }
            }
        }
        spans
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
        let is_same = |entry: &&Entry| {
            entry.key.len() == key.len() && !entry.key.is_unknown() && text_of(entry.key) == name
        };
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
                Some(entry) if !entry.key.is_unknown() && text_of(entry.key) == name => {
                    Some(entry.key_span)
                }
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
    cuts: Vec<u32>,
    unknown: Vec<Span>,
    partial: bool,
}

impl Built {
    /// Whether a fault hides parts of what was written.
    pub(super) fn is_partial(&self) -> bool {
        self.partial
    }

    /// The tree over `source`, the text it was read from.
    pub(super) fn into_tree(self, source: SourceText, format: Format) -> Tree {
        Tree {
            source,
            format,
            cuts: self.cuts,
            unknown: self.unknown,
            decoded: self.decoded,
            nodes: self.nodes,
            entries: self.entries,
            indexes: self.indexes,
            hasher: self.hasher,
            root: self.root,
        }
    }
}
