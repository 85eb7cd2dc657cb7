//! Values for members that have to be there, by what the document says elsewhere.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::owner::{Owner, owner};
use super::site::Site;
use crate::document::{Cursor, Document, PrimitiveKind};
use crate::formats::uri_template::UriTemplate;
use crate::mcp::{Revision, Revisions};
use crate::samples;
use crate::source::{Segment, Value};

/// What the member `key` of the finding's holder could be, the most likely first; empty where the
/// rest of the document says nothing of it.
pub(super) fn wanted(site: &Site<'_>, key: &str) -> Vec<Json> {
    let holder = site.holder_path();
    let way: Vec<&str> = holder
        .segments()
        .iter()
        .map(|it| match it {
            Segment::Key(key) => &**key,
            Segment::Index(_) => "",
        })
        .collect();
    match (&way[..], key) {
        ([], "protocolVersions") => coverages(site.document),
        (["tags", _], "name") => unlisted_tags(site.document),
        (["securitySchemes", name, ..], _) => oauth(site.document, name, key).into_iter().collect(),
        ([.., "elicitations", _], "name") => undeclared(site).into_iter().collect(),
        ([.., "requestedSchema"], "properties") => fields(site).into_iter().collect(),
        (["tools", _], "inputSchema") => {
            let open = json!({"type": "object"});
            let closed = json!({"type": "object", "additionalProperties": false});
            vec![open, closed]
        }
        (["prompts", _, "arguments", _], "name") => undeclared_arguments(site),
        ([.., "roots", _], "uri") => vec![json!("file:///workspace")],
        ([.., "messages", _], "content") => vec![json!({"type": "text", "text": ""})],
        ([.., "steps", _, part], _) => part_of_step(site, part, key).into_iter().collect(),
        ([.., "steps", _], "request" | "response") => {
            let kind = site.holder.and_then(|it| it.get("type")?.as_str());
            let step = kind.and_then(samples::step);
            step.and_then(|it| it.get(key).cloned())
                .into_iter()
                .collect()
        }
        ([.., "interactionExamples", _], "steps") => ["roots", "sampling", "elicitation"]
            .into_iter()
            .filter_map(|kind| Some(json!([samples::step(kind)?])))
            .collect(),
        (["resources", _], "uri") => site.holder.and_then(first_uri).into_iter().collect(),
        _ => owner(site.document, &holder)
            .and_then(|owner| of_example(site, owner, &way, key))
            .into_iter()
            .collect(),
    }
}

/// Root scopes: that of all declarations together, else one revision.
fn coverages(document: &Document) -> Vec<Json> {
    let root = document.root();
    let declared: BTreeSet<Revision> = root
        .members()
        .flat_map(|(_, list)| list.elements())
        .filter_map(|it| it.get("protocolVersions"))
        .flat_map(Cursor::elements)
        .filter_map(|it| Revision::parse(it.as_str()?))
        .collect();
    let list = |revisions: Revisions| {
        let revisions: Vec<_> = revisions.iter().map(Revision::as_str).collect();
        json!(revisions)
    };
    let declared: Revisions = declared.into_iter().collect();
    let single = [
        Revision::V2025_11_25,
        Revision::V2026_07_28,
        Revision::V2025_06_18,
    ];
    let together = Some(declared).filter(|it| !it.is_empty());
    together
        .into_iter()
        .chain(single.map(Revisions::only))
        .map(list)
        .collect()
}

/// Tags that something has, and the catalogue does not list.
fn unlisted_tags(document: &Document) -> Vec<Json> {
    let listed = document.root().get("tags");
    let listed: BTreeSet<&str> = listed
        .into_iter()
        .flat_map(Cursor::elements)
        .filter_map(|it| it.str("name"))
        .collect();
    let used = document.primitives().filter_map(|it| it.cursor.get("tags"));
    let used: BTreeSet<&str> = used
        .flat_map(Cursor::elements)
        .filter_map(Cursor::as_str)
        .collect();
    used.difference(&listed).map(|it| json!(it)).collect()
}

/// The scopes that requirements name for a scheme, with descriptions to be written.
pub(super) fn scopes(document: &Document, scheme: &str) -> Json {
    let lists = document
        .security_requirements()
        .filter(|(name, _)| *name == scheme)
        .map(|(_, scopes)| scopes);
    let names = lists.flat_map(Cursor::elements).filter_map(Cursor::as_str);
    names
        .map(|it| (it.to_owned(), json!("")))
        .collect::<Map<_, _>>()
        .into()
}

