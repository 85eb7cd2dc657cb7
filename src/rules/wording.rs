//! Parts of the sentences in which rules speak to people.

use crate::mcp::Revisions;

/// Text of the document in backticks: its beginning only where it is long, and nothing that could
/// move the cursor of a terminal.
pub(crate) fn code(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The verb that goes with `revisions`: `one` or `several`.
pub(crate) fn verb(revisions: Revisions, one: &'static str, several: &'static str) -> &'static str {
    if revisions.len() == 1 { one } else { several }
}

/// The beginning of a sentence: `MCP 2024-11-05 does not define`.
pub(crate) fn undefined(revisions: Revisions) -> String {
    format!(
        "MCP {revisions} {} not define",
        verb(revisions, "does", "do")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::Revision;

    #[test]
    fn long_texts_are_shown_by_their_beginning_and_control_characters_escaped() {
        assert_eq!(code("a\u{1b}b"), "`a\\u{1b}b`");
        assert_eq!(code(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
        assert_eq!(code(&"é".repeat(60)), format!("`{}`", "é".repeat(60)));
    }

    #[test]
    fn the_verb_agrees_with_the_number_of_revisions() {
        let one = Revisions::only(Revision::V2024_11_05);
        assert_eq!(undefined(one), "MCP 2024-11-05 does not define");
        let two = one.or(Revisions::only(Revision::V2026_07_28));
        assert_eq!(
            undefined(two),
            "MCP 2024-11-05 and 2026-07-28 do not define"
        );
    }
}
