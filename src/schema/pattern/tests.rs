//! What is read, refused, and found.

use super::*;

fn syntax_is_wrong(pattern: &str) -> bool {
    matches!(check(pattern), Err(Refusal::Syntax(_)))
}

fn find(pattern: &str, text: &str) -> Result<bool, Gap> {
    Patterns::default().find(pattern, text, true)
}

#[test]
fn ecma_262_is_accepted_in_either_mode() {
    for pattern in [
        "",
        "^a*$",
        "[]a]|[^]",
        "(?<year>\\d{4})-\\k<year>",
        "(?=a)(?!b)(?<=c)(?<!d)",
        "\\p{Script=Greek}+\\u{1F600}\\-\\/",
        "a{,2}{",
        "[a-z-9\\w-.]+?",
        "x{2,}?y{3}",
        "^.{0,65535}$",
        "(?=a)*",
        "\\a\\A\\Z\\h",
        "\\x{41}",
        "\\k<a>",
        "\\c\\c1[\\c1]",
        "(?<y>a)|(?<y>b)",
        "\\2(a)",
        "[\\d-z]",
        "(?i:a)(?-s:.)(?m-i:^)",
    ] {
        assert!(check(pattern).is_ok(), "{pattern}");
    }
}

#[test]
fn what_no_mode_allows_is_refused() {
    for pattern in [
        "(",
        ")",
        "[a",
        "*a",
        "a**",
        "a++",
        "(?i)a",
        "(?P<n>a)",
        "(?>a)",
        "[z-a]",
        "a{2,1}",
        "\\",
        "(?<n",
        "(?#x)",
        "(?<=a)*",
        "^*",
        "{1}",
        "(?<y>a)(?<y>b)",
        "(?<1>a)",
        "\\k<z>(?<y>a)",
        "\\k(?<y>a)",
        "(?ii:a)",
        "(?-:a)",
        "(?x:a)",
        "(?<>a)",
        "((?<y>a)|b)(?<y>c)",
        "\\b+",
    ] {
        assert!(syntax_is_wrong(pattern), "{pattern}");
    }
}

#[test]
fn what_cannot_be_evaluated_is_told_from_what_is_wrong() {
    for pattern in [
        "\\p{Nope}",
        "\\p{IsGreek}",
        "\\p{letter}",
        "\\p{greek}",
        "\\p{Greek}",
        "\\p",
        "[\\p{letter}]",
        "^(?:(a)|b)*\\1$",
        "(?:(a)?b)*\\1",
        "(?:\\1(a))*",
        "(?!(a))\\1",
        "(?<=(a)\\1)",
    ] {
        assert!(
            matches!(check(pattern), Err(Refusal::Unusable(_))),
            "{pattern}"
        );
        assert_eq!(find(pattern, "a"), Err(Gap::Pattern), "{pattern}");
    }
    let mut patterns = Patterns::default();
    for pattern in ["\\p{Script=Nowhere}", "^.{0,65535}$"] {
        assert_eq!(check(pattern), Ok(true), "{pattern}");
        assert!(patterns.refuses(pattern), "{pattern}");
    }
}

