//! Generated projects, built together so that what they depend on is built once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A Cargo workspace of generated projects. It stays where it is, so that the next run has less
/// to build.
pub struct Workspace {
    root: PathBuf,
    /// The packages, each in a folder of its name.
    members: BTreeSet<String>,
}

impl Workspace {
    /// An empty workspace called `name`.
    pub fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
        let workspace = Self {
            root: root.join(name),
            members: BTreeSet::new(),
        };
        // Projects of descriptions that are no longer there must not be built.
        let projects = workspace.root.join("projects");
        if projects.exists() {
            fs::remove_dir_all(&projects).unwrap();
        }
        fs::create_dir_all(&projects).unwrap();
        workspace
    }

    pub fn folder(&self, package: &str) -> PathBuf {
        self.root.join("projects").join(package)
    }

    /// Where a project's program is once it is built.
    pub fn program(&self, package: &str) -> PathBuf {
        let name = format!("{package}{}", std::env::consts::EXE_SUFFIX);
        self.target().join("debug").join(name)
    }

    /// Where everything is built.
    pub fn target(&self) -> PathBuf {
        self.root.join("target")
    }

    /// Generates a project from a description and gives its package; says why it cannot.
    pub fn add(&mut self, source: &Path) -> Result<String, String> {
        let scratch = self.root.join("projects/.new");
        let generate = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_mcpdesc"));
            command.args(["generate", "rust"]).arg(source);
            command.arg("-o").arg(&scratch).args(more);
            output(&mut command)
        };
        generate(&[])?;
        let manifest = scratch.join("src/generated/manifest.json");
        let manifest: Value = serde_json::from_slice(&fs::read(manifest).unwrap()).unwrap();
        let mut package = manifest["package"].as_str().unwrap().to_owned();
        if !self.members.insert(package.clone()) {
            // A workspace has each name once.
            package = format!("{package}-{}", self.members.len());
            self.members.insert(package.clone());
            fs::remove_dir_all(&scratch).unwrap();
            generate(&["--name", &package])?;
        }
        fs::rename(&scratch, self.folder(&package)).unwrap();
        Ok(package)
    }

    /// What is wrong with the form of the projects.
    pub fn format(&self) -> Result<(), String> {
        self.cargo(&["fmt", "--all", "--check"])
    }

    /// Builds all projects and runs their tests; gives each step's output where it fails. What a
    /// project has to test stands in one file, so the empty test programs of its library and its
    /// program are not built.
    pub fn build(&self) -> Vec<String> {
        let parts = ["--lib", "--bins", "--test", "description"];
        let lint = [
            &["clippy", "--keep-going"],
            &parts[..],
            &["--", "-Dwarnings"],
        ]
        .concat();
        let test = ["test", "--no-fail-fast", "--test", "description"];
        let steps = [self.cargo(&lint), self.cargo(&test)];
        steps.into_iter().filter_map(Result::err).collect()
    }

    /// Runs Cargo in the workspace; gives its output where it fails.
    pub fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let members = self.members.iter();
        let members: Vec<String> = members
            .map(|package| format!("  \"projects/{package}\",\n"))
            .collect();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\n{}]\n\n\
             [profile.dev]\ndebug = 0\nincremental = false\n",
            members.concat()
        );
        let path = self.root.join("Cargo.toml");
        if fs::read_to_string(&path).is_ok_and(|text| text == manifest) {
            // What has not changed is not built again.
        } else {
            fs::write(&path, manifest).unwrap();
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("MCPDESC_EXAMPLES")
            .env_remove("RUSTFLAGS");
        output(&mut command)
    }
}

fn output(command: &mut Command) -> Result<(), String> {
    let output = command.output().unwrap();
    if output.status.success() {
        return Ok(());
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Err(format!(
        "{command:?}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    ))
}
