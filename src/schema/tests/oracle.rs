//! Compares verdicts with those of an independent evaluator, over many generated schemas.

use serde_json::{Value as Json, json};

use super::super::index::Index;
use super::super::{Catalog, Dialect, dialect};
use super::{faults, tree, validate};

/// A small reproducible source of chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn one_of<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn value(&mut self, depth: usize) -> Json {
        match self.below(if depth == 0 { 11 } else { 14 }) {
            0 => Json::Null,
            1 => json!(true),
            2 => json!(false),
            3 => json!(0),
            4 => json!(1),
            5 => json!(1.0),
            6 => json!(2.5),
            7 => json!(-3),
            8 => json!(""),
            9 => json!("a"),
            10 => json!("bb"),
            11 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let count = self.below(4);
                let member = |_| (self.name(), self.value(depth - 1));
                Json::Object((0..count).map(member).collect())
            }
        }
    }

    fn name(&mut self) -> String {
        (*self.one_of(&["a", "b", "c", "aa"])).to_owned()
    }

    fn schema(&mut self, dialect: Dialect, depth: usize) -> Json {
        if depth == 0 || (dialect > Dialect::Draft4 && self.below(12) == 0) {
            return match self.below(3) {
                0 => json!({"type": *self.one_of(&["string", "object", "integer", "array"])}),
                1 if dialect > Dialect::Draft4 => json!(self.below(3) > 0),
                _ => json!({}),
            };
        }
        let count = 1 + self.below(4);
        let mut schema = serde_json::Map::new();
        for _ in 0..count {
            let keyword = *self.one_of(KEYWORDS);
            // The other evaluator still applies it where it is no keyword any more.
            if keyword == "dependencies" && dialect > Dialect::Draft7 {
                continue;
            }
            let value = self.keyword(keyword, dialect, depth - 1);
            schema.insert(keyword.to_owned(), value);
        }
        Json::Object(schema)
    }

    fn keyword(&mut self, keyword: &str, dialect: Dialect, depth: usize) -> Json {
        use dialect::Shape;
        let Some(shape) = dialect::shape(keyword, dialect) else {
            return self.value(2);
        };
        match shape {
            Shape::Types if self.below(2) == 0 => json!(*self.one_of(&dialect::TYPES)),
            Shape::Types => json!(["string", *self.one_of(&["integer", "null", "array"])]),
            Shape::Bool => json!(self.below(2) == 0),
            Shape::Number | Shape::Count => json!(self.below(4)),
            Shape::Positive => json!(*self.one_of(&[0.5, 1.0, 2.0, 3.0])),
            Shape::Pattern => json!(*self.one_of(&["^a", "b+$", "[ab]c?", "^$"])),
            Shape::Reference => {
                json!(*self.one_of(&["#", "#/$defs/a", "#/definitions/a", "#/properties/a"]))
            }
            Shape::Strings => json!([self.name(), "d"]),
            Shape::StringsMap => json!({ self.name(): [self.name()] }),
            Shape::List => (0..=self.below(3)).map(|_| self.value(1)).collect(),
            Shape::Schema | Shape::SchemaOrBool => self.schema(dialect, depth),
            Shape::SchemaOrList if self.below(2) == 0 => self.schema(dialect, depth),
            Shape::SchemaList | Shape::SchemaOrList => (0..=self.below(3))
                .map(|_| self.schema(dialect, depth))
                .collect(),
            Shape::PatternMap => json!({ "^a": self.schema(dialect, depth) }),
            Shape::SchemaMap => {
                json!({ "a": self.schema(dialect, depth), self.name(): self.schema(dialect, depth) })
            }
            Shape::Dependencies if self.below(2) == 0 => json!({ "a": [self.name()] }),
            Shape::Dependencies => json!({ self.name(): self.schema(dialect, depth) }),
            _ => json!("text"),
        }
    }

    /// The schema with one value somewhere replaced by another.
    fn broken(&mut self, schema: &Json) -> Json {
        let deeper = self.below(3) > 0;
        match schema {
            Json::Object(members) if deeper && !members.is_empty() => {
                let chosen = self.below(members.len());
                let member = |(at, (name, value)): (usize, (&String, &Json))| {
                    let value = if at == chosen {
                        self.broken(value)
                    } else {
                        value.clone()
                    };
                    (name.clone(), value)
                };
                Json::Object(members.iter().enumerate().map(member).collect())
            }
            Json::Array(elements) if deeper && !elements.is_empty() => {
                let mut copy = elements.clone();
                let chosen = self.below(copy.len());
                copy[chosen] = self.broken(&elements[chosen]);
                Json::Array(copy)
            }
            _ => self.value(2),
        }
    }
}

