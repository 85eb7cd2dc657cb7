//! What a description requires of those who ask (§7), in words.

use std::collections::BTreeMap;

use super::docs;
use super::model::{Server, Transports};
use crate::document::{Cursor, Document};

/// A Security Requirement Array (§7.3): alternatives, each of schemes with their scopes.
type Requirement = Vec<BTreeMap<String, Vec<String>>>;

/// What is required for what, a line each: none where nothing is required at all.
pub(super) fn requirements(server: &Server) -> Vec<String> {
    let declarations = server.handlers.iter().flat_map(|handler| {
        let kind = handler.kind.name();
        handler.declarations.iter().filter_map(move |it| {
            let security = it.security.as_deref()?;
            let mut what = format!("the {kind} `{}`", it.identity);
            if it.revisions != server.revisions {
                what.push_str(&format!(" in MCP {}", it.revisions));
            }
            Some((what, security))
        })
    });
    let rest = server
        .security
        .as_deref()
        .map(|it| ("everything else".to_owned(), it));
    let all: Vec<_> = declarations.chain(rest).collect();
    let demands = |json: &str| read(json).iter().any(|it| !it.is_empty());
    if !all.iter().any(|(_, security)| demands(security)) {
        return Vec::new();
    }
    let line = |(what, security): &(String, &str)| {
        docs::lines(&format!("for {what}: {}", words(&read(security)))).join(" ")
    };
    all.iter().map(line).collect()
}

/// Whether the developer decides who may ask over HTTP: something is required there.
pub(super) fn is_decided(server: &Server) -> bool {
    server.transports != Transports::Stdio && !requirements(server).is_empty()
}

fn read(json: &str) -> Requirement {
    serde_json::from_str(json).unwrap_or_default()
}

fn words(requirement: &Requirement) -> String {
    if requirement.is_empty() {
        return "nothing".to_owned();
    }
    let alternatives: Vec<_> = requirement.iter().map(alternative).collect();
    alternatives.join(", or ")
}

fn alternative(schemes: &BTreeMap<String, Vec<String>>) -> String {
    if schemes.is_empty() {
        return "nothing (anonymous)".to_owned();
    }
    let schemes = schemes
        .iter()
        .map(|(name, scopes)| match scopes.is_empty() {
            true => format!("`{name}`"),
            false => format!("`{name}` with the scopes `{}`", scopes.join("`, `")),
        });
    schemes.collect::<Vec<_>>().join(" and ")
}

/// The Security Schemes of a description, a line each.
pub(super) fn schemes(document: &Document) -> Vec<String> {
    let line = |(name, scheme): (&str, Cursor<'_>)| {
        let text = |key| scheme.str(key).unwrap_or_default();
        let kind = match text("type") {
            "http" => format!("HTTP authentication of the scheme `{}`", text("scheme")),
            "apiKey" => format!("an API key, as the {} `{}`", text("in"), text("name")),
            "oauth2" => "OAuth 2".to_owned(),
            "openIdConnect" => format!("OpenID Connect, found at {}", text("openIdConnectUrl")),
            other => other.to_owned(),
        };
        let description = match text("description") {
            "" => String::new(),
            description => format!(". {description}"),
        };
        docs::lines(&format!("`{name}`: {kind}{description}")).join(" ")
    };
    document.security_schemes().map(line).collect()
}
