//! From the schema as it is written to the compiled one.

use std::collections::HashMap;

use super::model::{
    Case, Choice, Condition, Expected, Grammar, Model, Node, NodeId, Property, Rest, TextFormat,
};
use super::schema::{Entries, Keywords, Schema};
use crate::document::Namespace;

impl Model {
    /// Compiles a schema; says what is not understood in it.
    pub(super) fn compile(text: &'static str) -> Result<Self, String> {
        let root: Keywords<'static> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut compiler = Compiler {
            nodes: vec![Node::default()],
            definitions: HashMap::new(),
        };
        for (at, (name, _)) in root.definitions.0.iter().enumerate() {
            compiler.definitions.insert(name, NodeId(at + 1));
            compiler.nodes.push(Node::default());
        }
        for (at, (name, schema)) in root.definitions.0.iter().enumerate() {
            let Schema::Keywords(keywords) = schema else {
                return Err(format!("the definition {name} has no keywords"));
            };
            compiler.nodes[at + 1] = compiler.node(keywords)?;
        }
        compiler.nodes[0] = compiler.node(&root)?;
        let mut model = Self {
            nodes: compiler.nodes,
            components: Vec::new(),
        };
        model.components = Namespace::ALL
            .into_iter()
            .filter_map(|namespace| Some((namespace, model.component(namespace)?)))
            .collect();
        if model.components.len() < Namespace::ALL.len() {
            return Err("a component namespace has no definition".to_owned());
        }
        Ok(model)
    }

    fn component(&self, namespace: Namespace) -> Option<NodeId> {
        let components = self.root().property("components")?;
        let Rest::Each(entry) = self[self[components].property(namespace.as_str())?].rest else {
            return None;
        };
        self[entry].cases.first()?.otherwise
    }
}

struct Compiler {
    nodes: Vec<Node>,
    definitions: HashMap<&'static str, NodeId>,
}

impl Compiler {
    /// Adds a schema; a bare reference is its target.
    fn add(&mut self, schema: &Schema<'static>) -> Result<NodeId, String> {
        let node = match schema {
            Schema::Always => Node::default(),
            Schema::Never => Node {
                forbidden: true,
                ..Node::default()
            },
            Schema::Keywords(keywords) => match keywords.reference {
                Some(reference) => {
                    return reference
                        .strip_prefix("#/$defs/")
                        .and_then(|name| self.definitions.get(name).copied())
                        .ok_or_else(|| format!("{reference} does not exist"));
                }
                None => self.node(keywords)?,
            },
        };
        self.nodes.push(node);
        Ok(NodeId(self.nodes.len() - 1))
    }

    fn optional(&mut self, schema: Option<&Schema<'static>>) -> Result<Option<NodeId>, String> {
        schema.map(|schema| self.add(schema)).transpose()
    }

    fn node(&mut self, keywords: &Keywords<'static>) -> Result<Node, String> {
        let mut properties = Vec::with_capacity(keywords.properties.0.len());
        for (name, schema) in &keywords.properties.0 {
            let node = self.add(schema)?;
            let description = match schema {
                Schema::Keywords(keywords) => keywords.description,
                Schema::Always | Schema::Never => "",
            };
            properties.push(Property {
                name,
                description,
                node,
            });
        }
        let rest = match &keywords.additional_properties {
            None | Some(Schema::Always) => Rest::Open,
            Some(Schema::Never) => Rest::Closed,
            Some(schema) => Rest::Each(self.add(schema)?),
        };
        let mut cases = Vec::new();
        cases.extend(self.case(keywords)?);
        for part in &keywords.all_of {
            let Schema::Keywords(part) = part else {
                return Err("allOf may only hold conditions".to_owned());
            };
            cases.extend(self.case(part)?);
        }
        Ok(Node {
            title: keywords.title,
            section: keywords.section,
            description: keywords.description,
            kind: keywords.kind.map(kind).transpose()?,
            values: keywords
                .constant
                .into_iter()
                .chain(keywords.values.iter().copied())
                .collect(),
            non_empty: keywords.min_length + keywords.min_items + keywords.min_properties > 0,
            grammar: keywords.pattern.map(grammar).transpose()?,
            format: keywords.format.map(format).transpose()?,
            minimum: keywords.minimum,
            maximum: keywords.maximum,
            items: self.optional(keywords.items.as_ref())?,
            max_items: keywords.max_items,
            unique: keywords.unique_items,
            properties,
            required: keywords.required.clone(),
            names: names(keywords.property_names.as_ref())?,
            extensible: extensible(&keywords.pattern_properties)?,
            rest,
            choice: choice(keywords)?,
            cases,
            forbidden: false,
        })
    }

