//! URI templates (RFC 6570): their syntax, and whether a URI can be an expansion of one.

use std::collections::HashSet;
use std::ops::Range;

mod expansion;
mod matching;
mod octets;
mod parse;
mod places;
mod relaxed;
mod search;
mod values;
mod work;

pub use work::Pool;

/// A well-formed URI template of any level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<Part>,
}

/// Why a text is no URI template, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// Where the wrong text begins, in bytes from the template's start.
    pub offset: usize,
    /// The length of the wrong text in bytes; never zero.
    pub len: usize,
    /// What is wrong, for the person who must fix it.
    pub message: String,
}

impl std::fmt::Display for TemplateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TemplateError {}

/// Whether a URI is an expansion of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Some assignment of values to the variables expands to it.
    Yes,
    /// No assignment does.
    No,
    /// Finding out would cost too much.
    Undecided,
}

/// A variable as an expression has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariableUse<'t> {
    /// Its name.
    pub name: &'t str,
    /// Whether the members of a list stand one by one: `{name*}`.
    pub is_exploded: bool,
    /// Whether it shares its expression with no other variable.
    pub is_alone: bool,
    /// Whether a character of the operator tells that some variable of the expression is defined,
    /// as `?` does.
    pub is_marked: bool,
}

impl UriTemplate {
    /// Reads a template (RFC 6570 §2), or says what is wrong with it, in written order.
    ///
    /// # Errors
    /// Where the text does not follow the grammar, or uses an operator that the RFC reserves: at
    /// least one, and no more than a person reads.
    pub fn parse(text: &str) -> Result<Self, Vec<TemplateError>> {
        parse::template(text)
    }

    /// The names of the variables, each once, in the order of their first appearance. Operators
    /// and modifiers are not part of a name; percent-encoded triplets stay as they are written.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let mut seen = HashSet::new();
        self.expressions()
            .flat_map(|expression| &expression.variables)
            .map(|variable| variable.name.as_str())
            .filter(move |name| seen.insert(*name))
    }

    /// The variables wherever they are used, in order.
    pub fn uses(&self) -> impl Iterator<Item = VariableUse<'_>> {
        self.expressions().flat_map(|expression| {
            let is_alone = expression.variables.len() == 1;
            let is_marked = expression.operator.first().is_some();
            expression.variables.iter().map(move |it| VariableUse {
                name: &it.name,
                is_exploded: it.modifier == Modifier::Explode,
                is_alone,
                is_marked,
            })
        })
    }

    /// Whether an expansion with a value for `variable` has that name in it.
    pub fn spells_out(&self, variable: &str) -> bool {
        self.expressions().any(|expression| {
            let mut names = expression.variables.iter().map(|it| it.name.as_str());
            expression.operator.is_named() && names.any(|name| name == variable)
        })
    }

    /// Whether `uri` is an expansion of this template (RFC 6570 §3) for some assignment: each
    /// variable undefined, a string, a list or an associative array.
    ///
    /// Percent-encoded octets that an expansion makes may have hexadecimal digits of either case.
    /// The time is bounded: the product of both lengths for most templates, else a fixed amount of
    /// work, after which the answer is [`Match::Undecided`].
    pub fn matches(&self, uri: &str) -> Match {
        self.matches_within(uri, &mut Pool::default())
    }

    /// The same as [`UriTemplate::matches`] for one of many URIs, whose matches share a `pool` of
    /// work.
    pub fn matches_within(&self, uri: &str, pool: &mut Pool) -> Match {
        pool.lend(|work| matching::matches(self, uri, work))
    }

    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.parts.iter().filter_map(|part| match part {
            Part::Expression(expression) => Some(expression),
            Part::Literal(_) => None,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Expression(Expression),
}

/// What stands between two braces.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Expression {
    operator: Operator,
    variables: Vec<Variable>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    name: String,
    modifier: Modifier,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Modifier {
    None,
    /// At most this many characters of a string.
    Prefix(usize),
    Explode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Path,
    PathParameter,
    Query,
    QueryContinuation,
}

/// Where the names of variables are written in `template`, which is well formed; in bytes.
pub fn variable_places(template: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(open) = template.get(at..).and_then(|it| it.find('{')) {
        let start = at + open + 1;
        let rest = template.get(start..).unwrap_or_default();
        let expression = rest.split('}').next().unwrap_or_default();
        at = start + expression.len();
        let variables = expression.trim_start_matches(|c| Operator::from_char(c).is_some());
        let mut begin = at - variables.len();
        for variable in variables.split(',') {
            let name = variable.split(['*', ':']).next().unwrap_or_default();
            places.push(begin..begin + name.len());
            begin += variable.len() + 1;
        }
    }
    places
}

/// The table of RFC 6570, Appendix A.
impl Operator {
    fn from_char(c: char) -> Option<Self> {
        Some(match c {
            '+' => Self::Reserved,
            '#' => Self::Fragment,
            '.' => Self::Label,
            '/' => Self::Path,
            ';' => Self::PathParameter,
            '?' => Self::Query,
            '&' => Self::QueryContinuation,
            _ => return None,
        })
    }

    /// What precedes the first defined variable.
    fn first(self) -> Option<u8> {
        match self {
            Self::Simple | Self::Reserved => None,
            Self::Fragment => Some(b'#'),
            Self::Label => Some(b'.'),
            Self::Path => Some(b'/'),
            Self::PathParameter => Some(b';'),
            Self::Query => Some(b'?'),
            Self::QueryContinuation => Some(b'&'),
        }
    }

    /// What stands between two defined variables, and between members of an exploded one.
    fn separator(self) -> u8 {
        match self {
            Self::Simple | Self::Reserved | Self::Fragment => b',',
            Self::Label => b'.',
            Self::Path => b'/',
            Self::PathParameter => b';',
            Self::Query | Self::QueryContinuation => b'&',
        }
    }

    /// Whether values are written as `name=value`.
    fn is_named(self) -> bool {
        matches!(
            self,
            Self::PathParameter | Self::Query | Self::QueryContinuation
        )
    }

    /// Whether reserved characters and percent-encoded triplets of a value are kept.
    fn keeps_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }
}
