//! What something means, where the cursor rests on it.

use lsp_types::request::HoverRequest;
use lsp_types::{
    Hover as HoverAnswer, HoverContents, HoverParams, HoverProviderCapability, MarkupContent,
    MarkupKind, ServerCapabilities, Uri,
};

use super::client::Client;
use super::completion::crop::Cropped;
use super::completion::keywords::{self, Part};
use super::completion::offers::{capitalized, kind_in_words};
use super::completion::{availability, site};
use super::features::{Answer, Feature, Params};
use super::locate::{self, Spot};
use super::navigation;
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::document::{Cursor, DeclaredScope, Document, Resolved};
use crate::mcp::Revisions;
use crate::names::{Names, Occurrence};
use crate::source::{Format, Span, Value};
use crate::structure::{Offer, Place};

/// Explains what stands at a place.
pub(super) struct Hover;

impl Feature for Hover {
    type Request = HoverRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.hover_provider = Some(HoverProviderCapability::Simple(true));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position_params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: HoverParams) -> Answer<Self> {
        let position = params.text_document_position_params.position;
        Ok(explain(snapshot, snapshot.offset(position)))
    }
}

/// The largest text that is checked for a hover; where a larger one is still being checked, its
/// findings are left out.
const CHECKED: usize = 64 << 10;

/// The longest text that is shown of a component.
const SHOWN: usize = 1000;

fn explain(snapshot: &Snapshot, offset: usize) -> Option<HoverAnswer> {
    let mut parts = findings(snapshot, offset);
    let mut span = parts.first().map(|(span, _)| *span);
    if let Some((at, text)) = explanation(snapshot, offset) {
        span = Some(at);
        parts.insert(0, (at, text));
    }
    let text: Vec<_> = parts.into_iter().map(|(_, text)| text).collect();
    let text = text.join("\n\n---\n\n");
    (!text.is_empty()).then(|| HoverAnswer {
        contents: contents(&snapshot.client, text),
        range: span.map(|span| snapshot.range(span)),
    })
}

fn contents(client: &Client, markdown: String) -> HoverContents {
    let text = client.capabilities.text_document.as_ref();
    let formats = text.and_then(|it| it.hover.as_ref()?.content_format.as_deref());
    let preferred = formats.and_then(|it| it.first());
    HoverContents::Markup(if preferred == Some(&MarkupKind::Markdown) {
        MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown,
        }
    } else {
        MarkupContent {
            kind: MarkupKind::PlainText,
            value: plain(&markdown),
        }
    })
}

/// The text without the signs of Markdown that are used here.
fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    let lines: Vec<_> = lines.map(|line| line.replace("**", "")).collect();
    lines.join("\n")
}

/// What the key or value at a place means, and where it is written.
fn explanation(snapshot: &Snapshot, offset: usize) -> Option<(Span, String)> {
    if snapshot.known_loaded().is_none() {
        // Right after a change, what the place does not depend on need not be read.
        let text = snapshot.text.contents();
        let format = snapshot.format(&text);
        if let Some(cropped) = Cropped::around(&text, offset, format) {
            return explanation_of(snapshot, &cropped, offset, format);
        }
    }
    let names = navigation::names(snapshot)?;
    meaning(names, locate::spot(snapshot.tree(), offset)?)
}

fn explanation_of(
    snapshot: &Snapshot,
    cropped: &Cropped,
    offset: usize,
    format: Format,
) -> Option<(Span, String)> {
    let document = snapshot.read(&cropped.text, format)?;
    let names = Names::new(&document, &snapshot.options.schema_catalog);
    let spot = locate::spot(document.tree(), cropped.offset(offset))?;
    let (span, text) = meaning(names, spot)?;
    let range = span.range();
    let [start, end] = [range.start, range.end].map(|at| cropped.whole_offset(at));
    Some((Span::new(start, end), text))
}

/// The findings at a place, each with its rule's explanation.
fn findings(snapshot: &Snapshot, offset: usize) -> Vec<(Span, String)> {
    let is_small = snapshot.text.len() <= CHECKED;
    let report = match snapshot.known_report() {
        None if is_small => Some(snapshot.report()),
        known => known,
    };
    let touches = |it: &&Diagnostic| {
        let range = it.span.range();
        range.start <= offset && offset <= range.end
    };
    let findings = report.into_iter().flat_map(|it| &it.diagnostics);
    findings
        .filter(touches)
        .map(|it| (it.span, finding(it)))
        .collect()
}

