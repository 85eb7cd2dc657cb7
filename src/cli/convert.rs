//! `mcpdesc convert`: the same document as JSON or YAML.

use std::path::PathBuf;

use clap::Args;
use mcpdesc::source::{Draft, Format, count_comments};

use super::Outcome;
use super::output;
use super::transform::{OutputFormat, Source, deliver};

/// Writes a document as JSON or YAML.
///
/// The data stays the same: the order of members, every digit of numbers, every character of
/// strings. Comments are lost, which is said on standard error.
#[derive(Args)]
pub(super) struct Convert {
    /// The document, or `-` for standard input
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: OutputFormat,
    /// Write to this file, as a whole or not at all, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Convert {
    pub(super) fn run(&self) -> Outcome {
        let source = match Source::read_valid(&self.file) {
            Ok(source) => source,
            Err(outcome) => return outcome,
        };
        let Some(root) = source.loaded.tree().root() else {
            return Outcome::Rejected;
        };
        let format = Format::from(self.to);
        let outcome = deliver(&Draft::Copy(root), format, self.output.as_deref());
        let comments = count_comments(source.loaded.tree());
        if outcome == Outcome::Fine && comments > 0 {
            let (comments, were) = match comments {
                1 => ("1 comment".to_owned(), "was"),
                many => (format!("{many} comments"), "were"),
            };
            let reason = match format {
                Format::Json => "JSON has none",
                Format::Yaml => "they are no part of a document's data",
            };
            let name = &source.name;
            output::complain(&format!("{comments} of `{name}` {were} lost: {reason}"));
        }
        outcome
    }
}
