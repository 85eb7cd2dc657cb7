//! What clients write, and the answers to what is no message.

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, InitializeRequestParams,
    JsonRpcMessage,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// Reads the text of a message or of a batch; else gives the answer that refuses it.
pub(crate) fn parse(text: &[u8]) -> Result<Value, Value> {
    serde_json::from_slice(text).map_err(|error| {
        let text = format!("this is no JSON that can be read: {error}");
        refusal(&Value::Null, &ErrorData::parse_error(text, None))
    })
}

/// Reads a message; else gives the answer that refuses it.
pub(crate) fn read(message: &Value) -> Result<ClientJsonRpcMessage, Value> {
    let read = ClientJsonRpcMessage::deserialize(message).map_err(|error| {
        let text = format!("this is no message of MCP: {error}");
        refusal(message, &invalid(text))
    })?;
    // The MCP library takes an `initialize` that it cannot read for a request of another kind.
    if let JsonRpcMessage::Request(request) = &read
        && matches!(request.request, ClientRequest::CustomRequest(_))
        && message["method"] == "initialize"
    {
        let error = InitializeRequestParams::deserialize(&message["params"]).err();
        let reason = error.map_or_else(String::new, |it| format!(": {it}"));
        let text = format!("the parameters of `initialize` cannot be read{reason}");
        return Err(refusal(message, &ErrorData::invalid_params(text, None)));
    }
    Ok(read)
}

/// Reads a message of a batch; else gives the answer that refuses it.
pub(crate) fn read_of_batch(message: &Value) -> Result<ClientJsonRpcMessage, Value> {
    if message["method"] == "initialize" {
        return Err(refusal(message, &invalid("`initialize` must stand alone")));
    }
    read(message)
}

/// The answer to a message that failed.
pub(crate) fn refusal(message: &Value, error: &ErrorData) -> Value {
    let id = message.get("id").filter(|it| it.is_string() || it.is_i64());
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

/// What is wrong with a text that is no message.
pub(crate) fn invalid(text: impl Into<String>) -> ErrorData {
    ErrorData::new(ErrorCode::INVALID_REQUEST, text.into(), None)
}