fn finding(finding: &Diagnostic) -> String {
    let rule = finding.rule;
    let severity = finding.severity().as_str();
    let mut text = format!("**{severity}: {}** ({})\n\n", rule.code, rule.section);
    text.push_str(&finding.message);
    if let Some(help) = &finding.help {
        text.push_str("\n\nhelp: ");
        text.push_str(help);
    }
    text.push_str("\n\n");
    text.push_str(rule.explanation);
    text
}

/// What a key or value means, and where it is written.
fn meaning(names: Names<'_>, spot: Spot<'_>) -> Option<(Span, String)> {
    let Some(member) = spot.key else {
        return value(names, spot.value);
    };
    let text = match schema_part(member.value) {
        Some(Part::Data) => None,
        Some(_) if !is_root_of_schema(member.value) => keyword(member.key, spot.value),
        _ => property(spot.value, member.key, member.value),
    };
    let reference = reference(names, member.key, member.value);
    let text = match (text, reference) {
        (Some(text), Some(target)) => format!("{text}\n\n{target}"),
        (text, target) => text.or(target)?,
    };
    Some((member.key_span, text))
}

/// What `value` is within an embedded schema; `None` outside of all of them.
fn schema_part(value: Value<'_>) -> Option<Part> {
    site::schema_around(value).map(|root| keywords::part(value, root))
}

fn is_root_of_schema(value: Value<'_>) -> bool {
    site::schema_around(value).is_some_and(|root| root.id() == value.id())
}

fn keyword(name: &str, object: Value<'_>) -> Option<String> {
    if !matches!(schema_part(object)?, Part::Schema) {
        return None;
    }
    let keyword = keywords::find(name)?;
    Some(format!(
        "**{name}**: JSON Schema keyword (§9.2)\n\n{}",
        keyword.description
    ))
}

/// What the member `key` of an object means.
fn property(object: Value<'_>, key: &str, value: Value<'_>) -> Option<String> {
    let place = Place::of(object);
    let Some(offer) = place.member(key) else {
        return entry(&place, key, value);
    };
    let mut facts = vec![kind_in_words(&offer)];
    if offer.required {
        facts.push("required".to_owned());
    }
    if let Some(availability) = availability::of(&offer) {
        let when = availability::in_words(availability.defined);
        facts.push(when.unwrap_or_else(|| "in every MCP revision".to_owned()));
    }
    let mut text = format!("**{key}**: {}\n\n{}", facts.join(", "), offer.description);
    text.push_str(&allowed(&offer));
    text.push_str(&format!(
        "\n\n{}, {}",
        capitalized(offer.owner.title),
        offer.owner.section
    ));
    if key == "protocolVersions" {
        text.push_str("\n\n");
        text.push_str(&effective_scope(object));
    }
    Some(text)
}

/// The strings that a member may be.
fn allowed(offer: &Offer) -> String {
    let values = Place::alone(offer.node).values();
    if values.is_empty() {
        return String::new();
    }
    let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
    format!("\n\nAllowed: {}", values.join(", "))
}

/// What the member of a map is, which has a name of the document's own.
fn entry(map: &Place, key: &str, value: Value<'_>) -> Option<String> {
    let node = Place::of(value).owner()?;
    map.owner()?;
    Some(format!(
        "**{key}**: {} ({})\n\n{}",
        capitalized(node.title),
        node.section,
        node.description
    ))
}

/// What a value means; nothing for most, which say so themselves.
fn value(names: Names<'_>, value: Value<'_>) -> Option<(Span, String)> {
    let scope = site::around(value)
        .take(2)
        .find(|it| it.key().is_some_and(|(key, _)| key == "protocolVersions"));
    if let Some(holder) = scope.and_then(Value::parent) {
        return Some((value.span(), effective_scope(holder)));
    }
    if let Some((key, _)) = value.key() {
        let text = reference(names, key, value).or_else(|| choice(value))?;
        return Some((value.span(), text));
    }
    let list = value.parent()?;
    let text = match list.key()?.0 {
        "tags" => tag(names.document(), value.as_str()?),
        scheme => required_scope(names, value, scheme),
    }?;
    Some((value.span(), text))
}

