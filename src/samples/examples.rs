//! Parts of named examples (§9.3, §10.4, §11.3, §11.4), for the primitive that they belong to where
//! there is one, and the revisions of `scope`; `None` where no certain one is known.

use serde_json::{Map, Value as Json, json};

use super::sample;
use crate::document::{Cursor, Document, Namespace};
use crate::formats::uri::is_uri;
use crate::mcp::{
    CALL_TOOL_RESULT, COMPLETE_RESULT, GET_PROMPT_RESULT, Member, ObjectType, READ_RESOURCE_RESULT,
    Revisions,
};
use crate::source::Value;

/// What a Tool can be called with.
pub(crate) fn tool_input(
    document: &Document,
    tool: Option<Value<'_>>,
    scope: Revisions,
) -> Option<Json> {
    match tool {
        Some(tool) => sample(resolved(document, tool.get("inputSchema")?)?, scope),
        None => Some(json!({})),
    }
}

/// What a Tool answers when all goes well.
pub(crate) fn tool_success(
    document: &Document,
    tool: Option<Value<'_>>,
    scope: Revisions,
) -> Option<Json> {
    let Some(schema) = tool.and_then(|tool| tool.get("outputSchema")) else {
        return tool_result(text("What the Tool answers."), &[], scope);
    };
    let output = sample(resolved(document, schema)?, scope)?;
    let content = text(&output.to_string());
    tool_result(content, &[("structuredContent", output)], scope)
}

/// What a Tool answers, with this content and further members.
pub(crate) fn tool_result(
    content: Json,
    further: &[(&str, Json)],
    scope: Revisions,
) -> Option<Json> {
    let further = further.iter().map(|(key, it)| ((*key).to_owned(), it));
    let mut members = Map::from_iter([("content".to_owned(), content)]);
    members.extend(further.map(|(key, it)| (key, it.clone())));
    demand(members, &CALL_TOOL_RESULT, scope)
}

/// What is read at `uri`.
pub(crate) fn read_result(owner: Option<Value<'_>>, uri: &str, scope: Revisions) -> Option<Json> {
    if !is_uri(uri) {
        return None;
    }
    let mut contents = Map::from_iter([("uri".to_owned(), uri.into())]);
    if let Some(media_type) = owner.and_then(|it| it.get("mimeType")?.as_str()) {
        contents.insert("mimeType".to_owned(), media_type.into());
    }
    let text = text_of_size(owner.and_then(|it| it.get("size")))?;
    contents.insert("text".to_owned(), text.into());
    let members = Map::from_iter([("contents".to_owned(), json!([contents]))]);
    demand(members, &READ_RESOURCE_RESULT, scope)
}

/// A text of as many bytes as the Resource says it has; `None` where that is too many to show.
fn text_of_size(size: Option<Value<'_>>) -> Option<String> {
    const TEXT: &str = "What is read.";
    const MOST: usize = 80;
    let Some(size) = size.and_then(Value::as_number) else {
        return Some(TEXT.to_owned());
    };
    let size = usize::try_from(size.as_u64()?).ok()?;
    let text = TEXT.chars().chain(std::iter::repeat('.')).take(size);
    (size <= MOST).then(|| text.collect())
}

/// What a Prompt yields.
pub(crate) fn prompt_result(scope: Revisions) -> Option<Json> {
    let content = json!({ "type": "text", "text": "What the Prompt says." });
    let messages = json!([{ "role": "user", "content": content }]);
    let members = Map::from_iter([("messages".to_owned(), messages)]);
    demand(members, &GET_PROMPT_RESULT, scope)
}

/// The arguments that a Prompt cannot do without; `None` where there are none.
pub(crate) fn prompt_arguments(prompt: Option<Value<'_>>) -> Option<Json> {
    let arguments = prompt.and_then(|it| it.get("arguments"));
    let arguments = arguments.into_iter().flat_map(Value::elements);
    let required = arguments.filter(|it| it.get("required").and_then(Value::as_bool) == Some(true));
    let filled: Map<_, _> = required
        .filter_map(|it| Some((it.get("name")?.as_str()?.to_owned(), json!("sample"))))
        .collect();
    (!filled.is_empty()).then(|| filled.into())
}

/// What completion answers.
pub(crate) fn completion_result(scope: Revisions) -> Option<Json> {
    let completion = json!({ "values": ["sample"] });
    let members = Map::from_iter([("completion".to_owned(), completion)]);
    demand(members, &COMPLETE_RESULT, scope)
}

/// What a member says that some revisions demand of every result, where nothing else is known.
pub(crate) fn demanded(key: &str) -> Option<Json> {
    Some(match key {
        "resultType" => json!("complete"),
        "ttlMs" => json!(0),
        "cacheScope" => json!("private"),
        _ => return None,
    })
}

/// A result with what the revisions of `scope` demand; `None` where they contradict each other.
fn demand(mut members: Map<String, Json>, object: &ObjectType, scope: Revisions) -> Option<Json> {
    for Member {
        name,
        defined,
        required,
    } in object.members
    {
        if members.contains_key(*name) || scope.and(*required).is_empty() {
            continue;
        }
        if !scope.is_subset_of(*defined) {
            return None;
        }
        members.insert((*name).to_owned(), demanded(name)?);
    }
    Some(members.into())
}

fn resolved<'d>(document: &'d Document, schema: Value<'d>) -> Option<Value<'d>> {
    let target = document.resolve(Cursor::new(schema), Namespace::Schemas);
    target.value().map(Cursor::value)
}

/// Content of one text block.
fn text(text: &str) -> Json {
    json!([{ "type": "text", "text": text }])
}
