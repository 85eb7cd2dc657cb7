//! Security schemes and the requirements that name them (§7).

use super::Context;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::Cursor;
use crate::source::Kind;

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&UNKNOWN_SCHEME, &SCOPES_WITHOUT_OAUTH, &UNCATALOGUED_SCOPE];

static UNKNOWN_SCHEME: Rule = Rule {
    code: "unknown-security-scheme",
    severity: Severity::Error,
    summary: "A security requirement names a scheme that is not declared",
    section: "§7.3",
    explanation: "A security requirement only names how access is secured; what the name means is \
        said once, in the root's `securitySchemes`. A client that meets an undeclared name cannot \
        know what to present. Correct the name, or declare the scheme.",
    bad: example!("invalid/unknown-security-scheme/bad.yaml"),
    good: example!("invalid/unknown-security-scheme/good.yaml"),
};

static SCOPES_WITHOUT_OAUTH: Rule = Rule {
    code: "non-oauth-scope-misuse",
    severity: Severity::Error,
    summary: "Scopes are required of a scheme that has none",
    section: "§7.3",
    explanation: "Authorization scopes belong to OAuth 2 and OpenID Connect. An HTTP scheme or an \
        API key either is presented or is not, so a requirement names it with an empty array. \
        If scopes matter, declare the scheme as `oauth2` or `openIdConnect`.",
    bad: example!("invalid/non-oauth-scope-misuse/bad.yaml"),
    good: example!("invalid/non-oauth-scope-misuse/good.yaml"),
};

static UNCATALOGUED_SCOPE: Rule = Rule {
    code: "uncatalogued-oauth-scope",
    severity: Severity::Warning,
    summary: "A required scope is not in the scheme's catalogue",
    section: "§7.3",
    explanation: "The flows of an OAuth 2 scheme list the scopes the authorization server knows. A \
        requirement may use others, since servers can have scopes that are decided at run time, \
        but often it is a misspelling. An OpenID Connect scheme has no catalogue in the document \
        at all, so nothing confirms its scopes. The document conforms either way.",
    bad: example!("warning/uncatalogued-oauth-scope/bad.yaml"),
    good: example!("warning/uncatalogued-oauth-scope/good.yaml"),
};

/// The flows of an OAuth 2 scheme (§7.2).
const FLOWS: [&str; 4] = [
    "implicit",
    "password",
    "clientCredentials",
    "authorizationCode",
];

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let schemes = Schemes::of(document.root());
    for (name, scopes) in document.security_requirements() {
        requirement(cx, schemes, name, scopes);
    }
}

/// What is known of the root's `securitySchemes`.
#[derive(Clone, Copy)]
enum Schemes<'t> {
    /// There are none.
    Absent,
    /// The map of them, read to its end.
    Map(Cursor<'t>),
    /// They cannot be read.
    Unknown,
}

impl<'t> Schemes<'t> {
    fn of(root: Cursor<'t>) -> Self {
        match root.get("securitySchemes") {
            // An empty map has a finding of its own, and is about to be filled.
            Some(map) if map.is_readable_map() && !map.value().is_empty() => Self::Map(map),
            None if root.lacks("securitySchemes") => Self::Absent,
            _ => Self::Unknown,
        }
    }
}

fn requirement(cx: &mut Context<'_, '_>, schemes: Schemes<'_>, name: &str, scopes: Cursor<'_>) {
    match schemes {
        Schemes::Absent => unknown(cx, None, name, scopes),
        Schemes::Map(map) => match map.get(name) {
            Some(scheme) => check_scopes(cx, name, scheme, scopes),
            None => unknown(cx, Some(map), name, scopes),
        },
        Schemes::Unknown => {}
    }
}

fn unknown(cx: &mut Context<'_, '_>, map: Option<Cursor<'_>>, name: &str, scopes: Cursor<'_>) {
    let known = map.into_iter().flat_map(Cursor::members);
    let near = cx.nearest(name, known.map(|(name, _)| name));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("declare a security scheme `{name}` in the root's `securitySchemes`"),
    };
    let message = match map {
        Some(_) => format!("`securitySchemes` has no scheme `{name}` (§7.3)"),
        None => {
            format!("the scheme `{name}` is not declared: the root has no `securitySchemes` (§7.3)")
        }
    };
    let mut diagnostic = Diagnostic::new(&UNKNOWN_SCHEME, scopes.key_place(), message).help(help);
    if let Some(map) = map {
        diagnostic = diagnostic.related("the declared schemes", map.key_place());
    }
    cx.report(diagnostic);
}

fn check_scopes(cx: &mut Context<'_, '_>, name: &str, scheme: Cursor<'_>, scopes: Cursor<'_>) {
    match scheme.str("type") {
        Some(kind @ ("http" | "apiKey")) if scopes.elements().len() > 0 => cx.report(
            Diagnostic::new(
                &SCOPES_WITHOUT_OAUTH,
                scopes.place(),
                format!(
                    "`{name}` is a scheme of type `{kind}`, which has no scopes; only OAuth 2 and \
                     OpenID Connect have (§7.3)"
                ),
            )
            .help("write an empty array: `[]`")
            .related("the scheme", scheme.key_place()),
        ),
        Some("openIdConnect") => {
            for scope in scopes.elements().filter(|it| it.kind() == Kind::String) {
                uncatalogued(cx, name, scheme, scope, None);
            }
        }
        Some("oauth2") => {
            let Some(catalogue) = Catalogue::of(scheme) else {
                return;
            };
            for scope in scopes.elements() {
                if scope.as_str().is_some_and(|text| !catalogue.has(text)) {
                    uncatalogued(cx, name, scheme, scope, Some(&catalogue));
                }
            }
        }
        _ => {}
    }
}

/// The scopes that the flows of an OAuth 2 scheme list, each flow's in its own map.
struct Catalogue<'t>(Vec<Cursor<'t>>);

impl<'t> Catalogue<'t> {
    /// `None` where not every flow's list can be read.
    fn of(scheme: Cursor<'t>) -> Option<Self> {
        let flows = scheme.get("flows")?;
        let present = FLOWS.iter().filter(|name| !flows.lacks(name));
        let maps: Option<Vec<_>> = present
            .map(|name| {
                flows
                    .at(&[name, "scopes"])
                    .filter(|it| it.kind() == Kind::Object && !it.is_cut())
            })
            .collect();
        maps.filter(|maps| !maps.is_empty()).map(Self)
    }

    fn has(&self, scope: &str) -> bool {
        self.0.iter().any(|map| map.get(scope).is_some())
    }

    fn names(&self) -> impl Iterator<Item = &'t str> {
        let members = self.0.iter().flat_map(|map| map.members());
        members.map(|(name, _)| name)
    }
}

fn uncatalogued(
    cx: &mut Context<'_, '_>,
    name: &str,
    scheme: Cursor<'_>,
    scope: Cursor<'_>,
    catalogue: Option<&Catalogue<'_>>,
) {
    let text = scope.as_str().unwrap_or_default();
    let message = match catalogue {
        Some(_) => format!("no flow of `{name}` lists the scope `{text}` (§7.3)"),
        None => format!(
            "`{name}` is an OpenID Connect scheme, which lists no scopes here; nothing confirms \
             the scope `{text}` (§7.3)"
        ),
    };
    let near = catalogue.and_then(|it| cx.nearest(text, it.names()));
    let mut diagnostic = Diagnostic::new(&UNCATALOGUED_SCOPE, scope.place(), message)
        .related("the scheme", scheme.key_place());
    if let Some(near) = near {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    cx.report(diagnostic);
}
