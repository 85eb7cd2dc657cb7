//! What is generated, decided before any template runs.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::diagnostic::Place;
use crate::document::PrimitiveKind;
use crate::mcp::{Revision, Revisions};

/// What a description does not say about its server.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the Cargo package; made of the server's name where it is `None`.
    pub name: Option<String>,
    /// The transports to serve; follow the description's `transports` where it is `None`.
    pub transports: Option<Transports>,
    /// The description, as the header of each generated file names it.
    pub source: Source,
}

/// The text that a project was generated from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its file name, without a directory.
    pub name: String,
    /// The SHA-256 of its bytes, in lower-case hexadecimal digits.
    pub digest: String,
}

impl Source {
    /// The source that is called `name` and has these bytes.
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        Self {
            name: name.into(),
            digest: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

/// The transports a server offers. One of them at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transports {
    /// Standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// Both; the command line of the server chooses, standard input and output by default.
    Both,
}

/// A generated project.
#[derive(Debug)]
pub struct Project {
    /// What was decided: the names, types and dispatch that `--plan` shows.
    pub server: Server,
    /// The files, in the order of their paths.
    pub files: Vec<ProjectFile>,
}

/// A file of a project.
#[derive(Debug)]
pub struct ProjectFile {
    /// Its path from the project's root, with `/` between the parts.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Who may change it.
    pub owner: Owner,
}

/// Who a generated file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The developer: written once, never overwritten.
    Developer,
    /// The generator: written anew at each run.
    Generator,
}

/// The model of a generated server.
#[derive(Debug)]
pub struct Server {
    /// The name of the Cargo package.
    pub package: String,
    /// The package as Rust code names it.
    pub library: String,
    /// The server's name as it introduces itself.
    pub name: String,
    /// The server's version as it introduces itself.
    pub version: String,
    /// What the description says about the server, as lines of a comment.
    pub description: Option<Vec<String>>,
    /// The text it was generated from.
    pub source: Source,
    /// The revisions it serves.
    pub revisions: Revisions,
    /// The transports it offers.
    pub transports: Transports,
    /// The functions that the developer writes, in the order of the document.
    pub handlers: Vec<Handler>,
    /// The results that follow from the description alone.
    pub lists: Vec<ServedList>,
    /// The named examples, as JSON: by kind and position of the declaration, pairs of an input and
    /// its result.
    pub examples: String,
    /// Whether it declares to complete arguments, with a function of the developer.
    pub completes: bool,
    /// Whether it declares to ask users (§12), which functions of the developer do.
    pub elicits: bool,
    /// Where it listens, if it is told nothing else.
    pub endpoint: Endpoint,
    /// The Security Requirement Array that holds for declarations without one (§7.5), as JSON.
    pub security: Option<String>,
    /// The Security Schemes (§7.2), a line each.
    pub schemes: Vec<String>,
    /// What the developer must know: fallbacks, and what cannot be carried.
    pub notes: Vec<Note>,
}

/// Where a server over HTTP listens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Endpoint {
    /// The address and port, such as `127.0.0.1:8080`.
    pub address: String,
    /// The path of the URL, such as `/mcp`.
    pub path: String,
}

/// A function that the developer writes. It answers for one declaration, or for several that
/// differ only in what a function never sees.
#[derive(Debug)]
pub struct Handler {
    /// The name of the function.
    pub function: String,
    /// What it answers for.
    pub kind: HandlerKind,
    /// What it is to do, in the description's words, as lines of a comment.
    pub documentation: Vec<String>,
    /// The declarations it answers for.
    pub declarations: Vec<Declaration>,
    /// A digest of what the description says of the values that it takes and gives: enough to see a
    /// change.
    pub schemas: String,
    /// The name of the module with its types, where there are types.
    pub module: String,
    /// A digest of the code of its types, comments and all.
    pub types: String,
}

/// What a function takes and gives.
#[derive(Debug)]
pub enum HandlerKind {
    /// A Tool (§9).
    Tool {
        /// The Rust type of its input.
        input: String,
        /// The Rust type of its structured output, where it declares an `outputSchema`.
        output: Option<String>,
    },
    /// A Resource (§10.1): takes nothing, gives contents.
    Resource,
    /// A Resource Template (§10.2): takes the variables of the URI, gives contents.
    ResourceTemplate {
        /// The Rust type that holds the variables.
        variables: String,
    },
    /// A Prompt (§11): takes arguments, gives messages.
    Prompt {
        /// The Rust type that holds the arguments.
        arguments: String,
    },
}

impl HandlerKind {
    /// What it answers for, in one word or two.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Tool { .. } => "tool",
            Self::Resource => "resource",
            Self::ResourceTemplate { .. } => "resource template",
            Self::Prompt { .. } => "prompt",
        }
    }

    /// The Rust type that the function takes, if any.
    pub fn takes(&self) -> Option<&str> {
        match self {
            Self::Tool { input, .. } => Some(input),
            Self::Resource => None,
            Self::ResourceTemplate { variables } => Some(variables),
            Self::Prompt { arguments } => Some(arguments),
        }
    }

    /// The Rust type that the function gives, where the description knows one.
    pub fn gives(&self) -> Option<&str> {
        match self {
            Self::Tool { output, .. } => output.as_deref(),
            Self::Resource | Self::ResourceTemplate { .. } | Self::Prompt { .. } => None,
        }
    }
}

/// How much a variable of a URI Template can hold (RFC 6570).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableKind {
    /// One text.
    Text,
    /// Any number of texts: an exploded list.
    List,
}

/// A declaration of the description that a function answers for.
#[derive(Debug)]
pub struct Declaration {
    /// Its kind.
    pub primitive: PrimitiveKind,
    /// Its position among the declarations of its kind.
    pub position: usize,
    /// Its name, URI or URI Template.
    pub identity: String,
    /// Its effective protocol scope (§4.10).
    pub revisions: Revisions,
    /// What else the server must know of it.
    pub details: Details,
    /// Its own Security Requirement Array (§7.5), as JSON.
    pub security: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// What a server must know of a declaration, by its kind.
#[derive(Debug)]
pub enum Details {
    /// A Tool.
    Tool {
        /// Whether values can be checked completely against its schemas.
        checked: bool,
    },
    /// A Resource or a Resource Template.
    Resource {
        /// The media type of its contents.
        media_type: Option<String>,
    },
    /// A Prompt.
    Prompt {
        /// Its arguments, and whether they are required.
        arguments: Vec<(String, bool)>,
    },
}

/// A result that is served as it is.
#[derive(Debug)]
pub struct ServedList {
    /// The revision that it is for.
    pub revision: Revision,
    /// The request that it answers, such as `tools/list`.
    pub method: String,
    /// The result, as JSON.
    pub json: String,
}

/// Something that the developer must know.
#[derive(Debug)]
pub struct Note {
    /// What sort of thing.
    pub kind: NoteKind,
    /// What it is about.
    pub place: Place,
    /// What is so, and why.
    pub message: String,
}

/// The sorts of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A place of a schema that no Rust type expresses surely, and that is any JSON instead.
    Fallback,
    /// Something that the description declares and the server does not carry.
    NotCarried,
    /// Something else that is worth knowing.
    Hint,
}
