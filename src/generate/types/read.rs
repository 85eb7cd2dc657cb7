//! From schemas to types.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::depth;
use super::facets::{Doubt, Facets, Kinds};
use super::model::{Body, ItemId, Type, Variant};
use super::objects::Unfinished;
use super::{Role, Types};
use crate::document::Cursor;
use crate::generate::docs;
use crate::generate::model::{Note, NoteKind};
use crate::generate::names::Names;
use crate::schema::{Part, Schema};
use crate::source::{NodeId, Value};

/// Lists, maps and the like inside one another, without a struct between them.
const NESTING: usize = 16;

/// Named types of one schema.
const ITEMS: usize = 5_000;

/// Texts of one enum; more are no help to anybody.
const TEXTS: usize = 500;

/// Reads one schema.
pub(super) struct Reader<'a, 't> {
    pub types: &'a mut Types<'t>,
    pub schema: Rc<Schema<'t>>,
    pub module: usize,
    pub role: Role,
    /// The types of what must hold of a value, where they have names.
    pub known: HashMap<Key, Type>,
    pub unfinished: VecDeque<Unfinished<'t>>,
    /// What is being read, outermost first.
    open: Vec<Open>,
    /// Why parts of what is being read are any JSON.
    pub doubts: Vec<Doubt>,
    items: usize,
}

/// The schemas that hold of a value, and the member that tells it apart from others.
pub(super) type Key = (Vec<NodeId>, Option<String>);

/// What is being read.
struct Open {
    ids: Vec<NodeId>,
    /// The words a type would be named by.
    name: String,
    /// The item for it, if it contains itself.
    item: Option<ItemId>,
}

/// Where a type is needed.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The words a type would be named by.
    pub name: String,
    /// How many types without a name are around it.
    pub nesting: usize,
    /// How many structs are around it.
    pub level: usize,
}

impl Site {
    /// A place inside of this one.
    pub fn inner(&self, part: &str) -> Self {
        Self {
            name: format!("{} {part}", self.name),
            nesting: self.nesting + 1,
            level: self.level,
        }
    }
}

impl<'t> Types<'t> {
    /// The type of a whole schema.
    pub(super) fn read_root(&mut self, module: usize, role: Role, schema: Cursor<'t>) -> Type {
        let read = self.schema(schema.value());
        let Some(whole) = read.whole() else {
            let message = "any JSON, because the schema is not whole".to_owned();
            self.notes.push(Note {
                kind: NoteKind::Fallback,
                place: schema.place(),
                message,
            });
            return Type::Json;
        };
        let first = self.items.len();
        let mut reader = Reader {
            types: self,
            schema: read,
            module,
            role,
            known: HashMap::new(),
            unfinished: VecDeque::new(),
            open: Vec::new(),
            doubts: Vec::new(),
            items: 0,
        };
        let site = Site {
            name: role.as_str().to_owned(),
            nesting: 0,
            level: 0,
        };
        let ty = reader.convert(&[whole], &site);
        while let Some(unfinished) = reader.unfinished.pop_front() {
            reader.finish(unfinished);
        }
        let own = self.items.get_mut(first..).unwrap_or_default();
        if depth::limit(first, own) {
            let message = "any JSON in some places: its types nest too deeply in one another";
            self.notes.push(Note {
                kind: NoteKind::Fallback,
                place: schema.place(),
                message: message.to_owned(),
            });
        }
        ty
    }
}

