//! Steps made at random, judged by MCP's own schemas and by the document's canonical schema.
//!
//! A step is right in a revision exactly when both schemas accept it, apart from what the functions
//! here add on purpose, each with its reason.

use std::path::Path;

use jsonschema::Validator;
use mcpdesc::diagnostic::Severity;
use serde_json::{Value, json};

use super::{check, document};
use crate::document::REVISIONS;
use crate::random::Random;
use crate::shared;

/// Rules about the meaning of values, which schemas cannot see; they have tests of their own.
const BEYOND_SCHEMAS: [&str; 5] = [
    "interaction-example-tool-result-mismatch",
    "elicitation-form-required-property-unknown",
    "elicitation-form-enum-names-mismatch",
    "elicitation-form-default-outside-enum",
    "elicitation-form-invalid-range",
];

/// Steps and what they are made of.
impl Random {
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Adds each member with a chance of one in `count`.
    fn add(&mut self, object: &mut Value, count: usize, members: &[(&str, Value)]) {
        for (name, value) in members {
            if self.one_in(count) {
                object[*name] = value.clone();
            }
        }
    }

    fn annotations(&mut self) -> Value {
        self.pick(&[
            json!({}),
            json!({"audience": ["user"], "priority": 0.5}),
            json!({"lastModified": "2025-01-12T15:00:58Z"}),
            json!({"other": 1}),
        ])
    }

    fn block(&mut self, in_tool_result: bool) -> Value {
        let kinds = if in_tool_result { 6 } else { 9 };
        let mut block = match self.below(kinds) {
            0 | 1 => json!({"type": "text", "text": "x"}),
            2 => json!({"type": "image", "data": "AAAA", "mimeType": "image/png"}),
            3 => json!({"type": "audio", "data": "", "mimeType": "audio/wav"}),
            4 => {
                let mut resource = json!({"uri": "a:b"});
                resource[["text", "blob"][self.below(2)]] = json!("AAAA");
                self.add(
                    &mut resource,
                    4,
                    &[("mimeType", json!("a/b")), ("_meta", json!({}))],
                );
                json!({"type": "resource", "resource": resource})
            }
            5 => {
                let mut link = json!({"type": "resource_link", "uri": "a:b", "name": "n"});
                let members = [
                    ("title", json!("t")),
                    ("size", self.pick(&[json!(1), json!(2.0), json!(1.5)])),
                    ("icons", json!([{"src": "a:b"}])),
                ];
                self.add(&mut link, 3, &members);
                link
            }
            6 | 7 => json!({"type": "tool_use", "id": "c", "name": "n", "input": {"a": null}}),
            _ => {
                let mut result = json!({"type": "tool_result", "toolUseId": "c"});
                let inner = self.block(true);
                result["content"] = if self.one_in(4) {
                    inner
                } else {
                    json!([inner])
                };
                self.add(&mut result, 3, &[("isError", json!(true))]);
                return result;
            }
        };
        if block["type"] != "tool_use" {
            let meta = self.pick(&[json!({}), json!({"com.example/k": [null]})]);
            let members = [("_meta", meta), ("annotations", self.annotations())];
            self.add(&mut block, 6, &members);
        }
        block
    }

    fn content(&mut self) -> Value {
        match self.below(3) {
            0 => json!([self.block(false), self.block(false)]),
            _ if self.one_in(2) => json!({"type": "text", "text": "x"}),
            _ => self.block(false),
        }
    }

    fn sampling(&mut self) -> Value {
        let mut tool = json!({"name": "f", "inputSchema": {"type": "object"}});
        let annotations = json!({"readOnlyHint": true, "other": 1});
        let members = [
            ("title", json!("T")),
            ("description", json!("d")),
            ("annotations", annotations),
        ];
        self.add(&mut tool, 2, &members);
        let message = json!({"role": "user", "content": self.content()});
        let mut request = json!({"messages": [message], "maxTokens": 9});
        let members = [
            (
                "modelPreferences",
                json!({"hints": [{"name": "m"}], "costPriority": 0.5}),
            ),
            ("systemPrompt", json!("s")),
            ("includeContext", json!("thisServer")),
            ("temperature", json!(0.5)),
            ("stopSequences", json!(["."])),
            ("metadata", json!({"a": [1.5, null, {}]})),
            ("tools", json!([tool])),
            ("toolChoice", json!({"mode": "none"})),
        ];
        self.add(&mut request, 6, &members);
        let mut response = json!({"role": "assistant", "content": self.content(), "model": "m"});
        self.add(&mut response, 2, &[("stopReason", json!("mine"))]);
        json!({"type": "sampling", "request": request, "response": response})
    }

