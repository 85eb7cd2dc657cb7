//! The capabilities that each revision defines for clients and servers.

use super::{Revision, Revisions};

const V2025: Revisions = Revisions::only(Revision::V2025_11_25);
const V2026: Revisions = Revisions::only(Revision::V2026_07_28);
const BEFORE_2026: Revisions = Revisions::before(Revision::V2026_07_28);
const SINCE_2025_11: Revisions = Revisions::since(Revision::V2025_11_25);

/// A capability, or a member inside one.
#[derive(Debug)]
pub struct Capability {
    /// Its key.
    pub name: &'static str,
    /// The revisions that define it.
    pub revisions: Revisions,
    /// The revisions in which it is deprecated.
    pub deprecated: Revisions,
    /// What it holds.
    pub value: CapabilityValue,
}

impl Capability {
    /// The members in it that some revision defines.
    pub fn members(&self) -> &'static [Self] {
        match self.value {
            CapabilityValue::Object { members, .. } => members,
            CapabilityValue::Flag => &[],
        }
    }
}

/// What a capability holds.
#[derive(Debug)]
pub enum CapabilityValue {
    /// `true` or `false`.
    Flag,
    /// An object.
    Object {
        /// The revisions in which it may hold anything beyond the members below.
        open: Revisions,
        /// The members that some revision defines.
        members: &'static [Capability],
    },
}

/// An object that may hold anything.
const MARKER: CapabilityValue = CapabilityValue::Object {
    open: Revisions::ALL,
    members: &[],
};

const fn capability(
    name: &'static str,
    revisions: Revisions,
    deprecated: Revisions,
    value: CapabilityValue,
) -> Capability {
    Capability {
        name,
        revisions,
        deprecated,
        value,
    }
}

const fn object(members: &'static [Capability], open: Revisions) -> CapabilityValue {
    CapabilityValue::Object { open, members }
}

/// The client capability at the end of `path`, which leads from the outermost one inwards; `None`
/// where no revision defines it.
pub fn client_capability(path: &[&str]) -> Option<&'static Capability> {
    let (last, around) = path.split_last()?;
    let members = match around {
        [] => CLIENT_CAPABILITIES,
        _ => client_capability(around)?.members(),
    };
    members.iter().find(|it| it.name == *last)
}

/// The core capabilities of clients; others may be named freely in every revision.
pub static CLIENT_CAPABILITIES: &[Capability] = &[
    capability(
        "roots",
        Revisions::ALL,
        V2026,
        object(ROOTS, Revisions::NONE),
    ),
    capability(
        "sampling",
        Revisions::ALL,
        V2026,
        object(SAMPLING, Revisions::before(Revision::V2025_11_25)),
    ),
    capability(
        "elicitation",
        Revisions::since(Revision::V2025_06_18),
        Revisions::NONE,
        object(ELICITATION, Revisions::only(Revision::V2025_06_18)),
    ),
    capability(
        "tasks",
        V2025,
        Revisions::NONE,
        object(TASKS, Revisions::NONE),
    ),
    capability("extensions", V2026, Revisions::NONE, MARKER),
    capability("experimental", Revisions::ALL, Revisions::NONE, MARKER),
];

const ROOTS: &[Capability] = &[capability(
    "listChanged",
    BEFORE_2026,
    Revisions::NONE,
    CapabilityValue::Flag,
)];

/// Context inclusion was already discouraged when 2025-11-25 gave it a name.
const SAMPLING: &[Capability] = &[
    capability("context", SINCE_2025_11, SINCE_2025_11, MARKER),
    capability("tools", SINCE_2025_11, V2026, MARKER),
];

const ELICITATION: &[Capability] = &[
    capability("form", SINCE_2025_11, Revisions::NONE, MARKER),
    capability("url", SINCE_2025_11, Revisions::NONE, MARKER),
];

const TASKS: &[Capability] = &[
    capability("list", V2025, Revisions::NONE, MARKER),
    capability("cancel", V2025, Revisions::NONE, MARKER),
    capability(
        "requests",
        V2025,
        Revisions::NONE,
        object(TASK_REQUESTS, Revisions::NONE),
    ),
];

const TASK_REQUESTS: &[Capability] = &[
    capability(
        "sampling",
        V2025,
        Revisions::NONE,
        object(
            &[capability("createMessage", V2025, Revisions::NONE, MARKER)],
            Revisions::NONE,
        ),
    ),
    capability(
        "elicitation",
        V2025,
        Revisions::NONE,
        object(
            &[capability("create", V2025, Revisions::NONE, MARKER)],
            Revisions::NONE,
        ),
    ),
];

/// The revisions whose servers may offer argument completion.
pub const SERVER_COMPLETIONS: Revisions = Revisions::since(Revision::V2025_03_26);
/// The revisions whose servers may offer core tasks.
pub const SERVER_TASKS: Revisions = V2025;
/// The revisions that negotiate extensions formally.
pub const SERVER_EXTENSIONS: Revisions = V2026;
/// The revisions in which server logging is deprecated.
pub const SERVER_LOGGING_DEPRECATED: Revisions = V2026;
