//! Steps in which the server asks the user.

use super::Declarations;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Elicitation};
use crate::formats::name::is_local_name;
use crate::formats::uri::is_uri;
use crate::mcp;
use crate::rules::Context;
use crate::rules::elicitations::{check_form_schema, compare, content};
use crate::rules::payload::Site;
use crate::rules::wording::code;
use crate::source::Kind;

pub(super) static UNKNOWN_DECLARATION: Rule = Rule {
    code: "unknown-elicitation-declaration",
    severity: Severity::Error,
    summary: "A step names an Elicitation Declaration that the Tool does not have",
    section: "§9.4",
    explanation: "`declaration` says which of the Tool's own `elicitations` the step illustrates, \
        by its name. Upper and lower case matter, and declarations of other primitives are out of \
        reach. A step that illustrates no declared elicitation goes without `declaration`.",
    bad: example!("invalid/unknown-elicitation-declaration/bad.yaml"),
    good: example!("invalid/unknown-elicitation-declaration/good.yaml"),
};

pub(super) static DECLARATION_MISMATCH: Rule = Rule {
    code: "interaction-example-elicitation-declaration-mismatch",
    severity: Severity::Error,
    summary: "A step asks for something else than the Elicitation Declaration it names",
    section: "§9.4",
    explanation: "A step that names a declaration shows that elicitation at work: its mode must be \
        the declared one, its form must have the same fields and take the same answers, and where \
        the declaration knows the URL, it is that URL. Wording and defaults may differ, as may the \
        order of things.",
    bad: example!("invalid/interaction-example-elicitation-declaration-mismatch/bad.yaml"),
    good: example!("invalid/interaction-example-elicitation-declaration-mismatch/good.yaml"),
};

pub(super) static RESPONSE_MISMATCH: Rule = Rule {
    code: "interaction-example-elicitation-response-mismatch",
    severity: Severity::Error,
    summary: "The response to an elicitation has content exactly when a form was accepted",
    section: "§9.4",
    explanation: "A user who accepts a form sends what was filled in, so the response must have \
        `content`, even if it is empty. What a user does at a URL stays between the user and that \
        page: the response to a URL elicitation says only that the user agreed to go there, and has \
        no `content`.",
    bad: example!("invalid/interaction-example-elicitation-response-mismatch/bad.yaml"),
    good: example!("invalid/interaction-example-elicitation-response-mismatch/good.yaml"),
};

pub(super) static CONTENT_MISMATCH: Rule = Rule {
    code: "interaction-example-elicitation-content-schema-mismatch",
    severity: Severity::Error,
    summary: "The content of an accepted form conforms to the form that was shown",
    section: "§9.4",
    explanation: "Clients check what users fill in before they send it, so an example must not show \
        content that the form of the same step would refuse: a required field that is missing, a \
        value of another type or beyond its bounds, or a choice that was not offered.",
    bad: example!("invalid/interaction-example-elicitation-content-schema-mismatch/bad.yaml"),
    good: example!("invalid/interaction-example-elicitation-content-schema-mismatch/good.yaml"),
};

/// Checks an elicitation step of a Tool, whose `declarations` it may name.
pub(super) fn check(
    cx: &mut Context<'_, '_>,
    step: Cursor<'_>,
    site: Site,
    declarations: &Declarations<'_>,
) {
    if let Some(kind) = step.get("type") {
        let what = || "elicitation".to_owned();
        site.require(cx, || kind.place(), what, mcp::ELICITATION);
    }
    let mut site = site.within(mcp::ELICITATION);
    let request = step.get("request");
    let mode = request.and_then(|it| it.get("mode"));
    let mode = mode.and_then(|it| Some((it, it.as_str()?)));
    if let Some((at, text)) = mode
        && let Some(defined) = mcp::elicitation_mode(text)
    {
        let what = || format!("elicitation of mode `{text}`");
        site.require(cx, || at.place(), what, defined);
        site = site.within(defined);
    }
    let form = request.and_then(|it| it.get("requestedSchema"));
    let form = form.filter(|it| it.kind() == Kind::Object);
    if let (Some((_, "form")), Some(form)) = (mode, form) {
        check_form_schema(cx, form, site.scope.unwrap_or_default());
    }
    if let (Some(response), Some((_, mode))) = (step.get("response"), mode) {
        check_response(cx, response, mode, form, site);
    }
    if let Some(name) = step.get("declaration") {
        match name
            .as_str()
            .map(|text| (text, declarations.by_name.get(text)))
        {
            Some((_, Some(declaration))) => {
                check_scope(cx, name, declaration, site);
                if let Some(request) = request {
                    check_compatible(cx, request, declaration);
                }
            }
            Some((text, None)) => report_unknown(cx, name, text, declarations),
            None => {}
        }
    }
}