    fn field(&mut self) -> Value {
        let titled = json!([{"const": "a", "title": "A"}]);
        let mut field = self.pick(&[
            json!({"type": "string", "minLength": 1, "format": "email"}),
            json!({"type": "integer", "maximum": 2}),
            json!({"type": "number"}),
            json!({"type": "boolean", "default": true}),
            json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
            json!({"type": "string", "oneOf": titled}),
            json!({"type": "array", "items": {"anyOf": titled}, "maxItems": 1}),
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
        ]);
        let default = match field["type"].as_str().unwrap_or_default() {
            "array" => json!(["a"]),
            "string" => json!("a"),
            "boolean" => json!(false),
            _ => json!(1),
        };
        self.add(
            &mut field,
            4,
            &[("default", default), ("title", json!("T"))],
        );
        field
    }

    fn elicitation(&mut self) -> Value {
        let answers = [
            json!("a"),
            json!("c"),
            json!(1),
            json!(1.5),
            json!(3),
            json!(true),
            json!(["a"]),
            json!(["a", "b"]),
            json!([1]),
            json!(null),
            json!({}),
        ];
        let mut properties = json!({});
        let mut content = json!({});
        for name in ["f", "g"] {
            let mut answer = self.pick(&answers);
            if !self.one_in(3) {
                let field = self.field();
                if !self.one_in(4) {
                    answer = match field["type"].as_str().unwrap_or_default() {
                        "array" => json!(["a"]),
                        "string" => json!("a"),
                        "boolean" => json!(true),
                        _ => json!(1),
                    };
                }
                properties[name] = field;
            }
            if !self.one_in(4) {
                content[name] = answer;
            }
        }
        let mut schema = json!({"type": "object", "properties": properties});
        let dialect = json!("https://json-schema.org/draft/2020-12/schema");
        self.add(
            &mut schema,
            5,
            &[("$schema", dialect), ("required", json!(["f"]))],
        );
        let request = match self.below(4) {
            0 => json!({"mode": "url", "message": "m", "url": "a:b"}),
            _ => json!({"mode": "form", "message": "m", "requestedSchema": schema}),
        };
        let actions = ["accept", "accept", "accept", "decline", "cancel"];
        let mut response = json!({"action": actions[self.below(actions.len())]});
        if response["action"] == "accept" && !self.one_in(5) {
            response["content"] = content;
        }
        json!({"type": "elicitation", "request": request, "response": response})
    }

    fn roots(&mut self) -> Value {
        let uris = ["file:///a", "file://h/a%20b", "file:a", "a:b", "a"];
        let mut root = json!({"uri": uris[self.below(uris.len())]});
        self.add(&mut root, 2, &[("name", json!("n"))]);
        let roots = self.pick(&[json!([]), json!([root]), json!([{"uri": "file:///"}, root])]);
        json!({"type": "roots", "request": {}, "response": {"roots": roots}})
    }

