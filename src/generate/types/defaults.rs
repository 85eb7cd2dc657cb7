//! What stands for a member that is absent.

use super::Role;
use super::model::{Body, Literal, Presence, Type};
use super::objects::append;
use super::read::Reader;
use crate::generate::literal;
use crate::schema::Part;
use crate::source::{Kind, Value};

/// The characters of a default that a comment shows.
const SHOWN: usize = 60;

impl<'t> Reader<'_, 't> {
    /// What the absence of a member means. A default counts in inputs, if it is valid; else `docs`
    /// tell it.
    pub(super) fn absence(
        &self,
        parts: &[Part<'t>],
        ty: &Type,
        docs: &mut Vec<String>,
    ) -> Presence {
        let Some((_, value)) = self.remark(parts, "default") else {
            return Presence::Optional;
        };
        let is_valid = || parts.iter().all(|it| self.schema.accepts(*it, value));
        if self.role == Role::Input
            && let Some(literal) = self.types.literal(ty, value)
            && is_valid()
        {
            return Presence::Default(literal);
        }
        let text = value.to_json().to_string();
        if text.chars().count() <= SHOWN && !text.contains('`') {
            append(docs, &format!("Default: `{text}`."));
        }
        Presence::Optional
    }
}

impl super::Types<'_> {
    /// `value` as an expression of the type `ty`; `None` where there is no simple one.
    fn literal(&self, ty: &Type, value: Value<'_>) -> Option<Literal> {
        let plain = |code: String, is_natural| Some(Literal { code, is_natural });
        match ty {
            Type::Bool => {
                let value = value.as_bool()?;
                plain(value.to_string(), !value)
            }
            Type::Integer(name) => {
                let number = value.as_number()?;
                let signed = number.as_i64().map(|it| it.to_string());
                let code = signed.or_else(|| Some(number.as_u64()?.to_string()))?;
                let fits = name.starts_with('i') || !code.starts_with('-');
                let is_natural = code == "0";
                plain(code, is_natural).filter(|_| fits)
            }
            Type::Number => {
                let number = value.as_number()?.as_f64();
                plain(format!("{number:?}"), number == 0.0)
            }
            Type::Text => {
                let text = value.as_str()?;
                plain(
                    format!("{}.to_owned()", literal::string(text)),
                    text.is_empty(),
                )
            }
            Type::Item(id) => {
                let item = self.items.get(*id)?;
                let variant = self.variant(&item.body, value)?;
                plain(format!("{}::{variant}", item.name), false)
            }
            Type::Nullable(_) if value.kind() == Kind::Null => plain("None".to_owned(), true),
            Type::Nullable(of) => {
                let inner = self.literal(of, value)?;
                plain(format!("Some({})", inner.code), false)
            }
            Type::List(_) if value.is_array() && value.is_empty() => {
                plain("Vec::new()".to_owned(), true)
            }
            Type::Map(_) | Type::JsonObject if value.is_object() && value.is_empty() => {
                plain("Default::default()".to_owned(), true)
            }
            _ => None,
        }
    }

    /// The variant of an enum that holds `value`, as an expression.
    fn variant(&self, body: &Body, value: Value<'_>) -> Option<String> {
        match body {
            Body::Enum(variants) => {
                let text = value.as_str()?;
                let variant = variants.iter().find(|it| it.original == text)?;
                Some(variant.name.clone())
            }
            Body::Union {
                tag: None,
                variants,
            } => variants.iter().find_map(|(variant, ty)| {
                let inner = self.literal(ty, value)?;
                Some(format!("{}({})", variant.name, inner.code))
            }),
            _ => None,
        }
    }
}
