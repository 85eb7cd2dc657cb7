//! The commands that explain: rules, the schema, and the README.

use super::*;

/// The text between a fence with this language, after `from`, and the next fence.
fn fenced<'t>(text: &'t str, language: &str, from: usize) -> (&'t str, usize) {
    let open = format!("\n```{language}\n");
    let start = from + text[from..].find(&open).unwrap() + open.len();
    let end = start + text[start..].find("```\n").unwrap();
    (&text[start..end], end)
}

#[test]
fn explain_lists_all_rules() {
    let ran = run(Path::new("."), &["explain"], "");
    assert_eq!(ran.code, 0);
    for rule in rules::registry() {
        let line = format!("{} ({})", rule.code, rule.severity.as_str());
        assert!(ran.out.lines().any(|it| it == line), "{line}");
    }
    let wide = ran.out.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    let ran = run(Path::new("."), &["explain", "--format", "json"], "");
    let codes: Vec<_> = ran.json().iter().map(|line| line["code"].clone()).collect();
    let known: Vec<_> = rules::registry().map(|rule| rule.code).collect();
    assert_eq!(codes, known);
}

#[test]
fn explain_shows_a_rule_with_its_examples() {
    for rule in rules::registry() {
        let ran = run(Path::new("."), &["explain", rule.code], "");
        assert_eq!(ran.code, 0);
        let (text, _) = ran.out.split_once("\nWrong:\n").unwrap();
        assert!(text.starts_with(&format!("{}\n{}, ", rule.code, rule.severity.as_str())));
        assert!(text.replace('\n', " ").contains(rule.summary));
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        assert!(ran.out.contains("\nWrong:\n") && ran.out.contains("\nRight:\n"));
        assert!(!ran.out.contains('\u{1b}'));
    }
    let rule = rules::registry().next().unwrap();
    let ran = run(
        Path::new("."),
        &["explain", rule.code, "--format", "json"],
        "",
    );
    let line = &ran.json()[0];
    assert_eq!(line["code"], rule.code);
    assert_eq!(line["severity"], rule.severity.as_str());
    assert_eq!(line["bad"]["file"], rule.bad.file);
}

#[test]
fn explain_suggests_the_nearest_code() {
    let rule = rules::registry().next().unwrap();
    let misspelt = rule.code.replacen('e', "", 1);
    let ran = run(Path::new("."), &["explain", &misspelt], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains(&format!("did you mean `{}`?", rule.code)),
        "{}",
        ran.err
    );
    let ran = run(Path::new("."), &["explain", "zzzzzzzz"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("lists all codes"), "{}", ran.err);
}

#[test]
fn schema_prints_the_structure_schema() {
    let ran = run(Path::new("."), &["schema"], "");
    assert_eq!(ran.code, 0);
    let schema: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(schema["$id"], "urn:mcpdesc:structure:0.8.0");
}

#[test]
fn the_readme_shows_what_the_program_really_says() {
    let readme = include_str!("../../README.md");
    let (document, end) = fenced(readme, "yaml", 0);
    let (said, _) = fenced(readme, "text", end);
    let ran = check(
        &[("weather.mcpdesc.yaml", document)],
        &["weather.mcpdesc.yaml"],
    );
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err, said);
}