    /// Changes one thing somewhere below `value`.
    fn mutate(&mut self, value: &mut Value) {
        let extra = [
            ("_meta", json!({})),
            ("annotations", json!({"lastModified": "2025-01-12"})),
            ("title", json!("t")),
            ("default", json!("a")),
            ("isError", json!(true)),
            ("content", json!([])),
            ("structuredContent", json!({})),
            ("task", json!({})),
            ("resultType", json!("complete")),
        ];
        let scalars = [
            json!(0),
            json!(1.5),
            json!("a"),
            json!(""),
            json!(true),
            json!(null),
        ];
        match value {
            Value::Object(members) if !members.is_empty() => {
                let at = self.below(members.len());
                let name = members.keys().nth(at).unwrap().clone();
                match self.below(8) {
                    0 => {
                        members.remove(&name);
                    }
                    1 => {
                        let (name, value) = extra[self.below(extra.len())].clone();
                        members.insert(name.to_owned(), value);
                    }
                    // Schemas of tools have rules of their own, far beyond MCP's schema.
                    _ if name == "inputSchema" => {}
                    2 => {
                        let inner = members[&name].take();
                        members[&name] = json!([inner]);
                    }
                    _ => self.mutate(&mut members[&name]),
                }
            }
            Value::Array(elements) if !elements.is_empty() => {
                let at = self.below(elements.len());
                match self.below(6) {
                    0 => {
                        elements.remove(at);
                    }
                    1 => *value = elements[at].take(),
                    _ => self.mutate(&mut elements[at]),
                }
            }
            _ => *value = self.pick(&scalars),
        }
    }
}

fn read(file: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

/// Makes MCP's objects refuse members that the revision does not define: its schemas are open, but
/// §9.4 wants every field defined. What MCP means to be open stays so.
fn close(name: &str, schema: &mut Value) {
    if [
        "inputSchema",
        "outputSchema",
        "MetaObject",
        "_meta",
        "ToolAnnotations",
    ]
    .contains(&name)
    {
        return;
    }
    let is_annotations = ["Annotations", "annotations"].contains(&name);
    match schema {
        Value::Object(members) => {
            // The generator of MCP's schemas writes `integer` for any number, and forgets `null`.
            if members.get("type") == Some(&json!(["string", "integer", "boolean"])) {
                let null = (name == "JSONValue").then_some("null");
                let types = ["string", "number", "boolean"].into_iter().chain(null);
                members["type"] = types.collect();
            }
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                if is_annotations && !properties.contains_key("lastModified") {
                    properties.insert("lastModified".to_owned(), json!(false));
                }
                if !is_annotations && !members.contains_key("additionalProperties") {
                    members.insert("additionalProperties".to_owned(), json!(false));
                }
            }
            let owner = name.to_owned();
            for (key, value) in members {
                close(if key == "anyOf" { &owner } else { key }, value);
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|it| close(name, it)),
        _ => {}
    }
}

/// MCP's schema of a revision, closed, at `pointer` below its definitions; `None` where the revision
/// has no such definition.
fn native(shared: &Path, revision: &str, pointer: &str) -> Option<Validator> {
    let mut schema = read(&shared.join("mcp-schema").join(revision).join("schema.json"));
    let key = ["$defs", "definitions"]
        .into_iter()
        .find(|key| schema.get(key).is_some())?;
    schema.pointer(&format!("/{key}/{pointer}"))?;
    for (name, definition) in schema[key].as_object_mut()? {
        close(name, definition);
    }
    schema["$ref"] = format!("#/{key}/{pointer}").into();
    Some(jsonschema::validator_for(&schema).unwrap())
}

/// The canonical schema's definition of a step, with formats asserted.
fn canonical(shared: &Path) -> Validator {
    let mut schema = read(&shared.join("spec/mcp-description-0.8.0.schema.json"));
    let definitions = schema["$defs"].take();
    let dialect = schema["$schema"].take();
    let step = json!({
        "$schema": dialect,
        "$ref": "#/$defs/toolInteractionStep",
        "$defs": definitions,
    });
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&step).unwrap()
}

