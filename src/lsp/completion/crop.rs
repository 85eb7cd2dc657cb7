//! Leaves out what a question about one place does not depend on, so that large documents need not
//! be read anew after each keystroke.
//!
//! Nothing refers to Tools, Resources, Resource Templates, Prompts, transports and capabilities:
//! of these lists only the entry around the place counts. Among the components, all of it does.

use std::ops::Range;

use memchr::memchr3;

use super::token::line_end;
use crate::source::Format;

/// The lists of which only one entry counts.
const LISTS: [&str; 6] = [
    "tools",
    "resources",
    "resourceTemplates",
    "prompts",
    "transports",
    "capabilities",
];

/// Texts below this size are read as they are.
const SMALL: usize = 32 << 10;

/// A text without the other entries.
#[derive(Debug)]
pub(in crate::lsp) struct Cropped {
    /// What is left.
    pub text: String,
    /// What is left out, in its order.
    out: Vec<Range<usize>>,
}

impl Cropped {
    /// What counts for `place`; `None` where nothing is left out.
    pub(in crate::lsp) fn around(text: &str, place: usize, format: Format) -> Option<Self> {
        if text.len() < SMALL {
            return None;
        }
        let mut out = match format {
            Format::Json => json_entries(text),
            Format::Yaml => yaml_entries(text),
        };
        out.retain(|range| !range.is_empty() && !range.contains(&place));
        if out.is_empty() {
            return None;
        }
        let mut left = String::new();
        let mut copied = 0;
        for range in &out {
            left.push_str(text.get(copied..range.start)?);
            copied = range.end;
        }
        left.push_str(text.get(copied..)?);
        Some(Self { text: left, out })
    }

    /// Where an offset in the whole text, which is not left out, is in this one.
    pub(in crate::lsp) fn offset(&self, whole: usize) -> usize {
        let before = self.out.iter().take_while(|range| range.end <= whole);
        whole - before.map(Range::len).sum::<usize>()
    }

    /// Where an offset in this text is in the whole one.
    pub(in crate::lsp) fn whole_offset(&self, offset: usize) -> usize {
        let add = |whole: usize, range: &Range<usize>| match range.start <= whole {
            true => whole + range.len(),
            false => whole,
        };
        self.out.iter().fold(offset, add)
    }
}

/// The entries of the lists in a JSON text, each with the comma behind it.
fn json_entries(text: &str) -> Vec<Range<usize>> {
    let mut entries = Vec::new();
    let mut depth = 0usize;
    let mut key = "";
    let mut entry = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let start = at + 1;
                at = string_end(bytes, start);
                if depth == 1 {
                    key = text.get(start..at).unwrap_or_default();
                }
            }
            b'{' | b'[' => {
                depth += 1;
                if depth == 2 && byte == b'[' && LISTS.contains(&key) {
                    entry = Some(at + 1);
                }
            }
            b'}' | b']' => {
                if depth == 2
                    && let Some(start) = entry.take()
                {
                    entries.push(start..at);
                }
                depth = depth.saturating_sub(1);
            }
            b',' if depth == 2 => {
                if let Some(start) = &mut entry {
                    entries.push(*start..at + 1);
                    *start = at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    entries
}

/// Where the string whose text begins at `at` is closed, or the line that it is not closed in.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        match memchr3(b'"', b'\\', b'\n', rest).map(|stop| at + stop) {
            None => return bytes.len(),
            Some(stop) if bytes.get(stop) == Some(&b'\\') => at = stop + 2,
            Some(stop) => return stop,
        }
    }
}

/// The entries of the lists in a YAML text that are written in lines.
fn yaml_entries(text: &str) -> Vec<Range<usize>> {
    let mut entries: Vec<Range<usize>> = Vec::new();
    // The column of the dashes, once the first is seen, and where the last entry began.
    let mut list: Option<(Option<usize>, Option<usize>)> = None;
    let mut at = 0;
    while at < text.len() {
        let end = line_end(text, at);
        let line = text.get(at..end).unwrap_or_default();
        let content = line.trim_start_matches(' ');
        let column = line.len() - content.len();
        let is_dash = content == "-" || content.starts_with("- ");
        let ends_list = column == 0 && !is_dash && !content.is_empty() && !line.starts_with('#');
        if ends_list {
            if let Some((_, Some(start))) = list.take() {
                entries.push(start..at);
            }
            let key = line.split_once(':').filter(|(_, rest)| is_void(rest));
            let key = key.map(|(key, _)| key.trim_matches(['"', '\'']));
            list = key.filter(|key| LISTS.contains(key)).map(|_| (None, None));
        } else if is_dash
            && let Some((dashes, last)) = &mut list
            && dashes.is_none_or(|dashes| dashes == column)
        {
            *dashes = Some(column);
            if let Some(start) = last.replace(at) {
                entries.push(start..at);
            }
        }
        at = if text.as_bytes().get(end..end + 2) == Some(b"\r\n") {
            end + 2
        } else {
            end + 1
        };
    }
    if let Some((_, Some(start))) = list {
        entries.push(start..text.len());
    }
    entries
}

/// Whether nothing but a comment is written.
fn is_void(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || rest.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a text around the first `@`.
    fn left(text: &str, format: Format) -> String {
        let padding = match format {
            Format::Json => " ".repeat(SMALL),
            Format::Yaml => format!("# {}\n", "-".repeat(SMALL)),
        };
        let text = format!("{padding}{text}");
        let place = text.find('@').unwrap();
        let cropped = Cropped::around(&text, place, format).unwrap();
        let moved = cropped.text.find('@').unwrap();
        assert_eq!(cropped.offset(place), moved);
        assert_eq!(cropped.whole_offset(moved), place);
        cropped.text.replace(&padding, "")
    }

    #[test]
    fn only_the_entry_around_the_place_is_left_of_a_list() {
        let yaml = "tools:\n  - a: '日'\n    b: |\n      - x\n  - c: @\n  - d: 1\ntags:\n  - e: 1\n  - f: 1\n";
        let expected = "tools:\n  - c: @\ntags:\n  - e: 1\n  - f: 1\n";
        assert_eq!(left(yaml, Format::Yaml), expected);
        assert_eq!(
            left(&yaml.replace('\n', "\r\n"), Format::Yaml),
            expected.replace('\n', "\r\n")
        );
        let json = r#"{"tools":[{"a":"],日"},{"c":[@,1]},{"d":1}],"tags":[1,2],"prompts":[{}]}"#;
        let expected = r#"{"tools":[{"c":[@,1]},],"tags":[1,2],"prompts":[]}"#;
        assert_eq!(left(json, Format::Json), expected);
    }

    #[test]
    fn lists_whose_dashes_stand_below_their_key_are_cropped_too() {
        let yaml = "tools:\n- a: 1\n- b: 1\nprompts:\n- c: 1\n- d: @\n";
        assert_eq!(left(yaml, Format::Yaml), "tools:\nprompts:\n- d: @\n");
    }
}
