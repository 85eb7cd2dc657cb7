//! The grammar of RFC 6570 §2, with errata 6937.

use super::octets::triplet;
use super::{Expression, Modifier, Operator, Part, TemplateError, UriTemplate, Variable};

type Result<T> = std::result::Result<T, TemplateError>;

/// The most faults that are told of one template.
const MOST_FAULTS: usize = 50;

pub(super) fn template(text: &str) -> std::result::Result<UriTemplate, Vec<TemplateError>> {
    let mut reader = Reader { text, at: 0 };
    let mut parts = Vec::new();
    let mut faults = Vec::new();
    while let Some(c) = reader.peek() {
        let start = reader.at;
        let part = match c {
            '{' => reader.expression().map(Part::Expression),
            _ => reader.literal().map(Part::Literal),
        };
        match part {
            Ok(part) => parts.push(part),
            Err(fault) => {
                faults.push(fault);
                reader.recover(start);
            }
        }
        if faults.len() == MOST_FAULTS {
            break;
        }
    }
    if faults.is_empty() {
        Ok(UriTemplate { parts })
    } else {
        Err(faults)
    }
}

struct Reader<'a> {
    text: &'a str,
    /// In bytes, always between two characters.
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    /// Goes on behind the part that began at `start` and is wrong: behind the brace that closes an
    /// expression, or else behind the wrong character.
    fn recover(&mut self, start: usize) {
        let rest = self.text.get(start..).unwrap_or_default();
        if !rest.starts_with('{') {
            if let Some(c) = self.peek() {
                self.skip(c);
            }
            return;
        }
        let mut depth = 0_usize;
        let closing = rest.bytes().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let closing = closing.or_else(|| rest.find('}'));
        self.at = closing.map_or(self.text.len(), |at| start + at + 1);
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn skip_if(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.skip(c);
        }
        found
    }

    fn since(&self, start: usize) -> String {
        self.text.get(start..self.at).unwrap_or_default().to_owned()
    }

    fn literal(&mut self) -> Result<String> {
        let start = self.at;
        while let Some(c) = self.peek() {
            match c {
                '{' => break,
                '}' => return Err(self.wrong_char("this `}` closes no `{`".into())),
                '%' => self.triplet()?,
                _ if is_literal(c) => self.skip(c),
                _ => {
                    let encoded: String =
                        c.to_string().bytes().map(|b| format!("%{b:02X}")).collect();
                    return Err(self.wrong_char(format!(
                        "{} may not stand in a URI template (RFC 6570 §2.1); write `{encoded}`",
                        quoted(c)
                    )));
                }
            }
        }
        Ok(self.since(start))
    }

    fn triplet(&mut self) -> Result<()> {
        match triplet(self.text.as_bytes(), self.at) {
            Some(_) => {
                self.at += 3;
                Ok(())
            }
            None => Err(self.wrong_char(
                "`%` must be followed by two hexadecimal digits; write `%25` for `%` itself".into(),
            )),
        }
    }

    fn expression(&mut self) -> Result<Expression> {
        let start = self.at;
        self.skip('{');
        let operator = self.operator()?;
        let mut variables = Vec::new();
        loop {
            variables.push(self.variable(start)?);
            match self.peek() {
                Some(',') => self.skip(','),
                Some('}') => {
                    self.skip('}');
                    return Ok(Expression {
                        operator,
                        variables,
                    });
                }
                _ => return Err(self.unexpected(start)),
            }
        }
    }

    fn operator(&mut self) -> Result<Operator> {
        let Some(c) = self.peek() else {
            return Ok(Operator::Simple);
        };
        if "=,!@|".contains(c) {
            return Err(self.wrong_char(format!(
                "the operator `{c}` is reserved for future use (RFC 6570 §2.2); use one of \
                 `+ # . / ; ? &`, or none"
            )));
        }
        let operator = Operator::from_char(c);
        if operator.is_some() {
            self.skip(c);
        }
        Ok(operator.unwrap_or(Operator::Simple))
    }

    /// A variable's name and modifier; `expression` is where its `{` stands.
    fn variable(&mut self, expression: usize) -> Result<Variable> {
        let name = self.name(expression)?;
        let modifier = if self.skip_if('*') {
            Modifier::Explode
        } else if self.peek() == Some(':') {
            Modifier::Prefix(self.max_length(&name)?)
        } else {
            Modifier::None
        };
        if modifier != Modifier::None && matches!(self.peek(), Some('*' | ':')) {
            return Err(self.wrong_char(format!(
                "`{}` has a modifier already; a variable is either cut (`:3`) or exploded \
                 (`*`), not both (RFC 6570 §2.4)",
                shown(&name)
            )));
        }
        Ok(Variable { name, modifier })
    }

    fn name(&mut self, expression: usize) -> Result<String> {
        let start = self.at;
        loop {
            match self.peek() {
                Some('%') => self.triplet()?,
                Some(c) if c.is_ascii_alphanumeric() || c == '_' => self.skip(c),
                Some('}' | ',' | '*' | ':') if self.at == start => {
                    return Err(self.nameless(expression));
                }
                _ => return Err(self.unexpected(expression)),
            }
            // Dots join; they neither begin nor end a name.
            if self.peek() == Some('.') {
                let dot = self.at;
                self.skip('.');
                if matches!(self.peek(), Some('.' | '}' | ',' | '*' | ':')) {
                    return Err(error(
                        dot,
                        1,
                        "a `.` in a variable's name must stand between two other characters".into(),
                    ));
                }
            } else if !self.peek().is_some_and(is_name_start) {
                return Ok(self.since(start));
            }
        }
    }

    /// The number after the `:` that cuts the variable `name`.
    fn max_length(&mut self, name: &str) -> Result<usize> {
        let colon = self.at;
        self.skip(':');
        let start = self.at;
        while let Some(c) = self.peek().filter(char::is_ascii_digit) {
            self.skip(c);
        }
        let digits = self.since(start);
        let is_valid = (1..=4).contains(&digits.len()) && !digits.starts_with('0');
        match digits.parse() {
            Ok(length) if is_valid => Ok(length),
            _ => {
                let (offset, len) = if digits.is_empty() {
                    (colon, 1)
                } else {
                    (start, digits.len())
                };
                let message = format!(
                    "`{}:` must be followed by a number from 1 to 9999 without leading zeros \
                     (RFC 6570 §2.4.1)",
                    shown(name)
                );
                Err(error(offset, len, message))
            }
        }
    }

    fn nameless(&self, expression: usize) -> TemplateError {
        let follows_comma = self
            .text
            .get(..self.at)
            .is_some_and(|before| before.ends_with(','));
        if self.peek() == Some('}') && !follows_comma {
            let len = self.at + 1 - expression;
            return error(expression, len, "this expression names no variable".into());
        }
        self.wrong_char("a variable's name is missing here".into())
    }

    fn unexpected(&self, expression: usize) -> TemplateError {
        match self.peek() {
            Some(c) => self.wrong_char(format!(
                "{} may not stand in an expression here; names consist of letters, digits, `_`, \
                 `%` with two hexadecimal digits, and single dots between them (RFC 6570 §2.3)",
                quoted(c)
            )),
            None => error(expression, 1, "this `{` is never closed; add a `}`".into()),
        }
    }

    /// An error at the next character.
    fn wrong_char(&self, message: String) -> TemplateError {
        error(self.at, self.peek().map_or(1, char::len_utf8), message)
    }
}

