//! Which files are checked, and how they are read.

use super::*;

#[test]
fn without_a_path_the_current_folder_is_searched() {
    let ran = check(
        &[
            ("a.mcpdesc.json", VALID_JSON),
            ("b/c.mcpdesc.yaml", VALID_YAML),
        ],
        &["--format", "json"],
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["a.mcpdesc.json", "b/c.mcpdesc.yaml"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "2 files are valid\n"));
}

#[test]
fn a_folder_is_searched_for_description_names_only_in_sorted_order() {
    let ran = check(
        &[
            ("d/z.mcpdesc.yml", VALID_YAML),
            ("d/b/y.mcpdesc.yaml", VALID_YAML),
            ("d/a.mcpdesc.json", VALID_JSON),
            ("d/other.json", "no"),
            ("d/mcpdesc.yaml", "no"),
            ("d/.hidden/a.mcpdesc.json", "no"),
            ("d/target/a.mcpdesc.json", "no"),
            ("d/node_modules/a.mcpdesc.json", "no"),
            ("d/folder.mcpdesc.json/a.mcpdesc.json", VALID_JSON),
        ],
        &["d", "--format", "json"],
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(
        files,
        [
            "d/a.mcpdesc.json",
            "d/b/y.mcpdesc.yaml",
            "d/folder.mcpdesc.json/a.mcpdesc.json",
            "d/z.mcpdesc.yml"
        ]
    );
    assert_eq!(ran.code, 0);
}

#[test]
fn a_folder_without_descriptions_exits_with_2() {
    let ran = check(&[("a.json", VALID_JSON)], &["."]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("found no *.mcpdesc.json"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_search_follows_no_links_and_reads_no_pipes() {
    let folder = folder(&[("a.mcpdesc.json", VALID_JSON), ("elsewhere/b.json", "no")]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(name)).unwrap();
    };
    link("elsewhere/b.json", "linked.mcpdesc.json");
    link(".", "loop");
    let pipe = folder.path().join("pipe.mcpdesc.json");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.unwrap().success());
    let ran = run(folder.path(), &["check"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
}

#[cfg(unix)]
#[test]
fn a_file_reached_twice_is_checked_once() {
    let folder = folder(&[("a.mcpdesc.json", BROKEN_JSON)]);
    std::os::unix::fs::symlink("a.mcpdesc.json", folder.path().join("link.json")).unwrap();
    let ran = run(
        folder.path(),
        &[
            "check",
            "--format",
            "json",
            "link.json",
            "./a.mcpdesc.json",
            ".",
            "a.mcpdesc.json",
        ],
        "",
    );
    let files: Vec<_> = ran.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["link.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_checked_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[]);
    let name = std::ffi::OsStr::from_bytes(b"a\xff.mcpdesc.json");
    fs::write(folder.path().join(name), VALID_JSON).unwrap();
    let ran = run(folder.path(), &["check", "--format", "json"], "");
    assert_eq!(ran.json()[0]["file"], "a\u{fffd}.mcpdesc.json");
    assert_eq!(ran.code, 0);
}

#[test]
fn a_file_named_on_the_command_line_is_checked_whatever_its_name() {
    let ran = check(
        &[
            ("a", VALID_JSON),
            ("b.txt", VALID_YAML),
            ("c.JSON", VALID_JSON),
        ],
        &["a", "b.txt", "c.JSON"],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, "3 files are valid\n"));
}

#[test]
fn the_ending_of_a_name_decides_the_format() {
    let ran = check(&[("a.json", VALID_YAML)], &["a.json"]);
    assert_eq!(ran.code, 1);
}

#[test]
fn input_format_overrides_the_name() {
    let files = [("a.json", VALID_YAML)];
    assert_eq!(check(&files, &["a.json", "--input-format", "yaml"]).code, 0);
    let files = [("a.yaml", VALID_YAML)];
    assert_eq!(check(&files, &["a.yaml", "--input-format", "json"]).code, 1);
}

#[test]
fn what_cannot_be_read_exits_with_2_and_the_rest_is_checked() {
    let ran = check(
        &[("a.mcpdesc.json", BROKEN_JSON)],
        &["absent.json", "a.mcpdesc.json", "--format", "json"],
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot read `absent.json`"), "{}", ran.err);
    assert!(
        ran.summary().ends_with("1 path could not be checked"),
        "{}",
        ran.err
    );
    assert_eq!(ran.json().len(), 1);
    assert_eq!(ran.json()[0]["valid"], false);
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_exits_with_2() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[
        ("a.mcpdesc.json", VALID_JSON),
        ("b.mcpdesc.json", VALID_JSON),
    ]);
    let locked = folder.path().join("a.mcpdesc.json");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&locked).is_ok() {
        eprintln!("SKIPPED: this user may read every file");
        return;
    }
    let ran = run(folder.path(), &["check"], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("cannot read `a.mcpdesc.json`"),
        "{}",
        ran.err
    );
}

#[test]
fn standard_input_is_read_for_a_dash() {
    for text in [VALID_JSON, VALID_YAML] {
        let ran = check_stdin(text, &["-", "--format", "json"]);
        assert_eq!(ran.code, 0, "{}", ran.out);
        assert_eq!(ran.json()[0]["file"], "<stdin>");
    }
}

#[test]
fn a_name_for_standard_input_is_shown_and_tells_the_format() {
    let ran = check_stdin(VALID_YAML, &["--stdin-filename", "x/a.json", "-"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("x/a.json:1:1: error["), "{}", ran.err);
    let ran = check_stdin(VALID_YAML, &["--stdin-filename", "a.yaml"]);
    assert_eq!(ran.code, 0, "without a path it means standard input");
}

#[test]
fn a_file_over_max_bytes_is_an_error_of_the_document() {
    let files = [("a.mcpdesc.json", VALID_JSON)];
    let exact = VALID_JSON.len().to_string();
    assert_eq!(check(&files, &["--max-bytes", &exact]).code, 0);
    let less = (VALID_JSON.len() - 1).to_string();
    let ran = check(&files, &["--max-bytes", &less]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(&less), "the limit is named: {}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_not_read_to_its_end() {
    let ran = run(
        Path::new("."),
        &["check", "--max-bytes", "1000", "/dev/zero"],
        "",
    );
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn many_files_are_reported_in_order_and_alike_in_every_run() {
    let names: Vec<_> = (0..600).map(|n| format!("{n:03}.mcpdesc.json")).collect();
    let texts = [VALID_JSON, BROKEN_JSON];
    let files: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), texts[n % 2]))
        .collect();
    let first = check(&files, &["--format", "json"]);
    let order: Vec<_> = first
        .json()
        .iter()
        .map(|line| line["file"].clone())
        .collect();
    assert_eq!(order, names);
    assert!(
        first.summary().contains("in 300 of 600 files"),
        "{}",
        first.err
    );
    assert_eq!(check(&files, &["--format", "json"]).out, first.out);
}
