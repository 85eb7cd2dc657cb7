//! What a generated project remembers of the run that made it.
//!
//! `src/generated/manifest.json` marks a folder as a generated one, keeps what the first run was
//! told, and names the functions of the developer, so that a later run can tell what is new.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::model::{Server, Source, Transports};
use super::security;

/// The memory of a generated project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Which members to expect: [`Manifest::FORMAT`] here.
    pub format: u64,
    /// The text it was generated from.
    pub source: Source,
    /// The name of the Cargo package.
    pub package: String,
    /// The transports that were asked for; they follow the description where it is `None`.
    #[serde(rename = "askedTransports")]
    pub asked_transports: Option<Transports>,
    /// The transports that the project serves.
    pub transports: Transports,
    /// The functions that the developer writes.
    pub functions: Vec<Function>,
}

/// A function that the developer writes, as far as a later run compares it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name in Rust.
    pub name: String,
    /// What it answers for, such as `tool`.
    pub kind: String,
    /// The name, URI or URI Template it answers for.
    pub identity: String,
    /// The Rust type that it takes, if any.
    pub takes: Option<String>,
    /// The Rust type that it gives, where the description knows one.
    pub gives: Option<String>,
    /// A digest of what the description says of both.
    pub schemas: String,
    /// A digest of the code of both types, comments and all. Manifests of before have none.
    #[serde(default)]
    pub types: String,
}

impl Function {
    /// Whether it takes and gives the same as `other`, by the description.
    fn is_same(&self, other: &Self) -> bool {
        self.has_same_signature(other) && self.schemas == other.schemas
    }

    /// Whether nothing but checks can be different about it and `other`: its types are the same.
    pub fn has_same_types(&self, other: &Self) -> bool {
        self.has_same_signature(other) && self.types == other.types && !self.types.is_empty()
    }

    fn has_same_signature(&self, other: &Self) -> bool {
        (&self.kind, &self.identity, &self.takes, &self.gives)
            == (&other.kind, &other.identity, &other.takes, &other.gives)
    }
}

/// Why a text is no manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoManifest {
    /// It is not what a manifest looks like, for this reason.
    Damaged(String),
    /// It has this format, which only a newer version knows.
    Newer(u64),
}

/// How the functions of two runs differ.
#[derive(Debug, Default)]
pub struct Changes<'m> {
    /// Those that were not there before.
    pub new: Vec<&'m Function>,
    /// Those that take or give something else, before and after.
    pub changed: Vec<(&'m Function, &'m Function)>,
    /// Those that are no longer there.
    pub gone: Vec<&'m Function>,
}

impl Manifest {
    /// Its path in a project.
    pub const PATH: &str = "src/generated/manifest.json";

    /// The format that is written and understood.
    pub const FORMAT: u64 = 1;

    /// The manifest of a project with this server; `asked` are the transports that were asked for.
    pub fn of(server: &Server, asked: Option<Transports>) -> Self {
        let functions = server.handlers.iter().map(|handler| Function {
            name: handler.function.clone(),
            kind: handler.kind.name().to_owned(),
            identity: handler
                .declarations
                .first()
                .map_or_else(String::new, |it| it.identity.clone()),
            takes: handler.kind.takes().map(str::to_owned),
            gives: handler.kind.gives().map(str::to_owned),
            schemas: handler.schemas.clone(),
            types: handler.types.clone(),
        });
        Self {
            format: Self::FORMAT,
            source: server.source.clone(),
            package: server.package.clone(),
            asked_transports: asked,
            transports: server.transports,
            functions: hooks(server).chain(functions).collect(),
        }
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    ///
    /// [`NoManifest`] where it is none, or one of a newer version.
    pub fn parse(text: &str) -> Result<Self, NoManifest> {
        /// What every format has in common.
        #[derive(Deserialize)]
        struct Head {
            format: u64,
        }
        let damaged = |error: serde_json::Error| NoManifest::Damaged(error.to_string());
        let head: Head = serde_json::from_str(text).map_err(damaged)?;
        if head.format > Self::FORMAT {
            return Err(NoManifest::Newer(head.format));
        }
        serde_json::from_str(text).map_err(damaged)
    }

    /// Its text.
    pub fn text(&self) -> String {
        // Only maps with keys that are no strings, and failing writers, have no JSON.
        let json = serde_json::to_string_pretty(self).unwrap_or_default();
        json + "\n"
    }

    /// How its functions differ from those of an earlier run.
    pub fn since<'m>(&'m self, earlier: &'m Self) -> Changes<'m> {
        let by_name = |manifest: &'m Self| -> HashMap<&'m str, &'m Function> {
            let functions = manifest.functions.iter();
            functions.map(|it| (it.name.as_str(), it)).collect()
        };
        let (before, after) = (by_name(earlier), by_name(self));
        let mut changes = Changes::default();
        for function in &self.functions {
            match before.get(function.name.as_str()) {
                None => changes.new.push(function),
                Some(old) if !function.is_same(old) => changes.changed.push((old, function)),
                Some(_) => {}
            }
        }
        let functions = earlier.functions.iter();
        changes.gone = functions
            .filter(|it| !after.contains_key(it.name.as_str()))
            .collect();
        changes
    }
}

