//! What a projection left out, and why.

use std::fmt;

use crate::document::Cursor;
use crate::mcp::Revision;

/// A part of the document that the result does not have.
#[derive(Debug, Clone, Copy)]
pub struct LeftOut<'t> {
    /// The part, at its place in the source.
    pub at: Cursor<'t>,
    /// The reason.
    pub why: Why,
}

/// Why something was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Its effective protocol scope lacks the revision (§4.10).
    OutOfScope(Revision),
    /// It is a specification extension (§14), which was to be removed or has no place in MCP.
    Extension,
    /// It is a component that nothing kept refers to (§17.5).
    Unused,
    /// It belongs to MCP Description; the MCP object of this name has no such member in any
    /// revision.
    Metadata(&'static str),
    /// The revision does not define it for the MCP object of this name.
    Undefined(&'static str, Revision),
    /// It is an experimental capability with a value that no revision allows there.
    NotAnObject,
}

impl fmt::Display for LeftOut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.at.path();
        match self.why {
            Why::OutOfScope(revision) => {
                write!(f, "`{path}` is not declared for MCP {revision} (§4.10)")
            }
            Why::Extension => write!(f, "`{path}` is a specification extension (§14)"),
            Why::Unused => write!(f, "`{path}` is used by nothing that is kept (§17.5)"),
            Why::Metadata(object) => write!(
                f,
                "`{path}` belongs to the description; MCP has no such member in `{object}`"
            ),
            Why::Undefined(object, revision) => write!(
                f,
                "`{path}` is not sent, because MCP {revision} does not define it for `{object}`"
            ),
            Why::NotAnObject => {
                write!(f, "`{path}` is not sent, because MCP wants an object there")
            }
        }
    }
}
