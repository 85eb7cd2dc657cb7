//! What the benchmarks share: the documents that are measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

mod corpus;

/// How many times as long as `right` is `left`.
pub fn ratio(left: Duration, right: Duration) -> f64 {
    left.as_secs_f64() / right.as_secs_f64()
}

/// The largest description of a real server; where there is none, one of 100 tools.
pub fn largest_corpus_document(tools: &[Value]) -> Vec<u8> {
    let [real, _] = corpus::folders();
    let files = json_files(&real);
    let documents = files.iter().filter_map(|file| fs::read(file).ok());
    documents
        .max_by_key(Vec::len)
        .unwrap_or_else(|| document(tools, 100))
}

/// The tools of all the documents of the corpus, and of this repository's own.
pub fn corpus_tools() -> Vec<Value> {
    let files = corpus::folders().map(|folder| json_files(&folder)).concat();
    files
        .iter()
        .filter_map(|file| serde_json::from_slice::<Value>(&fs::read(file).ok()?).ok())
        .filter_map(|document| document.get("tools")?.as_array().cloned())
        .flatten()
        .collect()
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = corpus::files(folder);
    files.retain(|path| path.extension().is_some_and(|it| it == "json"));
    files
}

/// A valid document of `count` tools, no two alike.
pub fn document(tools: &[Value], count: usize) -> Vec<u8> {
    let scope = json!(["2025-11-25"]);
    let tools: Vec<Value> = tools
        .iter()
        .cycle()
        .take(count)
        .enumerate()
        .map(|(at, tool)| {
            let mut tool = tool.clone();
            tool["name"] = format!("tool_{at}").into();
            tool["inputSchema"]["description"] = format!("Arguments of tool {at}.").into();
            tool
        })
        .collect();
    let document = json!({
        "mcpdesc": "0.8.0",
        "info": { "name": "many", "version": "1.0.0" },
        "protocolVersions": scope,
        "tools": tools,
    });
    serde_json::to_vec_pretty(&document).unwrap_or_default()
}

/// The same document in YAML.
pub fn yaml(json: &[u8]) -> Vec<u8> {
    let value: Value = serde_json::from_slice(json).unwrap_or_default();
    serde_yaml::to_string(&value)
        .unwrap_or_default()
        .into_bytes()
}
