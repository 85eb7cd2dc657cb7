//! Tool Interaction Examples (§9.4): elicitation, sampling and roots, by revision.

mod oracle;

use mcpdesc::Options;
use mcpdesc::diagnostic::Diagnostic;
use serde_json::{Value, json};

/// A description for `revisions` of one Tool with one scenario of these `steps`; `members` are more
/// members of the Tool.
fn document(revisions: &[&str], steps: Value, members: Value) -> Value {
    let mut result = json!({"content": []});
    if revisions == ["2026-07-28"] {
        result["resultType"] = json!("complete");
    }
    let mut tool = json!({
        "name": "t",
        "inputSchema": {"type": "object"},
        "interactionExamples": {"s": {"input": {}, "steps": steps, "result": result}},
    });
    let object = tool.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    json!({
        "mcpdesc": "0.8.0",
        "info": {"name": "library", "version": "1"},
        "protocolVersions": revisions,
        "tools": [tool],
    })
}

fn check(document: &Value) -> Vec<Diagnostic> {
    let text = serde_json::to_vec_pretty(document).unwrap();
    let options = Options::default();
    mcpdesc::check(&mcpdesc::load(&text, &options), &options).diagnostics
}

const STEP: &str = "tools[0].interactionExamples.s.steps";

/// The findings in the steps, as `code at path`, with paths from the steps on.
fn findings(revisions: &[&str], steps: Value, members: Value) -> Vec<String> {
    let found = check(&document(revisions, steps, members));
    let shown = found.iter().filter_map(|it| {
        let path = it.path.to_string();
        let below = path.strip_prefix(STEP)?;
        Some(format!("{} at {below}", it.rule.code))
    });
    shown.collect()
}

fn form() -> Value {
    json!({
        "type": "object",
        "properties": {"ok": {"type": "boolean"}, "size": {"type": "string", "enum": ["s", "l"]}},
        "required": ["ok"],
    })
}

fn form_step(response: Value) -> Value {
    json!({
        "type": "elicitation",
        "request": {"mode": "form", "message": "m", "requestedSchema": form()},
        "response": response,
    })
}

fn url_step(response: Value) -> Value {
    json!({
        "type": "elicitation",
        "request": {"mode": "url", "message": "m", "url": "https://a.example/"},
        "response": response,
    })
}

/// A sampling step with one message of this content.
fn sampling_step(content: Value) -> Value {
    sampling_of(json!([{"role": "user", "content": content}]))
}

fn sampling_of(messages: Value) -> Value {
    json!({
        "type": "sampling",
        "request": {"messages": messages, "maxTokens": 9},
        "response": {"role": "assistant", "content": text(), "model": "m"},
    })
}

fn text() -> Value {
    json!({"type": "text", "text": "x"})
}

#[test]
fn elicitation_exists_since_2025_06_and_by_url_since_2025_11() {
    let mismatch = "interaction-example-version-mismatch at";
    let all = ["2025-03-26", "2025-06-18", "2025-11-25"];
    assert_eq!(
        findings(
            &all,
            json!([form_step(json!({"action": "cancel"}))]),
            json!({})
        ),
        [format!("{mismatch} [0].type")]
    );
    let url = json!([url_step(json!({"action": "accept"}))]);
    assert_eq!(
        findings(&all, url.clone(), json!({})),
        [
            format!("{mismatch} [0].type"),
            format!("{mismatch} [0].request.mode")
        ]
    );
    // One fault is one finding: without elicitation there are no modes either.
    assert_eq!(
        findings(&all[..1], url.clone(), json!({})),
        [format!("{mismatch} [0].type")]
    );
    assert!(findings(&["2025-11-25", "2026-07-28"], url, json!({})).is_empty());
}

