//! Text of the description as comments of Rust code.

/// The columns of a comment's text.
const WIDTH: usize = 92;

/// The lines of a comment as code, each with its end. The templates get comments as a whole, because
/// the engine takes far longer to go through lines.
pub(super) fn comment(lines: &[String], indent: &str) -> String {
    let line = |line: &String| match line.as_str() {
        "" => format!("{indent}///\n"),
        line => format!("{indent}/// {line}\n"),
    };
    lines.iter().map(line).collect()
}

/// The lines of a comment that says `text`: free of control and bidirectional characters, of tabs
/// and of trailing blanks; wrapped where they are long; without blank lines at either end or in a
/// row. None where nothing is left.
pub fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text
        .replace("\r\n", "\n")
        .split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
    {
        let line = clean(line);
        if !line.is_empty() {
            wrap(&line, &mut lines);
        } else if lines.last().is_some_and(|it| !it.is_empty()) {
            lines.push(line);
        }
    }
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn clean(line: &str) -> String {
    let visible = line.chars().filter_map(|it| match it {
        '\t' => Some(' '),
        _ if it.is_control() || is_invisible(it) => None,
        _ => Some(it),
    });
    let mut line: String = visible.collect();
    line.truncate(line.trim_end().len());
    line
}

/// Whether a character has no width of its own, so that what is read differs from what is there.
/// Joiners stay: scripts and emoji need them.
fn is_invisible(it: char) -> bool {
    matches!(it,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Adds `line`, broken between words where it is too long. The indentation is repeated.
fn wrap(line: &str, to: &mut Vec<String>) {
    let blank = line.len() - line.trim_start_matches(' ').len();
    let (indent, text) = line.split_at(blank.min(WIDTH / 2));
    let mut current = indent.to_owned();
    let mut width = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if width > 0 && width + 1 + len > WIDTH {
            let full = std::mem::replace(&mut current, indent.to_owned());
            to.push(full.trim_end().to_owned());
            width = 0;
        } else if width > 0 {
            current.push(' ');
            width += 1;
        }
        current.push_str(word);
        width += len;
    }
    to.push(current);
}
