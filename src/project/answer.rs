//! The results that a server of a revision would send.

use std::borrow::Cow;
use std::fmt;

use super::left_out::{LeftOut, Why};
use super::page::{Page, Pages};
use super::{Budget, TooLarge};
use crate::document::{Cursor, Document, Namespace, PrimitiveKind, Scoped};
use crate::mcp::{self, ObjectType, Revision, Revisions};
use crate::source::{Draft, Kind, Limits};

/// A request whose result follows from a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// `tools/list`, `resources/list`, `resources/templates/list` or `prompts/list`
    List(PrimitiveKind),
    /// `initialize`, up to 2025-11-25
    Initialize,
    /// `server/discover`, from 2026-07-28 on
    Discover,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::List(PrimitiveKind::Tool),
        Self::List(PrimitiveKind::Resource),
        Self::List(PrimitiveKind::ResourceTemplate),
        Self::List(PrimitiveKind::Prompt),
        Self::Initialize,
        Self::Discover,
    ];

    /// Its name in MCP.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::List(PrimitiveKind::Tool) => "tools/list",
            Self::List(PrimitiveKind::Resource) => "resources/list",
            Self::List(PrimitiveKind::ResourceTemplate) => "resources/templates/list",
            Self::List(PrimitiveKind::Prompt) => "prompts/list",
            Self::Initialize => "initialize",
            Self::Discover => "server/discover",
        }
    }

    /// The method of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// The revisions that define it.
    pub fn revisions(self) -> Revisions {
        match self {
            Self::List(_) => Revisions::ALL,
            Self::Initialize => Revisions::before(Revision::V2026_07_28),
            Self::Discover => Revisions::since(Revision::V2026_07_28),
        }
    }

    /// The revisions in which its result says how long it may be cached.
    pub fn cacheable(self) -> Revisions {
        self.revisions().and(mcp::CACHEABLE_LISTS)
    }
}

/// Who may share a cached result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheScope {
    /// Everybody.
    Public,
    /// Only requests with the same authorization.
    #[default]
    Private,
}

/// What a description does not say about an answer.
#[derive(Debug, Clone, Default)]
pub struct AnswerOptions {
    /// For how many milliseconds the result may be cached; only 2026-07-28 sends it.
    pub ttl_ms: u64,
    /// Who may share a cached result; only 2026-07-28 sends it.
    pub cache_scope: CacheScope,
    /// A part of a list, instead of all of it.
    pub page: Option<Page>,
    /// Bounds on what is written.
    pub limits: Limits,
}

/// A result that a server would send.
#[derive(Debug)]
pub struct Answer<'t> {
    /// The value of the response's `result`.
    pub result: Draft<'t>,
    /// What the description has and the result has not, in the order of the document.
    pub left_out: Vec<LeftOut<'t>>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy)]
pub enum Unanswered<'t> {
    /// The revision does not define the method.
    Undefined(Method, Revision),
    /// The result of the method is no list and has no pages.
    NotPaged(Method),
    /// The cursor was not made for this list.
    UnknownCursor,
    /// With references resolved the result would be too large.
    TooLarge(TooLarge<'t>),
}

impl fmt::Display for Unanswered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(method, revision) => {
                write!(
                    f,
                    "MCP {revision} has no `{}`, which belongs to {}",
                    method.as_str(),
                    method.revisions()
                )
            }
            Self::NotPaged(method) => {
                write!(f, "the result of `{}` has no pages", method.as_str())
            }
            Self::UnknownCursor => f.write_str(
                "the cursor is unknown: take the `nextCursor` of a page of the same list",
            ),
            Self::TooLarge(too_large) => too_large.fmt(f),
        }
    }
}

