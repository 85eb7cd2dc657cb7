//! Reads ECMA-262 patterns: as its `u` flag has them, and where that refuses, as Annex B reads them
//! without it. Only what neither allows is an error.

use super::Refusal;
use super::names::Names;
use super::tree::{Item, Node, Set, SetKind};

/// Groups inside one another.
const NESTING: usize = 250;

/// What begins a look-around: whether it looks behind, and whether it is negated.
const LOOKS: [(&str, bool, bool); 4] = [
    ("?=", false, false),
    ("?!", false, true),
    ("?<=", true, false),
    ("?<!", true, true),
];

/// What groups around a part have switched.
#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

/// Reads `pattern`.
pub(super) fn parse(pattern: &str) -> Result<Node, Refusal> {
    let text: Vec<char> = pattern.chars().collect();
    let names = Names::find(&text)?;
    let mut parser = Parser {
        text,
        at: 0,
        names,
        opened: 0,
        depth: 0,
        flags: Flags::default(),
    };
    let node = parser.either()?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(syntax("a `)` has no `(` before it")),
    }
}

pub(super) fn syntax(why: &str) -> Refusal {
    Refusal::Syntax(why.to_owned())
}

pub(super) struct Parser {
    text: Vec<char>,
    at: usize,
    pub(super) names: Names,
    /// Capturing groups so far.
    opened: usize,
    depth: usize,
    flags: Flags,
}