fn error(offset: usize, len: usize, message: String) -> TemplateError {
    TemplateError {
        offset,
        len,
        message,
    }
}

/// A name, the beginning of a long one.
fn shown(name: &str) -> String {
    match name.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}

fn quoted(c: char) -> String {
    match c {
        ' ' => "a space".into(),
        '`' => "a backtick".into(),
        _ if c.is_control() => format!("the control character U+{:04X}", u32::from(c)),
        _ => format!("`{c}`"),
    }
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '%'
}

/// `literals` of §2.1 except triplets; errata 6937 adds the apostrophe.
fn is_literal(c: char) -> bool {
    match c {
        '\u{21}'..='\u{7E}' => !"\"%<>\\^`{|}".contains(c),
        // ucschar and iprivate of RFC 3987.
        '\u{A0}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
        '\u{E0000}'..='\u{E0FFF}' => false,
        '\u{10000}'.. => u32::from(c) & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (usize, usize) {
        let faults = template(text).expect_err(text);
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        let fault = &faults[0];
        assert!(!fault.message.is_empty());
        (fault.offset, fault.len)
    }

    #[test]
    fn reading_goes_on_behind_each_fault() {
        for (text, expected) in [
            ("s:{a:0}{b:0}{c", &[5, 10, 12][..]),
            ("{a{b}}{c.}", &[2, 8]),
            ("{a{b} {c*:1}", &[2, 5, 9]),
            ("a b}c%{+}", &[1, 3, 5, 6]),
            ("{{{{", &[1]),
            ("{a}}{b}", &[3]),
        ] {
            let faults = template(text).expect_err(text);
            let places: Vec<usize> = faults.iter().map(|fault| fault.offset).collect();
            assert_eq!(places, expected, "{text}");
        }
        assert_eq!(template(&"}".repeat(1000)).unwrap_err().len(), MOST_FAULTS);
    }

    #[test]
    fn names_are_read_without_operators_and_modifiers_each_once() {
        let template = template("/{+a}{?b.c:3,%C3%A9*,a}{/_1}").unwrap();
        let names: Vec<&str> = template.variables().collect();
        assert_eq!(names, ["a", "b.c", "%C3%A9", "_1"]);
    }

    #[test]
    fn faults_are_shown_at_their_character() {
        let cases = [
            ("a}b", (1, 1)),
            ("é}", (2, 1)),
            ("{é}", (1, 2)),
            ("a b", (1, 1)),
            ("a\u{7F}", (1, 1)),
            ("100%", (3, 1)),
            ("%4g", (0, 1)),
            ("x{}", (1, 2)),
            ("x{?}", (1, 3)),
            ("{", (0, 1)),
            ("x{a", (1, 1)),
            ("x{a.", (1, 1)),
            ("{a,}", (3, 1)),
            ("{a,,b}", (3, 1)),
            ("{.}", (0, 3)),
            ("{..a}", (2, 1)),
            ("{a{b}}", (2, 1)),
            ("{a*:3}", (3, 1)),
            ("{a:3*}", (4, 1)),
            ("{a**}", (3, 1)),
            ("{a:10000}", (3, 5)),
            ("{a:x}", (2, 1)),
            ("{@a}", (1, 1)),
            ("{a%2}", (2, 1)),
            ("a|b", (1, 1)),
            ("\u{FDD0}", (0, 3)),
            ("\u{1FFFE}", (0, 4)),
            ("\u{E0001}", (0, 4)),
            ("\u{9F}", (0, 2)),
        ];
        for (text, expected) in cases {
            assert_eq!(place(text), expected, "{text}");
        }
    }

    #[test]
    fn literals_may_hold_what_the_grammar_lists() {
        for text in [
            "",
            "'!#$&()*+,-./:;=?@[]_~",
            "%C3%a9é\u{E000}\u{F900}\u{10FFFD}",
            "{a:9999}",
        ] {
            assert!(template(text).is_ok(), "{text}");
        }
    }
}
