//! Writes a pattern in the language of the engines used here, spelling out everything that they
//! read otherwise than ECMA-262.

use std::fmt::Write;

use super::tree::{Item, Node, Set, SetKind};

/// Which engine a translation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// Takes time proportional to the text, but cannot look around or back.
    Linear,
    /// Tries one way after the other.
    Backtracking,
}

const DIGIT: &str = "0-9";
const WORD: &str = "0-9A-Z_a-z";
const SPACE: &str = r"\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}";
const LINE_END: &str = r"\x{A}\x{D}\x{2028}\x{2029}";

/// A class that has everything, after which `^` has nothing.
const EVERYTHING: &str = r"\x{0}-\x{10FFFF}";

/// The engine that `node` needs.
pub(super) fn engine(node: &Node) -> Engine {
    let needs = |parts: &[Node]| {
        let backtracks = parts.iter().any(|it| engine(it) == Engine::Backtracking);
        if backtracks {
            Engine::Backtracking
        } else {
            Engine::Linear
        }
    };
    match node {
        // Without Unicode, the linear engine would find `\B` within characters too.
        Node::Look { .. } | Node::Back(_) | Node::Boundary { negated: true } => {
            Engine::Backtracking
        }
        Node::Start { of_line: true } | Node::End { of_line: true } => Engine::Backtracking,
        Node::Capture(_, inner) | Node::Case { inner, .. } | Node::Repeat { inner, .. } => {
            engine(inner)
        }
        Node::All(parts) | Node::Either(parts) => needs(parts),
        _ => Engine::Linear,
    }
}

/// Writes `node` for `engine`.
pub(super) fn translate(node: &Node, engine: Engine) -> String {
    let mut writer = Writer {
        out: String::new(),
        engine,
    };
    writer.node(node);
    writer.out
}

struct Writer {
    out: String,
    engine: Engine,
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes to a string, which never fails.
    fn code(&mut self, code: u32) {
        let _ = write!(self.out, "\\x{{{code:X}}}");
    }

    fn wrapped(&mut self, open: &str, inner: &Node) {
        self.put(open);
        self.node(inner);
        self.put(")");
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Char(code) => self.char(*code),
            Node::Any { line_ends: true } => self.class(false, EVERYTHING),
            Node::Any { line_ends: false } => self.class(true, LINE_END),
            Node::Class { negated, items } => self.items(*negated, items),
            Node::Start { of_line: false } => self.put("^"),
            Node::End { of_line: false } => self.put("$"),
            Node::Start { of_line: true } => self.put(&format!("(?:^|(?<=[{LINE_END}]))")),
            Node::End { of_line: true } => self.put(&format!("(?:$|(?=[{LINE_END}]))")),
            Node::Boundary { negated } => self.boundary(*negated),
            Node::Capture(_, inner) => self.wrapped("(", inner),
            Node::Case { ignored, inner } => {
                let open = if *ignored { "(?i:" } else { "(?-i:" };
                self.wrapped(open, inner);
            }
            Node::Look {
                behind,
                negated,
                inner,
            } => {
                let open = match (behind, negated) {
                    (false, false) => "(?=",
                    (false, true) => "(?!",
                    (true, false) => "(?<=",
                    (true, true) => "(?<!",
                };
                self.wrapped(open, inner);
            }
            // A group that took no part matches the empty text.
            Node::Back(number) => {
                let _ = write!(self.out, "(?({number})\\{number}|)");
            }
            Node::Repeat {
                inner,
                min,
                max,
                lazy,
            } => {
                self.wrapped("(?:", inner);
                let _ = match max {
                    None => write!(self.out, "{{{min},}}"),
                    Some(max) => write!(self.out, "{{{min},{max}}}"),
                };
                if *lazy {
                    self.put("?");
                }
            }
            Node::All(parts) => parts.iter().for_each(|it| self.node(it)),
            Node::Either(branches) => {
                self.put("(?:");
                for (at, branch) in branches.iter().enumerate() {
                    if at > 0 {
                        self.put("|");
                    }
                    self.node(branch);
                }
                self.put(")");
            }
        }
    }

    fn char(&mut self, code: u32) {
        match char::from_u32(code) {
            Some(char) if char.is_ascii_alphanumeric() => self.out.push(char),
            Some(_) => self.code(code),
            // Half of a pair is in no text.
            None => self.class(true, EVERYTHING),
        }
    }

    fn class(&mut self, negated: bool, content: &str) {
        self.put(if negated { "[^" } else { "[" });
        self.put(content);
        self.put("]");
    }

    fn items(&mut self, negated: bool, items: &[Item]) {
        let start = self.out.len();
        self.put(if negated { "[^" } else { "[" });
        let open = self.out.len();
        for item in items {
            match item {
                Item::Range(low, high) => self.range(*low, *high),
                Item::Set(set) => self.set(set),
            }
        }
        if self.out.len() == open {
            self.out.truncate(start);
            return self.class(!negated, EVERYTHING);
        }
        self.put("]");
    }

    /// Leaves out the halves of pairs.
    fn range(&mut self, low: u32, high: u32) {
        for (from, to) in [(low, high.min(0xd7ff)), (low.max(0xe000), high)] {
            if from <= to {
                self.code(from);
                self.put("-");
                self.code(to);
            }
        }
    }

    fn set(&mut self, set: &Set) {
        let content = match &set.kind {
            SetKind::Digit => DIGIT,
            SetKind::Space => SPACE,
            SetKind::Word => WORD,
            SetKind::Property(name) => {
                let letter = if set.negated { 'P' } else { 'p' };
                let _ = write!(self.out, "\\{letter}{{{name}}}");
                return;
            }
        };
        if set.negated {
            self.class(true, content);
        } else {
            self.put(content);
        }
    }

    fn boundary(&mut self, negated: bool) {
        match (self.engine, negated) {
            (Engine::Linear, false) => self.put(r"(?-u:\b)"),
            (Engine::Backtracking, false) => self.put(&format!(
                "(?:(?<=[{WORD}])(?![{WORD}])|(?<![{WORD}])(?=[{WORD}]))"
            )),
            (_, true) => self.put(&format!(
                "(?:(?<=[{WORD}])(?=[{WORD}])|(?<![{WORD}])(?![{WORD}]))"
            )),
        }
    }
}
