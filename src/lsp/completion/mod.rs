//! Completion: what can be written at the cursor.
//!
//! The text at hand is rarely whole. `block.rs` and `flow.rs` find out from the text alone what is
//! being written ([`slot::Slot`]); the text is then repaired as if it were there already, and read
//! again, so that everything else is looked up in a tree ([`site::Site`]).

pub(super) mod availability;
mod block;
pub(super) mod crop;
mod flow;
mod instances;
pub(super) mod keywords;
mod names;
pub(super) mod offers;
mod requirements;
mod schemas;
pub(super) mod site;
mod slot;
mod templates;
mod token;
mod usual;
mod write;

use lsp_types::request::Completion as CompletionRequest;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionOptions, CompletionParams,
    CompletionResponse, CompletionTextEdit, Documentation, InsertTextFormat, InsertTextMode,
    MarkupContent, MarkupKind, ServerCapabilities, TextEdit, Uri,
};

use self::crop::Cropped;
use self::offers::{Choice, Offered};
use self::site::Site;
use self::slot::Slot;
use self::write::{Insert, Writer};
use super::client::Client;
use super::features::{Answer, Feature, Params};
use super::snapshot::Snapshot;
use crate::source::{Format, Span};

/// What can be written at a place.
pub(super) struct Completion;

impl Feature for Completion {
    type Request = CompletionRequest;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        let triggers = ["\"", "'", ":", " ", "-", "/", "$", "{", "[", ","];
        server.completion_provider = Some(CompletionOptions {
            trigger_characters: Some(triggers.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        });
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document_position.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: CompletionParams) -> Answer<Self> {
        let cursor = snapshot.offset(params.text_document_position.position);
        let items = complete(snapshot, cursor).unwrap_or_default();
        Ok(Some(CompletionResponse::List(CompletionList {
            is_incomplete: false,
            items,
        })))
    }
}

fn complete(snapshot: &Snapshot, cursor: usize) -> Option<Vec<CompletionItem>> {
    let text = snapshot.text.contents();
    let format = snapshot.format(&text);
    if format == Format::Json {
        let slot = block::json_slot(&text, cursor)?;
        let choices = choices(snapshot, &text, format, &slot)?;
        return Some(items(snapshot, &text, &slot, &choices));
    }
    if let Some((slot, choices)) = name_with_colon(snapshot, &text, cursor) {
        return Some(items(snapshot, &text, &slot, &choices));
    }
    let slot = block::slot(&text, cursor)?;
    let choices = choices(snapshot, &text, format, &slot)?;
    Some(items(snapshot, &text, &slot, &choices))
}

/// What goes on behind a colon that is part of a name, as in `notes:read`. Until more is typed, YAML
/// takes what is before it for a key.
fn name_with_colon(snapshot: &Snapshot, text: &str, cursor: usize) -> Option<(Slot, Vec<Choice>)> {
    let colon = text.get(..cursor)?.strip_suffix(':')?.len();
    let as_letter = [text.get(..colon)?, "_", text.get(cursor..)?].concat();
    let slot = block::slot(&as_letter, cursor)?;
    let typed = text.get(slot.word.start..cursor)?;
    let mut choices = choices(snapshot, &as_letter, Format::Yaml, &slot)?;
    choices.retain(|it| it.label.starts_with(typed));
    let is_plain = slot.quote.is_none() && !choices.is_empty();
    is_plain.then_some((slot, choices))
}

