//! The structure of a document (§3.2, §3.8, §16.1 item 7): what may stand where, and of what kind.
//!
//! Finding the faults is the work of [`crate::structure`]; this chapter says them to people.

mod catalogue;
mod format;
mod meant;
mod message;
mod refused;

use std::ops::ControlFlow;

use super::Context;
use crate::diagnostic::{Diagnostic, Findings};
use crate::source::{Kind, Value};
use crate::structure::{self, Fault};

pub use catalogue::RULES;
pub(crate) use message::ref_instead;
pub(crate) use refused::Refused;

/// Checks the structure of the whole document.
///
/// Once the report is full and an error is counted beyond it, nothing more is looked for: the
/// verdict is known, and a million wrong entries cost no more than the first thousand.
pub(crate) fn check(cx: &mut Context<'_, '_>) {
    structure::check(cx.document, &mut |fault| {
        if has_rule_of_its_own(&fault) || cx.refused.has_misspelt(&fault) {
            return ControlFlow::Continue(());
        }
        let full = cx.is_full();
        let diagnostic = message::diagnostic(cx, &fault);
        cx.refused.add(&fault, &diagnostic);
        cx.findings.add(diagnostic);
        if full {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
}

/// Whether the value is wrong because of its key, which a rule of the chapter reports whatever the
/// value is.
fn has_rule_of_its_own(fault: &Fault<'_>) -> bool {
    let key = fault.at.value().key().map_or("", |(key, _)| key);
    key == "protocolVersions" && fault.holder.title == "Client Capability Requirements Object"
}

/// Reports a root that is no object, and so no document at all.
pub(crate) fn check_root(root: Value<'_>, findings: &mut Findings) {
    let cursor = crate::document::Cursor::new(root);
    let found = match root.kind() {
        Kind::String if message::is_unwritten(root) => "nothing",
        kind => kind.with_article(),
    };
    let place = cursor.name_place();
    findings.add(
        Diagnostic::new(
            &catalogue::WRONG_TYPE,
            place,
            format!("an MCP Description is an object, but this is {found} (§3.2)"),
        )
        .help("begin with the properties `mcpdesc`, `info` and `protocolVersions`"),
    );
}
