//! A strict reader of JSON (RFC 8259, §15.2) that goes on behind a fault.
//!
//! One pass without recursion: the builder's stack is the only stack. The straight way through a
//! well-formed text is in this file and `token.rs`; everything about faults is in `recover.rs`.

mod recover;
mod token;

pub(super) use token::shorten;

use super::builder::{Built, Exceeded, Scalar};
use super::faults::{place, report_duplicate, report_exceeded};
use super::rules::TRAILING_COMMA;
use super::{Builder, Limits, Span};
use crate::diagnostic::{Diagnostic, Findings, Rule};

/// Reads `text`, which may start with a byte-order mark.
pub(super) fn read(text: &str, limits: Limits, findings: &mut Findings) -> Built {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        builder: Builder::new(text, limits),
        limits,
        findings,
        comma: 0,
        swallowed: false,
        scratch: String::new(),
    };
    if reader.run().is_err() {
        reader.builder.cut();
    }
    let end = reader.at;
    reader.builder.finish(end)
}

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
            expect = match expect {
                Expect::FirstElement if byte == b']' => self.close(),
                Expect::FirstKey if byte == b'}' => self.close(),
                Expect::Element if byte == b']' => self.close_behind_comma(),
                Expect::Key if byte == b'}' => self.close_behind_comma(),
                Expect::Value | Expect::FirstElement | Expect::Element => {
                    self.value(byte, expect)?
                }
                Expect::FirstKey | Expect::Key => self.key(byte)?,
                Expect::Colon if byte == b':' => {
                    self.at += 1;
                    Expect::Value
                }
                Expect::Colon => self.odd_colon(byte)?,
                Expect::Next => self.next(byte)?,
                Expect::End => return self.trailing_content(),
            };
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
                    None => self.unclosed_string(start),
                }
            }
            b'{' => self.open(true),
            b'[' => self.open(false),
            b'-' | b'0'..=b'9' => self.number(),
            b't' if self.takes_word("true") => self.word(Scalar::Bool(true), 4),
            b'f' if self.takes_word("false") => self.word(Scalar::Bool(false), 5),
            b'n' if self.takes_word("null") => self.word(Scalar::Null, 4),
            _ => self.odd_value(byte, expect),
        }
    }

    fn key(&mut self, byte: u8) -> Result<Expect, Stop> {
        if byte != b'"' {
            return self.odd_key(byte);
        }
        let start = self.at;
        match self.string() {
            Some(text) => self.take_key(text, Span::new(start, self.at)),
            None => self.unclosed_string(start),
        }
    }

    fn take_key(&mut self, text: super::tree::Text, span: Span) -> Result<Expect, Stop> {
        match self.builder.key(text, span) {
            Ok(None) => {}
            Ok(Some(earlier)) => report_duplicate(&self.builder, span, earlier, self.findings),
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

    fn close_behind_comma(&mut self) -> Expect {
        let comma = Span::new(self.comma, self.comma + 1);
        let message = "this comma is followed by no entry; JSON allows none after the last (§15.2)";
        self.report(&TRAILING_COMMA, comma, message, "remove the comma");
        self.close()
    }

    /// Adds the scalar that was written from `start` to here.
    fn scalar(&mut self, scalar: Scalar, start: usize) -> Result<Expect, Stop> {
        let span = Span::new(start, self.at);
        match self.builder.scalar(scalar, span) {
            Ok(()) => Ok(self.behind_value()),
            Err(exceeded) => Err(self.exceeded(exceeded, span)),
        }
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

    fn report(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>, help: &str) {
        let place = place(self.builder.path(), span);
        self.findings
            .add(Diagnostic::new(rule, place, message).help(help));
    }
}
