//! Which functions there are: declarations of one name that a function cannot tell apart share one.

use std::collections::HashMap;

use super::digest::Digest;
use super::docs;
use super::model::{Declaration, Details, Handler, HandlerKind, Note, NoteKind, VariableKind};
use super::names::Names;
use super::types::{Role, TextField, Types};
use crate::document::{Cursor, Document, Namespace, Primitive, PrimitiveKind};
use crate::formats::uri_template::UriTemplate;
use crate::mcp::{Revision, Revisions};
use crate::source::{Draft, Format, Kind, write};

/// Names that generated code gives to what is no function of the description.
const RESERVED: &[&str] = &["authorize", "complete"];

/// The functions of a description, in its order, and what is to be known of them.
pub(super) fn functions<'t>(
    document: &'t Document,
    types: &mut Types<'t>,
) -> (Vec<Handler>, Vec<Note>) {
    let mut maker = Maker {
        document,
        types,
        functions: Names::with_reserved(RESERVED),
        modules: Names::new(),
        notes: Vec::new(),
    };
    let mut handlers = Vec::new();
    for kind in PrimitiveKind::ALL {
        maker.kind(kind, &mut handlers);
    }
    (handlers, maker.notes)
}

/// Declarations that one function answers for, with their positions among those of their kind.
struct Group<'t> {
    members: Vec<(usize, Primitive<'t>)>,
    scope: Revisions,
    /// The text of what the function takes and gives.
    signature: String,
}

impl<'t> Group<'t> {
    fn newest(&self) -> Option<Revision> {
        self.scope.iter().last()
    }

    /// The declaration whose words the function gets: that of the newest revision.
    fn main(&self) -> Option<Primitive<'t>> {
        let newest = |scope: Option<Revisions>| scope.and_then(|it| it.iter().last());
        let members = self.members.iter().map(|&(_, primitive)| primitive);
        members.max_by_key(|it| newest(it.scope))
    }
}

struct Maker<'t, 'c> {
    document: &'t Document,
    types: &'c mut Types<'t>,
    functions: Names,
    modules: Names,
    notes: Vec<Note>,
}

