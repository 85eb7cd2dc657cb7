//! `mcpdesc explain`: what a rule demands, and why.

use clap::{Args, ValueEnum};
use mcpdesc::diagnostic::Rule;
use mcpdesc::report::{json, rules_doc};
use mcpdesc::rules;

use super::Outcome;
use super::output;

/// Explains a rule, with an example that breaks it and one that does not; lists all without CODE.
#[derive(Args)]
pub(super) struct Explain {
    /// The code of a rule, as findings show it
    code: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Text for a terminal
    Human,
    /// One JSON object a rule, one a line
    Json,
    /// Markdown; all rules make docs/rules.md
    #[value(hide = true)]
    Markdown,
}

impl Explain {
    pub(super) fn run(&self) -> Outcome {
        let data = match &self.code {
            None => match self.format {
                Format::Human => rules_doc::list_text(rules::registry()),
                Format::Json => rules::registry().map(json::rule_line).collect(),
                Format::Markdown => rules_doc::markdown(rules::registry()),
            },
            Some(code) => match rules::find(code) {
                Some(rule) => self.one(rule),
                None => {
                    output::complain(&unknown(code));
                    return Outcome::Failed;
                }
            },
        };
        output::print(data.as_bytes())
    }

    fn one(&self, rule: &Rule) -> String {
        match self.format {
            Format::Human => rules_doc::rule_text(rule),
            Format::Json => json::rule_line(rule),
            Format::Markdown => rules_doc::rule_markdown(rule),
        }
    }
}

fn unknown(code: &str) -> String {
    let hint = match rules::nearest(code) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "`mcpdesc explain` lists all codes".to_owned(),
    };
    format!("no rule has the code `{code}`; {hint}")
}
