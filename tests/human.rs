//! What people see of a finding: excerpts, labels and headings.

use mcpdesc::diagnostic::{Diagnostic, Example, Place, Rule, Severity};
use mcpdesc::report::human::{Renderer, Style};
use mcpdesc::source::{Path, SourceText, Span};

const NOTHING: Example = Example {
    file: "",
    bytes: b"",
};

static RULE: Rule = Rule {
    code: "sample-rule",
    severity: Severity::Error,
    summary: "Sample",
    section: "§1",
    explanation: "Sample.",
    bad: NOTHING,
    good: NOTHING,
};

const PLAIN: Style = Style {
    color: false,
    unicode: false,
    width: 80,
};

fn place(text: &str, words: &str) -> Place {
    let start = text.find(words).unwrap();
    Place {
        path: Path::default().join("tools").join(0).join("name"),
        span: Span::new(start, start + words.len()),
        used_by: None,
    }
}

fn finding(place: Place) -> Diagnostic {
    Diagnostic::new(
        &RULE,
        place,
        "`name` is not what it should be, because this sentence is long enough to need a second line",
    )
}

fn draw(text: &str, diagnostic: &Diagnostic) -> String {
    let source = SourceText::new(text);
    let drawn = Renderer::new(PLAIN).render("a.mcpdesc.yaml", &source, diagnostic);
    assert!(!drawn.contains('\u{1b}'), "an escape code:\n{drawn}");
    assert!(!drawn.contains("Failed to read"), "a lost label:\n{drawn}");
    drawn
}

