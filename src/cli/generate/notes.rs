//! What the developer must know of a generated project, with the places in the description.

use mcpdesc::generate::{Note, NoteKind};
use mcpdesc::report::human::shown;

use super::super::output;
use super::super::transform::Source;

/// Columns of a line.
pub(super) const WIDTH: usize = 80;

/// How many different fallbacks and hints are told where nobody asked for all of them.
const SOME: usize = 10;

/// Notes that say the same, and their places in order.
struct Group<'n> {
    kind: NoteKind,
    message: &'n str,
    offsets: Vec<u32>,
}

/// Shows `notes` on standard error. What is not carried is shown in full; of the rest, some.
pub(super) fn show(notes: &[Note], source: &Source) {
    let mut people = output::stderr();
    people.write(text(notes, source, SOME).as_bytes());
    people.finish();
}

/// All `notes`, in lines.
pub(super) fn all(notes: &[Note], source: &Source) -> String {
    text(notes, source, usize::MAX)
}

fn text(notes: &[Note], source: &Source, most: usize) -> String {
    let mut out = String::new();
    for kind in [NoteKind::NotCarried, NoteKind::Fallback, NoteKind::Hint] {
        let groups = groups(notes, kind);
        let shown = if kind == NoteKind::NotCarried {
            groups.len()
        } else {
            most.min(groups.len())
        };
        for group in groups.iter().take(shown) {
            out.push_str(&group.lines(source));
        }
        let rest = groups.iter().skip(shown);
        let hidden: usize = rest.map(|group| group.offsets.len()).sum();
        if hidden > 0 {
            let name = name(kind);
            out.push_str(&format!("{hidden} more of `{name}`; --plan shows all\n"));
        }
    }
    out
}

fn groups(notes: &[Note], kind: NoteKind) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for note in notes.iter().filter(|note| note.kind == kind) {
        let at = *known.entry(note.message.as_str()).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group {
                kind,
                message: &note.message,
                offsets: Vec::new(),
            });
        }
        if let Some(group) = groups.get_mut(at) {
            group.offsets.push(note.place.span.start);
        }
    }
    groups
}

impl Group<'_> {
    /// `FILE:LINE:COLUMN: kind: message`, and the other places below it.
    fn lines(&self, source: &Source) -> String {
        let mut places = self.offsets.iter();
        let first = places.next().copied().unwrap_or_default();
        let head = format!(
            "{}: {}: {}",
            source.position(first),
            name(self.kind),
            shown(self.message)
        );
        let mut out = wrap(&head, "", "  ");
        let others: Vec<String> = places
            .map(|&offset| {
                let at = source.loaded.source().position(offset);
                format!("{}:{}", at.line, at.column)
            })
            .collect();
        if !others.is_empty() {
            let also = format!("the same at {}", others.join(", "));
            out.push_str(&wrap(&also, "  ", "  "));
        }
        out
    }
}

fn name(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::NotCarried => "not carried",
        NoteKind::Fallback => "fallback",
        NoteKind::Hint => "note",
    }
}

/// Breaks lines between words only; ends with a line end.
fn wrap(text: &str, first: &str, others: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options) + "\n"
}
