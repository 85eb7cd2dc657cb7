//! The results that follow from the description alone, exactly as it has them.

use std::sync::OnceLock;

use serde_json::Value;

use super::Revision;
use super::declarations::Answer;

/// All of them, each read when it is first asked for.
#[derive(Debug)]
pub(crate) struct Answers(Vec<(Revision, &'static str, &'static str, OnceLock<Value>)>);

impl Answers {
    pub(crate) fn new(answers: &[Answer]) -> Self {
        let unread = |it: &Answer| (it.revision, it.method, it.json, OnceLock::new());
        Self(answers.iter().map(unread).collect())
    }

    /// The result of a request; `None` where it does not follow from the description.
    pub(crate) fn get(&self, method: &str, revision: Revision) -> Option<&Value> {
        let mut answers = self.0.iter();
        let (.., json, read) = answers.find(|it| it.0 == revision && it.1 == method)?;
        Some(read.get_or_init(|| serde_json::from_str(json).unwrap_or_default()))
    }

    /// The capability that a server of a revision declares.
    pub(crate) fn capability(&self, name: &str, revision: Revision) -> Option<&Value> {
        let method = if revision.has_handshake() {
            "initialize"
        } else {
            "server/discover"
        };
        self.get(method, revision)?.get("capabilities")?.get(name)
    }
}