/// The flows of a scheme, one of them or its scopes.
pub(super) fn oauth(document: &Document, scheme: &str, key: &str) -> Option<Json> {
    let flow = |urls: &[&str]| {
        let url = |it: &&str| {
            let page = if *it == "tokenUrl" {
                "token"
            } else {
                "authorize"
            };
            (
                (*it).to_owned(),
                json!(format!("https://example.com/{page}")),
            )
        };
        let mut members: Map<_, _> = urls.iter().map(url).collect();
        members.insert("scopes".to_owned(), scopes(document, scheme));
        Json::from(members)
    };
    Some(match key {
        "scopes" => scopes(document, scheme),
        "flows" => json!({"authorizationCode": flow(&["authorizationUrl", "tokenUrl"])}),
        "authorizationCode" => flow(&["authorizationUrl", "tokenUrl"]),
        "implicit" => flow(&["authorizationUrl"]),
        "password" | "clientCredentials" => flow(&["tokenUrl"]),
        _ => return None,
    })
}

/// The first elicitation that a step of the same Tool refers to, and that is not declared.
fn undeclared(site: &Site<'_>) -> Option<Json> {
    let owner = owner(site.document, &site.diagnostic.path)?.primitive?;
    let declared = owner.get("elicitations");
    let is_declared = |name: &str| {
        let mut all = declared.into_iter().flat_map(Value::elements);
        all.any(|it| it.get("name").and_then(Value::as_str) == Some(name))
    };
    let scenarios = owner.get("interactionExamples")?.members();
    let steps = scenarios.filter_map(|it| it.value.get("steps"));
    let mut names = steps
        .flat_map(Value::elements)
        .filter_map(|it| it.get("declaration")?.as_str());
    names.find(|it| !is_declared(it)).map(Json::from)
}

/// The fields that a form demands, as texts.
fn fields(site: &Site<'_>) -> Option<Json> {
    let required = site.holder?.get("required").into_iter();
    let names = required.flat_map(Value::elements).filter_map(Value::as_str);
    let fields: Map<_, _> = names
        .map(|it| (it.to_owned(), json!({"type": "string"})))
        .collect();
    (!fields.is_empty()).then(|| fields.into())
}

/// Where the first example of a Resource was read.
fn first_uri(resource: Value<'_>) -> Option<Json> {
    let mut examples = resource.get("examples")?.members();
    examples.find_map(|it| {
        let contents = it.value.get("result")?.get("contents")?;
        let uri = contents.elements().next()?.get("uri")?;
        uri.as_str().map(Json::from)
    })
}

/// A member of the request or response of a step.
fn part_of_step(site: &Site<'_>, part: &str, key: &str) -> Option<Json> {
    let step = site.holder?.parent()?;
    let sample = samples::step(step.get("type")?.as_str()?)?;
    sample.get(part)?.get(key).cloned()
}

/// What examples say of arguments that a Prompt does not declare.
fn undeclared_arguments(site: &Site<'_>) -> Vec<Json> {
    let prompt = owner(site.document, &site.diagnostic.path).and_then(|it| it.primitive);
    let member = |key| prompt.and_then(|it| it.get(key)).into_iter();
    let declared: BTreeSet<&str> = member("arguments")
        .flat_map(Value::elements)
        .filter_map(|it| it.get("name")?.as_str())
        .collect();
    let given = member("examples")
        .flat_map(Value::members)
        .filter_map(|it| it.value.get("arguments"))
        .flat_map(Value::members)
        .map(|it| it.key);
    let completions = || member("completionExamples").flat_map(Value::members);
    let completed = completions().filter_map(|it| it.value.get("argument")?.get("name")?.as_str());
    let context = completions()
        .filter_map(|it| it.value.get("context")?.get("arguments"))
        .flat_map(Value::members)
        .map(|it| it.key);
    let used: BTreeSet<&str> = given.chain(completed).chain(context).collect();
    used.difference(&declared).map(|it| json!(it)).collect()
}

