//! Embedded JSON Schemas (§9.2).
