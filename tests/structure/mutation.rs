//! Documents made wrong at random places, the same in every run.

use serde_json::{Value, json};

use crate::random::Random;

/// Valid documents, and what they are made of.
pub struct Stock {
    pub documents: Vec<Value>,
    keys: Vec<String>,
    values: Vec<Value>,
}

impl Stock {
    pub fn new(documents: Vec<Value>) -> Self {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for document in &documents {
            for pointer in pointers(document) {
                let value = document.pointer(&pointer).unwrap();
                if value.to_string().len() < 2000 {
                    values.push(value.clone());
                }
                if let Value::Object(members) = value {
                    keys.extend(members.keys().cloned());
                }
            }
        }
        keys.sort();
        keys.dedup();
        let names = ["x-note", "<<", "$ref", "$componentRef", "typo", "a b"];
        keys.extend(names.map(str::to_owned));
        Self {
            documents,
            keys,
            values,
        }
    }

    /// A document with one to three changes, none of which is sure to make it invalid.
    pub fn mutant(&self, random: &mut Random) -> Value {
        let mut document = random.pick(&self.documents);
        for _ in 0..=random.below(3) {
            self.mutate(&mut document, random);
        }
        document
    }

    fn mutate(&self, document: &mut Value, random: &mut Random) {
        let pointers = pointers(document);
        let pointer = random.pick(&pointers);
        let Some((parent, step)) = pointer.rsplit_once('/') else {
            return;
        };
        let step = step.replace("~1", "/").replace("~0", "~");
        let value = document.pointer(&pointer).unwrap().clone();
        let replacement = match random.below(4) {
            0 => random.pick(&scalars()),
            1 => random.pick(&self.values),
            2 => json!([value]),
            _ => json!({ random.pick(&self.keys): value }),
        };
        let key = random.pick(&self.keys);
        match document.pointer_mut(parent).unwrap() {
            Value::Object(members) => match random.below(5) {
                0 => drop(members.remove(&step)),
                1 => {
                    members.remove(&step);
                    members.insert(key, value);
                }
                2 => drop(members.insert(key, replacement)),
                _ => drop(members.insert(step, replacement)),
            },
            Value::Array(elements) => {
                let at = step.parse().unwrap();
                match random.below(5) {
                    0 => drop(elements.remove(at)),
                    1 => elements.push(value),
                    2 => elements.clear(),
                    _ => elements[at] = replacement,
                }
            }
            _ => {}
        }
    }
}

fn scalars() -> Vec<Value> {
    let texts = [
        "",
        "x",
        "text",
        "form",
        "url",
        "stdio",
        "accept",
        "object",
        "urn:x",
        "#/components/schemas/A",
        "#/components/schemas/a%20b",
        "2026-07-28",
    ];
    let mut scalars: Vec<Value> = texts.map(Value::from).into();
    scalars.extend([
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(1.5),
        json!(101),
        json!([]),
        json!({}),
        json!([{}]),
        json!(["a", "a"]),
        json!({"type": "object"}),
        json!({"$componentRef": "#/components/schemas/A"}),
        json!({"$componentRef": 1}),
        json!({"$ref": "#/components/toolExamples/a"}),
        json!(vec!["v"; 101]),
    ]);
    scalars
}

/// JSON Pointers of every value in `document`.
fn pointers(document: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    walk(member, &format!("{at}/{key}"), found);
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    walk(element, &format!("{at}/{index}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(document, "", &mut found);
    found
}
