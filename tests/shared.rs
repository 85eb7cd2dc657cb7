//! Finds the specification's own material, which is not part of this repository.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use proptest::test_runner::{Config, RngSeed};
use serde::de::DeserializeOwned;

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

/// The codes that stand for the reference's single `schema-validation`.
pub const STRUCTURAL: &[&str] = &[
    "component-reference-not-allowed",
    "component-reference-siblings",
    "conflicting-properties",
    "duplicate-item",
    "empty-collection",
    "empty-string",
    "invalid-format",
    "invalid-name",
    "invalid-value",
    "malformed-component-reference",
    "missing-property",
    "out-of-range",
    "ref-instead-of-component-ref",
    "unknown-property",
    "unsupported-version",
    "wrong-type",
];

/// The mutants of the shared folder `dir`, in the shape a test wants them.
pub fn mutants<T: DeserializeOwned>(dir: &Path) -> Vec<T> {
    let file = File::open(dir.join("conformance/mutants.jsonl.gz")).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// How random tests run: with so many cases, the same ones every time, so that no run depends on
/// luck. `PROPTEST_RNG_SEED` chooses others, and `PROPTEST_CASES` how many.
pub fn random(cases: u32) -> Config {
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0);
    }
    config.failure_persistence = None;
    config
}
