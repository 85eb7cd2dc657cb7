//! What a generated server answers, in every revision and over every transport.

use serde_json::{Value, json};

use super::workshop::{BADGE, everywhere, projected, text};

const LISTS: [&str; 4] = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
];

#[test]
fn lists_are_those_of_the_description() {
    everywhere(&[], |revision, session| {
        for method in LISTS {
            let expected = projected(revision, method);
            let capability = method.split('/').next().unwrap();
            let says = if revision == "2026-07-28" {
                "server/discover"
            } else {
                "initialize"
            };
            let is_offered = projected(revision, says)["capabilities"]
                .get(capability)
                .is_some();
            assert!(is_offered, "{revision} {method}");
            assert_eq!(
                session.result(method, json!({})),
                expected,
                "{revision} {method}"
            );
        }
    });
}

#[test]
fn the_server_says_of_itself_what_the_description_says() {
    everywhere(&[], |revision, session| {
        let method = if revision == "2026-07-28" {
            "server/discover"
        } else {
            "initialize"
        };
        assert_eq!(session.greeting, projected(revision, method), "{revision}");
    });
}

#[test]
fn functions_answer_in_the_form_of_the_revision() {
    everywhere(&[], |revision, session| {
        let result = session.call("add", json!({ "left": 2, "right": 40 }));
        assert_ne!(result["isError"], true, "{result}");
        if revision < "2025-06-18" {
            assert_eq!(text(&result), "42");
            assert!(result.get("structuredContent").is_none(), "{result}");
        } else {
            assert_eq!(result["structuredContent"], json!({ "sum": 42 }));
            let doubled: Value = serde_json::from_str(text(&result)).unwrap();
            assert_eq!(doubled, result["structuredContent"]);
        }
        let is_complete = result.get("resultType") == Some(&json!("complete"));
        assert_eq!(is_complete, revision == "2026-07-28", "{result}");

        let result = session.call("type", json!({}));
        assert_eq!(result["isError"], true);
        assert!(text(&result).contains("nobody knows this part"), "{result}");

        let uri = "workshop://parts/north%20wall/M4?size=long";
        let read = session.result("resources/read", json!({ "uri": uri }));
        let contents = &read["contents"][0];
        assert_eq!(contents["uri"], uri);
        assert_eq!(contents["mimeType"], "text/plain");
        assert_eq!(contents["text"], "north wall/M4/Some(\"long\")");

        let prompt = json!({ "name": "advise", "arguments": { "job": "saw" } });
        let prompt = session.result("prompts/get", prompt);
        let message = &prompt["messages"][0];
        assert_eq!(message["role"], "user");
        assert_eq!(
            message["content"],
            json!({ "type": "text", "text": "How do I saw?" })
        );
    });
}

#[test]
fn arguments_that_do_not_fit_come_back_with_a_text_that_helps() {
    everywhere(&[], |_, session| {
        for (arguments, said) in [
            (json!({ "text": 5 }), &["/text", "string"][..]),
            (json!({}), &["text", "required"]),
            (json!({ "text": "M4", "size": 1 }), &["size", "colour"]),
            (json!({ "text": "M4 by twenty" }), &["/text", "8"]),
            (json!({ "text": "" }), &["/text", "1"]),
            (
                json!({ "text": "M4", "colour": "green" }),
                &["/colour", "red"],
            ),
            (json!({ "text": "M4", "copies": 0 }), &["/copies", "1"]),
            (
                json!({ "text": "M4", "copies": 1.5 }),
                &["/copies", "integer"],
            ),
            (json!({ "text": null }), &["/text", "string"]),
        ] {
            let result = session.call("label", arguments.clone());
            assert_eq!(result["isError"], true, "{arguments}");
            for part in said {
                assert!(text(&result).contains(part), "{arguments}: {result}");
            }
        }
        let result = session.call("label", json!({ "text": "M4", "copies": 1e30 }));
        assert_eq!(result["isError"], true);
        assert!(text(&result).contains("copies: "), "{result}");
        for copies in [json!(1.0), json!(1e18), json!(1e19)] {
            let result = session.call("label", json!({ "text": "M4", "copies": copies }));
            assert_eq!(result["isError"], true);
            assert!(text(&result).contains("not implemented"), "{result}");
        }
    });
}

#[test]
fn unknown_names_are_the_protocol_error_of_the_revision() {
    everywhere(&[], |revision, session| {
        let tool = json!({ "name": "none", "arguments": {} });
        assert_eq!(session.error("tools/call", tool)["code"], -32602);
        let prompt = json!({ "name": "none" });
        assert_eq!(session.error("prompts/get", prompt)["code"], -32602);
        let missing = json!({ "name": "advise", "arguments": { "skill": "none" } });
        let error = session.error("prompts/get", missing);
        assert_eq!(error["code"], -32602);
        assert!(
            error["message"].as_str().unwrap().contains("job"),
            "{error}"
        );
        let resource = json!({ "uri": "workshop://none" });
        let code = if revision == "2026-07-28" {
            -32602
        } else {
            -32002
        };
        assert_eq!(
            session.error("resources/read", resource)["code"],
            code,
            "{revision}"
        );
        assert_eq!(session.error("nothing/known", json!({}))["code"], -32601);
        // What another revision has is unknown in this one.
        if revision != "2026-07-28" {
            let tool = json!({ "name": "fetch", "arguments": { "shelf": "north" } });
            assert_eq!(session.error("tools/call", tool)["code"], -32602);
        }
    });
}

