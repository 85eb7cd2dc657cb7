//! How long generating a server takes, as a ratio to the check of its description: in the library,
//! and as processes that read and write files. More than five times a check fails for the largest
//! description; the fixed files of a project outweigh a small one.
//!
//! The descriptions are those of real servers in the shared folder (`MCPDESC_SHARED`, default
//! `../shared`), or this repository's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use mcpdesc::{Options, generate};

/// Runs per measurement; the fastest counts, because noise only ever adds.
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
    let check =
        fastest(|| mcpdesc::check(&mcpdesc::load(bytes.as_slice(), &options), &options).valid);
    let generate = fastest(|| {
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
    let check = fastest(|| run(Command::new(program).arg("check").arg(file)));
    let generate = fastest(|| {
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

fn fastest(mut run: impl FnMut() -> bool) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        assert!(run(), "what is measured must work");
        best = best.min(start.elapsed());
    }
    best
}

fn run(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The valid descriptions at hand.
fn descriptions() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared =
        std::env::var_os("MCPDESC_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let options = Options::default();
    [shared.join("corpus"), root.join("testdata/valid")]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let bytes = fs::read(path).unwrap_or_default();
            mcpdesc::check(&mcpdesc::load(bytes, &options), &options).valid
        })
        .collect()
}
