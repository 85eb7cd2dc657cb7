//! MCP's own schemas as the judge of the tables and of carried payloads.
//!
//! A payload is right when MCP's schema of the revision and the canonical description schema both
//! accept it, apart from the differences that the specification makes on purpose:
//!
//! - MCP leaves its objects open; a member that another revision defines for the type must not
//!   appear (§3.5, §9.3, §10.3, §10.4.4, §11.3).
//! - A read result has `_meta` since 2025-06-18 only (§10.4.4), and any non-negative `ttlMs`.
//! - A failed call has no `structuredContent` (§9.3); `lastModified` is a date (§10.3).
//! - Envelope and workflow members are refused (§9.3, §10.4.4, §11.3, §11.4).

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use mcpdesc::Options;
use mcpdesc::mcp::{self, ContentKind, ContentUse, ObjectType, Revision};
use serde_json::{Map, Value, json};

use crate::shared;

/// MCP's schemas, by revision.
struct Mcp(BTreeMap<Revision, Value>);

impl Mcp {
    fn load() -> Option<Self> {
        let dir = shared::dir()?.join("mcp-schema");
        let read = |revision: Revision| {
            let file = dir.join(revision.as_str()).join("schema.json");
            let text = std::fs::read_to_string(file).unwrap();
            (revision, serde_json::from_str(&text).unwrap())
        };
        Some(Self(Revision::ALL.into_iter().map(read).collect()))
    }

    fn definitions(&self, revision: Revision) -> &Map<String, Value> {
        let schema = &self.0[&revision];
        let found = schema.get("$defs").or_else(|| schema.get("definitions"));
        found.unwrap().as_object().unwrap()
    }

    fn definition(&self, revision: Revision, name: &str) -> Option<&Value> {
        let found = self.definitions(revision).get(name);
        // The first revision writes annotations where they are used.
        found.or_else(|| match name {
            "Annotations" => self
                .definitions(revision)
                .get("Annotated")?
                .pointer("/properties/annotations"),
            _ => None,
        })
    }

    /// The members that a revision defines for a type, and whether each is required.
    fn members(&self, revision: Revision, name: &str) -> BTreeMap<String, bool> {
        let Some(definition) = self.definition(revision, name) else {
            return BTreeMap::new();
        };
        let required = definition.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|it| it.iter().any(|it| it == name));
        let properties = definition["properties"].as_object().unwrap();
        let member = |name: &String| (name.clone(), is_required(name));
        properties.keys().map(member).collect()
    }

    /// The `type`s of the blocks that a schema allows.
    fn kinds(&self, revision: Revision, schema: &Value) -> BTreeSet<String> {
        let mut kinds = BTreeSet::new();
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap();
            kinds.extend(self.kinds(revision, &self.definitions(revision)[name]));
        }
        for branch in schema
            .get("anyOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            kinds.extend(self.kinds(revision, branch));
        }
        if let Some(kind) = schema
            .pointer("/properties/type/const")
            .and_then(Value::as_str)
        {
            kinds.insert(kind.to_owned());
        }
        kinds
    }

    fn validator(&self, revision: Revision, name: &str) -> Validator {
        let mut schema = self.0[&revision].clone();
        let defs = if schema.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        schema["$ref"] = format!("#/{defs}/{name}").into();
        jsonschema::options()
            .should_validate_formats(true)
            .with_format("byte", is_base64)
            .build(&schema)
            .unwrap()
    }
}

/// A reading of RFC 4648 §4 that owes nothing to the library under test.
fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    text.len().is_multiple_of(4)
        && text.len() - body.len() < 3
        && body.chars().all(|c| alphabet.contains(c))
}

fn object_types() -> Vec<&'static ObjectType> {
    let mut types: Vec<_> = ContentKind::ALL
        .into_iter()
        .map(ContentKind::object)
        .collect();
    types.extend([
        &mcp::CALL_TOOL_RESULT,
        &mcp::READ_RESOURCE_RESULT,
        &mcp::GET_PROMPT_RESULT,
        &mcp::COMPLETE_RESULT,
        &mcp::TEXT_CONTENTS,
        &mcp::BLOB_CONTENTS,
        &mcp::ANNOTATIONS,
    ]);
    types
}

