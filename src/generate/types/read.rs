//! From schemas to types.

use super::model::{Body, Field, Presence, Type};
use super::{Role, Types};
use crate::document::Cursor;
use crate::generate::docs;
use crate::generate::names::Names;

impl<'t> Types<'t> {
    /// The type of a whole schema.
    pub(super) fn read_root(&mut self, module: usize, role: Role, schema: Cursor<'t>) -> Type {
        let Some(properties) = schema.get("properties") else {
            return Type::Json;
        };
        let required: Vec<_> = schema
            .get("required")
            .into_iter()
            .flat_map(Cursor::elements)
            .filter_map(Cursor::as_str)
            .collect();
        let mut names = Names::new();
        let fields = properties.members().map(|(name, property)| Field {
            name: names.field(name),
            original: name.to_owned(),
            ty: match property.str("type") {
                Some("string") => Type::Text,
                Some("boolean") => Type::Bool,
                Some("integer") => Type::Integer("i64"),
                Some("number") => Type::Number,
                _ => Type::Json,
            },
            presence: match required.contains(&name) {
                true => Presence::Required,
                false => Presence::Optional,
            },
            docs: docs::lines(property.str("description").unwrap_or_default()),
        });
        let fields = fields.collect();
        let docs = docs::lines(schema.str("description").unwrap_or_default());
        let body = Body::Struct {
            fields,
            extra: None,
        };
        Type::Item(self.add(module, role.as_str(), docs, body))
    }
}
