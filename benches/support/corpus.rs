//! Where descriptions of servers are.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders with descriptions: of real servers, in the shared folder, and this repository's own.
pub fn folders() -> [PathBuf; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared =
        std::env::var_os("MCPDESC_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    [shared.join("corpus"), root.join("testdata/valid")]
}

/// The files of a folder, sorted; none where there is no such folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}
