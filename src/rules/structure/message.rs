//! What people read about a fault of structure.

use super::{catalogue as rules, format, meant};
use crate::diagnostic::{Diagnostic, Place};
use crate::document::Cursor;
use crate::rules::Context;
use crate::rules::wording::code;
use crate::source::{Format, Kind, Segment, Value};
use crate::structure::{Expected, Fault, Grammar, Kinds, MODEL, Problem};

const POINTER_HELP: &str = "write `#/components/<namespace>/<name>`; the namespaces are `schemas`, \
    `toolExamples`, `resourceExamples`, `resourceTemplateExamples` and `promptExamples`";

/// The finding for a fault.
pub(super) fn diagnostic(cx: &Context<'_, '_>, fault: &Fault<'_>) -> Diagnostic {
    let at = fault.at;
    match fault.problem {
        Problem::WrongType(expected) => wrong_type(fault, expected),
        Problem::WrongValue => wrong_value(cx, fault),
        Problem::Empty => empty(fault),
        Problem::Malformed(grammar) => malformed(fault, grammar),
        Problem::BadFormat(format) => format::bad_format(fault, format),
        Problem::Below(least) => out_of_range(fault, &format!("must be at least {least}")),
        Problem::Above(most) => out_of_range(fault, &format!("must be at most {most}")),
        Problem::TooMany(most) => Diagnostic::new(
            &rules::OUT_OF_RANGE,
            at.name_place(),
            format!(
                "{} has {} entries, but may have at most {most}{}",
                subject(at),
                at.value().len(),
                section(fault),
            ),
        )
        .help("leave out the entries that matter least"),
        Problem::Duplicate(first) => duplicate(fault, first),
        Problem::BadName(member, grammar) => bad_name(fault, member, grammar),
        Problem::Unknown(member) => unknown(cx, fault, member),
        Problem::Conflict(member, kinds) => conflict(fault, member, kinds),
        Problem::Missing(name) => missing(fault, name),
        Problem::NoChoice(choice) => Diagnostic::new(
            &rules::MISSING_PROPERTY,
            at.name_place(),
            format!(
                "the {} needs {}{}",
                fault.owner.title,
                list(&choice.names, "or"),
                section(fault)
            ),
        ),
        Problem::BothChosen(second, first) => Diagnostic::new(
            &rules::CONFLICTING_PROPERTIES,
            second.key_place(),
            format!(
                "{} and {} exclude each other{}",
                subject(first),
                subject(second),
                section(fault)
            ),
        )
        .help("keep one of the two")
        .related("the other one", first.key_place()),
        Problem::BesideReference(member) => beside_reference(fault, member),
        Problem::ReferenceNotAllowed(member) => Diagnostic::new(
            &rules::COMPONENT_REFERENCE_NOT_ALLOWED,
            member.key_place(),
            format!(
                "the {} cannot be a reference to a component (§17.3)",
                fault.owner.title
            ),
        )
        .help("write the value out here"),
        Problem::MisspeltReference(member) => {
            let (key, _) = member.value().key().unwrap_or_default();
            let message = format!(
                "the {} has no property {}{}",
                fault.owner.title,
                code(key),
                section(fault)
            );
            Diagnostic::new(&rules::UNKNOWN_PROPERTY, member.key_place(), message)
                .help("did you mean `$componentRef`?")
        }
        Problem::RefInstead(member) => ref_instead(member),
    }
}

/// The finding for a `$ref` where a `$componentRef` is meant.
pub(crate) fn ref_instead(member: Cursor<'_>) -> Diagnostic {
    Diagnostic::new(
        &rules::REF_INSTEAD_OF_COMPONENT_REF,
        member.key_place(),
        "`$ref` is JSON Schema's and refers to nothing here (§17.2)",
    )
    .help(
        "write `$componentRef` with a pointer of the form `#/components/<namespace>/<name>`, or \
         write the value out",
    )
}

/// Whether this is the empty string that YAML makes of a missing value.
pub(super) fn is_unwritten(value: Value<'_>) -> bool {
    value.tree().format() == Format::Yaml && value.kind() == Kind::String && value.span().is_empty()
}

/// The place of a value; of its key where nothing is written for it.
pub(super) fn text_place(at: Cursor<'_>) -> Place {
    if is_unwritten(at.value()) {
        at.key_place()
    } else {
        at.place()
    }
}

