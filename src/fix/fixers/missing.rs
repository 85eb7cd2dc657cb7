//! Members that have to be there.

use serde_json::{Value as Json, json};

use super::{code, variants};
use crate::fix::Candidate;
use crate::fix::placeholder::placeholder;
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert, rename};
use crate::fix::wanted::{oauth, wanted};
use crate::source::{Segment, Value};
use crate::structure::{Condition, MODEL, Node};

/// A member that is missing, with a value to be filled in.
pub(super) fn complete(site: &Site<'_>) -> Vec<Candidate> {
    let (Some(holder), None, Some(key)) = (site.holder, site.value, site.key()) else {
        return choices(site);
    };
    let reference = holder
        .member("$ref")
        .and_then(|member| rename(member.value, "$componentRef"));
    let reference = Candidate::offered("Rename `$ref` to `$componentRef`", reference);
    let allowed = site.nodes.iter().find(|it| it.values.len() > 1);
    let added = match allowed {
        Some(node) => kinds(site, holder, key, &node.values),
        None => plain(site, holder, key),
    };
    let split = (key == "result").then(|| variants::split(site)).flatten();
    reference.into_iter().chain(added).chain(split).collect()
}

/// The member with one of the values that it may have.
fn plain(site: &Site<'_>, holder: Value<'_>, key: &str) -> Vec<Candidate> {
    let values = wanted(site, key)
        .into_iter()
        .chain(placeholder(key, &site.nodes));
    let mut choices: Vec<_> = values
        .map(|value| vec![(key, unlike_others(holder, key, value))])
        .collect();
    if key == "type" && holder.key().is_some_and(|(key, _)| key == "inputSchema") {
        // Whoever wants advice does not want an open schema.
        let closed = ("additionalProperties", json!(false));
        choices.extend(choices.first().cloned().map(|mut it| {
            it.push(closed);
            it
        }));
    }
    let title = format!("Add {}", code(key));
    choices
        .iter()
        .filter_map(|members| Candidate::offered(&*title, added(holder, members)))
        .collect()
}

/// A member that says of which kind the holder is, with each of its values; where that is not enough,
/// with what the kind demands.
fn kinds(site: &Site<'_>, holder: Value<'_>, key: &str, values: &[&'static str]) -> Vec<Candidate> {
    const MOST: usize = 8;
    let mut candidates = Vec::new();
    for value in values.iter().take(MOST) {
        let title = format!("Add `{key}: {value}`");
        let mut members = vec![(key, json!(value))];
        candidates.extend(Candidate::offered(&*title, added(holder, &members)));
        for (name, nodes) in demanded(site, holder, key, value) {
            let known = match site.diagnostic.path.segments() {
                [Segment::Key(schemes), Segment::Key(scheme), _]
                    if &**schemes == "securitySchemes" =>
                {
                    oauth(site.document, scheme, name)
                }
                _ => None,
            };
            members.extend(
                known
                    .or_else(|| placeholder(name, &nodes))
                    .map(|it| (name, it)),
            );
        }
        if members.len() > 1 {
            candidates.extend(Candidate::offered(title, added(holder, &members)));
        }
    }
    candidates
}

/// The members that the holder lacks where its member `key` is `value`, and what the model says of
/// them.
fn demanded(
    site: &Site<'_>,
    holder: Value<'_>,
    key: &str,
    value: &str,
) -> Vec<(&'static str, Vec<&'static Node>)> {
    let cases = site.holder_nodes.iter().flat_map(|it| &it.cases);
    let selected = cases.filter(|it| match &it.when {
        Condition::Selects { key: it, values } => *it == key && values.contains(&value),
        _ => false,
    });
    let nodes = selected.filter_map(|it| it.then).map(|it| &MODEL[it]);
    nodes
        .flat_map(|node| node.required.iter().map(move |name| (node, *name)))
        .filter(|(_, name)| *name != key && holder.get(name).is_none())
        .map(|(node, name)| {
            let node = node.property(name).map(|id| &MODEL[id]);
            (name, node.into_iter().collect())
        })
        .collect()
}

fn added(holder: Value<'_>, members: &[(&str, Json)]) -> Option<Vec<crate::fix::Edit>> {
    // The name comes first, so that a list of objects can be read.
    let at = match members.first()?.0 {
        "name" | "type" | "mcpdesc" => At::First,
        _ => At::Last,
    };
    insert(holder, &Piece::members(members), at)
}

/// Members of which one is needed.
fn choices(site: &Site<'_>) -> Vec<Candidate> {
    let Some(object) = site.value.filter(|it| it.is_object()) else {
        return Vec::new();
    };
    let choices = site
        .nodes
        .iter()
        .filter_map(|node: &&Node| Some((node, node.choice.as_ref()?)));
    choices
        .flat_map(|(node, choice)| choice.names.iter().map(move |name| (node, *name)))
        .filter_map(|(node, name)| {
            let known = match site.diagnostic.path.segments() {
                [_, Segment::Key(scheme), Segment::Key(flows)] if &**flows == "flows" => {
                    oauth(site.document, scheme, name)
                }
                _ => None,
            };
            let nodes: Vec<_> = node
                .property(name)
                .map(|id| &MODEL[id])
                .into_iter()
                .collect();
            let value = known.or_else(|| placeholder(name, &nodes))?;
            let edits = insert(object, &Piece::member(name, &value), At::Last);
            Candidate::offered(format!("Add {}", code(name)), edits)
        })
        .collect()
}

/// A name that no other entry of the same list has.
fn unlike_others(holder: Value<'_>, key: &str, value: Json) -> Json {
    let Some(text) = value.as_str() else {
        return value;
    };
    let others: Vec<&str> = holder
        .parent()
        .into_iter()
        .flat_map(Value::elements)
        .filter_map(|it| it.get(key)?.as_str())
        .collect();
    let numbered = (2..=others.len() + 2).map(|number| format!("{text}-{number}"));
    let name = std::iter::once(text.to_owned())
        .chain(numbered)
        .find(|it| !others.contains(&it.as_str()));
    name.map_or(value, Json::from)
}
