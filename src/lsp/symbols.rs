//! The outline of a document.

use lsp_types::request::DocumentSymbolRequest;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, OneOf,
    ServerCapabilities, SymbolInformation, SymbolKind, Uri,
};

use super::client::Client;
use super::features::{Answer, Feature, Params};
use super::snapshot::Snapshot;
use crate::document::{Cursor, DeclaredScope, Document, Namespace, Primitive, PrimitiveKind};
use crate::source::{Span, Value};

/// What a document declares, as a tree of at most three levels.
pub(super) struct Symbols;

impl Feature for Symbols {
    type Request = DocumentSymbolRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.document_symbol_provider = Some(OneOf::Left(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: DocumentSymbolParams) -> Answer<Self> {
        let outline = snapshot.document().map(|it| outline(snapshot, it));
        let outline = outline.unwrap_or_default();
        Ok(Some(if is_hierarchical(&snapshot.client) {
            DocumentSymbolResponse::Nested(outline)
        } else {
            DocumentSymbolResponse::Flat(flat(outline, &params.text_document.uri))
        }))
    }
}

fn is_hierarchical(client: &Client) -> bool {
    let text = client.capabilities.text_document.as_ref();
    text.and_then(|it| it.document_symbol.as_ref())
        .and_then(|it| it.hierarchical_document_symbol_support)
        .unwrap_or_default()
}

/// The members of the root that declare something, in written order.
fn outline(snapshot: &Snapshot, document: &Document) -> Vec<DocumentSymbol> {
    let root = document.root();
    let groups = root.members().filter_map(|(key, cursor)| {
        let kind = PrimitiveKind::ALL
            .into_iter()
            .find(|it| it.collection() == key);
        let inside = match (kind, key) {
            (Some(kind), _) => document
                .primitives_of(kind)
                // A second collection of the same name is no part of the document.
                .filter(|it| it.cursor.value().parent().map(Value::id) == Some(cursor.id()))
                .map(|primitive| declared(snapshot, primitive))
                .collect(),
            (None, "components") => components(snapshot, cursor),
            (None, "securitySchemes") => named(snapshot, cursor, SymbolKind::KEY, "type"),
            (None, "transports") => each(snapshot, cursor, SymbolKind::INTERFACE, "type", "url"),
            (None, "tags") => each(
                snapshot,
                cursor,
                SymbolKind::CONSTANT,
                "name",
                "description",
            ),
            (None, "info") => {
                let detail = [cursor.str("name"), cursor.str("version")];
                let detail = detail.into_iter().flatten().collect::<Vec<_>>().join(" ");
                return Some(symbol(snapshot, cursor, key, SymbolKind::PACKAGE, detail));
            }
            _ => return None,
        };
        let group = symbol(snapshot, cursor, key, SymbolKind::NAMESPACE, String::new());
        Some(with_children(group, inside))
    });
    groups.collect()
}

fn declared(snapshot: &Snapshot, primitive: Primitive<'_>) -> DocumentSymbol {
    let kind = match primitive.kind {
        PrimitiveKind::Tool => SymbolKind::FUNCTION,
        PrimitiveKind::Resource => SymbolKind::FILE,
        PrimitiveKind::ResourceTemplate => SymbolKind::STRUCT,
        PrimitiveKind::Prompt => SymbolKind::EVENT,
    };
    let cursor = primitive.cursor;
    let own_name = cursor.str("name");
    let name = own_name.or(primitive.identity()).unwrap_or_default();
    let detail = match primitive.kind {
        PrimitiveKind::Tool | PrimitiveKind::Prompt => cursor.str("title"),
        PrimitiveKind::Resource | PrimitiveKind::ResourceTemplate => primitive.identity(),
    };
    let detail = detail.unwrap_or_default().to_owned();
    let symbol = symbol(snapshot, cursor, name, kind, detail);
    let key = if own_name.is_some() {
        "name"
    } else {
        primitive.kind.identifier()
    };
    let symbol = selected_at(snapshot, symbol, cursor.get(key));
    with_children(symbol, inside(snapshot, cursor))
}

/// The examples and elicitations of a primitive, in written order.
fn inside(snapshot: &Snapshot, primitive: Cursor<'_>) -> Vec<DocumentSymbol> {
    let mut inside = Vec::new();
    for key in ["examples", "completionExamples", "interactionExamples"] {
        if let Some(map) = primitive.get(key) {
            inside.extend(named(snapshot, map, SymbolKind::OBJECT, "title"));
        }
    }
    if let Some(array) = primitive.get("elicitations") {
        let kind = SymbolKind::METHOD;
        inside.extend(each(snapshot, array, kind, "name", "mode"));
    }
    inside.sort_by_key(|it| (it.range.start.line, it.range.start.character));
    inside
}

fn components(snapshot: &Snapshot, components: Cursor<'_>) -> Vec<DocumentSymbol> {
    let namespaces = components.members().filter_map(|(key, cursor)| {
        let namespace = Namespace::parse(key)?;
        let detail = match namespace {
            Namespace::Schemas => "type",
            _ => "title",
        };
        let inside = named(snapshot, cursor, SymbolKind::OBJECT, detail);
        let group = symbol(snapshot, cursor, key, SymbolKind::NAMESPACE, String::new());
        Some(with_children(group, inside))
    });
    namespaces.collect()
}

/// The members of a map, with a string member of each as the detail.
fn named(
    snapshot: &Snapshot,
    map: Cursor<'_>,
    kind: SymbolKind,
    detail: &str,
) -> Vec<DocumentSymbol> {
    let members = map.members().map(|(key, cursor)| {
        let detail = cursor.str(detail).unwrap_or_default().to_owned();
        symbol(snapshot, cursor, key, kind, detail)
    });
    members.collect()
}

/// The objects of an array, with string members of each as name and detail.
fn each(
    snapshot: &Snapshot,
    array: Cursor<'_>,
    kind: SymbolKind,
    name: &str,
    detail: &str,
) -> Vec<DocumentSymbol> {
    let elements = array.elements().map(|cursor| {
        let shown = cursor.str(name).unwrap_or_default();
        let detail = cursor.str(detail).unwrap_or_default().to_owned();
        let symbol = symbol(snapshot, cursor, shown, kind, detail);
        selected_at(snapshot, symbol, cursor.get(name))
    });
    elements.collect()
}

/// A symbol that covers a value and its key, and is found at the key.
fn symbol(
    snapshot: &Snapshot,
    at: Cursor<'_>,
    name: &str,
    kind: SymbolKind,
    detail: String,
) -> DocumentSymbol {
    let value = at.value();
    let span = value.span();
    let key = value.key().map(|(_, key)| key);
    let whole = Span {
        start: key.map_or(span.start, |key| key.start.min(span.start)),
        end: span.end,
    };
    let selection = snapshot.range(key.unwrap_or(Span {
        end: span.start,
        ..span
    }));
    // Variants of one declaration differ in nothing else that is shown.
    let scope = DeclaredScope::of(at).filter(|scope| !scope.revisions.is_empty());
    let scope = scope.map(|scope| format!("MCP {}", scope.revisions));
    let detail = [Some(detail).filter(|it| !it.is_empty()), scope];
    let detail: Vec<_> = detail.into_iter().flatten().collect();
    // A name must not be empty: there are clients that refuse the whole outline.
    let name = if name.trim().is_empty() {
        "(no name)"
    } else {
        name
    };
    #[expect(deprecated, reason = "the type has no other constructor")]
    DocumentSymbol {
        name: name.to_owned(),
        detail: (!detail.is_empty()).then(|| detail.join(", ")),
        kind,
        tags: None,
        deprecated: None,
        range: snapshot.range(whole),
        selection_range: selection,
        children: None,
    }
}

/// The symbol, found at a value inside it.
fn selected_at(
    snapshot: &Snapshot,
    mut symbol: DocumentSymbol,
    at: Option<Cursor<'_>>,
) -> DocumentSymbol {
    if let Some(cursor) = at {
        symbol.selection_range = snapshot.range(cursor.value().span());
    }
    symbol
}

fn with_children(mut symbol: DocumentSymbol, children: Vec<DocumentSymbol>) -> DocumentSymbol {
    symbol.children = Some(children).filter(|children| !children.is_empty());
    symbol
}

/// The same outline for clients that know no tree.
fn flat(outline: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut all = Vec::new();
    let mut open: Vec<(DocumentSymbol, Option<String>)> =
        outline.into_iter().rev().map(|it| (it, None)).collect();
    while let Some((mut symbol, container)) = open.pop() {
        let children = symbol.children.take().unwrap_or_default();
        let name = symbol.name.clone();
        open.extend(
            children
                .into_iter()
                .rev()
                .map(|it| (it, Some(name.clone()))),
        );
        #[expect(deprecated, reason = "the type has no other constructor")]
        all.push(SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: Location::new(uri.clone(), symbol.range),
            container_name: container,
        });
    }
    all
}
