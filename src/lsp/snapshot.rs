//! One version of one document, shared by the threads that look at it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use lsp_types::{Position, Range};

use super::client::Client;
use super::text::Text;
use crate::diagnostic::Findings;
use crate::document::Document;
use crate::source::{self, Format, Span, Tree};
use crate::{Loaded, Options, Report};

/// A version of a document: its text, and what is made of it when it is first asked for.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// Tells it from every other one of this server.
    pub id: u64,
    /// The document's URI as the client writes it.
    pub uri: String,
    /// The client's number for the version.
    pub version: i32,
    /// The text.
    pub text: Text,
    /// How it is read and checked.
    pub options: Options,
    /// What the client can do.
    pub client: Arc<Client>,
    loaded: OnceLock<Loaded>,
    report: OnceLock<Report>,
    superseded: AtomicBool,
}

impl Snapshot {
    pub(super) fn new(
        id: u64,
        (uri, version): (String, i32),
        text: Text,
        options: Options,
        client: Arc<Client>,
    ) -> Self {
        Self {
            id,
            uri,
            version,
            text,
            options,
            client,
            loaded: OnceLock::new(),
            report: OnceLock::new(),
            superseded: AtomicBool::new(false),
        }
    }

    /// The text as it was read. Its offsets are those of [`Self::text`].
    pub(super) fn loaded(&self) -> &Loaded {
        self.loaded
            .get_or_init(|| crate::load(self.text.contents().into_bytes(), &self.options))
    }

    /// What the text was read as, if it was.
    pub(super) fn known_loaded(&self) -> Option<&Loaded> {
        self.loaded.get()
    }

    /// How `text`, which is that of this version, is to be read.
    pub(super) fn format(&self, text: &str) -> Format {
        self.options.format.unwrap_or_else(|| {
            let content = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
            if content.starts_with(['{', '[']) {
                Format::Json
            } else {
                Format::Yaml
            }
        })
    }

    /// Reads a text that was made of this version's. The faults of the text are told elsewhere.
    pub(super) fn read(&self, part: &str, format: Format) -> Option<Document> {
        let mut faults = Findings::new(0);
        let limits = self.options.limits;
        let tree = source::read(part.as_bytes(), Some(format), limits, &mut faults);
        Document::new(tree).ok()
    }

    /// The document, where the text holds an object.
    pub(super) fn document(&self) -> Option<&Document> {
        self.loaded().document()
    }

    /// The tree that was read.
    pub(super) fn tree(&self) -> &Tree {
        self.loaded().tree()
    }

    /// The text that was read.
    pub(super) fn source(&self) -> &str {
        self.loaded().source().as_str()
    }

    /// What the check finds. Waits for it where it is not done: for features that say so by
    /// `CHECKS`.
    pub(super) fn report(&self) -> &Report {
        self.report
            .get_or_init(|| crate::check(self.loaded(), &self.options))
    }

    /// Makes sure that the check is done; tells whether it is, which it need not be for a version
    /// that nobody needs any more.
    pub(super) fn prepare(&self) -> bool {
        if !self.is_superseded() {
            self.loaded();
        }
        // Reading takes so long that there may be a newer version by now.
        if !self.is_superseded() {
            self.report();
        }
        self.report.get().is_some()
    }

    /// What the check found, if it is done.
    pub(super) fn known_report(&self) -> Option<&Report> {
        self.report.get()
    }

    /// The byte offset of a position.
    pub(super) fn offset(&self, position: Position) -> usize {
        self.text.offset(position)
    }

    /// The range of some bytes.
    pub(super) fn range(&self, span: Span) -> Range {
        self.text.range(span)
    }

    /// Notes that there is a newer version, or none any more: nobody needs a check of this one.
    pub(super) fn supersede(&self) {
        self.superseded.store(true, Ordering::Relaxed);
    }

    /// Whether nobody needs a check of this version any more.
    pub(super) fn is_superseded(&self) -> bool {
        self.superseded.load(Ordering::Relaxed)
    }
}
