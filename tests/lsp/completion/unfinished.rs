//! Texts that are unfinished, large or odd.

use mcpdesc::diagnostic::Findings;
use mcpdesc::source::{self, Format, Limits};
use serde_json::json;

use super::super::client::Client;
use super::{CURSOR, JSON, TAIL, YAML, ask, each, json_tools, yaml};

#[test]
fn quoted_text_of_several_lines_leaves_the_place_known() {
    for before in ["'a\n   '", "'a: \n\n   b: '", "\"a\\\n   b\""] {
        let marked = format!("resources: [{{ d: {before} }}, {{ n: x,\n u‸: 'f:g', name: s }}]\n");
        yaml(&marked, |client, offered| {
            let text = offered.chosen(client, "uri");
            assert!(text.contains("\n uri: 'f:g', name: s }]"), "{text}");
        });
    }
    yaml("resources: [{ d: 'a\n  b‸ ', n: x }]\n", |_, offered| {
        offered.is(&[])
    });
}

/// What closes an outer bracket closes the inner ones that are still open.
#[test]
fn brackets_that_are_not_closed_yet_leave_the_place_known() {
    let tool = r#"{ "name": "a", "inputSchema": { "type": "object" }"#;
    for (unfinished, expected) in [
        (r#""tags": [‸"#, "other"),
        (r#""tags": ["日本語", ‸"#, "other"),
        (r#""tags": ["‸"#, "other"),
        (r#""tags": ["‸""#, "other"),
        (r#""annotations": { ‸"#, "readOnlyHint"),
        (r#""annotations": { "‸"#, "readOnlyHint"),
        (r#""execution": { "taskSupport": ‸"#, "optional"),
        (r#""elicitations": [{ "mode": "‸""#, "form"),
    ] {
        for rest in [" }]", " }, { \"name\": \"b\" }]", "\n    }\n  ]"] {
            let marked = json_tools(&format!("[{tool}, {unfinished}{rest}"));
            each(JSON, &marked, |_, offered| offered.has(&[expected]));
            let flow = format!("tools: [{tool}, {unfinished}{rest}{TAIL}").replace("  ]", "    ]");
            yaml(&flow.replace("]tags", "]\ntags"), |_, offered| {
                offered.has(&[expected])
            });
        }
    }
}

/// Texts whose lines, brackets or names are many take no longer than their size asks for. What
/// took quadratic time here took minutes.
#[test]
fn large_unfinished_texts_are_answered() {
    let many = |part: &str| part.repeat(200_000 / part.len());
    for (uri, text) in [
        (JSON, format!("{{{}", many("\"a\": 1,"))),
        (JSON, many("{\"a\":")),
        (YAML, many("{a: ")),
        (JSON, format!("{}{}", many("["), many("}"))),
        (JSON, format!("{}{}", many("[{"), many("]"))),
        (YAML, format!("{}{}", many("["), many("}"))),
        (YAML, format!("a: \"x\n{}", many("  x\n"))),
        (YAML, format!("a: [\"x\n{}", many("  x\n"))),
        (YAML, format!("a: {}", many("&a "))),
    ] {
        let mut client = Client::new("utf-8");
        ask(&mut client, uri, &format!("{text}{CURSOR}"));
        assert!(client.finish().success());
    }
}

/// Every place of a document in the making is answered, whatever is there so far.
#[test]
fn every_beginning_of_a_document_is_answered() {
    for (uri, text) in super::super::DOCUMENTS {
        let mut client = Client::new("utf-16");
        for (version, (end, _)) in text.char_indices().enumerate() {
            let begun = &text[..end];
            if version == 0 {
                client.open(uri, begun);
            } else {
                client.change(uri, version as i32 + 1, json!([{ "text": begun }]));
            }
            for method in ["textDocument/completion", "textDocument/hover"] {
                client.about_place(method, uri, begun, end).unwrap();
            }
        }
        assert!(client.finish().success());
    }
}

/// Wherever a value of a whole document is chosen anew, the text stays one that can be read.
#[test]
fn values_fit_into_whole_documents() {
    for (uri, text) in super::super::DOCUMENTS {
        let (uri, format) = match uri.ends_with("json") {
            true => (JSON, Format::Json),
            false => (YAML, Format::Yaml),
        };
        let mut client = Client::new("utf-8");
        let mut chosen = 0;
        for (offset, _) in text.char_indices().step_by(5) {
            let marked = format!("{}{CURSOR}{}", &text[..offset], &text[offset..]);
            let offered = ask(&mut client, uri, &marked);
            let values = offered.items.iter().filter(|it| it["kind"] != PROPERTY);
            for item in values.take(3) {
                let label = item["label"].as_str().unwrap();
                let text = offered.chosen(&client, label);
                let mut faults = Findings::new(10);
                source::read(
                    text.as_bytes(),
                    Some(format),
                    Limits::default(),
                    &mut faults,
                );
                let faults = faults.into_sorted();
                assert!(faults.is_empty(), "{label}:\n{text}\n{}", faults[0].message);
                chosen += 1;
            }
        }
        assert!(chosen > 10, "{chosen}");
        assert!(client.finish().success());
    }
}

/// The protocol's number for properties, which are but the beginning of a member.
const PROPERTY: u8 = 10;