#[test]
fn texts_are_found_as_ecma_262_finds_them() {
    let pair = "\u{1F600}";
    for (pattern, text, expected) in [
        // Groups that took no part match the empty text.
        ("^(a)?\\1b$", "b", true),
        ("^(a)?\\1b$", "aab", true),
        ("^(a)?\\1b$", "ab", false),
        ("^(?:(a)|(b))\\1\\2$", "aa", true),
        ("^(?:(a)|(b))\\1\\2$", "ab", false),
        ("^\\1(a)$", "a", true),
        ("^(?<y>a)\\k<y>$", "aa", true),
        ("^(?:(?<y>a)|(?<y>b))\\k<y>$", "bb", true),
        ("^(?:(?<y>a)|(?<y>b))\\k<y>$", "ba", false),
        ("^(?:(a)\\1)+$", "aaaa", true),
        // Words are ASCII.
        ("\\bfoo\\b", "foo\u{e9}", true),
        ("\\bfoo\\b", "foot", false),
        ("^\\B\u{e9}", "\u{e9}", true),
        ("\\B$", "\u{e9}", true),
        ("a\\B", "a", false),
        ("^\\w$", "\u{e9}", false),
        ("^(?!a)\\w$", "\u{e9}", false),
        ("^(?!a)\\W$", "\u{e9}", true),
        ("^(?!a)\\d$", "\u{0663}", false),
        ("^(?!a)[\\D]$", "\u{0663}", true),
        ("^(?!a)\\s$", "\u{feff}", true),
        ("^\\s$", "\u{85}", false),
        ("^(?!a)\\S$", "\u{85}", true),
        ("^(?!a)\\b\u{e9}", "\u{e9}", false),
        ("^(?!a).$", "\u{2028}", false),
        ("^.$", "\r", false),
        ("^.$", "\u{85}", true),
        // One text only, not its lines.
        ("a$", "a\n", false),
        // What other engines read otherwise.
        ("^\\x{41}$", "A", false),
        ("^\\x{3}$", "xxx", true),
        ("^\\x41$", "A", true),
        ("^\\x4$", "x4", true),
        ("^\\u12$", "u12", true),
        ("^\\a\\e\\K\\A\\Z$", "aeKAZ", true),
        ("^\\cA$", "\u{1}", true),
        ("^\\c$", "\\c", true),
        ("^[\\c]$", "\\", true),
        ("^\\08$", "\u{0}8", true),
        ("^\\2(a)$", "\u{2}a", true),
        ("^[\\d-z]$", "-", true),
        ("^[\\d-z]$", "q", false),
        ("^\\k<y>$", "k<y>", true),
        ("^[^]$", "\n", true),
        ("^[]$", "a", false),
        ("^[]|a$", "a", true),
        ("^\\0$", "\u{0}", true),
        ("^[\\b]$", "\u{8}", true),
        ("^\\ud83d\\ude00$", pair, true),
        ("^[\\ud83d\\ude00]$", pair, true),
        ("\\ud83d", pair, false),
        ("^[^\\ud83d]$", pair, true),
        ("^{a}$", "{a}", true),
        ("^a{,3}$", "a{,3}", true),
        ("^[[&&~~-]$", "&", true),
        ("^[a&&b]$", "b", true),
        ("^(?i:a)b$", "Ab", true),
        ("^(?i:a)b$", "AB", false),
        ("^(?i:a(?-i:b))$", "AB", false),
        ("(?m:^b$)", "a\nb\rc", true),
        ("^(?s:.)$", "\n", true),
        (
            "^\\p{Lu}\\P{Lu}\\p{Script=Greek}[^\\p{L}]$",
            "Aa\u{3b1}1",
            true,
        ),
        ("^(?=.*[A-Z])(?=.*\\d).{4,}$", "aB3d", true),
        ("(?<=a+)b", "aab", true),
    ] {
        assert_eq!(find(pattern, text), Ok(expected), "{pattern} in {text:?}");
    }
}

#[test]
fn repetitions_are_counted_before_they_are_written_out() {
    assert_eq!(check("((a{1000}){1000}){1000}"), Err(Refusal::TooLarge));
    assert_eq!(check(&"(".repeat(100_000)), Err(Refusal::TooLarge));
    assert_eq!(check("a{99999999999999999999}"), Err(Refusal::TooLarge));
}

#[test]
fn a_search_that_takes_too_long_is_unknown() {
    let mut patterns = Patterns::default();
    let text = "a".repeat(200);
    let slow = "^(?:(a+)\\1?)+c$";
    assert_eq!(patterns.find(slow, &text, true), Err(Gap::Limit));
    assert_eq!(patterns.find("^(?!b)a", "a", false), Err(Gap::Limit));
    assert_eq!(patterns.find("^(?:a+)+c$", &text, false), Ok(false));
}

#[test]
fn compiling_has_an_end() {
    let mut patterns = Patterns::default();
    let mut late = (0..2_000).map(|at| patterns.find(&format!("[a-z]{{0,900}}{at}"), "a", true));
    assert!(late.any(|found| found == Err(Gap::Limit)));
}
