//! What can be done about findings, and other ways to say the same.

use lsp_server::ErrorCode;
use lsp_types::request::CodeActionRequest;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams,
    CodeActionProviderCapability, ServerCapabilities, Uri,
};

use super::client::{Client, Refusal};
use super::features::{Answer, Feature, Params};
use super::snapshot::Snapshot;
use super::{diagnostics, edits};
use crate::fix::{Edit, Fix, Fixer, fix_all};
use crate::source::Span;

/// Findings whose fixes are looked for at once, at least and at most.
const FINDINGS: (usize, usize) = (10, 200);

/// Bytes of text that findings are looked at for at once, each with the whole text: every fix is
/// tried, which costs a check.
const BYTES: usize = 20_000_000;

/// The kinds of actions there are.
const KINDS: [CodeActionKind; 3] = [
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR,
    CodeActionKind::SOURCE_FIX_ALL,
];

/// Offers fixes and refactorings.
pub(super) struct Actions;

impl Feature for Actions {
    type Request = CodeActionRequest;

    const CHECKS: bool = true;

    fn offer(_: &Client, server: &mut ServerCapabilities) {
        server.code_action_provider =
            Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(KINDS.to_vec()),
                ..CodeActionOptions::default()
            }));
    }

    fn document(params: &Params<Self>) -> Option<&Uri> {
        Some(&params.text_document.uri)
    }

    fn answer(snapshot: &Snapshot, params: CodeActionParams) -> Answer<Self> {
        let range = params.range;
        let offers = Offers {
            snapshot,
            fixer: Fixer::new(snapshot.loaded(), &snapshot.options),
            uri: params.text_document.uri,
            only: params.context.only,
            span: Span::new(snapshot.offset(range.start), snapshot.offset(range.end)),
        };
        let mut actions = Vec::new();
        if !knows_actions(&snapshot.client) {
            return Ok(Some(actions));
        }
        if offers.is_wanted(&CodeActionKind::QUICKFIX) {
            actions.extend(offers.fixes()?);
        }
        if offers.is_wanted(&CodeActionKind::REFACTOR) {
            actions.extend(offers.refactorings());
        }
        // Tries many changes, so that it is made for those only who ask for just this.
        if offers.only.is_some() && offers.is_wanted(&CodeActionKind::SOURCE_FIX_ALL) {
            actions.extend(offers.fix_all());
        }
        Ok(Some(actions))
    }
}

/// Older clients know commands only.
fn knows_actions(client: &Client) -> bool {
    let text = client.capabilities.text_document.as_ref();
    text.and_then(|it| {
        it.code_action
            .as_ref()?
            .code_action_literal_support
            .as_ref()
    })
    .is_some()
}

/// What is asked for.
struct Offers<'s> {
    snapshot: &'s Snapshot,
    fixer: Fixer<'s>,
    uri: Uri,
    only: Option<Vec<CodeActionKind>>,
    span: Span,
}

impl Offers<'_> {
    /// Whether actions of this kind are asked for: `refactor` asks for `refactor.extract` too.
    fn is_wanted(&self, kind: &CodeActionKind) -> bool {
        let covers = |wanted: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| {
                rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty()
            })
        };
        self.only
            .as_ref()
            .is_none_or(|only| only.iter().any(covers))
    }

    /// The fixes for the findings that the span touches.
    fn fixes(&self) -> Result<Vec<CodeActionOrCommand>, Refusal> {
        let snapshot = self.snapshot;
        let touches = |span: Span| span.start <= self.span.end && self.span.start <= span.end;
        let findings = snapshot.report().diagnostics.iter();
        let mut actions = Vec::new();
        let (least, most) = FINDINGS;
        let count = (BYTES / snapshot.source().len().max(1)).clamp(least, most);
        for finding in findings.filter(|it| touches(it.span)).take(count) {
            if snapshot.is_superseded() {
                let message = "the document was changed meanwhile";
                return Err(Refusal::new(ErrorCode::ContentModified, message));
            }
            for (rank, fix) in self.fixer.fixes(finding).into_iter().enumerate() {
                let is_preferred = rank == 0 && fix.safe;
                let mut action = self.action(CodeActionKind::QUICKFIX, fix);
                action.diagnostics = Some(vec![diagnostics::diagnostic(snapshot, finding)]);
                action.is_preferred = is_preferred.then_some(true);
                actions.push(action.into());
            }
        }
        Ok(actions)
    }

    fn refactorings(&self) -> Vec<CodeActionOrCommand> {
        let fixes = self.fixer.refactorings(self.span).into_iter();
        fixes
            .map(|fix| self.action(CodeActionKind::REFACTOR, fix).into())
            .collect()
    }

    /// All safe fixes in one.
    fn fix_all(&self) -> Option<CodeActionOrCommand> {
        let before = self.snapshot.source();
        let after = fix_all(before.as_bytes(), &self.snapshot.options).text;
        let fix = Fix {
            title: "Fix everything that is sure".to_owned(),
            edits: vec![difference(before, &after)?],
            safe: true,
        };
        Some(self.action(CodeActionKind::SOURCE_FIX_ALL, fix).into())
    }

    fn action(&self, kind: CodeActionKind, fix: Fix) -> CodeAction {
        let edit = edits::of_document(self.snapshot, self.uri.clone(), &fix.edits);
        CodeAction {
            title: fix.title,
            kind: Some(kind),
            edit: Some(edit),
            ..CodeAction::default()
        }
    }
}

/// One edit that makes `after` of `before`; `None` where they are equal.
fn difference(before: &str, after: &str) -> Option<Edit> {
    if before == after {
        return None;
    }
    let equal = |(left, right): &(char, char)| left == right;
    let length = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(equal).map(|(c, _)| c.len_utf8()).sum()
    };
    let start = length(&mut before.chars().zip(after.chars()));
    let (rest, new) = (before.get(start..)?, after.get(start..)?);
    let end = length(&mut rest.chars().rev().zip(new.chars().rev()));
    Some(Edit {
        span: Span::new(start, before.len() - end),
        replacement: new.get(..new.len() - end)?.to_owned(),
    })
}
