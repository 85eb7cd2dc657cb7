//! Regular expressions as JSON Schema means them: ECMA-262, searched for anywhere in the text.
//!
//! A pattern is read into a tree, and the tree is written for the engines used here.

mod captures;
mod escape;
mod names;
mod parse;
mod properties;
mod translate;
mod tree;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::Gap;
use translate::{Engine, translate};
use tree::Node;

/// Steps back that one search may take.
const BACKTRACKS: usize = 50_000;

/// Atoms a pattern may have when its counted repetitions are written out.
const ATOMS: u64 = 100_000;

/// Atoms of all patterns of a document that are compiled.
const COMPILED: u64 = 500_000;

/// What a pattern costs at least, in atoms.
const PATTERN: u64 = 10;

/// Beyond so many atoms it is not certain that a pattern can be compiled.
const MANY: u64 = 500;

/// Why a text is no pattern to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no ECMA-262 regular expression; this is why.
    Syntax(String),
    /// It is one, but what it means is not known here; this is why.
    Unusable(String),
    /// It is too large.
    TooLarge,
}

/// Checks a pattern; gives whether only trying shows that the engines here can use it.
pub(super) fn check(pattern: &str) -> Result<bool, Refusal> {
    let node = read(pattern)?;
    Ok(node.atoms() > MANY || node.is_uncertain())
}

fn read(pattern: &str) -> Result<Node, Refusal> {
    let node = parse::parse(pattern)?;
    if node.atoms() > ATOMS {
        return Err(Refusal::TooLarge);
    }
    captures::check(&node)?;
    Ok(node)
}

#[derive(Debug)]
enum Compiled {
    Linear(regex::Regex),
    Backtracking(fancy_regex::Regex),
    /// The engines refuse it.
    Refused,
    /// There was no work left to compile it.
    Late,
}

/// Compiled patterns of a document, by their text.
#[derive(Debug)]
pub(super) struct Patterns {
    compiled: HashMap<Box<str>, Compiled>,
    /// Atoms that may still be compiled.
    left: u64,
}

impl Default for Patterns {
    fn default() -> Self {
        Self {
            compiled: HashMap::new(),
            left: COMPILED,
        }
    }
}

impl Patterns {
    /// Whether `pattern` is found in `text`, or why that is unknown. Without `patience`, only
    /// searches that are quick for certain are made.
    pub(super) fn find(&mut self, pattern: &str, text: &str, patience: bool) -> Result<bool, Gap> {
        match self.get(pattern) {
            Compiled::Linear(regex) => Ok(regex.is_match(text)),
            Compiled::Backtracking(regex) if patience => {
                regex.is_match(text).map_err(|_| Gap::Limit)
            }
            Compiled::Refused => Err(Gap::Pattern),
            Compiled::Backtracking(_) | Compiled::Late => Err(Gap::Limit),
        }
    }

    /// Whether the engines refuse a pattern that is well formed.
    pub(super) fn refuses(&mut self, pattern: &str) -> bool {
        matches!(self.get(pattern), Compiled::Refused)
    }

    fn get(&mut self, pattern: &str) -> &Compiled {
        if !self.compiled.contains_key(pattern) {
            let compiled = self.compile(pattern);
            self.compiled.insert(pattern.into(), compiled);
        }
        self.compiled.get(pattern).unwrap_or(&Compiled::Refused)
    }

    fn compile(&mut self, pattern: &str) -> Compiled {
        let Ok(node) = read(pattern) else {
            return Compiled::Refused;
        };
        let cost = node.atoms() + PATTERN;
        if cost > self.left {
            return Compiled::Late;
        }
        self.left -= cost;
        let engine = translate::engine(&node);
        let text = translate(&node, engine);
        match engine {
            Engine::Linear => regex::Regex::new(&text).map(Compiled::Linear).ok(),
            Engine::Backtracking => fancy_regex::RegexBuilder::new(&text)
                .backtrack_limit(BACKTRACKS)
                .build()
                .map(Compiled::Backtracking)
                .ok(),
        }
        .unwrap_or(Compiled::Refused)
    }
}
