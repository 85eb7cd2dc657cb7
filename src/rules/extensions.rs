//! Names of specification extensions (§14). Where they may stand is a matter of structure.

use super::Context;
use super::wording::code;
use crate::diagnostic::{Diagnostic, Rule, Severity, example};
use crate::document::{Cursor, Document};

/// The rules of this chapter.
pub static RULES: &[&Rule] = &[&CONVENTION];

static CONVENTION: Rule = Rule {
    code: "extension-name-convention",
    severity: Severity::Advice,
    summary: "The name of an extension does not say whose it is",
    section: "§14.1",
    explanation: "Everybody may add members that begin with `x-`, so two tools can choose the same \
        name for different things. The recommended form keeps them apart: `x-`, the organization \
        in lower case, a hyphen, and the feature, as in `x-acme-owner`.",
    bad: example!("advice/extension-name-convention/bad.yaml"),
    good: example!("advice/extension-name-convention/good.yaml"),
};

pub(crate) fn check(cx: &mut Context<'_, '_>) {
    if !cx.options.advice {
        return;
    }
    for owner in owners(cx.document) {
        for (name, member) in owner.members() {
            if name.starts_with("x-") && !follows_convention(name) {
                cx.report(
                    Diagnostic::new(
                        &CONVENTION,
                        member.key_place(),
                        format!("{} does not say whose extension it is (§14.1)", code(name)),
                    )
                    .help("name it `x-{organization}-{feature}`, the organization in lower case"),
                );
            }
        }
    }
}

/// Whether a name has the form `x-{organization}-{feature}`, the organization in lower case.
fn follows_convention(name: &str) -> bool {
    let parts = name.strip_prefix("x-").and_then(|it| it.split_once('-'));
    parts.is_some_and(|(organization, feature)| {
        !organization.is_empty()
            && !feature.is_empty()
            && !organization.chars().any(char::is_uppercase)
    })
}

/// The objects that extensions are mostly put on: the root, Info, transports, capabilities and
/// primitives.
fn owners(document: &Document) -> impl Iterator<Item = Cursor<'_>> {
    std::iter::once(document.root())
        .chain(document.root().get("info"))
        .chain(document.transports().map(|it| it.cursor))
        .chain(document.capabilities().map(|it| it.cursor))
        .chain(document.primitives().map(|it| it.cursor))
}
