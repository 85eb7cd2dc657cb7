//! A field of a form, read as far as it can be.

use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::mcp::FieldKind;

/// A property of a form schema whose kind is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'t> {
    /// The property schema.
    pub cursor: Cursor<'t>,
    /// What it asks for.
    pub kind: FieldKind,
}

impl<'t> Field<'t> {
    /// Reads a property schema; `None` where it is none that forms can have.
    pub fn read(cursor: Cursor<'t>) -> Option<Self> {
        let kind = FieldKind::of(
            cursor.str("type")?,
            cursor.get("enum").is_some(),
            // Beside `enum` it is no member of the field, which the structure rules report.
            cursor.get("oneOf").is_some() && cursor.get("enum").is_none(),
        )?;
        Some(Self { cursor, kind })
    }

    /// The text that makes it a field of its kind.
    pub fn kind_place(self) -> Place {
        let (key, written) = match self.kind {
            FieldKind::TitledChoice => ("oneOf", self.cursor.get("oneOf").map(Cursor::key_place)),
            FieldKind::Choice => ("enum", self.cursor.get("enum").map(Cursor::key_place)),
            _ => ("type", self.cursor.get("type").map(Cursor::place)),
        };
        written.unwrap_or_else(|| self.cursor.missing(key))
    }

    /// The values to choose from; `None` for fields without choices, and where a choice cannot be
    /// read or may be missing.
    pub fn choices(self) -> Option<Vec<&'t str>> {
        match self.kind {
            FieldKind::Choice => strings(self.cursor.get("enum")?),
            FieldKind::TitledChoice => options(self.cursor.get("oneOf")?),
            FieldKind::Choices => {
                let items = self.cursor.get("items")?;
                match items.get("enum") {
                    Some(values) => strings(values),
                    None => options(items.get("anyOf")?),
                }
            }
            _ => None,
        }
    }
}

fn strings(array: Cursor<'_>) -> Option<Vec<&str>> {
    complete(array)?.elements().map(Cursor::as_str).collect()
}

fn options(array: Cursor<'_>) -> Option<Vec<&str>> {
    complete(array)?
        .elements()
        .map(|it| it.str("const"))
        .collect()
}

/// The array, unless some of it may be unread.
fn complete(array: Cursor<'_>) -> Option<Cursor<'_>> {
    (array.value().is_array() && !array.is_cut()).then_some(array)
}
