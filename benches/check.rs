//! How long a check takes, as a ratio to what `serde_json` takes to parse the same bytes, and how
//! much memory it needs, as a ratio to the file's size. Absolute times differ between machines;
//! ratios within one run do not.
//!
//! `cargo bench` prints a table. The documents are made from real servers' descriptions in the
//! shared folder (`MCPDESC_SHARED`, default `../shared`), or from this repository's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mcpdesc::Options;
use mcpdesc::mcp::Revision;
use mcpdesc::project::{ViewOptions, project};
use mcpdesc::source::{Format, write};
use serde_json::{Value, json};

use support::{corpus_tools, document, largest_corpus_document, ratio, yaml};
use timing::{fastest, run};

mod support;
#[path = "support/timing.rs"]
mod timing;

/// Runs per measurement.
const RUNS: usize = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, file] = arguments.as_slice()
        && flag == "--memory"
    {
        return print_peak_memory(Path::new(file));
    }
    let tools = corpus_tools();
    println!(
        "{:<28}{:>10}{:>12}{:>12}{:>8}{:>10}",
        "document", "bytes", "serde_json", "check", "ratio", "memory"
    );
    let largest = largest_corpus_document(&tools);
    measure("largest corpus document", &largest, Format::Json);
    let thousand = measure("1,000 tools", &document(&tools, 1_000), Format::Json);
    let large = document(&tools, 10_000);
    let ten_thousand = measure("10,000 tools", &large, Format::Json);
    measure("10,000 tools, YAML", &yaml(&large), Format::Yaml);
    println!(
        "10,000 against 1,000 tools: {:.1}",
        ratio(ten_thousand, thousand)
    );
    println!(
        "projection of 10,000 tools against their check: {:.2}",
        ratio(projection(&large), ten_thousand)
    );
    measure_processes();
}

/// How long it takes to read, check, project and write a document.
fn projection(bytes: &[u8]) -> Duration {
    let options = Options::default();
    let view_options = ViewOptions::default();
    fastest(RUNS, || {
        let loaded = mcpdesc::load(bytes, &options);
        project(&loaded, Revision::V2025_11_25, &view_options, &options)
            .is_ok_and(|view| write(&view.draft, Format::Json).ends_with('\n'))
    })
}

/// Prints one line of the table and gives the time of the check.
fn measure(name: &str, bytes: &[u8], format: Format) -> Duration {
    let options = Options {
        format: Some(format),
        ..Options::default()
    };
    let parse = match format {
        Format::Json => fastest(RUNS, || serde_json::from_slice::<Value>(bytes).is_ok()),
        Format::Yaml => fastest(RUNS, || serde_yaml::from_slice::<Value>(bytes).is_ok()),
    };
    let check = fastest(RUNS, || {
        mcpdesc::check(&mcpdesc::load(bytes, &options), &options).valid
    });
    println!(
        "{name:<28}{:>10}{parse:>12.2?}{check:>12.2?}{:>8.2}{:>10.1}",
        bytes.len(),
        ratio(check, parse),
        memory_ratio(bytes, format),
    );
    check
}

/// Whole processes: a check of a one-tool document against `mcpdesc --version`.
fn measure_processes() {
    let program = env!("CARGO_BIN_EXE_mcpdesc");
    let file = scratch("one.mcpdesc.json");
    let one = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "one", "version": "1.0.0" },
        "protocolVersions": ["2026-07-28"],
        "tools": [{ "name": "t", "inputSchema": { "type": "object", "additionalProperties": false } }],
    });
    fs::write(&file, one.to_string()).expect("the scratch folder is writable");
    let version = fastest(RUNS, || run(Command::new(program).arg("--version")));
    let check = fastest(RUNS, || run(Command::new(program).arg("check").arg(&file)));
    println!(
        "one tool: {check:.2?}, --version: {version:.2?}, ratio {:.1}",
        ratio(check, version)
    );
}

/// The peak memory of a process that only checks these bytes, above one that checks nothing, as a
/// multiple of their size.
fn memory_ratio(bytes: &[u8], format: Format) -> f64 {
    let extension = if format == Format::Json {
        "json"
    } else {
        "yaml"
    };
    let (file, small) = (
        scratch(&format!("large.{extension}")),
        scratch(&format!("small.{extension}")),
    );
    if fs::write(&file, bytes).is_err() || fs::write(&small, "{}").is_err() {
        return f64::NAN;
    }
    let peak = |file: &Path| -> Option<f64> {
        let program = std::env::current_exe().ok()?;
        let output = Command::new(program)
            .arg("--memory")
            .arg(file)
            .output()
            .ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    match (peak(&file), peak(&small)) {
        (Some(large), Some(small)) => (large - small) / bytes.len() as f64,
        _ => f64::NAN,
    }
}

/// Checks `file` and prints this process's peak resident memory in bytes (Linux only).
fn print_peak_memory(file: &Path) {
    let format = if file.extension().is_some_and(|it| it == "yaml") {
        Format::Yaml
    } else {
        Format::Json
    };
    let options = Options {
        format: Some(format),
        ..Options::default()
    };
    let loaded = mcpdesc::load(fs::read(file).unwrap_or_default(), &options);
    std::hint::black_box(mcpdesc::check(&loaded, &options).valid);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = peak.and_then(|it| it.trim().trim_end_matches(" kB").parse::<u64>().ok());
    println!("{}", kibibytes.unwrap_or_default() * 1024);
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
