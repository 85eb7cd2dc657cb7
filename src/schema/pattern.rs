//! Regular expressions as JSON Schema means them: ECMA-262, searched for anywhere in the text.

use std::collections::HashMap;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, Validator};
use serde_json::{Value, json};

use super::Gap;

/// Steps back that one search may take.
const BACKTRACKS: usize = 50_000;

/// Atoms a pattern may have when its counted repetitions are written out.
const ATOMS: u64 = 100_000;

/// Groups inside one another.
const NESTING: usize = 250;

/// Why a text is no pattern to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no ECMA-262 regular expression; this is why.
    Syntax(String),
    /// It is too large.
    TooLarge,
}

/// Checks the syntax of a pattern: ECMA-262 with `u` flag, and what browsers accept without it.
pub(super) fn check(pattern: &str) -> Result<(), Refusal> {
    Reader {
        text: pattern.chars().collect(),
        at: 0,
        frames: vec![Frame::new(false)],
    }
    .read()
}

/// A group that is being read.
struct Frame {
    /// Atoms in it so far.
    atoms: u64,
    /// Atoms of the item that a quantifier would repeat; 0 where there is none.
    last: u64,
    /// Whether a quantifier may follow the group: not after a look-behind.
    lookbehind: bool,
}

impl Frame {
    fn new(lookbehind: bool) -> Self {
        Self {
            atoms: 0,
            last: 0,
            lookbehind,
        }
    }

    fn add(&mut self, atoms: u64, repeatable: bool) {
        self.atoms = self.atoms.saturating_add(atoms);
        self.last = if repeatable { atoms.max(1) } else { 0 };
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    frames: Vec<Frame>,
}

impl Reader {
    fn read(mut self) -> Result<(), Refusal> {
        while let Some(next) = self.take() {
            match next {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.open()?,
                ')' => self.close()?,
                '*' | '+' | '?' => self.repeat(1, next)?,
                '{' => self.braces()?,
                '|' | '^' | '$' => self.add(0, false),
                _ => self.add(1, true),
            }
        }
        match self.frames.as_slice() {
            [frame] if frame.atoms <= ATOMS => Ok(()),
            [_] => Err(Refusal::TooLarge),
            _ => Err(syntax("a `(` is never closed")),
        }
    }

    fn take(&mut self) -> Option<char> {
        let next = self.text.get(self.at).copied()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = text
            .chars()
            .enumerate()
            .all(|(offset, char)| self.text.get(self.at + offset) == Some(&char));
        if found {
            self.at += text.chars().count();
        }
        found
    }

    fn add(&mut self, atoms: u64, repeatable: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.add(atoms, repeatable);
        }
    }

    fn open(&mut self) -> Result<(), Refusal> {
        let mut lookbehind = false;
        if self.eat("?") {
            lookbehind = self.eat("<=") || self.eat("<!");
            let known = lookbehind || self.eat(":") || self.eat("=") || self.eat("!");
            if !known && !self.name()? {
                return Err(self.unknown_group());
            }
        }
        if self.frames.len() > NESTING {
            return Err(Refusal::TooLarge);
        }
        self.frames.push(Frame::new(lookbehind));
        Ok(())
    }

    /// Reads `<name>`.
    fn name(&mut self) -> Result<bool, Refusal> {
        if !self.eat("<") {
            return Ok(false);
        }
        let start = self.at;
        while let Some(next) = self.take() {
            if next == '>' && self.at > start + 1 {
                return Ok(true);
            }
            if !(next.is_alphanumeric() || next == '_' || next == '$') {
                break;
            }
        }
        Err(syntax(
            "the name of a group is not written as `(?<name>...)`",
        ))
    }

    fn unknown_group(&self) -> Refusal {
        let start = self.at - 2;
        let shown: String = self.text.iter().skip(start).take(4).collect();
        syntax(&format!(
            "a group that starts with `{shown}` does not exist in ECMA-262; inline flags, atomic \
             groups, comments and `(?P<name>` belong to other languages"
        ))
    }

    fn close(&mut self) -> Result<(), Refusal> {
        if self.frames.len() < 2 {
            return Err(syntax("a `)` has no `(` before it"));
        }
        if let Some(frame) = self.frames.pop() {
            self.add(frame.atoms, !frame.lookbehind);
        }
        Ok(())
    }

