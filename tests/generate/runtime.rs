//! The files of generated servers, as far as they can be judged without running them.

use std::process::Command;

use mcpdesc::generate::signature::signature;
use mcpdesc::generate::{self, NoteKind, Options, Owner, Project, Transports};

fn project(text: &str, options: &Options) -> Project {
    let loaded = mcpdesc::load(text.as_bytes(), &mcpdesc::Options::default());
    let report = mcpdesc::check(&loaded, &mcpdesc::Options::default());
    assert!(report.valid, "{:?}", report.diagnostics);
    generate::rust(loaded.document().unwrap(), options)
}

fn file<'p>(project: &'p Project, path: &str) -> &'p str {
    let file = project.files.iter().find(|it| it.path == path);
    &file.unwrap_or_else(|| panic!("no {path}")).text
}

/// A description of these revisions with `rest`.
fn description(revisions: &str, rest: &str) -> String {
    format!(
        "mcpdesc: 0.8.0\ninfo: {{name: town-notes, version: 1.0.0}}\nprotocolVersions: \
         [{revisions}]\n{rest}"
    )
}

const OLD_AND_NEW: &str = "\"2025-06-18\", \"2026-07-28\"";

const TOOL: &str = "tools: [{name: ping, inputSchema: {type: object}}]";

#[test]
fn signatures_are_written_as_rustfmt_writes_them() {
    let mut code = String::from("struct A;\n\nimpl A {\n");
    for length in 1..70 {
        let name = "f".repeat(length);
        let tool = [
            "&self".to_owned(),
            format!("input: types::{name}::Input"),
            "context: Context".to_owned(),
        ];
        let resource = ["&self".to_owned(), "context: Context".to_owned()];
        let signatures = [
            signature(
                &format!("async fn {name}"),
                &tool,
                &format!("types::{name}::Output"),
            ),
            signature(&format!("async fn {name}_a"), &tool, "ToolResult"),
            signature(&format!("async fn {name}_b"), &resource, "Contents"),
        ];
        for signature in signatures {
            let blank = if code.ends_with("{\n") { "" } else { "\n" };
            code.push_str(&format!("{blank}    {signature}\n        todo()\n    }}\n"));
        }
    }
    code.push_str("}\n");
    assert_formatted(&code);
}

