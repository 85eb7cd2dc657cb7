//! What somebody may have meant by a name that does not exist.

use super::Context;

/// How many candidates are compared, so that thousands of wrong names stay cheap.
const CANDIDATES: usize = 500;
/// Longer names, in bytes, get no suggestion.
const LONGEST: usize = 100;

impl Context<'_, '_> {
    /// The candidate most like `name`, where one is close enough to be meant. Nothing once the
    /// finding it is for would not be kept.
    pub(crate) fn nearest<'c>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        (!self.is_full())
            .then(|| nearest(name, candidates))
            .flatten()
    }
}

/// The candidate most like `name`, where one is close enough to be meant.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    if name.len() > LONGEST {
        return None;
    }
    // Another number is hardly a slip: in a date, one digit may be.
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let allowed = 1 + (name.len() - digits) / 4;
    candidates
        .into_iter()
        .take(CANDIDATES)
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= allowed)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edits between the two; a difference in letter case alone is the smallest.
fn distance(name: &str, candidate: &str) -> usize {
    if name.eq_ignore_ascii_case(candidate) {
        return 0;
    }
    strsim::osa_distance(name, candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_close_name_is_suggested() {
        let names = ["analysis", "rating", "history"];
        assert_eq!(nearest("analisys", names), Some("analysis"));
        assert_eq!(nearest("RATING", names), Some("rating"));
        assert_eq!(nearest("leaderboard", names), None);
        assert_eq!(nearest("x", []), None);
        let dates = ["2024-11-05", "2025-11-25"];
        assert_eq!(nearest("2025-11-26", dates), Some("2025-11-25"));
        assert_eq!(nearest("2027-01-01", dates), None);
    }
}