#[test]
fn a_finding_shows_its_line_with_one_before_and_after() {
    let text = "one: 1\ntwo: 2\nname: wrong\nfour: 4\nfive: 5\n";
    let diagnostic = finding(place(text, "wrong")).help("write `right`");
    insta::assert_snapshot!(draw(text, &diagnostic), @r#"
    a.mcpdesc.yaml:3:7: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     2 | two: 2
     3 | name: wrong
       :       ^^^^^
     4 | four: 4
       `----
      help: write `right`
    "#);
}

#[test]
fn a_related_place_nearby_shares_the_window() {
    let text = "name: first\nsize: 1\nname: second\n";
    let diagnostic = finding(place(text, "second")).related("first here", place(text, "first"));
    insta::assert_snapshot!(draw(text, &diagnostic), @r#"
    a.mcpdesc.yaml:3:7: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     1 | name: first
       :       ^^^^^
       :         `-- first here
     2 | size: 1
     3 | name: second
       :       ^^^^^^
       `----
    "#);
}

#[test]
fn a_related_place_far_away_has_a_window_of_its_own() {
    let text = format!("name: first\n{}name: second\n", "more: 1\n".repeat(20));
    let diagnostic = finding(place(&text, "second")).related("first here", place(&text, "first"));
    insta::assert_snapshot!(draw(&text, &diagnostic), @r#"
    a.mcpdesc.yaml:22:7: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
        ,----
     21 | more: 1
     22 | name: second
        :       ^^^^^^
        `----
       ,----
     1 | name: first
       :       ^^^^^
       :         `-- first here
     2 | more: 1
       `----
    "#);
}

#[test]
fn a_long_line_is_cut_around_each_place() {
    let text = format!(
        r#"{{"name": "first", {} "name": "second", {} "end": 1}}"#,
        r#""more": 1, "#.repeat(9000),
        r#""more": 1, "#.repeat(9000)
    );
    let diagnostic = finding(place(&text, "second")).related("first here", place(&text, "first"));
    let drawn = draw(&text, &diagnostic);
    assert!(
        drawn.lines().all(|line| line.chars().count() <= 80),
        "{drawn}"
    );
    insta::assert_snapshot!(drawn, @r#"
    a.mcpdesc.yaml:1:99029: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     1 | ... "more": 1,  "name": "second", "more": 1, "more": 1, "more": 1, "mor...
       :                          ^^^^^^
       `----
       ,----
     1 | {"name": "first", "more": 1, "more": 1, "more": 1, "more": 1, "more"...
       :           ^^^^^
       :             `-- first here
       `----
    "#);
}

#[test]
fn underlines_stand_below_wide_characters_and_tabs() {
    let text = "title: 天気\t'name' é\n";
    insta::assert_snapshot!(draw(text, &finding(place(text, "'name'"))), @r#"
    a.mcpdesc.yaml:1:11: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     1 | title: 天気 'name' é
       :             ^^^^^^
       `----
    "#);
}

#[test]
fn lines_ending_in_crlf_or_cr_are_shown_alike() {
    let text = "one: 1\nname: wrong\nthree: 3\n";
    let expected = draw(text, &finding(place(text, "wrong")));
    for end in ["\r\n", "\r"] {
        let text = text.replace('\n', end);
        assert_eq!(draw(&text, &finding(place(&text, "wrong"))), expected);
    }
}

#[test]
fn the_end_of_the_text_can_be_pointed_at() {
    for text in ["", "name: 1", "name: 1\n", "name: 1\r\n", "\u{feff}", "é"] {
        let mut at_end = place(text, "");
        at_end.span = Span::new(text.len(), text.len());
        let drawn = draw(text, &finding(at_end));
        assert!(drawn.contains('^'), "{text:?}:\n{drawn}");
    }
    let mut at_end = place("name: [\n", "");
    at_end.span = Span::new(8, 8);
    insta::assert_snapshot!(draw("name: [\n", &finding(at_end)), @r#"
    a.mcpdesc.yaml:2:1: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     1 | name: [
     2 |
       : ^
       `----
    "#);
}

#[test]
fn a_place_of_several_lines_is_shown_by_its_first() {
    let text = "name: |\n  some\n  text\nnext: 1\n";
    let mut whole = place(text, "|");
    whole.span = Span::new(6, 23);
    insta::assert_snapshot!(draw(text, &finding(whole)), @r#"
    a.mcpdesc.yaml:1:7: error[sample-rule] tools[0].name
      x `name` is not what it should be, because this sentence is long enough to
      | need a second line
       ,----
     1 | name: |
       :       ^
     2 |   some
       `----
    "#);
}

#[test]
fn text_cannot_command_the_terminal() {
    let text = "name: \u{1b}[31mred\u{202e}\u{7f}\u{9b}\n";
    let diagnostic =
        Diagnostic::new(&RULE, place(text, "red"), "bad \u{1b}[31m\n").help("no \u{1b}]8;;x\u{7}");
    insta::assert_snapshot!(draw(text, &diagnostic), @r#"
    a.mcpdesc.yaml:1:12: error[sample-rule] tools[0].name
      x bad ␛[31m␊
       ,----
     1 | name: ␛[31mred�␡�
       :            ^^^
       `----
      help: no ␛]8;;x␇
    "#);
}

#[test]
fn a_span_outside_the_text_or_within_a_character_is_harmless() {
    for (start, end) in [(1, 2), (0, 99), (50, 99), (2, 2), (1, 1)] {
        let mut odd = place("é€", "");
        odd.span = Span::new(start, end);
        assert!(draw("é€", &finding(odd)).contains("sample-rule"));
    }
}

#[test]
fn colours_and_unicode_frames_come_only_when_asked_for() {
    let text = "name: wrong\n";
    let style = Style {
        color: true,
        unicode: true,
        width: 80,
    };
    let source = SourceText::new(text);
    let drawn = Renderer::new(style).render("a.yaml", &source, &finding(place(text, "wrong")));
    assert!(drawn.starts_with("a.yaml:1:7: \u{1b}[1;31merror[sample-rule]\u{1b}[0m tools[0].name"));
    assert!(drawn.contains('╭'));
}

#[test]
fn a_heading_shortens_an_endless_path() {
    let text = "name: wrong\n";
    let mut endless = place(text, "wrong");
    endless.path = Path::default().join("k".repeat(5000).as_str());
    let drawn = draw(text, &finding(endless));
    assert!(drawn.lines().next().unwrap().len() < 200);
}

#[test]
fn a_heading_is_no_wider_than_the_terminal() {
    let text = "name: wrong\n";
    for key in ["x".repeat(300), "日".repeat(100), "\u{200b}".repeat(100)] {
        let mut at = place(text, "wrong");
        at.path = Path::default().join(key.as_str());
        let drawn = draw(text, &finding(at));
        let heading = drawn.lines().next().unwrap();
        let columns: usize = heading.chars().map(|c| 1 + usize::from(c == '日')).sum();
        assert!(columns <= 80, "{columns}: {heading}");
        assert!(heading.ends_with("..."), "{heading}");
    }
}

#[test]
fn invisible_characters_are_shown() {
    let text = "name: a\u{200b}b\u{2060}\u{ad}\u{e0041}\n";
    let drawn = draw(text, &finding(place(text, "b")));
    assert!(
        drawn.contains("a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}"),
        "{drawn}"
    );
}