    fn case(&mut self, keywords: &Keywords<'static>) -> Result<Option<Case>, String> {
        let Some(condition) = &keywords.condition else {
            return Ok(None);
        };
        Ok(Some(Case {
            when: question(condition)?,
            then: self.optional(keywords.then.as_ref())?,
            otherwise: self.optional(keywords.otherwise.as_ref())?,
        }))
    }
}

fn kind(name: &str) -> Result<Expected, String> {
    Expected::parse(name).ok_or_else(|| format!("the type {name} is not understood"))
}

fn grammar(pattern: &str) -> Result<Grammar, String> {
    Grammar::PATTERNS
        .into_iter()
        .find(|(_, written)| *written == pattern)
        .map(|(grammar, _)| grammar)
        .ok_or_else(|| format!("the pattern {pattern} is not understood"))
}

fn format(name: &str) -> Result<TextFormat, String> {
    match name {
        "uri" => Ok(TextFormat::Uri),
        "email" => Ok(TextFormat::Email),
        _ => Err(format!("the format {name} is not understood")),
    }
}

fn names(schema: Option<&Schema<'static>>) -> Result<Option<Grammar>, String> {
    match schema {
        None => Ok(None),
        Some(Schema::Keywords(keywords)) => keywords.pattern.map(grammar).transpose(),
        Some(_) => Err("propertyNames must be a pattern".to_owned()),
    }
}

fn extensible(patterns: &Entries<'static>) -> Result<bool, String> {
    match patterns.0.as_slice() {
        [] => Ok(false),
        [("^x-", Schema::Always)] => Ok(true),
        _ => Err("patternProperties may only admit extensions".to_owned()),
    }
}

fn choice(keywords: &Keywords<'static>) -> Result<Option<Choice>, String> {
    let (branches, exclusive) = match (&keywords.any_of[..], &keywords.one_of[..]) {
        ([], []) => return Ok(None),
        (branches, []) => (branches, false),
        ([], branches) => (branches, true),
        _ => return Err("anyOf and oneOf stand together".to_owned()),
    };
    let name = |branch: &Schema<'static>| match branch {
        Schema::Keywords(keywords) => match keywords.required[..] {
            [name] => Ok(name),
            _ => Err("a choice is between single members".to_owned()),
        },
        _ => Err("a choice is between members".to_owned()),
    };
    let names = branches.iter().map(name).collect::<Result<_, _>>()?;
    Ok(Some(Choice { names, exclusive }))
}

fn question(schema: &Schema<'static>) -> Result<Condition, String> {
    let Schema::Keywords(keywords) = schema else {
        return Err("a condition has keywords".to_owned());
    };
    match (
        keywords.kind,
        &keywords.required[..],
        &keywords.properties.0[..],
    ) {
        (Some(name), [], []) => kind(name).map(Condition::Is),
        (None, [key], []) => Ok(Condition::Has(key)),
        (None, [key], [(name, Schema::Keywords(member))]) if key == name => {
            Ok(Condition::Selects {
                key,
                values: member
                    .constant
                    .into_iter()
                    .chain(member.values.iter().copied())
                    .collect(),
            })
        }
        _ => Err("the condition is not understood".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_that_says_more_than_is_understood_is_refused() {
        for schema in [
            r#"{"type": "object", "dependentRequired": {}}"#,
            r#"{"type": "tuple"}"#,
            r#"{"pattern": "^a$"}"#,
            r#"{"format": "date"}"#,
            r#"{"if": {"minItems": 1}, "then": true}"#,
            r#"{"oneOf": [{"type": "string"}]}"#,
            r##"{"items": {"$ref": "#/$defs/missing"}}"##,
        ] {
            assert!(Model::compile(schema).is_err(), "{schema}");
        }
    }
}
