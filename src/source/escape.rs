//! Where a part of a string is written, given its place in the decoded text.
//!
//! Readers keep no map from decoded to written text, for hardly any string needs one. It is made by
//! reading both side by side: the decoded text tells what an escape or a folded line stands for.

use super::{Format, Span, Tree, Value};

/// Where the `len` bytes from `start` of a string's decoded text are written; `None` where that
/// cannot be told, and for what is no string.
pub fn written(value: Value<'_>, start: usize, len: usize) -> Option<Span> {
    part(value.tree(), value.span(), value.as_str()?, start, len)
}

/// Where the key of a value is written, quotes aside; `None` where that cannot be told, and for
/// values without a key.
pub fn written_key(value: Value<'_>) -> Option<Span> {
    let (key, span) = value.key()?;
    part(value.tree(), span, key, 0, key.len())
}

/// Where a part of the string `decoded`, which is written at `span`, is written.
fn part(tree: &Tree, span: Span, decoded: &str, start: usize, len: usize) -> Option<Span> {
    let mut pair = Pair::new(tree.source().slice(span), decoded, tree.format())?;
    let end = start.checked_add(len)?;
    let mut from = None;
    let mut to = 0;
    while pair.decoded_at < end {
        let written = pair.written_at;
        pair.step()?;
        if pair.decoded_at > start {
            // A jump over nothing, such as the break of a line that goes on, belongs to no part.
            from.get_or_insert(written + pair.skipped);
            to = pair.written_at;
        }
    }
    let base = span.start as usize;
    Some(Span::new(base + from?, base + to))
}

/// How a string is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    DoubleQuoted,
    SingleQuoted,
    Plain,
    /// A block scalar whose lines are indented by this many spaces.
    Block(usize),
}

/// The written and the decoded text, read side by side.
struct Pair<'a> {
    written: &'a str,
    /// The next byte.
    written_at: usize,
    decoded: &'a str,
    /// The next byte.
    decoded_at: usize,
    style: Style,
    /// How many bytes of the last step stood for nothing, at its beginning.
    skipped: usize,
}

impl<'a> Pair<'a> {
    fn new(written: &'a str, decoded: &'a str, format: Format) -> Option<Self> {
        let (style, written_at) = match (format, written.chars().next()?) {
            (_, '"') => (Style::DoubleQuoted, 1),
            (Format::Yaml, '\'') => (Style::SingleQuoted, 1),
            (Format::Yaml, '|' | '>') => block(written, decoded)?,
            _ => (Style::Plain, 0),
        };
        Some(Self {
            written,
            written_at,
            decoded,
            decoded_at: 0,
            style,
            skipped: 0,
        })
    }

    fn written_rest(&self) -> &'a str {
        self.written.get(self.written_at..).unwrap_or_default()
    }

    fn decoded_rest(&self) -> &'a str {
        self.decoded.get(self.decoded_at..).unwrap_or_default()
    }

    /// Goes on by one character, escape or fold; `None` where the two do not go together.
    fn step(&mut self) -> Option<()> {
        self.skipped = 0;
        let fold = self.fold();
        if fold > 0 {
            let breaks = self.decoded_rest().bytes().take_while(|it| *it == b'\n');
            let stands_for = match breaks.count() {
                0 => usize::from(self.decoded_rest().starts_with(' ')),
                breaks => breaks,
            };
            if stands_for == 0 {
                return None;
            }
            self.written_at += fold;
            self.decoded_at += stands_for;
            return Some(());
        }
        let rest = self.written_rest();
        let c = self.decoded_rest().chars().next()?;
        let taken = match (self.style, rest.chars().next()?) {
            (Style::DoubleQuoted, '\\') => self.escape(c)?,
            (Style::SingleQuoted, '\'') if rest.starts_with("''") => (c == '\'').then_some(2)?,
            (_, same) => (same == c).then_some(c.len_utf8())?,
        };
        self.written_at += taken;
        self.decoded_at += c.len_utf8();
        Some(())
    }

    /// The length of the escape that stands for `c`, and of the line breaks before it that stand
    /// for nothing.
    fn escape(&mut self, c: char) -> Option<usize> {
        let rest = self.written_rest();
        let len = match rest.chars().nth(1)? {
            'u' if c.len_utf16() == 2 => 12,
            'u' => 6,
            'x' => 4,
            'U' => 10,
            '\r' | '\n' => {
                let joined = rest.get(1..)?.trim_start_matches([' ', '\t', '\r', '\n']);
                self.skipped = rest.len() - joined.len();
                let next = joined.chars().next()?;
                let taken = if next == '\\' {
                    let mut behind = Pair {
                        written_at: self.written_at + self.skipped,
                        ..*self
                    };
                    behind.escape(c)?
                } else {
                    (next == c).then_some(c.len_utf8())?
                };
                return Some(self.skipped + taken);
            }
            escaped => 1 + escaped.len_utf8(),
        };
        rest.is_char_boundary(len).then_some(len)
    }

    /// The length of the line breaks that are written next, with the white space that goes with
    /// them; 0 where there is none.
    fn fold(&self) -> usize {
        let rest = self.written_rest();
        let breaks = rest.trim_start_matches(['\r', '\n']);
        match self.style {
            Style::Block(_) if breaks.len() == rest.len() => 0,
            Style::Block(indent) => {
                // Lines of white space alone go with the break unless they are content.
                let mut at = rest.len() - breaks.len();
                while let Some(line) = rest.get(at..) {
                    let spaces = line.len() - line.trim_start_matches(' ').len();
                    let text = line.get(spaces..).unwrap_or_default();
                    let ends = text.len() - text.trim_start_matches(['\r', '\n']).len();
                    if ends == 0 || spaces > indent {
                        return at + spaces.min(indent);
                    }
                    at += spaces + ends;
                }
                at
            }
            _ => {
                let text = rest.trim_start_matches([' ', '\t', '\r', '\n']);
                let white = rest.get(..rest.len() - text.len()).unwrap_or_default();
                if white.contains(['\r', '\n']) {
                    white.len()
                } else {
                    0
                }
            }
        }
    }
}