#[test]
fn the_tables_of_object_types_say_what_the_schemas_of_mcp_say() {
    let Some(mcp) = Mcp::load() else { return };
    for object in object_types() {
        for revision in Revision::ALL {
            let defined = object
                .members
                .iter()
                .filter(|it| it.defined.contains(revision));
            let ours: BTreeMap<String, bool> = defined
                .map(|it| (it.name.to_owned(), it.required.contains(revision)))
                .collect();
            assert_eq!(
                ours,
                mcp.members(revision, object.name),
                "{} in {revision}",
                object.name
            );
        }
    }
}

#[test]
fn the_kinds_of_content_stand_where_the_schemas_of_mcp_let_them() {
    let Some(mcp) = Mcp::load() else { return };
    let places = [
        (
            ContentUse::ToolResult,
            "CallToolResult",
            "/properties/content/items",
        ),
        (
            ContentUse::PromptMessage,
            "PromptMessage",
            "/properties/content",
        ),
        (
            ContentUse::SamplingMessage,
            "SamplingMessage",
            "/properties/content",
        ),
    ];
    for revision in Revision::ALL {
        for (place, name, pointer) in places {
            let schema = mcp.definitions(revision)[name].pointer(pointer).unwrap();
            let ours: BTreeSet<String> = ContentKind::ALL
                .into_iter()
                .filter(|&kind| place.revisions(kind).contains(revision))
                .map(|kind| kind.as_str().to_owned())
                .collect();
            assert_eq!(ours, mcp.kinds(revision, schema), "{name} in {revision}");
        }
    }
}

/// Members of an object that is being made up.
type Members = Vec<(&'static str, Value)>;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())].clone()
    }

    /// A value as it should be, or rarely something else.
    fn mostly(&mut self, value: Value) -> Value {
        if self.one_in(60) {
            self.pick(&[
                json!(null),
                json!(1.5),
                json!("x"),
                json!([]),
                json!({}),
                json!(true),
            ])
        } else {
            value
        }
    }

    /// An object of members that are rarely left out, and of some that are rarely there.
    fn object(&mut self, usual: Members, rare: Members) -> Value {
        let mut object = Map::new();
        for (name, value) in usual {
            if !self.one_in(80) {
                object.insert(name.to_owned(), self.mostly(value));
            }
        }
        for (name, value) in rare {
            if self.one_in(9) {
                object.insert(name.to_owned(), self.mostly(value));
            }
        }
        if self.one_in(60) {
            object.insert("unheardOf".to_owned(), json!(1));
        }
        object.into()
    }

    fn list(&mut self, mut entry: impl FnMut(&mut Self) -> Value) -> Value {
        (0..self.below(3)).map(|_| entry(self)).collect()
    }

    fn meta(&mut self) -> Value {
        self.pick(&[json!({}), json!({"k": 1}), json!({"com.example/k": null})])
    }

    fn annotations(&mut self) -> Value {
        let audience = self.pick(&[json!(["user"]), json!([]), json!(["assistant", "system"])]);
        let priority = self.pick(&[json!(0), json!(0.5), json!(1), json!(1.01)]);
        let modified = self.pick(&[json!("2025-01-12T15:00:58Z"), json!(NO_DATE)]);
        self.object(
            vec![],
            vec![
                ("audience", audience),
                ("priority", priority),
                ("lastModified", modified),
            ],
        )
    }

    fn base64(&mut self) -> Value {
        self.pick(&[
            json!("AAEC"),
            json!(""),
            json!("AA=="),
            json!("+/+/"),
            json!("_-_-"),
            json!("AA"),
        ])
    }

    fn resource_contents(&mut self) -> Value {
        let uri = self.pick(&[
            json!("a:/1"),
            json!("a:/2"),
            json!("a:/3"),
            json!("relative"),
        ]);
        let mut usual = vec![("uri", uri)];
        let (text, blob) = (("text", json!("x")), ("blob", self.base64()));
        let mut rare = vec![("mimeType", json!("text/plain")), ("_meta", self.meta())];
        match self.below(20) {
            0 => rare.extend([text, blob]),
            1..8 => usual.push(blob),
            _ => usual.push(text),
        }
        self.object(usual, rare)
    }

    fn block(&mut self) -> Value {
        let rare = vec![("annotations", self.annotations()), ("_meta", self.meta())];
        let kind = [
            "text",
            "image",
            "audio",
            "resource",
            "resource_link",
            "video",
        ];
        let kind = kind[[0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 4]
            .get(self.below(12))
            .copied()
            .unwrap_or(5)];
        let mut usual = vec![("type", json!(kind))];
        let mut rare = rare;
        match kind {
            "text" => usual.push(("text", json!("x"))),
            "resource" => usual.push(("resource", self.resource_contents())),
            "resource_link" => {
                usual.extend([("uri", json!("a:/1")), ("name", json!("n"))]);
                let size = self.pick(&[json!(3), json!(0.5)]);
                rare.extend([
                    ("title", json!("t")),
                    ("size", size),
                    ("description", json!("")),
                ]);
                rare.push(("icons", json!([{"src": "https://example.com/i.png"}])));
            }
            _ => usual.extend([("data", self.base64()), ("mimeType", json!("image/png"))]),
        }
        self.object(usual, rare)
    }

    /// The members that all results share, `resultType` mostly where the revision demands it.
    fn common(&mut self, revision: Revision) -> (Members, Members) {
        let mut usual = vec![];
        let mut rare = vec![("_meta", self.meta())];
        let kind = self.pick(&[
            json!("complete"),
            json!("complete"),
            json!("input_required"),
        ]);
        match revision {
            Revision::V2026_07_28 => usual.push(("resultType", json!("complete"))),
            _ if self.one_in(6) => rare.push(("resultType", kind)),
            _ => {}
        }
        if self.one_in(5) {
            let foreign = [FOREIGN[self.below(FOREIGN.len())]];
            rare.extend(foreign.map(|name| (name, json!(1))));
        }
        (usual, rare)
    }

    fn result(&mut self, name: &str, revision: Revision) -> Value {
        let (mut usual, mut rare) = self.common(revision);
        match name {
            "CallToolResult" => {
                usual.push(("content", self.list(Self::block)));
                let structured = self.pick(&[json!({}), json!([1]), json!(null), json!("x")]);
                rare.push(("structuredContent", structured));
                let failed = self.one_in(2);
                rare.push(("isError", json!(failed)));
            }
            "ReadResourceResult" => {
                let contents = self.list(Self::resource_contents);
                usual.push(("contents", contents));
                let ttl = self.pick(&[json!(0), json!(60_000), json!(0.5), json!(-1)]);
                let scope = self.pick(&[json!("public"), json!("private"), json!("private")]);
                let cache = [("ttlMs", ttl), ("cacheScope", scope)];
                match revision {
                    Revision::V2026_07_28 => usual.extend(cache),
                    _ => rare.extend(cache),
                }
            }
            "GetPromptResult" => {
                let messages = self.list(|dice| {
                    let role = dice.pick(&[json!("user"), json!("user"), json!("assistant")]);
                    let content = dice.block();
                    dice.object(vec![("role", role), ("content", content)], vec![])
                });
                usual.push(("messages", messages));
                rare.push(("description", json!("d")));
            }
            _ => {
                let count = self.pick(&[json!(0), json!(2), json!(100), json!(101)]);
                let values = (0..count.as_u64().unwrap()).map(|_| json!("v")).collect();
                let total = self.pick(&[json!(250), json!(250.0), json!(2.5)]);
                let rare = vec![("total", total), ("hasMore", json!(true))];
                let completion = self.object(vec![("values", values)], rare);
                usual.push(("completion", completion));
            }
        }
        self.object(usual, rare)
    }
}

