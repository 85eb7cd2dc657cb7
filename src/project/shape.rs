//! Where a document has objects of its own, as far as projection must know them.
//!
//! Everything that is not named here is carried as it is: schemas, payloads, `_meta`, annotations,
//! Security Requirements and the values of extensions. A `protocolVersions` or `x-*` member in
//! there means nothing to a projection (§14.2, §14.5).

use crate::document::Namespace;

/// A kind of object that the specification defines. All of them may carry extensions (§14.2).
#[derive(Debug)]
pub(super) struct Shape {
    /// How it takes part in protocol scopes.
    pub role: Role,
    /// Whether it must not be left without members.
    pub non_empty: bool,
    /// The members in which further objects or references stand.
    pub members: &'static [(&'static str, Holds)],
}

/// How an object takes part in protocol scopes (§4.10, §12.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It belongs to whatever holds it.
    Part,
    /// It may have a scope of its own.
    Scoped,
    /// It may have a scope of its own, and is a Tool, Resource, Resource Template or Prompt.
    Primitive,
}

/// What stands in a member.
#[derive(Debug)]
pub(super) struct Holds {
    /// Whether it is a collection of such values, in an array or by name.
    pub many: bool,
    /// Whether the collection is a component namespace.
    pub components: bool,
    /// The namespace, where a Reference Object may take the value's place (§17.3).
    pub reference: Option<Namespace>,
    /// What the value itself is, where it is an object of the specification's own.
    pub shape: Option<&'static Shape>,
    /// What the order of the array means.
    pub order: Order,
}

/// What the order of an array means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Something, or nobody can tell.
    Kept,
    /// Nothing; entries of one document and revision are told apart by this member, if by any.
    Free(Option<&'static str>),
    /// Nothing, in no array however deep; nor do repetitions (§7.3).
    Sets,
}

impl Shape {
    /// What stands in the member `key`.
    pub(super) fn member(&self, key: &str) -> Option<&'static Holds> {
        let (_, holds) = self.members.iter().find(|(name, _)| *name == key)?;
        Some(holds)
    }
}

const fn one(shape: &'static Shape) -> Holds {
    Holds {
        many: false,
        components: false,
        reference: None,
        shape: Some(shape),
        order: Order::Kept,
    }
}

const fn many(shape: &'static Shape) -> Holds {
    Holds {
        many: true,
        ..one(shape)
    }
}

/// Declarations, told apart by a member if by any.
const fn declarations(shape: &'static Shape, identity: Option<&'static str>) -> Holds {
    Holds {
        order: Order::Free(identity),
        ..many(shape)
    }
}

/// Named examples, each written here or referred to.
const fn examples(namespace: Namespace) -> Holds {
    Holds {
        reference: Some(namespace),
        ..many(&PLAIN)
    }
}

/// An embedded schema, written here or referred to.
const SCHEMA: Holds = Holds {
    many: false,
    components: false,
    reference: Some(Namespace::Schemas),
    shape: None,
    order: Order::Kept,
};

/// Security Requirements (§7.3), or the tags of a primitive.
const SETS: Holds = Holds {
    many: false,
    components: false,
    reference: None,
    shape: None,
    order: Order::Sets,
};

const fn components(namespace: Namespace) -> Holds {
    Holds {
        components: true,
        ..examples(namespace)
    }
}

const fn object(members: &'static [(&'static str, Holds)]) -> Shape {
    Shape {
        role: Role::Part,
        non_empty: false,
        members,
    }
}

const fn scoped(members: &'static [(&'static str, Holds)]) -> Shape {
    Shape {
        role: Role::Scoped,
        ..object(members)
    }
}

const fn primitive(members: &'static [(&'static str, Holds)]) -> Shape {
    Shape {
        role: Role::Primitive,
        ..object(members)
    }
}

/// An object with nothing below it that matters here.
static PLAIN: Shape = object(&[]);

/// The root object (§3.2).
pub(super) static ROOT: Shape = object(&[
    ("info", one(&INFO)),
    ("transports", declarations(&TRANSPORT, None)),
    ("securitySchemes", many(&SECURITY_SCHEME)),
    ("security", SETS),
    ("components", one(&COMPONENTS)),
    ("capabilities", declarations(&CAPABILITIES, None)),
    ("tools", declarations(&TOOL, Some("name"))),
    ("resources", declarations(&RESOURCE, Some("uri"))),
    (
        "resourceTemplates",
        declarations(&RESOURCE_TEMPLATE, Some("uriTemplate")),
    ),
    ("prompts", declarations(&PROMPT, Some("name"))),
    ("tags", many(&PLAIN)),
]);

static INFO: Shape = object(&[
    ("icons", many(&PLAIN)),
    ("contact", one(&PLAIN)),
    ("license", one(&PLAIN)),
]);

static TRANSPORT: Shape = scoped(&[("security", SETS)]);

static SECURITY_SCHEME: Shape = object(&[("flows", one(&FLOWS))]);

static FLOWS: Shape = object(&[
    ("implicit", one(&PLAIN)),
    ("password", one(&PLAIN)),
    ("clientCredentials", one(&PLAIN)),
    ("authorizationCode", one(&PLAIN)),
]);

static CAPABILITIES: Shape = scoped(&[
    ("tools", one(&PLAIN)),
    ("resources", one(&PLAIN)),
    ("prompts", one(&PLAIN)),
]);

