//! Types of generated Rust code.

use std::fs;
use std::path::Path;

use mcpdesc::document::PrimitiveKind;
use mcpdesc::generate::names::Names;
use mcpdesc::generate::types::{Role, TextField, Typed, Types};
use mcpdesc::generate::{Note, VariableKind};
use mcpdesc::{Loaded, Options};

/// A document with one tool that takes `schema`, in YAML or JSON.
fn tool(schema: &str) -> Loaded {
    let schema = schema.trim_end().replace('\n', "\n      ");
    let text = format!("tools:\n  - name: t\n    inputSchema:\n      {schema}\n");
    mcpdesc::load(text.into_bytes(), &Options::default())
}

fn typed(loaded: &Loaded, role: Role) -> Typed {
    let document = loaded.document().unwrap();
    let mut types = Types::new(document);
    for tool in document.primitives_of(PrimitiveKind::Tool) {
        let schema = tool.cursor.get("inputSchema").unwrap();
        types.root("t", role, schema);
    }
    types.finish()
}

/// The code for an output.
fn output(schema: &str) -> String {
    typed(&tool(schema), Role::Output).code
}

/// What the notes on an input say, and where.
fn notes(schema: &str) -> Vec<String> {
    let typed = typed(&tool(schema), Role::Input);
    let show = |it: &Note| format!("{}: {}", it.place.path, it.message);
    typed.notes.iter().map(show).collect()
}

/// The type of a member with `schema`, which is optional.
fn member(schema: &str) -> String {
    let code = input(&format!(
        "type: object\nproperties: {{m: {schema}}}\n$defs: {{d: {{type: object, properties: {{x: {{}}}}}}}}"
    ));
    let (_, rest) = code.split_once("pub m: ").unwrap();
    let (ty, _) = rest.split_once(",\n").unwrap();
    ty.to_owned()
}

/// The code for an input.
fn input(schema: &str) -> String {
    typed(&tool(schema), Role::Input).code
}

#[track_caller]
fn has(code: &str, part: &str) {
    assert!(code.contains(part), "{part}\n--- is not in\n{code}");
}

#[test]
fn an_object_is_a_struct_with_its_names_kept() {
    let code = input(
        "type: object\nrequired: [a-b]\nproperties:\n  a-b: {type: string, description: Text.}\n  type: {type: boolean}",
    );
    has(&code, "pub mod t {\n");
    has(&code, "    pub struct Input {\n        /// Text.\n");
    has(
        &code,
        "        #[serde(rename = \"a-b\")]\n        pub a_b: String,\n",
    );
    has(&code, "pub type_: Option<bool>,");
}

#[test]
fn arguments_and_variables_are_texts() {
    let loaded = tool("type: object");
    let mut types = Types::new(loaded.document().unwrap());
    let field = |name, required, kind| TextField {
        name,
        description: None,
        required,
        kind,
    };
    let fields = [
        field("city", true, VariableKind::Text),
        field("path*", false, VariableKind::List),
    ];
    assert_eq!(
        types.strings("m", Role::Variables, &fields),
        "types::m::Variables"
    );
    let code = types.finish().code;
    has(&code, "pub city: String,");
    has(&code, "rename = \"path*\"");
    has(&code, "pub path: Option<Vec<String>>,");
}

#[test]
fn integers_follow_their_bounds() {
    for (bounds, ty) in [
        ("", "i64"),
        ("minimum: 0", "u64"),
        ("exclusiveMinimum: -1", "u64"),
        ("maximum: 5", "i64"),
        ("minimum: 0, maximum: 255", "u8"),
        ("minimum: 0, exclusiveMaximum: 256", "u8"),
        ("minimum: 0, maximum: 256", "u16"),
        ("minimum: -128, maximum: 127", "i8"),
        ("minimum: -129, maximum: 1", "i16"),
        ("minimum: -0.5, maximum: 255.5", "i16"),
        ("minimum: 0, maximum: 18446744073709551615", "u64"),
        (
            "minimum: 0, maximum: 18446744073709551616",
            "serde_json::Number",
        ),
        ("minimum: -9223372036854775808", "i64"),
        ("minimum: -9223372036854775809", "serde_json::Number"),
        ("minimum: 1e300", "serde_json::Number"),
    ] {
        let schema = format!("{{type: integer, {bounds}}}").replace(", }", "}");
        assert_eq!(member(&schema), format!("Option<{ty}>"), "{bounds}");
    }
    let draft4 = input(
        "$schema: http://json-schema.org/draft-04/schema#\ntype: object\nrequired: [m]\nproperties:\n  m: {type: integer, minimum: 0, maximum: 256, exclusiveMaximum: true}",
    );
    has(&draft4, "pub m: u8,");
}