#[test]
fn a_message_names_the_revisions_that_lack_something() {
    let steps = json!([url_step(json!({"action": "accept"}))]);
    let found = check(&document(&["2025-06-18", "2025-11-25"], steps, json!({})));
    let code = "interaction-example-version-mismatch";
    let found: Vec<_> = found.iter().filter(|it| it.rule.code == code).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "MCP 2025-06-18 does not define elicitation of mode `url` (§9.4); that came with 2025-11-25"
    );
}

#[test]
fn content_belongs_to_accepted_forms_only() {
    let mismatch = "interaction-example-elicitation-response-mismatch at [0].response.content";
    let found = |step: Value| findings(&["2025-11-25"], json!([step]), json!({}));
    assert_eq!(found(form_step(json!({"action": "accept"}))), [mismatch]);
    assert!(found(form_step(json!({"action": "decline"}))).is_empty());
    assert!(found(url_step(json!({"action": "accept"}))).is_empty());
    let with_content = json!({"action": "accept", "content": {}});
    assert_eq!(found(url_step(with_content)), [mismatch]);
}

#[test]
fn content_conforms_to_the_form() {
    let found = |content: Value| {
        let response = json!({"action": "accept", "content": content});
        findings(&["2025-06-18"], json!([form_step(response)]), json!({}))
    };
    assert!(found(json!({"ok": true, "size": "s", "note": "x"})).is_empty());
    let mismatch =
        "interaction-example-elicitation-content-schema-mismatch at [0].response.content";
    assert_eq!(found(json!({})), [format!("{mismatch}.ok")]);
    assert_eq!(
        found(json!({"ok": "yes", "size": "m"})),
        [format!("{mismatch}.ok"), format!("{mismatch}.size")]
    );
    assert_eq!(
        found(json!({"ok": true, "notes": ["x"]})),
        ["interaction-example-version-mismatch at [0].response.content.notes"]
    );
}

#[test]
fn the_form_of_a_request_keeps_to_the_vocabulary_of_every_revision() {
    let mut step = form_step(json!({"action": "cancel"}));
    step["request"]["requestedSchema"]["properties"]["size"]["default"] = json!("s");
    let at = "[0].request.requestedSchema.properties.size.default";
    let found = |revisions: &[&str]| findings(revisions, json!([step]), json!({}));
    assert_eq!(
        found(&["2025-06-18", "2025-11-25"]),
        [format!("elicitation-form-schema-version-mismatch at {at}")]
    );
    assert!(found(&["2025-11-25"]).is_empty());
}

/// The findings of a step that names the one declaration of the Tool.
fn declared(declaration: Value, mut step: Value) -> Vec<String> {
    let mut declared = json!({"name": "e", "message": "other words"});
    let object = declared.as_object_mut().unwrap();
    object.extend(declaration.as_object().unwrap().clone());
    step["declaration"] = json!("e");
    findings(
        &["2025-11-25", "2026-07-28"],
        json!([step]),
        json!({"elicitations": [declared]}),
    )
}

#[test]
fn a_step_asks_what_its_declaration_announces() {
    let cancel = || json!({"action": "cancel"});
    let mismatch = "interaction-example-elicitation-declaration-mismatch at [0].request";
    let with = |schema: Value| {
        let declaration = json!({"mode": "form", "requestedSchema": schema});
        declared(declaration, form_step(cancel()))
    };
    let edited = |edit: fn(&mut Value)| {
        let mut schema = form();
        edit(&mut schema);
        with(schema)
    };
    // Words, defaults and order are free.
    assert!(with(form()).is_empty());
    assert!(edited(|it| it["properties"]["ok"]["title"] = json!("OK?")).is_empty());
    assert!(edited(|it| it["properties"]["ok"]["default"] = json!(true)).is_empty());
    assert!(edited(|it| it["properties"]["size"]["enum"] = json!(["l", "s"])).is_empty());
    assert!(edited(|it| it["properties"]["size"]["enumNames"] = json!(["S", "L"])).is_empty());
    let edits: [fn(&mut Value); 6] = [
        |it| it["properties"]["ok"]["type"] = json!("string"),
        |it| it["properties"]["size"]["enum"] = json!(["s", "m"]),
        |it| it["properties"]["more"] = json!({"type": "number"}),
        |it| it["properties"] = json!({"ok": {"type": "boolean"}}),
        |it| it["required"] = json!(["ok", "size"]),
        |it| it["required"] = json!([]),
    ];
    for edit in edits {
        assert_eq!(edited(edit), [format!("{mismatch}.requestedSchema")]);
    }
    let url = |members: Value| declared(members, url_step(cancel()));
    assert!(url(json!({"mode": "url"})).is_empty());
    assert!(url(json!({"mode": "url", "url": "https://a.example/"})).is_empty());
    assert_eq!(
        url(json!({"mode": "url", "url": "https://b.example/"})),
        [format!("{mismatch}.url")]
    );
    assert_eq!(
        url(json!({"mode": "form", "requestedSchema": form()})),
        [format!("{mismatch}.mode")]
    );
}

