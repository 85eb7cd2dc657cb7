//! The README, followed to the letter.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::gallery::target;

/// The commands of a section of the README.
fn commands(section: &str) -> Vec<String> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let readme = readme.unwrap();
    let (_, text) = readme.split_once(&format!("\n## {section}\n")).unwrap();
    let text = text.split("\n## ").next().unwrap();
    let mut commands: Vec<String> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_code) {
            commands.push(command.to_owned());
        } else if is_code {
            // A command that goes on.
            let command = commands.last_mut().unwrap();
            command.push('\n');
            command.push_str(line);
        }
    }
    commands
}

#[test]
fn the_quick_start_ends_with_a_running_server_listed_by_a_client() {
    let mut commands = commands("Generate a server");
    // What it would install has just been built.
    assert_eq!(commands.remove(0), "cargo install --locked --path .");
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let script = commands.join("\n").replace(":8080/", &format!(":{port}/"));
    assert!(script.contains(&format!(":{port}/mcp")));

    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let repository = scratch.path().join("repository");
    fs::create_dir(&repository).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("testdata"), repository.join("testdata")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_mcpdesc")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("bash")
        .args(["-c", &format!("set -em\n{script}\n")])
        .current_dir(&repository)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("PORT", port.to_string())
        // As the gallery is built, so that little is left to build.
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{log}"));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["search_books", "lend_book"]);
}
