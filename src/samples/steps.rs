//! Steps of Tool Interaction Examples (§9.4).

use serde_json::{Value as Json, json};

/// A step of this type, whole; `None` where there is no such type.
pub(crate) fn step(kind: &str) -> Option<Json> {
    Some(match kind {
        "elicitation" => elicitation(),
        "sampling" => sampling(),
        "roots" => roots(),
        _ => return None,
    })
}

fn elicitation() -> Json {
    json!({
        "type": "elicitation",
        "request": {
            "mode": "form",
            "message": "What the user is asked.",
            "requestedSchema": {
                "type": "object",
                "properties": { "answer": { "type": "string" } },
                "required": ["answer"],
            },
        },
        "response": { "action": "accept", "content": { "answer": "sample" } },
    })
}

fn sampling() -> Json {
    json!({
        "type": "sampling",
        "request": {
            "messages": [
                { "role": "user", "content": { "type": "text", "text": "What the model is asked." } },
            ],
            "maxTokens": 1000,
        },
        "response": {
            "role": "assistant",
            "content": { "type": "text", "text": "What the model answers." },
            "model": "sample-model",
        },
    })
}

fn roots() -> Json {
    json!({
        "type": "roots",
        "request": {},
        "response": { "roots": [{ "uri": "file:///workspace" }] },
    })
}
