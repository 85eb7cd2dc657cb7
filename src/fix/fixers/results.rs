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
    // Where revisions contradict each other, nothing else will do.
    if let Some(split) = split(site) {
        return vec![split];
    }
    let mut candidates = plain(site, key);
    if site.is_shared {
        // Whoever else refers to the component may need it as it is.
        candidates.extend(split_off(site));
    }
    candidates
}

/// The member is put in where it is missing, or taken out.
fn plain(site: &Site<'_>, key: &str) -> Vec<Candidate> {
    let is_sure = key == "resultType";
    if let Some(value) = site.value {
        let complete = value.as_str() == Some("complete");
        let removed = removing(site, value).map(|it| it.safe_if(is_sure && complete));
        return removed.into_iter().collect();
    }
    let edits = demanded(key)
        .zip(site.holder)
        .and_then(|(value, holder)| insert(holder, &Piece::member(key, &value), At::First));
    let added = Candidate::safe(format!("Add {}", code(key)), edits);
    added.map(|it| it.safe_if(is_sure)).into_iter().collect()
}
