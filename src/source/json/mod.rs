//! A strict reader of JSON (RFC 8259, §15.2) that goes on behind a fault.
//!
//! One pass without recursion: the builder's stack is the only stack. The straight way through a
//! well-formed text is in this file and `token.rs`; faults are told apart in `recover.rs`, and how
//! reading goes on behind them is found in `repair.rs`.

mod ahead;
mod layout;
mod recover;
mod repair;
mod token;

use layout::Layout;

pub(super) use token::shorten;

use super::builder::{Built, Exceeded, Scalar};
use super::faults::{place, report_duplicate, report_exceeded};
use super::rules::TRAILING_COMMA;
use super::{Builder, Decoded, Limits, Span};
use crate::diagnostic::{Diagnostic, Findings, Rule};

/// Reads `text`, which may start with a byte-order mark.
pub(super) fn read(decoded: &Decoded, limits: Limits, findings: &mut Findings) -> Built {
    let before = findings.clone();
    let (built, missed) = read_once(decoded, limits, findings, None);
    let Some(missed) = missed else {
        return built;
    };
    // Once the end shows that a bracket was missed, the text is read again with the place in mind.
    *findings = before;
    read_once(decoded, limits, findings, Some(missed)).0
}

/// Reads the text; gives what was missed where that is noticed only at the end.
fn read_once(
    decoded: &Decoded,
    limits: Limits,
    findings: &mut Findings,
    missed: Option<Layout>,
) -> (Built, Option<Layout>) {
    let text = decoded.text.as_str();
    let missed_at = match missed {
        Some(Layout::Odd { at, .. }) => at,
        _ => usize::MAX,
    };
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        builder: Builder::new(decoded, limits),
        limits,
        findings,
        comma: 0,
        swallowed: false,
        doubtful: false,
        repaired: false,
        missed,
        missed_at,
        foresight: FORESIGHT,
        scratch: String::new(),
    };
    if reader.run().is_err() {
        reader.builder.cut();
    }
    let end = reader.at;
    if reader.doubtful {
        reader.builder.end_all(end);
        reader.builder.spoil_last();
    }
    let found = reader.missed.filter(|_| missed.is_none());
    (reader.builder.finish(end), found)
}

/// Bytes that are looked through at most, over all faults, to find the way that was meant.
const FORESIGHT: usize = 64 << 20;

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// The root, or what follows a colon.
    Value,
    /// Anything an array may hold, or its end.
    FirstElement,
    /// Behind a comma in an array.
    Element,
    /// Behind the opening of an object.
    FirstKey,
    /// Behind a comma in an object.
    Key,
    Colon,
    /// Behind an entry: a comma or the end of the container.
    Next,
    /// Behind the root.
    End,
}

/// Reading ends here: the text is over, or it is no use going on.
struct Stop;

struct Reader<'s, 'f> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    builder: Builder<'s>,
    limits: Limits,
    findings: &'f mut Findings,
    /// Where the last comma stood.
    comma: usize,
    /// An unclosed string was reported; it may have hidden brackets that are now missed.
    swallowed: bool,
    /// A bracket was supposed to be missing or too much; should another one not fit, that was wrong.
    repaired: bool,
    /// The brackets do not fit, and nobody knows where that began.
    doubtful: bool,
    /// The line before which a bracket was not closed, and where it starts until it was reached.
    missed: Option<Layout>,
    missed_at: usize,
    /// Bytes that may still be looked through.
    foresight: usize,
    /// Decoding space, kept from string to string.
    scratch: String,
}

