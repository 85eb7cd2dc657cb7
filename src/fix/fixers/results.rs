//! Members of results that a revision lacks or demands.

use serde_json::{Value as Json, json};

use super::variants::split;
use super::{code, removing};
use crate::fix::Candidate;
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert};

/// Adds the member where it is missing, and takes it out where it must not be. `resultType` can
/// only be `complete` in an example, so there is nothing to decide.
pub(super) fn members(site: &Site<'_>) -> Vec<Candidate> {
    let Some(key) = site.key() else {
        return Vec::new();
    };
    let is_sure = key == "resultType";
    if let Some(value) = site.value {
        let complete = value.as_str() == Some("complete");
        let removed = removing(site, value).map(|it| it.safe_if(is_sure && complete));
        return split(site).into_iter().chain(removed).collect();
    }
    let edits = demanded(key)
        .zip(site.holder)
        .and_then(|(value, holder)| insert(holder, &Piece::member(key, &value), At::First));
    let added = Candidate::safe(format!("Add {}", code(key)), edits);
    added
        .map(|it| it.safe_if(is_sure))
        .into_iter()
        .chain(split(site))
        .collect()
}

/// What a member says that some revisions demand of every result, where nothing else is known.
pub(super) fn demanded(key: &str) -> Option<Json> {
    Some(match key {
        "resultType" => json!("complete"),
        "ttlMs" => json!(0),
        "cacheScope" => json!("private"),
        _ => return None,
    })
}

/// A result as revisions want it: the earlier ones, MCP 2026-07-28, and that for what is read.
pub(super) fn of_revisions(result: &Json) -> [Json; 3] {
    let with = |more: Json| {
        let members = [&more, result].into_iter().filter_map(Json::as_object);
        let members = members.flatten();
        Json::Object(members.map(|(key, it)| (key.clone(), it.clone())).collect())
    };
    [
        result.clone(),
        with(json!({"resultType": "complete"})),
        with(json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private"})),
    ]
}
