//! How what is chosen is written into a slot.

use serde_json::Value as Json;

use super::offers::Empty;
use super::slot::{Layout, Role, Slot};
use crate::diagnostic::Findings;
use crate::source::{self, Draft, Format, Limits};
use crate::structure::Expected;

/// Text to insert, and whether it is a snippet of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Insert {
    pub text: String,
    pub is_snippet: bool,
    /// What the text typed so far is compared with.
    pub filter: String,
}

/// Writes into one slot of a text.
pub(super) struct Writer<'s> {
    slot: &'s Slot,
    /// The blanks that the slot's line begins with.
    indent: &'s str,
    /// Whether the object that the slot is in begins on the slot's line.
    opens_here: bool,
    /// Whether the client knows snippets.
    snippets: bool,
}

impl<'s> Writer<'s> {
    pub(super) fn new(text: &'s str, slot: &'s Slot, snippets: bool) -> Self {
        let before = text.get(..slot.word.start).unwrap_or_default();
        let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let opens_here = before.trim_end_matches([' ', '\t']).ends_with('{');
        let line = text.get(line..).unwrap_or_default();
        let length = line.len() - line.trim_start_matches([' ', '\t']).len();
        Self {
            slot,
            indent: line.get(..length).unwrap_or_default(),
            opens_here,
            snippets,
        }
    }

    /// A key, with what its value begins with. `kinds` are those that the value may have; empty
    /// where that is not known.
    pub(super) fn key(&self, name: &str, kinds: &[Expected]) -> Insert {
        let key = self.string(name, true);
        if self.slot.has_colon {
            return self.around(&key, "", false, &key);
        }
        let (mut rest, is_snippet) = match (&self.slot.layout, kinds) {
            (Layout::Block { column, dash }, [Expected::Object]) => (
                format!(":\n{}", " ".repeat(self.inside_key(*column, *dash))),
                false,
            ),
            (Layout::Block { column, dash }, [Expected::Array]) => (
                format!(":\n{}- ", " ".repeat(self.inside_key(*column, *dash))),
                false,
            ),
            (Layout::Json, [kind]) if self.snippets => match kind {
                Expected::Object => (": {$0}".to_owned(), true),
                Expected::Array => (": [$0]".to_owned(), true),
                Expected::String => (": \"$0\"".to_owned(), true),
                _ => (": ".to_owned(), false),
            },
            _ => (": ".to_owned(), false),
        };
        if self.slot.comma_after {
            rest.push(',');
        }
        let written = if is_snippet {
            escaped(&key)
        } else {
            key.clone()
        };
        let written = self.before_key() + &written;
        self.around(&written, &rest, is_snippet, &key)
    }

    /// A key with a whole value. Where the client knows snippets, the cursor goes where more can be
    /// written.
    pub(super) fn entry(&self, name: &str, value: Empty) -> Insert {
        let key = self.string(name, true);
        if self.slot.has_colon {
            return self.around(&key, "", false, &key);
        }
        let (plain, snippet) = match value {
            Empty::Object => ("{}", Some("{$0}")),
            Empty::List { fill: true } => ("[]", Some("[$0]")),
            Empty::List { fill: false } => ("[]", None),
            Empty::True => ("true", None),
        };
        let comma = if self.slot.comma_after { "," } else { "" };
        let before = self.before_key();
        match snippet.filter(|_| self.snippets) {
            Some(snippet) => {
                let rest = format!(": {snippet}{comma}");
                self.around(&(before + &escaped(&key)), &rest, true, &key)
            }
            None => self.around(&(before + &key), &format!(": {plain}{comma}"), false, &key),
        }
    }

    /// The members of an object, between brackets that are there.
    pub(super) fn members(&self, object: &Json, label: &str) -> Insert {
        let comma = if self.slot.comma_after { "," } else { "" };
        let indent = match self.opens_here {
            true => format!("{}  ", self.indent),
            false => self.indent.to_owned(),
        };
        let members = object.as_object().into_iter().flatten();
        let written: Vec<_> = members
            .map(|(key, value)| match self.slot.layout {
                Layout::Json => format!("{}: {}", Json::from(key.as_str()), json(value, &indent)),
                _ => format!("{}: {}", self.string(key, true), compact(value)),
            })
            .collect();
        let written = match self.slot.layout {
            Layout::Json if self.opens_here => {
                let lines = written.join(&format!(",\n{indent}"));
                format!("\n{indent}{lines}\n{}", self.indent)
            }
            Layout::Json => written.join(&format!(",\n{indent}")),
            _ => written.join(", "),
        };
        let filter = match self.slot.quote {
            Some(quote) => format!("{quote}{label}"),
            None => label.to_owned(),
        };
        self.around(&written, comma, false, &filter)
    }

    /// A string as a value.
    pub(super) fn text(&self, text: &str) -> Insert {
        let written = self.string(text, false);
        self.value(&written)
    }

