//! Several descriptions of one server made one (§4.13, §14.5, §17.6).

mod components;
mod conflict;
mod difference;
mod transcript;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use components::Renames;
use transcript::{Scope, Transcript, versions};

pub use conflict::Conflict;

use super::canonical::{Meaning, Meanings, Reading, Sense};
use super::shape::{COMPONENTS, ROOT, Role, Shape};
use super::view::recheck;
use crate::check::{Loaded, Options, Report, check};
use crate::document::{Cursor, DeclaredScope, Document, Namespace};
use crate::mcp::{Revision, Revisions};
use crate::source::Draft;

/// Why documents were not merged.
#[derive(Debug)]
pub enum Unmerged {
    /// There was nothing to merge.
    NoInputs,
    /// These inputs have errors; each comes with its position among the inputs.
    Invalid(Vec<(usize, Report)>),
    /// The inputs contradict each other. All their conflicts are here, never none.
    Conflicts(Vec<Conflict>),
    /// The merged document, which is here with its text, has errors that no input has.
    InvalidResult(Box<(Loaded, Report)>),
}

/// Merges descriptions of one server into one that describes every revision an input describes
/// (§4.13).
///
/// What belongs to a document as a whole must mean the same in all inputs, and so must the views of
/// a revision that several describe. Declarations that mean the same in different revisions become
/// one, others stay apart with scopes that say where each applies. Components are all kept; one
/// whose name already has another value gets a number behind its name, and references follow it.
/// The order is that of the inputs; revisions come oldest first. The view of the result for a
/// revision is [equivalent](super::equivalent) to that of each input that describes it.
///
/// # Errors
///
/// [`Unmerged`] when an input or the result has errors, or inputs contradict each other.
///
/// ```
/// use mcpdesc::{Options, load, project, source};
///
/// let options = Options::default();
/// let text = |revision: &str, prompts: &str| {
///     let head = r#""mcpdesc": "0.8.0", "info": {"name": "notes", "version": "1"}"#;
///     let text = format!(r#"{{{head}, "protocolVersions": ["{revision}"], "prompts": {prompts}}}"#);
///     load(text.as_bytes(), &options)
/// };
/// let old = text("2025-11-25", r#"[{"name": "plan"}]"#);
/// let new = text("2026-07-28", r#"[{"name": "plan"}, {"name": "review"}]"#);
/// let merged = project::merge(&[&old, &new], &options).expect("they agree");
/// let json = source::write(&merged, source::Format::Json);
/// assert_eq!(json.matches("plan").count(), 1);
/// assert_eq!(json.matches("2026-07-28").count(), 2, "of the root, and of what is new");
/// ```
pub fn merge<'t>(inputs: &[&'t Loaded], options: &Options) -> Result<Draft<'t>, Unmerged> {
    let inputs = valid(inputs, options)?;
    let mut meanings = Meanings::default();
    let conflicts = conflict::find(&inputs, &mut meanings);
    if !conflicts.is_empty() {
        return Err(Unmerged::Conflicts(conflicts));
    }
    let merged = Merge::new(inputs, meanings).document();
    let (loaded, report) = recheck(&merged, options);
    if report.valid {
        Ok(merged)
    } else {
        Err(Unmerged::InvalidResult(Box::new((loaded, report))))
    }
}

/// A valid document to be merged.
#[derive(Debug, Clone, Copy)]
struct Input<'t> {
    /// Its position among the inputs.
    index: usize,
    document: &'t Document,
    /// The revisions it describes.
    scope: Revisions,
    /// Those of them that no earlier input describes.
    supplies: Revisions,
}

impl<'t> Input<'t> {
    fn reading(&self, revision: Option<Revision>) -> Reading<'t> {
        Reading {
            input: self.index,
            document: self.document,
            revision,
        }
    }
}

fn valid<'t>(inputs: &[&'t Loaded], options: &Options) -> Result<Vec<Input<'t>>, Unmerged> {
    let mut valid = Vec::with_capacity(inputs.len());
    let mut invalid = Vec::new();
    let mut covered = Revisions::NONE;
    for (index, loaded) in inputs.iter().enumerate() {
        let report = check(loaded, options);
        match loaded.document().filter(|_| report.valid) {
            Some(document) => {
                let scope = document.scope().unwrap_or_default();
                valid.push(Input {
                    index,
                    document,
                    scope,
                    supplies: scope.minus(covered),
                });
                covered = covered.or(scope);
            }
            None => invalid.push((index, report)),
        }
    }
    if !invalid.is_empty() {
        Err(Unmerged::Invalid(invalid))
    } else if valid.is_empty() {
        Err(Unmerged::NoInputs)
    } else {
        Ok(valid)
    }
}

/// The shape of the declarations in a member of the root, where these have scopes.
fn scoped(key: &str) -> Option<&'static Shape> {
    let shape = ROOT.member(key)?.shape?;
    (shape.role != Role::Part).then_some(shape)
}

/// A declaration of the merged document.
struct Entry<'t> {
    input: usize,
    at: Cursor<'t>,
    /// The revisions for which its input supplies it.
    supplied: Revisions,
    /// Those for which it stands, also in the place of equal ones of other inputs.
    scope: Revisions,
}

/// Entries that mean the same in all their revisions, by their scopes, of which there are few.
#[derive(Default)]
struct Alike(HashMap<Meaning, Vec<(Revisions, VecDeque<usize>)>>);

