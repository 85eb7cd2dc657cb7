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
    schemas: HashMap<String, Tree>,
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

    /// Adds the schema written in `json` under its own `$id` (`id` in draft 4) where it has an
    /// absolute one, else under `location`. Gives the URI; a later schema replaces an earlier one.
    pub fn add(&mut self, location: &str, json: &[u8]) -> Result<String, CatalogError> {
        let mut findings = Findings::new(1);
        let tree = source::read(json, Some(Format::Json), Limits::default(), &mut findings);
        if findings.count(Severity::Error) > 0 || tree.root().is_none() {
            let first = findings.into_sorted().into_iter().next();
            let why = first.map_or("it is empty".to_owned(), |it| it.message);
            return Err(CatalogError::Json(why));
        }
        let own = ["$id", "id"].into_iter().find_map(|key| {
            let id = tree.root()?.get(key)?.as_str()?;
            absolute(id)
        });
        let uri = own
            .or_else(|| absolute(location))
            .ok_or_else(|| CatalogError::Uri(location.to_owned()))?;
        self.schemas.insert(uri.clone(), tree);
        Ok(uri)
    }

    /// The schema of this URI, given without fragment and normalized.
    pub(super) fn get(&self, uri: &str) -> Option<Value<'_>> {
        self.schemas.get(uri)?.root()
    }
}

/// An absolute URI, normalized and without fragment.
fn absolute(uri: &str) -> Option<String> {
    let (bare, _) = uri.split_once('#').unwrap_or((uri, ""));
    uri::normalize(bare)
}
