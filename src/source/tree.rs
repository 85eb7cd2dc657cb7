//! The spanned tree: every key and value with the bytes it was written at.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

use super::{Format, Number, Path, Segment, SourceText, Span};

/// Names a value of one tree. It is its index plus one, so that an optional name takes no more
/// room: large documents have many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The name of the node at `index`, less than `u32::MAX`.
    pub(super) fn new(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub(super) fn at(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Objects with more entries than this get a hash index for look-ups.
pub(super) const INDEXED: usize = 16;

/// A string of the document: a range of the source text, or of the decoded strings where escapes
/// or line folding made the two differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text {
    start: u32,
    /// In bytes; the highest bit says that the string is among the decoded ones.
    len: u32,
}

impl Text {
    const DECODED: u32 = 1 << 31;

    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// Of a key that is damaged; no text of a document is there.
    pub(super) const UNKNOWN: Self = Self {
        start: u32::MAX,
        len: 0,
    };

    pub(super) fn is_unknown(self) -> bool {
        self.start == u32::MAX
    }

    /// The text at `span` of the source. Texts are shorter than two GiB: limits see to that.
    pub(super) fn verbatim(span: Span) -> Self {
        Self {
            start: span.start,
            len: (span.end - span.start) & !Self::DECODED,
        }
    }

    /// The text at `span` of the decoded strings.
    pub(super) fn decoded(span: Span) -> Self {
        let Self { start, len } = Self::verbatim(span);
        Self {
            start,
            len: len | Self::DECODED,
        }
    }

    /// Number of bytes.
    pub(super) fn len(self) -> usize {
        (self.len & !Self::DECODED) as usize
    }

    /// The string itself.
    pub(super) fn of<'t>(self, source: &'t str, decoded: &'t str) -> &'t str {
        let within = if self.len & Self::DECODED == 0 {
            source
        } else {
            decoded
        };
        let start = self.start as usize;
        within.get(start..start + self.len()).unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    Unknown,
    Null,
    Bool(bool),
    Number(Text),
    String(Text),
    Array { first: u32, len: u32 },
    Object { first: u32, len: u32 },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) span: Span,
    pub(super) parent: Option<NodeId>,
    /// Index into the tree's entries of the entry that holds this node.
    pub(super) slot: u32,
    /// A fault of the text hides parts of this value: what is absent may only be unread.
    pub(super) cut: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Of a member; empty for elements.
    pub(super) key: Text,
    pub(super) key_span: Span,
    pub(super) value: NodeId,
}

/// Entry offsets by the hash of their key; a clash of hashes falls back to a walk.
pub(super) type KeyIndex = HashMap<u64, u32>;

/// A document's data model (§3.1) with positions.
#[derive(Debug)]
pub struct Tree {
    pub(super) source: SourceText,
    pub(super) format: Format,
    pub(super) decoded: String,
    pub(super) nodes: Vec<Node>,
    pub(super) entries: Vec<Entry>,
    pub(super) indexes: HashMap<NodeId, KeyIndex>,
    pub(super) hasher: RandomState,
    pub(super) root: Option<NodeId>,
    /// Where the values start that are cut, in order.
    pub(super) cuts: Vec<u32>,
    /// Where the unknown values are written, in order and apart from each other.
    pub(super) unknown: Vec<Span>,
}

impl Tree {
    /// Whether `span` lies within an unknown value, of which nothing can be said.
    pub fn is_unknown(&self, span: Span) -> bool {
        let behind = self.unknown.partition_point(|it| it.start <= span.start);
        let before = behind.checked_sub(1).and_then(|at| self.unknown.get(at));
        before.is_some_and(|it| span.end <= it.end)
    }

    /// The text this tree was read from.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// The serialization it was read as.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The root value; `None` where the text holds none.
    pub fn root(&self) -> Option<Value<'_>> {
        self.root.map(|id| self.value(id))
    }

    /// The value named by `id`, an id of this tree.
    pub fn value(&self, id: NodeId) -> Value<'_> {
        Value { tree: self, id }
    }

    pub(super) fn text(&self, text: Text) -> &str {
        text.of(self.source.as_str(), &self.decoded)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.at()]
    }

    fn entries(&self, first: u32, len: u32) -> &[Entry] {
        self.entries
            .get(first as usize..(first + len) as usize)
            .unwrap_or_default()
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Something that a fault of the text makes unreadable: nothing is known about it.
    Unknown,
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A finite number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The kind with its article, for messages: `an object`.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Unknown => "something unreadable",
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// A value of a [`Tree`]; cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Value<'t> {
    tree: &'t Tree,
    id: NodeId,
}

