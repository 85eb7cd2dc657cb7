//! `mcpdesc check`: what is wrong in documents, and where.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use mcpdesc::report::human::Renderer;
use mcpdesc::report::json;
use mcpdesc::schema::Catalog;
use mcpdesc::source::{Format, Limits};
use mcpdesc::{Loaded, Options, Report};
use rayon::prelude::*;

use super::catalog;
use super::files::{self, Found, Input};
use super::fix;
use super::output::{self, Output};
use super::summary::Summary;
use super::terminal::{self, Color};
use super::{EXIT_CODES, Outcome};

/// Says what is wrong in documents, and where.
///
/// Findings for people and the summary go to standard error, JSON to standard output.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Check {
    /// Files, folders to search for *.mcpdesc.json, *.mcpdesc.yaml and *.mcpdesc.yml, or `-` for
    /// standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
    /// Exit with 1 on warnings too
    #[arg(long)]
    deny_warnings: bool,
    /// Show the summary line only
    #[arg(long)]
    quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
    /// Read everything as this, whatever the file names say
    #[arg(long, value_enum, value_name = "FORMAT")]
    input_format: Option<InputFormat>,
    /// The name that stands for standard input; its ending tells the format. Without PATH, reads
    /// standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,
    /// Refuse files of more bytes; N is at most 4294967294
    #[arg(long, value_name = "N", default_value_t = default_max_bytes(),
          value_parser = clap::value_parser!(u32).range(1..=i64::from(u32::MAX - 1)))]
    max_bytes: u32,
    /// Show at most this many findings a file; the verdict stays exact
    #[arg(long, value_name = "N", default_value_t = Options::default().max_diagnostics)]
    max_diagnostics: usize,
    /// Resolve references of embedded schemas from the *.json files below DIR, by `$id`, or by
    /// place: DIR/example.com/a.json is https://example.com/a.json
    #[arg(long, value_name = "DIR")]
    schema_catalog: Vec<PathBuf>,
    /// Treat a reference to a schema that is not at hand as an error
    #[arg(long)]
    deny_unresolved: bool,
    /// Show advice beyond conformance too
    #[arg(long)]
    advice: bool,
    /// Mend what is sure to be meant, in place; standard input comes out on standard output. With
    /// --advice, follow advice too. What is reported is what remains
    #[arg(long)]
    fix: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Excerpts for people, on standard error
    Human,
    /// One JSON object a file, one a line, on standard output
    Json,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum InputFormat {
    Json,
    Yaml,
}

/// Files that are checked before their reports are written: bounds the memory for reports.
const BATCH: usize = 256;

/// What is to be written for a file, and its counts.
struct Checked {
    /// What was fixed, for people.
    fixes: Vec<u8>,
    /// The text of standard input after fixing.
    text: Vec<u8>,
    shown: Vec<u8>,
    summary: Summary,
}

fn default_max_bytes() -> u32 {
    u32::try_from(Limits::default().bytes).unwrap_or(u32::MAX - 1)
}

impl Check {
    pub(super) fn run(&self) -> Outcome {
        match self.prepare() {
            Ok((found, catalog)) => self.check_all(&found, &catalog),
            Err(reason) => {
                output::complain(&reason);
                Outcome::Failed
            }
        }
    }

    /// What to check, and the schemas that it may refer to.
    fn prepare(&self) -> Result<(Vec<Found>, Arc<Catalog>), String> {
        let (paths, stdin_name) = self.paths()?;
        let reads_stdin = paths.iter().any(|path| path.as_os_str() == "-");
        if self.fix && reads_stdin && (paths.len() > 1 || self.format != ReportFormat::Human) {
            return Err(
                "with --fix, standard input comes out on standard output, which leaves no room \
                 for other files or for --format json"
                    .to_owned(),
            );
        }
        let catalog = catalog::read(&self.schema_catalog, self.max_bytes as usize)?;
        Ok((files::find(&paths, &stdin_name), Arc::new(catalog)))
    }

