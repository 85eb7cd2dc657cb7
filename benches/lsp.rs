//! How long the language server takes for what a person waits for, as a ratio to the library's own
//! check of the same text in the same run, and what memory it keeps once documents are closed.
//!
//! `cargo bench` prints a table and fails where a bar is missed. The server runs as a process of
//! its own, over the real protocol.

use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use mcpdesc::Options;
use mcpdesc::lsp::QUIET;
use mcpdesc::source::Format;
use serde_json::{Value, json};

use editor::Editor;
use support::{corpus_tools, document, largest_corpus_document, ratio, yaml};

#[path = "support/editor.rs"]
mod editor;
mod support;

/// What a 95th percentile may be at most, as a ratio to the check.
const DIAGNOSTICS: f64 = 1.5;
const COMPLETION: f64 = 1.0;
const HOVER: f64 = 1.0;
/// For a request about another document while a check is under way: it must not wait for it.
const OTHER: f64 = 0.1;
/// A check that takes longer is one that others could have to wait for.
const LONG: Duration = Duration::from_millis(100);

/// What the server may hold when the document is closed, as a multiple of what it holds before.
const KEPT: f64 = 3.0;

/// How long the server may take to give memory back.
const REST: Duration = Duration::from_secs(5);

/// What is typed: the last ones break the text until they are taken back.
const TYPED: [&str; 4] = ["x", "\u{e9}", "\"", "{"];

/// A document that is asked about while another one is checked.
const SMALL: (&str, &str) = (
    "file:///small.mcpdesc.yaml",
    "mcpdesc: 0.8.0\ninfo: { name: small, version: 1.0.0 }\nprotocolVersions: ['2025-11-25']\n",
);

