//! URI Templates backwards: from a URI to the variables it was made of (RFC 6570).

use std::collections::HashSet;

use serde_json::{Map, Value};

/// The variables of a URI: a string each, or an array of strings where the template spreads a list
/// (`{x*}`). Strings that the URI has not are absent.
pub type Variables = Map<String, Value>;

/// How much is done for one URI: the ways of cutting it that are tried, times its length in bytes.
/// Without it a long URI that is made for this would keep the server from its other clients.
const MOST_WORK: usize = 64_000_000;

/// A URI Template, ready to be compared with URIs.
#[derive(Debug)]
pub struct UriTemplate {
    parts: Vec<Part>,
    /// A variable that stands twice must have one value; then where a cut fails depends on the cuts
    /// before it.
    repeats: bool,
}

#[derive(Debug)]
enum Part {
    Literal(String),
    Expression(Expression),
}

#[derive(Debug)]
struct Expression {
    operator: Operator,
    variables: Vec<Variable>,
}

#[derive(Debug)]
struct Variable {
    name: String,
    /// `{x*}`: the elements of a list are spread.
    spread: bool,
    /// `{x:3}`: at most so many characters.
    longest: Option<usize>,
}

#[derive(Debug)]
struct Operator {
    /// What it begins with where any variable is there.
    first: Option<char>,
    between: char,
    /// `name=value` instead of values alone.
    named: bool,
    /// Reserved characters may stand as they are.
    reserved: bool,
}

impl Operator {
    fn of(symbol: char) -> Option<Self> {
        let (first, between, named, reserved) = match symbol {
            '+' => (None, ',', false, true),
            '#' => (Some('#'), ',', false, true),
            '.' => (Some('.'), '.', false, false),
            '/' => (Some('/'), '/', false, false),
            ';' => (Some(';'), ';', true, false),
            '?' => (Some('?'), '&', true, false),
            '&' => (Some('&'), '&', true, false),
            _ => return None,
        };
        Some(Self {
            first,
            between,
            named,
            reserved,
        })
    }

    const SIMPLE: Self = Self {
        first: None,
        between: ',',
        named: false,
        reserved: false,
    };

    /// Whether an expansion may have this character.
    fn holds(&self, character: char) -> bool {
        is_allowed(character, self.reserved)
            || "%,".contains(character)
            || character == self.between
            || (self.named && character == '=')
    }
}

/// The variables, wherever they stand.
fn variables(parts: &[Part]) -> impl Iterator<Item = &Variable> {
    parts.iter().flat_map(|part| match part {
        Part::Literal(_) => &[],
        Part::Expression(expression) => expression.variables.as_slice(),
    })
}

impl UriTemplate {
    /// Reads a template; `None` where it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((literal, expression)) = rest.split_once('{') {
            let (expression, after) = expression.split_once('}')?;
            parts.push(Part::Literal(encode(literal)));
            parts.push(Part::Expression(Expression::parse(expression)?));
            rest = after;
        }
        parts.push(Part::Literal(encode(rest)));
        let mut names = HashSet::new();
        let repeats = variables(&parts).any(|it| !names.insert(it.name.as_str()));
        Some(Self { parts, repeats })
    }

    /// Whether it has a variable of this name.
    pub fn has(&self, name: &str) -> bool {
        variables(&self.parts).any(|it| it.name == name)
    }

    /// The variables that expand to `uri`, each as long as can be, the first first; `None` where
    /// no variables do.
    pub fn variables(&self, uri: &str) -> Option<Variables> {
        let uri = encode(uri);
        let mut search = Search {
            failed: HashSet::new(),
            repeats: self.repeats,
            steps: 1 + MOST_WORK / uri.len().max(1),
        };
        let mut found = search.rest(&self.parts, &uri, &Variables::new())?;
        for variable in variables(&self.parts).filter(|it| it.spread) {
            found
                .entry(variable.name.as_str())
                .or_insert_with(|| Vec::<String>::new().into());
        }
        Some(found)
    }
}

