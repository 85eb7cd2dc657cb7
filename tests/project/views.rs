//! Effective Protocol Views, and documents without references.

use mcpdesc::mcp::Revision;
use mcpdesc::project::{self, Refused, View, ViewOptions, Why};
use mcpdesc::source::{self, Format, Limits};
use mcpdesc::{Loaded, Options};
use serde_json::{Value, json};

use super::{document, json, valid, valid_documents, valid_mutants};
use crate::document::load;

const PRUNE: ViewOptions = ViewOptions {
    prune: true,
    strip_extensions: false,
};
const STRIP: ViewOptions = ViewOptions {
    prune: false,
    strip_extensions: true,
};

fn view<'t>(loaded: &'t Loaded, revision: Revision, options: &ViewOptions) -> View<'t> {
    project::project(loaded, revision, options, &Options::default()).unwrap()
}

fn view_json(loaded: &Loaded, revision: Revision, options: &ViewOptions) -> Value {
    json(&view(loaded, revision, options).draft)
}

#[test]
fn every_view_of_every_valid_document_is_valid_and_its_own_view() {
    let mut views = 0;
    for (name, loaded) in valid_documents().into_iter().chain(valid_mutants()) {
        for revision in document(&loaded).scope().unwrap().iter() {
            for options in [ViewOptions::default(), PRUNE, STRIP] {
                let draft = view(&loaded, revision, &options).draft;
                let text = source::write(&draft, Format::Json);
                let (again, report) = load(&text, Format::Json);
                assert!(
                    report.valid,
                    "{name}, {revision}, {options:?}: {:#?}\n{text}",
                    report.diagnostics
                );
                let second = view(&again, revision, &options).draft;
                assert_eq!(source::write(&second, Format::Json), text, "{name}");
                views += 1;
            }
        }
    }
    assert!(views >= 9, "there are documents to project");
}

#[test]
fn a_view_keeps_what_applies_and_only_that() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-06-18", "2025-11-25", "2026-07-28"],
        "transports": [
            {"type": "stdio", "command": "a"},
            {"type": "streamable-http", "url": "https://a.example", "protocolVersions": ["2025-06-18"]}
        ],
        "capabilities": [{"protocolVersions": ["2025-06-18"], "logging": {}}],
        "tools": [
            {"name": "t", "inputSchema": {"type": "object"}, "protocolVersions": ["2025-06-18"]},
            {"name": "t", "inputSchema": {"type": "object"}, "protocolVersions": ["2025-11-25", "2026-07-28"],
             "elicitations": [
                {"name": "a", "mode": "form", "message": "m", "requestedSchema": {"type": "object", "properties": {}},
                 "protocolVersions": ["2025-11-25"]},
                {"name": "b", "mode": "url", "message": "m"}
             ]}
        ],
        "prompts": [{"name": "p", "protocolVersions": ["2025-06-18"]}]
    }));
    let seen = view_json(&loaded, Revision::V2026_07_28, &ViewOptions::default());
    assert_eq!(
        seen,
        json!({
            "mcpdesc": "0.8.0",
            "info": {"name": "s", "version": "1"},
            "protocolVersions": ["2026-07-28"],
            "transports": [{"type": "stdio", "command": "a"}],
            "tools": [{"name": "t", "inputSchema": {"type": "object"},
                "elicitations": [{"name": "b", "mode": "url", "message": "m"}]}]
        })
    );
    let view = view(&loaded, Revision::V2026_07_28, &ViewOptions::default());
    let left_out: Vec<String> = view
        .left_out
        .iter()
        .map(|it| it.at.path().to_string())
        .collect();
    assert_eq!(
        left_out,
        [
            "transports[1]",
            "capabilities[0]",
            "tools[0]",
            "tools[1].elicitations[0]",
            "prompts[0]"
        ]
    );
    assert!(
        view.left_out
            .iter()
            .all(|it| it.why == Why::OutOfScope(Revision::V2026_07_28))
    );
}

