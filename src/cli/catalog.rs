//! The folders of schemas that `--schema-catalog` names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use mcpdesc::schema::Catalog;

use super::files::{self, Input};

/// Reads every `*.json` below the folders, each of at most `limit` bytes. A schema stands for its
/// `$id`; one without stands for the URI its place spells: `FOLDER/example.com/a.json` for
/// `https://example.com/a.json`.
///
/// # Errors
///
/// Why the folders, or one of the files, cannot be used; one reason a line.
pub(super) fn read(folders: &[PathBuf], limit: usize) -> Result<Catalog, String> {
    let mut catalog = Catalog::new();
    let mut problems = Vec::new();
    for folder in folders {
        let (files, mut unsearched) = files::walk(folder, is_schema);
        problems.append(&mut unsearched);
        for file in files {
            let place = location(folder, &file);
            let outcome = Input::File(file.clone()).read(limit).and_then(|bytes| {
                let added = catalog.add(&place, &bytes);
                added.map_err(|why| format!("cannot use the schema `{}`: {why}", file.display()))
            });
            problems.extend(outcome.err());
        }
    }
    if problems.is_empty() {
        Ok(catalog)
    } else {
        Err(problems.join("\nmcpdesc: "))
    }
}

fn is_schema(name: &OsStr) -> bool {
    name.as_encoded_bytes().ends_with(b".json")
}

fn location(folder: &Path, file: &Path) -> String {
    let below = file.strip_prefix(folder).unwrap_or(file);
    let steps: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
    format!("https://{}", steps.join("/"))
}
