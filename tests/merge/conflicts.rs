//! What keeps documents from being merged.

use mcpdesc::project::{self, Unmerged};
use mcpdesc::source::Format;
use mcpdesc::{Loaded, Options};
use serde_json::{Value, json};

use super::merge;
use crate::document::load;
use crate::project::valid;

fn document(revisions: Value, members: Value) -> Loaded {
    let mut document = json!({"mcpdesc": "0.8.0", "info": {"name": "s", "version": "1"}});
    document["protocolVersions"] = revisions;
    let root = document.as_object_mut().unwrap();
    root.extend(members.as_object().unwrap().clone());
    valid(&document)
}

/// The places of the conflicts: of each side its input and path.
fn conflicts(inputs: &[&Loaded]) -> Vec<String> {
    let conflicts = merge(inputs).expect_err("they contradict each other");
    conflicts
        .iter()
        .map(|it| {
            let (here, there) = (&it.here, &it.there);
            assert_eq!(here.1.rule.code, "merge-conflict");
            format!("{} {} / {} {}", here.0, here.1.path, there.0, there.1.path)
        })
        .collect()
}

const OLD: &str = "2025-06-18";
const NEW: &str = "2025-11-25";

#[test]
fn what_belongs_to_the_whole_document_must_agree() {
    let scheme = json!({"type": "apiKey", "in": "header", "name": "k"});
    let left = document(
        json!([OLD]),
        json!({
            "info": {"name": "s", "version": "1", "x-a": {"deep": [1, 2]}},
            "instructions": "i",
            "x-root": 1,
            "$schema": "https://a.example/one",
            "securitySchemes": {"k": scheme},
            "tags": [{"name": "a"}, {"name": "b"}],
            "security": [{"k": []}],
            "components": {"x-c": 1, "schemas": {"S": {"type": "object"}}}
        }),
    );
    let right = document(
        json!([NEW]),
        json!({
            "info": {"name": "t", "version": "1", "x-a": {"deep": [1, 3]}},
            "x-other": 1,
            "$schema": "https://a.example/two",
            "securitySchemes": {"k": scheme, "more": scheme},
            "tags": [{"name": "b"}, {"name": "a"}],
            "security": [],
        }),
    );
    assert_eq!(
        conflicts(&[&left, &right]),
        [
            "0 info.name / 1 info.name",
            "0 info.x-a.deep[1] / 1 info.x-a.deep[1]",
            "0 instructions / 1 instructions",
            "0 x-root / 1 x-root",
            "0 $schema / 1 $schema",
            "1 securitySchemes.more / 0 securitySchemes.more",
            "0 tags[0].name / 1 tags[0].name",
            "0 tags[1].name / 1 tags[1].name",
            "0 security / 1 security",
            "0 components.x-c / 1 components",
            "1 x-other / 0 x-other",
        ]
    );
}

#[test]
fn omitted_and_empty_security_of_the_root_contradict_each_other() {
    let security = |revision, value: Value| {
        let members = if value.is_null() {
            json!({})
        } else {
            json!({"security": value})
        };
        document(json!([revision]), members)
    };
    let forms = [Value::Null, json!([]), json!([{}])];
    for (at, one) in forms.iter().enumerate() {
        for (other_at, other) in forms.iter().enumerate() {
            let merged = merge(&[&security(OLD, one.clone()), &security(NEW, other.clone())]);
            assert_eq!(merged.is_ok(), at == other_at, "{one} {other}");
        }
    }
}

#[test]
fn views_of_a_shared_revision_must_agree() {
    let tool = |name: &str, kind: &str| json!({"name": name, "inputSchema": {"type": "object", "properties": {"a": {"type": kind}}}});
    let left = document(
        json!([OLD, NEW]),
        json!({
            "capabilities": [{"tools": {"listChanged": true}}],
            "transports": [{"type": "stdio", "command": "run"}],
            "tools": [tool("same", "string"), tool("other", "string"), tool("gone", "string")]
        }),
    );
    let right = document(
        json!([OLD, NEW]),
        json!({
            "capabilities": [{"tools": {"listChanged": false}, "protocolVersions": [NEW]}],
            "transports": [{"type": "stdio", "command": "run"}, {"type": "stdio", "command": "more", "protocolVersions": [NEW]}],
            "tools": [tool("other", "number"), tool("same", "string")],
            "prompts": [{"name": "p"}]
        }),
    );
    let places = [
        "0 capabilities / 1 capabilities",
        "0 tools[1].inputSchema.properties.a.type / 1 tools[0].inputSchema.properties.a.type",
        "0 tools[2] / 1 tools",
        "1 prompts / 0 prompts",
        "0 capabilities[0].tools.listChanged / 1 capabilities[0].tools.listChanged",
        "1 transports[1] / 0 transports",
    ];
    assert_eq!(conflicts(&[&left, &right]), places);
    let all = merge(&[&left, &right]).unwrap_err();
    assert!(
        all[1].here.1.message.contains("2025-06-18 and 2025-11-25"),
        "{all:#?}"
    );
    assert!(all[4].here.1.message.contains("MCP 2025-11-25"), "{all:#?}");
}

