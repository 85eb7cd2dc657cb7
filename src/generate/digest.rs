//! A number that tells values apart, and is the same in every run and on every machine.

use crate::source::{Kind, Value};

/// The hash FNV-1a in 64 bits. It is for noticing changes, and no protection against a person who
/// wants two values to have the same.
#[derive(Debug)]
pub(super) struct Digest(u64);

impl Digest {
    /// Of nothing yet.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.byte(byte);
        }
        // No text has this byte, so that where one ends is seen too.
        self.byte(0xff);
    }

    /// Adds a value: its data in their order, not how it is written.
    pub fn value(&mut self, value: Value<'_>) {
        match value.kind() {
            Kind::Unknown | Kind::Null => self.text("null"),
            Kind::Bool if value.as_bool() == Some(true) => self.text("true"),
            Kind::Bool => self.text("false"),
            Kind::Number => self.text(value.as_number().map_or("0", |number| number.lexeme())),
            Kind::String => {
                self.text("\"");
                self.text(value.as_str().unwrap_or_default());
            }
            Kind::Array => {
                self.text("[");
                value.elements().for_each(|it| self.value(it));
                self.text("]");
            }
            Kind::Object => {
                self.text("{");
                for member in value.members() {
                    self.text(member.key);
                    self.value(member.value);
                }
                self.text("}");
            }
        }
    }

    /// All of it, in 16 hexadecimal digits.
    pub fn finish(self) -> String {
        format!("{:016x}", self.0)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}
