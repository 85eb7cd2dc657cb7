//! The results that servers send, held against MCP's own schemas.

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;

use jsonschema::Validator;
use mcpdesc::Loaded;
use mcpdesc::document::PrimitiveKind;
use mcpdesc::mcp::Revision;
use mcpdesc::project::{
    self, AnswerOptions, CacheScope, Method, Page, Unanswered, ViewOptions, Why,
};
use mcpdesc::source::{self, Format, Limits};
use serde_json::{Value, json};

use super::{document, json, valid, valid_documents, valid_mutants};
use crate::document::load;
use crate::{folder, shared};

fn list(name: &str) -> Method {
    Method::parse(name).unwrap()
}

fn answer(loaded: &Loaded, method: &str, revision: Revision) -> Value {
    let options = AnswerOptions::default();
    json(
        &project::answer(document(loaded), list(method), revision, &options)
            .unwrap()
            .result,
    )
}

/// MCP's own definitions of the results, by method and revision.
fn schemas() -> HashMap<(Method, Revision), Validator> {
    let mut validators = HashMap::new();
    let Some(shared) = shared::dir() else {
        return validators;
    };
    for revision in Revision::ALL {
        let file = shared
            .join("mcp-schema")
            .join(revision.as_str())
            .join("schema.json");
        let schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let definitions = if schema.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        for method in Method::ALL {
            if !method.revisions().contains(revision) {
                continue;
            }
            let name = match method {
                Method::List(PrimitiveKind::Tool) => "ListToolsResult",
                Method::List(PrimitiveKind::Resource) => "ListResourcesResult",
                Method::List(PrimitiveKind::ResourceTemplate) => "ListResourceTemplatesResult",
                Method::List(PrimitiveKind::Prompt) => "ListPromptsResult",
                Method::Initialize => "InitializeResult",
                Method::Discover => "DiscoverResult",
            };
            assert!(schema[definitions].get(name).is_some(), "{revision} {name}");
            let mut schema = schema.clone();
            schema["$ref"] = format!("#/{definitions}/{name}").into();
            let validator = jsonschema::validator_for(&schema).unwrap();
            assert!(
                !validator.is_valid(&json!({"tools": 1, "capabilities": 1, "resources": 1,
                "resourceTemplates": 1, "prompts": 1}))
            );
            validators.insert((method, revision), validator);
        }
    }
    validators
}

