//! What the results of reads answer, found out once for each result.

use std::collections::HashMap;

use crate::document::Cursor;
use crate::formats::uri;
use crate::rules::payload::contents_len;
use crate::source::NodeId;

/// The results of reads that were looked at.
#[derive(Default)]
pub(super) struct Reads<'d> {
    results: HashMap<NodeId, Read<'d>>,
    /// By example, what the results of reads answer whose examples name the URI themselves.
    own: HashMap<NodeId, Option<(&'d str, Outcome<'d>)>>,
}

impl<'d> Reads<'d> {
    /// What the result of an example says of the URI `requested`.
    pub fn outcome(&mut self, example: Cursor<'d>, requested: &str) -> Outcome<'d> {
        let contents = example.at(&["result", "contents"]);
        let Some(contents) = contents.filter(|it| it.elements().len() > 0) else {
            return Outcome::Unknown;
        };
        self.results
            .entry(contents.id())
            .or_insert_with(|| Read::new(contents))
            .outcome(requested)
    }

    /// The URI that an example names itself, if it is one, and what its result says of it.
    pub fn own(&mut self, example: Cursor<'d>) -> Option<(&'d str, Outcome<'d>)> {
        if let Some(known) = self.own.get(&example.id()) {
            return *known;
        }
        let requested = example.str("uri").filter(|text| uri::is_uri(text));
        let own = requested.map(|requested| (requested, self.outcome(example, requested)));
        if example.is_referenced() {
            self.own.insert(example.id(), own);
        }
        own
    }
}

/// What a result says of a URI.
#[derive(Clone, Copy)]
pub(super) enum Outcome<'d> {
    /// It has entries for it.
    Answered(Answer<'d>),
    /// None of its entries is for it.
    Absent,
    /// There may be an entry for it among those that cannot be read.
    Unknown,
}

/// The entries of a result by their URI.
struct Read<'d> {
    /// What was returned for each URI.
    answers: HashMap<&'d str, Answer<'d>>,
    /// The length of the longest URI, in bytes.
    longest: usize,
    /// Whether every entry is there and has a readable URI.
    is_whole: bool,
}

/// The entries of one URI.
#[derive(Clone, Copy)]
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
            longest: 0,
            is_whole: !contents.is_cut(),
        };
        for (index, entry) in contents.elements().enumerate() {
            // What is no URI is another fault, and may have been meant for any.
            let Some(uri) = entry.str("uri").filter(|text| uri::is_uri(text)) else {
                read.is_whole = false;
                continue;
            };
            read.longest = read.longest.max(uri.len());
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

    fn outcome(&self, requested: &str) -> Outcome<'d> {
        // A long text is only looked up where it can be found, for that takes its length.
        let is_possible = requested.len() <= self.longest;
        match is_possible.then(|| self.answers.get(requested)).flatten() {
            Some(answer) => Outcome::Answered(*answer),
            None if self.is_whole => Outcome::Absent,
            None => Outcome::Unknown,
        }
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