impl<'t> Maker<'t, '_> {
    fn kind(&mut self, kind: PrimitiveKind, handlers: &mut Vec<Handler>) {
        let document = self.document;
        let mut by_identity: HashMap<&str, Vec<(usize, Primitive<'t>)>> = HashMap::new();
        for (position, primitive) in document.primitives_of(kind).enumerate() {
            let identity = primitive.identity().unwrap_or_default();
            by_identity
                .entry(identity)
                .or_default()
                .push((position, primitive));
        }
        let mut made: Vec<(usize, Handler)> = Vec::new();
        for primitive in document.primitives_of(kind) {
            let identity = primitive.identity().unwrap_or_default();
            // The others of this name come with the first.
            let Some(declarations) = by_identity.remove(identity) else {
                continue;
            };
            let mut groups = self.groups(declarations);
            groups.sort_by_key(|it| std::cmp::Reverse(it.newest()));
            let mut plain = None;
            for group in groups {
                let function = self.function(&group, plain.as_deref());
                plain.get_or_insert_with(|| function.clone());
                let first = group.members.first().map_or(0, |&(position, _)| position);
                made.push((first, self.handler(function, &group)));
            }
        }
        made.sort_by_key(|&(first, _)| first);
        handlers.extend(made.into_iter().map(|(_, handler)| handler));
    }

    fn groups(&self, declarations: Vec<(usize, Primitive<'t>)>) -> Vec<Group<'t>> {
        let are_variants = declarations.len() > 1;
        let mut groups: Vec<Group<'t>> = Vec::new();
        for (position, primitive) in declarations {
            let scope = primitive.scope.unwrap_or(Revisions::NONE);
            let signature = if are_variants {
                self.signature(primitive)
            } else {
                String::new()
            };
            match groups.iter_mut().find(|it| it.signature == signature) {
                Some(group) => {
                    group.scope = group.scope.or(scope);
                    group.members.push((position, primitive));
                }
                None => groups.push(Group {
                    members: vec![(position, primitive)],
                    scope,
                    signature,
                }),
            }
        }
        groups
    }

    /// What a function takes and gives, in the words of the description.
    fn signature(&self, primitive: Primitive<'t>) -> String {
        match primitive.kind {
            PrimitiveKind::Tool => ["inputSchema", "outputSchema"]
                .into_iter()
                .map(|key| self.schema(primitive, key).map_or_else(String::new, json))
                .collect::<Vec<_>>()
                .join("\n"),
            // Variants of a template have the same variables, and those of a resource none.
            PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => String::new(),
            PrimitiveKind::Prompt => format!("{:?}", arguments(primitive)),
        }
    }

    fn schema(&self, primitive: Primitive<'t>, key: &str) -> Option<Cursor<'t>> {
        let schema = primitive.cursor.get(key)?;
        Some(
            self.document
                .resolve(schema, Namespace::Schemas)
                .value()
                .unwrap_or(schema),
        )
    }

    /// A name for the function: the newest variant gets the plain one.
    fn function(&mut self, group: &Group<'t>, plain: Option<&str>) -> String {
        if let Some(plain) = plain {
            let oldest = group.scope.iter().next().unwrap_or(Revision::V2024_11_05);
            return self.functions.function(&format!("{plain}_v{oldest}"));
        }
        let primitive = group.main();
        let name = primitive
            .and_then(|it| it.cursor.str("name"))
            .unwrap_or_default();
        match primitive.map(|it| it.kind) {
            Some(PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate) => {
                self.functions.function(&format!("read_{name}"))
            }
            Some(PrimitiveKind::Prompt) => self.functions.function(&format!("prompt_{name}")),
            _ => self.functions.function(name),
        }
    }

    fn handler(&mut self, function: String, group: &Group<'t>) -> Handler {
        let module = self.modules.module(&function);
        let main = group.main();
        let kind = match main {
            None => HandlerKind::Resource,
            Some(primitive) => self.takes_and_gives(&module, primitive),
        };
        let declarations = group.members.iter();
        let declarations = declarations
            .map(|&(at, it)| self.declaration(at, it))
            .collect();
        let words = |key| main.and_then(|it| it.cursor.str(key)).map(docs::lines);
        let mut documentation = words("title").unwrap_or_default();
        let description = words("description").unwrap_or_default();
        if !documentation.is_empty() && !description.is_empty() {
            documentation.push(String::new());
        }
        documentation.extend(description);
        Handler {
            function,
            kind,
            documentation,
            declarations,
            schemas: self.digest(group),
            module,
            types: String::new(),
        }
    }

    /// A digest of what the declarations say of the values that a function takes and gives.
    fn digest(&self, group: &Group<'t>) -> String {
        let mut digest = Digest::new();
        for &(_, primitive) in &group.members {
            for member in ["inputSchema", "outputSchema", "arguments", "uriTemplate"] {
                if let Some(said) = self.schema(primitive, member) {
                    digest.text(member);
                    digest.value(said.value());
                }
            }
        }
        digest.finish()
    }

    fn takes_and_gives(&mut self, module: &str, primitive: Primitive<'t>) -> HandlerKind {
        match primitive.kind {
            PrimitiveKind::Tool => {
                let mut root = |key, role| {
                    let schema = primitive.cursor.get(key)?;
                    Some(self.types.root(module, role, schema))
                };
                HandlerKind::Tool {
                    input: root("inputSchema", Role::Input)
                        .unwrap_or_else(|| "serde_json::Value".to_owned()),
                    output: root("outputSchema", Role::Output),
                }
            }
            PrimitiveKind::Resource => HandlerKind::Resource,
            PrimitiveKind::ResourceTemplate => {
                let template = UriTemplate::parse(primitive.identity().unwrap_or_default());
                let fields = template.as_ref().map(variables).unwrap_or_default();
                let variables = self.types.strings(module, Role::Variables, &fields);
                HandlerKind::ResourceTemplate { variables }
            }
            PrimitiveKind::Prompt => {
                let arguments = primitive.cursor.get("arguments");
                let fields: Vec<_> = arguments
                    .into_iter()
                    .flat_map(Cursor::elements)
                    .map(|it| TextField {
                        name: it.str("name").unwrap_or_default(),
                        description: it.str("description"),
                        required: is_required(it),
                        kind: VariableKind::Text,
                    })
                    .collect();
                let arguments = self.types.strings(module, Role::Arguments, &fields);
                HandlerKind::Prompt { arguments }
            }
        }
    }

    fn declaration(&mut self, position: usize, primitive: Primitive<'t>) -> Declaration {
        let details = match primitive.kind {
            PrimitiveKind::Tool => Details::Tool {
                checked: self.is_checked(primitive, "inputSchema")
                    & self.is_checked(primitive, "outputSchema"),
            },
            PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => Details::Resource {
                media_type: primitive.cursor.str("mimeType").map(str::to_owned),
            },
            PrimitiveKind::Prompt => Details::Prompt {
                arguments: arguments(primitive)
                    .into_iter()
                    .map(|(name, required)| (name.to_owned(), required))
                    .collect(),
            },
        };
        Declaration {
            primitive: primitive.kind,
            position,
            identity: primitive.identity().unwrap_or_default().to_owned(),
            revisions: primitive.scope.unwrap_or_default(),
            details,
            security: primitive.cursor.get("security").map(json),
            place: primitive.cursor.name_place(),
        }
    }

    /// Whether values can be checked completely against a schema; a note where they cannot.
    fn is_checked(&mut self, primitive: Primitive<'t>, key: &str) -> bool {
        let Some(schema) = self
            .schema(primitive, key)
            .filter(|it| it.kind() == Kind::Object)
        else {
            return true;
        };
        let read = self.types.schema(schema.value());
        let Some(fault) = read.faults().first() else {
            return true;
        };
        let identity = primitive.identity().unwrap_or_default();
        self.notes.push(Note {
            kind: NoteKind::NotCarried,
            place: schema.key_place(),
            message: format!(
                "the server cannot check values of `{identity}` completely against its `{key}`: {}",
                fault.message
            ),
        });
        false
    }
}

/// The arguments of a Prompt, and whether they are required.
fn arguments<'t>(primitive: Primitive<'t>) -> Vec<(&'t str, bool)> {
    let arguments = primitive.cursor.get("arguments").into_iter();
    let arguments = arguments.flat_map(Cursor::elements);
    arguments
        .map(|it| (it.str("name").unwrap_or_default(), is_required(it)))
        .collect()
}

fn is_required(argument: Cursor<'_>) -> bool {
    argument.get("required").and_then(Cursor::as_bool) == Some(true)
}

/// A value of the description as JSON.
pub(super) fn json(cursor: Cursor<'_>) -> String {
    write(&Draft::Copy(cursor.value()), Format::Json)
}

/// The variables of a valid URI Template, each once. Required is what every URI of the template
/// tells: a list, which may be empty, or a text that stands alone with nothing to mark whether it is
/// there.
fn variables(template: &UriTemplate) -> Vec<TextField<'_>> {
    let mut variables: Vec<TextField<'_>> = Vec::new();
    for it in template.uses() {
        let kind = match it.is_exploded {
            true => VariableKind::List,
            false => VariableKind::Text,
        };
        let required = it.is_exploded || (it.is_alone && !it.is_marked);
        match variables.iter_mut().find(|known| known.name == it.name) {
            Some(variable) => variable.required |= required,
            None => variables.push(TextField {
                name: it.name,
                description: None,
                required,
                kind,
            }),
        }
    }
    variables
}
