//! The language server as an editor drives it, over the real protocol.

mod actions;
mod client;
mod completion;
mod diagnostics;
mod hostile;
mod hover;
mod lens;
mod navigation;
mod outline;
mod protocol;
mod traffic;
mod typing;

/// A document in YAML and in JSON with the same contents, and with text of all widths.
const DOCUMENTS: [(&str, &str); 2] = [
    ("file:///a/notes.mcpdesc.yaml", YAML),
    ("file:///a/notes.mcpdesc.json", JSON),
];

const YAML: &str = "\
mcpdesc: 0.8.0
info: { name: 'notes 日本', version: 1.0.0 }
protocolVersions: ['2025-11-25']
tools:
  - name: add
    title: 'Añadir 😀'
    description: 'e\u{301} 日本語 😀'
    inputSchema:
      type: object
      properties:
        text: { type: string, description: '😀😀' }
      required: [text]
    examples:
      short: { input: { text: '書く' }, result: { content: [] } }
  - { name: list, title: '一覧 😀', description: Lists., inputSchema: { type: object } }
resources:
  - { name: readme, uri: 'file:///readme', description: '読む' }
prompts:
  - name: sum
    description: '要約 😀'
components:
  schemas:
    Note: { type: object, description: 'ノート 😀' }
";

const JSON: &str = r#"{
  "mcpdesc": "0.8.0",
  "info": { "name": "notes 日本", "version": "1.0.0" },
  "protocolVersions": ["2025-11-25"],
  "tools": [
    {
      "name": "add",
      "title": "Añadir 😀",
      "description": "é 日本語 😀",
      "inputSchema": {
        "type": "object",
        "properties": { "text": { "type": "string", "description": "😀😀" } },
        "required": ["text"]
      },
      "examples": { "short": { "input": { "text": "書く" }, "result": { "content": [] } } }
    },
    { "name": "list", "title": "一覧 😀", "description": "Lists.", "inputSchema": { "type": "object" } }
  ],
  "resources": [{ "name": "readme", "uri": "file:///readme", "description": "読む" }],
  "prompts": [{ "name": "sum", "description": "要約 😀" }],
  "components": {
    "schemas": { "Note": { "type": "object", "description": "ノート 😀" } }
  }
}
"#;