impl Parser {
    pub(super) fn peek(&self) -> Option<char> {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, offset: usize) -> Option<char> {
        self.text.get(self.at + offset).copied()
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    pub(super) fn unskip(&mut self, count: usize) {
        self.at -= count;
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = text
            .chars()
            .enumerate()
            .all(|(offset, char)| self.ahead(offset) == Some(char));
        if found {
            self.at += text.chars().count();
        }
        found
    }

    /// The characters before `end`, which must come.
    pub(super) fn until(&self, end: char) -> Option<String> {
        let rest = self.text.get(self.at..)?;
        let length = rest.iter().position(|&it| it == end)?;
        Some(rest.iter().take(length).collect())
    }

    /// Reads alternatives, up to a `)` or the end.
    fn either(&mut self) -> Result<Node, Refusal> {
        let mut branches = vec![self.all()?];
        while self.eat("|") {
            branches.push(self.all()?);
        }
        Ok(match branches.pop() {
            Some(only) if branches.is_empty() => only,
            last => {
                branches.extend(last);
                Node::Either(branches)
            }
        })
    }

    fn all(&mut self) -> Result<Node, Refusal> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            let (node, repeatable) = self.term()?;
            parts.push(self.repeat(node, repeatable)?);
        }
        Ok(Node::All(parts))
    }

    /// Reads one part; also gives whether a quantifier may follow.
    fn term(&mut self) -> Result<(Node, bool), Refusal> {
        let of_line = self.flags.multiline;
        let Some(next) = self.take() else {
            return Ok((Node::Empty, false));
        };
        Ok(match next {
            '^' => (Node::Start { of_line }, false),
            '$' => (Node::End { of_line }, false),
            '(' => self.group()?,
            '[' => (self.class()?, true),
            '\\' => match self.peek() {
                Some('b' | 'B') => {
                    let negated = self.take() == Some('B');
                    (Node::Boundary { negated }, false)
                }
                _ => (self.atom_escape()?, true),
            },
            '.' => {
                let line_ends = self.flags.dot_all;
                (Node::Any { line_ends }, true)
            }
            '*' | '+' | '?' => return Err(nothing_to_repeat(next)),
            '{' if self.counts().is_some() => return Err(nothing_to_repeat(next)),
            // Any other brace is itself, as browsers read it.
            _ => (Node::Char(u32::from(next)), true),
        })
    }

    /// Reads a quantifier after `node`, if there is one.
    fn repeat(&mut self, node: Node, repeatable: bool) -> Result<Node, Refusal> {
        let sign = self.peek().unwrap_or_default();
        let (min, max) = match sign {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            '{' => {
                self.skip(1);
                let counts = self.counts();
                self.at -= 1;
                let Some((min, max, length)) = counts else {
                    return Ok(node);
                };
                self.skip(length);
                (min, max)
            }
            _ => return Ok(node),
        };
        self.skip(1);
        if !repeatable {
            return Err(nothing_to_repeat(sign));
        }
        if max.is_some_and(|max| max < min) {
            return Err(syntax("a counted repetition counts backwards"));
        }
        let lazy = self.eat("?");
        Ok(Node::Repeat {
            inner: Box::new(node),
            min,
            max,
            lazy,
        })
    }

    /// The bounds of a counted repetition behind its `{`, and the length up to and with its `}`.
    fn counts(&self) -> Option<(u64, Option<u64>, usize)> {
        let inner = self.until('}')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| text.parse().unwrap_or(u64::MAX);
        let (low, high) = match inner.split_once(',') {
            None => (inner.as_str(), Some(inner.as_str())),
            Some((low, "")) => (low, None),
            Some((low, high)) => (low, Some(high)),
        };
        let valid = !low.is_empty() && digits(low) && high.is_none_or(digits);
        valid.then(|| (number(low), high.map(number), inner.chars().count() + 1))
    }

    fn group(&mut self) -> Result<(Node, bool), Refusal> {
        if self.depth >= NESTING {
            return Err(Refusal::TooLarge);
        }
        let before = self.flags;
        let looks = LOOKS.into_iter().find(|(open, ..)| self.eat(open));
        let capture = if looks.is_some() || self.eat("?:") {
            None
        } else if self.eat("?<") {
            // Its name was read with all others.
            let name = self.until('>').unwrap_or_default();
            self.skip(name.chars().count() + 1);
            Some(self.number())
        } else if self.peek() == Some('?') {
            self.modifiers()?;
            None
        } else {
            Some(self.number())
        };
        self.depth += 1;
        let inner = self.either()?;
        self.depth -= 1;
        if !self.eat(")") {
            return Err(syntax("a `(` is never closed"));
        }
        let ignored = self.flags.ignore_case;
        self.flags = before;
        let inner = Box::new(inner);
        if let Some((_, behind, negated)) = looks {
            // Annex B lets a look-ahead be repeated.
            let node = Node::Look {
                behind,
                negated,
                inner,
            };
            return Ok((node, !behind));
        }
        let node = match capture {
            Some(number) => Node::Capture(number, inner),
            None if ignored != before.ignore_case => Node::Case { ignored, inner },
            None => Node::All(vec![*inner]),
        };
        Ok((node, true))
    }

    fn number(&mut self) -> usize {
        self.opened += 1;
        self.opened
    }

    /// Reads `?ims-ims:`, which switches flags for one group.
    fn modifiers(&mut self) -> Result<(), Refusal> {
        let head = self.until(':').unwrap_or_default();
        let (on, off) = head.strip_prefix('?').map_or(("", ""), |flags| {
            flags.split_once('-').unwrap_or((flags, ""))
        });
        let all = format!("{on}{off}");
        let known = all.chars().all(|flag| "ims".contains(flag));
        let distinct = all.chars().all(|flag| all.matches(flag).count() == 1);
        if all.is_empty() || !known || !distinct {
            return Err(self.unknown_group());
        }
        self.skip(head.len() + 1);
        for (flags, value) in [(on, true), (off, false)] {
            for flag in flags.chars() {
                match flag {
                    'i' => self.flags.ignore_case = value,
                    'm' => self.flags.multiline = value,
                    _ => self.flags.dot_all = value,
                }
            }
        }
        Ok(())
    }

    fn unknown_group(&self) -> Refusal {
        let shown: String = self.text.iter().skip(self.at - 1).take(4).collect();
        syntax(&format!(
            "a group that starts with `{shown}` does not exist in ECMA-262; flags for the whole \
             pattern, atomic groups, comments and `(?P<name>` belong to other languages"
        ))
    }

    fn class(&mut self) -> Result<Node, Refusal> {
        let negated = self.eat("^");
        let mut items = Vec::new();
        loop {
            let Some(low) = self.class_atom()? else {
                return Ok(Node::Class { negated, items });
            };
            let is_range = self.peek() == Some('-') && self.ahead(1) != Some(']');
            if !is_range {
                items.push(low);
                continue;
            }
            self.skip(1);
            let Some(high) = self.class_atom()? else {
                return Err(syntax("a `[` is never closed"));
            };
            match (low, high) {
                (Item::Range(low, _), Item::Range(high, _)) if low <= high => {
                    items.push(Item::Range(low, high));
                }
                (Item::Range(low, _), Item::Range(high, _)) => {
                    let name = |code| char::from_u32(code).unwrap_or('?');
                    let (low, high) = (name(low), name(high));
                    return Err(syntax(&format!("the range `{low}-{high}` runs backwards")));
                }
                // Annex B: beside a set, the dash is itself.
                (low, high) => items.extend([low, dash(), high]),
            }
        }
    }

    /// Reads a character or set of a class; `None` at its end.
    fn class_atom(&mut self) -> Result<Option<Item>, Refusal> {
        match self.take() {
            None => Err(syntax("a `[` is never closed")),
            Some(']') => Ok(None),
            Some('\\') => self.class_escape().map(Some),
            Some(next) => Ok(Some(single(u32::from(next)))),
        }
    }
}

fn dash() -> Item {
    single(u32::from('-'))
}

pub(super) fn single(code: u32) -> Item {
    Item::Range(code, code)
}

pub(super) fn set(letter: char) -> Option<Set> {
    let kind = match letter.to_ascii_lowercase() {
        'd' => SetKind::Digit,
        's' => SetKind::Space,
        'w' => SetKind::Word,
        _ => return None,
    };
    Some(Set {
        kind,
        negated: letter.is_ascii_uppercase(),
    })
}

fn nothing_to_repeat(sign: char) -> Refusal {
    syntax(&format!("there is nothing for `{sign}` to repeat"))
}
