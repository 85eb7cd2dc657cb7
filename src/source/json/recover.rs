//! What is wrong with a text, said in words, and how to go on behind it.
//!
//! Every path reports once and then takes what was surely meant, or skips to the next comma or
//! bracket. Where something was skipped the open containers are marked as cut.

use super::super::Span;
use super::super::builder::Scalar;
use super::super::faults::place;
use super::super::rules::{INVALID_JSON, JSON_COMMENT, NON_FINITE_NUMBER};
use super::layout::Layout;
use super::repair::Slip;
use super::token::{shorten, string_end};
use super::{Expect, Reader, Stop, ahead};
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
            let is_open = self.at == self.text.len() && rest.starts_with("/*");
            let message = if is_open && !rest.ends_with("*/") {
                // It hides the rest of the document.
                self.swallowed = true;
                "this comment is never closed, and JSON has no comments (§15.2)"
            } else {
                "this is a comment; JSON has none (§15.2)"
            };
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
            _ => self.odd_text(byte, expect),
        }
    }

    /// Text without quotes, or with one.
    fn odd_text(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        let behind = ahead::behind(&self.builder.kinds());
        let odd = self.odd_span().range().end;
        let mut ways = vec![self.way(Slip::Word, odd, behind)];
        self.ways_of_opening(byte, behind, &mut ways);
        let best = self.best(ways).or_else(|| {
            let mut ways = vec![self.way(Slip::Junk, odd, expect)];
            let line = self.rest().lines().next().unwrap_or_default();
            let ends = line
                .match_indices([',', ']', '}'])
                .map(|(offset, _)| offset);
            let ends = ends.take(8).chain([line.trim_end().len()]);
            ways.extend(ends.map(|offset| self.way(Slip::Word, self.at + offset, behind)));
            self.best(ways)
        });
        match best {
            Some((way, _)) if way.slip != Slip::Word => self.take(way),
            Some((way, _)) if way.at > odd && byte.is_ascii_alphanumeric() => {
                let span = Span::new(self.at, way.at);
                let shown = shorten(self.text.get(span.range()).unwrap_or_default());
                let message =
                    format!("`{shown}` is no JSON value; text stands in double quotes (§15.2)");
                self.report(&INVALID_JSON, span, message, "write `\"` on both sides");
                let start = self.at;
                self.at = way.at;
                self.unknown(start)
            }
            _ if b"+-.0123456789".contains(&byte) => self.odd_number(self.at),
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
            return self.wrong_bracket(byte, expect);
        }
        let span = Span::new(self.at, self.at + 1);
        if expect == Expect::Value {
            let ways = vec![
                self.way(Slip::Value, self.at, Expect::Next),
                self.way(Slip::Junk, self.at + 1, expect),
            ];
            if let Some((way, _)) = self.best(ways).filter(|(way, _)| way.slip == Slip::Junk) {
                return self.take(way);
            }
            let message = "the value is missing between the colon and this (§15.2)";
            self.report(
                &INVALID_JSON,
                span,
                message,
                "write a value, such as `null`",
            );
            self.lose_entry(self.at)?;
            return Ok(Expect::Next);
        }
        let message = "a value is missing before this comma (§15.2)";
        self.report(&INVALID_JSON, span, message, "remove the comma");
        self.skip_commas();
        self.lose_entry(self.at)?;
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
            "true" | "yes" | "on" => Some("true"),
            "false" | "no" | "off" => Some("false"),
            "null" | "none" | "nil" | "undefined" => Some("null"),
            "nan" | "infinity" | "inf" => {
                self.report_non_finite(span);
                self.at = end;
                return self.unknown(start);
            }
            _ => None,
        };
        let shown = shorten(word);
        if let Some(name) = meant {
            let message = format!("`{shown}` is no JSON value (§15.2)");
            self.report(&INVALID_JSON, span, message, &format!("write `{name}`"));
            self.at = end;
            return self.unknown(start);
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
    fn odd_number(&mut self, start: usize) -> Result<Expect, Stop> {
        let end = self.wordy_end();
        let word = self.text.get(start..end).unwrap_or_default();
        let span = Span::new(start, end);
        let digits = word.trim_start_matches(['-', '+']);
        if digits.eq_ignore_ascii_case("infinity") || digits.eq_ignore_ascii_case("inf") {
            self.report_non_finite(span);
            self.at = end;
            return self.unknown(start);
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
        self.at = end;
        self.unknown(start)
    }

    /// No key starts with `byte`.
    pub(super) fn odd_key(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
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
            b']' => return self.wrong_bracket(byte, expect),
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
        let mut ways = Vec::new();
        if expect == Expect::Key {
            self.ways_of_closers(&mut ways);
            ways.extend(self.way_of_array(Expect::Element));
        }
        self.ways_of_opening(byte, Expect::Colon, &mut ways);
        ways.push(self.way(Slip::Junk, self.odd_span().range().end, expect));
        if let Some((way, _)) = self.best(ways) {
            return self.take(way);
        }
        self.report_unexpected("a key in double quotes");
        self.skip_to_entry_end()
    }

    /// No colon stands behind the key.
    pub(super) fn odd_colon(&mut self, byte: u8) -> Result<Expect, Stop> {
        self.check_room()?;
        if byte == b'=' {
            let arrow = self.bytes.get(self.at + 1) == Some(&b'>');
            let message = "a colon must stand between key and value (§15.2)";
            let span = Span::new(self.at, self.at + 1);
            self.report(&INVALID_JSON, span, message, "write `:`");
            self.at += 1 + usize::from(arrow);
            return Ok(Expect::Value);
        }
        let mut ways = Vec::new();
        if b",}]".contains(&byte) {
            ways.push(self.way(Slip::Value, self.at, Expect::Next));
            ways.extend(self.way_of_array(Expect::Next));
        } else {
            ways.push(self.way(Slip::Colon, self.at, Expect::Value));
        }
        self.ways_of_quote(true, &mut ways);
        ways.push(self.way(Slip::Junk, self.odd_span().range().end, Expect::Colon));
        match self.best(ways) {
            Some((way, _)) => self.take(way),
            None if b",}]".contains(&byte) => {
                let way = self.way(Slip::Value, self.at, Expect::Next);
                self.take(way)
            }
            None => {
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
        let mut ways = Vec::new();
        match byte {
            b'}' | b']' => return self.wrong_bracket(byte, Expect::Next),
            b';' => {
                let span = Span::new(self.at, self.at + 1);
                let message = "entries are separated by commas (§15.2)";
                self.report(&INVALID_JSON, span, message, "write `,`");
                self.at += 1;
                return Ok(next);
            }
            b':' => self.ways_of_key(&mut ways),
            _ => {
                ways.push(self.way(Slip::Comma, self.at, next));
                self.ways_of_closers(&mut ways);
                self.ways_of_quote(false, &mut ways);
            }
        }
        ways.push(self.way(Slip::Junk, self.odd_span().range().end, Expect::Next));
        if let Some((way, _)) = self.best(ways) {
            return self.take(way);
        }
        self.report_unexpected(if object { "`,` or `}`" } else { "`,` or `]`" });
        self.skip_to_entry_end()
    }

    /// A bracket that does not close what was opened last, where `expect` could come.
    fn wrong_bracket(&mut self, byte: u8, expect: Expect) -> Result<Expect, Stop> {
        if self.builder.depth() == 0 {
            self.report_unexpected("a value");
            return Err(Stop);
        }
        let mut ways = Vec::new();
        self.ways_of_bracket(byte, expect, &mut ways);
        let first = ways.first().cloned();
        let best = self.best(ways).map(|(way, _)| way);
        match best.or(first) {
            Some(way) => self.take(way),
            None => Err(Stop),
        }
    }

    /// The string that opens at `start`, a key or a value, has no end on its line.
    pub(super) fn unclosed_string(&mut self, start: usize, expect: Expect) -> Result<Expect, Stop> {
        self.check_room()?;
        let is_key = matches!(expect, Expect::FirstKey | Expect::Key);
        let rest = self.rest();
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = start + rest.get(..line).unwrap_or_default().trim_end().len();
        let mut ways = Vec::new();
        self.ways_of_end(start, end, is_key, &mut ways);
        let behind = ahead::behind(&self.builder.kinds());
        let behind = if is_key { Expect::Colon } else { behind };
        for quote in self.quotes_ahead(start + line, 3) {
            ways.push(self.way(Slip::GoesOn(start), quote + 1, behind));
        }
        ways.push(self.way(Slip::Junk, start + 1, expect));
        if let Some((way, reach)) = self.best(ways) {
            // The line may have hidden brackets that are now missed.
            self.swallowed |= reach < self.bytes.len();
            return self.take(way);
        }
        self.swallowed = true;
        let way = self.way(Slip::Ends(start), end, behind);
        self.take(way)
    }

    /// The text is over. That is right behind the root only.
    pub(super) fn at_end(&mut self, expect: Expect) -> Result<(), Stop> {
        if expect == Expect::End {
            return Ok(());
        }
        let written = self.text.trim_end_matches(BLANKS);
        // A text that ends with a bracket is not cut off: another bracket is missing before.
        let is_over = written.ends_with(['}', ']']);
        if self.swallowed || self.repaired {
            self.doubtful = self.repaired && is_over;
            return Err(Stop);
        }
        let span = Span::new(written.len(), written.len());
        let Some((object, opened)) = self.builder.innermost() else {
            let message = "there is no value in this text (§3.1)";
            let help = "a document is one object: `{\"mcpdesc\": \"0.8.0\", …}`";
            self.report(&INVALID_JSON, span, message, help);
            return Err(Stop);
        };
        if is_over {
            match Layout::of(self.text) {
                Layout::Regular => {}
                odd @ Layout::Odd { .. } if self.missed.is_none() => {
                    self.missed = Some(odd);
                    return Err(Stop);
                }
                _ => self.doubtful = true,
            }
        }
        let (opening, closing) = if object { ('{', '}') } else { ('[', ']') };
        let path = self.builder.container_path();
        let message = format!(
            "the text ends here, but `{opening}` is still open; it needs its `{closing}` (§15.2)"
        );
        self.findings.add(
            Diagnostic::new(&INVALID_JSON, place(path.clone(), span), message)
                .help(format!("write `{closing}` where it ends"))
                .related("opened here", place(path, Span::new(opened, opened + 1))),
        );
        Err(Stop)
    }

    /// Before the line that starts here, a bracket was not closed, as its indentation says.
    pub(super) fn close_missed(&mut self, expect: Expect, open: usize) -> Result<Expect, Stop> {
        let unclosed = self.builder.opened().position(|(_, start)| start == open);
        let Some(unclosed) = unclosed.filter(|at| at + 1 < self.builder.depth()) else {
            return Ok(expect);
        };
        let mut stack = self.builder.kinds();
        stack.truncate(stack.len() - unclosed - 1);
        let next = match stack.last() {
            Some(true) => Expect::Key,
            _ => Expect::Element,
        };
        let way = self.way(Slip::Closers(unclosed + 1), self.at, next);
        let is_entry = matches!(expect, Expect::Key | Expect::Element);
        let next = self.take(way)?;
        Ok(if is_entry { next } else { Expect::Next })
    }

    /// Something stands behind the document.
    pub(super) fn trailing_content(&mut self, byte: u8) -> Result<(), Stop> {
        if self.swallowed || self.repaired {
            self.doubtful = self.repaired;
            return Err(Stop);
        }
        let span = self.odd_span();
        let shown = shorten(self.text.get(span.range()).unwrap_or_default());
        let message = format!(
            "`{shown}` stands behind the end of the document; a JSON text is one value (§15.2)"
        );
        let help = "remove it, or check the brackets before it";
        self.report(&INVALID_JSON, span, message, help);
        if !b",}]".contains(&byte) {
            return Ok(());
        }
        // Some bracket closed too much; which one, only the lines can tell.
        self.doubtful = Layout::of(self.text) != Layout::Regular;
        Err(Stop)
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
        match self.wordy_end() {
            end if end > self.at => Span::new(self.at, end),
            _ => self.here(),
        }
    }

    /// The character that stands here.
    pub(super) fn here(&self) -> Span {
        Span::character(self.text, self.at)
    }

    /// Skips to the comma or bracket that ends this entry.
    fn skip_to_entry_end(&mut self) -> Result<Expect, Stop> {
        self.lose_entry(self.at)?;
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
                    // One that is not closed ends before the commas and brackets of its line.
                    let Some(end) = string_end(self.bytes, self.at + 1) else {
                        let rest = self.rest();
                        let line = rest.lines().next().unwrap_or_default();
                        self.at += line
                            .trim_end_matches([',', ']', '}', ' ', '\t'])
                            .len()
                            .max(1);
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
