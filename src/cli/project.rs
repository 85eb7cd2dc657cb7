//! `mcpdesc project`: one revision of a document, as a view or as the results servers send.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use mcpdesc::document::Document;
use mcpdesc::mcp::Revision;
use mcpdesc::project::{
    self, AnswerOptions, CacheScope, LeftOut, Method, Page, Refused, Unanswered, View, ViewOptions,
};
use mcpdesc::source::Format;

use super::Outcome;
use super::output;
use super::transform::{OutputFormat, Source, deliver, show};

/// Shows one revision of a document, as a view of it or as the results servers send.
///
/// Without --protocol, tells what the views of all its revisions hold.
#[derive(Args)]
pub(super) struct Project {
    /// The document, or `-` for standard input
    file: PathBuf,
    /// The MCP revision
    #[arg(long, value_name = "REVISION", value_parser = revisions())]
    protocol: Option<Revision>,
    /// Write the result that a server of the revision sends for this request
    #[arg(long = "as", value_name = "METHOD", value_parser = methods(), requires = "protocol")]
    method: Option<Method>,
    /// Remove components that nothing in the view uses
    #[arg(long, requires = "protocol", conflicts_with = "method")]
    prune: bool,
    /// Remove specification extensions (x-…) wherever they are such
    #[arg(long, requires = "protocol", conflicts_with = "method")]
    strip_extensions: bool,
    /// For how many milliseconds the result may be cached (2026-07-28 only)
    #[arg(long, value_name = "MS", requires = "method")]
    ttl_ms: Option<u64>,
    /// Who may share a cached result (2026-07-28 only) [default: private]
    #[arg(long, value_enum, value_name = "SCOPE", requires = "method")]
    cache_scope: Option<Sharing>,
    /// Write one page of the list, with at most this many entries
    #[arg(long, value_name = "N", requires = "method")]
    page_size: Option<NonZeroUsize>,
    /// The page to write: the `nextCursor` of the page before [default: the first]
    #[arg(long, value_name = "CURSOR", requires = "page_size")]
    cursor: Option<String>,
    /// Tell on standard error what was left out, and why
    #[arg(long, requires = "protocol")]
    report: bool,
    /// What to write [default: what was read; JSON with --as]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "protocol")]
    output_format: Option<OutputFormat>,
    /// Write to this file, as a whole or not at all, instead of standard output
    #[arg(short, long, value_name = "OUT", requires = "protocol")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Sharing {
    Public,
    Private,
}

fn revisions() -> impl TypedValueParser<Value = Revision> {
    PossibleValuesParser::new(Revision::ALL.map(Revision::as_str))
        .try_map(|text| Revision::parse(&text).ok_or("not a supported revision"))
}

fn methods() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::as_str))
        .try_map(|text| Method::parse(&text).ok_or("not a known method"))
}

impl Project {
    pub(super) fn run(&self) -> Outcome {
        self.try_run().unwrap_or_else(|outcome| outcome)
    }

    fn try_run(&self) -> Result<Outcome, Outcome> {
        let Some(revision) = self.protocol else {
            let source = Source::read_valid(&self.file)?;
            return Ok(output::print(table(&source).as_bytes()));
        };
        if let Some(method) = self.method {
            self.check_method(method, revision)?;
        }
        let source = Source::read(&self.file)?;
        let view = self.view(&source, revision)?;
        let Some(method) = self.method else {
            let format = self.output_format.map_or(source.format(), Into::into);
            let outcome = deliver(&view.draft, format, self.output.as_deref());
            self.explain(&source, &view.left_out);
            return Ok(outcome);
        };
        let document = source.loaded.document().ok_or(Outcome::Rejected)?;
        self.answer(&source, document, method, revision)
    }

