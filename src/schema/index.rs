//! One pass over a schema: is every keyword what its dialect says, and what do references need to
//! know.

use std::collections::HashMap;

use super::dialect::{Dialect, Shape, shape};
use super::uri;
use super::{Fault, FaultKind};
use crate::source::{Kind, NodeId, Value};

/// Schemas inside one another.
pub(crate) const DEPTH: usize = 64;

/// Subschemas of one embedded schema, what it refers to included.
const SUBSCHEMAS: usize = 20_000;

/// Names a value across trees: the embedded schema's own, and those of a catalogue.
pub(super) type Key = (usize, NodeId);

/// The key of a value.
pub(super) fn key(value: Value<'_>) -> Key {
    (std::ptr::from_ref(value.tree()).addr(), value.id())
}

/// A schema with an identity of its own, against which the references below it resolve.
#[derive(Debug)]
pub(super) struct Resource<'t> {
    pub root: Value<'t>,
    pub dialect: Dialect,
    /// The absolute URI without fragment.
    pub base: String,
    /// 2019-09's `$recursiveAnchor: true`.
    pub recursive: bool,
    /// Its dialect is not known, so what is in it was not read.
    pub unread: bool,
}

/// A name within a resource.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor<'t> {
    pub target: Value<'t>,
    pub dynamic: bool,
}

/// A name that a schema gives itself, where it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'t> {
    /// The string that ends in the name.
    pub at: Value<'t>,
    pub name: &'t str,
    pub resource: usize,
}

/// Which keyword refers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refers {
    Plain,
    Dynamic,
    Recursive,
}

/// A reference that was met.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reference<'t> {
    /// The string that refers.
    pub at: Value<'t>,
    pub refers: Refers,
    pub resource: usize,
    /// The position of the schema that holds it among the subschemas.
    pub holder: usize,
}

/// A subschema.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sub {
    pub key: Key,
    /// The position after its last descendant.
    pub end: usize,
    /// The position of the outermost schema that applies to the same value. Definitions only
    /// apply where something refers to them, and schemas of members and elements to other values.
    pub unit: usize,
}

