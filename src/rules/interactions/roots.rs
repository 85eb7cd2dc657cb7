//! Steps in which the client names its roots.

use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::formats::uri::is_uri;
use crate::rules::Context;
use crate::rules::wording::code;

pub(super) static ROOTS_URI: Rule = Rule {
    code: "interaction-example-roots-uri",
    severity: Severity::Error,
    summary: "The roots that a client names are `file://` URIs",
    section: "§9.4",
    explanation: "A root is a folder or file that the client lets the server work in. Every MCP \
        revision so far demands that its URI starts with `file://`; a host may follow, as in \
        `file://server/share`, and a path of the local machine has three slashes: \
        `file:///home/ada/notes`.",
    bad: example!("invalid/interaction-example-roots-uri/bad.yaml"),
    good: example!("invalid/interaction-example-roots-uri/good.yaml"),
};

/// Checks the roots that the response of `step` names.
pub(super) fn check(cx: &mut Context<'_, '_>, step: Cursor<'_>) {
    let roots = step.at(&["response", "roots"]);
    for root in roots.into_iter().flat_map(Cursor::elements) {
        let Some(uri) = root.get("uri") else { continue };
        // What is no URI at all, the structure rules report.
        let Some(text) = uri.as_str().filter(|it| is_uri(it)) else {
            continue;
        };
        if !text.starts_with("file://") {
            let message = format!(
                "{} cannot be a root: MCP demands a URI that starts with `file://` (§9.4)",
                code(text)
            );
            cx.report(
                Diagnostic::new(&ROOTS_URI, uri.place(), message)
                    .help("write a path of the client's machine as `file:///home/ada/notes`"),
            );
        }
    }
}
