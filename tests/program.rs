//! Running the program.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// How the program ended and what it wrote.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The JSON that each line of the output is.
    pub fn json(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The last line of what it says to people.
    pub fn summary(&self) -> &str {
        self.err.lines().last().unwrap_or_default()
    }
}

/// Runs the program in `folder` with this on standard input.
pub fn run(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
        .current_dir(folder)
        .env_remove("NO_COLOR")
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
