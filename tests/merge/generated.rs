//! What holds for all documents: those of the specification and generated ones.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{assert_faithful, equivalent, merge, merged, views};
use crate::project::{document, valid, valid_documents, valid_mutants};

const REVISIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// Decisions to build a document from; zeros when they run out, so that fewer make it simpler.
struct Choices<'b>(std::slice::Iter<'b, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or_default()) % bound
    }

    fn of(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())].clone()
    }

    /// Adds the member unless the choice is `null`.
    fn put(&mut self, object: &mut Map<String, Value>, key: &str, values: &[Value]) {
        let value = self.of(values);
        if !value.is_null() {
            object.insert(key.to_owned(), value);
        }
    }

    /// Cuts revisions into up to two disjoint scopes; some revisions may be in neither.
    fn variants<'r>(&mut self, revisions: &[&'r str]) -> Vec<Vec<&'r str>> {
        let mut scopes = vec![Vec::new(); 3];
        for revision in revisions {
            scopes[self.below(3)].push(*revision);
        }
        scopes.truncate(2);
        scopes.retain(|scope| !scope.is_empty());
        scopes
    }

    /// Writes a scope, or leaves it out where it is its parent's and the choice is so.
    fn scope(&mut self, object: &mut Map<String, Value>, scope: &[&str], parent: &[&str]) {
        if scope != parent || self.below(2) == 1 {
            let mut scope = scope.to_vec();
            if self.below(2) == 1 {
                scope.reverse();
            }
            object.insert("protocolVersions".to_owned(), json!(scope));
        }
    }

    fn schema(&mut self, components: &[String]) -> Value {
        match self.below(4) {
            0 => json!({"type": "object"}),
            1 => json!({"type": "object", "maxProperties": 2.0}),
            2 => json!({"maxProperties": 2, "type": "object"}),
            _ if components.is_empty() => json!({"type": "object", "x-in-schema": [1, 2]}),
            _ => {
                let name = &components[self.below(components.len())];
                json!({"$componentRef": format!("#/components/schemas/{name}")})
            }
        }
    }

    fn security(&mut self, object: &mut Map<String, Value>) {
        let forms = [
            Value::Null,
            json!([]),
            json!([{}]),
            json!([{"oauth": ["b", "a"]}, {}]),
            json!([{}, {"oauth": ["a", "b"], "key": []}]),
        ];
        self.put(object, "security", &forms);
    }

    fn primitive(&mut self, object: &mut Map<String, Value>, scope: &[&str], schemas: &[String]) {
        self.put(
            object,
            "description",
            &[Value::Null, json!("d"), json!("D")],
        );
        self.security(object);
        self.put(
            object,
            "tags",
            &[Value::Null, json!(["a", "b"]), json!(["b", "a"])],
        );
        let extensions = [Value::Null, json!({"protocolVersions": ["x"]}), json!([])];
        self.put(object, "x-note", &extensions);
        if scope.contains(&REVISIONS[0]) {
            return;
        }
        let mut elicitations = Vec::new();
        for name in ["ask", "confirm"] {
            if self.below(2) == 0 {
                continue;
            }
            let kept = scope.iter().filter(|_| self.below(3) > 0).copied();
            let mut own: Vec<_> = kept.collect();
            if own.is_empty() {
                own = scope.to_vec();
            }
            let mut elicitation = Map::new();
            elicitation.insert("name".to_owned(), json!(name));
            elicitation.insert("mode".to_owned(), json!("form"));
            elicitation.insert("message".to_owned(), self.of(&[json!("m"), json!("M")]));
            let forms: Vec<_> = schemas
                .iter()
                .filter(|it| it.starts_with('F'))
                .cloned()
                .collect();
            let schema = match self.below(2) {
                1 if !forms.is_empty() => {
                    json!({"$componentRef": format!("#/components/schemas/{}", forms[0])})
                }
                _ => json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            };
            elicitation.insert("requestedSchema".to_owned(), schema);
            self.scope(&mut elicitation, &own, scope);
            elicitations.push(Value::Object(elicitation));
        }
        if !elicitations.is_empty() {
            object.insert("elicitations".to_owned(), elicitations.into());
        }
    }

    fn components(&mut self) -> (Map<String, Value>, Vec<String>) {
        let mut schemas = Map::new();
        let form = |kind| json!({"type": "object", "properties": {"a": {"type": kind}}});
        self.put(
            &mut schemas,
            "F",
            &[Value::Null, form("string"), form("number")],
        );
        let plain = [
            Value::Null,
            json!({"type": "object"}),
            json!({"type": "object", "minProperties": 0}),
        ];
        self.put(&mut schemas, "P", &plain);
        self.put(&mut schemas, "P-2", &plain);
        let chains: Vec<_> = ["P", "P-2"]
            .iter()
            .filter(|name| schemas.contains_key(**name))
            .map(|name| json!({"$componentRef": format!("#/components/schemas/{name}")}))
            .collect();
        if !chains.is_empty() && self.below(2) == 1 {
            let chain = self.of(&chains);
            schemas.insert("Chain".to_owned(), chain);
        }
        let names = schemas.keys().cloned().collect();
        let mut components = Map::new();
        if !schemas.is_empty() {
            components.insert("schemas".to_owned(), schemas.into());
        }
        let example = |text, new: bool| {
            let mut result = json!({"content": [{"type": "text", "text": text}]});
            if new {
                result["resultType"] = json!("complete");
            }
            json!({"input": {}, "result": result, "x-e": 1})
        };
        let text = ["one", "two"][self.below(2)];
        components.insert(
            "toolExamples".to_owned(),
            json!({"old": example(text, false), "new": example(text, true)}),
        );
        (components, names)
    }

    fn tools(&mut self, revisions: &[&str], schemas: &[String]) -> Vec<Value> {
        let mut tools = Vec::new();
        for name in ["add", "drop", "move"] {
            for scope in self.variants(revisions) {
                let mut tool = Map::new();
                tool.insert("name".to_owned(), json!(name));
                tool.insert("inputSchema".to_owned(), self.schema(schemas));
                let is_new = |revision: &&str| *revision == REVISIONS[3];
                // Results of the newest revision are none of any other.
                if scope.iter().all(is_new) || !scope.iter().any(is_new) {
                    let kind = if scope.iter().any(is_new) {
                        "new"
                    } else {
                        "old"
                    };
                    let pointer = format!("#/components/toolExamples/{kind}");
                    let examples = [Value::Null, json!({"one": {"$componentRef": pointer}})];
                    self.put(&mut tool, "examples", &examples);
                }
                self.primitive(&mut tool, &scope, schemas);
                self.scope(&mut tool, &scope, revisions);
                tools.push(tool.into());
            }
        }
        tools
    }

    fn prompts(&mut self, revisions: &[&str], schemas: &[String]) -> Vec<Value> {
        let mut prompts = Vec::new();
        for scope in self.variants(revisions) {
            let mut prompt = Map::new();
            prompt.insert("name".to_owned(), json!("plan"));
            let arguments = [
                Value::Null,
                json!([{"name": "a"}, {"name": "b"}]),
                json!([{"name": "b"}, {"name": "a"}]),
            ];
            self.put(&mut prompt, "arguments", &arguments);
            self.primitive(&mut prompt, &scope, schemas);
            self.scope(&mut prompt, &scope, revisions);
            prompts.push(prompt.into());
        }
        prompts
    }

    fn transports(&mut self, revisions: &[&str]) -> Vec<Value> {
        let mut transports = vec![json!({"type": "stdio", "command": "run"})];
        for _ in 0..self.below(3) {
            for scope in self.variants(revisions) {
                let mut transport = Map::new();
                transport.insert("type".to_owned(), json!("stdio"));
                transport.insert(
                    "command".to_owned(),
                    self.of(&[json!("run"), json!("other")]),
                );
                self.security(&mut transport);
                self.scope(&mut transport, &scope, revisions);
                transports.push(transport.into());
            }
        }
        transports
    }
}