fn wrong_type(fault: &Fault<'_>, expected: Expected) -> Diagnostic {
    let at = fault.at;
    let found = match (expected, at.as_number()) {
        _ if is_unwritten(at.value()) => {
            "it has no value here, which YAML reads as an empty string".to_owned()
        }
        (Expected::Integer, Some(number)) => format!("this is {}", code(number.lexeme())),
        _ => format!("this is {}", at.kind().with_article()),
    };
    let place = text_place(at);
    let message = format!(
        "{} must be {}, but {found}{}",
        subject(at),
        expected.with_article(),
        section(fault)
    );
    if fault.node.grammar == Some(Grammar::ComponentPointer) {
        return Diagnostic::new(&rules::MALFORMED_COMPONENT_REFERENCE, place, message)
            .help(POINTER_HELP);
    }
    let diagnostic = Diagnostic::new(&rules::WRONG_TYPE, place, message);
    match retype(fault, expected) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// What to write instead of a value of the wrong kind.
fn retype(fault: &Fault<'_>, expected: Expected) -> Option<String> {
    let at = fault.at;
    let unwritten = is_unwritten(at.value());
    if unwritten || at.kind() == Kind::Null {
        return Some(match at.value().key() {
            Some(_) if is_required(fault) => format!("write {}", expected.with_article()),
            Some((key, _)) if unwritten => {
                let key = code(key);
                format!("write a value after {key}, or remove {key}")
            }
            Some((key, _)) => {
                format!(
                    "remove {}: a property without a value is left out (§15.6)",
                    code(key)
                )
            }
            None if unwritten => "write a value after the hyphen, or remove the entry".to_owned(),
            None => "remove the entry: `null` stands for nothing (§15.6)".to_owned(),
        });
    }
    if !fault.node.values.is_empty() {
        return Some(format!("write {}", list(&fault.node.values, "or")));
    }
    let written = at.value().tree().source().slice(at.value().span());
    let yaml = at.value().tree().format() == Format::Yaml;
    match (expected, at.kind()) {
        (Expected::String, kind @ (Kind::Number | Kind::Bool)) => {
            let quoted = code(&format!("\"{written}\""));
            let kind = kind.with_article();
            Some(if written.starts_with(['"', '\'']) {
                format!("a YAML tag makes this {kind}; remove the tag")
            } else if yaml {
                format!(
                    "unquoted {} is {kind} in YAML; write {quoted}",
                    code(written)
                )
            } else {
                format!("write {quoted}")
            })
        }
        (Expected::Bool, Kind::String) if matches!(at.as_str(), Some("true" | "false")) => {
            Some("remove the quotes".to_owned())
        }
        (Expected::Number | Expected::Integer, Kind::String)
            if at
                .as_str()
                .is_some_and(|text| text.parse().is_ok_and(f64::is_finite)) =>
        {
            Some("remove the quotes".to_owned())
        }
        (Expected::Array, kind)
            if fault
                .node
                .items
                .and_then(|id| MODEL[id].kind)
                .is_some_and(|items| items.admits(at.value()))
                && kind != Kind::Array =>
        {
            Some("write an array, even if it has only this one entry".to_owned())
        }
        _ => extension_name(at),
    }
}

/// Whether the object that holds the value must have it.
fn is_required(fault: &Fault<'_>) -> bool {
    let key = fault.at.value().key().map_or("", |(key, _)| key);
    fault.holder.required.contains(&key)
}

/// Why a member that looks like an extension is none (§14.2).
fn extension_name(at: Cursor<'_>) -> Option<String> {
    let (key, _) = at.value().key()?;
    key.starts_with("x-").then(|| {
        format!(
            "{} is an ordinary entry of this map, not an extension (§14.2)",
            code(key)
        )
    })
}

fn wrong_value(cx: &Context<'_, '_>, fault: &Fault<'_>) -> Diagnostic {
    let (at, allowed) = (fault.at, &fault.node.values);
    let text = at.as_str().unwrap_or_default();
    let message = format!(
        "{} must be {}, not {}{}",
        subject(at),
        list(allowed, "or"),
        code(text),
        section(fault)
    );
    let diagnostic = Diagnostic::new(&rules::INVALID_VALUE, at.place(), message);
    let near = || {
        let near = cx.nearest(text, allowed.iter().copied())?;
        Some(format!("did you mean {}?", code(near)))
    };
    match meant::instead_of(text, allowed).or_else(near) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

fn empty(fault: &Fault<'_>) -> Diagnostic {
    let at = fault.at;
    let remove = match at.value().key() {
        Some((key, _)) if !is_required(fault) => format!("remove {}, or ", code(key)),
        _ => String::new(),
    };
    if at.kind() == Kind::String {
        let message = if is_unwritten(at.value()) {
            "has no value, but must have one"
        } else {
            "is empty, but must have at least one character"
        };
        let message = format!("{} {message}{}", subject(at), section(fault));
        return Diagnostic::new(&rules::EMPTY_STRING, text_place(at), message)
            .help(format!("{remove}fill it in"));
    }
    let message = format!("{} {}", subject(at), why_not_empty(fault));
    Diagnostic::new(&rules::EMPTY_COLLECTION, at.place(), message)
        .help(format!("{remove}add an entry"))
}

/// Why the collection must have an entry. Where it is none of the ordinary collections of §3.3, the
/// section that defines it says so.
fn why_not_empty(fault: &Fault<'_>) -> String {
    let (key, _) = fault.at.value().key().unwrap_or_default();
    let parent = fault.at.value().parent();
    let section = match (key, section_of(fault)) {
        ("protocolVersions", _) if parent.is_some_and(|it| it.parent().is_some()) => "§4.10",
        (_, section @ ("§4.9" | "§8.5" | "§9.4" | "§10.4.4" | "§12.3")) => section,
        ("arguments", section @ ("§10.4.6" | "§11.4")) => section,
        _ => {
            return "is empty; a collection that is present must have at least one entry (§3.3)"
                .to_owned();
        }
    };
    format!("is empty, but must have at least one entry ({section})")
}

fn malformed(fault: &Fault<'_>, grammar: Grammar) -> Diagnostic {
    let at = fault.at;
    let text = at.as_str().unwrap_or_default();
    if grammar == Grammar::ComponentPointer {
        let why = if text.contains('%') {
            ": names are written as they are, without percent-encoding"
        } else if text.contains("://") || !text.starts_with('#') {
            ": only components of this same document can be referred to"
        } else if !text.starts_with("#/components/") {
            ": only what stands under `components` can be referred to"
        } else {
            ""
        };
        let message = format!("{} does not name a component{why} (§17.2)", code(text));
        return Diagnostic::new(&rules::MALFORMED_COMPONENT_REFERENCE, at.place(), message)
            .help(POINTER_HELP);
    }
    let message = format!(
        "{} is not allowed as {}: {}{}",
        code(text),
        subject(at),
        grammar_rule(grammar),
        section(fault)
    );
    Diagnostic::new(&rules::INVALID_NAME, at.place(), message)
}

fn grammar_rule(grammar: Grammar) -> &'static str {
    match grammar {
        Grammar::LocalName => "a name has only ASCII letters, digits, `.`, `_` and `-`",
        Grammar::ExtensionId => {
            "an extension identifier has the form `vendor.example/name`, of ASCII letters, digits \
             and, inside, `-` (in the name also `.` and `_`)"
        }
        Grammar::MetaKey => {
            "a `_meta` key begins and ends with an ASCII letter or digit, has only `-`, `_` and \
             `.` besides, and may have a prefix such as `vendor.example/`"
        }
        Grammar::ComponentPointer => "a reference has the form `#/components/<namespace>/<name>`",
    }
}

fn out_of_range(fault: &Fault<'_>, bound: &str) -> Diagnostic {
    let at = fault.at;
    let written = at.as_number().map_or("", |number| number.lexeme());
    let message = format!(
        "{} {bound}, but is {}{}",
        subject(at),
        code(written),
        section(fault)
    );
    Diagnostic::new(&rules::OUT_OF_RANGE, at.place(), message)
}

fn duplicate(fault: &Fault<'_>, first: Cursor<'_>) -> Diagnostic {
    let text = fault.at.as_str().unwrap_or_default();
    let list = fault.at.value().parent().and_then(Value::key);
    let list = list.map_or("this list".to_owned(), |(key, _)| code(key));
    let message = format!(
        "{} is in {list} already; its entries must differ{}",
        code(text),
        section(fault)
    );
    Diagnostic::new(&rules::DUPLICATE_ITEM, fault.at.place(), message)
        .help("remove one of the two")
        .related("first here", first.place())
}

fn bad_name(fault: &Fault<'_>, member: Cursor<'_>, grammar: Grammar) -> Diagnostic {
    let (key, _) = member.value().key().unwrap_or_default();
    let message = if key == "<<" {
        "`<<` is a key like any other: YAML merge keys are not applied (§15.3.6)".to_owned()
    } else {
        format!(
            "{} is not allowed as a name: {}{}",
            code(key),
            grammar_rule(grammar),
            section(fault)
        )
    };
    Diagnostic::new(&rules::INVALID_NAME, member.key_place(), message)
}

fn unknown(cx: &Context<'_, '_>, fault: &Fault<'_>, member: Cursor<'_>) -> Diagnostic {
    let (key, _) = member.value().key().unwrap_or_default();
    let owner = fault.owner;
    let properties = fault.node.properties.iter();
    let names: Vec<&str> = properties
        .filter(|it| !MODEL[it.node].forbidden)
        .map(|it| it.name)
        .collect();
    let near = cx.nearest(key, names.iter().copied());
    let message = if key == "<<" {
        format!(
            "`<<` is a key like any other: YAML merge keys are not applied (§15.3.6), and the {} \
             defines no such property{}",
            owner.title,
            section(fault)
        )
    } else if key.is_empty() {
        format!(
            "the {} has no property whose name is empty{}",
            owner.title,
            section(fault)
        )
    } else if key.starts_with("x-") {
        format!(
            "{} is not allowed here: the {} takes no specification extensions (§14.2)",
            code(key),
            owner.title
        )
    } else {
        format!(
            "the {} has no property {}{}",
            owner.title,
            code(key),
            section(fault)
        )
    };
    let allowed = match names[..] {
        [] => "it has no properties at all".to_owned(),
        _ => format!("its properties are {}", list(&names, "and")),
    };
    let help = match near {
        _ if key == "<<" => "write the merged properties out".to_owned(),
        Some(near) => format!("did you mean {}? {}", code(near), capitalized(&allowed)),
        None => allowed,
    };
    let extensions =
        match fault.node.extensible && !key.starts_with("x-") && key != "<<" && near.is_none() {
            true => "; one of your own must begin with `x-`",
            false => "",
        };
    Diagnostic::new(&rules::UNKNOWN_PROPERTY, member.key_place(), message)
        .help(format!("{help}{extensions}"))
}

fn conflict(fault: &Fault<'_>, member: Cursor<'_>, kinds: Kinds<'_>) -> Diagnostic {
    let (key, _) = member.value().key().unwrap_or_default();
    let message = format!(
        "{} does not go with `{}: {}`{}",
        code(key),
        kinds.key,
        kinds.value,
        section(fault)
    );
    let others = MODEL.kinds_with(kinds.union, key);
    let help = match others[..] {
        [] => format!("remove {}", code(key)),
        _ => format!(
            "remove {}, or change `{}`: {} has it",
            code(key),
            kinds.key,
            list(&others, "or")
        ),
    };
    Diagnostic::new(&rules::CONFLICTING_PROPERTIES, member.key_place(), message).help(help)
}

fn missing(fault: &Fault<'_>, name: &str) -> Diagnostic {
    let at = fault.at;
    let message = format!(
        "the {} has no {}, which is required{}",
        fault.owner.title,
        code(name),
        section(fault)
    );
    let diagnostic = Diagnostic::new(&rules::MISSING_PROPERTY, at.missing(name), message);
    let values = fault.node.property(name).map(|id| &MODEL[id].values[..]);
    match values {
        Some(values @ [_, ..]) => {
            diagnostic.help(format!("add {} with {}", code(name), list(values, "or")))
        }
        _ => diagnostic.help(format!("add {}", code(name))),
    }
}

fn beside_reference(fault: &Fault<'_>, first: Cursor<'_>) -> Diagnostic {
    let siblings = fault
        .at
        .members()
        .map(|(key, _)| key)
        .filter(|key| *key != "$componentRef")
        .collect::<Vec<_>>();
    let place = first.key_place();
    let message = format!(
        "{} cannot stand beside `$componentRef`: a reference is the whole value (§17.2)",
        list(&siblings, "and")
    );
    Diagnostic::new(&rules::COMPONENT_REFERENCE_SIBLINGS, place, message).help(
        "remove what stands beside `$componentRef`, or write the value out instead of referring \
         to it",
    )
}

/// How a sentence calls the value.
pub(super) fn subject(at: Cursor<'_>) -> String {
    let value = at.value();
    if let Some((key, _)) = value.key() {
        return code(key);
    }
    match value.parent().and_then(Value::key) {
        Some((key, _)) => format!("every entry of {}", code(key)),
        None => "this".to_owned(),
    }
}

/// The section in brackets, where the object has one.
fn section(fault: &Fault<'_>) -> String {
    match section_of(fault) {
        "" => String::new(),
        section => format!(" ({section})"),
    }
}

/// The section that defines the object; empty where there is none.
fn section_of(fault: &Fault<'_>) -> &'static str {
    let is_prompt = || fault.at.path().segments().first() == Some(&Segment::from("prompts"));
    match fault.owner.section {
        // Prompts have the same completion examples as Resource Templates, and a section of their own.
        "§10.4.6" if is_prompt() => "§11.4",
        section => section,
    }
}

/// `a`, `b` and `c`; the first ones only where there are many.
fn list(names: &[&str], joint: &str) -> String {
    const MOST: usize = 30;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| code(name)).collect();
    match &shown[..] {
        [] => String::new(),
        [one] => one.clone(),
        _ if names.len() > MOST => format!("{}, …", shown.join(", ")),
        [init @ .., last] => format!("{} {joint} {last}", init.join(", ")),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
