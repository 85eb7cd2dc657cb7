//! What people read, and where it points.

use std::fmt::Write as _;

use mcpdesc::Options;
use mcpdesc::source::Format;

use crate::document::load;
use crate::shared::STRUCTURAL;

/// A small document with `rest` as further members of the root.
fn document(rest: &str) -> String {
    format!(
        r#"{{"mcpdesc": "0.8.0", "info": {{"name": "a", "version": "1"}},
            "protocolVersions": ["2026-07-28"], {rest}}}"#
    )
}

fn tool(rest: &str) -> String {
    document(&format!(r#""tools": [{{"name": "t", {rest}}}]"#))
}

/// Every finding as `code path «text it points at» message / help`.
fn said_of(text: &str, format: Format) -> String {
    let (loaded, report) = load(text, format);
    let mut said = String::new();
    // What other chapters say of the same document is no subject here.
    let mut found = report.diagnostics;
    found.retain(|it| STRUCTURAL.contains(&it.rule.code) || it.rule.section == "§4.3");
    for it in found {
        let span = loaded.source().slice(it.span);
        let help = it.help.unwrap_or_default();
        let (code, path, message) = (it.rule.code, it.path, it.message);
        writeln!(said, "{code} {path} «{span}»\n  {message}").unwrap();
        if !help.is_empty() {
            writeln!(said, "  help: {help}").unwrap();
        }
        for other in it.related {
            let span = loaded.source().slice(other.span);
            writeln!(said, "  {}: «{span}»", other.message).unwrap();
        }
    }
    said
}

fn said(json: &str) -> String {
    said_of(json, Format::Json)
}

fn yaml(rest: &str) -> String {
    let start = "mcpdesc: 0.8.0\ninfo: {name: a, version: '1'}\nprotocolVersions: [2026-07-28]\n";
    said_of(&format!("{start}{rest}"), Format::Yaml)
}

#[test]
fn an_unknown_property_names_its_nearest_neighbour_and_what_is_allowed() {
    let found = said(&document(r#""tols": []"#));
    insta::assert_snapshot!(found, @r#"
    unknown-property tols «"tols"»
      the root object has no property `tols` (§3.2)
      help: did you mean `tools`? Its properties are `$schema`, `mcpdesc`, `info`, `protocolVersions`, `instructions`, `transports`, `securitySchemes`, `security`, `components`, `capabilities`, `tools`, `resources`, `resourceTemplates`, `prompts` and `tags`
    "#);
    let found = said(&document(r#""info2": 1"#));
    insta::assert_snapshot!(found, @r#"
    unknown-property info2 «"info2"»
      the root object has no property `info2` (§3.2)
      help: did you mean `info`? Its properties are `$schema`, `mcpdesc`, `info`, `protocolVersions`, `instructions`, `transports`, `securitySchemes`, `security`, `components`, `capabilities`, `tools`, `resources`, `resourceTemplates`, `prompts` and `tags`
    "#);
}

#[test]
fn an_extension_is_refused_where_the_object_takes_none() {
    let found = said(&tool(
        r#""inputSchema": {"type": "object"}, "elicitations": [{"name": "e", "mode": "form", "message": "m", "requestedSchema": {"type": "object", "properties": {}, "x-a": 1}}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    unknown-property tools[0].elicitations[0].requestedSchema.x-a «"x-a"»
      `x-a` is not allowed here: the form schema takes no specification extensions (§14.2)
      help: its properties are `$schema`, `type`, `properties` and `required`
    "#);
    let found = said(&document(r#""securitySchemes": {"x-a": "b"}"#));
    insta::assert_snapshot!(found, @r#"
    wrong-type securitySchemes.x-a «"b"»
      `x-a` must be an object, but this is a string (§7.2)
      help: `x-a` is an ordinary entry of this map, not an extension (§14.2)
    "#);
}

#[test]
fn merge_keys_are_not_applied() {
    let found = said(&document(r#""<<": {}"#));
    insta::assert_snapshot!(found, @r#"
    unknown-property ["<<"] «"<<"»
      `<<` is a key like any other: YAML merge keys are not applied (§15.3.6), and the root object defines no such property (§3.2)
      help: write the merged properties out
    "#);
    let found = said(&document(
        r#""securitySchemes": {"<<": {"type": "http", "scheme": "basic"}}"#,
    ));
    insta::assert_snapshot!(found, @r#"
    invalid-name securitySchemes["<<"] «"<<"»
      `<<` is a key like any other: YAML merge keys are not applied (§15.3.6)
    "#);
}

#[test]
fn a_missing_discriminator_is_the_only_fault() {
    let found = said(&document(
        r#""transports": [{"url": "x", "command": 1, "foo": 2}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    missing-property transports[0].type «{»
      the Transport Object has no `type`, which is required (§6.2)
      help: add `type` with `streamable-http`, `stdio` or `sse`
    "#);
}

#[test]
fn an_unknown_discriminator_is_the_only_fault() {
    let found = said(&document(
        r#""transports": [{"type": "streamable_http", "url": "x", "command": 1}, {"type": 5, "url": 1}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    invalid-value transports[0].type «"streamable_http"»
      `type` must be `streamable-http`, `stdio` or `sse`, not `streamable_http` (§6.2)
      help: did you mean `streamable-http`?
    wrong-type transports[1].type «5»
      `type` must be a string, but this is a number (§6.2)
      help: write `streamable-http`, `stdio` or `sse`
    "#);
}

#[test]
fn a_property_of_another_kind_says_which() {
    let found = said(&document(
        r#""transports": [{"type": "sse", "url": "a:", "command": "c"}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    conflicting-properties transports[0].command «"command"»
      `command` does not go with `type: sse` (§6.2.3)
      help: remove `command`, or change `type`: `stdio` has it
    "#);
    let found = said(&tool(
        r#""inputSchema": {"type": "object"}, "elicitations": [{"name": "e", "mode": "form", "message": "m", "url": "no uri", "requestedSchema": {"type": "object", "properties": {"p": {"type": "string", "enum": ["a"], "minLength": 1}}}}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    conflicting-properties tools[0].elicitations[0].url «"url"»
      `url` does not go with `mode: form` (§12.3)
      help: remove `url`
    unknown-property tools[0].elicitations[0].requestedSchema.properties.p.minLength «"minLength"»
      the single-choice field has no property `minLength` (§12.3)
      help: its properties are `type`, `title`, `description`, `enum`, `enumNames` and `default`
    "#);
}

#[test]
fn contents_are_text_or_blob() {
    let found = said(&document(
        r#""resources": [{"uri": "a:b", "name": "r", "examples": {"e": {"result": {"contents": [{"uri": "a:b"}, {"uri": "a:b", "text": "", "blob": ""}], "resultType": "complete", "ttlMs": 0, "cacheScope": "public"}}}}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    missing-property resources[0].examples.e.result.contents[0] «{»
      the contents entry needs `text` or `blob` (§10.4.4)
    conflicting-properties resources[0].examples.e.result.contents[1].blob «"blob"»
      `text` and `blob` exclude each other (§10.4.4)
      help: keep one of the two
      the other one: «"text"»
    "#);
}

#[test]
fn a_value_of_the_wrong_kind_says_what_to_write() {
    let found = said(&document(r#""instructions": 1.50, "tags": {"name": "x"}"#));
    insta::assert_snapshot!(found, @r#"
    wrong-type instructions «1.50»
      `instructions` must be a string, but this is a number (§3.2)
      help: write `"1.50"`
    wrong-type tags «{"name": "x"}»
      `tags` must be an array, but this is an object (§3.2)
      help: write an array, even if it has only this one entry
    "#);
    let found = said(&document(r#""instructions": null, "tags": [null]"#));
    insta::assert_snapshot!(found, @r#"
    wrong-type instructions «null»
      `instructions` must be a string, but this is null (§3.2)
      help: remove `instructions`: a property without a value is left out (§15.6)
    wrong-type tags[0] «null»
      every entry of `tags` must be an object, but this is null (§13.1)
      help: remove the entry: `null` stands for nothing (§15.6)
    "#);
}

#[test]
fn empty_collections_and_strings_are_told_apart() {
    let found = said(&document(
        r#""tags": [], "security": [], "prompts": [{"name": "", "arguments": []}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    empty-collection tags «[]»
      `tags` is empty; a collection that is present must have at least one entry (§3.3)
      help: remove `tags`, or add an entry
    empty-collection prompts[0].arguments «[]»
      `arguments` is empty; a collection that is present must have at least one entry (§3.3)
      help: remove `arguments`, or add an entry
    "#);
    let found = said(&document(r#""tags": [{"name": ""}]"#));
    insta::assert_snapshot!(found, @r#"
    empty-string tags[0].name «""»
      `name` is empty, but must have at least one character (§13.1)
      help: fill it in
    "#);
}

#[test]
fn a_second_entry_points_at_the_first() {
    let found = said(&document(
        r#""security": [{}], "tags": [{"name": "a"}], "prompts": [{"name": "p", "tags": ["a", "a"]}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    duplicate-item prompts[0].tags[1] «"a"»
      `a` is in `tags` already; its entries must differ (§11.1)
      help: remove one of the two
      first here: «"a"»
    "#);
}

#[test]
fn formats_and_bounds_say_what_they_want() {
    let found = said(&document(
        r#""resources": [{"uri": "a:b", "name": "r", "icons": [{"src": "icon.png"}, {"src": "http://a b/"}], "annotations": {"priority": 1.5}}]"#,
    ));
    insta::assert_snapshot!(found, @r#"
    invalid-format resources[0].icons[0].src «"icon.png"»
      `icon.png` is not a URI (RFC 3986): it has no scheme (§15.6)
      help: begin with a scheme, such as `https://`
    invalid-format resources[0].icons[1].src « »
      `http://a b/` is not a URI (RFC 3986): it has white space in it (§15.6)
      help: write a space as `%20`, or remove it
    out-of-range resources[0].annotations.priority «1.5»
      `priority` must be at most 1, but is `1.5` (§10.3)
    "#);
}

#[test]
fn a_malformed_reference_is_explained() {
    let found = said(&tool(
        r#""inputSchema": {"$componentRef": "https://a.example/b.json"}"#,
    ));
    insta::assert_snapshot!(found, @r#"
    malformed-component-reference tools[0].inputSchema.$componentRef «"https://a.example/b.json"»
      `https://a.example/b.json` does not name a component: only components of this same document can be referred to (§17.2)
      help: write `#/components/<namespace>/<name>`; the namespaces are `schemas`, `toolExamples`, `resourceExamples`, `resourceTemplateExamples` and `promptExamples`
    "#);
    let found = said(&tool(
        r##""inputSchema": {"$componentRef": "#/components/schemas/a%20b"}"##,
    ));
    insta::assert_snapshot!(found, @r##"
    malformed-component-reference tools[0].inputSchema.$componentRef «"#/components/schemas/a%20b"»
      `#/components/schemas/a%20b` does not name a component: names are written as they are, without percent-encoding (§17.2)
      help: write `#/components/<namespace>/<name>`; the namespaces are `schemas`, `toolExamples`, `resourceExamples`, `resourceTemplateExamples` and `promptExamples`
    "##);
    let found = said(&tool(r#""inputSchema": {"$componentRef": 1}"#));
    insta::assert_snapshot!(found, @r#"
    malformed-component-reference tools[0].inputSchema.$componentRef «1»
      `$componentRef` must be a string, but this is a number (§17.2)
      help: write `#/components/<namespace>/<name>`; the namespaces are `schemas`, `toolExamples`, `resourceExamples`, `resourceTemplateExamples` and `promptExamples`
    "#);
}

#[test]
fn siblings_of_a_reference_are_one_fault() {
    let found = said(&document(
        r##""components": {"schemas": {"A": {"type": "object"}}}, "tools": [{"name": "t", "inputSchema": {"$componentRef": "#/components/schemas/A", "x-a": 1, "type": 2}}]"##,
    ));
    insta::assert_snapshot!(found, @r#"
    component-reference-siblings tools[0].inputSchema.x-a «"x-a"»
      `x-a` and `type` cannot stand beside `$componentRef`: a reference is the whole value (§17.2)
      help: remove what stands beside `$componentRef`, or write the value out instead of referring to it
    "#);
}

#[test]
fn a_reference_in_a_wrong_place_is_the_only_fault() {
    let found = said(&document(
        r##""prompts": [{"name": "p", "arguments": [{"$componentRef": "#/components/schemas/A"}]}]"##,
    ));
    insta::assert_snapshot!(found, @r#"
    component-reference-not-allowed prompts[0].arguments[0].$componentRef «"$componentRef"»
      the Prompt Argument Object cannot be a reference to a component (§17.3)
      help: write the value out here
    "#);
}

#[test]
fn a_json_schema_ref_is_no_component_reference() {
    let found = said(&tool(
        r##""inputSchema": {"type": "object"}, "examples": {"e": {"$ref": "#/components/toolExamples/e"}}"##,
    ));
    insta::assert_snapshot!(found, @r#"
    ref-instead-of-component-ref tools[0].examples.e.$ref «"$ref"»
      `$ref` is JSON Schema's and refers to nothing here (§17.2)
      help: write `$componentRef` with a pointer of the form `#/components/<namespace>/<name>`, or write the value out
    "#);
}

#[test]
fn a_component_is_judged_again_where_its_use_demands_more() {
    let found = said(&document(
        r##""components": {"schemas": {"A": {"properties": {}}}}, "tools": [{"name": "t", "inputSchema": {"$componentRef": "#/components/schemas/A"}, "outputSchema": {"$componentRef": "#/components/schemas/A"}}]"##,
    ));
    insta::assert_snapshot!(found, @r##"
    missing-property tools[0].inputSchema.type «"A"»
      the input schema has no `type`, which is required (§9.2)
      help: add `type` with `object`
      used here: «{"$componentRef": "#/components/schemas/A"}»
    "##);
}

#[test]
fn a_component_with_a_fault_of_its_own_is_reported_once() {
    let found = said(&document(
        r##""components": {"schemas": {"A": []}}, "tools": [{"name": "t", "inputSchema": {"$componentRef": "#/components/schemas/A"}}]"##,
    ));
    insta::assert_snapshot!(found, @r#"
    wrong-type components.schemas.A «[]»
      `A` must be an object, but this is an array (§9.2)
    "#);
}

#[test]
fn another_version_is_the_only_fault() {
    let found = said(r#"{"mcpdesc": "0.7.0", "tools": []}"#);
    insta::assert_snapshot!(found, @r#"
    unsupported-version mcpdesc «"0.7.0"»
      the document claims version `0.7.0` of the specification; supported is `0.8.0` (§4.8)
      help: write `mcpdesc: "0.8.0"` if the document follows that version; nothing else was checked
    "#);
    let found = said(r#"{"mcpdesc": 0.8, "tools": []}"#);
    insta::assert_snapshot!(found, @r#"
    unsupported-version mcpdesc «0.8»
      `mcpdesc` is the number `0.8`, not a version in a string; supported is `0.8.0` (§4.8)
      help: write `mcpdesc: "0.8.0"` if the document follows that version; nothing else was checked
    "#);
}

#[test]
fn a_missing_version_hides_nothing() {
    let found = said(
        r#"{"info": {"name": "a", "version": "1"}, "protocolVersions": ["2026-07-28"], "tools": []}"#,
    );
    insta::assert_snapshot!(found, @r#"
    missing-property mcpdesc «{»
      the root object has no `mcpdesc`, which is required (§3.2)
      help: add `mcpdesc` with `0.8.0`
    empty-collection tools «[]»
      `tools` is empty; a collection that is present must have at least one entry (§3.3)
      help: remove `tools`, or add an entry
    "#);
}

#[test]
fn schemas_of_other_versions_are_named() {
    let found = said(&document(
        r#""$schema": "https://mcpdesc.org/schema/mcp-description/0.7.0.json""#,
    ));
    insta::assert_snapshot!(found, @r#"
    schema-version-mismatch $schema «"https://mcpdesc.org/schema/mcp-description/0.7.0.json"»
      `$schema` names version `0.7.0`, but `mcpdesc` says `0.8.0`; the document was read as `0.8.0` (§4.3)
      help: write `https://mcpdesc.org/schema/mcp-description/0.8.0.json`, or remove `$schema`
    "#);
    let found = said(&document(
        r#""$schema": "https://mcpdesc.org/schema/0.7.0.json""#,
    ));
    insta::assert_snapshot!(found, @r#"
    schema-version-mismatch $schema «"https://mcpdesc.org/schema/0.7.0.json"»
      `$schema` names version `0.7.0`, but `mcpdesc` says `0.8.0`; the document was read as `0.8.0` (§4.3)
      help: write `https://mcpdesc.org/schema/mcp-description/0.8.0.json`, or remove `$schema`
    "#);
}

#[test]
fn a_root_that_is_no_object_is_no_document() {
    let found = said("[1]");
    insta::assert_snapshot!(found, @r#"
    wrong-type the document «[»
      an MCP Description is an object, but this is an array (§3.2)
      help: begin with the properties `mcpdesc`, `info` and `protocolVersions`
    "#);
    let found = said("null");
    insta::assert_snapshot!(found, @r#"
    wrong-type the document «null»
      an MCP Description is an object, but this is null (§3.2)
      help: begin with the properties `mcpdesc`, `info` and `protocolVersions`
    "#);
}

#[test]
fn in_yaml_an_unquoted_scalar_is_quoted() {
    let found = yaml("instructions: 1.0\ntags:\n  - name: true\n");
    insta::assert_snapshot!(found, @r#"
    wrong-type instructions «1.0»
      `instructions` must be a string, but this is a number (§3.2)
      help: unquoted `1.0` is a number in YAML; write `"1.0"`
    wrong-type tags[0].name «true»
      `name` must be a string, but this is a boolean (§13.1)
      help: unquoted `true` is a boolean in YAML; write `"true"`
    "#);
    let found = yaml("instructions: !!int \"1\"\n");
    insta::assert_snapshot!(found, @r#"
    wrong-type instructions «"1"»
      `instructions` must be a string, but this is a number (§3.2)
      help: a YAML tag makes this a number; remove the tag
    "#);
}

#[test]
fn in_yaml_a_key_without_a_value_is_named() {
    let found = yaml("tags:\ninstructions:\n  a:\n");
    insta::assert_snapshot!(found, @r#"
    wrong-type tags «tags»
      `tags` must be an array, but it has no value here, which YAML reads as an empty string (§3.2)
      help: write a value after `tags`, or remove `tags`
    wrong-type instructions «a»
      `instructions` must be a string, but this is an object (§3.2)
    "#);
    let found = said_of("mcpdesc:\n", Format::Yaml);
    insta::assert_snapshot!(found, @r#"
    unsupported-version mcpdesc «mcpdesc»
      `mcpdesc` names no version; supported is `0.8.0` (§4.8)
      help: write `mcpdesc: "0.8.0"` if the document follows that version; nothing else was checked
    "#);
}

#[test]
fn schemas_elsewhere_and_drafts_of_the_same_version_are_left_alone() {
    for text in [
        document(r#""$schema": "https://mcpdesc.org/schema/mcp-description/latest.json""#),
        document(r#""$schema": "https://mcpdesc.org/schema/mcp-description/0.8.0-draft.4.json""#),
        document(r#""$schema": "https://vendor.example/schema/0.7.0.json""#),
    ] {
        assert_eq!(said(&text), "");
    }
}

#[test]
fn opaque_parts_hold_anything() {
    for text in [
        document(
            r#""x-a": {"tools": [], "$componentRef": 1}, "prompts": [{"name": "p", "_meta": {"a": {"$componentRef": 1, "<<": []}}}]"#,
        ),
        tool(
            r##""inputSchema": {"type": "object", "properties": {"a": {"$componentRef": 1}}, "required": []}"##,
        ),
    ] {
        assert_eq!(said(&text), "");
    }
}

#[test]
fn absence_proves_nothing_in_a_cut_document() {
    let cut = said(r#"{"mcpdesc": "0.8.0", "info": {"name": "a""#);
    assert!(!cut.contains("missing-property"), "{cut}");
}

#[test]
fn a_million_wrong_entries_cost_no_more_than_the_first_thousand() {
    let numbers = vec!["1"; 900_000].join(",");
    let options = Options::default();
    let text = document(&format!(
        r#""prompts": [{{"name": "p", "tags": [{numbers}]}}]"#
    ));
    let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
    assert_eq!(report.diagnostics.len(), options.max_diagnostics + 1);
    assert!(!report.valid && report.dropped > 0);
}

#[test]
fn the_verdict_is_exact_though_no_finding_is_kept() {
    let options = Options {
        max_diagnostics: 0,
        ..Options::default()
    };
    for (rest, valid) in [
        (r#""tags": []"#, false),
        (r#""tags": [{"name": "a"}]"#, true),
    ] {
        let text = document(rest);
        let report = mcpdesc::check(&mcpdesc::load(text.as_bytes(), &options), &options);
        assert_eq!(report.valid, valid, "{rest}");
    }
}
