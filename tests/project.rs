//! One document, one revision: views, the results servers send, and the commands for them.

mod answers;
mod program;
mod views;

use std::fs;
use std::path::PathBuf;

use mcpdesc::Loaded;
use mcpdesc::document::Document;
use mcpdesc::source::{self, Draft, Format};
use serde_json::Value;

use crate::document::load;
use crate::{folder, shared};

/// A document that is valid, from JSON.
pub fn valid(document: &Value) -> Loaded {
    let (loaded, report) = load(document.to_string(), Format::Json);
    assert!(report.valid, "{:#?}", report.diagnostics);
    loaded
}

pub fn document(loaded: &Loaded) -> &Document {
    loaded.document().unwrap()
}

pub fn json(draft: &Draft<'_>) -> Value {
    serde_json::from_str(&source::write(draft, Format::Json)).unwrap()
}

/// Every document of the specification's fixtures and examples, of the corpus and of our own that
/// has no errors.
pub fn valid_documents() -> Vec<(String, Loaded)> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/valid");
    let mut folders = vec![own];
    if let Some(shared) = shared::dir() {
        for folder in [
            "expected-valid",
            "expected-warning",
            "expected-invalid",
            "examples",
        ] {
            folders.push(shared.join("conformance").join(folder));
        }
        folders.push(shared.join("corpus"));
    }
    let mut documents = Vec::new();
    for path in folders.iter().flat_map(|it| folder::files(it)) {
        let format = match path.extension().and_then(|it| it.to_str()) {
            Some("json") => Format::Json,
            Some("yaml") => Format::Yaml,
            _ => continue,
        };
        let (loaded, report) = load(fs::read_to_string(&path).unwrap(), format);
        if report.valid {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            documents.push((name, loaded));
        }
    }
    documents.sort_by(|left, right| left.0.cmp(&right.0));
    documents
}

/// The mutants that we find no error in, some of them with other warnings than the originals.
pub fn valid_mutants() -> Vec<(String, Loaded)> {
    let Some(shared) = shared::dir() else {
        return Vec::new();
    };
    let mutants = shared::mutants::<Value>(&shared).into_iter();
    let mutants = mutants.map(|mutant| {
        let (loaded, report) = load(mutant["document"].to_string(), Format::Json);
        report
            .valid
            .then(|| (format!("mutant {}", mutant["id"]), loaded))
    });
    mutants.flatten().collect()
}
