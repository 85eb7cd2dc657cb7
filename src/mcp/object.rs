//! Object types of MCP and the members that the revisions define for them.

use super::{Revision, Revisions};

/// A member of an MCP object type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// The revisions that define it.
    pub defined: Revisions,
    /// Those that demand it.
    pub required: Revisions,
}

impl Member {
    /// A member that may be left out, defined from `first` on.
    pub(super) const fn optional(name: &'static str, first: Revision) -> Self {
        Self {
            name,
            defined: Revisions::since(first),
            required: Revisions::NONE,
        }
    }

    /// A member that must be there, defined from `first` on.
    pub(super) const fn required(name: &'static str, first: Revision) -> Self {
        Self {
            name,
            defined: Revisions::since(first),
            required: Revisions::since(first),
        }
    }
}

/// An object type of MCP. Its objects may have further members, which MCP leaves open.
#[derive(Debug, PartialEq, Eq)]
pub struct ObjectType {
    /// Its name in MCP's schemas.
    pub name: &'static str,
    /// What it defines, required members first.
    pub members: &'static [Member],
}

impl ObjectType {
    /// The member of this name.
    pub fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}
