//! The written form of types.

use std::sync::LazyLock;

use serde::Serialize;

use super::Module;
use super::model::{Body, Extra, Field, Item, Literal, Presence, Type, Variant};
use crate::generate::templates::{Template, Values};
use crate::generate::{docs, literal};

/// What stands above the modules.
static HEAD: &str = include_str!("../../../templates/generated/types_head.rs");

/// A function for members that may be absent, null or a value.
static GIVEN: &str = include_str!("../../../templates/generated/types_given.rs");

/// The template of this kind of items.
macro_rules! template {
    ($kind:literal) => {
        LazyLock::new(|| {
            Template::new(include_str!(concat!(
                "../../../templates/generated/types_",
                $kind,
                ".rs.hbs"
            )))
        })
    };
}

static STRUCT: LazyLock<Template> = template!("struct");
static ENUM: LazyLock<Template> = template!("enum");
static UNION: LazyLock<Template> = template!("union");
static ALIAS: LazyLock<Template> = template!("alias");
static NEWTYPE: LazyLock<Template> = template!("newtype");

/// What the template of an item sees.
#[derive(Serialize)]
struct ItemView<'a> {
    name: &'a str,
    #[serde(flatten)]
    body: BodyView<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum BodyView<'a> {
    Struct {
        derives_default: bool,
        implements_default: bool,
        fields: Vec<FieldView<'a>>,
        extra: Option<ExtraView<'a>>,
        defaults: Vec<DefaultView<'a>>,
    },
    Enum {
        variants: Vec<VariantView<'a>>,
    },
    Union {
        tag: Option<String>,
        variants: Vec<VariantView<'a>>,
    },
    Alias {
        ty: String,
    },
    Newtype {
        ty: String,
    },
}

#[derive(Serialize)]
struct FieldView<'a> {
    name: &'a str,
    /// Its comment and its attribute, in whole lines.
    above: String,
    ty: String,
    /// Its value in the struct's default.
    default: String,
}

#[derive(Serialize)]
struct ExtraView<'a> {
    name: &'a str,
    /// Its comment, in whole lines.
    above: String,
    ty: String,
}

#[derive(Serialize)]
struct DefaultView<'a> {
    field: &'a str,
    ty: String,
    code: &'a str,
}

#[derive(Serialize)]
struct VariantView<'a> {
    name: &'a str,
    /// Its comment and its attribute, in whole lines.
    above: String,
    ty: Option<String>,
}

/// The code of the items, module by module.
pub(super) fn render(modules: &[Module], items: &[Item]) -> Vec<String> {
    let mut by_module: Vec<Vec<&Item>> = modules.iter().map(|_| Vec::new()).collect();
    for item in items {
        if let Some(list) = by_module.get_mut(item.module) {
            list.push(item);
        }
    }
    let printer = Printer { items };
    let codes = modules.iter().zip(by_module).map(|(module, list)| {
        let items = list.into_iter();
        let items = items.map(|it| printer.item(it));
        let items = items.collect::<Vec<_>>().join("\n");
        format!("\npub mod {} {{\n{items}}}\n", module.name)
    });
    codes.collect()
}

/// The code of all modules, with what they share.
pub(super) fn whole(modules: &[String]) -> String {
    let mut code = HEAD.to_owned();
    code.extend(modules.iter().map(String::as_str));
    let tells_null = code.contains("super::given");
    code.push('\n');
    if tells_null {
        code.push_str(GIVEN);
    }
    code
}

struct Printer<'a> {
    items: &'a [Item],
}

impl<'a> Printer<'a> {
    fn item(&self, item: &'a Item) -> String {
        let body = match &item.body {
            Body::Struct { fields, extra } => self.structure(&item.name, fields, extra.as_ref()),
            Body::Enum(variants) => BodyView::Enum {
                variants: variants.iter().map(|it| variant(it, None)).collect(),
            },
            Body::Union { tag, variants } => BodyView::Union {
                tag: tag.as_deref().map(literal::string),
                variants: variants
                    .iter()
                    .map(|(it, ty)| variant(it, Some(self.ty(ty))))
                    .collect(),
            },
            Body::Alias(ty) => BodyView::Alias { ty: self.ty(ty) },
            Body::Newtype(ty) => BodyView::Newtype { ty: self.ty(ty) },
        };
        let template = match body {
            BodyView::Struct { .. } => &STRUCT,
            BodyView::Enum { .. } => &ENUM,
            BodyView::Union { .. } => &UNION,
            BodyView::Alias { .. } => &ALIAS,
            BodyView::Newtype { .. } => &NEWTYPE,
        };
        let name = &item.name;
        let code = template.fill(&Values::of(&ItemView { name, body }));
        docs::comment(&item.docs, "    ") + &code
    }

