//! The command line: arguments, files, output and exit codes. One file a command.

mod catalog;
mod check;
mod convert;
mod explain;
mod files;
mod fix;
mod generate;
#[cfg(feature = "lsp")]
mod lsp;
mod merge;
mod output;
mod project;
mod resolve;
mod schema;
mod summary;
mod terminal;
mod transform;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks MCP Description documents (specification 0.8.0).
#[derive(Parser)]
#[command(name = "mcpdesc", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  no document has errors
  1  at least one document has errors (or warnings, under --deny-warnings)
  2  the job could not be done: unknown flag, unreadable file, nothing to check";

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Explain(explain::Explain),
    Schema(schema::Schema),
    Project(project::Project),
    Resolve(resolve::Resolve),
    Merge(merge::Merge),
    Convert(convert::Convert),
    Generate(generate::Generate),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
}

/// How a command ended; the worst of several is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Fine,
    /// A document has errors, or warnings that were denied.
    Rejected,
    /// The job could not be done.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Rejected => Self::from(1),
            Outcome::Failed => Self::from(2),
        }
    }
}

/// Runs the program on its command line.
pub fn run() -> ExitCode {
    // Wrong usage ends here with exit code 2, `--help` and `--version` with 0.
    let outcome = match Cli::parse().command {
        Command::Check(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Project(command) => command.run(),
        Command::Resolve(command) => command.run(),
        Command::Merge(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Generate(command) => command.run(),
        #[cfg(feature = "lsp")]
        Command::Lsp(command) => command.run(),
    };
    outcome.into()
}
