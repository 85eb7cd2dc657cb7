//! Every valid description of the shared folder as a project that compiles without a warning, is
//! formatted, and passes its own tests. This takes long: `cargo test --test generate_corpus`.

#[path = "../folder.rs"]
mod folder;
#[allow(dead_code)]
#[path = "../shared.rs"]
mod shared;
#[allow(dead_code)]
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};

use mcpdesc::source::Format;
use serde_json::Value;
use workspace::Workspace;

/// Projects that are built together. More would fill the disk.
const BATCH: usize = 30;

/// Whether `mcpdesc check` finds no error in a file with these bytes and an ending of its name.
fn is_valid(bytes: Vec<u8>, extension: &str) -> bool {
    let options = mcpdesc::Options {
        format: Some(match extension {
            "json" => Format::Json,
            _ => Format::Yaml,
        }),
        ..mcpdesc::Options::default()
    };
    mcpdesc::check(&mcpdesc::load(bytes, &options), &options).valid
}

/// The valid descriptions of the shared folder; those that are lines of a file are written to
/// `scratch`.
fn descriptions(shared: &Path, scratch: &Path) -> Vec<PathBuf> {
    let mut found = folder::files(&shared.join("corpus"));
    found.extend(folder::files(&shared.join("conformance")));
    let is_description = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        let extension = extension.filter(|it| matches!(*it, "json" | "yaml" | "yml"));
        extension.is_some_and(|it| is_valid(fs::read(path).unwrap(), it))
    };
    found.retain(is_description);
    let cases = fs::read_to_string(shared.join("conformance/cases.jsonl")).unwrap();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (text, extension) = match (&case["document"], case["text"].as_str()) {
            (Value::Null, Some(text)) => (text.to_owned(), case["format"].as_str().unwrap()),
            (Value::Null, None) => continue,
            (document, _) => (document.to_string(), "json"),
        };
        if is_valid(text.clone().into_bytes(), extension) {
            let path = scratch.join(format!("{}.{extension}", case["id"].as_str().unwrap()));
            fs::write(&path, text).unwrap();
            found.push(path);
        }
    }
    found
}

#[test]
fn every_valid_description_of_the_shared_folder_becomes_a_project_without_a_warning() {
    let Some(shared) = shared::dir() else {
        return;
    };
    let scratch = tempfile::tempdir().unwrap();
    let descriptions = descriptions(&shared, scratch.path());
    assert!(descriptions.len() > 40);
    let mut failed = 0;
    for batch in descriptions.chunks(BATCH) {
        let mut workspace = Workspace::new("corpus");
        let mut failures = Vec::new();
        for source in batch {
            match workspace.add(source) {
                Ok(package) => println!("{package}: {}", source.display()),
                Err(reason) => failures.push(reason),
            }
        }
        failures.extend(workspace.format().err());
        failures.extend(workspace.build());
        failed += failures.len();
        println!("{}", failures.join("\n"));
        // What is built of these projects takes room that the next ones need.
        workspace.cargo(&["clean", "--workspace"]).unwrap();
    }
    assert_eq!(failed, 0, "steps failed; what they said is above");
}

#[test]
fn every_valid_mutant_becomes_a_project() {
    #[derive(serde::Deserialize)]
    struct Mutant {
        id: String,
        document: Value,
    }
    let Some(shared) = shared::dir() else {
        return;
    };
    let mut count = 0;
    for mutant in shared::mutants::<Mutant>(&shared) {
        let options = mcpdesc::Options::default();
        let loaded = mcpdesc::load(mutant.document.to_string().into_bytes(), &options);
        if !mcpdesc::check(&loaded, &options).valid {
            continue;
        }
        count += 1;
        let document = loaded.document().unwrap();
        let project = mcpdesc::generate::rust(document, &mcpdesc::generate::Options::default());
        assert!(!project.files.is_empty(), "{}", mutant.id);
    }
    assert!(count > 0);
}
