//! Generated servers, built and run. This takes minutes, most of them for what the servers depend
//! on, so `cargo test` leaves it out: `cargo test --test generated` runs it, and so does `.ci/run`.

mod client;
mod end_to_end;
mod gallery;
#[cfg(unix)]
mod quick_start;
mod workspace;
