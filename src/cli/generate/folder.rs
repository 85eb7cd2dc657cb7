//! The folder of a project, as it is found.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mcpdesc::generate::{Manifest, NoManifest};

use super::below;

/// The folder that belongs to this command as a whole, in a project.
const GENERATED: &str = "src/generated";

/// A folder to generate into. It may not exist yet.
pub(super) struct Folder {
    root: PathBuf,
}

/// What a folder is before anything is written.
pub(super) enum State {
    /// It does not exist.
    Missing,
    /// It has nothing in it that counts.
    Empty,
    /// A generated project.
    Generated(Manifest),
    /// A generated project whose manifest cannot be used.
    Unreadable(NoManifest),
    /// Something else, without `src/generated`.
    Foreign,
    /// Something else, with files in `src/generated`.
    ForeignGenerated,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    File,
    Folder,
    /// A symbolic link, a pipe, a device.
    Other,
}

impl State {
    /// What an earlier run remembered.
    pub(super) fn manifest(&self) -> Option<&Manifest> {
        match self {
            Self::Generated(manifest) => Some(manifest),
            _ => None,
        }
    }
}

impl Folder {
    pub(super) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
        }
    }

    /// The folder itself.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// How messages name it.
    pub(super) fn shown(&self) -> String {
        let shown = self.root.display().to_string();
        let trimmed = shown.trim_end_matches('/');
        if trimmed.is_empty() {
            shown
        } else {
            trimmed.to_owned()
        }
    }

    /// Where `path` of the project is.
    pub(super) fn at(&self, path: &str) -> PathBuf {
        below(&self.root, path)
    }

    /// What it is now.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    pub(super) fn state(&self) -> Result<State, String> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Missing),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return Err(format!("`{}` is a file, not a folder", self.shown()));
            }
            Err(error) => return Err(self.cannot("read", &self.root, &error)),
        };
        if let Some(bytes) = self.read(Manifest::PATH)? {
            let text = String::from_utf8_lossy(&bytes);
            return Ok(match Manifest::parse(&text) {
                Ok(manifest) => State::Generated(manifest),
                Err(reason) => State::Unreadable(reason),
            });
        }
        if !self.generated()?.is_empty() {
            return Ok(State::ForeignGenerated);
        }
        // A repository that has just been made is as good as an empty folder.
        let counts = |entry: io::Result<fs::DirEntry>| match entry {
            Ok(entry) => entry.file_name() != ".git",
            Err(_) => true,
        };
        Ok(if entries.into_iter().any(counts) {
            State::Foreign
        } else {
            State::Empty
        })
    }

    /// The bytes of the file at `path`; `None` where there is none.
    ///
    /// # Errors
    ///
    /// Why it cannot be read; also where a link would lead out of the project.
    pub(super) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        if self.find(path)? != Some(Entry::File) {
            return Ok(None);
        }
        let at = self.at(path);
        let bytes = fs::read(&at).map_err(|error| self.cannot("read", &at, &error))?;
        Ok(Some(bytes))
    }

    /// What stands at `path`; `None` for nothing, also where a folder above it is missing.
    ///
    /// # Errors
    ///
    /// Why it cannot be told. A link above it is such a reason: what lies behind one is no part of
    /// the project.
    pub(super) fn find(&self, path: &str) -> Result<Option<Entry>, String> {
        let mut at = self.root.clone();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            let entry = match fs::symlink_metadata(&at) {
                Ok(metadata) => Entry::from(metadata.file_type()),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(self.cannot("read", &at, &error)),
            };
            match (entry, parts.peek()) {
                (entry, None) => return Ok(Some(entry)),
                (Entry::Folder, Some(_)) => {}
                (Entry::File, Some(_)) => return Ok(None),
                (Entry::Other, Some(_)) => {
                    return Err(format!(
                        "`{}` is a link, and nothing is written through one",
                        at.display()
                    ));
                }
            }
        }
        Ok(None)
    }

    /// What is in `src/generated`, by path from the project's root; links are not followed.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    pub(super) fn generated(&self) -> Result<BTreeMap<String, Entry>, String> {
        let mut found = BTreeMap::new();
        let mut folders = match self.find(GENERATED)? {
            Some(Entry::Folder) => vec![GENERATED.to_owned()],
            Some(other) => {
                found.insert(GENERATED.to_owned(), other);
                Vec::new()
            }
            None => Vec::new(),
        };
        while let Some(folder) = folders.pop() {
            let at = self.at(&folder);
            let entries =
                fs::read_dir(&at).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
            for entry in entries.map_err(|error| self.cannot("read", &at, &error))? {
                // A name that is no Unicode is none of ours, and is shown as well as can be.
                let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type();
                let kind = kind.map_err(|error| self.cannot("read", &entry.path(), &error))?;
                let kind = Entry::from(kind);
                if kind == Entry::Folder {
                    folders.push(path.clone());
                }
                found.insert(path, kind);
            }
        }
        Ok(found)
    }

    pub(super) fn cannot(&self, what: &str, path: &Path, error: &io::Error) -> String {
        format!("cannot {what} `{}`: {error}", path.display())
    }
}

impl From<fs::FileType> for Entry {
    fn from(kind: fs::FileType) -> Self {
        if kind.is_file() {
            Self::File
        } else if kind.is_dir() {
            Self::Folder
        } else {
            Self::Other
        }
    }
}