/// What a pass over schemas has collected.
#[derive(Debug, Default)]
pub(super) struct Index<'t> {
    pub resources: Vec<Resource<'t>>,
    pub anchors: HashMap<(usize, &'t str), Anchor<'t>>,
    /// Every name of `anchors`, also where it is given twice.
    pub named: Vec<Named<'t>>,
    pub references: Vec<Reference<'t>>,
    pub subs: Vec<Sub>,
    pub faults: Vec<Fault<'t>>,
    /// Patterns, or values named by one, that only trying shows to be usable.
    pub untried: Vec<(Value<'t>, bool)>,
    /// Whether some schema asks what others left unevaluated.
    pub unevaluated: bool,
    /// Whether a limit ended the pass early.
    pub exceeded: bool,
}

/// Where the pass is.
#[derive(Clone, Copy)]
struct Scope {
    resource: usize,
    dialect: Dialect,
    depth: usize,
    /// The unit of the subschemas here; `None` where each is one of its own.
    unit: Option<usize>,
}

impl<'t> Index<'t> {
    /// Whether `value` is a valid schema of `dialect`, references aside.
    pub(super) fn is_valid(value: Value<'t>, dialect: Dialect) -> bool {
        let mut index = Self::default();
        index.add_root(value, uri::NOWHERE, dialect);
        index.faults.iter().all(|it| it.kind == FaultKind::Unusable)
    }

    /// Reads the schema at `root` as a resource of its own; gives the resource.
    pub(super) fn add_root(&mut self, root: Value<'t>, base: &str, default: Dialect) -> usize {
        let resource = self.add_resource(root, base.to_owned(), default);
        self.fragment_of(resource, root, 0);
        resource
    }

    /// Reads a schema that stands where no keyword has one, but which a reference means.
    pub(super) fn add_target(&mut self, target: Value<'t>, resource: usize) {
        self.fragment_of(resource, target, 1);
    }

    fn fragment_of(&mut self, resource: usize, root: Value<'t>, depth: usize) {
        let Some(dialect) = self.resources.get(resource).map(|it| it.dialect) else {
            return;
        };
        let scope = Scope {
            resource,
            dialect,
            depth,
            unit: None,
        };
        self.schema(root, scope);
    }

    fn add_resource(&mut self, root: Value<'t>, base: String, dialect: Dialect) -> usize {
        self.resources.push(Resource {
            root,
            dialect,
            base,
            recursive: false,
            unread: false,
        });
        self.resources.len() - 1
    }

    pub(super) fn fault(&mut self, kind: FaultKind, at: Value<'t>, message: impl Into<String>) {
        self.faults.push(Fault::new(kind, at, message.into()));
    }

    pub(super) fn invalid(&mut self, at: Value<'t>, message: impl Into<String>) {
        self.fault(FaultKind::Invalid, at, message);
    }

    fn schema(&mut self, value: Value<'t>, mut scope: Scope) {
        if self.exceeded {
            return;
        }
        if self.subs.len() >= SUBSCHEMAS || scope.depth >= DEPTH {
            self.exceeded = true;
            let limit = if scope.depth >= DEPTH {
                format!("it nests more than {DEPTH} schemas inside one another")
            } else {
                format!("it has more than {SUBSCHEMAS} subschemas")
            };
            return self.fault(FaultKind::TooComplex, value, limit);
        }
        let holder = self.subs.len();
        let unit = *scope.unit.get_or_insert(holder);
        self.subs.push(Sub {
            key: key(value),
            end: holder + 1,
            unit,
        });
        match value.kind() {
            Kind::Object => {
                if self.identify(value, &mut scope) {
                    self.keywords(value, scope, holder);
                }
            }
            Kind::Bool if scope.dialect > Dialect::Draft4 => {}
            kind => {
                let either = if scope.dialect > Dialect::Draft4 {
                    " or a boolean"
                } else {
                    ""
                };
                self.invalid(
                    value,
                    format!(
                        "this must be a schema: an object{either}, not {}",
                        kind.with_article()
                    ),
                );
            }
        }
        let end = self.subs.len();
        if let Some(sub) = self.subs.get_mut(holder) {
            sub.end = end;
        }
    }

    /// Takes note of `$schema`, `$id` and anchors; `false` where the dialect is not known, so that
    /// nothing can be said of the rest.
    fn identify(&mut self, value: Value<'t>, scope: &mut Scope) -> bool {
        let names = |key: &str| key.starts_with('$') || key == "id";
        if !value.members().any(|member| names(member.key)) {
            return true;
        }
        let is_root = self.root_of(scope.resource) == Some(key(value));
        // The dialect that a schema declares decides which keyword identifies it.
        let declared = value.get("$schema").and_then(Value::as_str);
        let dialect = declared.and_then(Dialect::from_uri);
        let id = identifier(value, dialect.unwrap_or(scope.dialect));
        let (name, fragment) = id.map_or((None, None), |id| match id.split_once('#') {
            None => (Some(id), None),
            Some((name, fragment)) => (Some(name), Some(fragment)),
        });
        let name = name.filter(|name| !name.is_empty());
        if let Some(name) = name {
            self.enter(value, name, is_root, scope);
        }
        if (is_root || name.is_some()) && !self.switch_dialect(value, scope) {
            if let Some(it) = self.resources.get_mut(scope.resource) {
                it.unread = true;
            }
            return false;
        }
        if self.root_of(scope.resource) == Some(key(value))
            && let Some(it) = self.resources.get_mut(scope.resource)
        {
            it.recursive = value.get("$recursiveAnchor").and_then(Value::as_bool) == Some(true);
        }
        self.anchors_of(value, fragment, *scope);
        true
    }

    fn root_of(&self, resource: usize) -> Option<Key> {
        self.resources.get(resource).map(|it| key(it.root))
    }

    /// Begins the resource that a schema with the identifier `name` is.
    fn enter(&mut self, value: Value<'t>, name: &str, is_root: bool, scope: &mut Scope) {
        let outer = self
            .resources
            .get(scope.resource)
            .map(|it| it.base.as_str());
        let Some(base) = uri::resolve(outer.unwrap_or_default(), name) else {
            return;
        };
        match self.resources.get_mut(scope.resource) {
            Some(it) if is_root => it.base = base,
            _ => scope.resource = self.add_resource(value, base, scope.dialect),
        }
    }

    /// Takes note of the names of a schema; `fragment` is that of its identifier, which names it
    /// before 2019-09.
    fn anchors_of(&mut self, value: Value<'t>, fragment: Option<&'t str>, scope: Scope) {
        if scope.dialect.ref_stands_alone()
            && let Some(fragment) = fragment.filter(|it| !it.is_empty() && !it.starts_with('/'))
        {
            self.anchor(value, fragment, scope.resource, false);
            self.named(value, scope.dialect.id_keyword(), fragment, scope);
        }
        for (keyword, dynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
            if shape(keyword, scope.dialect) == Some(Shape::Anchor)
                && let Some(name) = value.get(keyword).and_then(Value::as_str)
            {
                self.anchor(value, name, scope.resource, dynamic);
                self.named(value, keyword, name, scope);
            }
        }
    }

    /// Notes where a schema is given a name.
    fn named(&mut self, schema: Value<'t>, keyword: &str, name: &'t str, scope: Scope) {
        if let Some(at) = schema.get(keyword) {
            let resource = scope.resource;
            self.named.push(Named { at, name, resource });
        }
    }

    fn switch_dialect(&mut self, value: Value<'t>, scope: &mut Scope) -> bool {
        let Some(declared) = value.get("$schema") else {
            return true;
        };
        let Some(uri) = declared.as_str() else {
            let kind = declared.kind().with_article();
            self.fault(
                FaultKind::Dialect,
                declared,
                format!("`$schema` must be a string that names a dialect, not {kind}"),
            );
            return false;
        };
        let Some(dialect) = Dialect::from_uri(uri) else {
            self.fault(
                FaultKind::Dialect,
                declared,
                format!("the JSON Schema dialect `{uri}` is not supported"),
            );
            return false;
        };
        scope.dialect = dialect;
        if let Some(it) = self.resources.get_mut(scope.resource) {
            it.dialect = dialect;
        }
        true
    }

    fn anchor(&mut self, target: Value<'t>, name: &'t str, resource: usize, dynamic: bool) {
        let anchor = self.anchors.entry((resource, name)).or_insert(Anchor {
            target,
            dynamic: false,
        });
        if key(anchor.target) == key(target) {
            anchor.dynamic |= dynamic;
        } else {
            let message = format!("the name `{name}` is given to two schemas");
            self.invalid(target, message);
        }
    }

    fn keywords(&mut self, schema: Value<'t>, scope: Scope, holder: usize) {
        for member in schema.members() {
            let Some(shape) = shape(member.key, scope.dialect) else {
                continue;
            };
            let refers = match member.key {
                "$ref" => Some(Refers::Plain),
                "$dynamicRef" => Some(Refers::Dynamic),
                "$recursiveRef" if scope.dialect == Dialect::Draft2019 => Some(Refers::Recursive),
                _ => None,
            };
            if let Some(refers) = refers
                && member.value.as_str().is_some()
            {
                self.references.push(Reference {
                    at: member.value,
                    refers,
                    resource: scope.resource,
                    holder,
                });
            }
            self.unevaluated |= member.key.starts_with("unevaluated");
            self.keyword(member.key, member.value, shape, scope);
        }
        if scope.dialect == Dialect::Draft4 {
            self.exclusive_limits(schema);
        }
    }

    /// In draft 4 the exclusive forms only modify the plain ones.
    fn exclusive_limits(&mut self, schema: Value<'t>) {
        for (modifier, limit) in [
            ("exclusiveMaximum", "maximum"),
            ("exclusiveMinimum", "minimum"),
        ] {
            if let Some(value) = schema.get(modifier)
                && schema.get(limit).is_none()
            {
                self.invalid(
                    value,
                    format!("in draft-04 `{modifier}` needs `{limit}` beside it"),
                );
            }
        }
    }

    fn keyword(&mut self, keyword: &'t str, value: Value<'t>, shape: Shape, scope: Scope) {
        let below = Scope {
            depth: scope.depth + 1,
            unit: scope.unit.filter(|_| is_in_place(keyword)),
            ..scope
        };
        match shape {
            Shape::Schema => self.schema(value, below),
            Shape::SchemaOrBool if value.kind() == Kind::Bool => {}
            Shape::SchemaOrBool => self.schema(value, below),
            Shape::SchemaList => self.schema_list(keyword, value, below),
            Shape::SchemaOrList if value.is_array() => self.schema_list(keyword, value, below),
            Shape::SchemaOrList => self.schema(value, below),
            Shape::SchemaMap | Shape::PatternMap => {
                if self.expect(keyword, value, Kind::Object, "an object of schemas") {
                    for member in value.members() {
                        if shape == Shape::PatternMap {
                            self.pattern(member.value, member.key, true);
                        }
                        self.schema(member.value, below);
                    }
                }
            }
            Shape::Dependencies => {
                if self.expect(keyword, value, Kind::Object, "an object") {
                    for member in value.members() {
                        if member.value.is_array() {
                            self.strings(keyword, member.value, scope.dialect);
                        } else {
                            self.schema(member.value, below);
                        }
                    }
                }
            }
            Shape::StringsMap => {
                if self.expect(keyword, value, Kind::Object, "an object of arrays of names") {
                    for member in value.members() {
                        self.strings(keyword, member.value, scope.dialect);
                    }
                }
            }
            Shape::Strings => self.strings(keyword, value, scope.dialect),
            Shape::Types => self.types(value),
            _ => self.scalar(keyword, value, shape, scope.dialect),
        }
    }

    fn schema_list(&mut self, keyword: &str, value: Value<'t>, scope: Scope) {
        if !self.expect(keyword, value, Kind::Array, "an array of schemas") {
            return;
        }
        if value.is_empty() {
            self.invalid(value, format!("`{keyword}` must hold at least one schema"));
        }
        for element in value.elements() {
            self.schema(element, scope);
        }
    }
}

/// Whether the schemas under `keyword` apply to the same value as the schema that has it.
fn is_in_place(keyword: &str) -> bool {
    matches!(
        keyword,
        "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "dependentSchemas"
            | "dependencies"
    )
}

/// What a schema calls itself, unless a reference beside it makes that void.
fn identifier<'t>(value: Value<'t>, dialect: Dialect) -> Option<&'t str> {
    let void =
        dialect.ref_stands_alone() && value.get("$ref").is_some_and(|it| it.as_str().is_some());
    let id = value.get(dialect.id_keyword())?.as_str()?;
    (!void).then_some(id)
}
