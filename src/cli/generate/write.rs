//! Writing a project: everything is written aside first, then put in its place.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use mcpdesc::generate::{Manifest, Owner, Project, ProjectFile};

use super::compare::{extra, is_equal, ours};
use super::folder::{Entry, Folder};

/// What writing a project came to. All paths are those of the project.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The generator's files that were written.
    pub ours: Vec<String>,
    /// The developer's files that were written.
    pub theirs: Vec<String>,
    /// The developer's files that exist and were left as they are.
    pub kept: Vec<String>,
    /// The developer's files that do not exist, and were not written either.
    pub absent: Vec<String>,
    /// What was removed from `src/generated`.
    pub removed: Vec<String>,
}

/// Writes `project` to `folder`. The developer's files are written where they are missing and
/// `theirs_too` says so, and never overwritten. Files that are right already are not touched.
///
/// # Errors
///
/// Why it cannot be done. What was there before is whole then.
pub(super) fn write(
    folder: &Folder,
    project: &Project,
    theirs_too: bool,
) -> Result<Written, String> {
    let mut written = Written::default();
    let mut files: Vec<&ProjectFile> = Vec::new();
    for file in &project.files {
        let exists = folder.find(&file.path)?.is_some();
        let (paths, is_written) = match file.owner {
            Owner::Generator if is_equal(folder, file)? => continue,
            Owner::Generator => (&mut written.ours, true),
            Owner::Developer if exists => (&mut written.kept, false),
            Owner::Developer if theirs_too => (&mut written.theirs, true),
            Owner::Developer => (&mut written.absent, false),
        };
        paths.push(file.path.clone());
        if is_written {
            files.push(file);
        }
    }
    written.removed = extra(folder, project)?;
    if files.is_empty() && written.removed.is_empty() {
        return Ok(written);
    }
    // The manifest comes first: should the rest fail, the next run knows the folder and goes on.
    files.sort_by_key(|file| file.path != Manifest::PATH);
    let staged = Staged::new(folder, &files)?;
    clear(folder, project, &written.removed)?;
    staged.place(folder, &files)?;
    Ok(written)
}

/// Removes what does not belong to `src/generated`, and the folders that are empty then.
fn clear(folder: &Folder, project: &Project, extra: &[String]) -> Result<(), String> {
    for path in extra {
        let at = folder.at(path);
        fs::remove_file(&at).map_err(|error| folder.cannot("remove", &at, &error))?;
    }
    let mut needed = HashSet::new();
    for file in ours(project) {
        let mut path = file.path.as_str();
        while let Some((parent, _)) = path.rsplit_once('/') {
            needed.insert(parent);
            path = parent;
        }
    }
    let found = folder.generated()?;
    // Deepest first.
    for (path, kind) in found.iter().rev() {
        if *kind == Entry::Folder && !needed.contains(path.as_str()) {
            let at = folder.at(path);
            fs::remove_dir(&at).map_err(|error| folder.cannot("remove", &at, &error))?;
        }
    }
    Ok(())
}

/// Files that are written in full, in a folder of their own beside their places.
struct Staged {
    folder: PathBuf,
    /// The project's folder, where it did not exist before and something may still fail.
    made_root: Option<PathBuf>,
}

impl Staged {
    fn new(folder: &Folder, files: &[&ProjectFile]) -> Result<Self, String> {
        let root = folder.root();
        let is_new = !root.exists();
        fs::create_dir_all(root).map_err(|error| folder.cannot("make", root, &error))?;
        let at = root.join(format!(".mcpdesc.{}.tmp", std::process::id()));
        let made_root = is_new.then(|| root.to_owned());
        let made = fs::create_dir(&at);
        let staged = Self {
            folder: at,
            made_root,
        };
        made.map_err(|error| folder.cannot("write to", root, &error))?;
        for (index, file) in files.iter().enumerate() {
            let written = write_new(&staged.file(index), file.text.as_bytes());
            written.map_err(|error| folder.cannot("write", &folder.at(&file.path), &error))?;
        }
        Ok(staged)
    }

    /// Where the file `index` waits.
    fn file(&self, index: usize) -> PathBuf {
        self.folder.join(index.to_string())
    }

    fn place(mut self, folder: &Folder, files: &[&ProjectFile]) -> Result<(), String> {
        for (index, file) in files.iter().enumerate() {
            let at = folder.at(&file.path);
            if let Some(parent) = at.parent() {
                fs::create_dir_all(parent)
                    .map_err(|error| folder.cannot("make", parent, &error))?;
            }
            let placed = match file.owner {
                Owner::Generator => fs::rename(self.file(index), &at),
                Owner::Developer => place_new(&self.file(index), &at),
            };
            placed.map_err(|error| folder.cannot("write", &at, &error))?;
        }
        self.made_root = None;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // What is wrong is being reported; a folder that is left behind does no harm.
        let _ = fs::remove_dir_all(&self.folder);
        if let Some(root) = &self.made_root {
            let _ = fs::remove_dir(root);
        }
    }
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)
}

/// Moves a file to a place where nothing is. A file of the developer that has appeared there since
/// is not overwritten.
fn place_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Not every file system has hard links.
        Err(_) => fs::rename(from, to),
    }
}
