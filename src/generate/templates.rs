//! Texts with gaps, each compiled once in a process.

use handlebars::{Context, Handlebars, no_escape};
use serde::Serialize;

/// A text with gaps that values fill.
///
/// It is kept in pieces of whole lines, because the engine takes a multiple of the time that a
/// description takes to read its templates: what has no gaps never gets there, and what has is
/// short.
pub(super) struct Template {
    pieces: Vec<Piece>,
    engine: Handlebars<'static>,
}

enum Piece {
    /// A text without gaps.
    Plain(&'static str),
    /// The engine's name for a text with gaps.
    Gaps(String),
}

impl Template {
    /// The template with this text. A line that ends a block begins no other.
    pub fn new(text: &'static str) -> Self {
        let mut engine = Handlebars::new();
        engine.register_escape_fn(no_escape);
        engine.set_strict_mode(true);
        let mut template = Self {
            pieces: Vec::new(),
            engine,
        };
        let mut rest = text;
        while !rest.is_empty() {
            let has_gaps = |line: &&str| line.contains("{{");
            let plain = rest.split_inclusive('\n').take_while(|it| !has_gaps(it));
            let (plain, with_gaps) = rest.split_at(plain.map(str::len).sum());
            let (block, others) = with_gaps.split_at(first_block(with_gaps));
            template.add(plain, block);
            rest = others;
        }
        template
    }

    fn add(&mut self, plain: &'static str, block: &'static str) {
        if !plain.is_empty() {
            self.pieces.push(Piece::Plain(plain));
        }
        if !block.is_empty() {
            let name = self.pieces.len().to_string();
            let compiled = self.engine.register_template_string(&name, block);
            debug_assert!(compiled.is_ok(), "{compiled:?}");
            self.pieces.push(Piece::Gaps(name));
        }
    }

    /// The text with the values that it asks for; nothing where `values` lacks one.
    pub fn fill(&self, values: &Values) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Plain(plain) => text.push_str(plain),
                Piece::Gaps(name) => match self.engine.render_with_context(name, &values.0) {
                    Ok(filled) => text.push_str(&filled),
                    // Templates and values belong together: tests fill them all.
                    Err(_) => return String::new(),
                },
            }
        }
        text
    }
}

/// The values for the gaps of templates.
pub(super) struct Values(Context);

impl Values {
    /// The members of `view`.
    pub fn of(view: &impl Serialize) -> Self {
        // Only maps with keys that are no strings have no JSON.
        Self(Context::wraps(view).unwrap_or_else(|_| Context::null()))
    }
}

/// The length of the first lines that have all ends of the blocks that they begin.
fn first_block(text: &str) -> usize {
    let mut length = 0;
    let mut open = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        open += line.matches("{{#").count();
        open -= line.matches("{{/").count().min(open);
        if open == 0 {
            break;
        }
    }
    length
}
