//! Which part of a value is wrong, by which section, and what other word was meant.

use mcpdesc::Report;
use mcpdesc::source::Format;
use serde_json::{Value, json};

use crate::document::load;

fn checked(members: Value) -> (String, Report) {
    let mut document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "a", "version": "1" },
        "protocolVersions": ["2026-07-28"],
    });
    let members = members.as_object().unwrap().clone();
    document.as_object_mut().unwrap().extend(members);
    let text = document.to_string();
    let (_, report) = load(&text, Format::Json);
    (text, report)
}

/// The only finding: its code, its text, its message, its help.
fn only(members: Value) -> (&'static str, String, String, String) {
    let (text, report) = checked(members);
    let [found] = &report.diagnostics[..] else {
        panic!("{:#?}", report.diagnostics);
    };
    let (start, end) = (found.span.start as usize, found.span.end as usize);
    let help = found.help.clone().unwrap_or_default();
    let written = text[start..end].to_owned();
    (found.rule.code, written, found.message.clone(), help)
}

#[test]
fn a_uri_that_is_none_is_wrong_in_one_part() {
    for (uri, part, why, help) in [
        (
            "docs.example/a",
            "\"docs.example/a\"",
            "has no scheme",
            "https://",
        ),
        (
            "//docs.example/a",
            "\"//docs.example/a\"",
            "has no scheme",
            "https://",
        ),
        ("my_app:a", "my_app", "`my_app` is no scheme", "https://"),
        ("https://a.example/x y", " ", "white space", "%20"),
        (
            "https://a.example/é",
            "é",
            "`é` is not allowed here",
            "%C3%A9",
        ),
        (
            "https://a.example/{id}",
            "{",
            "`{` is not allowed here",
            "%7B",
        ),
        (
            "https://a.example/50%",
            "%",
            "`%` is no percent-encoding",
            "%25",
        ),
        (
            "https://a.example:port/",
            "port",
            "`port` is no port",
            "number",
        ),
        ("https://::1/", "::1", "`::1` is no host", "`[` and `]`"),
    ] {
        let found = only(json!({ "info": { "name": "a", "version": "1", "websiteUrl": uri } }));
        let (code, written, message, said) = found;
        assert_eq!((code, written.as_str()), ("invalid-format", part), "{uri}");
        assert!(message.contains(why), "{uri}: {message}");
        assert!(said.contains(help), "{uri}: {said}");
    }
}

#[test]
fn a_reference_where_none_can_stand_is_one_finding_in_every_kind_of_object() {
    let reference = json!({ "$componentRef": "#/components/toolExamples/e" });
    let tool = |rest: Value| {
        let mut tool = json!({ "name": "t", "inputSchema": { "type": "object" } });
        let rest = rest.as_object().unwrap().clone();
        tool.as_object_mut().unwrap().extend(rest);
        json!({ "tools": [tool] })
    };
    let content = json!({ "resultType": "complete", "content": [reference] });
    let done = json!({ "resultType": "complete", "content": [{ "type": "text", "text": "x" }] });
    for members in [
        json!({ "transports": [reference] }),
        json!({ "transports": [{ "type": "stdio", "$componentRef": "#/components/a/b" }] }),
        json!({ "securitySchemes": { "s": reference } }),
        json!({ "info": reference }),
        json!({ "tools": [reference] }),
        tool(json!({ "elicitations": [reference] })),
        tool(json!({ "examples": reference })),
        tool(json!({ "examples": { "e": { "input": {}, "result": reference } } })),
        tool(json!({ "examples": { "e": { "input": {}, "result": content } } })),
        tool(json!({ "interactionExamples": {
            "i": { "input": {}, "steps": [reference], "result": done } } })),
        json!({ "resources": [{ "uri": "a:b", "name": "r",
            "examples": { "e": { "result": reference } } }] }),
        json!({ "prompts": [{ "name": "p", "arguments": [{ "name": "q", "required": true }],
            "examples": { "e": { "arguments": { "q": "x" }, "result": reference } } }] }),
    ] {
        let shown = members.to_string();
        let (code, written, ..) = only(members);
        let expected = ("component-reference-not-allowed", "\"$componentRef\"");
        assert_eq!((code, written.as_str()), expected, "{shown}");
    }
}

#[test]
fn an_open_result_may_hold_a_reference_beside_what_it_needs() {
    let result = json!({ "resultType": "complete", "$componentRef": "x",
        "content": [{ "type": "text", "text": "x" }] });
    let (_, report) = checked(
        json!({ "tools": [{ "name": "t", "inputSchema": { "type": "object" },
        "examples": { "e": { "input": {}, "result": result } } }] }),
    );
    assert!(report.valid, "{:#?}", report.diagnostics);
}

#[test]
fn an_empty_collection_is_wrong_by_the_section_that_defines_it() {
    let tool = |key: &str, value: Value| {
        let mut tool = json!({ "name": "t", "inputSchema": { "type": "object" } });
        tool[key] = value;
        json!({ "tools": [tool] })
    };
    let done = json!({ "resultType": "complete", "content": [{ "type": "text", "text": "x" }] });
    let completion = json!({ "c": { "argument": { "name": "b", "value": "" },
        "context": { "arguments": {} },
        "result": { "resultType": "complete", "completion": { "values": [] } } } });
    for (members, section) in [
        (json!({ "protocolVersions": [] }), "§4.9"),
        (tool("protocolVersions", json!([])), "§4.10"),
        (tool("clientRequirements", json!({})), "§8.5"),
        (
            tool(
                "interactionExamples",
                json!({ "i": { "input": {}, "steps": [], "result": done } }),
            ),
            "§9.4",
        ),
        (
            json!({ "prompts": [{ "name": "p", "arguments": [{ "name": "b" }],
                                  "completionExamples": completion }] }),
            "§11.4",
        ),
        (
            json!({ "resourceTemplates": [{ "name": "r", "uriTemplate": "a:{b}",
                                            "completionExamples": completion }] }),
            "§10.4.6",
        ),
        (json!({ "tags": [] }), "§3.3"),
        (json!({ "components": { "schemas": {} } }), "§3.3"),
        (tool("icons", json!([])), "§3.3"),
    ] {
        let shown = members.to_string();
        let (code, _, message, _) = only(members);
        assert_eq!(code, "empty-collection", "{shown}");
        assert!(message.ends_with(&format!("({section})")), "{message}");
    }
}

#[test]
fn another_word_for_an_allowed_value_is_understood() {
    let transport =
        |kind: &str| json!({ "transports": [{ "type": kind, "url": "https://a.example/" }] });
    let scheme = |kind: &str| json!({ "securitySchemes": { "s": { "type": kind } } });
    for (members, help) in [
        (transport("http"), "write `streamable-http`"),
        (transport("server-sent-events"), "write `sse`"),
        (
            scheme("Bearer"),
            "write `http`, and `scheme: bearer` beside it",
        ),
        (
            scheme("header"),
            "write `apiKey`, and `in: header` beside it",
        ),
        (scheme("oidc"), "write `openIdConnect`"),
        (scheme("oauth"), "did you mean `oauth2`?"),
    ] {
        let (code, _, _, said) = only(members);
        assert_eq!((code, said.as_str()), ("invalid-value", help));
    }
}
