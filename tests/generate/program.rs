//! Running the program.

use std::path::Path;

use assert_cmd::Command;

/// How the program ended and what it wrote.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `folder` with this on standard input.
pub fn run(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
