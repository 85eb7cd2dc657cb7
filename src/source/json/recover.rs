//! What is wrong with a text, said in words, and how to go on behind it.
//!
//! Every path reports once and then takes what was surely meant, or skips to the next comma or
//! bracket. Where something was skipped the open containers are marked as cut.

use super::super::Span;
use super::super::builder::Scalar;
use super::super::faults::place;
use super::super::rules::{INVALID_JSON, JSON_COMMENT, NON_FINITE_NUMBER};
use super::token::shorten;
use super::{Expect, Reader, Stop};
use crate::diagnostic::Diagnostic;

impl<'s> Reader<'s, '_> {
    /// Skips a comment or foreign white space, reporting it; false where neither stands here.
    pub(super) fn skip_odd_blank(&mut self) -> bool {
        if self.findings.is_full() {
            return false;
        }
        let start = self.at;
        let rest = self.rest();
        let line_end = |text: &str| text.find(['\n', '\r']).unwrap_or(text.len());
        let comment = if rest.starts_with("/*") {
            Some(rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if rest.starts_with("//") || rest.starts_with('#') {
            Some(line_end(rest))
        } else {
            None
        };
        if let Some(len) = comment {
            self.at += len;
            let first_line = line_end(rest.get(..len).unwrap_or_default());
            let span = Span::new(start, start + first_line);
            let message = "this is a comment; JSON has none (§15.2)";
            let help = "remove the comment, or write the document as YAML";
            self.report(&JSON_COMMENT, span, message, help);
            return true;
        }
        let Some(first) = rest.chars().next().filter(|&c| is_foreign_blank(c)) else {
            return false;
        };
        let same = rest.chars().take_while(|&c| c == first).count();
        self.at += same * first.len_utf8();
        let message = format!(
            "{} stands here; JSON knows only space, tab and line breaks between values (§15.2)",
            blank_name(first)
        );
        let span = Span::new(start, self.at);
        self.report(&INVALID_JSON, span, message, "write an ordinary space");
        true
    }

    /// No value starts with `byte`.
    pub(super) fn odd_value(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        self.check_room()?;
        match byte {
            b'\'' | b'`' | 0x80.. if let Some((content, end)) = self.odd_quotes() => {
                let text = self.builder.verbatim(content);
                let start = self.at;
                self.at = end;
                self.scalar(Scalar::String(text), start)
            }
            b',' | b'}' | b']' | b';' => self.missing_value(byte, expect),
            b'+' | b'.' => self.odd_number(self.at),
            _ if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' => self.odd_word(),
            _ => {
                self.report_unexpected("a value");
                self.skip_to_entry_end()
            }
        }
    }

    /// A comma or bracket where a value should be.
    fn missing_value(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        let object = self.in_object();
        let is_end = byte != b',' && byte != b';';
        if self.builder.depth() == 0 || (is_end && !(expect == Expect::Value && object)) {
            return self.wrong_bracket(byte);
        }
        let span = Span::new(self.at, self.at + 1);
        if expect == Expect::Value {
            let message = "the value is missing between the colon and this (§15.2)";
            self.report(
                &INVALID_JSON,
                span,
                message,
                "write a value, such as `null`",
            );
            self.lose_entry();
            return Ok(Expect::Next);
        }
        let message = "a value is missing before this comma (§15.2)";
        self.report(&INVALID_JSON, span, message, "remove the comma");
        self.skip_commas();
        self.lose_entry();
        Ok(Expect::FirstElement)
    }

    fn skip_commas(&mut self) {
        while let Some(b',' | b';' | b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// A word that is no JSON literal.
    fn odd_word(&mut self) -> Result<Expect, Stop> {
        let start = self.at;
        let end = self.wordy_end();
        let word = self.text.get(start..end).unwrap_or_default();
        let span = Span::new(start, end);
        let meant = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(("true", Scalar::Bool(true))),
            "false" | "no" | "off" => Some(("false", Scalar::Bool(false))),
            "null" | "none" | "nil" | "undefined" => Some(("null", Scalar::Null)),
            "nan" | "infinity" | "inf" => {
                self.report_non_finite(span);
                return Ok(self.behind_lost(end));
            }
            _ => None,
        };
        let shown = shorten(word);
        if let Some((name, scalar)) = meant {
            let message = format!("`{shown}` is no JSON value (§15.2)");
            self.report(&INVALID_JSON, span, message, &format!("write `{name}`"));
            self.at = end;
            return self.scalar(scalar, start);
        }
        let message = format!("`{shown}` is no JSON value; text stands in double quotes (§15.2)");
        self.report(
            &INVALID_JSON,
            span,
            message,
            &format!("write `\"{shown}\"`"),
        );
        self.skip_to_entry_end()
    }

    fn report_non_finite(&mut self, span: Span) {
        let word = self.text.get(span.range()).unwrap_or_default();
        let message = format!("`{word}` is no finite number; JSON has no such value (§15.6)");
        let help = "write a finite number, or the word in quotes if text is meant";
        self.report(&NON_FINITE_NUMBER, span, message, help);
    }

    /// Something that looks like a number and is none.
    pub(super) fn odd_number(&mut self, start: usize) -> Result<Expect, Stop> {
        self.check_room()?;
        let end = self.wordy_end();
        let word = self.text.get(start..end).unwrap_or_default();
        let span = Span::new(start, end);
        let digits = word.trim_start_matches(['-', '+']);
        if digits.eq_ignore_ascii_case("infinity") || digits.eq_ignore_ascii_case("inf") {
            self.report_non_finite(span);
            return Ok(self.behind_lost(end));
        }
        let bytes = digits.as_bytes();
        let why = match bytes {
            _ if word.starts_with('+') => "it has no plus sign",
            [b'0', b'0'..=b'9', ..] => "it has no leading zeros",
            [b'0', b'x' | b'X' | b'o' | b'b', ..] => "it is decimal only",
            [b'.', ..] => "it has a digit before the point",
            [.., b'.'] => "it has a digit behind the point",
            _ if digits.contains('_') => "its digits are not grouped",
            _ if digits.contains(".e") || digits.contains(".E") => {
                "it has a digit behind the point"
            }
            [.., b'e' | b'E' | b'+' | b'-'] => "it does not end in its exponent's sign",
            _ => "it is digits, a point and an exponent at most",
        };
        let shown = shorten(word);
        let message = format!("`{shown}` is not how JSON writes a number: {why} (§15.2)");
        let help = "write a number such as `-12.5e3`, or the text in double quotes";
        self.report(&INVALID_JSON, span, message, help);
        Ok(self.behind_lost(end))
    }

    /// Goes on at `end`, behind a value that could not be taken.
    fn behind_lost(&mut self, end: usize) -> Expect {
        self.at = end;
        self.lose_entry();
        self.behind_value()
    }

    /// No key starts with `byte`.
    pub(super) fn odd_key(&mut self, byte: u8) -> Result<Expect, Stop> {
        self.check_room()?;
        let start = self.at;
        if let b'\'' | b'`' | 0x80.. = byte
            && let Some((content, end)) = self.odd_quotes()
        {
            self.at = end;
            let text = self.builder.verbatim(content);
            return self.take_key(text, Span::new(start, end));
        }
        match byte {
            b',' | b';' => {
                let message = "an entry is missing before this comma (§15.2)";
                let span = Span::new(start, start + 1);
                self.report(&INVALID_JSON, span, message, "remove the comma");
                self.skip_commas();
                return Ok(Expect::FirstKey);
            }
            b']' => return self.wrong_bracket(byte),
            _ => {}
        }
        let end = self.wordy_end();
        if end > start && self.blank_then(end) == Some(b':') {
            let span = Span::new(start, end);
            let word = shorten(self.text.get(start..end).unwrap_or_default());
            let message = format!("the key `{word}` must stand in double quotes (§15.2)");
            self.report(&INVALID_JSON, span, message, &format!("write `\"{word}\"`"));
            self.at = end;
            let text = self.builder.verbatim(span);
            return self.take_key(text, span);
        }
        self.report_unexpected("a key in double quotes");
        self.skip_to_entry_end()
    }

    /// No colon stands behind the key.
    pub(super) fn odd_colon(&mut self, byte: u8) -> Result<Expect, Stop> {
        self.check_room()?;
        let span = Span::new(self.at, self.at + 1);
        match byte {
            b'=' => {
                let arrow = self.bytes.get(self.at + 1) == Some(&b'>');
                let message = "a colon must stand between key and value (§15.2)";
                self.report(&INVALID_JSON, span, message, "write `:`");
                self.at += 1 + usize::from(arrow);
                Ok(Expect::Value)
            }
            b',' | b'}' | b']' => {
                let message = "the key before this has no value (§15.2)";
                let help = "write a colon and the value behind the key";
                self.report(&INVALID_JSON, span, message, help);
                self.lose_entry();
                Ok(Expect::Next)
            }
            b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                let message = "the colon between key and value is missing (§15.2)";
                self.report(&INVALID_JSON, span, message, "write `:` before the value");
                Ok(Expect::Value)
            }
            _ => {
                self.report_unexpected("a colon");
                self.skip_to_entry_end()
            }
        }
    }

    /// Neither a comma nor the right bracket stands behind an entry.
    pub(super) fn odd_next(&mut self, byte: u8) -> Result<Expect, Stop> {
        self.check_room()?;
        let object = self.in_object();
        let next = if object { Expect::Key } else { Expect::Element };
        match byte {
            b'}' | b']' => return self.wrong_bracket(byte),
            b';' => {
                let span = Span::new(self.at, self.at + 1);
                let message = "entries are separated by commas (§15.2)";
                self.report(&INVALID_JSON, span, message, "write `,`");
                self.at += 1;
                return Ok(next);
            }
            b'"' => {}
            b'{' | b'[' | b'-' | b'0'..=b'9' if !object => {}
            _ => {
                self.report_unexpected(if object { "`,` or `}`" } else { "`,` or `]`" });
                return self.skip_to_entry_end();
            }
        }
        let before = self.text.get(..self.at).unwrap_or_default();
        let behind = before.trim_end().len();
        let span = Span::new(self.at, self.at + 1);
        let path = self.builder.container_path();
        let message = "a comma is missing between the entry before and this one (§15.2)";
        self.findings.add(
            Diagnostic::new(&INVALID_JSON, place(path.clone(), span), message)
                .help("write `,` between the two; a quote inside a string is written `\\\"`")
                .related(
                    "the comma belongs here",
                    place(path, Span::new(behind, behind)),
                ),
        );
        Ok(next)
    }

    /// A bracket that does not close what was opened last.
    fn wrong_bracket(&mut self, byte: u8) -> Result<Expect, Stop> {
        let span = Span::new(self.at, self.at + 1);
        let bracket = char::from(byte);
        let Some((object, opened)) = self.builder.innermost() else {
            self.report_unexpected("a value");
            return Err(Stop);
        };
        let (opening, closing) = if object { ('{', '}') } else { ('[', ']') };
        let path = self.builder.container_path();
        let message = format!(
            "`{bracket}` stands where the `{opening}` opened before needs its `{closing}` (§15.2)"
        );
        if !self.swallowed {
            self.findings.add(
                Diagnostic::new(&INVALID_JSON, place(path.clone(), span), message)
                    .help(format!("write `{closing}`, before this or instead of it"))
                    .related("opened here", place(path, Span::new(opened, opened + 1))),
            );
        }
        self.builder.drop_key();
        self.builder.cut();
        self.at += 1;
        // Either this bracket is a slip for the right one, or inner brackets are missing. The
        // second is taken for true unless it would end the document too early.
        let wanted = byte == b'}';
        let unclosed = self
            .builder
            .opened()
            .take_while(|&(object, _)| object != wanted);
        let unclosed = unclosed.count();
        let depth = self.builder.depth();
        let ends_early = unclosed + 1 == depth && self.blank_then(self.at).is_some();
        let closed = if unclosed == depth || ends_early {
            1
        } else {
            unclosed + 1
        };
        for _ in 0..closed {
            self.builder.end(self.at);
        }
        Ok(self.behind_value())
    }

    /// The string that opens at `start` has no end on its line: reading goes on at the next line
    /// that looks like one of JSON.
    pub(super) fn unclosed_string(&mut self, start: usize) -> Result<Expect, Stop> {
        self.check_room()?;
        let rest = self.rest();
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let span = Span::new(
            start,
            start + rest.get(..line).unwrap_or_default().trim_end().len(),
        );
        let message = "this string has no closing quote on its line (§15.2)";
        let help = "write `\"` where it ends; a line break inside a string is written `\\n`";
        self.report(&INVALID_JSON, span, message, help);
        self.swallowed = true;
        self.builder.drop_key();
        self.builder.cut();
        self.at += line;
        while self.at < self.bytes.len() {
            let Some(byte) = self.blank_then(self.at) else {
                self.at = self.bytes.len();
                break;
            };
            self.at += self.rest().len() - self.rest().trim_start_matches(BLANKS).len();
            if b"\"{}[]".contains(&byte) {
                break;
            }
            let rest = self.rest();
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
        Ok(match self.bytes.get(self.at) {
            None | Some(b'}' | b']') => self.behind_value(),
            _ if self.builder.depth() == 0 => Expect::End,
            _ if self.in_object() => Expect::Key,
            _ => Expect::Element,
        })
    }

    /// The text is over. That is right behind the root only.
    pub(super) fn at_end(&mut self, expect: Expect) -> Result<(), Stop> {
        if expect == Expect::End {
            return Ok(());
        }
        if self.swallowed {
            return Err(Stop);
        }
        let end = self.text.trim_end_matches(BLANKS).len();
        let span = Span::new(end, end);
        match self.builder.innermost() {
            Some((object, opened)) => {
                let (opening, closing) = if object { ('{', '}') } else { ('[', ']') };
                let path = self.builder.container_path();
                let message = format!(
                    "the text ends here, but `{opening}` is still open; it needs its `{closing}` \
                     (§15.2)"
                );
                self.findings.add(
                    Diagnostic::new(&INVALID_JSON, place(path.clone(), span), message)
                        .help(format!("write `{closing}` where it ends"))
                        .related("opened here", place(path, Span::new(opened, opened + 1))),
                );
            }
            None => {
                let message = "there is no value in this text (§3.1)";
                let help = "a document is one object: `{\"mcpdesc\": \"0.8.0\", …}`";
                self.report(&INVALID_JSON, span, message, help);
            }
        }
        Err(Stop)
    }

    /// Something stands behind the document.
    pub(super) fn trailing_content(&mut self) -> Result<(), Stop> {
        if self.swallowed {
            return Err(Stop);
        }
        let span = self.odd_span();
        let shown = shorten(self.text.get(span.range()).unwrap_or_default());
        let message = format!(
            "`{shown}` stands behind the end of the document; a JSON text is one value (§15.2)"
        );
        let help = "remove it, or check the brackets before it";
        self.report(&INVALID_JSON, span, message, help);
        Ok(())
    }

    /// Text in quotes that JSON does not know, closed on the same line: reported, and given as the
    /// span of its content and its end.
    fn odd_quotes(&mut self) -> Option<(Span, usize)> {
        let start = self.at;
        let rest = self.rest();
        let open = rest.chars().next()?;
        let closing: &[char] = match open {
            '\'' => &['\''],
            '`' => &['`'],
            '\u{2018}' | '\u{2019}' => &['\u{2018}', '\u{2019}'],
            '\u{201c}'..='\u{201e}' => &['\u{201c}', '\u{201d}', '\u{201e}', '"'],
            _ => return None,
        };
        let content = start + open.len_utf8();
        let body = self.text.get(content..)?;
        let ends = |character: &char| closing.contains(character) || "\n\r".contains(*character);
        let (len, close) = body.char_indices().find(|(_, character)| ends(character))?;
        if !closing.contains(&close) {
            return None;
        }
        let end = content + len + close.len_utf8();
        let message =
            format!("`{open}` opens no string; JSON strings stand in double quotes (§15.2)");
        let help = "write `\"` on both sides";
        self.report(&INVALID_JSON, Span::new(start, end), message, help);
        Some((Span::new(content, content + len), end))
    }

    fn report_unexpected(&mut self, expected: &str) {
        let span = self.odd_span();
        let shown = shorten(self.text.get(span.range()).unwrap_or_default());
        let help = match self.builder.innermost() {
            Some((true, _)) => "an object is `{\"key\": value, …}`",
            Some((false, _)) => "an array is `[value, …]`",
            None => "a document is one object: `{\"mcpdesc\": \"0.8.0\", …}`",
        };
        let message = format!("`{shown}` stands where {expected} was expected (§15.2)");
        self.report(&INVALID_JSON, span, message, help);
    }

    /// The word or the character that stands here.
    fn odd_span(&self) -> Span {
        let character = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.wordy_end().max(self.at + character))
    }

    /// Skips to the comma or bracket that ends this entry.
    fn skip_to_entry_end(&mut self) -> Result<Expect, Stop> {
        self.builder.drop_key();
        self.builder.cut();
        if self.builder.depth() == 0 {
            return Err(Stop);
        }
        let mut depth = 0usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b',' | b'}' | b']' if depth == 0 => break,
                b'}' | b']' => depth -= 1,
                b'{' | b'[' => depth += 1,
                b'"' => {
                    // One that is not closed takes the rest of its line along.
                    let Some(end) = self.string_end(self.at + 1) else {
                        let rest = self.rest();
                        self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
                        continue;
                    };
                    self.at = end;
                }
                _ => {}
            }
            self.at += 1;
        }
        Ok(Expect::Next)
    }

    fn lose_entry(&mut self) {
        self.builder.drop_key();
        self.builder.cut_innermost();
    }

    /// Ends reading once no further finding is kept.
    fn check_room(&self) -> Result<(), Stop> {
        if self.findings.is_full() {
            Err(Stop)
        } else {
            Ok(())
        }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The first byte from `at` on that is no white space.
    fn blank_then(&self, at: usize) -> Option<u8> {
        let rest = self.bytes.get(at..)?;
        rest.iter().copied().find(|byte| !b" \t\r\n".contains(byte))
    }
}

/// JSON's white space.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

fn is_foreign_blank(character: char) -> bool {
    let invisible = "\u{feff}\u{200b}\u{200c}\u{200d}\u{2060}".contains(character);
    !BLANKS.contains(&character) && (character.is_whitespace() || invisible)
}

fn blank_name(character: char) -> String {
    let name = match character {
        '\u{a0}' => "a no-break space",
        '\u{feff}' => "a byte-order mark",
        '\u{200b}' => "a zero-width space",
        '\u{b}' => "a vertical tab",
        '\u{c}' => "a form feed",
        '\u{2028}' | '\u{2029}' => "a Unicode line separator",
        _ => "an unusual white-space character",
    };
    format!("{name} (U+{:04X})", u32::from(character))
}
