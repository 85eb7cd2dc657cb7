//! Broken YAML, said in words: what the parser reports becomes a rule, a span and advice.

use granit_parser::{ErrorKind, ScanError};

use super::super::Span;
use super::super::rules::{FOREIGN_TAG, INVALID_YAML, LONE_SURROGATE, TAB_INDENTATION};
use crate::diagnostic::Rule;

/// What is wrong with the syntax, and where.
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    pub(super) related: Option<(&'static str, Span)>,
    /// The value read last is a part of what is wrong.
    pub(super) spoils_last: bool,
}

impl Fault {
    fn new(span: Span, message: impl Into<String>, help: &'static str) -> Self {
        Self {
            rule: &INVALID_YAML,
            span,
            message: message.into(),
            help: Some(help),
            related: None,
            spoils_last: false,
        }
    }
}

/// Puts `error` into words. What stands before byte `read` has been understood; the innermost
/// bracket that is open there stands at `open`.
pub(super) fn describe(text: &str, error: &ScanError, read: usize, open: Option<usize>) -> Fault {
    let at = error.marker().byte_offset().unwrap_or(text.len());
    let at = at.min(text.len());
    tab_fault(text, error.kind(), at)
        .or_else(|| quote_fault(text, error.kind(), at, read))
        .or_else(|| {
            flow_fault(
                text,
                error.kind(),
                at,
                open_bracket(text, read, at).or(open),
            )
        })
        .or_else(|| behind_bracket(text, error.kind(), at))
        .unwrap_or_else(|| plain_fault(text, error.kind(), at))
}

/// A tab that indents. The parser may notice it only when the line before is over.
fn tab_fault(text: &str, kind: &ErrorKind, at: usize) -> Option<Fault> {
    use ErrorKind as Kind;
    let is_about_tabs = matches!(
        kind,
        Kind::TabNotAllowed
            | Kind::TabInBlockIndentation
            | Kind::TabAtBlockScalarStart
            | Kind::TabInIndentation
            | Kind::TabInPlainScalar
    );
    let start = line_start(text, at);
    let lines = text.get(start..)?.split_inclusive(['\n', '\r']);
    let mut offset = start;
    // A fault that is not about tabs may still be caused by one, but then in its own line.
    let nearest = if is_about_tabs { usize::MAX } else { 1 };
    let mut tab = None;
    for line in lines.take(nearest) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let is_blank = line.trim().is_empty();
        let found = line.get(..indent).and_then(|blank| blank.find('\t'));
        if let Some(column) = found.filter(|_| !is_blank) {
            tab = Some(offset + column);
            break;
        }
        offset += line.len();
    }
    let tab = match tab {
        Some(tab) => tab,
        None if is_about_tabs => at + text.get(at..)?.find('\t')?,
        None => return None,
    };
    let len = text
        .get(tab..)?
        .bytes()
        .take_while(|&byte| byte == b'\t')
        .count();
    Some(Fault {
        rule: &TAB_INDENTATION,
        span: Span::new(tab, tab + len),
        message: "this line is indented with a tab; YAML indents with spaces only (§15.3)".into(),
        help: Some("write spaces instead of the tab"),
        related: None,
        spoils_last: false,
    })
}

