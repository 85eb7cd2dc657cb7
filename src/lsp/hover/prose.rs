//! Text for people that quotes a document, which may hold anything.
//!
//! What the document says must be read as it stands there, whatever its characters mean in Markdown
//! (§14.8): so it is kept apart from what is said about it until the text is rendered.

/// A text in paragraphs.
#[derive(Debug, Default)]
pub(super) struct Prose(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    /// Words of this program, with code in backticks.
    Own(String),
    /// A name of this program that the text is about.
    Heading(String),
    /// A name of the document that the text is about.
    Name(String),
    /// A name of the document in a sentence.
    Code(String),
    /// Words of this program that quote the document, in backticks as a rule.
    Quoting(String),
    /// Lines of the document, and the language they are in.
    Lines(&'static str, String),
}

impl Prose {
    /// Begins with a name of the specification or of this program.
    pub(super) fn about(name: &str) -> Self {
        Self(vec![Piece::Heading(name.to_owned())])
    }

    /// Begins with a name of the document.
    pub(super) fn about_name(name: &str) -> Self {
        Self(vec![Piece::Name(name.to_owned())])
    }

    /// Words of this program.
    pub(super) fn own(text: impl Into<String>) -> Self {
        Self(vec![Piece::Own(text.into())])
    }

    /// The text, and then words of this program.
    pub(super) fn then(self, text: impl Into<String>) -> Self {
        self.with(Piece::Own(text.into()))
    }

    /// The text, and then a name of the document.
    pub(super) fn then_name(self, name: &str) -> Self {
        self.with(Piece::Code(name.to_owned()))
    }

    /// The text, and then words of this program that quote the document.
    pub(super) fn then_quoting(self, text: &str) -> Self {
        self.with(Piece::Quoting(text.to_owned()))
    }

    /// The text, and then a paragraph of lines of the document in a language, which may be empty.
    pub(super) fn then_lines(self, language: &'static str, lines: String) -> Self {
        self.then("\n\n").with(Piece::Lines(language, lines))
    }

    /// The text, and then another one.
    pub(super) fn join(mut self, separator: &str, other: Self) -> Self {
        self.0.push(Piece::Own(separator.to_owned()));
        self.0.extend(other.0);
        self
    }

    fn with(mut self, piece: Piece) -> Self {
        self.0.push(piece);
        self
    }

    /// The text in Markdown (CommonMark, and what GitHub adds to it).
    pub(super) fn markdown(&self) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Own(text) => text.clone(),
            Piece::Heading(text) => format!("**{text}**"),
            Piece::Name(text) => format!("**{}**", code(text)),
            Piece::Code(text) => code(text),
            Piece::Quoting(text) => quoting(text),
            Piece::Lines(language, text) => {
                let fence = "`".repeat(longest_run(text).max(2) + 1);
                format!("{fence}{language}\n{text}\n{fence}")
            }
        });
        pieces.collect()
    }

    /// The text without any markup.
    pub(super) fn plain(&self) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Code(text) => format!("`{text}`"),
            Piece::Own(text)
            | Piece::Heading(text)
            | Piece::Name(text)
            | Piece::Quoting(text)
            | Piece::Lines(_, text) => text.clone(),
        });
        pieces.collect()
    }
}

/// A code span.
fn code(text: &str) -> String {
    // An empty line would end the paragraph, and with it the span.
    let text = text.replace(['\n', '\r'], " ");
    let ticks = "`".repeat(longest_run(&text) + 1);
    let is_padded = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) || text.is_empty();
    let space = if is_padded { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// The number of backticks in the longest run of them.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|it| it != '`').map(str::len);
    runs.max().unwrap_or_default()
}

/// A sentence with code spans, between which nothing else is markup.
fn quoting(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.find('`').map(|at| rest.split_at(at)) {
        out.push_str(&escaped(before));
        let inside = from.trim_start_matches('`');
        let run = from.len() - inside.len();
        match span_end(inside, run).map(|end| inside.split_at(end)) {
            Some((span, behind)) => {
                out.push_str(&code(span));
                rest = behind.get(run..).unwrap_or_default();
            }
            None => {
                out.push_str(&"\\`".repeat(run));
                rest = inside;
            }
        }
    }
    out.push_str(&escaped(rest));
    out
}

/// Where the first run of exactly `run` backticks begins.
fn span_end(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let start = at + rest.find('`')?;
        let found = text.get(start..)?;
        let len = found.len() - found.trim_start_matches('`').len();
        if len == run {
            return Some(start);
        }
        at = start + len;
    }
}

/// Text in which no character has a meaning, and no address becomes a link.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek();
        let has_meaning = match character {
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '#' | '@' => true,
            ':' => next == Some(&'/'),
            '.' => out.ends_with("www") || out.ends_with("WWW"),
            _ => false,
        };
        if has_meaning {
            out.push('\\');
        }
        out.push(match character {
            '\n' | '\r' => ' ',
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_what_is_in_it() {
        let prose = Prose::own("a").then_lines("yaml", "````\nb".to_owned());
        assert_eq!(prose.markdown(), "a\n\n`````yaml\n````\nb\n`````");
        assert_eq!(prose.plain(), "a\n\n````\nb");
        let plain = Prose::own("a").then_lines("", "b".to_owned());
        assert_eq!(plain.markdown(), "a\n\n```\nb\n```");
    }

    #[test]
    fn a_name_is_a_code_span_whatever_it_is() {
        assert_eq!(code("a** b"), "`a** b`");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a``\n\nb"), "```a``  b```");
    }

    #[test]
    fn nothing_but_code_is_markup_in_a_sentence() {
        assert_eq!(quoting("`a_b` is no_t (§3)."), "`a_b` is no\\_t (§3).");
        assert_eq!(quoting("`a` [x](y) `b`"), "`a` \\[x\\](y) `b`");
        assert_eq!(quoting("``a`b`` `c"), "``a`b`` \\`c");
        assert_eq!(quoting("<b> http://a"), "\\<b\\> http\\://a");
    }
}
