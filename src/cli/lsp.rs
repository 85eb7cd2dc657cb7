//! `mcpdesc lsp`: the language server for editors.

use std::io;
use std::path::PathBuf;

use clap::Args;
use mcpdesc::lsp::{self, Ending};
use mcpdesc::schema::Catalog;
use mcpdesc::source::Limits;

use super::{Outcome, catalog, output};

/// Serves an editor over standard input and output (Language Server Protocol 3.17).
#[derive(Args)]
pub(super) struct Lsp {
    /// Talk over standard input and output; the only way there is, accepted because editors say it
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    pub(super) fn run(&self) -> Outcome {
        let input = io::BufReader::new(io::stdin());
        match lsp::serve(input, io::stdout(), read_catalog) {
            Ok(Ending::Orderly) => Outcome::Fine,
            Ok(Ending::Abrupt) => {
                output::complain("the editor left without shutting the server down");
                Outcome::Rejected
            }
            Err(error) => {
                output::complain(&format!("cannot serve: {error}"));
                Outcome::Failed
            }
        }
    }
}

fn read_catalog(folders: &[PathBuf]) -> Result<Catalog, String> {
    catalog::read(folders, Limits::default().bytes)
}