#[test]
fn every_schema_has_the_type_that_holds_all_its_values() {
    for (schema, ty) in [
        ("{}", "Option<serde_json::Value>"),
        (
            "{type: object}",
            "Option<serde_json::Map<String, serde_json::Value>>",
        ),
        (
            "{type: object, additionalProperties: {type: string}}",
            "Option<std::collections::BTreeMap<String, String>>",
        ),
        (
            "{type: array, items: {type: [boolean, 'null']}}",
            "Option<Vec<Option<bool>>>",
        ),
        (
            "{type: array, prefixItems: [{type: string}, {}], items: false, minItems: 2}",
            "Option<(String, serde_json::Value)>",
        ),
        (
            "{type: array, prefixItems: [{type: string}], minItems: 1}",
            "Option<Vec<serde_json::Value>>",
        ),
        ("{type: [string, 'null']}", "Option<Option<String>>"),
        (
            "{anyOf: [{type: number}, {type: 'null'}]}",
            "Option<Option<f64>>",
        ),
        ("{enum: [1, 2, 300]}", "Option<u16>"),
        ("{const: null}", "Option<()>"),
        (
            "{type: string, allOf: [{minLength: 1}], not: {const: a}}",
            "Option<String>",
        ),
        ("{$ref: '#/$defs/d'}", "Option<D>"),
        (
            "{allOf: [{$ref: '#/$defs/d'}], description: d}",
            "Option<D>",
        ),
        ("{properties: {x: {}}}", "Option<serde_json::Value>"),
        (
            "{$dynamicRef: 'https://example.org/elsewhere'}",
            "Option<serde_json::Value>",
        ),
        ("{type: string, default: x}", "String"),
        ("{type: [string, 'null'], default: null}", "Option<String>"),
        (
            "{type: string, pattern: '^a', default: x}",
            "Option<String>",
        ),
    ] {
        assert_eq!(member(schema), ty, "{schema}");
    }
}

#[test]
fn absent_null_and_a_value_are_told_apart() {
    let code = input("type: object\nproperties: {m: {type: [string, 'null']}}");
    has(
        &code,
        "deserialize_with = \"super::given\")]\n        pub m: Option<Option<String>>,",
    );
    has(&code, "fn given<'de, D, T>");
    let code = input("type: object\nproperties: {m: {type: string}}");
    assert!(!code.contains("given"), "{code}");
}

#[test]
fn defaults_fill_inputs_and_only_explain_outputs() {
    let schema = "type: object\nproperties: {m: {type: integer, default: 7}}";
    let code = input(schema);
    has(
        &code,
        "#[serde(default = \"Input::default_m\")]\n        pub m: i64,",
    );
    has(&code, "fn default_m() -> i64 {\n            7\n");
    has(&code, "m: Self::default_m(),");
    let code = output(schema);
    has(&code, "/// Default: `7`.");
    has(&code, "pub m: Option<i64>,");
}

#[test]
fn texts_to_choose_from_are_an_enum() {
    let code = input("type: object\nproperties: {order: {enum: [asc, '', '>='], default: asc}}");
    has(
        &code,
        "pub enum InputOrder {\n        #[serde(rename = \"asc\")]\n        Asc,",
    );
    has(&code, "#[serde(rename = \"\")]\n        Empty,");
    has(&code, "#[serde(rename = \">=\")]\n        GreaterEqual,");
    has(&code, "InputOrder::Asc\n");
}

#[test]
fn a_member_with_a_fixed_text_tells_structs_apart() {
    let branch = |tag| {
        format!("{{type: object, required: [k], properties: {{k: {{const: {tag}}}, v: {{}}}}}}")
    };
    let union = |second| {
        format!(
            "type: object\nproperties: {{u: {{oneOf: [{}, {}]}}}}",
            branch("a"),
            branch(second)
        )
    };
    let code = input(&union("b"));
    has(&code, "#[serde(tag = \"k\")]\n    pub enum InputU {");
    has(
        &code,
        "        #[serde(rename = \"a\")]\n        A(InputUA),",
    );
    let notes = notes(&union("a"));
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].starts_with("tools[0].inputSchema.properties.u: "),
        "{notes:?}"
    );
}

#[test]
fn alternatives_of_different_kinds_are_told_apart_by_them() {
    let code = input(
        "type: object\nproperties: {u: {anyOf: [{type: string}, {type: array, items: {type: string}}]}}",
    );
    has(
        &code,
        "#[serde(untagged)]\n    pub enum InputU {\n        List(Vec<String>),\n        Text(String),",
    );
}

#[test]
fn cycles_are_cut_by_boxes_only_where_nothing_else_does() {
    let code = input(
        "type: object\nproperties:\n  self: {$ref: '#'}\n  list: {type: array, items: {$ref: '#'}}\n  deep: {$ref: '#/$defs/deep'}\n$defs:\n  deep: {type: array, items: {$ref: '#/$defs/deep'}}",
    );
    has(&code, "pub self_: Option<Box<Input>>,");
    has(&code, "pub list: Option<Vec<Input>>,");
    has(&code, "pub struct Deep(pub Vec<Deep>);");
}