#[test]
fn bounds_are_part_of_a_form() {
    let form = |field: Value| json!({"type": "object", "properties": {"f": field}});
    let found = |shown: Value, wanted: Value| {
        let mut step = form_step(json!({"action": "cancel"}));
        step["request"]["requestedSchema"] = form(shown);
        declared(
            json!({"mode": "form", "requestedSchema": form(wanted)}),
            step,
        )
        .len()
    };
    let number = |minimum: Value| json!({"type": "number", "minimum": minimum});
    assert_eq!(found(number(json!(1)), number(json!(1.0))), 0);
    assert_eq!(found(number(json!(1)), number(json!(2))), 1);
    assert_eq!(found(number(json!(1)), json!({"type": "number"})), 1);
    assert_eq!(
        found(
            json!({"type": "string"}),
            json!({"type": "string", "format": "email"})
        ),
        1
    );
}

#[test]
fn a_declaration_is_one_of_the_same_tool_in_every_revision() {
    let mut step = url_step(json!({"action": "cancel"}));
    step["declaration"] = json!("sign-on");
    let members = |versions: Value| {
        json!({"elicitations": [
            {"name": "sign-in", "mode": "url", "message": "m"},
            {"name": "sign-on", "mode": "url", "message": "m", "protocolVersions": versions},
        ]})
    };
    let both = ["2025-11-25", "2026-07-28"];
    let found = |members: Value| findings(&both, json!([step]), members);
    assert!(found(members(json!(both))).is_empty());
    assert_eq!(
        found(members(json!(["2026-07-28"]))),
        ["interaction-example-version-mismatch at [0].declaration"]
    );
    assert_eq!(
        found(json!({})),
        ["unknown-elicitation-declaration at [0].declaration"]
    );
    let elicitations = json!([{"name": "Sign-On", "mode": "url", "message": "m"}]);
    let found = check(&document(
        &both,
        json!([step]),
        json!({"elicitations": elicitations}),
    ));
    let help = found.iter().find_map(|it| it.help.clone());
    assert_eq!(help.as_deref(), Some("did you mean `Sign-On`?"));
}