/// A valid document of `revisions`. Documents that are to agree are `alike`.
fn generate(revisions: &[&str], alike: &[u8], own: &[u8]) -> Value {
    let mut shared = Choices(alike.iter());
    let mut choices = Choices(own.iter());
    let mut root = Map::new();
    root.insert("mcpdesc".to_owned(), json!("0.8.0"));
    root.insert(
        "info".to_owned(),
        json!({"name": "s", "version": "1", "x-info": 1.0}),
    );
    root.insert("protocolVersions".to_owned(), json!(revisions));
    shared.put(&mut root, "instructions", &[Value::Null, json!("i")]);
    shared.put(
        &mut root,
        "tags",
        &[
            Value::Null,
            json!([{"name": "b"}, {"name": "a", "x-t": null}]),
        ],
    );
    shared.put(&mut root, "x-root", &[Value::Null, json!({"a": [1, 2]})]);
    shared.security(&mut root);
    root.insert(
        "securitySchemes".to_owned(),
        json!({"key": {"type": "apiKey", "in": "header", "name": "k"},
               "oauth": {"type": "openIdConnect", "openIdConnectUrl": "https://a.example"}}),
    );
    let (mut components, schemas) = choices.components();
    shared.put(&mut components, "x-components", &[Value::Null, json!(1)]);
    root.insert("components".to_owned(), components.into());
    if shared.below(2) == 1 {
        root.insert(
            "transports".to_owned(),
            choices.transports(revisions).into(),
        );
    }
    let mut capabilities = Vec::new();
    for scope in choices.variants(revisions) {
        let mut object = Map::new();
        choices.put(
            &mut object,
            "tools",
            &[json!({}), json!({"listChanged": true, "x-c": 1})],
        );
        choices.scope(&mut object, &scope, revisions);
        capabilities.push(object.into());
    }
    let collections = [
        ("capabilities", capabilities),
        ("tools", choices.tools(revisions, &schemas)),
        ("prompts", choices.prompts(revisions, &schemas)),
    ];
    for (key, collection) in collections {
        if !collection.is_empty() {
            root.insert(key.to_owned(), collection.into());
        }
    }
    Value::Object(root)
}

fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..longest)
}

fn revisions() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(REVISIONS.to_vec(), 2..=4).prop_shuffle()
}

proptest! {
    #![proptest_config(crate::shared::random(100))]

    #[test]
    fn the_views_of_a_document_merge_into_its_equal(
        revisions in revisions(), alike in bytes(8), own in bytes(160)
    ) {
        let whole = valid(&generate(&revisions, &alike, &own));
        let views = views(&whole);
        let inputs: Vec<_> = views.iter().collect();
        let again = merged(&inputs);
        prop_assert!(equivalent(&again, &whole), "{}\n{}", again.source().as_str(), whole.source().as_str());
        let backwards: Vec<_> = views.iter().rev().collect();
        prop_assert!(equivalent(&merged(&backwards), &whole));
    }

    #[test]
    fn documents_of_different_revisions_keep_all_their_views(
        revisions in revisions(), cut in 0_usize..4, alike in bytes(8), one in bytes(160), other in bytes(160)
    ) {
        let (left, right) = revisions.split_at(1 + cut % (revisions.len() - 1));
        let left = valid(&generate(left, &alike, &one));
        let right = valid(&generate(right, &alike, &other));
        let both = merged(&[&left, &right]);
        assert_faithful(&both, &[&left, &right]);
        prop_assert!(equivalent(&both, &merged(&[&right, &left])));
        prop_assert!(equivalent(&both, &merged(&[&both, &left])));
        prop_assert!(equivalent(&both, &merged(&[&left, &right, &both])));
        // What was merged once is as a merge writes it.
        prop_assert_eq!(merge(&[&both, &both]).unwrap(), both.source().as_str());
    }

    #[test]
    fn inputs_that_disagree_are_never_merged(
        revisions in revisions(), alike in bytes(8), one in bytes(160), other in bytes(160)
    ) {
        let left = valid(&generate(&revisions, &alike, &one));
        let right = valid(&generate(&revisions, &alike, &other));
        match merge(&[&left, &right]) {
            Ok(_) => prop_assert!(equivalent(&left, &right)),
            Err(conflicts) => {
                prop_assert!(!conflicts.is_empty() && !equivalent(&left, &right));
                let places: BTreeSet<_> = conflicts
                    .iter()
                    .map(|it| (it.here.0, it.here.1.path.clone(), it.there.1.path.clone()))
                    .collect();
                prop_assert_eq!(places.len(), conflicts.len(), "each is reported once");
            }
        }
    }
}

#[test]
fn the_views_of_every_known_document_merge_into_its_equal() {
    let mut count = 0;
    for (name, whole) in valid_documents().into_iter().chain(valid_mutants()) {
        let views = views(&whole);
        let again = merged(&views.iter().collect::<Vec<_>>());
        assert!(
            equivalent(&again, &whole),
            "{name}\n{}",
            again.source().as_str()
        );
        assert!(equivalent(&merged(&[&whole]), &whole), "{name}");
        count += usize::from(document(&whole).scope().unwrap().len() > 1);
    }
    assert!(count > 0, "there are documents of several revisions");
}