    fn repeat(&mut self, times: u64, sign: char) -> Result<(), Refusal> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        if frame.last == 0 {
            return Err(syntax(&format!("there is nothing for `{sign}` to repeat")));
        }
        let more = frame.last.saturating_mul(times.saturating_sub(1));
        frame.atoms = frame.atoms.saturating_add(more);
        frame.last = 0;
        self.eat("?");
        Ok(())
    }

    /// A counted repetition; any other `{` is itself, as browsers read it.
    fn braces(&mut self) -> Result<(), Refusal> {
        let rest = self.text.iter().skip(self.at);
        let inner: String = rest.take_while(|&&next| next != '}').collect();
        let closed = self.text.get(self.at + inner.chars().count()) == Some(&'}');
        let (low, high) = inner.split_once(',').unwrap_or((&inner, &inner));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !closed || low.is_empty() || !digits(low) || !digits(high) {
            self.add(1, true);
            return Ok(());
        }
        self.at += inner.chars().count() + 1;
        let low: u64 = low.parse().unwrap_or(u64::MAX);
        let most = match high {
            "" => low,
            high => high.parse().unwrap_or(u64::MAX),
        };
        if most < low {
            return Err(syntax(&format!("`{{{inner}}}` counts backwards")));
        }
        self.repeat(most, '{')
    }

    fn escape(&mut self) -> Result<(), Refusal> {
        match self.take() {
            None => return Err(syntax("it ends in a lone `\\`")),
            Some('b' | 'B') => {
                self.add(0, false);
                return Ok(());
            }
            Some('k') if self.eat("<") => {
                self.at -= 1;
                self.name()?;
            }
            Some('p' | 'P') => self.property()?,
            Some('u') => self.code_point()?,
            Some(next @ ('A' | 'Z' | 'z' | 'G' | 'Q' | 'E' | 'h' | 'R' | 'X')) => {
                return Err(syntax(&format!("`\\{next}` does not exist in ECMA-262")));
            }
            Some(_) => {}
        }
        self.add(1, true);
        Ok(())
    }

    fn property(&mut self) -> Result<(), Refusal> {
        let rest: String = self.text.iter().skip(self.at).take(64).collect();
        let named = rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
            .is_some_and(|(name, _)| {
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
                !name.is_empty() && name.chars().all(plain)
            });
        if named {
            self.at += rest.find('}').unwrap_or_default() + 1;
            return Ok(());
        }
        Err(syntax("`\\p` must name a property, as in `\\p{Letter}`"))
    }

    fn code_point(&mut self) -> Result<(), Refusal> {
        if !self.eat("{") {
            return Ok(());
        }
        let rest = self.text.iter().skip(self.at);
        let digits: String = rest.take_while(|&&next| next != '}').take(16).collect();
        let value = u32::from_str_radix(&digits, 16);
        self.at += digits.len() + 1;
        match value {
            Ok(value) if value <= 0x10_ffff => Ok(()),
            _ => Err(syntax("`\\u{...}` must hold a code point in hexadecimal")),
        }
    }

    fn class(&mut self) -> Result<(), Refusal> {
        self.eat("^");
        // The left end of a possible range, and whether a `-` followed it.
        let (mut left, mut dash): (Option<char>, bool) = (None, false);
        loop {
            let single = match self.take() {
                None => return Err(syntax("a `[` is never closed")),
                Some(']') => break,
                Some('-') if left.is_some() && !dash => {
                    dash = true;
                    continue;
                }
                Some('\\') => self.class_escape()?,
                Some(next) => Some(next),
            };
            match (left, single) {
                (Some(low), Some(high)) if dash && low > high => {
                    return Err(syntax(&format!("the range `{low}-{high}` runs backwards")));
                }
                _ => left = if dash { None } else { single },
            }
            dash = false;
        }
        self.add(1, true);
        Ok(())
    }

    /// The character an escape within a class stands for; `None` where it is a set or unknown.
    fn class_escape(&mut self) -> Result<Option<char>, Refusal> {
        match self.take() {
            None => Err(syntax("a `[` is never closed")),
            Some('p' | 'P') => self.property().map(|()| None),
            Some('u') => self.code_point().map(|()| None),
            Some(next) if next.is_ascii_alphanumeric() => Ok(None),
            Some(next) => Ok(Some(next)),
        }
    }
}

fn syntax(why: &str) -> Refusal {
    Refusal::Syntax(why.to_owned())
}

/// Compiled patterns, by their text.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    compiled: HashMap<Box<str>, Option<Validator>>,
}

impl Patterns {
    /// Whether `pattern` is found in `text`, or why that is unknown.
    pub(super) fn find(&mut self, pattern: &str, text: &str) -> Result<bool, Gap> {
        if !self.compiled.contains_key(pattern) {
            self.compiled.insert(pattern.into(), compile(pattern));
        }
        let Some(Some(validator)) = self.compiled.get(pattern) else {
            return Err(Gap::Pattern);
        };
        match validator.validate(&Value::from(text)) {
            Ok(()) => Ok(true),
            Err(error) => match error.kind() {
                ValidationErrorKind::Pattern { .. } => Ok(false),
                _ => Err(Gap::Limit),
            },
        }
    }
}

fn compile(pattern: &str) -> Option<Validator> {
    check(pattern).ok()?;
    jsonschema::draft202012::options()
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS))
        .build(&json!({ "pattern": pattern }))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ecma_262_is_accepted() {
        for pattern in [
            "",
            "^a*$",
            "[]a]|[^]",
            "(?<year>\\d{4})-\\k<year>",
            "(?=a)(?!b)(?<=c)(?<!d)",
            "\\p{Script=Greek}+\\u{1F600}\\-\\/",
            "a{,2}{",
            "[a-z-9\\w-.]+?",
            "x{2,}?y{3}",
            "^.{0,65535}$",
        ] {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn what_other_languages_write_is_refused() {
        for pattern in [
            "(",
            ")",
            "[a",
            "*a",
            "a**",
            "a++",
            "(?i)a",
            "(?P<n>a)",
            "(?>a)",
            "\\Aa\\Z",
            "[z-a]",
            "a{2,1}",
            "\\",
            "\\p",
            "(?<n",
            "(?#x)",
            "(?<=a)*",
            "\\u{110000}",
            "^*",
        ] {
            assert!(
                matches!(check(pattern), Err(Refusal::Syntax(_))),
                "{pattern}"
            );
        }
    }

    #[test]
    fn repetitions_are_counted_before_they_are_written_out() {
        assert_eq!(check("((a{1000}){1000}){1000}"), Err(Refusal::TooLarge));
        assert_eq!(check(&"(".repeat(100_000)), Err(Refusal::TooLarge));
    }

    #[test]
    fn a_search_that_takes_too_long_is_unknown() {
        let mut patterns = Patterns::default();
        assert_eq!(patterns.find("^\\d+$", "42"), Ok(true));
        assert_eq!(patterns.find("^\\d+$", "x"), Ok(false));
        let text = "a".repeat(200);
        assert_eq!(patterns.find("^(?:(a+)\\1?)+c$", &text), Err(Gap::Limit));
    }
}
