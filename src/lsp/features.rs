//! The features that answer requests about one document, and how they are found.
//!
//! To add one: a file with a type that implements [`Feature`], and one line in [`FEATURES`].

use lsp_types::request::Request;
use lsp_types::{ServerCapabilities, Uri};
use serde_json::Value;

use super::client::{Client, Refusal, to_value};
use super::snapshot::Snapshot;
use super::{actions, completion, folding, hover, lens, navigation, selection, symbols};

/// Every feature, one line each.
static FEATURES: &[Entry] = &[
    Entry::of::<symbols::Symbols>(),
    Entry::of::<folding::Folding>(),
    Entry::of::<selection::Selection>(),
    Entry::of::<actions::Actions>(),
    Entry::of::<lens::Lenses>(),
    Entry::of::<lens::Commands>(),
    Entry::of::<completion::Completion>(),
    Entry::of::<hover::Hover>(),
    Entry::of::<navigation::Definition>(),
    Entry::of::<navigation::References>(),
    Entry::of::<navigation::Highlights>(),
    Entry::of::<navigation::PrepareRename>(),
    Entry::of::<navigation::Rename>(),
];

/// What a request asks for.
pub(super) type Params<F> = <<F as Feature>::Request as Request>::Params;

/// What a feature answers.
pub(super) type Answer<F> = Result<<<F as Feature>::Request as Request>::Result, Refusal>;

/// Answers one kind of request about one document. Runs on a worker thread.
pub(super) trait Feature {
    /// The request of the protocol.
    type Request: Request<Params: Send + 'static>;

    /// Whether it needs a check of the document, or more than one: then it has threads of its own,
    /// so that no other answer waits for them.
    const CHECKS: bool = false;

    /// Says in the server's capabilities that it is there.
    fn offer(client: &Client, server: &mut ServerCapabilities);

    /// The document it is about; `None` where the parameters name none.
    fn document(params: &Params<Self>) -> Option<&Uri>;

    /// The answer from this version of the document.
    fn answer(snapshot: &Snapshot, params: Params<Self>) -> Answer<Self>;
}

/// A request that was understood.
pub(super) struct Prepared {
    /// The URI of the document it is about.
    pub document: String,
    /// Makes the answer.
    pub answer: Work,
}

/// Makes an answer from a version of the document.
pub(super) type Work = Box<dyn FnOnce(&Snapshot) -> Result<Value, Refusal> + Send>;

/// A feature in the table.
pub(super) struct Entry {
    method: &'static str,
    offer: fn(&Client, &mut ServerCapabilities),
    /// [`Feature::CHECKS`].
    pub checks: bool,
    /// Understands the parameters of a request.
    pub prepare: fn(Value) -> Result<Prepared, Refusal>,
}

impl Entry {
    const fn of<F: Feature + 'static>() -> Self {
        Self {
            method: <F::Request as Request>::METHOD,
            offer: F::offer,
            checks: F::CHECKS,
            prepare: prepare::<F>,
        }
    }
}

fn prepare<F: Feature + 'static>(params: Value) -> Result<Prepared, Refusal> {
    let params: Params<F> =
        serde_json::from_value(params).map_err(|error| Refusal::invalid(error.to_string()))?;
    let document = F::document(&params)
        .ok_or_else(|| Refusal::invalid("the parameters name no document"))?
        .as_str()
        .to_owned();
    Ok(Prepared {
        document,
        answer: Box::new(|snapshot| Ok(to_value(&F::answer(snapshot, params)?))),
    })
}

/// The feature that answers requests of this method.
pub(super) fn find(method: &str) -> Option<&'static Entry> {
    FEATURES.iter().find(|feature| feature.method == method)
}

/// Says in the server's capabilities which features there are.
pub(super) fn offer_all(client: &Client, server: &mut ServerCapabilities) {
    for feature in FEATURES {
        (feature.offer)(client, server);
    }
}