#[test]
fn every_answer_is_what_the_schema_of_its_revision_wants() {
    let schemas = schemas();
    let mut faults = Vec::new();
    for (name, loaded) in valid_documents().into_iter().chain(valid_mutants()) {
        for revision in document(&loaded).scope().unwrap().iter() {
            for method in Method::ALL {
                let options = AnswerOptions::default();
                let answer = project::answer(document(&loaded), method, revision, &options);
                if !method.revisions().contains(revision) {
                    assert!(matches!(answer, Err(Unanswered::Undefined(..))));
                    continue;
                }
                let answer = json(&answer.unwrap().result);
                let Some(schema) = schemas.get(&(method, revision)) else {
                    continue;
                };
                let about = format!("{name}, {}, {revision}", method.as_str());
                let found = schema.iter_errors(&answer);
                faults.extend(found.map(|it| format!("{about}: {it} at {}", it.instance_path())));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_answer_is_the_same_from_the_document_and_from_its_view() {
    for (name, loaded) in valid_documents() {
        for revision in document(&loaded).scope().unwrap().iter() {
            let view = project::view(document(&loaded), revision, &ViewOptions::default());
            let (view, _) = load(source::write(&view, Format::Json), Format::Json);
            for method in [
                "tools/list",
                "resources/list",
                "resources/templates/list",
                "prompts/list",
            ] {
                let pair = [
                    answer(&loaded, method, revision),
                    answer(&view, method, revision),
                ];
                assert_eq!(pair[0], pair[1], "{name}, {method}, {revision}");
            }
        }
    }
}

#[test]
fn what_live_servers_sent_comes_out_again() {
    let Some(shared) = shared::dir() else { return };
    let mut lists = 0;
    for path in folder::files(&shared.join("corpus")) {
        let text = fs::read_to_string(&path).unwrap();
        let (loaded, report) = load(&text, Format::Json);
        if !report.valid {
            continue;
        }
        let sent: Value = serde_json::from_str(&text).unwrap();
        let revision = Revision::parse(sent["protocolVersions"][0].as_str().unwrap()).unwrap();
        for (method, key) in [
            ("tools/list", "tools"),
            ("resources/list", "resources"),
            ("resources/templates/list", "resourceTemplates"),
            ("prompts/list", "prompts"),
        ] {
            let expected = sent.get(key).cloned().unwrap_or(json!([]));
            assert_eq!(
                answer(&loaded, method, revision)[key],
                expected,
                "{path:?} {method}"
            );
            lists += 1;
        }
    }
    assert!(lists >= 16, "{lists} lists of valid corpus documents");
}

fn described() -> Value {
    let schema = json!({"type": "object", "x-in-schema": {"x-a": 1}, "properties": {"tags": {"type": "string"}}});
    let icon = json!({"src": "https://a.example/i.png", "x-icon": 1});
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "s", "version": "1", "title": "S", "id": "urn:s", "icons": [icon], "x-info": 1,
            "license": {"name": "MIT"}},
        "protocolVersions": ["2025-03-26", "2025-11-25", "2026-07-28"],
        "instructions": "Be kind.",
        "x-root": 1,
        "tags": [{"name": "a"}],
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "K"}},
        "components": {"schemas": {"S": schema}},
        "capabilities": [
            {"protocolVersions": ["2025-03-26"], "logging": {}, "extensions": {"com.example/e": {}},
             "prompts": {"listChanged": true, "x-p": 1}, "experimental": {"x-e": {"x-f": 1}}, "x-c": 1},
            {"protocolVersions": ["2026-07-28"], "extensions": {"com.example/e": {"x-g": 1}}}
        ],
        "tools": [{
            "name": "t", "protocolVersions": ["2025-11-25", "2026-07-28"], "title": "T", "description": "Does.",
            "inputSchema": {"$componentRef": "#/components/schemas/S"},
            "outputSchema": {"$componentRef": "#/components/schemas/S"},
            "annotations": {"readOnlyHint": true, "x-an": 1, "tags": ["kept"]},
            "icons": [icon], "_meta": {"com.example/m": {"x-m": 1}},
            "tags": ["a"], "deprecated": false, "security": [{"key": []}], "x-t": 1,
            "elicitations": [{"name": "b", "mode": "url", "message": "m"}]
        }],
        "prompts": [{"name": "p", "arguments": [{"name": "a", "required": true, "x-a": 1}], "deprecated": true}],
        "resourceTemplates": [{"uriTemplate": "a:{b}", "name": "r", "x-r": 1}]
    })
}

#[test]
fn a_list_holds_what_mcp_defines_and_nothing_of_the_description() {
    let loaded = valid(&described());
    let schema = &described()["components"]["schemas"]["S"];
    assert_eq!(
        answer(&loaded, "tools/list", Revision::V2025_11_25),
        json!({"tools": [{
            "name": "t", "title": "T", "description": "Does.", "inputSchema": schema, "outputSchema": schema,
            "annotations": {"readOnlyHint": true, "x-an": 1, "tags": ["kept"]},
            "icons": [{"src": "https://a.example/i.png"}], "_meta": {"com.example/m": {"x-m": 1}}
        }]})
    );
    assert_eq!(
        answer(&loaded, "tools/list", Revision::V2025_03_26),
        json!({"tools": []})
    );
    assert_eq!(
        answer(&loaded, "prompts/list", Revision::V2025_03_26),
        json!({"prompts": [{"name": "p", "arguments": [{"name": "a", "required": true}]}]})
    );
    assert_eq!(
        answer(&loaded, "resources/templates/list", Revision::V2026_07_28),
        json!({"resourceTemplates": [{"uriTemplate": "a:{b}", "name": "r"}],
            "resultType": "complete", "ttlMs": 0, "cacheScope": "private"})
    );
}

