//! Generated servers, built and run. This takes minutes, most of them for what the servers depend
//! on, and needs the package registry.

mod access;
mod client;
mod end_to_end;
mod gallery;
mod messages;
#[cfg(unix)]
mod quick_start;
mod workshop;
mod workspace;
