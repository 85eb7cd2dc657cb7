//! The `mcpdesc` program.
fn main() {}
