//! The named examples of a description, as a generated server looks them up.

use std::borrow::Cow;

use crate::document::{Cursor, Document, Primitive, PrimitiveKind};
use crate::source::Draft;

type Members<'t> = Vec<(Cow<'t, str>, Draft<'t>)>;

/// For each kind of declaration, by position: pairs of an input and its result (§9.3, §10.4, §11.3),
/// and of what is completed and its result (§10.4.6, §11.4).
pub(super) fn of(document: &Document) -> Draft<'_> {
    let mut tables = Members::new();
    for kind in PrimitiveKind::ALL {
        let (table, completions) = match kind {
            PrimitiveKind::Tool => ("tools", ""),
            PrimitiveKind::Resource => ("resources", ""),
            PrimitiveKind::ResourceTemplate => ("templates", "templateCompletions"),
            PrimitiveKind::Prompt => ("prompts", "promptCompletions"),
        };
        let (mut examples, mut completed) = (Members::new(), Members::new());
        for (position, primitive) in document.primitives_of(kind).enumerate() {
            let named = primitive.examples(document);
            let named = named.filter_map(|(_, it)| pair(input(primitive, it), it));
            add(&mut examples, position.to_string(), named.collect());
            let named = primitive.map("completionExamples");
            let named = named.filter_map(|(_, it)| pair(Some(completion(it)), it));
            add(&mut completed, position.to_string(), named.collect());
        }
        for (table, examples) in [(table, examples), (completions, completed)] {
            if !examples.is_empty() {
                tables.push((table.into(), Draft::Object(examples)));
            }
        }
    }
    Draft::Object(tables)
}

fn add<'t>(to: &mut Members<'t>, position: String, examples: Vec<Draft<'t>>) {
    if !examples.is_empty() {
        to.push((position.into(), Draft::Array(examples)));
    }
}

fn pair<'t>(input: Option<Draft<'t>>, example: Cursor<'t>) -> Option<Draft<'t>> {
    let result = copy(example.get("result")?);
    Some(Draft::Array(vec![input?, result]))
}

/// What a request says to get the result of an example.
fn input<'t>(primitive: Primitive<'t>, example: Cursor<'t>) -> Option<Draft<'t>> {
    match primitive.kind {
        PrimitiveKind::Tool => example.get("input").map(copy),
        PrimitiveKind::Resource => Some(Draft::string(primitive.identity()?)),
        PrimitiveKind::ResourceTemplate => example.get("uri").map(copy),
        // Leaving the arguments out means that there are none.
        PrimitiveKind::Prompt => {
            let none = Draft::Object(Vec::new());
            Some(example.get("arguments").map_or(none, copy))
        }
    }
}

/// What is completed: the argument with its value, and the arguments known before.
fn completion(example: Cursor<'_>) -> Draft<'_> {
    let argument = |key| {
        Draft::string(
            example
                .at(&["argument", key])
                .and_then(Cursor::as_str)
                .unwrap_or_default(),
        )
    };
    let none = Draft::Object(Vec::new());
    Draft::Array(vec![
        Draft::Array(vec![argument("name"), argument("value")]),
        example.at(&["context", "arguments"]).map_or(none, copy),
    ])
}

fn copy(cursor: Cursor<'_>) -> Draft<'_> {
    Draft::Copy(cursor.value())
}