    fn structure(&self, name: &str, fields: &'a [Field], extra: Option<&'a Extra>) -> BodyView<'a> {
        let optional = fields.iter().all(|it| it.presence != Presence::Required);
        let own = |it: &Field| matches!(&it.presence, Presence::Default(it) if !it.is_natural);
        let has_own = fields.iter().any(own);
        let defaults = fields.iter().filter_map(|it| match &it.presence {
            Presence::Default(Literal {
                code,
                is_natural: false,
            }) => Some(DefaultView {
                field: &it.name,
                ty: self.ty(&it.ty),
                code,
            }),
            _ => None,
        });
        BodyView::Struct {
            derives_default: optional && !has_own,
            implements_default: optional && has_own,
            fields: fields.iter().map(|it| self.field(name, it)).collect(),
            extra: extra.map(|extra| ExtraView {
                name: &extra.name,
                above: docs::comment(&extra.docs, INDENT),
                ty: match &extra.ty {
                    Type::Json => self.ty(&Type::JsonObject),
                    ty => self.ty(&Type::Map(Box::new(ty.clone()))),
                },
            }),
            defaults: defaults.collect(),
        }
    }

    fn field(&self, owner: &str, field: &'a Field) -> FieldView<'a> {
        let mut serde = Vec::new();
        if field.name != field.original {
            serde.push(format!("rename = {}", literal::string(&field.original)));
        }
        let mut ty = self.ty(&field.ty);
        let mut default = "Default::default()".to_owned();
        match &field.presence {
            Presence::Required => {}
            Presence::Optional => {
                serde.push("default".to_owned());
                serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
                if self.takes_null(&field.ty) {
                    serde.push("deserialize_with = \"super::given\"".to_owned());
                }
                ty = format!("Option<{ty}>");
            }
            Presence::Default(literal) if literal.is_natural => serde.push("default".to_owned()),
            Presence::Default(_) => {
                serde.push(format!("default = \"{owner}::default_{}\"", field.name));
                default = format!("Self::default_{}()", field.name);
            }
        }
        FieldView {
            name: &field.name,
            above: above(&field.docs, &serde.join(", ")),
            ty,
            default,
        }
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Json => "serde_json::Value".to_owned(),
            Type::JsonObject => "serde_json::Map<String, serde_json::Value>".to_owned(),
            Type::Null => "()".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Text => "String".to_owned(),
            Type::Integer(name) => (*name).to_owned(),
            Type::Number => "f64".to_owned(),
            Type::BigNumber => "serde_json::Number".to_owned(),
            Type::List(of) => format!("Vec<{}>", self.ty(of)),
            Type::Map(of) => format!("std::collections::BTreeMap<String, {}>", self.ty(of)),
            Type::Tuple(of) => {
                let parts: Vec<_> = of.iter().map(|it| self.ty(it)).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                format!("({}{comma})", parts.join(", "))
            }
            Type::Nullable(of) => format!("Option<{}>", self.ty(of)),
            Type::Item(id) => self.name(*id),
            Type::Boxed(id) => format!("Box<{}>", self.name(*id)),
        }
    }

    fn name(&self, id: usize) -> String {
        self.items
            .get(id)
            .map_or_else(String::new, |it| it.name.clone())
    }

    /// Whether null is one of its values, so that only the member's absence means that there is
    /// none.
    fn takes_null(&self, ty: &Type) -> bool {
        match ty {
            Type::Json | Type::Null | Type::Nullable(_) => true,
            Type::Item(id) | Type::Boxed(id) => match self.items.get(*id).map(|it| &it.body) {
                Some(Body::Alias(ty) | Body::Newtype(ty)) => match ty {
                    Type::Item(_) | Type::Boxed(_) => false,
                    ty => self.takes_null(ty),
                },
                _ => false,
            },
            _ => false,
        }
    }
}

/// How deep the members of items stand.
const INDENT: &str = "        ";

/// The lines above a member, with these arguments of a `serde` attribute.
fn above(docs: &[String], serde: &str) -> String {
    let mut lines = docs::comment(docs, INDENT);
    if !serde.is_empty() {
        lines.push_str(&format!("{INDENT}#[serde({serde})]\n"));
    }
    lines
}

fn variant(variant: &Variant, ty: Option<String>) -> VariantView<'_> {
    let rename = match variant.name == variant.original {
        true => String::new(),
        false => format!("rename = {}", literal::string(&variant.original)),
    };
    VariantView {
        name: &variant.name,
        above: above(&variant.docs, &rename),
        ty,
    }
}