/// What can be wrong with a quoted string.
fn quote_fault(text: &str, kind: &ErrorKind, at: usize, read: usize) -> Option<Fault> {
    use ErrorKind as Kind;
    match kind {
        Kind::UnclosedQuotedScalar
        | Kind::InvalidQuotedScalarIndent
        | Kind::DocumentIndicatorInQuotedScalar => {
            let open = open_quote(text, read, at)?;
            let opened = Span::new(open, line_end(text, open));
            let next = text.get(at..line_end(text, at)).unwrap_or_default();
            let goes_on = *kind == Kind::InvalidQuotedScalarIndent
                && !next.is_empty()
                && !looks_like_an_entry(next);
            Some(if goes_on {
                let here = Span::new(at, line_end(text, at));
                Fault {
                    related: Some(("the quotes open here", opened)),
                    ..Fault::new(
                        here,
                        "this line goes on with a quoted text and is not indented enough (§15.3)",
                        "indent it more than the key, or close the quotes before it",
                    )
                }
            } else {
                Fault::new(
                    opened,
                    "these quotes are not closed (§15.3)",
                    "write the same quote again where the text ends; inside single quotes a \
                     single quote is doubled, inside double quotes a double quote is written `\\\"`",
                )
            })
        }
        Kind::UnknownQuotedScalarEscape
        | Kind::InvalidQuotedScalarHexEscape
        | Kind::InvalidUnicodeEscape => {
            let (span, escape) = bad_escape(text, at)?;
            let message = format!("`{escape}` is no escape of double-quoted YAML (§15.3)");
            let help = "write `\\\\` for a backslash, or use single quotes, which know no escapes";
            Some(Fault::new(span, message, help))
        }
        Kind::InvalidLowSurrogateHexEscape
        | Kind::InvalidLowSurrogate
        | Kind::MissingLowSurrogate
        | Kind::UnpairedLowSurrogate => {
            let rest = text.get(at..line_end(text, at))?;
            let from = rest.find("\\u").map_or(at, |offset| at + offset);
            let end = (from + 6).min(line_end(text, at));
            Some(Fault {
                rule: &LONE_SURROGATE,
                ..Fault::new(
                    Span::new(from, end),
                    "this escape is one half of a surrogate pair without the other; it is no \
                     character (§15.6)",
                    "write the character itself, or both halves",
                )
            })
        }
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
            Some(Fault::new(
                word(text, at),
                "text stands behind the closing quote (§15.3)",
                "put the whole value into quotes; inside double quotes a double quote is written \
                 `\\\"`, inside single quotes a single quote is doubled",
            ))
        }
        _ => None,
    }
}

/// What can be wrong with `[…]` and `{…}`.
fn flow_fault(text: &str, kind: &ErrorKind, at: usize, open: Option<usize>) -> Option<Fault> {
    use ErrorKind as Kind;
    let fault = match kind {
        Kind::UnclosedFlowCollection { open } => {
            let end = text.trim_end().len();
            let closing = closing_of(*open);
            Fault {
                related: Some(("opened here", Span::new(at, at + 1))),
                ..Fault::new(
                    Span::new(end, end),
                    format!("the text ends here, but `{open}` is still open (§15.3)"),
                    if closing == '}' {
                        "write `}` where it ends"
                    } else {
                        "write `]` where it ends"
                    },
                )
            }
        }
        Kind::MismatchedFlowCollectionEnd { open, close } => {
            let end = mismatch(text, at).unwrap_or(at);
            Fault {
                related: Some(("opened here", Span::new(at, at + 1))),
                ..Fault::new(
                    Span::character(text, end),
                    format!(
                        "`{close}` stands where `{open}` needs `{}` (§15.3)",
                        closing_of(*open)
                    ),
                    "write the bracket that belongs to the opening one",
                )
            }
        }
        Kind::MisplacedFlowCollectionEnd => Fault::new(
            word(text, at),
            "this bracket closes nothing (§15.3)",
            "remove it, or put the value into quotes",
        ),
        Kind::InvalidIndentation if open.is_some() => Fault {
            related: open.map(|open| ("opened here", Span::new(open, open + 1))),
            ..Fault::new(
                word(text, at),
                "a bracket is still open, and this line is not indented enough to go on with it \
                 (§15.3)",
                "close the bracket before this line, or indent the line more than the key",
            )
        },
        Kind::ExpectedFlowSequenceSeparator | Kind::ExpectedFlowMappingSeparator => Fault::new(
            word(text, at),
            "a comma or the closing bracket is missing before this (§15.3)",
            "write `,` between two entries",
        ),
        Kind::BlockEntryInFlowCollection => Fault::new(
            word(text, at),
            "`- ` starts no entry between brackets (§15.3)",
            "separate the entries with commas, or write the list without brackets",
        ),
        _ => return None,
    };
    Some(fault)
}

