//! What must hold of the names of every document.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use mcpdesc::fix::apply;
use mcpdesc::names::{Name, Names, Occurrence, Role};
use mcpdesc::source::{Format, Span};
use mcpdesc::{Loaded, Options, check, load};

use crate::{folder, shared};

/// A name that no document has, and that needs no quotes anywhere.
const FRESH: &str = "Fresh0name";

/// Names of one document that are tried.
const TRIED: usize = 25;

/// Documents of the project and of the shared folder.
fn documents() -> Vec<(String, Vec<u8>)> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata")];
    if let Some(shared) = shared::dir() {
        let conformance = shared.join("conformance");
        folders.extend(
            ["expected-valid", "expected-warning", "examples"].map(|it| conformance.join(it)),
        );
        folders.push(shared.join("corpus"));
    }
    let files = folders.iter().flat_map(|it| folder::files(it));
    let is_description = |it: &PathBuf| {
        let extension = it.extension().and_then(|it| it.to_str());
        matches!(extension, Some("json" | "yaml" | "yml"))
    };
    files
        .filter(is_description)
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

/// The findings, as they would be with `old` for the fresh name.
fn findings(loaded: &Loaded, options: &Options, old: &str) -> (bool, bool, Vec<String>) {
    let report = check(loaded, options);
    let shown = |it: &mcpdesc::diagnostic::Diagnostic| {
        let shown = format!("{} {} {} {:?}", it.rule.code, it.path, it.message, it.help);
        shown.replace(FRESH, old)
    };
    let mut findings: Vec<_> = report.diagnostics.iter().map(shown).collect();
    findings.sort();
    (report.valid, report.complete, findings)
}

/// The declarations of a document that are written as names, one for each name.
fn declarations<'t>(names: &Names<'t>) -> Vec<Occurrence<'t>> {
    let mut seen: HashSet<Name<'t>> = HashSet::new();
    let mut all = names.all();
    let is_written = |it: &Occurrence<'_>| it.touches(it.span().start as usize);
    all.retain(|it| it.role == Role::Declaration && is_written(it) && seen.insert(it.name));
    all
}

#[test]
fn every_name_can_be_another_without_any_other_change() {
    let options = Options::default();
    let mut renamed = 0;
    for (file, bytes) in documents() {
        let loaded = load(bytes.as_slice(), &options);
        let Some(document) = loaded.document() else {
            continue;
        };
        if !check(&loaded, &options).valid {
            continue;
        }
        let text = loaded.source().as_str();
        let names = Names::new(document, &options.schema_catalog);
        for it in declarations(&names).into_iter().take(TRIED) {
            let offset = it.span().start as usize;
            let places = names.occurrences(names.at(offset).unwrap().name);
            let label = it.label();
            let edits = match names.rename(offset, FRESH, &options) {
                Ok(edits) => edits,
                Err(why) => {
                    let why = why.to_string();
                    let known = [
                        "property of values",
                        "in them",
                        "authorization server",
                        "no name here",
                    ];
                    assert!(
                        known.iter().any(|it| why.contains(it)),
                        "{file} {label}: {why}"
                    );
                    continue;
                }
            };
            let after = apply(text, &edits).unwrap();
            let loaded_after = load(after.as_bytes(), &options);
            let before = findings(&loaded, &options, label);
            assert_eq!(
                findings(&loaded_after, &options, label),
                before,
                "{file}: {label}"
            );

            let names = Names::new(loaded_after.document().unwrap(), &options.schema_catalog);
            // Earlier edits may have moved it.
            let offset = after.find(FRESH).unwrap();
            let found = names.occurrences(names.at(offset).unwrap().name);
            assert_eq!(found.len(), places.len(), "{file}: {label}");
            let count =
                |all: &[Occurrence<'_>], name| all.iter().filter(|it| it.label() == name).count();
            assert_eq!(
                count(&found, FRESH),
                count(&places, label),
                "{file}: {label}"
            );
            let back = names.rename(offset, label, &options).unwrap();
            let back = apply(&after, &back).unwrap();
            assert_eq!(unquoted(&back), unquoted(text), "{file}: {label} and back");
            renamed += 1;
        }
    }
    assert!(renamed > 30, "{renamed}");
}

/// A name that needs quotes may come back in others.
fn unquoted(text: &str) -> String {
    text.replace(['"', '\''], "")
}

#[test]
fn every_place_of_a_name_leads_to_all_of_them() {
    let options = Options::default();
    let mut places = 0;
    for (file, bytes) in documents() {
        let loaded = load(bytes.as_slice(), &options);
        let Some(document) = loaded.document() else {
            continue;
        };
        let names = Names::new(document, &options.schema_catalog);
        for it in names.all().into_iter().take(10 * TRIED) {
            let span = it.span();
            assert!(
                loaded.source().as_str().get(span.range()).is_some(),
                "{file} {span:?}"
            );
            if !it.touches(span.start as usize) {
                continue;
            }
            let at = names.at(span.start as usize).unwrap();
            let all: Vec<Span> = names
                .occurrences(at.name)
                .iter()
                .map(Occurrence::span)
                .collect();
            assert!(
                all.contains(&span),
                "{file} {:?} {span:?} {all:?}",
                it.label()
            );
            places += 1;
        }
    }
    assert!(places > 500, "{places}");
}

/// Half a document has names too, and none of them does harm.
#[test]
fn names_of_damaged_documents_are_found_and_not_renamed() {
    let options = Options::default();
    for (file, bytes) in documents().into_iter().step_by(7) {
        let Ok(text) = str::from_utf8(&bytes) else {
            continue;
        };
        let format = if file.ends_with("json") {
            Format::Json
        } else {
            Format::Yaml
        };
        let options = Options {
            format: Some(format),
            ..options.clone()
        };
        for part in 1..12 {
            let end = text.floor_char_boundary(text.len() * part / 12);
            let loaded = load(&bytes[..end], &options);
            let Some(document) = loaded.document() else {
                continue;
            };
            let names = Names::new(document, &options.schema_catalog);
            for it in names.all().into_iter().take(5) {
                let offset = it.span().start as usize;
                names.declarations(offset);
                let is_whole = document.root().value().is_whole();
                let renamed = names.rename(offset, FRESH, &options);
                assert!(is_whole || renamed.is_err(), "{file} {end}");
            }
        }
    }
}
