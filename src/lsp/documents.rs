//! The open documents: their newest version, and when it is to be checked.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lsp_server::RequestId;
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem};

use super::client::Client;
use super::settings;
use super::snapshot::Snapshot;
use super::text::Text;
use crate::Options;

/// How long a text rests after a change before it is checked, so that nobody is told about half a
/// word.
pub const QUIET: Duration = Duration::from_millis(100);

/// How long after a change the check may begin ahead of time: first comes what the editor asks for
/// at once.
const HEAD_START: Duration = Duration::from_millis(25);

/// A request for diagnostics that waits for a check.
#[derive(Debug)]
pub(super) struct Pull {
    pub id: RequestId,
    /// The result that the client has.
    pub previous: Option<String>,
}

/// An open document.
#[derive(Debug)]
struct Open {
    snapshot: Arc<Snapshot>,
    /// When the newest version is to be checked; `None` once it was handed out.
    due: Option<Instant>,
    /// When its check may begin before anybody is told of it; `None` once it did.
    ahead: Option<Instant>,
    /// Whether a check of some version is under way. There is one at a time for a document.
    checking: bool,
    /// Whether the outcome for the newest version has been given out.
    known: bool,
    pulls: Vec<Pull>,
}

/// What follows from the check of a newest version.
#[derive(Debug)]
pub(super) struct Awaited {
    /// The requests that wait for it.
    pub pulls: Vec<Pull>,
    /// Whether it was checked for the first time: a repeated check, for a request, is no news.
    pub is_news: bool,
}

/// The open documents by URI.
#[derive(Debug)]
pub(super) struct Documents {
    open: HashMap<String, Open>,
    client: Arc<Client>,
    options: Options,
    made: u64,
}

impl Documents {
    pub(super) fn new(client: Arc<Client>, options: Options) -> Self {
        Self {
            open: HashMap::new(),
            client,
            options,
            made: 0,
        }
    }

    /// Whether none is open.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Opens a document, or replaces an open one: then its old version is given back.
    pub(super) fn open(&mut self, item: TextDocumentItem) -> Option<Arc<Snapshot>> {
        let mut options = self.options.clone();
        options.format = settings::format(item.uri.as_str(), &item.language_id);
        let text = Text::new(&item.text, self.client.encoding);
        let key = item.uri.as_str().to_owned();
        let snapshot = self.snapshot((key.clone(), item.version), text, options);
        match self.open.get_mut(&key) {
            Some(open) => Some(open.replace(snapshot, Duration::ZERO)),
            None => {
                let open = Open {
                    snapshot,
                    due: Some(Instant::now()),
                    ahead: None,
                    checking: false,
                    known: false,
                    pulls: Vec::new(),
                };
                self.open.insert(key, open);
                None
            }
        }
    }

    /// Applies changes in their order; to a document that is not open, nothing. Gives back the old
    /// version.
    pub(super) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Option<Arc<Snapshot>> {
        let old = self.newest(uri)?;
        let text = changes.iter().fold(old.text.clone(), Text::changed);
        let snapshot = self.snapshot((old.uri.clone(), version), text, old.options.clone());
        let open = self.open.get_mut(uri)?;
        Some(open.replace(snapshot, QUIET))
    }

    /// Checks the documents anew, with other options. Gives back their old versions.
    pub(super) fn configure(&mut self, options: Options) -> Vec<Arc<Snapshot>> {
        self.options = options;
        let all: Vec<_> = self
            .open
            .values()
            .map(|it| Arc::clone(&it.snapshot))
            .collect();
        for old in &all {
            let options = Options {
                format: old.options.format,
                ..self.options.clone()
            };
            let identity = (old.uri.clone(), old.version);
            let snapshot = self.snapshot(identity, old.text.clone(), options);
            if let Some(open) = self.open.get_mut(&old.uri) {
                open.replace(snapshot, Duration::ZERO);
            }
        }
        all
    }

    /// Closes a document. Gives back its version and the requests that wait for it.
    pub(super) fn close(&mut self, uri: &str) -> Option<(Arc<Snapshot>, Vec<Pull>)> {
        let open = self.open.remove(uri)?;
        open.snapshot.supersede();
        Some((open.snapshot, open.pulls))
    }

    /// The newest version of a document.
    pub(super) fn newest(&self, uri: &str) -> Option<Arc<Snapshot>> {
        self.open.get(uri).map(|open| Arc::clone(&open.snapshot))
    }

    /// When the next check is due, or may begin ahead of time.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let due = |open: &Open| open.due.filter(|_| !open.checking);
        let times = self.open.values().flat_map(|it| [due(it), it.ahead]);
        times.flatten().min()
    }

    /// The versions whose check may begin ahead of time at `now`.
    pub(super) fn take_ahead(&mut self, now: Instant) -> Vec<Arc<Snapshot>> {
        let ready = self
            .open
            .values_mut()
            .filter(|open| open.ahead.is_some_and(|ahead| ahead <= now));
        ready
            .map(|open| {
                open.ahead = None;
                Arc::clone(&open.snapshot)
            })
            .collect()
    }

    /// The versions to check at `now`; they count as being checked from here on.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<Arc<Snapshot>> {
        let due = |open: &Open| !open.checking && open.due.is_some_and(|due| due <= now);
        let ready = self.open.values_mut().filter(|open| due(open));
        ready
            .map(|open| {
                open.due = None;
                open.ahead = None;
                open.checking = true;
                Arc::clone(&open.snapshot)
            })
            .collect()
    }

    /// Lets a request wait for the check of the newest version; gives it back where the document is
    /// not open. The version is checked again if it was before: the check remembers its result.
    pub(super) fn wait(&mut self, uri: &str, pull: Pull) -> Result<(), Pull> {
        let Some(open) = self.open.get_mut(uri) else {
            return Err(pull);
        };
        open.pulls.push(pull);
        if open.due.is_none() && !open.checking {
            open.due = Some(Instant::now());
        }
        Ok(())
    }

    /// Forgets a waiting request; tells whether it was there.
    pub(super) fn forget(&mut self, id: &RequestId) -> bool {
        self.open.values_mut().any(|open| {
            let before = open.pulls.len();
            open.pulls.retain(|pull| pull.id != *id);
            open.pulls.len() < before
        })
    }

    /// Notes that the check of `checked` has ended. `None` where its outcome is of no use: there is
    /// a newer version, or the document was closed.
    pub(super) fn checked(&mut self, checked: &Snapshot) -> Option<Awaited> {
        let open = self.open.get_mut(&checked.uri)?;
        open.checking = false;
        (open.snapshot.id == checked.id).then(|| Awaited {
            pulls: std::mem::take(&mut open.pulls),
            is_news: !std::mem::replace(&mut open.known, true),
        })
    }

    fn snapshot(&mut self, identity: (String, i32), text: Text, options: Options) -> Arc<Snapshot> {
        self.made += 1;
        let client = Arc::clone(&self.client);
        Arc::new(Snapshot::new(self.made, identity, text, options, client))
    }
}

impl Open {
    /// Takes a newer version and gives back the old one.
    fn replace(&mut self, snapshot: Arc<Snapshot>, rest: Duration) -> Arc<Snapshot> {
        self.snapshot.supersede();
        let now = Instant::now();
        self.due = Some(now + rest);
        self.ahead = (rest > HEAD_START).then(|| now + HEAD_START);
        self.known = false;
        std::mem::replace(&mut self.snapshot, snapshot)
    }
}