struct Search {
    failed: HashSet<(usize, usize)>,
    repeats: bool,
    /// How many ways of cutting may still be tried.
    steps: usize,
}

impl Search {
    fn rest(&mut self, parts: &[Part], uri: &str, found: &Variables) -> Option<Variables> {
        let Some((part, parts)) = parts.split_first() else {
            return uri.is_empty().then(|| whole(found)).flatten();
        };
        let expression = match part {
            Part::Literal(literal) => {
                return self.rest(parts, uri.strip_prefix(literal.as_str())?, found);
            }
            Part::Expression(expression) => expression,
        };
        let here = (parts.len(), uri.len());
        if self.failed.contains(&here) {
            return None;
        }
        let operator = &expression.operator;
        // A map that is spread brings its own names.
        let spreads = expression.variables.iter().any(|it| it.spread);
        let holds = |it| operator.holds(it) || operator.first == Some(it) || (spreads && it == '=');
        let longest = uri.find(|character| !holds(character)).unwrap_or(uri.len());
        let next = match parts.first() {
            Some(Part::Literal(literal)) => literal.as_str(),
            _ => "",
        };
        let (least, most) = match parts {
            // The last expression has all that is left for it.
            [Part::Literal(last)] => {
                let end = uri.len().checked_sub(last.len())?;
                (end, end.min(longest))
            }
            _ => (0, longest),
        };
        for end in (least..=most).rev() {
            let cut = uri
                .split_at_checked(end)
                .filter(|(_, after)| after.starts_with(next));
            let Some((taken, after)) = cut else { continue };
            self.steps = self.steps.checked_sub(1)?;
            let all = expression.variables(taken).and_then(|it| merge(found, it));
            if let Some(result) = all.and_then(|all| self.rest(parts, after, &all)) {
                return Some(result);
            }
        }
        if !self.repeats {
            self.failed.insert(here);
        }
        None
    }
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or_default()
}

/// Both together; `None` where a variable has two values.
fn merge(found: &Variables, more: Variables) -> Option<Variables> {
    let mut all = found.clone();
    for (name, value) in more {
        if all.get(&name).is_some_and(|it| *it != value) {
            return None;
        }
        all.insert(name, value);
    }
    Some(all)
}

/// The variables with the beginnings of values (`x:3`) put to the whole ones. The longest beginning
/// stands for a value that is nowhere whole. `None` where one begins another value.
fn whole(found: &Variables) -> Option<Variables> {
    let mut all = found.clone();
    let mut beginnings = Vec::new();
    all.retain(|name, value| match (name.split_once(':'), value.as_str()) {
        (Some((name, _)), Some(text)) => {
            beginnings.push((name.to_owned(), text.to_owned()));
            false
        }
        _ => true,
    });
    beginnings.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
    for (name, text) in beginnings {
        match all.get(&name).and_then(Value::as_str) {
            Some(value) if !value.starts_with(&text) => return None,
            Some(_) => {}
            None => drop(all.insert(name, text.into())),
        }
    }
    Some(all)
}

impl Expression {
    fn parse(text: &str) -> Option<Self> {
        let (operator, names) = match Operator::of(first(text)) {
            Some(operator) => (operator, text.get(1..)?),
            None => (Operator::SIMPLE, text),
        };
        let variables = names
            .split(',')
            .map(Variable::parse)
            .collect::<Option<_>>()?;
        Some(Self {
            operator,
            variables,
        })
    }

    /// The variables that expand to all of `text`.
    fn variables(&self, text: &str) -> Option<Variables> {
        let values = match self.operator.first {
            _ if text.is_empty() => return self.nothing(),
            Some(first) => text.strip_prefix(first)?,
            None => text,
        };
        if self.operator.named {
            self.by_name(values)
        } else {
            self.by_position(values)
        }
    }

    /// No text at all: a lone value may be the empty text, everything else is absent.
    fn nothing(&self) -> Option<Variables> {
        let mut found = Variables::new();
        if let ([variable], None) = (self.variables.as_slice(), self.operator.first)
            && !variable.spread
        {
            variable.add(&mut found, String::new())?;
        }
        Some(found)
    }

