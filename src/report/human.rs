//! Findings for people, drawn by `miette`.

use std::fmt::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use textwrap::core::display_width;

use super::excerpt::{Cut, Excerpts, visible};
use super::rule_url;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceText;

/// No excerpt is wider than this, however wide the terminal.
const WIDEST: usize = 200;

/// Room for line numbers and the frame to the left of an excerpt.
const GUTTER: usize = 12;

/// Columns that a path in a heading may always take, whatever stands before it.
const PATH: usize = 30;

/// How to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Whether frames may use characters outside ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// A text as it may be shown in a line: no character of it can command the terminal, reorder the
/// line, end it or hide in it.
pub fn shown(text: &str) -> String {
    let characters = text.chars();
    characters
        .map(|c| if c == '\t' { ' ' } else { visible(c) })
        .collect()
}

/// Draws findings in one style.
pub struct Renderer {
    handler: GraphicalReportHandler,
    style: Style,
}

impl Renderer {
    /// A renderer for `style`.
    pub fn new(style: Style) -> Self {
        let mut theme = match (style.color, style.unicode) {
            (true, true) => GraphicalTheme::unicode(),
            (true, false) => GraphicalTheme::ascii(),
            (false, true) => GraphicalTheme::unicode_nocolor(),
            (false, false) => GraphicalTheme::none(),
        };
        if !style.unicode {
            // `^^|^^` under a word reads as if the bar were part of it.
            theme.characters.underbar = '^';
        }
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(style.width.max(40))
            // Dates and revisions such as `2025-11-25` stay in one piece.
            .with_word_splitter(textwrap::WordSplitter::NoHyphenation)
            .with_word_separator(textwrap::WordSeparator::AsciiSpace)
            .without_primary_span_start()
            .without_syntax_highlighting()
            .with_links(false);
        Self { handler, style }
    }

    /// Draws a finding in the file called `file`: a heading `file:line:column: severity[code] path`,
    /// the message, the lines with what is wrong, and help. Ends with a line end.
    pub fn render(&self, file: &str, source: &SourceText, diagnostic: &Diagnostic) -> String {
        let mut out = self.heading(file, source, diagnostic);
        let finding = Finding::new(source, diagnostic, self.cut());
        let mut drawn = String::new();
        // Drawing fails only where a label lies outside its window; the heading and the message
        // are worth having even then.
        let outcome = self.handler.render_report(&mut drawn, &finding);
        if outcome.is_err() || drawn.is_empty() {
            drawn = format!("  {finding}\n");
        }
        for line in drawn.lines() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if let Some(url) = rule_url(diagnostic.rule.code) {
            out.push_str("  more: ");
            out.push_str(&url);
            out.push('\n');
        }
        out
    }

    fn cut(&self) -> Cut {
        Cut {
            columns: self.style.width.saturating_sub(GUTTER).clamp(40, WIDEST),
            ellipsis: if self.style.unicode { "…" } else { "..." },
        }
    }

    fn heading(&self, file: &str, source: &SourceText, diagnostic: &Diagnostic) -> String {
        let position = source.position(diagnostic.span.start);
        let (severity, code) = (diagnostic.severity().as_str(), diagnostic.rule.code);
        let mut out: String = file.chars().map(visible).collect();
        // Writing to a `String` cannot fail.
        let _ = write!(out, ":{}:{}: ", position.line, position.column);
        let _ = match (self.style.color, diagnostic.severity()) {
            (false, _) => write!(out, "{severity}[{code}]"),
            (true, Severity::Error) => write!(out, "\u{1b}[1;31m{severity}[{code}]\u{1b}[0m"),
            (true, Severity::Warning) => write!(out, "\u{1b}[1;33m{severity}[{code}]\u{1b}[0m"),
            (true, Severity::Advice) => write!(out, "\u{1b}[1;36m{severity}[{code}]\u{1b}[0m"),
        };
        if !diagnostic.path.segments().is_empty() {
            out.push(' ');
            let room = self.style.width.min(WIDEST);
            let room = room.saturating_sub(display_width(&out)).max(PATH);
            out.push_str(&self.shortened(&diagnostic.path.to_string(), room));
        }
        out.push('\n');
        out
    }

    /// The beginning of a text, in at most so many columns, and that it goes on.
    fn shortened(&self, text: &str, columns: usize) -> String {
        let mut shown: String = text.chars().map(visible).collect();
        if display_width(&shown) > columns {
            let ellipsis = self.cut().ellipsis;
            let mut left = columns.saturating_sub(display_width(ellipsis));
            let mut fits = |c: char| {
                let width = display_width(c.encode_utf8(&mut [0; 4]));
                left.checked_sub(width).map(|rest| left = rest).is_some()
            };
            shown = shown.chars().take_while(|&c| fits(c)).collect();
            shown.push_str(ellipsis);
        }
        shown
    }
}

/// A finding in the shape `miette` reads.
#[derive(Debug)]
struct Finding {
    message: String,
    help: Option<String>,
    severity: Severity,
    excerpts: Excerpts,
    /// The words at each place; none at the first, which the message is about.
    words: Vec<Option<String>>,
}

impl Finding {
    fn new(source: &SourceText, diagnostic: &Diagnostic, cut: Cut) -> Self {
        let shown = |text: &String| text.chars().map(visible).collect::<String>();
        let spans = diagnostic.related.iter().map(|related| related.span);
        let words = diagnostic
            .related
            .iter()
            .map(|related| Some(shown(&related.message)));
        Self {
            message: shown(&diagnostic.message),
            help: diagnostic.help.as_ref().map(shown),
            severity: diagnostic.severity(),
            excerpts: Excerpts::new(source, [diagnostic.span].into_iter().chain(spans), cut),
            words: [None].into_iter().chain(words).collect(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Finding {}

impl miette::Diagnostic for Finding {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpts)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let places = self.excerpts.places.iter().zip(&self.words);
        Some(Box::new(places.map(|(&(offset, length), words)| {
            LabeledSpan::new(words.clone(), offset, length)
        })))
    }
}
