//! The values of reserved `_meta` keys.

use std::collections::HashSet;

use crate::diagnostic::Place;
use crate::document::Cursor;
use crate::formats::token::is_http_token;
use crate::formats::uri::is_uri;
use crate::mcp::KeyValue;
use crate::rules::wording::code;
use crate::source::Kind;

/// What is wrong, and where.
type Fault = (Place, String);

/// The faults of the value at the reserved key `key`.
pub(super) fn faults(wanted: KeyValue, key: &str, value: Cursor<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    match wanted {
        KeyValue::Any => {}
        KeyValue::Implementation => implementation(value, key, &mut faults),
        KeyValue::RelatedTask => {
            if object(value, key, &mut faults) {
                strings(value, &["taskId"], &[], &mut faults);
            }
        }
        KeyValue::TraceParent => header(
            value,
            key,
            is_traceparent,
            "a W3C Trace Context value: `00-`, 32 hexadecimal digits, `-`, 16 digits, `-`, 2 \
             digits, in lower case and not all zero",
            &mut faults,
        ),
        KeyValue::TraceState => header(
            value,
            key,
            is_tracestate,
            "a W3C Trace Context list such as `vendor=value,other=value`",
            &mut faults,
        ),
        KeyValue::Baggage => header(
            value,
            key,
            is_baggage,
            "a W3C Baggage list such as `key=value,other=value`",
            &mut faults,
        ),
    }
    faults
}

fn header(
    value: Cursor<'_>,
    key: &str,
    accepts: fn(&str) -> bool,
    form: &str,
    faults: &mut Vec<Fault>,
) {
    match value.as_str() {
        Some(text) if accepts(text) => {}
        Some(text) => faults.push((
            value.place(),
            format!("{} is no valid `{key}`: it must be {form}", code(text)),
        )),
        None => faults.push(wrong_kind(value, key, "a string")),
    }
}

fn implementation(value: Cursor<'_>, key: &str, faults: &mut Vec<Fault>) {
    if !object(value, key, faults) {
        return;
    }
    strings(
        value,
        &["name", "version"],
        &["title", "description", "websiteUrl"],
        faults,
    );
    uri(value, "websiteUrl", faults);
    match value.get("icons") {
        Some(icons) if icons.kind() == Kind::Array => {
            icons.elements().for_each(|it| icon(it, faults));
        }
        Some(icons) => faults.push(wrong_kind(icons, "icons", "an array")),
        None => {}
    }
}

fn icon(value: Cursor<'_>, faults: &mut Vec<Fault>) {
    if !object(value, "an icon", faults) {
        return;
    }
    strings(value, &["src"], &["mimeType", "theme"], faults);
    uri(value, "src", faults);
    if let (Some(place), Some(theme)) = (value.get("theme"), value.str("theme"))
        && !matches!(theme, "light" | "dark")
    {
        let message = format!("`theme` must be `light` or `dark`, not {}", code(theme));
        faults.push((place.place(), message));
    }
    match value.get("sizes") {
        Some(sizes) if sizes.kind() == Kind::Array => faults.extend(
            sizes
                .elements()
                .filter(|size| size.kind() != Kind::String)
                .map(|size| wrong_kind(size, "an entry of `sizes`", "a string")),
        ),
        Some(sizes) => faults.push(wrong_kind(sizes, "sizes", "an array")),
        None => {}
    }
}

/// Whether `value` is an object.
fn object(value: Cursor<'_>, name: &str, faults: &mut Vec<Fault>) -> bool {
    let is_object = value.kind() == Kind::Object;
    if !is_object {
        faults.push(wrong_kind(value, name, "an object"));
    }
    is_object
}

/// Wants strings at `required` and, where present, at `optional`.
fn strings(object: Cursor<'_>, required: &[&str], optional: &[&str], faults: &mut Vec<Fault>) {
    for key in required.iter().chain(optional) {
        match object.get(key) {
            Some(value) if value.kind() != Kind::String => {
                faults.push(wrong_kind(value, key, "a string"));
            }
            None if required.contains(key) && !object.is_cut() => {
                faults.push((object.missing(key), format!("`{key}` is missing")));
            }
            _ => {}
        }
    }
}

fn uri(object: Cursor<'_>, key: &str, faults: &mut Vec<Fault>) {
    if let (Some(value), Some(text)) = (object.get(key), object.str(key))
        && !is_uri(text)
    {
        faults.push((value.place(), format!("`{key}` is no URI: {}", code(text))));
    }
}

