//! `mcpdesc merge`: several descriptions of one server made one.

use std::path::PathBuf;

use clap::Args;
use mcpdesc::Options;
use mcpdesc::project::{self, Conflict, Unmerged};

use super::Outcome;
use super::output;
use super::transform::{OutputFormat, Source, deliver, show};

/// Merges descriptions of one server into one that describes every revision they describe.
///
/// Nothing is guessed: where the documents contradict each other, every contradiction is shown and
/// nothing is written.
#[derive(Args)]
pub(super) struct Merge {
    /// The documents; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What to write [default: what the first document is]
    #[arg(long, value_enum, value_name = "FORMAT")]
    output_format: Option<OutputFormat>,
    /// Write to this file, as a whole or not at all, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Merge {
    pub(super) fn run(&self) -> Outcome {
        self.try_run().unwrap_or_else(|outcome| outcome)
    }

    fn try_run(&self) -> Result<Outcome, Outcome> {
        let sources = self.read()?;
        let inputs: Vec<_> = sources.iter().map(|it| &it.loaded).collect();
        let merged = project::merge(&inputs, &Options::default())
            .map_err(|unmerged| explain(&sources, &unmerged))?;
        let read = sources.first().ok_or(Outcome::Failed)?.format();
        let format = self.output_format.map_or(read, Into::into);
        Ok(deliver(&merged, format, self.output.as_deref()))
    }

    /// Reads all documents; says of each that cannot be read why.
    fn read(&self) -> Result<Vec<Source>, Outcome> {
        let stdin = self.files.iter().filter(|path| path.as_os_str() == "-");
        if stdin.count() > 1 {
            output::complain("standard input can be read only once");
            return Err(Outcome::Failed);
        }
        let (sources, failed): (Vec<_>, Vec<_>) = self
            .files
            .iter()
            .map(|path| Source::read(path))
            .partition(Result::is_ok);
        match failed.into_iter().find_map(Result::err) {
            Some(outcome) => Err(outcome),
            None => Ok(sources.into_iter().flatten().collect()),
        }
    }
}

/// Says why nothing was written.
fn explain(sources: &[Source], unmerged: &Unmerged) -> Outcome {
    match unmerged {
        Unmerged::NoInputs => output::complain("there is nothing to merge"),
        Unmerged::Invalid(reports) => {
            for (at, report) in reports {
                if let Some(source) = sources.get(*at) {
                    source.reject(report);
                }
            }
        }
        Unmerged::Conflicts(conflicts) => {
            for conflict in conflicts {
                show_conflict(sources, conflict);
            }
            let count = conflicts.len();
            let many = if count == 1 { "" } else { "s" };
            output::complain(&format!("{count} conflict{many}, so nothing was written"));
        }
        Unmerged::InvalidResult(result) => {
            let (loaded, report) = &**result;
            show("<merged>", loaded.source(), &report.diagnostics);
            output::complain("the merged document would have errors, so nothing was written");
        }
    }
    Outcome::Rejected
}

fn show_conflict(sources: &[Source], conflict: &Conflict) {
    for (at, diagnostic) in [&conflict.here, &conflict.there] {
        if let Some(source) = sources.get(*at) {
            let diagnostics = std::slice::from_ref(diagnostic);
            show(&source.name, source.loaded.source(), diagnostics);
        }
    }
}