static CLIENT_REQUIREMENTS: Shape = Shape {
    non_empty: true,
    ..object(&[])
};

static ELICITATION: Shape = scoped(&[("requestedSchema", SCHEMA)]);

static TOOL: Shape = primitive(&[
    ("inputSchema", SCHEMA),
    ("outputSchema", SCHEMA),
    ("icons", many(&PLAIN)),
    ("examples", examples(Namespace::ToolExamples)),
    ("interactionExamples", many(&INTERACTION)),
    ("elicitations", declarations(&ELICITATION, Some("name"))),
    ("clientRequirements", one(&CLIENT_REQUIREMENTS)),
    ("security", SETS),
    ("tags", SETS),
]);

static INTERACTION: Shape = object(&[("steps", many(&PLAIN))]);

static RESOURCE: Shape = primitive(&[
    ("icons", many(&PLAIN)),
    ("examples", examples(Namespace::ResourceExamples)),
    ("elicitations", declarations(&ELICITATION, Some("name"))),
    ("clientRequirements", one(&CLIENT_REQUIREMENTS)),
    ("security", SETS),
    ("tags", SETS),
]);

static RESOURCE_TEMPLATE: Shape = primitive(&[
    ("icons", many(&PLAIN)),
    ("examples", examples(Namespace::ResourceTemplateExamples)),
    ("completionExamples", many(&COMPLETION)),
    ("elicitations", declarations(&ELICITATION, Some("name"))),
    ("clientRequirements", one(&CLIENT_REQUIREMENTS)),
    ("security", SETS),
    ("tags", SETS),
]);

static PROMPT: Shape = primitive(&[
    ("arguments", many(&PLAIN)),
    ("icons", many(&PLAIN)),
    ("examples", examples(Namespace::PromptExamples)),
    ("completionExamples", many(&COMPLETION)),
    ("elicitations", declarations(&ELICITATION, Some("name"))),
    ("clientRequirements", one(&CLIENT_REQUIREMENTS)),
    ("security", SETS),
    ("tags", SETS),
]);

static COMPLETION: Shape = object(&[("argument", one(&PLAIN)), ("context", one(&PLAIN))]);

pub(super) static COMPONENTS: Shape = Shape {
    non_empty: true,
    ..object(&[
        (
            "schemas",
            Holds {
                shape: None,
                ..components(Namespace::Schemas)
            },
        ),
        ("toolExamples", components(Namespace::ToolExamples)),
        ("resourceExamples", components(Namespace::ResourceExamples)),
        (
            "resourceTemplateExamples",
            components(Namespace::ResourceTemplateExamples),
        ),
        ("promptExamples", components(Namespace::PromptExamples)),
    ])
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::structure::{MODEL, Node, Rest};

    /// What may stand at a place, with every case of it.
    fn cases(node: &'static Node) -> Vec<&'static Node> {
        let mut nodes = vec![node];
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            let cases = node.cases.iter();
            let more: Vec<_> = cases
                .flat_map(|it| [it.then, it.otherwise])
                .flatten()
                .collect();
            nodes.extend(more.into_iter().map(|id| &MODEL[id]));
            at += 1;
        }
        nodes
    }

    struct Comparison {
        seen: HashSet<(*const Node, Option<*const Shape>)>,
        differences: Vec<String>,
    }

    impl Comparison {
        fn place(&mut self, path: &str, node: &'static Node, shape: Option<&'static Shape>) {
            if !self.seen.insert((node, shape.map(std::ptr::from_ref))) {
                return;
            }
            let nodes = cases(node);
            if nodes.iter().any(|it| it.extensible) != shape.is_some() {
                self.differences.push(path.to_owned());
            }
            for property in nodes.iter().flat_map(|it| &it.properties) {
                let holds = shape.and_then(|it| it.member(property.name));
                self.member(
                    &format!("{path}.{}", property.name),
                    &MODEL[property.node],
                    holds,
                );
            }
            for entry in entries(&nodes) {
                self.place(&format!("{path}[]"), entry, None);
            }
        }

        fn member(&mut self, path: &str, node: &'static Node, holds: Option<&'static Holds>) {
            let shape = holds.and_then(|it| it.shape);
            if holds.is_some_and(|it| it.many) {
                for entry in entries(&cases(node)) {
                    self.place(&format!("{path}[]"), entry, shape);
                }
            } else {
                self.place(path, node, shape);
            }
        }
    }

    fn entries(nodes: &[&'static Node]) -> Vec<&'static Node> {
        let each = |node: &&Node| match node.rest {
            Rest::Each(id) => Some(id),
            _ => None,
        };
        let ids = nodes.iter().flat_map(|it| [it.items, each(it)]);
        ids.flatten().map(|id| &MODEL[id]).collect()
    }

    #[test]
    fn extensions_are_known_wherever_the_structure_takes_them_and_nowhere_else() {
        let mut comparison = Comparison {
            seen: HashSet::new(),
            differences: Vec::new(),
        };
        comparison.place("", MODEL.root(), Some(&ROOT));
        // The icons of a resource link, and a Tool offered to a model, are parts of carried
        // payloads: their members are not ours to take away (§14.2).
        let payloads = [
            ".components.toolExamples[].result.content[].icons[]",
            ".tools[].interactionExamples[].steps[].request.tools[]",
        ];
        assert_eq!(comparison.differences, payloads);
    }
}
