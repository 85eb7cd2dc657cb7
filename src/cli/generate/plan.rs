//! What is decided about a server, as a table.

use mcpdesc::generate::{Handler, Server, Transports};
use mcpdesc::mcp::{Revision, Revisions};
use mcpdesc::report::human::shown;

use super::super::transform::Source;
use super::notes;

const HEAD: [&str; 6] = ["function", "for", "name", "revisions", "takes", "gives"];

/// The package, a line for each function, and the notes.
pub(super) fn text(server: &Server, source: &Source) -> String {
    let transports = match server.transports {
        Transports::Stdio => "stdio",
        Transports::Http => "http",
        Transports::Both => "stdio, http",
    };
    let mut out = format!(
        "package     {}\ntransports  {transports}\nrevisions   {}\n",
        server.package,
        listed(server.revisions)
    );
    if !server.handlers.is_empty() {
        out.push('\n');
        out.push_str(&table(server));
    }
    let notes = notes::all(&server.notes, source);
    if !notes.is_empty() {
        out.push('\n');
        out.push_str(&notes);
    }
    out
}

fn table(server: &Server) -> String {
    let mut rows = vec![HEAD.map(str::to_owned)];
    for handler in &server.handlers {
        rows.extend(lines(handler, server.revisions));
    }
    let mut widths = [0; HEAD.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; HEAD.len()]| {
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// A line for each name that a function answers for; the first one names the function.
fn lines(handler: &Handler, all: Revisions) -> Vec<[String; HEAD.len()]> {
    let mut names: Vec<(&str, Revisions)> = Vec::new();
    for declaration in &handler.declarations {
        let identity = declaration.identity.as_str();
        match names.iter_mut().find(|(name, _)| *name == identity) {
            Some((_, revisions)) => *revisions = revisions.or(declaration.revisions),
            None => names.push((identity, declaration.revisions)),
        }
    }
    let lines = names
        .into_iter()
        .enumerate()
        .map(|(at, (name, revisions))| {
            let once = |text: &str| {
                if at == 0 {
                    text.to_owned()
                } else {
                    String::new()
                }
            };
            let revisions = if revisions == all {
                "all".to_owned()
            } else {
                listed(revisions)
            };
            [
                once(&handler.function),
                once(handler.kind.name()),
                shown(name),
                revisions,
                once(handler.kind.takes().unwrap_or("-")),
                once(handler.kind.gives().unwrap_or("-")),
            ]
        });
    lines.collect()
}

fn listed(revisions: Revisions) -> String {
    let names = revisions.iter().map(Revision::as_str);
    names.collect::<Vec<_>>().join(", ")
}
