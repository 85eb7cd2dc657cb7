//! Drives the library and the program as their users would; one module a subject.

mod conformance;
mod shared;
mod twins;
