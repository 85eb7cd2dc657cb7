//! URIs as clients write them: some leave characters in them that RFC 3986 wants escaped, such as
//! `é` or `[`. Inside, every URI is escaped; what goes back is as the client wrote it.

use std::collections::HashMap;
use std::fmt::Write;

use lsp_types::Uri;
use serde_json::Value;

/// The ways to the URIs in what a client sends.
const PLACES: [&str; 4] = [
    "/textDocument/uri",
    "/arguments/0",
    "/rootUri",
    "/workspaceFolders",
];

/// The members that hold URIs in what a client is sent.
const MEMBERS: [&str; 2] = ["uri", "targetUri"];

/// The URIs of open documents that are not written as they should be: escaped, and as written.
#[derive(Debug, Default)]
pub(super) struct Uris {
    written: HashMap<String, String>,
}

impl Uris {
    /// Escapes the URIs in some parameters.
    pub(super) fn escape(params: &mut Value) {
        for place in PLACES {
            let Some(found) = params.pointer_mut(place) else {
                continue;
            };
            for folder in found.as_array_mut().into_iter().flatten() {
                if let Some(Value::String(uri)) = folder.get_mut("uri") {
                    escape(uri);
                }
            }
            if let Value::String(uri) = found {
                escape(uri);
            }
        }
    }

    /// Remembers how the client writes the URI of a document that it opens.
    pub(super) fn open(&mut self, params: &Value) {
        if let Some(Value::String(written)) = params.pointer("/textDocument/uri") {
            let mut escaped = written.clone();
            if escape(&mut escaped) {
                self.written.insert(escaped, written.clone());
            }
        }
    }

    /// Forgets a document that was closed.
    pub(super) fn close(&mut self, escaped: &str) {
        self.written.remove(escaped);
    }

    /// Puts the URIs in what is to be sent as the client writes them.
    pub(super) fn restore(&self, value: &mut Value) {
        if self.written.is_empty() {
            return;
        }
        match value {
            Value::Array(elements) => elements.iter_mut().for_each(|it| self.restore(it)),
            Value::Object(members) => {
                for (key, value) in members.iter_mut() {
                    match value {
                        Value::String(uri) if MEMBERS.contains(&key.as_str()) => {
                            if let Some(written) = self.written.get(uri) {
                                uri.clone_from(written);
                            }
                        }
                        value => self.restore(value),
                    }
                }
                if let Some(Value::Object(changes)) = members.get_mut("changes") {
                    *changes = std::mem::take(changes)
                        .into_iter()
                        .map(|(uri, edits)| {
                            let written = self.written.get(&uri).cloned();
                            (written.unwrap_or(uri), edits)
                        })
                        .collect();
                }
            }
            _ => {}
        }
    }
}

/// Escapes what must not stand in a URI; tells whether there was anything.
fn escape(uri: &mut String) -> bool {
    if uri.parse::<Uri>().is_ok() {
        return false;
    }
    let mut escaped = String::with_capacity(uri.len() * 2);
    for byte in uri.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?#%".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    if escaped.parse::<Uri>().is_err() {
        // A `%` that escapes nothing, or a second `#`.
        escaped = escaped.replace('%', "%25").replace('#', "%23");
    }
    *uri = escaped;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_comes_in_is_escaped_and_goes_out_as_it_was_written() {
        for written in [
            "file:///é [1]/a b.yaml",
            "file:///日本%/a.yaml",
            "file:///a#b#c",
            "untitled:\u{1F600}",
        ] {
            let mut uris = Uris::default();
            let mut params = json!({ "textDocument": { "uri": written } });
            uris.open(&params);
            Uris::escape(&mut params);
            let escaped = params["textDocument"]["uri"].as_str().unwrap().to_owned();
            assert!(escaped.parse::<Uri>().is_ok(), "{escaped}");
            let mut sent = json!([{ "uri": escaped, "changes": { escaped.clone(): [] } }]);
            uris.restore(&mut sent);
            assert_eq!(
                sent,
                json!([{ "uri": written, "changes": { written: [] } }])
            );
            uris.close(&escaped);
            let mut sent = json!({ "uri": escaped });
            uris.restore(&mut sent);
            assert_eq!(sent["uri"], *escaped);
        }
    }

    #[test]
    fn what_is_written_well_stays_as_it_is() {
        let mut params = json!({
            "rootUri": "file:///a%20b",
            "workspaceFolders": [{ "uri": "file:///é", "name": "é" }],
        });
        Uris::escape(&mut params);
        assert_eq!(params["rootUri"], "file:///a%20b");
        assert_eq!(params["workspaceFolders"][0]["uri"], "file:///%C3%A9");
    }
}
