//! The arguments of Prompts (§11.2), which examples in components share.

use std::collections::{HashMap, HashSet};

use super::occurrence::{Occurrence, Role};
use super::outside::{completed, elements, text};
use super::{Kind, See};
use crate::document::{Cursor, Document, Namespace, Primitive, PrimitiveKind};
use crate::source::NodeId;

/// Arguments, and the examples that pass them or complete them.
pub(super) fn visit<'t>(document: &'t Document, see: See<'_, 't>) {
    for prompt in document.primitives_of(PrimitiveKind::Prompt) {
        let id = prompt.cursor.id();
        let kind = |name| Kind::Argument(id, name);
        for argument in elements(prompt.cursor.get("arguments")) {
            if let Some(name) = argument.get("name") {
                text(name, Role::Declaration, kind, see);
            }
        }
        for (_, example) in prompt.map("examples") {
            passed(example, id, see);
        }
        for (_, example) in prompt.map("completionExamples") {
            completed(example, kind, see);
        }
    }
    for (_, example) in document.components(Namespace::PromptExamples) {
        passed(example, example.id(), see);
    }
}

/// What an example that is written here passes.
fn passed<'t>(example: Cursor<'t>, holder: NodeId, see: See<'_, 't>) {
    let arguments = example.get("arguments");
    for (name, value) in arguments.into_iter().flat_map(Cursor::members) {
        let kind = Kind::Argument(holder, name);
        see(Occurrence::key(kind, Role::Use, value.value()));
    }
}

/// The Prompts and components in which `name` means the same as in `holder`: a component that
/// passes it gives it one name in all Prompts that use the component.
pub(super) fn sharing(document: &Document, holder: NodeId, name: &str) -> HashSet<NodeId> {
    let mut neighbours: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for prompt in document.primitives_of(PrimitiveKind::Prompt) {
        for component in shared_examples(document, &prompt) {
            let passes = component.at(&["arguments", name]).is_some();
            if passes {
                let (prompt, component) = (prompt.cursor.id(), component.id());
                neighbours.entry(prompt).or_default().push(component);
                neighbours.entry(component).or_default().push(prompt);
            }
        }
    }
    let mut found = HashSet::from([holder]);
    let mut open = vec![holder];
    while let Some(at) = open.pop() {
        for &next in neighbours.get(&at).into_iter().flatten() {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

fn shared_examples<'t>(
    document: &'t Document,
    prompt: &Primitive<'t>,
) -> impl Iterator<Item = Cursor<'t>> {
    let examples = prompt.examples(document);
    examples
        .map(|(_, example)| example)
        .filter(|it| it.is_referenced())
}
