//! Reads what follows a `\`.

use super::Refusal;
use super::names::read_name;
use super::parse::{Parser, set, single, syntax};
use super::properties;
use super::tree::{Item, Node, Set, SetKind};

/// What an escape may be.
enum Escape {
    Char(u32),
    Set(Set),
}

impl Parser {
    /// Reads an escape outside of a class.
    pub(super) fn atom_escape(&mut self) -> Result<Node, Refusal> {
        if self.peek() == Some('k') && !self.names.by_name.is_empty() {
            return self.named_reference();
        }
        if let Some(number) = self.back_reference() {
            return Ok(Node::Back(number));
        }
        Ok(match self.escape()? {
            Escape::Char(code) => Node::Char(code),
            Escape::Set(set) => Node::Class {
                negated: false,
                items: vec![Item::Set(set)],
            },
        })
    }

    /// Reads an escape within a class.
    pub(super) fn class_escape(&mut self) -> Result<Item, Refusal> {
        if self.eat("b") {
            return Ok(single(0x08));
        }
        // Annex B has more control characters here.
        if self.peek() == Some('c')
            && let Some(next) = self.ahead(1)
            && (next.is_ascii_digit() || next == '_')
        {
            self.skip(2);
            return Ok(single(u32::from(next) % 32));
        }
        Ok(match self.escape()? {
            Escape::Char(code) => single(code),
            Escape::Set(set) => Item::Set(set),
        })
    }

    fn named_reference(&mut self) -> Result<Node, Refusal> {
        self.skip(1);
        if !self.eat("<") {
            return Err(syntax("`\\k` must name a group, as in `\\k<name>`"));
        }
        let rest: Vec<char> = self.until('>').unwrap_or_default().chars().collect();
        let name = read_name(&[rest.as_slice(), &['>']].concat())?;
        self.skip(rest.len() + 1);
        let Some(groups) = self.names.by_name.get(&name) else {
            return Err(syntax(&format!("no group has the name `{name}`")));
        };
        // Of several, at most one took part; the others match the empty text.
        Ok(Node::All(groups.iter().map(|it| Node::Back(*it)).collect()))
    }

    /// Reads the number of a group, if there are so many.
    fn back_reference(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(digit) = self.ahead(digits.len()).filter(char::is_ascii_digit) {
            digits.push(digit);
        }
        let number: usize = digits.parse().ok()?;
        if digits.starts_with('0') || number > self.names.count {
            return None;
        }
        self.skip(digits.len());
        Some(number)
    }

    fn escape(&mut self) -> Result<Escape, Refusal> {
        let Some(letter) = self.take() else {
            return Err(syntax("it ends in a lone `\\`"));
        };
        if let Some(set) = set(letter) {
            return Ok(Escape::Set(set));
        }
        let code = match letter {
            'p' | 'P' => return self.property(letter == 'P').map(Escape::Set),
            't' => 0x09,
            'n' => 0x0a,
            'v' => 0x0b,
            'f' => 0x0c,
            'r' => 0x0d,
            '0'..='7' => self.octal(letter),
            'x' => self.hexadecimal(2).unwrap_or(u32::from('x')),
            'u' => self.code_point().unwrap_or(u32::from('u')),
            'c' => match self.peek().filter(char::is_ascii_alphabetic) {
                Some(control) => {
                    self.skip(1);
                    u32::from(control) % 32
                }
                None => {
                    // Annex B: the backslash is itself, and the `c` comes next.
                    self.unskip(1);
                    u32::from('\\')
                }
            },
            // Annex B: any other letter stands for itself.
            other => u32::from(other),
        };
        Ok(Escape::Char(code))
    }

    /// Reads the rest of `\0`, or of an octal escape of Annex B: at most three digits and 255.
    fn octal(&mut self, first: char) -> u32 {
        let mut code = first.to_digit(8).unwrap_or_default();
        let more = if first <= '3' { 2 } else { 1 };
        for _ in 0..more {
            let Some(digit) = self.peek().and_then(|it| it.to_digit(8)) else {
                break;
            };
            self.skip(1);
            code = code * 8 + digit;
        }
        code
    }

    /// Reads exactly so many hexadecimal digits, or nothing.
    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let code = (0..digits).try_fold(0, |code, offset| {
            Some(code * 16 + self.ahead(offset)?.to_digit(16)?)
        })?;
        self.skip(digits);
        Some(code)
    }

    /// Reads the rest of `\u`, or nothing. Two halves of a pair are one character.
    fn code_point(&mut self) -> Option<u32> {
        if self.peek() == Some('{') {
            let inner = self.until('}')?;
            let digits = inner.strip_prefix('{')?;
            let is_hexadecimal = digits.bytes().all(|it| it.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok();
            let code = code.filter(|it| is_hexadecimal && *it <= 0x10_ffff)?;
            self.skip(inner.len() + 1);
            return Some(code);
        }
        let high = self.hexadecimal(4)?;
        if (0xd800..0xdc00).contains(&high)
            && self.peek() == Some('\\')
            && self.ahead(1) == Some('u')
        {
            self.skip(2);
            match self.hexadecimal(4) {
                Some(low) if (0xdc00..0xe000).contains(&low) => {
                    return Some(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                }
                Some(_) => self.unskip(6),
                None => self.unskip(2),
            }
        }
        Some(high)
    }

    fn property(&mut self, negated: bool) -> Result<Set, Refusal> {
        let inner = self.until('}').filter(|it| it.starts_with('{'));
        let name = inner.as_deref().and_then(|it| it.strip_prefix('{'));
        let Some(name) = name.filter(|it| properties::exists(it)) else {
            let shown = name.map_or(String::new(), |it| format!("{{{it}}}"));
            return Err(Refusal::Unusable(format!(
                "`\\p{shown}` names no property that ECMA-262 has; write for example `\\p{{L}}`, \
                 `\\p{{Letter}}` or `\\p{{Script=Greek}}`"
            )));
        };
        let kind = SetKind::Property(name.to_owned());
        self.skip(name.len() + 2);
        Ok(Set { kind, negated })
    }
}