/// Everything else, most of it about colons and indentation.
fn plain_fault(text: &str, kind: &ErrorKind, at: usize) -> Fault {
    use ErrorKind as Kind;
    let (message, help) = match kind {
        Kind::MappingValueNotAllowed if is_second_colon(text, at) => (
            "`: ` stands a second time in this line; a plain value cannot hold it (§15.3)",
            "put the value into quotes, or move the inner key to a line of its own",
        ),
        Kind::MappingValueNotAllowed => (
            "this colon makes a key of a text that cannot be one here (§15.3)",
            "check the indentation of this line, or put the text into quotes",
        ),
        Kind::SimpleKeyExpected => (
            "a key with a colon and a space behind it was expected here (§15.3)",
            "write `key: value`, with a space behind the colon",
        ),
        Kind::InvalidSimpleKey => (
            "the key before this goes over more than one line (§15.3)",
            "write the key on one line, or `? ` before it",
        ),
        Kind::ExpectedBlockMappingKey | Kind::ExpectedBlockSequenceEntry => (
            "this does not belong to what stands before it (§15.3)",
            "indent it exactly as the entries it belongs to",
        ),
        Kind::BlockSequenceEntryNotAllowed | Kind::InvalidBlockEntryWhitespace => (
            "a list cannot start here (§15.3)",
            "start the list on a line of its own, indented below its key",
        ),
        Kind::InvalidIndentation
        | Kind::InvalidFlowScalarIndent
        | Kind::InvalidBlockScalarIndent => (
            "the indentation of this line fits nothing before it (§15.3)",
            "indent it exactly as the entries it belongs to",
        ),
        Kind::UnexpectedCharacter { .. } => (
            "no plain value starts with this character (§15.3)",
            "put the value into quotes",
        ),
        Kind::UndeclaredTagHandle => (
            "this tag has a handle that nobody declares; tags other than those of the JSON schema \
             must not be used (§15.3.4)",
            "remove the tag",
        ),
        Kind::InvalidBlockScalarHeader | Kind::ZeroBlockScalarIndent => (
            "behind `|` or `>` only `+`, `-` and a digit from 1 to 9 may stand (§15.3)",
            "start the text on the next line",
        ),
        Kind::MissingAnchorOrAliasName => (
            "`*` and `&` start aliases and anchors, and no name follows here (§15.3)",
            "put the value into quotes if text is meant",
        ),
        Kind::UnsupportedYamlMajorVersion => (
            "descriptions are YAML 1.2, not this version (§15.3)",
            "remove the directive",
        ),
        Kind::MissingDocumentEndBeforeDirective => (
            "a line that starts with `%` is a directive, and none may stand here (§15.3)",
            "indent the line, or put the value into quotes",
        ),
        Kind::CommentNotSeparated | Kind::CommentInterceptedScalar => (
            "a comment cannot stand here (§15.3)",
            "put a space before `#`, or put the value into quotes",
        ),
        Kind::BomInsideDocument => (
            "a byte-order mark stands in the middle of the document (§15.3)",
            "remove the invisible character",
        ),
        other => return other_fault(text, other, at),
    };
    let rule = match kind {
        Kind::UndeclaredTagHandle => &FOREIGN_TAG,
        _ => &INVALID_YAML,
    };
    Fault {
        rule,
        ..Fault::new(word(text, at), message, help)
    }
}

/// Characters a key may have that is not announced by `? `.
pub(super) const LONGEST_KEY: usize = 1024;