const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "additionalItems",
    "enum",
    "const",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "prefixItems",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$ref",
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "dependencies",
    "dependentRequired",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
    "uniqueItems",
    "examples",
    "default",
    "title",
    "deprecated",
    "readOnly",
    "properties",
    "properties",
    "items",
    "allOf",
    "unevaluatedProperties",
];

fn with_dialect(schema: &Json, dialect: Dialect) -> Json {
    let mut schema = schema.clone();
    if let Json::Object(members) = &mut schema {
        members.insert("$schema".to_owned(), json!(dialect.uri()));
    }
    schema
}

#[test]
fn validity_is_what_the_meta_schemas_say() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let (mut valid, mut invalid) = (0, 0);
    for round in 0..8_000 {
        let dialect = Dialect::ALL[round % Dialect::ALL.len()];
        let schema = chance.schema(dialect, 3);
        let schema = with_dialect(&chance.broken(&schema), dialect);
        // Draft 4's meta-schema forgets `$ref`, which JSON Reference wants to be a string, and
        // leaves open whether 1.0 is an integer.
        let text = schema.to_string();
        let open = text.contains("\"$ref\"") || text.contains("1.0");
        if !schema.is_object() || dialect == Dialect::Draft4 && open {
            continue;
        }
        let text = tree(&schema.to_string());
        let ours = Index::is_valid(text.root().unwrap(), dialect);
        let theirs = jsonschema::meta::is_valid(&schema);
        assert_eq!(ours, theirs, "{schema}");
        if ours { valid += 1 } else { invalid += 1 }
    }
    assert!(
        valid > 500 && invalid > 500,
        "{valid} valid, {invalid} invalid"
    );
}

#[test]
fn verdicts_about_instances_are_those_of_an_independent_evaluator() {
    let mut chance = Chance(0x1234_5678_9abc_def1);
    let (mut complete, mut wrong) = (0, 0);
    for round in 0..8_000 {
        let dialect = Dialect::ALL[round % Dialect::ALL.len()];
        let schema = with_dialect(&chance.schema(dialect, 3), dialect);
        if !schema.is_object() || !faults(&schema, &Catalog::new()).is_empty() {
            continue;
        }
        // In 2019-09 only the other evaluator takes what `contains` matches as evaluated.
        let text = schema.to_string();
        let differs = text.contains("\"contains\"") && text.contains("unevaluatedItems");
        if dialect == Dialect::Draft2019 && differs {
            continue;
        }
        let options = jsonschema::options().should_validate_formats(false);
        let Ok(validator) = options.build(&schema) else {
            continue;
        };
        for _ in 0..4 {
            let instance = chance.value(3);
            let (errors, gap) = validate(&schema, &instance);
            if gap.is_none() {
                complete += 1;
                wrong += usize::from(!errors.is_empty());
                let theirs = validator.is_valid(&instance);
                assert_eq!(
                    errors.is_empty(),
                    theirs,
                    "{schema}\n{instance}\n{errors:?}"
                );
            }
        }
    }
    assert!(
        complete > 3000 && wrong > 500,
        "{complete} complete, {wrong} wrong"
    );
}