fn main() -> ExitCode {
    match measure_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot measure: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; tells whether all bars are met.
fn measure_all() -> io::Result<bool> {
    let tools = corpus_tools();
    let largest = largest_corpus_document(&tools);
    let many = document(&tools, 10_000);
    println!("95th percentiles as ratios to the check of the same text (the most that is allowed)");
    println!(
        "{:<28}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}",
        "document",
        "check",
        format!("told {DIAGNOSTICS}"),
        format!("compl. {COMPLETION}"),
        format!("at rest {COMPLETION}"),
        format!("hover {HOVER}"),
        format!("at rest {HOVER}"),
        format!("other {OTHER}"),
        format!("busy {OTHER}"),
        format!("kept {KEPT}"),
    );
    let mut all_met = true;
    for (name, json, keystrokes) in [
        ("largest of the corpus", &largest, 80),
        ("10,000 tools", &many, 16),
    ] {
        for (format, bytes) in [(Format::Json, json.clone()), (Format::Yaml, yaml(json))] {
            let text = String::from_utf8(bytes).map_err(io::Error::other)?;
            let mut typist = Typist::new(format, text)?;
            all_met &= typist.measure(name, keystrokes)?;
        }
    }
    Ok(all_met)
}

/// Somebody who changes one document in an editor.
struct Typist {
    editor: Editor,
    uri: &'static str,
    options: Options,
    text: String,
    version: i32,
    /// Byte offsets where something is typed, in the text as it was.
    places: Vec<usize>,
}

/// Times that were taken after keystrokes.
#[derive(Default)]
struct Times {
    check: Vec<Duration>,
    diagnostics: Vec<Duration>,
    completion: Vec<Duration>,
    completion_at_rest: Vec<Duration>,
    hover: Vec<Duration>,
    hover_at_rest: Vec<Duration>,
    other: Vec<Duration>,
    busy: Vec<Duration>,
}

impl Typist {
    fn new(format: Format, text: String) -> io::Result<Self> {
        let (uri, mark) = match format {
            Format::Json => ("file:///typed.mcpdesc.json", "\"description\": \""),
            Format::Yaml => ("file:///typed.mcpdesc.yaml", "description: "),
        };
        let found: Vec<usize> = text
            .match_indices(mark)
            .map(|(at, _)| at + mark.len())
            .collect();
        let step = (found.len() / 20).max(1);
        Ok(Self {
            editor: Editor::start()?,
            uri,
            options: Options {
                format: Some(format),
                ..Options::default()
            },
            places: found.into_iter().step_by(step).collect(),
            text,
            version: 1,
        })
    }

    /// Prints a line of the table; tells whether the bars are met.
    fn measure(&mut self, name: &str, keystrokes: usize) -> io::Result<bool> {
        let (uri, text) = SMALL;
        self.open(uri, text)?;
        self.editor.diagnosed(uri, 1)?;
        let at_start = self.editor.memory()?;
        let text = self.text.clone();
        self.open(self.uri, &text)?;
        self.editor.diagnosed(self.uri, self.version)?;
        let mut times = Times::default();
        for number in 0..keystrokes / 2 {
            let at = self
                .places
                .get(number % self.places.len())
                .copied()
                .unwrap_or_default();
            let typed = TYPED.get(number % TYPED.len()).copied().unwrap_or_default();
            self.keystroke(at, "", typed, &mut times)?;
            self.keystroke(at, typed, "", &mut times)?;
        }
        let document = json!({ "textDocument": { "uri": self.uri } });
        self.editor.notify("textDocument/didClose", document)?;
        thread::sleep(REST);
        let kept = self.editor.memory()? as f64 / at_start as f64;
        let format = self.options.format;
        Ok(times.print(&format!("{name}, {}", format.map_or("", name_of)), kept))
    }

    fn open(&mut self, uri: &str, text: &str) -> io::Result<()> {
        let document = json!({ "uri": uri, "languageId": "", "version": 1, "text": text });
        self.editor
            .notify("textDocument/didOpen", json!({ "textDocument": document }))
    }

    /// Replaces `old` at a place by `new`, and asks for everything.
    fn keystroke(&mut self, at: usize, old: &str, new: &str, times: &mut Times) -> io::Result<()> {
        let changed = self.change(at, old, new)?;
        let told = self.editor.diagnosed(self.uri, self.version)?;
        times
            .diagnostics
            .push((told - changed).saturating_sub(QUIET));
        let cursor = self.position(at + new.len());
        for (method, at_rest) in [
            ("textDocument/completion", &mut times.completion_at_rest),
            ("textDocument/hover", &mut times.hover_at_rest),
        ] {
            at_rest.push(self.ask(method, self.uri, &cursor)?);
        }
        let start = Instant::now();
        let loaded = mcpdesc::load(self.text.as_bytes(), &self.options);
        std::hint::black_box(mcpdesc::check(&loaded, &self.options).valid);
        drop(loaded);
        let check = start.elapsed();
        times.check.push(check);
        for (method, after) in [
            ("textDocument/completion", &mut times.completion),
            ("textDocument/hover", &mut times.hover),
        ] {
            // The same text once more is a new version of it.
            self.change(at, new, new)?;
            after.push(self.ask(method, self.uri, &cursor)?);
            self.editor.diagnosed(self.uri, self.version)?;
        }
        self.change(at, new, new)?;
        thread::sleep(QUIET + check / 4);
        let (small, _) = SMALL;
        let start = json!({ "line": 0, "character": 0 });
        times
            .other
            .push(self.ask("textDocument/hover", small, &start)?);
        self.editor.diagnosed(self.uri, self.version)?;
        // The questions that editors ask at once after a change.
        self.change(at, new, new)?;
        let document = json!({ "textDocument": { "uri": self.uri } });
        let mut asked = Vec::new();
        for method in ["documentSymbol", "foldingRange", "codeLens"] {
            let method = format!("textDocument/{method}");
            asked.push(self.editor.ask(&method, document.clone())?);
        }
        times
            .busy
            .push(self.ask("textDocument/hover", small, &start)?);
        self.editor.diagnosed(self.uri, self.version)?;
        for id in asked {
            self.editor.answered(id)?;
        }
        Ok(())
    }

    /// Replaces `old` at a byte offset by `new` in the editor; tells when.
    fn change(&mut self, at: usize, old: &str, new: &str) -> io::Result<Instant> {
        let range = json!({ "start": self.position(at), "end": self.position(at + old.len()) });
        self.text.replace_range(at..at + old.len(), new);
        self.version += 1;
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "range": range, "text": new }],
        });
        let now = Instant::now();
        self.editor.notify("textDocument/didChange", params)?;
        Ok(now)
    }

    /// How long a question about a place takes.
    fn ask(&mut self, method: &str, uri: &str, position: &Value) -> io::Result<Duration> {
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        let start = Instant::now();
        let id = self.editor.ask(method, params)?;
        Ok(self.editor.answered(id)? - start)
    }

    fn position(&self, at: usize) -> Value {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        json!({ "line": line, "character": at - start })
    }
}

fn name_of(format: Format) -> &'static str {
    match format {
        Format::Json => "JSON",
        Format::Yaml => "YAML",
    }
}

impl Times {
    /// Prints a line of the table; tells whether the bars are met.
    ///
    /// The check's time is a 95th percentile too: what else the machine does disturbs it as much.
    fn print(&mut self, name: &str, kept: f64) -> bool {
        let check = percentile(&mut self.check, 95);
        let other = if check > LONG { OTHER } else { f64::INFINITY };
        let columns = [
            (&mut self.diagnostics, DIAGNOSTICS),
            (&mut self.completion, COMPLETION),
            (&mut self.completion_at_rest, COMPLETION),
            (&mut self.hover, HOVER),
            (&mut self.hover_at_rest, HOVER),
            (&mut self.other, other),
            (&mut self.busy, other),
        ];
        let mut line = format!("{name:<28}{check:>10.2?}");
        let mut met = kept <= KEPT;
        for (times, bar) in columns {
            let found = ratio(percentile(times, 95), check);
            met &= found <= bar;
            line.push_str(&format!("{found:>12.2}"));
        }
        println!("{line}{kept:>10.2}{}", if met { "" } else { "  missed" });
        met
    }
}

/// The time that `percent` of them do not exceed.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(at).copied().unwrap_or_default()
}