#[test]
fn an_emptied_list_of_elicitations_goes_but_its_primitive_stays() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-11-25", "2026-07-28"],
        "resources": [{"uri": "a:b", "name": "r", "elicitations": [
            {"name": "b", "mode": "url", "message": "m", "protocolVersions": ["2025-11-25"]}
        ]}]
    }));
    let seen = view_json(&loaded, Revision::V2026_07_28, &ViewOptions::default());
    assert_eq!(seen["resources"], json!([{"uri": "a:b", "name": "r"}]));
}

#[test]
fn scopes_and_extensions_inside_carried_values_are_no_scopes_and_no_extensions() {
    let carried = json!({"protocolVersions": ["2025-11-25"], "x-a": 1});
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1", "x-info": carried},
        "protocolVersions": ["2025-11-25", "2026-07-28"],
        "capabilities": [{"experimental": {"e": carried}, "x-c": carried}],
        "tools": [{
            "name": "t",
            "protocolVersions": ["2026-07-28"],
            "inputSchema": {"type": "object", "x-a": 1, "properties": {"protocolVersions": {"x-a": 2}}},
            "annotations": carried,
            "_meta": {"com.example/a": carried},
            "examples": {"x-e": {"input": carried, "x-gone": 1,
                "result": {"resultType": "complete", "content": [], "x-r": 1}}},
            "x-t": carried
        }]
    }));
    let kept = view_json(&loaded, Revision::V2026_07_28, &ViewOptions::default());
    let mut expected: Value = loaded.tree().root().unwrap().to_json();
    expected["protocolVersions"] = json!(["2026-07-28"]);
    let tool = expected["tools"][0].as_object_mut().unwrap();
    tool.shift_remove("protocolVersions");
    assert_eq!(kept, expected);

    let stripped = view_json(&loaded, Revision::V2026_07_28, &STRIP);
    for (object, key) in [
        ("/info", "x-info"),
        ("/capabilities/0", "x-c"),
        ("/tools/0", "x-t"),
        ("/tools/0/examples/x-e", "x-gone"),
    ] {
        expected
            .pointer_mut(object)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .shift_remove(key)
            .unwrap();
    }
    assert_eq!(stripped, expected);
}

#[test]
fn significant_empty_values_survive() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-11-25", "2026-07-28"],
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "K"}},
        "security": [{"key": []}],
        "transports": [{"type": "stdio", "command": "a", "security": [], "args": [], "env": {}}],
        "capabilities": [{"tools": {}, "protocolVersions": ["2026-07-28"]}],
        "tools": [{"name": "t", "inputSchema": {"type": "object", "properties": {}, "required": []},
            "security": [{}], "protocolVersions": ["2026-07-28"]}]
    }));
    let seen = view_json(&loaded, Revision::V2026_07_28, &ViewOptions::default());
    assert_eq!(seen["security"], json!([{"key": []}]));
    assert_eq!(
        seen["transports"],
        json!([{"type": "stdio", "command": "a", "security": [], "args": [], "env": {}}])
    );
    assert_eq!(seen["capabilities"], json!([{"tools": {}}]));
    assert_eq!(seen["tools"][0]["security"], json!([{}]));
    assert_eq!(seen["tools"][0]["inputSchema"]["required"], json!([]));
}

#[test]
fn order_number_notation_and_strings_survive() {
    let text = r#"{
  "x-z": [1.10, 1E+3, -0, 123456789012345678901234567890, "\u2028 \u0000"],
  "protocolVersions": [
    "2025-11-25"
  ],
  "tools": [
    {
      "inputSchema": {
        "type": "object"
      },
      "name": "t"
    }
  ],
  "info": {
    "version": "1",
    "name": "s"
  },
  "mcpdesc": "0.8.0"
}
"#;
    let (loaded, report) = load(text, Format::Json);
    assert!(report.valid, "{report:?}");
    let draft = view(&loaded, Revision::V2025_11_25, &ViewOptions::default()).draft;
    let written = source::write(&draft, Format::Json);
    let one_line = |text: &str| text.split_ascii_whitespace().collect::<String>();
    assert_eq!(
        one_line(&written),
        one_line(text).replace("\\u2028", "\u{2028}")
    );
}