impl Reader<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let mut expect = Expect::Value;
        loop {
            self.skip_blank();
            let Some(&byte) = self.bytes.get(self.at) else {
                return self.at_end(expect);
            };
            if self.at >= self.missed_at {
                expect = self.reach_missed(expect)?;
                continue;
            }
            expect = match expect {
                Expect::FirstElement if byte == b']' => self.close(),
                Expect::FirstKey if byte == b'}' => self.close(),
                Expect::Element if byte == b']' => self.close_behind_comma(expect)?,
                Expect::Key if byte == b'}' => self.close_behind_comma(expect)?,
                Expect::Value | Expect::FirstElement | Expect::Element => {
                    self.value(byte, expect)?
                }
                Expect::FirstKey | Expect::Key => self.key(byte, expect)?,
                Expect::Colon if byte == b':' => {
                    self.at += 1;
                    Expect::Value
                }
                Expect::Colon => self.odd_colon(byte)?,
                Expect::Next => self.next(byte)?,
                Expect::End => return self.trailing_content(byte),
            };
        }
    }

    fn reach_missed(&mut self, expect: Expect) -> Result<Expect, Stop> {
        self.missed_at = usize::MAX;
        match self.missed {
            Some(Layout::Odd { open, at }) if at == self.at => self.close_missed(expect, open),
            _ => Ok(expect),
        }
    }

    fn skip_blank(&mut self) {
        loop {
            while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
                self.at += 1;
            }
            match self.bytes.get(self.at) {
                Some(b'/' | b'#' | 0x0b | 0x0c | 0x80..) if self.skip_odd_blank() => {}
                _ => return,
            }
        }
    }

    fn value(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        match byte {
            b'"' => {
                let start = self.at;
                match self.string() {
                    Some(text) => self.scalar(Scalar::String(text), start),
                    None => self.unclosed_string(start, expect),
                }
            }
            b'{' => self.open(true),
            b'[' => self.open(false),
            b'-' | b'0'..=b'9' => self.number(expect),
            b't' if self.takes_word("true") => self.word(Scalar::Bool(true), 4),
            b'f' if self.takes_word("false") => self.word(Scalar::Bool(false), 5),
            b'n' if self.takes_word("null") => self.word(Scalar::Null, 4),
            _ => self.odd_value(byte, expect),
        }
    }

    fn key(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        if byte != b'"' {
            return self.odd_key(byte, expect);
        }
        let start = self.at;
        match self.string() {
            Some(text) => self.take_key(text, Span::new(start, self.at)),
            None => self.unclosed_string(start, expect),
        }
    }

    fn take_key(&mut self, text: super::tree::Text, span: Span) -> Result<Expect, Stop> {
        match self.builder.key(text, span) {
            Ok(None) => {}
            Ok(Some(earlier)) => {
                report_duplicate(&self.builder, span, earlier, "§15.2", self.findings);
            }
            Err(exceeded) => return Err(self.exceeded(exceeded, span)),
        }
        Ok(Expect::Colon)
    }

    fn next(&mut self, byte: u8) -> Result<Expect, Stop> {
        let object = self.in_object();
        match byte {
            b',' => {
                self.comma = self.at;
                self.at += 1;
                Ok(if object { Expect::Key } else { Expect::Element })
            }
            b'}' if object => Ok(self.close()),
            b']' if !object => Ok(self.close()),
            _ => self.odd_next(byte),
        }
    }

    fn open(&mut self, object: bool) -> Result<Expect, Stop> {
        let start = self.at;
        if let Err(exceeded) = self.builder.begin(object, start) {
            return Err(self.exceeded(exceeded, Span::new(start, start + 1)));
        }
        self.at += 1;
        Ok(if object {
            Expect::FirstKey
        } else {
            Expect::FirstElement
        })
    }

    fn close(&mut self) -> Expect {
        self.at += 1;
        self.builder.end(self.at);
        self.behind_value()
    }

    fn close_behind_comma(&mut self, expect: Expect) -> Result<Expect, Stop> {
        if let Some(way) = self.extra_bracket(expect) {
            return self.take(way);
        }
        let comma = Span::new(self.comma, self.comma + 1);
        let message = "this comma is followed by no entry; JSON allows none after the last (§15.2)";
        self.report(&TRAILING_COMMA, comma, message, "remove the comma");
        Ok(self.close())
    }

    /// Adds the scalar that was written from `start` to here.
    fn scalar(&mut self, scalar: Scalar, start: usize) -> Result<Expect, Stop> {
        let span = Span::new(start, self.at);
        match self.builder.scalar(scalar, span) {
            Ok(()) => Ok(self.behind_value()),
            Err(exceeded) => Err(self.exceeded(exceeded, span)),
        }
    }

    /// Adds an unknown value that was written from `start` to here.
    fn unknown(&mut self, start: usize) -> Result<Expect, Stop> {
        let span = Span::new(start, self.at);
        match self.builder.unknown(span) {
            Ok(()) => Ok(self.behind_value()),
            Err(exceeded) => Err(self.exceeded(exceeded, span)),
        }
    }

    /// Notes that the entry expected at byte `at` cannot be read.
    fn lose_entry(&mut self, at: usize) -> Result<(), Stop> {
        let span = Span::new(at, at);
        let lost = self.builder.lose_entry(at);
        lost.map_err(|exceeded| self.exceeded(exceeded, span))
    }

    fn word(&mut self, scalar: Scalar, len: usize) -> Result<Expect, Stop> {
        let start = self.at;
        self.at += len;
        self.scalar(scalar, start)
    }

    fn behind_value(&self) -> Expect {
        if self.builder.depth() == 0 {
            Expect::End
        } else {
            Expect::Next
        }
    }

    fn in_object(&self) -> bool {
        self.builder.innermost().is_some_and(|(object, _)| object)
    }

    fn exceeded(&mut self, exceeded: Exceeded, span: Span) -> Stop {
        let place = place(self.builder.path(), span);
        report_exceeded(exceeded, self.limits, place, self.findings);
        Stop
    }

    /// Reports a fault within a string, which is unknown for it.
    fn spoil(&mut self, rule: &'static Rule, span: Span, message: String, help: &str) {
        self.builder.notice_damage(span.range().start);
        self.report(rule, span, message, help);
    }

    /// Reports a fault; where bytes are no text at all, nothing more is said about them.
    fn report(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>, help: &str) {
        if self.builder.is_undecoded(span) {
            return;
        }
        let place = place(self.builder.path(), span);
        self.findings
            .add(Diagnostic::new(rule, place, message).help(help));
    }
}
