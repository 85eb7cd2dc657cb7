//! Giving something another name.

use std::collections::HashSet;
use std::fmt;

use super::occurrence::{Form, Occurrence, Role};
use super::verify::Expected;
use super::write::{Rewritten, rewrite};
use super::{Kind, Name, Names, Part, arguments, schemas};
use crate::check::{Options, load};
use crate::document::Document;
use crate::fix::{Edit, apply};
use crate::formats::name::is_local_name;
use crate::formats::uri_template::UriTemplate;
use crate::source::{NodeId, Value};

/// Why something cannot have another name, or not this one; for the person who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}

impl<'t> Names<'t> {
    /// The name at a byte offset that can be another; `None` where there is no name.
    ///
    /// # Errors
    ///
    /// That the name cannot be changed everywhere it is meant, or is not only a name.
    pub fn renameable(&self, offset: usize) -> Result<Option<Occurrence<'t>>, Refused> {
        let Some(at) = self.at(offset).filter(has_name) else {
            return Ok(None);
        };
        self.check_places(&at, &self.occurrences(at.name))?;
        Ok(Some(at))
    }

    /// The edits that give what is named at a byte offset the name `new`, and change nothing else;
    /// none where it is `new` already. `options` are those by which the document was read.
    ///
    /// # Errors
    ///
    /// That there is no name, that it cannot be changed, or that `new` cannot be a name there.
    pub fn rename(
        &self,
        offset: usize,
        new: &str,
        options: &Options,
    ) -> Result<Vec<Edit>, Refused> {
        let Some(at) = self.at(offset).filter(has_name) else {
            return refuse("there is no name here that could be changed");
        };
        let places = self.occurrences(at.name);
        self.check_places(&at, &places)?;
        if at.label() == new {
            return Ok(Vec::new());
        }
        self.check_form(at.name, new)?;
        self.check_free(at.name, &places, new)?;
        let rewritten = rewritten(&places, new)
            .filter(|it| self.is_sure(at.name, &places, it, new, options))
            .ok_or_else(|| {
                let label = at.label();
                Refused(format!(
                    "`{new}` cannot be written in every place of `{label}` without changing \
                     anything else"
                ))
            })?;
        Ok(rewritten.into_iter().flat_map(|it| it.edits).collect())
    }

    /// Refuses names that are not known to be in `places` only.
    fn check_places(&self, at: &Occurrence<'t>, places: &[Occurrence<'t>]) -> Result<(), Refused> {
        let label = at.label();
        if !self.root().is_whole() {
            return refuse(format!(
                "a fault of the text hides parts of the document, and perhaps uses of `{label}`; \
                 correct it first"
            ));
        }
        let is_declared = places.iter().any(|it| it.role == Role::Declaration);
        let needs_none =
            matches!(at.name.0, Kind::Tag(_)) && self.document.root().get("tags").is_none();
        if !is_declared && !needs_none {
            return refuse(format!("`{label}` is declared nowhere in this document"));
        }
        match at.name.0 {
            Kind::Variable(template, name) if spells_out(self.document, template, name) => {
                refuse(format!(
                    "the URIs that clients read have `{label}` in them; another name would make \
                     them others"
                ))
            }
            Kind::Scope(..) => refuse(format!(
                "`{label}` is a scope of the authorization server, which knows it by this name"
            )),
            Kind::Within(_, Part::Property(..)) => refuse(format!(
                "`{label}` is a property of values, and there is no telling which of them are in \
                 this document"
            )),
            Kind::Within(root, _) => {
                let root = self.document.tree().value(root);
                if schemas::read(root, self.catalog).knows_all_names() {
                    return Ok(());
                }
                refuse(format!(
                    "parts of this schema cannot be read, and perhaps hide uses of `{label}`"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what can be no name of this kind.
    fn check_form(&self, name: Name<'t>, new: &str) -> Result<(), Refused> {
        if new.is_empty() {
            return refuse("a name has at least one character");
        }
        let local = |of: &str, section: &str| match is_local_name(new) {
            true => Ok(()),
            false => refuse(format!(
                "`{new}` cannot be the name of {of}: only letters and digits of ASCII, `.`, `_` \
                 and `-` can ({section})"
            )),
        };
        match name.0 {
            Kind::Component(..) => local("a component", "§17.1"),
            Kind::SecurityScheme(_) => local("a security scheme", "§7.1"),
            Kind::Elicitation(..) => local("an elicitation", "§12.2"),
            Kind::Variable(..) if !is_variable(new) => refuse(format!(
                "`{new}` cannot be the name of a variable in a URI template (RFC 6570 §2.3)"
            )),
            Kind::Within(root, Part::Anchor(_)) => {
                let root = self.document.tree().value(root);
                if schemas::read(root, self.catalog).admits_anchor(new) {
                    return Ok(());
                }
                refuse(format!(
                    "`{new}` cannot be an anchor: it must begin with a letter and hold only \
                     letters, digits and `-._`"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a name that something has already where `places` have theirs.
    fn check_free(
        &self,
        name: Name<'t>,
        places: &[Occurrence<'t>],
        new: &str,
    ) -> Result<(), Refused> {
        let has_places = |kind| !self.occurrences(Name(kind)).is_empty();
        let is_taken = match name.0 {
            Kind::Component(namespace, _) => has_places(Kind::Component(namespace, new)),
            Kind::SecurityScheme(_) => has_places(Kind::SecurityScheme(new)),
            Kind::Tag(_) => has_places(Kind::Tag(new)),
            Kind::Elicitation(owner, _) => has_places(Kind::Elicitation(owner, new)),
            Kind::Variable(owner, _) => has_places(Kind::Variable(owner, new)),
            Kind::Argument(..) => self.is_argument_taken(places, new),
            Kind::Within(root, Part::Anchor(_)) => {
                let schema = schemas::read(self.document.tree().value(root), self.catalog);
                schema.anchors().any(|(anchor, _)| anchor.name == new)
            }
            Kind::Scope(..) | Kind::Within(..) => false,
        };
        let is_beside = |it: &Occurrence<'t>| {
            let object = it.at.parent().filter(|_| it.form == Form::Key);
            object.is_some_and(|it| it.get(new).is_some())
        };
        match is_taken || places.iter().any(is_beside) {
            true => refuse(format!("the name `{new}` is taken already")),
            false => Ok(()),
        }
    }

    /// Whether `new` is an argument wherever one of `places` is.
    fn is_argument_taken(&self, places: &[Occurrence<'t>], new: &str) -> bool {
        let holder = |name: Name<'t>| match name.0 {
            Kind::Argument(holder, _) => Some(holder),
            _ => None,
        };
        let holders: HashSet<_> = places.iter().filter_map(|it| holder(it.name)).collect();
        let mut is_taken = false;
        arguments::visit(self.document, &mut |it| {
            let is_here = holder(it.name).is_some_and(|it| holders.contains(&it));
            is_taken |= is_here && it.label() == new;
        });
        is_taken
    }

    /// Whether the edits make the document that is meant: with `new` in `places`, and nowhere else.
    fn is_sure(
        &self,
        name: Name<'t>,
        places: &[Occurrence<'t>],
        rewritten: &[Rewritten<'t>],
        new: &str,
        options: &Options,
    ) -> bool {
        let tree = self.document.tree();
        let edits = rewritten.iter().flat_map(|it| &it.edits);
        let Some(text) = apply(tree.source().as_str(), edits) else {
            return false;
        };
        let options = Options {
            format: Some(tree.format()),
            ..options.clone()
        };
        let loaded = load(text.into_bytes(), &options);
        let Some(document) = loaded.document() else {
            return false;
        };
        let names = Names::new(document, self.catalog);
        let is_expected = Expected::of(rewritten).holds(self.root(), names.root());
        let now = || names.occurrences(Name(renamed(name.0, new)));
        let is_same = |old: &Occurrence<'_>, new: &Occurrence<'_>| {
            let forms = [old, new].map(|it| std::mem::discriminant(&it.form));
            old.at.id() == new.at.id() && old.role == new.role && forms[0] == forms[1]
        };
        is_expected && {
            let now = now();
            let mut pairs = places.iter().zip(&now);
            places.len() == now.len() && pairs.all(|(old, new)| is_same(old, new))
        }
    }
}

/// Whether a place has a name that somebody chose.
fn has_name(place: &Occurrence<'_>) -> bool {
    let is_nameless = matches!(
        place.name.0,
        Kind::Within(_, Part::Subschema(_) | Part::Absent(_))
    );
    !is_nameless && place.form != Form::Alias
}

/// The same thing by its new name.
fn renamed<'n>(kind: Kind<'n>, new: &'n str) -> Kind<'n> {
    match kind {
        Kind::Component(namespace, _) => Kind::Component(namespace, new),
        Kind::SecurityScheme(_) => Kind::SecurityScheme(new),
        Kind::Scope(scheme, _) => Kind::Scope(scheme, new),
        Kind::Tag(_) => Kind::Tag(new),
        Kind::Elicitation(owner, _) => Kind::Elicitation(owner, new),
        Kind::Argument(holder, _) => Kind::Argument(holder, new),
        Kind::Variable(owner, _) => Kind::Variable(owner, new),
        Kind::Within(root, Part::Anchor(anchor)) => {
            Kind::Within(root, Part::Anchor(anchor.renamed(new)))
        }
        Kind::Within(root, Part::Property(schema, _)) => {
            Kind::Within(root, Part::Property(schema, new))
        }
        Kind::Within(_, Part::Definition(_) | Part::Subschema(_) | Part::Absent(_)) => kind,
    }
}

/// `new` in every place; `None` where one cannot have it.
fn rewritten<'t>(places: &[Occurrence<'t>], new: &str) -> Option<Vec<Rewritten<'t>>> {
    let texts = places.chunk_by(Occurrence::is_same_text);
    let named = texts.filter(|it| it.iter().all(|it| it.form != Form::Alias));
    named.map(|it| rewrite(it, new)).collect()
}

/// Whether expansions of the template have the name of the variable in them.
fn spells_out(document: &Document, template: NodeId, name: &str) -> bool {
    let written = document.tree().value(template).get("uriTemplate");
    let parsed = written.and_then(Value::as_str).map(UriTemplate::parse);
    parsed.is_some_and(|it| it.is_ok_and(|it| it.spells_out(name)))
}

/// Whether `text` is the name of a variable.
fn is_variable(text: &str) -> bool {
    let template = UriTemplate::parse(&format!("{{{text}}}"));
    template.is_ok_and(|it| it.variables().eq([text]))
}
