//! Protocol scopes (§4.9 to §4.12): where declarations apply, and that only one of a name does.

use std::collections::HashMap;

use super::Context;
use super::wording::{code, verb};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, example};
use crate::document::{Cursor, DeclaredScope, PrimitiveKind, Scoped};
use crate::mcp::{Revision, Revisions};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[
    &LEGACY_INCOMPLETE,
    &OUTSIDE_PARENT,
    &PRIMITIVE_OVERLAP,
    &CAPABILITY_OVERLAP,
];

static LEGACY_INCOMPLETE: Rule = Rule {
    code: "legacy-protocol-validation-incomplete",
    severity: Severity::Warning,
    summary: "A legacy MCP revision can only be validated in part",
    section: "§16.2",
    explanation: "The specification defines complete validation for MCP 2025-06-18 and later. For \
        2024-11-05 and 2025-03-26 only the structure and selected rules are checked, so a document \
        that covers one of them is never reported as completely validated. The document may well \
        be right; nobody has proved it. Drop the revision from the root's `protocolVersions` if \
        the server no longer speaks it, and keep it otherwise.",
    bad: example!("warning/legacy-protocol-validation-incomplete/bad.yaml"),
    good: example!("warning/legacy-protocol-validation-incomplete/good.yaml"),
};

static OUTSIDE_PARENT: Rule = Rule {
    code: "protocol-scope-outside-parent",
    severity: Severity::Error,
    summary: "A declaration applies to a revision that its parent does not cover",
    section: "§4.10",
    explanation: "The root's `protocolVersions` says which MCP revisions the document describes. A \
        transport, a capabilities object or a primitive may narrow that down, and an elicitation \
        may narrow its primitive down further, but nothing can reach beyond its parent: no view of \
        the document would ever show the excess revision. Either remove the revision from the \
        declaration, or add it to every parent up to the root.",
    bad: example!("invalid/protocol-scope-outside-parent/bad.yaml"),
    good: example!("invalid/protocol-scope-outside-parent/good.yaml"),
};

static PRIMITIVE_OVERLAP: Rule = Rule {
    code: "primitive-scope-overlap",
    severity: Severity::Error,
    summary: "Two declarations of the same primitive apply to the same revision",
    section: "§9.5",
    explanation: "A primitive may be declared several times when it differs between MCP revisions, \
        but each revision must see it once: a client that lists the tools of one revision gets \
        one tool of a name. What identifies a primitive is the `name` of a Tool or Prompt, the \
        `uri` of a Resource and the `uriTemplate` of a Resource Template. A declaration without \
        `protocolVersions` covers every revision of the root, so it overlaps with every other \
        declaration of its name.",
    bad: example!("invalid/primitive-scope-overlap/bad.yaml"),
    good: example!("invalid/primitive-scope-overlap/good.yaml"),
};

static CAPABILITY_OVERLAP: Rule = Rule {
    code: "capability-scope-overlap",
    severity: Severity::Error,
    summary: "Two capabilities objects apply to the same revision",
    section: "§8.6",
    explanation: "A server declares one set of capabilities to a client, and capabilities objects \
        are never merged. So at most one of them may apply to an MCP revision. Give each object \
        its own `protocolVersions` without common entries; one without the member covers every \
        revision of the root.",
    bad: example!("invalid/capability-scope-overlap/bad.yaml"),
    good: example!("invalid/capability-scope-overlap/good.yaml"),
};

/// The revisions whose complete validation the specification does not define (§16.2).
const LEGACY: Revisions = Revisions::before(Revision::V2025_06_18);

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    legacy(cx);
    within_parents(cx);
    for kind in PrimitiveKind::ALL {
        primitive_overlaps(cx, kind);
    }
    capability_overlaps(cx);
}

fn legacy(cx: &mut Context<'_, '_>) {
    let Some(root) = DeclaredScope::of(cx.document.root()) else {
        return;
    };
    let found = root.revisions.and(LEGACY);
    let Some(first) = root.elements_in(found).next() else {
        return;
    };
    cx.mark_incomplete();
    cx.report(Diagnostic::new(
        &LEGACY_INCOMPLETE,
        first.place(),
        format!(
            "MCP {found} can only be validated in part: complete validation begins with \
             2025-06-18 (§16.2)"
        ),
    ));
}

/// The revisions a declaration must stay within, where they are known for certain.
#[derive(Clone, Copy)]
struct Bounds<'t> {
    declared: DeclaredScope<'t>,
    /// The primitive that declares them; `None` for the root.
    owner: Option<PrimitiveKind>,
}

impl<'t> Bounds<'t> {
    fn of(declared: DeclaredScope<'t>, owner: Option<PrimitiveKind>) -> Option<Self> {
        declared.is_whole.then_some(Self { declared, owner })
    }

    fn owner(self) -> String {
        match self.owner {
            None => "the root".to_owned(),
            Some(kind) => format!("its {}", kind.name()),
        }
    }
}

fn within_parents(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let root = DeclaredScope::of(document.root()).and_then(|it| Bounds::of(it, None));
    for declaration in document.transports().chain(document.capabilities()) {
        within(cx, declaration.cursor, root);
    }
    for primitive in document.primitives() {
        within(cx, primitive.cursor, root);
        let bounds = match DeclaredScope::of(primitive.cursor) {
            Some(own) => Bounds::of(own, Some(primitive.kind)),
            None => root.filter(|_| primitive.cursor.lacks("protocolVersions")),
        };
        for elicitation in primitive.elicitations() {
            within(cx, elicitation.cursor, bounds);
        }
    }
}

