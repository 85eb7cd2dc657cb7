//! Several descriptions of one server made one, and when two mean the same.

mod conflicts;
mod generated;
mod program;
mod results;
mod same;

use mcpdesc::mcp::Revision;
use mcpdesc::project::{self, Conflict, Unmerged, ViewOptions};
use mcpdesc::source::{self, Format};
use mcpdesc::{Loaded, Options};
use serde_json::Value;

use crate::document::load;
use crate::project::{document, valid};

/// The merged document as JSON text, or the conflicts.
fn merge(inputs: &[&Loaded]) -> Result<String, Vec<Conflict>> {
    match project::merge(inputs, &Options::default()) {
        Ok(draft) => Ok(source::write(&draft, Format::Json)),
        Err(Unmerged::Conflicts(conflicts)) => Err(conflicts),
        Err(other) => panic!("{other:#?}"),
    }
}

/// The merged document, which is valid.
fn merged(inputs: &[&Loaded]) -> Loaded {
    let text = merge(inputs).unwrap_or_else(|conflicts| panic!("{conflicts:#?}"));
    let (loaded, report) = load(&text, Format::Json);
    assert!(report.valid, "{:#?}\n{text}", report.diagnostics);
    loaded
}

fn merged_json(inputs: &[Value]) -> Value {
    let inputs: Vec<_> = inputs.iter().map(valid).collect();
    let text = merge(&inputs.iter().collect::<Vec<_>>());
    serde_json::from_str(&text.unwrap_or_else(|conflicts| panic!("{conflicts:#?}"))).unwrap()
}

fn view(loaded: &Loaded, revision: Revision) -> Loaded {
    let draft = project::view(document(loaded), revision, &ViewOptions::default());
    load(source::write(&draft, Format::Json), Format::Json).0
}

/// The views of all revisions, oldest first.
fn views(loaded: &Loaded) -> Vec<Loaded> {
    let revisions = document(loaded).scope().unwrap();
    revisions.iter().map(|it| view(loaded, it)).collect()
}

fn equivalent(one: &Loaded, other: &Loaded) -> bool {
    project::equivalent(document(one), document(other))
}

/// Asserts the invariant of §4.13: the merged document shows every revision as the inputs do.
fn assert_faithful(merged: &Loaded, inputs: &[&Loaded]) {
    for input in inputs {
        for revision in document(input).scope().unwrap().iter() {
            assert!(
                equivalent(&view(merged, revision), &view(input, revision)),
                "{revision}\n{}\n{}",
                merged.source().as_str(),
                input.source().as_str()
            );
        }
    }
}