fn wrong_kind(value: Cursor<'_>, name: &str, wanted: &str) -> Fault {
    let name = if name.contains(' ') {
        name.to_owned()
    } else {
        format!("`{name}`")
    };
    let found = value.kind().with_article();
    (
        value.place(),
        format!("{name} must be {wanted}, not {found}"),
    )
}

/// `version-traceid-parentid-flags`; versions above `00` may append more after another hyphen.
fn is_traceparent(text: &str) -> bool {
    let parts: Vec<&str> = text.splitn(5, '-').collect();
    let [version, trace, parent, flags, rest @ ..] = parts.as_slice() else {
        return false;
    };
    let hex = |part: &str, len: usize| {
        part.len() == len
            && part
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let not_zero = |part: &str| part.bytes().any(|byte| byte != b'0');
    hex(version, 2)
        && *version != "ff"
        && (rest.is_empty() || *version != "00")
        && hex(trace, 32)
        && not_zero(trace)
        && hex(parent, 16)
        && not_zero(parent)
        && hex(flags, 2)
}

/// At most 32 `key=value` members with keys used once; empty members are allowed.
fn is_tracestate(text: &str) -> bool {
    let members: Vec<&str> = text
        .split(',')
        .map(|member| member.trim_matches([' ', '\t']))
        .filter(|member| !member.is_empty())
        .collect();
    let mut keys = HashSet::new();
    members.len() <= 32
        && members.iter().all(|member| {
            member.split_once('=').is_some_and(|(key, value)| {
                is_state_key(key) && is_state_value(value) && keys.insert(key)
            })
        })
}

fn is_state_key(key: &str) -> bool {
    key.len() <= 256
        && key.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && key.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-*/@".contains(&byte)
        })
}

fn is_state_value(value: &str) -> bool {
    (1..=256).contains(&value.len())
        && value
            .bytes()
            .all(|byte| matches!(byte, b' '..=b'~') && byte != b'=')
}

/// `key=value` members, each with properties after semicolons.
fn is_baggage(text: &str) -> bool {
    let is_pair = |part: &str| {
        part.split_once('=')
            .is_some_and(|(key, value)| is_http_token(key.trim()) && is_baggage_value(value.trim()))
    };
    let members: Vec<&str> = text.split(',').collect();
    members.len() <= 180
        && members.iter().all(|member| {
            let mut parts = member.split(';').map(|part| part.trim_matches([' ', '\t']));
            parts.next().is_some_and(is_pair)
                && parts.all(|part| is_http_token(part) || is_pair(part))
        })
}

fn is_baggage_value(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"\"\\,;".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

    #[test]
    fn a_traceparent_has_four_parts_in_lower_case() {
        assert!(is_traceparent(&format!("00-{TRACE}-b7ad6b7169203331-01")));
        assert!(is_traceparent(&format!(
            "01-{TRACE}-b7ad6b7169203331-01-more"
        )));
        for wrong in [
            String::new(),
            "00-a".to_owned(),
            format!("00-{TRACE}-b7ad6b7169203331-01-more"),
            format!("ff-{TRACE}-b7ad6b7169203331-01"),
            format!("00-{}-b7ad6b7169203331-01", TRACE.to_uppercase()),
            format!("00-{}-b7ad6b7169203331-01", "0".repeat(32)),
            format!("00-{TRACE}-0000000000000000-01"),
        ] {
            assert!(!is_traceparent(&wrong), "{wrong}");
        }
    }

    #[test]
    fn a_tracestate_names_each_vendor_once() {
        for right in [
            "",
            "a=1",
            "a=1, b=x y",
            "t61rcWkgMzE@v=1".to_lowercase().as_str(),
        ] {
            assert!(is_tracestate(right), "{right}");
        }
        for wrong in ["a", "a=", "A=1", "a=1,a=2", "a=b=c"] {
            assert!(!is_tracestate(wrong), "{wrong}");
        }
    }

    #[test]
    fn baggage_is_a_list_of_pairs() {
        for right in ["a=1", "a=1;p;q=2, b = x%20y", "a="] {
            assert!(is_baggage(right), "{right}");
        }
        for wrong in ["", "a", "a=1,", "a=x y", "(=1", "a=1;"] {
            assert!(!is_baggage(wrong), "{wrong}");
        }
    }
}
