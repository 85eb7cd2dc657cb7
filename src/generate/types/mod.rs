//! Rust types of JSON Schemas, prompt arguments and template variables.
//!
//! Every value that is valid by a schema can be read as its type and is written back the same,
//! apart from members the schema does not know, defaults that are filled in, and numbers such as
//! `1.0` for `1`. Where that is not sure, the type is `serde_json::Value`, and a note says why.
//!
//! Two things are left to the caller of generated code: an `integer` may be written `1.0`, which
//! no integer type of Rust reads, so numbers are brought to their plain form before; and a number
//! is a double unless it is an `integer`, so digits beyond the sixteenth may be rounded.

mod cycles;
mod defaults;
mod depth;
mod facets;
mod model;
mod numbers;
mod objects;
mod read;
mod render;
mod unions;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use super::digest::Digest;
use super::docs;
use super::model::{Note, VariableKind};
use super::names::Names;
use crate::document::{Cursor, Document, Namespace};
use crate::schema::{Catalog, Schema, Schemas};
use crate::source::Value;
use model::{Body, Field, Item, Presence, Type};

/// What a type is for. Its name in its module is the same word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The input of a Tool.
    Input,
    /// The structured output of a Tool.
    Output,
    /// The arguments of a Prompt.
    Arguments,
    /// The variables of a Resource Template.
    Variables,
}

impl Role {
    const ALL: [Self; 4] = [Self::Input, Self::Output, Self::Arguments, Self::Variables];

    /// The name of its type.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "Input",
            Self::Output => "Output",
            Self::Arguments => "Arguments",
            Self::Variables => "Variables",
        }
    }
}

/// A prompt argument or a template variable.
#[derive(Debug, Clone)]
pub struct TextField<'a> {
    /// Its name in the description.
    pub name: &'a str,
    /// What the description says about it.
    pub description: Option<&'a str>,
    /// Whether it is always there.
    pub required: bool,
    /// How much it holds.
    pub kind: VariableKind,
}

/// Collects the types of a description, a module for each function.
#[derive(Debug)]
pub struct Types<'t> {
    document: &'t Document,
    modules: Vec<Module>,
    by_name: HashMap<String, usize>,
    items: Vec<Item>,
    notes: Vec<Note>,
    schemas: Schemas<'t>,
}

/// No schemas besides those of the description: generated servers have no others either.
static NO_OTHERS: LazyLock<Catalog> = LazyLock::new(Catalog::new);

/// The types of one function.
#[derive(Debug)]
struct Module {
    name: String,
    names: Names,
}

/// The types of a description, written down.
#[derive(Debug)]
pub struct Typed {
    /// The Rust code of a module that is called `types`, without a header.
    pub code: String,
    /// A digest of each module's part of it, by the module's name.
    pub digests: HashMap<String, String>,
    /// What could not be expressed.
    pub notes: Vec<Note>,
}

impl<'t> Types<'t> {
    /// No types yet.
    pub fn new(document: &'t Document) -> Self {
        Self {
            document,
            modules: Vec::new(),
            by_name: HashMap::new(),
            items: Vec::new(),
            notes: Vec::new(),
            schemas: Schemas::new(&NO_OTHERS),
        }
    }

    /// The type for values of `schema`, which may be a Reference Object; in the module `module`,
    /// an identifier that each function has for itself. Gives its path, such as
    /// `types::get_weather::Input`.
    pub fn root(&mut self, module: &str, role: Role, schema: Cursor<'t>) -> String {
        let module_id = self.module(module);
        let schema = self.document.resolve(schema, Namespace::Schemas).value();
        let ty = schema.map_or(Type::Json, |schema| self.read_root(module_id, role, schema));
        if let Type::Item(id) = ty {
            if let Some(item) = self.items.get_mut(id) {
                role.as_str().clone_into(&mut item.name);
            }
            return path(module, role);
        }
        let ty = match (ty, role) {
            (Type::Json, Role::Input) => Type::JsonObject,
            (ty, _) => ty,
        };
        self.add(module_id, role.as_str(), Vec::new(), Body::Alias(ty));
        path(module, role)
    }

    /// The type that holds texts: the arguments of a Prompt, the variables of a template. Gives its
    /// path.
    pub fn strings(&mut self, module: &str, role: Role, fields: &[TextField<'_>]) -> String {
        let module_id = self.module(module);
        let mut names = Names::new();
        let fields = fields.iter().map(|field| Field {
            name: names.field(field.name),
            original: field.name.to_owned(),
            ty: match field.kind {
                VariableKind::Text => Type::Text,
                VariableKind::List => Type::List(Box::new(Type::Text)),
            },
            presence: match field.required {
                true => Presence::Required,
                false => Presence::Optional,
            },
            docs: docs::lines(field.description.unwrap_or_default()),
        });
        let fields = fields.collect();
        let extra = None;
        self.add(
            module_id,
            role.as_str(),
            Vec::new(),
            Body::Struct { fields, extra },
        );
        path(module, role)
    }

    /// All of them as Rust code.
    pub fn finish(mut self) -> Typed {
        cycles::cut(&mut self.items);
        let modules = render::render(&self.modules, &self.items);
        let digest = |code: &str| {
            let mut digest = Digest::new();
            digest.text(code);
            digest.finish()
        };
        let names = self.modules.iter().map(|it| it.name.clone());
        Typed {
            code: render::whole(&modules),
            digests: names.zip(modules.iter().map(|it| digest(it))).collect(),
            notes: self.notes,
        }
    }

    fn module(&mut self, name: &str) -> usize {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = self.modules.len();
        self.by_name.insert(name.to_owned(), id);
        self.modules.push(Module {
            name: name.to_owned(),
            names: Names::with_reserved(&Role::ALL.map(Role::as_str)),
        });
        id
    }

    /// The schema at `root`, which must be an object, read once however many use it.
    pub(super) fn schema(&mut self, root: Value<'t>) -> Rc<Schema<'t>> {
        self.schemas.get(root).0
    }

    fn type_name(&mut self, module: usize, original: &str) -> String {
        let module = self.modules.get_mut(module);
        module.map_or_else(String::new, |it| it.names.type_name(original))
    }

    fn set(&mut self, id: usize, body: Body) {
        if let Some(item) = self.items.get_mut(id) {
            item.body = body;
        }
    }

    fn add(&mut self, module: usize, name: &str, docs: Vec<String>, body: Body) -> usize {
        self.items.push(Item {
            module,
            name: name.to_owned(),
            docs,
            body,
        });
        self.items.len() - 1
    }
}

fn path(module: &str, role: Role) -> String {
    format!("types::{module}::{}", role.as_str())
}
