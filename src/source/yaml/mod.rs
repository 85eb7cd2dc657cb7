//! A reader of the restricted YAML profile (§15.3).
//!
//! `granit-parser` gives the events; this module turns them into the tree and refuses what the
//! profile has no place for. Scalars are resolved in `resolve.rs`, broken syntax is put into words
//! in `syntax.rs`, characters are judged in `characters.rs`.

mod characters;
mod gaps;
mod recover;
mod resolve;
mod syntax;
mod tags;

use std::collections::HashMap;

use granit_parser::{Event, Parser, ScalarStyle, StrInput, Tag, options};

use self::characters::{Characters, Prepared};
use self::gaps::{Broken, Gap, Gaps};
use self::resolve::resolve;
use super::builder::{Built, Exceeded, Scalar};
use super::faults::{place, report_duplicate, report_exceeded};
use super::json::shorten;
use super::rules::{
    EMPTY_DOCUMENT, EMPTY_VALUE, INVALID_YAML, MULTIPLE_DOCUMENTS, NON_STRING_KEY, YAML_ALIAS,
    YAML_VERSION,
};
use super::{Builder, Decoded, Limits, Path, Span};
use crate::diagnostic::{Diagnostic, Findings, Rule};

/// Reads `text`, which may start with a byte-order mark. Where its syntax is broken, it is read
/// again without what is broken.
pub(super) fn read(decoded: &Decoded, limits: Limits, findings: &mut Findings) -> Built {
    let prepared = Prepared::new(&decoded.text, findings);
    let mut gaps = Gaps::new(&prepared.text);
    loop {
        let reading = read_once(
            decoded,
            &gaps,
            &prepared.characters,
            limits,
            findings.clone(),
        );
        if let Some(broken) = reading.broken {
            let follows = gaps.lead_to(&broken);
            if gaps.add(&broken) {
                continue;
            }
            *findings = reading.findings;
            if !follows {
                findings.add(broken.diagnostic);
            }
        } else {
            *findings = reading.findings;
        }
        return reading.built;
    }
}

/// What came of reading a text once.
struct Reading {
    built: Built,
    findings: Findings,
    /// What ended it, if it has an end that can be passed over. It is not among the findings.
    broken: Option<Broken>,
}

fn read_once(
    decoded: &Decoded,
    gaps: &Gaps<'_>,
    characters: &Characters,
    limits: Limits,
    mut findings: Findings,
) -> Reading {
    for diagnostic in &gaps.reported {
        findings.add(diagnostic.clone());
    }
    let mut reader = Reader {
        text: &gaps.text,
        builder: Builder::new(decoded, limits),
        limits,
        findings: &mut findings,
        characters: characters.outside(&gaps.all),
        anchors: HashMap::new(),
        documents: 0,
        begun: false,
        skipping: Skipping::default(),
        last_end: 0,
        last_start: 0,
        held: None,
        gaps: &gaps.all,
        last_gap: None,
        behind_gap: false,
        after_scalar: false,
        broken: None,
    };
    let complete = reader.run();
    if complete && !reader.characters.cut_short() {
        reader.characters.report_misplaced(reader.findings);
        reader.check_content();
    } else {
        reader.builder.cut();
    }
    let (end, broken) = (reader.last_end, reader.broken.take());
    let built = reader.builder.finish(end);
    Reading {
        built,
        findings,
        broken,
    }
}

/// Reading ends here: the text is broken, or it is no use going on.
struct Stop;

/// Nodes that are passed over because their key is refused.
#[derive(Debug, Default)]
struct Skipping {
    nodes: usize,
    depth: usize,
    /// The collection that is the key, until it is over and reported: whether it is a mapping, and
    /// where it starts.
    key: Option<(bool, usize)>,
}

struct Reader<'s, 'f> {
    text: &'s str,
    builder: Builder<'s>,
    limits: Limits,
    findings: &'f mut Findings,
    characters: Characters,
    /// Where each anchor is written, by the parser's number for it.
    anchors: HashMap<usize, Span>,
    documents: usize,
    /// The root has begun.
    begun: bool,
    skipping: Skipping,
    /// Where the last scalar, bracket or marker ended.
    last_end: usize,
    /// Where the last scalar began.
    last_start: usize,
    /// A finding about an empty value or an alias, held back until it is sure that this is no part
    /// of a broken syntax.
    held: Option<Diagnostic>,
    /// What is left out of the rest of the text.
    gaps: &'s [Gap],
    /// The last thing that is left out before here.
    last_gap: Option<&'s Gap>,
    /// No scalar was read since then.
    behind_gap: bool,
    after_scalar: bool,
    /// What ended the reading, if it can be left out.
    broken: Option<Broken>,
}

