//! What standard error can show.

use std::io::IsTerminal;

use clap::ValueEnum;
use mcpdesc::report::human::Style;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Columns assumed where there is no terminal.
const COLUMNS: usize = 80;

/// How to draw on standard error.
pub(super) fn style(color: Color) -> Style {
    let is_terminal = std::io::stderr().is_terminal();
    let color = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb(),
    };
    Style {
        color,
        unicode: color && is_terminal && speaks_utf8(),
        width: if is_terminal {
            terminal_size::terminal_size_of(std::io::stderr())
                .map_or(COLUMNS, |(width, _)| usize::from(width.0))
        } else {
            COLUMNS
        },
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb")
}

/// Whether the locale's character encoding is UTF-8; the first variable that is set decides.
fn speaks_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    cfg!(windows)
        || locale.is_some_and(|locale| {
            let locale = locale.to_string_lossy().to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}