#[test]
fn a_result_that_the_schema_forbids_does_not_reach_the_client() {
    everywhere(&[], |revision, session| {
        if revision < "2025-06-18" {
            return;
        }
        let error = session.error("tools/call", json!({ "name": "weigh", "arguments": {} }));
        assert_eq!(error["code"], -32603);
        assert!(!error.to_string().contains("101"), "{error}");
    });
}

#[test]
fn a_panic_fails_one_request_and_no_other() {
    everywhere(&[], |_, session| {
        let error = session.error("tools/call", json!({ "name": "drop-it", "arguments": {} }));
        assert_eq!(error["code"], -32603);
        assert!(!error.to_string().contains("it broke"), "{error}");
        let result = session.call("add", json!({ "left": 1, "right": 1 }));
        assert_ne!(result["isError"], true);
    });
}

#[test]
fn examples_of_the_description_answer_on_demand() {
    everywhere(&[("MCPDESC_EXAMPLES", "1")], |revision, session| {
        let complete = |mut result: Value| {
            if revision == "2026-07-28" {
                result["resultType"] = "complete".into();
            }
            result
        };
        if revision >= "2025-11-25" {
            let result = session.call("label", json!({ "text": "M4" }));
            let content = json!([{ "type": "text", "text": "Printed M4." }]);
            assert_eq!(result["content"], content);
            assert_ne!(result["isError"], true);
        }
        if revision == "2025-11-25" {
            let arguments = json!({ "copies": 2, "colour": "red", "text": "M5" });
            let result = session.call("label", arguments);
            let content = json!([{ "type": "text", "text": "Printed M5 twice in red." }]);
            assert_eq!(result["content"], content);
        }
        if revision == "2026-07-28" {
            let arguments =
                json!({ "name": "fetch", "arguments": { "shelf": "north", "count": 1 } });
            let headers = [
                ("Mcp-Param-Shelf", Some("north")),
                ("Mcp-Param-Count", Some("1")),
            ];
            let (_, answer) = session.request_with("tools/call", arguments, &headers);
            assert_eq!(text(&answer["result"]), "Here it is.");
            let greeting = session.result("prompts/get", json!({ "name": "greet" }));
            let messages = json!([{
                "role": "user",
                "content": { "type": "text", "text": "Good morning." },
            }]);
            assert_eq!(greeting, complete(json!({ "messages": messages })));
        }
        let other = session.call("label", json!({ "text": "M6" }));
        assert_eq!(other["isError"], true);
        assert!(text(&other).contains("not implemented"), "{other}");
        let written = session.call("add", json!({ "left": 1, "right": 1 }));
        assert_ne!(written["isError"], true);
    });
}

#[test]
fn a_schema_that_refers_to_elsewhere_is_checked_as_far_as_it_goes() {
    everywhere(&[], |_, session| {
        let mut inventory = |arguments: Value| {
            let params = json!({ "name": "inventory", "arguments": arguments });
            let (_, mut answer) = session.request_with("tools/call", params, &[BADGE]);
            answer["result"].take()
        };
        for arguments in [
            json!({}),
            json!({ "shelf": "north", "filter": { "any": 1 } }),
        ] {
            let result = inventory(arguments);
            assert_eq!(text(&result), "Counted.", "{result}");
        }
        for (arguments, place) in [
            (json!({ "shelf": "northwest", "filter": 1 }), "/shelf"),
            (json!({ "room": 1 }), "room"),
        ] {
            let result = inventory(arguments);
            assert_eq!(result["isError"], true, "{result}");
            assert!(text(&result).contains(place), "{result}");
        }
    });
}

#[test]
fn structured_content_of_a_whole_result_is_sent_as_text_too() {
    everywhere(&[], |revision, session| {
        let params = json!({ "name": "inventory", "arguments": {} });
        let (_, answer) = session.request_with("tools/call", params, &[BADGE]);
        let result = &answer["result"];
        let counted = json!({ "bolts": 12 });
        let content = result["content"].as_array().unwrap();
        let texts: Vec<_> = content
            .iter()
            .map(|it| it["text"].as_str().unwrap())
            .collect();
        assert_eq!(texts, ["Counted.", &counted.to_string()]);
        let structured = result.get("structuredContent");
        assert_eq!(
            structured,
            Some(&counted).filter(|_| revision >= "2025-06-18")
        );
    });
}

#[test]
fn only_what_the_description_declares_is_completed() {
    everywhere(&[], |revision, session| {
        let prompt = |name: &str| json!({ "type": "ref/prompt", "name": name });
        let template = |uri: &str| json!({ "type": "ref/resource", "uri": uri });
        let part = "workshop://parts/{shelf}/{part}{?size}";
        let params = |reference: Value, argument: &str| {
            let argument = json!({ "name": argument, "value": "a" });
            json!({ "ref": reference, "argument": argument })
        };
        let method = "completion/complete";
        if ["2024-11-05", "2026-07-28"].contains(&revision) {
            let error = session.error(method, params(prompt("advise"), "job"));
            assert_eq!(error["code"], -32601, "{revision} {error}");
            return;
        }
        for (reference, argument) in [
            (prompt("advise"), "job"),
            (template(part), "shelf"),
            (template(part), "size"),
        ] {
            let result = session.result(method, params(reference, argument));
            let values = &result["completion"]["values"];
            assert_eq!(values, &json!([format!("{argument} a")]));
        }
        for (reference, argument) in [
            (prompt("advise"), "shelf"),
            (prompt("none"), "job"),
            (template(part), "job"),
            (template(part), "{shelf}"),
            (template("workshop://none/{shelf}"), "shelf"),
        ] {
            let error = session.error(method, params(reference, argument));
            assert_eq!(error["code"], -32602, "{revision} {error}");
        }
    });
}