impl Changes<'_> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.changed.is_empty() && self.gone.is_empty()
    }
}

impl fmt::Display for NoManifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(reason) => write!(f, "it is damaged: {reason}"),
            Self::Newer(format) => write!(
                f,
                "a newer version of mcpdesc wrote it (format {format}; this version knows \
                 format {} at most)",
                Manifest::FORMAT
            ),
        }
    }
}

/// The functions that answer for no declaration, as far as the server has them.
fn hooks(server: &Server) -> impl Iterator<Item = Function> {
    let hooks = [
        (
            security::is_decided(server),
            ["authorize", "security", "HTTP", "Access", "Decision"],
        ),
        (
            server.completes,
            [
                "complete",
                "completion",
                "completion/complete",
                "Completion",
                "Vec<String>",
            ],
        ),
    ];
    let hooks = hooks.into_iter().filter(|(is_there, _)| *is_there);
    hooks.map(|(_, words)| {
        let [name, kind, identity, takes, gives] = words.map(str::to_owned);
        Function {
            name,
            kind,
            identity,
            takes: Some(takes),
            gives: Some(gives),
            schemas: String::new(),
            types: String::new(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, schemas: &str) -> Function {
        Function {
            name: name.to_owned(),
            kind: "tool".to_owned(),
            identity: name.to_owned(),
            takes: Some("Input".to_owned()),
            gives: None,
            schemas: schemas.to_owned(),
            types: String::new(),
        }
    }

    fn manifest(functions: Vec<Function>) -> Manifest {
        Manifest {
            format: Manifest::FORMAT,
            source: Source::default(),
            package: "echo".to_owned(),
            asked_transports: None,
            transports: Transports::Stdio,
            functions,
        }
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let manifest = manifest(vec![function("echo", "1")]);
        assert_eq!(Manifest::parse(&manifest.text()), Ok(manifest));
    }

    #[test]
    fn what_is_no_manifest_is_told_apart_from_a_newer_one() {
        for text in ["", "<<<<<<< HEAD", "[]", "{}", "{\"format\": 1}"] {
            let parsed = Manifest::parse(text);
            assert!(matches!(parsed, Err(NoManifest::Damaged(_))), "{text}");
        }
        let newer = Manifest::parse("{\"format\": 2, \"anything\": []}");
        assert_eq!(newer, Err(NoManifest::Newer(2)));
    }

    #[test]
    fn functions_are_new_changed_or_gone() {
        let before = manifest(vec![
            function("same", "1"),
            function("other", "1"),
            function("old", "1"),
        ]);
        let after = manifest(vec![
            function("new", "1"),
            function("same", "1"),
            function("other", "2"),
        ]);
        let changes = after.since(&before);
        let names =
            |list: &[&Function]| -> Vec<String> { list.iter().map(|it| it.name.clone()).collect() };
        assert_eq!(names(&changes.new), ["new"]);
        assert_eq!(names(&changes.gone), ["old"]);
        assert_eq!(changes.changed.len(), 1);
        assert_eq!(changes.changed[0].1.name, "other");
        assert!(after.since(&after).is_empty());
    }
}
