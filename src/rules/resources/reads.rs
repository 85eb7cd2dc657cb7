//! What the results of reads answer, found out once for each result.

use std::collections::HashMap;

use crate::document::Cursor;
use crate::rules::payload::contents_len;
use crate::source::NodeId;

/// The results of reads that were looked at.
#[derive(Default)]
pub(super) struct Reads<'d>(HashMap<NodeId, Read<'d>>);

impl<'d> Reads<'d> {
    /// What the `contents` of a result answer.
    pub fn of(&mut self, contents: Cursor<'d>) -> &Read<'d> {
        self.0
            .entry(contents.id())
            .or_insert_with(|| Read::new(contents))
    }
}

/// The entries of a result by their URI.
pub(super) struct Read<'d> {
    /// What was returned for each URI.
    pub answers: HashMap<&'d str, Answer<'d>>,
    /// Whether every entry has a readable URI.
    pub all_named: bool,
}

/// The entries of one URI.
pub(super) struct Answer<'d> {
    /// The index of the only entry, and the bytes it holds; `None` where there are several, or where
    /// it cannot be read.
    pub whole: Option<(usize, u64)>,
    /// Two different `mimeType`s, each with the first entry that has it: one of them differs from
    /// any third, if there is a difference at all.
    pub kinds: [Option<(usize, &'d str)>; 2],
}

impl<'d> Read<'d> {
    fn new(contents: Cursor<'d>) -> Self {
        let mut read = Self {
            answers: HashMap::new(),
            all_named: true,
        };
        for (index, entry) in contents.elements().enumerate() {
            let Some(uri) = entry.str("uri") else {
                read.all_named = false;
                continue;
            };
            let answer = match read.answers.get_mut(uri) {
                Some(answer) => {
                    answer.whole = None;
                    answer
                }
                None => read.answers.entry(uri).or_insert(Answer {
                    whole: contents_len(entry).map(|bytes| (index, bytes)),
                    kinds: [None; 2],
                }),
            };
            if let Some(kind) = entry.str("mimeType") {
                answer.add_kind(index, kind);
            }
        }
        read
    }
}

impl<'d> Answer<'d> {
    fn add_kind(&mut self, index: usize, kind: &'d str) {
        let is_known = |it: &(usize, &str)| it.1.eq_ignore_ascii_case(kind);
        if self.kinds.iter().flatten().any(is_known) {
            return;
        }
        if let Some(free) = self.kinds.iter_mut().find(|it| it.is_none()) {
            *free = Some((index, kind));
        }
    }
}