/// The result of `method` that a server of `revision` would send. The document must be valid and
/// declare the revision.
///
/// References are resolved; whatever MCP does not define for the objects of the result in this
/// revision is left out, and so is everything that describes rather than declares: examples, tags,
/// security, extensions. Schemas, annotations and `_meta` are carried as they are.
///
/// # Errors
///
/// [`Unanswered`] where the revision does not define the method, or the page does not exist.
///
/// ```
/// use mcpdesc::mcp::Revision;
/// use mcpdesc::project::{AnswerOptions, Method, answer};
/// use mcpdesc::{Options, load, source};
///
/// let text = br#"{
///   "mcpdesc": "0.8.0",
///   "info": {"name": "notes", "version": "1.0.0"},
///   "protocolVersions": ["2026-07-28"],
///   "tools": [{"name": "sync", "inputSchema": {"type": "object"}, "deprecated": true}]
/// }"#;
/// let loaded = load(text, &Options::default());
/// let document = loaded.document().expect("the text holds an object");
/// let method = Method::parse("tools/list").expect("MCP knows it");
/// let answer = answer(document, method, Revision::V2026_07_28, &AnswerOptions::default())
///     .expect("the revision defines it");
/// assert_eq!(answer.left_out.len(), 1);
/// let json = source::write(&answer.result, source::Format::Json);
/// assert!(json.contains("sync") && json.contains("ttlMs") && !json.contains("deprecated"));
/// ```
pub fn answer<'t>(
    document: &'t Document,
    method: Method,
    revision: Revision,
    options: &AnswerOptions,
) -> Result<Answer<'t>, Unanswered<'t>> {
    if !method.revisions().contains(revision) {
        return Err(Unanswered::Undefined(method, revision));
    }
    let mut sender = Sender {
        document,
        revision,
        budget: Budget::new(options.limits),
        left_out: Vec::new(),
        too_large: None,
    };
    let mut result = match method {
        Method::List(kind) => sender.list(kind, options.page.as_ref())?,
        _ if options.page.is_some() => return Err(Unanswered::NotPaged(method)),
        Method::Initialize => sender.initialize(),
        Method::Discover => sender.discover(),
    };
    if method.cacheable().contains(revision) {
        let scope = match options.cache_scope {
            CacheScope::Public => "public",
            CacheScope::Private => "private",
        };
        result.extend([
            member("resultType", Draft::string("complete")),
            member("ttlMs", Draft::Number(options.ttl_ms.to_string().into())),
            member("cacheScope", Draft::string(scope)),
        ]);
    }
    sender.left_out.sort_by_key(|it| it.at.value().span());
    match sender.too_large {
        Some(too_large) => Err(Unanswered::TooLarge(too_large)),
        None => Ok(Answer {
            result: Draft::Object(result),
            left_out: sender.left_out,
        }),
    }
}

type Members<'t> = Vec<(Cow<'t, str>, Draft<'t>)>;

fn member<'t>(key: &'static str, draft: Draft<'t>) -> (Cow<'t, str>, Draft<'t>) {
    (Cow::Borrowed(key), draft)
}

/// Turns declarations into what goes over the wire.
struct Sender<'t> {
    document: &'t Document,
    revision: Revision,
    budget: Budget,
    left_out: Vec<LeftOut<'t>>,
    too_large: Option<TooLarge<'t>>,
}

impl<'t> Sender<'t> {
    fn list(
        &mut self,
        kind: PrimitiveKind,
        page: Option<&Page>,
    ) -> Result<Members<'t>, Unanswered<'t>> {
        let (object, key) = match kind {
            PrimitiveKind::Tool => (&mcp::TOOL, "tools"),
            PrimitiveKind::Resource => (&mcp::RESOURCE, "resources"),
            PrimitiveKind::ResourceTemplate => (&mcp::RESOURCE_TEMPLATE, "resourceTemplates"),
            PrimitiveKind::Prompt => (&mcp::PROMPT, "prompts"),
        };
        let mut kept = Vec::new();
        for primitive in self.document.primitives_of(kind) {
            if self.applies(primitive.scope, primitive.cursor) {
                kept.push(primitive.cursor);
            }
        }
        let mut next = None;
        if let Some(page) = page {
            let identity = |it: &Cursor<'t>| it.str(kind.identifier()).unwrap_or_default();
            let pages = Pages {
                method: Method::List(kind),
                revision: self.revision,
                identities: kept.iter().map(identity).collect(),
            };
            let (range, cursor) = pages.cut(page).ok_or(Unanswered::UnknownCursor)?;
            kept = kept.get(range).unwrap_or_default().to_vec();
            next = cursor;
        }
        let entries = kept.into_iter().map(|it| self.object(object, it));
        let mut result = vec![member(key, Draft::Array(entries.collect()))];
        result.extend(next.map(|cursor| member("nextCursor", Draft::string(cursor))));
        Ok(result)
    }

