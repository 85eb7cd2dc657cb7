//! Schemas from outside the description.

use super::*;

const REFERS: &str = r#"{
  "mcpdesc": "0.8.0",
  "info": { "name": "echo", "version": "1.0.0" },
  "protocolVersions": ["2025-11-25"],
  "tools": [{
    "name": "echo",
    "inputSchema": {
      "type": "object",
      "properties": { "words": { "$ref": "https://schemas.example.com/words.json" } }
    },
    "examples": {
      "one": {
        "input": { "words": 1 },
        "result": { "content": [{ "type": "text", "text": "1" }] }
      }
    }
  }]
}
"#;

const NUMBER: &str = r#"{ "type": "number" }"#;

/// Where a catalogue has the schema that it refers to.
const PLACE: &str = "c/schemas.example.com/words.json";

/// Checks a document with a catalogue of one file.
fn with_catalogue(document: &str, file: (&str, &str), arguments: &[&str]) -> Ran {
    let always = ["a.mcpdesc.json", "--schema-catalog", "c"];
    check(
        &[("a.mcpdesc.json", document), file],
        &[&always[..], arguments].concat(),
    )
}

#[test]
fn a_schema_that_is_not_at_hand_makes_validation_incomplete() {
    let files = [("a.mcpdesc.json", REFERS)];
    let ran = check(&files, &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert_eq!(ran.json()[0]["complete"], false);
    assert!(ran.summary().contains("incomplete"), "{}", ran.err);
    let ran = check(&files, &["--deny-unresolved"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn a_catalogue_gives_schemas_by_place_or_by_id() {
    let by_id = r#"{ "$id": "https://schemas.example.com/words.json", "type": "number" }"#;
    for (place, schema) in [(PLACE, NUMBER), ("c/any.json", by_id)] {
        let ran = with_catalogue(REFERS, (place, schema), &["--deny-unresolved"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
    }
}

#[test]
fn a_schema_with_another_identifier_stands_for_its_place_too() {
    let other = r#"{ "$id": "https://elsewhere.example.com/x.json", "type": "number" }"#;
    let insecure = REFERS.replace("https://schemas", "http://schemas");
    for document in [REFERS, insecure.as_str()] {
        let ran = with_catalogue(document, (PLACE, other), &["--deny-unresolved"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, "1 file is valid\n"));
    }
}

#[test]
fn a_catalogue_that_cannot_be_read_exits_with_2() {
    let files = [("a.mcpdesc.json", VALID_JSON)];
    let ran = check(&files, &["a.mcpdesc.json", "--schema-catalog", "absent"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("absent"), "{}", ran.err);
}

#[test]
fn a_broken_file_of_a_catalogue_stops_nothing_else() {
    let ran = with_catalogue(VALID_JSON, ("c/broken.json", "{"), &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("broken.json"), "{}", ran.err);
}

#[test]
fn a_faulty_schema_of_a_catalogue_is_not_called_absent() {
    for (schema, fault) in [
        ("{", "is faulty"),
        (
            r#"{ "properties": { "a": { "type": "text" } } }"#,
            "properties.a.type",
        ),
    ] {
        let ran = with_catalogue(REFERS, (PLACE, schema), &["--format", "json"]);
        let message = ran.json()[0]["diagnostics"][0]["message"].to_string();
        assert!(
            message.contains("faulty") && message.contains(fault),
            "{message}"
        );
    }
}

#[test]
fn a_schema_of_a_catalogue_is_applied() {
    let text = r#"{ "type": "string" }"#;
    let ran = with_catalogue(REFERS, (PLACE, text), &[]);
    assert_eq!(ran.code, 1, "{}", ran.err);
}