    /// Refuses, before anything is read, what no document can give.
    fn check_method(&self, method: Method, revision: Revision) -> Result<(), Outcome> {
        if !method.revisions().contains(revision) {
            output::complain(&Unanswered::Undefined(method, revision).to_string());
            return Err(Outcome::Failed);
        }
        let caches = self.ttl_ms.is_some() || self.cache_scope.is_some();
        if caches && !method.cacheable().contains(revision) {
            output::complain(&format!(
                "--ttl-ms and --cache-scope are ignored: MCP {revision} says nothing about caching"
            ));
        }
        Ok(())
    }

    fn view<'s>(&self, source: &'s Source, revision: Revision) -> Result<View<'s>, Outcome> {
        let options = ViewOptions {
            prune: self.prune,
            strip_extensions: self.strip_extensions,
        };
        project::project(&source.loaded, revision, &options, &source.options).map_err(|refused| {
            match refused {
                Refused::Invalid(report) => source.reject(&report),
                Refused::Undeclared(diagnostic) => {
                    show(&source.name, source.loaded.source(), &[*diagnostic]);
                    Outcome::Rejected
                }
                Refused::InvalidView(view) => {
                    let name = format!("{} for MCP {revision}", source.name);
                    show(&name, view.0.source(), &view.1.diagnostics);
                    output::complain(&format!(
                        "the view of `{}` for MCP {revision} has errors, so nothing was written",
                        source.name
                    ));
                    Outcome::Rejected
                }
            }
        })
    }

    fn answer(
        &self,
        source: &Source,
        document: &Document,
        method: Method,
        revision: Revision,
    ) -> Result<Outcome, Outcome> {
        let options = AnswerOptions {
            ttl_ms: self.ttl_ms.unwrap_or_default(),
            cache_scope: match self.cache_scope {
                Some(Sharing::Public) => CacheScope::Public,
                Some(Sharing::Private) | None => CacheScope::Private,
            },
            page: self.page_size.map(|size| Page {
                size,
                cursor: self.cursor.clone(),
            }),
            limits: source.options.limits,
        };
        let answer = match project::answer(document, method, revision, &options) {
            Ok(answer) => answer,
            Err(Unanswered::TooLarge(too_large)) => {
                let place = source.position(too_large.0.value().span().start);
                output::complain(&format!("{place}: {too_large}"));
                return Err(Outcome::Rejected);
            }
            Err(reason) => {
                output::complain(&reason.to_string());
                return Err(Outcome::Failed);
            }
        };
        let format = self.output_format.map_or(Format::Json, Into::into);
        let outcome = deliver(&answer.result, format, self.output.as_deref());
        self.explain(source, &answer.left_out);
        Ok(outcome)
    }

    fn explain(&self, source: &Source, left_out: &[LeftOut<'_>]) {
        if !self.report {
            return;
        }
        let mut people = output::stderr();
        for it in left_out {
            let value = it.at.value();
            let span = value.key().map_or(value.span(), |(_, span)| span);
            let place = source.position(span.start);
            people.write(format!("{place}: left out: {it}\n").as_bytes());
        }
        people.finish();
    }
}

/// What the view of each revision holds, in columns.
fn table(source: &Source) -> String {
    const HEAD: [&str; 8] = [
        "revision",
        "transports",
        "capabilities",
        "tools",
        "resources",
        "templates",
        "prompts",
        "elicitations",
    ];
    let contents = source.loaded.document().map(project::contents);
    let rows = contents.unwrap_or_default().into_iter().map(|it| {
        let [tools, resources, templates, prompts] = it.primitives;
        let counts = [
            it.transports,
            it.capabilities,
            tools,
            resources,
            templates,
            prompts,
            it.elicitations,
        ];
        let mut line = format!("{:<10}", it.revision.as_str());
        for (count, head) in counts.iter().zip(HEAD.iter().skip(1)) {
            line.push_str(&format!("  {count:>width$}", width = head.len()));
        }
        line + "\n"
    });
    let head = format!("{:<10}  {}\n", HEAD[0], HEAD[1..].join("  "));
    head + &rows.collect::<String>()
}
