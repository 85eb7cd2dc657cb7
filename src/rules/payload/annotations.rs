//! Resource Annotations (§10.3), on declarations and on content blocks.

use super::Site;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::formats::date_time;
use crate::mcp::ANNOTATIONS;
use crate::rules::Context;
use crate::rules::wording::code;

pub(super) static INVALID_LAST_MODIFIED: Rule = Rule {
    code: "invalid-last-modified",
    severity: Severity::Error,
    summary: "`lastModified` is no ISO 8601 date",
    section: "§10.3",
    explanation: "`annotations.lastModified` says when a resource was last changed, in ISO 8601 \
        form such as `2025-01-12T15:00:58Z` or `2025-01-12`. Clients sort and compare it, so any \
        other notation, or a day that the calendar does not have, is an error.",
    bad: example!("invalid/invalid-last-modified/bad.yaml"),
    good: example!("invalid/invalid-last-modified/good.yaml"),
};

/// Checks the Resource Annotations of a content block: what the revisions define, and dates.
pub(super) fn check(cx: &mut Context<'_, '_>, annotations: Cursor<'_>, site: Site) {
    if let (Some(written), Some(member)) = (
        annotations.get("lastModified"),
        ANNOTATIONS.member("lastModified"),
    ) {
        let what = || "`lastModified` in annotations".to_owned();
        site.require_member(cx, written, what, member.defined);
    }
    check_date(cx, annotations);
}

/// Checks the date in any Resource Annotations.
pub(crate) fn check_date(cx: &mut Context<'_, '_>, annotations: Cursor<'_>) {
    let Some(written) = annotations.get("lastModified") else {
        return;
    };
    if let Some(text) = written.as_str()
        && !date_time::is_iso8601(text)
    {
        cx.report_own(written, |written| {
            let message = format!(
                "{} is not a date, or date and time, in ISO 8601 form (§10.3, §15.6)",
                code(text)
            );
            Diagnostic::new(&INVALID_LAST_MODIFIED, written.place(), message)
                .help("write it like `2025-01-12T15:00:58Z`")
        });
    }
}