/// Faults that are told apart by what stands where they are, or too rare for advice of their own.
fn other_fault(text: &str, kind: &ErrorKind, at: usize) -> Fault {
    use ErrorKind as Kind;
    let here = text.get(at..).unwrap_or_default();
    let in_directive = text
        .get(line_start(text, at)..)
        .is_some_and(|it| it.starts_with('%'));
    let (message, help) = match kind {
        _ if here.starts_with(',') => {
            let message = "a value is missing before this comma (§15.3)";
            return Fault::new(Span::new(at, at + 1), message, "remove the comma");
        }
        Kind::ExpectedDocumentStart if has_directive(text, at) => (
            "the line `---` is missing between the directive and the document (§15.3)",
            "write `---` on a line of its own before this, or remove the directive",
        ),
        Kind::ExpectedDocumentStart => (
            "this is indented less than the first line, so it stands behind the end of the \
             document (§15.3)",
            "let all keys of the root start in the same column",
        ),
        _ if in_directive => (
            "a line that starts with `%` is a directive, and this one is not written as YAML \
             wants it (§15.3)",
            "remove the line: a description needs no directives",
        ),
        Kind::PlainScalarStartsWithDashFlowIndicator => {
            let message = "a `-` alone is no value between brackets (§15.3)";
            let help = "write `\"-\"` if text is meant";
            return Fault::new(Span::character(text, at), message, help);
        }
        _ if here.starts_with('!') => (
            "`!` starts a tag, and this one is not written as YAML wants it (§15.3)",
            "put the value into quotes if text is meant, or remove the tag",
        ),
        Kind::MappingKeyNotAllowed => (
            "`? ` cannot start a key here (§15.3)",
            "write `key: value`, or put the text into quotes",
        ),
        Kind::FlowMappingValueAdjacentCollection
        | Kind::InvalidMappingValueWhitespace
        | Kind::InvalidColonPlacement => (
            "a colon cannot stand here (§15.3)",
            "write `key: value` with a space behind the colon, or put the text into quotes",
        ),
        Kind::InvalidDocumentEnd => (
            "nothing may stand behind `...` in its line (§15.3)",
            "remove the line",
        ),
        Kind::ExpectedWhitespace => (
            "a space is missing before this (§15.3)",
            "put a space before it, or put the whole value into quotes",
        ),
        _ if here.trim().is_empty() => (
            "the text ends here, in the middle of a value (§15.3)",
            "complete the value",
        ),
        _ => (
            "this cannot stand here in YAML (§15.3)",
            "put the value into quotes if text is meant",
        ),
    };
    Fault::new(word(text, at), message, help)
}

/// Whether a directive stands before `at`.
fn has_directive(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before
        .lines()
        .any(|line| line.trim_start_matches('\u{feff}').starts_with('%'))
}

/// What follows a closed bracket in its line, so that both were meant as one text.
fn behind_bracket(text: &str, kind: &ErrorKind, at: usize) -> Option<Fault> {
    let line = text.get(line_start(text, at)..at)?;
    let follows =
        *kind == ErrorKind::ExpectedBlockMappingKey && line.trim_end().ends_with(['}', ']']);
    follows.then(|| Fault {
        spoils_last: true,
        ..Fault::new(
            word(text, at),
            "text stands behind the closing bracket (§15.3)",
            "put the whole value into quotes: text must not start with `{` or `[`",
        )
    })
}

/// Where the first of the characters `indicators` stands behind `from`, past white space, comments
/// and properties; the parser does not say. `from` itself where there is none.
pub(super) fn indicator(text: &str, from: usize, indicators: &[u8]) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            _ if indicators.contains(byte) => return at,
            b'#' => at = line_end(text, at),
            b'!' | b'&' => {
                let rest = bytes.get(at..).unwrap_or_default();
                at += rest
                    .iter()
                    .take_while(|byte| !b" \t\r\n".contains(byte))
                    .count();
            }
            _ => at += 1,
        }
    }
    from
}

/// The quote that opened the text which is still open at `at`; text before `read` is understood.
fn open_quote(text: &str, read: usize, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut offset = read.min(at);
    let mut may_open = true;
    while offset <= at {
        let byte = *bytes.get(offset)?;
        match byte {
            b'"' | b'\'' if may_open => match quote_end(bytes, offset) {
                Some(end) if end < at => offset = end,
                _ => return Some(offset),
            },
            b'#' if may_open => offset = line_end(text, offset),
            _ => {}
        }
        may_open = b" \t\r\n[{,:".contains(&byte);
        offset += 1;
    }
    None
}

