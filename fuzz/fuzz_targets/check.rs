//! Any bytes, read as JSON and as YAML and checked: nothing may panic, and the same bytes give the
//! same report.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpdesc::source::Format;
use mcpdesc::{Options, check, load};

fuzz_target!(|bytes: &[u8]| {
    for format in [None, Some(Format::Json), Some(Format::Yaml)] {
        let options = Options {
            format,
            ..Options::default()
        };
        let loaded = load(bytes, &options);
        let first = check(&loaded, &options);
        let second = check(&load(bytes, &options), &options);
        assert_eq!(first.diagnostics, second.diagnostics);
        let text = loaded.source().as_str();
        for diagnostic in &first.diagnostics {
            let related = diagnostic.related.iter().map(|related| related.span);
            for span in related.chain([diagnostic.span]) {
                assert!(text.get(span.range()).is_some());
            }
        }
    }
});