    fn initialize(&mut self) -> Members<'t> {
        let mut result = vec![
            member("protocolVersion", Draft::string(self.revision.as_str())),
            member("capabilities", self.capabilities()),
            member("serverInfo", self.info()),
        ];
        result.extend(self.instructions());
        result
    }

    fn discover(&mut self) -> Members<'t> {
        let versions = self.document.root().get("protocolVersions");
        let versions = versions.map_or(Draft::Array(Vec::new()), copy);
        let mut result = vec![
            member("supportedVersions", versions),
            member("capabilities", self.capabilities()),
        ];
        result.extend(self.instructions());
        let info = vec![member("io.modelcontextprotocol/serverInfo", self.info())];
        result.push(member("_meta", Draft::Object(info)));
        result
    }

    fn info(&mut self) -> Draft<'t> {
        match self.document.root().get("info") {
            Some(info) => self.object(&mcp::IMPLEMENTATION, info),
            None => Draft::Object(Vec::new()),
        }
    }

    fn instructions(&self) -> Option<(Cow<'t, str>, Draft<'t>)> {
        let instructions = self.document.root().get("instructions")?;
        Some(member("instructions", copy(instructions)))
    }

    /// The declared capabilities, and an empty one for every kind of primitive that is declared
    /// without a word about it.
    fn capabilities(&mut self) -> Draft<'t> {
        let mut members = Vec::new();
        for Scoped { cursor, scope } in self.document.capabilities() {
            if self.applies(scope, cursor) {
                members = self.members(&mcp::SERVER_CAPABILITIES, cursor);
            }
        }
        for kind in PrimitiveKind::ALL {
            let key = match kind {
                PrimitiveKind::Tool => "tools",
                PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => "resources",
                PrimitiveKind::Prompt => "prompts",
            };
            let mut scopes = self.document.primitives_of(kind).filter_map(|it| it.scope);
            let is_offered = scopes.any(|scope| scope.contains(self.revision));
            if is_offered && !members.iter().any(|(name, _)| name == key) {
                members.push(member(key, Draft::Object(Vec::new())));
            }
        }
        Draft::Object(members)
    }

    /// Whether a declaration is sent at all.
    fn applies(&mut self, scope: Option<Revisions>, declaration: Cursor<'t>) -> bool {
        let applies = scope.is_some_and(|scope| scope.contains(self.revision));
        if !applies {
            self.leave_out(declaration, Why::OutOfScope(self.revision));
        }
        applies
    }

    /// An object as MCP defines it.
    fn object(&mut self, object: &'static ObjectType, declaration: Cursor<'t>) -> Draft<'t> {
        Draft::Object(self.members(object, declaration))
    }

    fn members(&mut self, object: &'static ObjectType, declaration: Cursor<'t>) -> Members<'t> {
        let mut kept = Vec::with_capacity(declaration.members().len());
        for (key, value) in declaration.members() {
            let why = match object.member(key) {
                Some(it) if it.defined.contains(self.revision) => {
                    kept.push((Cow::Borrowed(key), self.value(key, value)));
                    continue;
                }
                Some(_) => Why::Undefined(object.name, self.revision),
                None if key.starts_with("x-") => Why::Extension,
                // Applicability is what a projection decides by; it has been used up.
                None if key == "protocolVersions" => continue,
                None => Why::Metadata(object.name),
            };
            self.leave_out(value, why);
        }
        kept
    }

    /// What a member holds, with the objects of the description in it turned as well.
    fn value(&mut self, key: &str, value: Cursor<'t>) -> Draft<'t> {
        match key {
            "inputSchema" | "outputSchema" => self.schema(value),
            "icons" => self.objects(&mcp::ICON, value),
            "arguments" => self.objects(&mcp::PROMPT_ARGUMENT, value),
            "resources" if value.kind() == Kind::Object => {
                self.object(&mcp::RESOURCES_CAPABILITY, value)
            }
            "tools" | "prompts" if value.kind() == Kind::Object => {
                self.object(&mcp::LIST_CAPABILITY, value)
            }
            "experimental" => self.experimental(value),
            _ => copy(value),
        }
    }

    fn objects(&mut self, object: &'static ObjectType, array: Cursor<'t>) -> Draft<'t> {
        Draft::Array(array.elements().map(|it| self.object(object, it)).collect())
    }

    /// Descriptions may hold any value for an experimental capability, MCP knows objects only: one
    /// that is none would make clients refuse the whole result.
    fn experimental(&mut self, capabilities: Cursor<'t>) -> Draft<'t> {
        let mut kept = Vec::new();
        for (name, value) in capabilities.members() {
            if value.kind() == Kind::Object {
                kept.push((Cow::Borrowed(name), copy(value)));
            } else {
                self.leave_out(value, Why::NotAnObject);
            }
        }
        Draft::Object(kept)
    }

    fn schema(&mut self, schema: Cursor<'t>) -> Draft<'t> {
        let resolved = self.document.resolve(schema, Namespace::Schemas).value();
        let resolved = resolved.unwrap_or(schema);
        if resolved.is_referenced()
            && let Err(too_large) = self.budget.take(resolved)
        {
            self.too_large.get_or_insert(too_large);
        }
        copy(resolved)
    }

    fn leave_out(&mut self, at: Cursor<'t>, why: Why) {
        self.left_out.push(LeftOut { at, why });
    }
}

fn copy(cursor: Cursor<'_>) -> Draft<'_> {
    Draft::Copy(cursor.value())
}
