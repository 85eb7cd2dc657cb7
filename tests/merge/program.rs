//! `mcpdesc merge` as its users drive it.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Ran, run};

const OLD: &str = "\
mcpdesc: 0.8.0
info:
  name: echo
  version: 1.0.0
protocolVersions: ['2025-11-25']
tools:
  - name: echo
    inputSchema: {type: object}
";

fn merge(folder: &TempDir, arguments: &[&str], input: &str) -> Ran {
    run(folder.path(), &[&["merge"], arguments].concat(), input)
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let new = json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "echo", "version": "1.0.0"},
        "protocolVersions": ["2026-07-28"],
        "tools": [{"name": "echo", "inputSchema": {"type": "object"}}]
    });
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("old.yaml", OLD);
    write("new.json", &new.to_string());
    write(
        "other.yaml",
        &OLD.replace("1.0.0", "2.0.0")
            .replace("type: object", "type: object, title: t"),
    );
    write("bad.json", "{\"mcpdesc\": \"0.8.0\"}");
    folder
}

#[test]
fn documents_of_both_formats_are_merged_in_the_format_of_the_first() {
    let folder = folder();
    let ran = merge(&folder, &["old.yaml", "new.json"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let read: Value = serde_yaml::from_str(&ran.out).unwrap();
    assert_eq!(
        read["protocolVersions"],
        json!(["2025-11-25", "2026-07-28"])
    );
    assert_eq!(
        read["tools"],
        json!([{"name": "echo", "inputSchema": {"type": "object"}}])
    );
    assert!(ran.out.starts_with("mcpdesc:"), "{}", ran.out);

    let turned = merge(&folder, &["new.json", "-"], OLD);
    let turned: Value = serde_json::from_str(&turned.out).unwrap();
    assert_eq!(turned, read);
    let forced = merge(
        &folder,
        &["old.yaml", "new.json", "--output-format", "json"],
        "",
    );
    assert_eq!(serde_json::from_str::<Value>(&forced.out).unwrap(), read);
}

#[test]
fn every_conflict_is_shown_at_both_places_and_nothing_is_written() {
    let folder = folder();
    let ran = merge(&folder, &["old.yaml", "other.yaml", "-o", "out.yaml"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    for heading in [
        "old.yaml:4:12: error[merge-conflict] info.version",
        "other.yaml:4:12: error[merge-conflict] info.version",
        "other.yaml:8:33: error[merge-conflict] tools[0].inputSchema.title",
        "old.yaml:8:5: error[merge-conflict] tools[0].inputSchema.title",
        "two inputs describe MCP 2025-11-25",
        "2 conflicts, so nothing was written",
    ] {
        assert!(ran.err.contains(heading), "{heading}\n{}", ran.err);
    }
    assert!(!folder.path().join("out.yaml").exists());
}

#[test]
fn an_invalid_input_is_shown_and_nothing_is_written() {
    let folder = folder();
    let ran = merge(&folder, &["old.yaml", "bad.json"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("bad.json:1:1: error[missing-property]"),
        "{}",
        ran.err
    );
    assert!(
        ran.err
            .contains("`bad.json` has errors, so nothing was written"),
        "{}",
        ran.err
    );
}

#[test]
fn what_cannot_be_done_exits_with_2() {
    let folder = folder();
    for arguments in [
        &[][..],
        &["old.yaml", "absent.yaml"],
        &["-", "-"],
        &["old.yaml", "--wrong"],
        &["old.yaml", "-o", "absent/out.yaml"],
    ] {
        let ran = merge(&folder, arguments, OLD);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_output_file_is_written_as_a_whole_and_may_be_an_input() {
    let folder = folder();
    let ran = merge(&folder, &["old.yaml", "new.json", "-o", "old.yaml"], "");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let once = fs::read_to_string(folder.path().join("old.yaml")).unwrap();
    assert!(once.contains("2026-07-28"));
    let again = merge(&folder, &["old.yaml", "old.yaml", "new.json"], "");
    assert_eq!(again.out, once, "merging again changes nothing");
}
