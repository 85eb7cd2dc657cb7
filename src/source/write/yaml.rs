//! The restricted YAML profile out (§15.3).
//!
//! A string is written plain only where no YAML reader, not even one of YAML 1.1, takes it for
//! anything else; text of several lines becomes a literal block wherever one can hold it.

use std::fmt::Write as _;

use super::json;
use crate::source::draft::{Part, Shape};

pub(super) fn write(part: Part<'_>, step: usize) -> String {
    let mut text = String::new();
    let indent = Indent { column: 0, step };
    match part.shape() {
        Shape::Object(members) if !members.is_empty() => object(&mut text, &members, indent),
        Shape::Array(elements) if !elements.is_empty() => array(&mut text, &elements, indent),
        shape => scalar(&mut text, &shape, None),
    }
    text
}

/// Columns between a dash and what stands beside it.
const BESIDE_DASH: usize = 2;

/// Where lines begin, and how much further what is below a key does.
#[derive(Clone, Copy)]
struct Indent {
    column: usize,
    step: usize,
}

impl Indent {
    fn deeper(self, columns: usize) -> Self {
        Self {
            column: self.column + columns,
            ..self
        }
    }
}

/// Implicit keys must fit 1,024 characters (YAML 1.2.2 §7.4.2); longer ones are written with `?`.
const LONGEST_KEY: usize = 1000;

/// Writes members in lines of their own; the first continues the current line.
fn object(text: &mut String, members: &[(&str, Part<'_>)], indent: Indent) {
    for (at, &(key, member)) in members.iter().enumerate() {
        if at > 0 {
            spaces(text, indent.column);
        }
        let start = text.len();
        line_string(text, key);
        if text.len() - start > LONGEST_KEY {
            text.insert_str(start, "? ");
            text.push('\n');
            spaces(text, indent.column);
        }
        text.push(':');
        entry(text, member, indent, true);
    }
}

fn array(text: &mut String, elements: &[Part<'_>], indent: Indent) {
    for (at, &element) in elements.iter().enumerate() {
        if at > 0 {
            spaces(text, indent.column);
        }
        text.push('-');
        entry(text, element, indent, false);
    }
}

/// Writes what follows `key:` or `-`, the line break included.
fn entry(text: &mut String, part: Part<'_>, indent: Indent, after_key: bool) {
    let step = if after_key { indent.step } else { BESIDE_DASH };
    let inner = indent.deeper(step);
    match part.shape() {
        Shape::Object(members) if !members.is_empty() => {
            start(text, inner, after_key);
            object(text, &members, inner);
        }
        Shape::Array(elements) if !elements.is_empty() => {
            start(text, inner, after_key);
            array(text, &elements, inner);
        }
        shape => {
            text.push(' ');
            let block = Block {
                column: inner.column,
                step,
            };
            scalar(text, &shape, Some(block));
            text.push('\n');
        }
    }
}

/// Where the lines of a literal block begin, and how far that is from the line that it belongs to.
struct Block {
    column: usize,
    step: usize,
}

/// A collection stands below its key, but beside its dash.
fn start(text: &mut String, indent: Indent, after_key: bool) {
    if after_key {
        text.push('\n');
        spaces(text, indent.column);
    } else {
        text.push(' ');
    }
}

/// Writes a scalar or an empty collection. Only inside a collection may it be a block.
fn scalar(text: &mut String, shape: &Shape<'_>, block: Option<Block>) {
    match shape {
        Shape::Null => text.push_str("null"),
        Shape::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Shape::Number(lexeme) => text.push_str(lexeme),
        Shape::String(string) => match block.filter(|_| fits_literal(string)) {
            Some(block) => literal(text, string, &block),
            None => line_string(text, string),
        },
        Shape::Array(_) => text.push_str("[]"),
        Shape::Object(_) => text.push_str("{}"),
    }
}

/// A string on one line: plain where that is safe, else quoted.
fn line_string(text: &mut String, string: &str) {
    if is_plain(string) {
        text.push_str(string);
    } else if string.is_empty() {
        text.push_str("''");
    } else {
        json_quoted(text, string);
    }
}

/// Double quotes with every character escaped that YAML does not print or takes for a line break.
fn json_quoted(text: &mut String, string: &str) {
    let mut quoted = String::new();
    json::quoted(&mut quoted, string);
    for c in quoted.chars() {
        if is_printable(c) {
            text.push(c);
        } else {
            // Writing to a string cannot fail.
            _ = write!(text, "\\u{:04X}", u32::from(c));
        }
    }
}

/// Whether a character may stand in text as it is: printable by YAML 1.2.2 §5.1, and no line break
/// by any version of YAML.
fn is_printable(c: char) -> bool {
    match c {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => false,
        '\u{fffe}' | '\u{ffff}' => false,
        c => c >= ' ',
    }
}

fn is_plain(string: &str) -> bool {
    let Some(first) = string.chars().next() else {
        return false;
    };
    // Letters begin words; a few symbols are safe anywhere. All else is quoted: digits, signs and
    // dots may begin numbers and dates, and most symbols are indicators. Further on, quotes, commas
    // and brackets are text, because nothing here is written in flow style.
    let begins = first.is_alphabetic() || "_/$(".contains(first);
    let looks_like_path = first == '.' && string.starts_with("./");
    (begins || looks_like_path || is_version(string))
        && !string.ends_with([' ', ':'])
        && !string.contains(": ")
        && !string.contains(" #")
        && string.chars().all(is_printable)
        && !is_word_of_some_schema(string)
}

/// Digits with two or more dots between them: no number in any version of YAML.
fn is_version(string: &str) -> bool {
    let parts: Vec<&str> = string.split('.').collect();
    parts.len() >= 3
        && parts
            .iter()
            .all(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Words that some YAML schema resolves to something other than a string.
fn is_word_of_some_schema(string: &str) -> bool {
    const WORDS: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    WORDS.iter().any(|word| string.eq_ignore_ascii_case(word))
}

/// Whether a literal block can hold the string without loss.
fn fits_literal(string: &str) -> bool {
    let content = string.trim_end_matches('\n');
    content.contains('\n')
        && !content.starts_with('\n')
        && content.split('\n').all(|line| {
            !line.starts_with('\t') && line.chars().all(|c| is_printable(c) || c == '\t')
        })
        && content
            .split('\n')
            .all(|line| line.is_empty() || !line.trim().is_empty())
}

/// A literal block; the indicator says how deep it is where its first line starts with a space.
fn literal(text: &mut String, string: &str, block: &Block) {
    text.push('|');
    if string.starts_with(' ') {
        // Writing to a string cannot fail.
        _ = write!(text, "{}", block.step);
    }
    let content = string.trim_end_matches('\n');
    match string.len() - content.len() {
        0 => text.push('-'),
        1 => {}
        _ => text.push('+'),
    }
    for line in content.split('\n') {
        text.push('\n');
        if !line.is_empty() {
            spaces(text, block.column);
            text.push_str(line);
        }
    }
    // The break that ends the last line is the caller's.
    (1..string.len() - content.len()).for_each(|_| text.push('\n'));
}

fn spaces(text: &mut String, count: usize) {
    (0..count).for_each(|_| text.push(' '));
}
