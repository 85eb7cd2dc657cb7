//! The JSON Schema keywords that `schemas/mcpdesc-0.8.0.schema.json` uses, as they are written.
//!
//! Anything else is refused, so the schema can never say more than the check understands.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};

/// A schema: `true`, `false`, or keywords.
pub(super) enum Schema<'s> {
    Always,
    Never,
    Keywords(Box<Keywords<'s>>),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct Keywords<'s> {
    #[serde(rename = "$schema")]
    pub dialect: &'s str,
    #[serde(rename = "$id")]
    pub id: &'s str,
    #[serde(rename = "$defs", borrow)]
    pub definitions: Entries<'s>,
    #[serde(rename = "$ref")]
    pub reference: Option<&'s str>,
    /// The section of the specification that decides.
    #[serde(rename = "$comment")]
    pub section: &'s str,
    pub title: &'s str,
    pub description: &'s str,
    #[serde(rename = "type")]
    pub kind: Option<&'s str>,
    #[serde(rename = "const")]
    pub constant: Option<&'s str>,
    #[serde(rename = "enum")]
    pub values: Vec<&'s str>,
    pub min_length: usize,
    pub pattern: Option<&'s str>,
    pub format: Option<&'s str>,
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    pub items: Option<Schema<'s>>,
    pub min_items: usize,
    pub max_items: Option<usize>,
    pub unique_items: bool,
    pub required: Vec<&'s str>,
    pub properties: Entries<'s>,
    pub pattern_properties: Entries<'s>,
    pub additional_properties: Option<Schema<'s>>,
    pub property_names: Option<Schema<'s>>,
    pub min_properties: usize,
    pub all_of: Vec<Schema<'s>>,
    pub any_of: Vec<Schema<'s>>,
    pub one_of: Vec<Schema<'s>>,
    #[serde(rename = "if")]
    pub condition: Option<Schema<'s>>,
    pub then: Option<Schema<'s>>,
    #[serde(rename = "else")]
    pub otherwise: Option<Schema<'s>>,
}

/// Named schemas in written order.
#[derive(Default)]
pub(super) struct Entries<'s>(pub Vec<(&'s str, Schema<'s>)>);

impl<'de: 's, 's> Deserialize<'de> for Schema<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Schema<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a schema")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                Ok(if value { Schema::Always } else { Schema::Never })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Keywords::deserialize(MapAccessDeserializer::new(map))
                    .map(|keywords| Schema::Keywords(keywords.into()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de: 's, 's> Deserialize<'de> for Entries<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Ordered;
        impl<'de> Visitor<'de> for Ordered {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("named schemas")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Ordered)
    }
}