impl<'t> Reader<'_, 't> {
    /// The type of values for which all of `parts` hold.
    pub(super) fn convert(&mut self, parts: &[Part<'t>], site: &Site) -> Type {
        let mut site = site.clone();
        let mut meant = Vec::new();
        for part in parts {
            let (part, referred) = self.meant(*part);
            if let Some((name, _)) = part.value().key().filter(|_| referred && parts.len() == 1) {
                site.name = name.to_owned();
            }
            meant.push(part);
        }
        let Some(&first) = meant.first() else {
            return Type::Json;
        };
        if site.nesting > NESTING {
            return self.any(first, "it nests too deeply");
        }
        let ids: Vec<_> = meant.iter().map(|it| it.id()).collect();
        let key = (ids, None);
        if let Some(ty) = self.known.get(&key) {
            return ty.clone();
        }
        let ids = key.0;
        if let Some(at) = self.open.iter().position(|it| it.ids == ids) {
            return self.recurse(at);
        }
        self.open.push(Open {
            ids,
            name: site.name.clone(),
            item: None,
        });
        let ty = self.read(&meant, first, &site);
        match self.open.pop() {
            Some(Open {
                ids,
                item: Some(id),
                ..
            }) => {
                self.types.set(id, Body::Newtype(ty));
                self.known.insert((ids, None), Type::Item(id));
                Type::Item(id)
            }
            _ => ty,
        }
    }

    /// The type of what contains itself without a struct between.
    fn recurse(&mut self, at: usize) -> Type {
        let Some(open) = self.open.get(at) else {
            return Type::Json;
        };
        if let Some(id) = open.item {
            return Type::Item(id);
        }
        let name = open.name.clone();
        let id = self.item(&name, Vec::new(), Body::Alias(Type::Json));
        if let Some(open) = self.open.get_mut(at) {
            open.item = Some(id);
        }
        Type::Item(id)
    }

    fn read(&mut self, parts: &[Part<'t>], first: Part<'t>, site: &Site) -> Type {
        let facets = match self.facets(parts) {
            Ok(Facets::All(facets)) if !facets.is_empty() => facets,
            Ok(_) => return Type::Json,
            Err(doubt) => return self.any(first, doubt),
        };
        let ids: Vec<_> = parts.iter().map(|it| it.id()).collect();
        let kinds = self.kinds(&facets);
        let rest = kinds.without(Kinds::NULL);
        let nullable = kinds != rest;
        match rest {
            Kinds::NONE if nullable => Type::Null,
            Kinds::NONE => Type::Json,
            rest if rest.are_alike() => self.single((ids, nullable), first, &facets, rest, site),
            rest => self.mixed((ids, nullable), first, &facets, rest, site),
        }
    }

    /// The type of values of one kind.
    pub(super) fn single(
        &mut self,
        (ids, nullable): (Vec<NodeId>, bool),
        first: Part<'t>,
        facets: &[Part<'t>],
        kind: Kinds,
        site: &Site,
    ) -> Type {
        let ty = match kind {
            Kinds::BOOL => Type::Bool,
            Kinds::TEXT => self.text(ids, facets, nullable, site),
            Kinds::ARRAY => self.array(first, facets, site),
            Kinds::OBJECT => self.object(ids, first, facets, nullable, site),
            kind => self.number(facets, kind),
        };
        nullable_if(nullable, ty)
    }

    fn text(&mut self, ids: Vec<NodeId>, facets: &[Part<'t>], nullable: bool, site: &Site) -> Type {
        let texts = match self.values(facets) {
            Some(values) => Some(values.into_iter().map(|it| (it, None)).collect()),
            None => self.branches(facets).and_then(|it| self.texts(&it)),
        };
        let docs = self.docs(facets);
        match texts {
            Some(texts) => self.texts_item((ids, nullable), &texts, docs, site),
            None => Type::Text,
        }
    }

    /// The texts that branches name, each with the schema that describes it; `None` where one of
    /// them leaves the text open.
    pub(super) fn texts(&self, branches: &[Part<'t>]) -> Option<Vec<Text<'t>>> {
        let mut texts = Vec::new();
        for branch in branches {
            let (branch, _) = self.meant(*branch);
            let Ok(Facets::All(facets)) = self.facets(&[branch]) else {
                return None;
            };
            let values = self.values(&facets)?;
            let describing = (values.len() == 1).then_some(branch);
            let named = values.into_iter().filter(|it| it.as_str().is_some());
            texts.extend(named.map(|it| (it, describing)));
        }
        Some(texts)
    }

    /// An enum of `texts`, or null where that is said to be possible too.
    pub(super) fn texts_item(
        &mut self,
        (ids, nullable): (Vec<NodeId>, bool),
        texts: &[Text<'t>],
        docs: Vec<String>,
        site: &Site,
    ) -> Type {
        if texts.is_empty() || texts.len() > TEXTS || self.is_full() {
            return Type::Text;
        }
        let mut names = Names::new();
        let mut seen = HashSet::new();
        let mut variants = Vec::new();
        for (value, describing) in texts {
            let Some(text) = value.as_str().filter(|it| seen.insert(*it)) else {
                continue;
            };
            variants.push(Variant {
                name: names.variant(text),
                original: text.to_owned(),
                docs: describing.map(|it| self.docs(&[it])).unwrap_or_default(),
            });
        }
        let id = self.item(&site.name, docs, Body::Enum(variants));
        let ty = nullable_if(nullable, Type::Item(id));
        self.known.insert((ids, None), ty.clone());
        ty
    }

    fn array(&mut self, first: Part<'t>, facets: &[Part<'t>], site: &Site) -> Type {
        let mut lists = self.each(facets, "prefixItems").collect::<Vec<_>>();
        let items: Vec<_> = self.each(facets, "items").collect();
        lists.extend(items.iter().filter(|(_, it)| it.is_array()));
        let single: Vec<_> = items.into_iter().filter(|(_, it)| !it.is_array()).collect();
        match (lists.as_slice(), single.as_slice()) {
            ([], []) => Type::List(Box::new(Type::Json)),
            ([], all) => {
                let parts: Vec<_> = all
                    .iter()
                    .map(|(of, it)| self.schema.within(*of, *it))
                    .collect();
                let of = self.convert(&parts, &site.inner("item"));
                Type::List(Box::new(of))
            }
            ([(part, list)], _) if self.is_exact(*part, *list, facets) => {
                let parts = list.elements().enumerate().map(|(at, it)| {
                    let part = self.schema.within(*part, it);
                    (part, site.inner(&format!("{}", at + 1)))
                });
                let parts: Vec<_> = parts.collect();
                let parts = parts
                    .into_iter()
                    .map(|(part, site)| self.convert(&[part], &site));
                Type::Tuple(parts.collect())
            }
            _ => {
                self.any(
                    first,
                    "its elements have types by their position, but their number is open",
                );
                Type::List(Box::new(Type::Json))
            }
        }
    }

    /// Whether an array holds one element for each schema in `list`, neither more nor less.
    fn is_exact(&self, part: Part<'t>, list: Value<'t>, facets: &[Part<'t>]) -> bool {
        let len = u64::try_from(list.len()).unwrap_or(u64::MAX);
        let counts = |keyword| {
            let counts: Vec<_> = self.each(facets, keyword).collect();
            counts
                .into_iter()
                .filter_map(|(_, it)| it.as_number()?.as_u64())
        };
        let filled = counts("minItems").any(|it| it >= len);
        let bounded = counts("maxItems").any(|it| it <= len);
        let closed = ["items", "additionalItems", "unevaluatedItems"]
            .iter()
            .any(|it| self.schema.keyword(part, it).and_then(Value::as_bool) == Some(false));
        (1..=12).contains(&len) && filled && (bounded || closed)
    }

    /// Any JSON, with the reason why it is not more.
    pub(super) fn any(&mut self, part: Part<'t>, doubt: Doubt) -> Type {
        self.doubts.push(doubt);
        self.types.notes.push(Note {
            kind: NoteKind::Fallback,
            place: Cursor::new(part.value()).place(),
            message: format!("any JSON here: {doubt}"),
        });
        Type::Json
    }

    /// What `parts` say about themselves.
    pub(super) fn docs(&self, parts: &[Part<'t>]) -> Vec<String> {
        let text = |keyword| self.remark(parts, keyword).and_then(|(_, it)| it.as_str());
        let said = text("description").or_else(|| text("title"));
        docs::lines(said.unwrap_or_default())
    }

    /// Whether no more named types are made.
    pub(super) fn is_full(&self) -> bool {
        self.items >= ITEMS
    }

    pub(super) fn item(&mut self, name: &str, docs: Vec<String>, body: Body) -> ItemId {
        self.items += 1;
        let name = self.types.type_name(self.module, name);
        self.types.add(self.module, &name, docs, body)
    }
}

/// A text that an enum holds, and the schema that describes it.
pub(super) type Text<'t> = (Value<'t>, Option<Part<'t>>);

/// `ty`, or null where `nullable`.
pub(super) fn nullable_if(nullable: bool, ty: Type) -> Type {
    match ty {
        ty if !nullable => ty,
        Type::Json | Type::Null | Type::Nullable(_) => ty,
        ty => Type::Nullable(Box::new(ty)),
    }
}
