//! Trees out as text (§15.2, §15.3): the data model survives, source formatting does not.

mod json;
mod yaml;

use super::{Draft, Format};

/// Writes a document, ending in a line break: JSON indented by two spaces, or block-style YAML of
/// the restricted profile, which reads back to the identical data.
pub fn write(draft: &Draft<'_>, format: Format) -> String {
    write_indented(draft, format, "  ")
}

/// The same, each step indented by `unit`: spaces, or tabs in JSON. In YAML that is how far a value
/// stands behind its key; beside a dash, it stands two columns behind that in any case.
pub(crate) fn write_indented(draft: &Draft<'_>, format: Format, unit: &str) -> String {
    let mut text = match format {
        Format::Json => json::write(draft.into(), unit),
        Format::Yaml => yaml::write(draft.into(), unit.len()),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