/// A chain of three schema components, an unused one, and the same for Tool examples.
fn with_components() -> Value {
    let reference = |to: &str| json!({"$componentRef": format!("#/components/{to}")});
    let result = json!({"content": []});
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-06-18", "2025-11-25"],
        "components": {
            "schemas": {
                "A": reference("schemas/B"), "B": reference("schemas/C"), "C": {"type": "object"},
                "Old": {"type": "object", "title": "old"}, "Unused": {"type": "object"}
            },
            "toolExamples": {"e": {"input": {}, "result": result}},
            "x-c": 1
        },
        "tools": [
            {"name": "t", "inputSchema": reference("schemas/A"), "protocolVersions": ["2025-11-25"]},
            {"name": "u", "inputSchema": reference("schemas/Old"), "examples": {"e": reference("toolExamples/e")},
             "protocolVersions": ["2025-06-18"]}
        ]
    })
}

#[test]
fn components_stay_unless_pruning_is_asked_for() {
    let loaded = valid(&with_components());
    let seen = view_json(&loaded, Revision::V2025_11_25, &ViewOptions::default());
    assert_eq!(seen["components"], with_components()["components"]);
}

#[test]
fn pruning_keeps_what_is_reached_and_nothing_else() {
    let loaded = valid(&with_components());
    let seen = view_json(&loaded, Revision::V2025_11_25, &PRUNE);
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&seen["components"]), ["schemas", "x-c"]);
    assert_eq!(keys(&seen["components"]["schemas"]), ["A", "B", "C"]);
    let seen = view_json(&loaded, Revision::V2025_06_18, &PRUNE);
    assert_eq!(
        keys(&seen["components"]),
        ["schemas", "toolExamples", "x-c"]
    );
    assert_eq!(keys(&seen["components"]["schemas"]), ["Old"]);

    let mut without = with_components();
    without["components"]
        .as_object_mut()
        .unwrap()
        .shift_remove("x-c");
    without["tools"] = json!([{"name": "t", "inputSchema": {"type": "object"}}]);
    let loaded = valid(&without);
    let seen = view_json(&loaded, Revision::V2025_11_25, &PRUNE);
    assert_eq!(seen.get("components"), None);
}

#[test]
fn stripping_leaves_no_object_empty_that_must_not_be() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-11-25"],
        "components": {"x-only": 1},
        "tools": [{"name": "t", "inputSchema": {"type": "object"}, "clientRequirements": {"x-only": 1}}]
    }));
    let seen = view_json(&loaded, Revision::V2025_11_25, &STRIP);
    assert_eq!(seen.get("components"), None);
    assert_eq!(
        seen["tools"],
        json!([{"name": "t", "inputSchema": {"type": "object"}}])
    );
}

