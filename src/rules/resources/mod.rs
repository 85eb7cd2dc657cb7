//! Resources and Resource Templates (§10): their URIs, annotations and named examples.

mod examples;
mod reads;
mod template;

use self::reads::Reads;
use super::Context;
use super::payload::check_annotation_date;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Primitive, PrimitiveKind};
use crate::formats::uri;
use crate::formats::uri_template::Pool;

pub(crate) use template::parse as parse_template;

pub static RULES: &[&Rule] = &[
    &INVALID_URI,
    &examples::RESULT_VERSION,
    &examples::CACHE_FIELDS_VERSION,
    &examples::CONTENT_VERSION,
    &examples::ENVELOPE,
    &examples::INCOMPLETE_RESULT,
    &examples::REQUESTED_URI,
    &examples::MIME_TYPE,
    &examples::SIZE,
    &template::UNUSED,
    &template::IN_EXAMPLES,
    &template::IN_COMPLETIONS,
    &template::NO_EXPANSION,
    &template::UNDECIDED,
];

static INVALID_URI: Rule = Rule {
    code: "invalid-resource-uri",
    severity: Severity::Warning,
    summary: "A Resource's `uri` is no URI",
    section: "§10.1.2",
    explanation: "Clients read a Resource by its `uri`, which may have any scheme, also one of \
        the server's own. Without a scheme, or with characters that URIs do not have, it is only \
        a name: many clients refuse it before the server sees it.",
    bad: example!("warning/invalid-resource-uri/bad.yaml"),
    good: example!("warning/invalid-resource-uri/good.yaml"),
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let reads = &mut Reads::default();
    for resource in document.primitives_of(PrimitiveKind::Resource) {
        check_uri(cx, &resource);
        if let Some(annotations) = resource.cursor.get("annotations") {
            check_annotation_date(cx, annotations);
        }
        // What is no URI has its own finding, and no entry could have it.
        let requested = resource.identity().filter(|text| uri::is_uri(text));
        for (_, example) in resource.examples(document) {
            examples::check(cx, &resource, example);
            if let Some(requested) = requested
                && cx.is_due_against(example, resource.cursor, "read", None)
            {
                let outcome = reads.outcome(example, requested);
                examples::compare(cx, &resource, example, (requested, outcome));
            }
        }
    }
    let mut pool = Pool::default();
    for template in document.primitives_of(PrimitiveKind::ResourceTemplate) {
        if let Some(annotations) = template.cursor.get("annotations") {
            check_annotation_date(cx, annotations);
        }
        let expansions = template::Expansions::of(cx, &template);
        for (_, example) in template.examples(document) {
            examples::check(cx, &template, example);
            if let Some(own) = reads.own(example)
                && cx.is_due_against(example, template.cursor, "read", None)
            {
                expansions.check(cx, example, own.0, &mut pool);
                examples::compare(cx, &template, example, own);
            }
        }
    }
}

fn check_uri(cx: &mut Context<'_, '_>, resource: &Primitive<'_>) {
    let Some(written) = resource.cursor.get("uri") else {
        return;
    };
    if let Some(text) = written.as_str()
        && !uri::is_uri(text)
    {
        let message = format!("{} is not a URI (§10.1.2)", code(text));
        cx.report(
            Diagnostic::new(&INVALID_URI, written.place(), message).help(
                "begin with a scheme, as in `file:///notes.txt` or `notes:///today`, and \
                 percent-encode what may not stand in a URI",
            ),
        );
    }
}
