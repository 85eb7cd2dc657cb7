//! The names that a document gives and uses: where each is declared, where it is used, and how to
//! change it.
//!
//! Components (§17), security schemes and their scopes (§7), tags (§13), elicitations (§12), prompt arguments
//! (§11.2) and template variables (§10.2) are names of the document; the names within an embedded
//! schema (§9.2) are its own. Nothing is kept: every question is one walk over what it is about.

mod arguments;
mod occurrence;
mod outside;
mod rename;
mod schemas;
mod verify;
mod write;

use crate::document::{Document, Namespace};
use crate::schema::{Anchor, Catalog};
use crate::source::{NodeId, Value};

pub use occurrence::{Occurrence, Role};
pub use rename::Refused;

/// Something that has a name; equal where two places mean the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name<'t>(Kind<'t>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind<'t> {
    Component(Namespace, &'t str),
    SecurityScheme(&'t str),
    /// Of a security scheme.
    Scope(&'t str, &'t str),
    Tag(&'t str),
    /// Of a primitive.
    Elicitation(NodeId, &'t str),
    /// Of a Prompt, or in an example that Prompts share.
    Argument(NodeId, &'t str),
    /// Of a Resource Template.
    Variable(NodeId, &'t str),
    /// In the embedded schema that has this root.
    Within(NodeId, Part<'t>),
}

/// Something with a name in an embedded schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part<'t> {
    /// A schema in `$defs` or `definitions`.
    Definition(NodeId),
    /// A schema that names itself.
    Anchor(Anchor<'t>),
    /// A property of the values that a schema describes.
    Property(NodeId, &'t str),
    /// A schema without a name of its own.
    Subschema(NodeId),
    /// What this reference means, which is not in the document.
    Absent(NodeId),
}

/// The names of one document.
#[derive(Debug, Clone, Copy)]
pub struct Names<'t> {
    document: &'t Document,
    catalog: &'t Catalog,
}

impl<'t> Names<'t> {
    /// Of a document whose schemas may refer to those of `catalog`.
    pub fn new(document: &'t Document, catalog: &'t Catalog) -> Self {
        Self { document, catalog }
    }

    /// The name at a byte offset; between two that touch, the later one. In a JSON Pointer it is
    /// the one whose token is there, else that of what the pointer leads to.
    pub fn at(&self, offset: usize) -> Option<Occurrence<'t>> {
        let mut found: Option<(bool, Occurrence<'t>)> = None;
        let mut see = |it: Occurrence<'t>| {
            if it.text_touches(offset) {
                let is_on_it = it.touches(offset);
                if is_on_it || found.is_none_or(|(was_on_it, _)| !was_on_it) {
                    found = Some((is_on_it, it));
                }
            }
        };
        let keys = outside::keys_around(self.document, offset);
        outside::visit_near(self.document, &keys, &mut see);
        for root in outside::schemas_at(self.document, &keys, offset) {
            schemas::visit(root, self.catalog, &mut see);
        }
        found.map(|(_, it)| it)
    }

    /// Where the name at a byte offset is declared, and the text that leads there: all of a
    /// reference leads to what it refers to. There are several declarations only where several
    /// things have to have the same name.
    pub fn declarations(&self, offset: usize) -> Option<(Occurrence<'t>, Vec<Occurrence<'t>>)> {
        let at = self.at(offset)?;
        let mut end = at;
        if let Kind::Within(root, _) = at.name.0 {
            let root = self.document.tree().value(root);
            let see = &mut |it: Occurrence<'t>| {
                if it.is_same_text(&at) {
                    end = it;
                }
            };
            schemas::visit(root, self.catalog, see);
        }
        let mut declared = self.occurrences(end.name);
        declared.retain(|it| it.role == Role::Declaration);
        Some((end, declared))
    }

    /// Every place of a name, in the order of the text.
    pub fn occurrences(&self, name: Name<'t>) -> Vec<Occurrence<'t>> {
        let mut found = Vec::new();
        let mut keep = |it: Occurrence<'t>| {
            if it.name == name {
                found.push(it);
            }
        };
        match name.0 {
            Kind::Component(..) => outside::components(self.document, &mut keep),
            Kind::SecurityScheme(_) => outside::security_schemes(self.document, &mut keep),
            Kind::Scope(..) => outside::scopes(self.document, &mut keep),
            Kind::Tag(_) => outside::tags(self.document, &mut keep),
            Kind::Elicitation(..) => outside::elicitations(self.document, &mut keep),
            Kind::Variable(..) => outside::variables(self.document, &mut keep),
            Kind::Argument(holder, text) => {
                let holders = arguments::sharing(self.document, holder, text);
                arguments::visit(self.document, &mut |it| {
                    if let Kind::Argument(holder, other) = it.name.0
                        && other == text
                        && holders.contains(&holder)
                    {
                        found.push(it);
                    }
                });
            }
            Kind::Within(root, _) => {
                let root = self.document.tree().value(root);
                schemas::visit(root, self.catalog, &mut keep);
            }
        }
        found.sort_by_key(Occurrence::order);
        found
    }

    /// Every place of every name, in no particular order.
    pub fn all(&self) -> Vec<Occurrence<'t>> {
        let mut all = Vec::new();
        let mut see = |it| all.push(it);
        outside::visit(self.document, &mut see);
        for root in outside::schemas(self.document) {
            schemas::visit(root, self.catalog, &mut see);
        }
        all
    }

    /// The document.
    pub fn document(&self) -> &'t Document {
        self.document
    }

    fn root(&self) -> Value<'t> {
        self.document.root().value()
    }
}

/// What is done with each name that a walk comes by.
type See<'a, 't> = &'a mut dyn FnMut(Occurrence<'t>);
