//! What the commands that turn one document into another text share.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use mcpdesc::diagnostic::Diagnostic;
use mcpdesc::report::human::Renderer;
use mcpdesc::source::{self, Draft, Format, SourceText};
use mcpdesc::{Loaded, Options, Report};

use super::Outcome;
use super::files::Input;
use super::output;
use super::terminal::{self, Color};

/// A serialization, as a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    Json,
    Yaml,
}

impl From<OutputFormat> for Format {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Json => Self::Json,
            OutputFormat::Yaml => Self::Yaml,
        }
    }
}

/// A text that was read.
pub(super) struct Source {
    pub name: String,
    pub loaded: Loaded,
    pub options: Options,
}

impl Source {
    /// Reads a file, or standard input for `-`; says why where it cannot.
    pub(super) fn read(path: &Path) -> Result<Self, Outcome> {
        let input = if path.as_os_str() == "-" {
            Input::Stdin(PathBuf::from("<stdin>"))
        } else {
            Input::File(path.to_owned())
        };
        let options = Options {
            format: input.format(),
            ..Options::default()
        };
        let bytes = input.read(options.limits.bytes).map_err(|reason| {
            output::complain(&reason);
            Outcome::Failed
        })?;
        Ok(Self {
            name: input.name(),
            loaded: mcpdesc::load(bytes, &options),
            options,
        })
    }

    /// Reads a document that has no errors; shows what is wrong where it has some.
    pub(super) fn read_valid(path: &Path) -> Result<Self, Outcome> {
        let source = Self::read(path)?;
        let report = mcpdesc::check(&source.loaded, &source.options);
        if report.valid {
            Ok(source)
        } else {
            Err(source.reject(&report))
        }
    }

    /// The serialization it was read as.
    pub(super) fn format(&self) -> Format {
        self.loaded.tree().format()
    }

    /// Shows the findings of an invalid document.
    pub(super) fn reject(&self, report: &Report) -> Outcome {
        show(&self.name, self.loaded.source(), &report.diagnostics);
        output::complain(&format!(
            "`{}` has errors, so nothing was written",
            self.name
        ));
        Outcome::Rejected
    }

    /// `NAME:LINE:COLUMN` of a byte of the text.
    pub(super) fn position(&self, offset: u32) -> String {
        let at = self.loaded.source().position(offset);
        format!("{}:{}:{}", self.name, at.line, at.column)
    }
}

/// Shows findings to people.
pub(super) fn show(name: &str, text: &SourceText, diagnostics: &[Diagnostic]) {
    let renderer = Renderer::new(terminal::style(Color::Auto));
    let mut people = output::stderr();
    for diagnostic in diagnostics {
        people.write(renderer.render(name, text, diagnostic).as_bytes());
        people.write(b"\n");
    }
    people.finish();
}

/// Writes a draft to `out`, or to standard output without one or for `-`.
pub(super) fn deliver(draft: &Draft<'_>, format: Format, out: Option<&Path>) -> Outcome {
    let text = source::write(draft, format);
    match out.filter(|path| path.as_os_str() != "-") {
        None => output::print(text.as_bytes()),
        Some(path) => match replace(path, text.as_bytes()) {
            Ok(()) => Outcome::Fine,
            Err(error) => {
                output::complain(&format!("cannot write `{}`: {error}", path.display()));
                Outcome::Failed
            }
        },
    }
}

/// Writes a file as a whole or not at all: into a new file beside it, which then takes its name.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|it| !it.is_file()) {
        // A pipe or a device has no contents to keep whole.
        return fs::write(path, bytes);
    }
    if existing
        .as_ref()
        .is_some_and(|it| it.permissions().readonly())
    {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "it is read-only",
        ));
    }
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(beside);
    let written =
        write_new(&beside, bytes, existing.as_ref()).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // What is wrong is being reported; a file that was never made needs no removal.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(like) = like {
        file.set_permissions(like.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}
