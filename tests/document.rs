//! Descriptions as tests have them.

use mcpdesc::source::Format;
use mcpdesc::{Loaded, Options, Report};

/// Loads a text of this format and checks it, with nothing else out of the ordinary.
pub fn load(text: impl AsRef<[u8]>, format: Format) -> (Loaded, Report) {
    let options = Options {
        format: Some(format),
        ..Options::default()
    };
    let loaded = mcpdesc::load(text.as_ref(), &options);
    let report = mcpdesc::check(&loaded, &options);
    (loaded, report)
}