impl<'s> Reader<'s, '_> {
    /// Reads to the end of the stream; false where something ended it early.
    fn run(&mut self) -> bool {
        let options = options! {
            strict_indentation: true,
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            emit_comments: false,
            flow_nesting_limit: self.limits.depth.saturating_add(1),
            block_nesting_limit: self.limits.depth.saturating_add(1),
            // The entries of `{…}` have keys of any length; others are judged here.
            simple_key_max_lookahead: usize::MAX,
        };
        let mut parser: Parser<'s, StrInput<'s>> =
            Parser::new_from_str_with_options(self.text, options);
        while let Some(next) = parser.next_event() {
            match next {
                Ok((event, span)) => {
                    self.settle_held(&event);
                    if self.event(&event, span).is_err() {
                        return false;
                    }
                }
                Err(error) => {
                    if !self.characters.cut_short() {
                        self.describe(&error);
                    }
                    // What was read last may be a part of what is wrong.
                    let line = syntax::line_start(self.text, self.last_end);
                    self.builder.spoil_from(line);
                    return false;
                }
            }
        }
        true
    }

    fn event(&mut self, event: &Event<'s>, at: granit_parser::Span) -> Result<(), Stop> {
        let range = at.byte_range().unwrap_or_default();
        let span = Span::new(range.start, range.end);
        if let Event::Anchor(id, _) = event {
            self.anchors.insert(*id, span);
            return Ok(());
        }
        if let Event::Scalar(_, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted, ..) = event {
            self.characters.allow_in(span);
        }
        self.pass_gaps(event, span.range().start);
        if self.skipping.nodes > 0 && self.skip(event, span) {
            return Ok(());
        }
        match event {
            Event::DocumentStart(_, version) => self.start_document(span, *version),
            Event::DocumentEnd => Ok(()),
            Event::Alias(id) => {
                let anchor = self.anchors.get(id).copied();
                self.alias(span, anchor)
            }
            Event::UnresolvedAlias(_) => self.alias(span, None),
            Event::Scalar(content, style, _, tag) => {
                if self.behind_gap && (span.is_empty() || self.builder.waiting_key().is_some()) {
                    // What is left out is, or begins, what is meant.
                    (self.last_start, self.last_end) = (span.range().start, span.range().end);
                    return self.lose_node(span);
                }
                let tag_span = tag_span(at);
                let scalar = Written {
                    content,
                    style: *style,
                    tag: tag.as_deref(),
                    tag_span,
                    span: self.written_span(content, *style, span, tag_span),
                };
                self.scalar(&scalar)
            }
            Event::SequenceStart(_, _, tag) | Event::MappingStart(_, _, tag) => {
                let object = matches!(event, Event::MappingStart(..));
                let gap = self.last_gap.filter(|_| self.behind_gap);
                let is_doubtful =
                    gap.is_some_and(|it| it.hides_entry) && self.builder.waiting_key().is_some();
                self.begin(object, tag.as_deref(), at, span)?;
                if is_doubtful {
                    self.builder.doubt_innermost();
                } else if gap.is_some() {
                    self.builder.cut_innermost();
                }
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.note_end(span);
                self.builder.end(self.last_end);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What follows an empty value or an alias decides whether to report it.
    fn settle_held(&mut self, next: &Event<'s>) {
        // Indentation may close collections before an error in the line that closes them.
        if matches!(
            next,
            Event::Anchor(..) | Event::SequenceEnd | Event::MappingEnd
        ) {
            return;
        }
        let goes_on = !matches!(next, Event::DocumentEnd);
        let sure = goes_on || !self.characters.cut_short();
        if let Some(finding) = self.held.take().filter(|_| sure) {
            self.findings.add(finding);
        }
    }

    fn start_document(
        &mut self,
        span: Span,
        version: Option<granit_parser::YamlVersion>,
    ) -> Result<(), Stop> {
        self.documents += 1;
        if self.documents > 1 {
            let message = "a second YAML document starts here; a file holds exactly one (§15.3)";
            let help = "remove this, or put it into a file of its own";
            let diagnostic = Diagnostic::new(
                &MULTIPLE_DOCUMENTS,
                place(
                    Path::default(),
                    Span::new(span.range().start, self.line_end(span)),
                ),
                message,
            );
            self.findings.add(diagnostic.help(help));
            return Err(Stop);
        }
        if let Some(version) = version.filter(|version| (version.major, version.minor) != (1, 2)) {
            let before = self.text.get(..span.range().start).unwrap_or_default();
            let at = before.rfind("%YAML").unwrap_or_default();
            let len = before.get(at..).and_then(|line| line.lines().next());
            let directive = Span::new(at, at + len.unwrap_or_default().trim_end().len());
            let message = format!(
                "this says YAML {}.{}; the document is read as YAML 1.2, where for example `yes` \
                 is a string (§15.3)",
                version.major, version.minor
            );
            let help = "remove the directive, or write `%YAML 1.2`";
            self.report(&YAML_VERSION, directive, message, help);
        }
        let marker = self.text.get(span.range()).unwrap_or_default();
        if marker == "---" {
            self.last_end = span.range().end;
        }
        Ok(())
    }

    fn begin(
        &mut self,
        object: bool,
        tag: Option<&Tag>,
        at: granit_parser::Span,
        span: Span,
    ) -> Result<(), Stop> {
        self.begun = true;
        if self.expects_key() {
            self.builder.cut_innermost();
            self.skipping = Skipping {
                nodes: 2,
                depth: 1,
                key: Some((object, span.range().start)),
            };
            self.note_end(span);
            return Ok(());
        }
        self.check_collection_tag(object, tag, tag_span(at));
        // A list that is not indented below its key starts at its dash, not behind it.
        let is_block_list = !object && span.is_empty() && self.builder.waiting_key().is_some();
        let start = if is_block_list {
            syntax::indicator(self.text, self.last_end, b"-")
        } else {
            span.range().start
        };
        if let Err(exceeded) = self.builder.begin(object, start) {
            let first = Span::character(self.text, start);
            return Err(self.exceeded(exceeded, first));
        }
        if !span.is_empty() {
            self.last_end = span.range().end;
        }
        Ok(())
    }

    fn scalar(&mut self, written: &Written<'_>) -> Result<(), Stop> {
        self.begun = true;
        (self.last_start, self.last_end) = (written.span.range().start, written.span.range().end);
        if written.is_empty_node() {
            return self.empty_node(written);
        }
        let tag_text = written.tag_span.and_then(|it| self.text.get(it.range()));
        if let (Some(tag), Some("!<!>")) = (written.tag, tag_text.map(str::trim)) {
            // The parser takes it for `!`, which is no tag by its full name.
            self.report_foreign(tag, written.tag_span.unwrap_or(written.span));
            return self.lose_node(written.span);
        }
        let resolved = match resolve(written.content, written.style, written.tag) {
            Ok(resolved) => resolved,
            Err(mismatch) => {
                self.report_unresolved(written, mismatch);
                return self.lose_node(written.span);
            }
        };
        let scalar = match resolved {
            resolve::Resolved::Null => Scalar::Null,
            resolve::Resolved::Bool(value) => Scalar::Bool(value),
            resolve::Resolved::Number(lexeme) => Scalar::Number(self.text_of(&lexeme, written)),
            resolve::Resolved::String => Scalar::String(self.text_of(written.content, written)),
        };
        self.take(scalar, written, written.span)
    }

    /// Adds a scalar that stands at `span` as key or value, whichever comes next.
    fn take(&mut self, scalar: Scalar, written: &Written<'_>, span: Span) -> Result<(), Stop> {
        if !self.expects_key() {
            return self
                .builder
                .scalar(scalar, span)
                .map_err(|exceeded| self.exceeded(exceeded, span));
        }
        let what = match scalar {
            Scalar::String(text) => {
                self.check_key_length(span);
                match self.builder.key(text, span) {
                    Ok(None) => {}
                    Ok(Some(earlier)) if self.is_gap_behind(earlier) => {
                        // Two objects have become one.
                        self.builder.doubt_innermost();
                    }
                    Ok(Some(earlier)) => {
                        report_duplicate(&self.builder, span, earlier, "§15.3.2", self.findings);
                    }
                    Err(exceeded) => return Err(self.exceeded(exceeded, span)),
                }
                return Ok(());
            }
            Scalar::Null => "null",
            Scalar::Bool(_) => "a boolean",
            Scalar::Number(_) => "a number",
        };
        let shown = shorten(written.content);
        let message = format!("the key `{shown}` is {what}; keys are strings (§15.3.1)");
        let help = format!("write `\"{shown}\"`");
        self.report(&NON_STRING_KEY, span, message, &help);
        self.lose_node(span)
    }

    /// Only keys between braces, or behind `? `, may be longer than 1024 characters.
    fn check_key_length(&mut self, span: Span) {
        if span.len() <= syntax::LONGEST_KEY {
            return;
        }
        let written = self.text.get(span.range()).unwrap_or_default();
        let before = self.text.get(..span.range().start).unwrap_or_default();
        let opened = self.builder.innermost().map_or(0, |(_, start)| start);
        let is_free = self.text.as_bytes().get(opened) == Some(&b'{')
            || before.trim_end().ends_with('?')
            || written.chars().count() <= syntax::LONGEST_KEY;
        if !is_free {
            let message = "this key is longer than the 1024 characters that YAML allows a key in \
                           front of a colon (§15.3)";
            let help = "write `? ` before the key, and `: ` on a line of its own before the value";
            let first = syntax::word(self.text, span.range().start);
            self.report(&INVALID_YAML, first, message, help);
        }
    }

    /// Nothing is written where a key or value should be: the empty string in the JSON schema.
    fn empty_node(&mut self, written: &Written<'_>) -> Result<(), Stop> {
        if self.is_before_gap(written.span.range().end) {
            return self.lose_node(written.span);
        }
        let text = self.builder.verbatim(written.span);
        let mut path = self.builder.path();
        let mut at = written.span;
        let (span, message) = if self.expects_key() {
            path.push("");
            let message = "nothing is written before this colon; the key is the empty string \
                           (§15.3.3)";
            let rest = self
                .text
                .get(written.span.range().end..)
                .unwrap_or_default();
            let end = written.span.range().end;
            let behind = rest.trim_start_matches([' ', '\t']);
            let colon = end + rest.len() - behind.len();
            let span = if behind.starts_with(':') {
                Span::new(colon, colon + 1)
            } else {
                written.span
            };
            // The colon is all there is to point at.
            at = span;
            (span, message.to_owned())
        } else {
            let key = self.builder.waiting_key();
            let name = key.map(|key| format!("`{}` has no value", shorten(key)));
            let name = name.unwrap_or_else(|| "there is no value here".to_owned());
            let span = self.builder.waiting_key_span().unwrap_or(written.span);
            let message = format!("{name}; in this schema that is the empty string (§15.3.3)");
            // The parser puts the value at the colon, which may stand for the key.
            if written.span.start < span.end {
                at = Span::new(span.range().end, span.range().end);
            }
            (span, message)
        };
        if self.builder.depth() > 0 {
            let place = place(path, span);
            self.held = Some(
                Diagnostic::new(&EMPTY_VALUE, place, message)
                    .help("write what is meant: `null`, `''`, `{}` or `[]`"),
            );
        }
        self.take(Scalar::String(text), written, at)
    }

    fn alias(&mut self, span: Span, anchor: Option<Span>) -> Result<(), Stop> {
        self.last_end = span.range().end;
        self.begun = true;
        let name = shorten(self.text.get(span.range()).unwrap_or_default());
        let message = format!("`{name}` is an alias; aliases must not be used (§15.3.5)");
        let path = self.builder.path();
        let mut diagnostic = Diagnostic::new(&YAML_ALIAS, place(path.clone(), span), message)
            .help("write the value out, or use `$componentRef` where the specification allows it");
        diagnostic = match anchor {
            Some(anchor) => diagnostic.related("it stands for this", place(path, anchor)),
            None => diagnostic,
        };
        self.held = Some(diagnostic);
        self.lose_node(span)
    }

    /// Passes over an event of a node that is not wanted; false where the event is none of a node.
    fn skip(&mut self, event: &Event<'s>, span: Span) -> bool {
        let ends_node = match event {
            Event::Scalar(..) | Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.skipping.depth == 0
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                self.skipping.depth += 1;
                false
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.skipping.depth = self.skipping.depth.saturating_sub(1);
                self.skipping.depth == 0
            }
            _ => return false,
        };
        self.note_end(span);
        if ends_node {
            self.skipping.nodes -= 1;
            if let Some((object, start)) = self.skipping.key.take() {
                let what = if object { "a mapping" } else { "a sequence" };
                let message = format!("{what} is used as a key; keys are strings (§15.3.1)");
                let span = Span::new(start, self.last_end);
                self.report(&NON_STRING_KEY, span, message, "write the key as text");
            }
        }
        true
    }

    /// The node just seen, at `span`, is unknown.
    fn lose_node(&mut self, span: Span) -> Result<(), Stop> {
        if self.expects_key() {
            self.builder.unknown_key(span);
            return Ok(());
        }
        let taken = self.builder.unknown(span);
        taken.map_err(|exceeded| self.exceeded(exceeded, span))
    }

    /// A document that is there and has nothing in it.
    fn check_content(&mut self) {
        if !self.begun || self.builder.root_is_unwritten() {
            let message = "there is no document here: nothing but comments and markers (§15.3)";
            let help = "a document starts with `mcpdesc: 0.8.0`";
            self.report(&EMPTY_DOCUMENT, Span::default(), message, help);
        }
    }

    fn exceeded(&mut self, exceeded: Exceeded, span: Span) -> Stop {
        let place = place(self.builder.path(), span);
        report_exceeded(exceeded, self.limits, place, self.findings);
        Stop
    }

    fn report(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>, help: &str) {
        let place = place(self.builder.path(), span);
        self.findings
            .add(Diagnostic::new(rule, place, message).help(help));
    }

    fn expects_key(&self) -> bool {
        self.builder.innermost().is_some_and(|(object, _)| object)
            && self.builder.waiting_key().is_none()
    }

    fn note_end(&mut self, span: Span) {
        if !span.is_empty() {
            self.last_end = span.range().end;
        }
    }

    /// `content` as the tree stores it: a range of the text where the text holds just that.
    fn text_of(&mut self, content: &str, written: &Written<'_>) -> super::tree::Text {
        let range = written.span.range();
        let quotes = match written.style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
            _ => 0,
        };
        let inner = range.start + quotes..range.end.saturating_sub(quotes);
        if self.text.get(inner.clone()) == Some(content) {
            self.builder.verbatim(Span::new(inner.start, inner.end))
        } else {
            let content = self.characters.restore(content);
            self.builder.decoded(&content)
        }
    }

    /// Where a scalar is written. The parser gives a block scalar without its header and with the
    /// line breaks behind it. Where there is nothing but a tag, that is the place.
    fn written_span(
        &self,
        content: &str,
        style: ScalarStyle,
        span: Span,
        tag: Option<Span>,
    ) -> Span {
        if !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return tag.filter(|_| span.is_empty()).unwrap_or(span);
        }
        let from = tag.map_or(self.last_end, |tag| tag.range().end.max(self.last_end));
        let header = syntax::indicator(self.text, from, b"|>");
        let end = if content.is_empty() {
            header + 1
        } else {
            span.range().end
        };
        let written = self.text.get(header..end).unwrap_or_default();
        Span::new(
            header,
            header + written.trim_end_matches(['\n', '\r']).len(),
        )
    }

    fn line_end(&self, span: Span) -> usize {
        let start = span.range().start;
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        start + line.trim_end().len()
    }
}

/// A scalar as it stands in the text.
struct Written<'e> {
    content: &'e str,
    style: ScalarStyle,
    tag: Option<&'e Tag>,
    tag_span: Option<Span>,
    span: Span,
}

impl Written<'_> {
    /// Whether nothing at all is written; the parser passes it off as `~`.
    fn is_empty_node(&self) -> bool {
        self.span.is_empty() && self.style == ScalarStyle::Plain && self.tag.is_none()
    }
}

fn tag_span(at: granit_parser::Span) -> Option<Span> {
    let range = at.tag_span()?.byte_range()?;
    Some(Span::new(range.start, range.end))
}
