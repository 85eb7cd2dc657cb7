//! One pass over a schema: is every keyword what its dialect says, and what do references need to
//! know.

use std::collections::HashMap;

use super::dialect::{Dialect, Shape, TYPES, shape};
use super::pattern::{self, Refusal};
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
}

/// A name within a resource.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor<'t> {
    pub target: Value<'t>,
    pub dynamic: bool,
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
    /// The position of the definition it belongs to, or of the root: a definition is no part of
    /// the schema around it, which only refers to it.
    pub unit: usize,
}

/// What a pass over schemas has collected.
#[derive(Debug, Default)]
pub(super) struct Index<'t> {
    pub resources: Vec<Resource<'t>>,
    pub anchors: HashMap<(usize, &'t str), Anchor<'t>>,
    pub references: Vec<Reference<'t>>,
    pub subs: Vec<Sub>,
    pub faults: Vec<Fault<'t>>,
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
        index.faults.is_empty()
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
        });
        self.resources.len() - 1
    }

    fn fault(&mut self, kind: FaultKind, at: Value<'t>, message: impl Into<String>) {
        self.faults.push(Fault::new(kind, at, message.into()));
    }

    fn invalid(&mut self, at: Value<'t>, message: impl Into<String>) {
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
        let is_root = self
            .resources
            .get(scope.resource)
            .is_some_and(|it| key(it.root) == key(value));
        let alone = scope.dialect.ref_stands_alone()
            && value.get("$ref").is_some_and(|it| it.as_str().is_some());
        let id = value
            .get(scope.dialect.id_keyword())
            .and_then(Value::as_str)
            .filter(|_| !alone);
        let (name, fragment) = id.map_or((None, None), |id| match id.split_once('#') {
            None => (Some(id), None),
            Some((name, fragment)) => (Some(name), Some(fragment)),
        });
        let name = name.filter(|name| !name.is_empty());
        if let Some(name) = name {
            let base = self
                .resources
                .get(scope.resource)
                .map(|it| it.base.as_str());
            let base = uri::resolve(base.unwrap_or_default(), name);
            if is_root {
                if let (Some(base), Some(it)) = (base, self.resources.get_mut(scope.resource)) {
                    it.base = base;
                }
            } else if let Some(base) = base {
                scope.resource = self.add_resource(value, base, scope.dialect);
            }
        }
        if (is_root || name.is_some()) && !self.switch_dialect(value, scope) {
            return false;
        }
        if let Some(it) = self.resources.get_mut(scope.resource)
            && key(it.root) == key(value)
        {
            it.recursive = value.get("$recursiveAnchor").and_then(Value::as_bool) == Some(true);
        }
        if scope.dialect.ref_stands_alone()
            && let Some(fragment) = fragment.filter(|it| !it.is_empty() && !it.starts_with('/'))
        {
            self.anchor(value, fragment, scope.resource, false);
        }
        for (keyword, dynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
            if shape(keyword, scope.dialect) == Some(Shape::Anchor)
                && let Some(name) = value.get(keyword).and_then(Value::as_str)
            {
                self.anchor(value, name, scope.resource, dynamic);
            }
        }
        true
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
        let defines = matches!(keyword, "$defs" | "definitions");
        let below = Scope {
            depth: scope.depth + 1,
            unit: scope.unit.filter(|_| !defines),
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

    fn strings(&mut self, keyword: &str, value: Value<'t>, dialect: Dialect) {
        if !self.expect(keyword, value, Kind::Array, "an array of names") {
            return;
        }
        if dialect == Dialect::Draft4 && value.is_empty() {
            self.invalid(value, format!("in draft-04 `{keyword}` must not be empty"));
        }
        let mut seen = HashMap::new();
        for element in value.elements() {
            let Some(name) = element.as_str() else {
                let kind = element.kind().with_article();
                self.invalid(
                    element,
                    format!("`{keyword}` holds names: strings, not {kind}"),
                );
                continue;
            };
            if seen.insert(name, ()).is_some() {
                self.invalid(element, format!("`{name}` is named twice in `{keyword}`"));
            }
        }
    }

    fn types(&mut self, value: Value<'t>) {
        let known = TYPES.map(|name| format!("`{name}`")).join(", ");
        if !value.is_array() {
            return self.type_name(value, &known);
        }
        if value.is_empty() {
            self.invalid(value, format!("`type` must name at least one of {known}"));
        }
        let mut seen = Vec::new();
        for element in value.elements() {
            self.type_name(element, &known);
            let Some(name) = element.as_str().filter(|name| TYPES.contains(name)) else {
                continue;
            };
            if seen.contains(&name) {
                self.invalid(element, format!("`type` names `{name}` twice"));
            }
            seen.push(name);
        }
    }

    fn type_name(&mut self, value: Value<'t>, known: &str) {
        match value.as_str() {
            Some(name) if TYPES.contains(&name) => {}
            Some(name) => self.invalid(value, format!("`{name}` is no type; there are {known}")),
            None => {
                let kind = value.kind().with_article();
                self.invalid(
                    value,
                    format!("`type` must name one of {known}, not be {kind}"),
                );
            }
        }
    }

    fn scalar(&mut self, keyword: &str, value: Value<'t>, shape: Shape, dialect: Dialect) {
        match shape {
            Shape::Bool => {
                self.expect(keyword, value, Kind::Bool, "`true` or `false`");
            }
            Shape::List => {
                self.expect(keyword, value, Kind::Array, "an array");
            }
            Shape::BoolMap => {
                if self.expect(keyword, value, Kind::Object, "an object of booleans") {
                    for member in value.members() {
                        self.expect(keyword, member.value, Kind::Bool, "`true` or `false`");
                    }
                }
            }
            Shape::Number => {
                self.expect(keyword, value, Kind::Number, "a number");
            }
            Shape::Positive => {
                if self.expect(keyword, value, Kind::Number, "a number")
                    && value
                        .as_number()
                        .is_some_and(|it| !is_positive(it.lexeme()))
                {
                    self.invalid(value, format!("`{keyword}` must be greater than zero"));
                }
            }
            Shape::Count => {
                let whole = value
                    .as_number()
                    .is_some_and(|it| it.is_integer() && !is_negative(it.lexeme()));
                if !whole {
                    let message = format!("`{keyword}` must be a whole number from 0 up");
                    self.invalid(value, message);
                }
            }
            Shape::String
            | Shape::Pattern
            | Shape::Reference
            | Shape::Identifier
            | Shape::Anchor => {
                if self.expect(keyword, value, Kind::String, "a string") {
                    self.text(keyword, value, shape, dialect);
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, keyword: &str, value: Value<'t>, shape: Shape, dialect: Dialect) {
        let text = value.as_str().unwrap_or_default();
        match shape {
            Shape::Pattern => self.pattern(value, text, false),
            Shape::Reference | Shape::Identifier if !uri::is_reference(text) => {
                self.invalid(value, format!("`{text}` is no URI reference (RFC 3986)"));
            }
            Shape::Identifier
                if dialect >= Dialect::Draft2019
                    && text.split_once('#').is_some_and(|(_, it)| !it.is_empty()) =>
            {
                self.invalid(
                    value,
                    format!(
                        "`{keyword}` must not have a fragment; `$anchor` names a part of a schema"
                    ),
                );
            }
            Shape::Anchor if !is_anchor(text, dialect) => {
                self.invalid(
                    value,
                    format!("`{keyword}` must begin with a letter and hold only letters, digits and `-._`"),
                );
            }
            _ => {}
        }
    }

    fn pattern(&mut self, value: Value<'t>, pattern: &str, is_name: bool) {
        let (kind, why) = match pattern::check(pattern) {
            Ok(()) => return,
            Err(Refusal::Syntax(why)) => (FaultKind::Invalid, why),
            Err(Refusal::TooLarge) => (FaultKind::TooComplex, "it is too large".to_owned()),
        };
        let shown: String = pattern.chars().take(60).collect();
        let message = match kind {
            FaultKind::TooComplex => format!("the pattern `{shown}`: {why}"),
            _ => format!("`{shown}` is no regular expression of ECMA-262: {why}"),
        };
        let mut fault = Fault::new(kind, value, message);
        fault.at_key = is_name;
        self.faults.push(fault);
    }

    fn expect(&mut self, keyword: &str, value: Value<'t>, kind: Kind, wanted: &str) -> bool {
        if value.kind() == kind {
            return true;
        }
        let found = value.kind().with_article();
        self.invalid(value, format!("`{keyword}` must be {wanted}, not {found}"));
        false
    }
}

fn is_negative(lexeme: &str) -> bool {
    lexeme.starts_with('-') && !is_zero(lexeme)
}

fn is_positive(lexeme: &str) -> bool {
    !lexeme.starts_with('-') && !is_zero(lexeme)
}

fn is_zero(lexeme: &str) -> bool {
    let mantissa = lexeme.split(['e', 'E']).next().unwrap_or_default();
    !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}

fn is_anchor(name: &str, dialect: Dialect) -> bool {
    let mut bytes = name.bytes();
    let (first, rest): (&[u8], &[u8]) = if dialect == Dialect::Draft2019 {
        (b"", b"-._:")
    } else {
        (b"_", b"-._")
    };
    bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || first.contains(&byte))
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || rest.contains(&byte))
}