#[test]
fn sampling_content_is_judged_by_revision() {
    let mismatch = "interaction-example-version-mismatch at [0].request.messages[0].content";
    let found = |revision: &str, content: Value| {
        findings(&[revision], json!([sampling_step(content)]), json!({}))
    };
    let audio = json!({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"});
    assert_eq!(
        found("2024-11-05", audio.clone()),
        [format!("{mismatch}.type")]
    );
    assert!(found("2025-03-26", audio).is_empty());
    assert_eq!(found("2025-06-18", json!([text()])), [mismatch]);
    assert!(found("2025-11-25", json!([text()])).is_empty());
    let call = json!({"type": "tool_use", "id": "c", "name": "n", "input": {}});
    assert_eq!(
        found("2025-06-18", call.clone()),
        [format!("{mismatch}.type")]
    );
    assert!(found("2025-11-25", call).is_empty());
    let link = json!({"type": "resource_link", "uri": "a:b", "name": "n"});
    for revision in ["2024-11-05", "2025-06-18", "2026-07-28"] {
        assert_eq!(found(revision, link.clone()), [format!("{mismatch}.type")]);
    }
    let broken = json!({"type": "image", "data": "A", "mimeType": "image/png"});
    assert_eq!(
        found("2024-11-05", broken),
        ["invalid-base64 at [0].request.messages[0].content.data"]
    );
}

#[test]
fn tools_in_sampling_came_with_2025_11() {
    let mut step = sampling_step(text());
    step["request"]["tools"] = json!([{"name": "f", "inputSchema": {"type": "object"}}]);
    step["request"]["toolChoice"] = json!({"mode": "auto"});
    let found = |revisions: &[&str]| findings(revisions, json!([step]), json!({}));
    let mismatch = "interaction-example-version-mismatch at [0].request";
    assert_eq!(
        found(&["2025-06-18", "2025-11-25"]),
        [
            format!("{mismatch}.tools"),
            format!("{mismatch}.toolChoice")
        ]
    );
    assert!(found(&["2026-07-28"]).is_empty());
}

#[test]
fn the_schemas_of_tools_in_sampling_are_schemas_of_tools() {
    let mut step = sampling_step(text());
    let schema = json!({"type": "object", "properties": {"a": {"type": "strin"}}});
    step["request"]["tools"] = json!([{"name": "f", "inputSchema": schema}]);
    assert_eq!(
        findings(&["2026-07-28"], json!([step]), json!({})),
        ["invalid-tool-schema at [0].request.tools[0].inputSchema.properties.a.type"]
    );
}

fn tool_use(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "n", "input": {}})
}

fn tool_result(id: &str) -> Value {
    json!({"type": "tool_result", "toolUseId": id, "content": [text()]})
}

#[test]
fn resources_may_stand_in_the_results_of_tools_a_model_used() {
    let mut result = tool_result("c");
    let embedded = json!({"type": "resource", "resource": {"uri": "a:b", "blob": "?"}});
    result["content"] = json!([{"type": "resource_link", "uri": "a:b", "name": "n"}, embedded]);
    let messages = |result: &Value| {
        sampling_of(json!([
            {"role": "assistant", "content": tool_use("c")},
            {"role": "user", "content": result},
        ]))
    };
    let at = "[0].request.messages[1].content.content";
    let found = |result: &Value| findings(&["2025-11-25"], json!([messages(result)]), json!({}));
    assert_eq!(
        found(&result),
        [format!("invalid-base64 at {at}[1].resource.blob")]
    );
    result["content"] = text();
    assert_eq!(
        found(&result),
        [format!("interaction-example-version-mismatch at {at}")]
    );
}

#[test]
fn tool_results_answer_tool_uses() {
    let found =
        |messages: Value| findings(&["2025-11-25"], json!([sampling_of(messages)]), json!({}));
    let mismatch = "interaction-example-tool-result-mismatch at [0].request.messages";
    let uses = json!({"role": "assistant", "content": [text(), tool_use("a"), tool_use("b")]});
    let answer = |content: Value| json!([uses, {"role": "user", "content": content}]);
    assert!(found(answer(json!([tool_result("b"), tool_result("a")]))).is_empty());
    assert_eq!(
        found(answer(json!([tool_result("a")]))),
        [format!("{mismatch}[0].content[2].id")]
    );
    // A wrong id is one fault, not also a tool use without a result.
    assert_eq!(
        found(answer(json!([tool_result("a"), tool_result("c")]))),
        [format!("{mismatch}[1].content[1].toolUseId")]
    );
    let mixed = json!([tool_result("a"), tool_result("b"), text()]);
    assert_eq!(
        found(answer(mixed)),
        [format!("{mismatch}[1].content[2].type")]
    );
    assert_eq!(
        found(json!([{"role": "user", "content": tool_result("a")}])),
        [format!("{mismatch}[0].content.toolUseId")]
    );
    // A conversation may end with a tool use.
    assert!(found(json!([uses])).is_empty());
}

