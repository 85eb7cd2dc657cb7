//! Which MCP revisions define the members of declarations (§9.1, §10.1.1, §10.2.1, §10.3, §11).

use super::Context;
use super::wording::{undefined, verb};
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive, PrimitiveKind};
use crate::mcp::{Revision, Revisions};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&FIELD, &ANNOTATION];

pub(crate) static FIELD: Rule = Rule {
    code: "field-not-supported-by-version",
    severity: Severity::Error,
    summary: "A field is used in a revision that does not define it",
    section: "§9.1",
    explanation: "MCP grew: titles, output schemas, icons and other members came with some \
        revision, and `execution` left with one. A declaration may use a member only if every \
        revision it applies to defines it, because each revision gets the declaration as it \
        stands. Narrow the declaration's `protocolVersions` down to the revisions that have the \
        member, and declare the primitive once more without the member for the others.",
    bad: example!("invalid/field-not-supported-by-version/bad.yaml"),
    good: example!("invalid/field-not-supported-by-version/good.yaml"),
};

static ANNOTATION: Rule = Rule {
    code: "resource-annotation-not-supported-by-version",
    severity: Severity::Error,
    summary: "A resource annotation is used in a revision that does not define it",
    section: "§10.3",
    explanation: "Resource annotations have been there since the first revision of MCP, but \
        `lastModified` joined them in 2025-06-18. A Resource or Resource Template that also \
        applies to an older revision cannot carry it: leave it out, or narrow the declaration's \
        `protocolVersions` down.",
    bad: example!("invalid/resource-annotation-not-supported-by-version/bad.yaml"),
    good: example!("invalid/resource-annotation-not-supported-by-version/good.yaml"),
};

/// A member that not every revision defines.
struct Field {
    name: &'static str,
    defined: Revisions,
}

const fn since(name: &'static str, first: Revision) -> Field {
    Field {
        name,
        defined: Revisions::since(first),
    }
}

const TITLE: Field = since("title", Revision::V2025_06_18);
const META: Field = since("_meta", Revision::V2025_06_18);
const ICONS: Field = since("icons", Revision::V2025_11_25);

static TOOL: &[Field] = &[
    TITLE,
    since("outputSchema", Revision::V2025_06_18),
    since("annotations", Revision::V2025_03_26),
    Field {
        name: "execution",
        defined: Revisions::only(Revision::V2025_11_25),
    },
    ICONS,
    META,
];
static OTHER_PRIMITIVE: &[Field] = &[TITLE, ICONS, META];
static PROMPT_ARGUMENT: &[Field] = &[TITLE];
static RESOURCE_ANNOTATIONS: &[Field] = &[since("lastModified", Revision::V2025_06_18)];

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    for primitive in cx.document.primitives() {
        let Some(scope) = primitive.scope else {
            continue;
        };
        let cursor = primitive.cursor;
        let of = Of::new(&primitive, scope);
        match primitive.kind {
            PrimitiveKind::Tool => fields(cx, &FIELD, cursor, TOOL, &of),
            PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => {
                fields(cx, &FIELD, cursor, OTHER_PRIMITIVE, &of);
                if let Some(annotations) = cursor.get("annotations") {
                    let of = Of {
                        section: "§10.3",
                        ..of
                    };
                    fields(cx, &ANNOTATION, annotations, RESOURCE_ANNOTATIONS, &of);
                }
            }
            PrimitiveKind::Prompt => {
                fields(cx, &FIELD, cursor, OTHER_PRIMITIVE, &of);
                let of = Of {
                    section: "§11.2",
                    ..of
                };
                for argument in cursor
                    .get("arguments")
                    .into_iter()
                    .flat_map(Cursor::elements)
                {
                    fields(cx, &FIELD, argument, PROMPT_ARGUMENT, &of);
                }
            }
        }
    }
}

/// What a member belongs to.
#[derive(Clone, Copy)]
struct Of {
    kind: PrimitiveKind,
    scope: Revisions,
    section: &'static str,
}

impl Of {
    fn new(primitive: &Primitive<'_>, scope: Revisions) -> Self {
        let section = match primitive.kind {
            PrimitiveKind::Tool => "§9.1",
            PrimitiveKind::Resource => "§10.1.1",
            PrimitiveKind::ResourceTemplate => "§10.2.1",
            PrimitiveKind::Prompt => "§11.1",
        };
        Self {
            kind: primitive.kind,
            scope,
            section,
        }
    }
}

fn fields(
    cx: &mut Context<'_, '_>,
    rule: &'static Rule,
    object: Cursor<'_>,
    table: &[Field],
    of: &Of,
) {
    for field in table {
        let without = of.scope.minus(field.defined);
        if without.is_empty() {
            continue;
        }
        let Some(member) = object.get(field.name) else {
            continue;
        };
        let Field { name, defined } = field;
        let kind = of.kind.name();
        let remaining = of.scope.and(*defined);
        let help = if remaining.is_empty() {
            format!("remove `{name}`")
        } else {
            format!(
                "remove `{name}`, or scope this {kind} to {remaining} and declare it once more \
                 without `{name}` for {without}"
            )
        };
        let message = format!(
            "{} `{name}` here, but this {kind} applies to {}; {} ({})",
            undefined(without),
            verb(without, "it", "them"),
            availability(*defined),
            of.section
        );
        let diagnostic = Diagnostic::new(rule, member.key_place(), message);
        cx.report_undefined(diagnostic.help(help), remaining);
    }
}

/// When a member is there: `it exists since MCP 2025-06-18`.
fn availability(defined: Revisions) -> String {
    let first = defined.iter().next();
    match first.filter(|&first| Revisions::since(first) == defined) {
        Some(first) => format!("it exists since {first}"),
        None => format!("it exists in {defined} only"),
    }
}
