//! Drives the library and the program as their users would; one module a subject.

mod conformance;
mod formats;
mod shared;
mod twins;
