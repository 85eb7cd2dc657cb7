//! Rust types, before they are written down.

/// A type in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// Anything: `serde_json::Value`.
    Json,
    /// Any object.
    JsonObject,
    Null,
    Bool,
    Text,
    /// An integer of this primitive type.
    Integer(&'static str),
    /// A double.
    Number,
    /// A number that needs more than 64 bits.
    BigNumber,
    List(Box<Type>),
    Map(Box<Type>),
    Tuple(Vec<Type>),
    Nullable(Box<Type>),
    /// A type with a name.
    Item(ItemId),
    /// The same, on a cycle that has no end without an indirection.
    Boxed(ItemId),
}

/// The position of an item among all of them.
pub(super) type ItemId = usize;

/// A type with a name.
#[derive(Debug)]
pub(super) struct Item {
    /// The module's position.
    pub module: usize,
    pub name: String,
    pub docs: Vec<String>,
    pub body: Body,
}

#[derive(Debug)]
pub(super) enum Body {
    Struct {
        fields: Vec<Field>,
        extra: Option<Extra>,
    },
    /// Texts.
    Enum(Vec<Variant>),
    /// Structs told apart by the member `tag`, or without one, kinds of values.
    Union {
        tag: Option<String>,
        variants: Vec<(Variant, Type)>,
    },
    /// Another name of a type.
    Alias(Type),
    /// A type that contains itself without being any of the above.
    Newtype(Type),
}

#[derive(Debug)]
pub(super) struct Field {
    pub name: String,
    /// The member.
    pub original: String,
    pub ty: Type,
    pub presence: Presence,
    pub docs: Vec<String>,
}

/// The field that holds all members without one of their own.
#[derive(Debug)]
pub(super) struct Extra {
    pub name: String,
    /// The type of each.
    pub ty: Type,
    pub docs: Vec<String>,
}

/// Whether a member must be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    Optional,
    /// It stands for the value of this expression where it is absent.
    Default(Literal),
}

/// A default, as Rust code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literal {
    /// The expression.
    pub code: String,
    /// Whether the type's own default is the same.
    pub is_natural: bool,
}

#[derive(Debug)]
pub(super) struct Variant {
    pub name: String,
    /// The text.
    pub original: String,
    pub docs: Vec<String>,
}