/// A member of an object.
#[derive(Debug, Clone, Copy)]
pub struct Member<'t> {
    /// The decoded key.
    pub key: &'t str,
    /// Where the key is written, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Value<'t>,
}

impl<'t> Value<'t> {
    /// The tree it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Its name in the tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Where it is written.
    pub fn span(self) -> Span {
        self.tree.node(self.id).span
    }

    /// Whether a fault of the text hides parts of this value, so that absence proves nothing.
    pub fn is_cut(self) -> bool {
        self.tree.node(self.id).cut
    }

    /// Whether nothing in it is cut or unknown.
    pub fn is_whole(self) -> bool {
        let span = self.span();
        let cuts = &self.tree.cuts;
        let first = cuts.partition_point(|&start| start < span.start);
        cuts.get(first).is_none_or(|&start| start >= span.end) && !self.is_cut()
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        match self.tree.node(self.id).content {
            Content::Unknown => Kind::Unknown,
            Content::Null => Kind::Null,
            Content::Bool(_) => Kind::Bool,
            Content::Number(_) => Kind::Number,
            Content::String(_) => Kind::String,
            Content::Array { .. } => Kind::Array,
            Content::Object { .. } => Kind::Object,
        }
    }

    /// The decoded text of a string.
    pub fn as_str(self) -> Option<&'t str> {
        match self.tree.node(self.id).content {
            Content::String(text) => Some(self.tree.text(text)),
            _ => None,
        }
    }

    /// Whether nothing at all is written here: the empty string that YAML's JSON schema makes of
    /// `key:` (§15.3.3).
    pub fn is_empty_plain(self) -> bool {
        self.as_str() == Some("") && self.span().is_empty()
    }

    /// The value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.tree.node(self.id).content {
            Content::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// A number as written.
    pub fn as_number(self) -> Option<Number<'t>> {
        match self.tree.node(self.id).content {
            Content::Number(text) => Some(Number::new(self.tree.text(text))),
            _ => None,
        }
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// Number of members or elements; 0 for scalars.
    pub fn len(self) -> usize {
        self.children().len()
    }

    /// Whether it has neither members nor elements.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The members of an object in written order, duplicates included; nothing for other kinds.
    pub fn members(self) -> impl ExactSizeIterator<Item = Member<'t>> + Clone + use<'t> {
        let entries = if self.is_object() {
            self.children()
        } else {
            &[]
        };
        let tree = self.tree;
        entries.iter().map(move |entry| Member {
            key: tree.text(entry.key),
            key_span: entry.key_span,
            value: tree.value(entry.value),
        })
    }

    /// The elements of an array; nothing for other kinds.
    pub fn elements(self) -> impl ExactSizeIterator<Item = Value<'t>> + Clone + use<'t> {
        let entries = if self.is_array() {
            self.children()
        } else {
            &[]
        };
        let tree = self.tree;
        entries.iter().map(move |entry| tree.value(entry.value))
    }

    /// The first member named `key`.
    pub fn member(self, key: &str) -> Option<Member<'t>> {
        if let (Some(index), Content::Object { first, .. }) = (
            self.tree.indexes.get(&self.id),
            self.tree.node(self.id).content,
        ) {
            let offset = *index.get(&self.tree.hasher.hash_one(key))?;
            let entry = self.tree.entries.get((first + offset) as usize)?;
            if self.tree.text(entry.key) == key {
                return Some(Member {
                    key: self.tree.text(entry.key),
                    key_span: entry.key_span,
                    value: self.tree.value(entry.value),
                });
            }
        }
        self.members().find(|member| member.key == key)
    }

    /// The value of the first member named `key`.
    pub fn get(self, key: &str) -> Option<Value<'t>> {
        self.member(key).map(|member| member.value)
    }

    /// The container it is in.
    pub fn parent(self) -> Option<Value<'t>> {
        self.tree.node(self.id).parent.map(|id| self.tree.value(id))
    }

    /// The key it is written under, and where; `None` for elements and the root.
    pub fn key(self) -> Option<(&'t str, Span)> {
        self.parent().filter(|parent| parent.is_object())?;
        let entry = self
            .tree
            .entries
            .get(self.tree.node(self.id).slot as usize)?;
        Some((self.tree.text(entry.key), entry.key_span))
    }

    /// Its index in the array it is in; `None` for members and the root.
    pub fn index(self) -> Option<usize> {
        match self.tree.node(self.parent()?.id).content {
            Content::Array { first, .. } => Some((self.tree.node(self.id).slot - first) as usize),
            _ => None,
        }
    }

    /// The step that leads from its parent to it.
    pub fn segment(self) -> Option<Segment> {
        self.index()
            .map(Segment::from)
            .or_else(|| self.key().map(|(key, _)| Segment::from(key)))
    }

    /// The way from the root to it.
    pub fn path(self) -> Path {
        self.path_below(None)
    }

    /// The way from `ancestor`, or from the root, to it.
    pub fn path_below(self, ancestor: Option<NodeId>) -> Path {
        let mut segments = Vec::new();
        let mut at = self;
        while Some(at.id) != ancestor {
            let (Some(segment), Some(parent)) = (at.segment(), at.parent()) else {
                break;
            };
            segments.push(segment);
            at = parent;
        }
        segments.reverse();
        Path::from(segments)
    }

    /// Whether both are the same in the data model: member order and number notation aside. What
    /// is unknown equals nothing.
    pub fn equals(self, other: Value<'_>) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Null, Kind::Null) => true,
            (Kind::Bool, Kind::Bool) => self.as_bool() == other.as_bool(),
            (Kind::String, Kind::String) => self.as_str() == other.as_str(),
            (Kind::Number, Kind::Number) => match (self.as_number(), other.as_number()) {
                (Some(left), Some(right)) => left.equals(right),
                _ => false,
            },
            (Kind::Array, Kind::Array) => {
                self.len() == other.len()
                    && self
                        .elements()
                        .zip(other.elements())
                        .all(|(left, right)| left.equals(right))
            }
            (Kind::Object, Kind::Object) => {
                self.len() == other.len()
                    && self.members().all(|member| {
                        other
                            .get(member.key)
                            .is_some_and(|value| member.value.equals(value))
                    })
            }
            _ => false,
        }
    }

    /// The same data as a [`serde_json::Value`]; numbers beyond 64 bits become doubles there.
    pub fn to_json(self) -> serde_json::Value {
        match self.tree.node(self.id).content {
            Content::Unknown | Content::Null => serde_json::Value::Null,
            Content::Bool(value) => value.into(),
            Content::Number(text) => serde_json::from_str(self.tree.text(text)).unwrap_or_default(),
            Content::String(text) => self.tree.text(text).into(),
            Content::Array { .. } => self.elements().map(Value::to_json).collect(),
            Content::Object { .. } => self
                .members()
                .map(|member| (member.key.to_owned(), member.value.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    fn children(self) -> &'t [Entry] {
        match self.tree.node(self.id).content {
            Content::Array { first, len } | Content::Object { first, len } => {
                self.tree.entries(first, len)
            }
            _ => &[],
        }
    }
}
