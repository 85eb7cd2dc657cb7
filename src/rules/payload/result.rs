//! Completed results as a whole: which members the revisions define and demand, and what belongs
//! to the envelope or to a workflow that has not ended.

use super::Site;
use crate::diagnostic::{Diagnostic, Rule};
use crate::document::Cursor;
use crate::mcp::{Member, MetaContext, ObjectType, Revisions};
use crate::rules::wording::verb;
use crate::rules::{Context, meta};

/// The members of JSON-RPC messages, which wrap a result.
const ENVELOPE: &[&str] = &["jsonrpc", "id", "method", "params", "result", "error"];

/// What only results of tasks, of requests for input and of progress have.
const WORKFLOW: &[&str] = &[
    "task",
    "taskId",
    "inputRequests",
    "inputResponses",
    "requestState",
    "progressToken",
    "progress",
];

/// A kind of completed result that examples carry.
pub(crate) struct ResultForm {
    /// Its MCP type.
    pub object: &'static ObjectType,
    /// The revisions where mcpdesc lets it carry `_meta`; MCP itself may be more generous.
    pub meta: Revisions,
    /// What has the protocol scope, as messages call it: `Tool`.
    pub owner: &'static str,
    /// The section that describes it, as `§9.3`.
    pub section: &'static str,
    /// The rule for a member that a revision of the scope lacks or demands.
    pub version: fn(member: &str) -> &'static Rule,
    /// The rule for members of the JSON-RPC envelope.
    pub envelope: &'static Rule,
    /// The rule for members of workflows that have not ended.
    pub incomplete: &'static Rule,
}

impl ResultForm {
    fn site(&self, scope: Option<Revisions>, member: &str) -> Site {
        Site {
            scope,
            owner: self.owner,
            section: self.section,
            version: (self.version)(member),
        }
    }

    fn defined(&self, member: &Member) -> Revisions {
        if member.name == "_meta" {
            member.defined.and(self.meta)
        } else {
            member.defined
        }
    }
}

/// Checks the members of the result at `result` against its form. Unknown members are allowed:
/// MCP leaves results open.
pub(crate) fn check(
    cx: &mut Context<'_, '_>,
    result: Cursor<'_>,
    scope: Option<Revisions>,
    form: &'static ResultForm,
) {
    for (name, value) in result.members() {
        if let Some(member) = form.object.member(name) {
            let what = || format!("`{name}` in this result");
            let defined = form.defined(member);
            form.site(scope, name)
                .require_member(cx, value, what, defined);
            if let ("_meta", Some(scope)) = (name, scope) {
                meta::check(cx, value, scope.and(defined), MetaContext::Result);
            }
        } else if ENVELOPE.contains(&name) {
            let message = format!(
                "`{name}` belongs to the JSON-RPC message around a result, not to the result ({})",
                form.section
            );
            cx.report_own(value, |it| {
                Diagnostic::new(form.envelope, it.key_place(), message)
                    .help("write only the value of the response's `result`")
            });
        } else if WORKFLOW.contains(&name) {
            let message = format!(
                "`{name}` belongs to a task, a request for input or a progress report; an \
                 example shows the completed result ({})",
                form.section
            );
            cx.report_own(value, |it| {
                Diagnostic::new(form.incomplete, it.key_place(), message)
                    .help("leave it out, and show what the request returns in the end")
            });
        }
    }
    if let Some(scope) = scope.filter(|_| !result.is_cut()) {
        for member in form.object.members {
            check_presence(cx, result, scope, form, member);
        }
    }
}

/// Reports a member that some revisions demand. Where all of them do, it is part of the document's
/// structure and reported there.
fn check_presence(
    cx: &mut Context<'_, '_>,
    result: Cursor<'_>,
    scope: Revisions,
    form: &'static ResultForm,
    member: &Member,
) {
    let demanding = scope.and(member.required);
    if demanding.is_empty()
        || member.required == Revisions::ALL
        || result.get(member.name).is_some()
    {
        return;
    }
    let name = member.name;
    let message = format!(
        "MCP {demanding} {} `{name}` in this result ({})",
        verb(demanding, "demands", "demand"),
        form.section
    );
    let remedy = match name {
        "ttlMs" => "add `ttlMs`, how many milliseconds a client may keep the result",
        "cacheScope" => "add `cacheScope`, either `public` or `private`",
        _ => "add `resultType: complete`",
    };
    let site = form.site(Some(scope), name);
    let diagnostic = Diagnostic::new(site.version, result.missing(name), message);
    // Elsewhere in the scope the member is forbidden, so adding it alone would not do.
    let help = match scope.minus(member.defined) {
        rest if rest.is_empty() => remedy.to_owned(),
        rest => format!(
            "{remedy} in a {} of its own for MCP {demanding}: {rest} must not have it",
            form.owner
        ),
    };
    cx.report(diagnostic.help(help));
}