#[test]
fn a_server_introduces_itself_as_its_revision_defines_it() {
    let loaded = valid(&described());
    assert_eq!(
        answer(&loaded, "initialize", Revision::V2025_03_26),
        json!({
            "protocolVersion": "2025-03-26",
            "capabilities": {"logging": {}, "prompts": {"listChanged": true},
                "experimental": {"x-e": {"x-f": 1}}, "resources": {}},
            "serverInfo": {"name": "s", "version": "1"},
            "instructions": "Be kind."
        })
    );
    assert_eq!(
        answer(&loaded, "initialize", Revision::V2025_11_25)["capabilities"],
        json!({"tools": {}, "resources": {}, "prompts": {}})
    );
    assert_eq!(
        answer(&loaded, "server/discover", Revision::V2026_07_28),
        json!({
            "supportedVersions": ["2025-03-26", "2025-11-25", "2026-07-28"],
            "capabilities": {"extensions": {"com.example/e": {"x-g": 1}}, "tools": {}, "resources": {}, "prompts": {}},
            "instructions": "Be kind.",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1", "title": "S",
                "icons": [{"src": "https://a.example/i.png"}]}},
            "resultType": "complete", "ttlMs": 0, "cacheScope": "private"
        })
    );
}

#[test]
fn what_is_left_out_of_an_answer_is_told_with_its_reason() {
    let loaded = valid(&described());
    let told = |method: &str, revision| -> Vec<(String, Why)> {
        let options = AnswerOptions::default();
        let answer = project::answer(document(&loaded), list(method), revision, &options).unwrap();
        answer
            .left_out
            .iter()
            .map(|it| (it.at.path().to_string(), it.why))
            .collect()
    };
    let why: Vec<_> = told("tools/list", Revision::V2025_11_25);
    let of = |path: &str, why| (path.to_owned(), why);
    assert_eq!(
        why,
        [
            of("tools[0].icons[0].x-icon", Why::Extension),
            of("tools[0].tags", Why::Metadata("Tool")),
            of("tools[0].deprecated", Why::Metadata("Tool")),
            of("tools[0].security", Why::Metadata("Tool")),
            of("tools[0].x-t", Why::Extension),
            of("tools[0].elicitations", Why::Metadata("Tool")),
        ]
    );
    assert_eq!(
        told("tools/list", Revision::V2025_03_26),
        [of("tools[0]", Why::OutOfScope(Revision::V2025_03_26))]
    );
    assert!(told("initialize", Revision::V2025_03_26).contains(&of(
        "capabilities[0].extensions",
        Why::Undefined("ServerCapabilities", Revision::V2025_03_26)
    )));
}

#[test]
fn an_experimental_capability_that_is_no_object_is_not_sent() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0", "info": {"name": "s", "version": "1"}, "protocolVersions": ["2025-11-25"],
        "capabilities": [{"experimental": {"a": true, "b": {}}}]
    }));
    let options = AnswerOptions::default();
    let revision = Revision::V2025_11_25;
    let answer =
        project::answer(document(&loaded), Method::Initialize, revision, &options).unwrap();
    assert_eq!(
        json(&answer.result)["capabilities"],
        json!({"experimental": {"b": {}}})
    );
    let [left_out] = answer.left_out[..] else {
        panic!("{:?}", answer.left_out)
    };
    assert_eq!(left_out.why, Why::NotAnObject);
    assert!(
        left_out
            .to_string()
            .contains("capabilities[0].experimental.a")
    );
}

