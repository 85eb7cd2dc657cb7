//! Members of results that a revision lacks or demands.

use super::variants::{split, split_off};
use super::{code, removing};
use crate::fix::Candidate;
use crate::fix::site::Site;
use crate::fix::surgery::{At, Piece, insert};
use crate::samples::demanded;

/// Adds the member where it is missing, and takes it out where it must not be. `resultType` can
/// only be `complete` in an example, so there is nothing to decide.
pub(super) fn members(site: &Site<'_>) -> Vec<Candidate> {
    let Some(key) = site.key() else {
        return Vec::new();
    };
    let is_sure = key == "resultType";
    // Whoever else refers to a component may need it as it is.
    let off = if site.is_shared {
        split_off(site)
    } else {
        Vec::new()
    };
    if let Some(value) = site.value {
        let complete = value.as_str() == Some("complete");
        let removed = removing(site, value).map(|it| it.safe_if(is_sure && complete));
        return split(site).into_iter().chain(removed).chain(off).collect();
    }
    let edits = demanded(key)
        .zip(site.holder)
        .and_then(|(value, holder)| insert(holder, &Piece::member(key, &value), At::First));
    let added = Candidate::safe(format!("Add {}", code(key)), edits);
    added
        .map(|it| it.safe_if(is_sure))
        .into_iter()
        .chain(split(site))
        .chain(off)
        .collect()
}
