//! `mcpdesc generate`: a server project from a description.

mod compare;
mod folder;
mod guide;
mod notes;
mod plan;
mod write;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use mcpdesc::document::Document;
use mcpdesc::generate::{self, Manifest, NoManifest, Options, Project, Transports};

use self::folder::{Folder, State};
use super::Outcome;
use super::output;
use super::transform::Source;

/// Generates a server project from a description.
#[derive(Args)]
pub(super) struct Generate {
    #[command(subcommand)]
    language: Language,
}

#[derive(Subcommand)]
enum Language {
    Rust(Rust),
}

/// Generates a server in Rust that compiles, runs, and serves what the description says.
///
/// What is in src/generated belongs to this command and is written anew at each run. All other
/// files are yours after the first run, and no later run touches them.
#[derive(Args)]
struct Rust {
    /// The document, or `-` for standard input
    file: PathBuf,
    /// The folder of the project
    #[arg(short, long, value_name = "DIR", required_unless_present = "plan")]
    output: Option<PathBuf>,
    /// The name of the Cargo package [default: made of the server's name; then what it was]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// What the server listens on [default: what the description says; then what it was told]
    #[arg(long, value_enum, value_name = "TRANSPORT")]
    transport: Option<Transport>,
    /// Write nothing; exit with 1 where src/generated is not what it would be
    #[arg(long, requires = "output")]
    check: bool,
    /// Generate into a folder that has other files too, and write missing files of yours again; a
    /// file of yours that exists is never overwritten
    #[arg(long, requires = "output", conflicts_with = "check")]
    force: bool,
    /// Print the functions, their types, and where no type fits; without -o, do nothing else
    #[arg(long)]
    plan: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Transport {
    /// Standard input and output
    Stdio,
    /// Streamable HTTP
    Http,
    /// Both; the server's command line chooses
    Both,
}

impl From<Transport> for Transports {
    fn from(transport: Transport) -> Self {
        match transport {
            Transport::Stdio => Self::Stdio,
            Transport::Http => Self::Http,
            Transport::Both => Self::Both,
        }
    }
}

impl Generate {
    pub(super) fn run(&self) -> Outcome {
        let Language::Rust(rust) = &self.language;
        rust.run().unwrap_or_else(|outcome| outcome)
    }
}

impl Rust {
    fn run(&self) -> Result<Outcome, Outcome> {
        let source = Source::read_valid(&self.file)?;
        let document = source.loaded.document().ok_or(Outcome::Rejected)?;
        let folder = self.output.as_deref().map(Folder::new);
        let state = match &folder {
            Some(folder) => folder.state().map_err(fail)?,
            None => State::Empty,
        };
        if let Some(folder) = &folder {
            self.refuse(folder, &state)?;
        }
        let options = self.options(&source, state.manifest());
        let project = generate::rust(document, &options);
        self.check_name(&project)?;

        let mut outcome = Outcome::Fine;
        if self.plan {
            outcome = output::print(plan::text(&project.server, &source).as_bytes());
        } else if !self.check {
            notes::show(&project.server.notes, &source);
        }
        let Some(folder) = folder else {
            return Ok(outcome);
        };
        let worked = if self.check {
            self.compare(&folder, &project, &state)?
        } else {
            self.write(&folder, document, &project, &state)?
        };
        Ok(outcome.max(worked))
    }

    /// Says why `folder` is none to generate into.
    fn refuse(&self, folder: &Folder, state: &State) -> Result<(), Outcome> {
        let shown = folder.shown();
        let manifest = Manifest::PATH;
        let reason = match state {
            State::Unreadable(reason @ NoManifest::Newer(_)) if !self.force => format!(
                "`{shown}/{manifest}` cannot be used: {reason}; update mcpdesc, or use --force to \
                 generate with this version"
            ),
            State::Unreadable(reason @ NoManifest::Damaged(_)) if !self.force && !self.check => {
                format!(
                    "`{shown}/{manifest}` cannot be used: {reason}; bring it back from version \
                     control, or use --force to write it anew (what --name and --transport were \
                     is not known then)"
                )
            }
            State::Foreign if !self.force && !self.check => format!(
                "`{shown}` has files and is no generated project (it has no {manifest}), so \
                 nothing was written; name another folder, or use --force to add a project to \
                 this one (your files stay as they are)"
            ),
            State::ForeignGenerated if !self.check => format!(
                "`{shown}/src/generated` has files that mcpdesc did not write, and it would \
                 remove them; move them to another place first"
            ),
            _ => return Ok(()),
        };
        Err(fail(reason))
    }

