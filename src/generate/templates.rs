//! The templates, compiled once a process: that costs more than rendering them.

use std::sync::LazyLock;

use handlebars::Handlebars;
use serde::Serialize;

/// Names and texts of the templates.
macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../templates/", $name, ".hbs")))),*]
    };
}

static TEMPLATES: &[(&str, &str)] = templates![
    "project/Cargo.toml",
    "project/README.md",
    "project/main.rs",
    "project/lib.rs",
    "project/handlers.rs",
    "project/description.rs",
    "generated/mod.rs",
    "generated/handlers.rs",
    "generated/dispatch.rs",
    "generated/types.rs",
    "generated/types_module.rs",
];

static ENGINE: LazyLock<Handlebars<'static>> = LazyLock::new(|| {
    let mut engine = Handlebars::new();
    engine.register_escape_fn(handlebars::no_escape);
    engine.set_strict_mode(true);
    for (name, template) in TEMPLATES {
        // A test renders them all, so that they are known to be well formed.
        let registered = engine.register_template_string(name, template);
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    engine
});

/// The template of this name with what it sees. Templates and views belong together: a test
/// renders them all.
pub(super) fn render(name: &str, view: &impl Serialize) -> String {
    let text = ENGINE.render(name, view);
    debug_assert!(text.is_ok(), "{text:?}");
    text.unwrap_or_default()
}