#[test]
fn members_without_a_field_are_kept_where_they_are_allowed_for() {
    for (rest, kept) in [
        (
            "additionalProperties: true",
            "pub extra_2: serde_json::Map<String, serde_json::Value>,",
        ),
        (
            "additionalProperties: {type: integer}",
            "pub extra_2: std::collections::BTreeMap<String, i64>,",
        ),
        (
            "patternProperties: {^x: {}}",
            "pub extra_2: serde_json::Map<String, serde_json::Value>,",
        ),
        (
            "if: {required: [b]}",
            "pub extra_2: serde_json::Map<String, serde_json::Value>,",
        ),
    ] {
        has(
            &input(&format!(
                "type: object\nproperties: {{extra: {{}}}}\n{rest}"
            )),
            kept,
        );
    }
    for rest in [
        "additionalProperties: false",
        "if: {required: [extra]}",
        "required: [extra]",
    ] {
        let code = input(&format!(
            "type: object\nproperties: {{extra: {{}}}}\n{rest}"
        ));
        assert!(!code.contains("flatten"), "{code}");
    }
}

#[test]
fn every_output_has_a_type_of_its_name() {
    has(
        &output("type: array\nitems: {type: string}"),
        "pub type Output = Vec<String>;",
    );
    has(&output("{}"), "pub type Output = serde_json::Value;");
    has(
        &input("type: object"),
        "pub type Input = serde_json::Map<String, serde_json::Value>;",
    );
    has(
        &output("type: array\nitems: {$ref: '#'}"),
        "pub struct Output(pub Vec<Output>);",
    );
}

#[test]
fn comments_hold_nothing_that_deceives() {
    let code = input(
        "type: object\nproperties:\n  m: {type: string, description: \"a\\r\\u202e\\tb  \\n\\n\\n*/ c\\u0000\"}",
    );
    has(
        &code,
        "        /// a\n        ///  b\n        ///\n        /// */ c\n",
    );
}

#[test]
fn the_gallery_is_valid_and_has_types() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/generate");
    let mut files: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 10);
    for file in files {
        let options = Options::default();
        let loaded = mcpdesc::load(fs::read(&file).unwrap(), &options);
        let report = mcpdesc::check(&loaded, &options);
        assert!(report.valid, "{}: {:?}", file.display(), report.diagnostics);
        let document = loaded.document().unwrap();
        let mut types = Types::new(document);
        let mut names = Names::new();
        for tool in document.primitives_of(PrimitiveKind::Tool) {
            let module = names.module(tool.identity().unwrap());
            for (role, key) in [(Role::Input, "inputSchema"), (Role::Output, "outputSchema")] {
                if let Some(schema) = tool.cursor.get(key) {
                    let path = types.root(&module, role, schema);
                    assert_eq!(path, format!("types::{module}::{}", role.as_str()));
                }
            }
        }
        let code = types.finish().code;
        let has_tools = document.primitives_of(PrimitiveKind::Tool).next().is_some();
        assert_eq!(code.contains("pub mod "), has_tools, "{}", file.display());
    }
}

#[test]
fn an_object_among_other_kinds_has_a_struct_of_its_own() {
    for others in ["array", "integer", "string, boolean"] {
        let code = input(&format!(
            "type: object\nproperties:\n  v: {{type: [object, {others}], properties: {{a: {{type: string}}}}, default: []}}"
        ));
        has(&code, "Object(InputVObject),");
        has(&code, "pub struct InputVObject {");
        has(&code, "pub a: Option<String>,");
    }
}

#[test]
fn an_object_among_other_kinds_can_contain_itself() {
    let code = input(
        "type: object\nproperties: {v: {$ref: '#/$defs/v'}}\n$defs:\n  v: {type: [object, array], properties: {a: {$ref: '#/$defs/v'}}, items: {$ref: '#/$defs/v'}}",
    );
    has(&code, "List(Vec<V>),");
    has(&code, "Object(VObject),");
    has(&code, "pub a: Option<Box<V>>,");
}

#[test]
fn what_is_required_beside_tagged_alternatives_is_required_in_each() {
    let code = input(
        "type: object\nrequired: [v]\nproperties:\n  v:\n    type: object\n    required: [kind, id, extra]\n    oneOf:\n    - {type: object, properties: {kind: {const: a}, id: {type: string}}}\n    - {type: object, properties: {kind: {const: b}, id: {type: string}}}",
    );
    has(&code, "serde(tag = \"kind\")");
    assert_eq!(code.matches("pub id: String,").count(), 2, "{code}");
    assert_eq!(
        code.matches("pub extra: serde_json::Value,").count(),
        2,
        "{code}"
    );
}

#[test]
fn line_ends_of_windows_are_single_ones_in_comments() {
    let code = input("type: object\nproperties: {a: {description: \"x\\r\\ny\"}}");
    has(&code, "/// x\n        /// y\n");
}
