//! What is decided about a server, as a table.

use mcpdesc::generate::{Handler, Server, Transports};
use mcpdesc::mcp::{Revision, Revisions};
use mcpdesc::report::human::shown;

use super::super::transform::Source;
use super::notes::{self, WIDTH};

/// What stands where there is nothing.
const NONE: &str = "-";

/// A cell for each column.
type Row = [String; HEAD.len()];

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
        out.push_str(&functions(server));
    }
    let notes = notes::all(&server.notes, source);
    if !notes.is_empty() {
        out.push('\n');
        out.push_str(&notes);
    }
    out
}

/// The functions as a table; as paragraphs where a terminal would break its lines.
fn functions(server: &Server) -> String {
    let handlers = server.handlers.iter();
    let rows: Vec<Row> = handlers.map(|it| row(it, server.revisions)).collect();
    let table = table(&rows);
    if table.lines().all(|line| line.chars().count() <= WIDTH) {
        return table;
    }
    let paragraphs = rows.iter().map(paragraph);
    paragraphs.collect::<Vec<_>>().join("\n")
}

fn table(rows: &[Row]) -> String {
    let head = HEAD.map(str::to_owned);
    let rows = || [&head].into_iter().chain(rows);
    let mut widths = [0; HEAD.len()];
    for row in rows() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &Row| {
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned() + "\n"
    };
    rows().map(line).collect()
}

/// The name of the function, and a line below it for each thing that is to be said of it.
fn paragraph(row: &Row) -> String {
    let [function, ..] = row;
    let rest = HEAD.iter().zip(row).skip(1);
    let lines = rest
        .filter(|(_, cell)| *cell != NONE)
        .map(|(head, cell)| format!("  {head:<9}  {cell}\n"));
    format!("{function}\n{}", lines.collect::<String>())
}

fn row(handler: &Handler, all: Revisions) -> Row {
    let declarations = handler.declarations.iter();
    let revisions = declarations.fold(Revisions::NONE, |sum, it| sum.or(it.revisions));
    let revisions = match revisions == all {
        true => "all".to_owned(),
        false => listed(revisions),
    };
    // They all have the same name.
    let name = handler.declarations.first();
    [
        handler.function.clone(),
        handler.kind.name().to_owned(),
        shown(name.map_or("", |it| it.identity.as_str())),
        revisions,
        handler.kind.takes().unwrap_or(NONE).to_owned(),
        handler.kind.gives().unwrap_or(NONE).to_owned(),
    ]
}

fn listed(revisions: Revisions) -> String {
    let names = revisions.iter().map(Revision::as_str);
    names.collect::<Vec<_>>().join(", ")
}
