//! Drives the library and the program as their users would; one module a subject.

mod caps;
mod cli;
mod conformance;
mod convert;
mod declared;
mod document;
mod embedded;
mod examples;
mod fix;
mod folder;
mod formats;
mod generate;
mod human;
mod interactions;
mod json_reader;
#[cfg(feature = "lsp")]
mod lsp;
mod merge;
mod names;
mod one_fault;
mod payload_oracle;
mod program;
mod project;
mod properties;
mod random;
mod rules;
mod shared;
mod source_cases;
mod structure;
mod twins;
mod yaml_reader;
mod yaml_recovery;
mod yaml_suite;
