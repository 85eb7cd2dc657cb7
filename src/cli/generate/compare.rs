//! How a folder differs from what it would be.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use mcpdesc::generate::{Owner, Project, ProjectFile};

use super::folder::{Entry, Folder};

/// A file of `src/generated` that is not what it would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    pub path: String,
    pub kind: DifferenceKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    Missing,
    Changed,
    Extra,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            DifferenceKind::Missing => "is missing",
            DifferenceKind::Changed => "is not what it would be",
            DifferenceKind::Extra => "does not belong there",
        };
        write!(f, "{}: {what}", self.path)
    }
}

/// What would change in the generator's part of `folder`, by path.
///
/// # Errors
///
/// Why that cannot be told.
pub(super) fn differences(folder: &Folder, project: &Project) -> Result<Vec<Difference>, String> {
    let mut differences = BTreeMap::new();
    for file in ours(project) {
        let kind = match folder.find(&file.path)? {
            None => DifferenceKind::Missing,
            Some(_) if is_equal(folder, file)? => continue,
            Some(_) => DifferenceKind::Changed,
        };
        differences.insert(file.path.clone(), kind);
    }
    for path in extra(folder, project)? {
        differences.insert(path, DifferenceKind::Extra);
    }
    let differences = differences.into_iter();
    Ok(differences
        .map(|(path, kind)| Difference { path, kind })
        .collect())
}

/// The files that the generator owns.
pub(super) fn ours(project: &Project) -> impl Iterator<Item = &ProjectFile> {
    let files = project.files.iter();
    files.filter(|file| file.owner == Owner::Generator)
}

/// Whether `file` is in `folder` as it would be written.
///
/// # Errors
///
/// Why that cannot be told.
pub(super) fn is_equal(folder: &Folder, file: &ProjectFile) -> Result<bool, String> {
    let found = folder.read(&file.path)?;
    Ok(found.is_some_and(|bytes| bytes == file.text.as_bytes()))
}

/// What is in `src/generated` and belongs to no project like this: everything but folders, which
/// go with the last thing in them.
///
/// # Errors
///
/// Why that cannot be told.
pub(super) fn extra(folder: &Folder, project: &Project) -> Result<Vec<String>, String> {
    let belongs: HashSet<&str> = ours(project).map(|file| file.path.as_str()).collect();
    let found = folder.generated()?.into_iter();
    Ok(found
        .filter(|(path, kind)| *kind != Entry::Folder && !belongs.contains(path.as_str()))
        .map(|(path, _)| path)
        .collect())
}
