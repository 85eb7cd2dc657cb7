//! What a name or reference leads to.

use super::prose::Prose;
use crate::document::{Cursor, Resolved};
use crate::names::{Names, Occurrence, Role};
use crate::source::{Format, Value};
use crate::structure::Place;

/// The longest text that is shown of a target.
const SHOWN: usize = 1000;

/// What a member leads to whose key says that it is a reference.
pub(super) fn reference(names: Names<'_>, key: &str, value: Value<'_>) -> Option<Prose> {
    match key {
        "$componentRef" => {
            let holder = value.parent()?;
            let namespace = Place::of(holder).namespace?;
            match names.document().resolve(Cursor::new(holder), namespace) {
                Resolved::Value(target) => Some(shown(value.as_str()?, target.value())),
                Resolved::Broken => None,
            }
        }
        "$ref" | "declaration" => string(names, value),
        _ if is_requirement(value) => self::key(names, value),
        _ => None,
    }
}

/// What the key of `value` leads to, if it is a name that is declared elsewhere.
pub(super) fn key(names: Names<'_>, value: Value<'_>) -> Option<Prose> {
    let (key, span) = value.key()?;
    target(names, span.start, key)
}

/// What a string leads to that is a name, or a reference within a schema.
pub(super) fn string(names: Names<'_>, value: Value<'_>) -> Option<Prose> {
    let text = value.as_str()?;
    required_scope(names, value).or_else(|| target(names, value.span().start, text))
}

/// What `text`, which begins at a byte offset, leads to.
fn target(names: Names<'_>, start: u32, text: &str) -> Option<Prose> {
    let declared = declared(names, start)?.declared();
    if let Some(template) = variable_holder(declared) {
        let prose = Prose::about_name(text).then(": variable of a URI template (§10.2)");
        return Some(prose.then_lines("", template.to_owned()));
    }
    Some(shown(text, declared))
}

/// Where the name is declared that is used at a byte offset.
fn declared(names: Names<'_>, start: u32) -> Option<Occurrence<'_>> {
    let (used, declared) = names.declarations(start as usize)?;
    let first = declared.first().copied();
    first.filter(|_| used.role == Role::Use)
}

/// The template whose variables `object` declares.
fn variable_holder(object: Value<'_>) -> Option<&str> {
    let is_holder = Place::of(object).is("Resource Template");
    let template = is_holder.then(|| object.get("uriTemplate"));
    template.flatten().and_then(Value::as_str)
}

/// A scope that a security requirement lists (§7.5), or the scheme where it has no such scope.
fn required_scope(names: Names<'_>, scope: Value<'_>) -> Option<Prose> {
    let scopes = scope.parent().filter(|it| it.is_array())?;
    let (scheme, _) = scopes.key()?;
    if !is_requirement(scopes) {
        return None;
    }
    let described = declared(names, scope.span().start).and_then(|it| it.declared().as_str());
    match described {
        Some(description) => {
            let prose = Prose::about_name(scope.as_str()?).then(": scope of ");
            let prose = prose.then_name(scheme).then(" (§7.5)");
            Some(prose.then_lines("", description.trim_end().to_owned()))
        }
        None => key(names, scopes),
    }
}

/// Whether `scopes` are what a security requirement asks of a scheme (§7.3).
fn is_requirement(scopes: Value<'_>) -> bool {
    let holder = scopes.parent().map(Place::of);
    holder.is_some_and(|it| it.is("Security Requirement Object"))
}

/// A name and the text of what it stands for.
fn shown(name: &str, target: Value<'_>) -> Prose {
    let source = target.tree().source();
    let text = source.slice(target.span());
    let end = text.char_indices().nth(SHOWN).map(|(at, _)| at);
    let (text, more) = match end {
        Some(end) => (text.get(..end).unwrap_or_default(), "\n…"),
        None => (text, ""),
    };
    let language = match target.tree().format() {
        Format::Json => "json",
        Format::Yaml => "yaml",
    };
    let column = source.position(target.span().start).column;
    let text = dedented(text.trim_end(), column - 1);
    Prose::about_name(name).then_lines(language, format!("{text}{more}"))
}

/// The text with the lines after the first moved left.
fn dedented(text: &str, columns: usize) -> String {
    let mut lines = text.lines();
    let mut moved = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        moved.push('\n');
        moved.push_str(line.get(blanks.min(columns)..).unwrap_or_default());
    }
    moved
}
