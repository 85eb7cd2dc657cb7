//! Schemas given from outside, for references that lead out of a description.

use std::collections::HashMap;
use std::fmt;

use super::uri;
use crate::diagnostic::{Findings, Severity};
use crate::source::{self, Format, Limits, Tree, Value};

/// JSON Schemas by the URI that references name them with (§9.2). Nothing is ever fetched: what is
/// not in here stays unresolved.
#[derive(Debug, Default)]
pub struct Catalog {
    schemas: Vec<(String, Tree)>,
    /// Positions by every URI that a schema has.
    by_uri: HashMap<String, usize>,
    /// Why the text for a URI is none.
    broken: HashMap<String, String>,
}

/// Why a text does not enter a [`Catalog`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogError {
    /// The text is not JSON; what the reader says about it.
    Json(String),
    /// The URI is not an absolute one.
    Uri(String),
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(why) => write!(f, "not a JSON text: {why}"),
            Self::Uri(uri) => write!(f, "`{uri}` is not an absolute URI"),
        }
    }
}

impl std::error::Error for CatalogError {}

impl Catalog {
    /// An empty catalogue.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.schemas.is_empty()
    }

    /// Adds the schema written in `json` under `location`, and under its own `$id` (`id` in draft
    /// 4) where it has an absolute one. Gives its own URI, or its location; a later schema replaces
    /// an earlier one. A text that is none is remembered, so that references to it can say so.
    pub fn add(&mut self, location: &str, json: &[u8]) -> Result<String, CatalogError> {
        let mut findings = Findings::new(1);
        let tree = source::read(json, Some(Format::Json), Limits::default(), &mut findings);
        let place = absolute(location);
        if findings.count(Severity::Error) > 0 || tree.root().is_none() {
            let first = findings.into_sorted().into_iter().next();
            let why = first.map_or("it is empty".to_owned(), |it| it.message);
            if let Some(place) = place {
                self.broken.insert(place, why.clone());
            }
            return Err(CatalogError::Json(why));
        }
        let own = ["$id", "id"].into_iter().find_map(|key| {
            let id = tree.root()?.get(key)?.as_str()?;
            absolute(id)
        });
        let uris: Vec<_> = own.into_iter().chain(place).collect();
        let Some(uri) = uris.first().cloned() else {
            return Err(CatalogError::Uri(location.to_owned()));
        };
        let position = self.schemas.len();
        self.by_uri
            .extend(uris.into_iter().map(|uri| (uri, position)));
        self.schemas.push((location.to_owned(), tree));
        Ok(uri)
    }

    /// The schema of this URI, given without fragment and normalized. Places are `https`, but
    /// references may say `http`.
    pub(super) fn get(&self, uri: &str) -> Option<Value<'_>> {
        let position = either(&self.by_uri, uri)?;
        self.schemas.get(*position)?.1.root()
    }

    /// Why the text that stands for this URI is no schema.
    pub(super) fn why_not(&self, uri: &str) -> Option<&str> {
        either(&self.broken, uri).map(String::as_str)
    }

    /// The location of the schema that `value` is a part of.
    pub(super) fn location_of(&self, value: Value<'_>) -> Option<&str> {
        let mut schemas = self.schemas.iter();
        let (location, _) = schemas.find(|(_, tree)| std::ptr::eq(tree, value.tree()))?;
        Some(location)
    }
}

fn either<'m, T>(map: &'m HashMap<String, T>, uri: &str) -> Option<&'m T> {
    let secure = || map.get(&format!("https:{}", uri.strip_prefix("http:")?));
    map.get(uri).or_else(secure)
}

/// An absolute URI, normalized and without fragment.
fn absolute(uri: &str) -> Option<String> {
    let (bare, _) = uri.split_once('#').unwrap_or((uri, ""));
    uri::normalize(bare)
}