    fn check_all(&self, found: &[Found], catalog: &Arc<Catalog>) -> Outcome {
        let (mut data, mut people) = (output::stdout(), output::stderr());
        let mut summary = Summary {
            deny_warnings: self.deny_warnings,
            ..Summary::default()
        };
        let renderer = Renderer::new(terminal::style(self.color));
        for batch in found.chunks(BATCH) {
            let report = |found| self.check(found, catalog, &renderer);
            // A pool of threads costs more than checking one file.
            let reports: Vec<_> = if batch.len() > 1 {
                batch.par_iter().map(report).collect()
            } else {
                batch.iter().map(report).collect()
            };
            for report in reports {
                self.write(report, &mut summary, &mut data, &mut people);
            }
            data.flush();
            people.flush();
        }
        people.write(format!("{summary}\n").as_bytes());
        let verdict = if summary.unchecked > 0 {
            Outcome::Failed
        } else if summary.is_rejected() {
            Outcome::Rejected
        } else {
            Outcome::Fine
        };
        verdict.max(data.finish()).max(people.finish())
    }

    /// The paths to check, and the name for standard input.
    fn paths(&self) -> Result<(Vec<PathBuf>, PathBuf), &'static str> {
        let reads_stdin = self.paths.iter().any(|path| path.as_os_str() == "-");
        let paths = match (&self.stdin_filename, self.paths.is_empty()) {
            (Some(_), true) => vec![PathBuf::from("-")],
            (Some(_), false) if !reads_stdin => {
                return Err("--stdin-filename needs `-` among the paths, or no path");
            }
            (None, true) => vec![PathBuf::from(".")],
            (_, false) => self.paths.clone(),
        };
        let name = self.stdin_filename.clone();
        Ok((paths, name.unwrap_or_else(|| PathBuf::from("<stdin>"))))
    }

    fn check(
        &self,
        found: &Found,
        catalog: &Arc<Catalog>,
        renderer: &Renderer,
    ) -> Result<Checked, String> {
        let input = match found {
            Found::Input(input) => input,
            Found::Problem(reason) => return Err(reason.clone()),
        };
        let options = self.options(input, catalog);
        let mut bytes = input.read(options.limits.bytes)?;
        let mut summary = Summary::default();
        let mut fixes = Vec::new();
        let mut text = Vec::new();
        if self.fix {
            let applied = fix::mend(input, &mut bytes, &options)?;
            summary.fixed = applied.len();
            if !self.quiet {
                fixes = fix::report(&input.name(), &applied);
            }
            if matches!(input, Input::Stdin(_)) {
                text.clone_from(&bytes);
            }
        }
        let loaded = mcpdesc::load(bytes, &options);
        let report = mcpdesc::check(&loaded, &options);
        summary.add(&report);
        let shown = self.show(&input.name(), &loaded, &report, renderer);
        Ok(Checked {
            fixes,
            text,
            shown,
            summary,
        })
    }

    fn options(&self, input: &Input, catalog: &Arc<Catalog>) -> Options {
        let format = match self.input_format {
            Some(InputFormat::Json) => Some(Format::Json),
            Some(InputFormat::Yaml) => Some(Format::Yaml),
            None => input.format(),
        };
        Options {
            format,
            limits: Limits {
                bytes: self.max_bytes as usize,
                ..Limits::default()
            },
            max_diagnostics: self.max_diagnostics,
            schema_catalog: Arc::clone(catalog),
            deny_unresolved: self.deny_unresolved,
            advice: self.advice,
        }
    }

    fn show(&self, name: &str, loaded: &Loaded, report: &Report, renderer: &Renderer) -> Vec<u8> {
        let mut shown = Vec::new();
        if self.quiet {
            return shown;
        }
        match self.format {
            ReportFormat::Human => {
                for diagnostic in &report.diagnostics {
                    let text = renderer.render(name, loaded.source(), diagnostic);
                    shown.extend_from_slice(text.as_bytes());
                    shown.push(b'\n');
                }
            }
            ReportFormat::Json => {
                // Writing to memory cannot fail.
                let _ = json::write_line(&mut shown, name, loaded, report);
            }
        }
        shown
    }

    fn write(
        &self,
        report: Result<Checked, String>,
        summary: &mut Summary,
        data: &mut Output<impl Write>,
        people: &mut Output<impl Write>,
    ) {
        match report {
            Ok(checked) => {
                summary.merge(&checked.summary);
                data.write(&checked.text);
                people.write(&checked.fixes);
                match self.format {
                    ReportFormat::Human => people.write(&checked.shown),
                    ReportFormat::Json => data.write(&checked.shown),
                }
            }
            Err(reason) => {
                summary.unchecked += 1;
                people.write(format!("mcpdesc: {reason}\n").as_bytes());
            }
        }
    }
}