#[test]
fn metadata_in_messages_follows_its_own_rules() {
    let block = json!({"type": "text", "text": "x", "_meta": {"progressToken": 1}});
    let found = |revision: &str| {
        findings(
            &[revision],
            json!([sampling_step(block.clone())]),
            json!({}),
        )
    };
    let at = "[0].request.messages[0].content._meta";
    assert_eq!(
        found("2026-07-28"),
        [format!("meta-reserved-key-context at {at}.progressToken")]
    );
    assert_eq!(
        found("2025-03-26"),
        [format!("interaction-example-version-mismatch at {at}")]
    );
}

#[test]
fn roots_are_file_uris() {
    let found = |uri: &str| {
        let roots = json!({"roots": [{"uri": "file:///a"}, {"uri": uri}]});
        let step = json!({"type": "roots", "request": {}, "response": roots});
        findings(&["2024-11-05"], json!([step]), json!({}))
    };
    for uri in ["file:///", "file://host/a", "file:///a%20b"] {
        assert!(found(uri).is_empty(), "{uri}");
    }
    for uri in ["https://a.example/", "file:/a", "urn:file://a"] {
        let at = "interaction-example-roots-uri at [0].response.roots[1].uri";
        assert_eq!(found(uri), [at], "{uri}");
    }
}

#[test]
fn scenarios_keep_to_the_requirements_a_tool_declares() {
    let contradiction = "interaction-example-client-requirements-contradiction at";
    let roots = json!({"type": "roots", "request": {}, "response": {"roots": []}});
    let mut sampling = sampling_step(text());
    sampling["request"]["includeContext"] = json!("allServers");
    sampling["request"]["toolChoice"] = json!({"mode": "none"});
    let url = url_step(json!({"action": "cancel"}));
    let steps = json!([roots, sampling, url, form_step(json!({"action": "cancel"}))]);
    let found = |requirements: Value| {
        let members = json!({"clientRequirements": requirements});
        findings(&["2025-11-25"], steps.clone(), members)
    };
    assert!(findings(&["2025-11-25"], steps.clone(), json!({})).is_empty());
    let expect = |requirements: Value, places: &[&str]| {
        let expected: Vec<_> = places
            .iter()
            .map(|it| format!("{contradiction} {it}"))
            .collect();
        assert_eq!(found(requirements.clone()), expected, "{requirements}");
    };
    expect(json!({"x-window": {}, "x-other": 1}), &[]);
    expect(
        json!({"experimental": {}, "x-window": {}}),
        &["[0].type", "[1].type", "[2].type", "[3].type"],
    );
    expect(
        json!({"roots": {}, "sampling": {}, "elicitation": {}}),
        &[
            "[1].request.includeContext",
            "[1].request.toolChoice",
            "[2].request.mode",
        ],
    );
    let sampling = json!({"context": {}, "tools": {}});
    expect(
        json!({"roots": {}, "sampling": sampling, "elicitation": {"url": {}}}),
        &["[3].request.mode"],
    );
    expect(
        json!({"roots": {}, "sampling": sampling, "elicitation": {"url": {}, "form": {}}}),
        &[],
    );
}

#[test]
fn revisions_without_a_capability_cannot_be_contradicted() {
    let mut step = sampling_step(text());
    step["request"]["includeContext"] = json!("thisServer");
    let members = json!({"clientRequirements": {"sampling": {}}});
    assert!(findings(&["2025-06-18"], json!([step]), members.clone()).is_empty());
    assert_eq!(
        findings(&["2025-06-18", "2025-11-25"], json!([step]), members).len(),
        1
    );
}
