//! Offers of fixes: what they may not do, whatever the document.

use mcpdesc::Options;
use mcpdesc::fix::{Fixer, apply, fix_all};

use super::{HEAD, counted};

/// What is offered, with the codes of the findings that an offer would add.
fn offers(text: &str, options: &Options) -> Vec<(&'static str, String, Vec<&'static str>)> {
    let check = |text: &str| {
        let loaded = mcpdesc::load(text.as_bytes(), options);
        let report = mcpdesc::check(&loaded, options);
        (loaded, report)
    };
    let (loaded, report) = check(text);
    let before = counted(&report);
    let fixer = Fixer::new(&loaded, options);
    let mut offers = Vec::new();
    for diagnostic in &report.diagnostics {
        for fix in fixer.fixes(diagnostic) {
            let after = counted(&check(&apply(text, &fix.edits).unwrap()).1);
            let is_new = |(it, count): &(_, usize)| before.get(it).is_none_or(|old| old < count);
            let added = after.into_iter().filter(is_new).map(|((code, _), _)| code);
            offers.push((diagnostic.rule.code, fix.title, added.collect()));
        }
    }
    offers
}

const BOTH: &str = "protocolVersions: ['2025-11-25', '2026-07-28']\n";
const NEW: &str = "protocolVersions: ['2026-07-28']\n";

#[test]
fn no_guess_adds_a_finding() {
    let tool = "tools:\n  - {name: x, inputSchema: {type: object}, examples: {e: {$componentRef: \
                '#/components/toolExamples/Y'}}}\n";
    for (text, title, others) in [
        (
            format!("{BOTH}components: {{schemas: {{A: {{type: object}}}}}}\n{tool}"),
            "",
            &["Refer", "Create"][..],
        ),
        (
            format!(
                "{BOTH}components:\n  toolExamples: {{A: {{input: {{}}, result: {{content: []}}}}}}\n  \
                 schemas: {{S: {{$componentRef: '#/components/toolExamples/A'}}}}\n"
            ),
            "",
            &["Refer to `#/components/schemas/S`"],
        ),
        (format!("{NEW}{tool}"), "Create the component `Y`", &[]),
        (
            "protocolVersions: ['2025-11-25', '2025-11-26']\n".to_owned(),
            "",
            &["Change"],
        ),
        (
            "protocolVersions: ['2025-11-25', '2027-01-01']\n".to_owned(),
            "Remove `2027-01-01`",
            &["Change"],
        ),
        (
            format!("{NEW}transports: [{{type: ws, url: 'https://a'}}]\n"),
            "Change `ws` to `streamable-http`",
            &["Change `ws` to `stdio`"],
        ),
        (
            format!("{NEW}tools:\n  -\n"),
            "Remove this entry",
            &["Remove `"],
        ),
    ] {
        let text = format!("{HEAD}{text}");
        let offers = offers(&text, &Options::default());
        for (code, offer, added) in &offers {
            assert_eq!(added, &[] as &[&str], "{code}: {offer}\n{text}");
            let is_wrong = others.iter().any(|it| offer.starts_with(it));
            assert!(!is_wrong, "{code}: {offer}\n{text}");
        }
        let is_offered = offers.iter().any(|(_, it, _)| it.starts_with(title));
        assert!(
            title.is_empty() || is_offered,
            "{title}: {offers:?}\n{text}"
        );
    }
}

#[test]
fn what_nobody_can_know_is_left_by_fixing_all() {
    for text in [
        "securitySchemes: {k: {type: http, scheme: b}}\nsecurity: [{k: []}]\ntools:\n  \
         - {name: x, inputSchema: {type: object}, security: null}\n",
        "transports:\n  - {type: stdio, command: a, env: {TOKEN: null, B: b}}\n",
        "tools:\n  - {name: x, inputSchema: {type: object}, protocolVersions: []}\n",
    ] {
        let text = format!("{HEAD}{BOTH}{text}");
        let fixed = fix_all(text.as_bytes(), &Options::default());
        assert_eq!(fixed.text, text);
        assert!(!offers(&text, &Options::default()).is_empty(), "{text}");
    }
}

#[test]
fn fixing_all_does_not_stop_half_way_through_a_list() {
    let text = |tags: &str| {
        format!(
            "{HEAD}{BOTH}tools:\n  - {{name: x, inputSchema: {{type: object}}, tags: {tags}}}\n"
        )
    };
    for (before, after) in [
        ("[1, 1]", "[\"1\"]"),
        ("[1, \"1\"]", "[\"1\"]"),
        ("[true, 1, true, 1, 2]", "[\"true\", \"1\", \"2\"]"),
    ] {
        let fixed = fix_all(text(before).as_bytes(), &Options::default());
        assert_eq!(fixed.text, text(after));
    }
}