#[test]
fn an_invalid_document_and_an_undeclared_revision_have_no_view() {
    let project = |text: &str, revision| {
        let (loaded, _) = load(text, Format::Json);
        project::project(
            &loaded,
            revision,
            &ViewOptions::default(),
            &Options::default(),
        )
        .map(|_| ())
        .unwrap_err()
    };
    let refused = project("{\"mcpdesc\": \"0.8.0\"}", Revision::V2025_11_25);
    assert!(matches!(refused, Refused::Invalid(report) if !report.diagnostics.is_empty()));
    let refused = project("[]", Revision::V2025_11_25);
    assert!(matches!(refused, Refused::Invalid(_)));

    let text = with_components().to_string();
    match project(&text, Revision::V2026_07_28) {
        Refused::Undeclared(diagnostic) => {
            assert_eq!(diagnostic.rule.code, "undeclared-revision");
            assert_eq!(diagnostic.path.to_string(), "protocolVersions");
            let slice = &text[diagnostic.span.range()];
            assert_eq!(slice, r#"["2025-06-18","2025-11-25"]"#);
        }
        refused => panic!("{refused:?}"),
    }
}

#[test]
fn the_rule_about_undeclared_revisions_shows_itself() {
    let rule = mcpdesc::rules::find("undeclared-revision").unwrap();
    let text =
        |example: mcpdesc::diagnostic::Example| String::from_utf8(example.bytes.to_vec()).unwrap();
    for (example, is_declared) in [(rule.bad, false), (rule.good, true)] {
        let (loaded, report) = load(text(example), Format::Yaml);
        assert!(report.valid, "{report:?}");
        let options = (ViewOptions::default(), Options::default());
        let view = project::project(&loaded, Revision::V2026_07_28, &options.0, &options.1);
        assert_eq!(view.is_ok(), is_declared, "{}", example.file);
    }
}

#[test]
fn resolving_puts_components_in_the_place_of_references_and_changes_nothing_else() {
    let loaded = valid(&with_components());
    let limits = Limits::default();
    let resolved = json(&project::resolve(document(&loaded), limits, false).unwrap());
    let mut expected = with_components();
    for at in [
        "/tools/0/inputSchema",
        "/components/schemas/A",
        "/components/schemas/B",
    ] {
        *expected.pointer_mut(at).unwrap() = json!({"type": "object"});
    }
    *expected.pointer_mut("/tools/1/inputSchema").unwrap() =
        json!({"type": "object", "title": "old"});
    *expected.pointer_mut("/tools/1/examples/e").unwrap() =
        json!({"input": {}, "result": {"content": []}});
    assert_eq!(resolved, expected);

    let resolved = json(&project::resolve(document(&loaded), limits, true).unwrap());
    expected["components"] = json!({"x-c": 1});
    assert_eq!(resolved, expected);
}

#[test]
fn resolved_documents_are_valid_and_their_own_resolution() {
    for (name, loaded) in valid_documents() {
        let resolve = |loaded: &Loaded| {
            let draft = project::resolve(document(loaded), Limits::default(), false).unwrap();
            source::write(&draft, Format::Json)
        };
        let text = resolve(&loaded);
        let (again, report) = load(&text, Format::Json);
        assert!(report.valid, "{name}: {:#?}", report.diagnostics);
        assert_eq!(resolve(&again), text, "{name}");
    }
}

#[test]
fn resolving_is_bounded() {
    let loaded = valid(&with_components());
    let limits = Limits {
        bytes: 40,
        ..Limits::default()
    };
    let too_large = project::resolve(document(&loaded), limits, false).unwrap_err();
    assert!(too_large.to_string().contains("components."), "{too_large}");
}

#[test]
fn the_contents_of_all_views_can_be_told_without_making_them() {
    for (name, loaded) in valid_documents() {
        for contents in project::contents(document(&loaded)) {
            let view = view_json(&loaded, contents.revision, &ViewOptions::default());
            let count = |key: &str| view[key].as_array().map_or(0, Vec::len);
            let keys = ["tools", "resources", "resourceTemplates", "prompts"];
            assert_eq!(contents.primitives, keys.map(count), "{name}");
            assert_eq!(contents.transports, count("transports"), "{name}");
            assert_eq!(contents.capabilities, count("capabilities"), "{name}");
            let elicitations = keys
                .iter()
                .filter_map(|key| view[key].as_array())
                .flatten()
                .filter_map(|primitive| primitive["elicitations"].as_array())
                .map(Vec::len);
            assert_eq!(contents.elicitations, elicitations.sum::<usize>(), "{name}");
        }
    }
}