    /// A boolean or number as a value.
    pub(super) fn value(&self, written: &str) -> Insert {
        let comma = if self.slot.comma_after { "," } else { "" };
        self.around(written, comma, false, written)
    }

    /// A whole value, with its key where it is a member.
    pub(super) fn template(&self, key: Option<&str>, value: &Json, label: &str) -> Insert {
        let comma = if self.slot.comma_after { "," } else { "" };
        let key = key.map(|key| self.string(key, true));
        let written = match (&self.slot.layout, &key) {
            (Layout::Json, _) => {
                let text = json(value, self.indent);
                match &key {
                    Some(key) => format!("{key}: {text}"),
                    None => text,
                }
            }
            (Layout::Flow, _) => match &key {
                Some(key) => format!("{key}: {}", compact(value)),
                None => compact(value),
            },
            (Layout::Block { column, dash }, Some(key)) => {
                let inner = self.inner(*column, *dash);
                format!("{key}:\n{}{}", " ".repeat(inner), block(value, inner))
            }
            (Layout::Block { column, dash }, None) if self.slot.role != Role::Value => {
                block(value, self.inner(*column, *dash) - 2)
            }
            (Layout::Block { column, .. }, None) => {
                let inner = column + 2;
                let space = if self.slot.space_before { "" } else { "\n" };
                let text = block(value, inner);
                let lead = if space.is_empty() { "\n" } else { space };
                format!("{lead}{}{text}", " ".repeat(inner))
            }
        };
        let filter = match (self.slot.quote, &key) {
            (_, Some(key)) => key.clone(),
            (Some(quote), None) => format!("{quote}{label}"),
            (None, None) => label.to_owned(),
        };
        self.around(&written, comma, false, &filter)
    }

    /// The column of what is inside an entry at `column`.
    fn inner(&self, column: usize, dash: bool) -> usize {
        column + if dash { 4 } else { 2 }
    }

    /// The column of the value of a key that is written at `column`, or of one below it.
    fn inside_key(&self, column: usize, dash: bool) -> usize {
        self.inner(column, dash) + if self.slot.role == Role::Value { 2 } else { 0 }
    }

    /// What stands before a key: where lines have a value, it is the first of an object that begins
    /// on the next one.
    fn before_key(&self) -> String {
        match self.slot.layout {
            Layout::Block { column, dash } if self.slot.role == Role::Value => {
                format!("\n{}", " ".repeat(self.inner(column, dash)))
            }
            _ => String::new(),
        }
    }

    fn around(&self, written: &str, rest: &str, is_snippet: bool, filter: &str) -> Insert {
        let mut text = String::new();
        if self.slot.space_before && !written.starts_with('\n') {
            text.push(' ');
        }
        if let Layout::Block { dash: true, .. } = self.slot.layout {
            text.push_str("- ");
        }
        text.push_str(written);
        text.push_str(rest);
        Insert {
            text,
            is_snippet,
            filter: filter.to_owned(),
        }
    }

    /// A string, quoted as the word at hand is, or as it must be.
    fn string(&self, text: &str, is_key: bool) -> String {
        let quoted = || Json::from(text).to_string();
        match (&self.slot.layout, self.slot.quote) {
            (Layout::Json, _) | (_, Some('"')) => quoted(),
            (_, Some(_)) => format!("'{}'", text.replace('\'', "''")),
            (Layout::Flow, None) if !is_flow_safe(text) => quoted(),
            (_, None) if is_key && text.starts_with('$') => text.to_owned(),
            _ => {
                let written = source::write(&Draft::string(text), Format::Yaml);
                written.trim_end().to_owned()
            }
        }
    }
}

/// Whether nothing in a plain string means anything between brackets.
fn is_flow_safe(text: &str) -> bool {
    !text.contains([',', '[', ']', '{', '}', ':', '#', '\n'])
}

/// A value in lines of JSON; those after the first begin with `indent`.
fn json(value: &Json, indent: &str) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.replace('\n', &format!("\n{indent}"))
}

/// A value in lines; those after the first begin at `column`.
fn block(value: &Json, column: usize) -> String {
    let json = value.to_string();
    let mut findings = Findings::new(0);
    let limits = Limits::default();
    let tree = source::read(json.as_bytes(), Some(Format::Json), limits, &mut findings);
    let Some(root) = tree.root() else {
        return json;
    };
    let text = source::write(&Draft::Copy(root), Format::Yaml);
    let text = text.trim_end();
    text.replace('\n', &format!("\n{}", " ".repeat(column)))
}

/// A value in one line, as people write it.
fn compact(value: &Json) -> String {
    match value {
        Json::Object(members) if !members.is_empty() => {
            let members = members.iter();
            let written = members.map(|(key, value)| format!("{key:?}: {}", compact(value)));
            format!("{{ {} }}", written.collect::<Vec<_>>().join(", "))
        }
        Json::Array(elements) => {
            let written = elements.iter().map(compact);
            format!("[{}]", written.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Text in which nothing means anything to snippets.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}
