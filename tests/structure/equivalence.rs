//! Three judges, one verdict: the specification's schema and the project's own, both by an ordinary
//! validator, and the project's own evaluation.

use std::fs;
use std::path::Path;

use jsonschema::Validator;
use mcpdesc::diagnostic::Diagnostic;
use mcpdesc::source::{Format, Segment};
use mcpdesc::structure;
use serde_json::Value;

use super::mutation::Stock;
use crate::document::load;
use crate::folder;
use crate::random::Random;
use crate::shared::{self, STRUCTURAL};

/// Texts on which opinions about URIs (`websiteUrl`) and addresses (`email`) part.
const FORMAT_PROBES: &[(&str, &str)] = &[
    ("websiteUrl", "http://2001:db8::1/"),
    ("websiteUrl", "http://[2001:db8::1]/"),
    ("websiteUrl", "http://[v1.a]/"),
    ("websiteUrl", "http://[fe80::1%25eth0]/"),
    ("websiteUrl", "http://a:99999/"),
    ("websiteUrl", "http://a:b/"),
    ("websiteUrl", "http://256.1.1.1/"),
    ("websiteUrl", "http://exa mple/"),
    ("websiteUrl", "http://ex%zz/"),
    ("websiteUrl", "http://example/é"),
    ("websiteUrl", "http://"),
    ("websiteUrl", "a:"),
    ("websiteUrl", "1a:b"),
    ("websiteUrl", "//example/"),
    ("websiteUrl", "/path"),
    ("websiteUrl", ""),
    ("websiteUrl", "http://a/{b}"),
    ("websiteUrl", "http://a/\\b"),
    ("websiteUrl", "mailto:a@b"),
    ("websiteUrl", "data:image/png;base64,AA=="),
    ("websiteUrl", "http://a/#b#c"),
    ("websiteUrl", "http://u@v@w/"),
    ("email", "ops@localhost"),
    ("email", "a@b.c"),
    ("email", "a@b..c"),
    ("email", ".a@b.c"),
    ("email", "a b@c.d"),
    ("email", "\"a b\"@c.d"),
    ("email", "a@[127.0.0.1]"),
    ("email", "a@[IPv6:::1]"),
    ("email", "a@[x]"),
    ("email", "é@c.d"),
    ("email", "a@é.d"),
    ("email", "a@-b.c"),
    ("email", "a@b_c.d"),
    ("email", "A <a@b.c>"),
    ("email", "a"),
    ("email", ""),
    ("email", "a@b@c"),
    ("email", "(x)a@b.c"),
];

/// The probes that the validator judges otherwise: whether they conform, and why.
const FORMAT_DIFFERENCES: &[(&str, bool, &str)] = &[
    (
        "a@[x]",
        true,
        "§15.6: RFC 5322 §3.4.1 takes any domain literal",
    ),
    ("a@-b.c", true, "§15.6: a hyphen may begin an RFC 5322 atom"),
    ("a@b_c.d", true, "§15.6: an underscore is in RFC 5322 atoms"),
    (
        "A <a@b.c>",
        false,
        "§15.6: a name with an address is no addr-spec of RFC 5322",
    ),
];

fn validator(schema: &str) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(&serde_json::from_str(schema).unwrap())
        .unwrap()
}

fn judges(dir: &Path) -> [Validator; 2] {
    let canonical = fs::read_to_string(dir.join("spec/mcp-description-0.8.0.schema.json")).unwrap();
    [validator(&canonical), validator(structure::SCHEMA)]
}

/// What this project says of the structure of `document`.
fn findings(document: &Value) -> Vec<Diagnostic> {
    let bytes = serde_json::to_vec(document).unwrap();
    let (_, report) = load(bytes, Format::Json);
    let mut found = report.diagnostics;
    found.retain(|it| STRUCTURAL.contains(&it.rule.code));
    found
}

/// Findings that a schema can make: components in the context of their use are beyond it (§17.3).
fn without_context(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.retain(|it| it.related.iter().all(|other| other.message != "used here"));
    found
}

fn assert_same(judges: &[Validator; 2], name: &str, document: &Value) -> bool {
    let [canonical, own] = judges;
    let expected = canonical.is_valid(document);
    assert_eq!(
        own.is_valid(document),
        expected,
        "{name}: own schema\n{document:#}"
    );
    let found = without_context(findings(document));
    let said: Vec<_> = found.iter().map(|it| (it.rule.code, &it.message)).collect();
    assert_eq!(
        found.is_empty(),
        expected,
        "{name}: {said:#?}\n{document:#}"
    );
    expected
}

/// The JSON documents of the shared folder, by name.
fn documents(dir: &Path) -> Vec<(String, Value)> {
    let folders = ["expected-valid", "expected-warning", "expected-invalid"];
    let folders = folders.map(|folder| dir.join("conformance").join(folder));
    let mut documents = Vec::new();
    for folder in folders.into_iter().chain([dir.join("corpus")]) {
        for path in folder::files(&folder) {
            let value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            documents.push((path.display().to_string(), value));
        }
    }
    for path in folder::files(&dir.join("conformance/examples")) {
        let value = serde_yaml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        documents.push((path.display().to_string(), value));
    }
    documents
}