const NO_DATE: &str = "last week";

/// Envelope and workflow members, which MCP's open results would take.
const FOREIGN: [&str; 8] = [
    "jsonrpc",
    "id",
    "method",
    "error",
    "task",
    "inputRequests",
    "requestState",
    "progressToken",
];

/// Where the specification is stricter than both schemas.
fn is_refused_on_purpose(mcp: &Mcp, revision: Revision, name: &str, result: &Value) -> bool {
    let has_foreign = FOREIGN.iter().any(|name| result.get(name).is_some());
    let early_meta = name == "ReadResourceResult"
        && revision < Revision::V2025_06_18
        && result.get("_meta").is_some();
    let structured_failure =
        result.get("isError") == Some(&json!(true)) && result.get("structuredContent").is_some();
    let messages = result
        .get("messages")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let blocks = messages.filter_map(|it| it.get("content"));
    let content = result
        .get("content")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let contents = result
        .get("contents")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let alien = |name: &str, value: &Value| is_from_another_revision(mcp, revision, name, value);
    has_foreign
        || early_meta
        || structured_failure
        || alien(name, result)
        || blocks
            .chain(content)
            .any(|block| is_block_refused(&alien, block))
        || contents
            .into_iter()
            .any(|it| alien("TextResourceContents", it))
}

