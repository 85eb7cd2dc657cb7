//! URI templates (RFC 6570) and their expansions.

use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Primitive};
use crate::formats::uri_template::{Match, Pool, UriTemplate};
use crate::rules::Context;
use crate::rules::wording::code;

pub(super) static UNUSED: Rule = Rule {
    code: "invalid-uri-template",
    severity: Severity::Error,
    summary: "A Resource Template's `uriTemplate` is no URI template",
    section: "§10.2.1",
    explanation: "A client fills in the `{variables}` of a `uriTemplate` as RFC 6570 says. A \
        template with, say, an unclosed brace or a space cannot be filled in by anyone. Where the \
        declaration has examples, which must fit the template, the fault goes by the code of \
        those.",
    bad: example!("invalid/invalid-uri-template/bad.yaml"),
    good: example!("invalid/invalid-uri-template/good.yaml"),
};

pub(super) static IN_EXAMPLES: Rule = Rule {
    code: "resource-template-example-invalid-template",
    severity: Severity::Error,
    summary: "A `uriTemplate` with examples does not follow RFC 6570",
    section: "§10.4.3",
    explanation: "The `uri` of every Resource Template Example must be an expansion of the \
        declared `uriTemplate`, and nothing is an expansion of a text that is no template. Common \
        slips are an unclosed brace, a prefix such as `{id:0}` that does not begin with 1 to 9, \
        and two modifiers on one variable.",
    bad: example!("invalid/resource-template-example-invalid-template/bad.yaml"),
    good: example!("invalid/resource-template-example-invalid-template/good.yaml"),
};

pub(super) static IN_COMPLETIONS: Rule = Rule {
    code: "resource-template-completion-example-invalid-template",
    severity: Severity::Error,
    summary: "A `uriTemplate` with completion examples does not follow RFC 6570",
    section: "§10.4.6",
    explanation: "A completion example names a variable of the declared `uriTemplate`. Variables \
        can only be told once the template can be read as RFC 6570 defines it.",
    bad: example!("invalid/resource-template-completion-example-invalid-template/bad.yaml"),
    good: example!("invalid/resource-template-completion-example-invalid-template/good.yaml"),
};

pub(super) static NO_EXPANSION: Rule = Rule {
    code: "resource-template-example-uri-mismatch",
    severity: Severity::Error,
    summary: "An example's `uri` is no expansion of the `uriTemplate`",
    section: "§10.4.3",
    explanation: "The `uri` of a Resource Template Example is the URI that a client would read, \
        so some values for the template's variables must expand to exactly this text. Each kind \
        of expression has its own rules: `{id}` percent-encodes `/`, `{+path}` keeps it, \
        `{?page}` writes the name of the variable, and a variable has one value wherever it \
        occurs.",
    bad: example!("invalid/resource-template-example-uri-mismatch/bad.yaml"),
    good: example!("invalid/resource-template-example-uri-mismatch/good.yaml"),
};

pub(super) static UNDECIDED: Rule = Rule {
    code: "incomplete-resource-template-example-validation",
    severity: Severity::Warning,
    summary: "It would take too long to tell whether a `uri` is an expansion of the `uriTemplate`",
    section: "§10.4.3",
    explanation: "Whether a URI is an expansion of a template is told by trying what each \
        variable may stand for. Several variables that occur again and again, with nothing but \
        other variables in between, leave so many possibilities that the search is given up. Text \
        between the variables helps readers and this check alike.",
    bad: example!("warning/incomplete-resource-template-example-validation/bad.yaml"),
    good: example!("warning/incomplete-resource-template-example-validation/good.yaml"),
};

/// The URI template of a Resource Template, where it is one.
pub(crate) fn parse(template: &Primitive<'_>) -> Option<UriTemplate> {
    UriTemplate::parse(template.identity()?).ok()
}

/// Reads the URI template of `template`, and reports what is wrong with it.
fn check(cx: &mut Context<'_, '_>, template: &Primitive<'_>) -> Option<UriTemplate> {
    let written = template.cursor.get("uriTemplate")?;
    let text = written.as_str()?;
    let faults = match UriTemplate::parse(text) {
        Ok(parsed) => return Some(parsed),
        Err(faults) => faults,
    };
    let (rule, section) = if template.cursor.get("examples").is_some() {
        (&IN_EXAMPLES, "§10.4.3")
    } else if template.cursor.get("completionExamples").is_some() {
        (&IN_COMPLETIONS, "§10.4.6")
    } else {
        (&UNUSED, "§10.2.1")
    };
    for fault in faults {
        let before = text.get(..fault.offset).unwrap_or_default();
        let message = format!(
            "`uriTemplate` is not a URI template at character {}: {} ({section})",
            before.chars().count() + 1,
            fault.message
        );
        let place = written.part(fault.offset, fault.len);
        cx.report(Diagnostic::new(rule, place, message));
    }
    None
}

/// Compares the examples of one template with it.
pub(super) struct Expansions<'t> {
    /// The template; `None` where it is none.
    parsed: Option<UriTemplate>,
    written: Option<Cursor<'t>>,
}

impl<'t> Expansions<'t> {
    /// Reads the URI template of `template`, and reports what is wrong with it.
    pub(super) fn of(cx: &mut Context<'_, '_>, template: &Primitive<'t>) -> Self {
        Self {
            parsed: check(cx, template),
            written: template.cursor.get("uriTemplate"),
        }
    }

    /// Checks that `requested`, the URI of `example`, is an expansion of the template.
    pub(super) fn check(
        &self,
        cx: &mut Context<'_, '_>,
        example: Cursor<'_>,
        requested: &str,
        pool: &mut Pool,
    ) {
        let (Some(parsed), Some(pattern), Some(written)) =
            (&self.parsed, self.written, example.get("uri"))
        else {
            return;
        };
        let diagnostic = match parsed.matches_within(requested, pool) {
            Match::Yes => return,
            Match::No => {
                let message = format!(
                    "{} is not an expansion of {} (§10.4.3)",
                    code(requested),
                    code(pattern.as_str().unwrap_or_default())
                );
                Diagnostic::new(&NO_EXPANSION, written.place(), message).help(
                    "write the URI that RFC 6570 makes of the template for some values of its \
                     variables",
                )
            }
            Match::Undecided => {
                cx.mark_incomplete();
                let message = "telling whether this is an expansion of the `uriTemplate` would \
                               take too long (§10.4.3)";
                Diagnostic::new(&UNDECIDED, written.place(), message)
                    .help("use each variable once, or put text between the variables")
            }
        };
        cx.report(diagnostic.related("the template", pattern.place()));
    }
}
