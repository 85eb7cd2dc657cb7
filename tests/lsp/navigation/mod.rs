//! Definitions, references, highlights and renaming.
//!
//! In the texts, `‸` is the cursor, `«»` are around declarations and `‹›` around uses of the name
//! that is there.

mod definition;
mod names;
mod renaming;
mod schemas;

use serde_json::{Value, json};

use super::client::{Client, ENCODINGS};

const CURSOR: char = '‸';

const HEAD: &str = "\
mcpdesc: 0.8.0
info: { name: '日本 😀', version: 1.0.0 }
protocolVersions: ['2025-11-25']
";

/// A text with its marks taken out: the cursors, and the places of declarations and uses.
struct Marked {
    text: String,
    cursors: Vec<usize>,
    declared: Vec<(usize, usize)>,
    used: Vec<(usize, usize)>,
}

impl Marked {
    fn read(marked: &str) -> Self {
        let mut read = Self {
            text: String::new(),
            cursors: Vec::new(),
            declared: Vec::new(),
            used: Vec::new(),
        };
        let mut start = 0;
        for c in marked.chars() {
            let at = read.text.len();
            match c {
                CURSOR => read.cursors.push(at),
                '«' | '‹' => start = at,
                '»' => read.declared.push((start, at)),
                '›' => read.used.push((start, at)),
                c => read.text.push(c),
            }
        }
        read
    }

    fn all(&self) -> Vec<(usize, usize)> {
        let mut all = [self.declared.clone(), self.used.clone()].concat();
        all.sort_unstable();
        all
    }
}

fn ranges<'v>(
    client: &Client,
    text: &str,
    places: impl IntoIterator<Item = &'v Value>,
) -> Vec<(usize, usize)> {
    let range = |it: &Value| {
        let start = client.offset(text, &it["range"]["start"]);
        (start, client.offset(text, &it["range"]["end"]))
    };
    places.into_iter().map(range).collect()
}

fn list(answer: &Value) -> Vec<Value> {
    answer.as_array().cloned().unwrap_or_default()
}

fn references(
    client: &mut Client,
    uri: &str,
    text: &str,
    offset: usize,
    declarations: bool,
) -> Vec<(usize, usize)> {
    let params = json!({
        "textDocument": { "uri": uri },
        "position": client.position(text, offset),
        "context": { "includeDeclaration": declarations },
    });
    let answer = client.request("textDocument/references", params).unwrap();
    ranges(client, text, &list(&answer))
}

fn rename(
    client: &mut Client,
    uri: &str,
    text: &str,
    offset: usize,
    new: &str,
) -> Result<Option<String>, String> {
    let params = json!({
        "textDocument": { "uri": uri },
        "position": client.position(text, offset),
        "newName": new,
    });
    let answer = client.request("textDocument/rename", params);
    let answer = answer.map_err(|error| error["message"].as_str().unwrap().to_owned())?;
    if answer.is_null() {
        return Ok(None);
    }
    let edits = list(&answer["changes"][uri]);
    let mut edits: Vec<_> = edits
        .iter()
        .zip(ranges(client, text, &edits))
        .map(|(edit, range)| (range, edit["newText"].as_str().unwrap()))
        .collect();
    assert!(!edits.is_empty());
    edits.sort_unstable();
    let mut text = text.to_owned();
    for ((start, end), new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    Ok(Some(text))
}

/// Asks at every place of a name, in both encodings, and renames it to `new`.
fn whole(uri: &str, marked: &str, new: &str) {
    let read = Marked::read(marked);
    let (text, declared, used) = (&read.text, &read.declared, &read.used);
    let expected = {
        let mut expected = text.clone();
        for (start, end) in read.all().into_iter().rev() {
            expected.replace_range(start..end, new);
        }
        expected
    };
    for encoding in ENCODINGS {
        let mut client = Client::new(encoding);
        client.open(uri, text);
        for (start, end) in read.all() {
            let shown = &text[start..end];
            for offset in [start, end] {
                let found = references(&mut client, uri, text, offset, true);
                assert_eq!(found, read.all(), "references of {shown} at {offset}");
                let found = references(&mut client, uri, text, offset, false);
                assert_eq!(&found, used, "uses of {shown}");
                let definition = client.about_place("textDocument/definition", uri, text, offset);
                let definition = list(&definition.unwrap());
                assert_eq!(&ranges(&client, text, &definition), declared, "{shown}");
                let marks = client.about_place("textDocument/documentHighlight", uri, text, offset);
                let marks = list(&marks.unwrap());
                assert_eq!(ranges(&client, text, &marks), read.all(), "{shown}");
                let of_kind = |kind: i32| marks.iter().filter(move |it| it["kind"] == kind);
                assert_eq!(&ranges(&client, text, of_kind(3)), declared, "{shown}");
                assert_eq!(&ranges(&client, text, of_kind(2)), used, "{shown}");
            }
            let prepared = client.about_place("textDocument/prepareRename", uri, text, start);
            let prepared = prepared.unwrap();
            assert_eq!(client.slice(text, &prepared["range"]), shown);
            let renamed = rename(&mut client, uri, text, start, new);
            assert_eq!(renamed.unwrap().unwrap(), expected);
        }
        assert!(client.finish().success());
    }
}

fn yaml(marked: &str, new: &str) {
    whole("file:///a.yaml", &format!("{HEAD}{marked}"), new);
}