    fn options(&self, source: &Source, before: Option<&Manifest>) -> Options {
        let asked = self.transport.map(Transports::from);
        let name = if self.file.as_os_str() == "-" {
            "standard input".to_owned()
        } else {
            let name = self.file.file_name().unwrap_or(self.file.as_os_str());
            name.to_string_lossy().into_owned()
        };
        Options {
            name: self.name.clone().or(before.map(|it| it.package.clone())),
            transports: asked.or(before.and_then(|it| it.asked_transports)),
            source: generate::Source::new(name, source.loaded.source().as_str().as_bytes()),
        }
    }

    /// A name that was asked for is taken as it is or not at all.
    fn check_name(&self, project: &Project) -> Result<(), Outcome> {
        let made = &project.server.package;
        match &self.name {
            Some(asked) if asked != made => Err(fail(format!(
                "`{asked}` cannot name a Cargo package; `{made}` could"
            ))),
            _ => Ok(()),
        }
    }

    fn compare(
        &self,
        folder: &Folder,
        project: &Project,
        state: &State,
    ) -> Result<Outcome, Outcome> {
        let differences = compare::differences(folder, project).map_err(fail)?;
        if differences.is_empty() {
            return Ok(Outcome::Fine);
        }
        let mut people = output::stderr();
        for difference in &differences {
            people.write(format!("{}/{difference}\n", folder.shown()).as_bytes());
        }
        people.finish();
        let why = match state {
            State::Missing => "does not exist yet".to_owned(),
            State::Empty => "is empty".to_owned(),
            State::Foreign | State::ForeignGenerated => {
                format!("is no generated project: it has no {}", Manifest::PATH)
            }
            State::Unreadable(reason) => {
                format!("has a {} that is no use: {reason}", Manifest::PATH)
            }
            State::Generated(_) => "is not up to date".to_owned(),
        };
        let shown = folder.shown();
        let force = match state {
            State::Foreign | State::Unreadable(_) => " --force",
            _ => "",
        };
        let advice = match state {
            State::ForeignGenerated => {
                format!("move the files of `{shown}/src/generated` to another place, then generate")
            }
            _ => format!(
                "`mcpdesc generate rust {} -o {shown}{force}` writes what is missing",
                self.file.display()
            ),
        };
        output::complain(&format!("`{shown}` {why}; {advice}"));
        Ok(Outcome::Rejected)
    }

    fn write(
        &self,
        folder: &Folder,
        document: &Document,
        project: &Project,
        state: &State,
    ) -> Result<Outcome, Outcome> {
        let is_later = matches!(state, State::Generated(_) | State::Unreadable(_));
        let written = write::write(folder, project, !is_later || self.force).map_err(fail)?;
        let mut people = output::stderr();
        people.write(guide::outcome(folder, &written, is_later).as_bytes());
        if let Some(before) = state.manifest() {
            let after = Manifest::of(&project.server, before.asked_transports);
            let earlier = Options {
                name: Some(before.package.clone()),
                transports: Some(before.transports),
                source: project.server.source.clone(),
            };
            let settings_differ =
                before.package != after.package || before.transports != after.transports;
            if settings_differ {
                let earlier = generate::rust(document, &earlier);
                people.write(guide::by_hand(&earlier, project).as_bytes());
            }
            people.write(guide::functions(&after.since(before), project).as_bytes());
        }
        Ok(people.finish())
    }
}

/// Says why the job could not be done.
fn fail(reason: String) -> Outcome {
    output::complain(&reason);
    Outcome::Failed
}

/// `path` below `root`, in the way of the platform.
fn below(root: &Path, path: &str) -> PathBuf {
    path.split('/')
        .fold(root.to_owned(), |at, part| at.join(part))
}