/// The closing quote of the text that opens at `open`.
fn quote_end(bytes: &[u8], open: usize) -> Option<usize> {
    let quote = *bytes.get(open)?;
    let mut at = open + 1;
    loop {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            byte if byte == quote => {
                if quote == b'\'' && bytes.get(at + 1) == Some(&quote) {
                    at += 2;
                } else {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
}

/// The innermost bracket before `at` that is open there, as far as the text from the line of
/// `read` on tells.
fn open_bracket(text: &str, read: usize, at: usize) -> Option<usize> {
    brackets(text, line_start(text, read.min(at)), at).0.pop()
}

/// The first bracket behind the one at `open` that does not fit.
fn mismatch(text: &str, open: usize) -> Option<usize> {
    brackets(text, open, text.len()).1
}

/// The brackets between two offsets that stay open, and the first one that does not fit.
fn brackets(text: &str, from: usize, to: usize) -> (Vec<usize>, Option<usize>) {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut at = from;
    let mut may_open = true;
    while at < to {
        let Some(&byte) = bytes.get(at) else { break };
        match byte {
            b'[' | b'{' if may_open || !open.is_empty() => open.push(at),
            b']' | b'}' => match open.pop().and_then(|opener: usize| bytes.get(opener)) {
                Some(opener) if closing_of(char::from(*opener)) != char::from(byte) => {
                    return (open, Some(at));
                }
                _ => {}
            },
            b'"' | b'\'' if may_open => match quote_end(bytes, at) {
                Some(end) if end < to => at = end,
                _ => break,
            },
            b'#' if may_open => at = line_end(text, at),
            _ => {}
        }
        may_open = b" \t\r\n[{,:".contains(&byte);
        at += 1;
    }
    (open, None)
}

fn closing_of(open: char) -> char {
    if open == '{' { '}' } else { ']' }
}

/// The first wrong escape of the double-quoted text that opens at or before `at`.
fn bad_escape(text: &str, at: usize) -> Option<(Span, &str)> {
    let mut offset = at;
    loop {
        offset += text.get(offset..)?.find('\\')?;
        let rest = text.get(offset + 1..)?;
        let character = rest.chars().next()?;
        let digits = match character {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
            | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => 0,
            _ => usize::MAX,
        };
        let hex = rest.get(1..).unwrap_or_default().bytes();
        let hex = hex
            .take_while(u8::is_ascii_hexdigit)
            .take(digits.min(8))
            .count();
        let code = rest
            .get(1..1 + hex)
            .map(|code| u32::from_str_radix(code, 16));
        let is_character = !matches!(code, Some(Ok(code)) if char::from_u32(code).is_none());
        if hex != digits || (digits == 8 && !is_character) {
            let end = offset + 1 + character.len_utf8() + hex;
            return Some((Span::new(offset, end), text.get(offset..end)?));
        }
        offset += 1 + character.len_utf8() + hex;
    }
}

fn is_second_colon(text: &str, at: usize) -> bool {
    let before = text.get(line_start(text, at)..at).unwrap_or_default();
    before.contains(": ")
}

/// Whether a line is more likely an entry of its own than the rest of a text.
fn looks_like_an_entry(line: &str) -> bool {
    let line = line.trim();
    let (key, _) = line.split_once(':').unwrap_or_default();
    line.starts_with("- ")
        || line.starts_with("---")
        || line.starts_with("...")
        || (!key.is_empty() && !key.contains(' '))
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// The end of the line that `at` stands in, without white space behind the text.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    at + rest.get(..line).unwrap_or_default().trim_end().len()
}

/// The word that stands at `at`, or the beginning of a long one.
pub(super) fn word(text: &str, at: usize) -> Span {
    const MOST: usize = 60;
    let rest = text.get(at..).unwrap_or_default();
    let mut characters = rest.char_indices().take(MOST);
    let end = characters.find(|(_, character)| character.is_whitespace());
    let cut = || rest.char_indices().nth(MOST).map(|(end, _)| end);
    let len = end.map(|(end, _)| end).or_else(cut).unwrap_or(rest.len());
    Span::new(at, at + len)
}
