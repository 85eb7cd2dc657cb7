//! `mcpdesc schema`: the JSON Schema that editors can complete with.

use clap::Args;
use mcpdesc::structure::SCHEMA;

use super::{Outcome, output};

/// Prints the JSON Schema of the document structure, for editors.
#[derive(Args)]
pub(super) struct Schema {}

impl Schema {
    #[expect(clippy::unused_self, reason = "every command is run alike")]
    pub(super) fn run(&self) -> Outcome {
        output::print(SCHEMA.as_bytes())
    }
}