fn within(cx: &mut Context<'_, '_>, declaration: Cursor<'_>, bounds: Option<Bounds<'_>>) {
    let (Some(own), Some(bounds)) = (DeclaredScope::of(declaration), bounds) else {
        return;
    };
    let excess = own.revisions.minus(bounds.declared.revisions);
    let Some(first) = own.elements_in(excess).next() else {
        return;
    };
    let owner = bounds.owner();
    let scope = bounds.declared.revisions;
    let mut diagnostic = Diagnostic::new(
        &OUTSIDE_PARENT,
        first.place(),
        format!(
            "{excess} {} outside the scope of {owner}, which covers only {scope} (§4.10)",
            verb(excess, "is", "are")
        ),
    )
    .help(format!(
        "remove {excess} here, or add it to the `protocolVersions` of {owner}"
    ))
    .related(
        format!("the scope of {owner}"),
        bounds.declared.cursor.place(),
    );
    for element in own.elements_in(excess).skip(1) {
        diagnostic = diagnostic.related("outside as well", element.place());
    }
    cx.report(diagnostic);
}

/// Who came first to apply to each revision.
#[derive(Clone, Copy, Default)]
struct Taken<'t>([Option<Cursor<'t>>; Revision::ALL.len()]);

impl<'t> Taken<'t> {
    /// Takes `scope` for `declaration`, as far as it is free. Gives back the declaration that took
    /// a part of it earlier, and which part of `scope` is taken.
    fn take(
        &mut self,
        declaration: Cursor<'t>,
        scope: Revisions,
    ) -> Option<(Cursor<'t>, Revisions)> {
        let mut earlier = None;
        let mut common = Revisions::NONE;
        for (slot, revision) in self.0.iter_mut().zip(Revision::ALL) {
            if !scope.contains(revision) {
                continue;
            }
            match *slot {
                Some(owner) => {
                    earlier = earlier.or(Some(owner));
                    common.insert(revision);
                }
                None => *slot = Some(declaration),
            }
        }
        Some((earlier?, common))
    }
}

/// The revisions of the root that a declaration claims. Where the root's are unknown, one that
/// claims them all overlaps with every other whatever they are.
fn claim(declaration: Cursor<'_>, root: Option<Revisions>) -> Option<Revisions> {
    match DeclaredScope::of(declaration) {
        Some(own) => Some(own.revisions.and(root.unwrap_or(Revisions::ALL))),
        None if !declaration.lacks("protocolVersions") => None,
        None => Some(root.unwrap_or(Revisions::ALL)),
    }
}

/// The place of a declaration's scope; of `name` where it declares none.
fn scope_place(declaration: Cursor<'_>, name: Option<Cursor<'_>>) -> Place {
    match (declaration.get("protocolVersions"), name) {
        (Some(scope), _) => scope.place(),
        (None, Some(name)) => Place {
            path: declaration.path().join("protocolVersions"),
            ..name.place()
        },
        (None, None) => declaration.missing("protocolVersions"),
    }
}

fn separate(declarations: [Cursor<'_>; 2]) -> &'static str {
    let inherits = |it: &Cursor<'_>| it.get("protocolVersions").is_none();
    if declarations.iter().any(inherits) {
        "one without `protocolVersions` covers every revision of the root; give each its own, \
         without common entries, or remove one"
    } else {
        "remove the common revisions from one of them"
    }
}

/// The section on several declarations of one primitive.
fn variants_section(kind: PrimitiveKind) -> &'static str {
    match kind {
        PrimitiveKind::Tool => "§9.5",
        PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => "§10.5",
        PrimitiveKind::Prompt => "§11.5",
    }
}

fn primitive_overlaps(cx: &mut Context<'_, '_>, kind: PrimitiveKind) {
    let document = cx.document;
    let root = document.scope();
    let mut taken: HashMap<&str, Taken<'_>> = HashMap::new();
    for primitive in document.primitives_of(kind) {
        let cursor = primitive.cursor;
        let (Some(identity), Some(scope)) = (primitive.identity(), claim(cursor, root)) else {
            continue;
        };
        let slots = taken.entry(identity).or_default();
        let Some((earlier, common)) = slots.take(cursor, scope) else {
            continue;
        };
        let name = |it: Cursor<'_>| scope_place(it, it.get(kind.identifier()));
        let common = shown(common, root);
        cx.report(
            Diagnostic::new(
                &PRIMITIVE_OVERLAP,
                name(cursor),
                format!(
                    "the {} {} is declared more than once for {common}; a revision sees at most \
                     one ({})",
                    kind.name(),
                    code(identity),
                    variants_section(kind)
                ),
            )
            .help(separate([earlier, cursor]))
            .related("declared here first", name(earlier)),
        );
    }
}

fn capability_overlaps(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let root = document.scope();
    let mut taken = Taken::default();
    for Scoped { cursor, .. } in document.capabilities() {
        let Some((earlier, common)) = claim(cursor, root).and_then(|it| taken.take(cursor, it))
        else {
            continue;
        };
        let common = shown(common, root);
        cx.report(
            Diagnostic::new(
                &CAPABILITY_OVERLAP,
                scope_place(earlier, None),
                format!(
                    "two capabilities objects apply to {common}; at most one may apply to a \
                     revision (§8.6)"
                ),
            )
            .help(separate([earlier, cursor]))
            .related("the other one", scope_place(cursor, None)),
        );
    }
}

/// Names the common revisions; those of an unknown root cannot be named.
fn shown(common: Revisions, root: Option<Revisions>) -> String {
    match root {
        None if common == Revisions::ALL => "every revision".to_owned(),
        _ => common.to_string(),
    }
}