#[test]
fn fixtures_corpus_and_mutants_get_the_verdict_of_the_specifications_schema() {
    let Some(dir) = shared::dir() else { return };
    let judges = judges(&dir);
    for (name, document) in documents(&dir) {
        assert_same(&judges, &name, &document);
    }
    for mutant in shared::mutants::<Value>(&dir) {
        assert_same(&judges, mutant["id"].as_str().unwrap(), &mutant["document"]);
    }
}

#[test]
fn ten_thousand_random_documents_get_the_verdict_of_the_specifications_schema() {
    let Some(dir) = shared::dir() else { return };
    let judges = judges(&dir);
    let mut stock: Vec<Value> = documents(&dir).into_iter().map(|(_, it)| it).collect();
    stock.retain(|it| it.to_string().len() < 30_000 && judges[0].is_valid(it));
    let stock = Stock::new(stock);
    let random = &mut Random(8);
    let mut valid = 0;
    for round in 0..10_000 {
        let document = stock.mutant(random);
        valid += usize::from(assert_same(&judges, &format!("round {round}"), &document));
    }
    assert!(
        (1_000..9_000).contains(&valid),
        "{valid} valid ones prove little"
    );
}

/// The reference's structural claims: the paths it says are wrong.
fn claims(diagnostics: &Value) -> Vec<Vec<Value>> {
    let diagnostics = diagnostics.as_array().unwrap().iter();
    diagnostics
        .map(|it| match it {
            Value::Array(_) => (&it[1], &it[2]),
            _ => (&it["code"], &it["path"]),
        })
        .filter(|(code, _)| *code == "schema-validation")
        .map(|(_, path)| path.as_array().unwrap().clone())
        .collect()
}

fn json_path(diagnostic: &Diagnostic) -> Vec<Value> {
    let step = |segment: &Segment| match segment {
        Segment::Key(key) => Value::from(&**key),
        Segment::Index(index) => Value::from(*index),
    };
    diagnostic.path.segments().iter().map(step).collect()
}

/// Whether `path` lies in the object or array that holds what is at `other`.
///
/// Where kinds of objects part, the reference complains about every kind that does not fit: about
/// members of the right object, but not about what is wrong with it.
fn is_near(path: &[Value], other: &[Value]) -> bool {
    path.starts_with(other.split_last().map_or(&[], |(_, parent)| parent))
}

/// Whether the reference may only guess at `claim` because of the fault at `path`: one that leaves
/// open what the rest of its object should be, or one deep inside a place where kinds of objects
/// part, all of which it then finds wrong.
fn is_guess(claim: &[Value], path: &[Value]) -> bool {
    const DEEP: usize = 4;
    let keys = ["mcpdesc", "type", "mode", "action", "$ref", "$componentRef"];
    let decides = path
        .last()
        .is_some_and(|last| keys.iter().any(|key| last == key));
    let common = claim.iter().zip(path).take_while(|(a, b)| a == b).count();
    decides && is_near(claim, path) || common >= DEEP
}

/// Asserts that reference and project find faults in the same places of a document.
fn assert_same_places(name: &str, claims: &[Vec<Value>], document: &Value) {
    let paths: Vec<_> = findings(document).iter().map(json_path).collect();
    for claim in claims {
        let is_met = |it: &Vec<Value>| is_near(it, claim) || is_guess(claim, it);
        assert!(
            paths.iter().any(is_met),
            "{name}: missed {claim:?}, {paths:?}"
        );
    }
    for path in paths {
        let known = claims
            .iter()
            .any(|it| is_near(&path, it) || is_near(it, &path));
        assert!(known, "{name}: only here {path:?}, {claims:?}");
    }
}

#[test]
fn mutants_are_structurally_wrong_where_the_reference_says_so() {
    let Some(dir) = shared::dir() else { return };
    for mutant in shared::mutants::<Value>(&dir) {
        let name = mutant["id"].as_str().unwrap();
        assert_same_places(name, &claims(&mutant["diagnostics"]), &mutant["document"]);
    }
}

#[test]
fn fixtures_are_structurally_wrong_where_the_reference_says_so() {
    let Some(dir) = shared::dir() else { return };
    let results = fs::read(dir.join("conformance/reference-results.json")).unwrap();
    let results: Value = serde_json::from_slice(&results).unwrap();
    for (name, document) in documents(&dir) {
        let file = Path::new(&name).strip_prefix(dir.join("conformance"));
        if let Ok(file) = file {
            let result = &results[file.to_str().unwrap()];
            assert_same_places(&name, &claims(&result["diagnostics"]), &document);
        }
    }
}

#[test]
fn formats_differ_from_the_validators_only_where_the_specification_decides() {
    let own = validator(structure::SCHEMA);
    let mut differing = Vec::new();
    for (property, text) in FORMAT_PROBES {
        let mut document = serde_json::json!({
            "mcpdesc": "0.8.0",
            "info": {"name": "a", "version": "1"},
            "protocolVersions": ["2026-07-28"],
        });
        match *property {
            "email" => document["info"]["contact"] = serde_json::json!({"email": text}),
            property => document["info"][property] = Value::from(*text),
        }
        let conforms = findings(&document).is_empty();
        if own.is_valid(&document) != conforms {
            differing.push((*text, conforms));
        }
    }
    let listed = FORMAT_DIFFERENCES
        .iter()
        .map(|&(text, conforms, _)| (text, conforms));
    assert_eq!(differing, listed.collect::<Vec<_>>());
}