/// Checks that there is content exactly where a form was accepted. That refusals have none is part
/// of the document's structure.
fn check_response(
    cx: &mut Context<'_, '_>,
    response: Cursor<'_>,
    mode: &str,
    form: Option<Cursor<'_>>,
    site: Site,
) {
    if response.str("action") != Some("accept") {
        return;
    }
    match (mode, response.get("content")) {
        ("form", None) if response.lacks("content") => {
            let message = "a form that was accepted comes with its `content` (§9.4)";
            cx.report(
                Diagnostic::new(&RESPONSE_MISMATCH, response.missing("content"), message)
                    .help("add what the user filled in, or `content: {}` for an empty form"),
            );
        }
        ("form", Some(content)) => {
            if let Some(form) = form {
                check_content(cx, content, form, site);
            }
        }
        ("url", Some(content)) => {
            let message = "the response to a URL elicitation has no `content`: what the user does \
                at the URL does not pass through the client (§9.4)";
            cx.report(
                Diagnostic::new(&RESPONSE_MISMATCH, content.key_place(), message)
                    .help("remove `content`"),
            );
        }
        _ => {}
    }
}

fn check_content(cx: &mut Context<'_, '_>, content: Cursor<'_>, form: Cursor<'_>, site: Site) {
    for fault in content::faults(content, form) {
        let message = format!("{} (§9.4)", fault.message);
        cx.report(
            Diagnostic::new(&CONTENT_MISMATCH, fault.place, message)
                .related("the form", form.key_place()),
        );
    }
    let fields = form.get("properties");
    for (name, value) in content.members() {
        // Where the form has a field for it, the field is what older revisions lack.
        let is_extra = fields.is_none_or(|it| it.get(name).is_none());
        if is_extra && value.kind() == Kind::Array {
            let what = || "arrays in the content of a form".to_owned();
            site.require(cx, || value.place(), what, mcp::FORM_ANSWER_ARRAYS);
        }
    }
}

/// Checks that the declaration applies wherever the step does.
fn check_scope(
    cx: &mut Context<'_, '_>,
    name: Cursor<'_>,
    declaration: &Elicitation<'_>,
    site: Site,
) {
    let (Some(scope), Some(declared)) = (site.scope, declaration.scope) else {
        return;
    };
    let outside = scope.minus(declared);
    if !outside.is_empty() {
        let message = format!(
            "the elicitation {} does not apply to MCP {outside}, but this scenario does (§9.4)",
            code(name.as_str().unwrap_or_default())
        );
        let remedy = "let the elicitation apply to all revisions of the Tool";
        let diagnostic = Diagnostic::new(site.version, name.place(), message)
            .help(site.remedy(remedy, scope.and(declared)));
        cx.report(match declaration.cursor.get("protocolVersions") {
            Some(versions) => diagnostic.related("its scope", versions.key_place()),
            None => diagnostic,
        });
    }
}

/// Checks that a request asks for what the declaration announces.
fn check_compatible(cx: &mut Context<'_, '_>, request: Cursor<'_>, declaration: &Elicitation<'_>) {
    let declared = declaration.cursor;
    let (Some(mode), Some(declared_mode)) = (request.get("mode"), declared.get("mode")) else {
        return;
    };
    let text = mode.as_str().unwrap_or_default();
    let declared_text = declared_mode.as_str().unwrap_or_default();
    let known = [text, declared_text].map(|it| mcp::elicitation_mode(it).is_some());
    if known != [true, true] {
        return;
    }
    let (message, here, there) = if text != declared_text {
        let message = format!(
            "the mode is `{text}`, but the elicitation this step names is declared with the mode \
             `{declared_text}` (§9.4)"
        );
        (message, mode.place(), declared_mode.place())
    } else if text == "form" {
        let schema = declaration.requested_schema(cx.document);
        let (Some(shown), Some(schema)) = (
            request.get("requestedSchema"),
            schema.and_then(|it| it.value()),
        ) else {
            return;
        };
        let Some(difference) = compare::difference(shown, schema) else {
            return;
        };
        if cx.is_refused(shown) || cx.is_refused(schema) {
            return;
        }
        let message = format!(
            "this is another form than the elicitation this step names declares: {difference} \
             (§9.4)"
        );
        (message, shown.key_place(), schema.key_place())
    } else {
        let (Some(url), Some(known)) = (request.get("url"), declared.get("url")) else {
            return;
        };
        let Some((text, known_text)) = url.as_str().zip(known.as_str()) else {
            return;
        };
        // What is no URI has a finding of its own.
        if text == known_text || !is_uri(text) || !is_uri(known_text) {
            return;
        }
        let message = format!(
            "the elicitation this step names leads to {}, not to {} (§9.4)",
            code(known_text),
            code(text)
        );
        (message, url.place(), known.place())
    };
    cx.report(
        Diagnostic::new(&DECLARATION_MISMATCH, here, message).related("the declaration", there),
    );
}

fn report_unknown(
    cx: &mut Context<'_, '_>,
    name: Cursor<'_>,
    text: &str,
    declarations: &Declarations<'_>,
) {
    // What is no name at all has a finding of its own.
    if !declarations.is_whole || !is_local_name(text) {
        return;
    }
    let message = format!(
        "this Tool declares no elicitation named {} (§9.4)",
        code(text)
    );
    let names = declarations.by_name.keys().copied();
    let help = match cx.nearest(text, names) {
        Some(near) => format!("did you mean {}?", code(near)),
        None => "declare it in `elicitations` of this Tool, or leave `declaration` out".to_owned(),
    };
    cx.report(Diagnostic::new(&UNKNOWN_DECLARATION, name.place(), message).help(help));
}
