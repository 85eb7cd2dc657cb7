//! Values to start from where something is to be written: what a schema admits, what a URI template
//! stands for, and what named examples hold.

mod examples;
mod schema;
mod steps;
mod uri;

#[cfg(feature = "lsp")]
pub(crate) use examples::tool_result;
pub(crate) use examples::{
    completion_result, demanded, prompt_arguments, prompt_result, read_result, tool_input,
    tool_success,
};
pub(crate) use schema::sample;
pub(crate) use steps::step;
pub(crate) use uri::expand;
