//! Finds the specification's own material, which is not part of this repository.

use std::path::PathBuf;

/// The folder with the specification and its fixtures, from `MCPDESC_SHARED` or `../shared`.
///
/// `None` when it is missing; says so on standard error, so that a skipped test never looks like a
/// passed one.
pub fn dir() -> Option<PathBuf> {
    let dir = std::env::var_os("MCPDESC_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    if dir.join("spec").is_dir() {
        return Some(dir);
    }
    eprintln!("SKIPPED: {} has no specification material", dir.display());
    None
}