#[test]
fn comments_survive_a_removal() {
    for (before, after) in [
        (
            "components:\n  # keep me\n  schemas: {} # and me\ntags:\n  - name: a\n",
            "  # keep me\n# and me\ntags:\n  - name: a\n",
        ),
        (
            "components:\n  # keep me\n  schemas: {} # and me\n",
            "  # keep me\n# and me\n",
        ),
        ("components:\n  # keep me\n  schemas: {}", "  # keep me"),
        (
            "tools: [] # c\ntags: [{name: a}]\n",
            "# c\ntags: [{name: a}]\n",
        ),
        (
            "x-a: |\n  text\ntools: # c\n  # deep\n  []\n",
            "x-a: |\n  text\n# c\n# deep\n",
        ),
        (
            "tags: # tail\n  # inside\n\n  # and here\n  []\n",
            "# tail\n  # inside\n  # and here\n",
        ),
        (
            "tools:\n  - tags: # tail\n      # inside\n      []\n    name: a\n    inputSchema: {type: object}\n",
            "tools:\n  - # tail\n    # inside\n    name: a\n    inputSchema: {type: object}\n",
        ),
        (
            "tools:\n  - tags:\n      # inside\n      []\n    # about the name\n    name: a\n    inputSchema: {type: object}\n",
            "tools:\n  - # inside\n    # about the name\n    name: a\n    inputSchema: {type: object}\n",
        ),
        (
            "tools:\n  - {name: a, inputSchema: {type: object}, tags: [\n      # inside\n    ]}\n",
            "tools:\n  - {name: a, inputSchema: {type: object}\n                                           # inside\n                                           }\n",
        ),
        (
            "tools:\n  - {\n    name: a,\n    tags: [\n      # inside\n    ],\n    inputSchema: {type: object},\n    }\n",
            "tools:\n  - {\n    name: a,\n      # inside\n    inputSchema: {type: object},\n    }\n",
        ),
        (
            "tools:\n  - {\n    name: a,\n    inputSchema: {type: object},\n    tags: [\n      # inside\n    ]\n    }\n",
            "tools:\n  - {\n    name: a,\n    inputSchema: {type: object}\n      # inside\n    }\n",
        ),
    ] {
        for line_break in ["\n", "\r\n"] {
            let text = |it: &str| format!("{HEAD}{NEW}{it}").replace('\n', line_break);
            let fixed = fix_all(text(before).as_bytes(), &Options::default());
            assert_eq!(fixed.text, text(after));
        }
    }
}

#[test]
fn what_looks_like_a_comment_in_a_text_goes_with_it() {
    let text =
        format!("{HEAD}{NEW}foo:\n  a: |\n    # text\n  # comment\n  b: 'x\n\n    # text'\n");
    let loaded = mcpdesc::load(text.as_bytes(), &Options::default());
    let report = mcpdesc::check(&loaded, &Options::default());
    let fixes = Fixer::new(&loaded, &Options::default()).fixes(&report.diagnostics[0]);
    let after = apply(&text, &fixes[0].edits).unwrap();
    assert_eq!(after, format!("{HEAD}{NEW}  # comment\n"));
}

#[test]
fn nothing_is_offered_that_makes_a_finding_appear_again_or_anew() {
    for (text, refused) in [
        (
            format!(
                "{BOTH}tools:\n  - {{name: t, inputSchema: {{type: object}}, extra: 1, execution: \
                 {{taskSupport: optional}}}}\n"
            ),
            "Declare",
        ),
        (
            format!(
                "{NEW}tools:\n  - name: t\n    inputSchema: {{type: object}}\n    examples:\n      \
                 \"1\": {{input: {{}}, result: {{resultType: complete, content: []}}}}\n      \
                 1: {{input: {{x: 1}}, result: {{resultType: complete, content: []}}}}\n"
            ),
            "Quote",
        ),
        (
            format!("{NEW}tools:\n  - {{name: t, inputSchema: {{type: object}}, Icons: []}}\n"),
            "Rename",
        ),
    ] {
        let text = format!("{HEAD}{text}");
        let offers = offers(&text, &Options::default());
        assert!(!offers.is_empty() || refused == "Quote", "{text}");
        for (code, offer, added) in &offers {
            assert_eq!(added, &[] as &[&str], "{code}: {offer}\n{text}");
            assert!(!offer.starts_with(refused), "{code}: {offer}\n{text}");
        }
    }
}
