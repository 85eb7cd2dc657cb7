//! The tag catalogue and the references to it (§13).

use std::collections::{HashMap, HashSet};

use super::Context;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive};
use crate::source::Kind;

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&DUPLICATE, &UNKNOWN];

static DUPLICATE: Rule = Rule {
    code: "duplicate-root-tag",
    severity: Severity::Error,
    summary: "Two tags of the catalogue have the same name",
    section: "§13.2",
    explanation: "The root's `tags` lists every tag once, in the order in which they are shown. \
        Two entries of one name would leave open which description and which position counts. \
        Names are compared exactly: `Chess` and `chess` are two tags.",
    bad: example!("invalid/duplicate-root-tag/bad.yaml"),
    good: example!("invalid/duplicate-root-tag/good.yaml"),
};

static UNKNOWN: Rule = Rule {
    code: "unknown-tag-reference",
    severity: Severity::Error,
    summary: "A primitive has a tag that the catalogue does not list",
    section: "§13.3",
    explanation: "Once a document has a catalogue of tags at its root, the tags of Tools, \
        Resources, Resource Templates and Prompts must come from it, so that a misspelt tag \
        cannot open a category of its own. Add the tag to the catalogue or use one that is there. \
        Without a catalogue any string will do.",
    bad: example!("invalid/unknown-tag-reference/bad.yaml"),
    good: example!("invalid/unknown-tag-reference/good.yaml"),
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let Some(tags) = document.root().get("tags") else {
        return;
    };
    let mut catalogue = HashMap::new();
    let mut is_whole = tags.kind() == Kind::Array && !tags.is_cut();
    for tag in tags.elements() {
        match name_of(tag) {
            Some(name) => declare(cx, &mut catalogue, name),
            None => is_whole = false,
        }
    }
    if !is_whole || catalogue.is_empty() {
        return;
    }
    for primitive in document.primitives() {
        references(cx, primitive, tags, &catalogue);
    }
}

/// The name a catalogue entry declares. A plain string is no Tag Object, but what it means is
/// plain too.
fn name_of(tag: Cursor<'_>) -> Option<Cursor<'_>> {
    let name = match tag.kind() {
        Kind::String => Some(tag),
        _ => tag.get("name"),
    };
    // An empty name has a finding of its own.
    name.filter(|name| name.as_str().is_some_and(|text| !text.is_empty()))
}

fn declare<'t>(
    cx: &mut Context<'_, '_>,
    catalogue: &mut HashMap<&'t str, Cursor<'t>>,
    name: Cursor<'t>,
) {
    let text = name.as_str().unwrap_or_default();
    let first = *catalogue.entry(text).or_insert(name);
    if first.id() != name.id() {
        cx.report(
            Diagnostic::new(
                &DUPLICATE,
                name.place(),
                format!(
                    "the catalogue lists the tag {} more than once (§13.2)",
                    code(text)
                ),
            )
            .help("remove one entry, or rename it")
            .related("listed here first", first.place()),
        );
    }
}

fn references(
    cx: &mut Context<'_, '_>,
    primitive: Primitive<'_>,
    tags: Cursor<'_>,
    catalogue: &HashMap<&str, Cursor<'_>>,
) {
    let references = primitive.cursor.get("tags");
    let mut reported = HashSet::new();
    for reference in references.into_iter().flat_map(Cursor::elements) {
        let Some(name) = reference.as_str() else {
            continue;
        };
        if catalogue.contains_key(name) || !reported.insert(name) {
            continue;
        }
        let listed = tags.elements().filter_map(|it| name_of(it)?.as_str());
        let help = match cx.nearest(name, listed) {
            Some(meant) => format!("did you mean {}?", code(meant)),
            None => format!(
                "add a tag {} to the root's `tags`, or use one that is there",
                code(name)
            ),
        };
        cx.report(
            Diagnostic::new(
                &UNKNOWN,
                reference.place(),
                format!(
                    "the catalogue of tags at the root has no {} (§13.3)",
                    code(name)
                ),
            )
            .help(help)
            .related("the catalogue", tags.key_place()),
        );
    }
}