/// Panics where rustfmt would change the code.
fn assert_formatted(code: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("code.rs");
    std::fs::write(&path, code).unwrap();
    let rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .arg(&path)
        .output();
    let Ok(output) = rustfmt else {
        eprintln!("SKIPPED: there is no rustfmt");
        return;
    };
    let difference = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{difference}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_files_of_the_developer_are_formatted() {
    let long = "n".repeat(90);
    let rest = format!(
        "transports: [{{type: stdio, command: x}}, {{type: streamable-http, url: \
         \"https://example.com/mcp\"}}]\nsecuritySchemes: {{key: {{type: http, scheme: bearer}}}}\n\
         security: [{{key: []}}]\ncapabilities: [{{completions: {{}}}}]\ntools: [{{name: {long}, description: \"{long} {long}\\n\\n  - a\", \
         inputSchema: {{type: object}}, outputSchema: {{type: object}}}}]\nprompts: [{{name: a}}]"
    );
    for text in [
        description(OLD_AND_NEW, &rest),
        description(OLD_AND_NEW, ""),
    ] {
        for name in ["a", &"long-".repeat(20)] {
            let options = Options {
                name: Some(name.to_owned()),
                ..Options::default()
            };
            let project = project(&text, &options);
            // A template that asks for what is not there gives nothing.
            assert!(project.files.iter().all(|it| !it.text.is_empty()));
            let files = project
                .files
                .iter()
                .filter(|it| it.owner == Owner::Developer);
            for file in files.filter(|it| it.path.ends_with(".rs")) {
                // Modules would be looked for beside the file.
                let code = file
                    .text
                    .lines()
                    .filter(|line| !line.starts_with("pub mod ") && !line.starts_with("///"));
                let code = code.filter(|line| !line.starts_with("#[rustfmt::skip]"));
                let code: Vec<_> = code.collect();
                assert_formatted(&format!("{}\n", code.join("\n").trim_end()));
            }
        }
    }
}

#[test]
fn two_runs_give_the_same_bytes() {
    let text = description(OLD_AND_NEW, TOOL);
    let files = |project: Project| -> Vec<_> {
        project
            .files
            .into_iter()
            .map(|it| (it.path, it.text))
            .collect()
    };
    let first = files(project(&text, &Options::default()));
    assert_eq!(first, files(project(&text, &Options::default())));
    assert!(first.is_sorted_by_key(|(path, _)| path.clone()));
    assert!(first.iter().all(|(_, text)| !text.is_empty()));
}

#[test]
fn http_is_in_the_project_only_where_it_is_served() {
    let text = description(OLD_AND_NEW, TOOL);
    for (transports, is_http) in [
        (None, false),
        (Some(Transports::Http), true),
        (Some(Transports::Both), true),
    ] {
        let project = project(
            &text,
            &Options {
                transports,
                ..Options::default()
            },
        );
        assert_eq!(file(&project, "Cargo.toml").contains("axum"), is_http);
        let has_module = project
            .files
            .iter()
            .any(|it| it.path.starts_with("src/generated/http/"));
        assert_eq!(has_module, is_http);
        let command_line = file(&project, "src/main.rs").contains("Start::Http");
        assert_eq!(command_line, is_http);
    }
}

#[test]
fn a_server_listens_where_its_description_says_if_that_is_here() {
    let cases = [
        ("http://localhost:3000/x", "127.0.0.1:3000", "/x"),
        ("http://127.0.0.1/", "127.0.0.1:80", "/"),
        ("http://[::1]:9/mcp", "[::1]:9", "/mcp"),
        ("https://example.com/api", "127.0.0.1:8080", "/mcp"),
    ];
    for (url, address, path) in cases {
        let rest = format!("transports: [{{type: streamable-http, url: \"{url}\"}}]");
        let project = project(&description(OLD_AND_NEW, &rest), &Options::default());
        assert_eq!(project.server.transports, Transports::Http);
        assert_eq!(project.server.endpoint.address, address, "{url}");
        assert_eq!(project.server.endpoint.path, path, "{url}");
    }
}

#[test]
fn variants_share_a_function_where_it_cannot_tell_them_apart() {
    let tool = |revision: &str, title: &str, schema: &str| {
        format!(
            "{{name: ping, title: {title}, protocolVersions: [\"{revision}\"], inputSchema: {schema}}}"
        )
    };
    let functions = |first: &str, second: &str| -> Vec<String> {
        let (first, second) = (
            tool("2025-06-18", "One", first),
            tool("2026-07-28", "Two", second),
        );
        let text = description(OLD_AND_NEW, &format!("tools: [{first}, {second}]"));
        let project = project(&text, &Options::default());
        project
            .server
            .handlers
            .iter()
            .map(|it| it.function.clone())
            .collect()
    };
    assert_eq!(functions("{type: object}", "{type: object}"), ["ping"]);
    let other = "{type: object, properties: {a: {type: string}}}";
    assert_eq!(
        functions("{type: object}", other),
        ["ping_v2025_06_18", "ping"]
    );
}

#[test]
fn what_is_not_carried_is_said_where_it_stands() {
    let cases = [
        (
            "capabilities: [{tasks: {}, protocolVersions: [\"2025-11-25\"]}]",
            "capabilities[0].tasks",
        ),
        (
            "capabilities: [{resources: {subscribe: true}}]",
            "capabilities[0].resources.subscribe",
        ),
        (
            "tools: [{name: a, inputSchema: {type: object, properties: {b: {type: number, minimum: 0.1234567890123456789}}}}]",
            "tools[0].inputSchema.properties.b.minimum",
        ),
        (
            "transports: [{type: sse, url: \"https://example.com/sse\"}]",
            "transports[0].type",
        ),
        (
            "tools: [{name: a, protocolVersions: [\"2025-11-25\"], execution: {taskSupport: required}, \
             inputSchema: {type: object}}]",
            "tools[0].execution.taskSupport",
        ),
        (
            "tools: [{name: a, inputSchema: {type: object, properties: {b: {$ref: \
             \"https://example.com/b\"}}}}]",
            "tools[0].inputSchema",
        ),
        (
            "securitySchemes: {k: {type: http, scheme: bearer}}\ntools: [{name: a, inputSchema: \
             {type: object}, security: [{k: []}]}]",
            "tools[0].security",
        ),
        (
            "tools: [{name: a, inputSchema: {type: object}, clientRequirements: {roots: {}}}]",
            "tools[0].clientRequirements",
        ),
    ];
    for (rest, place) in cases {
        let text = description("\"2025-11-25\"", rest);
        let project = project(&text, &Options::default());
        let notes = project
            .server
            .notes
            .iter()
            .filter(|it| it.kind == NoteKind::NotCarried);
        let places: Vec<_> = notes.map(|it| it.place.path.to_string()).collect();
        assert_eq!(places, [place], "{rest}");
    }
}

#[test]
fn tasks_are_not_declared() {
    let rest = "capabilities: [{tasks: {list: {}}, tools: {}}]";
    let project = project(&description("\"2025-11-25\"", rest), &Options::default());
    let initialize = file(&project, "src/generated/lists/2025-11-25/initialize.json");
    let initialize: serde_json::Value = serde_json::from_str(initialize).unwrap();
    assert_eq!(initialize["capabilities"], serde_json::json!({"tools": {}}));
}

#[test]
fn lists_are_the_answers_of_the_revisions_that_have_them() {
    let project = project(&description(OLD_AND_NEW, TOOL), &Options::default());
    let lists = project.server.lists.iter();
    let lists: Vec<_> = lists
        .map(|it| format!("{} {}", it.revision, it.method))
        .collect();
    assert_eq!(
        lists,
        [
            "2025-06-18 tools/list",
            "2025-06-18 initialize",
            "2026-07-28 tools/list",
            "2026-07-28 server/discover",
        ]
    );
}

#[test]
fn a_server_over_http_asks_the_developer_where_anything_is_required() {
    let rest = |security: &str| {
        format!(
            "transports: [{{type: streamable-http, url: \"https://example.com/mcp\"}}]\n\
             securitySchemes: {{key: {{type: http, scheme: bearer}}}}\n{security}\n{TOOL}"
        )
    };
    for (security, is_asked) in [
        ("", false),
        ("security: []", false),
        ("security: [{}]", false),
        ("security: [{key: []}]", true),
    ] {
        let project = project(
            &description(OLD_AND_NEW, &rest(security)),
            &Options::default(),
        );
        let handlers = file(&project, "src/handlers.rs");
        assert_eq!(
            handlers.contains("async fn authorize"),
            is_asked,
            "{security}"
        );
        assert_eq!(
            file(&project, "README.md").contains("## Security"),
            is_asked,
            "{security}"
        );
    }
}
