//! `mcpdesc check --fix`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

const FAULTY: &str = "mcpdesc: 0.8.0\r\ninfo: {name: a, version: 1.0} # é\r\n\
    protocolVersions: [2025-11-25]\r\ntools: []\r\n";
const FIXED: &str = "mcpdesc: 0.8.0\r\ninfo: {name: a, version: \"1.0\"} # é\r\n\
    protocolVersions: [2025-11-25]\r\n";

fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("mcpdesc"))
        .current_dir(folder)
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn fixing_mends_the_file_and_says_what_it_did() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.mcpdesc.yaml");
    fs::write(&file, FAULTY).unwrap();
    let (code, out, err) = run(folder.path(), &["check", "--fix"], "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), FIXED);
    assert_eq!(
        err,
        "a.mcpdesc.yaml: fixed[wrong-type] info.version: Quote `1.0`\n\
         a.mcpdesc.yaml: fixed[empty-collection] tools: Remove the empty `tools`\n\
         1 file is valid; 2 findings fixed\n"
    );
    let (_, _, err) = run(folder.path(), &["check", "--fix"], "");
    assert_eq!(err, "1 file is valid\n");
}

#[test]
fn a_file_that_cannot_be_improved_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.mcpdesc.yaml");
    fs::write(&file, "mcpdesc: 0.8.0\n").unwrap();
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000);
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(long_ago)
        .unwrap();
    let (code, _, _) = run(folder.path(), &["check", "--fix"], "");
    assert_eq!(code, 1);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), long_ago);
}

#[test]
fn what_remains_decides_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.mcpdesc.yaml");
    fs::write(&file, format!("{FAULTY}x_y: 1\r\n")).unwrap();
    let (code, out, err) = run(folder.path(), &["check", "--fix", "--format", "json"], "");
    assert_eq!(code, 1, "{err}");
    assert_eq!(out.matches("\"code\"").count(), 1, "{out}");
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        format!("{FIXED}x_y: 1\r\n")
    );
}

#[test]
fn standard_input_comes_out_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(folder.path(), &["check", "--fix", "-"], FAULTY);
    assert_eq!((code, out.as_str()), (0, FIXED), "{err}");
    let (code, out, _) = run(folder.path(), &["check", "--fix", "-"], FIXED);
    assert_eq!((code, out.as_str()), (0, FIXED));
    for arguments in [
        &["check", "--fix", "-", "--format", "json"][..],
        &["check", "--fix", "-", "a"],
    ] {
        let (code, out, err) = run(folder.path(), arguments, FAULTY);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains("--fix"), "{err}");
    }
}
