//! What a later run of the generator tells of the functions, and what it remembers for that.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Ran, run};

const DESCRIPTION: &str = "\
mcpdesc: 0.8.0
info: {name: echo, version: 1.0.0}
protocolVersions: ['2025-11-25']
transports: [{type: streamable-http, url: 'https://example.org/mcp'}]
tools:
  - name: say
    description: Says it back.
    inputSchema: {type: object, properties: {text: {type: string, maxLength: 10}}}
prompts:
  - {name: greet, arguments: [{name: who}]}
";

const GUARDED: &str = "\
securitySchemes: {key: {type: http, scheme: bearer}}
security: [{key: []}]
capabilities: [{completions: {}}]
tools:
";

fn generate(folder: &Path, text: &str) -> Ran {
    fs::write(folder.join("echo.yaml"), text).unwrap();
    let ran = run(folder, &["generate", "rust", "echo.yaml", "-o", "echo"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

fn functions(folder: &Path) -> Vec<Value> {
    let manifest = fs::read(folder.join("echo/src/generated/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["functions"].as_array().unwrap().clone()
}

#[test]
fn a_changed_check_is_no_changed_function() {
    let folder = TempDir::new().unwrap();
    generate(folder.path(), DESCRIPTION);
    let ran = generate(
        folder.path(),
        &DESCRIPTION.replace("maxLength: 10", "maxLength: 20"),
    );
    assert!(
        ran.err.contains("  schema   say (tool `say`)\n"),
        "{}",
        ran.err
    );
    for other in ["  changed  ", "yours to change"] {
        assert!(!ran.err.contains(other), "{}", ran.err);
    }
    let ran = generate(
        folder.path(),
        &DESCRIPTION.replace("type: string", "type: number"),
    );
    assert!(
        ran.err.contains("  changed  say (tool `say`)"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("  schema   "), "{}", ran.err);
}

#[test]
fn a_manifest_of_before_tells_no_change_where_there_is_none() {
    let folder = TempDir::new().unwrap();
    generate(folder.path(), DESCRIPTION);
    let path = folder.path().join("echo/src/generated/manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for function in manifest["functions"].as_array_mut().unwrap() {
        function.as_object_mut().unwrap().remove("types").unwrap();
    }
    fs::write(&path, manifest.to_string()).unwrap();
    let ran = generate(folder.path(), DESCRIPTION);
    assert!(!ran.err.contains("changed"), "{}", ran.err);
}

#[test]
fn the_functions_that_answer_for_no_declaration_are_remembered_too() {
    let folder = TempDir::new().unwrap();
    generate(folder.path(), DESCRIPTION);
    let names = |functions: &[Value]| -> Vec<String> {
        let names = functions.iter().map(|it| it["name"].as_str().unwrap());
        names.map(str::to_owned).collect()
    };
    assert_eq!(names(&functions(folder.path())), ["say", "prompt_greet"]);

    let ran = generate(folder.path(), &DESCRIPTION.replace("tools:\n", GUARDED));
    let functions = functions(folder.path());
    assert_eq!(
        names(&functions),
        ["authorize", "complete", "say", "prompt_greet"]
    );
    let member = |at: usize, name: &str| functions[at][name].as_str().unwrap().to_owned();
    assert_eq!(
        [member(0, "takes"), member(0, "gives")],
        ["Access", "Decision"]
    );
    assert_eq!(
        [member(1, "takes"), member(1, "gives")],
        ["Completion", "Vec<String>"]
    );
    for said in [
        "  new      authorize (security `HTTP`)\n",
        "  new      complete (completion `completion/complete`)\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let ran = generate(folder.path(), DESCRIPTION);
    for name in ["authorize", "complete"] {
        assert!(
            ran.err.contains(&format!("  gone     {name} (")),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_plan_that_is_wide_is_written_in_paragraphs() {
    let folder = TempDir::new().unwrap();
    let text = DESCRIPTION.replace("name: say", "name: say_it_to_everybody_who_is_in_the_house");
    fs::write(folder.path().join("echo.yaml"), text).unwrap();
    let plan = run(
        folder.path(),
        &["generate", "rust", "echo.yaml", "--plan"],
        "",
    );
    let expected = "\
say_it_to_everybody_who_is_in_the_house
  for        tool
  name       say_it_to_everybody_who_is_in_the_house
  revisions  all
  takes      types::say_it_to_everybody_who_is_in_the_house::Input

prompt_greet
  for        prompt
  name       greet
";
    assert!(plan.out.contains(expected), "{}", plan.out);
    assert!(
        plan.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        plan.out
    );
}