#[test]
fn caching_is_what_was_asked_for_and_not_what_an_example_says() {
    let loaded = valid(&json!({
        "mcpdesc": "0.8.0", "info": {"name": "s", "version": "1"}, "protocolVersions": ["2026-07-28"],
        "resources": [{"uri": "a:b", "name": "r", "examples": {"e": {"result": {
            "resultType": "complete", "ttlMs": 77, "cacheScope": "public", "contents": [{"uri": "a:b", "text": "t"}]
        }}}}]
    }));
    let seen = answer(&loaded, "resources/list", Revision::V2026_07_28);
    assert_eq!(
        (&seen["ttlMs"], &seen["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let options = AnswerOptions {
        ttl_ms: 5,
        cache_scope: CacheScope::Public,
        ..AnswerOptions::default()
    };
    let seen = project::answer(
        document(&loaded),
        list("resources/list"),
        Revision::V2026_07_28,
        &options,
    )
    .unwrap();
    let seen = json(&seen.result);
    assert_eq!(
        (&seen["ttlMs"], &seen["cacheScope"]),
        (&json!(5), &json!("public"))
    );
}

fn seven_tools() -> Loaded {
    let tools: Vec<Value> = (0..7)
        .map(|at| json!({"name": format!("t{at}"), "inputSchema": {"type": "object"}}))
        .collect();
    valid(&json!({
        "mcpdesc": "0.8.0", "info": {"name": "s", "version": "1"},
        "protocolVersions": ["2025-11-25", "2026-07-28"], "tools": tools
    }))
}

fn page<'t>(
    loaded: &'t Loaded,
    size: usize,
    cursor: Option<&str>,
) -> Result<Value, Unanswered<'t>> {
    let options = AnswerOptions {
        page: Some(Page {
            size: NonZeroUsize::new(size).unwrap(),
            cursor: cursor.map(str::to_owned),
        }),
        ..AnswerOptions::default()
    };
    project::answer(
        document(loaded),
        list("tools/list"),
        Revision::V2025_11_25,
        &options,
    )
    .map(|it| json(&it.result))
}

#[test]
fn pages_put_together_are_the_list() {
    let loaded = seven_tools();
    let whole = answer(&loaded, "tools/list", Revision::V2025_11_25);
    for size in [1, 2, 3, 6, 7, 8, usize::MAX] {
        let (mut tools, mut cursor, mut pages) = (Vec::new(), None::<String>, 0);
        loop {
            let page = page(&loaded, size, cursor.as_deref()).unwrap();
            let entries = page["tools"].as_array().unwrap();
            assert!(!entries.is_empty() && entries.len() <= size);
            tools.extend(entries.clone());
            pages += 1;
            cursor = page
                .get("nextCursor")
                .map(|it| it.as_str().unwrap().to_owned());
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(Value::from(tools), whole["tools"]);
        assert_eq!(pages, 7usize.div_ceil(size));
    }
}

#[test]
fn a_cursor_of_another_list_is_unknown() {
    let loaded = seven_tools();
    let cursor = page(&loaded, 2, None).unwrap()["nextCursor"]
        .as_str()
        .unwrap()
        .to_owned();
    for wrong in [
        "",
        "2",
        "-",
        "2-",
        "0-0",
        &cursor.to_uppercase(),
        &format!("{cursor} "),
        &format!("3{}", &cursor[1..]),
    ] {
        if wrong != cursor {
            assert!(
                matches!(
                    page(&loaded, 2, Some(wrong)),
                    Err(Unanswered::UnknownCursor)
                ),
                "{wrong}"
            );
        }
    }
    let options = AnswerOptions {
        page: Some(Page {
            size: NonZeroUsize::MIN,
            cursor: Some(cursor),
        }),
        ..AnswerOptions::default()
    };
    let other = project::answer(
        document(&loaded),
        list("tools/list"),
        Revision::V2026_07_28,
        &options,
    );
    assert!(matches!(other, Err(Unanswered::UnknownCursor)));
    let other = project::answer(
        document(&loaded),
        Method::Discover,
        Revision::V2026_07_28,
        &options,
    );
    assert!(matches!(other, Err(Unanswered::NotPaged(_))));
}

#[test]
fn resolving_schemas_is_bounded() {
    let loaded = valid(&described());
    let options = AnswerOptions {
        limits: Limits {
            bytes: 100,
            ..Limits::default()
        },
        ..AnswerOptions::default()
    };
    let answer = project::answer(
        document(&loaded),
        list("tools/list"),
        Revision::V2025_11_25,
        &options,
    );
    assert!(matches!(answer, Err(Unanswered::TooLarge(_))));
}