/// What can be written in a slot of a text.
fn choices(snapshot: &Snapshot, text: &str, format: Format, slot: &Slot) -> Option<Vec<Choice>> {
    let (repaired, place) = slot.repaired(text);
    // `None` where the text at hand is not enough to tell; nothing where the place is none.
    let choices = |repaired: &str, place, is_whole: bool| {
        let document = snapshot.read(repaired, format)?;
        match Site::find(&document, text, place) {
            Some(site) if !is_whole && site.is_in_components() => None,
            site => Some(site.map(|site| offers::at(&site, slot))),
        }
    };
    let cropped = |repaired: &str, place| {
        let cropped = Cropped::around(repaired, place, format)?;
        choices(&cropped.text, cropped.offset(place), false)
    };
    let found = match format {
        Format::Yaml => {
            let cropped = cropped(&repaired, place);
            cropped
                .or_else(|| choices(&repaired, place, true))
                .flatten()
        }
        Format::Json => {
            let cropped = |repaired: &str, place| cropped(repaired, place).flatten();
            let whole = |repaired: &str, place| choices(repaired, place, true).flatten();
            cropped(&repaired, place)
                // Where inner brackets are still open, the reader can only guess what is in which.
                .or_else(|| {
                    let (text, at) = flow::balanced(&repaired, place)?;
                    cropped(&text, at).or_else(|| whole(&text, at))
                })
                .or_else(|| whole(&repaired, place))
        }
    };
    found.or_else(|| is_blank(text).then(offers::in_blank))
}

/// Whether there is nothing in a text.
fn is_blank(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim().is_empty()
}

fn items(snapshot: &Snapshot, text: &str, slot: &Slot, choices: &[Choice]) -> Vec<CompletionItem> {
    let writer = Writer::new(text, slot, knows_snippets(&snapshot.client));
    let range = snapshot.range(Span::new(slot.word.start, slot.word.end));
    // Right before the word, the comma is part of its own edit: no two may be at one place.
    let comma_at_word = slot.comma_before == Some(slot.word.start);
    let comma = slot.comma_before.filter(|_| !comma_at_word).map(|at| {
        let range = snapshot.range(Span::new(at, at));
        vec![TextEdit::new(range, ",".to_owned())]
    });
    let item = |(at, choice): (usize, &Choice)| {
        let Insert {
            mut text,
            is_snippet,
            filter,
        } = choice.write(&writer);
        if comma_at_word {
            text.insert(0, ',');
        }
        CompletionItem {
            label: choice.label.clone(),
            kind: Some(kind(&choice.offered)),
            detail: choice.detail.clone(),
            documentation: documentation(&snapshot.client, choice),
            deprecated: None,
            sort_text: Some(format!("{}{at:05}", choice.rank)),
            filter_text: Some(filter),
            insert_text_format: Some(if is_snippet {
                InsertTextFormat::SNIPPET
            } else {
                InsertTextFormat::PLAIN_TEXT
            }),
            insert_text_mode: Some(InsertTextMode::AS_IS),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
            additional_text_edits: comma.clone(),
            ..CompletionItem::default()
        }
    };
    let mut choices: Vec<_> = choices.iter().enumerate().collect();
    choices.sort_by_key(|(at, choice)| (choice.rank, *at));
    choices.into_iter().map(item).collect()
}

fn kind(offered: &Offered) -> CompletionItemKind {
    match offered {
        Offered::Key(_) | Offered::Entry(_) => CompletionItemKind::PROPERTY,
        Offered::Text { is_name: true, .. } => CompletionItemKind::REFERENCE,
        Offered::Text { .. } => CompletionItemKind::ENUM_MEMBER,
        Offered::Literal(_) => CompletionItemKind::VALUE,
        Offered::Template { .. } => CompletionItemKind::SNIPPET,
    }
}

fn documentation(client: &Client, choice: &Choice) -> Option<Documentation> {
    let text = choice.documentation.clone()?;
    let item = item_capabilities(client);
    let formats = item.and_then(|it| it.documentation_format.as_deref());
    let knows_markdown = formats.is_some_and(|it| it.contains(&MarkupKind::Markdown));
    Some(if knows_markdown {
        Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        })
    } else {
        Documentation::String(text)
    })
}

fn knows_snippets(client: &Client) -> bool {
    item_capabilities(client)
        .and_then(|it| it.snippet_support)
        .unwrap_or_default()
}

fn item_capabilities(client: &Client) -> Option<&lsp_types::CompletionItemCapability> {
    let text = client.capabilities.text_document.as_ref()?;
    text.completion.as_ref()?.completion_item.as_ref()
}
