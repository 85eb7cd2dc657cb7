//! Trees out as text (§15.2, §15.3): the data model survives, source formatting does not.

mod json;
mod yaml;

use super::{Draft, Format};

/// Writes a document, ending in a line break: JSON indented by two spaces, or block-style YAML of
/// the restricted profile, which reads back to the identical data.
pub fn write(draft: &Draft<'_>, format: Format) -> String {
    let mut text = match format {
        Format::Json => json::write(draft.into()),
        Format::Yaml => yaml::write(draft.into()),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
