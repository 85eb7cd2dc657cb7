//! Types of generated Rust code.

use mcpdesc::document::PrimitiveKind;
use mcpdesc::generate::VariableKind;
use mcpdesc::generate::types::{Role, TextField, Typed, Types};
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
