//! Whether two forms ask for the same (§9.4).

use std::collections::BTreeSet;

use super::field::Field;
use crate::document::Cursor;
use crate::mcp::FieldKind;
use crate::rules::wording::code;
use crate::source::Kind;

/// Keywords that are compared as the choices they stand for, or only hold words to show.
const CHOICE_KEYWORDS: &[&str] = &["enum", "enumNames", "oneOf", "items"];

/// The first difference between the form `shown` and the form `declared`, references followed.
///
/// Two forms are compatible when they have the same fields and take the same answers. The words
/// around a field (titles, descriptions, the names of choices) and its default may depend on the
/// moment, and the order of members, choices and required names means nothing. What cannot be read
/// is taken to be the same.
pub(crate) fn difference(shown: Cursor<'_>, declared: Cursor<'_>) -> Option<String> {
    let (fields, wanted) = (fields(shown)?, fields(declared)?);
    if [shown, declared, fields, wanted]
        .iter()
        .any(|it| it.is_cut())
    {
        return None;
    }
    for (name, field) in fields.members() {
        match wanted.get(name) {
            Some(other) => {
                if let Some(difference) = field_difference(name, field, other) {
                    return Some(difference);
                }
            }
            None => return Some(format!("{} is a field of this form only", code(name))),
        }
    }
    if let Some((name, _)) = wanted
        .members()
        .find(|(name, _)| fields.get(name).is_none())
        && !fields.is_cut()
    {
        return Some(format!("this form lacks the field {}", code(name)));
    }
    let (here, there) = (required(shown, fields)?, required(declared, wanted)?);
    if let Some(name) = here.difference(&there).next() {
        return Some(format!("{} is required in this form only", code(name)));
    }
    let name = there.difference(&here).next()?;
    Some(format!("{} is not required in this form", code(name)))
}

fn fields(form: Cursor<'_>) -> Option<Cursor<'_>> {
    form.get("properties")
        .filter(|it| it.kind() == Kind::Object)
}

/// The fields that a form requires; `None` where that is unreadable, or names more than there are:
/// those are faults of the form itself.
fn required<'t>(form: Cursor<'t>, fields: Cursor<'_>) -> Option<BTreeSet<&'t str>> {
    let Some(written) = form.get("required") else {
        return Some(BTreeSet::new());
    };
    if written.kind() != Kind::Array || written.elements().len() > fields.members().len() {
        return None;
    }
    let names = written.elements().filter_map(Cursor::as_str);
    Some(names.filter(|name| fields.get(name).is_some()).collect())
}

fn field_difference(name: &str, shown: Cursor<'_>, declared: Cursor<'_>) -> Option<String> {
    if shown.is_cut() || declared.is_cut() {
        return None;
    }
    let (shown, declared) = (Field::read(shown)?, Field::read(declared)?);
    let shown_name = code(name);
    let type_of = |field: Field<'_>| field.cursor.str("type").unwrap_or_default().to_owned();
    let (here, there) = (type_of(shown), type_of(declared));
    if here != there {
        return Some(format!(
            "{shown_name} has the type `{here}`, and there it is `{there}`"
        ));
    }
    let (here, there) = (choices(shown), choices(declared));
    let both_read = here.is_some() && there.is_some();
    if has_choices(shown) != has_choices(declared) || (both_read && here != there) {
        return Some(format!("{shown_name} has other choices"));
    }
    let keywords = shown.kind.keywords().iter().chain(declared.kind.keywords());
    let keyword = keywords
        .filter(|keyword| !CHOICE_KEYWORDS.contains(keyword))
        .find(|keyword| {
            let (here, there) = (shown.cursor.get(keyword), declared.cursor.get(keyword));
            match (here, there) {
                (Some(here), Some(there)) => !here.value().equals(there.value()),
                (here, there) => here.is_some() != there.is_some(),
            }
        })?;
    Some(format!("{shown_name} has another `{keyword}`"))
}

fn has_choices(field: Field<'_>) -> bool {
    use FieldKind::{Choice, Choices, TitledChoice};
    matches!(field.kind, Choice | TitledChoice | Choices)
}

/// The choices of a field, without order; `None` where it takes any value, or where they cannot be
/// read.
fn choices(field: Field<'_>) -> Option<BTreeSet<&str>> {
    Some(field.choices()?.into_iter().collect())
}
