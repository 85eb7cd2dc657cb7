//! How long generating a server takes, as a ratio to the check of its description: in the library,
//! and as processes that read and write files. More than five times a check fails for the largest
//! description; the fixed files of a project outweigh a small one.
//!
//! The descriptions are those of real servers in the shared folder (`MCPDESC_SHARED`, default
//! `../shared`), or this repository's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use mcpdesc::{Options, generate};

use timing::{fastest, run};

#[path = "support/corpus.rs"]
mod corpus;
#[path = "support/timing.rs"]
mod timing;

/// Runs per measurement.
const RUNS: usize = 15;

/// How many times its check a generation may take.
const MOST: f64 = 5.0;

fn main() -> ExitCode {
    let mut files = descriptions();
    files.sort_by_key(|file| std::cmp::Reverse(fs::metadata(file).map_or(0, |it| it.len())));
    println!(
        "{:<34}{:>10}{:>12}{:>12}{:>8}",
        "description", "bytes", "check", "generate", "ratio"
    );
    let ratios: Vec<_> = files.iter().take(3).map(|file| measure(file)).collect();
    let largest = files.first().map(|file| measure_processes(file));
    if ratios
        .into_iter()
        .take(1)
        .chain(largest)
        .any(|it| it > MOST)
    {
        println!("generating the largest takes more than {MOST} times the check");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// What the library alone takes.
fn measure(file: &Path) -> f64 {
    let bytes = fs::read(file).unwrap_or_default();
    let options = Options::default();
    let check = fastest(RUNS, || {
        mcpdesc::check(&mcpdesc::load(bytes.as_slice(), &options), &options).valid
    });
    let generate = fastest(RUNS, || {
        let loaded = mcpdesc::load(bytes.as_slice(), &options);
        let document = loaded
            .document()
            .filter(|_| mcpdesc::check(&loaded, &options).valid);
        document.is_some_and(|it| {
            let project = generate::rust(it, &generate::Options::default());
            !project.files.is_empty()
        })
    });
    row(file, bytes.len(), check, generate)
}

/// What the program takes that reads the description and writes a new project.
fn measure_processes(file: &Path) -> f64 {
    let program = env!("CARGO_BIN_EXE_mcpdesc");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measured");
    let check = fastest(RUNS, || run(Command::new(program).arg("check").arg(file)));
    let generate = fastest(RUNS, || {
        // A folder that does not exist is none to remove.
        let _ = fs::remove_dir_all(&out);
        run(Command::new(program)
            .args(["generate", "rust"])
            .arg(file)
            .arg("-o")
            .arg(&out))
    });
    row(Path::new("the first, as processes"), 0, check, generate)
}

fn row(name: &Path, bytes: usize, check: Duration, generate: Duration) -> f64 {
    let ratio = generate.as_secs_f64() / check.as_secs_f64();
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    println!("{name:<34}{bytes:>10}{check:>12.2?}{generate:>12.2?}{ratio:>8.2}");
    ratio
}

/// The valid descriptions at hand.
fn descriptions() -> Vec<PathBuf> {
    let options = Options::default();
    corpus::folders()
        .iter()
        .flat_map(|folder| corpus::files(folder))
        .filter(|path| {
            let bytes = fs::read(path).unwrap_or_default();
            mcpdesc::check(&mcpdesc::load(bytes, &options), &options).valid
        })
        .collect()
}
