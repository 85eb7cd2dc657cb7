//! Which files to check, and reading them within bounds.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use mcpdesc::source::Format;

/// Endings of the names that a folder is searched for.
const ENDINGS: [&str; 3] = [".mcpdesc.json", ".mcpdesc.yaml", ".mcpdesc.yml"];

/// Folders that are not searched, besides those whose name begins with a dot.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// A text to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    /// Standard input, and the name to show for it.
    Stdin(PathBuf),
    /// A file.
    File(PathBuf),
}

/// What the command line led to, in its order.
#[derive(Debug)]
pub(super) enum Found {
    /// Something to check.
    Input(Input),
    /// Why something cannot be checked.
    Problem(String),
}

/// Finds the files that `paths` name: files whatever their name, and in folders those with an
/// MCP Description name. A file that is reached twice counts once.
pub(super) fn find(paths: &[PathBuf], stdin_name: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            found.push(Found::Input(Input::Stdin(stdin_name.to_owned())));
            continue;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => search(path, &mut found),
            Ok(_) => found.push(Found::Input(Input::File(path.clone()))),
            Err(error) => found.push(Found::Problem(cannot("read", path, &error))),
        }
    }
    drop_repeated(&mut found);
    found
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} `{}`: {error}", path.display())
}

/// Adds the MCP Description files below `root`.
fn search(root: &Path, found: &mut Vec<Found>) {
    let (files, mut problems) = walk(root, is_description);
    if files.is_empty() && problems.is_empty() {
        problems.push(format!(
            "found no *.mcpdesc.json, *.mcpdesc.yaml or *.mcpdesc.yml below `{}`",
            root.display()
        ));
    }
    let files = files
        .into_iter()
        .map(|file| Found::Input(Input::File(file)));
    found.extend(files);
    found.extend(problems.into_iter().map(Found::Problem));
}

/// The files below `root` whose name is wanted, sorted, and why folders could not be searched.
pub(super) fn walk(root: &Path, is_wanted: fn(&OsStr) -> bool) -> (Vec<PathBuf>, Vec<String>) {
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                problems.push(cannot("search", &folder, &error));
                continue;
            }
        };
        for entry in entries {
            let (kind, name) = match entry.and_then(|it| Ok((it.file_type()?, it.file_name()))) {
                Ok(entry) => entry,
                Err(error) => {
                    problems.push(cannot("search", &folder, &error));
                    continue;
                }
            };
            // Neither a symbolic link nor a pipe is a file or a folder here.
            if kind.is_dir() && !is_skipped(&name) {
                folders.push(below(&folder, &name));
            } else if kind.is_file() && is_wanted(&name) {
                files.push(below(&folder, &name));
            }
        }
    }
    files.sort();
    problems.sort();
    (files, problems)
}

/// What is in the current folder is shown without `./`.
fn below(folder: &Path, name: &OsStr) -> PathBuf {
    if folder == Path::new(".") {
        PathBuf::from(name)
    } else {
        folder.join(name)
    }
}

fn is_skipped(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || SKIPPED.iter().any(|&skipped| name == skipped)
}

fn is_description(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    ENDINGS
        .iter()
        .any(|ending| name.ends_with(ending.as_bytes()))
}

/// Keeps the first of several ways to the same file.
fn drop_repeated(found: &mut Vec<Found>) {
    if found.len() < 2 {
        return;
    }
    let mut seen = HashSet::new();
    found.retain(|found| match found {
        Found::Problem(_) => true,
        Found::Input(Input::Stdin(_)) => seen.insert(None),
        Found::Input(Input::File(path)) => seen.insert(Some(
            fs::canonicalize(path).unwrap_or_else(|_| path.clone()),
        )),
    });
}

impl Input {
    /// The name to show.
    pub(super) fn name(&self) -> String {
        let (Self::Stdin(path) | Self::File(path)) = self;
        path.to_string_lossy().into_owned()
    }

    /// The serialization that the name tells; `None` leaves it to the content.
    pub(super) fn format(&self) -> Option<Format> {
        let (Self::Stdin(path) | Self::File(path)) = self;
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "json" => Some(Format::Json),
            "yaml" | "yml" => Some(Format::Yaml),
            _ => None,
        }
    }

    /// Reads at most one byte more than `limit`, which is enough to see that it was exceeded.
    pub(super) fn read(&self, limit: usize) -> Result<Vec<u8>, String> {
        let result = match self {
            Self::Stdin(_) => read_up_to(io::stdin().lock(), limit, 0),
            Self::File(path) => File::open(path).and_then(|file| {
                let expected = file.metadata().map_or(0, |metadata| metadata.len());
                read_up_to(file, limit, expected)
            }),
        };
        result.map_err(|error| match self {
            Self::Stdin(_) => format!("cannot read standard input: {error}"),
            Self::File(path) => cannot("read", path, &error),
        })
    }
}

fn read_up_to(reader: impl Read, limit: usize, expected: u64) -> io::Result<Vec<u8>> {
    let most = limit.saturating_add(1);
    let expected = usize::try_from(expected).unwrap_or(most);
    let mut bytes = Vec::with_capacity(expected.saturating_add(1).min(most));
    reader
        .take(u64::try_from(most).unwrap_or(u64::MAX))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