/// How a block scalar is indented, and where its content begins.
fn block(written: &str, decoded: &str) -> Option<(Style, usize)> {
    let content = written.find('\n')? + 1;
    let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let has_text = |line: &&str| !line.trim().is_empty();
    let first = written.get(content..)?.lines().find(has_text)?;
    let meant = decoded.lines().find(has_text)?;
    let indent = spaces(first).checked_sub(spaces(meant))?;
    // Empty lines before the first with text are written as they are meant.
    let begin = written.get(content..)?;
    let here = spaces(begin).min(indent);
    Some((Style::Block(indent), content + here))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Findings;
    use crate::source::{Limits, read};

    /// What is written for the `@` in the value of the only member.
    fn found(text: &str, format: Format) -> Option<&str> {
        let mut faults = Findings::new(10);
        let tree = read(
            text.as_bytes(),
            Some(format),
            Limits::default(),
            &mut faults,
        );
        let value = tree.root().unwrap().get("k").unwrap();
        let decoded = value.as_str().unwrap();
        let span = written(value, decoded.find('@').unwrap(), 1)?;
        assert_eq!(
            faults.count(crate::diagnostic::Severity::Error),
            0,
            "{text}"
        );
        text.get(span.range())
    }

    #[test]
    fn parts_of_escaped_json_are_found() {
        for before in [
            "",
            "a",
            "é",
            "\\n",
            "\\u00e9",
            "\\ud83d\\ude00",
            "\\\\\\\"",
            "\u{1d11e}",
        ] {
            let text = format!("{{\"k\": \"{before}@b\\n\"}}");
            assert_eq!(found(&text, Format::Json), Some("@"), "{text}");
            let text = format!("{{\"k\": \"{before}\\u0040b\"}}");
            assert_eq!(found(&text, Format::Json), Some("\\u0040"), "{text}");
        }
    }

    #[test]
    fn parts_of_every_yaml_style_are_found() {
        for text in [
            "k: a@b",
            "k: a\n  b\n\n  c@b",
            "k: 'it''s @'",
            "k: 'a  \n\n  b @'",
            "k: \"a\\x41\\U0001F600\\u00e9\\t @\"",
            "k: \"a  \n  b\n\n\n  c @\"",
            "k: \"a\\\n   @\"",
            "k: |\n  a\n    b\n  @ c\n",
            "k: |2\n    a\n  @\n",
            "k: |-\n\n  a\n\n\n  b@\n",
            "k: >\n  a\n  b\n\n  c @\n",
            "k: >\n  a\n    b\n   c\n  d @\n",
            "k: >+\n  a\n\n    @\n\n",
            "k: |\r\n  a\r\n  @\r\n",
            "k: \"a\r\n  @\"\r\n",
        ] {
            assert_eq!(found(text, Format::Yaml), Some("@"), "{text:?}");
        }
        assert_eq!(found("k: \"a\\\n  \\x40\"", Format::Yaml), Some("\\x40"));
    }
}