/// Compares our verdict on many steps with that of the canonical schema and of `native`, which
/// judges what the canonical schema accepts.
fn compare(
    shared: &Path,
    make: fn(&mut Random) -> Value,
    count: usize,
    native: impl Fn(&str, &Value) -> bool,
) {
    let canonical = canonical(shared);
    let mut judged = [0; 3];
    for (seed, revision) in REVISIONS.into_iter().enumerate() {
        let random = &mut Random(seed as u64);
        for _ in 0..count {
            let mut step = make(random);
            for _ in 0..random.below(4).saturating_sub(1) {
                random.mutate(&mut step);
            }
            let fits = canonical.is_valid(&step);
            let right = fits && native(revision, &step);
            let found = check(&document(&[revision], json!([step]), json!({})));
            let errors: Vec<_> = found
                .iter()
                .filter(|it| it.severity() == Severity::Error)
                .filter(|it| !BEYOND_SCHEMAS.contains(&it.rule.code))
                .map(|it| format!("{} {}: {}", it.rule.code, it.path, it.message))
                .collect();
            assert_eq!(errors.is_empty(), right, "{revision}: {step}\n{errors:#?}");
            judged[usize::from(fits) + usize::from(right)] += 1;
        }
    }
    // No comparison is worth much where one of the verdicts is rare.
    let [malformed, refused, accepted] = judged;
    let enough = judged.iter().all(|it| it * 10 > count * REVISIONS.len());
    assert!(
        enough,
        "malformed {malformed}, refused {refused}, accepted {accepted}"
    );
}

#[test]
fn sampling_steps_are_judged_like_mcp_does() {
    let Some(shared) = shared::dir() else { return };
    let oracles = REVISIONS.map(|revision| {
        let request = native(&shared, revision, "CreateMessageRequest/properties/params").unwrap();
        (
            revision,
            request,
            native(&shared, revision, "CreateMessageResult").unwrap(),
        )
    });
    compare(&shared, Random::sampling, 500, |revision, step| {
        let oracle = oracles.iter().find(|(it, ..)| *it == revision).unwrap();
        oracle.1.is_valid(&step["request"]) && oracle.2.is_valid(&step["response"])
    });
}

#[test]
fn elicitation_steps_are_judged_like_mcp_does() {
    let Some(shared) = shared::dir() else { return };
    let oracles = REVISIONS.map(|revision| {
        let request = native(&shared, revision, "ElicitRequest/properties/params");
        (
            revision,
            request.zip(native(&shared, revision, "ElicitResult")),
        )
    });
    compare(&shared, Random::elicitation, 400, |revision, step| {
        let oracle = oracles.iter().find(|(it, _)| *it == revision).unwrap();
        let Some((request, response)) = &oracle.1 else {
            return false;
        };
        let mut asked = step["request"].clone();
        let is_form = asked["mode"] == "form";
        // Two members that mcpdesc adds (the mode of a form) and leaves out (an identifier).
        if revision == "2025-06-18" && is_form {
            asked.as_object_mut().unwrap().remove("mode");
        }
        if revision == "2025-11-25" && !is_form {
            asked["elicitationId"] = json!("e");
        }
        if !request.is_valid(&asked) || !response.is_valid(&step["response"]) {
            return false;
        }
        // What §9.4 says about content is no part of MCP's schemas.
        let content = step["response"].get("content");
        match (step["response"]["action"].as_str(), is_form, content) {
            (Some("accept"), true, Some(content)) => {
                // A required name without a field is a fault of the form, not of the answer.
                let mut form = asked["requestedSchema"].clone();
                let fields = form["properties"].clone();
                if let Some(required) = form.get_mut("required").and_then(Value::as_array_mut) {
                    required.retain(|it| fields.get(it.as_str().unwrap_or_default()).is_some());
                }
                jsonschema::validator_for(&form).unwrap().is_valid(content)
            }
            (Some("accept"), true, None) => false,
            (_, _, content) => content.is_none(),
        }
    });
}

#[test]
fn roots_steps_are_judged_like_mcp_does() {
    let Some(shared) = shared::dir() else { return };
    let oracles = REVISIONS.map(|revision| {
        (
            revision,
            native(&shared, revision, "ListRootsResult").unwrap(),
        )
    });
    compare(&shared, Random::roots, 100, |revision, step| {
        let oracle = oracles.iter().find(|(it, _)| *it == revision).unwrap();
        // MCP's schemas say in words that a root's URI starts with `file://`.
        let roots = step["response"]["roots"].as_array().unwrap();
        let is_file = |it: &Value| {
            it["uri"]
                .as_str()
                .is_some_and(|it| it.starts_with("file://"))
        };
        oracle.1.is_valid(&step["response"]) && roots.iter().all(is_file)
    });
}
