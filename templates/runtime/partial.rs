//! Schemas that refer to what is not in the description, as far as they can judge without it.

use serde_json::{Map, Value, json};

/// What stands for all that is not here.
pub(crate) const ELSEWHERE: &str = "urn:mcpdesc:elsewhere";

const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Keywords whose values are no schemas.
const DATA: [&str; 4] = ["const", "enum", "default", "examples"];

/// Keywords whose members are schemas, whatever they are called.
const NAMED: [&str; 6] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// Keywords with a schema that makes others refuse a value by accepting it, and those others.
const INVERSE: [(&str, &[&str]); 3] = [
    ("not", &["not"]),
    ("if", &["if", "then", "else"]),
    ("contains", &["maxContains"]),
];

/// Makes a schema accept all that may be right: a reference to outside leads to [`ELSEWHERE`], which
/// is to accept everything. What would refuse a value because such a part accepts it, or has not
/// looked at it, is left out, or made milder. So what is refused is wrong whatever stands elsewhere.
pub(crate) fn soften(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(soften),
        Value::Object(members) => soften_members(members),
        _ => {}
    }
}

fn soften_members(members: &mut Map<String, Value>) {
    if do_refer(members) {
        members.remove("unevaluatedProperties");
        members.remove("unevaluatedItems");
    }
    for (keyword, others) in INVERSE {
        if members.get(keyword).is_some_and(refers) {
            others.iter().for_each(|it| drop(members.remove(*it)));
        }
    }
    if members.get("oneOf").is_some_and(refers) {
        // One at least is still to fit. There may be an `anyOf` beside it.
        let any_of = json!({ "anyOf": members.remove("oneOf") });
        let all_of = members.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all_of) = all_of {
            all_of.push(any_of);
        }
    }
    for (keyword, value) in members {
        let keyword = keyword.as_str();
        if REFERENCES.contains(&keyword) && value.as_str().is_some_and(|it| !it.starts_with('#')) {
            *value = ELSEWHERE.into();
        } else if let Value::Object(named) = value
            && NAMED.contains(&keyword)
        {
            named.values_mut().for_each(soften);
        } else if !DATA.contains(&keyword) {
            soften(value);
        }
    }
}

/// Whether there is a reference in a schema: it may lead outside, if only through others.
fn refers(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(refers),
        Value::Object(members) => do_refer(members),
        _ => false,
    }
}

fn do_refer(members: &Map<String, Value>) -> bool {
    REFERENCES.iter().any(|it| members.contains_key(*it)) || members.values().any(refers)
}
