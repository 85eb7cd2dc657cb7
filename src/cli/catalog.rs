//! The folders of schemas that `--schema-catalog` names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use mcpdesc::schema::Catalog;

use super::files::{self, Input};
use super::output;

/// Reads every `*.json` below the folders, each of at most `limit` bytes. A schema stands for its
/// `$id`; one without stands for the URI its place spells: `FOLDER/example.com/a.json` for
/// `https://example.com/a.json`. A schema
/// stands for its place too. Warns of files that are no schemas: they matter only to what refers to
/// them.
///
/// # Errors
///
/// Why the folders, or one of the files, cannot be read; one reason a line.
pub(super) fn read(folders: &[PathBuf], limit: usize) -> Result<Catalog, String> {
    let mut catalog = Catalog::new();
    let mut problems = Vec::new();
    for folder in folders {
        let (files, mut unsearched) = files::walk(folder, is_schema);
        problems.append(&mut unsearched);
        for file in files {
            let place = location(folder, &file);
            match Input::File(file.clone()).read(limit) {
                Err(why) => problems.push(why),
                Ok(bytes) => {
                    if let Err(why) = catalog.add(&place, &bytes) {
                        let file = file.display();
                        output::complain(&format!(
                            "warning: cannot use the schema `{file}`: {why}"
                        ));
                    }
                }
            }
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
