//! What the program writes, keeps, removes and refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;
use tempfile::TempDir;

use crate::folder;
use crate::program::{Ran, run};

const DESCRIPTION: &str = "\
mcpdesc: 0.8.0
info: {name: echo, version: 1.0.0}
protocolVersions: ['2025-11-25', '2026-07-28']
tools:
  - name: say
    description: Says it back.
    inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}
  - name: shout
    description: Says it louder.
    inputSchema: {type: object}
";

const MANIFEST: &str = "src/generated/manifest.json";

/// The files of the developer.
const THEIRS: [&str; 7] = [
    ".gitignore",
    "Cargo.toml",
    "README.md",
    "src/handlers.rs",
    "src/lib.rs",
    "src/main.rs",
    "tests/description.rs",
];

/// A folder with a description and nothing else.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("echo.yaml"), DESCRIPTION).unwrap();
    folder
}

/// The same with a generated project `echo`.
fn project() -> TempDir {
    let folder = folder();
    let ran = generate(&folder, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    folder
}

fn generate(folder: &TempDir, arguments: &[&str]) -> Ran {
    let always = ["generate", "rust", "echo.yaml", "-o", "echo"];
    run(folder.path(), &[&always[..], arguments].concat(), "")
}

fn edit(folder: &TempDir, old: &str, new: &str) {
    let path = folder.path().join("echo.yaml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(old));
    fs::write(path, text.replacen(old, new, 1)).unwrap();
}

/// All files below `root` and their bytes.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap();
        name.replace('\\', "/")
    };
    let files = folder::files(root).into_iter();
    files
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

fn of_the_developer(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let mut files = files.clone();
    files.retain(|path, _| !path.starts_with("src/generated/"));
    files
}

fn modified(folder: &TempDir, path: &str) -> SystemTime {
    let path = folder.path().join("echo").join(path);
    fs::metadata(path).unwrap().modified().unwrap()
}

fn manifest(folder: &TempDir) -> Value {
    let path = folder.path().join("echo").join(MANIFEST);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_project_has_the_files_of_the_developer_and_those_of_the_generator() {
    let folder = project();
    let files = files(&folder.path().join("echo"));
    let theirs: Vec<_> = of_the_developer(&files).into_keys().collect();
    assert_eq!(theirs, THEIRS);
    assert!(files.contains_key(MANIFEST));
    assert!(files.contains_key("src/generated/mod.rs"));
    assert_eq!(manifest(&folder)["source"]["name"], "echo.yaml");
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing else is left behind");
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (one, two) = (project(), project());
    let echo = |folder: &TempDir| files(&folder.path().join("echo"));
    assert!(echo(&one) == echo(&two));
}

#[test]
fn a_description_is_read_from_standard_input_too() {
    let folder = TempDir::new().unwrap();
    let arguments = ["generate", "rust", "-", "-o", "deep/er/echo"];
    let ran = run(folder.path(), &arguments, DESCRIPTION);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(folder.path().join("deep/er/echo/Cargo.toml").is_file());
}

#[test]
fn files_that_are_right_are_not_touched() {
    let folder = project();
    let paths = [MANIFEST, "src/generated/mod.rs", "src/handlers.rs"];
    let before = paths.map(|path| modified(&folder, path));
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("`echo` is up to date"), "{}", ran.err);
    assert_eq!(paths.map(|path| modified(&folder, path)), before);
}

#[test]
fn an_edited_description_leaves_the_files_of_the_developer_as_they_are() {
    let folder = project();
    let root = folder.path().join("echo");
    fs::write(root.join("src/handlers.rs"), "// My own words.\n").unwrap();
    fs::write(root.join("src/more.rs"), "// Another file.\n").unwrap();
    fs::write(root.join("Cargo.toml"), "# Mine.\n").unwrap();
    let before = files(&root);
    assert_eq!(generate(&folder, &["--check"]).code, 0);

    edit(&folder, "name: shout", "name: whisper");
    let ran = generate(&folder, &["--check"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let said = format!("echo/{MANIFEST}: is not what it would be");
    assert!(ran.err.contains(&said), "{}", ran.err);
    assert!(ran.err.contains("`echo` is not up to date"), "{}", ran.err);
    assert!(files(&root) == before, "--check writes nothing");

    for arguments in [&[][..], &["--force"]] {
        assert_eq!(generate(&folder, arguments).code, 0);
        assert!(of_the_developer(&files(&root)) == of_the_developer(&before));
        let ran = generate(&folder, &["--check"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    }
    assert!(files(&root) != before);
}

#[test]
fn a_change_of_generated_files_is_found_and_undone() {
    let folder = project();
    let root = folder.path().join("echo");
    let before = files(&root);
    let generated = root.join("src/generated");
    fs::write(generated.join("mod.rs"), "").unwrap();
    fs::remove_file(generated.join("handlers.rs")).unwrap();
    fs::create_dir_all(generated.join("more/deep")).unwrap();
    fs::write(generated.join("more/deep/old.rs"), "").unwrap();
    fs::create_dir(generated.join("empty")).unwrap();
    let ran = generate(&folder, &["--check"]);
    assert_eq!(ran.code, 1);
    for said in [
        "echo/src/generated/mod.rs: is not what it would be\n",
        "echo/src/generated/handlers.rs: is missing\n",
        "echo/src/generated/more/deep/old.rs: does not belong there\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0);
    let said = "removed echo/src/generated/more/deep/old.rs";
    assert!(ran.err.contains(said), "{}", ran.err);
    assert!(files(&root) == before);
    assert!(!generated.join("more").exists() && !generated.join("empty").exists());
}

#[test]
fn a_folder_and_a_file_in_the_place_of_each_other_are_put_right() {
    let folder = project();
    let root = folder.path().join("echo");
    let before = files(&root);
    let generated = root.join("src/generated");
    fs::remove_dir_all(generated.join("lists")).unwrap();
    fs::write(generated.join("lists"), "").unwrap();
    fs::remove_file(generated.join("mod.rs")).unwrap();
    fs::create_dir(generated.join("mod.rs")).unwrap();
    fs::write(generated.join("mod.rs/inner"), "").unwrap();
    assert_eq!(generate(&folder, &["--check"]).code, 1);
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(files(&root) == before);
}

#[test]
fn a_later_run_tells_which_functions_are_new_changed_or_gone() {
    let folder = project();
    edit(&folder, "text: {type: string}", "text: {type: integer}");
    edit(
        &folder,
        "  - name: shout\n    description: Says it louder.",
        "  - name: whisper\n    description: Says it softly.",
    );
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0);
    for said in [
        "  new      whisper (tool `whisper`)\n",
        "  changed  say (tool `say`): the description says something else of its values; its types may be the same\n",
        "  gone     shout (tool `shout`): remove the function\n",
        "    /// Says it softly.\n",
        "    async fn whisper(",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    assert!(!ran.err.contains("async fn say("), "{}", ran.err);
    assert!(ran.err.ends_with("    }\n"), "{}", ran.err);
    let ran = generate(&folder, &[]);
    assert!(!ran.err.contains("whisper"), "{}", ran.err);
}

#[test]
fn a_later_run_tells_that_requests_are_to_be_authorized() {
    let folder = project();
    edit(
        &folder,
        "tools:\n",
        "transports: [{type: streamable-http, url: 'https://example.org/mcp'}]\n\
         securitySchemes: {key: {type: http, scheme: bearer}}\n\
         security: [{key: []}]\n\
         tools:\n",
    );
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in [
        "  new      authorize (security `HTTP`)\n",
        "    async fn authorize(",
        "  Cargo.toml\n",
        "  src/main.rs\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
}

#[test]
fn the_name_and_the_transport_are_remembered() {
    let folder = folder();
    let ran = generate(&folder, &["--name", "parrot", "--transport", "http"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let root = folder.path().join("echo");
    let cargo = |root: &Path| fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert!(cargo(&root).contains("name = \"parrot\""));
    assert_eq!(generate(&folder, &["--check"]).code, 0);
    edit(&folder, "name: echo", "name: other");
    let ran = generate(&folder, &[]);
    assert!(!ran.err.contains("by hand"), "{}", ran.err);
    assert_eq!(manifest(&folder)["package"], "parrot");
    assert_eq!(manifest(&folder)["transports"], "http");

    let before = cargo(&root);
    let ran = generate(&folder, &["--name", "magpie", "--transport", "stdio"]);
    assert_eq!(ran.code, 0);
    for said in [
        "by hand",
        "  Cargo.toml\n",
        "- name = \"parrot\"",
        "+ name = \"magpie\"",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    assert_eq!(cargo(&root), before);
    assert_eq!(manifest(&folder)["transports"], "stdio");
    assert_eq!(generate(&folder, &["--check"]).code, 0);
}

#[test]
fn a_name_that_cargo_does_not_take_is_refused() {
    let folder = folder();
    for name in ["", "two words", "1st", "fn", "a/b", "ünï"] {
        let ran = generate(&folder, &["--name", name]);
        assert_eq!(ran.code, 2, "{name}");
        let said = format!("`{name}` cannot name a Cargo package");
        assert!(ran.err.contains(&said), "{}", ran.err);
    }
    assert!(!folder.path().join("echo").exists());
}

#[test]
fn a_folder_that_is_no_generated_project_is_refused() {
    let folder = folder();
    let root = folder.path().join("echo");
    fs::create_dir_all(root.join("src")).unwrap();
    fs::write(root.join("Cargo.toml"), "# Mine.\n").unwrap();
    fs::write(root.join("src/main.rs"), "// Mine too.\n").unwrap();
    let before = files(&root);
    let ran = generate(&folder, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("is no generated project"), "{}", ran.err);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    assert!(files(&root) == before);
    let ran = generate(&folder, &["--check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("is no generated project"), "{}", ran.err);

    let ran = generate(&folder, &["--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("kept your Cargo.toml as it is"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("kept your src/main.rs as it is"),
        "{}",
        ran.err
    );
    let after = files(&root);
    assert!(before.iter().all(|(path, bytes)| after[path] == *bytes));
    assert!(after.contains_key("src/handlers.rs"));
    assert_eq!(generate(&folder, &["--check"]).code, 0);
}

#[test]
fn files_of_others_in_src_generated_are_never_removed() {
    let folder = folder();
    let generated = folder.path().join("echo/src/generated");
    fs::create_dir_all(&generated).unwrap();
    fs::write(generated.join("api.rs"), "// From another generator.\n").unwrap();
    for arguments in [&[][..], &["--force"]] {
        let ran = generate(&folder, arguments);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("move them"), "{}", ran.err);
    }
    assert_eq!(files(&folder.path().join("echo")).len(), 1);
}

#[test]
fn an_empty_folder_and_a_new_repository_are_as_good_as_none() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("echo/.git")).unwrap();
    assert_eq!(generate(&folder, &[]).code, 0);
}

#[test]
fn a_file_that_was_deleted_comes_back_only_on_demand() {
    let folder = project();
    let path = folder.path().join("echo/README.md");
    let before = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("your README.md is gone"), "{}", ran.err);
    assert!(!path.exists());
    assert_eq!(generate(&folder, &["--check"]).code, 0);
    assert_eq!(generate(&folder, &["--force"]).code, 0);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_manifest_that_is_no_use_is_told_and_replaced_only_on_demand() {
    for (text, said) in [
        ("<<<<<<< HEAD\n{}\n", "it is damaged"),
        ("{\"format\": 1}", "it is damaged"),
        ("\u{0}\u{1}", "it is damaged"),
        ("{\"format\": 99}", "a newer version of mcpdesc wrote it"),
    ] {
        let folder = project();
        let root = folder.path().join("echo");
        fs::write(root.join(MANIFEST), text).unwrap();
        let before = files(&root);
        let ran = generate(&folder, &[]);
        assert_eq!(ran.code, 2, "{text}");
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(files(&root) == before, "{text}");
        let code = if said.contains("newer") { 2 } else { 1 };
        let ran = generate(&folder, &["--check"]);
        assert_eq!(ran.code, code, "{}", ran.err);
        assert!(ran.err.contains(said), "{}", ran.err);
        assert_eq!(generate(&folder, &["--force"]).code, 0, "{text}");
        assert_eq!(generate(&folder, &["--check"]).code, 0, "{text}");
    }
}

#[test]
fn a_document_with_errors_is_shown_and_nothing_is_written() {
    let folder = folder();
    edit(&folder, "  - name: say", "  - nam: say");
    for arguments in [&[][..], &["--check"], &["--plan"], &["--force"]] {
        let ran = generate(&folder, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert!(ran.err.contains("echo.yaml:5:5: error["), "{}", ran.err);
    }
    assert!(!folder.path().join("echo").exists());
}

#[test]
fn what_cannot_be_done_ends_with_2_and_says_why() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").unwrap();
    for (arguments, said) in [
        (&["generate", "rust", "echo.yaml"][..], "--output"),
        (&["generate", "rust", "none.yaml", "-o", "a"], "none.yaml"),
        (
            &["generate", "rust", "echo.yaml", "-o", "file"],
            "is a file, not a folder",
        ),
        (&["generate", "rust", "echo.yaml", "-o", "file/a"], "file"),
        (
            &["generate", "rust", "echo.yaml", "-o", "file", "--check"],
            "is a file, not a folder",
        ),
        (
            &[
                "generate",
                "rust",
                "echo.yaml",
                "-o",
                "a",
                "--transport",
                "sse",
            ],
            "sse",
        ),
        (
            &[
                "generate",
                "rust",
                "echo.yaml",
                "-o",
                "a",
                "--check",
                "--force",
            ],
            "--force",
        ),
        (
            &["generate", "rust", "echo.yaml", "--plan", "--force"],
            "--output",
        ),
        (&["generate", "java", "echo.yaml", "-o", "a"], "java"),
        (&["generate"], "rust"),
    ] {
        let ran = run(folder.path(), arguments, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn a_check_without_a_project_says_that_there_is_none() {
    let folder = folder();
    let ran = generate(&folder, &["--check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`echo` does not exist yet"), "{}", ran.err);
    assert!(!folder.path().join("echo").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_ends_with_2() {
    let folder = folder();
    // Nobody can make a folder there, whatever they may do elsewhere.
    let arguments = ["generate", "rust", "echo.yaml", "-o", "/proc/echo"];
    let ran = run(folder.path(), &arguments, "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("cannot make `/proc/echo`"), "{}", ran.err);
}

#[test]
fn a_failure_leaves_what_was_there() {
    let folder = folder();
    let root = folder.path().join("echo");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("src"), "a file where a folder must be").unwrap();
    let before = files(&root);
    let ran = generate(&folder, &["--force"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("cannot make `echo/src"), "{}", ran.err);
    assert!(files(&root) == before);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let folder = project();
    let root = folder.path().join("echo");
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("kept.rs"), "kept").unwrap();

    // A link to a folder in the place of one.
    fs::rename(root.join("src/generated"), folder.path().join("aside")).unwrap();
    symlink(&outside, root.join("src/generated")).unwrap();
    let ran = generate(&folder, &["--force"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("is a link"), "{}", ran.err);
    fs::remove_file(root.join("src/generated")).unwrap();
    fs::rename(folder.path().join("aside"), root.join("src/generated")).unwrap();

    // Links inside are replaced or removed themselves.
    let generated = root.join("src/generated");
    symlink(&outside, generated.join("more")).unwrap();
    fs::remove_file(generated.join("mod.rs")).unwrap();
    symlink(outside.join("kept.rs"), generated.join("mod.rs")).unwrap();
    assert_eq!(generate(&folder, &["--check"]).code, 1);
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!generated.join("more").exists());
    assert!(
        generated
            .join("mod.rs")
            .symlink_metadata()
            .unwrap()
            .is_file()
    );
    let outside = files(&outside);
    assert_eq!(outside.len(), 1);
    assert_eq!(outside["kept.rs"], b"kept");

    // A link to the project's folder is what the user asked for.
    symlink(&root, folder.path().join("link")).unwrap();
    let arguments = ["generate", "rust", "echo.yaml", "-o", "link", "--check"];
    assert_eq!(run(folder.path(), &arguments, "").code, 0);
}

#[test]
fn the_plan_is_printed_before_anything_is_written() {
    let folder = folder();
    let arguments = ["generate", "rust", "echo.yaml", "--plan"];
    let plan = run(folder.path(), &arguments, "");
    assert_eq!((plan.code, plan.err.as_str()), (0, ""));
    let head = plan.out.lines().find(|line| line.starts_with("function"));
    let columns: Vec<&str> = head.unwrap().split_whitespace().collect();
    assert_eq!(
        columns,
        ["function", "for", "name", "revisions", "takes", "gives"]
    );
    let say: Vec<&str> = plan
        .out
        .lines()
        .find(|line| line.starts_with("say "))
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(say, ["say", "tool", "say", "all", "types::say::Input", "-"]);
    assert_eq!(files(folder.path()).len(), 1, "without -o it only prints");

    let ran = generate(&folder, &["--plan"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, plan.out.as_str()));
    assert!(folder.path().join("echo/Cargo.toml").is_file());
    assert_eq!(generate(&folder, &["--plan", "--check"]).code, 0);
}

#[test]
fn notes_name_their_place_in_the_description() {
    let folder = folder();
    edit(
        &folder,
        "    inputSchema: {type: object}\n",
        "    inputSchema: {type: object}\n    execution: {taskSupport: required}\n    \
         protocolVersions: ['2025-11-25']\n",
    );
    let ran = generate(&folder, &[]);
    assert_eq!(ran.code, 0);
    let note = ran
        .err
        .lines()
        .find(|line| line.contains(": not carried: "));
    assert!(note.unwrap().starts_with("echo.yaml:11:"), "{}", ran.err);
    let plan = run(
        folder.path(),
        &["generate", "rust", "echo.yaml", "--plan"],
        "",
    );
    assert!(plan.out.contains(": not carried: "), "{}", plan.out);
}
