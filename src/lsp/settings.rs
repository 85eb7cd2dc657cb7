//! What the person who edits has set: `initializationOptions`, or the section `mcpdesc` of the
//! editor's configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::Options;
use crate::rules::suggest::nearest;
use crate::schema::Catalog;
use crate::source::Format;

/// Reads the schemas in some folders, or tells why it cannot.
pub type ReadCatalog = fn(&[PathBuf]) -> Result<Catalog, String>;

/// The section of an editor's configuration.
pub(super) const SECTION: &str = "mcpdesc";

/// The settings as they are written; each is what the option of `mcpdesc check` is.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Written {
    advice: bool,
    deny_unresolved: bool,
    schema_catalog: Vec<PathBuf>,
    max_diagnostics: Option<usize>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// The names of the settings.
const NAMES: [&str; 4] = [
    "advice",
    "denyUnresolved",
    "maxDiagnostics",
    "schemaCatalog",
];

/// What our extension for Visual Studio Code has in the same section, for itself.
const OF_EDITORS: [&str; 3] = ["files", "path", "trace"];

/// What settings come to.
#[derive(Debug)]
pub(super) struct Understood {
    /// The options that they stand for.
    pub options: Options,
    /// What in them means nothing, for people.
    pub warning: Option<String>,
}

/// Reads `settings`, themselves or their member `mcpdesc`; `null` stands for the defaults. Relative
/// folders belong to `root`. A name that is unknown makes a warning only.
///
/// # Errors
///
/// What is wrong with them, for people.
pub(super) fn read(
    settings: Value,
    root: Option<&Path>,
    read_catalog: ReadCatalog,
) -> Result<Understood, String> {
    let mut settings = settings;
    if let Some(section) = settings.get_mut(SECTION) {
        settings = section.take();
    }
    let written: Option<Written> = serde_json::from_value(settings)
        .map_err(|error| format!("cannot use the settings `{SECTION}`: {error}"))?;
    let written = written.unwrap_or_default();
    let folders: Vec<PathBuf> = written
        .schema_catalog
        .into_iter()
        .map(|folder| root.map_or(folder.clone(), |root| root.join(&folder)))
        .collect();
    let catalog = if folders.is_empty() {
        Catalog::new()
    } else {
        read_catalog(&folders)?
    };
    let defaults = Options::default();
    let options = Options {
        schema_catalog: Arc::new(catalog),
        max_diagnostics: written.max_diagnostics.unwrap_or(defaults.max_diagnostics),
        deny_unresolved: written.deny_unresolved,
        advice: written.advice,
        ..defaults
    };
    Ok(Understood {
        options,
        warning: warning(written.others.keys()),
    })
}

/// What is said of names that are no settings.
fn warning<'n>(names: impl Iterator<Item = &'n String>) -> Option<String> {
    let unknown = names.filter(|name| !OF_EDITORS.contains(&name.as_str()));
    let unknown: Vec<_> = unknown
        .map(|name| match nearest(name, NAMES) {
            Some(meant) => format!("`{name}` (`{meant}` may be meant)"),
            None => format!("`{name}`"),
        })
        .collect();
    (!unknown.is_empty()).then(|| {
        format!(
            "the settings `{SECTION}` have no {}; there are `{}`",
            unknown.join(", "),
            NAMES.join("`, `")
        )
    })
}

/// The file that a `file:` URI names.
pub(super) fn file_path(uri: &str) -> Option<PathBuf> {
    let uri = fluent_uri::Uri::parse(uri).ok()?;
    let path = uri.path().decode().to_string().ok()?;
    (uri.scheme().as_str() == "file").then(|| PathBuf::from(path.as_ref()))
}

/// The serialization of the document `uri`: by the ending of its name as `mcpdesc check` does, else
/// by the editor's name for its language, else by its content.
pub(super) fn format(uri: &str, language: &str) -> Option<Format> {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let by_name = ending.and_then(|ending| match ending.to_ascii_lowercase().as_str() {
        "json" => Some(Format::Json),
        "yaml" | "yml" => Some(Format::Yaml),
        _ => None,
    });
    by_name.or(match language {
        "json" | "jsonc" => Some(Format::Json),
        "yaml" => Some(Format::Yaml),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn understood(settings: Value) -> Result<Understood, String> {
        read(settings, None, |_| Err("no folders here".to_owned()))
    }

    #[test]
    fn settings_may_stand_alone_or_in_their_section() {
        for settings in [
            json!({ "advice": true }),
            json!({ "mcpdesc": { "advice": true } }),
        ] {
            assert!(understood(settings).unwrap().options.advice);
        }
        assert!(!understood(Value::Null).unwrap().options.advice);
    }

    #[test]
    fn wrong_settings_are_refused_with_the_reason() {
        let error = understood(json!({ "advice": "yes" })).unwrap_err();
        assert!(error.contains("expected a boolean"), "{error}");
        let error = understood(json!({ "schemaCatalog": ["schemas"] })).unwrap_err();
        assert_eq!(error, "no folders here");
    }

    #[test]
    fn unknown_settings_are_named_and_the_others_count() {
        let settings = json!({ "advise": true, "denyUnresolved": true, "zzz": 1, "path": "x" });
        let Understood { options, warning } = understood(settings).unwrap();
        assert!(options.deny_unresolved && !options.advice);
        let warning = warning.unwrap();
        for part in [
            "`advise` (`advice` may be meant), `zzz`;",
            "`maxDiagnostics`",
        ] {
            assert!(warning.contains(part), "{warning}");
        }
        let extension = json!({ "path": "x", "files": [], "trace": { "server": "off" } });
        assert_eq!(understood(extension).unwrap().warning, None);
    }

    #[test]
    fn the_name_decides_the_format_before_the_language() {
        assert_eq!(
            format("file:///a/b.mcpdesc.json", "yaml"),
            Some(Format::Json)
        );
        assert_eq!(format("file:///a/b.YML", "json"), Some(Format::Yaml));
        assert_eq!(format("untitled:Untitled-1", "yaml"), Some(Format::Yaml));
        assert_eq!(format("untitled:Untitled-1", "plaintext"), None);
    }

    #[test]
    fn paths_of_files_are_decoded() {
        let path = file_path("file:///a%20b/%C3%A9").unwrap();
        assert_eq!(path, Path::new("/a b/é"));
        assert_eq!(file_path("untitled:Untitled-1"), None);
    }
}
