//! Writing another name in the place of one.

use super::occurrence::{Form, Occurrence};
use crate::fix::Edit;
use crate::schema::write_token;
use crate::source::{self, Draft, Format, Span, Value};

/// A key or string, and what it is to be.
pub(super) struct Rewritten<'t> {
    /// The value that is the string, or has the key.
    pub at: Value<'t>,
    /// Whether it is the key.
    pub is_key: bool,
    /// The new text.
    pub text: String,
    /// The edits that make it so.
    pub edits: Vec<Edit>,
}

/// Writes `name` in the place of the names in `places`, all in the same key or string and in its
/// order. Keeps the quotes and the rest of the text where they can hold the name.
pub(super) fn rewrite<'t>(places: &[Occurrence<'t>], name: &str) -> Option<Rewritten<'t>> {
    let first = places.first()?;
    let old = first.scalar();
    let span = first.scalar_span();
    let tree = first.at.tree();
    let (mut text, mut behind) = (String::new(), 0);
    let mut pieces = Vec::new();
    for place in places {
        let (start, len, spelled) = match place.form {
            Form::Key => (0, old.len(), name.to_owned()),
            Form::Text { start, len } => (start, len, name.to_owned()),
            Form::Token { start, len } => (start, len, write_token(name)),
            Form::Alias | Form::Unwritten => return None,
        };
        text.push_str(old.get(behind..start)?);
        text.push_str(&spelled);
        behind = start + len;
        let replaced = old.get(start..behind)?;
        pieces.push((place.span(), replaced, spelled));
    }
    text.push_str(old.get(behind..)?);
    let written = tree.source().slice(span);
    let style = Style::of(written, tree.format());
    let edits = if old.is_empty() || !style.holds(&text, &pieces) {
        vec![Edit {
            span: Span::new(
                span.start as usize,
                span.start as usize + written.trim_end().len(),
            ),
            replacement: format!("\"{}\"", escaped(&text)),
        }]
    } else {
        let pieces = pieces.into_iter();
        pieces
            .map(|(span, _, spelled)| Edit {
                span,
                replacement: style.spell(&spelled),
            })
            .collect()
    };
    Some(Rewritten {
        at: first.at,
        is_key: first.form == Form::Key,
        text,
        edits,
    })
}

/// How a string is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    DoubleQuoted,
    SingleQuoted,
    Plain,
    Block,
}

impl Style {
    fn of(written: &str, format: Format) -> Self {
        match (format, written.as_bytes().first()) {
            (_, Some(b'"')) => Self::DoubleQuoted,
            (Format::Yaml, Some(b'\'')) => Self::SingleQuoted,
            (Format::Yaml, Some(b'|' | b'>')) => Self::Block,
            _ => Self::Plain,
        }
    }

    /// Whether the pieces, each with what it replaces, can be put in so that `text` comes out.
    fn holds(self, text: &str, pieces: &[(Span, &str, String)]) -> bool {
        match self {
            Self::DoubleQuoted => true,
            Self::SingleQuoted => text.chars().all(is_printable),
            Self::Plain => is_plain(text),
            Self::Block => pieces.iter().all(|(_, replaced, spelled)| {
                !spelled.is_empty()
                    && spelled.trim() == spelled
                    && spelled.chars().all(is_printable)
                    && !replaced.contains('\n')
            }),
        }
    }

    fn spell(self, text: &str) -> String {
        match self {
            Self::DoubleQuoted => escaped(text),
            Self::SingleQuoted => text.replace('\'', "''"),
            Self::Plain | Self::Block => text.to_owned(),
        }
    }
}

/// Whether YAML reads `text` as itself without quotes, also between brackets.
fn is_plain(text: &str) -> bool {
    let written = source::write(&Draft::string(text), Format::Yaml);
    written.trim_end_matches('\n') == text && !text.contains([',', '[', ']', '{', '}'])
}

/// Whether a character may stand between quotes as it is, and is no line break to anyone.
fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// `text` between double quotes, as JSON and YAML both read it.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            c if is_printable(c) => written.push(c),
            c => written.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    written
}
