//! A plain expander of RFC 6570, written from the RFC's table and steps, to test matching against.

use std::collections::BTreeMap;

/// The value of a defined variable. Lists and arrays have at least one member.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    String(String),
    List(Vec<String>),
    Array(Vec<(String, String)>),
}

pub type Values = BTreeMap<String, Value>;

/// The expansion of a well-formed template.
pub fn expand(template: &str, values: &Values) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&encode(&rest[..open], true));
        let close = rest.find('}').unwrap();
        out.push_str(&expression(&rest[open + 1..close], values));
        rest = &rest[close + 1..];
    }
    out.push_str(&encode(rest, true));
    out
}

fn expression(text: &str, values: &Values) -> String {
    let (operator, specs) = match text.chars().next().unwrap() {
        c if "+#./;?&".contains(c) => (Some(c), &text[1..]),
        _ => (None, text),
    };
    let (first, separator, named, if_empty, reserved) = match operator {
        None => ("", ",", false, "", false),
        Some('+') => ("", ",", false, "", true),
        Some('#') => ("#", ",", false, "", true),
        Some('.') => (".", ".", false, "", false),
        Some('/') => ("/", "/", false, "", false),
        Some(';') => (";", ";", true, "", false),
        Some('?') => ("?", "&", true, "=", false),
        _ => ("&", "&", true, "=", false),
    };
    let encode = |text: &str| encode(text, reserved);
    let assign = |name: &str, value: &str| match value {
        "" => format!("{name}{if_empty}"),
        _ => format!("{name}={value}"),
    };
    let mut pieces = Vec::new();
    for spec in specs.split(',') {
        let exploded = spec.ends_with('*');
        let (name, cut) = match spec.trim_end_matches('*').split_once(':') {
            Some((name, cut)) => (name, cut.parse().unwrap()),
            None => (spec.trim_end_matches('*'), usize::MAX),
        };
        let Some(value) = values.get(name) else {
            continue;
        };
        let name_if_named = |value: String| if named { assign(name, &value) } else { value };
        pieces.push(match value {
            Value::String(text) => {
                name_if_named(encode(&text.chars().take(cut).collect::<String>()))
            }
            Value::List(members) if exploded => {
                let members = members.iter().map(|member| name_if_named(encode(member)));
                members.collect::<Vec<_>>().join(separator)
            }
            Value::List(members) => {
                let members = members.iter().map(|member| encode(member));
                name_if_named(members.collect::<Vec<_>>().join(","))
            }
            Value::Array(pairs) if exploded => {
                let pairs = pairs.iter().map(|(key, value)| match named {
                    true => assign(&encode(key), &encode(value)),
                    false => format!("{}={}", encode(key), encode(value)),
                });
                pairs.collect::<Vec<_>>().join(separator)
            }
            Value::Array(pairs) => {
                let members = pairs
                    .iter()
                    .map(|(k, v)| format!("{},{}", encode(k), encode(v)));
                name_if_named(members.collect::<Vec<_>>().join(","))
            }
        });
    }
    if pieces.is_empty() {
        String::new()
    } else {
        format!("{first}{}", pieces.join(separator))
    }
}

fn encode(text: &str, keeps_reserved: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        let is_triplet = byte == b'%'
            && bytes.len() > at + 2
            && bytes[at + 1..at + 3].iter().all(u8::is_ascii_hexdigit);
        let is_kept = keeps_reserved && (b":/?#[]@!$&'()*+,;=".contains(&byte) || is_triplet);
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || is_kept {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