/// A part of a named example.
fn of_example(site: &Site<'_>, owner: Owner<'_>, way: &[&str], key: &str) -> Option<Json> {
    let of_completion = way.contains(&"completionExamples");
    match (way, key) {
        ([.., "argument"], "name") => arguments(owner).first().map(|it| json!(it)),
        (_, "argument") => Some(json!({"name": arguments(owner).first()?, "value": ""})),
        (_, "input") => Some(input(site.document, owner)),
        ([.., "context"], "arguments") => {
            let argument = site
                .holder?
                .parent()?
                .get("argument")?
                .get("name")?
                .as_str()?;
            let other = arguments(owner).into_iter().find(|it| it != argument)?;
            Some(json!({other: ""}))
        }
        (_, "result") => result(site.document, owner, of_completion, written_uri(site)),
        ([.., "result"], "content" | "contents" | "messages" | "completion") => {
            let whole = result(site.document, owner, of_completion, written_uri(site))?;
            whole.get(key).cloned()
        }
        (_, "uri") => Some(written_uri(site).map_or_else(|| uri(owner), Some)?.into()),
        _ => None,
    }
}

/// What the example around the finding says it was read from.
fn written_uri(site: &Site<'_>) -> Option<String> {
    let mut around = site.holder;
    while let Some(at) = around {
        let contents = at.get("result").and_then(|it| it.get("contents"));
        let first = contents.and_then(|it| it.elements().next());
        let uri = [Some(at), first].into_iter().flatten();
        let is_example = contents.is_some() || at.get("result").is_some();
        let mut uris = uri.filter_map(|it| it.get("uri")?.as_str());
        match (uris.next(), is_example) {
            (Some(uri), _) => return Some(uri.to_owned()),
            (None, true) => return None,
            (None, false) => around = at.parent(),
        }
    }
    None
}

/// What a Tool is called with.
fn input(document: &Document, owner: Owner<'_>) -> Json {
    let input = samples::tool_input(document, owner.primitive, owner.scope);
    input.unwrap_or_else(|| json!({}))
}

/// The result of an example that says it was read from `written`, if it says so.
pub(super) fn result(
    document: &Document,
    owner: Owner<'_>,
    of_completion: bool,
    written: Option<String>,
) -> Option<Json> {
    let Owner {
        kind,
        primitive,
        scope,
    } = owner;
    if of_completion {
        return samples::completion_result(scope);
    }
    match kind {
        PrimitiveKind::Tool => samples::tool_success(document, primitive, scope),
        PrimitiveKind::Prompt => samples::prompt_result(scope),
        PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => {
            let uri = written.or_else(|| uri(owner))?;
            samples::read_result(primitive, &uri, scope)
        }
    }
}

/// A whole example.
pub(super) fn example(document: &Document, owner: Owner<'_>) -> Option<Json> {
    let result = result(document, owner, false, None)?;
    Some(match owner.kind {
        PrimitiveKind::Tool => {
            json!({"input": input(document, owner), "result": result})
        }
        PrimitiveKind::ResourceTemplate => json!({"uri": uri(owner)?, "result": result}),
        PrimitiveKind::Resource => json!({"result": result}),
        PrimitiveKind::Prompt => match samples::prompt_arguments(owner.primitive) {
            Some(arguments) => json!({"arguments": arguments, "result": result}),
            None => json!({"result": result}),
        },
    })
}

/// What the owner's examples are read from.
fn uri(owner: Owner<'_>) -> Option<String> {
    let Some(primitive) = owner.primitive else {
        return Some("https://example.com/1".to_owned());
    };
    let written = primitive.get(owner.kind.identifier())?.as_str()?;
    match owner.kind {
        PrimitiveKind::ResourceTemplate => samples::expand(written),
        _ => Some(written.to_owned()),
    }
}

/// What completion examples of the owner can complete.
fn arguments<'d>(owner: Owner<'d>) -> Vec<String> {
    let member = |key| owner.primitive.and_then(|it: Value<'d>| it.get(key));
    match owner.kind {
        PrimitiveKind::ResourceTemplate => member("uriTemplate")
            .and_then(|it| UriTemplate::parse(it.as_str()?).ok())
            .iter()
            .flat_map(UriTemplate::variables)
            .map(str::to_owned)
            .collect(),
        _ => member("arguments")
            .into_iter()
            .flat_map(Value::elements)
            .filter_map(|it| it.get("name")?.as_str().map(str::to_owned))
            .collect(),
    }
}
