//! Every description of this repository as a project that people are glad to find.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::workshop::{DESCRIPTION, write_functions};
use super::workspace::Workspace;

/// The projects of `testdata/generate` and `testdata/valid`; that of the workshop has its functions
/// written.
struct Gallery {
    workspace: Workspace,
    workshop: String,
    formatted: Result<(), String>,
    /// What is wrong.
    failures: Vec<String>,
}

fn gallery() -> &'static Gallery {
    static GALLERY: OnceLock<Gallery> = OnceLock::new();
    GALLERY.get_or_init(|| {
        let mut workspace = Workspace::new("gallery");
        let mut workshop = None;
        for source in descriptions() {
            let package = workspace.add(&source).unwrap();
            if source.ends_with(DESCRIPTION) {
                workshop = Some(package);
            }
        }
        let workshop = workshop.unwrap();
        let formatted = workspace.format();
        write_functions(&workspace.folder(&workshop).join("src/handlers.rs"));
        let failures = workspace.build();
        Gallery {
            workspace,
            workshop,
            formatted,
            failures,
        }
    })
}

/// The program of the workshop.
pub fn workshop() -> PathBuf {
    let gallery = gallery();
    assert!(gallery.failures.is_empty(), "the projects are not built");
    gallery.workspace.program(&gallery.workshop)
}

/// Where the gallery is built, once it is.
pub fn target() -> PathBuf {
    gallery().workspace.target()
}

fn descriptions() -> Vec<PathBuf> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut files = Vec::new();
    for folder in ["generate", "valid"] {
        for entry in fs::read_dir(testdata.join(folder)).unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.sort();
    files
}

#[test]
fn every_project_compiles_without_a_warning_and_passes_its_own_tests() {
    let failures = &gallery().failures;
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_project_is_formatted() {
    if let Err(reason) = &gallery().formatted {
        panic!("{reason}");
    }
}
