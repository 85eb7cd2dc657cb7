//! Faults of the text itself. Behind them, more may come to light.

use super::code;
use crate::check::Loaded;
use crate::diagnostic::Diagnostic;
use crate::fix::edit::Edit;
use crate::fix::surgery::remove;
use crate::fix::{Candidate, Effect};
use crate::source::Value;

fn one(candidate: Option<Candidate>) -> Vec<Candidate> {
    candidate
        .map(|it| it.with(Effect::Uncovers))
        .into_iter()
        .collect()
}

/// A comma behind the last entry.
pub(super) fn trailing_comma(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let range = diagnostic.span.range();
    let is_comma = loaded.source().slice(diagnostic.span) == ",";
    let edits = is_comma.then(|| vec![Edit::delete(range.start, range.end)]);
    one(Candidate::safe("Remove the comma", edits))
}

/// A comment in JSON. What it says would be lost, so somebody has to choose.
pub(super) fn json_comment(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let text = loaded.source().as_str();
    let start = diagnostic.span.range().start;
    let rest = text.get(start..).unwrap_or_default();
    let len = if rest.starts_with("/*") {
        rest.find("*/").map(|end| end + 2)
    } else {
        Some(rest.find(['\n', '\r']).unwrap_or(rest.len()))
    };
    let edits = len.map(|len| {
        let before = text.get(..start).unwrap_or_default();
        let from = before.trim_end_matches([' ', '\t']).len();
        let ends_line = text
            .get(start + len..)
            .is_some_and(|it| it.is_empty() || it.starts_with(['\n', '\r']));
        // The space before a comment goes with it only where nothing follows.
        let from = if ends_line { from } else { start };
        vec![Edit::delete(from, start + len)]
    });
    one(Candidate::offered("Remove the comment", edits))
}

/// A comma missing between two entries: the reader knows where it belongs.
pub(super) fn missing_comma(_: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    // No other fault of JSON text points between two characters.
    let place = diagnostic.related.iter().find(|it| it.span.is_empty());
    let edits = place.map(|it| vec![Edit::insert(it.span.range().start, ",")]);
    one(Candidate::safe("Write the missing comma", edits))
}

/// A key that stands twice.
pub(super) fn duplicate_key(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let Some(second) = loaded
        .tree()
        .root()
        .and_then(|root| keyed(root, diagnostic.span.start))
    else {
        return Vec::new();
    };
    let key = second.key().map_or("", |(key, _)| key);
    let first = second.parent().and_then(|it| it.get(key));
    let says_the_same = first.is_some_and(|it| it.equals(second));
    let title = format!("Remove the second {}", code(key));
    let last = Candidate::safe(title, remove(second)).map(|it| it.safe_if(says_the_same));
    let title = format!("Remove the first {}", code(key));
    let first = Candidate::offered(title, first.and_then(remove));
    one(last).into_iter().chain(one(first)).collect()
}

/// The member whose key is written at `start`.
fn keyed(root: Value<'_>, start: u32) -> Option<Value<'_>> {
    let mut at = root;
    loop {
        if let Some(found) = at.members().find(|it| it.key_span.start == start) {
            return Some(found.value);
        }
        let inside = |value: &Value<'_>| value.span().start <= start && start < value.span().end;
        at = at
            .members()
            .map(|it| it.value)
            .chain(at.elements())
            .find(inside)?;
    }
}

/// A key that YAML reads as something else than text.
pub(super) fn quote_key(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let written = loaded.source().slice(diagnostic.span);
    let is_word = written
        .chars()
        .all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
    let edits = (is_word && !written.is_empty()).then(|| quoted(diagnostic, written));
    // The key may stand there already, which is a fault as bad as this one.
    let effect = Effect::Reveals(diagnostic.path.clone());
    Candidate::safe(format!("Quote {}", code(written)), edits)
        .map(|it| it.with(effect))
        .into_iter()
        .collect()
}

/// A word for a number that is none.
pub(super) fn quote_number(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let written = loaded.source().slice(diagnostic.span);
    let is_word = written.starts_with(['.', '-', '+', 'I', 'N', 'i', 'n'])
        && written
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
    let edits = is_word.then(|| quoted(diagnostic, written));
    one(Candidate::offered(
        format!("Quote {}", code(written)),
        edits,
    ))
}

fn quoted(diagnostic: &Diagnostic, written: &str) -> Vec<Edit> {
    let range = diagnostic.span.range();
    vec![Edit::new(range.start, range.end, format!("\"{written}\""))]
}

/// A tag that must not be there.
pub(super) fn remove_tag(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let written = loaded.source().slice(diagnostic.span);
    let range = diagnostic.span.range();
    let rest = loaded
        .source()
        .as_str()
        .get(range.end..)
        .unwrap_or_default();
    let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let edits = written
        .starts_with('!')
        .then(|| vec![Edit::delete(range.start, range.end + spaces)]);
    one(Candidate::offered(
        format!("Remove the tag {}", code(written)),
        edits,
    ))
}

/// A directive for another version of YAML: the document is read as 1.2 in any case.
pub(super) fn yaml_version(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<Candidate> {
    let written = loaded.source().slice(diagnostic.span);
    let range = diagnostic.span.range();
    let version = written
        .strip_prefix("%YAML")
        .map(|it| written.len() - it.trim_start().len());
    let edits = version.map(|version| {
        let length = written
            .get(version..)
            .and_then(|it| it.split([' ', '\t']).next())
            .map_or(0, str::len);
        let start = range.start + version;
        vec![Edit::new(start, start + length, "1.2")]
    });
    one(Candidate::safe("Write `%YAML 1.2`", edits))
}
