//! Drives the library and the program as their users would; one module a subject.

<<<<<<< HEAD
mod cli;
=======
mod caps;
>>>>>>> b78fb62 (Check elicitations and their forms by revision; test capabilities against MCP's schemas)
mod conformance;
mod declared;
mod formats;
mod human;
mod json_reader;
mod rules;
mod shared;
mod twins;
