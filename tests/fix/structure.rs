//! Members that have to be there.

use mcpdesc::source::Format;

use super::{HEAD, after};

#[test]
fn a_required_member_is_added_with_a_value_that_nothing_objects_to() {
    let text = format!(
        "{HEAD}protocolVersions: [2025-11-25]
prompts:
  - name: name
  - description: Tells the weather.
"
    );
    let fixed = after(&text, Format::Yaml, "missing-property", "Add `name`");
    assert_eq!(
        fixed,
        text.replace("  - description", "  - name: name-2\n    description")
    );
}