/// What one of the strings that are allowed at a place stands for.
fn choice(value: Value<'_>) -> Option<String> {
    let text = value.as_str()?;
    let object = value.parent()?;
    let place = Place::of(object);
    if !Place::of(value).values().contains(&text) {
        return None;
    }
    let offer = place.member(value.key()?.0)?;
    let node = place.owner()?;
    let owner = format!("{}, {}", capitalized(node.title), node.section);
    Some(format!(
        "**{text}**\n\n{}\n\n{owner}: {}",
        offer.description, node.description
    ))
}

/// The effective scope of `holder` (§4.10), which has a `protocolVersions`.
fn effective_scope(holder: Value<'_>) -> String {
    let Some(own) = DeclaredScope::of(Cursor::new(holder)) else {
        return String::new();
    };
    let named = |scope: Revisions| match scope.is_empty() {
        true => "no revision that is known".to_owned(),
        false => format!("MCP {scope}"),
    };
    let mut text = format!("Effective scope (§4.10): {}.", named(own.revisions));
    match holder.parent().and_then(site::scope) {
        Some(outer) => {
            let outside = own.revisions.minus(outer);
            if !outside.is_empty() {
                text.push_str(&format!(
                    " The root does not have {outside}: it applies to MCP {outer}."
                ));
            }
        }
        None => text.push_str(" It holds for every declaration without a scope of its own."),
    }
    text
}

/// What a reference leads to.
fn reference(names: Names<'_>, key: &str, value: Value<'_>) -> Option<String> {
    match key {
        "$componentRef" => {
            let holder = value.parent()?;
            let namespace = Place::of(holder).namespace?;
            match names.document().resolve(Cursor::new(holder), namespace) {
                Resolved::Value(target) => Some(shown(value.as_str()?, target.value())),
                Resolved::Broken => None,
            }
        }
        "$ref" => {
            site::schema_around(value)?;
            Some(shown(value.as_str()?, declared(names, value)?))
        }
        "declaration" => {
            let holder = Place::of(value.parent()?);
            let name = value.as_str().filter(|_| holder.is("elicitation step"))?;
            let mut around = site::around(value);
            let declared = around.find_map(|it| it.get("elicitations"))?;
            let is_meant = |it: &Value<'_>| it.get("name").and_then(Value::as_str) == Some(name);
            Some(shown(name, declared.elements().find(is_meant)?))
        }
        scheme => required_scheme(names, value, scheme),
    }
}

/// What the name that `value` is, or the reference, leads to.
fn declared<'t>(names: Names<'t>, value: Value<'_>) -> Option<Value<'t>> {
    let (_, declared) = names.declarations(value.span().start as usize)?;
    declared.first().map(Occurrence::declared)
}

/// The scheme that a requirement names, with a list of scopes.
fn required_scheme(names: Names<'_>, scopes: Value<'_>, scheme: &str) -> Option<String> {
    let holder = Place::of(scopes.parent()?);
    let is_requirement = holder.is("Security Requirement Object");
    is_requirement
        .then(|| scheme_shown(names.document(), scheme))
        .flatten()
}

/// A scope that a requirement names, or the scheme where it lists no such scope.
fn required_scope(names: Names<'_>, scope: Value<'_>, scheme: &str) -> Option<String> {
    let of_scheme = required_scheme(names, scope.parent()?, scheme)?;
    let name = scope.as_str()?;
    let described = declared(names, scope).and_then(Value::as_str);
    Some(match described {
        Some(description) => format!("**{name}**: scope of `{scheme}` (§7.5)\n\n{description}"),
        None => of_scheme,
    })
}

fn scheme_shown(document: &Document, name: &str) -> Option<String> {
    let mut schemes = document.security_schemes();
    let (_, scheme) = schemes.find(|(known, _)| *known == name)?;
    Some(shown(name, scheme.value()))
}

fn tag(document: &Document, name: &str) -> Option<String> {
    let tags = document.root().get("tags")?;
    let is_meant = |it: &Cursor<'_>| it.str("name") == Some(name);
    Some(shown(name, tags.elements().find(is_meant)?.value()))
}

/// A name and the text of what it stands for.
fn shown(name: &str, target: Value<'_>) -> String {
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
    let text = dedented(
        text.trim_end(),
        source.position(target.span().start).column - 1,
    );
    format!("**{name}**\n\n```{language}\n{text}{more}\n```")
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