#[test]
fn a_difference_in_a_component_is_shown_there() {
    let with = |kind: &str| {
        document(
            json!([OLD]),
            json!({
                "components": {"schemas": {"S": {"type": "object", "title": kind}}},
                "tools": [{"name": "t", "inputSchema": {"$componentRef": "#/components/schemas/S"}}]
            }),
        )
    };
    let (left, right) = (with("one"), with("two"));
    let places = ["0 tools[0].inputSchema.title / 1 tools[0].inputSchema.title"];
    assert_eq!(conflicts(&[&left, &right]), places);
    let all = merge(&[&left, &right]).unwrap_err();
    assert_eq!(left.source().slice(all[0].here.1.span), "\"one\"");
    assert_eq!(right.source().slice(all[0].there.1.span), "\"two\"");
}

#[test]
fn elicitations_of_a_shared_revision_must_agree() {
    let with = |scope: &str| {
        document(
            json!([OLD, NEW]),
            json!({"prompts": [{"name": "p", "elicitations": [
            {"name": "e", "mode": "form", "message": "m", "protocolVersions": [scope],
             "requestedSchema": {"type": "object", "properties": {}}}]}]}),
        )
    };
    assert_eq!(
        conflicts(&[&with(OLD), &with(NEW)]),
        [
            "0 prompts[0].elicitations / 1 prompts[0].elicitations",
            "1 prompts[0].elicitations / 0 prompts[0].elicitations",
        ]
    );
}

#[test]
fn transports_must_cover_all_revisions_or_be_left_out() {
    let with = document(
        json!([OLD]),
        json!({"transports": [{"type": "stdio", "command": "run"}]}),
    );
    let without = document(json!([NEW]), json!({}));
    assert_eq!(
        conflicts(&[&without, &with]),
        ["1 transports / 0 transports"]
    );
    let message = merge(&[&without, &with]).unwrap_err()[0]
        .here
        .1
        .message
        .clone();
    assert!(message.contains("none for MCP 2025-11-25"), "{message}");
}

#[test]
fn every_input_is_compared() {
    let named = |revision, name: &str| document(json!([revision]), json!({"x-name": name}));
    let inputs = [
        named(OLD, "a"),
        named(NEW, "a"),
        named("2026-07-28", "b"),
        named("2025-03-26", "c"),
    ];
    let inputs: Vec<_> = inputs.iter().collect();
    assert_eq!(
        conflicts(&inputs),
        ["0 x-name / 2 x-name", "0 x-name / 3 x-name"]
    );
}

#[test]
fn an_invalid_input_is_named_and_nothing_is_merged() {
    let good = document(json!([OLD]), json!({}));
    let (bad, _) = load("{\"mcpdesc\": \"0.8.0\"}", Format::Json);
    match project::merge(&[&good, &bad, &good, &bad], &Options::default()) {
        Err(Unmerged::Invalid(reports)) => {
            let inputs: Vec<_> = reports.iter().map(|(at, _)| *at).collect();
            assert_eq!(inputs, [1, 3]);
            assert!(reports.iter().all(|(_, report)| !report.valid));
        }
        other => panic!("{other:?}"),
    }
    let nothing = project::merge(&[], &Options::default());
    assert!(matches!(nothing, Err(Unmerged::NoInputs)));
}

#[test]
fn a_result_beyond_the_limits_is_refused_with_its_report() {
    let (left, right) = (
        document(json!([OLD]), json!({})),
        document(json!([NEW]), json!({})),
    );
    let mut options = Options::default();
    options.limits.bytes = left.source().as_str().len();
    match project::merge(&[&left, &right], &options) {
        Err(Unmerged::InvalidResult(result)) => assert!(!result.1.valid),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_rule_about_conflicts_shows_itself() {
    let rule = mcpdesc::rules::find("merge-conflict").unwrap();
    let read = |bytes: &[u8]| {
        let (loaded, report) = load(bytes, Format::Yaml);
        assert!(report.diagnostics.is_empty(), "{report:?}");
        loaded
    };
    let (bad, good) = (read(rule.bad.bytes), read(rule.good.bytes));
    assert_eq!(
        conflicts(&[&bad, &good]),
        ["0 info.version / 1 info.version"]
    );
}