impl Alike {
    /// The first entry of this meaning that applies to none of `scope`, which it now covers too, so
    /// that what one revision has twice stays twice. Without one, `new` is such an entry.
    fn join(&mut self, meaning: Meaning, scope: Revisions, new: usize) -> Option<usize> {
        let scopes = self.0.entry(meaning).or_default();
        let disjoint = scopes
            .iter_mut()
            .filter(|(other, _)| other.and(scope).is_empty());
        let first = disjoint
            .filter(|(_, entries)| !entries.is_empty())
            .min_by_key(|(_, entries)| entries.front().copied());
        let (at, covered) = match first {
            Some((other, entries)) => (entries.pop_front(), other.or(scope)),
            None => (None, scope),
        };
        match scopes.iter_mut().find(|(other, _)| *other == covered) {
            Some((_, entries)) => entries.push_back(at.unwrap_or(new)),
            None => scopes.push((covered, VecDeque::from([at.unwrap_or(new)]))),
        }
        at
    }
}

/// Inputs without conflicts on their way into one document.
struct Merge<'t> {
    inputs: Vec<Input<'t>>,
    meanings: Meanings<'t>,
    renames: Renames<'t>,
    scope: Revisions,
}

impl<'t> Merge<'t> {
    fn new(inputs: Vec<Input<'t>>, meanings: Meanings<'t>) -> Self {
        let scope = inputs
            .iter()
            .fold(Revisions::NONE, |all, input| all.or(input.scope));
        Self {
            inputs,
            meanings,
            renames: Renames::default(),
            scope,
        }
    }

    fn document(mut self) -> Draft<'t> {
        // Components come first: declarations must know their new names.
        let mut components = self.components();
        let roots: Vec<_> = self.inputs.iter().map(|it| it.document.root()).collect();
        let mut seen = HashSet::new();
        let mut members = Vec::new();
        for (key, value) in roots.into_iter().flat_map(Cursor::members) {
            if !seen.insert(key) {
                continue;
            }
            let draft = match (key, scoped(key)) {
                ("protocolVersions", _) => Some(versions(self.scope)),
                ("components", _) => components.take(),
                (_, Some(shape)) => self.declarations(key, shape),
                _ => Some(Draft::Copy(value.value())),
            };
            members.extend(draft.map(|draft| (Cow::Borrowed(key), draft)));
        }
        Draft::Object(members)
    }

    fn components(&mut self) -> Option<Draft<'t>> {
        // All new names are found before anything that may refer to them is copied.
        let namespaces = Namespace::ALL.map(|namespace| {
            let (inputs, renames) = (&self.inputs, &mut self.renames);
            let all = components::collect(inputs, namespace, &mut self.meanings, renames);
            (namespace, all)
        });
        let roots = self.inputs.iter().map(|it| it.document.root());
        let written = roots.filter_map(|root| root.get("components"));
        let mut seen = HashSet::new();
        let mut members = Vec::new();
        for (key, value) in written.flat_map(Cursor::members) {
            if !seen.insert(key) {
                continue;
            }
            let found = namespaces.iter().find(|(it, _)| it.as_str() == key);
            let draft = match found {
                None => Draft::Copy(value.value()),
                Some((_, all)) => {
                    let sense = Sense::Object(&COMPONENTS).member(key).element();
                    let named = all.iter().map(|it| {
                        let draft = self.transcript(it.input).component(sense, it.at);
                        (Cow::Owned(it.name.clone()), draft)
                    });
                    Draft::Object(named.collect())
                }
            };
            members.push((Cow::Borrowed(key), draft));
        }
        (!members.is_empty()).then_some(Draft::Object(members))
    }

    fn declarations(&mut self, key: &str, shape: &'static Shape) -> Option<Draft<'t>> {
        let entries = self.entries(key, shape);
        let drafts = entries.into_iter().map(|entry| {
            let scope = Scope {
                of_parts: entry.supplied,
                written: entry.scope,
                inherited: self.scope,
            };
            self.transcript(entry.input)
                .declaration(shape, entry.at, scope)
        });
        let drafts = Draft::Array(drafts.collect());
        (!drafts.is_empty_collection()).then_some(drafts)
    }

    fn entries(&mut self, key: &str, shape: &'static Shape) -> Vec<Entry<'t>> {
        let mut entries: Vec<Entry<'t>> = Vec::new();
        let mut alike = Alike::default();
        for input in &self.inputs {
            let collection = input.document.root().get(key);
            for at in collection.into_iter().flat_map(Cursor::elements) {
                let scope = DeclaredScope::of(at).map_or(input.scope, |it| it.revisions);
                let supplied = scope.and(input.supplies);
                if supplied.is_empty() {
                    continue;
                }
                let meaning = constant_meaning(&mut self.meanings, input, shape, at, supplied);
                if let Some(meaning) = meaning
                    && let Some(at) = alike.join(meaning, supplied, entries.len())
                {
                    if let Some(other) = entries.get_mut(at) {
                        other.scope = other.scope.or(supplied);
                    }
                    continue;
                }
                entries.push(Entry {
                    input: input.index,
                    at,
                    supplied,
                    scope: supplied,
                });
            }
        }
        entries
    }

    fn transcript(&self, input: usize) -> Transcript<'_> {
        Transcript {
            input,
            renames: &self.renames,
        }
    }
}

/// What a declaration means in each of these revisions, where that is the same.
fn constant_meaning<'t>(
    meanings: &mut Meanings<'t>,
    input: &Input<'t>,
    shape: &'static Shape,
    at: Cursor<'t>,
    revisions: Revisions,
) -> Option<Meaning> {
    let mut each = revisions
        .iter()
        .map(|revision| meanings.of(input.reading(Some(revision)), Sense::Object(shape), at));
    let first = each.next()??;
    each.all(|it| it == Some(first)).then_some(first)
}
