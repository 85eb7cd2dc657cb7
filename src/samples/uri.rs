//! URIs that a URI template stands for.

use crate::formats::uri::is_uri;
use crate::formats::uri_template::{Match, UriTemplate};

/// What variables stand for, in the order in which it is tried: a scheme cannot begin with a digit.
const SAMPLES: [&str; 2] = ["1", "a"];

/// A URI of a template, with a sample for each variable; `None` where that is none.
pub(crate) fn expand(written: &str) -> Option<String> {
    let template = UriTemplate::parse(written).ok()?;
    SAMPLES.into_iter().find_map(|sample| {
        let uri = fill(written, sample)?;
        (is_uri(&uri) && template.matches(&uri) == Match::Yes).then_some(uri)
    })
}

/// The template with `sample` for each variable (RFC 6570 §3.2).
fn fill(template: &str, sample: &str) -> Option<String> {
    let mut uri = String::new();
    let mut rest = template;
    while let Some((literal, more)) = rest.split_once('{') {
        let (expression, more) = more.split_once('}')?;
        uri.push_str(literal);
        // What comes first, what parts the values, and whether they have names.
        let (first, between, is_named) = match expression.chars().next()? {
            '+' => ("", ",", false),
            '#' => ("#", ",", false),
            '.' => (".", ".", false),
            '/' => ("/", "/", false),
            ';' => (";", ";", true),
            '?' => ("?", "&", true),
            '&' => ("&", "&", true),
            _ => ("", ",", false),
        };
        let variables = expression.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']);
        for (number, variable) in variables.split(',').enumerate() {
            uri.push_str(if number == 0 { first } else { between });
            if is_named {
                let end = variable.find(['*', ':']).unwrap_or(variable.len());
                uri.push_str(variable.get(..end)?);
                uri.push('=');
            }
            uri.push_str(sample);
        }
        rest = more;
    }
    uri.push_str(rest);
    Some(uri)
}
