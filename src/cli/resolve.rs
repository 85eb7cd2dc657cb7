//! `mcpdesc resolve`: a document without component references.

use std::path::PathBuf;

use clap::Args;
use mcpdesc::project;

use super::Outcome;
use super::output;
use super::transform::{OutputFormat, Source, deliver};

/// Puts components in the place of the references to them; nothing else changes.
///
/// The components stay where they are, also those that nothing refers to any more.
#[derive(Args)]
pub(super) struct Resolve {
    /// The document, or `-` for standard input
    file: PathBuf,
    /// Leave the components out
    #[arg(long)]
    drop_components: bool,
    /// What to write [default: what was read]
    #[arg(long, value_enum, value_name = "FORMAT")]
    output_format: Option<OutputFormat>,
    /// Write to this file, as a whole or not at all, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Resolve {
    pub(super) fn run(&self) -> Outcome {
        let source = match Source::read_valid(&self.file) {
            Ok(source) => source,
            Err(outcome) => return outcome,
        };
        let Some(document) = source.loaded.document() else {
            return Outcome::Rejected;
        };
        let limits = source.options.limits;
        let format = self.output_format.map_or(source.format(), Into::into);
        match project::resolve(document, limits, self.drop_components) {
            Ok(draft) => deliver(&draft, format, self.output.as_deref()),
            Err(too_large) => {
                let place = source.position(too_large.0.value().span().start);
                output::complain(&format!("{place}: {too_large}"));
                Outcome::Rejected
            }
        }
    }
}