fn is_block_refused(alien: &impl Fn(&str, &Value) -> bool, block: &Value) -> bool {
    let kind = block
        .get("type")
        .and_then(Value::as_str)
        .and_then(ContentKind::parse);
    let annotations = block.get("annotations");
    let resource = block.get("resource");
    kind.is_some_and(|kind| alien(kind.object().name, block))
        || resource.is_some_and(|it| alien("TextResourceContents", it))
        || annotations.is_some_and(|it| {
            alien("Annotations", it) || it.get("lastModified") == Some(&json!(NO_DATE))
        })
}

/// Whether an object has a member that some revision defines for its type, but not this one.
fn is_from_another_revision(mcp: &Mcp, revision: Revision, name: &str, value: &Value) -> bool {
    let here = mcp.members(revision, name);
    let elsewhere = |key: &String| {
        let mut others = Revision::ALL.into_iter();
        others.any(|other| mcp.members(other, name).contains_key(key))
    };
    let keys = value.as_object().into_iter().flat_map(Map::keys);
    keys.into_iter()
        .any(|key| !here.contains_key(key) && elsewhere(key))
}

/// A document that carries `result` as an example.
fn document(revision: Revision, name: &str, result: &Value) -> Value {
    let example = json!({"e": {"result": result}});
    let (collection, primitive) = match name {
        "CallToolResult" => {
            let examples = json!({"e": {"input": {}, "result": result}});
            let schema = json!({"type": "object"});
            (
                "tools",
                json!({"name": "t", "inputSchema": schema, "examples": examples}),
            )
        }
        "ReadResourceResult" => (
            "resources",
            json!({"uri": "a:/1", "name": "r", "examples": example}),
        ),
        "GetPromptResult" => ("prompts", json!({"name": "p", "examples": example})),
        _ => {
            let completion = json!({"argument": {"name": "a", "value": ""}, "result": result});
            let arguments = json!([{"name": "a"}]);
            let completions = json!({"e": completion});
            let prompt =
                json!({"name": "p", "arguments": arguments, "completionExamples": completions});
            ("prompts", prompt)
        }
    };
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "oracle", "version": "1"},
        "protocolVersions": [revision.as_str()],
        collection: [primitive],
    })
}

/// The result as MCP's schema should see it: §10.4.4 takes fractions of milliseconds.
fn for_mcp(result: &Value) -> Value {
    let mut result = result.clone();
    if let Some(ttl) = result.get_mut("ttlMs")
        && ttl.as_f64().is_some_and(|it| it >= 0.0)
    {
        *ttl = json!(1);
    }
    result
}

#[test]
fn random_results_get_the_verdict_of_both_schemas() {
    let Some(mcp) = Mcp::load() else { return };
    let file = "spec/mcp-description-0.8.0.schema.json";
    let canonical = std::fs::read_to_string(shared::dir().unwrap().join(file)).unwrap();
    let canonical = serde_json::from_str(&canonical).unwrap();
    let canonical = jsonschema::options()
        .should_validate_formats(true)
        .build(&canonical)
        .unwrap();
    let options = Options::default();
    let mut dice = Dice(8);
    let mut failures = Vec::new();
    for name in [
        "CallToolResult",
        "ReadResourceResult",
        "GetPromptResult",
        "CompleteResult",
    ] {
        let mut verdicts = [0, 0];
        for revision in Revision::ALL {
            if name == "CompleteResult" && revision == Revision::V2024_11_05 {
                // Completion examples begin with the next revision.
                continue;
            }
            let native = mcp.validator(revision, name);
            for _ in 0..400 {
                let result = dice.result(name, revision);
                let document = document(revision, name, &result);
                let expected = native.is_valid(&for_mcp(&result))
                    && canonical.is_valid(&document)
                    && !is_refused_on_purpose(&mcp, revision, name, &result);
                let text = serde_json::to_vec(&document).unwrap();
                let report = mcpdesc::check(&mcpdesc::load(&text, &options), &options);
                verdicts[usize::from(expected)] += 1;
                if report.valid != expected {
                    let found: Vec<_> = report.diagnostics.iter().map(|it| &it.message).collect();
                    failures.push(format!(
                        "{revision} {name} {expected}: {result}\n  {found:?}"
                    ));
                }
            }
        }
        assert!(
            verdicts.iter().all(|&count| count > 200),
            "{name}: {verdicts:?}"
        );
    }
    let shown: Vec<_> = failures.iter().take(20).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} differ:\n{}",
        failures.len(),
        shown.join("\n")
    );
}
