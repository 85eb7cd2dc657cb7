//! The forms that each revision lets a server ask users to fill in.

use super::{Revision, Revisions};

/// The revisions that define elicitation.
pub const ELICITATION: Revisions = Revisions::since(Revision::V2025_06_18);

/// The revisions whose forms may name their dialect with `$schema`.
pub const FORM_DIALECT: Revisions = SINCE_2025_11;

/// The revisions in which the answer to a form may hold arrays of strings.
pub const FORM_ANSWER_ARRAYS: Revisions = SINCE_2025_11;

/// The string formats of form fields.
pub const FORM_FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

const SINCE_2025_11: Revisions = Revisions::since(Revision::V2025_11_25);

/// The revisions that define an elicitation mode; `None` for modes that no revision has.
pub fn elicitation_mode(mode: &str) -> Option<Revisions> {
    match mode {
        "form" => Some(ELICITATION),
        "url" => Some(SINCE_2025_11),
        _ => None,
    }
}

/// The kinds of form fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Free text.
    Text,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// Yes or no.
    Boolean,
    /// One of the strings of `enum`, perhaps with `enumNames`.
    Choice,
    /// One of the options of `oneOf`, each with a title.
    TitledChoice,
    /// Some of the choices of `items`.
    Choices,
}

impl FieldKind {
    /// The kind of a field by its `type` and by which of `enum` and `oneOf` it has.
    pub fn of(field_type: &str, has_enum: bool, has_one_of: bool) -> Option<Self> {
        match field_type {
            "string" if has_one_of => Some(Self::TitledChoice),
            "string" if has_enum => Some(Self::Choice),
            "string" => Some(Self::Text),
            "number" => Some(Self::Number),
            "integer" => Some(Self::Integer),
            "boolean" => Some(Self::Boolean),
            "array" => Some(Self::Choices),
            _ => None,
        }
    }

    /// What people call it, for messages.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Text => "a text field",
            Self::Number | Self::Integer => "a number field",
            Self::Boolean => "a boolean field",
            Self::Choice => "an `enum` field",
            Self::TitledChoice => "a single choice with titles (`oneOf`)",
            Self::Choices => "a multiple choice (`type: array`)",
        }
    }

    /// The revisions that define the kind.
    pub fn revisions(self) -> Revisions {
        match self {
            Self::TitledChoice | Self::Choices => SINCE_2025_11,
            _ => ELICITATION,
        }
    }

    /// The revisions in which a field of this kind may have a `default`.
    pub fn default_revisions(self) -> Revisions {
        match self {
            Self::Boolean => ELICITATION,
            _ => SINCE_2025_11,
        }
    }

    /// The keywords a field of this kind may have besides `type`, `title`, `description` and
    /// `default`.
    pub fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["minLength", "maxLength", "format"],
            Self::Number | Self::Integer => &["minimum", "maximum"],
            Self::Boolean => &[],
            Self::Choice => &["enum", "enumNames"],
            Self::TitledChoice => &["oneOf"],
            Self::Choices => &["items", "minItems", "maxItems"],
        }
    }
}
