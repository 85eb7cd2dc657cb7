//! `x-mcp-header`: inputs that clients repeat in an HTTP header (§9.2).

use std::collections::HashMap;

use super::Seen;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::formats::token::is_http_token;
use crate::mcp::{Revision, Revisions};
use crate::rules::Context;
use crate::rules::applicability::FIELD;
use crate::rules::wording::{code, undefined};
use crate::schema;
use crate::source::Kind;

pub(super) static INVALID_HEADER: Rule = Rule {
    code: "invalid-x-mcp-header",
    severity: Severity::Error,
    summary: "An `x-mcp-header` has no valid name, or stands where no client looks for it",
    section: "§9.2",
    explanation: "`x-mcp-header` tells clients to repeat an argument in an HTTP header, so that \
        gateways can route a call without reading it. Clients find these properties without \
        evaluating the schema. Therefore they are found from the root through `properties` only, \
        not through arrays, composition, conditionals, definitions or references; their `type` is \
        `string`, `integer` or `boolean`; and the value is the name of an HTTP field: letters, \
        digits and a few signs, without spaces or colons.",
    bad: example!("invalid/invalid-x-mcp-header/bad.yaml"),
    good: example!("invalid/invalid-x-mcp-header/good.yaml"),
};

pub(super) static DUPLICATE_HEADER: Rule = Rule {
    code: "duplicate-x-mcp-header",
    severity: Severity::Error,
    summary: "Two properties of an input schema claim the same HTTP header",
    section: "§9.2",
    explanation: "A header carries one value, so two inputs of one call cannot share it. The names \
        of HTTP fields ignore case: `X-Region` and `x-region` are one header. Different Tools may \
        use the same name.",
    bad: example!("invalid/duplicate-x-mcp-header/bad.yaml"),
    good: example!("invalid/duplicate-x-mcp-header/good.yaml"),
};

const KEYWORD: &str = "x-mcp-header";

/// How a schema is reached from the root.
#[derive(Clone, Copy)]
enum Route<'t> {
    /// It is the root.
    Root,
    /// Through `properties` alone.
    Properties,
    /// Through this keyword, among others.
    Through(&'t str),
}

/// Checks the annotations of an input schema for the revisions of `scope`. What is wrong wherever
/// the schema is used is reported once; `seen` are faults reported before.
pub(super) fn check<'d>(
    cx: &mut Context<'d, '_>,
    input: Cursor<'d>,
    scope: Revisions,
    seen: &mut Seen,
) {
    if !cx.is_due(input, KEYWORD, Some(scope)) {
        return;
    }
    let mut found = Vec::new();
    collect(input, Route::Root, 0, &mut found);
    let older = scope.and(Revisions::before(Revision::V2026_07_28));
    let mut names: HashMap<String, Cursor<'_>> = HashMap::new();
    for (holder, header, route) in found {
        if !older.is_empty() {
            let message = format!(
                "{} `{KEYWORD}`; it came with {}",
                undefined(older),
                Revision::V2026_07_28
            );
            cx.report(
                Diagnostic::new(&FIELD, header.key_place(), message)
                    .help("remove it, or narrow the Tool's `protocolVersions` down"),
            );
        }
        if !scope.contains(Revision::V2026_07_28) {
            continue;
        }
        // Whatever uses the schema, this is a fault of its own.
        let own = Cursor::new(header.value());
        if let Some(diagnostic) = fault(holder, own, route) {
            if seen.insert((own.id(), INVALID_HEADER.code)) {
                cx.report(diagnostic);
            }
        } else if let Some(name) = own.as_str()
            && let Some(first) = names.insert(name.to_ascii_lowercase(), own)
            && seen.insert((own.id(), DUPLICATE_HEADER.code))
        {
            let name = code(name);
            let message = format!("the header {name} is already that of another property");
            let diagnostic = Diagnostic::new(&DUPLICATE_HEADER, own.place(), message)
                .related(
                    "the same header, whatever the case of its letters",
                    first.place(),
                )
                .help("give each property a header of its own");
            cx.report(diagnostic);
        }
    }
}

/// What is wrong with an annotation where MCP defines it.
fn fault(holder: Cursor<'_>, header: Cursor<'_>, route: Route<'_>) -> Option<Diagnostic> {
    match route {
        Route::Root => {
            let message =
                format!("`{KEYWORD}` belongs to a property; the root of the schema is none");
            return Some(Diagnostic::new(
                &INVALID_HEADER,
                header.key_place(),
                message,
            ));
        }
        Route::Through(keyword) => {
            let message = format!(
                "`{KEYWORD}` is reached through {}, but clients find it only through \
                 `properties` from the root",
                code(keyword)
            );
            let diagnostic = Diagnostic::new(&INVALID_HEADER, header.key_place(), message);
            return Some(diagnostic.help("annotate a property that the root itself declares"));
        }
        Route::Properties => {}
    }
    match header.as_str() {
        Some(name) if is_http_token(name) => {}
        Some("") => {
            let message = format!("`{KEYWORD}` is empty; it must name an HTTP header");
            return Some(Diagnostic::new(&INVALID_HEADER, header.place(), message));
        }
        Some(name) => {
            let message = format!("{} cannot be the name of an HTTP header", code(name));
            return Some(
                Diagnostic::new(&INVALID_HEADER, header.place(), message)
                    .help("use letters, digits and the signs !#$%&'*+-.^_`|~"),
            );
        }
        None => {
            let found = header.kind().with_article();
            let message = format!("`{KEYWORD}` must be a string that names a header, not {found}");
            return Some(Diagnostic::new(&INVALID_HEADER, header.place(), message));
        }
    }
    let suits = matches!(holder.str("type"), Some("string" | "integer" | "boolean"));
    let is_unread = match holder.get("type") {
        Some(kind) => kind.kind() == Kind::Unknown,
        None => holder.is_cut(),
    };
    if suits || is_unread {
        return None;
    }
    let message = match holder.get("type") {
        None => format!("a property with `{KEYWORD}` must say its `type`"),
        Some(_) => format!("a property of this type cannot have `{KEYWORD}`"),
    };
    Some(
        Diagnostic::new(&INVALID_HEADER, header.key_place(), message)
            .help("its `type` must be `string`, `integer` or `boolean`, and nothing besides"),
    )
}

/// Finds the annotations in a schema and below, in written order. Only where keywords hold schemas:
/// elsewhere the word is data, or the name of a property.
fn collect<'t>(
    schema: Cursor<'t>,
    route: Route<'t>,
    depth: usize,
    found: &mut Vec<(Cursor<'t>, Cursor<'t>, Route<'t>)>,
) {
    if schema.kind() != Kind::Object || depth > schema::DEPTH {
        return;
    }
    for (keyword, value) in schema.members() {
        if keyword == KEYWORD {
            found.push((schema, value, route));
            continue;
        }
        let route = match route {
            Route::Root | Route::Properties if keyword == "properties" => Route::Properties,
            Route::Through(through) => Route::Through(through),
            _ => Route::Through(keyword),
        };
        for schema in schema::subschemas(keyword, value) {
            collect(schema, route, depth + 1, found);
        }
    }
}