    fn by_name(&self, text: &str) -> Option<Variables> {
        let reserved = self.operator.reserved;
        let mut found = Variables::new();
        for pair in text.split(self.operator.between) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let named = |it: &&Variable| encode(&it.name) == name;
            if let Some(variable) = self.variables.iter().find(named) {
                variable.add(&mut found, decode(value, reserved)?)?;
            } else {
                // A map that is spread brings its own names.
                let variable = self.variables.iter().find(|it| it.spread)?;
                variable.add(&mut found, decode(pair, reserved)?)?;
            }
        }
        Some(found)
    }

    fn by_position(&self, text: &str) -> Option<Variables> {
        let reserved = self.operator.reserved;
        let mut found = Variables::new();
        if let [variable] = self.variables.as_slice()
            && !variable.spread
        {
            // A slash inside a value would not stand as it is; a dot or a comma may.
            let is_one = self.operator.between != '/' || !text.contains('/');
            variable.add(&mut found, decode(text, reserved).filter(|_| is_one)?)?;
            return Some(found);
        }
        let values: Vec<_> = text.split(self.operator.between).collect();
        let mut surplus = values.len().saturating_sub(self.variables.len());
        let mut values = values.into_iter();
        for variable in &self.variables {
            let share = if variable.spread {
                1 + std::mem::take(&mut surplus)
            } else {
                1
            };
            for value in values.by_ref().take(share) {
                variable.add(&mut found, decode(value, reserved)?)?;
            }
        }
        values.next().is_none().then_some(found)
    }
}

impl Variable {
    fn parse(text: &str) -> Option<Self> {
        let (name, spread) = match text.strip_suffix('*') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let (name, longest) = match name.split_once(':') {
            Some((name, longest)) => (name, Some(longest.parse().ok()?)),
            None => (name, None),
        };
        (!name.is_empty()).then(|| Self {
            name: name.to_owned(),
            spread,
            longest,
        })
    }

    /// Adds a value; `None` where it cannot be one. The beginning of a value stands under a name that
    /// no variable has.
    fn add(&self, found: &mut Variables, value: String) -> Option<()> {
        let name = match self.longest {
            Some(longest) if value.chars().count() > longest => return None,
            Some(longest) => format!("{}:{longest}", self.name),
            None => self.name.clone(),
        };
        match found.get_mut(&name) {
            None if self.spread => drop(found.insert(name, vec![value].into())),
            None => drop(found.insert(name, value.into())),
            Some(Value::Array(list)) if self.spread => list.push(value.into()),
            Some(known) if *known == value => {}
            Some(_) => return None,
        }
        Some(())
    }
}

/// The text as it stands in a URI: other characters encoded, all codes in capitals.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    let mut in_code = 0;
    for character in text.chars() {
        if in_code > 0 {
            in_code -= 1;
            encoded.push(character.to_ascii_uppercase());
        } else if character.is_ascii_graphic() {
            in_code = if character == '%' { 2 } else { 0 };
            encoded.push(character);
        } else {
            let mut buffer = [0; 4];
            for byte in character.encode_utf8(&mut buffer).bytes() {
                encoded.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    encoded
}

/// The text that an encoded text stands for; `None` where it is not UTF-8. Where reserved characters
/// stand as they are, a code of one is a part of the value.
fn decode(text: &str, reserved: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let (code, after) = after.split_at_checked(2)?;
        let digits = code.iter().all(u8::is_ascii_hexdigit).then_some(code)?;
        let decoded = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
        if reserved && is_allowed(decoded.into(), true) {
            bytes.push(byte);
            bytes.extend_from_slice(code);
        } else {
            bytes.push(decoded);
        }
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// Whether a character stands in an expansion as it is.
fn is_allowed(character: char, reserved: bool) -> bool {
    character.is_ascii_alphanumeric()
        || "-._~".contains(character)
        || (reserved && ":/?#[]@!$&'()*+,;=".contains(character))
}
